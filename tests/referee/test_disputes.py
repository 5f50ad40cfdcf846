"""The answer to a disputed meld: the reason, what it counts, which house rule would say otherwise."""

import doctest

import pytest
from hypothesis import given, settings
from refereework import (
    ANY_DISPUTE,
    BASIC,
    DISPUTES,
    JOKER500,
    RUM500,
    SEQUENCE,
    TABLES,
    dispute,
    house,
)

from rummy_score.cards.cards import Kind, cards_text
from rummy_score.referee import disputes, melds, placing
from rummy_score.referee.alternatives import otherwise
from rummy_score.referee.disputes import Answer, rule_on
from rummy_score.rules.knobs import KNOBS
from rummy_score.rules.rules import Rules


def asked(rules: Rules, cards: str, **more) -> Answer:
    return rule_on(dispute(cards, **more), rules)


def told(answer: Answer) -> list[tuple[str, str]]:
    assert answer.stands == (not answer.problems) == (answer.meld is not None)
    assert (answer.points is not None) == answer.stands
    return [(rule, message) for rule, message in answer.problems]


@pytest.mark.parametrize("module", [disputes, melds, placing])
def test_the_examples_in_the_module_are_true(module):
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


# The verdict, the meld as it lies, the points of the cards played.


@pytest.mark.parametrize(
    ("rules", "cards", "meld", "points"),
    [
        # rules.md, sections 3 and 4.
        pytest.param(SEQUENCE, "8-10H", "8♥ 9♥ 10♥", 27, id="sequence-27"),
        pytest.param(SEQUENCE, "10-KC", "10♣ J♣ Q♣ K♣", 40, id="sequence-40"),
        pytest.param(RUM500, "AH KH QH", "Q♥ K♥ A♥", 35, id="rum500-A-K-Q"),
        pytest.param(RUM500, "3H 2H AH", "A♥ 2♥ 3♥", 6, id="rum500-3-2-A"),
        pytest.param(SEQUENCE, "5H 6H JK", "5♥ 6♥ JK=7♥", 18, id="joker-at-its-best"),
    ],
)
def test_a_meld_that_stands_is_shown_with_its_points(rules, cards, meld, points):
    answer = asked(rules, cards)
    assert told(answer) == []
    assert cards_text(answer.meld.cards) == cards_text(answer.cards) == meld
    assert answer.points == points
    assert answer.kind is Kind.RUN


def test_every_reading_is_told():
    answer = asked(SEQUENCE, "5H 6H JK")
    assert [cards_text(meld.cards) for meld in answer.readings] == ["5♥ 6♥ JK=7♥", "JK=4♥ 5♥ 6♥"]


def test_what_was_said_to_be_a_set_is_ruled_on_as_a_set():
    answer = asked(SEQUENCE, "5H JK JK", kind=Kind.SET)
    assert (answer.kind, answer.points) == (Kind.SET, 15)


def test_a_refusal_shows_the_cards_as_they_were_asked():
    answer = asked(BASIC, "QH KH AH")
    assert (cards_text(answer.cards), answer.meld, answer.points, answer.kind) == (
        "Q♥ K♥ A♥",
        None,
        None,
        Kind.RUN,
    )
    assert [rule for rule, _ in told(answer)] == ["ace"]


def test_where_the_kind_does_not_show_none_is_told():
    assert asked(BASIC, "QH KS AD").kind is None


# The cards that it must come from.

ANTON = "10S QS KS 8H 10H QH 4C 5C"
OPEN = "4C KD 7C QS"


@pytest.mark.parametrize(
    ("cards", "missing"),
    [
        # rules.md, section 3, erratum: neither run can be laid from Anton's cards.
        pytest.param("3-5C", "3♣", id="3-4-5-of-clubs"),
        pytest.param("10-KS", "J♠", id="10-to-K-of-spades"),
    ],
)
def test_the_cards_that_anton_lacks_are_named(cards, missing):
    answer = asked(SEQUENCE, cards, held=f"{ANTON} {OPEN}")
    assert told(answer) == [
        ("hand", f"{missing} is missing from the cards that it must come from.")
    ]
    assert list(otherwise(answer, SEQUENCE)) == []


@pytest.mark.parametrize(
    ("cards", "held", "expected"),
    [
        pytest.param("8-10H", "8H 9H 10H KS", [], id="all-there"),
        pytest.param("8-10H", "KS", ["8♥, 9♥ and 10♥ are missing"], id="none-there"),
        pytest.param("QH QH QS", "QH QS", ["Q♥ is missing"], id="a-second-copy-is-not-there"),
        pytest.param("QH QH QS", "QH QS QH", [], id="a-second-copy-is-there"),
        pytest.param("8H JK=9H 10H", "8H 10H JK", [], id="a-joker-that-was-said"),
        pytest.param("8H JK 10H", "8H 9H 10H", ["JK is missing"], id="a-joker-is-not-there"),
        pytest.param("8H JK 10H", "8H 10H JK=QS", [], id="a-joker-that-was-thought-to-be-another"),
    ],
)
def test_cards_must_come_from_those_held(cards, held, expected):
    messages = [message for _, message in told(asked(SEQUENCE, cards, held=held))]
    assert messages == [f"{missing} from the cards that it must come from." for missing in expected]


def test_every_problem_is_told_at_once():
    answer = asked(BASIC, "QH KH KH", held="QH KH")
    assert [rule for rule, _ in told(answer)] == ["run_min", "packs", "hand"]


# The cards seen.


@pytest.mark.parametrize(
    ("rules", "cards", "more", "expected"),
    [
        pytest.param(
            BASIC, "JD QD KD", {"seen": "KD"}, [("packs", "K♦ is there 2 times; the game has 1 (packs=1).")], id="seen"
        ),
        pytest.param(SEQUENCE, "JD QD KD", {"seen": "KD"}, [], id="seen-once-of-two"),
        pytest.param(
            SEQUENCE, "JD QD KD", {"seen": "KD KD"},
            [("packs", "K♦ is there 3 times; the game has 2 (packs=2).")], id="seen-twice-of-two",
        ),
        pytest.param(
            BASIC, "8H JK 10H", {}, [("jokers", "JK is there once; the game has none (jokers=0).")], id="no-jokers"
        ),
        pytest.param(
            SEQUENCE, "5H JK JK", {"seen": "JK=7S"},
            [("jokers", "JK is there 3 times; the game has 2 (jokers=2).")], id="too-many-jokers",
        ),
        pytest.param(
            BASIC, "JD", {"on": "8D 9D JK"}, [("jokers", "JK is there once; the game has none (jokers=0).")],
            id="no-jokers-where-it-lies",
        ),
        pytest.param(
            BASIC, "QD", {"on": "9-JD", "seen": "JD"}, [("packs", "J♦ is there 2 times; the game has 1 (packs=1).")],
            id="seen-where-it-lies",
        ),
        pytest.param(
            SEQUENCE, "10H JK QH", {"seen": "JH JH"},
            [("packs", "JK cannot be J♥: both are already down. Name another card.")], id="a-joker-has-no-card-left",
        ),
        pytest.param(JOKER500, "10H JK QH", {"seen": "JH"}, [], id="joker500-may-have-two-packs"),
        pytest.param(
            JOKER500.seated(4), "10H JK QH", {"seen": "JH"},
            [("packs", "JK cannot be J♥: it is already down. Name another card.")], id="joker500-of-four-has-one",
        ),
    ],
)  # fmt: skip
def test_no_card_is_there_more_often_than_the_packs_hold_it(rules, cards, more, expected):
    assert told(asked(rules, cards, **more)) == expected


# Lay-offs.


@pytest.mark.parametrize(
    ("rules", "on", "cards", "meld", "played", "points"),
    [
        pytest.param(RUM500, "9-JD", "QD", "9♦ 10♦ J♦ Q♦", "Q♦", 10, id="above"),
        pytest.param(RUM500, "9-QD", "KD", "9♦ 10♦ J♦ Q♦ K♦", "K♦", 10, id="the-king-after-it"),
        pytest.param(RUM500, "QSHC", "QD", "Q♠ Q♥ Q♣ Q♦", "Q♦", 10, id="onto-a-set"),
        # rules.md, section 3: 5 of clubs laid off is 5.
        pytest.param(SEQUENCE, "6-8C", "5C", "5♣ 6♣ 7♣ 8♣", "5♣", 5, id="below"),
        pytest.param(BASIC, "8-10H", "JH 7H", "7♥ 8♥ 9♥ 10♥ J♥", "7♥ J♥", 17, id="both-ends"),
        pytest.param(RUM500, "2-4H", "AH", "A♥ 2♥ 3♥ 4♥", "A♥", 1, id="a-low-ace"),
        pytest.param(RUM500, "JH QH KH", "AH", "J♥ Q♥ K♥ A♥", "A♥", 15, id="a-high-ace"),
        pytest.param(SEQUENCE, "2-4H", "AH", "A♥ 2♥ 3♥ 4♥", "A♥", 15, id="an-ace-in-a-run-no-longer-short"),
        pytest.param(SEQUENCE, "AH 2H 3H", "4H", "A♥ 2♥ 3♥ 4♥", "4♥", 4, id="the-ace-is-of-who-laid-it"),
        pytest.param(SEQUENCE, "8-10H", "JK", "8♥ 9♥ 10♥ JK=J♥", "JK=J♥", 10, id="a-joker-at-its-best"),
        pytest.param(SEQUENCE, "9D 10D JK", "QD", "9♦ 10♦ JK=J♦ Q♦", "Q♦", 10, id="after-a-joker"),
        pytest.param(SEQUENCE, "9D 10D JK", "8D", "8♦ 9♦ 10♦ JK=J♦", "8♦", 8, id="a-joker-that-lies-there"),
        pytest.param(SEQUENCE, "9D 10D JK=8D", "7D", "7♦ JK=8♦ 9♦ 10♦", "7♦", 7, id="the-joker-lies-where-it-was-said"),
        # The joker that lies there is the ace (15); the one that is played is the jack (10).
        pytest.param(
            house(RUM500, "jokers=2"), "QH KH JK=AH", "JK", "JK=J♥ Q♥ K♥ JK=A♥", "JK=J♥", 10, id="the-joker-played-now"
        ),
        pytest.param(JOKER500, "QH QS JK", "JK", "Q♥ Q♠ JK=Q JK=Q", "JK=Q", 15, id="a-joker-onto-a-joker"),
    ],
)  # fmt: skip
def test_a_lay_off_counts_only_the_cards_played(rules, on, cards, meld, played, points):
    answer = asked(rules, cards, on=on)
    assert told(answer) == []
    assert (cards_text(answer.meld.cards), cards_text(answer.cards), answer.points) == (
        meld,
        played,
        points,
    )


@pytest.mark.parametrize(
    ("rules", "on", "cards", "expected"),
    [
        pytest.param(
            BASIC, "9-JD", "KD", [("run_min", "K♦ is not next to J♦: Q♦ is missing. Add Q♦.")], id="a-gap"
        ),
        pytest.param(
            RUM500, "QSHC", "KD", [("set_min", "K♦: no queen. A set is of one rank: take out the others.")],
            id="a-king-onto-queens",
        ),
        pytest.param(
            BASIC, "9D JD", "QD",
            [("run_min", "9♦ J♦, which it is laid on, is no meld."),
             ("run_min", "2 cards: a run takes at least 3 (run_min=3)."),
             ("run_min", "J♦ is not next to 9♦: 10♦ is missing. Add 10♦.")], id="onto-no-meld",
        ),
    ],
)  # fmt: skip
def test_a_lay_off_that_does_not_fit_is_refused_with_the_reason(rules, on, cards, expected):
    assert told(asked(rules, cards, on=on)) == expected


def test_the_kind_that_is_said_is_that_of_the_meld_it_is_laid_on():
    run = asked(SEQUENCE, "8H", on="5H JK JK", kind=Kind.RUN)
    assert cards_text(run.meld.cards) == "5♥ JK=6♥ JK=7♥ 8♥"
    assert not asked(SEQUENCE, "8H", on="5H JK JK", kind=Kind.SET).stands


# What would keep a play that stands from being the first.


@pytest.mark.parametrize(
    ("rules", "cards", "on", "notes"),
    [
        pytest.param(SEQUENCE, "8-10H", "", [], id="a-run"),
        pytest.param(
            SEQUENCE, "QHSD", "", ["Not as a player's first meld, which must be a run (first_meld=run)."], id="a-set"
        ),
        pytest.param(BASIC, "QHSD", "", [], id="a-set-where-any-meld-may-be-first"),
        pytest.param(
            house(RUM500, "first_meld=36"), "QH KH AH", "",
            ["Not alone as a player's first meld, which must reach 36 points (first_meld=36)."], id="35-of-36",
        ),
        pytest.param(house(RUM500, "first_meld=35"), "QH KH AH", "", [], id="35-of-35"),
        pytest.param(SEQUENCE, "JH", "8-10H", ["Only after a meld of one's own (layoff_first=no)."], id="a-lay-off"),
        pytest.param(BASIC, "JH", "8-10H", [], id="a-lay-off-where-it-may-be-first"),
        pytest.param(SEQUENCE, "QH", "8-10H", [], id="nothing-about-what-does-not-stand"),
    ],
)  # fmt: skip
def test_what_a_player_must_have_laid_before_is_noted(rules, cards, on, notes):
    assert list(asked(rules, cards, on=on).notes) == notes


@settings(max_examples=300, deadline=None)
@given(ANY_DISPUTE | DISPUTES, TABLES)
def test_any_cards_at_all_get_an_answer(disputed, rules):
    answer = rule_on(disputed, rules)
    assert (
        answer.stands
        == (not answer.problems)
        == (answer.meld is not None)
        == (answer.points is not None)
    )
    assert all(rule in KNOBS and message for rule, message in answer.problems)
    assert len(answer.cards) == len(disputed.play.cards)
    if answer.stands:
        assert len(answer.meld.cards) == len(disputed.play.cards) + len(disputed.on)
        assert answer.meld == answer.readings[0]


def test_a_joker_that_lies_on_the_table_keeps_its_best_reading_and_that_is_told():
    # 7♣ 8♣ and a joker: the joker was laid as 9♣, the reading worth the most, so that 9♣ fits no
    # more.
    rules = house(BASIC, "jokers=1")
    refused = asked(rules, "9C", on="7C 8C JK")
    assert not refused.stands
    laid = asked(rules, "6C", on="7C 8C JK")
    assert cards_text(laid.meld.cards) == "6♣ 7♣ 8♣ JK=9♣"
    for answer in (refused, laid):
        assert answer.notes == (
            "On the table 7♣ 8♣ JK is read as 7♣ 8♣ JK=9♣; name a joker like JK=KH.",
        )
    assert asked(rules, "6C", on="7C 8C JK=9C").notes == ()
