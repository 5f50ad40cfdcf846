"""Runs and sets: what stands, what each joker stands for, points, lay-offs.

A joker that nobody has named may be any card that leaves a legal meld; the reading worth the most
is taken. A card named as a joker is a natural card wherever a reading has room for the card itself.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rummy_score.cards.cards import PACK_FACES, RANKS, SUITS, Card, Kind, Rank
from rummy_score.referee.problems import Problem, attempted_kind, why_no_meld
from rummy_score.rules.rules import Ace, LowAce, Rules

# How often each card is down already, as itself or through a joker; a joker of open suit is its
# rank alone.
Down = Mapping[Card, int]
NOTHING_DOWN: Down = {}


class Meld(NamedTuple):
    """A run (cards low to high) or a set; every joker in it carries what it stands for.

    ``kind`` is None for cards that are no meld by the rules and lie there because the table agreed
    to it.
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


def judge(
    cards: Sequence[Card], rules: Rules, kind: Kind | None = None, down: Down = NOTHING_DOWN
) -> Ruling:
    """Rule on cards laid as a new meld, of the kind said or of either.

    ``down`` counts the cards on the table, which limits what a joker may stand for.
    """
    return _judge((), cards, rules, kind, down) if down else _judge_alone(tuple(cards), rules, kind)


@lru_cache(maxsize=2048)
def _judge_alone(cards: tuple[Card, ...], rules: Rules, kind: Kind | None) -> Ruling:
    """Rule on cards that nothing on the table limits; an evening asks of the same melds again and again."""
    return _judge((), cards, rules, kind, NOTHING_DOWN)


def lay_off(meld: Meld, cards: Sequence[Card], rules: Rules, down: Down = NOTHING_DOWN) -> Ruling:
    """Rule on cards added to a meld on the table, whose jokers keep their reading; ``down`` is without it.

    The readings are the whole meld with the cards on it; what lies there stays together, so that no
    ace or joker moves from one end of a run to the other.
    """
    ruling = _judge(meld.cards, cards, rules, meld.kind, down)
    unmoved = tuple(grown for grown in ruling.readings if place_within(meld, grown) is not None)
    return ruling._replace(readings=unmoved or ruling.readings)


def place_within(meld: Meld, grown: Meld) -> int | None:
    """Return where the cards of a meld start within what it has grown to, or None where they lie apart."""
    length = len(meld.cards)
    starts = range(len(grown.cards) - length + 1)
    return next(
        (start for start in starts if grown.cards[start : start + length] == meld.cards), None
    )


def card_points(meld: Meld, rules: Rules) -> tuple[int, ...]:
    """Return the points of each card of a meld where it stands; a low ace and a joker count as the rules say."""
    cards = meld.cards
    short = rules.low_ace is LowAce.SHORT_RUN and len(cards) <= 3
    below_two = rules.low_ace is LowAce.BELOW_TWO
    points = []
    for place, card in enumerate(cards):
        rank = card.value.rank
        if rules.joker_laid is not None and (rank is None or card.stands_for is not None):
            points.append(rules.joker_laid)
        elif rank is None:
            points.append(rules.joker_held)
        elif (
            rank == Rank.ACE
            and meld.kind is Kind.RUN
            and (
                short
                or (
                    below_two and place + 1 < len(cards) and cards[place + 1].value.rank == Rank.TWO
                )
            )
        ):
            points.append(rules.low_ace_points)
        else:
            points.append(rules.rank_points(rank))
    return tuple(points)


def meld_points(meld: Meld, rules: Rules) -> int:
    """Return the points of a whole meld."""
    return sum(card_points(meld, rules))


def _judge(
    laid: tuple[Card, ...], cards: Sequence[Card], rules: Rules, kind: Kind | None, down: Down
) -> Ruling:
    plain = None if rules.wild else _natural((*laid, *cards), rules, kind)
    if plain:
        return Ruling((plain,), (), plain.kind)
    free = [card for card in cards if card.stands_for is None and rules.is_joker(card)]
    said = [card for card in cards if card.stands_for is not None or not rules.is_joker(card)]
    fixed = [*laid, *(card.face if card.stands_for == card.face else card for card in said)]
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
    if flawed:
        return Ruling((), min(flawed, key=len), attempted)
    jokers = sum(card.rank is None or card.stands_for is not None for card in (*fixed, *free))
    limits = tuple(_joker_limits(len(fixed) + len(free) - jokers, jokers, rules))
    return Ruling(
        (), (*unnamed, *why_no_meld(values, len(free), rules, attempted), *limits), attempted
    )


def _natural(cards: tuple[Card, ...], rules: Rules, kind: Kind | None) -> Meld | None:
    """Return the one meld that natural cards make, the common case at a table; None settles nothing."""
    count = len(cards)
    places = [card.rank or 0 for card in cards if card.stands_for is None]
    if len(places) < count or 0 in places or count < rules.naturals_min or count > 12:
        return None
    if (
        len({card.suit for card in cards}) == 1
        and kind is not Kind.SET
        and rules.run_min <= count <= rules.run_max
    ):
        return _natural_run(cards, places, rules.ace)
    if len(set(places)) == 1 and kind is not Kind.RUN and rules.set_min <= count <= rules.set_max:
        suits = {card.suit for card in cards}
        return Meld(Kind.SET, cards) if rules.set_same_suit or len(suits) == count else None
    return None


def _natural_run(cards: tuple[Card, ...], places: list[int], ace: Ace) -> Meld | None:
    """Return cards of one suit, at most twelve, as the run that they make without turning the corner."""
    span = max(places) - min(places) + 1
    if Rank.ACE in places and (ace is Ace.HIGH or (ace is not Ace.LOW and span > len(places))):
        places = [14 if place == 1 else place for place in places]
        span = max(places) - min(places) + 1
    if span != len(places) or len(set(places)) < span:
        return None
    return Meld(Kind.RUN, tuple(card for _, card in sorted(zip(places, cards, strict=True))))


def _not_wild(cards: Sequence[Card], rules: Rules) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            "wild",
            f"{card.face} is no joker here, so it cannot stand for {card.stands_for} (wild).",
        )
        for card in cards
        if card.stands_for is not None and not rules.is_joker(card)
    )


def _candidates(
    fixed: list[Card], free: list[Card], rules: Rules, kind: Kind | None, down: Down
) -> Iterator[Meld]:
    """Yield every way to read cards as a run or a set, before the limits on jokers."""
    count = len(fixed) + len(free)
    if kind is not Kind.SET and rules.run_min <= count <= rules.run_max:
        yield from _runs(fixed, free, rules)
    largest = rules.set_max if rules.set_same_suit else min(rules.set_max, len(SUITS))
    if kind is not Kind.RUN and rules.set_min <= count <= largest:
        yield from _sets(fixed, free, rules, down)


def _runs(fixed: list[Card], free: list[Card], rules: Rules) -> Iterator[Meld]:
    suits = {card.value.suit for card in fixed} - {None}
    if len(suits) > 1:
        return
    ranks = [card.value.rank or Rank.ACE for card in fixed]
    count = len(fixed) + len(free)
    for suit in suits or SUITS:
        for start in _starts(ranks, count, rules.ace):
            window = [PACK_FACES[RANKS[(start - 1 + step) % 13], suit] for step in range(count)]
            upwards = _filled(window, fixed, free)
            yield Meld(Kind.RUN, upwards)
            downwards = _filled(window[::-1], fixed, free)[::-1] if count == 14 else upwards
            if downwards != upwards:  # an ace at either end: which of the two is the joker
                yield Meld(Kind.RUN, downwards)


def _starts(ranks: list[Rank], count: int, ace: Ace) -> Iterator[int]:
    """Yield the places (ace 1 or 14) where a run of so many cards with these ranks can start, the highest first.

    Those around the corner come after all others.
    """
    twice = len(ranks) - len(set(ranks))
    if twice > 1 or (twice == 1 and not (count == 14 and ranks.count(Rank.ACE) == 2)):
        return
    bottom, top = (2 if ace is Ace.HIGH else 1), (13 if ace is Ace.LOW else 14)
    if ranks and Rank.ACE not in ranks and ace is not Ace.CORNER:
        yield from range(min(*ranks, top - count + 1), max(max(ranks) - count + 1, bottom) - 1, -1)
        return
    around = range(13, 15 - count, -1) if ace is Ace.CORNER and count < 14 else ()
    for start in (*range(top - count + 1, bottom - 1, -1), *around):
        if all((rank - start) % 13 < count for rank in ranks):
            yield start


def _filled(window: list[Card], fixed: list[Card], free: list[Card]) -> tuple[Card, ...]:
    """Return the card at each place of a run: what was laid for it, a wild card as itself, else a joker."""
    waiting, jokers = list(fixed), list(free)
    found: list[Card | None] = []
    for place in window:
        card = next((card for card in waiting if card.value.rank == place.rank), None)
        if card is not None:
            waiting.remove(card)
            card = card if card.value.suit is not None else card._replace(stands_for=place)
        elif place in jokers:
            jokers.remove(place)
            card = place
        found.append(card)
    return tuple(
        jokers.pop(0)._replace(stands_for=place) if card is None else card
        for card, place in zip(found, window, strict=True)
    )


def _sets(fixed: list[Card], free: list[Card], rules: Rules, down: Down) -> Iterator[Meld]:
    ranks = {card.value.rank for card in fixed}
    suits = [card.value.suit for card in fixed if card.value.suit is not None]
    if len(ranks) > 1 or (not rules.set_same_suit and len(set(suits)) < len(suits)):
        return
    for rank in ranks or reversed(RANKS):
        yield Meld(Kind.SET, _matched(rank or Rank.ACE, fixed, free, rules, down))


def _matched(
    rank: Rank, fixed: list[Card], free: list[Card], rules: Rules, down: Down
) -> tuple[Card, ...]:
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
    suits = [
        s for s in SUITS if s not in used and down.get(PACK_FACES[rank, s], 0) < rules.packs.most
    ]
    only = not rules.set_same_suit and len(suits) == 1 and len(jokers) == 1 and None not in used
    meant = PACK_FACES[rank, suits[0] if only else None]
    return (*cards, *(joker._replace(stands_for=meant) for joker in jokers))


def _joker_problems(
    meld: Meld, laid: tuple[Card, ...], rules: Rules, down: Down
) -> Iterator[Problem]:
    """Yield what is wrong with the jokers of a reading; those that were laid before keep their card."""
    spots = [place for place, card in enumerate(meld.cards) if card.stands_for is not None]
    yield from _joker_limits(len(meld.cards) - len(spots), len(spots), rules)
    if not spots:
        return
    if meld.kind is Kind.RUN and not rules.jokers_adjacent:
        for here, there in pairwise(spots):
            if there - here == 1:
                pair = f"{meld.cards[here]} and {meld.cards[there]}"
                yield Problem("jokers_adjacent", f"{pair} stand side by side (jokers_adjacent=no).")
    yield from _used_up(meld, laid, rules, down)


def _joker_limits(naturals: int, jokers: int, rules: Rules) -> Iterator[Problem]:
    """Yield the limits that so many natural cards and jokers in one meld break."""
    least, most = rules.naturals_min, rules.jokers_max
    if naturals < least:
        counted = "1 natural card" if naturals == 1 else f"{naturals} natural cards"
        yield Problem("naturals_min", f"{counted}: a meld needs {least} (naturals_min={least}).")
    if most is not None and jokers > most:
        counted = "1 joker" if jokers == 1 else f"{jokers} jokers"
        yield Problem("jokers_max", f"{counted}: a meld takes at most {most} (jokers_max={most}).")


def _used_up(meld: Meld, laid: tuple[Card, ...], rules: Rules, down: Down) -> Iterator[Problem]:
    """Yield the jokers that stand for a card of which all copies are down already."""
    packs = rules.packs.most
    here = Counter(card.value for card in meld.cards)
    for joker in Counter(card for card in meld.cards if card.stands_for is not None) - Counter(
        laid
    ):
        value = joker.value
        if value.suit is not None and down.get(value, 0) + here[value] > packs:
            all_copies = "it is" if packs == 1 else "both are" if packs == 2 else f"all {packs} are"
            yield Problem(
                "packs",
                f"{joker.face} cannot be {value}: {all_copies} already down. Name another card.",
            )
        elif not _card_left(value.rank or Rank.ACE, here, rules, down):
            every = PACK_FACES[value.rank, None]
            yield Problem(
                "packs", f"{joker.face} cannot be {value}: every {every} that fits is already down."
            )


def _card_left(rank: Rank, here: Counter[Card], rules: Rules, down: Down) -> bool:
    """Tell whether the jokers of open suit, here and elsewhere, have cards of their rank to stand for."""
    faces = [PACK_FACES[rank, suit] for suit in SUITS]
    copies = [max(0, rules.packs.most - down.get(face, 0) - here[face]) for face in faces]
    any_suit = PACK_FACES[rank, None]
    suits = sum(left > 0 and not here[face] for left, face in zip(copies, faces, strict=True))
    apart = rules.set_same_suit or here[any_suit] <= suits
    return apart and here[any_suit] + down.get(any_suit, 0) <= sum(copies)
