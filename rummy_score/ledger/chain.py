"""A ledger whatever keeps it: what is added to it, and what proves that it is whole."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from time import gmtime, strftime, time
from typing import Any, NamedTuple

from rummy_score.ledger.events import GENESIS, Event, event_facts, event_hash, pile_after, seal
from rummy_score.names import shown

_NOTHING = (0, GENESIS, 0)
_TYPES = (int, int, str, str, str, int, int, str, str)


class Moved(Exception):
    """The head is no longer the expected one: load what was added and try again."""


class Damage(Exception):
    """What is read contradicts itself; the text says how, ``refusing`` adds the file and what to do."""


class Draft(NamedTuple):
    """An event to add. ``game`` None opens the next game; ``switch`` makes the event's game the current one."""

    game: int | None
    kind: str
    body: str
    switch: bool


class Head(NamedTuple):
    """The newest event of a game or of a whole ledger: its seq and hash, 0 and GENESIS where there is none."""

    seq: int
    hash: str


def head_of(newest: Event | None) -> Head:
    """Return the head that the newest event makes."""
    return Head(newest.seq, newest.hash) if newest else Head(0, GENESIS)


def follow_up(
    draft: Draft, game: int, last: Event | None, newest: Event | None, find: Callable[[int], Event]
) -> Event:
    """Return the draft as the event after the last one of the ledger and the newest one of its game.

    Raises Moved where an undo or redo does not mean what lies on top of its pile.
    """
    pile = pile_after(last, find)
    top = {"undo": pile.undo, "redo": pile.redo}.get(draft.kind)
    if top is not None and event_facts(draft.body)["of"] != top:
        raise Moved
    return seal(
        Event(
            seq=last.seq + 1 if last else 1,
            game=game,
            kind=draft.kind,
            body=draft.body,
            time=strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(time())),
            current=_current(draft, game, last, top, find),
            parent={"undo": pile.redo, "redo": 0}.get(draft.kind, pile.undo),
            before=head_of(newest).hash,
            hash="",
        )
    )


def _current(
    draft: Draft, game: int, last: Event | None, top: int | None, find: Callable[[int], Event]
) -> int:
    """Return the game in use after a draft; a step back or forth brings back the one in use then."""
    if draft.kind == "redo" and top:
        return find(find(top).facts["of"]).current
    if draft.kind == "undo" and top:
        under = find(top).parent
        return find(under).current if under else 0
    return game if draft.switch else last.current if last else 0


def proved(row: Iterable[Any]) -> Event:
    """Return a row as the event that it was recorded as, or raise Damage where its hash does not fit."""
    event = Event(*row)
    if not _sound(event):
        raise Damage(f"its event {event.seq} is not what was recorded")
    return event


def chained(
    rows: Iterable[Iterable[Any]], game: int, start: Event | None, newest: Event | None, count: int
) -> list[Event]:
    """Return rows as a game's events from start (None: all, by count) to its newest, or raise Damage."""
    if start and start.game != game:
        raise Damage(f"its event {start.seq} is not of game {game}")
    events = []
    before = start
    for row in rows:
        event = proved(row)
        if (event.game, event.before) != (game, head_of(before).hash):
            raise Damage(f"its event {event.seq} does not follow event {head_of(before).seq}")
        events.append(event)
        before = event
    if before != newest or (start is None and len(events) != count):
        raise Damage(f"events of game {game} are missing")
    return events


def counted(kept: tuple[int, str, int] | None, game: int, newest: Event | None) -> int:
    """Return the number of events in the head kept for a game, or raise Damage where its newest event differs."""
    fits = (
        kept is not None
        and kept[:2] == head_of(newest)
        and (newest is None or game in (0, newest.game))
    )
    if kept is None or not fits or type(kept[2]) is not int or (game == 0 and kept[2] != kept[0]):
        raise Damage(f"the head kept for {_whose(game)} is not that of its newest event")
    return kept[2]


def _sound(event: Event) -> bool:
    return tuple(map(type, event)) == _TYPES and event.hash == event_hash(event)


def _whose(game: int) -> str:
    return f"game {shown(game)}" if game else "the whole ledger"


def audit(events: Iterable[Event], kept: Mapping[int, tuple[Any, ...]]) -> Iterator[str]:
    """Yield what is wrong with all events of a ledger and with the heads kept beside them, in sentences.

    A head is kept for each game, for game 0 that of the whole ledger: seq, hash and number of
    events.
    """
    found: dict[int, tuple[Any, ...]] = {0: _NOTHING}
    for event in events:
        if event.seq != found[0][0] + 1:
            yield f"Event {event.seq} comes after event {found[0][0]}: what lay between is lost."
        if not _sound(event):
            yield f"Event {event.seq} is not what was recorded: its hash does not fit."
        if event.before != found.get(event.game, _NOTHING)[1]:
            yield f"Event {event.seq} does not follow the event before it in {_whose(event.game)}."
        if event.game not in found and event.game != len(found):
            yield f"Event {event.seq} opens {_whose(event.game)}, where game {len(found)} should come."
        for game in (0, event.game):
            found[game] = (event.seq, event.hash, found.get(game, _NOTHING)[2] + 1)
    for game in (game for game in {**found, **kept} if found.get(game) != kept.get(game)):
        yield f"The head kept for {_whose(game)} is not that of its newest event, {found.get(game, _NOTHING)[0]}."
