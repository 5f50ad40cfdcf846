"""What a game leaves owing, pair by pair: its deals, or the differences to the winner."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from rummy_score.points import Points, divided
from rummy_score.rules.rules import Rules, Scoring, Settling
from rummy_score.scoring.deals import by_difference
from rummy_score.scoring.games import Line, Standing, side_names

# By payer and payee. An evening of many deals comes to a few sums, not to a debt for each loser of
# each deal.
_Owed: TypeAlias = dict[tuple[str, str], Points]


class Debt(NamedTuple):
    """Points that one side owes another."""

    payer: str
    payee: str
    points: Points


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


def shared_adjustments(standing: Standing) -> list[int]:
    """Return the numbers of the deals with an adjustment that the others share.

    That is where it is owed by itself, since each deal's points are.
    """
    if standing.game.rules.settle is not Settling.DEALS:
        return []
    return [line.number for line in standing.lines if sum(line.checked.deal.adjust.values())]


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
    _add(owed, _of_start(standing, sides))
    owed = _less_paid(owed, standing.game.paid, standing.totals)
    for line in standing.lines:
        _add(owed, _of_deal(line, sides))
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


def _of_start(standing: Standing, sides: Mapping[str, str]) -> Iterator[Debt]:
    """Yield what adjustments before the first deal leave owing.

    They are shared by who sat in it: nobody who comes later joins into them.
    """
    game = standing.game
    start = _by_side(game.start, sides)
    if start:
        players = game.deals[0].seated if game.deals else game.players
        seated = list(dict.fromkeys(sides[player] for player in players))
        yield from _payments(_shared_by_others(start, seated))


def _of_deal(line: Line, sides: Mapping[str, str]) -> Iterator[Debt]:
    scores = _by_side(line.score.points, sides)
    if _sums_to_zero(line, line.rules):
        yield from _payments(scores)
    else:
        top = max(scores.values())
        yield from _differences(scores, [side for side, points in scores.items() if points == top])
    adjust = _by_side(line.checked.deal.adjust, sides)
    if adjust:
        yield from _payments(_shared_by_others(adjust, list(scores)))


def _sums_to_zero(line: Line, rules: Rules) -> bool:
    return rules.scoring is Scoring.HAND or by_difference(line.checked.out, rules)


def _by_side(points: Mapping[str, Points], sides: Mapping[str, str]) -> dict[str, Points]:
    summed: dict[str, Points] = {}
    for player, score in points.items():
        summed[sides[player]] = summed.get(sides[player], 0) + score
    return summed


def _shared_by_others(adjust: dict[str, Points], seated: Sequence[str]) -> dict[str, Points]:
    """Balance an adjustment: what it takes or gives in all, the others get or give equally.

    Minus 10 for Boris, four at the table: the other three get 10/3 each.
    """
    rest = sum(adjust.values())
    others = [side for side in seated if side not in adjust]
    if others:
        return adjust | dict.fromkeys(others, divided(-rest, len(others)))
    return {side: points - divided(rest, len(adjust)) for side, points in adjust.items()}


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
