"""A deal under its rules -> the points of each player, with the sum that made them."""

from typing import NamedTuple

from rummy_score.points import Points, divided, points_text
from rummy_score.referee.layout import played_points
from rummy_score.rules.rules import Rules, Scoring
from rummy_score.scoring.counts import hand_points
from rummy_score.scoring.deals import Checked, by_difference


class Score(NamedTuple):
    """What a deal scores: each player's points, the sum that made them, who won, whether doubled.

    ``winners`` is who is out, or the leaders of a blocked deal that the lowest hand collects.
    """

    points: dict[str, Points]
    sums: dict[str, str]
    winners: tuple[str, ...]
    doubled: bool


def score_deal(checked: Checked, rules: Rules) -> Score:
    """Score a deal that has been checked.

    An example in ``hand`` scoring: the losers hold 25 and 10, so the winner has +35, they -25 and
    -10.
    """
    deal = checked.deal
    held = {
        player: hand_points(deal.left[player], rules)
        for player in deal.seated
        if player != checked.out
    }
    if by_difference(checked.out, rules):
        return _differences(held)
    match rules.scoring:
        case Scoring.HAND if checked.out is None:
            return _lowest_collects(held)
        case Scoring.HAND:
            return _winner_collects(checked, held, rules.rummy_times if checked.rummy else 1)
        case Scoring.MELDS:
            return _laid_less_left(checked, held, rules)


def _winner_collects(checked: Checked, held: dict[str, int], times: int) -> Score:
    """Let each loser pay the winner for the cards left, so many times over."""
    terms = " + ".join(map(str, held.values()))
    points: dict[str, Points] = {}
    sums: dict[str, str] = {}
    for player in checked.deal.seated:
        won = player == checked.out
        count = sum(held.values()) if won else -held[player]
        points[player] = count * times
        told = terms if won else str(count)
        if times > 1:
            told = f"{_grouped(told)} x {times}"
        sums[player] = _equation(told, points[player])
    return Score(points, sums, (checked.out or "",), times > 1)


def _differences(held: dict[str, int]) -> Score:
    """Let every other pay the leader his count less the leader's; leaders share equally."""
    lowest = min(held.values())
    leaders = tuple(player for player, count in held.items() if count == lowest)
    owed = {player: count - lowest for player, count in held.items()}
    sums = {
        player: _equation(f"{lowest} - {held[player]}", -owed[player])
        for player in held
        if player not in leaders
    }
    return _shared(leaders, owed, sums)


def _lowest_collects(held: dict[str, int]) -> Score:
    """Score a blocked deal as any: the lowest hand wins, the others pay for all of theirs."""
    lowest = min(held.values())
    leaders = tuple(player for player, count in held.items() if count == lowest)
    owed = {player: 0 if player in leaders else count for player, count in held.items()}
    return _shared(
        leaders,
        owed,
        {player: f"{-count}" for player, count in owed.items() if player not in leaders},
    )


def _shared(leaders: tuple[str, ...], owed: dict[str, int], paid: dict[str, str]) -> Score:
    """Share what the others owe among the leaders; ``paid`` are the sums that made each debt."""
    share = divided(sum(owed.values()), len(leaders))
    terms = " + ".join(str(count) for player, count in owed.items() if player not in leaders) or "0"
    won = _equation(terms if len(leaders) == 1 else f"{_grouped(terms)} / {len(leaders)}", share)
    points = {player: share if player in leaders else -count for player, count in owed.items()}
    return Score(points, {player: paid.get(player, won) for player in owed}, leaders, False)


def _laid_less_left(checked: Checked, held: dict[str, int], rules: Rules) -> Score:
    """Score the cards that each player laid, wherever they lie, less the cards left."""
    deal = checked.deal
    laid: dict[str, list[int]] = {player: [] for player in deal.seated}
    for player, played in played_points(checked.layout, rules):
        laid[player].append(played)
    for player, entered in deal.laid.items():
        laid[player].extend(entered.numbers)
    points: dict[str, Points] = {}
    sums: dict[str, str] = {}
    for player in deal.seated:
        left = held.get(player, 0)
        points[player] = sum(laid[player]) - left
        terms = " + ".join(map(str, laid[player])) or "0"
        sums[player] = _equation(f"{terms} - {left}" if left else terms, points[player])
    winners = (checked.out,) if checked.out else ()
    times = rules.rummy_times if checked.rummy and checked.out else 1
    return _multiplied(Score(points, sums, winners, False), times)


def _multiplied(score: Score, times: int) -> Score:
    """Multiply what the winner scores where he went rummy."""
    if times == 1:
        return score
    (winner,) = score.winners
    points = score.points[winner] * times
    terms = score.sums[winner].partition(" = ")[0]
    told = f"{_grouped(terms)} x {times} = {points}"
    return Score(
        {**score.points, winner: points}, {**score.sums, winner: told}, score.winners, True
    )


def _grouped(terms: str) -> str:
    return f"({terms})" if " " in terms else terms


def _equation(terms: str, result: Points) -> str:
    told = points_text(result)
    return terms if terms == told else f"{terms} = {told}"
