"""What a hand can lay: every new meld and every lay-off, and what each takes of the hand.

A card named as a joker is a natural card wherever a meld has room for the card itself, as in
``melds``.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple, TypeAlias

from rummy_score.arranging.holdings import (
    BELOW,
    SUIT_BITS,
    SUIT_FACES,
    Holding,
    Option,
    Run,
    Set,
    Shape,
    laid_cells,
    points_at,
    set_naturals,
    table_ends,
)
from rummy_score.cards.cards import JOKER, PACK_FACES, RANKS, SUITS, Card, Kind, Rank, Suit
from rummy_score.rules.rules import LowAce


class _Base(NamedTuple):
    """What a run grows from: nothing, or a table run from ``start`` to ``end``, with a bit for each of its jokers.

    ``spare`` is how many jokers it takes at most, ``banned`` has a bit for each place where none
    may stand.
    """

    to: int
    suit: Suit
    start: int
    end: int
    jokers: int
    spare: int
    banned: int


class _Chain(NamedTuple):
    """Cards of a run from the lowest place that one takes to the highest; jokers go into the gaps."""

    low: int
    high: int
    need: int
    naturals: int
    worth: int


class _Group(NamedTuple):
    """What a set grows from: nothing, or a set on the table.

    It needs ``least`` natural cards of the hand, has room for ``room`` cards and ``spare`` jokers.
    """

    to: int
    cards: tuple[Card, ...]
    least: int
    room: int
    spare: int


_Place: TypeAlias = tuple[int, int, int]  # a place, one card that can take it, its worth
_Own: TypeAlias = list[
    tuple[int, int, int, int]
]  # a suit, how many the hand has of it, one card, its worth


def options(holding: Holding, every: bool = False) -> Iterator[Option]:
    """Yield what a hand can lay: of readings that take the same the one worth the most, or ``every`` one."""
    rules, places = holding.rules, holding.chart.places
    lines: list[list[_Place]] = [[] for _ in SUITS]
    groups: dict[Rank, _Own] = {}
    for card, worth in holding.worth.items():
        rank, suit, _ = card
        if rank is not None and suit is not None:
            unit = holding.units[card]
            lines[suit] += [(place, unit, worth) for place in places[rank]]
            groups.setdefault(rank, []).append((suit, holding.cards[card], unit, worth))
    anywhere = bool(holding.tables or (holding.jokers and rules.naturals_min == 0))
    fewest = 0 if anywhere else 1 if holding.jokers else rules.run_min
    for suit, line in zip(SUITS, lines, strict=True):
        if len(line) >= fewest:
            line.sort()
            for base in _bases(holding, suit):
                chains = (
                    _longer_chains(holding, base, line)
                    if base.to
                    else _new_chains(holding, base, line)
                )
                yield from _readings(holding, base, chains, every or bool(holding.wild))
    for group, owned in _groups(holding, groups):
        yield from _sets(holding, group, owned)


def _bases(holding: Holding, suit: Suit) -> Iterator[_Base]:
    """Yield what runs of a suit can grow from."""
    banned = _banned(holding, suit) if holding.jokers and holding.down else 0
    most, limit = holding.jokers, holding.rules.jokers_max
    yield _Base(0, suit, 1, 0, 0, most if limit is None else min(most, limit), banned)
    for number in holding.tables:
        meld = holding.table[number - 1]
        if meld.kind is Kind.RUN and meld.cards[0].value.suit == suit:
            start, end = table_ends(meld)
            spots = [
                place
                for place, card in enumerate(meld.cards, start + BELOW)
                if card.stands_for is not None
            ]
            spare = most if limit is None else min(most, limit - len(spots))
            yield _Base(number, suit, start, end, sum(1 << spot for spot in spots), spare, banned)


def _banned(holding: Holding, suit: Suit) -> int:
    """Return a bit for each place where no joker may stand, since the table has too many of that card."""
    packs, down, banned = holding.chart.packs, holding.down, 0
    for rank in RANKS:
        left = [max(0, packs - down.get(face, 0)) for face in SUIT_FACES[rank]]
        if not left[suit] or down.get(PACK_FACES[rank, None], 0) >= sum(left):
            banned |= sum(1 << rank + turn + BELOW for turn in (-13, 0, 13))
    return banned


def _new_chains(holding: Holding, base: _Base, line: list[_Place]) -> Iterator[_Chain]:
    corner, least = holding.chart.corner, holding.rules.run_min
    for index, (place, unit, worth) in enumerate(line, 1):
        ahead = index + least - 2
        hopeless = base.spare <= 0 and (ahead >= len(line) or line[ahead][0] >= place + least)
        if not hopeless and (not corner or 1 <= place <= 13):
            first = _Chain(place, place, unit, 1 << place + BELOW, worth)
            yield from _grown(first, line[index:], base.spare, holding.rules.run_max)
    if holding.rules.naturals_min == 0 and base.spare > 0:
        yield _Chain(13 if corner else holding.chart.top, holding.chart.bottom, 0, 0, 0)


def _longer_chains(holding: Holding, base: _Base, line: list[_Place]) -> Iterator[_Chain]:
    longest = holding.rules.run_max
    laid = _Chain(base.start, base.end, holding.tables[base.to], 0, 0)
    below = [each for each in reversed(line) if each[0] < base.start]
    above = [each for each in line if each[0] > base.end]
    for chain in _grown(laid, below, base.spare, longest):
        gaps = base.start - chain.low - chain.naturals.bit_count()
        yield from _grown(chain, above, base.spare - gaps, longest)


def _grown(chain: _Chain, ahead: list[_Place], jokers: int, longest: int) -> Iterator[_Chain]:
    """Yield a chain, and every way to take cards ahead of it too, with jokers in the gaps."""
    yield chain
    low, high, need, naturals, worth = chain
    for index, (place, unit, more) in enumerate(ahead, 1):
        gap = place - high - 1 if place > high else low - place - 1
        first, last = (low, place) if place > high else (place, high)
        if gap > jokers or last - first >= longest:
            break
        longer = _Chain(first, last, need + unit, naturals | 1 << place + BELOW, worth + more)
        yield from _grown(longer, ahead[index:], jokers - gap, longest)


def _readings(
    holding: Holding, base: _Base, chains: Iterable[_Chain], every: bool
) -> Iterator[Option]:
    """Yield the runs that chains make with each number of jokers."""
    rules, joker, strict = (
        holding.rules,
        holding.units.get(JOKER, 0),
        base.banned or not holding.rules.jokers_adjacent,
    )
    cells, old, least, longest = (
        base.end - base.start + 1,
        base.jokers.bit_count(),
        rules.run_min,
        rules.run_max,
    )
    for chain in chains:
        low, high, need, naturals, worth = chain
        count = naturals.bit_count()
        fixed = count + cells
        if fixed - old < rules.naturals_min:
            continue
        for size in range(
            max(high - low + 1, least, fixed if count else 1 + fixed), fixed + base.spare + 1
        ):
            if size > longest:
                break
            starts = _starts(holding, chain, size)
            if strict or size == 14:
                starts = [
                    start for start in starts if _stands(holding, base, naturals, start, size)
                ]
            if len(starts) > 1 and not every:
                starts = (_worth_most(holding, base, naturals, starts, size),)
            for start in starts:
                scored, jokers = _run_points(holding, base, naturals, start, size), size - fixed
                run = Run(base.to, base.suit, start, start + size - 1, naturals)
                option = Option(need + jokers * joker, worth - scored, scored, count, jokers, run)
                if holding.wild:
                    yield from _told(holding, option)
                else:
                    yield option


def _worth_most(
    holding: Holding, base: _Base, naturals: int, starts: Sequence[int], size: int
) -> int:
    """Return the start with which a run is worth the most, the highest of equals."""
    if holding.chart.rising:
        return starts[0]
    return max(starts, key=lambda start: _run_points(holding, base, naturals, start, size))


def _starts(holding: Holding, chain: _Chain, size: int) -> Sequence[int]:
    """Return the places where a run of a size over a chain may start, the highest first."""
    ends, low, last = holding.chart, chain.low, chain.high - size
    if ends.corner:
        starts = range(low, last, -1)
        return starts if size < 14 else [1] if size == 14 and 1 in starts else []
    return range(min(low, ends.top - size + 1), max(ends.bottom - 1, last), -1)


def _stands(holding: Holding, base: _Base, naturals: int, start: int, size: int) -> bool:
    """Tell whether the jokers of a run stand where they may."""
    rules = holding.rules
    laid = ((1 << base.end - base.start + 1) - 1) << base.start + BELOW
    mine = (((1 << size) - 1) << start + BELOW) & ~naturals & ~laid
    spots = mine | base.jokers
    if mine & base.banned or (spots & spots >> 1 and not rules.jokers_adjacent):
        return False
    ends = (1 << 13 | 1) << start + BELOW
    if size < 14 or not mine & ends or laid & ends:
        return True
    aces = [
        max(0, holding.chart.packs - holding.down.get(face, 0)) for face in SUIT_FACES[Rank.ACE]
    ]
    return aces[base.suit] >= 2 and sum(aces) - 2 >= holding.down.get(PACK_FACES[Rank.ACE, None], 0)


def _run_points(holding: Holding, base: _Base, naturals: int, start: int, size: int) -> int:
    """Return the points of the hand's own cards in a run."""
    rules, end = holding.rules, start + size - 1
    if rules.joker_laid is None and not base.to:
        return holding.chart.spans[start, end]
    if rules.joker_laid is None and rules.low_ace is LowAce.NONE:
        return holding.chart.spans[start, end] - holding.chart.spans[base.start, base.end]
    return sum(
        points_at(rules, place, start, end)
        if rules.joker_laid is None or naturals >> place + BELOW & 1
        else rules.joker_laid
        for place in range(start, end + 1)
        if not base.start <= place <= base.end
    )


def _groups(
    holding: Holding, groups: dict[Rank, _Own]
) -> Iterator[tuple[_Group, Iterable[tuple[Rank, _Own]]]]:
    """Yield what sets can grow from, and the ranks with the hand's cards of each."""
    rules = holding.rules
    largest = rules.set_max if rules.set_same_suit else min(4, rules.set_max)
    limit = holding.jokers if rules.jokers_max is None else rules.jokers_max
    least = max(rules.naturals_min, rules.set_min - holding.jokers)
    anywhere = holding.jokers and rules.naturals_min == 0
    ranks = [(rank, groups.get(rank, [])) for rank in RANKS] if anywhere else groups.items()
    yield _Group(0, (), least, largest, min(holding.jokers, limit)), ranks
    for number in holding.tables:
        kind, cards = holding.table[number - 1]
        rank = cards[0].value.rank
        if kind is Kind.SET and rank is not None:
            size, old = len(cards), sum(card.stands_for is not None for card in cards)
            spare = (
                min(holding.jokers, limit - old) if rules.jokers_max is not None else holding.jokers
            )
            group = _Group(number, cards, rules.naturals_min - size + old, largest - size, spare)
            yield group, [(rank, groups.get(rank, []))]


def _sets(holding: Holding, group: _Group, ranks: Iterable[tuple[Rank, _Own]]) -> Iterator[Option]:
    """Yield the new sets of each rank, or the lay-offs on a set of the table."""
    rules, to, joker = holding.rules, group.to, holding.units.get(JOKER, 0)
    least, fewest, scarce = (
        group.least,
        rules.set_min - len(group.cards),
        bool(holding.down) or rules.set_same_suit,
    )
    for rank, own in ranks:
        if len(own) < least and not rules.set_same_suit:
            continue
        each = holding.chart.points[rank]
        laid = each if rules.joker_laid is None else rules.joker_laid
        for count, need, worth, naturals in _natural_sets(holding, group, own):
            spare = min(group.spare, group.room - count)
            if count < least or spare < 0:
                continue
            if spare and scarce:
                spare = max(0, min(spare, _cards_open(holding, rank, naturals, group.cards)))
            for jokers in range(max(fewest - count, 0 if count else 1), spare + 1):
                points, shape = count * each + jokers * laid, Set(to, rank, naturals, jokers)
                option = Option(need + jokers * joker, worth - points, points, count, jokers, shape)
                if holding.wild:
                    yield from _told(holding, option)
                else:
                    yield option


def _natural_sets(holding: Holding, group: _Group, own: _Own) -> list[tuple[int, int, int, int]]:
    """Return the ways to take natural cards for a set: how many, what they take, their worth, those of each suit."""
    same = holding.rules.set_same_suit
    here = [card.value.suit for card in group.cards]
    ways = [(0, holding.tables[group.to] if group.to else 0, 0, 0)]
    for suit, number, unit, worth in own:
        if same or suit not in here:
            ways += [
                (
                    count + more,
                    need + more * unit,
                    best + more * worth,
                    naturals | more << SUIT_BITS * suit,
                )
                for count, need, best, naturals in ways
                for more in range(1, number + 1 if same else 2)
            ]
    return ways


def _cards_open(holding: Holding, rank: Rank, naturals: int, cards: Sequence[Card]) -> int:
    """Return how many jokers of a set find a card to stand for."""
    packs, down = holding.chart.packs, holding.down
    taken = set_naturals(Set(0, rank, naturals, 0))
    left = [
        max(0, packs - down.get(face, 0) - number)
        for face, number in zip(SUIT_FACES[rank], taken, strict=True)
    ]
    copies = sum(left) - down.get(PACK_FACES[rank, None], 0)
    if holding.rules.set_same_suit:
        return copies
    here = [card.value.suit for card in cards]
    free = sum(left[suit] > 0 and not taken[suit] and suit not in here for suit in SUITS)
    return min(copies, free - here.count(None))


def _told(holding: Holding, option: Option) -> Iterator[Option]:
    """Yield an option in each way to take its jokers from the hand, named cards one by one."""
    joker, printed = holding.units.get(JOKER, 0), holding.cards.get(JOKER, 0)
    fit = [card for card in holding.wild if not _has_room(holding, option.shape, card)]
    for named in range(max(0, option.jokers - printed), option.jokers + 1):
        for wild in combinations_with_replacement(fit, named):
            if all(wild.count(card) <= holding.cards[card] for card in wild):
                yield option._replace(
                    need=option.need - named * joker + sum(holding.units[card] for card in wild),
                    short=option.short + sum(holding.worth[card] for card in wild),
                    jokers=option.jokers - named,
                    shape=option.shape._replace(wild=wild),
                )


def _has_room(holding: Holding, shape: Shape, card: Card) -> bool:
    """Tell whether a named card would lie as itself where an option has a joker."""
    if isinstance(shape, Run):
        return (card, False) in laid_cells(shape, holding.table)
    laid = holding.table[shape.to - 1].cards if shape.to else ()
    taken = set_naturals(shape)[card.suit or 0] or any(
        each.value.suit == card.suit for each in laid
    )
    return card.rank == shape.rank and (holding.rules.set_same_suit or not taken)
