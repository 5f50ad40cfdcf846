"""Options that several commands share, and how their text is read."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from rummy_score.errors import UnreadableInput
from rummy_score.ledger.location import default_path, is_address
from rummy_score.names import shown

if TYPE_CHECKING:
    from rummy_score.evening.recording import Desk

Command = Callable[..., Any]


class _Equation(click.ParamType[tuple[str, str]]):
    """Two words with an equals sign between them, split at the first one."""

    example = ""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Split at the first equals sign."""
        if isinstance(value, tuple):
            return value
        before, equals, after = value.partition("=")
        if not equals:
            self.fail(f"'{value}' has no equals sign. {self.example}", param, ctx)
        return before, after


class RuleText(_Equation):
    """A house rule typed as KNOB=VALUE."""

    name = "KNOB=VALUE"
    example = "Write a rule and its value, like ace=both."


class NewName(_Equation):
    """A player who gets another name, typed as OLD=NEW."""

    name = "OLD=NEW"
    example = "Write the old name and the new one, like boris=Bob."


def rule_option(command: Command) -> Command:
    """Add ``--rule``, as often as it is needed."""
    text = "A house rule, as often as needed; `rummy-score variants NAME` lists them."
    return click.option("--rule", "rules", multiple=True, type=RuleText(), help=text)(command)


def rules_file_option(command: Command) -> Command:
    """Add ``--rules`` for a file of house rules."""
    text = "House rules in a TOML file, KNOB = VALUE a line."
    return click.option("--rules", "rules_file", metavar="FILE", help=text)(command)


def told_rules(
    rules: tuple[tuple[str, str], ...], rules_file: str | None
) -> tuple[tuple[str, str], ...]:
    """Return the house rules of a file with those that were typed laid over them."""
    if not rules_file:
        return rules
    from rummy_score.ledger.files import read_as
    from rummy_score.sheets.reading import read_rules

    typed = {knob for knob, _ in rules}
    read = read_as(rules_file, read_rules)
    return (*(rule for rule in read if rule[0] not in typed), *rules)


def rename_option(command: Command) -> Command:
    """Add ``--rename``, as often as it is needed."""
    text = "Another name for a player, as often as needed."
    return click.option("--rename", "renamed", multiple=True, type=NewName(), help=text)(command)


def json_option(command: Command) -> Command:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def ledger_place(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Return where the ledger lies.

    The option names it, before the command or after it, else RUMMY_SCORE_LEDGER, else it lies in
    the usual place.
    """
    named = value or ctx.find_root().params.get("ledger") or os.environ.get("RUMMY_SCORE_LEDGER")
    if not named:
        return default_path()
    return named if is_address(named) else os.path.expanduser(named)


def ledger_option(command: Command) -> Command:
    """Add ``--ledger``, handed over as a place."""
    text = "The ledger file; else RUMMY_SCORE_LEDGER, else the usual place."
    return click.option("--ledger", metavar="FILE", callback=ledger_place, help=text)(command)


def game_option(command: Command) -> Command:
    """Add ``--game`` for another game than the one in use."""
    text = "Another game than the one in use: its number or title."
    return click.option("--game", metavar="GAME", help=text)(command)


def game_argument(command: Command) -> Command:
    """Add GAME, which may also be named with ``--game`` as everywhere; see ``one_game``."""
    return click.argument("named", metavar="[GAME]", required=False)(game_option(command))


def one_game(named: str | None, game: str | None) -> str | None:
    """Return the game that was named, as an argument or with ``--game``."""
    if named and game and named != game:
        raise UnreadableInput(f"two games are named, {shown(named)} and {shown(game)}. Keep one.")
    return named or game


def desk_of(ledger: str) -> "Desk":
    """Return the desk that the prompt works at, or one for this command alone."""
    from rummy_score.evening.recording import Desk

    kept = click.get_current_context().find_root().obj
    if isinstance(kept, Desk) and kept.place == ledger:
        return kept
    return Desk(ledger, os.environ.get("RUMMY_SCORE_GAME") or None)
