"""What must hold for an arrangement as a whole: copies enough for its jokers, and what comes first.

The search leaves these limits out until an arrangement breaks one, which is seldom. Then it watches
that limit: every option has a mark, a few counts in one integer, and the sum of the marks tells
whether the limit holds.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from rummy_score.arranging.holdings import (
    SUIT_FACES,
    Cell,
    Holding,
    Option,
    Run,
    Set,
    laid_cells,
)
from rummy_score.cards.cards import PACK_FACES, SUITS, Card
from rummy_score.rules.rules import FirstMeld

# A card: no joker may stand for one too many of it. A rank alone: jokers of open suit must find
# cards of it. None: something is laid that may come before all else.
Limit: TypeAlias = Card | None

# The counts of a mark, by their place in it; each has six bits, enough for all cards of a hand.
_COUNT_BITS = 6
_COUNT_MASK = (1 << _COUNT_BITS) - 1
# Where the copies of a card, or of a rank as a whole, are counted:
_COPIES, _JOKERS = 0, 1
# Where a rank is counted suit by suit: the four suits come first, then
_OPEN, _JOKERS_OF_RANK, _OPEN_SETS = 4, 5, 6
# For each choice of suits (four bits) that a set has, how many of its jokers may be of open suit:
_MOST_OPEN = 4
_OPEN_SETS_OF_SUITS = _MOST_OPEN + 1
_CHOICES_OF_SUITS = 1 << len(SUITS)
# Room for all of those counts.
MARK_BITS = 600


def mark(option: Option, limit: Limit, holding: Holding) -> int:
    """Return what an option adds to the counts that a limit looks at."""
    if limit is None:
        return int(_may_come_first(option, holding))
    cells = laid_cells(option.shape, holding.melds_down)
    if limit.suit is not None:
        return _copies_mark([cell for cell in cells if cell[0] == limit])
    of_rank = [cell for cell in cells if cell[0].rank == limit.rank]
    if not _counts_by_suit(limit, holding):
        return _copies_mark(of_rank)
    return _suits_mark(of_rank) + _open_set_mark(option, limit, holding)


def _may_come_first(option: Option, holding: Holding) -> bool:
    """Tell whether an option is a new meld of a kind that may be a player's first."""
    of_the_kind = isinstance(option.shape, Run) or holding.rules.first_meld is not FirstMeld.RUN
    return of_the_kind and option.shape.to == 0


def _copies_mark(cells: Sequence[Cell]) -> int:
    jokers = sum([not natural for _, natural in cells])
    return _counted(len(cells), _COPIES) + _counted(jokers, _JOKERS)


def _suits_mark(cells: Sequence[Cell]) -> int:
    """Count the cards of a rank by suit, and the jokers among them."""
    total = 0
    for card, natural in cells:
        total += _counted(1, _OPEN if card.suit is None else card.suit)
        if not natural:
            total += _counted(1, _JOKERS_OF_RANK)
    return total


def _open_set_mark(option: Option, limit: Card, holding: Holding) -> int:
    """Count a set with jokers of open suit by the suits that it has and how many such jokers."""
    shape = option.shape
    if not (isinstance(shape, Set) and shape.rank == limit.rank and shape.jokers):
        return 0
    suits_down = [card.value.suit for card in holding.lying_in(shape.to)]
    taken = {card.suit for card in shape.naturals}.union(suits_down)
    suits = sum([1 << suit for suit in SUITS if suit in taken])
    # More than there are suits cannot find one each, so they need not be told apart.
    opens = min(_MOST_OPEN, shape.jokers + suits_down.count(None))
    return _counted(1, _open_set_place(suits, opens))


def _open_set_place(suits: int, opens: int) -> int:
    return _OPEN_SETS + _OPEN_SETS_OF_SUITS * suits + opens


def _counts_by_suit(limit: Card, holding: Holding) -> bool:
    """Tell whether the cards of a rank must be counted suit by suit to tell how many are left.

    They need not where a set may have a suit twice and no suit can have more cards than copies:
    then a joker is one card of the rank, whichever it is.
    """
    if not holding.rules.set_same_suit:
        return True
    for face in SUIT_FACES[limit.rank or 0]:
        if holding.cards[face] > holding.copies_left(face):
            return True
    return False


def _counted(number: int, place: int) -> int:
    """Return a count at its place in a mark."""
    return number << place * _COUNT_BITS


def _count(total: int, place: int) -> int:
    """Return the count at a place of a sum of marks."""
    return total >> place * _COUNT_BITS & _COUNT_MASK


def holds(limit: Limit, total: int, holding: Holding) -> bool:
    """Tell whether a limit holds where the marks of an arrangement come to ``total``."""
    if limit is None:
        return total > 0
    if limit.suit is not None:
        return _enough_copies(total, limit, holding.chart.packs, holding)
    faces = SUIT_FACES[limit.rank or 0]
    if not _counts_by_suit(limit, holding):
        copies = sum([holding.copies_left(face) for face in faces])
        return _enough_copies(total, limit, copies, holding)
    left = []
    for suit, face in zip(SUITS, faces, strict=True):
        left.append(max(0, holding.copies_left(face) - _count(total, suit)))
    # Jokers of open suit that lie on the table need cards of the rank as well.
    opens = holding.down.get(limit, 0) + _count(total, _OPEN)
    if _count(total, _JOKERS_OF_RANK) and opens > sum(left):
        return False
    return holding.rules.set_same_suit or _suits_free(total, left)


def _enough_copies(total: int, limit: Card, copies: int, holding: Holding) -> bool:
    """Tell whether the cards laid are no more than the copies, where a joker is among them."""
    if not _count(total, _JOKERS):
        return True  # what natural cards do is no joker's fault: the table may be of other packs
    return holding.down.get(limit, 0) + _count(total, _COPIES) <= copies


def _suits_free(total: int, left: Sequence[int]) -> bool:
    """Tell whether each set with jokers of open suit has suits to come that are not used up.

    ``left`` is how many cards of each suit are left.
    """
    if not total >> _OPEN_SETS * _COUNT_BITS:
        return True
    for suits in range(_CHOICES_OF_SUITS):
        free = sum([left[suit] > 0 for suit in SUITS if not suits & 1 << suit])
        for opens in range(free + 1, _OPEN_SETS_OF_SUITS):
            if _count(total, _open_set_place(suits, opens)):
                return False
    return True


def broken(laid: Sequence[Option], holding: Holding) -> list[Card]:
    """Return the limits on copies that an arrangement breaks."""
    if not holding.jokers:
        return []
    found = []
    for limit in _scarce(laid, holding):
        total = sum([mark(option, limit, holding) for option in laid])
        if not holds(limit, total, holding):
            found.append(limit)
    return found


def _scarce(laid: Sequence[Option], holding: Holding) -> list[Card]:
    """Return the cards, and the ranks alone, that may be too few for what jokers stand for."""
    lying = Counter(holding.down)
    jokers: list[Card] = []
    for option in laid:
        for card, natural in laid_cells(option.shape, holding.melds_down):
            lying[card] += 1
            if not natural:
                jokers.append(card)
    # Only what may be short is looked at: each limit watched makes the next search slower.
    packs = holding.chart.packs
    found = []
    for card in dict.fromkeys(jokers):  # each once, in an order that does not change
        if card.suit is not None and lying[card] > packs:
            found.append(card)
    for rank in dict.fromkeys([card.rank for card in jokers if card.rank is not None]):
        any_suit = PACK_FACES[rank, None]
        left = [packs - lying[face] for face in SUIT_FACES[rank]]
        opens = lying[any_suit]
        # A suit that is used up may be the one that a set lacks; whether it is, ``holds`` tells.
        if opens and (min(left) <= 0 or opens > sum(left)):
            found.append(any_suit)
    return found
