"""What stands at each key of a written deal: TOML values -> hands, turns, names, points.

Every reader takes a value and the players in seat order, and raises UnreadableInput where it cannot read it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from rummy_score.errors import UnreadableInput
from rummy_score.names import LONGEST_REMARK, clean, find, shown
from rummy_score.notation import LARGEST_NUMBER, Hand, Turn, parse_hand, parse_turn, split_line

Players = tuple[str, ...]
_Entry = TypeVar("_Entry")


class Decimal(str):
    """A TOML number with a point or an exponent, kept as it is written: money is exact, points are whole."""


def typed(value: object) -> str:
    """Name the type of a TOML value in words.

    >>> typed([])
    'a list'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    names = {int: "a number", Decimal: f"the number {shown(value, 24)}", str: "text", list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")


def text(value: object) -> str:
    """Return a value that is text."""
    if type(value) is not str:
        raise UnreadableInput(f"{typed(value)} stands where text in quotes is due.")
    return value


def flag(value: object) -> bool:
    """Return a value that is true or false."""
    if not isinstance(value, bool):
        raise UnreadableInput(f"{typed(value)} stands where true or false is due.")
    return value


def items(value: object) -> list[Any]:
    """Return a value that is a list."""
    if not isinstance(value, list):
        raise UnreadableInput(f"{typed(value)} stands where a list in [ ] is due.")
    return value


def whole(value: object, least: int = 0) -> int:
    """Return a value that is a whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise UnreadableInput(f"{typed(value)} stands where a whole number is due.")
    if not least <= value <= LARGEST_NUMBER:
        raise UnreadableInput(f"a number from {least} to {LARGEST_NUMBER} is due here.")
    return value


def _turns(value: object, players: Players) -> tuple[Turn, ...]:
    return tuple(parse_turn(text(line), players) for line in items(value))


def _player(value: object, players: Players) -> str:
    return find(text(value), players)


def _seated(value: object, players: Players) -> Players:
    return tuple(find(text(name), players) for name in items(value))


def _hand(value: object) -> Hand:
    return parse_hand(value) if type(value) is str else Hand(None, (whole(value),))


def _points_laid(value: object) -> Hand:
    hand = _hand(value)
    if hand.cards:
        raise UnreadableInput("laid takes points, like 85 or 27+40+5. Cards go under plays.")
    return hand


def _adjustment(value: object) -> int:
    if isinstance(value, int):
        return whole(value, -LARGEST_NUMBER)
    sign, digits = text(value)[:1], text(value).lstrip("+-−")
    points = sum(_points_laid(digits).numbers)
    return points if sign not in "-−" else -points


def _by_player(read: Callable[[object], _Entry]) -> Callable[[object, Players], dict[str, _Entry]]:
    """Return the reader of a table by player, or of a list of lines ``PLAYER: ...``; nobody twice."""

    def entries(value: object, players: Players) -> dict[str, _Entry]:
        if not isinstance(value, (list, dict)):
            raise UnreadableInput(f'{typed(value)} stands where a table or a list is due, like ["Anna: 14"].')
        lines: Iterable[tuple[str, object]] = (
            ((find(name, players), entry) for name, entry in value.items())
            if isinstance(value, dict)
            else (split_line(text(line), players) for line in value)
        )
        found: dict[str, _Entry] = {}
        for player, entry in lines:
            if player in found:
                raise UnreadableInput(f"{player} is entered twice. Keep one.")
            found[player] = _read_for(player, entry, read)
        return found

    return entries


def _read_for(player: str, entry: object, read: Callable[[object], _Entry]) -> _Entry:
    try:
        return read(entry)
    except UnreadableInput as problem:
        raise UnreadableInput(f"{player}: {problem}") from None


def _remark(value: object, _: Players) -> str:
    return clean(text(value), "the remark", LONGEST_REMARK)


def _flag(value: object, _: Players) -> bool:
    return flag(value)


# The keys of a deal in a sheet; each fills the field of Deal that it names.
DEAL_KEYS: Mapping[str, tuple[str, Callable[[object, Players], object]]] = {
    "plays": ("turns", _turns),
    "out": ("out", _player),
    "blocked": ("blocked", _flag),
    "left": ("left", _by_player(_hand)),
    "laid": ("laid", _by_player(_points_laid)),
    "dealer": ("dealer", _player),
    "players": ("seated", _seated),
    "rummy": ("rummy", _flag),
    "adjust": ("adjust", _by_player(_adjustment)),
    "note": ("note", _remark),
    "ruling": ("ruling", _remark),
}
