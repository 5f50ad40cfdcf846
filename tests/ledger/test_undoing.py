"""Commands are taken back and restored within their game, in the order in which they were given."""

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledgerwork import examples

from rummy_score.ledger.events import GENESIS, Damage, Event, Newer, body_text, sealed
from rummy_score.ledger.undoing import (
    NOTHING_REACHED,
    Reach,
    is_taken_back,
    reach,
    redo_facts,
    undo_facts,
)

MOVES = st.lists(st.sampled_from(("command", "command", "undo", "undo", "redo")), max_size=60)


def event(number: int, kind: str = "lay", **facts: object) -> Event:
    return sealed(Event(1, number, kind, body_text(facts), "2026-05-01T19:00:00Z", GENESIS, ""))


class History:
    """A game as commands record it: each decides by how far the game has come."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    @property
    def reached(self) -> Reach:
        return reach(self.events)

    def move(self, kind: str) -> bool:
        """Do a command, or take one back or restore one; tell whether there was one."""
        reached = self.reached
        number = len(self.events) + 1
        if kind == "command" and (reached.commands or not self.events):
            self.events.append(event(number, n=number))
        elif kind == "undo" and reached.commands:
            self.events.append(event(number, "undo", **undo_facts(reached)))
        elif kind == "redo" and reached.undone:
            self.events.append(event(number, "redo", **redo_facts(reached)))
        else:
            return False
        return True


class Lists:
    """The same by two lists, as anybody would write it down."""

    def __init__(self) -> None:
        self.done: list[int] = []
        self.undone: list[int] = []

    def move(self, kind: str, number: int) -> bool:
        if kind == "command" and (self.done or number == 1):
            self.done.append(number)
            self.undone.clear()
        elif kind == "undo" and self.done:
            self.undone.append(self.done.pop())
        elif kind == "redo" and self.undone:
            self.done.append(self.undone.pop())
        else:
            return False
        return True


@examples(200)
@given(MOVES)
def test_taking_back_and_restoring_goes_as_by_two_lists(moves: Sequence[str]) -> None:
    history, lists = History(), Lists()
    for kind in moves:
        number = len(history.events) + 1
        assert history.move(kind) == lists.move(kind, number)
        reached = history.reached
        assert [command.number for command in reached.commands] == lists.done
        assert [command.number for command in reached.taken_back] == lists.undone
        assert [undo.facts["of"] for undo in reached.undone] == lists.undone
        if history.events:
            assert is_taken_back(history.events[-1]) == (not lists.done)


@examples(60)
@given(MOVES)
def test_all_can_be_taken_back_and_all_of_it_restored(moves: Sequence[str]) -> None:
    history = History()
    for kind in ("command", *moves):
        history.move(kind)
    while history.move("redo"):
        pass
    history.move("command")  # nothing is left to be restored from before
    before = history.reached.commands
    while history.move("undo"):
        pass
    assert history.reached.commands == ()
    assert is_taken_back(history.events[-1])
    while history.move("redo"):
        pass
    assert history.reached.commands == before


@examples(60)
@given(MOVES, st.integers(0, 60))
def test_what_is_followed_comes_to_the_same_as_all_at_once(moves: Sequence[str], cut: int) -> None:
    history = History()
    for kind in moves:
        history.move(kind)
    half = reach(history.events[:cut])
    assert reach(history.events[cut:], half) == reach(history.events)


def test_nothing_is_reached_where_nothing_was_recorded() -> None:
    assert reach([]) == NOTHING_REACHED == ((), (), ())


def test_a_command_restored_stands_where_it_stood() -> None:
    events = [event(1), event(2), event(3, "undo", of=2, to=1), event(4, "redo", of=3)]
    assert reach(events).commands == (events[0], events[1])


def test_which_game_was_in_use_is_neither_in_force_nor_taken_back() -> None:
    """Version 0.1.0 recorded it, and taking it back too."""
    events = [
        event(1),
        event(2),
        event(3, "undo", of=2, to=1),
        event(4, "use", title="Friday"),
        event(5, "use", was="undo", of=4),
        event(6, "redo", of=3),
    ]
    assert reach(events[:5]) == Reach((events[0],), (events[2],), (events[1],))
    assert reach(events).commands == (events[0], events[1])


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(event(4, "undo", of=2, to=1), id="undo-of-one-under-the-last"),
        pytest.param(event(4, "undo", of=9, to=2), id="undo-of-a-lost-event"),
        pytest.param(event(4, "undo", of=3, to=1), id="undo-to-one-too-low"),
        pytest.param(event(4, "undo", of=3, to=0), id="undo-to-nothing"),
        pytest.param(event(4, "undo", of=3), id="undo-to-nowhere"),
        pytest.param(event(4, "undo", of="3", to=2), id="undo-by-text"),
        pytest.param(event(4, "undo", of=True, to=2), id="undo-by-truth"),
        pytest.param(event(4, "undo", of=3.0, to=2), id="undo-by-a-decimal"),
        pytest.param(event(4, "undo")._replace(body="[]"), id="undo-without-facts"),
        pytest.param(event(4, "redo", of=3), id="redo-of-what-was-not-taken-back"),
        pytest.param(event(4, "redo"), id="redo-of-nothing"),
    ],
)
def test_what_no_command_records_is_damage(wrong: Event) -> None:
    with pytest.raises(Damage, match="event 4 of game 1") as caught:
        reach([event(1), event(2), event(3), wrong])
    assert not isinstance(caught.value, Newer)


def test_a_redo_of_what_was_not_taken_back_last_is_damage() -> None:
    events = [event(1), event(2), event(3, "undo", of=2, to=1), event(4, "undo", of=1, to=0)]
    with pytest.raises(Damage, match="event 5"):
        reach([*events, event(5, "redo", of=3)])


def test_a_command_in_a_game_that_was_taken_back_is_damage() -> None:
    with pytest.raises(Damage, match="event 3"):
        reach([event(1), event(2, "undo", of=1, to=0), event(3)])


def test_an_undo_with_a_field_that_is_not_known_is_of_a_newer_version() -> None:
    with pytest.raises(Newer, match="event 3"):
        reach([event(1), event(2), event(3, "undo", of=2, to=1, why="a slip")])


def test_whether_a_game_is_taken_back_is_told_by_its_last_event_alone() -> None:
    assert is_taken_back(event(9, "undo", of=1, to=0))
    assert not is_taken_back(event(9, "undo", of=2, to=1))
    assert not is_taken_back(event(9, "redo", of=8))
    assert not is_taken_back(event(9, "end", to=0))


def test_reaching_takes_time_by_the_number_of_events() -> None:
    def took(count: int) -> float:
        events = [event(number) for number in range(1, count + 1)]
        for step in range(count - 1):
            of = count - step
            events.append(event(count + step + 1, "undo", of=of, to=of - 1))
        start = time.perf_counter()
        reach(events)
        return time.perf_counter() - start

    assert min(took(20_000) for _ in range(3)) < 25 * min(took(2_000) for _ in range(3))
