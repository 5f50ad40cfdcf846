"""The one form in which cards are stored: canonical text -> hands and turns, and nothing else.

What people may type grows with every release, and a spelling may come to mean something else. What
a ledger holds must not: it is read here, by the grammar of the printed form alone, which has been
the same since 0.1.0. So this file knows nothing of ``notation`` but the values that it prints.
"""

from collections.abc import Sequence

from rummy_score.cards.cards import JOKER, PACK, RANKS, Card, Kind, Rank
from rummy_score.cards.notation import Hand, Play, Turn
from rummy_score.errors import UnreadableInput
from rummy_score.names import shown

_RANKS_ALONE = {str(card): card for card in (Card(rank, None) for rank in RANKS)}
_FACES = {str(card): card for card in (*PACK, JOKER)}
_VALUES = {**{str(card): card for card in PACK}, **_RANKS_ALONE}
_KINDS = {str(kind): kind for kind in Kind}
_LONGEST_NUMBER = 7
_LONGEST_MELD_NUMBER = 4
# Ten alone would be read as ten points, so it has been stored by its letter.
_TEN_ALONE = "T"
_NOTHING = "none"


def read_stored_turn(line: str, players: Sequence[str]) -> Turn:
    """Read a turn as it is printed, by a player whose whole name is one of ``players``.

    Raises UnreadableInput for anything else, also for what a person might type for the same turn.

    >>> read_stored_turn("Anna: 7♥ 8♥ JK=9♥, 10♥ to 1", ["Anna"]).plays[1].to
    1
    """
    # No card has a colon, so the last one ends the name, whatever stands in the name itself.
    player, colon, plays = line.rpartition(": ")
    if not colon or player not in players:
        raise _not_as_stored(line, "turn")
    return Turn(player, tuple(_play(play, line) for play in plays.split(", ")))


def read_stored_hand(text: str) -> Hand:
    """Read a hand as it is printed: cards, ranks alone, numbers, or none.

    >>> [str(read_stored_hand(text)) for text in ("K♣ 4♦", "10+5+3", "none", "T")]
    ['K♣ 4♦', '10+5+3', 'none', 'T']
    """
    if text == _NOTHING:
        return Hand(())
    if text == _TEN_ALONE:
        return Hand((_RANKS_ALONE[str(Rank.TEN.value)],))
    numbers = text.split("+")
    if all(_is_number(number, _LONGEST_NUMBER) for number in numbers):
        return Hand(None, tuple(map(int, numbers)))
    cards = [_card(word) or _RANKS_ALONE.get(word) for word in text.split(" ")]
    if None in cards:
        raise _not_as_stored(text, "hand")
    return Hand(tuple(card for card in cards if card))


def _play(text: str, line: str) -> Play:
    words = text.split(" ")
    number, kind = None, None
    if len(words) > 2 and words[-2] == "as" and words[-1] in _KINDS:
        kind = _KINDS[words[-1]]
        del words[-2:]
    if len(words) > 2 and words[-2] == "to" and _is_number(words[-1], _LONGEST_MELD_NUMBER):
        number = int(words[-1])
        del words[-2:]
    cards = [_card(word) for word in words]
    if None in cards or number == 0:
        raise _not_as_stored(line, "turn")
    return Play(tuple([card for card in cards if card]), number, kind)


def _is_number(word: str, longest: int) -> bool:
    """Tell whether a word is a whole number as it is printed: no sign, and no nought before it."""
    digits = word.isascii() and word.isdigit() and len(word) <= longest
    return digits and (word[0] != "0" or word == "0")


def _card(word: str) -> Card | None:
    """Return a card of a pack or a joker, and what it stands for where that is said."""
    face, equals, value = word.partition("=")
    card = _FACES.get(face)
    if card is None or not equals:
        return card
    stands_for = _VALUES.get(value)
    return card._replace(stands_for=stands_for) if stands_for else None


def _not_as_stored(text: str, what: str) -> UnreadableInput:
    return UnreadableInput(f"'{shown(text)}' is no {what} as this program stores it.")
