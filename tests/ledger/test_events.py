"""Commands as facts: what a chain proves, and how commands are taken back and restored."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablework import examples

from rummy_score.ledger.events import (
    EMPTY_PILE,
    GENESIS,
    Event,
    Pile,
    body_text,
    event_facts,
    event_hash,
    pile_after,
    seal,
)
from rummy_score.ledger.events import standing as stands

MOVES = st.lists(st.sampled_from(("command", "command", "undo", "undo", "redo")), max_size=60)


def event(seq: int, kind: str = "lay", parent: int = 0, game: int = 1, **facts: object) -> Event:
    return Event(
        seq, game, kind, body_text(facts), "2026-05-01T19:00:00Z", game, parent, GENESIS, ""
    )


class Chain:
    """Events as a ledger adds them: the parent of each is found from the last event alone."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    @property
    def pile(self) -> Pile:
        return pile_after(self.events[-1] if self.events else None, self.find)

    def find(self, seq: int) -> Event:
        return self.events[seq - 1]

    def move(self, kind: str) -> bool:
        """Do a command, or take one back or restore one; tell whether there was one."""
        pile = self.pile
        seq = len(self.events) + 1
        if kind == "command":
            self.events.append(event(seq, parent=pile.undo, n=seq))
        elif kind == "undo" and pile.undo:
            self.events.append(event(seq, "undo", parent=pile.redo, of=pile.undo))
        elif kind == "redo" and pile.redo:
            self.events.append(event(seq, "redo", parent=0, of=pile.redo))
        else:
            return False
        return True


class Lists:
    """The same by two lists, as anybody would write it down."""

    def __init__(self) -> None:
        self.done: list[int] = []
        self.undone: list[int] = []

    def move(self, kind: str, seq: int) -> bool:
        if kind == "command":
            self.done.append(seq)
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
    chain, lists = Chain(), Lists()
    for kind in moves:
        seq = len(chain.events) + 1
        assert chain.move(kind) == lists.move(kind, seq)
        assert [command.seq for command in stands(chain.events)] == sorted(lists.done)
        assert chain.pile.undo == (lists.done[-1] if lists.done else 0)
        undo_of = {"undo": chain.find(chain.pile.redo).facts["of"]} if chain.pile.redo else {}
        assert undo_of == ({"undo": lists.undone[-1]} if lists.undone else {})


@examples(60)
@given(MOVES)
def test_all_can_be_taken_back_and_all_of_it_restored(moves: Sequence[str]) -> None:
    chain = Chain()
    for kind in moves:
        chain.move(kind)
    chain.move("command")  # nothing is left to be restored from before
    before = stands(chain.events)
    while chain.move("undo"):
        pass
    assert stands(chain.events) == []
    while chain.move("redo"):
        pass
    assert stands(chain.events) == before


def test_nothing_can_be_taken_back_in_an_empty_ledger() -> None:
    assert pile_after(None, lambda _: event(1)) == EMPTY_PILE == (0, 0)


def test_a_command_restored_stands_where_it_stood() -> None:
    events = [event(1), event(2, parent=1), event(3, "undo", 0, of=2), event(4, "redo", 0, of=3)]
    assert [command.seq for command in stands(events)] == [1, 2]


def test_a_body_reads_as_what_was_written_in_the_same_order_every_time() -> None:
    assert body_text({"b": 1, "a": "Ё\u2066\"'"}) == body_text({"a": "Ё\u2066\"'", "b": 1})
    assert event_facts(body_text({"b": [1, None, True], "a": "Ё"})) == {
        "a": "Ё",
        "b": [1, None, True],
    }


@pytest.mark.parametrize("field", Event._fields[:-1])
def test_a_change_of_any_field_changes_the_hash(field: str) -> None:
    sealed = seal(event(1, player="Boris"))
    value = getattr(sealed, field)
    change: dict[str, Any] = {field: value + 1 if isinstance(value, int) else f"{value} "}
    changed = sealed._replace(**change)
    assert len(sealed.hash) == 64
    assert event_hash(changed) != sealed.hash == event_hash(sealed)


def test_what_is_moved_from_one_field_to_the_next_changes_the_hash() -> None:
    assert event_hash(event(1)._replace(kind="ab", body="c")) != event_hash(
        event(1)._replace(kind="a", body="bc")
    )
    assert event_hash(event(1)._replace(game=11, kind="1")) != event_hash(
        event(1)._replace(game=1, kind="11")
    )


def test_a_hash_is_the_sha256_of_the_fields_as_json() -> None:
    # printf '[1,1,"new","{}","2026-05-01T19:00:00Z",1,0,"<64 zeros>"]' | sha256sum
    sealed = seal(Event(1, 1, "new", "{}", "2026-05-01T19:00:00Z", 1, 0, GENESIS, ""))
    assert sealed.hash == "0b8fcb41b2d8e3136475e0a748dfb9b4104826f5d3152d93d8fdbe2cb5697034"
