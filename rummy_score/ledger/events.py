"""The commands of a game as facts: what an event holds, and how events are chained.

One command is one event of one game. Nothing is changed or deleted: ``undo`` and ``redo`` are
events too (undoing.py). The number of a game in its ledger is not hashed: a game that is copied to
another ledger keeps its chain, not its place.
"""

import json
import sys
from typing import Any, NamedTuple

try:  # hashlib loads OpenSSL before anything else, 4 ms at start
    if sys.version_info >= (3, 12):
        from _sha2 import sha256  # type: ignore[import-not-found, unused-ignore]
    else:
        from _sha256 import sha256  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    from hashlib import sha256

GENESIS = "0" * 64
# json.dumps would make a new encoder at each call: a listing hashes thousands of events.
_FACTS = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
_FIELDS = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class Damage(Exception):
    """What is read contradicts itself; ``chain.refused`` makes a message of it."""


class Newer(Damage):
    """What is read was written by a newer version; the text names what this one does not know."""


class Event(NamedTuple):
    """One command as it lies in the ledger.

    ``number`` counts the events of a game from 1. ``body`` is JSON text, ``time`` UTC in ISO 8601.
    ``before`` is the hash of the event before it in its game; ``hash`` covers every other field but
    ``game``.
    """

    game: int
    number: int
    kind: str
    body: str
    time: str
    before: str
    hash: str

    @property
    def facts(self) -> dict[str, Any]:
        """The body, read; raises Damage where it is no JSON object."""
        try:
            return event_facts(self.body)
        except Damage:
            raise Damage(f"{named(self)} holds facts that cannot be read") from None


def named(event: Event) -> str:
    """Return how messages call an event.

    >>> named(Event(2, 7, "lay", "{}", "2026-05-01T19:00:00Z", GENESIS, ""))
    'event 7 of game 2'
    """
    return f"event {event.number} of game {event.game}"


def body_text(facts: dict[str, Any]) -> str:
    """Return facts as the one JSON text that is hashed and stored."""
    return _FACTS.encode(facts)


def event_facts(body: str) -> dict[str, Any]:
    """Return the facts of a body, or raise Damage where it is no JSON object."""
    try:
        facts = json.loads(body)
    except (ValueError, RecursionError):  # no JSON, or brackets nested by the thousand
        facts = None
    if type(facts) is not dict:
        raise Damage("the facts cannot be read")
    return facts


def sealed(event: Event) -> Event:
    """Return the event with its hash filled in."""
    return event._replace(hash=event_hash(event))


def event_hash(event: Event) -> str:
    """Return the hash of an event, over its number, kind, body, time and the hash before it."""
    return fields_hash(event.number, event.kind, event.body, event.time, event.before)


def fields_hash(*fields: object) -> str:
    """Return the SHA-256 of fields written as a JSON list, in 64 hexadecimal digits."""
    text = _FIELDS.encode(fields)
    digest: str = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return digest


def mark_of(sheet: str) -> str:
    """Return the mark by which a game that was made of a sheet is found again."""
    digest: str = sha256(sheet.encode("utf-8", "surrogatepass")).hexdigest()
    return digest
