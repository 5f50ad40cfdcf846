"""The runs that a hand can lay: new ones, and longer ones on the table."""

import pytest
from arrangework import APART, BASIC, JOKERS, ONE_PACK, RUM500, held, laid

from rummy_score.arranging.runs import runs
from rummy_score.rules.rules import Ace, always

RUNS_OF_FOUR = ["7♥ 8♥ 9♥", "8♥ 9♥ 10♥", "7♥ 8♥ 9♥ 10♥"]


def found(holding, *, every=False):
    """All runs that a hand can lay, as text."""
    return laid(holding, runs(holding, every))


def only(holding):
    (option,) = runs(holding, every=False)
    return option


@pytest.mark.parametrize(
    ("rules", "hand", "expected"),
    [
        pytest.param(BASIC, "7-9H 9S", ["7♥ 8♥ 9♥"], id="a-run"),
        pytest.param(BASIC, "7-10H", RUNS_OF_FOUR, id="parts-of-a-run"),
        pytest.param(BASIC, "7H 8H 10H", [], id="a-gap"),
        pytest.param(BASIC, "QS KS AS", [], id="ace-low"),
        pytest.param(BASIC._replace(ace=Ace.HIGH), "QS KS AS", ["Q♠ K♠ A♠"], id="ace-high"),
        pytest.param(BASIC._replace(ace=Ace.CORNER), "KS AS 2S", ["K♠ A♠ 2♠"], id="corner"),
        pytest.param(BASIC._replace(run_min=4), "7-9H", [], id="run-min"),
        pytest.param(JOKERS, "5H 7H JK", ["5♥ (6♥) 7♥"], id="a-joker-in-a-gap"),
        # A run of 4 5 6 takes the same cards as 5 6 7 and is worth less.
        pytest.param(JOKERS, "5H 6H JK", ["5♥ 6♥ (7♥)"], id="the-reading-worth-the-most"),
        pytest.param(JOKERS, "QH KH JK", ["(J♥) Q♥ K♥"], id="no-place-above-the-king"),
    ],
)
def test_the_runs_that_a_hand_can_lay(rules, hand, expected):
    assert found(held(hand, rules)) == sorted(expected)


def test_every_reading_of_a_run_is_there_where_it_is_asked_for():
    holding = held("5H 6H JK", JOKERS)
    assert found(holding, every=True) == sorted(["(4♥) 5♥ 6♥", "5♥ 6♥ (7♥)"])


def test_a_run_on_the_table_takes_cards_at_both_ends():
    there = found(held("6H 10H JH", BASIC, "7-9H"))
    expected = ["6♥ to 1", "10♥ to 1", "10♥ J♥ to 1", "6♥ 10♥ to 1", "6♥ 10♥ J♥ to 1"]
    assert there == sorted(expected)


def test_a_joker_is_laid_off_alone_and_as_what_lies_between():
    assert found(held("JK JH", JOKERS, "7-9H")) == sorted(["(10♥) to 1", "(10♥) J♥ to 1"])


def test_limits_on_jokers_count_those_on_the_table():
    rules = JOKERS._replace(jokers_max=1)
    assert found(held("JK 10H", rules, "7H JK 9H")) == ["10♥ to 1"]
    assert found(held("JK", JOKERS._replace(naturals_min=3), "7H 8H 9H")) == ["(10♥) to 1"]


def test_no_joker_stands_side_by_side_with_one_on_the_table():
    """With 10♥ the joker is J♥ rather than 6♥, since that takes the same and is worth more."""
    assert found(held("JK 10H", APART, "7H 8H JK=9H")) == sorted(
        ["10♥ to 1", "(6♥) to 1", "10♥ (J♥) to 1"]
    )


def test_no_joker_stands_for_a_card_of_which_all_copies_are_down():
    assert found(held("8H 9H JK", ONE_PACK)) == ["8♥ 9♥ (10♥)"]
    assert found(held("8H 9H JK", ONE_PACK, down="10H")) == ["(7♥) 8♥ 9♥"]
    assert found(held("8H 9H JK", ONE_PACK, down="10H 7H")) == []
    assert found(held("8H 9H JK", JOKERS, down="10H")) == ["8♥ 9♥ (10♥)"]


def test_a_whole_suit_may_have_an_ace_at_both_ends():
    """Thirteen cards and one ace more, from ace to king and on to the ace."""
    rules = JOKERS._replace(ace=Ace.BOTH, run_max=14)
    there = found(held("A-KH AH", rules))
    assert "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥" in there
    joker_above = found(held("A-KH JK", rules))
    assert any(text.startswith("A♥") and text.endswith("K♥ (A♥)") for text in joker_above)
    one_ace = rules._replace(packs=always(1))
    assert not any("(A♥)" in text for text in found(held("2-KH JK JK", one_ace, down="AH")))


def test_points_are_what_is_scored_and_short_is_what_the_cards_could_score_more():
    """Rum 500: an ace below the two counts 1, at its best 15."""
    low = only(held("AS 2S 3S", RUM500))
    assert (low.points, low.short) == (1 + 2 + 3, 15 - 1)
    plain = only(held("7-9H", BASIC))
    assert (plain.points, plain.short) == (24, 0)


def test_only_the_cards_of_the_hand_score_in_a_lay_off():
    option = only(held("10H KC", BASIC, "7-9H"))
    assert option.points == 10
