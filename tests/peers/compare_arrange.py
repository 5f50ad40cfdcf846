"""Compare the arranger with public peers: the same best everywhere, and how long each takes.

Run by hand, in an environment of its own, since the project needs none of them:

    python -m venv /tmp/peers && /tmp/peers/bin/pip install open_spiel rlcard rummikub-solver
    PYTHONPATH=. /tmp/peers/bin/python tests/peers/compare_arrange.py [--hands 10000] [--dense 200]
    [--every 40]

Every hand is given to each program in turn, three times, and the fastest counts; only the ratios
mean something, since a busy machine slows all of them.
"""

import argparse
import platform
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import combinations
from typing import Any

import cvxpy as cp
import numpy as np
import pyspiel
from rlcard.games.base import Card as RlCard
from rlcard.games.gin_rummy.utils import melding
from rlcard.games.gin_rummy.utils import utils as gin_utils
from rummikub_solver import RuleSet, SolverMode, Tile

from rummy_score.arranging.arrange import best
from rummy_score.cards.cards import JOKER, PACK_FACES, RANKS, SUITS, Card, Rank
from rummy_score.rules.rules import FACE, always
from rummy_score.rules.variants import find_variant

# Gin: sets of three or four, runs of three or more, the ace low, a pip a point, courts ten, the ace
# one.
GIN = find_variant("basic").rules._replace(run_max=13)
# Rummikub without the value of tiles: every tile and joker counts one, jokers may even make a meld
# alone.
TILES = find_variant("basic").rules._replace(
    packs=always(2),
    jokers=always(4),
    run_max=13,
    naturals_min=0,
    ace_points=1,
    court_points=1,
    pip_points=(1,) * 9,
    joker_held=1,
)
# Here a joker is never a card of which all copies are down, which is no rule of Rummikub: more
# packs, more copies.
MANY_TILES = TILES._replace(packs=always(4))
POINTS = MANY_TILES._replace(ace_points=1, court_points=10, pip_points=FACE, joker_held=25)
RLCARD_RANKS = "?A23456789TJQK"


def timed(times: list[float], call: Callable, *args: object) -> Any:
    """Call three times, and note how long the fastest took: other work only slows."""
    fastest = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        result = call(*args)
        fastest = min(fastest, time.perf_counter() - start)
    times.append(fastest)
    return result


def told(name: str, ours: list[float], theirs: list[float], most: float) -> None:
    """Print a line of the table: medians, their ratio beside what is allowed, means, the worst."""
    mine, other = statistics.median(ours), statistics.median(theirs)
    ratio, mean = mine / other, statistics.mean(ours) / statistics.mean(theirs)
    verdict = "ok  " if ratio <= most else "OVER"
    print(
        f"{name:44} {mine * 1e6:9.1f} us {other * 1e6:9.1f} us  "
        f"ratio {ratio:7.4f} (at most {most:.4g}) {verdict} "
        f"means {mean:7.4f}  worst {max(ours) * 1e3:.2f} ms"
    )


def gin_hands(count: int, seed: int) -> Iterator[list[Card]]:
    """Deal hands of ten from one pack."""
    rng = random.Random(seed)
    pack = [PACK_FACES[rank, suit] for suit in SUITS for rank in RANKS]
    for _ in range(count):
        yield rng.sample(pack, 10)


def compare_gin(count: int, seed: int) -> int:
    """Compare the points left with open-spiel and rlcard; return the number of differences."""
    gin = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    numbers = {
        PACK_FACES[rank, suit]: gin.card_int(RLCARD_RANKS[rank] + suit.name[0].lower())
        for suit in SUITS
        for rank in RANKS
    }
    ours: list[float] = []
    theirs: list[float] = []
    melded: list[float] = []
    differences = 0
    for hand in gin_hands(count, seed):
        mine = timed(ours, best, hand, GIN).deadwood_points
        spiel = [numbers[card] for card in hand]
        differences += mine != timed(theirs, gin.min_deadwood, spiel)
        rl = [RlCard(card.suit.name[0], RLCARD_RANKS[card.rank]) for card in hand]
        clusters = timed(melded, melding.get_best_meld_clusters, rl)
        differences += mine != gin_utils.get_deadwood_count(rl, clusters[0] if clusters else [])
    print(
        f"one pack, ten cards, {count} hands against open-spiel and rlcard: "
        f"{differences} differences"
    )
    told("10 cards, points left: open-spiel (C++)", ours, theirs, 15)
    told("10 cards, points left: rlcard melding", ours, melded, 0.7)
    return differences


def tile_hands(
    count: int, seed: int, cards: int, jokers: int, ranks: Sequence[Rank]
) -> Iterator[list[Card]]:
    """Deal hands of two packs with so many jokers in each hand.

    Below zero it is so many jokers among the cards dealt.
    """
    rng = random.Random(seed)
    deck = [PACK_FACES[rank, suit] for suit in SUITS for rank in ranks] * 2
    for _ in range(count):
        if jokers < 0:
            yield rng.sample(deck + [JOKER] * -jokers, cards)
        else:
            yield rng.sample(deck, cards - jokers) + [JOKER] * jokers


class EveryMeld(RuleSet):
    """Rummikub with every meld.

    The stock rules leave out groups of four, and longer runs, that jokers end or fill.
    """

    def _combine_with_jokers(
        self,
        sets: Iterable[Sequence[Tile]],
        runs: bool = False,  # noqa: ARG002 - the solver's own
    ) -> set[tuple[Tile, ...]]:
        jokers = [self._joker] * self._jokers
        return {found for tiles in sets for found in combinations([*tiles, *jokers], len(tiles))}


def fewest_points(ruleset: RuleSet, tiles: Sequence[int], points: Sequence[int]) -> int:
    """Return the fewest points left by the solver's own model with an objective of points laid."""
    solver = ruleset._solver
    counts = np.zeros(ruleset.tile_count)
    np.add.at(counts, np.array(tiles) - 1, 1)
    solver.rack.value, solver.table.value = counts, np.zeros(ruleset.tile_count)
    constraints = solver._problems[SolverMode.TILE_COUNT].constraints
    laid = cp.Problem(cp.Maximize(np.array(points) @ solver.tiles), constraints).solve(
        solver=solver.backend
    )
    return round(float(counts @ np.array(points) - laid))


def compare_tiles(name: str, hands: Sequence[list[Card]], jokers: int, most: float) -> int:
    """Time the most tiles laid against rummikub-solver as it is; return how often it lays more."""
    ruleset, tile = RuleSet(jokers=jokers), tile_numbers()
    ours: list[float] = []
    theirs: list[float] = []
    more = fewer = 0
    for number, hand in enumerate(hands):
        state = ruleset.new_game()
        state.add_rack(*[tile[card] for card in hand])
        state.initial = False
        solution = timed(theirs, ruleset.solve, state, SolverMode.TILE_COUNT)
        timed(ours, best, hand, TILES)
        laid = len(solution.tiles) if solution else 0
        mine = len(hand) - best(hand, MANY_TILES).deadwood_points
        more, fewer = more + (laid > mine), fewer + (laid < mine)
        if number < 2:
            ours.clear(), theirs.clear()  # the solver compiles its problem first
    print(
        f"{name}: {len(ours)} hands; rummikub-solver lays more on {more}, fewer on {fewer} "
        "(it has not every meld)"
    )
    told(name, ours, theirs, most)
    return more


def compare_every_meld(name: str, hands: Sequence[list[Card]], jokers: int) -> int:
    """Compare tiles and points left with rummikub-solver given every meld.

    Return the number of differences.
    """
    ruleset, tile = EveryMeld(jokers=jokers), tile_numbers()
    points = [POINTS.rank_points(rank) for _ in SUITS for rank in RANKS] + [POINTS.joker_held]
    tiles_differ = points_differ = 0
    for hand in hands:
        numbers = [tile[card] for card in hand]
        left = fewest_points(ruleset, numbers, [1] * len(points))
        tiles_differ += left != best(hand, MANY_TILES).deadwood_points
        points_differ += (
            fewest_points(ruleset, numbers, points) != best(hand, POINTS).deadwood_points
        )
    print(
        f"{name}: {len(hands)} hands against rummikub-solver with all {len(ruleset.sets)} melds: "
        f"{tiles_differ} differences in tiles, {points_differ} in points"
    )
    return tiles_differ + points_differ


def tile_numbers() -> dict[Card, int]:
    """Return the solver's number of each card."""
    return {PACK_FACES[rank, suit]: 13 * suit + rank for suit in SUITS for rank in RANKS} | {
        JOKER: 53
    }


def main() -> int:
    """Compare, print, and return whether anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--dense", type=int, default=200)
    parser.add_argument(
        "--every", type=int, default=40, help="hands for the solver with every meld, which is slow"
    )
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    peers = ", ".join(
        f"{name} {version(name)}" for name in ("open_spiel", "rlcard", "rummikub-solver")
    )
    print(f"Python {platform.python_version()}; {peers}")
    differences = compare_gin(args.hands, args.seed)
    for name, cards, jokers, ranks, most in (
        ("13 cards dealt from two packs, two jokers", 13, -2, RANKS, 1 / 40),
        ("13 cards, two packs, two jokers held", 13, 2, RANKS, 1 / 40),
        ("26 cards, two packs, four jokers, 4 to 9", 26, 4, RANKS[3:9], 1 / 2),
        ("26 cards, two packs, four jokers, 8 to K", 26, 4, RANKS[7:], 1 / 2),
    ):
        hands = list(tile_hands(args.dense, args.seed, cards, jokers, ranks))
        differences += compare_tiles(name, hands, abs(jokers), most)
        differences += compare_every_meld(name, hands[: args.every], abs(jokers))
    return int(differences > 0)


if __name__ == "__main__":
    raise SystemExit(main())
