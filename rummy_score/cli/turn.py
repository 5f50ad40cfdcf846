"""At the table: one turn. What is typed most often is loaded fastest: a file of its own."""

from collections.abc import Iterator

import click

from rummy_score.cli.parameters import desk_of, game_option, json_option, ledger_option
from rummy_score.cli.screen import say, wrapped
from rummy_score.cli.telling import layout_lines, name_game, points_laid, say_step
from rummy_score.evening import commands
from rummy_score.evening.recording import Recorded
from rummy_score.names import shown
from rummy_score.rules.rules import Scoring


@click.command(
    short_help="One turn: melds and lay-offs.",
    epilog="Example: rummy-score lay boris 7-9h, qhsd, 10h to 1",
)
@click.argument("player")
@click.argument("cards", nargs=-1, required=True)
@game_option
@json_option
@ledger_option
def lay(player: str, cards: tuple[str, ...], game: str | None, as_json: bool, ledger: str) -> None:
    """Record one turn: melds and lay-offs, commas between them.

    A lay-off goes to the only meld that takes it, or "to N". "as run" and "as set" settle a meld
    that jokers leave open. What the rules refuse is not recorded.
    """
    text = " ".join(cards)
    done = desk_of(ledger).record(game, lambda live: commands.lay(live, player, text))
    if as_json:
        say_step(done, scores=_scored(done))
    else:
        say("\n".join(_turn_lines(done)))
    name_game(done)


def _scored(done: Recorded) -> int | None:
    """Return what a turn scored where melds score, else None."""
    rules, player = done.after.rules, done.after.open_deal.turns[-1].player
    if rules.scoring is not Scoring.MELDS:
        return None
    before = points_laid(done.before.layout, rules, player)
    return points_laid(done.after.layout, rules, player) - before


def _turn_lines(done: Recorded) -> Iterator[str]:
    """Yield what a turn put on the table, the melds with their numbers, and what it scored."""
    turn, layout, rules = done.after.open_deal.turns[-1], done.after.layout, done.after.rules
    yield wrapped(shown(str(turn), 4000))
    yield from layout_lines(layout)
    scored = _scored(done)
    if scored is not None:
        now = points_laid(layout, rules, turn.player)
        scores = f"This turn scores {scored}"
        yield wrapped(f"{scores}; {shown(turn.player)} has laid {now} in this deal.")
