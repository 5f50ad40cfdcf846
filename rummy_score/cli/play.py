"""The evening at a prompt: the same commands without the program's name, cards without a verb."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress

import click

from rummy_score.cli.parameters import game_option, ledger_option
from rummy_score.cli.screen import remark, wrapped
from rummy_score.cli.telling import layout_lines, points_laid
from rummy_score.errors import RummyScoreError, UnreadableInput, UnusableLedger
from rummy_score.evening.live import LiveGame
from rummy_score.evening.recording import Desk
from rummy_score.names import find, nearest, shown
from rummy_score.points import points_text
from rummy_score.rules.rules import Scoring
from rummy_score.scoring.games import next_deal, side_names

LEAVE = ("quit", "exit", "q")
WHOLE_WORDS = ("quit", "exit")  # whatever comes after them; "q 7-9h" is a turn of Quentin's
LAST_DEALS = 10  # shown after each deal: what a screen holds
_LONGEST_TITLE = 20


@click.command(short_help="The whole evening at a prompt.", epilog="Example: rummy-score play")
@game_option
@ledger_option
@click.pass_context
def play(ctx: click.Context, game: str | None, ledger: str) -> None:
    """Play the evening at a prompt, which stays on its game.

    Every command works without the program's name, and a line that starts with a player is a turn:
    "b 7-9h, qhsd". Each line is in the ledger before the prompt returns. quit or Ctrl-D leaves.
    """
    desk = Desk(ledger, game or os.environ.get("RUMMY_SCORE_GAME") or None)
    _stay(desk, must=game is not None)
    by_hand = sys.stdin.isatty()
    if by_hand:
        _prepare_line_editing(ctx, desk)
        remark("A player and cards is a turn; `help` lists the commands; quit leaves.")
    codes = {0}
    for line in _lines(desk, by_hand):
        deals = desk.deals_closed()
        codes.add(_obey(ctx, desk, line))
        if desk.deals_closed() > deals:
            _obey(ctx, desk, f"table --last {LAST_DEALS}")
    unusable = UnusableLedger.exit_code in codes
    if by_hand and unusable:
        remark("Not everything is recorded: the ledger could not be used, as was said above.")
    elif by_hand:
        remark("Everything is recorded.")
    if unusable:
        ctx.exit(UnusableLedger.exit_code)
    ctx.exit(1 if codes != {0} and not by_hand else 0)


def _stay(desk: Desk, *, must: bool) -> None:
    """Stay on the game in use; where there is none, on the first that is opened here."""
    try:
        desk.stay_on(desk.live())
    except RummyScoreError:
        if must:
            raise
        desk.stay_on(None)


def _lines(desk: Desk, by_hand: bool) -> Iterator[str]:
    """Yield the lines typed until the end; Ctrl-C only drops the line."""
    while True:
        try:
            prompt = _status(desk) if by_hand else ""
            line = input(prompt).strip()
        except KeyboardInterrupt:
            click.echo(err=True)
            continue
        except EOFError:
            return
        if line.casefold() in LEAVE or line.partition(" ")[0].casefold() in WHOLE_WORDS:
            return
        if line and not line.startswith("#"):
            yield line


def _obey(ctx: click.Context, desk: Desk, line: str) -> int:
    """Run one line as a command; return its exit code."""
    root = ctx.find_root().command
    assert isinstance(root, click.Group)
    try:
        words = _command(root, ctx, desk, line)
        result = root.main(
            ["--ledger", desk.place, *words], prog_name="", standalone_mode=False, obj=desk
        )
    except click.ClickException as problem:
        problem.show()
        return problem.exit_code
    except RummyScoreError as problem:
        remark(f"Error: {problem}")
        return problem.exit_code
    except (click.Abort, KeyboardInterrupt):
        remark("Left as it was.")
        return 1
    return result if isinstance(result, int) else 0


def _command(root: click.Group, ctx: click.Context, desk: Desk, line: str) -> list[str]:
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
        find(words[0], desk.shown().open_deal.seated)
    except UnreadableInput as problem:
        hint = nearest(words[0], [*root.list_commands(ctx), *LEAVE])
        raise UnreadableInput(
            f"'{shown(words[0])}' is no command{hint} and no player: {problem}"
        ) from None
    return ["lay", *words]


def _status(desk: Desk) -> str:
    """Show where the evening stands, and return the prompt, which names the game."""
    try:
        live = desk.live()
        for line in status_lines(live):
            click.echo(line, err=True)
    except RummyScoreError:
        return "rummy> "
    desk.show(live)
    title = live.now.title
    name = f" {shown(title, _LONGEST_TITLE)}" if title else ""
    return f"game {live.number}{name}> "


def status_lines(live: LiveGame) -> Iterator[str]:
    """Yield where the evening stands: deal, dealer, melds, what each has laid and scored."""
    dealer, _, _ = next_deal(live.standing, live.open_deal.seated)
    yield wrapped(f"Deal {live.next_number}, {shown(dealer)} deals. {_totals(live)}")
    yield from layout_lines(live.layout)


def _totals(live: LiveGame) -> str:
    return ", ".join(
        f"{shown(side)} {points_text(total)}{_laid(live, side)}"
        for side, total in live.standing.totals.items()
    )


def _laid(live: LiveGame, side: str) -> str:
    """Say what a side has on the table in this deal: points where they score, else cards."""
    sides = side_names(live.game)
    players = [player for player in live.players if sides[player] == side]
    if live.rules.scoring is Scoring.MELDS:
        laid = sum(points_laid(live.layout, live.rules, player) for player in players)
        return f" (+{laid})" if laid else ""
    cards = 0
    for turn in live.open_deal.turns:
        if turn.player in players:
            cards += sum(len(play.cards) for play in turn.plays)
    return f" ({cards} down)" if cards else ""


def _prepare_line_editing(ctx: click.Context, desk: Desk) -> None:
    """Switch on history and completion where the platform has readline."""
    try:
        import atexit
        import readline
    except ImportError:
        return
    history = os.path.join(os.path.dirname(os.path.abspath(desk.place)), "history")
    with suppress(OSError):
        readline.read_history_file(history)
    root = ctx.find_root().command
    assert isinstance(root, click.Group)
    commands = root.list_commands(ctx)

    def complete(text: str, state: int) -> str | None:
        players: tuple[str, ...] = ()
        with suppress(RummyScoreError):
            players = desk.shown().players
        begun = text.removeprefix('"').casefold()
        words = (word for word in (*commands, *players) if word.casefold().startswith(begun))
        fits = [_typed(word) for word in words]
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
