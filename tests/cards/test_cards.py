"""Cards: how they print, what a stand-in counts as, and what lies between two ends of a run."""

import doctest
import unicodedata
from itertools import pairwise

import pytest

from rummy_score.cards import cards
from rummy_score.cards.cards import (
    JOKER,
    PACK,
    PACK_FACES,
    RANK_WORDS,
    RANKS,
    SUIT_WORDS,
    SUITS,
    UNICODE_CARDS,
    Card,
    Rank,
    Suit,
    cards_text,
    ways_between,
)

KING_OF_HEARTS = Card(Rank.KING, Suit.HEARTS)


def test_a_pack_holds_each_of_52_cards_once():
    assert len(PACK) == len(set(PACK)) == 52
    assert {(card.rank, card.suit) for card in PACK} == {
        (rank, suit) for rank in RANKS for suit in SUITS
    }


@pytest.mark.parametrize(
    ("card", "text", "code"),
    [
        pytest.param(Card(Rank.ACE, Suit.SPADES), "A♠", "AS", id="ace"),
        pytest.param(Card(Rank.TWO, Suit.CLUBS), "2♣", "2C", id="two"),
        pytest.param(Card(Rank.TEN, Suit.HEARTS), "10♥", "10H", id="ten"),
        pytest.param(Card(Rank.JACK, Suit.DIAMONDS), "J♦", "JD", id="jack"),
        pytest.param(Card(Rank.QUEEN, Suit.CLUBS), "Q♣", "QC", id="queen"),
        pytest.param(KING_OF_HEARTS, "K♥", "KH", id="king"),
        pytest.param(JOKER, "JK", "JK", id="joker"),
        pytest.param(Card(Rank.QUEEN, None), "Q", "Q", id="rank-alone"),
        pytest.param(
            JOKER._replace(stands_for=KING_OF_HEARTS), "JK=K♥", "JK=KH", id="joker-stands-for"
        ),
        pytest.param(
            JOKER._replace(stands_for=Card(Rank.QUEEN, None)),
            "JK=Q",
            "JK=Q",
            id="joker-stands-for-open-suit",
        ),
        pytest.param(
            Card(Rank.SEVEN, Suit.SPADES, KING_OF_HEARTS),
            "7♠=K♥",
            "7S=KH",
            id="wild-card-stands-for",
        ),
    ],
)
def test_a_card_prints_in_symbols_and_in_plain_letters(card, text, code):
    assert str(card) == text
    assert card.code == code


def test_no_two_cards_print_alike():
    faces = set(PACK_FACES.values())
    assert len(faces) == 52 + 13 + 1
    assert len({str(face) for face in faces}) == len({face.code for face in faces}) == len(faces)


def test_what_stands_for_nothing_counts_as_itself():
    for face in PACK_FACES.values():
        assert face.face == face.value == face


def test_a_stand_in_keeps_its_face_and_counts_as_what_it_stands_for():
    for face in (*PACK, JOKER):
        stand_in = face._replace(stands_for=KING_OF_HEARTS)
        assert stand_in != face
        assert stand_in.face == face
        assert stand_in.value == KING_OF_HEARTS


def test_cards_print_with_blanks_between_them():
    assert (
        cards_text([Card(Rank.EIGHT, Suit.HEARTS), JOKER, Card(Rank.TEN, Suit.HEARTS)])
        == "8♥ JK 10♥"
    )
    assert cards_text(()) == ""


def test_each_unicode_card_is_the_card_that_unicode_names():
    named = {
        unicodedata.lookup(
            f"PLAYING CARD {RANK_WORDS[card.rank]} OF {SUIT_WORDS[card.suit]}".upper()
        ): card
        for card in PACK
    }
    jokers = dict.fromkeys(
        map(unicodedata.lookup, ("PLAYING CARD BLACK JOKER", "PLAYING CARD WHITE JOKER")), JOKER
    )
    red_joker = {unicodedata.lookup("PLAYING CARD RED JOKER"): JOKER}
    assert named | jokers | red_joker == UNICODE_CARDS


@pytest.mark.parametrize(
    ("ends", "ways"),
    [
        pytest.param("7 10", ["7 8 9 10"], id="upwards"),
        pytest.param("10 7", ["7 8 9 10"], id="downwards"),
        pytest.param("2 K", ["2 3 4 5 6 7 8 9 10 J Q K"], id="upwards-all-but-the-ace"),
        pytest.param("J 3", ["3 4 5 6 7 8 9 10 J"], id="downwards-long"),
        pytest.param("A 3", ["A 2 3"], id="from-low-ace"),
        pytest.param("3 A", ["A 2 3"], id="down-to-low-ace"),
        pytest.param("A 5", ["A 2 3 4 5"], id="five-from-low-ace"),
        pytest.param("Q A", ["Q K A"], id="up-to-high-ace"),
        pytest.param("A Q", ["Q K A"], id="from-high-ace"),
        pytest.param("10 A", ["10 J Q K A"], id="five-to-high-ace"),
        pytest.param("K A", ["K A"], id="king-and-ace"),
        pytest.param("A 2", ["A 2"], id="ace-and-two"),
        pytest.param("A K", ["A 2 3 4 5 6 7 8 9 10 J Q K"], id="the-whole-suit"),
        pytest.param("2 A", ["2 3 4 5 6 7 8 9 10 J Q K A", "A 2"], id="two-to-ace-both-ways"),
        pytest.param("A 6", ["A 2 3 4 5 6"], id="up-from-a-low-ace"),
        pytest.param("A 10", ["A 2 3 4 5 6 7 8 9 10", "10 J Q K A"], id="ace-and-ten-both-ways"),
        pytest.param("8 A", ["8 9 10 J Q K A"], id="up-to-a-high-ace"),
        pytest.param("7 A", ["7 8 9 10 J Q K A", "A 2 3 4 5 6 7"], id="middle-to-ace-both-ways"),
        pytest.param(
            "K 2", ["K A 2", "2 3 4 5 6 7 8 9 10 J Q K"], id="around-the-corner-or-downwards"
        ),
        pytest.param(
            "Q 3",
            ["Q K A 2 3", "3 4 5 6 7 8 9 10 J Q"],
            id="around-the-corner-or-downwards-shorter",
        ),
    ],
)
def test_two_ends_of_a_run_have_the_ways_between_them_that_may_be_meant(ends, ways):
    rank_of = {str(Card(rank, None)): rank for rank in RANKS}
    found = ways_between(*(rank_of[end] for end in ends.split()))
    assert [" ".join(str(Card(rank, None)) for rank in way) for way in found] == ways


def test_every_way_of_a_run_goes_step_by_step_from_one_end_to_the_other():
    for first in RANKS:
        for last in RANKS:
            for way in ways_between(first, last) if first != last else []:
                assert {way[0], way[-1]} == {first, last}
                assert all((high - low) % 13 == 1 for low, high in pairwise(way))


def test_the_examples_in_the_docstrings_hold():
    assert doctest.testmod(cards).failed == 0
