"""The commands as facts: what an event holds, how events are chained, and which of them still stand.

One command is one event. Nothing is changed or deleted: ``undo`` and ``redo`` are events too, and
say which event they take back or restore. Which command comes next off the pile is found from the
last event alone:

- a command lies on the pile; its ``parent`` is the command under it, and nothing can be redone after it;
- an undo takes the top command away; its ``parent`` is the undo before it that can still be redone;
- a redo puts the command of an undo back.
"""

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

try:  # hashlib loads OpenSSL before anything else, 4 ms at start
    if sys.version_info >= (3, 12):
        from _sha2 import sha256  # type: ignore[import-not-found, unused-ignore]
    else:
        from _sha256 import sha256  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    from hashlib import sha256

GENESIS = "0" * 64


class Event(NamedTuple):
    """One command as it lies in the ledger.

    ``seq`` counts all events of a ledger from 1, ``game`` is the game that it belongs to,
    ``current`` the game in use after it. ``body`` is JSON text, ``time`` UTC in ISO 8601.
    ``before`` is the hash of the event before it in its game, ``hash`` covers every other field.
    """

    seq: int
    game: int
    kind: str
    body: str
    time: str
    current: int
    parent: int
    before: str
    hash: str

    @property
    def facts(self) -> dict[str, Any]:
        """The body, read."""
        return event_facts(self.body)


class Pile(NamedTuple):
    """What can be taken back and what can be restored: the seq of a command and of an undo, 0 for none."""

    undo: int
    redo: int


EMPTY_PILE = Pile(0, 0)


def body_text(facts: dict[str, Any]) -> str:
    """Return facts as the one JSON text that is hashed and stored."""
    return json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def event_facts(body: str) -> dict[str, Any]:
    """Return the facts of a body."""
    facts: dict[str, Any] = json.loads(body)
    return facts


def seal(event: Event) -> Event:
    """Return the event with its hash filled in."""
    return event._replace(hash=event_hash(event))


def event_hash(event: Event) -> str:
    """Return the hash of every field but the hash itself, in 64 hexadecimal digits."""
    fields = json.dumps(event[:-1], ensure_ascii=False, separators=(",", ":"))
    digest: str = sha256(fields.encode("utf-8", "surrogatepass")).hexdigest()
    return digest


def pile_after(last: Event | None, find: Callable[[int], Event]) -> Pile:
    """Return what can be undone and redone after the last event of a ledger; ``find`` gives an event by seq."""
    if last is None:
        return EMPTY_PILE
    if last.kind == "undo":
        return Pile(find(last.facts["of"]).parent, last.seq)
    if last.kind == "redo":
        taken_back = find(last.facts["of"])
        return Pile(taken_back.facts["of"], taken_back.parent)
    return Pile(last.seq, 0)


def standing(events: Iterable[Event]) -> list[Event]:
    """Return the commands of a game that have not been taken back, in order."""
    commands: dict[int, Event] = {}
    undone: dict[int, Event] = {}
    for event in events:
        if event.kind == "undo":
            undone[event.seq] = commands.pop(event.facts["of"])
        elif event.kind == "redo":
            restored = undone.pop(event.facts["of"])
            commands[restored.seq] = restored
        else:
            commands[event.seq] = event
    return sorted(commands.values())
