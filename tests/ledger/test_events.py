"""Commands as facts: what a body holds, and what a hash covers."""

from typing import Any

import pytest

from rummy_score.ledger.events import (
    GENESIS,
    Damage,
    Event,
    body_text,
    event_facts,
    event_hash,
    mark_of,
    sealed,
)


def event(number: int, kind: str = "lay", **facts: object) -> Event:
    return Event(1, number, kind, body_text(facts), "2026-05-01T19:00:00Z", GENESIS, "")


def test_a_body_reads_as_what_was_written_in_the_same_order_every_time() -> None:
    assert body_text({"b": 1, "a": "Ё\u2066\"'"}) == body_text({"a": "Ё\u2066\"'", "b": 1})
    assert event_facts(body_text({"b": [1, None, True], "a": "Ё"})) == {
        "a": "Ё",
        "b": [1, None, True],
    }


def test_a_body_is_json_with_its_keys_in_order_and_nothing_escaped_that_need_not_be() -> None:
    assert body_text({"to": 1, "of": 2, "why": "Ёж"}) == '{"of":2,"to":1,"why":"Ёж"}'


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("", id="empty"),
        pytest.param("{", id="cut-off"),
        pytest.param("[]", id="list"),
        pytest.param('"text"', id="text"),
        pytest.param("null", id="null"),
        pytest.param("[" * 100_000 + "]" * 100_000, id="nested-lists"),
        pytest.param('{"a":' * 100_000 + "1" + "}" * 100_000, id="nested-objects"),
        pytest.param('{"a":' + "1" * 5000 + "}", id="number-too-long-to-read"),
        pytest.param("'; DROP TABLE events; --", id="sql"),
    ],
)
def test_facts_that_no_command_writes_are_damage(body: str) -> None:
    with pytest.raises(Damage):
        event_facts(body)
    with pytest.raises(Damage, match="event 7 of game 1"):
        _ = event(7)._replace(body=body).facts


@pytest.mark.parametrize("field", [name for name in Event._fields[:-1] if name != "game"])
def test_a_change_of_any_field_changes_the_hash(field: str) -> None:
    fresh = sealed(event(1, player="Boris"))
    value = getattr(fresh, field)
    change: dict[str, Any] = {field: value + 1 if isinstance(value, int) else f"{value} "}
    changed = fresh._replace(**change)
    assert len(fresh.hash) == 64
    assert event_hash(changed) != fresh.hash == event_hash(fresh)


def test_the_number_of_its_game_is_not_hashed_so_that_a_copied_game_keeps_its_chain() -> None:
    assert event_hash(event(1)._replace(game=9)) == event_hash(event(1))


def test_what_is_moved_from_one_field_to_the_next_changes_the_hash() -> None:
    assert event_hash(event(1)._replace(kind="ab", body="c")) != event_hash(
        event(1)._replace(kind="a", body="bc")
    )
    assert event_hash(event(1)._replace(number=11, kind="1")) != event_hash(
        event(1)._replace(number=1, kind="11")
    )


def test_a_hash_is_the_sha256_of_the_fields_as_json() -> None:
    # printf '[1,"new","{}","2026-05-01T19:00:00Z","<64 zeros>"]' | sha256sum
    fresh = sealed(Event(5, 1, "new", "{}", "2026-05-01T19:00:00Z", GENESIS, ""))
    assert fresh.hash == "4fd795bd03f68ccd17dd854da061212d39493ed21cc4fa4ed3340db15985e088"


def test_a_mark_is_the_sha256_of_the_sheet() -> None:
    # printf 'title = "Пятница"\n' | sha256sum
    assert mark_of('title = "Пятница"\n') == (
        "ae0aa3898d271936036889fa472a11a27e04a672f3d879dfc5ef19ff3aedb6c2"
    )
