"""Options that several commands share, and how their text is read."""

from collections.abc import Callable
from typing import Any

import click

Command = Callable[..., Any]


class RuleText(click.ParamType[tuple[str, str]]):
    """A house rule typed as KNOB=VALUE, split into the two."""

    name = "KNOB=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Split at the first equals sign."""
        if isinstance(value, tuple):
            return value
        knob, equals, text = value.partition("=")
        if not equals:
            self.fail(f"'{value}' has no equals sign. Write a rule and its value, like ace=both.", param, ctx)
        return knob, text


def rule_option(command: Command) -> Command:
    """Add ``--rule``, as often as it is needed."""
    text = "A house rule, as often as needed; `rummy-score variants NAME` lists them."
    return click.option("--rule", "rules", multiple=True, type=RuleText(), help=text)(command)


def json_option(command: Command) -> Command:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)
