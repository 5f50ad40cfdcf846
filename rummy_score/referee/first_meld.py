"""What a player may do before a meld of his own: the one rule on it, with its words."""

from collections.abc import Collection, Iterator, Sequence

from rummy_score.cards.cards import Kind
from rummy_score.referee.melds import Meld, meld_points
from rummy_score.referee.problems import Problem
from rummy_score.rules.rules import FirstMeld, Rules


def comes_first(kinds: Collection[Kind | None], points: int, rules: Rules) -> bool:
    """Tell whether a player who has no meld yet may lay new melds of these kinds in one turn.

    ``points`` is what they come to; none at all is a turn of nothing but lay-offs. An agreed meld,
    which is neither run nor set, is not held against its player again.
    """
    if not kinds:
        return rules.layoff_first
    if isinstance(rules.first_meld, int):
        return points >= rules.first_meld
    return rules.first_meld is not FirstMeld.RUN or set(kinds) != {Kind.SET}


def too_early(player: str, melds: Sequence[Meld], rules: Rules) -> Iterator[Problem]:
    """Yield what a player who has no meld yet does too early with the new melds of a turn."""
    points = _points(melds, rules)
    first = rules.first_meld
    if comes_first(_kinds(melds), points, rules):
        return
    if not melds:
        told = f"{player} lays off before a meld of their own (layoff_first=no)."
        yield Problem("layoff_first", told)
    elif first is FirstMeld.RUN:
        told = f"{player} has laid no run yet, and the first meld is a run (first_meld=run)."
        yield Problem("first_meld", told)
    else:
        told = f"{player}'s first melds come to {points} points"
        yield Problem("first_meld", f"{told}; the first takes {first} (first_meld={first}).")


def reminder(melds: Sequence[Meld], rules: Rules) -> Iterator[str]:
    """Yield what keeps a play from being anybody's first, where no player is asked about."""
    first = rules.first_meld
    if comes_first(_kinds(melds), _points(melds, rules), rules):
        return
    if not melds:
        yield "Only after a meld of one's own (layoff_first=no)."
    elif first is FirstMeld.RUN:
        yield "Not as a player's first meld, which must be a run (first_meld=run)."
    else:
        told = f"Not alone as a player's first meld, which must reach {first} points"
        yield f"{told} (first_meld={first})."


def _kinds(melds: Sequence[Meld]) -> list[Kind | None]:
    return [meld.kind for meld in melds]


def _points(melds: Sequence[Meld], rules: Rules) -> int:
    """Return what new melds come to, counted only where the rule is a number of points."""
    if not isinstance(rules.first_meld, int):
        return 0
    return sum([meld_points(meld, rules) for meld in melds])
