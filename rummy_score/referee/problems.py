"""Why cards are no run and no set: every reason, with the knob behind it and words for a person.

What makes a run a run (one suit, unbroken order) goes under ``run_min``, what makes a set a set
under ``set_min``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from rummy_score.cards.cards import (
    PACK_FACES,
    RANK_WORDS,
    RANKS,
    SUIT_WORDS,
    SUITS,
    Card,
    Kind,
    Rank,
    Suit,
    cards_text,
)
from rummy_score.names import listed
from rummy_score.rules.rules import Ace, Rules

_Value = TypeVar("_Value")
WHOLE_SUIT = 13
ACE_AT_BOTH_ENDS = 14


class Problem(NamedTuple):
    """One reason for a refusal: the knob that decides it, and words that say how to mend it."""

    rule: str
    message: str


def beyond_the_packs(cards: Iterable[Card], rules: Rules) -> Iterator[tuple[Card, str, str]]:
    """Yield each card that is there more often than the packs hold it.

    With it come how often it is there and what the game has, in words. A rank alone, as a hand may
    be written, is one of all the cards of that rank.
    """
    there = Counter([card.face for card in cards])
    for card, copies in there.items():
        count, most = copies, rules.packs.most
        knob = f"packs={most}"
        if card.rank is None:
            most = rules.jokers.most
            knob = f"jokers={most}"
        elif card.suit is None:
            count = sum([each for other, each in there.items() if other.rank == card.rank])
            most *= len(SUITS)
        if count > most:
            times = "once" if count == 1 else f"{count} times"
            yield card, times, f"the game has {most or 'none'} ({knob})"


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
    least, most = rules.run_min, rules.run_max
    if count < least:
        yield Problem(
            "run_min", f"{_cards(count)}: a run takes at least {least} (run_min={least})."
        )
    if count > most:
        yield Problem("run_max", f"{_cards(count)}: a run takes at most {most} (run_max={most}).")
    if count == ACE_AT_BOTH_ENDS <= most and rules.ace in (Ace.LOW, Ace.HIGH):
        whole = f"a whole suit makes a run of 13 (ace={rules.ace})"
        both = "With an ace at either end, ace=both, it may have 14."
        yield Problem("ace", f"{_cards(count)}: {whole}. {both}")
    suit = _most_common([card.suit for card in values])
    yield from _other_suits(values, suit)
    of_suit = [card for card in values if card.suit in (suit, None)]
    ranks = Counter([card.rank for card in of_suit if card.rank])
    yield from _ranks_twice(ranks, suit, count)
    if ranks:
        yield from _gaps(sorted(ranks), suit, jokers, rules)


def _other_suits(values: Sequence[Card], suit: Suit | None) -> Iterator[Problem]:
    """Yield the cards that are not of the suit that most of them have."""
    strays = [card for card in values if card.suit not in (suit, None)]
    if strays and suit is not None:
        told = f"{listed(map(str, strays))}: not of {SUIT_WORDS[suit]}."
        yield Problem("run_min", f"{told} A run is of one suit: take out the others.")


def _ranks_twice(ranks: Counter[Rank], suit: Suit | None, count: int) -> Iterator[Problem]:
    """Yield the cards of a suit that are there twice; only a run of 14 has room for two aces."""
    twice = []
    for rank, copies in ranks.items():
        room = 2 if rank == Rank.ACE and count == ACE_AT_BOTH_ENDS else 1
        if copies > room:
            twice.append(PACK_FACES[rank, suit])
    if twice:
        told = f"{listed(map(str, twice))}: there more than once."
        yield Problem("run_min", f"{told} A run takes each card once.")


# A line is the places of some ranks in rising order: 1 to 13 is a suit, ace low; above the king
# come the ace, 14, and round the corner the 2, 15, and so on.
_Line = list[int]


def _gaps(ranks: list[Rank], suit: Suit | None, jokers: int, rules: Rules) -> Iterator[Problem]:
    """Yield where an unbroken order breaks, seen from where the fewest cards are missing."""
    ace_low = [int(rank) for rank in ranks]
    ace_high = sorted([ACE_AT_BOTH_ENDS if place == 1 else place for place in ace_low])
    around = list(_around(ace_low))
    lines = {
        Ace.LOW: [ace_low],
        Ace.HIGH: [ace_high],
        Ace.BOTH: [ace_low, ace_high],
        Ace.CORNER: around,
    }
    line = min(lines[rules.ace], key=_missing)
    if _missing(line) <= jokers:
        return
    if min(map(_missing, around)) <= jokers:
        # Nothing is missing but a rule about the ace: that is the one thing to say.
        straight = min(_missing(ace_low), _missing(ace_high)) <= jokers
        yield _ace_problem(suit, rules.ace, straight=straight)
        return
    for below, above in pairwise(line):
        if above - below > 1:
            yield _gap(below, above, suit, jokers, rules)


def _around(ace_low: _Line) -> Iterator[_Line]:
    """Yield the line once from each of its ranks, those below it coming again above the king."""
    for start in range(len(ace_low)):
        below = [place + 13 for place in ace_low[:start]]
        yield ace_low[start:] + below


def _missing(line: _Line) -> int:
    """Count the cards that would fill the gaps of a line."""
    return line[-1] - line[0] + 1 - len(line)


def _gap(below: int, above: int, suit: Suit | None, jokers: int, rules: Rules) -> Problem:
    first, last = _at(below, suit), _at(above, suit)
    missing = [_at(place, suit) for place in range(below + 1, above)]
    one = len(missing) == 1
    names = listed(map(str, missing)) if len(missing) <= 3 else f"{missing[0]} to {missing[-1]}"
    told = f"{last} is not next to {first}: {names} {'is' if one else 'are'} missing."
    remedy = f"Add {names if one else 'them'}"
    if rules.jokers.most > 0 or rules.wild:
        remedy += " or a joker" if one else " or jokers"
    short = f" {_jokers(jokers)} cannot fill every gap." if jokers else ""
    return Problem("run_min", f"{told} {remedy}.{short}")


def _ace_problem(suit: Suit | None, ace_rule: Ace, *, straight: bool) -> Problem:
    """Say what the rule about the ace refuses; ``straight``: another end of the suit would do."""
    king, ace, two = (_at(place, suit) for place in (13, 1, 2))
    if not straight:
        run = cards_text([king, ace, two])
        why = f"{run} does not turn the corner: a run ends at the ace here (ace={ace_rule})."
    elif ace_rule is Ace.LOW:
        why = f"{ace} does not stand above {king}: the ace is low here (ace=low)."
    else:
        why = f"{ace} does not stand below {two}: the ace is high here (ace=high)."
    return Problem("ace", f"{why} With ace={'both' if straight else 'corner'} it does.")


def _no_set(values: Sequence[Card], jokers: int, rules: Rules) -> Iterator[Problem]:
    count = len(values) + jokers
    least, most = rules.set_min, rules.set_max
    if count < least:
        yield Problem(
            "set_min", f"{_cards(count)}: a set takes at least {least} (set_min={least})."
        )
    if count > most:
        yield Problem("set_max", f"{_cards(count)}: a set takes at most {most} (set_max={most}).")
    rank = _most_common([card.rank for card in values])
    if rank is None:
        return
    others = [card for card in values if card.rank != rank]
    if others:
        told = f"{listed(map(str, others))}: no {RANK_WORDS[rank]}."
        yield Problem("set_min", f"{told} A set is of one rank: take out the others.")
    if rules.set_same_suit:
        return
    of_rank = Counter([card for card in values if card.rank == rank and card.suit is not None])
    twice = [card for card, copies in of_rank.items() if copies > 1]
    if twice:
        told = f"{listed(map(str, twice))}: there more than once."
        yield Problem("set_same_suit", f"{told} The suits of a set differ (set_same_suit=no).")
    elif len(SUITS) < count <= most:
        told = f"{_cards(count)}: there are four suits, and the suits of a set differ"
        yield Problem("set_same_suit", f"{told} (set_same_suit=no).")


def _most_common(values: Sequence[_Value | None]) -> _Value | None:
    """Return what most cards have, of several the first; None where none says."""
    counts = Counter([value for value in values if value is not None])
    return counts.most_common(1)[0][0] if counts else None


def _at(place: int, suit: Suit | None) -> Card:
    return PACK_FACES[RANKS[(place - 1) % 13], suit]


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _jokers(count: int) -> str:
    return "1 joker" if count == 1 else f"{count} jokers"
