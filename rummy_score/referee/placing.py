"""Where a play goes: a new meld, or which of the melds on the table it is laid off on.

This is decided here and nowhere else, for whoever lays, asks, calls or writes a sheet; each meld
that may take the cards is judged once.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rummy_score.cards.cards import Card, Kind, cards_text
from rummy_score.cards.notation import Play
from rummy_score.errors import AmbiguousInput, BrokenRule, RummyScoreError, UnreadableInput
from rummy_score.names import listed
from rummy_score.referee.melds import NOTHING_DOWN, Down, Meld, Verdict, judge, lay_off
from rummy_score.referee.problems import Problem
from rummy_score.rules.rules import Rules


class Placed(NamedTuple):
    """The verdict on a play, and the number of the meld that it is laid off on (None: a new meld).

    ``error`` is what a refusal is raised as. Where that is not BrokenRule, what was played is open
    (two melds take it, or the one that is named is not there) and its problem has no rule, so that
    no ruling can waive it.
    """

    verdict: Verdict
    number: int | None = None
    error: type[RummyScoreError] = BrokenRule

    @property
    def is_open(self) -> bool:
        """Whether nobody can say what was played."""
        return self.error is not BrokenRule


def place(melds: Sequence[Meld], play: Play, rules: Rules, beside: Sequence[Card] = ()) -> Placed:
    """Decide where a play goes among the melds on the table, numbered from 1.

    It goes to the meld that it names. Else it is a new meld where it can be one, or where its kind
    was said; else a lay-off on the only meld that takes it. ``beside`` are the other cards on the
    table.

    >>> from rummy_score.cards.notation import parse_plays
    >>> from rummy_score.rules.variants import find_variant
    >>> run, queens, queen = (play.cards for play in parse_plays("9-JD, QSHC, QD"))
    >>> lying = [Meld(Kind.RUN, run), Meld(Kind.SET, queens)]
    >>> place(lying, Play(queen), find_variant("rum500").rules).verdict.problems[0].message
    "Q♦ fits meld 1 (9♦ 10♦ J♦) or 2 (Q♠ Q♥ Q♣): say which, 'to 1' or 'to 2'."
    """
    if play.to is not None:
        if play.to > len(melds):
            told = f"There is no meld {play.to} ({_numbered(melds)})."
            return _open(told, UnreadableInput)
        return Placed(_laid_off(melds, play.to, play.cards, rules, beside), play.to)
    could_be_new = len(play.cards) >= min(rules.run_min, rules.set_min)
    if could_be_new or play.kind is not None or not melds:
        down = _down(melds, play.cards, rules, beside)
        new = judge(play.cards, rules, play.kind, down)
        if new.meld or play.kind is not None:
            return Placed(new)
        return _only_fit(melds, play.cards, rules, beside, new)
    return _only_fit(melds, play.cards, rules, beside, None)


def takers(
    melds: Sequence[Meld], cards: tuple[Card, ...], rules: Rules, beside: Sequence[Card] = ()
) -> dict[int, Verdict]:
    """Return the verdict on a lay-off on each meld that may take the cards, by its number."""
    near = [number for number, meld in enumerate(melds, 1) if _alike(meld, cards, rules)]
    return {number: _laid_off(melds, number, cards, rules, beside) for number in near}


def count_down(
    melds: Sequence[Meld], beside: Sequence[Card] = (), except_meld: int | None = None
) -> Counter[Card]:
    """Count the cards on the table, jokers as what they stand for, without the meld of a number."""
    down = Counter([card.value for card in beside])
    for number, meld in enumerate(melds, 1):
        if number != except_meld:
            down.update([card.value for card in meld.cards])
    return down


def _only_fit(
    melds: Sequence[Meld],
    cards: tuple[Card, ...],
    rules: Rules,
    beside: Sequence[Card],
    no_meld: Verdict | None,
) -> Placed:
    """Lay cards off on the only meld that takes them; ``no_meld`` is why they are none themselves.

    It is None where they are too few for a meld, so that nothing but a lay-off can be meant.
    """
    verdicts = takers(melds, cards, rules, beside)
    fits = [number for number, verdict in verdicts.items() if verdict.meld]
    if len(fits) == 1:
        return Placed(verdicts[fits[0]], fits[0])
    if fits:
        taking = listed((f"{number} ({_shown(melds, number)})" for number in fits), "or")
        numbers = listed((f"'to {number}'" for number in fits), "or")
        told = f"{cards_text(cards)} fits meld {taking}: say which, {numbers}."
        return _open(told, AmbiguousInput)
    if no_meld:
        return Placed(no_meld)
    if len(verdicts) == 1:  # the one that was meant: it can say what is missing
        [(number, verdict)] = verdicts.items()
        return Placed(verdict, number)
    told = f"{cards_text(cards)} fits no meld on the table ({_numbered(melds)})."
    return Placed(_refused("run_min", told))


def _alike(meld: Meld, cards: tuple[Card, ...], rules: Rules) -> bool:
    """Tell at a glance whether cards may fit a meld: by its suit for a run, by its rank for a set.

    This spares judging most melds of a full table; what it lets through is judged.
    """
    rank, suit, _ = meld.cards[0].value
    for card in cards:
        if card.stands_for is None and rules.is_joker(card):
            continue  # it may be any card
        value = card.value
        if meld.kind is Kind.RUN:
            if value.suit not in (suit, None):
                return False
        elif value.rank != rank:
            return False
    return True


def _laid_off(
    melds: Sequence[Meld],
    number: int,
    cards: tuple[Card, ...],
    rules: Rules,
    beside: Sequence[Card],
) -> Verdict:
    meld = melds[number - 1]
    if meld.kind is None:
        told = f"Meld {number} ({cards_text(meld.cards)}) is no meld by the rules"
        return _refused("run_min", f"{told}, so nothing fits it.")
    return lay_off(meld, cards, rules, _down(melds, cards, rules, beside, number))


def _down(
    melds: Sequence[Meld],
    cards: tuple[Card, ...],
    rules: Rules,
    beside: Sequence[Card],
    except_meld: int | None = None,
) -> Down:
    """Count the table only where a joker is played: nothing else depends on it."""
    if any(map(rules.is_joker, cards)):
        return count_down(melds, beside, except_meld)
    return NOTHING_DOWN


def _open(told: str, error: type[RummyScoreError]) -> Placed:
    return Placed(_refused("", told), None, error)


def _refused(rule: str, told: str) -> Verdict:
    return Verdict((), (Problem(rule, told),), None)


def _shown(melds: Sequence[Meld], number: int) -> str:
    return cards_text(melds[number - 1].cards)


def _numbered(melds: Sequence[Meld]) -> str:
    """Show what lies on the table, for who has named what does not."""
    if not melds:
        return "none is down yet"
    return ", ".join(
        [f"{number}: {cards_text(meld.cards)}" for number, meld in enumerate(melds, 1)]
    )
