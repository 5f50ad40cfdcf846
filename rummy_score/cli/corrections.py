"""Put right what was recorded: take back, restore, edit an old deal."""

from collections.abc import Iterator

import click

from rummy_score.cli.asking import at_terminal
from rummy_score.cli.parameters import desk_of, game_option, ledger_option
from rummy_score.cli.screen import say, wrapped
from rummy_score.cli.telling import layout_lines, totals_line
from rummy_score.errors import UnreadableInput
from rummy_score.evening.live import LiveGame
from rummy_score.evening.recording import Recorded
from rummy_score.evening.wording import told
from rummy_score.names import shown
from rummy_score.points import points_text


@click.command(short_help="Take back the last command, whole.", epilog="Example: rummy-score undo")
@game_option
@ledger_option
def undo(game: str | None, ledger: str) -> None:
    """Take back the last command of the game, whole, also across deals; `redo` restores it."""
    say("\n".join(_step_lines("Took back", desk_of(ledger).undo(game))))


@click.command(short_help="Restore what was taken back last.", epilog="Example: rummy-score redo")
@game_option
@ledger_option
def redo(game: str | None, ledger: str) -> None:
    """Restore what `undo` took back last in the game, unless something was recorded since."""
    say("\n".join(_step_lines("Restored", desk_of(ledger).redo(game))))


def _step_lines(verb: str, done: Recorded) -> Iterator[str]:
    command, after = done.event, done.after
    yield wrapped(f"{verb} in game {command.game}: {told(command)}.")
    if not after.is_open:
        again = f"`rummy-score redo --game {command.game}` brings it back"
        yield wrapped(f"Game {command.game} is gone; {again}.")
        return
    if command.kind in ("lay", "left"):
        lines = list(layout_lines(after.layout))
        yield from lines or ["Nothing lies on the table."]
        return
    if command.kind == "end":
        yield from layout_lines(after.layout)
    yield wrapped(totals_line(after.standing))


@click.command(
    short_help="Change an old deal.",
    epilog='Example: rummy-score edit 3 --from deal.toml -m "a card miscounted"',
)
@click.argument("deal")
@click.option(
    "--from", "source", metavar="FILE", help="The deal's new text; - reads standard input."
)
@click.option("-m", "--message", "why", metavar="WHY", default="", help="Why it is changed.")
@game_option
@ledger_option
def edit(deal: str, source: str | None, why: str, game: str | None, ledger: str) -> None:
    """Change an old deal: its text as in a score sheet, in the editor or from a file.

    Everything after it is reckoned anew. The old text stays in the log.
    """
    from rummy_score.cards.notation import parse_number
    from rummy_score.evening import commands
    from rummy_score.ledger.files import read_file

    number, reason = parse_number(deal), commands.reason(why)  # before a text is typed
    desk = desk_of(ledger)
    live = desk.live(game)
    old = commands.old_deal_text(live, number)
    text = read_file(source) if source else _edited(old)
    if text is None or text == old:
        say(f"Deal {number} is unchanged.")
        return
    done = desk.record(
        str(live.number), lambda now: commands.edit(now, number, text, seen=old, why=reason)
    )
    say("\n".join(_changed_totals(done.before, done.after, number)))


def _edited(old: str) -> str | None:
    if not at_terminal():
        raise UnreadableInput(
            "no editor can be opened here. Give the deal's new text with --from FILE."
        )
    return click.edit(old, extension=".toml")


def _changed_totals(before: LiveGame, after: LiveGame, number: int) -> Iterator[str]:
    yield f"Deal {number} is changed."
    for side, total in after.standing.totals.items():
        was = before.standing.totals[side]
        if was != total:
            yield f"{shown(side)}: {points_text(was)} -> {points_text(total)}"
