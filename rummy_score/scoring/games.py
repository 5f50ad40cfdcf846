"""A game as facts, and its score table: dealers, running totals, adjustments, the winner."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rummy_score.names import listed
from rummy_score.points import Points
from rummy_score.rules.rules import Rules, TargetTie
from rummy_score.scoring.deals import Checked, Deal, Finding, check_deal, ruled
from rummy_score.scoring.scores import Score, score_deal

Totals = dict[str, Points]


class Game(NamedTuple):
    """What a table plays and has played. A game carries the whole of its rules.

    ``players`` are in seat order, ``pairs`` are partners by name; ``dealer`` deals first; ``start``
    is what anybody had before the first deal, ``paid`` what the sides settled before it; ``away``
    is who has left.
    """

    title: str
    variant: str
    rules: Rules
    players: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...] = ()
    dealer: str | None = None
    deals: tuple[Deal, ...] = ()
    start: Mapping[str, int] = {}
    paid: Mapping[str, Points] = {}
    away: tuple[str, ...] = ()


class Line(NamedTuple):
    """One line of the score table: a deal, what it scored, and the totals after it, adjustments in them."""

    number: int
    dealer: str
    checked: Checked
    score: Score
    totals: Totals
    winners: tuple[str, ...]


class Standing(NamedTuple):
    """A game's score table with all that was found against its deals; totals and winners go by side."""

    game: Game
    lines: tuple[Line, ...]
    totals: Totals
    winners: tuple[str, ...]
    refusals: tuple[tuple[int, Finding], ...]
    warnings: tuple[tuple[int, Finding], ...]


def side_names(game: Game) -> dict[str, str]:
    """Return the side of each player: himself, or his pair as ``Anna+Pavel``."""
    paired = {partner: "+".join(pair) for pair in game.pairs for partner in pair}
    return {player: paired.get(player, player) for player in game.players}


def reckon(game: Game) -> Standing:
    """Check and score every deal; a deal with refusals scores nothing and shows among the refusals."""
    sides = side_names(game)
    totals = _added(dict.fromkeys(sides.values(), 0), sides, {}, game.start)
    seated_rules: dict[int, Rules] = {}
    lines: list[Line] = []
    refusals: list[tuple[int, Finding]] = []
    warnings: list[tuple[int, Finding]] = []
    won: tuple[str, ...] = ()
    for number, (deal, dealer) in enumerate(zip(game.deals, dealers(game), strict=True), 1):
        count = len(deal.seated)
        rules = seated_rules.get(count) or seated_rules.setdefault(count, game.rules.seated(count))
        checked = check_deal(deal, rules)
        seats, waived = ruled(deal, (*_wrong_seats(game, deal), *wrong_sides(game, deal.paid)))
        found = (*checked.refusals, *seats)
        refusals += [(number, finding) for finding in found]
        remarks = (
            *checked.warnings,
            *waived,
            *_after_the_end(game, won, lines),
            *_no_stock(game, deal, number),
        )
        warnings += [(number, finding) for finding in remarks]
        if not found:
            score = score_deal(checked, rules)
            totals = _added(totals, sides, score.points, deal.adjust)
            won = winners(totals, game.rules) if game.rules.target is not None else ()
            lines.append(Line(number, dealer, checked, score, totals, won))
    return Standing(
        game, tuple(lines), totals, winners(totals, game.rules), tuple(refusals), tuple(warnings)
    )


def dealers(game: Game) -> Iterator[str]:
    """Yield who deals each deal: the deal passes to the next seat, over those who sit out."""
    place = game.players.index(game.dealer) if game.dealer else 0
    for deal in game.deals:
        around = [*game.players[place:], *game.players[:place]]
        dealer = deal.dealer or next(
            (player for player in around if player in deal.seated), around[0]
        )
        yield dealer
        place = (game.players.index(dealer) + 1) % len(game.players)


def next_deal(game: Game, seated: tuple[str, ...]) -> tuple[str, str, int]:
    """Return who deals next, who starts (the next seat), and how many cards each of those seated gets."""
    coming = game._replace(deals=(*game.deals, Deal(seated)))
    dealer = list(dealers(coming))[-1]
    starter = seated[(seated.index(dealer) + 1) % len(seated)]
    return dealer, starter, game.rules.hand.of(len(seated)) or 0


def winners(totals: Mapping[str, Points], rules: Rules) -> tuple[str, ...]:
    """Return who has won: the highest total, at or over the target where there is one; several share a tie.

    Totals 510 and 520 at a target of 500: the 520 wins. 510 and 510: nobody yet, another deal is
    played.
    """
    top = max(totals.values(), default=0)
    leaders = tuple(side for side, total in totals.items() if total == top)
    if rules.target is None:
        return leaders if len(leaders) < len(totals) else ()
    if top < rules.target or (len(leaders) > 1 and rules.target_tie is TargetTie.ANOTHER_DEAL):
        return ()
    return leaders


def players_problem(count: int, rules: Rules) -> str | None:
    """Say why so many cannot play by these rules, or return None."""
    if not rules.players.low <= count <= rules.players.high:
        return f"{count} cannot play: the game takes {rules.players} players (players={rules.players})."
    hand, packs = rules.hand.of(count), rules.packs.of(count)
    if hand is None or packs is None:
        knob = "hand" if hand is None else "packs"
        return f"{knob} says nothing for {count} players ({knob}={getattr(rules, knob)}). Add them to {knob}."
    return None


def stock_remark(count: int, rules: Rules) -> str | None:
    """Say that the hands of so many players take the whole stock, as eight in Rum 500 do; None where some is left."""
    hand, packs = rules.hand.of(count) or 0, rules.packs.of(count) or 0
    cards = 52 * packs + (rules.jokers.of(count) or 0)
    if hand * count < cards:
        return None
    return f"{count} hands of {hand} leave nothing of {cards} cards. Deal fewer (hand) or add packs (packs)."


def _added(
    totals: Totals, sides: dict[str, str], scores: Mapping[str, Points], adjust: Mapping[str, int]
) -> Totals:
    after = dict(totals)
    for points in (scores, adjust):
        for player, score in points.items():
            after[sides[player]] += score
    return after


def _wrong_seats(game: Game, deal: Deal) -> Iterator[Finding]:
    if not deal.seated:
        yield Finding("players", "", "Nobody sat in this deal. List who did.")
    elif len(deal.seated) != len(game.players):
        if game.pairs:
            yield Finding(
                "players", "pairs", f"In pairs everybody plays; {_absent(game, deal)} did not sit."
            )
        problem = players_problem(len(deal.seated), game.rules)
        if problem:
            yield Finding("players", "players", problem)


def wrong_sides(game: Game, paid: Iterable[str]) -> Iterator[Finding]:
    """Yield who is said to have paid or got something, but is no side of the game."""
    sides = dict.fromkeys(side_names(game).values())
    strangers = [side for side in paid if side not in sides]
    if strangers:
        there = listed(sides)
        yield Finding("paid", "", f"{listed(strangers)} does not settle here; who does: {there}.")


def _no_stock(game: Game, deal: Deal, number: int) -> Iterator[Finding]:
    """Say once, of the first deal, that there was no stock to draw from."""
    told = stock_remark(len(deal.seated), game.rules) if number == 1 else None
    if told:
        yield Finding("players", "hand", told)


def _absent(game: Game, deal: Deal) -> str:
    return listed(player for player in game.players if player not in deal.seated)


def _after_the_end(game: Game, won: Sequence[str], lines: Sequence[Line]) -> Iterator[Finding]:
    """Say of the first deal after the game was won that it counts."""
    if won and not any(line.winners for line in lines[:-1]):
        told = f"{listed(won)} had reached {game.rules.target} before this deal; it counts, since it was played."
        yield Finding("", "target", told)
