"""At the table: hands, the end of a deal, adjustments, who comes and goes.

A turn is typed most often, so what only the other commands need is loaded by them.
"""

from collections.abc import Iterator
from typing import Any

import click

from rummy_score.cli.asking import Question, ask, at_terminal
from rummy_score.cli.parameters import (
    desk_of,
    game_option,
    json_option,
    ledger_option,
)
from rummy_score.cli.screen import remark, say, wrapped
from rummy_score.cli.telling import (
    dealing_line,
    end_lines,
    name_game,
    overlooked_lines,
    say_step,
    totals_line,
)
from rummy_score.errors import UnreadableInput
from rummy_score.evening import commands
from rummy_score.evening.commands import Ending
from rummy_score.evening.live import LiveGame
from rummy_score.evening.recording import Recorded
from rummy_score.names import listed, shown
from rummy_score.points import points_text
from rummy_score.scoring.adjustments import borne


@click.command(
    short_help="What a player has left in hand.", epilog="Example: rummy-score left dmitry kc 4d"
)
@click.argument("player")
@click.argument("hand", nargs=-1, required=True)
@game_option
@json_option
@ledger_option
def left(player: str, hand: tuple[str, ...], game: str | None, as_json: bool, ledger: str) -> None:
    """Record what a player has left: cards, ranks (K 4 A), a sum (10+5+3), a number, or none."""
    text = " ".join(hand)
    done = desk_of(ledger).record(game, lambda live: commands.left(live, player, text))
    name, after = done.after.facts[done.event.number]["player"], done.after
    held = after.open_deal.left[name]
    if as_json:
        say_step(done)
    else:
        say(wrapped(f"{shown(name)} has {held} left."))
    for told in overlooked_lines(name, held, after.layout, after.rules):
        remark(told)
    name_game(done)


@click.command(
    short_help="Close the deal: scores, totals, next dealer.",
    epilog="""Examples:

\b
  rummy-score end --out boris dmitry="KC 4D" nikolai=28 fyodor=10+10+9
  rummy-score end --blocked boris=14 dmitry=24 nikolai=28 fyodor=36
""",
)
@click.argument("hands", nargs=-1, metavar="[PLAYER=HAND]...")
@click.option("--out", metavar="PLAYER", help="Who went out.")
@click.option("--blocked", is_flag=True, help="Nobody went out.")
@click.option(
    "--laid", multiple=True, metavar="PLAYER=N", help="Points laid, where turns were not recorded."
)
@click.option(
    "--rummy/--no-rummy", default=None, help="Overrides what the turns show about going rummy."
)
@click.option(
    "--ruling", metavar="TEXT", help="What the table agreed: records a deal that breaks a rule."
)
@game_option
@json_option
@ledger_option
def end(
    hands: tuple[str, ...],
    out: str | None,
    blocked: bool,
    laid: tuple[str, ...],
    rummy: bool | None,
    ruling: str | None,
    game: str | None,
    as_json: bool,
    ledger: str,
) -> None:
    """Close the deal: its score with the sum that made it, the totals, the next dealer.

    Hands that are missing are asked for at a terminal; elsewhere they must be given.
    """
    desk = desk_of(ledger)
    live = desk.live(game)
    seen = desk.seen_deal(live)
    told = commands.told_end(live, hands, laid, out=out)
    ending = told._replace(blocked=blocked, rummy=rummy, ruling=ruling or "")
    if at_terminal():
        ending = _asked_for_end(live, ending)
    else:
        _refuse(commands.lacking(live, ending))
    done = desk.record(str(live.number), lambda now: commands.end(now, ending, seen=seen))
    for told_line in _end_remarks(done, ending):
        remark(told_line)
    if as_json:
        from rummy_score.output.views import deal_view

        line = done.after.standing.lines[-1]
        say_step(done, closed={**deal_view(line), "sums": dict(line.score.sums)})
    else:
        say("\n".join(end_lines(done.after)))
    name_game(done)


def _asked_for_end(live: LiveGame, ending: Ending) -> Ending:
    """Ask for what an end still lacks, one question at a time; what was answered is kept."""

    def with_answers(answers: dict[str, Any]) -> Ending:
        left, laid = dict(ending.left), dict(ending.laid)
        for key, answer in answers.items():
            what, _, player = key.partition(" ")
            if what == "left":
                left[player] = answer
            elif what == "laid":
                laid[player] = answer
        out = answers.get("out")
        blocked = ending.blocked or ("out" in answers and out is None)
        return ending._replace(left=left, laid=laid, out=ending.out or out, blocked=blocked)

    def questions(answers: dict[str, Any]) -> Iterator[Question]:
        now = with_answers(answers)
        for what, player in commands.lacking(live, now):
            if what == "out":
                words = "Who is out (empty where the deal was blocked)"
                yield Question("out", words, lambda typed: commands.who(live, typed), "")
            else:
                words = f"{shown(player)} has {what}"
                yield Question(f"{what} {player}", words, _answer_for(live, now, what, player))

    return with_answers(ask(questions))


def _answer_for(live: LiveGame, ending: Ending, what: str, player: str) -> Any:
    """Return the reader of one answer: it must fit what is told already, or it is asked again."""

    def read(typed: str) -> str:
        if what == "left":
            commands.fit_hand(live, ending, player, typed)
        else:
            commands.fit_points_laid(typed)
        return typed

    return read


def _refuse(lacks: commands.Lacks) -> None:
    """Name what is missing, and the option that gives it."""
    problems = []
    for what, told, option in (
        ("left", "no hand is entered for", "Add {}=HAND, like {}=28."),
        (
            "laid",
            "no points laid are entered for",
            "Add --laid {}=POINTS, 0 where nothing was laid.",
        ),
    ):
        players = [player for lack, player in lacks if lack == what]
        if players:
            problems.append(f"{told} {listed(players)}. {option.replace('{}', _word(players[0]))}")
    if any(lack == "out" for lack, _ in lacks):
        problems = ["nobody is out. Say --out PLAYER, or --blocked where nobody went out."]
    if problems:
        raise UnreadableInput("\n".join(problems))


def _word(name: str) -> str:
    """Return a name as a shell takes it for one word."""
    return f'"{shown(name)}"' if " " in name else shown(name)


def _end_remarks(done: Recorded, ending: Ending) -> Iterator[str]:
    standing = done.after.standing
    line = standing.lines[-1]
    yield from (finding.message for deal, finding in standing.warnings if deal == line.number)
    checked = line.checked
    for player in ending.left:  # `left` has said it of the hands recorded before
        hand = checked.deal.left[player]
        yield from overlooked_lines(player, hand, checked.layout, done.before.rules)


@click.command(
    short_help="Add points, or take them away, and say why.",
    context_settings={"ignore_unknown_options": True},
    epilog='Example: rummy-score adjust boris -10 -m "misdeal"',
)
@click.argument("player")
@click.argument("points")
@click.option("-m", "--message", "why", required=True, metavar="WHY", help="Why.")
@click.option("--from", "payer", metavar="PLAYER", help="Who pays it, where not all others do.")
@game_option
@json_option
@ledger_option
def adjust(
    player: str,
    points: str,
    why: str,
    payer: str | None,
    game: str | None,
    as_json: bool,
    ledger: str,
) -> None:
    """Add points to a player's total, or take them away, and say why.

    Where each deal is owed by itself (settle=deals) the others bear it in equal shares, or whom
    --from names.
    """
    done = desk_of(ledger).record(
        game, lambda live: commands.adjust(live, player, points, why, payer)
    )
    name_game(done)
    if as_json:
        say_step(done)
        return
    facts = done.after.facts[done.event.number]
    changes = {facts["player"]: facts["points"], **borne(facts["points"], facts.get("from", ()))}
    told = ", ".join(
        f"{shown(name)} {points_text(each, signed=True)}" for name, each in changes.items()
    )
    say(wrapped(f"{told}: {shown(facts['why'], 200)}."))
    say(wrapped(totals_line(done.after.standing)))


@click.command(short_help="Somebody joins, or comes back.", epilog="Example: rummy-score join vera")
@click.argument("player")
@click.option("--with", "points", metavar="POINTS", help="Points added to the player's total.")
@click.option("--at", metavar="POINTS", help="The total to come in at.")
@game_option
@json_option
@ledger_option
def join(
    player: str, points: str | None, at: str | None, game: str | None, as_json: bool, ledger: str
) -> None:
    """Let somebody join, or come back with the total of before, from the next deal on.

    --with and --at are for games in which totals decide.
    """
    done = desk_of(ledger).record(game, lambda live: commands.join(live, player, points, at))
    name_game(done)
    if as_json:
        say_step(done)
        return
    name, after = done.after.facts[done.event.number]["player"], done.after
    total = after.standing.totals[name]
    brings = f", with {points_text(total)}" if total else ""
    say(wrapped(f"{shown(name)} plays from the next deal on{brings}."))
    say(dealing_line(after))


@click.command(short_help="Somebody leaves.", epilog="Example: rummy-score leave boris")
@click.argument("player")
@game_option
@json_option
@ledger_option
def leave(player: str, game: str | None, as_json: bool, ledger: str) -> None:
    """Let somebody leave from the next deal on; the score stays, and is settled too."""
    done = desk_of(ledger).record(game, lambda live: commands.leave(live, player))
    name_game(done)
    if as_json:
        say_step(done)
        return
    name = done.after.facts[done.event.number]["player"]
    say(f"{shown(name)} leaves; the score stays.\n{dealing_line(done.after)}")
