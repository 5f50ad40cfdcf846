"""A deal under its rules -> the points of each player, with the sum that made them."""

from typing import NamedTuple

from rummy_score.deals import Checked
from rummy_score.layout import played_points
from rummy_score.notation import Hand
from rummy_score.points import Points, divided
from rummy_score.rules import Blocked, Rules, Scoring


class Score(NamedTuple):
    """What a deal scores: points of each player who sat, how each came about, who won it, whether doubled.

    ``winners`` is who is out, or the leaders of a blocked deal that the lowest hand collects.
    """

    points: dict[str, Points]
    sums: dict[str, str]
    winners: tuple[str, ...]
    doubled: bool


def hand_points(hand: Hand, rules: Rules) -> int:
    """Return what a hand counts: its cards one by one, or the numbers entered for it."""
    if hand.cards is None:
        return sum(hand.numbers)
    return sum(rules.held_points(card) for card in hand.cards)


def score_deal(checked: Checked, rules: Rules) -> Score:
    """Score a deal that has been checked.

    An example in ``hand`` scoring: the losers hold 25 and 10, so the winner has +35, they -25 and -10.
    """
    deal = checked.deal
    held = {player: hand_points(deal.left[player], rules) for player in deal.seated if player != checked.out}
    if checked.out is None and rules.blocked is Blocked.DIFFERENCE:
        return _differences(held)
    match rules.scoring:
        case Scoring.HAND if checked.out is None:
            return _lowest_collects(held)
        case Scoring.HAND:
            return _winner_collects(checked.out or "", held, rules.rummy_times if checked.rummy else 1)
        case Scoring.MELDS:
            return _laid_less_left(checked, held, rules)


def _winner_collects(winner: str, held: dict[str, int], times: int) -> Score:
    """Let each loser pay the winner for the cards left, so many times over."""
    owed = {player: points * times for player, points in held.items()}
    sums = {player: f"-{points}" if times == 1 else f"-{points} x {times}" for player, points in held.items()}
    sums = {player: _equation(text, -owed[player]) for player, text in sums.items()}
    plain = " + ".join(map(str, held.values()))
    collected = plain if times == 1 else f"({plain}) x {times}"
    points: dict[str, Points] = {winner: sum(owed.values()), **{player: -each for player, each in owed.items()}}
    return Score(points, {winner: _equation(collected, points[winner]), **sums}, (winner,), times > 1)


def _differences(held: dict[str, int]) -> Score:
    """Let every other player pay the leader his own count less the leader's; leaders share equally."""
    lowest = min(held.values())
    leaders = tuple(player for player, count in held.items() if count == lowest)
    owed = {player: count - lowest for player, count in held.items()}
    sums = {player: _equation(f"{lowest} - {held[player]}", -owed[player]) for player in held if player not in leaders}
    return _shared(leaders, owed, sums)


def _lowest_collects(held: dict[str, int]) -> Score:
    """Score a blocked deal as any deal: the lowest hand wins it and the others pay for all of theirs."""
    lowest = min(held.values())
    leaders = tuple(player for player, count in held.items() if count == lowest)
    owed = {player: 0 if player in leaders else count for player, count in held.items()}
    return _shared(leaders, owed, {player: f"-{count}" for player, count in owed.items() if player not in leaders})


def _shared(leaders: tuple[str, ...], owed: dict[str, int], sums: dict[str, str]) -> Score:
    share = divided(sum(owed.values()), len(leaders))
    plain = " + ".join(str(count) for player, count in owed.items() if player not in leaders) or "0"
    collected = plain if len(leaders) == 1 else f"({plain}) / {len(leaders)}"
    told = {leader: _equation(collected, share) for leader in leaders}
    return Score(
        {player: share if player in leaders else -count for player, count in owed.items()}, told | sums, leaders, False
    )


def _laid_less_left(checked: Checked, held: dict[str, int], rules: Rules) -> Score:
    """Score the cards that each player laid, wherever they lie, less the cards left."""
    deal = checked.deal
    laid: dict[str, list[int]] = {player: [] for player in deal.seated}
    for player, points in played_points(checked.layout, rules):
        laid[player].append(points)
    for player, entered in deal.laid.items():
        laid[player].extend(entered.numbers)
    scores = {player: sum(laid[player]) - held.get(player, 0) for player in deal.seated}
    sums = {
        player: _equation(" + ".join(map(str, laid[player] or [0])) + _less(held.get(player, 0)), scores[player])
        for player in deal.seated
    }
    winners = (checked.out,) if checked.out else ()
    times = rules.rummy_times if checked.rummy and checked.out else 1
    return _multiplied(Score(dict(scores), sums, winners, False), times)


def _multiplied(score: Score, times: int) -> Score:
    """Multiply what the winner scores where he went rummy."""
    if times == 1:
        return score
    (winner,) = score.winners
    points = score.points[winner] * times
    told = f"({score.sums[winner].rpartition(' = ')[0] or score.points[winner]}) x {times} = {points}"
    return Score({**score.points, winner: points}, {**score.sums, winner: told}, score.winners, True)


def _less(points: int) -> str:
    return f" - {points}" if points else ""


def _equation(terms: str, result: Points) -> str:
    return terms if terms == str(result) else f"{terms} = {result}"
