"""Typed text becomes cards, hands and turns, and what they print becomes them again."""

import doctest
import re
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_score.cards import notation
from rummy_score.cards.cards import JOKER, PACK, RANKS, Card, Kind, Rank, Suit, cards_text
from rummy_score.cards.notation import (
    Hand,
    Play,
    Turn,
    parse_card,
    parse_cards,
    parse_hand,
    parse_number,
    parse_plays,
    parse_turn,
    split_line,
)
from rummy_score.errors import AmbiguousInput, UnreadableInput
from rummy_score.names import LONGEST_NAME, clean, folded, printable
from rummy_score.points import LARGEST_NUMBER

PLAYERS = ("Boris", "Борис", "Anna", "A:B")
READERS = [
    pytest.param(parse_card, id="card"),
    pytest.param(parse_cards, id="cards"),
    pytest.param(parse_hand, id="hand"),
    pytest.param(parse_plays, id="plays"),
    pytest.param(lambda text: parse_turn(text, PLAYERS), id="turn"),
    pytest.param(lambda text: parse_turn(f"Boris: {text}", PLAYERS), id="turn-of-a-player"),
]
MEGABYTE = 1_000_000


def refusal(read, text: str) -> str:
    with pytest.raises(UnreadableInput) as refused:
        read(text)
    return str(refused.value)


# Every form of product.md, "Cards as people type them".


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        pytest.param("10H", "10♥", id="latin"),
        pytest.param("TH", "10♥", id="latin-T-is-ten"),
        pytest.param("H10", "10♥", id="latin-suit-first"),
        pytest.param("h10", "10♥", id="latin-suit-first-small"),
        pytest.param("10h", "10♥", id="latin-small"),
        pytest.param("ht", "10♥", id="latin-T-suit-first-small"),
        pytest.param("♥10", "10♥", id="symbol-first"),
        pytest.param("10♥", "10♥", id="symbol-last"),
        pytest.param("10♡", "10♥", id="white-symbol"),
        pytest.param("♤A", "A♠", id="white-symbol-first"),
        pytest.param("♢J", "J♦", id="white-diamond"),
        pytest.param("Q♧", "Q♣", id="white-club"),
        pytest.param("10♥\ufe0f", "10♥", id="emoji-selector-last"),
        pytest.param("♥\ufe0f10", "10♥", id="emoji-selector-within"),
        pytest.param("10♥\ufe0e", "10♥", id="text-selector"),
        pytest.param("🂺", "10♥", id="unicode-card"),
        pytest.param("🂡", "A♠", id="unicode-ace"),
        pytest.param("🂭", "Q♠", id="unicode-queen-after-the-knight"),
        pytest.param("🃞", "K♣", id="unicode-king-of-clubs"),
        pytest.param("🂱🂲🂳", "A♥ 2♥ 3♥", id="unicode-cards-together"),
        pytest.param("Б9", "9♦", id="russian-suit-first"),
        pytest.param("9Б", "9♦", id="russian-rank-first"),
        pytest.param("9б", "9♦", id="russian-small"),
        pytest.param("ПД", "Q♠", id="russian-queen-of-spades"),
        pytest.param("ДП", "Q♠", id="russian-queen-of-spades-rank-first"),
        pytest.param("ЧД", "Q♥", id="russian-queen-of-hearts"),
        pytest.param("ТД", "Q♣", id="russian-queen-of-clubs"),
        pytest.param("БВ", "J♦", id="russian-jack-of-diamonds"),
        pytest.param("ТТ", "A♣", id="russian-ace-of-clubs"),
        pytest.param("ТК", "K♣", id="russian-king-of-clubs"),
        pytest.param("КТ", "K♣", id="russian-king-of-clubs-rank-first"),
        pytest.param("ТП", "A♠", id="russian-ace-of-spades-rank-first"),
        pytest.param("ПТ", "A♠", id="russian-ace-of-spades"),
        pytest.param("пт", "A♠", id="russian-ace-of-spades-small"),
        pytest.param("ВТ", "J♣", id="russian-jack-of-clubs"),
        pytest.param("10Ч", "10♥", id="russian-ten"),
        pytest.param("Т10", "10♣", id="russian-ten-of-clubs"),
        pytest.param("Т♥", "A♥", id="russian-ace-with-a-symbol"),
        pytest.param("T♥", "10♥", id="latin-ten-with-a-symbol"),
        pytest.param("JK", "JK", id="joker"),
        pytest.param("jk", "JK", id="joker-small"),
        pytest.param("joker", "JK", id="joker-in-full"),
        pytest.param("дж", "JK", id="russian-joker"),
        pytest.param("Джокер", "JK", id="russian-joker-in-full"),
        pytest.param("🃏", "JK", id="unicode-joker"),
        pytest.param("🃏\ufe0f", "JK", id="unicode-joker-with-selector"),
        pytest.param("*", "JK", id="star"),
        pytest.param("JK=KH", "JK=K♥", id="joker-stands-for"),
        pytest.param("*=kh", "JK=K♥", id="star-stands-for"),
        pytest.param("🃏=🂾", "JK=K♥", id="unicode-joker-stands-for"),
        pytest.param("дж=ЧК", "JK=K♥", id="russian-joker-stands-for"),
        pytest.param("7S=KH", "7♠=K♥", id="wild-card-stands-for"),
        pytest.param("П7=КЧ", "7♠=K♥", id="russian-wild-card-stands-for"),
        pytest.param("JK=Q", "JK=Q", id="joker-stands-for-open-suit"),
        pytest.param("JK=T", "JK=10", id="joker-stands-for-latin-T"),
        pytest.param("дж=Т", "JK=A", id="joker-stands-for-russian-T"),
        pytest.param("7-10H", "7♥ 8♥ 9♥ 10♥", id="run"),
        pytest.param("7H-10H", "7♥ 8♥ 9♥ 10♥", id="run-suit-twice"),
        pytest.param("7H-10", "7♥ 8♥ 9♥ 10♥", id="run-suit-at-the-first"),
        pytest.param("H7-10", "7♥ 8♥ 9♥ 10♥", id="run-suit-first"),
        pytest.param("7-h10", "7♥ 8♥ 9♥ 10♥", id="run-suit-within"),
        pytest.param("7-T♥\ufe0f", "7♥ 8♥ 9♥ 10♥", id="run-symbol"),
        pytest.param("7–10H", "7♥ 8♥ 9♥ 10♥", id="run-en-dash"),
        pytest.param("7—10H", "7♥ 8♥ 9♥ 10♥", id="run-em-dash"),
        pytest.param("7−10H", "7♥ 8♥ 9♥ 10♥", id="run-minus"),
        pytest.param("10-7H", "7♥ 8♥ 9♥ 10♥", id="run-downwards"),
        pytest.param("Ч7-10", "7♥ 8♥ 9♥ 10♥", id="russian-run"),
        pytest.param("7-10ч", "7♥ 8♥ 9♥ 10♥", id="russian-run-rank-first"),
        pytest.param("В-ТТ", "J♣ Q♣ K♣ A♣", id="russian-run-of-clubs-to-the-ace"),
        pytest.param("Т-3Ч", "A♥ 2♥ 3♥", id="russian-run-from-the-ace"),
        pytest.param("A-3H", "A♥ 2♥ 3♥", id="run-from-low-ace"),
        pytest.param("J-AS", "J♠ Q♠ K♠ A♠", id="run-to-high-ace"),
        pytest.param("QHSD", "Q♥ Q♠ Q♦", id="set"),
        pytest.param("qhsd", "Q♥ Q♠ Q♦", id="set-small"),
        pytest.param("HSDQ", "Q♥ Q♠ Q♦", id="set-suits-first"),
        pytest.param("10SHDC", "10♠ 10♥ 10♦ 10♣", id="set-of-tens"),
        pytest.param("SHD10", "10♠ 10♥ 10♦", id="set-of-tens-suits-first"),
        pytest.param("Q♥♠♦", "Q♥ Q♠ Q♦", id="set-symbols"),
        pytest.param("ДЧПБ", "Q♥ Q♠ Q♦", id="russian-set"),
        pytest.param("ЧПБД", "Q♥ Q♠ Q♦", id="russian-set-suits-first"),
        pytest.param("ТЧПТ", "A♥ A♠ A♣", id="russian-set-of-aces-with-clubs"),
        pytest.param("ТЧК", "K♣ K♥", id="russian-kings-of-clubs-and-hearts"),
        pytest.param("KC 4D  2S\t6D", "K♣ 4♦ 2♠ 6♦", id="blanks-between"),
        pytest.param("KC\u00a04D", "K♣ 4♦", id="no-break-space-between"),
        pytest.param("7-9H JK QSD", "7♥ 8♥ 9♥ JK Q♠ Q♦", id="short-forms-among-cards"),
    ],
)
def test_cards_are_read_in_every_form_that_people_type(typed, cards):
    assert cards_text(parse_cards(typed)) == cards


NUMBER_RANKS = {str(number): Rank(number) for number in range(2, 11)}
LATIN_RANKS = NUMBER_RANKS | {
    "A": Rank.ACE,
    "T": Rank.TEN,
    "J": Rank.JACK,
    "Q": Rank.QUEEN,
    "K": Rank.KING,
}
RUSSIAN_RANKS = NUMBER_RANKS | {"Т": Rank.ACE, "В": Rank.JACK, "Д": Rank.QUEEN, "К": Rank.KING}
LATIN_SUITS = {"S": Suit.SPADES, "H": Suit.HEARTS, "D": Suit.DIAMONDS, "C": Suit.CLUBS}
RUSSIAN_SUITS = {"П": Suit.SPADES, "Ч": Suit.HEARTS, "Б": Suit.DIAMONDS, "Т": Suit.CLUBS}
SYMBOLS = {symbol + selector: suit
           for symbols in ("♠♥♦♣", "♤♡♢♧")
           for symbol, suit in zip(symbols, Suit, strict=True)
           for selector in ("", "\ufe0f", "\ufe0e")}  # fmt: skip


def spellings():
    """Yield every way to type a card that is in one alphabet, with the card that it is."""
    for ranks, suits in (
        (LATIN_RANKS, LATIN_SUITS | SYMBOLS),
        (RUSSIAN_RANKS, RUSSIAN_SUITS | SYMBOLS),
    ):
        for rank, suit in ((rank, suit) for rank in ranks for suit in suits):
            card = Card(ranks[rank], suits[suit])
            for spelling in (rank + suit, suit + rank):
                yield from (
                    (typed, card) for typed in (spelling, spelling.lower(), spelling.title())
                )
    for card in PACK:
        name = f"PLAYING CARD {card.rank.name} OF {card.suit.name}"
        yield from ((unicodedata.lookup(name) + selector, card) for selector in ("", "\ufe0f"))


def test_every_spelling_of_every_card_reads_as_that_card():
    misread = {typed: card for typed, card in spellings() if parse_cards(typed) != (card,)}
    assert misread == {}


def test_the_spellings_cover_the_whole_pack():
    assert {card for _, card in spellings()} == set(PACK)


# Tokens that mix alphabets. Cyrillic letters look like the Latin ones here; the ids tell which is
# which.


@pytest.mark.parametrize(
    ("typed", "meanings"),
    [
        pytest.param("Tч", "10♥ or A♥", id="latin-T-russian-hearts"),
        pytest.param("чT", "10♥ or A♥", id="russian-hearts-latin-T"),
        pytest.param("ТH", "A♥ or 10♥", id="russian-T-latin-hearts"),
        pytest.param("Tт", "10♣ or A♣", id="latin-T-russian-t"),
        pytest.param("TЧПБ", "10♥ 10♠ 10♦ or A♥ A♠ A♦", id="latin-T-russian-set"),
        pytest.param("JK=Tч", "10♥ or A♥", id="what-a-joker-stands-for"),
        pytest.param(
            "T-Kч",
            "10♥ J♥ Q♥ K♥ or A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥",
            id="run-from-latin-T",
        ),
        pytest.param(
            "7-Tч",
            "7♥ 8♥ 9♥ 10♥, 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ or A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥",
            id="run-to-latin-T",
        ),
    ],
)
def test_mixed_alphabets_are_refused_with_each_reading_where_there_are_several(typed, meanings):
    with pytest.raises(AmbiguousInput) as refused:
        parse_cards(typed)
    message = str(refused.value)
    assert message.startswith(f"'{typed}' mixes Latin and Cyrillic letters and could mean ")
    assert message.endswith(". Type it in one alphabet.")
    named = message.partition("could mean ")[2].removesuffix(". Type it in one alphabet.")
    assert sorted(re.split(", | or ", named)) == sorted(re.split(", | or ", meanings))


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        pytest.param("Kч", "K♥", id="latin-K-russian-hearts"),
        pytest.param("Qч", "Q♥", id="latin-Q-russian-hearts"),
        pytest.param("Aч", "A♥", id="latin-A-russian-hearts"),
        pytest.param("Bч", "J♥", id="latin-B-for-a-russian-jack"),
        pytest.param("КH", "K♥", id="russian-K-latin-hearts"),
        pytest.param("ДH", "Q♥", id="russian-queen-latin-hearts"),
        pytest.param("QС", "Q♣", id="latin-Q-russian-S-for-clubs"),
        pytest.param("AН", "A♥", id="latin-A-russian-N-for-hearts"),
        pytest.param("JК", "JK", id="joker-with-a-russian-K"),
        pytest.param("J-Kч", "J♥ Q♥ K♥", id="run"),
        pytest.param("7H-10Ч", "7♥ 8♥ 9♥ 10♥", id="run-one-suit-named-in-both"),
        pytest.param("KЧПТ", "K♥ K♠ K♣", id="set"),
        pytest.param("дж=KH", "JK=K♥", id="each-side-of-a-stand-in-in-its-own"),
        pytest.param("дж=Kч", "JK=K♥", id="one-side-of-a-stand-in-mixed"),
        pytest.param("JK=ЧТ", "JK=A♥", id="latin-joker-stands-for-a-russian-ace"),
        pytest.param("дж=TH", "JK=10♥", id="russian-joker-stands-for-a-latin-ten"),
        pytest.param("TH ЧТ", "10♥ A♥", id="each-token-in-its-own"),
    ],
)
def test_mixed_alphabets_are_accepted_where_they_can_mean_only_one(typed, cards):
    assert cards_text(parse_cards(typed)) == cards


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        pytest.param("9С", "Typed in the other alphabet, 9C is 9♣.", id="russian-S-for-clubs"),
        pytest.param("АН", "Typed in the other alphabet, AH is A♥.", id="russian-letters-only"),
        pytest.param("10T", "Typed in the other alphabet, 10Т is 10♣.", id="latin-T-for-clubs"),
        pytest.param("К-ТН", "Typed in the other alphabet, K-TH is 10♥ J♥ Q♥ K♥.", id="run"),
        pytest.param("1H", "An ace is A, or Т in Russian.", id="one-for-an-ace"),
        pytest.param("ч1", "An ace is A, or Т in Russian.", id="one-for-an-ace-in-russian"),
        pytest.param("7-10", "A run has two ends and one suit, like 7-10H.", id="run-of-no-suit"),
        pytest.param(
            "7H-10S", "A run has two ends and one suit, like 7-10H.", id="run-of-two-suits"
        ),
        pytest.param("K", "Cards look like 10H, QS, Ч10 or 10♥", id="no-suit"),
        pytest.param("KX", "Cards look like 10H, QS, Ч10 or 10♥", id="no-such-suit"),
        pytest.param("11H", "Cards look like 10H, QS, Ч10 or 10♥", id="no-such-rank"),
        pytest.param(
            "9ß", "Cards look like 10H, QS, Ч10 or 10♥", id="a-letter-that-capitals-make-two"
        ),
        pytest.param("🂬", "Cards look like 10H, QS, Ч10 or 10♥", id="unicode-knight"),
        pytest.param("🂠", "Cards look like 10H, QS, Ч10 or 10♥", id="unicode-back"),
        pytest.param("7-", "Cards look like 10H, QS, Ч10 or 10♥", id="run-without-an-end"),
        pytest.param("7-7H", "A run has two ends", id="run-of-one-card"),
        pytest.param("7--9H", "Cards look like 10H, QS, Ч10 or 10♥", id="two-dashes"),
        pytest.param("7-8-9H", "Cards look like 10H, QS, Ч10 or 10♥", id="three-ends"),
    ],
)
def test_what_is_no_card_is_named_with_a_remedy(typed, hint):
    message = refusal(parse_cards, f"KC {typed}")
    assert message.startswith(f"'{typed}' is no")
    assert hint in message


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("JK=", id="nothing"),
        pytest.param("=KH", id="nothing-stands"),
        pytest.param("JK=JK", id="a-joker"),
        pytest.param("JK=7-9H", id="a-run"),
        pytest.param("QHSD=KH", id="a-set-stands"),
        pytest.param("JK=KH=QH", id="two-cards"),
        pytest.param("K=KH", id="a-rank-alone-stands"),
    ],
)
def test_a_stand_in_that_is_not_one_card_for_one_card_is_refused(typed):
    assert refusal(parse_cards, typed).startswith(f"'{typed}' ")


@pytest.mark.parametrize(
    ("typed", "meanings"),
    [
        pytest.param(
            "K-2H", "K♥ A♥ 2♥ or 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥", id="around-the-corner"
        ),
        pytest.param(
            "6-AH", "6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ or A♥ 2♥ 3♥ 4♥ 5♥ 6♥", id="ace-high-or-low"
        ),
    ],
)
def test_a_run_that_may_go_either_way_is_refused_with_both_ways_named(typed, meanings):
    with pytest.raises(AmbiguousInput) as refused:
        parse_cards(typed)
    assert str(refused.value) == f"'{typed}' could mean {meanings}. List the cards one by one."


def test_each_bad_token_is_named_and_the_reminder_is_given_once():
    message = refusal(parse_cards, "KC foo 4D 1H bar")
    assert message.startswith(
        "'foo' is not a card. '1H' is not a card. An ace is A, or Т in Russian. 'bar' is not a card. Cards look"
    )
    assert message.count("Cards look like") == 1


def test_no_cards_is_refused():
    for blank in ("", "  ", "\t\n"):
        assert refusal(parse_cards, blank).startswith("no cards are given.")


def test_one_card_is_asked_for_where_several_are_typed():
    assert refusal(parse_card, "7-9H") == "'7-9H' is 3 cards; write one."


def test_more_cards_than_four_packs_hold_are_refused():
    assert len(parse_cards("7H " * 220)) == len(parse_plays("7H," * 220)) == 220
    assert parse_hand("+".join("1" * 220)) == Hand(None, (1,) * 220)
    for read, text in (
        (parse_cards, "7H " * 221),
        (parse_cards, "A-KH " * 17),
        (parse_plays, "7H," * 221),
    ):
        assert refusal(read, text).startswith("that is more than 220 cards")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        pytest.param("7\x1b[31mH", r"'7\x1b[31mH'", id="escape-sequence"),
        pytest.param("7\u202eH", r"'7\u202eH'", id="direction-override"),
        pytest.param("7\u200bH", r"'7\u200bH'", id="zero-width-space"),
        pytest.param("7\x07", r"'7\x07'", id="bell"),
        pytest.param("7\udc80", r"'7\udc80'", id="lone-surrogate"),
        pytest.param("JK=\x1b[2J", r"'JK=\x1b[2J'", id="in-a-stand-in"),
        pytest.param("\x1b[1m" * 30, r"'\x1b[1m\x1b[1m", id="long"),
    ],
)
def test_a_bad_token_is_shown_with_escapes_for_what_does_not_print(typed, shown):
    for read in (parse_cards, parse_hand, parse_plays, parse_card):
        message = refusal(read, f"KC {typed}")
        assert message.startswith(shown)
        assert message.isprintable()


# Hands.


@pytest.mark.parametrize(
    ("typed", "hand"),
    [
        pytest.param("KC 4D", Hand(parse_cards("KC 4D")), id="cards"),
        pytest.param("kc, 4d", Hand(parse_cards("KC 4D")), id="cards-with-commas"),
        pytest.param("КТ 4Б", Hand(parse_cards("KC 4D")), id="russian-cards"),
        pytest.param("7-9H JK", Hand(parse_cards("7H 8H 9H JK")), id="short-form-and-joker"),
        pytest.param(
            "K 4 A",
            Hand((Card(Rank.KING, None), Card(Rank.FOUR, None), Card(Rank.ACE, None))),
            id="ranks",
        ),
        pytest.param(
            "к т в Д",
            Hand(tuple(Card(rank, None) for rank in (Rank.KING, Rank.ACE, Rank.JACK, Rank.QUEEN))),
            id="russian-ranks",
        ),
        pytest.param(
            "t t", Hand((Card(Rank.TEN, None), Card(Rank.TEN, None))), id="latin-T-is-ten"
        ),
        pytest.param("T", Hand((Card(Rank.TEN, None),)), id="latin-T-alone"),
        pytest.param(
            "10 5", Hand((Card(Rank.TEN, None), Card(Rank.FIVE, None))), id="number-ranks"
        ),
        pytest.param(
            "K 4D",
            Hand((Card(Rank.KING, None), Card(Rank.FOUR, Suit.DIAMONDS))),
            id="rank-and-card",
        ),
        pytest.param("10+5+3", Hand(None, (10, 5, 3)), id="sum"),
        pytest.param(" 10 + 5+ 3 ", Hand(None, (10, 5, 3)), id="sum-with-blanks"),
        pytest.param("28", Hand(None, (28,)), id="number"),
        pytest.param("1000000", Hand(None, (1_000_000,)), id="largest-number"),
        pytest.param("0", Hand(None, (0,)), id="zero"),
        pytest.param("00", Hand(None, (0,)), id="zero-twice"),
        pytest.param("none", Hand(()), id="none"),
        pytest.param(" None ", Hand(()), id="none-in-capitals"),
        pytest.param("нет", Hand(()), id="russian-none"),
    ],
)
def test_a_hand_is_told_in_cards_ranks_numbers_or_nothing(typed, hand):
    assert parse_hand(typed) == hand


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        pytest.param("", "no cards are given", id="nothing-typed-is-not-zero"),
        pytest.param("  ", "no cards are given", id="blanks-are-not-zero"),
        pytest.param(",", "no cards are given", id="comma-is-not-zero"),
        pytest.param("-5", "-5 is below zero", id="negative"),
        pytest.param("−5", "−5 is below zero", id="negative-with-a-true-minus"),
        pytest.param("- 5", "- 5 is below zero", id="negative-with-a-blank"),
        pytest.param("10+-5", "'10+-5' is not a card", id="negative-in-a-sum"),
        pytest.param("NaN", "'NaN' is not a card", id="not-a-number"),
        pytest.param("inf", "'inf' is not a card", id="infinite"),
        pytest.param("1e999", "'1e999' is not a card", id="exponent"),
        pytest.param("1.5", "'1.5' is not a card", id="fraction"),
        pytest.param("1_000", "'1_000' is not a card", id="underscore"),
        pytest.param("0x10", "'0x10' is not a card", id="hexadecimal"),
        pytest.param("٢٨", "'٢٨' is not a card", id="arabic-digits"),
        pytest.param("２８", "'２８' is not a card", id="full-width-digits"),
        pytest.param("²", "'²' is not a card", id="superscript"),
        pytest.param("10+", "'10+' is not a card", id="sum-without-an-end"),
        pytest.param("10++5", "'10++5' is not a card", id="two-pluses"),
        pytest.param("28 KC", "'28' is not a card", id="number-among-cards"),
        pytest.param("1000001", "1000001 is too large; the most is 1000000", id="too-large"),
        pytest.param("9" * 30, "9999999999999999999… is too large", id="far-too-large"),
        pytest.param("1000000+1", "1000000+1 is too large", id="sum-too-large"),
        pytest.param("1+" * 220 + "1", "that is more than 220 cards", id="sum-too-long"),
        pytest.param("KC none", "'none' is not a card", id="none-among-cards"),
    ],
)
def test_what_is_no_hand_is_refused_with_the_reason(typed, why):
    assert refusal(parse_hand, typed).startswith(why)


def test_a_bad_card_in_a_hand_is_answered_with_the_other_ways_to_tell_a_hand():
    assert refusal(parse_hand, "KC foo").endswith(
        "A hand may also be ranks (K 4 A), numbers (10+5+3) or none."
    )


def test_ranks_alone_are_no_cards_on_the_table():
    assert refusal(parse_plays, "K 4 A").startswith("'K' is not a card.")


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        pytest.param("0", 0, id="zero"),
        pytest.param("007", 7, id="leading-zeros"),
        pytest.param("500", 500, id="largest"),
    ],
)
def test_a_whole_number_up_to_the_largest_is_read(typed, number):
    assert parse_number(typed, largest=500) == number


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        pytest.param("", "'' is not a whole number", id="nothing"),
        pytest.param("-1", "'-1' is not a whole number", id="negative"),
        pytest.param("+1", "'+1' is not a whole number", id="plus"),
        pytest.param("1.0", "'1.0' is not a whole number", id="point"),
        pytest.param("1\n", r"'1\n' is not a whole number", id="line-end"),
        pytest.param("NaN", "'NaN' is not a whole number", id="not-a-number"),
        pytest.param("1e999", "'1e999' is not a whole number", id="exponent"),
        pytest.param("٣", "'٣' is not a whole number", id="arabic-digit"),
        pytest.param("501", "501 is too large; the most is 500", id="too-large"),
        pytest.param(
            "9" * 5000, "9999999999999999999… is too large; the most is 500", id="far-too-large"
        ),
    ],
)
def test_no_other_text_is_read_as_a_number(typed, why):
    assert refusal(lambda text: parse_number(text, largest=500), typed).startswith(why)


# Turns.


@pytest.mark.parametrize(
    ("typed", "plays"),
    [
        pytest.param("7-9H", (Play(parse_cards("7H 8H 9H")),), id="meld"),
        pytest.param("10H to 1", (Play(parse_cards("10H"), to=1),), id="lay-off"),
        pytest.param("10h TO 12", (Play(parse_cards("10H"), to=12),), id="lay-off-in-capitals"),
        pytest.param(
            "10H JH to #1", (Play(parse_cards("10H JH"), to=1),), id="two-cards-to-a-numbered-meld"
        ),
        pytest.param(
            "7H JK JK as run", (Play(parse_cards("7H JK JK"), kind=Kind.RUN),), id="as-run"
        ),
        pytest.param(
            "7H JK JK AS Set",
            (Play(parse_cards("7H JK JK"), kind=Kind.SET),),
            id="as-set-in-capitals",
        ),
        pytest.param(
            "7H AS 7D", (Play(parse_cards("7H AS 7D")),), id="as-is-the-ace-of-spades-before-a-card"
        ),
        pytest.param(
            "AS as set", (Play(parse_cards("AS"), kind=Kind.SET),), id="ace-of-spades-as-set"
        ),
        pytest.param(
            "QHSD, 3C 4C 5C,2C to 2",
            (
                Play(parse_cards("QHSD")),
                Play(parse_cards("3C 4C 5C")),
                Play(parse_cards("2C"), to=2),
            ),
            id="melds-and-a-lay-off",
        ),
        pytest.param(" ,7-9H, ,", (Play(parse_cards("7H 8H 9H")),), id="commas-to-spare"),
    ],
)
def test_the_melds_and_lay_offs_of_a_turn_are_read_in_order(typed, plays):
    assert parse_plays(typed) == plays


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        pytest.param("", "no cards are given", id="nothing"),
        pytest.param(" , ,", "no cards are given", id="commas-alone"),
        pytest.param("10H to 0", "'to 0' names no meld", id="meld-0"),
        pytest.param("10H to -1", "'to -1' names no meld", id="meld-below-0"),
        pytest.param("10H to 1.5", "'to 1.5' names no meld", id="half-a-meld"),
        pytest.param("10H to ٣", "'to ٣' names no meld", id="arabic-digit"),
        pytest.param("10H to 99999", "'to 99999' names no meld", id="meld-beyond-any-table"),
        pytest.param("10H to it\x1b", r"'to it\x1b' names no meld", id="escape"),
        pytest.param("10H to", "'to' is not a card", id="no-number"),
        pytest.param("to 1", "'to' is not a card", id="no-cards"),
        pytest.param("7H JK as flush", "'flush' is not a card", id="no-such-kind"),
        pytest.param("7H 8Z, QHSD", "'8Z' is not a card", id="bad-card"),
    ],
)
def test_what_is_no_turn_is_refused_with_the_reason(typed, why):
    assert refusal(parse_plays, typed).startswith(why)


def test_every_bad_play_of_a_turn_is_told_at_once():
    message = refusal(parse_plays, "7Z, QHSD, 10H to x, 1H")
    for bad in ("'7Z' is not a card", "'to x' names no meld", "'1H' is not a card. An ace is A"):
        assert bad in message
    assert message.count("Cards look like") == 1


@pytest.mark.parametrize(
    ("line", "player", "rest"),
    [
        pytest.param("Boris: 7-9H", "Boris", " 7-9H", id="name"),
        pytest.param("  boris : 7-9H ", "Boris", " 7-9H", id="blanks-and-small-letters"),
        pytest.param("an:28", "Anna", "28", id="beginning"),
        pytest.param("БОР: ЧД", "Борис", " ЧД", id="russian-beginning"),
        pytest.param("A:B: 7-9H", "A:B", " 7-9H", id="colon-in-the-name"),
        pytest.param("Борис:", "Борис", "", id="nothing-after-the-colon"),
    ],
)
def test_a_line_is_split_into_its_player_and_the_rest(line, player, rest):
    assert split_line(line, PLAYERS) == (player, rest)


def test_a_line_is_that_of_the_longest_name_that_fits_before_a_colon():
    assert split_line("A:B: 7H", ["A", "A:B"]) == ("A:B", " 7H")
    assert split_line("A: 7H", ["A", "A:B"]) == ("A", " 7H")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        pytest.param(
            "Boris 7-9H", "'Boris 7-9H' has no colon; write PLAYER: CARDS.", id="no-colon"
        ),
        pytest.param("", "'' has no colon", id="nothing"),
        pytest.param(
            "Boriss: 7-9H", "there is no player 'Boriss' (did you mean Boris?)", id="slip"
        ),
        pytest.param(": 7-9H", "there is no player ''", id="no-name"),
        pytest.param("Boris: foo", "'foo' is not a card", id="bad-card"),
        pytest.param("Boris:", "no cards are given", id="no-cards"),
        pytest.param("Bo\x1bris: 7H", r"there is no player 'Bo\x1bris'", id="escape"),
    ],
)
def test_what_is_no_line_of_a_turn_is_refused_with_the_reason(line, why):
    assert refusal(lambda text: parse_turn(text, PLAYERS), line).startswith(why)


def test_a_beginning_that_two_players_share_is_refused_with_both():
    with pytest.raises(AmbiguousInput, match="a could be Anna or A:B"):
        parse_turn("a: 7-9H", PLAYERS)


# Printing is the inverse of reading.

FACES = (*PACK, JOKER)
OPEN_SUITS = tuple(Card(rank, None) for rank in RANKS)
STAND_INS = tuple(
    face._replace(stands_for=meant) for face in FACES for meant in (*PACK, *OPEN_SUITS)
)

cards_laid = st.lists(
    st.sampled_from(FACES) | st.sampled_from(STAND_INS), min_size=1, max_size=14
).map(tuple)
plays = st.one_of(
    cards_laid.map(Play),
    st.tuples(cards_laid, st.integers(1, 9999)).map(lambda laid: Play(laid[0], to=laid[1])),
    st.tuples(cards_laid, st.sampled_from(Kind)).map(lambda laid: Play(laid[0], kind=laid[1])),
)
numbers = st.lists(st.integers(0, LARGEST_NUMBER // 14), min_size=1, max_size=14).map(tuple)
hands = st.one_of(
    st.just(Hand(())),
    numbers.filter(lambda told: told != (0,)).map(lambda told: Hand(None, told)),
    cards_laid.map(Hand),
    st.lists(st.sampled_from((*FACES, *OPEN_SUITS)), min_size=2, max_size=14).map(
        lambda held: Hand(tuple(held))
    ),
)


def is_name(text: str) -> bool:
    try:
        return clean(text, "a name", LONGEST_NAME) == text
    except UnreadableInput:
        return False


player_names = st.text(
    st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(": ,=-"), max_size=9
).filter(is_name)


def test_every_card_joker_and_stand_in_reads_as_what_it_prints():
    for card in FACES + STAND_INS:
        assert parse_card(str(card)) == card
        assert parse_card(card.code) == card


@given(cards_laid)
def test_cards_read_as_what_they_print(cards):
    assert parse_cards(cards_text(cards)) == cards
    assert parse_cards(" ".join(card.code for card in cards)) == cards


@given(hands)
def test_a_hand_reads_as_what_it_prints(hand):
    assert parse_hand(str(hand)) == hand


def test_a_rank_alone_that_is_all_of_a_hand_reads_as_what_it_prints():
    for typed in "ATJQKТВДК":
        hand = parse_hand(typed)
        assert len(hand.cards) == 1
        assert parse_hand(str(hand)) == hand


@given(st.lists(plays, min_size=1, max_size=6).map(tuple))
def test_plays_read_as_what_they_print(turn):
    assert parse_plays(", ".join(map(str, turn))) == turn


@settings(deadline=None)
@given(
    st.lists(player_names, min_size=1, max_size=5, unique_by=folded),
    st.lists(plays, min_size=1, max_size=4).map(tuple),
    st.data(),
)
def test_a_turn_reads_as_what_it_prints(players, laid, data):
    turn = Turn(data.draw(st.sampled_from(players)), laid)
    assert parse_turn(str(turn), players) == turn


# No text whatever does anything but read or be refused.

LETTERS = "AKQJTSHDCBakqjtshdcАКДВТПЧБСНактдвтпчбсн0123456789♠♥♦♣♤♡♢♧🂱🂺🂬🂠🃏*"
NOISE = "-–−=,:+#. \t\n\u00a0\u3000\ufe0f\ufe0e\u0301\u0308\u200d\u202e\x1b\x00()[]{}'\"\\%"
WORDS = [
    "JK",
    "joker",
    "дж",
    "джокер",
    "10",
    " to 1",
    " to ",
    " as run",
    " as set",
    " as ",
    "Boris:",
    "none",
    "7-10H",
]
noise = st.text() | st.lists(st.sampled_from([*LETTERS, *NOISE, *WORDS]), max_size=12).map("".join)


@pytest.mark.parametrize("read", READERS)
@settings(max_examples=200, deadline=None)
@given(text=noise)
def test_any_text_is_read_or_refused_in_printable_words(read, text):
    try:
        read(text)
    except UnreadableInput as refused:
        message = str(refused)
        assert printable(message)
        assert len(message) < 2500


@settings(max_examples=300, deadline=None)
@given(text=noise)
def test_whatever_is_read_prints_as_text_that_reads_the_same(text):
    for read, write in (
        (parse_cards, cards_text),
        (parse_hand, str),
        (parse_plays, lambda t: ", ".join(map(str, t))),
    ):
        try:
            first = read(text)
        except UnreadableInput:
            continue
        assert read(write(first)) == first


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    "unit",
    [
        pytest.param("(", id="brackets"),
        pytest.param("[]{} ", id="bracket-pairs"),
        pytest.param("-", id="dashes"),
        pytest.param("7-", id="ends-of-runs"),
        pytest.param("7", id="digits"),
        pytest.param("7 ", id="digits-apart"),
        pytest.param("T", id="one-latin-letter"),
        pytest.param("Т", id="one-russian-letter"),
        pytest.param("Tт", id="mixed-letters"),
        pytest.param("Tч ", id="mixed-cards"),
        pytest.param("7H ", id="cards"),
        pytest.param("A-KH,", id="runs"),
        pytest.param("1+", id="sums"),
        pytest.param("JK=", id="stand-ins"),
        pytest.param("🂱", id="unicode-cards"),
        pytest.param(",", id="commas"),
        pytest.param(":", id="colons"),
        pytest.param("é:", id="colons-after-letters"),
        pytest.param(" ", id="blanks"),
        pytest.param("\ufe0f", id="selectors"),
        pytest.param("\u0301\u0323", id="combining-marks"),
        pytest.param("\x1b[31m", id="escape-sequences"),
        pytest.param(" to ", id="to"),
        pytest.param(" as run", id="as"),
        pytest.param("ß", id="letters-that-grow"),
    ],
)
def test_a_megabyte_is_refused_at_once_and_in_few_words(read, unit):
    text = unit * (MEGABYTE // len(unit))
    started = time.process_time()
    message = refusal(read, text)
    assert time.process_time() - started < 3
    assert len(message) < 800


def test_the_examples_in_the_docstrings_hold():
    examples = doctest.testmod(notation)
    assert examples.attempted > 0
    assert examples.failed == 0


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        pytest.param("A-6H", "A♥ 2♥ 3♥ 4♥ 5♥ 6♥", id="typed-upwards-the-ace-is-low"),
        pytest.param("9-AH", "9♥ 10♥ J♥ Q♥ K♥ A♥", id="typed-upwards-the-ace-is-high"),
        pytest.param("3-AH", "A♥ 2♥ 3♥", id="short-way-down-to-a-low-ace"),
        pytest.param("A-QH", "Q♥ K♥ A♥", id="short-way-down-from-a-high-ace"),
        pytest.param("K-AH", "K♥ A♥", id="two-cards"),
        pytest.param("A-KH", "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥", id="whole-suit"),
    ],
)
def test_a_run_that_ends_in_an_ace_takes_the_way_that_is_meant(typed: str, cards: str) -> None:
    assert cards_text(parse_cards(typed)) == cards
