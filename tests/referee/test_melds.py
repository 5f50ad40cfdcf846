"""Runs and sets: what stands, what jokers stand for, points, lay-offs; checked against a plain oracle too."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise, product
from random import Random
from typing import NamedTuple

import pytest

from rummy_score.cards.cards import (
    JOKER,
    PACK,
    PACK_FACES,
    RANKS,
    SUITS,
    Card,
    Kind,
    Rank,
    Suit,
    cards_text,
)
from rummy_score.cards.notation import parse_cards
from rummy_score.referee.melds import (
    NOTHING_DOWN,
    Down,
    Meld,
    Verdict,
    card_points,
    judge,
    lay_off,
    meld_points,
    place_within,
)
from rummy_score.rules.knobs import KNOBS, with_house_rules
from rummy_score.rules.rules import FACE, Ace, LowAce, Rules, always
from rummy_score.rules.variants import VARIANTS

BASIC, SEQUENCE, RUM500, JOKER500 = (
    VARIANTS[name].rules for name in ("basic", "sequence", "rum500", "joker500")
)


def house(rules: Rules, text: str) -> Rules:
    return with_house_rules(rules, [rule.split("=") for rule in text.split()])


def ruled(cards: str, rules: Rules, kind: Kind | None = None, down: str = "") -> Verdict:
    return judge(parse_cards(cards), rules, kind, counted(down))


def counted(down: str) -> Counter[Card]:
    """Cards on the table: ``QH QH JK=Q`` is the queen of hearts twice and a joker of open suit."""
    return Counter(card.value for card in parse_cards(down)) if down else Counter()


def readings(verdict: Verdict) -> list[str]:
    return [cards_text(meld.cards) for meld in verdict.readings]


def broken(verdict: Verdict) -> list[str]:
    assert bool(verdict.problems) != bool(verdict.readings)
    return [problem.rule for problem in verdict.problems]


def points(cards: str, rules: Rules, kind: Kind | None = None) -> int:
    meld = ruled(cards, rules, kind).meld
    assert meld is not None
    return meld_points(meld, rules)


# Runs of natural cards.

A_2_3, Q_K_A, K_A_2, TWO_A_K = "AS 2S 3S", "QS KS AS", "KS AS 2S", "2S AS KS"


@pytest.mark.parametrize("cards", [A_2_3, Q_K_A, K_A_2, TWO_A_K])
@pytest.mark.parametrize(
    ("ace", "stand"),
    [
        pytest.param("low", {A_2_3}, id="low"),
        pytest.param("high", {Q_K_A}, id="high"),
        pytest.param("both", {A_2_3, Q_K_A}, id="both"),
        pytest.param("corner", {A_2_3, Q_K_A, K_A_2, TWO_A_K}, id="corner"),
    ],
)
def test_an_ace_stands_in_a_run_where_the_knob_lets_it(ace, stand, cards):
    assert broken(ruled(cards, house(BASIC, f"ace={ace}"))) == ([] if cards in stand else ["ace"])


@pytest.mark.parametrize(
    ("ace", "runs", "worth"),
    [
        # 2 to 10 are 54, the court cards 30; the ace is 1 below the 2 and 15 above the king.
        pytest.param("low", 1, 85, id="low"),
        pytest.param("high", 1, 99, id="high"),
        pytest.param("both", 2, 99, id="both"),
        pytest.param("corner", 13, 99, id="corner"),
    ],
)
def test_a_whole_suit_is_a_run_of_thirteen(ace, runs, worth):
    rules = house(RUM500, f"ace={ace}")
    verdict = ruled("A-KH", rules)
    assert len(verdict.readings) == runs
    assert meld_points(verdict.readings[0], rules) == worth


@pytest.mark.parametrize(
    ("ace", "problems"),
    [
        pytest.param("low", ["ace"], id="low"),
        pytest.param("high", ["ace"], id="high"),
        pytest.param("both", [], id="both"),
        pytest.param("corner", [], id="corner"),
    ],
)
def test_an_ace_at_either_end_makes_a_run_of_fourteen(ace, problems):
    rules = house(RUM500, f"ace={ace} packs=2")
    verdict = ruled("A-KH AH", rules)
    assert broken(verdict) == problems
    assert readings(verdict) == ([] if problems else ["A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥"])
    assert [meld_points(meld, rules) for meld in verdict.readings] == (
        [] if problems else [1 + 54 + 30 + 15]
    )


def test_no_run_of_fourteen_has_another_card_twice():
    assert broken(ruled("A-KH KH", house(RUM500, "ace=corner packs=2"))) == ["run_min"]


@pytest.mark.parametrize(
    "cards", [pytest.param("4C KC QC", id="4-K-Q"), pytest.param("7S 6S JS AS", id="7-6-J-A")]
)
@pytest.mark.parametrize("ace", Ace)
def test_what_the_source_calls_no_run_is_none_wherever_the_ace_stands(cards, ace):
    # rules.md, section 1.
    verdict = ruled(cards, house(BASIC, f"ace={ace}"))
    assert set(broken(verdict)) == {"run_min"}
    assert all("missing" in problem.message for problem in verdict.problems)


@pytest.mark.parametrize(
    ("cards", "rules", "problems"),
    [
        pytest.param("8-10H", BASIC, [], id="three"),
        pytest.param("10H 8H 9H", BASIC, [], id="in-any-order"),
        pytest.param("AH 2-10H", BASIC, [], id="ten-cards"),
        pytest.param("AH 2-JH", BASIC, ["run_max"], id="eleven-cards"),
        pytest.param("AH 2-JH", house(BASIC, "run_max=11"), [], id="eleven-cards-where-they-may"),
        pytest.param("8H 9H", BASIC, ["run_min"], id="two-cards"),
        pytest.param("8H 9H", house(BASIC, "run_min=2"), [], id="two-cards-where-they-may"),
        pytest.param(
            "8-10H", house(BASIC, "run_min=4"), ["run_min"], id="three-cards-where-four-are-due"
        ),
        pytest.param("8-10H JS", BASIC, ["run_min", "set_min"], id="two-suits"),
        pytest.param("8-10H 9H", SEQUENCE, ["run_min"], id="a-card-twice"),
    ],
)
def test_a_run_is_cards_of_one_suit_in_unbroken_order(cards, rules, problems):
    assert broken(ruled(cards, rules)) == problems


# Sets of natural cards.


@pytest.mark.parametrize(
    ("cards", "rules", "problems"),
    [
        pytest.param("QHSD", BASIC, [], id="three"),
        pytest.param("QHSDC", BASIC, [], id="four"),
        pytest.param("QH QS", BASIC, ["set_min"], id="two"),
        pytest.param("QH QS", house(BASIC, "set_min=2"), [], id="two-where-they-may"),
        pytest.param("QHSD", house(BASIC, "set_min=4"), ["set_min"], id="three-where-four-are-due"),
        pytest.param("QH QH QS", BASIC, ["set_same_suit"], id="a-suit-twice-in-basic"),
        pytest.param("QH QH QS", SEQUENCE, [], id="a-suit-twice-in-sequence"),
        pytest.param("QH QH QS QS", SEQUENCE, [], id="two-suits-twice-in-sequence"),
        pytest.param("QHSDC QH", SEQUENCE, ["set_max"], id="five-in-sequence"),
        pytest.param("QHSDC QH", BASIC, ["set_max", "set_same_suit"], id="five-in-basic"),
        pytest.param("QHSDC QHSDC", VARIANTS["double"].rules, [], id="eight-in-double"),
        pytest.param(
            "QHSDC QH",
            VARIANTS["joker500"].rules,
            ["set_max", "set_same_suit"],
            id="five-in-joker500",
        ),
    ],
)
def test_a_set_is_cards_of_one_rank(cards, rules, problems):
    assert broken(ruled(cards, rules)) == problems


def test_mixed_ranks_are_no_set():
    assert broken(ruled("QH QS KD", BASIC, Kind.SET)) == ["set_min"]
    assert {problem.message[:8] for problem in ruled("QH QS KD", BASIC).problems} == {
        "As a run",
        "As a set",
    }


def test_a_kind_that_is_said_is_the_only_one_judged():
    assert broken(ruled("8-10H", BASIC, Kind.SET)) == ["set_min"]
    assert broken(ruled("QHSD", BASIC, Kind.RUN)) == ["run_min"]
    assert ruled("QHSD", BASIC, Kind.SET).attempted is Kind.SET


# Points.


@pytest.mark.parametrize(
    ("cards", "rules", "worth"),
    [
        # rules.md, section 3: 8-9-10 of hearts is 27, 10-J-Q-K of clubs is 40.
        pytest.param("8-10H", SEQUENCE, 27, id="sequence-8-9-10"),
        pytest.param("10-KC", SEQUENCE, 40, id="sequence-10-J-Q-K"),
        # Section 3: an ace in a run of not over three cards counts 1, else 15.
        pytest.param("AH 2H 3H", SEQUENCE, 1 + 2 + 3, id="sequence-A-2-3"),
        pytest.param("AH 2H 3H 4H", SEQUENCE, 15 + 2 + 3 + 4, id="sequence-A-2-3-4"),
        pytest.param(
            "QH KH AH",
            SEQUENCE._replace(ace=Ace.HIGH),
            10 + 10 + 1,
            id="short-run-wherever-the-ace-stands",
        ),
        pytest.param("AH AS AD", SEQUENCE, 45, id="sequence-three-aces"),
        # Section 4: an ace is 15 but 1 where it stands below the 2.
        pytest.param("QH KH AH", RUM500, 35, id="rum500-A-K-Q"),
        pytest.param("AH 2H 3H", RUM500, 6, id="rum500-A-2-3"),
        pytest.param("AH 2H 3H 4H", RUM500, 10, id="rum500-A-2-3-4"),
        pytest.param("AH AS AD", RUM500, 45, id="rum500-three-aces"),
        pytest.param(
            "KH AH 2H",
            RUM500._replace(ace=Ace.CORNER),
            10 + 1 + 2,
            id="K-A-2-has-the-ace-below-the-2",
        ),
        pytest.param("AH AS AD", BASIC, 3, id="basic-three-aces"),
        pytest.param("2-4H", house(BASIC, "pip_points=2-9:5"), 15, id="pips-by-rank"),
        # A joker counts as the card that it stands for (section 3), or 15 in joker500.
        pytest.param("8H JK 10H", SEQUENCE, 27, id="joker-as-its-card"),
        pytest.param("8H JK 10H", JOKER500, 8 + 15 + 10, id="joker-as-a-number"),
        pytest.param("JK=AH 2H 3H", house(RUM500, "jokers=2"), 6, id="joker-as-a-low-ace"),
        pytest.param(
            "AH JK=2H 3H", house(RUM500, "jokers=2"), 6, id="ace-below-a-joker-that-is-a-2"
        ),
        pytest.param("QH KH JK=AH", house(RUM500, "jokers=2"), 35, id="joker-as-a-high-ace"),
        pytest.param("JK=AH 2H 3H", JOKER500, 15 + 2 + 3, id="joker-as-a-low-ace-by-number"),
        pytest.param("AH JK=2H 3H", JOKER500, 1 + 15 + 3, id="ace-below-a-joker-by-number"),
        pytest.param("QH QS JK", JOKER500, 35, id="joker-in-a-set-by-number"),
        pytest.param("QH QS JK", SEQUENCE, 30, id="joker-in-a-set"),
        pytest.param(
            "7S=7S 8S 9S",
            house(JOKER500, "wild=7S"),
            24,
            id="named-wild-card-as-itself-is-no-joker",
        ),
    ],
)
def test_a_meld_counts_what_the_source_says(cards, rules, worth):
    assert points(cards, rules) == worth


def test_each_card_counts_where_it_stands():
    meld = ruled("AH 2H JK=3H", JOKER500).meld
    assert card_points(meld, JOKER500) == (1, 2, 15)


@pytest.mark.parametrize(
    ("rules", "worth"),
    [pytest.param(SEQUENCE, (25, 5), id="held"), pytest.param(JOKER500, (15, 5), id="by-number")],
)
def test_an_unnamed_joker_of_an_agreed_meld_counts_what_can_be_known(rules, worth):
    assert card_points(Meld(None, (JOKER, Card(Rank.FIVE, Suit.HEARTS))), rules) == worth


def test_an_ace_of_an_agreed_meld_is_not_below_a_2():
    assert card_points(Meld(None, parse_cards("AH 2H 9S")), RUM500) == (15, 2, 9)


# Jokers: every reading, the best taken.


@pytest.mark.parametrize(
    ("cards", "rules", "expected"),
    [
        pytest.param("8H JK 10H", SEQUENCE, ["8♥ JK=9♥ 10♥"], id="one-gap"),
        pytest.param("5H 6H JK", SEQUENCE, ["5♥ 6♥ JK=7♥", "JK=4♥ 5♥ 6♥"], id="either-end-the-higher-first"),
        pytest.param("QH KH JK", SEQUENCE, ["JK=J♥ Q♥ K♥"], id="ace-low"),
        pytest.param("QH KH JK", house(RUM500, "jokers=2"), ["Q♥ K♥ JK=A♥", "JK=J♥ Q♥ K♥"], id="ace-both"),
        pytest.param("AH 2H JK", house(RUM500, "jokers=2"), ["A♥ 2♥ JK=3♥"], id="nothing-below-a-low-ace"),
        pytest.param(
            "AH 2H JK", house(RUM500, "jokers=2 ace=corner"), ["JK=K♥ A♥ 2♥", "A♥ 2♥ JK=3♥"], id="around-the-corner"
        ),
        pytest.param(
            "5H JK JK", SEQUENCE,
            ["5♥ JK=6♥ JK=7♥", "JK=4♥ 5♥ JK=6♥", "5♥ JK=5 JK=5", "JK=3♥ JK=4♥ 5♥"],
            id="runs-and-a-set",
        ),
        pytest.param("8H JK=9H 10H", SEQUENCE, ["8♥ JK=9♥ 10♥"], id="said"),
        pytest.param("8H JK=9 10H", SEQUENCE, ["8♥ JK=9♥ 10♥"], id="said-by-its-rank"),
        pytest.param("5H 6H JK=4H", SEQUENCE, ["JK=4♥ 5♥ 6♥"], id="said-though-worth-less"),
        pytest.param("5H 6H JK=9H", SEQUENCE, [], id="said-and-does-not-fit"),
        pytest.param("5H JK=5H JK=5H", SEQUENCE, [], id="said-more-often-than-two-packs-hold"),
    ],
)  # fmt: skip
def test_a_joker_is_read_in_every_legal_way_the_best_first(cards, rules, expected):
    found = ruled(cards, rules)
    worth = [meld_points(meld, rules) for meld in found.readings]
    assert sorted(readings(found)) == sorted(expected)
    assert readings(found)[:1] == expected[:1]
    assert worth == sorted(worth, reverse=True)


@pytest.mark.parametrize(
    ("kind", "best", "worth"),
    [
        # 5+6+7 is worth more than three fives; "as set" settles it.
        pytest.param(None, "5♥ JK=6♥ JK=7♥", 18, id="unsaid"),
        pytest.param(Kind.RUN, "5♥ JK=6♥ JK=7♥", 18, id="as-run"),
        pytest.param(Kind.SET, "5♥ JK=5 JK=5", 15, id="as-set"),
    ],
)
def test_as_run_and_as_set_settle_what_jokers_leave_open(kind, best, worth):
    verdict = ruled("5H JK JK", SEQUENCE, kind)
    assert readings(verdict)[0] == best
    assert meld_points(verdict.meld, SEQUENCE) == worth
    assert {meld.kind for meld in verdict.readings} == ({kind} if kind else {Kind.RUN, Kind.SET})


@pytest.mark.parametrize(
    ("cards", "knobs", "kind", "problems"),
    [
        pytest.param("5H JK JK", "naturals_min=1", None, [], id="one-natural-is-enough"),
        pytest.param(
            "5H JK JK", "naturals_min=2", None, ["naturals_min"], id="two-naturals-are-due"
        ),
        pytest.param("JK JK JK", "jokers=3", None, ["naturals_min"], id="jokers-alone"),
        pytest.param(
            "JK JK JK", "jokers=3 naturals_min=0", None, [], id="jokers-alone-where-they-may"
        ),
        pytest.param("5H JK JK", "jokers_max=2", None, [], id="two-jokers-may"),
        pytest.param("5H JK JK", "jokers_max=1", None, ["jokers_max"], id="two-jokers-may-not"),
        pytest.param("5H 6H JK", "jokers_max=0", None, ["jokers_max"], id="no-joker-may"),
        pytest.param("5H 6H 7H", "jokers_max=0", None, [], id="no-joker-is-there"),
        pytest.param("5H JK=6H 7H", "jokers_max=0", None, ["jokers_max"], id="a-said-joker-is-one"),
        pytest.param("5H JK JK 8H", "jokers_adjacent=yes", None, [], id="side-by-side"),
        pytest.param(
            "5H JK JK 8H",
            "jokers_adjacent=no",
            None,
            ["jokers_adjacent"],
            id="side-by-side-may-not",
        ),
        pytest.param("5H JK 7H JK", "jokers_adjacent=no", None, [], id="apart"),
        pytest.param("5H JK JK", "jokers_adjacent=no", Kind.RUN, [], id="one-on-either-side"),
        pytest.param("5H JK JK", "jokers_adjacent=no", Kind.SET, [], id="a-set-has-no-sides"),
        pytest.param(
            "5H JK JK",
            "naturals_min=2 jokers_max=1",
            Kind.SET,
            ["naturals_min", "jokers_max"],
            id="both-limits",
        ),
        pytest.param(
            "5H 9H JK JK", "jokers_max=1", None, ["run_min", "jokers_max"], id="a-gap-and-a-limit"
        ),
        pytest.param(
            "5H 9S JK JK",
            "naturals_min=3",
            Kind.RUN,
            ["run_min", "naturals_min"],
            id="suits-and-a-limit",
        ),
    ],
)
def test_limits_on_jokers_are_kept(cards, knobs, kind, problems):
    assert broken(ruled(cards, house(SEQUENCE, knobs), kind)) == problems


@pytest.mark.parametrize(
    ("cards", "knobs", "told"),
    [
        pytest.param(
            "5H JK JK",
            "naturals_min=2",
            "1 natural card: a meld needs 2 (naturals_min=2).",
            id="one-natural",
        ),
        pytest.param(
            "JK JK",
            "naturals_min=2 set_min=2",
            "0 natural cards: a meld needs 2 (naturals_min=2).",
            id="none",
        ),
        pytest.param(
            "5H 5S JK",
            "jokers_max=0",
            "1 joker: a meld takes at most 0 (jokers_max=0).",
            id="one-joker",
        ),
        pytest.param(
            "5H JK JK",
            "jokers_max=1",
            "2 jokers: a meld takes at most 1 (jokers_max=1).",
            id="two-jokers",
        ),
    ],
)
def test_a_limit_on_jokers_is_told_with_what_is_there(cards, knobs, told):
    assert [
        problem.message for problem in ruled(cards, house(SEQUENCE, knobs), Kind.SET).problems
    ] == [told]


def test_a_limit_on_jokers_leaves_the_readings_that_keep_it():
    rules = house(SEQUENCE, "jokers_adjacent=no")
    assert readings(ruled("5H JK JK", rules, Kind.RUN)) == ["JK=4♥ 5♥ JK=6♥"]


@pytest.mark.parametrize(
    ("cards", "knobs", "expected"),
    [
        pytest.param("7S 8S 9S", "wild=7S", ["7♠ 8♠ 9♠", "8♠ 9♠ 7♠=10♠"], id="itself-or-another"),
        pytest.param("7S=7S 8S 9S", "wild=7S", ["7♠ 8♠ 9♠"], id="said-to-be-itself"),
        pytest.param("7S=10S 8S 9S", "wild=7S", ["8♠ 9♠ 7♠=10♠"], id="said-to-be-another"),
        pytest.param("7S QH QS", "wild=7S", ["Q♥ Q♠ 7♠=Q"], id="in-a-set-of-another-rank"),
        pytest.param("7S 7H 7D", "wild=7S", ["7♥ 7♦ 7♠"], id="in-a-set-of-its-rank-it-is-itself"),
        pytest.param("7S 7S 8S 9S", "wild=7S", ["7♠ 8♠ 9♠ 7♠=10♠", "7♠=6♠ 7♠ 8♠ 9♠", "8♠ 9♠ 7♠=10♠ 7♠=J♠"],
                     id="both-sevens-of-spades"),
        pytest.param("2S 3H 4H", "wild=2", ["3♥ 4♥ 2♠=5♥", "2♠=2♥ 3♥ 4♥"], id="a-named-rank"),
        pytest.param("2H 3H 4H", "wild=2", ["2♥ 3♥ 4♥", "3♥ 4♥ 2♥=5♥"], id="a-named-rank-as-itself-or-another"),
        pytest.param("7H 8H 9H", "wild=7S", ["7♥ 8♥ 9♥"], id="another-seven-is-none"),
    ],
)  # fmt: skip
def test_a_card_named_as_a_joker_is_itself_or_any_other(cards, knobs, expected):
    rules = house(SEQUENCE, f"jokers=0 {knobs}")
    assert sorted(readings(ruled(cards, rules))) == sorted(expected)


@pytest.mark.parametrize(
    ("cards", "problems"),
    [
        pytest.param("7S=7S 8S 9S", [], id="three-naturals"),
        pytest.param("7S 8S 9S", [], id="itself-is-the-only-reading-left"),
        pytest.param("7S=10S 8S 9S", ["naturals_min"], id="two-naturals"),
    ],
)
def test_a_card_named_as_a_joker_is_natural_as_itself(cards, problems):
    verdict = ruled(cards, house(SEQUENCE, "jokers=0 wild=7S naturals_min=3"))
    assert broken(verdict) == problems
    assert readings(verdict) == ([] if problems else ["7♠ 8♠ 9♠"])


def test_a_card_that_is_no_joker_stands_for_nothing_else():
    verdict = ruled("7H=10S 8S 9S", BASIC)
    assert [(rule, message) for rule, message in verdict.problems] == [
        ("wild", "7♥ is no joker here, so it cannot stand for 10♠ (wild).")
    ]


def test_every_card_is_kept_where_a_run_has_its_wild_ace_at_both_ends():
    rules = house(JOKER500, "wild=AS")
    for meld in ruled("AS 2-KS JK", rules).readings:
        assert Counter(card.face for card in meld.cards) == Counter(parse_cards("AS 2-KS JK"))


def test_where_an_ace_and_a_joker_are_at_the_ends_of_a_suit_the_better_end_is_taken():
    # Joker 15; the ace 15 above the king, 1 below the 2; 2 to 10 are 54, court cards 30.
    rules = house(JOKER500, "packs=2")
    assert [meld_points(meld, rules) for meld in ruled("A-KH JK", rules).readings] == [
        15 + 54 + 30 + 15,
        1 + 99,
    ]


# Jokers cannot be cards that are all down.


@pytest.mark.parametrize(
    ("cards", "packs", "down", "problems"),
    [
        # rules.md, section 3: where both jacks of hearts lie on the table, a joker cannot be one.
        pytest.param("10H JK QH", 2, "JH JH", ["packs"], id="both-are-down"),
        pytest.param("10H JK QH", 2, "JH", [], id="one-of-two-is-down"),
        pytest.param("10H JK QH", 2, "JH JK=JH", ["packs"], id="one-is-down-as-a-joker"),
        pytest.param("10H JK QH", 1, "JH", ["packs"], id="the-only-one-is-down"),
        pytest.param("10H JK QH", 1, "JS", [], id="another-suit-is-down"),
        pytest.param("10H JK=JH QH", 1, "JH", ["packs"], id="said"),
        pytest.param("QH QS JK=QH", 1, "", ["packs"], id="in-the-same-set"),
        pytest.param("QH QS JK=QH", 2, "", [], id="in-the-same-set-of-two-packs"),
        pytest.param("QH QS JK", 1, "QD QC", ["packs"], id="no-suit-is-left"),
        pytest.param("QH QS JK", 1, "QD", [], id="a-suit-is-left"),
        pytest.param("QH QS JK", 1, "QD JK=QC", ["packs"], id="the-last-suit-is-a-joker"),
        pytest.param(
            "QH QS JK", 1, "QD JK=Q", ["packs"], id="the-last-suit-is-a-joker-of-open-suit"
        ),
        pytest.param(
            "JH JK KH",
            1,
            "QS QD JK=Q QC",
            ["packs"],
            id="a-joker-of-open-suit-is-the-only-one-left",
        ),
        pytest.param("JH JK KH", 1, "QS QD JK=Q", [], id="a-joker-of-open-suit-may-be-another"),
        pytest.param("QH JK JK", 1, "QD QS", ["packs"], id="two-jokers-for-one-card"),
        pytest.param("QH JK JK", 2, "QD QD QS QS QC", [], id="two-jokers-for-two-cards"),
    ],
)
def test_a_joker_cannot_be_a_card_of_which_all_copies_are_down(cards, packs, down, problems):
    rules = house(SEQUENCE, f"packs={packs} run_max=3")
    kind = Kind.SET if cards.startswith("QH") else Kind.RUN
    assert sorted(set(broken(ruled(cards, rules, kind, down)))) == problems


def test_where_suits_differ_jokers_elsewhere_may_be_of_a_suit_that_lies_here():
    # Two packs: a queen of spades and of hearts are left besides those that lie here.
    verdict = ruled("QH QS JK", house(SEQUENCE, "set_same_suit=no"), Kind.SET, "JK=Q JK=Q")
    assert readings(verdict) == ["Q♥ Q♠ JK=Q"]


def test_a_refused_joker_is_told_what_it_cannot_be():
    rules = house(SEQUENCE, "packs=1")
    both = ruled("10H JK QH", SEQUENCE, None, "JH JH")
    one = ruled("10H JK QH", rules, None, "JH")
    none_left = ruled("QH QS JK", rules, Kind.SET, "QD QC")
    assert [verdict.problems[0].message for verdict in (both, one, none_left)] == [
        "JK cannot be J♥: both are already down. Name another card.",
        "JK cannot be J♥: it is already down. Name another card.",
        "JK cannot be Q: every Q that fits is already down.",
    ]


@pytest.mark.parametrize(
    ("cards", "down", "expected"),
    [
        pytest.param("QH QS JK", "", "Q♥ Q♠ JK=Q", id="two-suits-left"),
        pytest.param("QH QS QD JK", "", "Q♥ Q♠ Q♦ JK=Q♣", id="one-suit-left"),
        pytest.param("QH QS JK", "QD", "Q♥ Q♠ JK=Q♣", id="one-suit-left-not-down"),
        pytest.param("QH JK JK", "", "Q♥ JK=Q JK=Q", id="two-jokers-of-three-suits"),
        pytest.param("QH QS JK=QC", "", "Q♥ Q♠ JK=Q♣", id="said"),
    ],
)
def test_the_suit_of_a_joker_in_a_set_is_open_unless_one_is_left(cards, down, expected):
    verdict = ruled(cards, house(BASIC, "jokers=2"), Kind.SET, down)
    assert readings(verdict) == [expected]


def test_where_a_suit_may_come_twice_the_suit_of_a_joker_stays_open():
    assert readings(ruled("QH QS QD JK", SEQUENCE)) == ["Q♥ Q♠ Q♦ JK=Q"]


# Lay-offs.


def laid_off(meld: str, cards: str, rules: Rules, down: str = "") -> Verdict:
    base = ruled(meld, rules).meld
    assert base is not None
    return lay_off(base, parse_cards(cards), rules, counted(down))


@pytest.mark.parametrize(
    ("meld", "cards", "rules", "expected"),
    [
        pytest.param("8-10H", "7H", BASIC, "7♥ 8♥ 9♥ 10♥", id="below"),
        pytest.param("8-10H", "JH", BASIC, "8♥ 9♥ 10♥ J♥", id="above"),
        pytest.param("8-10H", "JH 7H", BASIC, "7♥ 8♥ 9♥ 10♥ J♥", id="both-ends"),
        pytest.param(
            "8-10H", "6H QH 7H JH", BASIC, "6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥", id="chained-on-both-ends"
        ),
        pytest.param("QHSD", "QC", BASIC, "Q♥ Q♠ Q♦ Q♣", id="onto-a-set"),
        pytest.param("QHSD", "QH", SEQUENCE, "Q♥ Q♠ Q♦ Q♥", id="onto-a-set-a-suit-twice"),
        # rules.md, section 4: the queen of diamonds fits the run of diamonds, and then the king
        # fits it.
        pytest.param("9-JD", "QD", RUM500, "9♦ 10♦ J♦ Q♦", id="queen-onto-the-run"),
        pytest.param("9-QD", "KD", RUM500, "9♦ 10♦ J♦ Q♦ K♦", id="king-after-it"),
        pytest.param("QSHC", "QD", RUM500, "Q♠ Q♥ Q♣ Q♦", id="queen-onto-the-set"),
        pytest.param("JH QH KH", "AH", RUM500, "J♥ Q♥ K♥ A♥", id="ace-above-the-king"),
        pytest.param("2-4H", "AH", RUM500, "A♥ 2♥ 3♥ 4♥", id="ace-below-the-2"),
        pytest.param(
            "2-4H", "AH KH", house(RUM500, "ace=corner"), "K♥ A♥ 2♥ 3♥ 4♥", id="around-the-corner"
        ),
        pytest.param("8-10H", "JK", SEQUENCE, "8♥ 9♥ 10♥ JK=J♥", id="a-joker-at-its-best"),
        pytest.param("JH QH KH", "JK", SEQUENCE, "JK=10♥ J♥ Q♥ K♥", id="a-joker-where-it-can-be"),
        pytest.param("8-10H", "JK=7H", SEQUENCE, "JK=7♥ 8♥ 9♥ 10♥", id="a-joker-said"),
        pytest.param(
            "8-10H", "QH JK", SEQUENCE, "8♥ 9♥ 10♥ JK=J♥ Q♥", id="a-joker-and-the-card-beyond-it"
        ),
        pytest.param(
            "QHSD",
            "JK",
            BASIC._replace(jokers=always(2)),
            "Q♥ Q♠ Q♦ JK=Q♣",
            id="a-joker-onto-a-set",
        ),
        pytest.param("8H 9H JK", "JH", SEQUENCE, "8♥ 9♥ JK=10♥ J♥", id="after-a-joker"),
        pytest.param(
            "QH QS JK",
            "QD",
            BASIC._replace(jokers=always(2)),
            "Q♥ Q♠ JK=Q Q♦",
            id="beside-an-open-joker",
        ),
        pytest.param(
            "8-10S", "7S", house(SEQUENCE, "wild=7S"), "8♠ 9♠ 10♠ 7♠=J♠", id="a-named-wild-card"
        ),
    ],
)
def test_a_card_is_laid_off_where_it_makes_the_meld_longer(meld, cards, rules, expected):
    assert readings(laid_off(meld, cards, rules))[:1] == [expected]


@pytest.mark.parametrize(
    ("meld", "cards", "rules", "problems", "told"),
    [
        pytest.param("8-10H", "6H", BASIC, ["run_min"], "8♥ is not next to 6♥: 7♥ is missing", id="a-gap"),
        pytest.param("8-10H", "9H", BASIC, ["run_min"], "9♥: there more than once", id="there-already"),
        pytest.param("8-10H", "JS", BASIC, ["run_min"], "J♠: not of hearts", id="another-suit"),
        pytest.param("QSHC", "KD", RUM500, ["set_min"], "K♦: no queen", id="a-king-onto-queens"),
        # rules.md, section 4: once the queen lies on the set, nobody may lay the king.
        pytest.param("QSHC QD", "KD", RUM500, ["set_max", "set_min"], "K♦: no queen", id="a-king-onto-four-queens"),
        pytest.param("QSHCD", "QD", SEQUENCE, ["set_max"], "5 cards", id="a-fifth-card"),
        pytest.param("QSHC", "QH", BASIC, ["set_same_suit"], "Q♥: there more than once", id="a-suit-twice"),
        pytest.param("JH QH KH", "AH", BASIC, ["ace"], "the ace is low here", id="ace-above-the-king"),
        pytest.param("2-4H", "AH", house(BASIC, "ace=high"), ["ace"], "the ace is high here", id="ace-below-the-2"),
        pytest.param("QH KH AH", "2H", RUM500, ["ace"], "K♥ A♥ 2♥ does not turn the corner", id="2-above-the-ace"),
        pytest.param("AH 2H 3H", "KH", RUM500, ["ace"], "K♥ A♥ 2♥ does not turn the corner", id="king-below-the-ace"),
        pytest.param("AH 2-10H", "JH", BASIC, ["run_max"], "11 cards", id="longer-than-a-run-may-be"),
        pytest.param("8H 9H JK", "10H", SEQUENCE, ["run_min"], "10♥: there more than once", id="a-joker-is-10-already"),
        pytest.param("8H 9H JK=7H", "7H", SEQUENCE, ["run_min"], "7♥: there more than once", id="a-joker-is-7-already"),
        pytest.param("8H 9H JK", "JK", house(SEQUENCE, "jokers_max=1"), ["jokers_max"], "2 jokers", id="a-joker-more"),
        pytest.param(
            "8H 9H JK", "JK=JH", house(SEQUENCE, "jokers_adjacent=no"), ["jokers_adjacent"],
            "JK=10♥ and JK=J♥ stand side by side", id="beside-a-joker",
        ),
        pytest.param(
            "QH QS QD JK", "QC", BASIC._replace(jokers=always(1), set_max=8), ["set_same_suit"],
            "Q♣: there more than once", id="a-joker-has-the-last-suit",
        ),
    ],
)  # fmt: skip
def test_a_card_that_does_not_make_the_meld_longer_is_refused(meld, cards, rules, problems, told):
    verdict = laid_off(meld, cards, rules)
    assert broken(verdict) == problems
    assert any(told in problem.message for problem in verdict.problems)


def test_a_joker_keeps_its_card_though_the_card_is_laid_since():
    verdict = laid_off("8H 9H JK", "JH", house(SEQUENCE, "packs=1"), down="10H")
    assert readings(verdict) == ["8♥ 9♥ JK=10♥ J♥"]


def test_a_joker_laid_off_cannot_be_a_card_of_which_all_copies_are_down():
    verdict = laid_off("8-10H", "JK", SEQUENCE, down="JH JH")
    assert readings(verdict) == ["JK=7♥ 8♥ 9♥ 10♥"]


@pytest.mark.parametrize(
    ("meld", "cards", "expected"),
    [
        pytest.param(
            "AH 2-QH", "KH", "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥", id="low-ace-stays-low"
        ),
        pytest.param(
            "3-KH AH", "2H", "2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥", id="high-ace-stays-high"
        ),
        pytest.param(
            "JK=AH 2-QH", "KH", "JK=A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥", id="joker-as-an-ace"
        ),
        pytest.param(
            "2-KH JK=AH",
            "AH",
            "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ JK=A♥",
            id="joker-above-the-king",
        ),
        pytest.param(
            "JK=AH 2-KH",
            "AH",
            "JK=A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥",
            id="joker-below-the-2",
        ),
    ],
)
@pytest.mark.parametrize("ace", ["both", "corner"])
def test_no_lay_off_moves_what_lies_there(meld, cards, expected, ace):
    rules = house(RUM500, f"packs=2 jokers=2 ace={ace}")
    base = next(m for m in ruled(meld, rules).readings if cards_text(m.cards) in expected)
    grown = lay_off(base, parse_cards(cards), rules).readings
    assert cards_text(grown[0].cards) == expected
    assert all(place_within(base, each) is not None for each in grown)
    assert len(grown) == 1 or ace == "corner"


def test_where_a_meld_lies_within_what_it_grew_to_is_found():
    run, grown = (ruled(cards, BASIC).meld for cards in ("8-10H", "6-JH"))
    assert place_within(run, grown) == 2
    assert place_within(run, run) == 0
    assert place_within(grown, run) is None
    assert place_within(ruled("8-10S", BASIC).meld, grown) is None


# The oracle: what a run and a set are, told again in the plainest way, by trying every card for
# every joker.


class Reading(NamedTuple):
    """A legal meld: a run from its low end, a set with its jokers last; the places that jokers have."""

    kind: Kind
    values: tuple[Card, ...]
    jokers: tuple[int, ...]
    points: int


def every_run(ace: Ace) -> dict[tuple[Card, ...], set[tuple[Card, ...]]]:
    """Every unbroken piece of a suit's order, found by its cards when sorted."""
    suit = [*RANKS]
    orders = {
        Ace.LOW: [suit],
        Ace.HIGH: [[*suit[1:], Rank.ACE]],
        Ace.BOTH: [[*suit, Rank.ACE]],
        Ace.CORNER: [
            [*suit, Rank.ACE],
            *([*suit[start:], *suit[:start]] for start in range(1, 13)),
        ],
    }
    runs: dict[tuple[Card, ...], set[tuple[Card, ...]]] = {}
    for order, each in product(orders[ace], SUITS):
        for start, end in combinations(range(len(order) + 1), 2):
            run = tuple(Card(rank, each) for rank in order[start:end])
            runs.setdefault(tuple(sorted(run)), set()).add(run)
    return runs


RUNS = {ace: every_run(ace) for ace in Ace}


def counted_points(kind: Kind, values: Sequence[Card], jokers: Sequence[int], rules: Rules) -> int:
    total = 0
    for place, (rank, _, _) in enumerate(values):
        below_two = place + 1 < len(values) and values[place + 1].rank == Rank.TWO
        low = {LowAce.NONE: False, LowAce.BELOW_TWO: below_two, LowAce.SHORT_RUN: len(values) <= 3}[
            rules.low_ace
        ]
        if place in jokers and rules.joker_laid is not None:
            total += rules.joker_laid
        elif rank == Rank.ACE:
            total += rules.low_ace_points if low and kind is Kind.RUN else rules.ace_points
        elif rank > Rank.TEN:
            total += rules.court_points
        else:
            total += rules.pip_points[rank - 2]
    return total


def oracle(
    cards: Sequence[Card], rules: Rules, kind: Kind | None = None, down: Down = NOTHING_DOWN
) -> set[Reading]:
    """Try every card for every joker, and every choice of named wild cards that are themselves."""
    naturals = [
        card.face for card in cards if card.stands_for == card.face or not rules.is_joker(card)
    ]
    said = [card.stands_for for card in cards if card.stands_for not in (None, card.face)]
    wild = [
        card for card in cards if card.rank and card.stands_for is None and rules.is_joker(card)
    ]
    printed = sum(card == JOKER for card in cards)
    found: set[Reading] = set()
    for size in range(len(wild) + 1):
        for chosen in set(combinations(wild, size)):
            others = [*(Counter(wild) - Counter(chosen)).elements()]
            found |= assigned(
                [*naturals, *chosen], said, others, len(others) + printed, rules, kind, down
            )
    return found


def assigned(
    naturals, said, others, free: int, rules: Rules, kind: Kind | None, down: Down
) -> set[Reading]:
    jokers = len(said) + free
    if len(naturals) < rules.naturals_min or (
        rules.jokers_max is not None and jokers > rules.jokers_max
    ):
        return set()
    # A card of neither the rank nor the suit of the first known card is in no meld with it.
    first = next(iter([*naturals, *said]), None)
    pool = [
        card
        for card in PACK
        if not first or card.rank == first.rank or first.suit in (None, card.suit)
    ]
    meant = [
        [card for card in PACK if card.rank == each.rank and each.suit in (None, card.suit)]
        for each in said
    ]
    settled = [*naturals, *(card for card in said if card.suit is not None)]
    return {
        reading
        for of_said in product(*meant)
        for of_free in combinations_with_replacement(pool, free)
        if there_are_copies([*naturals, *of_said, *of_free], [*of_said, *of_free], rules, down)
        for reading in (
            *runs_of(naturals, [*of_said, *of_free], [*naturals, *of_said], others, rules, kind),
            *sets_of(naturals, [*of_said, *of_free], settled, others, rules, kind),
        )
    }


def there_are_copies(values, jokers, rules: Rules, down: Down) -> bool:
    """Whether the packs hold what the jokers stand for, besides what is down, jokers of open suit included."""
    packs = rules.packs.most
    ranks = {joker.rank for joker in jokers}
    return all(down.get(joker, 0) + values.count(joker) <= packs for joker in jokers) and all(
        sum(value.rank == rank for value in values)
        + sum(n for card, n in down.items() if card.rank == rank)
        <= 4 * packs
        for rank in ranks
    )


def runs_of(naturals, jokers, known, others, rules: Rules, kind: Kind | None) -> Iterator[Reading]:
    values = [*naturals, *jokers]
    if kind is Kind.SET or not rules.run_min <= len(values) <= rules.run_max:
        return
    for run in RUNS[rules.ace].get(tuple(sorted(values)), ()):
        if any(run.count(wild) > known.count(wild) for wild in others):
            continue  # the wild card is natural here: that is another choice
        for places in combinations(range(len(run)), len(jokers)):
            if sorted(run[place] for place in places) != sorted(jokers):
                continue
            if rules.jokers_adjacent or all(there - here > 1 for here, there in pairwise(places)):
                yield Reading(Kind.RUN, run, places, counted_points(Kind.RUN, run, places, rules))


def sets_of(
    naturals, jokers, settled, others, rules: Rules, kind: Kind | None
) -> Iterator[Reading]:
    values = [*naturals, *jokers]
    if kind is Kind.RUN or not rules.set_min <= len(values) <= rules.set_max:
        return
    if len({value.rank for value in values}) > 1 or (
        not rules.set_same_suit and len(set(values)) < len(values)
    ):
        return
    if any(
        wild.rank == values[0].rank and (rules.set_same_suit or wild not in settled)
        for wild in others
    ):
        return  # the wild card is natural here: that is another choice
    places = tuple(range(len(naturals), len(values)))
    ordered = (*sorted(naturals), *sorted(jokers))
    yield Reading(Kind.SET, ordered, places, counted_points(Kind.SET, ordered, places, rules))


# Random questions for the oracle.

WILD = [
    (),
    (),
    (),
    (Card(Rank.SEVEN, Suit.SPADES),),
    (Card(Rank.TWO, None),),
    (Card(Rank.ACE, Suit.HEARTS), Card(Rank.KING, None)),
]


def random_rules(rng: Random) -> Rules:
    return BASIC._replace(
        packs=always(rng.choice([1, 1, 2])),
        jokers=always(3),
        wild=rng.choice(WILD),
        ace=rng.choice([*Ace]),
        set_min=rng.choice([2, 3, 3, 4]),
        set_max=rng.choice([3, 4, 4, 5, 8]),
        set_same_suit=rng.random() < 0.5,
        run_min=rng.choice([2, 3, 3, 4]),
        run_max=rng.choice([4, 10, 13, 14]),
        naturals_min=rng.choice([0, 1, 1, 2]),
        jokers_max=rng.choice([None, None, 1, 2]),
        jokers_adjacent=rng.random() < 0.6,
        ace_points=rng.choice([1, 11, 15]),
        low_ace=rng.choice([*LowAce]),
        joker_laid=rng.choice([None, None, 15]),
        pip_points=rng.choice([FACE, (5, 5, 5, 5, 5, 5, 5, 5, 10)]),
    )


def random_cards(rng: Random, rules: Rules) -> list[Card]:
    """A piece of a suit, cards of a rank, or anything; then some of it turned into jokers or other cards."""
    suit, rank, start = rng.choice(SUITS), rng.choice(RANKS), rng.randrange(13)
    what = rng.random()
    if what < 0.55:
        length = rng.choice([2, 3, 3, 3, 4, 4, 5, 6, 12, 13, 14])
        cards = [Card(RANKS[(start + step) % 13], suit) for step in range(length)]
    elif what < 0.9:
        copies = [Card(rank, each) for each in SUITS] * rules.packs.most
        cards = rng.sample(copies, min(len(copies), rng.choice([2, 3, 3, 4, 4, 5, 6])))
    else:
        cards = rng.sample(PACK, rng.choice([1, 2, 3, 4]))
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3])):
        place = rng.randrange(len(cards))
        cards[place] = random_change(rng, cards[place], rules)
    rng.shuffle(cards)
    return cards


def random_change(rng: Random, card: Card, rules: Rules) -> Card:
    what = rng.random()
    if what < 0.55 or card.value.rank is None:
        return JOKER
    if what < 0.75:
        return JOKER._replace(
            stands_for=rng.choice([card.value, PACK_FACES[card.value.rank, None]])
        )
    if what < 0.85 or not rules.wild:
        return rng.choice(PACK)
    if rules.is_joker(card):
        return card.face._replace(stands_for=card.value)
    rank, suit, _ = rules.wild[0]
    return PACK_FACES[rank, rng.choice(SUITS) if suit is None else suit]


def random_down(rng: Random, cards: list[Card], rules: Rules) -> Counter[Card]:
    """Cards of the same packs that lie elsewhere, some of them as jokers of open suit."""
    down: Counter[Card] = Counter()
    if rng.random() < 0.5:
        return down
    used = Counter(card.face for card in cards)
    ranks, suits = ({card.value[at] for card in cards} for at in (0, 1))
    rest = [
        card
        for card in PACK
        if card.rank in ranks or card.suit in suits
        for _ in range(rules.packs.most - used[card])
    ]
    for card in rng.sample(rest, min(len(rest), rng.randrange(13))):
        down[card if rng.random() < 0.85 else PACK_FACES[card.rank, None]] += 1
    return down


def random_questions(
    seed: int, count: int
) -> Iterator[tuple[list[Card], Rules, Kind | None, Counter[Card]]]:
    """Questions with up to three jokers and no card more often than the packs hold it."""
    rng = Random(seed)
    while count:
        rules = random_rules(rng)
        cards = random_cards(rng, rules)
        faces = Counter(card.face for card in cards)
        if any(
            copies > (3 if card == JOKER else rules.packs.most) for card, copies in faces.items()
        ):
            continue
        if sum(card.stands_for is None and rules.is_joker(card) for card in cards) > 3:
            continue
        yield cards, rules, rng.choice([None, None, *Kind]), random_down(rng, cards, rules)
        count -= 1


def as_readings(melds: Sequence[Meld], kind: Kind, rules: Rules) -> set[tuple[object, ...]]:
    """What the program found, in the oracle's words; the suits of a set may be open, so only its rank is told."""
    return {
        (tuple(card.value for card in meld.cards), spots(meld), meld_points(meld, rules))
        if kind is Kind.RUN
        else (meld.cards[0].value.rank, len(spots(meld)), meld_points(meld, rules))
        for meld in melds
        if meld.kind is kind
    }


def spots(meld: Meld) -> tuple[int, ...]:
    return tuple(place for place, card in enumerate(meld.cards) if card.stands_for is not None)


@pytest.mark.parametrize("seed", range(10))
def test_the_readings_are_those_of_the_oracle(seed):
    for cards, rules, kind, down in random_questions(seed, 400):
        legal = oracle(cards, rules, kind, down)
        verdict = judge(cards, rules, kind, down)
        asked = f"{cards_text(cards)} {kind} {rules} {down}"
        runs = {(each.values, each.jokers, each.points) for each in legal if each.kind is Kind.RUN}
        sets = {
            (each.values[0].rank, len(each.jokers), each.points)
            for each in legal
            if each.kind is Kind.SET
        }
        assert as_readings(verdict.readings, Kind.RUN, rules) == runs, asked
        assert as_readings(verdict.readings, Kind.SET, rules) == sets, asked
        assert all(suits_are_possible(meld, legal) for meld in verdict.readings), asked
        if legal:
            assert meld_points(verdict.meld, rules) == max(each.points for each in legal), asked


@pytest.mark.parametrize("seed", range(100, 103))
def test_a_verdict_keeps_its_promises_whatever_is_asked(seed):
    for cards, rules, kind, down in random_questions(seed, 400):
        verdict = judge(cards, rules, kind, down)
        asked = f"{cards_text(cards)} {kind} {rules} {down}"
        assert bool(verdict.problems) != bool(verdict.readings), asked
        assert len(set(verdict.readings)) == len(verdict.readings), asked
        assert kind in (None, verdict.attempted), asked
        for meld in verdict.readings:
            assert Counter(card.face for card in meld.cards) == Counter(
                card.face for card in cards
            ), asked
            assert all(card.value.rank is not None for card in meld.cards), asked
        for rule, message in verdict.problems:
            assert rule in KNOBS, asked
            assert re.search(r"[♠♥♦♣=\d]|\b(JK|[AKQJ])\b", message), (
                "it names a card, a number or a knob"
            )
            assert message.endswith("."), message


def suits_are_possible(meld: Meld, legal: set[Reading]) -> bool:
    """Whether the oracle knows a meld with the cards that a reading names, its open suits left free."""
    named = Counter(card.value for card in meld.cards if card.value.suit is not None)
    return any(
        meld.kind is each.kind
        and named <= Counter(each.values)
        and (meld.kind is Kind.RUN or each.values[0].rank == meld.cards[0].value.rank)
        for each in legal
    )


RELAXED = {
    "ace": Ace.CORNER,
    "set_same_suit": True,
    "set_max": 20,
    "run_max": 14,
    "naturals_min": 0,
    "jokers_max": None,
    "jokers_adjacent": True,
}


@pytest.mark.parametrize("seed", range(200, 203))
def test_the_knob_behind_a_problem_is_the_one_that_decides(seed):
    """Turning the knobs that a refusal names removes its reasons; of natural cards, nothing else was wrong."""
    decided = 0
    for cards, rules, _, down in random_questions(seed, 1000):
        for kind in Kind:
            blamed = {problem.rule for problem in judge(cards, rules, kind, down).problems}
            turned = {knob: RELAXED[knob] for knob in blamed & RELAXED.keys()}
            if not turned:
                continue
            verdict = judge(cards, rules._replace(**turned), kind, down)
            asked = f"{cards_text(cards)} {kind} {rules} {down} {blamed}"
            assert not {problem.rule for problem in verdict.problems} & turned.keys(), asked
            if not any(rules.is_joker(card) or card.stands_for for card in cards):
                assert bool(verdict.readings) == (blamed <= turned.keys()), asked
                decided += bool(verdict.readings)
    assert decided > 20, "the questions try this often enough"


@pytest.mark.parametrize("seed", range(300, 303))
def test_a_lay_off_is_the_whole_meld_with_what_lies_there_unmoved(seed):
    stood = 0
    for cards, any_rules, kind, _ in random_questions(seed, 500):
        rules = any_rules._replace(packs=always(4), naturals_min=0)
        rng = Random(f"{seed} {cards}")
        cut = rng.randrange(1, len(cards)) if len(cards) > 1 else 0
        for base in judge(cards[cut:], rules, kind).readings[:2]:
            verdict = lay_off(base, cards[:cut], rules)
            legal = oracle([*base.cards, *cards[:cut]], rules, base.kind)
            asked = f"{cards_text(base.cards)} + {cards_text(cards[:cut])} {rules}"
            assert bool(verdict.readings) == bool(legal), asked
            assert all(place_within(base, grown) is not None for grown in verdict.readings), asked
            if verdict.meld and base.kind is Kind.RUN:
                unmoved = {
                    each.points
                    for each in legal
                    if lies_in([c.value for c in base.cards], each.values)
                }
                assert meld_points(verdict.meld, rules) == max(unmoved), asked
            stood += bool(verdict.readings)
    assert stood > 20, "the questions try this often enough"


def lies_in(piece: list[Card], whole: tuple[Card, ...]) -> bool:
    return any([*whole[start : start + len(piece)]] == piece for start in range(len(whole)))
