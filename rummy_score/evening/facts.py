"""What a command leaves in a ledger: the facts of each kind of event, and what may stand in them.

Nothing that this program does not know is ever passed over: it may change what a game comes to.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from rummy_score.errors import RummyScoreError, UnusableLedger
from rummy_score.ledger.events import Damage, Event
from rummy_score.names import shown

Facts: TypeAlias = dict[str, Any]
_Check: TypeAlias = Callable[[Any], bool]

# Patterns are compiled when a fact of their kind is met: together they would cost a turn 1 ms.
_AMOUNT = r"[0-9]{1,12}(\.[0-9]{1,6})?"
_POINTS = r"-?[0-9]{1,15}(/[1-9][0-9]{0,11})?"


# What facts that no command would have recorded make of the fold.
NONSENSE = (
    RummyScoreError,
    Damage,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


def _text(value: Any) -> bool:
    return type(value) is str


def _some_text(value: Any) -> bool:
    return type(value) is str and value != ""


def _no_or_text(value: Any) -> bool:
    return value is None or type(value) is str


def _no_or_amount(value: Any) -> bool:
    return value is None or (type(value) is str and re.fullmatch(_AMOUNT, value) is not None)


def _whole(value: Any) -> bool:
    return type(value) is int


def _count(value: Any) -> bool:
    return type(value) is int and value >= 1


def _yes_no(value: Any) -> bool:
    return type(value) is bool


def _no_or_yes_no(value: Any) -> bool:
    return value is None or type(value) is bool


def _names(value: Any) -> bool:
    return type(value) is list and all(map(_some_text, value))


def _pairs(value: Any) -> bool:
    return type(value) is list and all(_names(pair) and len(pair) == 2 for pair in value)


def _texts_by_name(value: Any) -> bool:
    return type(value) is dict and all(map(_text, value.values()))


def _whole_by_name(value: Any) -> bool:
    return type(value) is dict and all(map(_whole, value.values()))


def _points(value: Any) -> bool:
    """Tell whether points are whole, or a fraction as text."""
    return type(value) is int or (type(value) is str and re.fullmatch(_POINTS, value) is not None)


def _parts_by_name(value: Any) -> bool:
    return type(value) is dict and all(map(_points, value.values()))


def _points_by_name(value: Any) -> bool:
    return type(value) is dict and all(
        type(points) is str and re.fullmatch(_POINTS, points) is not None
        for points in value.values()
    )


def _a_deal(value: Any) -> bool:
    return type(value) is dict  # ``sheets.keys`` reads it, key by key


def _deals(value: Any) -> bool:
    return type(value) is list and all(map(_a_deal, value))


_GAME: Mapping[str, _Check] = {
    "title": _text,
    "variant": _some_text,
    "rules": _texts_by_name,
    "players": _names,
    "pairs": _pairs,
    "dealer": _no_or_text,
    "stake": _no_or_amount,
    "coin": _no_or_amount,
    "currency": _text,
}
# What an event of each kind holds, all of it.
_NEEDED: Mapping[str, Mapping[str, _Check]] = {
    "new": _GAME,
    "import": {**_GAME, "name": _text},
    "lay": {"turn": _some_text, "seated": _names},
    "left": {"player": _some_text, "hand": _some_text, "seated": _names},
    "end": {"deal": _count},
    "adjust": {"player": _some_text, "points": _whole, "why": _text},
    "join": {"player": _some_text, "points": _whole},
    "leave": {"player": _some_text},
    "edit": {"deal": _count, "text": _text, "old": _text, "why": _text},
    "paid": {"balances": _points_by_name},
    "change": {},
    "undo": {"of": _count, "to": _whole},
    "redo": {"of": _count},
    "use": {},  # 0.1.0 recorded which game was in use; it means nothing for the game itself
}
# What it may hold besides. Version 0.1.0 wrote some of it otherwise, and is read as it wrote.
_ALLOWED: Mapping[str, Mapping[str, _Check]] = {
    "new": {"id": _text},
    "import": {
        "id": _text,
        "away": _names,
        "sheet": _text,
        "deals": _deals,
        "start": _parts_by_name,
        "paid": _points_by_name,
        "coming": _texts_by_name,
        "join": _whole_by_name,
    },
    "adjust": {"from": _names},
    "join": {"at": _whole},
    "paid": {"from": _text, "to": _text, "amount": _text},
    "end": {
        "closes": _a_deal,
        "seated": _names,
        "left": _texts_by_name,
        "laid": _texts_by_name,
        "out": _no_or_text,
        "blocked": _yes_no,
        "rummy": _no_or_yes_no,
        "ruling": _text,
    },
    "edit": {"becomes": _a_deal, "players": _names},
    "change": {
        "title": _text,
        "stake": _no_or_amount,
        "coin": _no_or_amount,
        "currency": _text,
        "rules": _texts_by_name,
        "target": _text,
        "rename": _texts_by_name,
    },
}
_KNOWN: Mapping[str, Mapping[str, _Check]] = {
    kind: {**needed, **_ALLOWED.get(kind, {})} for kind, needed in _NEEDED.items()
}


def facts_of(event: Event) -> Facts:
    """Return the facts of an event, each known and of its type, or raise UnusableLedger.

    What nobody would record is damage; what this program does not know, a later one has written.
    """
    known = _KNOWN.get(event.kind)
    if known is None:
        raise newer(event.game, f"'{shown(event.kind)}'")
    if event.kind == "use":
        return {}
    try:
        facts = event.facts
    except Damage as damage:
        raise nonsense(event.game, f"command {event.number}: {damage}") from None
    for name, value in facts.items():
        check = known.get(name)
        if check is None:
            raise newer(event.game, f"'{shown(name)}' in '{event.kind}'")
        if not check(value):
            raise nonsense(event.game, f"command {event.number} has {_told(value)} for {name}")
    missing = _NEEDED[event.kind].keys() - facts.keys()
    if missing:
        raise nonsense(event.game, f"command {event.number} says nothing of {min(missing)}")
    return facts


def _told(value: Any) -> str:
    if isinstance(value, (dict, list)):
        return "a list" if isinstance(value, list) else "a table"
    return shown(repr(value), 40)


def nonsense(game: int, why: str) -> UnusableLedger:
    """Return the refusal of a game whose facts no command would have recorded."""
    return UnusableLedger(
        f"Game {game} cannot be read: {why.rstrip('.')}. Nothing was written. "
        "`rummy-score doctor` tells more; other games of the ledger can still be used."
    )


def newer(game: int, what: str) -> UnusableLedger:
    """Return the refusal of a game that a later program has written to."""
    return UnusableLedger(
        f"Game {game} was written by a newer version of rummy-score: it holds {what}, which this "
        "one does not know. Nothing was written. Install the newest."
    )
