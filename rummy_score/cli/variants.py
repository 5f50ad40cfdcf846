"""What the program knows and keeps: the variants and their rules."""

from collections.abc import Iterator

import click

from rummy_score.cli.parameters import json_option
from rummy_score.cli.screen import say, say_json, wrapped
from rummy_score.rules.knobs import KNOBS, value_text
from rummy_score.rules.variants import VARIANTS, Variant, find_variant


@click.command(
    short_help="List the games, or explain every rule of one.",
    epilog="""Examples:

\b
  rummy-score variants
  rummy-score variants gambling
""",
)
@click.argument("name", required=False)
@json_option
def variants(name: str | None, as_json: bool) -> None:
    """List the games, or explain every rule of one: its value, its source, what else it may be."""
    if name is None:
        _list(as_json)
    elif as_json:
        from rummy_score.output.views import variant_view

        say_json(variant_view(find_variant(name)))
    else:
        say("\n".join(_explained(find_variant(name))))


def _list(as_json: bool) -> None:
    if as_json:
        say_json([{"name": variant.name, "title": variant.title} for variant in VARIANTS.values()])
        return
    widest = max(map(len, VARIANTS))
    say(
        "\n".join(
            wrapped(variant.title, f"{variant.name:<{widest}}  ") for variant in VARIANTS.values()
        )
    )


def _explained(variant: Variant) -> Iterator[str]:
    """Yield a variant's rules: each knob with its value, its meaning, its choices, its source."""
    yield wrapped(f"{variant.name}: {variant.title}")
    yield wrapped("Change a rule with --rule KNOB=VALUE, or under [rules] in a score sheet.")
    yield ""
    values = {name: f"{name} = {value_text(name, getattr(variant.rules, name))}" for name in KNOBS}
    widest = max(map(len, values.values()))
    for name, knob in KNOBS.items():
        yield wrapped(knob.help, click.style(f"{values[name]:<{widest}}", bold=True) + "  ")
        yield wrapped(knob.values, "    Allowed: ")
        yield wrapped(variant.sources[name], "    Source: ")
