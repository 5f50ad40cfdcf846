"""Put right what was recorded: take back, restore, edit an old deal."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress

import click

from rummy_score.cli.asking import at_terminal
from rummy_score.cli.parameters import desk_of, game_option, json_option, ledger_option
from rummy_score.cli.screen import PAGE, remark, say, say_json, wrapped
from rummy_score.cli.telling import layout_lines, say_step, totals_line
from rummy_score.errors import (
    BrokenRule,
    Overtaken,
    RummyScoreError,
    UnreadableInput,
    UnusableLedger,
)
from rummy_score.evening.live import LiveGame
from rummy_score.evening.recording import Recorded
from rummy_score.evening.wording import told
from rummy_score.names import shown
from rummy_score.points import points_text


@click.command(short_help="Take back the last command, whole.", epilog="Example: rummy-score undo")
@game_option
@json_option
@ledger_option
def undo(game: str | None, as_json: bool, ledger: str) -> None:
    """Take back the last command of the game, whole, also across deals; `redo` restores it."""
    done = desk_of(ledger).undo(game)
    if as_json:
        say_step(done, "taken_back")
    else:
        say("\n".join(_step_lines("Took back", done)))


@click.command(short_help="Restore what was taken back last.", epilog="Example: rummy-score redo")
@game_option
@json_option
@ledger_option
def redo(game: str | None, as_json: bool, ledger: str) -> None:
    """Restore what `undo` took back last in the game, unless something was recorded since."""
    done = desk_of(ledger).redo(game)
    if as_json:
        say_step(done, "restored")
    else:
        say("\n".join(_step_lines("Restored", done)))


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
    epilog="Example: rummy-score edit 3 dmitry=20",
)
@click.argument("deal")
@click.argument("hands", metavar="[PLAYER=HAND]...", nargs=-1)
@click.option(
    "--from", "source", metavar="FILE", help="The deal's new text; - reads standard input."
)
@click.option("-m", "--message", "why", metavar="WHY", default="", help="Why it is changed.")
@game_option
@json_option
@ledger_option
def edit(
    deal: str,
    hands: tuple[str, ...],
    source: str | None,
    why: str,
    game: str | None,
    as_json: bool,
    ledger: str,
) -> None:
    """Change an old deal: hands in the line, or its text as in a score sheet.

    The text is edited in $VISUAL or $EDITOR, which has to wait until the file is closed (like
    `code --wait`), or comes from a file. Everything after the deal is reckoned anew, and the old
    text stays in the log.
    """
    from rummy_score.cards.notation import parse_number
    from rummy_score.evening import commands
    from rummy_score.ledger.files import read_file

    if hands and source:
        raise UnreadableInput("hands and --from both say what the deal becomes. Keep one of them.")
    number, reason = parse_number(deal), commands.reason(why)  # before a text is typed
    desk = desk_of(ledger)
    live = desk.live(game)
    old = commands.old_deal_text(live, number)

    def record(text: str) -> Recorded | None:
        if _plain(text) == old:
            return None
        return desk.record(
            str(live.number), lambda now: commands.edit(now, number, text, seen=old, why=reason)
        )

    if hands:
        done = record(commands.with_hands(live, number, hands))
    elif source:
        done = record(read_file(source))
    else:
        done = _edited(live, number, old, record)
    if done is None:
        if as_json:
            from rummy_score.output.steps import state_view

            say_json({"game": live.number, "recorded": None, **state_view(live)})
        else:
            say(f"Deal {number} is unchanged.")
        return
    if as_json:
        from rummy_score.output.views import deal_view

        say_step(done, edited=deal_view(done.after.standing.lines[number - 1]))
    else:
        say("\n".join(_change_lines(done.before, done.after, number)))
    for line in _new_warnings(done.before, done.after, number):
        remark(line)


def _plain(text: str) -> str:
    """Return a deal's text without what an editor may change by itself: ends of lines, blanks."""
    lines = [line.rstrip() for line in text.strip().splitlines()]
    return "".join(f"{line}\n" for line in lines)


def _edited(
    live: LiveGame, number: int, old: str, record: Callable[[str], Recorded | None]
) -> Recorded | None:
    """Let a deal's text be edited until it is recorded; None where it was left as it is.

    What was refused is edited again, with what is wrong above it. Whatever else ends it, what was
    typed is kept, and it is said where.
    """
    if not at_terminal():
        raise UnreadableInput(
            "no editor can be opened here. Say hands as PLAYER=HAND, or give the deal's new text "
            "with --from FILE."
        )
    draft = _Draft(live, number, old)
    try:
        while True:
            typed = draft.edit()
            try:
                done = record(typed)
            except (UnusableLedger, Overtaken):
                raise
            except RummyScoreError as refusal:
                draft.refuse(typed, refusal)
            else:
                draft.forget()
                return done
    except RummyScoreError as refusal:
        kept = draft.leave()
        raise type(refusal)(f"{refusal}\n{kept}" if kept else str(refusal)) from None
    except BaseException:  # Ctrl-C, or a fault of the program's own
        kept = draft.leave()
        if kept:
            remark(kept)
        raise


class _Draft:
    """A deal's text in a private file of its own, while an editor has it."""

    def __init__(self, live: LiveGame, number: int, old: str) -> None:
        from tempfile import mkdtemp

        self._number, self._game = number, live.number
        self._old = self._typed = old
        self._refusal: RummyScoreError | None = None
        title = f" ({shown(live.now.title)})" if live.now.title else ""
        self._about = f"Deal {number} of game {live.number}{title}."
        self._written = ""
        try:
            self._folder = mkdtemp(prefix="rummy-score-")
        except OSError as error:
            raise UnreadableInput(
                f"no file can be made for the editor: {error.strerror or error}. Say hands as "
                "PLAYER=HAND, or give the deal's new text with --from FILE."
            ) from None
        self._file = os.path.join(self._folder, f"deal-{number}.toml")

    def edit(self) -> str:
        """Open the editor and return the text that it leaves; raise where there is none."""
        notes = self._notes()
        self._write("".join(f"{line}\n" for line in notes) + self._typed)
        try:
            click.edit(filename=self._file)
        except (click.ClickException, OSError) as error:
            told = error.message if isinstance(error, click.ClickException) else str(error)
            raise BrokenRule(
                f"nothing is recorded, for the editor failed: {shown(told, 200)} "
                "$VISUAL or $EDITOR says which one is opened."
            ) from None
        except ValueError:  # a quote in its name that is never closed
            raise UnreadableInput(
                "nothing is recorded: what $VISUAL or $EDITOR says is no command line. Mend its "
                "quotes."
            ) from None
        typed = self._read(notes)
        if self._refusal is not None and typed == _plain(self._typed):
            raise type(self._refusal)(
                f"deal {self._number} stays as it was, for what was typed is refused:\n"
                f"{self._refusal}"
            )
        return typed

    def refuse(self, typed: str, refusal: RummyScoreError) -> None:
        """Note what is wrong with the text that was typed."""
        self._typed, self._refusal = typed, refusal

    def forget(self) -> None:
        """Remove the file, as what it holds is recorded, or is what was recorded before."""
        with suppress(OSError):
            os.remove(self._file)
        with suppress(OSError):
            os.rmdir(self._folder)

    def leave(self) -> str:
        """Keep what was typed, if anything was, and return a sentence that says where."""
        from shlex import quote

        with suppress(RummyScoreError, OSError):
            if not os.path.exists(self._file) and _plain(self._typed) != self._old:
                self._write(self._typed)
        try:
            with open(self._file, "rb") as file:
                holds = file.read()
        except OSError:
            holds = b""
        if not holds or (holds == self._written.encode() and _plain(self._typed) == self._old):
            self.forget()
            return ""
        again = f"rummy-score edit {self._number} --game {self._game} --from {quote(self._file)}"
        return f"What was typed is kept; mended, it goes in with: {again}"

    def _notes(self) -> list[str]:
        """Return the comments above the text: which deal it is, what is wrong, what may be said."""
        from rummy_score.sheets.writing import deal_guide

        lines = _comment(self._about)
        if self._refusal is not None:
            lines += _comment("Not recorded:")
            for problem in str(self._refusal).splitlines():
                lines += _comment(problem, "  ")
            lines += _comment("Mend it, save and close; close it unchanged to give up.")
        else:
            lines += _comment("Save and close to record it; leave it unchanged to change nothing.")
        lines += _comment("A deal may say:")
        for key in deal_guide():
            lines += _comment(key, "  ")
        return [*lines, "# Lines like these are not read.", ""]

    def _write(self, text: str) -> None:
        self._written = text
        try:
            with open(self._file, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            raise UnreadableInput(
                f"the editor's file cannot be written: {error.strerror or error}."
            ) from None

    def _read(self, notes: list[str]) -> str:
        from rummy_score.ledger.files import read_file

        try:
            text = read_file(self._file)
        except UnreadableInput as problem:
            raise UnreadableInput(f"nothing is recorded: {problem}") from None
        lines = [line for line in text.splitlines() if not line or line.rstrip() not in notes]
        return _plain("\n".join(lines))


def _comment(text: str, margin: str = "") -> list[str]:
    from textwrap import wrap

    start = f"# {margin}"
    lines = wrap(
        shown(text, len(text)), PAGE - 2, initial_indent=start, subsequent_indent=f"{start}  "
    )
    return [line.rstrip() for line in lines]


def _change_lines(before: LiveGame, after: LiveGame, number: int) -> Iterator[str]:
    """Yield what an edit has changed: hands, totals, and who has won."""
    yield f"Deal {number} is changed."
    was, now = (live.game.deals[number - 1] for live in (before, after))
    for player in now.seated:
        old, new = was.left.get(player), now.left.get(player)
        if new is not None and new != old:
            instead = "" if old is None else f", not {old}"
            yield wrapped(f"{shown(player)} has {new} left{instead}.")
    for side, total in after.standing.totals.items():
        had = before.standing.totals[side]
        if had != total:
            yield f"{shown(side)}: {points_text(had)} -> {points_text(total)}"
    if after.now.rules.target is not None and before.standing.winners != after.standing.winners:
        from rummy_score.output.tables import winner_text

        yield wrapped(winner_text(after.standing))


def _new_warnings(before: LiveGame, after: LiveGame, number: int) -> Iterator[str]:
    """Yield what is odd about a deal, and was not before it was edited."""
    known = {finding.message for deal, finding in before.standing.warnings if deal == number}
    for deal, finding in after.standing.warnings:
        if deal == number and finding.message not in known:
            yield finding.message
