"""What a hand can lay: every new meld, every lay-off, and what each takes and scores."""

import pytest
from arrangework import APART, BASIC, JOKERS, ONE_PACK, RUM500, SEVEN, held, shown

from rummy_score.arranging.arrange import best
from rummy_score.arranging.holdings import Run, laid_cells
from rummy_score.arranging.options import options
from rummy_score.cards.notation import parse_card, parse_cards
from rummy_score.referee.melds import Meld
from rummy_score.rules.rules import Ace, Scoring, always


def told(holding, option):
    """An option as text: jokers in brackets, the number of the meld that grows."""
    cells = laid_cells(option.shape, holding.melds_down)
    cards = " ".join(f"{card}" if natural else f"({card})" for card, natural in cells)
    return f"{cards} to {option.shape.to}" if option.shape.to else cards


def laid(holding, *, every=False):
    """All that a hand can lay, as text."""
    return sorted(told(holding, option) for option in options(holding, every))


RUNS_OF_FOUR = ["7♥ 8♥ 9♥", "8♥ 9♥ 10♥", "7♥ 8♥ 9♥ 10♥"]


@pytest.mark.parametrize(
    ("rules", "hand", "expected"),
    [
        pytest.param(BASIC, "7-9H 9S", ["7♥ 8♥ 9♥"], id="a-run"),
        pytest.param(BASIC, "7-10H", RUNS_OF_FOUR, id="parts-of-a-run"),
        pytest.param(BASIC, "9S 9H 9D", ["9♠ 9♥ 9♦"], id="a-set"),
        pytest.param(BASIC, "7H 8H 10H", [], id="a-gap"),
        pytest.param(BASIC, "QS KS AS", [], id="ace-low"),
        pytest.param(BASIC._replace(ace=Ace.HIGH), "QS KS AS", ["Q♠ K♠ A♠"], id="ace-high"),
        pytest.param(BASIC._replace(ace=Ace.CORNER), "KS AS 2S", ["K♠ A♠ 2♠"], id="corner"),
        pytest.param(BASIC._replace(run_min=4), "7-9H", [], id="run-min"),
        pytest.param(BASIC._replace(set_min=4), "9S 9H 9D", [], id="set-min"),
        pytest.param(JOKERS, "QH QH QS", [], id="suits-of-a-set-differ"),
        pytest.param(JOKERS._replace(set_same_suit=True), "QH QH QS", ["Q♠ Q♥ Q♥"], id="same-suit"),
        pytest.param(JOKERS, "5H 7H JK", ["5♥ (6♥) 7♥"], id="a-joker-in-a-gap"),
        # A run of 4 5 6 takes the same cards as 5 6 7 and is worth less.
        pytest.param(JOKERS, "5H 6H JK", ["5♥ 6♥ (7♥)"], id="the-reading-worth-the-most"),
        pytest.param(JOKERS, "QH KH JK", ["(J♥) Q♥ K♥"], id="no-place-above-the-king"),
        pytest.param(JOKERS, "5H JK JK", ["5♥ (5) (5)", "5♥ (6♥) (7♥)"], id="run-or-set"),
        pytest.param(APART, "5H JK JK", ["5♥ (5) (5)", "(4♥) 5♥ (6♥)"], id="not-side-by-side"),
        pytest.param(JOKERS._replace(jokers_max=1), "5H JK JK", [], id="jokers-max"),
        pytest.param(JOKERS._replace(naturals_min=2), "5H JK JK", [], id="naturals-min"),
    ],
)
def test_what_a_hand_can_lay(rules, hand, expected):
    assert laid(held(hand, rules)) == sorted(expected)


def test_four_of_a_rank_are_a_set_of_four_and_four_of_three():
    found = laid(held("9SHDC", BASIC))
    assert found == sorted(["9♠ 9♥ 9♦ 9♣", "9♠ 9♥ 9♦", "9♠ 9♥ 9♣", "9♠ 9♦ 9♣", "9♥ 9♦ 9♣"])


def test_every_reading_of_a_run_is_there_where_it_is_asked_for():
    holding = held("5H 6H JK", JOKERS)
    assert laid(holding, every=True) == sorted(["(4♥) 5♥ 6♥", "5♥ 6♥ (7♥)"])


def test_jokers_alone_are_a_meld_where_no_natural_card_is_needed():
    """Of runs the highest of each suit, and a set of each rank."""
    found = laid(held("JK JK JK", JOKERS._replace(naturals_min=0)))
    assert "(J♠) (Q♠) (K♠)" in found
    assert "(7) (7) (7)" in found
    assert len(found) == 4 + 13


def test_a_run_on_the_table_takes_cards_at_both_ends():
    found = laid(held("6H 10H JH", BASIC, "7-9H"))
    expected = ["6♥ to 1", "10♥ to 1", "10♥ J♥ to 1", "6♥ 10♥ to 1", "6♥ 10♥ J♥ to 1"]
    assert found == sorted(expected)


def test_a_joker_is_laid_off_alone_and_as_what_lies_between():
    found = laid(held("JK JH", JOKERS, "7-9H"))
    assert found == sorted(["(10♥) to 1", "(10♥) J♥ to 1"])


def test_a_set_on_the_table_takes_the_suit_that_it_lacks():
    assert laid(held("QC QS", JOKERS, "QSHD")) == ["Q♣ to 1"]
    assert laid(held("QC QC", JOKERS, "QSHDC")) == []


def test_a_full_run_or_set_takes_nothing_more():
    assert laid(held("10H", BASIC._replace(run_max=3), "7-9H")) == []
    assert laid(held("QC", BASIC._replace(set_max=3), "QSHD")) == []


def test_limits_on_jokers_count_those_on_the_table():
    rules = JOKERS._replace(jokers_max=1)
    assert laid(held("JK 10H", rules, "7H JK 9H")) == ["10♥ to 1"]
    assert laid(held("JK", JOKERS._replace(naturals_min=3), "7H 8H 9H")) == ["(10♥) to 1"]


def test_no_joker_stands_side_by_side_with_one_on_the_table():
    """With 10♥ the joker is J♥ rather than 6♥, since that takes the same and is worth more."""
    found = laid(held("JK 10H", APART, "7H 8H JK=9H"))
    assert found == sorted(["10♥ to 1", "(6♥) to 1", "10♥ (J♥) to 1"])


def test_no_joker_stands_for_a_card_of_which_all_copies_are_down():
    assert laid(held("8H 9H JK", ONE_PACK)) == ["8♥ 9♥ (10♥)"]
    assert laid(held("8H 9H JK", ONE_PACK, down="10H")) == ["(7♥) 8♥ 9♥"]
    assert laid(held("8H 9H JK", ONE_PACK, down="10H 7H")) == []
    assert laid(held("8H 9H JK", JOKERS, down="10H")) == ["8♥ 9♥ (10♥)"]


def test_a_set_has_no_more_jokers_than_there_are_suits_left_for_them():
    assert laid(held("QS QH JK", ONE_PACK, down="QD")) == ["Q♠ Q♥ (Q)"]
    assert laid(held("QS QH JK", ONE_PACK, down="QD QC")) == []


def test_a_whole_suit_may_have_an_ace_at_both_ends():
    """Thirteen cards and one ace more, from ace to king and on to the ace."""
    rules = JOKERS._replace(ace=Ace.BOTH, run_max=14)
    found = laid(held("A-KH AH", rules))
    assert "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥" in found
    joker_above = laid(held("A-KH JK", rules))
    assert any(text.startswith("A♥") and text.endswith("K♥ (A♥)") for text in joker_above)
    one_ace = rules._replace(packs=always(1))
    assert not any("(A♥)" in text for text in laid(held("2-KH JK JK", one_ace, down="AH")))


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


def test_points_are_what_is_scored_and_short_is_what_the_cards_could_score_more():
    """Rum 500: an ace below the two counts 1, at its best 15."""
    low = only(held("AS 2S 3S", RUM500))
    assert (low.points, low.short) == (1 + 2 + 3, 15 - 1)
    plain = only(held("7-9H", BASIC))
    assert (plain.points, plain.short) == (24, 0)


def test_a_joker_scores_what_it_stands_for_or_a_number_of_its_own():
    """What a joker scores is more than the natural cards are worth, so that short is below zero."""
    as_meant = only(held("5H 7H JK", JOKERS))
    assert (as_meant.points, as_meant.short) == (5 + 6 + 7, -6)
    of_its_own = only(held("5H 7H JK", JOKERS._replace(joker_laid=15)))
    assert (of_its_own.points, of_its_own.short) == (5 + 15 + 7, -15)


def test_only_the_cards_of_the_hand_score_in_a_lay_off():
    option = only(held("10H KC", BASIC, "7-9H"))
    assert option.points == 10


def test_a_named_card_is_no_joker_where_it_has_room_as_itself():
    """7♠ may be 7♥ beside 5♥ and 6♥, but beside 6♠ and 8♠ it is itself."""
    rules = JOKERS._replace(wild=(SEVEN,), joker_laid=15, scoring=Scoring.MELDS)
    wild = [option for option in options(held("5H 6H 7S", rules)) if option.shape.wild]
    assert {option.shape.wild for option in wild} == {(SEVEN,)}
    assert all(isinstance(option.shape, Run) and option.jokers == 0 for option in wild)
    holding = held("6S 7S 8S", rules)
    assert "6♠ 7♠ 8♠" in laid(holding)
    assert "6♠ (7♠) 8♠" not in laid(holding)


def test_nothing_is_laid_off_on_what_is_no_meld():
    agreed = Meld(None, parse_cards("7-9H"))
    assert shown(best(parse_cards("10H"), BASIC, [agreed])) == "; ; 10♥"
