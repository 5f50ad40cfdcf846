"""What a game leaves owing, pair by pair, and how it came about: deals, or differences in total."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from rummy_score.points import Points, divided
from rummy_score.rules.rules import Rules, Scoring, Settling
from rummy_score.scoring.deals import by_difference
from rummy_score.scoring.games import Line, Standing, entering, side_names, started_with

# By payer and payee. An evening of many deals comes to a few sums, not to a debt for each loser of
# each deal.
_Owed: TypeAlias = dict[tuple[str, str], Points]


class Debt(NamedTuple):
    """Points that one side owes another."""

    payer: str
    payee: str
    points: Points


class Part(NamedTuple):
    """What one thing that happened adds to each side's balance; it comes to zero in all.

    ``deal`` is the number of the deal with or after which it happened, 0 before the first.
    """

    what: Literal["start", "join", "deal", "adjusted", "paid"]
    deal: int
    points: dict[str, Points]


def debts(standing: Standing) -> list[Debt]:
    """Return what each side owes each other and has not settled, in the order in which it arose.

    What two sides owe each other both ways are two debts. Where the table has paid, what arose
    before is gone, but for what an edit of an old deal has changed since. Where the differences to
    the winner are owed, nothing is before a target is reached.
    """
    if standing.game.rules.settle is Settling.DIFFERENCE:
        owed = _owed_by_difference(standing)
    else:
        owed = _owed_by_deals(standing)
    return [Debt(payer, payee, points) for (payer, payee), points in owed.items()]


def balances(owed: Iterable[Debt], sides: Iterable[str]) -> dict[str, Points]:
    """Return what each side gets (negative: pays) in all, in the order of ``sides``.

    The sum is zero.
    """
    net: dict[str, Points] = dict.fromkeys(sides, 0)
    for payer, payee, points in owed:
        net[payer] -= points
        net[payee] += points
    return net


def _owed_by_difference(standing: Standing) -> _Owed:
    owed: _Owed = {}
    _add(owed, _differences(standing.totals, standing.winners))
    paid = dict(standing.game.paid)
    for line in standing.lines:
        for side, points in line.checked.deal.paid.items():
            paid[side] = paid.get(side, 0) + points
    return _less_paid(owed, paid, standing.totals)


def _owed_by_deals(standing: Standing) -> _Owed:
    sides = side_names(standing.game)
    owed: _Owed = {}
    _add(owed, _payments(_by_side(started_with(standing.game), sides)))
    owed = _less_paid(owed, standing.game.paid, standing.totals)
    for line in standing.lines:
        if line.counts:
            _add(owed, _of_scores(line, sides))
            _add(owed, _payments(_by_side(line.adjusted, sides)))
        owed = _less_paid(owed, line.checked.deal.paid, standing.totals)
    return owed


def _add(owed: _Owed, more: Iterable[Debt]) -> None:
    """Add debts to what is owed, in place: a copy for each deal would take quadratic time."""
    for payer, payee, points in more:
        total = owed.get((payer, payee), 0) + points
        # Shares come back to whole numbers: three thirds are 1, and go on as an integer.
        owed[payer, payee] = total.numerator if total.denominator == 1 else total


def _less_paid(owed: _Owed, paid: Mapping[str, Points], sides: Iterable[str]) -> _Owed:
    """Return what is still owed once sides have got (negative: paid) so much."""
    if not paid:
        return owed
    debts_before = [Debt(payer, payee, points) for (payer, payee), points in owed.items()]
    due = balances(debts_before, sides)
    left: _Owed = {}
    _add(left, _payments({side: points - paid.get(side, 0) for side, points in due.items()}))
    return left


def _of_scores(line: Line, sides: Mapping[str, str]) -> Iterator[Debt]:
    """Yield what a deal leaves owing where each is owed by itself."""
    scores = _by_side(line.score.points, sides)
    if _sums_to_zero(line, line.rules):
        yield from _payments(scores)
    else:
        top = max(scores.values())
        yield from _differences(scores, [side for side, points in scores.items() if points == top])


def _sums_to_zero(line: Line, rules: Rules) -> bool:
    return rules.scoring is Scoring.HAND or by_difference(line.checked.out, rules)


def _by_side(points: Mapping[str, Points], sides: Mapping[str, str]) -> dict[str, Points]:
    summed: dict[str, Points] = {}
    for player, score in points.items():
        summed[sides[player]] = summed.get(sides[player], 0) + score
    return summed


def _payments(scores: Mapping[str, Points]) -> Iterator[Debt]:
    """Yield what each side with a minus owes each with a plus, in proportion to the pluses."""
    won = {side: points for side, points in scores.items() if points > 0}
    everything = sum(won.values())
    for payer, points in scores.items():
        if points < 0:
            for payee, share in won.items():
                yield Debt(payer, payee, divided(-points * share, everything))


def _differences(totals: Mapping[str, Points], winners: Sequence[str]) -> Iterator[Debt]:
    """Yield what each other side owes the winner by the difference of totals.

    Winners share equally.
    """
    for payer, total in totals.items():
        for payee in winners:
            if total < totals[payee]:
                yield Debt(payer, payee, divided(totals[payee] - total, len(winners)))


# How it came about


def parts(standing: Standing) -> list[Part]:
    """Return what the balances are made of, in order; their sum is that of ``debts``.

    Where totals decide, a deal adds to a loser's balance what he scored less what the winner did:
    510 against 300 may be +40 against +90 in a deal, which takes 50 from the loser's balance.
    """
    if standing.game.rules.settle is Settling.DIFFERENCE:
        found = _parts_of_totals(standing)
    else:
        found = _parts_of_deals(standing)
    return [part for part in found if any(part.points.values())]


def shares_a_rest(standing: Standing) -> bool:
    """Tell whether a payment has left a rest: pair by pair that is shared in proportion."""
    running: dict[str, Points] = dict.fromkeys(standing.totals, 0)
    rest = False
    for part in parts(standing):
        for side, points in part.points.items():
            running[side] += points
        if part.what == "paid":
            rest = any(running.values())
    return rest


def _parts_of_deals(standing: Standing) -> Iterator[Part]:
    sides = side_names(standing.game)
    start = list(_payments(_by_side(started_with(standing.game), sides)))
    yield Part("start", 0, balances(start, standing.totals))
    yield _paid(standing.game.paid, 0, standing)
    for line in standing.lines:
        if line.counts:
            scores = balances(_of_scores(line, sides), standing.totals)
            adjusted = balances(_payments(_by_side(line.adjusted, sides)), standing.totals)
            yield Part("deal", line.number, scores)
            yield Part("adjusted", line.number, adjusted)
        yield _paid(line.checked.deal.paid, line.number, standing)


def _parts_of_totals(standing: Standing) -> Iterator[Part]:
    sides = side_names(standing.game)

    def against_winners(points: Mapping[str, Points]) -> dict[str, Points]:
        whole = dict.fromkeys(standing.totals, 0) | _by_side(points, sides)
        return _less_the_winners(whole, standing.winners)

    yield Part("start", 0, against_winners(started_with(standing.game)))
    yield _paid(standing.game.paid, 0, standing)
    for line in standing.lines:
        if line.counts:
            yield Part("join", line.number, against_winners(line.entered))
            yield Part("deal", line.number, against_winners(line.score.points))
            yield Part("adjusted", line.number, against_winners(line.adjusted))
        yield _paid(line.checked.deal.paid, line.number, standing)
    yield Part("join", len(standing.lines) + 1, against_winners(entering(standing)))


def _paid(paid: Mapping[str, Points], deal: int, standing: Standing) -> Part:
    """Return a payment: who got something is owed so much less."""
    return Part("paid", deal, {side: -paid.get(side, 0) for side in standing.totals})


def _less_the_winners(points: Mapping[str, Points], winners: Sequence[str]) -> dict[str, Points]:
    """Return points of each other side less those of the winners, who get what the others lose."""
    changed: dict[str, Points] = dict.fromkeys(points, 0)
    for winner in winners:
        for side in points:
            if side not in winners:
                share = divided(points[winner] - points[side], len(winners))
                changed[winner] += share
                changed[side] -= share
    return changed
