"""What a game leaves owing, pair by pair: its deals one by one, or the differences to the winner."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rummy_score.points import Points, divided
from rummy_score.rules.rules import Rules, Scoring, Settling
from rummy_score.scoring.deals import by_difference
from rummy_score.scoring.games import Line, Standing, side_names


class Debt(NamedTuple):
    """Points that one side owes another."""

    payer: str
    payee: str
    points: Points


def debts(standing: Standing) -> list[Debt]:
    """Return every debt of a game that is not settled, in the order in which it arose.

    Where the table has paid, what arose before is gone, but for what an edit of an old deal has
    changed since. Where the differences to the winner are owed, nothing is before a target is
    reached.
    """
    game = standing.game
    if game.rules.settle is Settling.DIFFERENCE:
        paid = [game.paid, *(line.checked.deal.paid for line in standing.lines)]
        return _less_paid(
            list(_differences(standing.totals, standing.winners)), _summed(paid), standing
        )
    owed = _less_paid(list(_of_start(standing)), game.paid, standing)
    for line in standing.lines:
        owed = _less_paid([*owed, *_of_deal(line, standing)], line.checked.deal.paid, standing)
    return owed


def _less_paid(owed: list[Debt], paid: Mapping[str, Points], standing: Standing) -> list[Debt]:
    """Return what is still owed once sides have got (negative: paid) so much."""
    if not paid:
        return owed
    due = balances(owed, standing.totals)
    return list(_payments({side: points - paid.get(side, 0) for side, points in due.items()}))


def _summed(every: list[Mapping[str, Points]]) -> dict[str, Points]:
    summed: dict[str, Points] = {}
    for paid in every:
        for side, points in paid.items():
            summed[side] = summed.get(side, 0) + points
    return summed


def _of_start(standing: Standing) -> Iterator[Debt]:
    """Yield what adjustments before the first deal leave owing, shared by who sat in it; nobody joins into them."""
    game, sides = standing.game, side_names(standing.game)
    start = _by_side(game.start, sides)
    if start:
        there = game.deals[0].seated if game.deals else game.players
        yield from _payments(
            _shared_by_others(start, list(dict.fromkeys(sides[player] for player in there)))
        )


def shared_adjustments(standing: Standing) -> list[int]:
    """Return the numbers of the deals with an adjustment that the others share, since it is owed by itself."""
    if standing.game.rules.settle is not Settling.DEALS:
        return []
    return [line.number for line in standing.lines if sum(line.checked.deal.adjust.values())]


def balances(owed: list[Debt], sides: Mapping[str, Points]) -> dict[str, Points]:
    """Return what each side gets (negative: pays) in all, in the order of ``sides``; the sum is zero."""
    net: dict[str, Points] = dict.fromkeys(sides, 0)
    for payer, payee, points in owed:
        net[payer] -= points
        net[payee] += points
    return net


def _of_deal(line: Line, standing: Standing) -> Iterator[Debt]:
    sides = side_names(standing.game)
    scores = _by_side(line.score.points, sides)
    if _sums_to_zero(line, line.rules):
        yield from _payments(scores)
    else:
        top = max(scores.values())
        yield from _differences(
            scores, tuple(side for side, points in scores.items() if points == top)
        )
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


def _shared_by_others(adjust: dict[str, Points], seated: list[str]) -> dict[str, Points]:
    """Balance an adjustment: what it takes or gives in all goes to, or comes from, the others in equal shares.

    Minus 10 for Boris, four at the table: the other three get 10/3 each.
    """
    rest = sum(adjust.values())
    others = [side for side in seated if side not in adjust]
    if others:
        return adjust | dict.fromkeys(others, divided(-rest, len(others)))
    return {side: points - divided(rest, len(adjust)) for side, points in adjust.items()}


def _payments(scores: Mapping[str, Points]) -> Iterator[Debt]:
    """Yield what each side with a minus owes each side with a plus, in proportion to the pluses."""
    won = {side: points for side, points in scores.items() if points > 0}
    everything = sum(won.values())
    for payer, points in scores.items():
        if points < 0:
            for payee, share in won.items():
                yield Debt(payer, payee, divided(-points * share, everything))


def _differences(totals: Mapping[str, Points], winners: tuple[str, ...]) -> Iterator[Debt]:
    """Yield what each other side owes the winner by the difference of totals; winners share equally."""
    for payer, total in totals.items():
        for payee in winners:
            if total < totals[payee]:
                yield Debt(payer, payee, divided(totals[payee] - total, len(winners)))
