"""The evening at a prompt: the same commands without the program's name, cards without a verb."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress

import click

from rummy_score.cli.laying import layout_lines, points_laid
from rummy_score.cli.parameters import ledger_option
from rummy_score.cli.screen import remark, wrapped
from rummy_score.errors import RummyScoreError, UnreadableInput
from rummy_score.evening.live import Evening
from rummy_score.evening.recording import read_evening
from rummy_score.names import find, nearest, shown
from rummy_score.points import points_text
from rummy_score.rules.rules import Scoring
from rummy_score.scoring.games import next_deal

LEAVE = ("quit", "exit", "q")
LAST_DEALS = 10  # shown after each deal: what a screen holds


@click.command(short_help="The whole evening at a prompt.", epilog="Example: rummy-score play")
@ledger_option
@click.pass_context
def play(ctx: click.Context, ledger: str) -> None:
    """Play the evening at a prompt.

    Every command works without the program's name, and a line that starts with a player is a turn:
    "b 7-9h, qhsd". Each line is in the ledger before the prompt returns. quit or Ctrl-D leaves.
    """
    by_hand = sys.stdin.isatty()
    if by_hand:
        _prepare_line_editing(ctx, ledger)
        remark("A player and cards is a turn; `help` lists the commands; quit leaves.")
    failed = False
    for line in _lines(ledger, by_hand):
        done = _obey(ctx, ledger, line)
        failed |= not done
        if done and line.split()[0].casefold() == "end":
            _obey(ctx, ledger, f"table --last {LAST_DEALS}")
    if by_hand:
        remark("Everything is recorded.")
    ctx.exit(1 if failed and not by_hand else 0)


def _lines(ledger: str, by_hand: bool) -> Iterator[str]:
    """Yield the lines typed until the end; Ctrl-C only drops the line."""
    while True:
        try:
            if by_hand:
                _show_status(ledger)
            line = input("rummy> " if by_hand else "").strip()
        except KeyboardInterrupt:
            click.echo(err=True)
            continue
        except EOFError:
            return
        if line.casefold() in LEAVE:
            return
        if line and not line.startswith("#"):
            yield line


def _obey(ctx: click.Context, ledger: str, line: str) -> bool:
    """Run one line as a command; tell whether it was done."""
    root = ctx.find_root().command
    assert isinstance(root, click.Group)
    try:
        words = _command(root, ctx, ledger, line)
        result = root.main(["--ledger", str(ledger), *words], prog_name="", standalone_mode=False)
    except click.ClickException as problem:
        problem.show()
    except RummyScoreError as problem:
        remark(f"Error: {problem}")
    except (click.Abort, KeyboardInterrupt):
        remark("Left as it was.")
    else:
        return not result
    return False


def _command(root: click.Group, ctx: click.Context, ledger: str, line: str) -> list[str]:
    """Return the words of a command; a line that starts with a player is a turn."""
    try:
        words = shlex.split(line)
    except ValueError:
        words = line.split()
    verb = words[0].casefold()
    if verb in ("help", "?"):
        return [*words[1:], "--help"]
    if verb in root.list_commands(ctx) and verb != "play":
        return [verb, *words[1:]]
    try:
        _, evening = read_evening(ledger, None)
        find(words[0], evening.open_deal.seated)
    except UnreadableInput as problem:
        hint = nearest(words[0], [*root.list_commands(ctx), *LEAVE])
        raise UnreadableInput(
            f"'{shown(words[0])}' is no command{hint} and no player: {problem}"
        ) from None
    return ["lay", *words]


def _show_status(ledger: str) -> None:
    with suppress(RummyScoreError):
        _, evening = read_evening(ledger, None)
        for line in status_lines(evening):
            click.echo(line, err=True)


def status_lines(evening: Evening) -> Iterator[str]:
    """Yield where the evening stands: deal, dealer, melds with their numbers, what each has laid and scored."""
    dealer, _, _ = next_deal(evening.standing, evening.open_deal.seated)
    yield wrapped(f"Deal {len(evening.game.deals) + 1}, {shown(dealer)} deals. {_totals(evening)}")
    yield from layout_lines(evening.layout)


def _totals(evening: Evening) -> str:
    return ", ".join(
        f"{shown(side)} {points_text(total)}{_laid(evening, side)}"
        for side, total in evening.standing.totals.items()
    )


def _laid(evening: Evening, side: str) -> str:
    """Say what a side has on the table in this deal: its points where they score, else its cards."""
    if evening.rules.scoring is Scoring.MELDS:
        laid = sum(points_laid(evening.layout, evening.rules, player) for player in side.split("+"))
        return f" (+{laid})" if laid else ""
    cards = sum(
        len(play.cards)
        for turn in evening.open_deal.turns
        for play in turn.plays
        if turn.player == side
    )
    return f" ({cards} down)" if cards else ""


def _prepare_line_editing(ctx: click.Context, ledger: str) -> None:
    """Switch on history and completion where the platform has readline."""
    try:
        import atexit
        import readline
    except ImportError:
        return
    history = os.path.join(os.path.dirname(os.path.abspath(ledger)), "history")
    with suppress(OSError):
        readline.read_history_file(history)
    root = ctx.find_root().command
    assert isinstance(root, click.Group)
    commands = root.list_commands(ctx)

    def complete(text: str, state: int) -> str | None:
        players: tuple[str, ...] = ()
        with suppress(RummyScoreError):
            players = read_evening(ledger, None)[1].players
        begun = text.removeprefix('"').casefold()
        fits = [_typed(word) for word in (*commands, *players) if word.casefold().startswith(begun)]
        return fits[state] if state < len(fits) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    readline.set_history_length(1000)
    atexit.register(_save_history, history)


def _typed(word: str) -> str:
    """Return a word as it is typed at the prompt, with a blank after it."""
    return f'"{word}" ' if " " in word else f"{word} "


def _save_history(path: str) -> None:
    import readline

    with suppress(OSError):
        readline.write_history_file(path)
