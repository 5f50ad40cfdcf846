"""What must hold for an arrangement as a whole: the copies that its jokers stand for, and a run that comes first.

The search leaves these limits out until an arrangement breaks one, which is seldom. Then it watches
that limit: every option has a mark, a few counts in an integer, and the sum of the marks tells
whether the limit holds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from rummy_score.arranging.holdings import (
    SUIT_FACES,
    Holding,
    Option,
    Run,
    Set,
    Shape,
    laid_cells,
    set_naturals,
)
from rummy_score.cards.cards import PACK_FACES, SUITS, Card
from rummy_score.rules.rules import FirstMeld

# A card: no joker may be one too many. A rank alone: jokers of open suit find cards of it. None: a
# run is laid.
Limit: TypeAlias = Card | None
MARK_BITS = 600
_COUNT_BITS = 6
_OPEN_SETS = 6


def mark(option: Option, limit: Limit, holding: Holding) -> int:
    """Return what an option adds to the counts that a limit looks at."""
    if limit is None:
        run = isinstance(option.shape, Run) or holding.rules.first_meld is not FirstMeld.RUN
        return int(run and option.shape.to == 0)
    cells = laid_cells(option.shape, holding.table)
    if limit.suit is not None:
        here = [natural for card, natural in cells if card == limit]
        return _packed([(0, len(here)), (1, here.count(False))])
    of_rank = [(card.suit, natural) for card, natural in cells if card.rank == limit.rank]
    jokers = sum(not natural for _, natural in of_rank)
    if not _by_suit(limit, holding):
        return _packed([(0, len(of_rank)), (1, jokers)])
    counts = [(4 if suit is None else int(suit), 1) for suit, _ in of_rank]
    return _packed([*counts, (5, jokers), *_open_set(option.shape, limit, holding)])


def _by_suit(limit: Card, holding: Holding) -> bool:
    """Tell whether the cards of a rank must be counted suit by suit to tell how many are left."""
    packs, down = holding.chart.packs, holding.down
    faces = SUIT_FACES[limit.rank or 0]
    return not holding.rules.set_same_suit or any(
        holding.cards[face] + down.get(face, 0) > packs for face in faces
    )


def _packed(counts: Iterable[tuple[int, int]]) -> int:
    return sum(number << place * _COUNT_BITS for place, number in counts)


def _count(total: int, place: int) -> int:
    return total >> place * _COUNT_BITS & (1 << _COUNT_BITS) - 1


def _open_set(shape: Shape, limit: Card, holding: Holding) -> Iterator[tuple[int, int]]:
    """Yield a count for a set with jokers of open suit, placed by its suits and how many such jokers it has."""
    if isinstance(shape, Set) and shape.rank == limit.rank and shape.jokers:
        laid = [card.value.suit for card in (holding.table[shape.to - 1].cards if shape.to else ())]
        naturals = set_naturals(shape)
        suits = sum(1 << suit for suit in SUITS if naturals[suit] or suit in laid)
        yield _OPEN_SETS + 5 * suits + min(4, shape.jokers + laid.count(None)), 1


def holds(limit: Limit, total: int, holding: Holding) -> bool:
    """Tell whether a limit holds where the marks of an arrangement come to ``total``."""
    down, packs = holding.down, holding.chart.packs
    if limit is None:
        return total > 0
    if limit.suit is not None:
        return not _count(total, 1) or down.get(limit, 0) + _count(total, 0) <= packs
    if not _by_suit(limit, holding):
        copies = sum(packs - down.get(face, 0) for face in SUIT_FACES[limit.rank or 0])
        return not _count(total, 1) or down.get(limit, 0) + _count(total, 0) <= copies
    left = [
        max(0, packs - down.get(PACK_FACES[limit.rank, suit], 0) - _count(total, suit))
        for suit in SUITS
    ]
    if _count(total, 5) and down.get(limit, 0) + _count(total, 4) > sum(left):
        return False
    return holding.rules.set_same_suit or _suits_free(total, left)


def _suits_free(total: int, left: Sequence[int]) -> bool:
    """Tell whether each set with jokers of open suit has as many suits to come that are not used up."""
    for place in range(16 * 5 if total >> _OPEN_SETS * _COUNT_BITS else 0):
        if _count(total, _OPEN_SETS + place):
            suits, opens = divmod(place, 5)
            if opens > sum(left[suit] > 0 for suit in SUITS if not suits >> suit & 1):
                return False
    return True


def broken(laid: Sequence[Option], holding: Holding) -> list[Card]:
    """Return the limits on copies that an arrangement breaks."""
    return [
        limit
        for limit in (_scarce(laid, holding) if holding.jokers else ())
        if not holds(limit, sum(mark(option, limit, holding) for option in laid), holding)
    ]


def _scarce(laid: Sequence[Option], holding: Holding) -> list[Card]:
    """Return the cards that may be too few for what jokers stand for."""
    cells = [cell for option in laid for cell in laid_cells(option.shape, holding.table)]
    values = Counter(holding.down)
    values.update([card for card, _ in cells])
    jokers = dict.fromkeys([card for card, natural in cells if not natural])
    found = [
        card for card in jokers if card.suit is not None and values[card] > holding.chart.packs
    ]
    for rank in dict.fromkeys([card.rank for card in jokers if card.rank is not None]):
        left = [holding.chart.packs - values[face] for face in SUIT_FACES[rank]]
        opens = values[PACK_FACES[rank, None]]
        if opens and (min(left) <= 0 or opens > sum(left)):
            found.append(PACK_FACES[rank, None])
    return found
