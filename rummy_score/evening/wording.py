"""The commands of a ledger in words: what each did, for the log and for undo."""

from collections.abc import Callable, Mapping
from typing import Any

from rummy_score.evening.facts import Facts
from rummy_score.ledger.events import Event
from rummy_score.names import listed, shown
from rummy_score.points import points_text


def told(event: Event) -> str:
    """Say in a line what a command of a folded game did: ``Boris lays 10♥ to 1``."""
    if event.kind == "use":  # 0.1.0 recorded which game was in use
        return f"use game {event.game}"
    return _WORDS[event.kind](event.facts)


def _new(facts: Facts) -> str:
    title = f" {shown(facts['title'])}" if facts["title"] else ""
    return f"new game{title} ({facts['variant']}): {listed(facts['players'])}"


def _lay(facts: Facts) -> str:
    player, _, plays = facts["turn"].rpartition(": ")
    return f"{shown(player)} lays {plays}"


def _left(facts: Facts) -> str:
    return f"{shown(facts['player'])} has {facts['hand']} left"


def _end(facts: Facts) -> str:
    closes: Mapping[str, Any] = facts.get("closes", facts)
    how = "blocked" if closes.get("blocked") else f"{shown(closes.get('out'))} is out"
    ruling = f"; agreed: {shown(closes['ruling'])}" if closes.get("ruling") else ""
    return f"end of deal {facts['deal']}: {how}{ruling}"


def _adjust(facts: Facts) -> str:
    points = points_text(facts["points"], signed=True)
    payers = f" from {listed(facts['from'])}" if facts.get("from") else ""
    return f"{shown(facts['player'])} {points}{payers}: {shown(facts['why'])}"


def _join(facts: Facts) -> str:
    points = f" with {facts['points']}" if facts["points"] else ""
    at = f" at {facts['at']}" if "at" in facts else ""
    return f"{shown(facts['player'])} joins{points}{at}"


def _leave(facts: Facts) -> str:
    return f"{shown(facts['player'])} leaves"


def _edit(facts: Facts) -> str:
    why = f": {shown(facts['why'])}" if facts["why"] else ""
    return f"deal {facts['deal']} edited{why}"


def _paid(facts: Facts) -> str:
    if "amount" in facts:
        return f"{shown(facts['from'])} pays {shown(facts['to'])} {shown(facts['amount'])}"
    balances = (f"{shown(side)} {points}" for side, points in facts["balances"].items())
    return f"settled and paid: {', '.join(balances)}"


def _change(facts: Facts) -> str:
    changes = [
        f"{key} {shown(facts[key] or 'none')}"
        for key in ("title", "stake", "coin", "currency", "target")
        if key in facts
    ]
    changes += [f"{knob}={shown(value)}" for knob, value in facts.get("rules", {}).items()]
    changes += [f"{shown(old)} is {shown(new)}" for old, new in facts.get("rename", {}).items()]
    return f"changed: {', '.join(changes)}"


_WORDS: Mapping[str, Callable[[Facts], str]] = {
    "new": _new,
    "import": lambda facts: f"imported {shown(facts['name'])}",
    "lay": _lay,
    "left": _left,
    "end": _end,
    "adjust": _adjust,
    "join": _join,
    "leave": _leave,
    "edit": _edit,
    "paid": _paid,
    "change": _change,
    "undo": lambda facts: f"undo of {facts['of']}",
    "redo": lambda facts: f"redo of {facts['of']}",
}
