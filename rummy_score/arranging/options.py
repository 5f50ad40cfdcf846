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
    suit_counts,
)
from rummy_score.arranging.runs import runs
from rummy_score.cards.cards import JOKER, PACK_FACES, RANKS, SUITS, Card, Kind, Rank


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
        return chain(runs(holding, every), _sets(holding))
    # A reading that is worth less may be the only one without room for a named card as itself.
    found = chain(runs(holding, every=True), _sets(holding))
    return chain.from_iterable(_told(holding, option) for option in found)


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
    for naturals in _natural_sets(holding, group, cards):
        count = len(naturals.cards)
        for jokers in _joker_numbers(holding, group, rank, naturals.cards):
            need = naturals.need + jokers * joker_unit
            points = count * each + jokers * joker_points
            shape = Set(group.to, rank, naturals.cards, jokers)
            yield Option(need, naturals.worth - points, points, count, jokers, shape)


def _joker_numbers(holding: Holding, group: _Group, rank: Rank, naturals: Sequence[Card]) -> range:
    """Return how many jokers a set of a rank may have beside natural cards of the hand."""
    count = len(naturals)
    spare = min(group.spare, group.room - count)
    if count < group.least or spare < 0:
        return range(0)
    # With nothing down there is a card of each other suit for a joker, and no need to count.
    if spare and (holding.down or holding.rules.set_same_suit):
        spare = max(0, min(spare, _open_cards(holding, rank, naturals, group.cards)))
    missing = holding.rules.set_min - len(group.cards) - count
    fewest = max(missing, 0 if count else 1)  # something must be laid, a joker if no card
    return range(fewest, spare + 1)


def _natural_sets(holding: Holding, group: _Group, cards: Sequence[Card]) -> list[_Naturals]:
    """Return the ways to take natural cards for a set, also none of them."""
    same_suit = holding.rules.set_same_suit
    suits_down = [card.value.suit for card in group.cards]
    none = _Naturals((), holding.meld_units[group.to] if group.to else 0, 0)
    ways = [none]
    for card in cards:
        if not same_suit and card.suit in suits_down:
            continue
        # Taking two copies is another way than taking one, where a set may have them.
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
    # Each joker needs a suit that the set has not, and so does each open joker that lies there.
    suits_down = [card.value.suit for card in lying]
    free = 0
    for suit in SUITS:
        if left[suit] and not own[suit] and suit not in suits_down:
            free += 1
    return min(copies, free - suits_down.count(None))


def _told(holding: Holding, option: Option) -> Iterator[Option]:
    """Yield an option in each way to take its jokers from the hand, named cards one by one."""
    printed = holding.cards[JOKER]
    # A named card that has room as itself would be natural there, so it is no joker of this one.
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
