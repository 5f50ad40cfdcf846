"""Typed text <-> cards, hands and turns: Latin, Russian, symbols, short forms.

A token is read in the alphabet in which it is typed. One that mixes Latin and Cyrillic letters is
read in every way that its look-alike letters allow, and refused where two ways give different
cards.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple, TypeVar

from rummy_score.cards.cards import (
    JOKER,
    PACK_FACES,
    RANK_CODES,
    RANKS,
    SUIT_CODES,
    SUIT_SYMBOLS,
    SUITS,
    UNICODE_CARDS,
    Card,
    Kind,
    Rank,
    Suit,
    cards_text,
    ways_between,
)
from rummy_score.errors import AmbiguousInput, UnreadableInput
from rummy_score.names import LONGEST_NAME, find, folded, listed, shown
from rummy_score.points import LARGEST_NUMBER

_Reading = TypeVar("_Reading")

_LONGEST_TOKEN = 40
_MOST_CARDS = 4 * 52 + 12
_TOO_MANY_CARDS = (
    f"that is more than {_MOST_CARDS} cards, all that four packs and their jokers hold."
)
_MOST_PROBLEMS = 3

_RANK_SPELLINGS = {
    **{RANK_CODES[rank]: rank for rank in RANKS},
    "T": Rank.TEN, "Т": Rank.ACE, "К": Rank.KING, "Д": Rank.QUEEN, "В": Rank.JACK,
}  # fmt: skip
_SUIT_SPELLINGS = {
    letter: SUITS[i % 4] for i, letter in enumerate(SUIT_CODES + SUIT_SYMBOLS + "♤♡♢♧ПЧБТ")
}
_JOKERS = {"JK", "JOKER", "ДЖ", "ДЖОКЕР", "*"}
_TWINS = dict(zip("ТКАНСВМОЕРХ" + "TKAHCBMOEPX", "TKAHCBMOEPX" + "ТКАНСВМОЕРХ", strict=True))
_CYRILLIC = re.compile("[А-ЯЁ]")
_LATIN = re.compile("[A-Z]")
_DASHES_AND_SELECTORS = str.maketrans(
    {**dict.fromkeys("‐‑‒–—−", "-"), "\ufe0e": None, "\ufe0f": None}
)
_NUMBERS = re.compile(r"[0-9]+(?:\s*\+\s*[0-9]+)*")
_NOTHING = {"none", "нет"}
_REMINDER = " Cards look like 10H, QS, Ч10 or 10♥, runs like 7-10H, sets like QHSD, a joker is JK."


class Hand(NamedTuple):
    """What a player has left: cards (a rank alone has no suit), or numbers that add up."""

    cards: tuple[Card, ...] | None
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Show the hand as it is typed: ``K♣ 4♦``, ``10+5+3``, ``28`` or ``none``."""
        if self.cards is None:
            return "+".join(map(str, self.numbers))
        if self.cards == (Card(Rank.TEN, None),):
            return "T"  # "10" would be read as ten points
        return cards_text(self.cards) or "none"


class Play(NamedTuple):
    """One meld or lay-off of a turn as it was typed: ``to`` a numbered meld, or ``as`` a kind."""

    cards: tuple[Card, ...]
    to: int | None = None
    kind: Kind | None = None

    def __str__(self) -> str:
        """Show the play as it is typed: ``10♥ to 1``, ``7♥ JK JK as set``."""
        to = "" if self.to is None else f" to {self.to}"
        return cards_text(self.cards) + to + ("" if self.kind is None else f" as {self.kind}")


class Turn(NamedTuple):
    """What one player put on the table in one turn, in order."""

    player: str
    plays: tuple[Play, ...]

    def __str__(self) -> str:
        """Show the turn as a line of a score sheet: ``Boris: Q♥ Q♠ Q♦, 3♣ to 2``."""
        return f"{self.player}: {', '.join(map(str, self.plays))}"


def parse_card(text: str) -> Card:
    """Read one card, joker or stand-in.

    >>> str(parse_card("Ч10")), str(parse_card("JK=KH"))
    ('10♥', 'JK=K♥')
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        raise UnreadableInput(f"'{shown(text)}' is {len(cards)} cards; write one.")
    return cards[0]


def parse_cards(text: str, *, ranks_alone: bool = False) -> tuple[Card, ...]:
    """Read cards separated by blanks, short forms spelt out.

    Raises UnreadableInput that names the bad tokens.

    With ``ranks_alone`` a bare rank is read as a card of no suit, as a hand that only counts may be
    told.

    >>> cards_text(parse_cards("7-9H QSD"))
    '7♥ 8♥ 9♥ Q♠ Q♦'
    """

    def read(token: str) -> tuple[Card, ...]:
        rank = _RANK_SPELLINGS.get(token.upper()) if ranks_alone else None
        return (PACK_FACES[rank, None],) if rank else _parse_token(token)

    cards = [card for cards in _each(read, text.split(), _MOST_CARDS + 1) for card in cards]
    if len(cards) > _MOST_CARDS:
        raise UnreadableInput(_TOO_MANY_CARDS)
    if not cards:
        raise UnreadableInput(f"no cards are given.{_REMINDER}")
    return tuple(cards)


def _each(read: Callable[[str], _Reading], parts: Iterable[str], most: int) -> list[_Reading]:
    """Read parts, ``most`` of them, or raise one error for the first bad ones."""
    readings: list[_Reading] = []
    problems: list[UnreadableInput] = []
    for part in islice(parts, most):
        try:
            readings.append(read(part))
        except UnreadableInput as problem:
            problems.append(problem)
        if len(problems) == _MOST_PROBLEMS:
            break
    if problems:
        told = " ".join(map(str, problems))
        bare = told.replace(_REMINDER, "")
        raise type(problems[0])(
            bare if bare == told else bare + _REMINDER
        )  # reminded once, at the end
    return readings


@lru_cache(maxsize=4096)
def _parse_token(token: str) -> tuple[Card, ...]:
    upper = token.upper()
    if len(upper) > _LONGEST_TOKEN or len(upper) != len(token):  # ß is no SS
        raise UnreadableInput(f"'{shown(token, 20)}' is not a card.{_REMINDER}")
    card, equals, stand_in = upper.translate(_DASHES_AND_SELECTORS).partition("=")
    cards = _read(card, token)
    if not equals:
        return cards
    named = _RANK_SPELLINGS.get(stand_in)
    meant = (PACK_FACES[named, None],) if named else _read(stand_in, token)
    if len(cards) != 1 or len(meant) != 1 or meant[0].rank is None:
        raise UnreadableInput(
            f"'{shown(token)}' must be one joker and the one card that it stands for, "
            "like JK=KH or 7S=KH."
        )
    return (cards[0]._replace(stands_for=meant[0]),)


def _read(spelling: str, token: str) -> tuple[Card, ...]:
    """Return the cards of an upper-case spelling, in every alphabet that a mixed one allows."""
    mixed = _CYRILLIC.search(spelling) and _LATIN.search(spelling)
    spellings = _twin_spellings(spelling) if mixed else (spelling,)
    readings = {
        tuple(sorted(map(str, cards))): cards for each in spellings for cards in _readings(each)
    }
    if len(readings) == 1:
        return next(iter(readings.values()))
    if not readings:
        raise UnreadableInput(f"'{shown(token)}' {_fault(spelling)}")
    mixes = "mixes Latin and Cyrillic letters and " if mixed else ""
    remedy = "Type it in one alphabet." if mixed else "List the cards one by one."
    meanings = listed(map(cards_text, readings.values()), "or")
    raise AmbiguousInput(f"'{shown(token)}' {mixes}could mean {meanings}. {remedy}")


def _twin_spellings(spelling: str) -> Iterator[str]:
    letters = sorted({letter for letter in spelling if letter in _TWINS})
    for choice in product(*((letter, _TWINS[letter]) for letter in letters[:6])):
        chosen = dict(zip(letters, choice, strict=False))
        yield "".join(chosen.get(letter, letter) for letter in spelling)


def _fault(spelling: str) -> str:
    """Say why a spelling is no cards, and what would be."""
    twin = "".join(_TWINS.get(letter, letter) for letter in spelling)
    meant = _readings(twin) if twin != spelling else []
    if len(meant) == 1:
        return f"is not a card. Typed in the other alphabet, {twin} is {cards_text(meant[0])}."
    if len(spelling) == 2 and "1" in spelling and set(spelling) & _SUIT_SPELLINGS.keys():
        return "is not a card. An ace is A, or Т in Russian."
    first, dash, last = spelling.partition("-")
    if dash and _end(first) and _end(last):
        return "is no run of one suit. A run has two ends and one suit, like 7-10H."
    return f"is not a card.{_REMINDER}"


def _readings(spelling: str) -> list[tuple[Card, ...]]:
    """Return what a token in one spelling can mean: joker, card, cards, run, set, or nothing."""
    if spelling in _JOKERS:
        return [(JOKER,)]
    if spelling and all(character in UNICODE_CARDS for character in spelling):
        return [tuple(UNICODE_CARDS[character] for character in spelling)]
    cards = _of_one_rank(spelling)
    return [cards] if cards else _runs(spelling)


def _of_one_rank(spelling: str) -> tuple[Card, ...]:
    """Read a card, or a set in short: a rank and its suits, ``QHSD``, ``ДЧПБ``, or suits first."""
    for cut in (1, 2, len(spelling) - 1, len(spelling) - 2):
        head, tail = spelling[:cut], spelling[cut:]
        for rank, suits in ((head, tail), (tail, head)):
            if suits and rank in _RANK_SPELLINGS and all(suit in _SUIT_SPELLINGS for suit in suits):
                return tuple(
                    PACK_FACES[_RANK_SPELLINGS[rank], _SUIT_SPELLINGS[suit]] for suit in suits
                )
    return ()


def _runs(spelling: str) -> list[tuple[Card, ...]]:
    """Read a run in short: ``7-10H``, ``Ч7-10``, ``7H-10H``, also from its high end."""
    match [_end(end) for end in spelling.split("-")]:
        case [(first, one), (last, other)] if first != last and len({one, other} - {None}) == 1:
            suit = other if one is None else one
            return [
                tuple(PACK_FACES[rank, suit] for rank in ranks)
                for ranks in ways_between(first, last)
            ]
    return []


def _end(spelling: str) -> tuple[Rank, Suit | None] | None:
    rank = _RANK_SPELLINGS.get(spelling)
    if rank:
        return rank, None
    cards = _of_one_rank(spelling)
    return (cards[0].rank, cards[0].suit) if len(cards) == 1 and cards[0].rank else None


def parse_hand(text: str) -> Hand:
    """Read what is left in hand: cards, ranks alone, a number, a sum of numbers, or none.

    The number 0 is a count as any: only ``none`` says that there are no cards.

    >>> str(parse_hand("kc 4d")), str(parse_hand("10 + 5+3")), str(parse_hand("0"))
    ('K♣ 4♦', '10+5+3', '0')
    """
    plain = text.replace(",", " ").strip()
    if _NUMBERS.fullmatch(plain):
        return Hand(None, _summands(plain))
    if plain.lower() in _NOTHING:
        return Hand(())
    if re.fullmatch(r"[-−]\s*[0-9]+", plain):
        raise UnreadableInput(f"{shown(plain)} is below zero; a hand counts nothing or more.")
    try:
        return Hand(parse_cards(plain, ranks_alone=True))
    except UnreadableInput as problem:
        raise type(problem)(
            f"{problem} A hand may also be ranks (K 4 A), numbers (10+5+3) or none."
        ) from None


def _summands(plain: str) -> tuple[int, ...]:
    parts = plain.split("+")
    if len(parts) > _MOST_CARDS:
        raise UnreadableInput(_TOO_MANY_CARDS)
    numbers = tuple(parse_number(part.strip()) for part in parts)
    if sum(numbers) > LARGEST_NUMBER:
        raise UnreadableInput(f"{shown(plain, 20)} is too large; the most is {LARGEST_NUMBER}.")
    return numbers


def parse_number(text: str, largest: int = LARGEST_NUMBER) -> int:
    """Read a whole number from 0 to ``largest`` in the digits 0-9, or raise UnreadableInput."""
    if not re.fullmatch("[0-9]+", text):
        raise UnreadableInput(f"'{shown(text)}' is not a whole number; write it in the digits 0-9.")
    if len(text) > 12 or int(text) > largest:
        raise UnreadableInput(f"{shown(text, 20)} is too large; the most is {largest}.")
    return int(text)


@lru_cache(maxsize=1024)
def parse_plays(text: str) -> tuple[Play, ...]:
    """Read one turn's melds and lay-offs, commas between them.

    Each may end in ``to N`` or ``as run|set``.
    """
    parts = (part for part in text.split(",") if part.strip())
    plays = tuple(_each(_parse_play, parts, _MOST_CARDS + 1))
    if sum(len(play.cards) for play in plays) > _MOST_CARDS:
        raise UnreadableInput(_TOO_MANY_CARDS)
    if not plays:
        raise UnreadableInput(f"no cards are given.{_REMINDER}")
    return plays


def _parse_play(part: str) -> Play:
    words = part.split()
    verb = words[-2].lower() if len(words) > 2 else ""
    if verb == "to":
        return Play(parse_cards(" ".join(words[:-2])), to=_meld_number(words[-1]))
    if verb == "as" and words[-1].lower() in tuple(Kind):  # else it is the ace of spades
        return Play(parse_cards(" ".join(words[:-2])), kind=Kind(words[-1].lower()))
    return Play(parse_cards(part))


def _meld_number(word: str) -> int:
    number = word.removeprefix("#")
    if not re.fullmatch("[1-9][0-9]{0,3}", number):
        raise UnreadableInput(
            f"'to {shown(word)}' names no meld; write the meld's number, like 'to 2'."
        )
    return int(number)


def parse_turn(line: str, players: Sequence[str]) -> Turn:
    """Read a line of a score sheet: ``Boris: QHSD, 3C to 2``."""
    player, rest = split_line(line, players)
    return Turn(player, parse_plays(rest))


def split_line(line: str, players: Sequence[str]) -> tuple[str, str]:
    """Split ``PLAYER: TEXT`` into the player that is meant and the text."""
    line = line.strip()
    colons = [place for place, character in enumerate(line[: 4 * LONGEST_NAME]) if character == ":"]
    if not colons:
        raise UnreadableInput(f"'{shown(line)}' has no colon; write PLAYER: CARDS.")
    known = {folded(player) for player in players}
    exact = [place for place in colons if folded(line[:place]) in known]
    place = exact[-1] if exact else colons[0]
    return find(line[:place], players), line[place + 1 :]
