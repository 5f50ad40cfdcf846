"""What a hand can lay: every new meld and every lay-off, and what each takes of the hand.

A card named as a joker is a natural card wherever a meld has room for the card itself, as in
``melds``.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations_with_replacement
from typing import NamedTuple

from rummy_score.arranging.holdings import (
    SUIT_FACES,
    Holding,
    Option,
    Run,
    Set,
    Shape,
    laid_cells,
    place_bit,
    points_at,
    run_ends,
    stretch_bits,
    suit_counts,
)
from rummy_score.cards.cards import JOKER, PACK_FACES, RANKS, SUITS, Card, Kind, Rank, Suit
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


class _Group(NamedTuple):
    """What a set grows from: nothing, or the cards of a set on the table.

    It needs ``least`` natural cards of the hand, has room for ``room`` cards and ``spare`` jokers.
    """

    to: int
    cards: tuple[Card, ...]
    least: int
    room: int
    spare: int


class _Naturals(NamedTuple):
    """Natural cards for a set, what they take of the hand, the most that they can score."""

    cards: tuple[Card, ...]
    need: int
    worth: int


def options(holding: Holding, every: bool = False) -> Iterator[Option]:
    """Return what a hand can lay, one by one.

    Of the readings of a run that take the same cards only the one worth the most is among them,
    unless ``every`` one is asked for.
    """
    if not holding.wild:
        return chain(_runs(holding, every), _sets(holding))
    # A reading that is worth less may be the only one without room for a named card as itself.
    found = chain(_runs(holding, every=True), _sets(holding))
    return chain.from_iterable(_told(holding, option) for option in found)


def _runs(holding: Holding, every: bool) -> Iterator[Option]:
    """Yield the new runs and the lay-offs on runs."""
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
        if meld.kind is not Kind.RUN or meld.cards[0].value.suit != suit:
            continue
        start, end = run_ends(meld)
        jokers = 0
        for place, card in enumerate(meld.cards, start):
            if card.stands_for is not None:
                jokers |= place_bit(place)
        spare = holding.jokers
        if most is not None:
            spare = min(spare, most - jokers.bit_count())
        yield _Base(number, suit, start, end, jokers=jokers, spare=spare, banned=banned)


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
        if base.spare <= 0:
            # Without jokers so many cards must follow one another, this one the first of them.
            last = index + rules.run_min - 1
            if last >= len(line) or line[last].place >= spot.place + rules.run_min:
                continue
        first = _Chain(spot.place, spot.place, spot.unit, spot.bit, spot.worth)
        yield from _grown(first, line[index + 1 :], base.spare, rules.run_max)
    if rules.naturals_min == 0 and base.spare > 0:
        # Jokers alone: no card holds the run to any place, so it may start anywhere.
        highest = 13 if corner else holding.chart.top
        yield _Chain(low=highest, high=holding.chart.bottom, need=0, naturals=0, worth=0)


def _longer_chains(holding: Holding, base: _Base, line: Sequence[_Spot]) -> Iterator[_Chain]:
    """Yield the cards that can be laid off on a run of the table, below it and above."""
    longest = holding.rules.run_max
    # What grows a meld takes the leave to grow it, so that no two options grow the same one.
    unit = holding.meld_units[base.to]
    laid = _Chain(base.start, base.end, unit, naturals=0, worth=0)
    below = [spot for spot in reversed(line) if spot.place < base.start]
    above = [spot for spot in line if spot.place > base.end]
    for lower in _grown(laid, below, base.spare, longest):
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
            jokers = size - fixed
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
    if base.banned or not holding.rules.jokers_adjacent or size == _ACES_AT_BOTH_ENDS:
        starts = [
            start for start in starts if _may_stand(holding, base, cards.naturals, start, size)
        ]
    if every or len(starts) < 2:
        return starts
    if holding.chart.rising:
        return starts[:1]
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


def _sets(holding: Holding) -> Iterator[Option]:
    """Yield the new sets and the lay-offs on sets."""
    by_rank: dict[Rank, list[Card]] = {}
    for card in holding.worth:
        if card.rank is not None:
            by_rank.setdefault(card.rank, []).append(card)
    new = _new_group(holding)
    jokers_alone = holding.jokers and holding.rules.naturals_min == 0
    for rank in RANKS if jokers_alone else by_rank:
        yield from _sets_of(holding, new, rank, by_rank.get(rank, []))
    for number in holding.meld_units:
        meld = holding.melds_down[number - 1]
        of_rank = meld.cards[0].value.rank
        if meld.kind is Kind.SET and of_rank is not None:
            group = _group_down(holding, number)
            yield from _sets_of(holding, group, of_rank, by_rank.get(of_rank, []))


def _largest_set(holding: Holding) -> int:
    rules = holding.rules
    return rules.set_max if rules.set_same_suit else min(len(SUITS), rules.set_max)


def _new_group(holding: Holding) -> _Group:
    """Return what a new set grows from."""
    rules, jokers = holding.rules, holding.jokers
    return _Group(
        to=0,
        cards=(),
        least=max(rules.naturals_min, rules.set_min - jokers),
        room=_largest_set(holding),
        spare=jokers if rules.jokers_max is None else min(jokers, rules.jokers_max),
    )


def _group_down(holding: Holding, number: int) -> _Group:
    """Return what a set of the table, of this number, can grow from."""
    rules, cards = holding.rules, holding.lying_in(number)
    jokers_down = sum([card.stands_for is not None for card in cards])
    spare = holding.jokers
    if rules.jokers_max is not None:
        spare = min(spare, rules.jokers_max - jokers_down)
    return _Group(
        to=number,
        cards=cards,
        least=rules.naturals_min - (len(cards) - jokers_down),
        room=_largest_set(holding) - len(cards),
        spare=spare,
    )


def _sets_of(
    holding: Holding, group: _Group, rank: Rank, cards: Sequence[Card]
) -> Iterator[Option]:
    """Yield the sets of a rank, of which the hand has ``cards``, with each number of jokers."""
    rules = holding.rules
    usable = sum([holding.cards[card] for card in cards]) if rules.set_same_suit else len(cards)
    if usable < group.least:
        return  # most ranks of most hands end here
    joker_unit = holding.joker_unit
    each = holding.chart.points[rank]
    joker_points = each if rules.joker_laid is None else rules.joker_laid
    copies_may_lack = bool(holding.down) or rules.set_same_suit
    for naturals in _natural_sets(holding, group, cards):
        count = len(naturals.cards)
        spare = min(group.spare, group.room - count)
        if count < group.least or spare < 0:
            continue
        if spare and copies_may_lack:
            spare = min(spare, _open_cards(holding, rank, naturals.cards, group.cards))
        missing = rules.set_min - len(group.cards) - count
        fewest = max(missing, 0 if count else 1)  # something must be laid, a joker if no card
        for jokers in range(fewest, max(0, spare) + 1):
            need = naturals.need + jokers * joker_unit
            points = count * each + jokers * joker_points
            shape = Set(group.to, rank, naturals.cards, jokers)
            yield Option(need, naturals.worth - points, points, count, jokers, shape)


def _natural_sets(holding: Holding, group: _Group, cards: Sequence[Card]) -> list[_Naturals]:
    """Return the ways to take natural cards for a set, also none of them."""
    same_suit = holding.rules.set_same_suit
    suits_down = [card.value.suit for card in group.cards]
    none = _Naturals((), holding.meld_units[group.to] if group.to else 0, 0)
    ways = [none]
    for card in cards:
        if not same_suit and card.suit in suits_down:
            continue
        unit, worth = holding.card_units[card], holding.worth[card]
        most = holding.cards[card] if same_suit else 1
        for way in tuple(ways):  # each so far without this card; those with it come beside them
            for more in range(1, most + 1):
                taken = way.cards + (card,) * more
                ways.append(_Naturals(taken, way.need + more * unit, way.worth + more * worth))
    return ways


def _open_cards(
    holding: Holding, rank: Rank, naturals: Sequence[Card], lying: Sequence[Card]
) -> int:
    """Return how many jokers of a set find a card to stand for.

    The set has ``naturals`` of the hand and ``lying`` on the table.
    """
    own = suit_counts(naturals)
    left = []
    for suit, face in zip(SUITS, SUIT_FACES[rank], strict=True):
        left.append(max(0, holding.copies_left(face) - own[suit]))
    copies = sum(left) - holding.down.get(PACK_FACES[rank, None], 0)
    if holding.rules.set_same_suit:
        return copies
    suits_down = [card.value.suit for card in lying]
    free = 0
    for suit in SUITS:
        if left[suit] and not own[suit] and suit not in suits_down:
            free += 1
    return min(copies, free - suits_down.count(None))


def _told(holding: Holding, option: Option) -> Iterator[Option]:
    """Yield an option in each way to take its jokers from the hand, named cards one by one."""
    printed = holding.cards[JOKER]
    fit = [card for card in holding.wild if not _has_room(holding, option.shape, card)]
    for named in range(max(0, option.jokers - printed), option.jokers + 1):
        for wild in combinations_with_replacement(fit, named):
            if any(wild.count(card) > holding.cards[card] for card in wild):
                continue
            # The cards themselves are taken in place of so many printed jokers.
            units = sum([holding.card_units[card] for card in wild])
            yield option._replace(
                need=option.need - named * holding.joker_unit + units,
                short=option.short + sum([holding.worth[card] for card in wild]),
                jokers=option.jokers - named,
                shape=option.shape._replace(wild=wild),
            )


def _has_room(holding: Holding, shape: Shape, card: Card) -> bool:
    """Tell whether a named card would lie as itself where an option has a joker."""
    if isinstance(shape, Run):
        return (card, False) in laid_cells(shape, holding.melds_down)
    if card.rank != shape.rank:
        return False
    if holding.rules.set_same_suit:
        return True
    suits = [each.value.suit for each in (*shape.naturals, *holding.lying_in(shape.to))]
    return card.suit not in suits
