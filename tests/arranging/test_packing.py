"""The cheapest way to take a hand apart, and what it costs."""

import pytest
from arrangework import BASIC, JOKERS, ONE_PACK, SEVEN, held, shown

from rummy_score.arranging import packing
from rummy_score.arranging.arrange import best
from rummy_score.arranging.options import options
from rummy_score.arranging.packing import (
    NEVER,
    POINT,
    UNWATCHED,
    Costs,
    Turned,
    Watch,
    pack,
    take_apart,
)
from rummy_score.cards.cards import Card, cards_text
from rummy_score.cards.notation import parse_card, parse_cards
from rummy_score.errors import UnreadableInput

# Only what is left counts, as in basic Rummy.
LEFT = Costs(score=False, held=True, joker=0)
# Only what is laid counts, as on the way to a first meld.
LAID = Costs(score=True, held=False, joker=0)


def packed(holding, costs=LEFT, watch=UNWATCHED):
    found = {option.need: option for option in options(holding)}
    return pack(holding, found, costs, watch)


def apart(holding, costs=LEFT, watch=UNWATCHED):
    return take_apart(packed(holding, costs, watch), {})


def melds(taken):
    return [
        f"{choice.shape.start}-{choice.shape.end}"
        for choice in taken.choices
        if not isinstance(choice, Card | Turned)
    ]


# Costs.


def test_points_outweigh_points_left_and_those_outweigh_cards_left():
    """Forty cards at 50 points are 2,000 points, and far fewer than would carry into the next."""
    ten_left = LEFT.left(worth=10, held=10)
    nothing_of_worth = LEFT.left(worth=0, held=0)
    assert LEFT.of(1) == 0
    assert LAID.of(1) == POINT
    assert ten_left // POINT == 10
    assert 0 < nothing_of_worth * 40 < LEFT.left(worth=0, held=1) % POINT
    assert 40 * (LEFT.left(worth=50, held=50) % POINT) < POINT


def test_a_card_left_costs_what_it_could_have_scored_too_where_melds_score():
    both = Costs(score=True, held=True, joker=0)
    assert both.left(worth=15, held=10) // POINT == 15 + 10
    assert LAID.left(worth=15, held=10) == 15 * POINT


# Taking a hand apart.


def test_a_hand_that_is_all_melds_costs_nothing():
    taken = apart(held("7-9H 10-QS", BASIC))
    assert taken.cost == 0
    assert sorted(melds(taken)) == ["10-12", "7-9"]


def test_cards_that_nothing_can_take_are_paid_for_and_not_searched():
    """K♣ 10 and 4♦ 4."""
    holding = held("7-9H KC 4D", BASIC)
    hand = packed(holding)
    assert hand.cost // POINT == 14
    assert hand.start == sum(holding.card_units[card] for card in parse_cards("7-9H"))
    assert apart(holding).cost == hand.cost


def test_the_fewest_points_are_left():
    """The nines as a set leave 7 + 8 = 15, the run would leave 9 + 9 = 18."""
    taken = apart(held("7-9H 9S 9D", BASIC))
    assert taken.cost // POINT == 15
    assert taken.cost == LEFT.left(0, 7) + LEFT.left(0, 8)


def test_of_equal_choices_the_longer_meld_is_taken():
    """Six in a row could be two runs of three as well, and nothing is left either way."""
    assert melds(apart(held("2-7H", BASIC))) == ["2-7"]


def test_where_one_of_a_row_is_too_many_it_is_the_lowest():
    """Of seven in a row, three at a time, 2, 5 or 8 is left."""
    taken = apart(held("2-8H", BASIC._replace(run_max=3)))
    assert sorted(melds(taken)) == ["3-5", "6-8"]
    assert taken.cost == LEFT.left(0, 2)


def test_a_joker_is_spared_where_it_is_not_needed():
    """Left it would cost 25, but 5♥ 6♥ 7♥ stand without it and it is laid beside them."""
    taken = apart(held("5H 6H 7H JK", ONE_PACK))
    assert taken.cost == 0
    alone = apart(held("5H 6H 7H KC KD JK", ONE_PACK))
    assert [choice.jokers for choice in alone.choices] == [0, 1]


def test_cards_to_discard_are_choices_and_cost_nothing_held():
    taken = apart(held("7-9H KC", BASIC, discards=1))
    assert taken.cost == 0
    assert [choice for choice in taken.choices if isinstance(choice, Card)] == [parse_card("KC")]


def test_so_many_cards_are_discarded_as_must_be():
    taken = apart(held("7-9H", BASIC, discards=1))
    gone = [choice for choice in taken.choices if isinstance(choice, Card)]
    assert cards_text(gone) == "9♥"
    assert taken.cost // POINT == 7 + 8


def test_a_named_card_is_turned_into_what_serves_best():
    """7♠ is a joker beside 5♥ and 6♥, and itself beside 6♠ and 8♠."""
    rules = JOKERS._replace(wild=(SEVEN,))
    turned = {
        hand: [choice for choice in apart(held(hand, rules)).choices if isinstance(choice, Turned)]
        for hand in ("5H 6H 7S", "6S 7S 8S")
    }
    assert turned == {"5H 6H 7S": [Turned(SEVEN, 1)], "6S 7S 8S": [Turned(SEVEN, 0)]}


# Watching.


def test_nothing_is_taken_where_nothing_is_allowed():
    taken = apart(held("7-9H", BASIC), watch=Watch(lambda _: False))
    assert (taken.cost, taken.choices) == (NEVER, [])


def test_points_lost_are_counted_beside_the_hand():
    """Of 7-9♥ and K♣, worth 34, with the run laid 10 are lost, and with nothing laid all."""
    holding = held("7-9H KC", BASIC)
    one_lost = 1 << holding.end

    def at_most(points):
        watch = Watch(lambda rest: rest < (points + 1) * one_lost, lost=one_lost)
        return apart(holding, LEFT, watch)

    assert melds(at_most(10)) == ["7-9"]
    assert at_most(9).cost == NEVER


def test_what_an_earlier_search_found_is_a_bound_and_changes_nothing():
    holding = held("7-9H 9S 9D JK", JOKERS)
    first = apart(holding)
    again = take_apart(packed(holding), first.least)
    assert (again.cost, again.choices) == (first.cost, first.choices)


def test_a_search_that_would_take_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(packing, "MOST_TRIES", 5)
    with pytest.raises(UnreadableInput, match="fewer cards or fewer jokers"):
        apart(held("2-8H 2-8S 2-8D", BASIC))


# What the best arrangement makes of it.


def test_of_equal_arrangements_the_low_cards_are_laid():
    """The run leaves two queens, the queens 10♠ and J♠: twenty points and two cards either way."""
    assert shown(best(parse_cards("10-QS QH QD"), BASIC)) == "10♠ J♠ Q♠; ; Q♥ Q♦"
