"""Options that several commands share, and how their text is read."""

import os
from collections.abc import Callable
from typing import Any

import click

from rummy_score.ledger.location import default_path

Command = Callable[..., Any]


class RuleText(click.ParamType[tuple[str, str]]):
    """A house rule typed as KNOB=VALUE, split into the two."""

    name = "KNOB=VALUE"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Split at the first equals sign."""
        if isinstance(value, tuple):
            return value
        knob, equals, text = value.partition("=")
        if not equals:
            self.fail(
                f"'{value}' has no equals sign. Write a rule and its value, like ace=both.",
                param,
                ctx,
            )
        return knob, text


def rule_option(command: Command) -> Command:
    """Add ``--rule``, as often as it is needed."""
    text = "A house rule, as often as needed; `rummy-score variants NAME` lists them."
    return click.option("--rule", "rules", multiple=True, type=RuleText(), help=text)(command)


def json_option(command: Command) -> Command:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def ledger_path(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Return the ledger named by the option, before the command or after it, by RUMMY_SCORE_LEDGER, or the usual."""
    named = value or ctx.find_root().params.get("ledger") or os.environ.get("RUMMY_SCORE_LEDGER")
    if named:
        return os.path.expanduser(named)
    return default_path()


def ledger_option(command: Command) -> Command:
    """Add ``--ledger``, handed over as a path."""
    text = "The ledger file; else RUMMY_SCORE_LEDGER, else the usual place."
    return click.option("--ledger", metavar="FILE", callback=ledger_path, help=text)(command)


def game_option(command: Command) -> Command:
    """Add ``--game`` for another game than the current one."""
    text = "Another game than the current one: its number or title."
    return click.option("--game", metavar="GAME", help=text)(command)
