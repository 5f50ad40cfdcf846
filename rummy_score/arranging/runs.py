"""The runs that a hand can lay: new ones, and longer ones on the table."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rummy_score.arranging.holdings import (
    SUIT_FACES,
    Holding,
    Option,
    Run,
    place_bit,
    points_at,
    run_ends,
    stretch_bits,
)
from rummy_score.cards.cards import PACK_FACES, RANKS, SUITS, Card, Kind, Rank, Suit
from rummy_score.referee.melds import Meld
from rummy_score.rules.rules import LowAce

_ACES_AT_BOTH_ENDS = 14  # the size of a run of a whole suit and one ace more


class _Spot(NamedTuple):
    """A place of a run that a kind of card in the hand can take, with its bit."""

    place: int
    bit: int
    unit: int
    worth: int


class _Base(NamedTuple):
    """What a run grows from: nothing, or a run on the table from ``start`` to ``end``.

    ``jokers`` has the bits of its jokers, ``banned`` those of the places where no joker may stand;
    ``spare`` is how many more jokers it takes at most.
    """

    to: int
    suit: Suit
    start: int
    end: int
    jokers: int
    spare: int
    banned: int

    @property
    def size(self) -> int:
        """How many cards lie there."""
        return self.end - self.start + 1


class _Chain(NamedTuple):
    """Cards of a run from the lowest place that one takes to the highest; jokers go into the gaps.

    ``need`` is what they take of the hand, ``naturals`` the bits of their places, ``worth`` the
    most that they can score anywhere.
    """

    low: int
    high: int
    need: int
    naturals: int
    worth: int


def runs(holding: Holding, every: bool) -> Iterator[Option]:
    """Yield the new runs and the lay-offs on runs.

    Of the readings that take the same cards only the one worth the most is among them, unless
    ``every`` one is asked for.
    """
    fewest = holding.rules.run_min
    if holding.meld_units or (holding.jokers and holding.rules.naturals_min == 0):
        fewest = 0  # one card, or a joker alone, may be enough
    elif holding.jokers:
        fewest = 1
    for suit, cards in _by_suit(holding).items():
        if len(cards) < fewest:
            continue  # most suits of most hands end here
        line = _line(holding, cards)
        for base in _bases(holding, suit):
            if base.to:
                chains = _longer_chains(holding, base, line)
            else:
                chains = _new_chains(holding, base, line)
            yield from _runs_of(holding, base, chains, every)


def _by_suit(holding: Holding) -> dict[Suit, list[Card]]:
    """Return the kinds of cards of each suit."""
    by_suit: dict[Suit, list[Card]] = {suit: [] for suit in SUITS}
    for card in holding.worth:
        if card.suit is not None:
            by_suit[card.suit].append(card)
    return by_suit


def _line(holding: Holding, cards: Sequence[Card]) -> list[_Spot]:
    """Return the places that cards of a suit can take, from the lowest."""
    line = []
    for card in cards:
        unit, worth = holding.card_units[card], holding.worth[card]
        for place in holding.chart.places[card.rank or 0]:
            line.append(_Spot(place, place_bit(place), unit, worth))
    line.sort()
    return line


def _bases(holding: Holding, suit: Suit) -> Iterator[_Base]:
    """Yield what runs of a suit can grow from."""
    most = holding.rules.jokers_max
    spare = holding.jokers if most is None else min(holding.jokers, most)
    banned = _banned(holding, suit) if holding.jokers and holding.down else 0
    yield _Base(to=0, suit=suit, start=1, end=0, jokers=0, spare=spare, banned=banned)
    for number in holding.meld_units:
        meld = holding.melds_down[number - 1]
        if meld.kind is Kind.RUN and meld.cards[0].value.suit == suit:
            start, end = run_ends(meld)
            jokers = _joker_places(meld)
            spare = holding.jokers
            if most is not None:
                spare = min(spare, most - jokers.bit_count())  # those that lie there count as well
            yield _Base(number, suit, start, end, jokers=jokers, spare=spare, banned=banned)


def _joker_places(run: Meld) -> int:
    """Return the bits of the places where a run on the table has jokers."""
    jokers = 0
    start, _ = run_ends(run)
    for place, card in enumerate(run.cards, start):
        if card.stands_for is not None:
            jokers |= place_bit(place)
    return jokers


def _banned(holding: Holding, suit: Suit) -> int:
    """Return the bits of the places where no joker may stand, for want of copies of that card."""
    banned = 0
    for rank in RANKS:
        # A joker of open suit on the table takes up a copy of its rank, whichever it is.
        left = _copies_left(holding, rank)
        opens = holding.down.get(PACK_FACES[rank, None], 0)
        if not left[suit] or opens >= sum(left):
            banned |= place_bit(rank - 13) | place_bit(rank) | place_bit(rank + 13)
    return banned


def _copies_left(holding: Holding, rank: Rank) -> list[int]:
    """Return how many cards of a rank are not on the table, suit by suit."""
    return [max(0, holding.copies_left(face)) for face in SUIT_FACES[rank]]


def _new_chains(holding: Holding, base: _Base, line: Sequence[_Spot]) -> Iterator[_Chain]:
    """Yield the cards that new runs can be made of, by the lowest of them."""
    rules, corner = holding.rules, holding.chart.corner
    for index, spot in enumerate(line):
        if corner and not 1 <= spot.place <= 13:
            continue  # the same run, read a lap lower or higher
        if base.spare <= 0 and not _enough_follow(line, index, rules.run_min):
            continue
        first = _Chain(spot.place, spot.place, spot.unit, spot.bit, spot.worth)
        yield from _grown(first, line[index + 1 :], base.spare, rules.run_max)
    if rules.naturals_min == 0 and base.spare > 0:
        # Jokers alone: no card holds the run to any place, so it may start anywhere.
        highest = 13 if corner else holding.chart.top
        yield _Chain(low=highest, high=holding.chart.bottom, need=0, naturals=0, worth=0)


def _enough_follow(line: Sequence[_Spot], index: int, run_min: int) -> bool:
    """Tell whether so many cards follow one another without a gap, from one of a line.

    Without jokers no run starts there else; most cards of most hands are passed over by it.
    """
    last = index + run_min - 1
    return last < len(line) and line[last].place < line[index].place + run_min


def _longer_chains(holding: Holding, base: _Base, line: Sequence[_Spot]) -> Iterator[_Chain]:
    """Yield the cards that can be laid off on a run of the table, below it and above."""
    longest = holding.rules.run_max
    # What grows a meld takes the leave to grow it, so that no two options grow the same one.
    unit = holding.meld_units[base.to]
    laid = _Chain(base.start, base.end, unit, naturals=0, worth=0)
    below = [spot for spot in reversed(line) if spot.place < base.start]
    above = [spot for spot in line if spot.place > base.end]
    for lower in _grown(laid, below, base.spare, longest):
        # Jokers in gaps below are not there for gaps above.
        gaps = base.start - lower.low - lower.naturals.bit_count()
        yield from _grown(lower, above, base.spare - gaps, longest)


def _grown(first: _Chain, ahead: Sequence[_Spot], jokers: int, longest: int) -> list[_Chain]:
    """Return a chain, and every longer one that takes cards ahead of it too, jokers in its gaps.

    ``ahead`` are the spots above it from the lowest, or those below it from the highest.
    """
    found = [first]
    low, high, need, naturals, worth = first
    for index, spot in enumerate(ahead, 1):
        place = spot.place
        if place > high:
            gap, new_low, new_high = place - high - 1, low, place
        else:
            gap, new_low, new_high = low - place - 1, place, high
        if gap > jokers or new_high - new_low >= longest:
            break  # those that come after lie further off
        longer = _Chain(
            new_low, new_high, need + spot.unit, naturals | spot.bit, worth + spot.worth
        )
        found += _grown(longer, ahead[index:], jokers - gap, longest)
    return found


def _runs_of(
    holding: Holding, base: _Base, chains: Iterator[_Chain], every: bool
) -> Iterator[Option]:
    """Yield the runs that chains make with each number of jokers."""
    rules, joker_unit = holding.rules, holding.joker_unit
    naturals_down = base.size - base.jokers.bit_count()
    for cards in chains:
        count = cards.naturals.bit_count()
        if naturals_down + count < rules.naturals_min:
            continue
        fixed = base.size + count
        least_laid = fixed if count else fixed + 1  # something must be laid, a joker if no card
        shortest = max(cards.high - cards.low + 1, rules.run_min, least_laid)
        longest = min(fixed + base.spare, rules.run_max)
        for size in range(shortest, longest + 1):
            jokers = size - fixed  # those in gaps, and others at the ends
            need = cards.need + jokers * joker_unit
            for start in _starts_to_try(holding, base, cards, size, every):
                points = _run_points(holding, base, cards.naturals, start, size)
                run = Run(base.to, base.suit, start, start + size - 1, cards.naturals)
                yield Option(need, cards.worth - points, points, count, jokers, run)


def _starts_to_try(
    holding: Holding, base: _Base, cards: _Chain, size: int, every: bool
) -> Sequence[int]:
    """Return where a run of a size starts: in the way worth the most, or in ``every`` way."""
    starts = _starts(holding, cards, size)
    # Seldom anything speaks against a joker at any place, and looking at each would take long.
    if base.banned or not holding.rules.jokers_adjacent or size == _ACES_AT_BOTH_ENDS:
        starts = [
            start for start in starts if _may_stand(holding, base, cards.naturals, start, size)
        ]
    if every or len(starts) < 2:
        return starts
    if holding.chart.rising:
        return starts[:1]  # the highest, without counting any points
    best = max(starts, key=lambda start: _run_points(holding, base, cards.naturals, start, size))
    return (best,)  # of equals the highest, which comes first


def _starts(holding: Holding, cards: _Chain, size: int) -> Sequence[int]:
    """Return the places where a run of a size over a chain may start, the highest first."""
    highest, lowest = cards.low, cards.high - size + 1
    if not holding.chart.corner:
        highest = min(highest, holding.chart.top - size + 1)
        lowest = max(lowest, holding.chart.bottom)
    elif size == _ACES_AT_BOTH_ENDS:
        return [1] if lowest <= 1 <= highest else []  # only from ace to ace
    elif size > _ACES_AT_BOTH_ENDS:
        return []
    return range(highest, lowest - 1, -1)


def _may_stand(holding: Holding, base: _Base, naturals: int, start: int, size: int) -> bool:
    """Tell whether the jokers of a run stand where they may."""
    end = start + size - 1
    laid = stretch_bits(base.start, base.end)
    own = stretch_bits(start, end) & ~naturals & ~laid
    if own & base.banned:
        return False
    jokers = own | base.jokers
    side_by_side = jokers & jokers >> 1
    if side_by_side and not holding.rules.jokers_adjacent:
        return False
    ends = place_bit(start) | place_bit(end)
    if size < _ACES_AT_BOTH_ENDS or not own & ends or laid & ends:
        return True
    # A joker is one of the two aces, and both come from the hand: the suit must have two left, and
    # so must the jokers of open suit that lie there and are aces.
    aces = _copies_left(holding, Rank.ACE)
    opens = holding.down.get(PACK_FACES[Rank.ACE, None], 0)
    return aces[base.suit] >= 2 and sum(aces) - 2 >= opens


def _run_points(holding: Holding, base: _Base, naturals: int, start: int, size: int) -> int:
    """Return the points of the hand's own cards in a run."""
    rules, spans = holding.rules, holding.chart.spans
    joker_laid = rules.joker_laid
    end = start + size - 1
    # Where a joker counts as what it stands for the chart knows the sum. With low aces the rest of
    # a sum will not do: an ace on the table may count anew as its run grows, and is not the hand's.
    if joker_laid is None:
        if not base.to:
            return spans[start, end]
        if rules.low_ace is LowAce.NONE:
            return spans[start, end] - spans[base.start, base.end]
    points = 0
    for place in range(start, end + 1):
        if base.start <= place <= base.end:
            continue
        if joker_laid is None or naturals & place_bit(place):
            points += points_at(rules, place, start, end)
        else:
            points += joker_laid
    return points
