"""The records of a ledger: its games, their log, copies out and in, and its health."""

import os
from collections.abc import Iterator
from typing import Any

import click

from rummy_score.cli.parameters import json_option, ledger_option
from rummy_score.cli.screen import remark, say, say_json, wrapped
from rummy_score.errors import UnusableLedger
from rummy_score.evening.live import Evening
from rummy_score.evening.recording import (
    Listed,
    Step,
    import_sheet,
    listed_games,
    read_evening,
    read_log,
    record,
)
from rummy_score.evening.wording import told
from rummy_score.ledger.events import Event, standing
from rummy_score.ledger.files import read_as, write_new
from rummy_score.names import listed, shown


@click.command(short_help="List the games.", epilog="Example: rummy-score games")
@json_option
@ledger_option
def games(as_json: bool, ledger: str) -> None:
    """List the games of the ledger; the current one is marked."""
    found = listed_games(ledger)
    if as_json:
        say_json([_game_view(game) for game in found])
    elif not found:
        say("No games yet. Open one with: rummy-score new PLAYER...")
    else:
        say("\n".join(map(_game_line, found)))


def _game_line(game: Listed) -> str:
    title = f"{shown(game.title, 200)} ({game.variant})" if game.title else game.variant
    mark = " (current)" if game.current else ""
    return wrapped(
        f"{title}: {listed(game.players)}{mark}", f"{game.number:>5}  {game.opened[:10]}  "
    )


def _game_view(game: Listed) -> dict[str, Any]:
    return {
        "game": game.number,
        "title": game.title,
        "variant": game.variant,
        "players": list(game.players),
        "opened": game.opened,
        "current": game.current,
    }


@click.command(short_help="Make another game the current one.", epilog="Example: rummy-score use 2")
@click.argument("game")
@ledger_option
def use(game: str, ledger: str) -> None:
    """Make another game the current one: by its number, or the beginning of its title."""
    done = record(
        ledger, game, lambda evening: Step("use", {"title": evening.opened.title}), switch=True
    )
    title = f" ({shown(done.after.opened.title)})" if done.after.opened.title else ""
    say(wrapped(f"Game {done.event.game}{title} is the current one."))


@click.command(
    short_help="Show every command of a game.", epilog="Example: rummy-score log --last 10"
)
@click.argument("game", required=False)
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N commands.")
@json_option
@ledger_option
def log(game: str | None, last: int | None, as_json: bool, ledger: str) -> None:
    """Show every command of a game with what it changed; those taken back are marked."""
    events, _ = read_log(ledger, game)
    here = {event.seq for event in standing(events)}
    shown_events = events[-last:] if last else events
    if as_json:
        say_json([_event_view(event, here) for event in shown_events])
        return
    say("\n".join(line for event in shown_events for line in _log_lines(event, here, events)))


def _event_view(event: Event, here: set[int]) -> dict[str, Any]:
    return {
        "seq": event.seq,
        "time": event.time,
        "kind": event.kind,
        "facts": event.facts,
        "stands": event.kind in ("undo", "redo") or event.seq in here,
    }


def _log_lines(event: Event, here: set[int], events: list[Event]) -> Iterator[str]:
    gone = "" if event.kind in ("undo", "redo") or event.seq in here else " (taken back)"
    yield wrapped(f"{told(event)}{gone}", f"{event.seq:>5}  {event.time[:16].replace('T', ' ')}  ")
    if event.kind == "edit":
        yield from (
            wrapped(shown(line, 200), f"{'':>25}was: ") for line in event.facts["old"].splitlines()
        )
    if event.kind == "end" and event.seq in here:
        line = Evening([e for e in events if e.seq <= event.seq]).standing.lines[-1]
        scores = ", ".join(f"{shown(name)} {points}" for name, points in line.score.points.items())
        yield wrapped(scores, f"{'':>25}")


@click.command(
    short_help="Write a game out: sheet, JSON, table.",
    epilog="Example: rummy-score export --format csv -o friday.csv",
)
@click.argument("game", required=False)
@click.option(
    "--format",
    "style",
    type=click.Choice(["toml", "json", "csv", "markdown"]),
    default="toml",
    show_default=True,
    help="toml is a score sheet that `score` and `import` read.",
)
@click.option("-o", "--output", "target", metavar="FILE", help="A new file; else standard output.")
@ledger_option
def export(game: str | None, style: str, target: str | None, ledger: str) -> None:
    """Write a game out: as a score sheet, as JSON, as a table."""
    from rummy_score.output.exports import EXPORTS

    _, evening = read_evening(ledger, game)
    if evening.open_deal.turns or evening.open_deal.left:
        remark("The deal that is being played is not in the export; close it with `end` first.")
    text = EXPORTS[style](evening)
    if target:
        write_new(target, text)
        say(f"Written to {shown(target, 4096)}.")
    else:
        say(text.removesuffix("\n"))


@click.command(
    "import",
    short_help="Make a game of a written sheet.",
    epilog="Example: rummy-score import friday.toml",
)
@click.argument("file", type=click.Path())
@ledger_option
def import_(file: str, ledger: str) -> None:
    """Turn a written score sheet into a game of the ledger; the same sheet twice does nothing twice."""
    name = os.path.basename(file)
    event, fresh = read_as(file, lambda text: import_sheet(ledger, text, name))
    if fresh:
        say(f"Imported as game {event.game}; it is the current one.")
    else:
        say(f"This sheet is game {event.game} already; nothing was done.")


@click.command(
    short_help="Copy the ledger, checked.",
    epilog="Example: rummy-score backup /media/stick/rummy.db",
)
@click.argument("file", required=False)
@ledger_option
def backup(file: str | None, ledger: str) -> None:
    """Copy the ledger to a new file, and check the copy."""
    from rummy_score.evening.health import backup_name
    from rummy_score.ledger.sqlite import Ledger

    target = file or backup_name(ledger)
    with Ledger.read(ledger) as source:
        source.backup(target)
    say(f"Backup: {shown(target, 400)}, checked.")


@click.command(
    short_help="Check the ledger, say how to mend it.", epilog="Example: rummy-score doctor"
)
@json_option
@ledger_option
@click.pass_context
def doctor(ctx: click.Context, as_json: bool, ledger: str) -> None:
    """Check the ledger: the file, the chain of its events, every game reckoned anew; say how to mend it."""
    from rummy_score.evening.health import examine

    report = examine(ledger)
    if as_json:
        remedies = report.remedies if report.problems else ()
        say_json({"ledger": ledger} | report._asdict() | {"remedies": remedies})
        ctx.exit(UnusableLedger.exit_code if report.problems else 0)
    if not report.problems:
        say(
            f"{shown(ledger, 400)} is sound: {_count(report.games, 'game')}, {_count(report.events, 'command')}."
        )
        return
    lines = [
        f"{shown(ledger, 400)} is damaged:",
        *(f"  {problem}" for problem in report.problems),
        *report.remedies,
    ]
    raise UnusableLedger("\n".join(lines))


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
