"""Rules as a value: bands by players, what a joker is, what a card counts."""

import pytest

from rummy_score.cards.cards import JOKER, RANKS, Card, Rank
from rummy_score.cards.notation import parse_card, parse_hand
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.rules import (
    FACE,
    Ace,
    Blocked,
    ByPlayers,
    Draw,
    FirstMeld,
    LowAce,
    Scoring,
    Settling,
    Span,
    TargetTie,
    Ties,
    always,
)
from rummy_score.rules.variants import VARIANTS

BASIC, GAMBLING, SEQUENCE, RUM500, JOKER500 = (
    VARIANTS[name].rules for name in ("basic", "gambling", "sequence", "rum500", "joker500")
)
# rules.md, section 1: 2 players 10 cards; 3-4 players 7; 5-6 players 6.
BASIC_HANDS = ByPlayers(((Span(2, 2), 10), (Span(3, 4), 7), (Span(5, 6), 6)))


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        pytest.param(Ace, ["low", "high", "both", "corner"], id="ace"),
        pytest.param(LowAce, ["none", "below-two", "short-run"], id="low_ace"),
        pytest.param(Draw, ["one", "many"], id="draw"),
        pytest.param(FirstMeld, ["any", "run"], id="first_meld"),
        pytest.param(Scoring, ["hand", "melds"], id="scoring"),
        pytest.param(Blocked, ["difference", "score"], id="blocked"),
        pytest.param(Ties, ["share"], id="ties"),
        pytest.param(TargetTie, ["another-deal", "share"], id="target_tie"),
        pytest.param(Settling, ["deals", "difference"], id="settle"),
    ],
)
def test_a_choice_is_spelt_as_the_table_of_knobs_spells_it(choices, words):
    assert [str(choice) for choice in choices] == words


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        pytest.param(1, None, id="too-few"),
        pytest.param(2, 10, id="two"),
        pytest.param(3, 7, id="three"),
        pytest.param(4, 7, id="four"),
        pytest.param(5, 6, id="five"),
        pytest.param(6, 6, id="six"),
        pytest.param(7, None, id="too-many"),
    ],
)
def test_a_number_by_players_is_that_of_their_band(players, cards):
    assert BASIC_HANDS.of(players) == cards


def test_the_largest_number_by_players_is_found_in_whichever_band_it_stands():
    assert BASIC_HANDS.most == 10
    assert ByPlayers(((Span(2, 4), 1), (Span(5, 8), 2))).most == 2


def test_the_same_number_for_all_holds_for_every_number_of_players():
    assert {always(7).of(players) for players in range(1, 21)} == {7}
    assert always(7).most == 7


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(Span(2, 6), "2-6", id="range"),
        pytest.param(Span(4, 4), "4", id="range-of-one"),
        pytest.param(BASIC_HANDS, "2:10 3-4:7 5-6:6", id="bands"),
        pytest.param(always(7), "7", id="one-number"),
    ],
)
def test_ranges_and_bands_print_as_they_are_typed(value, text):
    assert str(value) == text


def test_rules_cannot_be_changed_in_place():
    with pytest.raises(AttributeError):
        BASIC.ace = Ace.HIGH


@pytest.mark.parametrize(
    ("wild", "card", "joker"),
    [
        pytest.param("none", "JK", True, id="printed"),
        pytest.param("none", "JK=KH", True, id="printed-standing-for-a-card"),
        pytest.param("none", "7S", False, id="none-is-named"),
        pytest.param("7S", "7S", True, id="the-named-card"),
        pytest.param("7S", "7S=KH", True, id="the-named-card-standing-for-another"),
        pytest.param("7S", "7H", False, id="another-suit-of-its-rank"),
        pytest.param("7S", "8S", False, id="another-rank-of-its-suit"),
        pytest.param("2", "2D", True, id="any-suit-of-a-named-rank"),
        pytest.param("2", "3D", False, id="another-rank"),
        pytest.param("7S 2", "2C", True, id="second-of-two-named"),
    ],
)
def test_jokers_are_the_printed_ones_and_those_that_are_named(wild, card, joker):
    assert with_house_rules(BASIC, [("wild", wild)]).is_joker(parse_card(card)) is joker


def test_a_rank_alone_is_a_joker_only_where_every_suit_of_it_is():
    assert not with_house_rules(BASIC, [("wild", "7S")]).is_joker(Card(Rank.SEVEN, None))
    assert with_house_rules(BASIC, [("wild", "7")]).is_joker(Card(Rank.SEVEN, None))


@pytest.mark.parametrize(
    ("rules", "ace"),
    [
        # rules.md, section 1: 10 for each K, Q, J; 1 for an ace; pips for the rest. Section 3: ace
        # 15.
        pytest.param(BASIC, 1, id="basic"),
        pytest.param(GAMBLING, 1, id="gambling"),
        pytest.param(SEQUENCE, 15, id="sequence"),
        pytest.param(RUM500, 15, id="rum500"),
    ],
)
def test_ranks_count_as_the_source_says(rules, ace):
    assert [rules.rank_points(rank) for rank in RANKS] == [
        ace,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        10,
        10,
        10,
    ]


def test_pips_may_count_otherwise_than_their_face():
    rules = BASIC._replace(pip_points=(5, 5, 5, 5, 5, 5, 5, 5, 10), court_points=12)
    assert [rules.rank_points(rank) for rank in RANKS] == [
        1,
        5,
        5,
        5,
        5,
        5,
        5,
        5,
        5,
        10,
        12,
        12,
        12,
    ]
    assert FACE == (2, 3, 4, 5, 6, 7, 8, 9, 10)


@pytest.mark.parametrize(
    ("rules", "wild", "hand", "points"),
    [
        pytest.param(BASIC, "none", "KC 4D 2S 6D", 22, id="dmitry-of-the-sheet-in-product.md"),
        pytest.param(BASIC, "none", "A Q J 10S", 31, id="basic-ace-is-1"),
        pytest.param(SEQUENCE, "none", "3S 8H", 11, id="sequence-64-less-53"),
        pytest.param(SEQUENCE, "none", "JK 2C 6D", 33, id="sequence-78-less-45"),
        pytest.param(SEQUENCE, "7S", "7S 7H", 32, id="sequence-a-card-that-serves-as-joker-is-25"),
        pytest.param(SEQUENCE, "2", "2 3", 28, id="sequence-a-rank-alone-that-serves-as-joker"),
        pytest.param(RUM500, "none", "A K", 25, id="rum500-ace-left-is-15"),
        pytest.param(JOKER500, "none", "JK 5H", 20, id="joker500-joker-is-15"),
    ],
)
def test_cards_left_in_hand_count_as_the_source_says(rules, wild, hand, points):
    rules = with_house_rules(rules, [("wild", wild)])
    assert sum(rules.held_points(card) for card in parse_hand(hand).cards) == points


@pytest.mark.parametrize(
    ("rules", "players", "packs", "jokers", "hand"),
    [
        pytest.param(BASIC, 2, 1, 0, 10, id="basic-2"),
        pytest.param(BASIC, 4, 1, 0, 7, id="basic-4"),
        pytest.param(BASIC, 6, 1, 0, 6, id="basic-6"),
        pytest.param(GAMBLING, 4, 1, 0, 7, id="gambling-4"),
        pytest.param(SEQUENCE, 7, 2, 2, 8, id="sequence-7"),
        pytest.param(RUM500, 2, 1, 0, 13, id="rum500-2"),
        pytest.param(RUM500, 3, 1, 0, 7, id="rum500-3"),
        pytest.param(JOKER500, 4, 1, 2, 7, id="joker500-4"),
        pytest.param(JOKER500, 5, 2, 4, 7, id="joker500-5"),
    ],
)
def test_a_table_plays_with_the_packs_jokers_and_hand_of_its_number(
    rules, players, packs, jokers, hand
):
    seated = rules.seated(players)
    assert (seated.packs, seated.jokers, seated.hand) == (
        always(packs),
        always(jokers),
        always(hand),
    )
    assert seated._replace(packs=rules.packs, jokers=rules.jokers, hand=rules.hand) == rules


def test_a_number_of_players_that_a_knob_does_not_name_leaves_its_bands_as_they_are():
    assert BASIC.seated(9) == BASIC


def test_a_joker_left_counts_the_same_whatever_it_was_thought_to_be():
    assert SEQUENCE.held_points(JOKER) == SEQUENCE.held_points(parse_card("JK=2C")) == 25


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("players", [2, 5])
def test_the_rules_in_force_are_those_for_so_many_players(name, players):
    rules = VARIANTS[name].rules
    assert rules.in_force(players, 1) == rules.in_force(players, 100) == rules.seated(players)
