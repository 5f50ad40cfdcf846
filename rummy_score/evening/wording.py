"""The commands of a ledger in words: what each did, for the log and for undo."""

from collections.abc import Callable, Mapping
from typing import Any

from rummy_score.ledger.events import Event
from rummy_score.names import listed, shown
from rummy_score.points import points_text


def told(event: Event) -> str:
    """Say in a line what a command did: ``Boris lays 10♥ to 1``."""
    return _WORDS[event.kind](event.facts | {"game": event.game})


def _new(facts: Mapping[str, Any]) -> str:
    title = f" {shown(facts['title'])}" if facts["title"] else ""
    return f"new game{title} ({facts['variant']}): {listed(facts['players'])}"


def _lay(facts: Mapping[str, Any]) -> str:
    player, _, plays = facts["turn"].rpartition(": ")
    return f"{shown(player)} lays {plays}"


def _left(facts: Mapping[str, Any]) -> str:
    return f"{shown(facts['player'])} has {facts['hand']} left"


def _end(facts: Mapping[str, Any]) -> str:
    how = "blocked" if facts["blocked"] else f"{shown(facts['out'])} is out"
    ruling = f"; agreed: {shown(facts['ruling'])}" if facts["ruling"] else ""
    return f"end of deal {facts['deal']}: {how}{ruling}"


def _adjust(facts: Mapping[str, Any]) -> str:
    return f"{shown(facts['player'])} {points_text(facts['points'], signed=True)}: {shown(facts['why'])}"


def _join(facts: Mapping[str, Any]) -> str:
    points = f" with {facts['points']}" if facts["points"] else ""
    return f"{shown(facts['player'])} joins{points}"


def _leave(facts: Mapping[str, Any]) -> str:
    return f"{shown(facts['player'])} leaves"


def _edit(facts: Mapping[str, Any]) -> str:
    why = f": {shown(facts['why'])}" if facts["why"] else ""
    return f"deal {facts['deal']} edited{why}"


def _paid(facts: Mapping[str, Any]) -> str:
    return f"settled and paid: {', '.join(f'{shown(side)} {points}' for side, points in facts['balances'].items())}"


_WORDS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "new": _new,
    "import": lambda facts: f"imported {shown(facts['name'])}",
    "use": lambda facts: f"use game {facts['game']}",
    "lay": _lay,
    "left": _left,
    "end": _end,
    "adjust": _adjust,
    "join": _join,
    "leave": _leave,
    "edit": _edit,
    "paid": _paid,
    "undo": lambda facts: f"undo of {facts['of']}",
    "redo": lambda facts: f"redo of {facts['of']}",
}
