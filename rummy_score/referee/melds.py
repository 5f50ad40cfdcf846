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
from rummy_score.referee.problems import (
    ACE_AT_BOTH_ENDS,
    WHOLE_SUIT,
    Problem,
    attempted_kind,
    why_no_meld,
)
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


class Verdict(NamedTuple):
    """Whether cards stand as a meld.

    ``readings`` are those that stand, the one worth the most first; where there are none,
    ``problems`` say why. ``attempted`` is the kind of meld that the cards are, or were meant to be.
    """

    readings: tuple[Meld, ...]
    problems: tuple[Problem, ...]
    attempted: Kind | None

    @property
    def meld(self) -> Meld | None:
        """The reading taken: the only one, or the one worth the most."""
        return self.readings[0] if self.readings else None


def judge(
    cards: Sequence[Card], rules: Rules, kind: Kind | None = None, down: Down = NOTHING_DOWN
) -> Verdict:
    """Judge cards laid as a new meld, of the kind said or of either.

    ``down`` counts the cards on the table, which limits what a joker may stand for.
    """
    return _judge((), cards, rules, kind, down) if down else _judge_alone(tuple(cards), rules, kind)


@lru_cache(maxsize=2048)
def _judge_alone(cards: tuple[Card, ...], rules: Rules, kind: Kind | None) -> Verdict:
    """Judge cards that nothing on the table limits; an evening asks of the same melds again."""
    return _judge((), cards, rules, kind, NOTHING_DOWN)


def lay_off(meld: Meld, cards: Sequence[Card], rules: Rules, down: Down = NOTHING_DOWN) -> Verdict:
    """Judge cards added to a meld on the table, whose jokers keep their reading.

    ``down`` counts the cards on the table without the meld. The readings are the whole meld with
    the cards on it; what lies there stays together, so that no ace or joker moves from one end of a
    run to the other.
    """
    verdict = _judge(meld.cards, cards, rules, meld.kind, down)
    unmoved = tuple([grown for grown in verdict.readings if place_within(meld, grown) is not None])
    return verdict._replace(readings=unmoved or verdict.readings)


def place_within(meld: Meld, grown: Meld) -> int | None:
    """Return where a meld starts within what it has grown to, or None where its cards lie apart."""
    length = len(meld.cards)
    for start in range(len(grown.cards) - length + 1):
        if grown.cards[start : start + length] == meld.cards:
            return start
    return None


def added_to(meld: Meld, grown: Meld) -> tuple[slice, slice]:
    """Return which cards of a grown meld lie before those that it has grown from, and which after.

    >>> from rummy_score.cards.notation import parse_cards
    >>> run, longer = (Meld(Kind.RUN, parse_cards(text)) for text in ("7-9H", "6-10H"))
    >>> before, after = added_to(run, longer)
    >>> (*longer.cards[before], *longer.cards[after]) == parse_cards("6H 10H")
    True
    """
    start = place_within(meld, grown) or 0
    return slice(start), slice(start + len(meld.cards), None)


def card_points(meld: Meld, rules: Rules) -> tuple[int, ...]:
    """Return the points of each card of a meld where it stands.

    A low ace and a joker count as the rules say; a joker of an agreed meld that nobody has named
    counts what it would in hand.
    """
    low_aces = _low_aces(meld, rules)
    points = []
    for place, card in enumerate(meld.cards):
        rank = card.value.rank
        is_joker = rank is None or card.stands_for is not None
        if is_joker and rules.joker_laid is not None:
            points.append(rules.joker_laid)
        elif rank is None:
            points.append(rules.joker_held)
        elif place in low_aces:
            points.append(rules.low_ace_points)
        else:
            points.append(rules.rank_points(rank))
    return tuple(points)


def _low_aces(meld: Meld, rules: Rules) -> Sequence[int]:
    """Return the places of the aces of a run that count their low points."""
    if rules.low_ace is LowAce.NONE or meld.kind is not Kind.RUN:
        return ()
    ranks = [card.value.rank for card in meld.cards]
    if Rank.ACE not in ranks:
        return ()
    aces = [place for place, rank in enumerate(ranks) if rank == Rank.ACE]
    if rules.low_ace is LowAce.SHORT_RUN:
        return aces if len(ranks) <= 3 else ()
    return [place for place in aces if ranks[place + 1 : place + 2] == [Rank.TWO]]


def meld_points(meld: Meld, rules: Rules) -> int:
    """Return the points of a whole meld."""
    return sum(card_points(meld, rules))


# Every way in which cards can be read, and those that keep to the limits.


class _Asked(NamedTuple):
    """The cards of a play, with those of the meld that they are laid on: what is known of each.

    ``fixed`` are those that count as one card, themselves or the card that they were said to be;
    ``free`` are the jokers and wild cards that may be any. ``laid`` lies there already and is part
    of ``fixed``: its jokers are not questioned again.
    """

    laid: tuple[Card, ...]
    fixed: list[Card]
    free: list[Card]

    @property
    def size(self) -> int:
        return len(self.fixed) + len(self.free)


def _judge(
    laid: tuple[Card, ...], cards: Sequence[Card], rules: Rules, kind: Kind | None, down: Down
) -> Verdict:
    # Natural cards are nearly all that is ever laid, and a tenth of the work. Where some card is
    # wild it might be more than it seems.
    natural = None if rules.wild else _natural((*laid, *cards), rules, kind)
    if natural:
        return Verdict((natural,), (), natural.kind)
    asked = _sorted_out(laid, cards, rules)
    misnamed = _misnamed(cards, rules)
    legal: list[Meld] = []
    flawed: list[tuple[Problem, ...]] = []
    if not misnamed:
        for meld in _candidates(asked, rules, kind, down):
            problems = tuple(_joker_problems(meld, laid, rules, down))
            if problems:
                flawed.append(problems)
            else:
                legal.append(meld)
    if legal:
        # Sorting keeps the order of those worth the same: the highest run first, runs before sets.
        legal.sort(key=lambda meld: -meld_points(meld, rules))
        return Verdict(tuple(legal), (), legal[0].kind)
    attempted = kind or attempted_kind([card.value for card in asked.fixed])
    if flawed:  # the reading with the fewest faults is the one that was meant
        return Verdict((), min(flawed, key=len), attempted)
    return Verdict((), (*misnamed, *_why_no_reading(asked, rules, attempted)), attempted)


def _sorted_out(laid: tuple[Card, ...], cards: Sequence[Card], rules: Rules) -> _Asked:
    """Tell the cards that count as one card from the jokers that nobody has named."""
    fixed, free = list(laid), []
    for card in cards:
        if card.stands_for is None and rules.is_joker(card):
            free.append(card)
        elif card.stands_for == card.face:
            fixed.append(card.face)  # a wild card said to be itself is a natural card
        else:
            fixed.append(card)
    return _Asked(laid, fixed, free)


def _why_no_reading(asked: _Asked, rules: Rules, kind: Kind | None) -> Iterator[Problem]:
    """Yield why cards cannot be read as a meld at all, and the limits on jokers that they break."""
    yield from why_no_meld([card.value for card in asked.fixed], len(asked.free), rules, kind)
    jokers = sum(
        [card.rank is None or card.stands_for is not None for card in (*asked.fixed, *asked.free)]
    )
    yield from _joker_limits(asked.size - jokers, jokers, rules)


def _natural(cards: tuple[Card, ...], rules: Rules, kind: Kind | None) -> Meld | None:
    """Return the one meld that natural cards make; None settles nothing.

    More than twelve cards of a suit are left to the slower way, which knows every run with an ace.
    """
    count = len(cards)
    places = [card.rank or 0 for card in cards if card.stands_for is None]
    has_joker = len(places) < count or 0 in places
    if has_joker or count < rules.naturals_min or count >= WHOLE_SUIT:
        return None
    suits = {card.suit for card in cards}
    if len(suits) == 1 and kind is not Kind.SET and rules.run_min <= count <= rules.run_max:
        return _natural_run(cards, places, rules.ace)
    one_rank = len(set(places)) == 1
    if one_rank and kind is not Kind.RUN and rules.set_min <= count <= rules.set_max:
        return Meld(Kind.SET, cards) if rules.set_same_suit or len(suits) == count else None
    return None


def _natural_run(cards: tuple[Card, ...], places: list[int], ace: Ace) -> Meld | None:
    """Return cards of one suit as the run that they make without turning the corner."""
    count = len(cards)
    span = max(places) - min(places) + 1
    if Rank.ACE in places and (ace is Ace.HIGH or (ace is not Ace.LOW and span > count)):
        places = [ACE_AT_BOTH_ENDS if place == 1 else place for place in places]
        span = max(places) - min(places) + 1
    unbroken = span == count == len(set(places))
    if not unbroken:
        return None
    return Meld(Kind.RUN, tuple([card for _, card in sorted(zip(places, cards, strict=True))]))


def _misnamed(cards: Sequence[Card], rules: Rules) -> list[Problem]:
    """Return the cards that were said to stand for another but are no jokers here."""
    problems = []
    for card in cards:
        if card.stands_for is not None and not rules.is_joker(card):
            told = f"{card.face} is no joker here, so it cannot stand for {card.stands_for} (wild)."
            problems.append(Problem("wild", told))
    return problems


def _candidates(asked: _Asked, rules: Rules, kind: Kind | None, down: Down) -> Iterator[Meld]:
    """Yield every way to read cards as a run or a set, before the limits on jokers."""
    if kind is not Kind.SET and rules.run_min <= asked.size <= rules.run_max:
        yield from _runs(asked, rules)
    largest = rules.set_max if rules.set_same_suit else min(rules.set_max, len(SUITS))
    if kind is not Kind.RUN and rules.set_min <= asked.size <= largest:
        yield from _sets(asked, rules, down)


def _runs(asked: _Asked, rules: Rules) -> Iterator[Meld]:
    """Yield every run that cards can be, the highest of a suit first."""
    fixed, free, count = asked.fixed, asked.free, asked.size
    suits = {card.value.suit for card in fixed} - {None}
    if len(suits) > 1:
        return
    ranks = [card.value.rank or Rank.ACE for card in fixed]
    starts = _starts(ranks, count, rules.ace)
    for suit in suits or SUITS:
        for start in starts:
            window = [PACK_FACES[RANKS[(start - 1 + step) % 13], suit] for step in range(count)]
            filled = _filled(window, fixed, free)
            yield Meld(Kind.RUN, filled)
            if count == ACE_AT_BOTH_ENDS:
                # Either end takes the ace and a joker the other: filled from above, they change.
                from_above = _filled(window[::-1], fixed, free)[::-1]
                if from_above != filled:
                    yield Meld(Kind.RUN, from_above)


def _starts(ranks: list[Rank], count: int, ace: Ace) -> list[int]:
    """Return the places where a run of so many cards that has these ranks can start.

    The ace is 1, and 14 above the king. The highest comes first; those that turn the corner come
    after all others.
    """
    if not _each_once(ranks, count):
        return []
    lowest = 2 if ace is Ace.HIGH else 1
    highest = (WHOLE_SUIT if ace is Ace.LOW else ACE_AT_BOTH_ENDS) - count + 1
    if ranks and Rank.ACE not in ranks and ace is not Ace.CORNER:
        # Each rank has one place only, so the run starts no higher than the lowest of them and
        # reaches at least the highest.
        highest = min(*ranks, highest)
        lowest = max(max(ranks) - count + 1, lowest)
        return [*range(highest, lowest - 1, -1)]
    starts = [*range(highest, lowest - 1, -1)]
    if ace is Ace.CORNER and count < ACE_AT_BOTH_ENDS:
        starts += range(WHOLE_SUIT, ACE_AT_BOTH_ENDS - count + 1, -1)
    return [start for start in starts if _reaches(start, count, ranks)]


def _reaches(start: int, count: int, ranks: list[Rank]) -> bool:
    """Tell whether every rank lies within so many places from a start, around the corner too."""
    return all((rank - start) % 13 < count for rank in ranks)


def _each_once(ranks: list[Rank], count: int) -> bool:
    """Tell whether no rank is there twice, but for the ace at both ends of a whole suit."""
    repeated = len(ranks) - len(set(ranks))
    if repeated == 1 and count == ACE_AT_BOTH_ENDS:
        return ranks.count(Rank.ACE) == 2
    return repeated == 0


def _filled(window: list[Card], fixed: list[Card], free: list[Card]) -> tuple[Card, ...]:
    """Return the card at each place of a run: what was laid for it, else a joker.

    A wild card whose own place is open is natural there. Only what no card fits is left to the
    jokers, in the order in which they were played.
    """
    waiting, jokers = list(fixed), list(free)
    found: list[Card | None] = []
    for place in window:
        card = _of_rank(place.rank, waiting)
        if card is not None:
            waiting.remove(card)
            if card.value.suit is None:  # a joker said to be a rank alone gets its suit here
                card = card._replace(stands_for=place)
        elif place in jokers:
            jokers.remove(place)
            card = place
        found.append(card)
    others = iter(jokers)
    for spot, place in enumerate(window):
        if found[spot] is None:
            found[spot] = next(others)._replace(stands_for=place)
    return tuple(found)  # type: ignore[arg-type]  # every spot is filled now


def _of_rank(rank: Rank | None, cards: list[Card]) -> Card | None:
    for card in cards:
        if card.value.rank == rank:
            return card
    return None


def _sets(asked: _Asked, rules: Rules, down: Down) -> Iterator[Meld]:
    """Yield every set that cards can be: of the rank that they have, or jokers alone of any."""
    ranks = {card.value.rank for card in asked.fixed}
    if len(ranks) > 1:
        return
    suits = [card.value.suit for card in asked.fixed if card.value.suit is not None]
    if not rules.set_same_suit and len(set(suits)) < len(suits):
        return
    for rank in ranks or reversed(RANKS):
        yield Meld(Kind.SET, _matched(rank or Rank.ACE, asked, rules, down))


def _matched(rank: Rank, asked: _Asked, rules: Rules, down: Down) -> tuple[Card, ...]:
    """Return a set's cards; a joker's suit stays open unless one suit only is left for it."""
    cards, jokers = list(asked.fixed), []
    used = {card.value.suit for card in cards}
    for card in asked.free:
        if card.rank == rank and (rules.set_same_suit or card.suit not in used):
            used.add(card.suit)
            cards.append(card)  # a wild card of the set's own rank is natural
        else:
            jokers.append(card)
    if not jokers:
        return tuple(cards)
    meant = PACK_FACES[rank, None]
    if len(jokers) == 1 and not rules.set_same_suit and None not in used:
        others = [PACK_FACES[rank, suit] for suit in SUITS if suit not in used]
        possible = [card for card in others if down.get(card, 0) < rules.packs.most]
        if len(possible) == 1:
            meant = possible[0]
    return (*cards, *[joker._replace(stands_for=meant) for joker in jokers])


# What the rules say of jokers in a meld.


def _joker_problems(
    meld: Meld, laid: tuple[Card, ...], rules: Rules, down: Down
) -> Iterator[Problem]:
    """Yield what is wrong with the jokers of a reading; those laid before keep their card."""
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
    here = Counter([card.value for card in meld.cards])
    played = Counter([card for card in meld.cards if card.stands_for is not None])
    for joker in played - Counter(laid):
        value = joker.value
        if value.suit is not None and down.get(value, 0) + here[value] > rules.packs.most:
            told = f"{joker.face} cannot be {value}: {_all_copies(rules.packs.most)} already down."
            yield Problem("packs", f"{told} Name another card.")
        elif not _card_left(value.rank or Rank.ACE, here, rules, down):
            any_suit = PACK_FACES[value.rank, None]
            told = f"{joker.face} cannot be {value}: every {any_suit} that fits is already down."
            yield Problem("packs", told)


def _all_copies(packs: int) -> str:
    if packs == 1:
        return "it is"
    return "both are" if packs == 2 else f"all {packs} are"


def _card_left(rank: Rank, here: Counter[Card], rules: Rules, down: Down) -> bool:
    """Tell whether the jokers of open suit have cards of their rank left to stand for.

    There must be a copy for each of them, those in other melds too, and where the suits of a set
    differ a suit for each that lies here.
    """
    any_suit = PACK_FACES[rank, None]
    copies_left, suits_left = 0, 0
    for suit in SUITS:
        face = PACK_FACES[rank, suit]
        copies = rules.packs.most - down.get(face, 0) - here[face]
        if copies > 0:
            copies_left += copies
            suits_left += not here[face]
    if not rules.set_same_suit and here[any_suit] > suits_left:
        return False
    return here[any_suit] + down.get(any_suit, 0) <= copies_left
