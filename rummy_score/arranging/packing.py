"""The cheapest way to take a hand apart into melds, lay-offs and cards left: an exact search that remembers.

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
POINT = 1 << 24
_HELD = 1 << 8


class Turned(NamedTuple):
    """How many of a card named as a joker are used as jokers."""

    card: Card
    number: int


Choice: TypeAlias = Option | Turned | Card  # a card is one to throw
_Costed: TypeAlias = tuple[int, int, Choice]  # what it takes of the hand, its cost


class Costs(NamedTuple):
    """What counts: what cards could ``score``, and what they cost ``held``; ``joker`` is the most that one scores."""

    score: bool
    held: bool
    joker: int

    def of(self, short: int) -> int:
        """Return the cost of scoring so much short of the best."""
        return short * POINT if self.score else 0

    def left(self, worth: int, held: int) -> int:
        """Return the cost of leaving a card that could score ``worth`` and costs ``held`` in hand."""
        return self.of(worth) + (held * (POINT + _HELD) + 1 if self.held else 0)


class Watch(NamedTuple):
    """What is counted beside the hand, above ``Holding.end``: marks of limits, and points lost (``lost`` is one, or 0).

    ``allowed`` tells from a rest whether what is counted will still do.
    """

    allowed: Callable[[int], bool]
    lost: int = 0


class Field(NamedTuple):
    """A kind of card in the hand's integer: its choices, by the jokers that they may take, and what leaving one costs.

    ``lost`` is what leaving one adds to the points lost.
    """

    choices: Sequence[Sequence[_Costed]]
    mask: int
    shift: int
    leave: int
    lost: int


class Packing(NamedTuple):
    """A hand to take apart, its fields by each of their bits, and where its jokers stand.

    ``cost`` is for the cards that nothing can take, which are not in it.
    """

    start: int
    guard: int
    cards: int
    fields: Mapping[int, Field]
    joker: int
    jokers: int
    cost: int
    allowed: Callable[[int], bool]


class Taken(NamedTuple):
    """A hand taken apart: the cost, the choices, and the least that is known to come of each rest."""

    cost: int
    choices: list[Choice]
    least: Mapping[int, int]


UNWATCHED = Watch(lambda _: True)


def pack(holding: Holding, options: Mapping[int, Option], costs: Costs, watch: Watch) -> Packing:
    """Put a hand together with its options, each under what it takes."""
    choices, live = _choices(holding, options, costs, watch)
    fields: dict[int, Field] = {}
    start = cost = 0
    for unit, count, leave, lost, extra in _kinds(holding, costs, watch):
        mask = unit * ((1 << holding.count_bits) - 1)
        if live & mask or holding.turn_units or holding.discards:
            start += unit * count
            field = Field(
                [row + extra for row in choices[unit]], mask, unit.bit_length() - 1, leave, lost
            )
            for bit in range(holding.count_bits):
                fields[unit << bit] = field
        else:
            start += lost * count
            cost += leave * count
    guard = sum(
        [1 << bit for bit in range(holding.count_bits, holding.end, holding.count_bits + 1)]
    )
    joker = holding.card_units.get(JOKER, 0)
    at = (joker.bit_length() - 1, (1 << holding.count_bits) - 1) if joker else (0, 0)
    return Packing(start, guard, (1 << holding.end) - 1, fields, *at, cost, watch.allowed)


def _choices(
    holding: Holding, options: Mapping[int, Option], costs: Costs, watch: Watch
) -> tuple[Mapping[int, list[list[_Costed]]], int]:
    """Return the choices that have each kind of card as their lowest, and a bit for each card that one takes."""
    live, width, joker, lost = 0, holding.count_bits + 1, costs.joker, 0
    found: defaultdict[int, list[list[_Costed]]] = defaultdict(
        lambda: [[] for _ in range(holding.jokers + 1)]
    )
    for jokers, _, cost, need, option in sorted(
        [
            (o.jokers, -o.naturals, costs.of(o.short + joker * o.jokers), need, o)
            for need, o in options.items()
        ]
    ):
        live |= need
        lowest = (need & -need).bit_length() - 1
        if watch.lost:
            lost = watch.lost * (
                option.short + joker * jokers + (option.points if option.shape.to else 0)
            )
        choice = (need - lost, cost, option)
        for row in found[1 << lowest - lowest % width][jokers:]:
            row.append(choice)
    return found, live


def _kinds(
    holding: Holding, costs: Costs, watch: Watch
) -> Iterator[tuple[int, int, int, int, list[_Costed]]]:
    """Yield each kind of card: one of it, how many there are, what leaving one costs and loses, more choices."""
    held = holding.chart.held
    for card, unit in holding.turn_units.items():
        yield unit, holding.cards[card], NEVER, 0, _turned(holding, costs, watch, card)
    for unit in holding.meld_units.values():
        yield unit, 1, 0, 0, []
    for card, unit in holding.card_units.items():
        worth = costs.joker if card.rank is None else holding.worth[card]
        count = 0 if card in holding.turn_units else holding.cards.get(card, 0)
        lost = watch.lost * worth
        thrown: list[_Costed] = (
            [(unit + holding.discard_unit - lost, costs.of(worth), card)]
            if holding.discards
            else []
        )
        yield unit, count, costs.left(worth, held.get(card, holding.rules.joker_held)), lost, thrown
    if holding.discards:
        yield holding.discard_unit, holding.discards, NEVER, 0, []


def _turned(holding: Holding, costs: Costs, watch: Watch, card: Card) -> list[_Costed]:
    """Return the choices of how many of a named card are jokers; what that loses is counted here."""
    count, worth = holding.cards[card], holding.worth[card]
    most = max(worth, costs.joker)
    found: list[_Costed] = []
    for jokers in range(count + 1):
        short = (most - worth) * (count - jokers) + (most - costs.joker) * jokers
        taken = (
            holding.turn_units[card] * count
            - holding.card_units[JOKER] * jokers
            - holding.card_units[card] * (count - jokers)
        )
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
    rest, due, guard = packing.start, cost, packing.guard
    choices: list[Choice] = []
    while (field := packing.fields.get(rest & -rest)) is not None:
        for need, lost, choice in field.choices[rest >> packing.joker & packing.jokers]:
            after = (rest | guard) - need
            if (
                lost <= due
                and after & guard == guard
                and cheapest(after ^ guard, due - lost) <= due - lost
            ):
                choices.append(choice)
                rest, due = after ^ guard, due - lost
                break
        else:
            count = (rest & field.mask) >> field.shift
            rest, due = (rest & ~field.mask) + field.lost * count, due - field.leave * count
    return Taken(cost + packing.cost, choices, least)


def _search(  # noqa: C901 - for the function in it
    packing: Packing, known: Mapping[int, int], least: dict[int, int]
) -> Callable[[int, int], int]:
    """Return the function that finds the least cost of a rest, within a budget, and writes it down in ``least``."""
    _, guard, cards, fields, joker, jokers, _, allowed = packing
    tries = 0

    # One function, long as it is: a call for each option that is tried would take most of the time.
    def cheapest(rest: int, budget: int) -> int:  # noqa: C901, PLR0912
        """Return the least cost; where that is above the budget, a number between them."""
        nonlocal tries
        if rest > cards and not allowed(rest):
            return NEVER
        field = fields.get(rest & -rest)
        if field is None:
            return 0 if allowed(rest) else NEVER
        bound = least.get(rest)
        if bound is None:
            bound = known.get(rest & cards, 0)
        if bound > budget:
            return bound
        choices, mask, shift, leave, lost = field
        here = choices[rest >> joker & jokers]
        tries += len(here)
        lowest, guarded = NEVER, rest | guard
        for need, cost, _ in here:
            after = guarded - need
            if after & guard == guard:
                if cost <= budget:
                    cost += cheapest(after ^ guard, budget - cost)  # noqa: PLW2901
                if cost < lowest:
                    lowest = cost
                    if cost <= bound:
                        break
                    if cost <= budget:
                        budget = cost - 1
        else:
            count = (rest & mask) >> shift
            cost = leave * count
            if cost <= budget:
                cost += cheapest((rest & ~mask) + lost * count, budget - cost)
            lowest = min(lowest, cost)
        least[rest] = lowest
        if tries > MOST_TRIES:
            raise UnreadableInput(
                "These cards can be laid in more ways than can be tried. Ask about fewer cards or fewer jokers."
            )
        return lowest

    return cheapest
