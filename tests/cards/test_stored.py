"""Stored text reads as exactly the value that it was printed from, and nothing else is read."""

import pytest
from dealwork import HANDS, ODD_NAMES, PLAYERS, STAND_INS, turns
from hypothesis import given
from hypothesis import strategies as st

from rummy_score.cards.cards import Card, Kind, Rank, Suit
from rummy_score.cards.notation import Hand, Play, Turn
from rummy_score.cards.stored import read_stored_hand, read_stored_turn
from rummy_score.errors import UnreadableInput

HEARTS, SPADES = Suit.HEARTS, Suit.SPADES


@given(st.data())
def test_a_turn_reads_as_what_it_was_printed_from(data: st.DataObject) -> None:
    players = data.draw(PLAYERS)
    turn = data.draw(turns(players))
    assert read_stored_turn(str(turn), players) == turn


@given(HANDS)
def test_a_hand_reads_as_what_it_was_printed_from(hand: Hand) -> None:
    assert read_stored_hand(str(hand)) == hand


def test_every_stand_in_reads_as_what_it_was_printed_from() -> None:
    for card in STAND_INS:
        assert read_stored_hand(str(card)) == Hand((card,))


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_may_look_like_anything_else_in_the_line(name: str) -> None:
    turn = Turn(name, (Play((Card(Rank.TEN, HEARTS),), to=1),))
    assert read_stored_turn(f"{name}: 10♥ to 1", ODD_NAMES) == turn


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        pytest.param("T", Hand((Card(Rank.TEN, None),)), id="ten-alone"),
        pytest.param("10", Hand(None, (10,)), id="ten-points"),
        pytest.param(
            "10 4", Hand((Card(Rank.TEN, None), Card(Rank.FOUR, None))), id="ten-and-four"
        ),
        pytest.param("none", Hand(()), id="nothing"),
        pytest.param("0", Hand(None, (0,)), id="no-points"),
        pytest.param("10+5+3", Hand(None, (10, 5, 3)), id="sum"),
        pytest.param("A", Hand((Card(Rank.ACE, None),)), id="ace-alone"),
    ],
)
def test_what_0_1_0_stored_of_a_hand_is_read(text: str, hand: Hand) -> None:
    assert read_stored_hand(text) == hand


def test_what_0_1_0_stored_of_a_turn_is_read() -> None:
    joker = Card(None, None, Card(Rank.KING, HEARTS))
    assert read_stored_turn("Anna: Q♥ JK=K♥ A♥ as run, 9♠ to 2", ["Anna"]) == Turn(
        "Anna",
        (
            Play((Card(Rank.QUEEN, HEARTS), joker, Card(Rank.ACE, HEARTS)), kind=Kind.RUN),
            Play((Card(Rank.NINE, SPADES),), to=2),
        ),
    )


@pytest.mark.parametrize(
    "line",
    [
        "Anna: 7-9H",
        "Anna: 7h 8h 9h",
        "Anna:7♥",
        "Anna: 7♥,8♥",
        "Anna: 7♥  8♥",
        "Anna: 7♥ ",
        "Anna: ",
        "Anna 7♥",
        "anna: 7♥",
        "A: 7♥",
        "Vera: 7♥",
        "Anna: T♥",
        "Anna: 7",
        "Anna: JK=JK",
        "Anna: 7=8♥",
        "Anna: 7♥ to 0",
        "Anna: 7♥ to 01",
        "Anna: 7♥ to 10000",
        "Anna: 7♥ as pair",
        "Anna: 7♥ to ١",
        "Anna: 7♥\n",
        "Anna: 7♥, ",
        "Anna: to 1",
        "",
        ": 7♥",
        "Anna: 7♥\ufe0f",
        "Anna: ч10",
    ],
)
def test_a_turn_that_no_release_printed_is_refused(line: str) -> None:
    with pytest.raises(UnreadableInput, match="as this program stores it"):
        read_stored_turn(line, ("Anna", "Boris"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "нет",
        "None",
        "K,4",
        "KC",
        "k♣",
        "K♣  4♦",
        " K♣",
        "10 + 5",
        "+5",
        "-5",
        "05",
        "1.5",
        "12345678",
        "10+",
        "٥",
        "T 4",
        "JK=",
        "x",
        "5\n",
    ],
)
def test_a_hand_that_no_release_printed_is_refused(text: str) -> None:
    with pytest.raises(UnreadableInput, match="as this program stores it"):
        read_stored_hand(text)


@given(st.text(max_size=40))
def test_no_text_is_more_than_a_refusal(text: str) -> None:
    for read in (read_stored_hand, lambda line: read_stored_turn(line, ("Anna",))):
        try:
            value = read(text)
        except UnreadableInput:
            continue
        assert str(value) == text
