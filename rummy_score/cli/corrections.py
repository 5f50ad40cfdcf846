"""Put right what was recorded: take back, restore, edit an old deal."""

from collections.abc import Iterator

import click

from rummy_score.cards.notation import parse_number
from rummy_score.cli.asking import at_terminal
from rummy_score.cli.laying import layout_lines
from rummy_score.cli.parameters import game_option, ledger_option
from rummy_score.cli.screen import say, wrapped
from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.evening import recording as book
from rummy_score.evening.live import Evening
from rummy_score.evening.recording import Step, read_evening, record
from rummy_score.evening.wording import told
from rummy_score.ledger.events import Event
from rummy_score.ledger.files import read_file
from rummy_score.names import LONGEST_REMARK, clean, shown
from rummy_score.points import points_text
from rummy_score.scoring.deals import said
from rummy_score.scoring.games import reckon
from rummy_score.sheets.reading import read_deal
from rummy_score.sheets.writing import deal_text


@click.command(short_help="Take back the last command, whole.", epilog="Example: rummy-score undo")
@ledger_option
def undo(ledger: str) -> None:
    """Take back the last command, whole, in whichever game it was; `redo` restores it."""
    say("\n".join(_changed("Took back", *book.undo(ledger))))


@click.command(short_help="Restore what was taken back last.", epilog="Example: rummy-score redo")
@ledger_option
def redo(ledger: str) -> None:
    """Restore what `undo` took back last, as long as nothing was recorded since."""
    say("\n".join(_changed("Restored", *book.redo(ledger))))


def _changed(verb: str, command: Event, evening: Evening) -> Iterator[str]:
    yield wrapped(f"{verb} in game {command.game}: {told(command)}.")
    if not evening.is_open:
        yield f"Game {command.game} is gone; `rummy-score redo` brings it back."
        return
    if command.kind in ("lay", "left"):
        yield from (
            layout_lines(evening.layout) if evening.layout.melds else ["Nothing lies on the table."]
        )
        return
    if command.kind == "end":
        yield from layout_lines(evening.layout)
    totals = ", ".join(
        f"{shown(side)} {points_text(total)}" for side, total in evening.standing.totals.items()
    )
    yield wrapped(f"Totals: {totals}.")


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
    number = parse_number(deal)
    reason = clean(why, "the reason", LONGEST_REMARK) if why else ""
    _, evening = read_evening(ledger, game)
    old = _old_text(evening, number)
    text = read_file(source) if source else _edited(old)
    if text is None or text == old:
        say(f"Deal {number} is unchanged.")
        return
    done = record(ledger, game, lambda now: _edit(now, number, text, old, reason))
    say("\n".join(_changed_totals(done.before, done.after, number)))


def _old_text(evening: Evening, number: int) -> str:
    deals = evening.game.deals
    if not 1 <= number <= len(deals):
        raise UnreadableInput(f"there is no deal {number}; the game has {len(deals)}.")
    return deal_text(deals[number - 1], evening.players, everything=False)


def _edited(old: str) -> str | None:
    if not at_terminal():
        raise UnreadableInput(
            "no editor can be opened here. Give the deal's new text with --from FILE."
        )
    return click.edit(old, extension=".toml")


def _edit(evening: Evening, number: int, text: str, old: str, why: str) -> Step:
    if _old_text(evening, number) != old:
        raise BrokenRule(
            f"deal {number} was changed by somebody else meanwhile. Look at it and try again."
        )
    players = evening.players
    before = evening.game.deals[number - 1]
    deal = read_deal(text, players)._replace(paid=before.paid, edited=why or "edited")
    deals = (*evening.game.deals[: number - 1], deal, *evening.game.deals[number:])
    standing = reckon(evening.game._replace(deals=deals))
    if standing.refusals:
        raise BrokenRule(
            "\n".join(f"deal {at}, {found.key}: {found.message}" for at, found in standing.refusals)
        )
    named = said(
        deal, evening.opened.rules.seated(len(deal.seated))
    )  # the readings taken for its jokers stay
    kept = text if named.turns == deal.turns else deal_text(named, players, everything=False)
    return Step(
        "edit", {"deal": number, "text": kept, "old": old, "why": why, "players": list(players)}
    )


def _changed_totals(before: Evening, after: Evening, number: int) -> Iterator[str]:
    yield f"Deal {number} is changed."
    for side, total in after.standing.totals.items():
        was = before.standing.totals[side]
        if was != total:
            yield f"{shown(side)}: {points_text(was)} -> {points_text(total)}"
