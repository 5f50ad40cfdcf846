"""Ledgers of version 0.1.0: what proves them, and what their events are in the present form.

There one sequence counted all events of a ledger, and a command was taken back from the top of the
whole ledger. What was recorded in one game is nevertheless nested properly, so each game keeps its
commands, and whatever was taken back stays so. Which game was in use was an event of its kind
(``use``), which could be taken back too: such events are kept as ``use``, and mean nothing now.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rummy_score.ledger.chain import Draft
from rummy_score.ledger.events import (
    GENESIS,
    Damage,
    Event,
    body_text,
    event_facts,
    fields_hash,
    mark_of,
    sealed,
)
from rummy_score.names import shown


class OldEvent(NamedTuple):
    """An event of a ledger of 0.1.0; ``hash`` covers every other field."""

    seq: int
    game: int
    kind: str
    body: str
    time: str
    current: int
    parent: int
    before: str
    hash: str


class OldHead(NamedTuple):
    """What was kept for a game, for the whole ledger as game 0: the newest event, and how many."""

    seq: int
    hash: str
    events: int


_NOTHING = OldHead(0, GENESIS, 0)
_TYPES = (int, int, str, str, str, int, int, str, str)


def audit(events: Iterable[OldEvent], kept: Mapping[int, OldHead]) -> Iterator[str]:
    """Yield what is wrong with all events of a ledger and the heads kept beside them."""
    found = {0: _NOTHING}
    for event in events:
        before = found.get(event.game, _NOTHING)
        if event.seq != found[0].seq + 1:
            yield f"Event {event.seq} comes after event {found[0].seq}: what lay between is lost."
        if not _is_sound(event):
            yield f"Event {event.seq} is not what was recorded: its hash does not fit."
        if event.before != before.hash:
            yield f"Event {event.seq} does not follow the event before it in {_whose(event.game)}."
        if event.game not in found and event.game != len(found):
            expected = f"where game {len(found)} should come"
            yield f"Event {event.seq} opens {_whose(event.game)}, {expected}."
        for game in (0, event.game):
            count = found.get(game, _NOTHING).events
            found[game] = OldHead(event.seq, event.hash, count + 1)
    for game in {**found, **kept}:
        if found.get(game) != kept.get(game):
            newest = found.get(game, _NOTHING).seq
            yield f"The head kept for {_whose(game)} is not that of its newest event, {newest}."


def _is_sound(event: OldEvent) -> bool:
    return tuple(map(type, event)) == _TYPES and event.hash == fields_hash(*event[:-1])


def _whose(game: int) -> str:
    return f"game {shown(game)}" if game else "the whole ledger"


class Converted(NamedTuple):
    """A game in the present form, and the mark of the sheet that it was made of, if it was."""

    mark: str
    events: tuple[Event, ...]


def converted(events: Iterable[OldEvent]) -> list[Converted]:
    """Return the games of a sound ledger in the present form, the same from the same events."""
    games: dict[int, _Game] = {}
    for event in events:
        games.setdefault(event.game, _Game()).add(event)
    return [Converted(_mark(game.events[0]), tuple(game.events)) for game in games.values()]


def _mark(first: Event) -> str:
    """Return the mark of the sheet that a game was made of; a game that was typed has none."""
    if first.kind != "import":
        return ""
    try:
        sheet = first.facts.get("sheet")
    except Damage:  # the game is refused when it is read; the others are not
        return ""
    return mark_of(sheet) if isinstance(sheet, str) else ""


class _Game:
    """A game as far as its events have been converted."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._by_seq: dict[int, Event] = {}
        self._in_force: list[int] = []
        self._taken_back: dict[int, int] = {}  # by the number of the undo: that of its command

    def add(self, old: OldEvent) -> None:
        draft = self._translated(old)
        before = self.events[-1].hash if self.events else GENESIS
        number = len(self.events) + 1
        event = sealed(Event(old.game, number, draft.kind, draft.body, old.time, before, ""))
        self.events.append(event)
        self._by_seq[old.seq] = event

    def _translated(self, old: OldEvent) -> Draft:
        """Return kind and body of an event, and follow what it does."""
        number = len(self.events) + 1
        if old.kind not in ("undo", "redo"):
            if old.kind != "use":
                self._in_force.append(number)
            return Draft(old.kind, old.body)
        target = self._target(old)
        if target is not None and target.kind == "use":
            return Draft("use", body_text({"was": old.kind, "of": target.number}))
        if target is not None and old.kind == "undo" and self._in_force[-1:] == [target.number]:
            self._taken_back[number] = self._in_force.pop()
            under = self._in_force[-1] if self._in_force else 0
            return Draft("undo", body_text({"of": target.number, "to": under}))
        if target is not None and old.kind == "redo" and target.number in self._taken_back:
            self._in_force.append(self._taken_back.pop(target.number))
            return Draft("redo", body_text({"of": target.number}))
        # No command of 0.1.0 records this. Its game, and only that, is refused when it is read.
        return Draft(old.kind, body_text({"was": old.body}))

    def _target(self, old: OldEvent) -> Event | None:
        """Return the event that an undo or redo is of, None where it is of none in its game."""
        try:
            seq = event_facts(old.body).get("of")
        except Damage:
            return None
        return self._by_seq.get(seq) if type(seq) is int else None
