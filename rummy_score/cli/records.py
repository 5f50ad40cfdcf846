"""The records of a ledger: its games, their log, copies out and in, and its health."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from rummy_score.cli.parameters import desk_of, game_argument, json_option, ledger_option, one_game
from rummy_score.cli.screen import remark, say, say_json, wrapped
from rummy_score.cli.telling import game_title, local_time, warn_of_override
from rummy_score.errors import BrokenRule, UnusableLedger
from rummy_score.evening.facts import facts_of
from rummy_score.evening.live import LiveGame
from rummy_score.evening.recording import Listed
from rummy_score.evening.wording import told
from rummy_score.ledger.events import Event
from rummy_score.ledger.files import read_as, write_new
from rummy_score.names import listed, shown

if TYPE_CHECKING:
    from rummy_score.evening.health import SealFound


SEALS_SHOWN = 10  # those of the newest games; --json has all


@click.command(short_help="List the games.", epilog="Example: rummy-score games")
@json_option
@ledger_option
@click.pass_context
def games(ctx: click.Context, as_json: bool, ledger: str) -> None:
    """List the games of the ledger; the one in use is marked."""
    found = desk_of(ledger).games()
    if as_json:
        say_json([_game_view(game) for game in found])
    elif not found:
        say("No games yet. Open one with: rummy-score new PLAYER...")
    else:
        say("\n".join(map(_game_line, found)))
    if any(game.problem for game in found):
        ctx.exit(UnusableLedger.exit_code)


def _game_line(game: Listed) -> str:
    start = f"{game.number:>5}  {local_time(game.opened)[:10]}  "
    if game.problem:
        return wrapped(game.problem, start)
    mark = " (current)" if game.current else ""
    return wrapped(f"{game_title(game.title, game.variant)}: {listed(game.players)}{mark}", start)


def _game_view(game: Listed) -> dict[str, Any]:
    return {
        "game": game.number,
        "title": game.title,
        "variant": game.variant,
        "players": list(game.players),
        "opened": game.opened,
        "current": game.current,
    }


@click.command(short_help="Work on another game.", epilog="Example: rummy-score use 2")
@click.argument("game")
@json_option
@ledger_option
def use(game: str, as_json: bool, ledger: str) -> None:
    """Work on another game from now on: name its number, or the beginning of its title.

    It is so for you on this machine; who else works on the ledger is not disturbed.
    """
    desk = desk_of(ledger)
    live = desk.use(game)
    if as_json:
        from rummy_score.output.steps import state_view

        say_json({"game": live.number, **state_view(live)})
    else:
        title = f" ({shown(live.now.title)})" if live.now.title else ""
        say(wrapped(f"Game {live.number}{title} is the current one."))
    warn_of_override(live, desk)


@click.command(
    short_help="Show every command of a game.", epilog="Example: rummy-score log --last 10"
)
@game_argument
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N commands.")
@json_option
@ledger_option
def log(named: str | None, game: str | None, last: int | None, as_json: bool, ledger: str) -> None:
    """Show every command of a game with what it changed; those taken back are marked."""
    events, live = desk_of(ledger).log(one_game(named, game))
    here = {command.number for command in live.commands}
    shown_events = events[-last:] if last else events
    if as_json:
        say_json([_event_view(event, here) for event in shown_events])
        return
    scores = _scores_by_end(live)
    lines: list[str] = []
    for event in shown_events:
        lines.extend(_log_lines(event, here, scores.get(event.number)))
    say("\n".join(lines))


def _scores_by_end(live: LiveGame) -> dict[int, str]:
    """Return what each deal scores now, by the number of the command that closed it."""
    if not live.is_open:
        return {}
    ends = [command.number for command in live.commands if command.kind == "end"]
    lines = live.standing.lines
    closed_here = lines[len(lines) - len(ends) :]  # a sheet's deals come before them
    scores = {}
    for number, line in zip(ends, closed_here, strict=True):
        points = line.score.points.items()
        scores[number] = ", ".join(f"{shown(name)} {score}" for name, score in points)
    return scores


def _event_view(event: Event, here: set[int]) -> dict[str, Any]:
    return {
        "seq": event.number,
        "time": event.time,
        "kind": event.kind,
        "facts": facts_of(event),
        "stands": _stands(event, here),
    }


def _stands(event: Event, here: set[int]) -> bool:
    return event.kind in ("undo", "redo", "use") or event.number in here


def _log_lines(event: Event, here: set[int], scores: str | None) -> Iterator[str]:
    gone = "" if _stands(event, here) else " (taken back)"
    time = local_time(event.time)
    yield wrapped(f"{told(event)}{gone}", f"{event.number:>5}  {time}  ")
    if event.kind == "edit":
        old = facts_of(event)["old"].splitlines()
        yield from (wrapped(shown(line, 200), f"{'':>25}was: ") for line in old)
    if scores is not None:
        yield wrapped(scores, f"{'':>25}")


@click.command(
    short_help="Write a game out: sheet, JSON, table.",
    epilog="Example: rummy-score export --format csv -o friday.csv",
)
@game_argument
@click.option(
    "--format",
    "style",
    type=click.Choice(["toml", "json", "csv", "markdown"]),
    default="toml",
    show_default=True,
    help="toml is a score sheet that `score` and `import` read.",
)
@click.option("-o", "--output", "target", metavar="FILE", help="A new file; else standard output.")
@json_option
@ledger_option
def export(
    named: str | None,
    game: str | None,
    style: str,
    target: str | None,
    as_json: bool,
    ledger: str,
) -> None:
    """Write a game out: as a score sheet, as JSON, as a table."""
    from rummy_score.output.exports import EXPORTS

    live = desk_of(ledger).live(one_game(named, game))
    if live.has_begun:
        remark("The deal that is being played is not in the export; close it with `end` first.")
    text = EXPORTS[style](live)
    if target:
        write_new(target, text)
    if as_json:
        say_json({"game": live.number, "format": style, "file": target, "text": text})
    elif target:
        say(f"Written to {shown(target, 4096)}.")
    else:
        say(text.removesuffix("\n"))


@click.command(
    "import",
    short_help="Make a game of a written sheet.",
    epilog="Example: rummy-score import friday.toml",
)
@click.argument("file", type=click.Path())
@json_option
@ledger_option
def import_(file: str, as_json: bool, ledger: str) -> None:
    """Turn a written score sheet into a game of the ledger; the same sheet again does nothing."""
    name = os.path.basename(file)
    desk = desk_of(ledger)
    live, fresh = read_as(file, lambda text: desk.import_sheet(text, name))
    if as_json:
        from rummy_score.output.steps import state_view

        say_json({"game": live.number, "imported": fresh, **state_view(live)})
    elif fresh:
        say(f"Imported as game {live.number}; it is the current one.")
    else:
        say(f"This sheet is game {live.number} already; nothing was done.")
    warn_of_override(live, desk)


@click.command(
    short_help="Copy the ledger, checked.",
    epilog="Example: rummy-score backup /media/stick/rummy.db",
)
@click.argument("file", required=False)
@json_option
@ledger_option
def backup(file: str | None, as_json: bool, ledger: str) -> None:
    """Copy the ledger to a new file, and check the copy."""
    from rummy_score.evening.health import backup_name
    from rummy_score.ledger.engines.choice import open_ledger

    target = file or backup_name(ledger)
    with open_ledger(ledger) as source:
        source.backup(target)
    if as_json:
        say_json({"ledger": ledger, "backup": target})
    else:
        say(f"Backup: {shown(target, 400)}, checked.")


@click.command(
    short_help="Check the ledger, say how to mend it.", epilog="Example: rummy-score doctor"
)
@click.option(
    "--seal", "code", metavar="CODE", help="Whether the state is still there that was noted so."
)
@json_option
@ledger_option
@click.pass_context
def doctor(ctx: click.Context, code: str | None, as_json: bool, ledger: str) -> None:
    """Check the ledger: the file, its chains, every game read as commands read it; how to mend it.

    `table`, `settle` and `doctor` print a game's seal, 12 letters and digits to note down. With
    --seal it is told whether the ledger still holds the state of that moment: exit code 1 where it
    does not.
    """
    from rummy_score.evening.health import examine, sealed_state

    report = examine(ledger)
    if report.problems:
        if as_json:
            say_json({"ledger": ledger} | report._asdict())
            ctx.exit(UnusableLedger.exit_code)
        lines = [f"{shown(ledger, 400)} is damaged:", *(f"  {told}" for told in report.problems)]
        raise UnusableLedger("\n".join([*lines, *report.remedies]))
    if code is not None:
        _tell_of_seal(sealed_state(ledger, code), code, as_json)
    elif as_json:
        say_json({"ledger": ledger} | report._asdict() | {"remedies": ()})
    else:
        counted = f"{_count(report.games, 'game')}, {_count(report.events, 'command')}"
        say(f"{shown(ledger, 400)} is sound: {counted}.")
        for game, seal in list(report.seals.items())[-SEALS_SHOWN:]:
            say(f"Seal of game {game}: {seal}")


def _tell_of_seal(found: "SealFound | None", code: str, as_json: bool) -> None:
    """Say which state a seal was noted of, or refuse where the ledger does not hold it."""
    if as_json:
        view = None if found is None else {"game": found.game, "command": found.command.number}
        say_json({"seal": code, "found": view, "later": found.later if found else None})
    elif found is not None:
        when = local_time(found.command.time)
        since = f"{_count(found.later, 'command')} since" if found.later else "nothing since"
        state = f"game {found.game} after command {found.command.number} ({told(found.command)})"
        say(wrapped(f"The ledger holds that state: {state}, {when}; {since}."))
    if found is None:
        raise BrokenRule(
            f"the ledger holds no state with the seal {shown(code)}. If it was noted from this "
            "ledger, it was changed, cut short, or an older copy was put in its place. Look for "
            "another copy, and compare what it says."
        )


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
