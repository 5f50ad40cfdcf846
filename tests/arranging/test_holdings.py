"""A hand as one integer, and what rules make of cards and places."""

import doctest
import random
from collections import Counter

import pytest
from arrangework import BASIC, JOKERS, RUM500, SEQUENCE, SEVEN, held, lying

from rummy_score.arranging import holdings
from rummy_score.arranging.holdings import (
    Run,
    Set,
    chart,
    laid_cells,
    nothing_fits,
    place_bit,
    points_at,
    rank_at,
    run_ends,
    stretch_bits,
    suit_counts,
)
from rummy_score.cards.cards import JOKER, PACK, Rank, Suit, cards_text
from rummy_score.cards.notation import parse_card, parse_cards
from rummy_score.referee.melds import judge
from rummy_score.rules.rules import FACE, Ace, LowAce, Scoring
from rummy_score.rules.variants import VARIANTS


def taken(holding, text):
    """What cards take of a hand's integer."""
    return sum(holding.card_units[card] for card in parse_cards(text))


# The chart of rules.


@pytest.mark.parametrize(
    ("ace", "aces", "kings", "corner"),
    [
        (Ace.LOW, (1,), (13,), False),
        (Ace.HIGH, (14,), (13,), False),
        (Ace.BOTH, (1, 14), (13,), False),
        (Ace.CORNER, (-12, 1, 14), (0, 13, 26), True),
    ],
)
def test_a_rank_takes_the_places_where_the_rules_let_it_stand(ace, aces, kings, corner):
    known = chart(BASIC._replace(ace=ace))
    assert known.places[Rank.ACE] == aces
    assert known.places[Rank.KING] == kings
    assert known.corner is corner


def test_every_stretch_of_places_has_its_points():
    """Rules.md: pips their number, courts 10, the ace of basic Rummy 1."""
    known = chart(BASIC)
    assert known.spans[7, 9] == 7 + 8 + 9
    assert known.spans[1, 3] == 1 + 2 + 3
    assert known.spans[11, 13] == 30
    assert (12, 14) not in known.spans


def test_a_low_ace_counts_less_in_a_stretch_where_the_rules_say_so():
    """Rum 500: 1 below the two, 15 above the king. Sequence: 1 in a run of three, else 15."""
    rum500, sequence = chart(RUM500), chart(SEQUENCE)
    assert (rum500.spans[1, 3], rum500.spans[12, 14]) == (1 + 2 + 3, 10 + 10 + 15)
    assert (sequence.spans[1, 3], sequence.spans[1, 4]) == (1 + 2 + 3, 15 + 2 + 3 + 4)


def test_the_best_of_an_ace_is_the_higher_of_its_two_values():
    assert chart(RUM500).best[Rank.ACE] == 15
    low = RUM500._replace(low_ace=LowAce.BELOW_TWO, ace_points=1, low_ace_points=20)
    assert (chart(low).points[Rank.ACE], chart(low).best[Rank.ACE]) == (1, 20)
    never_low = low._replace(low_ace=LowAce.NONE)
    assert chart(never_low).best[Rank.ACE] == 1


def test_higher_runs_are_worth_more_unless_aces_jokers_or_pips_are_against_it():
    assert chart(JOKERS).rising
    assert not chart(JOKERS._replace(joker_laid=15)).rising
    assert not chart(JOKERS._replace(low_ace=LowAce.SHORT_RUN)).rising
    assert not chart(JOKERS._replace(ace=Ace.CORNER)).rising
    assert not chart(JOKERS._replace(pip_points=FACE[::-1])).rising


def test_a_card_named_as_a_joker_is_held_at_what_a_joker_is():
    known = chart(JOKERS._replace(wild=(SEVEN,), joker_held=25))
    assert known.held[SEVEN] == 25
    assert known.held[parse_card("7H")] == 7


# A glance at a hand.


@pytest.mark.parametrize(
    ("rules", "hand", "nothing"),
    [
        pytest.param(BASIC, "KC 4D 2S 6D", True, id="nothing"),
        pytest.param(BASIC, "7H 8H 10H JH", True, id="two-pairs-of-neighbours"),
        pytest.param(BASIC, "7-9H KC", False, id="a-run"),
        pytest.param(BASIC, "7H 8H 9S 10H", True, id="neighbours-of-two-suits"),
        pytest.param(BASIC, "9S 9D 9C 2H", False, id="a-set"),
        pytest.param(BASIC, "9S 9D 2H", True, id="two-of-a-rank"),
        pytest.param(BASIC._replace(set_min=2), "9S 9D 2H", False, id="sets-of-two"),
        pytest.param(BASIC._replace(run_min=4), "7-9H", True, id="runs-of-four"),
        pytest.param(BASIC, "QS KS AS", True, id="ace-low"),
        pytest.param(BASIC._replace(ace=Ace.BOTH), "QS KS AS", False, id="ace-both"),
        pytest.param(BASIC._replace(ace=Ace.HIGH), "AS 2S 3S", True, id="ace-high"),
        pytest.param(BASIC, "KS AH 2H", True, id="a-suit-does-not-run-into-the-next"),
        # What a glance cannot tell is left to the search.
        pytest.param(BASIC._replace(ace=Ace.CORNER), "KC 4D", False, id="corner"),
        pytest.param(JOKERS, "KC 4D JK", False, id="a-joker"),
        pytest.param(JOKERS._replace(wild=(SEVEN,)), "KC 4D", False, id="wild"),
        pytest.param(BASIC._replace(set_same_suit=True), "9S 9S 4D", False, id="same-suit"),
    ],
)
def test_it_shows_at_a_glance_that_nothing_fits(rules, hand, nothing):
    assert nothing_fits(parse_cards(hand), rules, chart(rules)) is nothing


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_a_glance_never_overlooks_three_cards_that_are_a_meld(name):
    rules = VARIANTS[name].rules
    rng = random.Random(name)
    for _ in range(300):
        cards = rng.sample(PACK, 3)
        if judge(cards, rules).readings:
            assert not nothing_fits(cards, rules, chart(rules)), cards_text(cards)


# A hand as an integer.


def test_units_stand_from_the_lowest_card_to_the_joker_without_touching():
    """Two 7♥ need two bits, with the guard bit three for each kind."""
    holding = held("JK KC 7H 4D 7H", JOKERS)
    order = [*parse_cards("4D 7H KC"), JOKER]
    assert holding.count_bits == 2
    assert [holding.card_units[card] for card in order] == [1, 1 << 3, 1 << 6, 1 << 9]
    assert holding.end == 15  # a field for discards stands above


def test_what_the_hand_has_not_borrows_a_guard_bit():
    holding = held("7H 8H 8H", JOKERS)
    hand, guard = taken(holding, "7H 8H 8H"), 0b100100
    assert (hand | guard) - taken(holding, "7H 8H") & guard == guard
    assert (hand | guard) - taken(holding, "7H 7H") & guard != guard


def test_the_order_in_which_cards_are_given_makes_no_difference():
    assert held("4D 7H KC 7H JK", JOKERS) == held("JK KC 7H 4D 7H", JOKERS)


def test_a_joker_is_held_as_a_joker_whatever_it_was_said_to_be():
    holding = held("JK=KS 5H", JOKERS)
    assert holding.cards == Counter([JOKER, parse_card("5H")])
    assert holding.jokers == 1


def test_a_meld_on_the_table_stands_before_the_first_card_that_may_go_there():
    """10♥ goes above 7-9♥, so the leave to grow the run is decided on between 5♠ and 10♥."""
    holding = held("5S 10H KC", BASIC, "7-9H")
    low, ten, king = (holding.card_units[card] for card in parse_cards("5S 10H KC"))
    assert low < holding.meld_units[1] < ten < king


def test_a_meld_on_the_table_stands_before_the_lowest_of_the_cards_below_it():
    holding = held("5H 6H 10H", BASIC, "7-9H")
    assert holding.meld_units[1] < holding.card_units[parse_card("5H")]


def test_everything_on_the_table_is_down():
    holding = held("KC", JOKERS, "7H 8H JK=9H", down="QS QS")
    assert holding.down == Counter(parse_cards("7-9H QS QS"))
    assert holding.copies_left(parse_card("QS")) == 0
    assert holding.copies_left(parse_card("9H")) == 1
    assert holding.copies_left(parse_card("KC")) == 2  # the hand's own are not down


def test_cards_lie_in_the_meld_of_their_number_and_in_none():
    holding = held("KC", BASIC, "7-9H", "QSHD")
    assert cards_text(holding.lying_in(2)) == "Q♠ Q♥ Q♦"
    assert holding.lying_in(0) == ()


def test_named_cards_are_turned_where_a_joker_counts_as_what_it_stands_for():
    holding = held("7S 7S 5H JK", JOKERS._replace(wild=(SEVEN,)))
    assert holding.jokers == 3
    assert (list(holding.turn_units), holding.wild) == ([SEVEN], ())
    assert holding.turn_units[SEVEN] < min(holding.card_units.values())


def test_named_cards_are_told_one_by_one_where_jokers_score_a_number_of_their_own():
    """A seven is worth 7 as itself, and 15 as a joker."""
    rules = JOKERS._replace(wild=(SEVEN,), joker_laid=15, scoring=Scoring.MELDS)
    holding = held("7S 5H", rules)
    assert (dict(holding.turn_units), holding.wild) == ({}, (SEVEN,))
    assert holding.worth[SEVEN] == 15
    assert holding.worth[parse_card("5H")] == 5


def test_what_jokers_score_is_nothing_to_a_hand_that_only_counts_what_is_left():
    rules = JOKERS._replace(wild=(SEVEN,), joker_laid=15, scoring=Scoring.HAND)
    assert held("7S 5H", rules).wild == ()
    assert held("7S 5H", rules._replace(first_meld=30)).wild == (SEVEN,)
    assert held("7S 5H", rules._replace(first_meld=30), melded=True).wild == ()


def test_there_is_no_joker_unit_without_a_joker():
    assert held("7S 5H", JOKERS).joker_unit == 0
    holding = held("7S JK", JOKERS)
    assert holding.joker_unit == holding.card_units[JOKER] > 0


# Places of a run, and what is put down.


def test_places_below_the_ace_and_above_the_king_have_ranks_too():
    assert [rank_at(place) for place in (-12, 0, 1, 13, 14, 27)] == [
        Rank.ACE, Rank.KING, Rank.ACE, Rank.KING, Rank.ACE, Rank.ACE,
    ]  # fmt: skip


def test_places_have_bits_of_their_own():
    bits = [place_bit(place) for place in range(-13, 28)]
    assert min(bits) == 1
    assert sum(bits) == stretch_bits(-13, 27) == (1 << 41) - 1
    assert stretch_bits(1, 0) == 0


def test_an_ace_counts_by_where_it_stands_in_the_run():
    assert points_at(RUM500, 1, 1, 3) == 1
    assert points_at(RUM500, 14, 12, 14) == 15
    assert points_at(SEQUENCE, 1, 1, 3) == 1
    assert points_at(SEQUENCE, 1, 1, 4) == 15
    assert points_at(SEQUENCE, 2, 1, 3) == 2


def cells_text(cells):
    return " ".join(f"{card}" if natural else f"({card})" for card, natural in cells)


def test_a_new_run_is_put_down_from_its_low_end():
    naturals = place_bit(7) | place_bit(9)
    run = Run(to=0, suit=Suit.HEARTS, start=7, end=9, naturals=naturals)
    assert cells_text(laid_cells(run, ())) == "7♥ (8♥) 9♥"


def test_a_run_on_the_table_grows_outwards_at_both_ends():
    naturals = stretch_bits(5, 6) | place_bit(11)
    run = Run(to=1, suit=Suit.HEARTS, start=5, end=11, naturals=naturals)
    assert cells_text(laid_cells(run, lying("7-9H"))) == "6♥ 5♥ (10♥) J♥"


def test_the_jokers_of_a_set_are_put_down_last_and_of_open_suit():
    shape = Set(to=0, rank=Rank.QUEEN, naturals=parse_cards("QS QD"), jokers=2)
    assert cells_text(laid_cells(shape, ())) == "Q♠ Q♦ (Q) (Q)"


def test_cards_are_counted_suit_by_suit():
    assert suit_counts(parse_cards("QS QD QD")) == [1, 0, 2, 0]


def test_a_run_on_the_table_has_two_ends():
    assert run_ends(lying("7-9H")[0]) == (7, 9)
    high = BASIC._replace(ace=Ace.BOTH)
    assert run_ends(lying("QH KH AH", rules=high)[0]) == (12, 14)


def test_the_examples_in_the_module_hold():
    assert doctest.testmod(holdings).failed == 0
