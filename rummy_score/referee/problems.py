"""Why cards are no run and no set: every reason, with the knob behind it and words for a person.

What makes a run a run (one suit, unbroken order) goes under ``run_min``, what makes a set a set
under ``set_min``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rummy_score.cards.cards import (
    PACK_FACES,
    RANK_WORDS,
    RANKS,
    SUIT_WORDS,
    Card,
    Kind,
    Rank,
    Suit,
    cards_text,
)
from rummy_score.names import listed
from rummy_score.rules.rules import Ace, Rules


class Problem(NamedTuple):
    """One reason for a refusal: the knob that decides it, and a message that says how to mend it."""

    rule: str
    message: str


def beyond_the_packs(cards: Iterable[Card], rules: Rules) -> Iterator[tuple[Card, str, str]]:
    """Yield each card that is there more often than the packs hold it: how often, and what the game has, in words."""
    for card, count in Counter(card.face for card in cards).items():
        knob, most = (
            ("jokers", rules.jokers.most) if card.rank is None else ("packs", rules.packs.most)
        )
        if count > most:
            times = "once" if count == 1 else f"{count} times"
            yield card, times, f"the game has {most or 'none'} ({knob}={most})"


def attempted_kind(values: Sequence[Card]) -> Kind | None:
    """Return the kind of meld that cards were meant to be, or None where it does not show."""
    if len(values) > 1 and len({card.rank for card in values}) == 1:
        return Kind.SET
    if len(values) > 1 and len({card.suit for card in values} - {None}) <= 1:
        return Kind.RUN
    return None


def why_no_meld(
    values: Sequence[Card], jokers: int, rules: Rules, kind: Kind | None
) -> tuple[Problem, ...]:
    """Return what keeps cards from being a run, a set, or (kind None) either of them.

    ``values`` are the cards, or what said jokers stand for; ``jokers`` counts those that may be
    anything.
    """
    run = tuple(_no_run(values, jokers, rules)) if kind is not Kind.SET else ()
    same = tuple(_no_set(values, jokers, rules)) if kind is not Kind.RUN else ()
    if kind is not None:
        return run or same
    if not (run and same):
        return ()
    return tuple(
        Problem(rule, f"As a {name}: {message}")
        for name, problems in (("run", run), ("set", same))
        for rule, message in problems
    )


def _no_run(values: Sequence[Card], jokers: int, rules: Rules) -> Iterator[Problem]:
    count = len(values) + jokers
    if count < rules.run_min:
        yield Problem(
            "run_min",
            f"{_cards(count)}: a run takes at least {rules.run_min} (run_min={rules.run_min}).",
        )
    if count > rules.run_max:
        yield Problem(
            "run_max",
            f"{_cards(count)}: a run takes at most {rules.run_max} (run_max={rules.run_max}).",
        )
    if count == 14 <= rules.run_max and rules.ace in (Ace.LOW, Ace.HIGH):
        whole = f"a whole suit makes a run of 13 (ace={rules.ace})"
        yield Problem(
            "ace", f"{_cards(count)}: {whole}. With an ace at either end, ace=both, it may have 14."
        )
    suits = Counter(card.suit for card in values if card.suit is not None)
    suit = suits.most_common(1)[0][0] if suits else None
    strays = [card for card in values if card.suit not in (suit, None)]
    if strays and suit is not None:
        word = SUIT_WORDS[suit]
        yield Problem(
            "run_min",
            f"{listed(map(str, strays))}: not of {word}. A run is of one suit: take out the others.",
        )
    ranks = Counter(card.rank for card in values if card.suit in (suit, None) and card.rank)
    twice = [
        PACK_FACES[rank, suit]
        for rank, copies in ranks.items()
        if copies > 1 + (rank == 1 and count == 14)
    ]
    if twice:
        yield Problem(
            "run_min",
            f"{listed(map(str, twice))}: there more than once. A run takes each card once.",
        )
    if ranks:
        yield from _gaps(sorted(rank for rank in ranks if rank), suit, jokers, rules)


def _gaps(ranks: list[Rank], suit: Suit | None, jokers: int, rules: Rules) -> Iterator[Problem]:
    """Yield the places where an unbroken order breaks, seen from where the fewest cards are missing."""
    low = [int(rank) for rank in ranks]
    high = sorted(14 if place == 1 else place for place in low)
    around = [low[start:] + [place + 13 for place in low[:start]] for start in range(len(low))]
    lines = {Ace.LOW: [low], Ace.HIGH: [high], Ace.BOTH: [low, high], Ace.CORNER: around}
    line = min(lines[rules.ace], key=_missing)
    if _missing(line) <= jokers:
        return
    if min(map(_missing, around)) <= jokers:
        yield _ace_problem(low, high, suit, jokers, rules)
        return
    for below, above in pairwise(line):
        if above - below > 1:
            yield _gap(below, above, suit, jokers, rules)


def _missing(places: list[int]) -> int:
    return places[-1] - places[0] + 1 - len(places)


def _gap(below: int, above: int, suit: Suit | None, jokers: int, rules: Rules) -> Problem:
    first, last = _at(below, suit), _at(above, suit)
    missing = [_at(place, suit) for place in range(below + 1, above)]
    names = listed(map(str, missing)) if len(missing) <= 3 else f"{missing[0]} to {missing[-1]}"
    verb, them = ("is", names) if len(missing) == 1 else ("are", "them")
    plays_jokers = rules.jokers.most > 0 or rules.wild
    joker = (" or a joker" if len(missing) == 1 else " or jokers") if plays_jokers else ""
    short = f" {_jokers(jokers)} cannot fill every gap." if jokers else ""
    message = f"{last} is not next to {first}: {names} {verb} missing. Add {them}{joker}.{short}"
    return Problem("run_min", message)


def _ace_problem(
    low: list[int], high: list[int], suit: Suit | None, jokers: int, rules: Rules
) -> Problem:
    ace = _at(1, suit)
    straight = _missing(high) <= jokers or _missing(low) <= jokers
    if straight and rules.ace == Ace.LOW:
        why = f"{ace} does not stand above {_at(13, suit)}: the ace is low here (ace=low)."
    elif straight:
        why = f"{ace} does not stand below {_at(2, suit)}: the ace is high here (ace=high)."
    else:
        run = cards_text([_at(13, suit), ace, _at(2, suit)])
        why = f"{run} does not turn the corner: a run ends at the ace here (ace={rules.ace})."
    return Problem("ace", f"{why} With ace={'both' if straight else 'corner'} it does.")


def _no_set(values: Sequence[Card], jokers: int, rules: Rules) -> Iterator[Problem]:
    count = len(values) + jokers
    if count < rules.set_min:
        yield Problem(
            "set_min",
            f"{_cards(count)}: a set takes at least {rules.set_min} (set_min={rules.set_min}).",
        )
    if count > rules.set_max:
        yield Problem(
            "set_max",
            f"{_cards(count)}: a set takes at most {rules.set_max} (set_max={rules.set_max}).",
        )
    ranks = Counter(card.rank for card in values if card.rank)
    if not ranks:
        return
    rank = ranks.most_common(1)[0][0]
    others = [card for card in values if card.rank != rank]
    if others:
        word = RANK_WORDS[rank]
        yield Problem(
            "set_min",
            f"{listed(map(str, others))}: no {word}. A set is of one rank: take out the others.",
        )
    suits = Counter(card for card in values if card.rank == rank and card.suit is not None)
    twice = [card for card, copies in suits.items() if copies > 1]
    if twice and not rules.set_same_suit:
        message = f"{listed(map(str, twice))}: there more than once. The suits of a set differ (set_same_suit=no)."
        yield Problem("set_same_suit", message)
    elif 4 < count <= rules.set_max and not rules.set_same_suit:
        message = f"{_cards(count)}: there are four suits, and the suits of a set differ (set_same_suit=no)."
        yield Problem("set_same_suit", message)


def _at(place: int, suit: Suit | None) -> Card:
    return PACK_FACES[RANKS[(place - 1) % 13], suit]


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _jokers(count: int) -> str:
    return "1 joker" if count == 1 else f"{count} jokers"
