"""The arranger against a plain definition, which tries every way to lay a hand.

``ARRANGE_HANDS=3000 pytest tests/arranging/test_arrange.py`` compares that many random hands;
``ARRANGE_SEED`` moves them.
"""

import doctest
import os
import random
import time
from collections import Counter

import pytest
from arrangework import (
    APART,
    BASIC,
    GAMBLING,
    JOKERS,
    RUM500,
    SEQUENCE,
    SEVEN,
    goal,
    lying,
    plain_best,
    random_scene,
    recheck,
    shown,
    told,
)

from rummy_score.arranging import arrange
from rummy_score.arranging.arrange import Arrangement, LayOff, best, best_keep
from rummy_score.cards.cards import JOKER, PACK
from rummy_score.cards.notation import parse_cards
from rummy_score.errors import UnreadableInput
from rummy_score.rules.rules import Ace, always
from rummy_score.rules.variants import VARIANTS

HANDS = int(os.environ.get("ARRANGE_HANDS", "250"))
SEED = int(os.environ.get("ARRANGE_SEED", "1"))


@pytest.mark.parametrize("part", range(10))
def test_no_arrangement_is_better_than_the_one_returned(part):
    for number in range(HANDS * part // 10, HANDS * (part + 1) // 10):
        rng = random.Random(f"{SEED}-{number}")
        rules, hand, table, has_melded, down = scene = random_scene(rng)
        arrangement = best(hand, rules, table, has_melded=has_melded, down=down)
        recheck(arrangement, rules, hand, table, down)
        expected = plain_best(rules, hand, table, has_melded, down)
        assert goal(arrangement, rules) == expected, (number, told(*scene), arrangement)


@pytest.mark.parametrize("part", range(4))
def test_no_other_cards_to_keep_are_better(part):
    for number in range(HANDS // 4 * part // 4, HANDS // 4 * (part + 1) // 4):
        rng = random.Random(f"keep-{SEED}-{number}")
        rules, hand, table, has_melded, down = scene = random_scene(rng)
        discards = min(rng.choice((1, 1, 2)), len(hand))
        arrangement, discarded = best_keep(
            hand, len(hand) - discards, rules, table, has_melded=has_melded, down=down
        )
        assert len(discarded) == discards
        kept = list((Counter(hand) - Counter(discarded)).elements())
        assert len(kept) == len(hand) - discards
        recheck(arrangement, rules, kept, table, down)
        expected = plain_best(rules, hand, table, has_melded, down, discards)
        assert goal(arrangement, rules) == expected, (number, discards, told(*scene), arrangement)


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_the_cards_does_not_matter(seed):
    rng = random.Random(f"order-{seed}")
    rules, hand, table, has_melded, down = random_scene(rng)
    first = best(hand, rules, table, has_melded=has_melded, down=down)
    for _ in range(3):
        rng.shuffle(hand)
        assert best(hand, rules, table, has_melded=has_melded, down=down) == first


# Hands with answers worked out by hand: from the sources (named in the id) or in the comment beside
# them.


@pytest.mark.parametrize(
    ("rules", "hand", "expected", "points"),
    [
        pytest.param(
            BASIC, "7-9H 9S 9D 9C", "7♥ 8♥ 9♥, 9♠ 9♦ 9♣; ; ", (0, 51), id="a-rank-of-four-and-a-run"
        ),
        # The nines as a set leave 7 + 8 = 15, the run would leave 9 + 9 = 18.
        pytest.param(
            BASIC, "7-9H 9S 9D", "9♠ 9♥ 9♦; ; 7♥ 8♥", (15, 27), id="a-card-in-a-set-or-a-run"
        ),
        pytest.param(
            BASIC, "KC 4D 2S 6D", "; ; 2♠ 4♦ 6♦ K♣", (22, 0), id="product-sheet-Dmitry-left-22"
        ),
        pytest.param(
            BASIC,
            "AS QS JS KS",
            "J♠ Q♠ K♠; ; A♠",
            (1, 30),
            id="ace-low-does-not-stand-above-the-king",
        ),
        pytest.param(
            BASIC._replace(ace=Ace.HIGH),
            "AS 2S 3S QS KS",
            "Q♠ K♠ A♠; ; 2♠ 3♠",
            (5, 21),
            id="ace-high",
        ),
        pytest.param(
            BASIC._replace(ace=Ace.BOTH), "AS 2S KS", "; ; A♠ 2♠ K♠", (13, 0), id="no-corner"
        ),
        pytest.param(
            BASIC._replace(ace=Ace.CORNER), "AS 2S KS", "K♠ A♠ 2♠; ; ", (0, 13), id="corner"
        ),
        # Q + K + A at 15 is 35 less 2 + 3 held; A at 1 + 2 + 3 would be 6 less 20 held.
        pytest.param(
            RUM500,
            "AS 2S 3S QS KS",
            "Q♠ K♠ A♠; ; 2♠ 3♠",
            (5, 35),
            id="rum500-ace-above-the-king-15",
        ),
        pytest.param(RUM500, "AS 2S 3S", "A♠ 2♠ 3♠; ; ", (0, 6), id="rum500-ace-below-the-two-1"),
        pytest.param(
            SEQUENCE, "8-10H 10-KC", "8♥ 9♥ 10♥, 10♣ J♣ Q♣ K♣; ; ", (0, 67), id="sequence-27-and-40"
        ),
        pytest.param(
            SEQUENCE, "JK 2C 6D", "; ; 2♣ 6♦ JK", (33, 0), id="sequence-joker-2C-6D-left-33"
        ),
        pytest.param(
            SEQUENCE, "QS QH QD 5C", "; ; 5♣ Q♠ Q♥ Q♦", (35, 0), id="sequence-no-set-before-a-run"
        ),
        pytest.param(
            SEQUENCE,
            "QS QH QD 5-7C",
            "5♣ 6♣ 7♣, Q♠ Q♥ Q♦; ; ",
            (0, 48),
            id="sequence-set-beside-a-run",
        ),
        pytest.param(
            SEQUENCE, "AS 2S 3S", "A♠ 2♠ 3♠; ; ", (0, 6), id="sequence-ace-in-a-short-run-1"
        ),
        pytest.param(
            SEQUENCE, "A-4S", "A♠ 2♠ 3♠ 4♠; ; ", (0, 24), id="sequence-ace-in-a-long-run-15"
        ),
        pytest.param(
            JOKERS, "5H 8H JK JK", "5♥ JK=6♥ JK=7♥ 8♥; ; ", (0, 26), id="jokers-fill-a-gap"
        ),
        pytest.param(
            APART, "5H 8H JK JK", "JK=7♥ 8♥ JK=9♥; ; 5♥", (5, 24), id="jokers-not-side-by-side"
        ),
        pytest.param(
            JOKERS._replace(jokers_max=1),
            "5H 6H JK JK",
            "5♥ 6♥ JK=7♥; ; JK",
            (25, 18),
            id="jokers-max",
        ),
        pytest.param(
            JOKERS._replace(naturals_min=2), "5H JK JK", "; ; 5♥ JK JK", (55, 0), id="naturals-min"
        ),
        pytest.param(JOKERS, "QH QH QS", "; ; Q♠ Q♥ Q♥", (30, 0), id="suits-of-a-set-differ"),
        pytest.param(
            JOKERS._replace(set_same_suit=True),
            "QH QH QS",
            "Q♠ Q♥ Q♥; ; ",
            (0, 30),
            id="set-same-suit",
        ),
        pytest.param(
            JOKERS,
            "QS QH QD JK",
            "Q♠ Q♥ Q♦ JK=Q♣; ; ",
            (0, 40),
            id="only-one-suit-that-a-joker-can-be",
        ),
        # Of seven in a row one is left beside two threes: 2, 5 or 8.
        pytest.param(
            BASIC._replace(run_max=3), "2-8H", "3♥ 4♥ 5♥, 6♥ 7♥ 8♥; ; 2♥", (2, 33), id="run-max"
        ),
        pytest.param(BASIC._replace(run_min=4), "7-9H", "; ; 7♥ 8♥ 9♥", (24, 0), id="run-min"),
        pytest.param(
            BASIC._replace(first_meld=30), "2-4H", "; ; 2♥ 3♥ 4♥", (9, 0), id="first-meld-too-small"
        ),
        pytest.param(
            BASIC._replace(first_meld=30),
            "2-4H 8-10H",
            "2♥ 3♥ 4♥, 8♥ 9♥ 10♥; ; ",
            (0, 36),
            id="first-melds",
        ),
        pytest.param(
            JOKERS._replace(wild=(SEVEN,)),
            "5H 6H 7S",
            "5♥ 6♥ 7♠=7♥; ; ",
            (0, 18),
            id="wild-for-another",
        ),
        pytest.param(
            JOKERS._replace(wild=(SEVEN,)), "6S 7S 8S", "6♠ 7♠ 8♠; ; ", (0, 21), id="wild-as-itself"
        ),
        pytest.param(
            JOKERS._replace(wild=(SEVEN,)),
            "7S KD",
            "; ; 7♠ K♦",
            (35, 0),
            id="wild-left-counts-as-a-joker",
        ),
    ],
)
def test_a_hand_is_arranged_as_worked_out_by_hand(rules, hand, expected, points):
    arrangement = best(parse_cards(hand), rules)
    assert shown(arrangement) == expected
    assert (arrangement.deadwood_points, arrangement.points_laid) == points
    assert arrangement.out == (not arrangement.deadwood)


def test_cards_are_laid_off_and_melds_laid_in_one_turn():
    """The cards that Boris lays in the sheet of product.md."""
    arrangement = best(parse_cards("10H QHSD 3C 4C 5C"), GAMBLING, lying("7-9H"))
    assert shown(arrangement) == "3♣ 4♣ 5♣, Q♠ Q♥ Q♦; 10♥ to 1; "
    assert arrangement.out


def test_a_lay_off_goes_where_it_lets_the_next_one_follow():
    """Rum 500: Q♦ fits 9-10-J♦ and the queens; on the run K♦ may follow, on the set it may not."""
    arrangement = best(parse_cards("QD KD"), RUM500, lying("9-JD", "QSHC"))
    assert arrangement.lay_offs == (
        LayOff(parse_cards("QD")[0], 1),
        LayOff(parse_cards("KD")[0], 1),
    )


def test_lay_offs_are_chained_at_both_ends_in_the_order_in_which_they_go_down():
    arrangement = best(parse_cards("4H 5H JK 10H"), JOKERS, lying("6-8H", "KSDC"), has_melded=True)
    assert shown(arrangement) == "; 5♥ to 1, 4♥ to 1, JK=9♥ to 1, 10♥ to 1; "


def test_nothing_is_laid_off_before_a_meld_of_ones_own_where_that_is_the_rule():
    table = lying("7-9H", rules=SEQUENCE)
    cards = parse_cards("10H 2C")
    assert shown(best(cards, SEQUENCE, table)) == "; ; 2♣ 10♥"
    assert shown(best(cards, SEQUENCE, table, has_melded=True)) == "; 10♥ to 1; 2♣"
    assert shown(best(parse_cards("10H 2-4C"), SEQUENCE, table)) == "2♣ 3♣ 4♣; 10♥ to 1; "


def test_sequence_deal_of_the_source_comes_to_72():
    """8-9-10♥ is 27, 10-J-Q-K♣ is 40, 5♣ laid off is 5."""
    arrangement = best(parse_cards("8-10H 10-KC 5C"), SEQUENCE, lying("2-4C", rules=SEQUENCE))
    assert (arrangement.points_laid, arrangement.deadwood_points) == (72, 0)


def test_an_ace_laid_off_makes_a_short_run_long():
    arrangement = best(parse_cards("AS"), SEQUENCE, lying("2-4S", rules=SEQUENCE), has_melded=True)
    assert arrangement.points_laid == 15


def test_what_a_joker_in_hand_was_said_to_be_is_not_minded():
    assert shown(best(parse_cards("JK=KS 5H 6H"), JOKERS)) == "5♥ 6♥ JK=7♥; ; "


def test_no_cards_are_out_with_nothing():
    assert best([], BASIC) == Arrangement((), (), (), 0, 0)


@pytest.mark.parametrize(
    ("rules", "hand", "expected", "discards"),
    [
        pytest.param(
            BASIC,
            "7-10H QHSD 3C 2C JS 4C",
            "2♣ 3♣ 4♣, 7♥ 8♥ 9♥ 10♥, Q♠ Q♥ Q♦; ; ",
            "JS",
            id="what-is-left",
        ),
        pytest.param(BASIC, "2C KS 4D", "; ; 2♣ 4♦", "KS", id="what-counts-most"),
        pytest.param(BASIC, "KH KS 4D", "; ; 4♦ K♥", "KS", id="of-equals-the-lowest"),
        pytest.param(BASIC, "7-9H", "; ; 7♥ 8♥", "9H", id="one-must-go-although-all-could-be-laid"),
        pytest.param(SEQUENCE, "8-JH", "9♥ 10♥ J♥; ; ", "8H", id="what-scores-least"),
    ],
)
def test_the_cards_to_discard_are_those_worked_out_by_hand(rules, hand, expected, discards):
    cards = parse_cards(hand)
    arrangement, discarded = best_keep(cards, len(cards) - 1, rules)
    assert shown(arrangement) == expected
    assert discarded == parse_cards(discards)


@pytest.mark.parametrize("keep", [-1, 4])
def test_no_more_cards_are_kept_than_there_are(keep):
    with pytest.raises(UnreadableInput, match="3 cards"):
        best_keep(parse_cards("7-9H"), keep, BASIC)


def test_too_many_cards_are_refused_rather_than_tried():
    with pytest.raises(UnreadableInput, match="41 cards are too many"):
        best([*PACK, *PACK][20:61], JOKERS._replace(set_same_suit=True))


def test_a_card_of_no_suit_is_refused():
    with pytest.raises(UnreadableInput, match="any suit"):
        best(parse_cards("Q 4H", ranks_alone=True), BASIC)


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_a_large_hand_with_four_jokers_takes_no_long_time(name):
    """Cards from six ranks of two packs are the hardest; the limit is far above what they take."""
    rng = random.Random(name)
    rules = VARIANTS[name].rules._replace(packs=always(2), jokers=always(4))
    deck = [card for card in PACK if 4 <= card.rank <= 9] * 2
    for _ in range(3):
        hand = rng.sample(deck, 22) + [JOKER] * 4
        start = time.perf_counter()
        arrangement = best(hand, rules)
        assert time.perf_counter() - start < 5
        recheck(arrangement, rules, hand, [], {})


def test_more_ways_than_can_be_kept_are_refused(monkeypatch):
    """Four cards in a row are three runs: three ways are kept, and two are too few."""
    monkeypatch.setattr(arrange, "MOST_OPTIONS", 3)
    assert best(parse_cards("7-10H"), BASIC).out
    monkeypatch.setattr(arrange, "MOST_OPTIONS", 2)
    with pytest.raises(UnreadableInput, match=r"More than 2 ways.*fewer jokers"):
        best(parse_cards("7-10H"), BASIC)


def test_the_examples_in_the_module_hold():
    assert doctest.testmod(arrange).failed == 0
