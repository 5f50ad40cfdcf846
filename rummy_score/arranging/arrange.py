"""The best arrangement of a hand into melds and lay-offs (exact), and what to discard.

Best is the fewest points left where hands score, and the most points laid less points left where
melds score. Among equals: fewer points left, then fewer cards left, then what a search in fixed
order finds first (``packing``), which does not depend on the order in which the cards are given.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rummy_score.arranging.holdings import (
    SUIT_FACES,
    Holding,
    Option,
    Run,
    Set,
    Situation,
    chart,
    hold,
    laid_cells,
    nothing_fits,
)
from rummy_score.arranging.limits import MARK_BITS, Limit, broken, holds, mark
from rummy_score.arranging.options import options
from rummy_score.arranging.packing import (
    POINT,
    UNWATCHED,
    Choice,
    Costs,
    Taken,
    Turned,
    Watch,
    pack,
    take_apart,
)
from rummy_score.cards.cards import JOKER, PACK_FACES, Card, Kind
from rummy_score.errors import UnreadableInput
from rummy_score.referee.first_meld import comes_first
from rummy_score.referee.melds import NOTHING_DOWN, Down, Meld
from rummy_score.rules.rules import Rules, Scoring

MOST_CARDS = 40
MOST_OPTIONS = 60_000
_MARK_MASK = (1 << MARK_BITS) - 1


class LayOff(NamedTuple):
    """A card of the hand laid off on a meld on the table, numbered from 1.

    A joker carries what it stands for.
    """

    card: Card
    to: int


class Arrangement(NamedTuple):
    """A hand arranged: new melds, lay-offs in an order in which they can be made, and the rest.

    ``deadwood`` are the cards left that form no meld, ``deadwood_points`` what they count in hand.
    """

    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOff, ...]
    deadwood: tuple[Card, ...]
    deadwood_points: int
    points_laid: int

    @property
    def out(self) -> bool:
        """Whether nothing is left."""
        return not self.deadwood


class _Way(NamedTuple):
    """A way to look for an arrangement: with new melds or without, and what it must keep to.

    Beside limits that is how many points it ``may_lose`` against the best that its cards could
    score as new melds; ``least_lost`` is what is lost at least of each rest, as a cost.
    """

    melds: bool = True
    limits: tuple[Limit, ...] = ()
    may_lose: int | None = None
    least_lost: Mapping[int, int] = {}


class _Laid(NamedTuple):
    """An option and the cards that it puts down, its jokers with what they stand for."""

    option: Option
    cards: tuple[Card, ...]


def best(
    cards: Sequence[Card],
    rules: Rules,
    melds_down: Sequence[Meld] = (),
    *,
    has_melded: bool = False,
    down: Down = NOTHING_DOWN,
) -> Arrangement:
    """Return the best arrangement of a hand; what its jokers are said to be is not minded.

    ``melds_down`` are those that it may lay off on, ``has_melded`` tells that the player has one
    among them, ``down`` counts other cards on the table (jokers as what they stand for). No joker
    stands for a card of which all copies are down, those of the arrangement counted. Raise
    UnreadableInput where the cards are too many to try.

    >>> from rummy_score.cards.notation import parse_cards
    >>> from rummy_score.rules.variants import find_variant
    >>> found = best(parse_cards("7-9H 9S 9D 9C KC 2D"), find_variant("basic").rules)
    >>> [" ".join(map(str, meld.cards)) for meld in found.melds], found.deadwood_points
    (['7♥ 8♥ 9♥', '9♠ 9♦ 9♣'], 12)
    """
    known = chart(rules)
    # Most hands early in a deal make nothing, and that shows without a search.
    if not melds_down and nothing_fits(cards, rules, known):
        deadwood = sorted(cards)
        points = sum(map(known.held.__getitem__, deadwood))
        return Arrangement((), (), tuple(deadwood), points, 0)
    return _arranged(Situation(cards, rules, melds_down, down, has_melded, discards=0))[0]


def best_keep(  # noqa: PLR0913 - what ``best`` takes, and a number
    cards: Sequence[Card],
    keep: int,
    rules: Rules,
    melds_down: Sequence[Meld] = (),
    *,
    has_melded: bool = False,
    down: Down = NOTHING_DOWN,
) -> tuple[Arrangement, tuple[Card, ...]]:
    """Return the best arrangement of ``keep`` of the cards, as ``best``, and those to discard.

    What is discarded counts neither for nor against; of cards that would be left and count the same
    the lowest is discarded. Raise UnreadableInput where there are not so many to keep.
    """
    if not 0 <= keep <= len(cards):
        raise UnreadableInput(
            f"{keep} of {len(cards)} cards cannot be kept: keep 0 to {len(cards)} of them."
        )
    discards = len(cards) - keep
    return _arranged(Situation(cards, rules, melds_down, down, has_melded, discards))


def _arranged(situation: Situation) -> tuple[Arrangement, tuple[Card, ...]]:
    """Return the best arrangement of a situation, and the cards to discard.

    The search does not mind what must come first, since the best seldom breaks it. Where it does,
    each way that minds it is searched, with what is known of every rest as a bound.
    """
    _refuse(situation.cards)
    holding, rules = hold(situation), situation.rules
    found = _found(holding, _Way(), ())
    joker = _joker_worth(holding, found)
    costs = Costs(score=rules.scoring is Scoring.MELDS, held=True, joker=joker)
    taken, limits = _taken(holding, costs, _Way(), {}, found)
    if not situation.melded and not _comes_first(taken, rules):
        others = []
        for way in (*_ways_to_meld(holding, costs, found), _Way(melds=False)):
            # What was too few for the best is likely to be too few again.
            limited = way._replace(limits=way.limits + limits)
            other, _ = _taken(holding, costs, limited, taken.least)
            others.append(other)
        taken = min(others, key=lambda other: other.cost)
    return _built(holding, taken.choices)


def _refuse(cards: Sequence[Card]) -> None:
    """Raise UnreadableInput where cards cannot be arranged."""
    if len(cards) > MOST_CARDS:
        raise UnreadableInput(
            f"{len(cards)} cards are too many to arrange; the most is {MOST_CARDS}."
        )
    for card in cards:
        # A rank alone is fine for counting a hand, but it has no place in a meld.
        if card.suit is None and card.rank is not None:
            raise UnreadableInput(
                f"{card} may be of any suit, so no meld can be made of it; say which, as {card}♥."
            )


def _found(holding: Holding, way: _Way, limits: Sequence[Limit]) -> dict[int, Option]:
    """Return the options of a way by what each takes, the marks of limits included.

    Of those that take the same it is the one worth the most, the first of equals.
    """
    found: dict[int, Option] = {}
    for option in options(holding, every=bool(limits)):
        need = option.need
        if limits:
            # Taken away below zero, so that the marks add up above the hand as options are taken.
            need -= _marks(holding, option, limits) << holding.end
        other = found.get(need)
        if other is None or option.short < other.short:
            found[need] = option
            if len(found) > MOST_OPTIONS:
                raise UnreadableInput(
                    f"More than {MOST_OPTIONS} ways to lay these cards. Ask about fewer jokers."
                )
    if way.melds:
        return found
    # Without a meld of one's own there are lay-offs, or nothing at all.
    if not holding.rules.layoff_first:
        return {}
    return {need: option for need, option in found.items() if option.shape.to}


def _marks(holding: Holding, option: Option, limits: Sequence[Limit]) -> int:
    """Return an option's mark for each limit, side by side."""
    marks = 0
    for place, limit in enumerate(limits):
        marks |= mark(option, limit, holding) << place * MARK_BITS
    return marks


def _joker_worth(holding: Holding, found: Mapping[int, Option]) -> int:
    """Return the most that a joker can score beyond what the natural cards beside it are worth."""
    if holding.wild:
        return holding.rules.joker_laid or 0
    # Jokers score the points of what they stand for: short is below zero by that much.
    most = 0
    for option in found.values():
        if option.jokers:
            most = max(most, -(option.short // option.jokers))  # rounded up
    return most


def _taken(
    holding: Holding,
    costs: Costs,
    way: _Way,
    known: Mapping[int, int],
    found: dict[int, Option] | None = None,
) -> tuple[Taken, tuple[Limit, ...]]:
    """Take a hand apart in one way, minding each limit on copies once it is broken.

    Return the limits minded too. ``found`` are the options of the way where they are known,
    ``known`` is the least of each rest. What is returned as known of each rest is what holds
    without any limit, so that it may be a bound for every other way.
    """
    limits = way.limits
    while True:
        if found is None:
            found = _found(holding, way, limits)
        packing = pack(holding, found, costs, _watch(holding, way, limits))
        taken = take_apart(packing, known)
        known = known or taken.least
        more = broken(_options_of(taken.choices), holding)
        if not more:
            return taken._replace(least=known), limits
        limits = (*limits, *more)
        found = None  # with other marks


def _options_of(choices: Sequence[Choice]) -> list[Option]:
    return [choice for choice in choices if isinstance(choice, Option)]


def _watch(holding: Holding, way: _Way, limits: Sequence[Limit]) -> Watch:
    """Return what tells whether the marks of limits, and the points lost, will still do.

    In the integer the marks stand above the hand, and the points lost above the marks.
    """
    if not limits and way.may_lose is None:
        return UNWATCHED
    marks_at = holding.end
    lost_at = marks_at + MARK_BITS * len(limits)
    hand_mask, marks_mask = (1 << marks_at) - 1, (1 << lost_at - marks_at) - 1
    judged: dict[tuple[int, bool], bool] = {}  # the same marks come up with many rests

    def allowed(rest: int) -> bool:
        hand = rest & hand_mask
        if way.may_lose is not None:
            # What is lost so far, and what must be lost of the cards that are still to come.
            lost = (rest >> lost_at) * POINT + way.least_lost.get(hand, 0)
            if lost > way.may_lose * POINT:
                return False
        marks, done = rest >> marks_at & marks_mask, hand == 0
        if (marks, done) not in judged:
            judged[marks, done] = _limits_hold(holding, limits, marks, done)
        return judged[marks, done]

    return Watch(allowed, lost=0 if way.may_lose is None else 1 << lost_at)


def _limits_hold(holding: Holding, limits: Sequence[Limit], marks: int, done: bool) -> bool:
    """Tell whether limits hold where the marks of what is laid so far come to ``marks``."""
    for place, limit in enumerate(limits):
        if limit is None and not done:
            continue  # what may come first can still be laid, while copies once short stay short
        if not holds(limit, marks >> place * MARK_BITS & _MARK_MASK, holding):
            return False
    return True


def _comes_first(taken: Taken, rules: Rules) -> bool:
    """Tell whether an arrangement may come before a meld of one's own."""
    laid = _options_of(taken.choices)
    if not laid:
        return True
    new = [option for option in laid if not option.shape.to]
    points = sum([option.points for option in new])
    return comes_first([_kind(option) for option in new], points, rules)


def _ways_to_meld(holding: Holding, costs: Costs, found: Mapping[int, Option]) -> list[_Way]:
    """Return the way to look for an arrangement with a first meld, or none where none can be made.

    Where a first meld must reach some points, its way is told by what it may lose against all cards
    at their best.
    """
    must_reach = holding.rules.first_meld
    if not isinstance(must_reach, int):
        return [_Way(limits=(None,))]
    may_lose = _most_of_all(holding, costs) - must_reach
    # First new melds alone: can they reach it at all, and what does each rest lose at least?
    new_melds = {need: option for need, option in found.items() if not option.shape.to}
    points_only = Costs(score=True, held=False, joker=costs.joker)
    lost = take_apart(pack(holding, new_melds, points_only, UNWATCHED), {})
    if lost.cost > may_lose * POINT:
        return []
    return [_Way(may_lose=may_lose, least_lost=lost.least)]


def _most_of_all(holding: Holding, costs: Costs) -> int:
    """Return the most that all cards of a hand could score, each at its best."""
    most = costs.joker * holding.cards[JOKER]
    for card, worth in holding.worth.items():
        # A card that may be turned into a joker counts as the better of the two.
        each = max(worth, costs.joker) if card in holding.turn_units else worth
        most += holding.cards[card] * each
    return most


def _built(holding: Holding, choices: Sequence[Choice]) -> tuple[Arrangement, tuple[Card, ...]]:
    """Return the arrangement that choices come to, and the cards to discard."""
    discards = tuple([choice for choice in choices if isinstance(choice, Card)])
    laid = _put_down(holding, choices)
    melds: list[Meld] = []
    lay_offs: list[LayOff] = []
    for option, cards in laid:
        to = option.shape.to
        if to:
            lay_offs += [LayOff(card, to) for card in cards]
        else:
            melds.append(Meld(_kind(option), cards))
    # Only by the meld, so that the cards of each stay in the order in which they can go down.
    lay_offs.sort(key=lambda lay_off: lay_off.to)
    melds.sort(key=lambda meld: [_order(card.value) for card in meld.cards])
    deadwood = _deadwood(holding, laid, discards)
    held = holding.chart.held
    arrangement = Arrangement(
        tuple(melds),
        tuple(lay_offs),
        tuple(deadwood),
        deadwood_points=sum([held.get(card, holding.rules.joker_held) for card in deadwood]),
        points_laid=sum([option.points for option, _ in laid]),
    )
    return arrangement, discards


def _deadwood(holding: Holding, laid: Sequence[_Laid], discards: Sequence[Card]) -> list[Card]:
    """Return what is left of a hand, lowest first: what is neither laid nor discarded."""
    left = sorted(holding.cards.elements(), key=_order)
    for card in discards:
        left.remove(card)
    for _, cards in laid:
        for card in cards:
            left.remove(card.face)
    return left


def _kind(option: Option) -> Kind:
    return Kind.RUN if isinstance(option.shape, Run) else Kind.SET


def _order(card: Card) -> tuple[int, int]:
    """Return what sorts cards by rank and suit, jokers last, a rank alone before its suits."""
    return card.rank or len(SUIT_FACES), -1 if card.suit is None else card.suit


def _put_down(holding: Holding, choices: Sequence[Choice]) -> list[_Laid]:
    """Give each option its cards, with jokers that say what they stand for."""
    jokers = _jokers(holding, choices)  # any of them will do for any option
    lying = Counter(holding.down)
    laid: list[_Laid] = []
    for option in _options_of(choices):
        if holding.wild:  # the option says which cards are its jokers
            jokers = iter([*option.shape.wild, *[JOKER] * option.jokers])
        cards = []
        for value, natural in laid_cells(option.shape, holding.melds_down):
            lying[value] += 1
            cards.append(value if natural else next(jokers)._replace(stands_for=value))
        laid.append(_Laid(option, tuple(cards)))
    # All must lie there before a suit is said, since any of them may leave one suit only.
    return [_settled(holding, each, lying) for each in laid]


def _jokers(holding: Holding, choices: Sequence[Choice]) -> Iterator[Card]:
    """Yield the cards of a hand that are used as jokers, the printed ones first."""
    yield from [JOKER] * holding.cards[JOKER]
    for choice in choices:
        if isinstance(choice, Turned):
            yield from [choice.card] * choice.number


def _settled(holding: Holding, laid: _Laid, lying: Counter[Card]) -> _Laid:
    """Say the suit of a set's only joker where it can be of one suit only, as ``melds`` does."""
    shape = laid.option.shape
    if not isinstance(shape, Set) or shape.jokers != 1 or holding.rules.set_same_suit:
        return laid
    *naturals, joker = laid.cards
    here = {card.value for card in (*holding.lying_in(shape.to), *naturals)}
    any_suit = PACK_FACES[shape.rank, None]
    suits = []
    for face in SUIT_FACES[shape.rank]:
        if face not in here and lying[face] < holding.chart.packs:
            suits.append(face)
    if len(suits) != 1 or any_suit in here:
        return laid
    # From now on it is that card, which the sets that follow must know.
    lying[any_suit] -= 1
    lying[suits[0]] += 1
    return laid._replace(cards=(*naturals, joker._replace(stands_for=suits[0])))
