"""At the table: one turn. What is typed most often is loaded fastest."""

from collections.abc import Iterator

import click

from rummy_score.cards.notation import Turn, parse_plays
from rummy_score.cli.parameters import game_option, ledger_option
from rummy_score.cli.screen import say, wrapped
from rummy_score.evening.live import Evening
from rummy_score.evening.recording import Recorded, Step, record
from rummy_score.names import find, shown
from rummy_score.referee.layout import Layout, grow, played_points
from rummy_score.rules.rules import Rules, Scoring
from rummy_score.scoring.deals import Deal, pack_problems


@click.command(
    short_help="One turn: melds and lay-offs.",
    epilog="Example: rummy-score lay boris 7-9h, qhsd, 10h to 1",
)
@click.argument("player")
@click.argument("cards", nargs=-1, required=True)
@game_option
@ledger_option
def lay(player: str, cards: tuple[str, ...], game: str | None, ledger: str) -> None:
    """Record one turn: melds and lay-offs, commas between them.

    A lay-off goes to the only meld that takes it, or "to N". "as run" and "as set" settle a meld
    that jokers leave open. What the rules refuse is not recorded.
    """
    text = " ".join(cards)
    done = record(ledger, game, lambda evening: _turn(evening, player, text))
    say("\n".join(_turn_lines(done)))


def _turn(evening: Evening, player: str, text: str) -> Step:
    """Decide on a turn; the readings taken for its jokers become part of what is recorded."""
    deal = evening.open_deal
    turn = Turn(find(player, deal.seated), parse_plays(text))
    grown = grow(evening.layout, turn, evening.rules)
    whole = Deal(deal.seated, (*deal.turns, turn), deal.left)
    problems = [message for _, message in grown.problems]
    problems += [finding.message for finding in pack_problems(whole, evening.rules)]
    if problems:
        raise grown.error("\n".join(problems))
    return Step("lay", {"turn": str(Turn(turn.player, grown.plays)), "seated": list(deal.seated)})


def _turn_lines(done: Recorded) -> Iterator[str]:
    """Yield what a turn put on the table, the melds with their numbers, and what the turn scored."""
    turn, rules = done.after.open_deal.turns[-1], done.after.rules
    layout = grow(
        done.before.layout, turn, rules
    ).layout  # done.after would lay every turn of the deal anew
    yield wrapped(shown(str(turn), 4000))
    yield from layout_lines(layout)
    if rules.scoring is Scoring.MELDS:
        now, before = (
            points_laid(each, rules, turn.player) for each in (layout, done.before.layout)
        )
        yield wrapped(
            f"This turn scores {now - before}; {shown(turn.player)} has laid {now} in this deal."
        )


def layout_lines(layout: Layout) -> Iterator[str]:
    """Yield the melds on the table, each with its number."""
    for number, laid in enumerate(layout.melds, 1):
        yield wrapped(" ".join(map(str, laid.meld.cards)), f"{number:>3}  ")


def points_laid(layout: Layout, rules: Rules, player: str) -> int:
    """Return the points of the cards that a player has on the table."""
    return sum(points for who, points in played_points(layout, rules) if who == player)
