"""What proves a ledger, without any engine: hashes, heads, the index of openings."""

from collections.abc import Callable, Sequence

import pytest

from rummy_score.errors import UnusableLedger
from rummy_score.ledger import chain
from rummy_score.ledger.chain import (
    NOTHING,
    Damage,
    Draft,
    Head,
    Indexed,
    Newer,
    Opening,
    audit,
    chained,
    damaged,
    head_of,
    indexed,
    indexed_games,
    listing,
    newer,
    next_event,
    proved,
    refused,
    with_id,
)
from rummy_score.ledger.events import GENESIS, Event, body_text, event_facts, event_hash, sealed


def chain_of(game: int, bodies: Sequence[str]) -> list[Event]:
    """Return a game with an event of each body, as ``next_event`` chains them."""
    events: list[Event] = []
    for body in bodies:
        head = head_of(events[-1] if events else None)
        events.append(next_event(game, Draft("lay", body), head))
    return events


class Whole:
    """A whole ledger of three games, of which a test may change anything."""

    def __init__(self) -> None:
        self.events = [
            event
            for game in (1, 2, 3)
            for event in chain_of(game, [body_text({"game": game, "n": n}) for n in range(4)])
        ]
        self.entries: list[Indexed] = []
        self.heads = {}
        for event in self.events:
            self.heads[event.game] = head_of(event)
            if event.number == 1:
                before = self.entries[-1].hash if self.entries else GENESIS
                self.entries.append(indexed(event, "", before))
        self.heads[0] = Head(3, self.entries[-1].hash)

    def problems(self) -> list[str]:
        return list(audit(self.events, self.entries, self.heads))

    def lose(self, game: int) -> None:
        """Delete everything of a game."""
        self.events = [event for event in self.events if event.game != game]
        self.entries = [entry for entry in self.entries if entry.game != game]
        del self.heads[game]


@pytest.fixture
def whole() -> Whole:
    return Whole()


# What is added


def test_an_event_follows_the_head_of_its_game() -> None:
    first, second = chain_of(7, ["{}", '{"a":1}'])
    assert first[:4] == (7, 1, "lay", "{}")
    assert (first.before, second.number, second.before) == (GENESIS, 2, first.hash)
    assert second.hash == event_hash(second)
    assert head_of(None) == NOTHING == (0, "0" * 64)
    assert head_of(second) == Head(2, second.hash)


def test_two_games_opened_in_the_same_second_by_the_same_players_differ(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chain, "time", lambda: 1_800_000_000)
    draft = Draft("new", body_text({"players": ["Anna", "Boris"]}))
    one, two = (next_event(1, with_id(draft), NOTHING) for _ in range(2))
    assert one.time == two.time
    assert one.hash != two.hash
    for event in (one, two):
        facts = event.facts
        assert facts.pop("id").isalnum()
        assert facts == {"players": ["Anna", "Boris"]}
        assert len(event_facts(event.body)["id"]) == 16


def test_an_id_that_the_caller_gives_is_kept_and_so_is_the_text() -> None:
    draft = Draft("new", '{"players": [], "id": "0123456789abcdef"}')
    assert with_id(draft) == draft


# What is proved


def test_a_row_is_an_event_only_as_it_was_recorded() -> None:
    (event,) = chain_of(1, ["{}"])
    assert proved(list(event)) == event
    for changed in (
        event._replace(body="[]"),
        event._replace(number=2),
        event._replace(time="2026-05-01T19:00:01Z"),
        event._replace(before="1" * 64),
        event._replace(hash="1" * 64),
    ):
        with pytest.raises(Damage, match="is not what was recorded"):
            proved(changed)
    with pytest.raises(Damage):
        proved(event._replace(game="1"))  # type: ignore[arg-type]


def test_a_game_is_chained_from_its_first_event_or_from_a_head_that_is_known() -> None:
    events = chain_of(1, ["{}", "{}", '{"a":1}'])
    head = head_of(events[-1])
    assert chained(events, 1, NOTHING, head) == events
    assert chained(events[1:], 1, head_of(events[1]), head) == events[2:]
    assert chained(events[2:], 1, head, head) == []
    assert chained([], 1, NOTHING, NOTHING) == []


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda events: events[1:], id="lost-beginning"),
        pytest.param(lambda events: events[:-1], id="lost-tail"),
        pytest.param(lambda events: [events[0], events[2]], id="lost-middle"),
        pytest.param(lambda events: [events[0], events[2], events[1]], id="order"),
        pytest.param(lambda events: [*events, events[-1]], id="twice"),
        pytest.param(lambda events: events[:0], id="all-lost"),
        pytest.param(
            lambda events: [*events[:2], events[2]._replace(game=2)], id="of-another-game"
        ),
        pytest.param(lambda events: [*events[:2], sealed(events[2]._replace(number=4))], id="gap"),
        pytest.param(
            lambda events: [*events[:2], sealed(events[2]._replace(before=GENESIS))], id="link"
        ),
    ],
)
def test_a_chain_that_is_not_whole_is_damage(
    spoil: Callable[[list[Event]], list[Event]],
) -> None:
    events = chain_of(1, ["{}", "{}", '{"a":1}'])
    with pytest.raises(Damage, match="game 1"):
        chained(spoil(events), 1, NOTHING, head_of(events[-1]))


def test_a_head_that_is_no_longer_in_the_chain_is_damage() -> None:
    ours, theirs = chain_of(1, ["{}", "{}"]), chain_of(1, ["{}", '{"a":1}', "{}"])
    known = head_of(ours[-1])
    with pytest.raises(Damage, match="event 2 of game 1 is no longer what it was"):
        chained(theirs[1:], 1, known, head_of(theirs[-1]))
    with pytest.raises(Damage, match="event 9 of game 1 is no longer what it was"):
        chained([], 1, Head(9, known.hash), head_of(theirs[-1]))


def test_an_undo_of_a_lost_event_is_damage_though_its_hash_fits() -> None:
    events = chain_of(1, ["{}", "{}"])
    undo = next_event(1, Draft("undo", '{"of":7,"to":1}'), head_of(events[-1]))
    with pytest.raises(Damage, match="event 3 of game 1"):
        chained([*events, undo], 1, NOTHING, head_of(undo))


def test_the_index_of_openings_is_proved_as_a_chain(whole: Whole) -> None:
    assert indexed_games(whole.entries, whole.heads[0]) == whole.entries
    assert indexed_games([], NOTHING) == []
    one, two, three = whole.entries
    for rows in (
        [two, three],
        [one, three],
        [one, two],
        [one, three, two],
        [one, two, three, three],
        [one, two._replace(mark="x"), three],
        [one, two._replace(first=one.first), three],
        [],
    ):
        with pytest.raises(Damage):
            indexed_games(rows, whole.heads[0])


def ends(whole: Whole) -> list[Event]:
    return [event for event in whole.events if event.number in (1, 4)]


def test_games_are_listed_by_their_first_and_last_event(whole: Whole) -> None:
    games = listing(whole.entries, whole.heads, ends(whole))
    assert games == [Opening(*whole.events[start : start + 4 : 3]) for start in (0, 4, 8)]


def test_a_game_of_one_event_is_listed_by_that_twice() -> None:
    (event,) = chain_of(1, ["{}"])
    entry = indexed(event, "", GENESIS)
    assert listing([entry], {1: head_of(event)}, [event]) == [Opening(event, event)]


def test_a_listing_that_does_not_fit_its_heads_or_openings_is_damage(whole: Whole) -> None:
    rows = ends(whole)
    with pytest.raises(Damage, match="game 2"):
        listing(whole.entries, {**whole.heads, 2: whole.heads[3]}, rows)
    with pytest.raises(Damage, match="game 1 does not begin"):
        listing(whole.entries, whole.heads, rows[1:])
    with pytest.raises(Damage, match="events of game 3 are missing"):
        listing(whole.entries, whole.heads, rows[:-1])
    swapped = [whole.entries[0], whole.entries[1]._replace(first=whole.entries[0].first)]
    with pytest.raises(Damage, match="game 2 does not begin"):
        listing(swapped, whole.heads, rows)


# What the doctor says


def test_nothing_is_wrong_with_a_whole_ledger(whole: Whole) -> None:
    assert whole.problems() == []
    assert list(audit([], [], {0: NOTHING})) == []


def test_a_changed_event_shows(whole: Whole) -> None:
    whole.events[1] = whole.events[1]._replace(body="{}")
    assert whole.problems() == [
        "Event 2 of game 1 is not what was recorded: its hash does not fit."
    ]


def test_a_changed_event_with_its_hash_recomputed_shows_in_the_next(whole: Whole) -> None:
    whole.events[1] = sealed(whole.events[1]._replace(body="{}"))
    assert whole.problems() == ["Event 3 of game 1 does not follow the event before it."]


def test_a_lost_event_shows(whole: Whole) -> None:
    del whole.events[5]
    assert whole.problems() == [
        "Event 3 of game 2 comes after event 1: what lay between is lost.",
        "Event 3 of game 2 does not follow the event before it.",
    ]


def test_a_cut_tail_shows_in_the_head_that_is_kept(whole: Whole) -> None:
    del whole.events[7]
    assert whole.problems() == ["The head kept for game 2 is not that of its newest, 3."]


def test_a_rewritten_head_shows(whole: Whole) -> None:
    whole.heads[2] = head_of(whole.events[6])
    assert whole.problems() == ["The head kept for game 2 is not that of its newest, 4."]


def test_a_lost_head_and_a_strange_one_show(whole: Whole) -> None:
    whole.heads[9] = whole.heads.pop(2)
    assert whole.problems() == [
        "The head kept for game 2 is not that of its newest, 4.",
        "The head kept for game 9 is not that of its newest, 0.",
    ]


def test_a_game_without_its_events_shows(whole: Whole) -> None:
    whole.events = [event for event in whole.events if event.game != 2]
    assert whole.problems() == [
        "The opening of game 2 is not that of its first event.",
        "The head kept for game 2 is not that of its newest, 0.",
    ]


def test_a_game_without_its_opening_shows(whole: Whole) -> None:
    del whole.entries[1]
    assert whole.problems() == [
        "The opening of game 3 comes after that of game 1: what lay between is lost.",
        "The opening of game 3 does not follow the opening before it.",
        "Game 2 is not in the index of openings.",
    ]


def test_a_game_lost_with_its_opening_and_head_shows_in_the_chain_of_openings(
    whole: Whole,
) -> None:
    whole.lose(2)
    assert whole.problems() == [
        "The opening of game 3 comes after that of game 1: what lay between is lost.",
        "The opening of game 3 does not follow the opening before it.",
    ]


def test_the_last_game_lost_with_its_opening_and_head_shows_in_the_count_of_games(
    whole: Whole,
) -> None:
    whole.lose(3)
    assert whole.problems() == [
        "The head kept for the index of openings is not that of its newest, 2."
    ]


def test_the_last_game_lost_with_the_count_rewritten_shows_only_by_a_seal(whole: Whole) -> None:
    whole.lose(3)
    whole.heads[0] = Head(2, whole.entries[-1].hash)
    assert whole.problems() == []


def test_a_game_put_under_another_number_shows(whole: Whole) -> None:
    whole.events = [event._replace(game=1 + event.game % 2) for event in whole.events[:8]]
    assert "The opening of game 1 is not that of its first event." in whole.problems()


def test_facts_that_no_command_records_show_though_every_hash_fits(whole: Whole) -> None:
    undo = next_event(3, Draft("undo", '{"of":2,"to":1}'), whole.heads[3])
    whole.events.append(undo)
    whole.heads[3] = head_of(undo)
    assert whole.problems() == ["Event 5 of game 3 takes back what is not the last command."]


def test_facts_of_a_newer_version_show(whole: Whole) -> None:
    undo = next_event(3, Draft("undo", '{"of":4,"to":3,"why":"x"}'), whole.heads[3])
    whole.events.append(undo)
    whole.heads[3] = head_of(undo)
    assert whole.problems() == ["Event 5 of game 3 was written by a newer version of rummy-score."]


# Refusals


def test_a_refusal_says_what_is_wrong_and_what_to_do() -> None:
    for refusal, says in (
        (damaged("a\x1b.db", "event 3 of game 1 is lost"), "event 3 of game 1 is lost"),
        (newer("a\x1b.db", "event 3 of game 1"), "was written by a newer version of rummy-score"),
        (refused("a\x1b.db", Damage("it is not whole")), "it is not whole"),
        (refused("a\x1b.db", Newer("event 3")), "event 3 was written by a newer version"),
    ):
        assert isinstance(refusal, UnusableLedger)
        assert refusal.exit_code == 3
        assert says in str(refusal)
        assert "Nothing was written." in str(refusal)
        assert "\x1b" not in str(refusal)
    assert "Install the newest rummy-score" in str(newer("a.db", "event 3"))
    assert "rummy-score doctor" in str(damaged("a.db", "it is not whole"))
