"""A hand held as one integer, and what rules make of its cards: what a search for arrangements stands on.

The integer has a few bits for each kind of card, the lowest card lowest, the jokers last, a guard
bit above each count. What a meld takes is such an integer too, so that one subtraction shows
whether the hand has it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rummy_score.cards.cards import JOKER, PACK, PACK_FACES, RANKS, SUITS, Card, Kind, Rank, Suit
from rummy_score.referee.melds import Down, Meld
from rummy_score.rules.rules import Ace, LowAce, Rules, Scoring

BELOW = 13  # places of a run go from -12 to 27, and the bit of a place stands so much higher
SUIT_BITS = 6
SUIT_FACES = ((), *(tuple(PACK_FACES[rank, suit] for suit in SUITS) for rank in RANKS))
_PLACE_BITS = 16
_RANK_BITS = 4
_RANKS_AT = 4 * _PLACE_BITS
# A bit for each place of a run that a card can take, suit by suit; above them a count for each
# rank.
_GLANCES = {
    PACK_FACES[rank, suit]: (1 << rank | (rank == Rank.ACE) << 14) << _PLACE_BITS * suit
    | 1 << _RANKS_AT + _RANK_BITS * rank
    for rank in RANKS
    for suit in SUITS
}
_EACH_RANK = sum(1 << _RANK_BITS * rank for rank in RANKS)


class Run(NamedTuple):
    """A run from place to place (the ace at 1 and 14), with a bit for each that a natural card of the hand takes.

    ``to`` is the number of the table meld that it grows, 0 for a new one; ``wild`` are the named
    cards used as jokers, where it must be said which.
    """

    to: int
    suit: Suit
    start: int
    end: int
    naturals: int
    wild: tuple[Card, ...] = ()


class Set(NamedTuple):
    """A set: how many natural cards of each suit come from the hand (``SUIT_BITS`` for each), and how many jokers."""

    to: int
    rank: Rank
    naturals: int
    jokers: int
    wild: tuple[Card, ...] = ()


Shape: TypeAlias = Run | Set


class Option(NamedTuple):
    """Something to lay: what it takes of the hand, what its natural cards could score more, and what it scores."""

    need: int
    short: int
    points: int
    naturals: int
    jokers: int
    shape: Shape


class Chart(NamedTuple):
    """What rules make of cards and places, worked out once.

    ``places`` are those of a run that each rank can take, from ``bottom`` to ``top`` unless runs
    turn the corner; ``spans`` the points of every stretch of them. ``rising`` tells that a run
    never scores less for lying higher. ``points`` and ``best`` are a rank's points and the most
    that it can score, ``held`` a card's points in hand. ``glance`` are the places that runs may
    use, and what makes the count of a rank with a set reach eight.
    """

    corner: bool
    bottom: int
    top: int
    places: tuple[tuple[int, ...], ...]
    spans: Mapping[tuple[int, int], int]
    rising: bool
    points: tuple[int, ...]
    best: tuple[int, ...]
    held: Mapping[Card, int]
    glance: tuple[int, int]
    packs: int


class Holding(NamedTuple):
    """A hand as an integer with ``bits`` for each count, and what limits it.

    ``cards`` counts the faces; ``worth`` is the most that a natural card scores; ``down`` counts
    the cards on the table. ``jokers`` is how many cards may be jokers. Cards named as jokers are
    turned into jokers or natural cards by ``turns``, or ``wild`` tells them one by one. ``units``
    is one card of each kind, ``tables`` one table meld that may grow, ``thrown`` one of ``throw``
    cards to throw; what is counted beside the hand stands above ``end``.
    """

    rules: Rules
    chart: Chart
    table: Sequence[Meld]
    down: Mapping[Card, int]
    cards: Counter[Card]
    worth: Mapping[Card, int]
    jokers: int
    wild: tuple[Card, ...]
    throw: int
    bits: int
    turns: Mapping[Card, int]
    units: Mapping[Card, int]
    tables: Mapping[int, int]
    thrown: int
    end: int


class Situation(NamedTuple):
    """What is to be arranged: a hand, the table, other cards down, whether the player has melded, how many to throw."""

    cards: Sequence[Card]
    rules: Rules
    table: Sequence[Meld]
    down: Down
    melded: bool
    throw: int


@lru_cache(maxsize=32)
def chart(rules: Rules) -> Chart:
    """Work out what rules make of cards and places."""
    bottom, top = (2 if rules.ace is Ace.HIGH else 1), (13 if rules.ace is Ace.LOW else 14)
    corner = rules.ace is Ace.CORNER
    spans = {
        (start, end): sum(points_at(rules, place, start, end) for place in range(start, end + 1))
        for start in (range(-12, 15) if corner else range(bottom, top + 1))
        for end in range(start, (start + 13 if corner else top) + 1)
    }
    turns = (-13, 0, 13) if corner else (0, 13)
    places = [
        tuple(rank + turn for turn in turns if corner or bottom <= rank + turn <= top)
        for rank in RANKS
    ]
    line = [spans[place, place] for place in range(bottom, top + 1)]
    rising = (
        not corner
        and rules.low_ace is LowAce.NONE
        and rules.joker_laid is None
        and line == sorted(line)
    )
    low = rules.low_ace_points if rules.low_ace is not LowAce.NONE else 0
    points = [rules.rank_points(rank) for rank in RANKS]
    best = [max(points[0], low), *points[1:]]
    held = {card: rules.held_points(card) for card in PACK}
    usable = sum(((2 << top) - (1 << bottom)) << _PLACE_BITS * suit for suit in SUITS)
    glance = (usable, _EACH_RANK * (8 if corner else max(0, 8 - rules.set_min)))
    return Chart(
        corner,
        bottom,
        top,
        ((), *places),
        spans,
        rising,
        (0, *points),
        (0, *best),
        held,
        glance,
        rules.packs.most,
    )


def nothing_fits(cards: Sequence[Card], rules: Rules, ends: Chart) -> bool:
    """Tell whether it shows at a glance that a hand makes no run and no set, as most do; False where it does not.

    It never does where there are jokers.
    """
    faces = set(cards)
    if rules.wild or (rules.set_same_suit and len(faces) < len(cards)):
        return False
    try:
        seen = sum(map(_GLANCES.__getitem__, faces))
    except KeyError:
        return False
    places, sets = ends.glance
    runs = seen & places
    for _ in range(rules.run_min - 1):
        runs &= runs >> 1
    return not (runs or (seen >> _RANKS_AT) + sets & _EACH_RANK * 8)


def hold(situation: Situation) -> Holding:
    """Hold the hand of a situation."""
    cards, rules, table, down, melded, throw = situation
    faces = Counter([card if card.stands_for is None else card.face for card in cards])
    lying = Counter(down)
    for meld in table:
        lying.update([card.value for card in meld.cards])
    kinds = sorted([card for card in faces if card.rank is not None])
    named = tuple(card for card in kinds if rules.is_joker(card)) if rules.wild else ()
    points_count = rules.scoring is Scoring.MELDS or (
        isinstance(rules.first_meld, int) and not melded
    )
    wild = named if points_count and rules.joker_laid is not None else ()
    jokers = faces[JOKER] + sum(faces[card] for card in named)
    ends = chart(rules)
    worth = {card: ends.best[card.rank] for card in kinds if card.rank is not None}
    for card in wild:
        worth[card] = max(worth[card], rules.joker_laid or 0)
    bits = max([*faces.values(), jokers, throw, 1]).bit_length()
    turned = () if wild else named
    order = [*_in_order(kinds, table, faces), JOKER]
    at = [1 << place * (bits + 1) for place in range(len(turned) + len(order) + 2)]
    units = dict(zip(order, at[len(turned) :], strict=False))
    return Holding(
        rules, ends, table, lying, faces, worth, jokers, wild, throw, bits,
        dict(zip(turned, at, strict=False)),
        {key: unit for key, unit in units.items() if isinstance(key, Card) and (jokers or key.rank)},
        {key: unit for key, unit in units.items() if isinstance(key, int)},
        at[-2], at[-1].bit_length() - 1,
    )  # fmt: skip


def _in_order(
    kinds: list[Card], table: Sequence[Meld], cards: Mapping[Card, int]
) -> Sequence[Card | int]:
    """Return kinds of cards from the lowest, the number of each table meld before the first that may go there."""
    if not table:
        return kinds
    spots = [
        (*_spot(meld, cards), 0, number)
        for number, meld in enumerate(table, 1)
        if meld.kind is not None
    ]
    line = sorted(
        [
            *spots,
            *(
                (int(card.rank or 0), int(card.suit or 0), 1, place)
                for place, card in enumerate(kinds)
            ),
        ]
    )
    return [kinds[key] if is_card else key for _, _, is_card, key in line]


def _spot(meld: Meld, cards: Mapping[Card, int]) -> tuple[int, int]:
    """Return the rank and suit of the lowest card that is likely to be laid off on a meld."""
    first = meld.cards[0].value
    rank, suit = int(first.rank or 1), int(first.suit or 0)
    if meld.kind is Kind.SET:
        return rank, 0
    lowest = rank
    while lowest > 1 and PACK_FACES[Rank(lowest - 1), Suit(suit)] in cards:
        lowest -= 1
    return (lowest, suit) if lowest < rank else ((rank + len(meld.cards) - 1) % 13 + 1, suit)


def rank_at(place: int) -> Rank:
    """Return the rank at a place of a run: the ace at 1 and 14, the king at 13 and 0."""
    return RANKS[(place - 1) % 13]


def points_at(rules: Rules, place: int, start: int, end: int) -> int:
    """Return the points of a card at a place of a run."""
    rank = rank_at(place)
    short = rules.low_ace is LowAce.SHORT_RUN and end - start < 3
    if rank == Rank.ACE and (short or (rules.low_ace is LowAce.BELOW_TWO and place < end)):
        return rules.low_ace_points
    return rules.rank_points(rank)


def laid_cells(shape: Shape, table: Sequence[Meld]) -> list[tuple[Card, bool]]:
    """Return the cards that an option puts down, as what they count and in order, and which are natural."""
    if isinstance(shape, Set):
        naturals = zip(SUIT_FACES[shape.rank], set_naturals(shape), strict=True)
        cells = [(card, True) for card, number in naturals for _ in range(number)]
        return cells + [(PACK_FACES[shape.rank, None], False)] * shape.jokers
    places: Sequence[int] = range(shape.start, shape.end + 1)
    if shape.to:
        first, last = table_ends(table[shape.to - 1])
        places = [*range(first - 1, shape.start - 1, -1), *range(last + 1, shape.end + 1)]
    return [
        (PACK_FACES[rank_at(place), shape.suit], bool(shape.naturals >> place + BELOW & 1))
        for place in places
    ]


def set_naturals(shape: Set) -> list[int]:
    """Return how many natural cards of each suit a set takes from the hand."""
    return [shape.naturals >> SUIT_BITS * suit & (1 << SUIT_BITS) - 1 for suit in SUITS]


def table_ends(meld: Meld) -> tuple[int, int]:
    """Return the places where a run on the table starts and ends."""
    start = int(meld.cards[0].value.rank or 1)
    return start, start + len(meld.cards) - 1
