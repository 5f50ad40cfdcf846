"""A hand held as one integer, and what rules make of its cards: what the search stands on.

The integer has a field for each kind of card, the lowest card lowest and the jokers last. A field
is a count of a few bits with a guard bit above it. What a meld takes is such an integer too, so
that one subtraction shows whether the hand has it: a guard bit is borrowed where it has not.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rummy_score.cards.cards import JOKER, PACK, PACK_FACES, RANKS, SUITS, Card, Kind, Rank, Suit
from rummy_score.referee.melds import Down, Meld
from rummy_score.rules.rules import Ace, LowAce, Rules, Scoring

# The four cards of each rank; the first entry is for no rank.
SUIT_FACES = ((), *(tuple(PACK_FACES[rank, suit] for suit in SUITS) for rank in RANKS))

# Places of a run go from -12 to 27, since a run around the corner is read a lap lower or higher;
# the bit of a place stands so much higher that none is shifted below zero.
_PLACE_SHIFT = 13

# What one look at a card shows, for ``nothing_fits``: a bit for each place of a run that it can
# take, suit by suit, and above those a one in the count of its rank. The integers of different
# cards are added up; no two share a bit below the counts, and no count comes to more than four.
_GLANCE_SUIT_BITS = 16
_GLANCE_RANKS_AT = 4 * _GLANCE_SUIT_BITS
_GLANCE_RANK_BITS = 4
_GLANCE_EIGHT = 8  # the highest bit of a count: set where the count has reached eight


def _glance_at(card: Card) -> int:
    """Return what one look at a card of the pack shows."""
    rank, suit = int(card.rank or 0), int(card.suit or 0)
    places = 1 << rank
    if rank == Rank.ACE:
        places |= 1 << 14
    in_rank = 1 << _GLANCE_RANKS_AT + _GLANCE_RANK_BITS * rank
    return (places << _GLANCE_SUIT_BITS * suit) + in_rank


_GLANCES = {card: _glance_at(card) for card in PACK}
_ONE_OF_EACH_RANK = sum(1 << _GLANCE_RANK_BITS * rank for rank in RANKS)
_EIGHT_OF_ANY_RANK = _ONE_OF_EACH_RANK * _GLANCE_EIGHT


class Run(NamedTuple):
    """A run from place to place, the ace at 1 and 14.

    ``naturals`` has the ``place_bit`` of each place that a natural card of the hand takes. ``to``
    is the number of the meld that it grows, 0 for a new one. ``wild`` are the named cards used as
    jokers, where it must be said which.
    """

    to: int
    suit: Suit
    start: int
    end: int
    naturals: int
    wild: tuple[Card, ...] = ()


class Set(NamedTuple):
    """A set: the natural cards that come from the hand, suit by suit, and how many jokers.

    ``to`` and ``wild`` are as in a run.
    """

    to: int
    rank: Rank
    naturals: tuple[Card, ...]
    jokers: int
    wild: tuple[Card, ...] = ()


Shape: TypeAlias = Run | Set
Cell: TypeAlias = tuple[Card, bool]  # a card that is put down, as what it counts; whether natural


class Option(NamedTuple):
    """Something that can be laid.

    ``need`` is what it takes of the hand, as an integer like the hand's. ``points`` is what it
    scores, ``short`` how much more its natural cards could score elsewhere. ``naturals`` and
    ``jokers`` are how many of each it takes.
    """

    need: int
    short: int
    points: int
    naturals: int
    jokers: int
    shape: Shape


class Chart(NamedTuple):
    """What rules make of cards and places, worked out once.

    Runs lie between ``bottom`` and ``top`` unless they turn the ``corner``; ``places`` are those
    that each rank can take. ``spans`` are the points of every stretch of places, and ``rising``
    tells that a run never scores less for lying higher. ``points`` and ``best`` are a rank's points
    and the most that it can score (the first entry is for no rank), ``held`` a card's points in
    hand. ``packs`` is how many copies there are of each card. ``glance_places`` are the places that
    runs may use, ``glance_sets`` is what lifts the count of a rank to eight where it makes a set.
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
    packs: int
    glance_places: int
    glance_sets: int


class Situation(NamedTuple):
    """What is to be arranged: a hand, what lies on the table, and how many cards go.

    Cards can be laid off on ``melds_down``; ``down`` counts other cards that lie there. ``melded``
    tells that the player has laid a meld already, ``discards`` how many cards must be discarded.
    """

    cards: Sequence[Card]
    rules: Rules
    melds_down: Sequence[Meld]
    down: Down
    melded: bool
    discards: int


class Holding(NamedTuple):
    """A hand as an integer, and what limits it.

    ``cards`` counts its faces, ``down`` every card on the table. ``worth`` is the most that a
    natural card scores, ``jokers`` how many cards may be jokers.

    A unit is a one in a field of the integer, which has ``count_bits`` for the count:
    ``card_units`` is one card of each kind, ``meld_units`` the leave to grow a meld on the table,
    which is there once, ``discard_unit`` one of ``discards`` to be made. Cards named as jokers lie
    in ``turn_units`` until each is turned into a joker or a natural card; where it matters which of
    them is the joker they are in ``wild`` instead, and options name them one by one. What is
    counted beside the hand stands above ``end``.
    """

    rules: Rules
    chart: Chart
    melds_down: Sequence[Meld]
    down: Mapping[Card, int]
    cards: Counter[Card]
    worth: Mapping[Card, int]
    jokers: int
    wild: tuple[Card, ...]
    discards: int
    count_bits: int
    turn_units: Mapping[Card, int]
    card_units: Mapping[Card, int]
    meld_units: Mapping[int, int]
    discard_unit: int
    end: int

    @property
    def joker_unit(self) -> int:
        """One joker in the integer, 0 where there are none."""
        return self.card_units.get(JOKER, 0)

    def copies_left(self, card: Card) -> int:
        """Return how many copies of a card are not on the table, below zero where too many are."""
        return self.chart.packs - self.down.get(card, 0)

    def lying_in(self, number: int) -> tuple[Card, ...]:
        """Return the cards of a meld on the table, none for 0, which is no meld yet."""
        return self.melds_down[number - 1].cards if number else ()


class _Units(NamedTuple):
    """Where the fields of the integer are, as ``Holding`` has them."""

    turn_units: Mapping[Card, int]
    card_units: Mapping[Card, int]
    meld_units: Mapping[int, int]
    discard_unit: int
    end: int


@lru_cache(maxsize=32)
def chart(rules: Rules) -> Chart:
    """Work out what rules make of cards and places."""
    corner = rules.ace is Ace.CORNER
    bottom = 2 if rules.ace is Ace.HIGH else 1
    top = 13 if rules.ace is Ace.LOW else 14
    points = [rules.rank_points(rank) for rank in RANKS]
    places_of_a_suit = (2 << top) - (1 << bottom)
    # A glance sees no run around the corner, so there every rank is made to look like a set.
    lift = _GLANCE_EIGHT if corner else max(0, _GLANCE_EIGHT - rules.set_min)
    return Chart(
        corner=corner,
        bottom=bottom,
        top=top,
        places=((), *[_places_of(rank, corner, bottom, top) for rank in RANKS]),
        spans=_spans(rules, bottom, top),
        rising=not corner and _rises(rules, bottom, top),
        points=(0, *points),
        best=(0, _best_of_an_ace(rules), *points[1:]),
        held={card: rules.held_points(card) for card in PACK},
        packs=rules.packs.most,
        glance_places=sum(places_of_a_suit << _GLANCE_SUIT_BITS * suit for suit in SUITS),
        glance_sets=_ONE_OF_EACH_RANK * lift,
    )


def _rises(rules: Rules, bottom: int, top: int) -> bool:
    """Tell whether a card at a higher place never counts less, wherever its run starts."""
    if rules.low_ace is not LowAce.NONE or rules.joker_laid is not None:
        return False  # then the points depend on where the ace or the joker stands
    points = [rules.rank_points(rank_at(place)) for place in range(bottom, top + 1)]
    return points == sorted(points)


def _best_of_an_ace(rules: Rules) -> int:
    """Return the most that an ace can score; a table may have it count more low than high."""
    if rules.low_ace is LowAce.NONE:
        return rules.ace_points
    return max(rules.ace_points, rules.low_ace_points)


def _places_of(rank: Rank, corner: bool, bottom: int, top: int) -> tuple[int, ...]:
    """Return the places of a run that a rank can take, a lap lower and higher around the corner."""
    if corner:
        return (rank - 13, int(rank), rank + 13)
    return tuple([place for place in (int(rank), rank + 13) if bottom <= place <= top])


def _spans(rules: Rules, bottom: int, top: int) -> dict[tuple[int, int], int]:
    """Return the points of every stretch of places, by its first and last."""
    corner = rules.ace is Ace.CORNER
    spans = {}
    for start in range(-12, 15) if corner else range(bottom, top + 1):
        last = start + 13 if corner else top
        for end in range(start, last + 1):
            # Anew for each stretch: what an ace counts may depend on where the run ends.
            places = range(start, end + 1)
            spans[start, end] = sum([points_at(rules, place, start, end) for place in places])
    return spans


def nothing_fits(cards: Sequence[Card], rules: Rules, known: Chart) -> bool:
    """Tell whether it shows at a glance that a hand makes no run and no set, as most do.

    False says nothing: so it is wherever there are jokers. ``known`` is the chart of the rules.
    """
    faces = set(cards)
    # Two alike make a set of one suit, and a set of faces shows one of them only.
    if rules.wild or (rules.set_same_suit and len(faces) < len(cards)):
        return False
    # Most hands of ten end here, so it is done in a few steps on one integer, whatever the hand.
    try:
        seen = sum(map(_GLANCES.__getitem__, faces))
    except KeyError:  # a joker, or a rank alone
        return False
    runs = seen & known.glance_places
    for _ in range(rules.run_min - 1):
        runs &= runs >> 1  # what stays is where one more in a row begins
    # What is added lifts a count to eight just where there are enough of the rank for a set.
    counts = seen >> _GLANCE_RANKS_AT
    return not (runs or (counts + known.glance_sets) & _EIGHT_OF_ANY_RANK)


def hold(situation: Situation) -> Holding:
    """Hold the hand of a situation."""
    rules, discards = situation.rules, situation.discards
    known = chart(rules)
    cards = Counter([card.face for card in situation.cards])
    # Sorted, so that nothing depends on the order in which the cards are given.
    kinds = sorted([card for card in cards if card.rank is not None])
    named = tuple([card for card in kinds if rules.is_joker(card)]) if rules.wild else ()
    jokers = cards[JOKER] + sum([cards[card] for card in named])
    # Where jokers score a number of their own, it matters which named cards are the jokers.
    wild = named if rules.joker_laid is not None and _points_matter(situation) else ()
    worth = {card: known.best[card.rank or 0] for card in kinds}
    for card in wild:
        worth[card] = max(worth[card], rules.joker_laid or 0)

    order: list[Card | int] = [*_in_order(kinds, situation.melds_down, cards)]
    if jokers:
        order.append(JOKER)
    # Every count must fit, also where all named cards become jokers or all discards are to come.
    count_bits = max([*cards.values(), jokers, discards, 1]).bit_length()
    units = _units(() if wild else named, order, count_bits)
    return Holding(
        rules=rules,
        chart=known,
        melds_down=situation.melds_down,
        down=_all_down(situation),
        cards=cards,
        worth=worth,
        jokers=jokers,
        wild=wild,
        discards=discards,
        count_bits=count_bits,
        turn_units=units.turn_units,
        card_units=units.card_units,
        meld_units=units.meld_units,
        discard_unit=units.discard_unit,
        end=units.end,
    )


def _units(turned: Sequence[Card], order: Sequence[Card | int], count_bits: int) -> _Units:
    """Lay out the integer: named cards to be turned, cards and melds in their order, discards.

    What is to be turned is lowest, so that it is decided first and the rest is known cards.
    """
    width = count_bits + 1  # the guard bit
    unit = 1
    turn_units: dict[Card, int] = {}
    card_units: dict[Card, int] = {}
    meld_units: dict[int, int] = {}
    for card in turned:
        turn_units[card] = unit
        unit <<= width
    for card_or_meld in order:
        if isinstance(card_or_meld, Card):
            card_units[card_or_meld] = unit
        else:
            meld_units[card_or_meld] = unit
        unit <<= width
    end = unit.bit_length() - 1 + width
    return _Units(turn_units, card_units, meld_units, discard_unit=unit, end=end)


def _points_matter(situation: Situation) -> bool:
    """Tell whether the points laid decide anything: the score, or whether a meld may come first."""
    rules = situation.rules
    must_reach = isinstance(rules.first_meld, int) and not situation.melded
    return rules.scoring is Scoring.MELDS or must_reach


def _all_down(situation: Situation) -> Counter[Card]:
    """Count the cards on the table, in the melds and beside them."""
    down = Counter(situation.down)
    for meld in situation.melds_down:
        down.update([card.value for card in meld.cards])
    return down


def _in_order(
    kinds: list[Card], melds_down: Sequence[Meld], cards: Mapping[Card, int]
) -> Sequence[Card | int]:
    """Return kinds of cards from the lowest, and the number of each meld where it may grow.

    The search decides field by field from the lowest. A meld that stands just before the first card
    that may go there is decided on with its cards, so that fewer different rests come up.
    """
    if not melds_down:
        return kinds
    spots: dict[Card | int, tuple[int, int]] = {}
    for number, meld in enumerate(melds_down, 1):
        if meld.kind is not None:
            spots[number] = _first_spot(meld, cards)
    for card in kinds:
        spots[card] = (int(card.rank or 0), int(card.suit or 0))
    return sorted(spots, key=spots.__getitem__)  # of equals the melds stay first


def _first_spot(meld: Meld, cards: Mapping[Card, int]) -> tuple[int, int]:
    """Return the rank and suit of the lowest card that is likely to be laid off on a meld."""
    first = meld.cards[0].value
    rank, suit = int(first.rank or 1), Suit(first.suit or 0)
    if meld.kind is Kind.SET:
        return rank, 0
    # Below the run down to where the hand has a gap; else what comes above it.
    lowest = rank
    while lowest > 1 and PACK_FACES[Rank(lowest - 1), suit] in cards:
        lowest -= 1
    if lowest < rank:
        return lowest, int(suit)
    return int(rank_at(rank + len(meld.cards))), int(suit)


def rank_at(place: int) -> Rank:
    """Return the rank at a place of a run: the ace at 1 and 14, the king at 13 and 0.

    >>> [rank_at(place).name for place in (0, 1, 13, 14)]
    ['KING', 'ACE', 'KING', 'ACE']
    """
    return RANKS[(place - 1) % 13]


def place_bit(place: int) -> int:
    """Return the bit of a place of a run."""
    return 1 << place + _PLACE_SHIFT


def stretch_bits(start: int, end: int) -> int:
    """Return the bits of all places from one to another, none where the end lies before the start.

    >>> stretch_bits(3, 5) == place_bit(3) | place_bit(4) | place_bit(5)
    True
    """
    return place_bit(end + 1) - place_bit(start)


def points_at(rules: Rules, place: int, start: int, end: int) -> int:
    """Return the points of a card at a place of a run from ``start`` to ``end``."""
    rank = rank_at(place)
    if rank != Rank.ACE:
        return rules.rank_points(rank)
    in_short_run = rules.low_ace is LowAce.SHORT_RUN and end - start < 3
    below_two = rules.low_ace is LowAce.BELOW_TWO and place < end
    return rules.low_ace_points if in_short_run or below_two else rules.ace_points


def laid_cells(shape: Shape, melds_down: Sequence[Meld]) -> list[Cell]:
    """Return the cards that an option puts down, in an order in which each can go down."""
    if isinstance(shape, Set):
        cells = [(card, True) for card in shape.naturals]
        return cells + [(PACK_FACES[shape.rank, None], False)] * shape.jokers
    cells = []
    for place in _places_laid(shape, melds_down):
        face = PACK_FACES[rank_at(place), shape.suit]
        cells.append((face, bool(shape.naturals & place_bit(place))))
    return cells


def _places_laid(run: Run, melds_down: Sequence[Meld]) -> Sequence[int]:
    """Return the places of a run that the hand fills, outwards from a meld on the table."""
    if not run.to:
        return range(run.start, run.end + 1)
    first, last = run_ends(melds_down[run.to - 1])
    below = range(first - 1, run.start - 1, -1)
    above = range(last + 1, run.end + 1)
    return [*below, *above]


def suit_counts(cards: Sequence[Card]) -> list[int]:
    """Return how many cards there are of each suit."""
    counts = [0] * len(SUITS)
    for card in cards:
        if card.suit is not None:
            counts[card.suit] += 1
    return counts


def run_ends(meld: Meld) -> tuple[int, int]:
    """Return the places where a run on the table starts and ends."""
    start = int(meld.cards[0].value.rank or 1)
    return start, start + len(meld.cards) - 1
