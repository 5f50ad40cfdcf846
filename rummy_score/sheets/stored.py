"""What may stand in the facts that a ledger keeps of a deal: JSON values <-> the values of a deal.

Every reader takes one value and the players of the game. It reads what its writer writes and
nothing else, so that facts which no command would record are refused, and never read as something.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rummy_score.cards.notation import Hand, Turn
from rummy_score.cards.stored import read_stored_hand, read_stored_turn
from rummy_score.errors import UnknownFact, UnreadableInput
from rummy_score.names import shown
from rummy_score.points import Points, points_value, read_points
from rummy_score.rules.knobs import KNOBS, read_change
from rummy_score.rules.rules import RuleTexts, laid_over
from rummy_score.sheets.values import Players, is_day

_Value = TypeVar("_Value")


def stored_text(value: object, _: Players) -> str:
    """Return a value that is text."""
    if type(value) is not str:
        raise UnreadableInput("no text stands where text was stored.")
    return value


def stored_flag(value: object, _: Players) -> bool:
    """Return a value that is true or false."""
    if type(value) is not bool:
        raise UnreadableInput("neither true nor false stands where one was stored.")
    return value


def stored_player(value: object, players: Players) -> str:
    """Return a player's whole name."""
    name = stored_text(value, players)
    if name not in players:
        raise UnreadableInput(f"'{shown(name)}' is no player of this game.")
    return name


def stored_seats(value: object, players: Players) -> Players:
    """Return who sat, in seat order."""
    seated = [stored_player(name, players) for name in _listed(value)]
    if len(set(seated)) < len(seated):
        raise UnreadableInput("somebody sits there twice.")
    return tuple(player for player in players if player in seated)


def stored_turns(value: object, players: Players) -> tuple[Turn, ...]:
    """Return turns from their printed lines."""
    return tuple(read_stored_turn(stored_text(line, players), players) for line in _listed(value))


def stored_hand(value: object, players: Players) -> Hand:
    """Return a hand from its printed form."""
    return read_stored_hand(stored_text(value, players))


def stored_points_laid(value: object, players: Players) -> Hand:
    """Return points laid: numbers, or none."""
    laid = stored_hand(value, players)
    if laid.cards:
        raise UnreadableInput(f"'{laid}' is no number of points.")
    return laid


def stored_whole(value: object, _: Players) -> int:
    """Return a whole number of points."""
    if type(value) is not int:
        raise UnreadableInput("no whole number stands where one was stored.")
    return value


def stored_points(value: object, players: Players) -> Points:
    """Return points: a whole number, or a fraction as text that cannot be written shorter."""
    if type(value) is not str:
        return stored_whole(value, players)
    try:
        points = read_points(value)
    except (ValueError, ZeroDivisionError):
        points = 0
    if points_value(points) != value:
        raise UnreadableInput(f"'{shown(value)}' is no share of points.")
    return points


def by_name(
    read: Callable[[object, Players], _Value],
) -> Callable[[object, Players], dict[str, _Value]]:
    """Return the reader of a table by player, in seat order."""

    def entries(value: object, players: Players) -> dict[str, _Value]:
        table = _table(value)
        for name in table:
            stored_player(name, players)
        return {name: read(table[name], players) for name in players if name in table}

    return entries


def stored_balances(value: object, players: Players) -> dict[str, Points]:
    """Return what each side got (negative: paid): a player, or two with a plus between."""
    balances: dict[str, Points] = {}
    for side, points in _table(value).items():
        if not _is_side(side, players):
            raise UnreadableInput(f"'{shown(side)}' is no side of this game.")
        balances[side] = stored_points(points, players)
    if sum(balances.values()) != 0:
        raise UnreadableInput("what was paid does not come to zero in all.")
    return balances


def _is_side(side: str, players: Players) -> bool:
    """Tell whether a side is there; a plus may stand within a name too."""
    if side in players:
        return True
    plus = [place for place, character in enumerate(side) if character == "+"]
    return any(side[:place] in players and side[place + 1 :] in players for place in plus)


def stored_day(value: object, players: Players) -> str:
    """Return a day as YYYY-MM-DD."""
    day = stored_text(value, players)
    if not is_day(day):
        raise UnreadableInput(f"'{shown(day)}' is no day.")
    return day


def stored_changes(value: object, players: Players) -> RuleTexts:
    """Return changed rules; a knob that is not known is a newer program's."""
    changes: list[tuple[str, str]] = []
    for knob, setting in _table(value).items():
        if knob not in KNOBS:
            raise UnknownFact(shown(knob))
        change = (knob, stored_text(setting, players))
        if read_change(*change) != change:
            raise UnreadableInput(f"{knob}={shown(change[1])} is not as this program stores it.")
        changes.append(change)
    return laid_over((), tuple(changes))


def _listed(value: object) -> list[Any]:
    if type(value) is not list:
        raise UnreadableInput("no list stands where one was stored.")
    return value


def _table(value: object) -> Mapping[str, Any]:
    if type(value) is not dict:
        raise UnreadableInput("no table stands where one was stored.")
    return value
