"""What a hand can lay: every new meld, every lay-off, and what each takes and scores."""

import pytest
from arrangework import APART, BASIC, JOKERS, ONE_PACK, SEVEN, held, laid, shown

from rummy_score.arranging.arrange import best
from rummy_score.arranging.holdings import Run
from rummy_score.arranging.options import options
from rummy_score.cards.notation import parse_card, parse_cards
from rummy_score.referee.melds import Meld
from rummy_score.rules.rules import Scoring


def found(holding):
    """All that a hand can lay, as text."""
    return laid(holding, options(holding))


@pytest.mark.parametrize(
    ("rules", "hand", "expected"),
    [
        pytest.param(BASIC, "7-9H 9S", ["7♥ 8♥ 9♥"], id="a-run"),
        pytest.param(BASIC, "9S 9H 9D", ["9♠ 9♥ 9♦"], id="a-set"),
        pytest.param(BASIC._replace(set_min=4), "9S 9H 9D", [], id="set-min"),
        pytest.param(JOKERS, "QH QH QS", [], id="suits-of-a-set-differ"),
        pytest.param(JOKERS._replace(set_same_suit=True), "QH QH QS", ["Q♠ Q♥ Q♥"], id="same-suit"),
        pytest.param(JOKERS, "5H JK JK", ["5♥ (5) (5)", "5♥ (6♥) (7♥)"], id="run-or-set"),
        pytest.param(APART, "5H JK JK", ["5♥ (5) (5)", "(4♥) 5♥ (6♥)"], id="not-side-by-side"),
        pytest.param(JOKERS._replace(jokers_max=1), "5H JK JK", [], id="jokers-max"),
        pytest.param(JOKERS._replace(naturals_min=2), "5H JK JK", [], id="naturals-min"),
    ],
)
def test_what_a_hand_can_lay(rules, hand, expected):
    assert found(held(hand, rules)) == sorted(expected)


def test_four_of_a_rank_are_a_set_of_four_and_four_of_three():
    there = found(held("9SHDC", BASIC))
    assert there == sorted(["9♠ 9♥ 9♦ 9♣", "9♠ 9♥ 9♦", "9♠ 9♥ 9♣", "9♠ 9♦ 9♣", "9♥ 9♦ 9♣"])


def test_jokers_alone_are_a_meld_where_no_natural_card_is_needed():
    """Of runs the highest of each suit, and a set of each rank."""
    there = found(held("JK JK JK", JOKERS._replace(naturals_min=0)))
    assert "(J♠) (Q♠) (K♠)" in there
    assert "(7) (7) (7)" in there
    assert len(there) == 4 + 13


def test_a_set_on_the_table_takes_the_suit_that_it_lacks():
    assert found(held("QC QS", JOKERS, "QSHD")) == ["Q♣ to 1"]
    assert found(held("QC QC", JOKERS, "QSHDC")) == []


def test_a_full_run_or_set_takes_nothing_more():
    assert found(held("10H", BASIC._replace(run_max=3), "7-9H")) == []
    assert found(held("QC", BASIC._replace(set_max=3), "QSHD")) == []


def test_a_set_has_no_more_jokers_than_there_are_suits_left_for_them():
    assert found(held("QS QH JK", ONE_PACK, down="QD")) == ["Q♠ Q♥ (Q)"]
    assert found(held("QS QH JK", ONE_PACK, down="QD QC")) == []


def only(holding):
    (option,) = options(holding)
    return option


def test_an_option_takes_its_cards_of_the_hand():
    holding = held("7-9H KC", BASIC)
    option = only(holding)
    assert option.need == sum(holding.card_units[card] for card in parse_cards("7-9H"))
    assert (option.naturals, option.jokers) == (3, 0)


def test_a_lay_off_takes_the_leave_to_grow_its_meld():
    holding = held("10H KC", BASIC, "7-9H")
    assert only(holding).need == holding.card_units[parse_card("10H")] + holding.meld_units[1]


def test_a_joker_scores_what_it_stands_for_or_a_number_of_its_own():
    """What a joker scores is more than the natural cards are worth, so that short is below zero."""
    as_meant = only(held("5H 7H JK", JOKERS))
    assert (as_meant.points, as_meant.short) == (5 + 6 + 7, -6)
    of_its_own = only(held("5H 7H JK", JOKERS._replace(joker_laid=15)))
    assert (of_its_own.points, of_its_own.short) == (5 + 15 + 7, -15)


def test_a_named_card_is_no_joker_where_it_has_room_as_itself():
    """7♠ may be 7♥ beside 5♥ and 6♥, but beside 6♠ and 8♠ it is itself."""
    rules = JOKERS._replace(wild=(SEVEN,), joker_laid=15, scoring=Scoring.MELDS)
    wild = [option for option in options(held("5H 6H 7S", rules)) if option.shape.wild]
    assert {option.shape.wild for option in wild} == {(SEVEN,)}
    assert all(isinstance(option.shape, Run) and option.jokers == 0 for option in wild)
    holding = held("6S 7S 8S", rules)
    assert "6♠ 7♠ 8♠" in found(holding)
    assert "6♠ (7♠) 8♠" not in found(holding)


def test_nothing_is_laid_off_on_what_is_no_meld():
    agreed = Meld(None, parse_cards("7-9H"))
    assert shown(best(parse_cards("10H"), BASIC, [agreed])) == "; ; 10♥"
