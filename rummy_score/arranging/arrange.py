"""The best arrangement of a hand into melds and lay-offs (exact), and what to throw.

Best is the fewest points left where hands score, and the most points laid less points left where
melds score. Among equals: fewer points left, then fewer cards left, then what a search in fixed
order finds first (``packing``), which does not depend on the order in which the cards are given.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
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


class LayOff(NamedTuple):
    """A card of the hand laid off on a table meld, numbered from 1; a joker carries what it stands for."""

    card: Card
    to: int


class Arrangement(NamedTuple):
    """A hand arranged: new melds, lay-offs in an order in which they can be made, the cards left, and the points."""

    melds: tuple[Meld, ...]
    lay_offs: tuple[LayOff, ...]
    left: tuple[Card, ...]
    points_left: int
    points_laid: int

    @property
    def out(self) -> bool:
        """Whether nothing is left."""
        return not self.left


class _Way(NamedTuple):
    """A way to look for an arrangement: with new melds or without, and what it must keep to.

    Besides limits that is how many points it may lose against the best that its cards could score
    as new melds; ``losses`` is what each rest loses at least.
    """

    melds: bool = True
    limits: tuple[Limit, ...] = ()
    spare: int | None = None
    losses: Mapping[int, int] = {}


def best(
    cards: Sequence[Card],
    rules: Rules,
    table: Sequence[Meld] = (),
    *,
    has_melded: bool = False,
    down: Down = NOTHING_DOWN,
) -> Arrangement:
    """Return the best arrangement of a hand; what its jokers are said to be is not minded.

    ``table`` are the melds that it may lay off on, ``has_melded`` tells that the player has one
    among them, ``down`` counts other cards on the table (jokers as what they stand for). No joker
    stands for a card of which all copies are down, those of the arrangement counted. Raise
    UnreadableInput where the cards are too many to try.

    >>> from rummy_score.cards.notation import parse_cards
    >>> from rummy_score.rules.variants import find_variant
    >>> found = best(parse_cards("7-9H 9S 9D 9C KC 2D"), find_variant("basic").rules)
    >>> [" ".join(map(str, meld.cards)) for meld in found.melds], found.points_left
    (['7♥ 8♥ 9♥', '9♠ 9♦ 9♣'], 12)
    """
    ends = chart(rules)
    if not table and nothing_fits(cards, rules, ends):
        left = sorted(cards)
        return Arrangement((), (), tuple(left), sum(map(ends.held.__getitem__, left)), 0)
    return _arranged(Situation(cards, rules, table, down, has_melded, 0))[0]


def best_keep(  # noqa: PLR0913 - what ``best`` takes, and a number
    cards: Sequence[Card],
    keep: int,
    rules: Rules,
    table: Sequence[Meld] = (),
    *,
    has_melded: bool = False,
    down: Down = NOTHING_DOWN,
) -> tuple[Arrangement, tuple[Card, ...]]:
    """Return the best arrangement of ``keep`` of the cards, as ``best``, and the cards to throw.

    What is thrown counts neither for nor against; of cards that would be left and count the same
    the lowest is thrown. Raise UnreadableInput where there are not so many to keep.
    """
    if not 0 <= keep <= len(cards):
        raise UnreadableInput(
            f"{keep} of {len(cards)} cards cannot be kept: keep 0 to {len(cards)} of them."
        )
    return _arranged(Situation(cards, rules, table, down, has_melded, len(cards) - keep))


def _arranged(situation: Situation) -> tuple[Arrangement, tuple[Card, ...]]:
    """Search without minding what comes first; where the arrangement found breaks it, search in the ways left."""
    _check(situation.cards)
    holding, rules = hold(situation), situation.rules
    found = _found(holding, _Way(), ())
    costs = Costs(rules.scoring is Scoring.MELDS, True, _joker_worth(holding, found))
    taken, limits = _taken(holding, costs, _Way(), {}, found)
    if not situation.melded and not _comes_first(taken, rules):
        ways = [*_ways_to_meld(holding, costs, found), _Way(melds=False)]
        others = [
            _taken(holding, costs, way._replace(limits=way.limits + limits), taken.least)[0]
            for way in ways
        ]
        taken = min(others, key=lambda each: each.cost)
    return _built(holding, taken.choices)


def _check(cards: Sequence[Card]) -> None:
    if len(cards) > MOST_CARDS:
        raise UnreadableInput(
            f"{len(cards)} cards are too many to arrange; the most is {MOST_CARDS}."
        )
    for card in cards:
        if card.suit is None and card.rank is not None:
            raise UnreadableInput(
                f"{card} may be of any suit, so no meld can be made of it; say which, as {card}♥."
            )


def _found(holding: Holding, way: _Way, limits: Sequence[Limit]) -> dict[int, Option]:
    """Return the options by what each takes, with its marks; of those that take the same the one worth the most."""
    found: dict[int, Option] = {}
    for option in options(holding, bool(limits)):
        need = option.need
        if limits:
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
    return {
        need: option
        for need, option in found.items()
        if option.shape.to and holding.rules.layoff_first
    }


def _marks(holding: Holding, option: Option, limits: Sequence[Limit]) -> int:
    return sum(
        mark(option, limit, holding) << place * MARK_BITS for place, limit in enumerate(limits)
    )


def _joker_worth(holding: Holding, found: Mapping[int, Option]) -> int:
    """Return the most that a joker can score beyond what the natural cards beside it are worth."""
    if holding.wild:
        return holding.rules.joker_laid or 0
    return max(
        [-(option.short // option.jokers) for option in found.values() if option.jokers] + [0]
    )


def _taken(
    holding: Holding,
    costs: Costs,
    way: _Way,
    known: Mapping[int, int],
    found: Mapping[int, Option] | None = None,
) -> tuple[Taken, tuple[Limit, ...]]:
    """Take a hand apart in one way, minding each limit on copies once it is broken; return the limits minded too.

    ``found`` are the options where they are known; what is known of each rest is what holds without
    any limit.
    """
    limits = way.limits
    while True:
        found = _found(holding, way, limits) if found is None else found
        taken = take_apart(pack(holding, found, costs, _watch(holding, way, limits)), known)
        more = broken(_laid(taken.choices), holding)
        known, found = known or taken.least, None
        if not more:
            return taken._replace(least=known), limits
        limits = (*limits, *more)


def _laid(choices: Sequence[Choice]) -> list[Option]:
    return [choice for choice in choices if isinstance(choice, Option)]


def _watch(holding: Holding, way: _Way, limits: Sequence[Limit]) -> Watch:
    """Return what tells whether the marks of limits, and the points lost above them, will still do."""
    if not limits and way.spare is None:
        return UNWATCHED
    end, each = holding.end, (1 << MARK_BITS) - 1
    lost_at = end + MARK_BITS * len(limits)
    seen: dict[tuple[int, bool], bool] = {}

    def allowed(rest: int) -> bool:
        cards, marks = rest & (1 << end) - 1, rest >> end & (1 << lost_at - end) - 1
        lost = (rest >> lost_at) * POINT + way.losses.get(cards, 0)
        if way.spare is not None and lost > way.spare * POINT:
            return False
        key = (marks, cards == 0)
        if key not in seen:
            seen[key] = all(
                holds(limit, marks >> place * MARK_BITS & each, holding)
                for place, limit in enumerate(limits)
                if limit is not None or not cards
            )
        return seen[key]

    return Watch(allowed, 0 if way.spare is None else 1 << lost_at)


def _comes_first(taken: Taken, rules: Rules) -> bool:
    """Tell whether an arrangement may come before a meld of one's own."""
    laid = _laid(taken.choices)
    if not laid:
        return True
    new = [option for option in laid if not option.shape.to]
    return comes_first([_kind(option) for option in new], sum([o.points for o in new]), rules)


def _ways_to_meld(holding: Holding, costs: Costs, found: Mapping[int, Option]) -> list[_Way]:
    """Return the way to look for an arrangement with a first meld, or none where no such meld can be made."""
    first = holding.rules.first_meld
    if not isinstance(first, int):
        return [_Way(limits=(None,))]
    most = costs.joker * holding.cards[JOKER]
    for card, worth in holding.worth.items():
        most += holding.cards[card] * (
            max(worth, costs.joker) if card in holding.turn_units else worth
        )
    new = {need: option for need, option in found.items() if not option.shape.to}
    lost = take_apart(pack(holding, new, Costs(True, False, costs.joker), UNWATCHED), {})
    return (
        [_Way(spare=most - first, losses=lost.least)] if lost.cost <= (most - first) * POINT else []
    )


def _built(holding: Holding, choices: Sequence[Choice]) -> tuple[Arrangement, tuple[Card, ...]]:
    laid = _put_down(holding, choices)
    melds = [Meld(_kind(option), cards) for option, cards in laid if not option.shape.to]
    lay_offs = [
        LayOff(card, option.shape.to) for option, cards in laid if option.shape.to for card in cards
    ]
    thrown = tuple([choice for choice in choices if isinstance(choice, Card)])
    left = sorted(holding.cards.elements(), key=_order)
    for card in (*thrown, *(card.face for _, cards in laid for card in cards)):
        left.remove(card)
    arrangement = Arrangement(
        tuple(sorted(melds, key=lambda meld: [_order(card.value) for card in meld.cards])),
        tuple(sorted(lay_offs, key=lambda lay_off: lay_off.to)),
        tuple(left),
        sum([holding.chart.held.get(card, holding.rules.joker_held) for card in left]),
        sum([option.points for option, _ in laid]),
    )
    return arrangement, thrown


def _kind(option: Option) -> Kind:
    return Kind.RUN if isinstance(option.shape, Run) else Kind.SET


def _order(card: Card) -> tuple[int, int]:
    return card.rank or len(SUIT_FACES), -1 if card.suit is None else card.suit


def _put_down(holding: Holding, choices: Sequence[Choice]) -> list[tuple[Option, tuple[Card, ...]]]:
    """Give each option its cards, with jokers that say what they stand for."""
    turned = [
        choice.card
        for choice in choices
        if isinstance(choice, Turned)
        for _ in range(choice.number)
    ]
    jokers = iter([*[JOKER] * holding.cards[JOKER], *turned])
    lying = Counter(holding.down)
    laid = []
    for option in _laid(choices):
        faces = iter([*option.shape.wild, *[JOKER] * option.jokers]) if holding.wild else jokers
        cells = laid_cells(option.shape, holding.melds_down)
        lying.update([value for value, _ in cells])
        laid.append(
            (
                option,
                [
                    value if natural else next(faces)._replace(stands_for=value)
                    for value, natural in cells
                ],
            )
        )
    return [(option, _settled(holding, option, cards, lying)) for option, cards in laid]


def _settled(
    holding: Holding, option: Option, cards: list[Card], lying: Counter[Card]
) -> tuple[Card, ...]:
    """Say the suit of a set's only joker where there is one suit only that it can be, as ``melds`` does."""
    shape = option.shape
    if isinstance(shape, Set) and shape.jokers == 1 and not holding.rules.set_same_suit:
        on = holding.melds_down[shape.to - 1].cards if shape.to else ()
        here = {card.value for card in (*on, *cards[:-1])}
        any_suit = PACK_FACES[shape.rank, None]
        suits = [
            face
            for face in SUIT_FACES[shape.rank]
            if face not in here and lying[face] < holding.chart.packs
        ]
        if len(suits) == 1 and any_suit not in here:
            lying.update({suits[0]: 1, any_suit: -1})
            return (*cards[:-1], cards[-1]._replace(stands_for=suits[0]))
    return tuple(cards)
