"""Playing cards: rank, suit, joker, and what a joker stands for; canonical text both ways."""

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Rank(IntEnum):
    """A rank by its place in the suit, the ace first."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13


class Suit(IntEnum):
    """A suit, in the order in which cards are listed."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3


class Kind(StrEnum):
    """The two kinds of meld."""

    RUN = "run"
    SET = "set"


RANKS = tuple(Rank)
SUITS = tuple(Suit)
RANK_CODES = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANK_WORDS = (
    "", "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king",
)  # fmt: skip
SUIT_CODES = "SHDC"
SUIT_SYMBOLS = "♠♥♦♣"
SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")


class Card(NamedTuple):
    """One card of a pack, or a joker (``rank`` None).

    ``suit`` is None where a rank alone was said: a card left in hand whose suit does not matter, or
    a joker in a set whose suit stays open. ``stands_for`` is what a joker, or a wild card, has been
    said to be.
    """

    rank: Rank | None
    suit: Suit | None
    stands_for: "Card | None" = None

    @property
    def face(self) -> "Card":
        """The card as it lies in the pack, whatever it stands for."""
        return self if self.stands_for is None else PACK_FACES[self[:2]]

    @property
    def value(self) -> "Card":
        """The card that this one counts as: what it stands for, or itself."""
        return self if self.stands_for is None else self.stands_for

    def __str__(self) -> str:
        """Show the card as people read it: ``10♥``, ``JK``, ``JK=K♥``, ``Q`` for a rank alone."""
        return _text(self, SUIT_SYMBOLS)

    @property
    def code(self) -> str:
        """The card in plain letters: ``10H``, ``JK``, ``JK=KH``."""
        return _text(self, SUIT_CODES)


def _text(card: Card, suits: str) -> str:
    suit = "" if card.suit is None else suits[card.suit]
    plain = "JK" if card.rank is None else RANK_CODES[card.rank] + suit
    return plain if card.stands_for is None else f"{plain}={_text(card.stands_for, suits)}"


JOKER = Card(None, None)
PACK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
PACK_FACES: dict[tuple[Rank | None, Suit | None], Card] = {
    **{(card.rank, card.suit): card for card in PACK},
    **{(rank, None): Card(rank, None) for rank in RANKS},
    (None, None): JOKER,
}
# The block of playing cards (https://www.unicode.org/charts/PDF/U1F0A0.pdf); no pack here has its
# knights.
UNICODE_CARDS = {
    **{
        chr(0x1F0A0 + 16 * suit + rank + (rank > Rank.JACK)): Card(rank, suit)
        for suit in SUITS
        for rank in RANKS
    },
    **dict.fromkeys("🃏🂿🃟", JOKER),
}


def cards_text(cards: "tuple[Card, ...] | list[Card]") -> str:
    """Show cards with blanks between them: ``8♥ 9♥ 10♥``."""
    return " ".join(map(str, cards))


def ways_between(first: Rank, last: Rank) -> list[list[Rank]]:
    """Return the ranks of a run from end to end, low to high, in each way that may be meant.

    Two ranks have two ways between them. Typed upwards without an ace the plain way is meant,
    downwards too unless it is long enough for a run around the corner to be meant. With an ace the
    short way is meant (3-A is 3 2 A, A-Q is A K Q), else the way up: A-7 is low, 9-A is high; A-10,
    6-A and 7-A could be either.
    """
    up = [RANKS[(first - 1 + step) % 13] for step in range((last - first) % 13 + 1)]
    down = [RANKS[(last - 1 + step) % 13] for step in range((first - last) % 13 + 1)]
    if Rank.ACE in (first, last):
        if len(up) == 2 or (first, last) == (Rank.ACE, Rank.KING):
            return [up]
        if 3 <= min(len(up), len(down)) <= (4 if first == Rank.ACE else 5):
            return [min(up, down, key=len)]
        if (first == Rank.ACE and last < Rank.TEN) or first >= Rank.EIGHT:
            return [up]
    elif first < last:
        return [up]
    elif len(down) < 10:
        return [down]
    return [up, down]
