"""Runs and sets: what stands, what each joker stands for, points, lay-offs.

A joker that nobody has named may be any card that leaves a legal meld; the reading worth the most is taken.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from rummy_score.cards import PACK_FACES, RANKS, SUITS, Card, Kind, Rank, Suit, cards_text
from rummy_score.problems import Problem, attempted_kind, why_no_meld
from rummy_score.rules import Ace, LowAce, Rules

# How often each card is down already, as itself or through a joker; a joker of open suit is its rank alone.
Down = Mapping[Card, int]
NOTHING_DOWN: Down = {}


class Meld(NamedTuple):
    """A run (cards low to high) or a set; every joker in it carries what it stands for.

    ``kind`` is None for cards that are no meld by the rules and lie there because the table agreed to it.
    """

    kind: Kind | None
    cards: tuple[Card, ...]


class Ruling(NamedTuple):
    """Whether cards stand as a meld: the readings that stand, the one worth the most first, or the problems."""

    readings: tuple[Meld, ...]
    problems: tuple[Problem, ...]
    attempted: Kind | None

    @property
    def meld(self) -> Meld | None:
        """The reading taken: the only one, or the one worth the most."""
        return self.readings[0] if self.readings else None


def judge(cards: Sequence[Card], rules: Rules, kind: Kind | None = None, down: Down = NOTHING_DOWN) -> Ruling:
    """Rule on cards laid as a new meld, of the kind said or of either.

    ``down`` counts the cards on the table, which limits what a joker may stand for.
    """
    return _judge((), cards, rules, kind, down)


def lay_off(meld: Meld, cards: Sequence[Card], rules: Rules, down: Down = NOTHING_DOWN) -> Ruling:
    """Rule on cards added to a meld on the table, whose jokers keep their reading; ``down`` is without it.

    The readings are the whole meld with the cards on it.
    """
    return _judge(meld.cards, cards, rules, meld.kind, down)


def card_points(meld: Meld, rules: Rules) -> tuple[int, ...]:
    """Return the points of each card of a meld where it stands; a low ace and a joker count as the rules say."""
    cards = meld.cards
    short = rules.low_ace is LowAce.SHORT_RUN and len(cards) <= 3
    below_two = rules.low_ace is LowAce.BELOW_TWO
    points = []
    for place, card in enumerate(cards):
        rank = card.value.rank
        if card.stands_for is not None and rules.joker_laid is not None:
            points.append(rules.joker_laid)
        elif rank is None:
            points.append(rules.joker_held)
        elif (
            rank == Rank.ACE
            and meld.kind is Kind.RUN
            and (short or (below_two and place + 1 < len(cards) and cards[place + 1].value.rank == Rank.TWO))
        ):
            points.append(rules.low_ace_points)
        else:
            points.append(rules.rank_points(rank))
    return tuple(points)


def meld_points(meld: Meld, rules: Rules) -> int:
    """Return the points of a whole meld."""
    return sum(card_points(meld, rules))


def _judge(laid: tuple[Card, ...], cards: Sequence[Card], rules: Rules, kind: Kind | None, down: Down) -> Ruling:
    free = [card for card in cards if card.stands_for is None and rules.is_joker(card)]
    fixed = [*laid, *(card for card in cards if card.stands_for is not None or not rules.is_joker(card))]
    unnamed = _not_wild(cards, rules)
    flawed: list[tuple[Problem, ...]] = []
    standing: list[Meld] = []
    for meld in () if unnamed else _candidates(fixed, free, rules, kind, down):
        problems = tuple(_joker_problems(meld, laid, rules, down))
        if problems:
            flawed.append(problems)
        else:
            standing.append(meld)
    if len(standing) > 1:
        standing.sort(key=lambda meld: -meld_points(meld, rules))
    if standing:
        return Ruling(tuple(standing), (), standing[0].kind)
    values = [card.value for card in fixed]
    attempted = kind or attempted_kind(values)
    why = min(flawed, key=len) if flawed else why_no_meld(values, len(free), rules, attempted)
    return Ruling((), unnamed + why or (Problem("run_max", _no_room(cards)),), attempted)


def _no_room(cards: Sequence[Card]) -> str:
    return f"{cards_text(tuple(cards))} leaves a joker no card to stand for. Lay fewer cards."


def _not_wild(cards: Sequence[Card], rules: Rules) -> tuple[Problem, ...]:
    return tuple(
        Problem("wild", f"{card.face} is no joker here, so it cannot stand for {card.stands_for} (wild).")
        for card in cards
        if card.stands_for is not None and not rules.is_joker(card)
    )


def _candidates(fixed: list[Card], free: list[Card], rules: Rules, kind: Kind | None, down: Down) -> Iterator[Meld]:
    """Yield every way to read cards as a run or a set, before the limits on jokers."""
    count = len(fixed) + len(free)
    if kind is not Kind.SET and rules.run_min <= count <= rules.run_max:
        yield from _runs(fixed, free, rules)
    if kind is not Kind.RUN and rules.set_min <= count <= rules.set_max:
        yield from _sets(fixed, free, rules, down)


def _runs(fixed: list[Card], free: list[Card], rules: Rules) -> Iterator[Meld]:
    suits = {card.value.suit for card in fixed} - {None}
    if len(suits) > 1:
        return
    ranks = [card.value.rank or Rank.ACE for card in fixed]
    count = len(fixed) + len(free)
    for suit in suits or SUITS:
        for start in _starts(ranks, count, rules.ace):
            yield Meld(Kind.RUN, _filled(start, count, suit or SUITS[0], fixed, free))


def _starts(ranks: list[Rank], count: int, ace: Ace) -> Iterator[int]:
    """Yield the places, highest first, where a run of so many cards with these ranks can start (ace 1 or 14)."""
    aces = ranks.count(Rank.ACE)
    others = [int(rank) for rank in ranks if rank != Rank.ACE]
    both_ends = aces == 2 and count == 14
    if len(set(others)) < len(others) or (aces > 1 and not both_ends):
        return
    bottom, top = (2 if ace is Ace.HIGH else 1), (13 if ace is Ace.LOW else 14)
    if ace is Ace.CORNER and count <= 13:
        for start in range(13, 15 - count, -1):
            if all((rank - start) % 13 < count for rank in ranks):
                yield start
    for ace_places in _ace_places(aces, both_ends, bottom, top):
        places = [*others, *ace_places]
        low, high = min(places, default=top), max(places, default=bottom)
        yield from range(min(low, top - count + 1), max(bottom, high - count + 1) - 1, -1)


def _ace_places(aces: int, both_ends: bool, bottom: int, top: int) -> list[tuple[int, ...]]:
    if not aces:
        return [()]
    if both_ends:
        return [(1, 14)]
    return [(place,) for place in (14, 1) if bottom <= place <= top]


def _filled(start: int, count: int, suit: Suit, fixed: list[Card], free: list[Card]) -> tuple[Card, ...]:
    """Return a run's cards from its lowest place up, jokers standing for what is not there."""
    window = [PACK_FACES[RANKS[(start - 1 + step) % 13], suit] for step in range(count)]
    waiting = {card: [c for c in fixed if c.value.rank == card.rank] for card in window}
    jokers = list(free)
    natural = {card: card for card in window if card in free and not waiting[card]}
    for card in natural:
        jokers.remove(card)
    run = []
    for card in window:
        if waiting[card]:
            run.append(waiting[card].pop(0))
        elif card in natural:
            run.append(natural[card])
        else:
            run.append(jokers.pop(0)._replace(stands_for=card))
    return tuple(card if card.value.suit is not None else _suited(card, suit) for card in run)


def _suited(joker: Card, suit: Suit) -> Card:
    return joker._replace(stands_for=PACK_FACES[joker.value.rank, suit])


def _sets(fixed: list[Card], free: list[Card], rules: Rules, down: Down) -> Iterator[Meld]:
    ranks = {card.value.rank for card in fixed}
    suits = [card.value.suit for card in fixed if card.value.suit is not None]
    if len(ranks) > 1 or (not rules.set_same_suit and len(set(suits)) < len(suits)):
        return
    for rank in ranks or reversed(RANKS):
        yield Meld(Kind.SET, _matched(rank or Rank.ACE, fixed, free, rules, down))


def _matched(rank: Rank, fixed: list[Card], free: list[Card], rules: Rules, down: Down) -> tuple[Card, ...]:
    """Return a set's cards; a joker's suit stays open unless there is one suit only that it can be."""
    cards = list(fixed)
    used = {card.value.suit for card in fixed}
    jokers = []
    for joker in free:
        if joker.rank == rank and (rules.set_same_suit or joker.suit not in used):
            used.add(joker.suit)
            cards.append(joker)
        else:
            jokers.append(joker)
    suits = [s for s in SUITS if s not in used and down.get(PACK_FACES[rank, s], 0) < rules.packs.most]
    only = not rules.set_same_suit and len(suits) == 1 and len(jokers) == 1 and None not in used
    meant = PACK_FACES[rank, suits[0] if only else None]
    return (*cards, *(joker._replace(stands_for=meant) for joker in jokers))


def _joker_problems(meld: Meld, laid: tuple[Card, ...], rules: Rules, down: Down) -> Iterator[Problem]:
    """Yield what is wrong with the jokers of a reading; those that were laid before keep their card."""
    spots = [place for place, card in enumerate(meld.cards) if card.stands_for is not None]
    naturals = len(meld.cards) - len(spots)
    if naturals < rules.naturals_min:
        least = rules.naturals_min
        yield Problem("naturals_min", f"{naturals} natural cards: a meld needs {least} (naturals_min={least}).")
    if not spots:
        return
    most = rules.jokers_max
    if most is not None and len(spots) > most:
        yield Problem("jokers_max", f"{len(spots)} jokers: a meld takes at most {most} (jokers_max={most}).")
    if meld.kind is Kind.RUN and not rules.jokers_adjacent:
        for here, there in pairwise(spots):
            if there - here == 1:
                pair = f"{meld.cards[here]} and {meld.cards[there]}"
                yield Problem("jokers_adjacent", f"{pair} stand side by side (jokers_adjacent=no).")
    yield from _used_up(meld, laid, rules, down)


def _used_up(meld: Meld, laid: tuple[Card, ...], rules: Rules, down: Down) -> Iterator[Problem]:
    """Yield the jokers that stand for a card of which all copies are down already."""
    packs = rules.packs.most
    before = Counter(laid)
    here = Counter(card.value for card in meld.cards)
    for joker in meld.cards:
        if joker.stands_for is None:
            continue
        if before[joker]:
            before[joker] -= 1
            continue
        value = joker.stands_for
        if value.suit is not None and down.get(value, 0) + here[value] > packs:
            all_copies = "it is" if packs == 1 else "both are" if packs == 2 else f"all {packs} are"
            yield Problem("packs", f"{joker.face} cannot be {value}: {all_copies} already down. Name another card.")
        elif value.suit is None and not _suit_left(value.rank or Rank.ACE, meld, rules, down):
            yield Problem("packs", f"{joker.face} cannot be a {value}: every {value} that fits is already down.")


def _suit_left(rank: Rank, meld: Meld, rules: Rules, down: Down) -> bool:
    """Tell whether the jokers of open suit in a set have cards to stand for."""
    here = Counter(card.value for card in meld.cards)
    copies = [rules.packs.most - down.get(card, 0) - here[card] for card in (PACK_FACES[rank, suit] for suit in SUITS)]
    if not rules.set_same_suit:
        copies = [min(1, left) for left, suit in zip(copies, SUITS, strict=True) if not here[PACK_FACES[rank, suit]]]
    elsewhere = down.get(PACK_FACES[rank, None], 0)
    return here[PACK_FACES[rank, None]] + elsewhere <= sum(max(0, left) for left in copies)
