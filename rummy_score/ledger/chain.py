"""A ledger whatever keeps it: what it does, and what proves that it is whole.

The events of a game are a chain of hashes, and so is the index of openings: one entry for each game
in the order in which the games were opened. The head kept for a game is the number and hash of its
newest event; that kept for game 0 is the number of openings and the hash of the newest. So a
changed event, a lost one, a cut tail, a lost game and a lost last game all show.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from time import gmtime, strftime, time
from typing import Any, NamedTuple

from rummy_score.errors import UnusableLedger
from rummy_score.ledger.events import (
    GENESIS,
    Damage,
    Event,
    Newer,
    body_text,
    event_facts,
    event_hash,
    fields_hash,
    named,
    sealed,
)
from rummy_score.ledger.undoing import reach
from rummy_score.names import shown

__all__ = [
    "INDEX",
    "NOTHING",
    "Damage",
    "Draft",
    "Head",
    "Indexed",
    "Moved",
    "Newer",
    "NoLedger",
    "Opening",
    "audit",
    "chained",
    "damaged",
    "head_of",
    "indexed",
    "indexed_games",
    "listing",
    "newer",
    "next_event",
    "proved",
    "proved_entry",
    "refused",
    "unusable",
    "with_id",
]

INDEX = 0  # the game under which the head of the index of openings is kept
DAMAGED = "`rummy-score doctor` tells more; put a backup in its place, or begin a new ledger."
OUTDATED = "Install the newest rummy-score, or name another ledger with --ledger."
_TYPES = (int, int, str, str, str, str, str)
_INDEX_TYPES = (int, str, str, str, str)


class Moved(Exception):
    """The head is no longer the expected one: load what was added and try again."""


class NoLedger(UnusableLedger):
    """There is no ledger there yet."""


class Draft(NamedTuple):
    """An event to add: its kind, and its facts as JSON text."""

    kind: str
    body: str


class Head(NamedTuple):
    """The newest event of a game: its number and hash, 0 and GENESIS where there is none."""

    number: int
    hash: str


NOTHING = Head(0, GENESIS)


class Opening(NamedTuple):
    """A game as a ledger lists it: the event that opened it, and its newest one."""

    first: Event
    last: Event


class Indexed(NamedTuple):
    """An entry of the index of openings.

    ``first`` is the hash of the game's first event, ``mark`` what it was made of (for an import),
    ``before`` the hash of the entry before; ``hash`` covers every other field.
    """

    game: int
    first: str
    mark: str
    before: str
    hash: str


# Refusals


def unusable(place: str, why: str, advice: str) -> UnusableLedger:
    """Return the refusal of a ledger: what is wrong, that nothing was written, what to do next."""
    return UnusableLedger(
        f"The ledger {shown(place, 4096)} cannot be used: {why}. Nothing was written. {advice}"
    )


def damaged(place: str, why: str) -> UnusableLedger:
    """Return the refusal of a ledger that contradicts itself."""
    return unusable(place, why, DAMAGED)


def newer(place: str, what: str) -> UnusableLedger:
    """Return the refusal of a ledger of which this version does not know something."""
    return unusable(place, f"{what} was written by a newer version of rummy-score", OUTDATED)


def refused(place: str, damage: Damage) -> UnusableLedger:
    """Return the refusal that a Damage comes to."""
    told = str(damage)
    return newer(place, told) if isinstance(damage, Newer) else damaged(place, told)


# What is added


def head_of(event: Event | None) -> Head:
    """Return the head that the newest event of a game makes."""
    return Head(event.number, event.hash) if event else NOTHING


def next_event(game: int, draft: Draft, head: Head) -> Event:
    """Return a draft as the event after a game's head, at the present time."""
    now = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(time()))
    return sealed(Event(game, head.number + 1, draft.kind, draft.body, now, head.hash, ""))


def with_id(draft: Draft) -> Draft:
    """Return the draft of a game's first event with an id in its facts, its own if it has one.

    Without it two games that the same players open in the same second would have the same chain.
    """
    facts = event_facts(draft.body)
    if "id" in facts:
        return draft
    return draft._replace(body=body_text({**facts, "id": os.urandom(8).hex()}))


def indexed(first: Event, mark: str, before: str) -> Indexed:
    """Return the entry of the index of openings for a game, after the entry with this hash."""
    entry = Indexed(first.game, first.hash, mark, before, "")
    return entry._replace(hash=fields_hash(*entry[:-1]))


# What is proved


def proved(row: Iterable[Any]) -> Event:
    """Return a row as the event that it was recorded as; raise Damage where its hash differs."""
    event = Event._make(row)
    if not _is_sound(event):
        raise Damage(f"{_shown(event)} is not what was recorded")
    return event


def chained(rows: Iterable[Iterable[Any]], game: int, after: Head, head: Head) -> list[Event]:
    """Return rows as a game's events after a head up to its newest, or raise Damage.

    Where ``after`` is not NOTHING, the first row must be the event that it names.
    """
    events = []
    before = NOTHING
    known = after == NOTHING
    for row in rows:
        event = proved(row)
        if event.game != game:
            raise Damage(f"{named(event)} is not of game {game}")
        if not known:
            if head_of(event) != after:
                break
            known = True
        elif (event.number, event.before) != (before.number + 1, before.hash):
            raise Damage(f"{named(event)} does not follow event {before.number}")
        else:
            events.append(event)
        before = head_of(event)
    if not known:
        raise Damage(f"event {after.number} of game {game} is no longer what it was")
    if before != head:
        raise Damage(f"events of game {game} are missing")
    if after == NOTHING:
        reach(events)  # so that every command refuses what none of them would record
    return events


def proved_entry(row: Iterable[Any]) -> Indexed:
    """Return a row as an entry of the index of openings, or raise Damage."""
    entry = Indexed._make(row)
    if not _is_sound_entry(entry):
        raise Damage(f"the opening of game {shown(entry.game)} is not what was recorded")
    return entry


def indexed_games(rows: Iterable[Iterable[Any]], head: Head) -> list[Indexed]:
    """Return rows as the whole index of openings, a chain up to its head, or raise Damage."""
    entries = []
    before = NOTHING
    for row in rows:
        entry = proved_entry(row)
        if (entry.game, entry.before) != (before.number + 1, before.hash):
            raise Damage(f"the opening of game {entry.game} does not follow that before it")
        entries.append(entry)
        before = Head(entry.game, entry.hash)
    if before != head:
        raise Damage("the list of its games is not whole")
    return entries


def listing(
    entries: Sequence[Indexed], heads: Mapping[int, Head], ends: Iterable[Iterable[Any]]
) -> list[Opening]:
    """Return the games of an index, or raise Damage.

    ``ends`` are the first and the last event of each game, once where it has but one.
    """
    found: dict[int, list[Event]] = {}
    for row in ends:
        event = proved(row)
        found.setdefault(event.game, []).append(event)
    games = []
    for entry in entries:
        events = found.get(entry.game)
        if not events or head_of(events[0]) != Head(1, entry.first):
            raise Damage(f"game {entry.game} does not begin with the event that opened it")
        if head_of(events[-1]) != heads.get(entry.game):
            raise Damage(f"events of game {entry.game} are missing")
        games.append(Opening(events[0], events[-1]))
    return games


def _is_sound(event: Event) -> bool:
    return tuple(map(type, event)) == _TYPES and event.hash == event_hash(event)


def _is_sound_entry(entry: Indexed) -> bool:
    return tuple(map(type, entry)) == _INDEX_TYPES and entry.hash == fields_hash(*entry[:-1])


def _shown(event: Event) -> str:
    """Return how messages call an event of which no field is proved."""
    return f"event {shown(event.number)} of game {shown(event.game)}"


# What the doctor asks


def audit(
    events: Iterable[Event], entries: Iterable[Indexed], heads: Mapping[int, Head]
) -> Iterator[str]:
    """Yield what is wrong with a whole ledger, in sentences.

    ``events`` come by game and number, ``entries`` by game; ``heads`` are those kept, game 0 for
    the index of openings.
    """
    firsts: dict[int, str] = {}
    found: dict[int, Head] = {}
    for game, of_game in groupby(events, key=attrgetter("game")):
        listed = list(of_game)
        yield from _audit_game(listed)
        firsts[game] = listed[0].hash
        found[game] = head_of(listed[-1])
    before = NOTHING
    for entry in entries:
        yield from _audit_entry(entry, before, firsts.pop(entry.game, None))
        before = Head(entry.game, entry.hash)
    for game in firsts:
        yield f"Game {shown(game)} is not in the index of openings."
    found[INDEX] = before
    for game in {**found, **heads}:
        newest = found.get(game, NOTHING)
        if heads.get(game) != newest or game not in found:
            yield f"The head kept for {_whose(game)} is not that of its newest, {newest.number}."


def _audit_game(events: Sequence[Event]) -> Iterator[str]:
    before = NOTHING
    is_sound = True
    for event in events:
        told = _shown(event).capitalize()
        if event.number != before.number + 1:
            yield f"{told} comes after event {before.number}: what lay between is lost."
            is_sound = False
        if not _is_sound(event):
            yield f"{told} is not what was recorded: its hash does not fit."
            is_sound = False
        if event.before != before.hash:
            yield f"{told} does not follow the event before it."
            is_sound = False
        before = head_of(event)
    if is_sound:
        try:
            reach(events)
        except Newer as unknown:
            yield f"{str(unknown).capitalize()} was written by a newer version of rummy-score."
        except Damage as damage:
            yield f"{str(damage).capitalize()}."


def _audit_entry(entry: Indexed, before: Head, first: str | None) -> Iterator[str]:
    told = f"The opening of game {shown(entry.game)}"
    if entry.game != before.number + 1:
        yield f"{told} comes after that of game {before.number}: what lay between is lost."
    if not _is_sound_entry(entry):
        yield f"{told} is not what was recorded: its hash does not fit."
    if entry.before != before.hash:
        yield f"{told} does not follow the opening before it."
    if entry.first != first:
        yield f"{told} is not that of its first event."


def _whose(game: int) -> str:
    return f"game {shown(game)}" if game != INDEX else "the index of openings"
