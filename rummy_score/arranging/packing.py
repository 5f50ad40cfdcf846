"""The cheapest way to take a hand apart into melds, lay-offs and cards left: an exact search.

The lowest card of what is left goes next: each option that has it is tried, jokers spared first and
longer melds first, then leaving the card. The least that each rest costs is remembered, also where
only a bound is known yet. A cost is what is lost against every card laid at its best: points, then
points left, then cards left.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from rummy_score.arranging.holdings import Holding, Option
from rummy_score.cards.cards import JOKER, Card
from rummy_score.errors import UnreadableInput

MOST_TRIES = 40_000_000
NEVER = 1 << 60

# A cost is one number, so that it is compared and added up in one step: above the points lost,
# below them the points left in hand, lowest the cards left. A hand has too few of either to carry.
POINT = 1 << 24
_POINT_HELD = 1 << 8
_CARD_HELD = 1


class Turned(NamedTuple):
    """How many of a card named as a joker are used as jokers."""

    card: Card
    number: int


Choice: TypeAlias = Option | Turned | Card  # a card is one to discard
Costed: TypeAlias = tuple[int, int, Choice]  # what a choice takes of the hand; its cost; the choice


class Costs(NamedTuple):
    """What counts: what cards could ``score``, and what they cost ``held`` in hand.

    ``joker`` is the most that a joker scores.
    """

    score: bool
    held: bool
    joker: int

    def of(self, short: int) -> int:
        """Return the cost of scoring so much short of the best."""
        return short * POINT if self.score else 0

    def left(self, worth: int, held: int) -> int:
        """Return the cost of leaving a card that could score ``worth`` and costs ``held``."""
        cost = self.of(worth)
        if self.held:
            cost += held * (POINT + _POINT_HELD) + _CARD_HELD
        return cost


class Watch(NamedTuple):
    """What is counted beside the hand, above ``Holding.end``: marks of limits, and points lost.

    ``allowed`` tells from a rest whether what is counted will still do. ``lost`` is one point lost,
    0 where they are not counted.
    """

    allowed: Callable[[int], bool]
    lost: int = 0


class Field(NamedTuple):
    """A kind of card in the hand's integer: where it is, and what can be done with it.

    ``choices`` has a row for each number of jokers in hand, with the choices that take no more.
    ``leave`` is what leaving one card costs, ``lost`` what it adds to the points lost.
    """

    choices: Sequence[Sequence[Costed]]
    mask: int
    shift: int
    leave: int
    lost: int


class Packing(NamedTuple):
    """A hand to take apart, and its fields by each of their bits.

    ``start`` is the whole hand, ``guard`` has the guard bits of all fields, ``cards`` the bits
    below those that are counted beside the hand. ``joker_shift`` and ``joker_mask`` tell where the
    count of its jokers stands. ``cost`` is for the cards that nothing can take; they are not in it.
    """

    start: int
    guard: int
    cards: int
    fields: Mapping[int, Field]
    joker_shift: int
    joker_mask: int
    cost: int
    allowed: Callable[[int], bool]


class Taken(NamedTuple):
    """A hand taken apart: the cost, the choices, and the least that is known of each rest."""

    cost: int
    choices: list[Choice]
    least: Mapping[int, int]


class _Kind(NamedTuple):
    """A kind of card: one of it, how many there are, what leaving one costs and loses.

    ``choices`` are those beside the options.
    """

    unit: int
    number: int
    leave: int
    lost: int = 0
    choices: Sequence[Costed] = ()


class _Tried(NamedTuple):
    """An option that is to be tried: each field decides what comes first where those before tie.

    The order decides among equals, so it goes to the last by ``need``, which no two share.
    """

    jokers: int
    minus_naturals: int
    cost: int
    need: int
    option: Option


UNWATCHED = Watch(lambda _: True)


def pack(holding: Holding, options: Mapping[int, Option], costs: Costs, watch: Watch) -> Packing:
    """Put a hand together with its options, each under what it takes."""
    rows = _rows(holding, options, costs, watch)
    takeable = 0
    for need in options:
        takeable |= need
    # Turning a named card makes cards while the search goes on, and any card may be discarded: then
    # every kind must be there.
    every = bool(holding.turn_units or holding.discards)
    count_mask = (1 << holding.count_bits) - 1
    fields: dict[int, Field] = {}
    start = cost = 0
    for kind in _kinds(holding, costs, watch):
        mask = kind.unit * count_mask
        if not (every or takeable & mask):
            # Left in any case: what that loses and costs is known before the search.
            start += kind.lost * kind.number
            cost += kind.leave * kind.number
            continue
        start += kind.unit * kind.number
        field = _field(kind, rows[kind.unit], mask)
        # By each bit of the count, so that the lowest bit of a rest finds its field at once.
        for bit in range(holding.count_bits):
            fields[kind.unit << bit] = field
    joker_unit = holding.joker_unit
    return Packing(
        start=start,
        guard=_guard_bits(holding),
        cards=(1 << holding.end) - 1,
        fields=fields,
        joker_shift=joker_unit.bit_length() - 1 if joker_unit else 0,
        joker_mask=count_mask if joker_unit else 0,
        cost=cost,
        allowed=watch.allowed,
    )


def _field(kind: _Kind, rows: list[list[Costed]], mask: int) -> Field:
    """Return the field of a kind of card, with options in rows and its own choices after them."""
    if kind.choices:
        rows = [[*row, *kind.choices] for row in rows]
    return Field(rows, mask, kind.unit.bit_length() - 1, kind.leave, kind.lost)


def _guard_bits(holding: Holding) -> int:
    """Return the guard bit above each count."""
    bits = range(holding.count_bits, holding.end, holding.count_bits + 1)
    return sum([1 << bit for bit in bits])


def _rows(
    holding: Holding, options: Mapping[int, Option], costs: Costs, watch: Watch
) -> Mapping[int, list[list[Costed]]]:
    """Return the options by the unit of their lowest kind of card, in rows as a field has them."""
    width = holding.count_bits + 1
    rows: defaultdict[int, list[list[Costed]]] = defaultdict(
        lambda: [[] for _ in range(holding.jokers + 1)]
    )
    for jokers, _, cost, need, option in _in_order(options, costs):
        lowest = (need & -need).bit_length() - 1
        unit = 1 << lowest - lowest % width
        taken = need
        if watch.lost:
            # What is taken away is given back as points lost, which stand higher in the integer.
            # A lay-off loses all that it scores too: only new melds count for a first meld.
            lost = option.short + costs.joker * jokers
            if option.shape.to:
                lost += option.points
            taken -= watch.lost * lost
        choice = (taken, cost, option)
        for row in rows[unit][jokers:]:
            row.append(choice)
    return rows


def _in_order(options: Mapping[int, Option], costs: Costs) -> list[_Tried]:
    """Return options, with their costs, in the order in which they are tried."""
    point, joker = costs.of(1), costs.joker
    found = []
    for need, option in options.items():
        jokers = option.jokers
        cost = (option.short + joker * jokers) * point
        found.append(_Tried(jokers, -option.naturals, cost, need, option))
    found.sort()
    return found


def _kinds(holding: Holding, costs: Costs, watch: Watch) -> Iterator[_Kind]:
    """Yield each kind of card in the hand, and what is beside the cards in its integer."""
    for card, unit in holding.turn_units.items():
        turned = _turned(holding, costs, watch, card)
        # Never left: each named card is turned before it can be laid or kept.
        yield _Kind(unit, holding.cards[card], leave=NEVER, choices=turned)
    for unit in holding.meld_units.values():
        # A meld on the table may stay as it is, for nothing.
        yield _Kind(unit, 1, leave=0)
    for card in holding.card_units:
        yield _card_kind(holding, costs, watch, card)
    if holding.discards:
        # Never left: so many discards are made as must be.
        yield _Kind(holding.discard_unit, holding.discards, leave=NEVER)


def _card_kind(holding: Holding, costs: Costs, watch: Watch, card: Card) -> _Kind:
    """Return what can be done with a kind of card besides laying it: leave it, or discard it."""
    unit = holding.card_units[card]
    worth = costs.joker if card.rank is None else holding.worth[card]
    # Cards to be turned lie in a field of their own until it is known what they are.
    number = 0 if card in holding.turn_units else holding.cards[card]
    leave = costs.left(worth, holding.chart.held.get(card, holding.rules.joker_held))
    lost = watch.lost * worth
    if not holding.discards:
        return _Kind(unit, number, leave, lost)
    # What is discarded scores nothing, but it is not held either.
    discard = (unit + holding.discard_unit - lost, costs.of(worth), card)
    return _Kind(unit, number, leave, lost, [discard])


def _turned(holding: Holding, costs: Costs, watch: Watch, card: Card) -> list[Costed]:
    """Return the choices of how many of a named card are jokers.

    A card that is turned into what scores less loses that here.
    """
    count, worth = holding.cards[card], holding.worth[card]
    best = max(worth, costs.joker)
    found: list[Costed] = []
    for jokers in range(count + 1):
        naturals = count - jokers
        short = (best - worth) * naturals + (best - costs.joker) * jokers
        # They leave the field of what is to be turned, and go to the fields of what they are.
        put_in = holding.card_units[JOKER] * jokers + holding.card_units[card] * naturals
        taken = holding.turn_units[card] * count - put_in
        found.append((taken - watch.lost * short, costs.of(short), Turned(card, jokers)))
    return found


def take_apart(packing: Packing, known: Mapping[int, int]) -> Taken:
    """Return the choices that cost the least, the first of equals.

    ``known`` is the least of each rest from an earlier search where less was watched, so that none
    can cost less.
    """
    least: dict[int, int] = {}
    cheapest = _search(packing, known, least)
    cost = cheapest(packing.start, NEVER - 1)
    if cost >= NEVER:
        return Taken(NEVER, [], least)
    return Taken(cost + packing.cost, _followed(packing, cheapest, cost), least)


def _followed(packing: Packing, cheapest: Callable[[int, int], int], cost: int) -> list[Choice]:
    """Return the choices that come to a cost, the first of equals at each step.

    The search keeps costs only; most of what is asked here it has remembered.
    """
    rest, due, guard = packing.start, cost, packing.guard
    choices: list[Choice] = []
    while (field := packing.fields.get(rest & -rest)) is not None:
        row = field.choices[rest >> packing.joker_shift & packing.joker_mask]
        for need, price, choice in row:
            guarded = (rest | guard) - need
            after, still_due = guarded ^ guard, due - price
            if guarded & guard != guard or still_due < 0:
                continue  # the hand has it not, or it costs too much
            if cheapest(after, still_due) <= still_due:
                choices.append(choice)
                rest, due = after, still_due
                break
        else:
            count = (rest & field.mask) >> field.shift
            rest = (rest & ~field.mask) + field.lost * count
            due -= field.leave * count
    return choices


def _search(  # noqa: C901 - for the function in it
    packing: Packing, known: Mapping[int, int], least: dict[int, int]
) -> Callable[[int, int], int]:
    """Return the function that finds the least cost of a rest, and writes it down in ``least``."""
    guard, cards, fields, allowed = packing.guard, packing.cards, packing.fields, packing.allowed
    joker_shift, joker_mask = packing.joker_shift, packing.joker_mask
    tries = 0

    # Nearly all of the time goes by in here. So it is one function, its numbers are local, and the
    # test whether the hand has what an option takes is spelt out: a call for each would double it.
    def cheapest(rest: int, budget: int) -> int:  # noqa: C901, PLR0912
        """Return the least cost; where that is above the budget, a number between them."""
        nonlocal tries
        if rest > cards and not allowed(rest):  # something is counted beside the hand
            return NEVER
        field = fields.get(rest & -rest)
        if field is None:  # nothing is left of the hand
            return 0 if allowed(rest) else NEVER
        bound = least.get(rest)
        if bound is None:
            bound = known.get(rest & cards, 0)
        if bound > budget:
            return bound
        choices, mask, shift, leave, lost = field
        row = choices[rest >> joker_shift & joker_mask]
        tries += len(row)
        lowest, guarded = NEVER, rest | guard
        for need, cost, _ in row:
            after = guarded - need
            if after & guard == guard:  # no guard bit was borrowed: the hand has it
                if cost <= budget:  # else it is a bound as it stands
                    cost += cheapest(after ^ guard, budget - cost)  # noqa: PLW2901
                if cost < lowest:
                    lowest = cost
                    if cost <= bound:
                        break  # nothing can be cheaper
                    if cost <= budget:
                        budget = cost - 1  # only what is cheaper matters from here on
        else:
            # All cards of the kind that are still here are left at once: an option that takes one
            # of them and leaves the others has been tried above.
            count = (rest & mask) >> shift
            cost = leave * count
            if cost <= budget:
                cost += cheapest((rest & ~mask) + lost * count, budget - cost)
            lowest = min(lowest, cost)
        # Exact where it is within the budget, else a bound, which the next question starts from.
        least[rest] = lowest
        if tries > MOST_TRIES:
            raise UnreadableInput(
                "These cards can be laid in more ways than can be tried. "
                "Ask about fewer cards or fewer jokers."
            )
        return lowest

    return cheapest
