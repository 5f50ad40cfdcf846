"""At the table: a game opened, and what of it is said anew."""

import re
from collections.abc import Iterator
from typing import Any

import click

from rummy_score.cli.asking import Question, ask, at_terminal
from rummy_score.cli.parameters import (
    desk_of,
    game_option,
    json_option,
    ledger_option,
    rename_option,
    rule_option,
    rules_file_option,
    told_rules,
)
from rummy_score.cli.screen import remark, say, say_json, wrapped
from rummy_score.cli.telling import (
    dealing_line,
    game_title,
    name_game,
    say_step,
    warn_of_override,
)
from rummy_score.errors import UnreadableInput
from rummy_score.evening import opening
from rummy_score.evening.live import LiveGame
from rummy_score.evening.recording import Recorded
from rummy_score.names import listed, shown


@click.command(
    short_help="Open a game.",
    epilog="""Examples:

\b
  rummy-score new Boris Dmitry Nikolai Fyodor --variant gambling --stake 0.05
  rummy-score new Ann Bob Cy Di --variant rum500 --pairs Ann+Cy,Bob+Di
  rummy-score new --stake 0.10 --like
""",
)
@click.argument("players", nargs=-1)
@click.option("--variant", metavar="V", help="The game (basic); `rummy-score variants` lists all.")
@click.option("--title", metavar="T", help="A name for the evening.")
@click.option("--stake", metavar="X", help="Money for a point, like 0.05.")
@click.option("--currency", metavar="C", help="What the money is called.")
@click.option("--coin", metavar="X", help="The smallest coin; payments are rounded to it (0.01).")
@click.option("--pairs", metavar="A+B,C+D", help="Who plays with whom.")
@click.option("--target", metavar="N", help="The total that wins, or none.")
@click.option("--dealer", metavar="P", help="Who deals first, else the first player.")
@rule_option
@rules_file_option
@click.option(
    "--like",
    metavar="[GAME]",
    is_flag=False,
    flag_value="",
    help="Players, rules and money as in an earlier game, the one in use if none is named.",
)
@json_option
@ledger_option
def new(
    players: tuple[str, ...],
    pairs: str | None,
    rules: tuple[tuple[str, str], ...],
    rules_file: str | None,
    like: str | None,
    as_json: bool,
    ledger: str,
    **told: str | None,
) -> None:
    """Open a game and make it the one in use.

    Players sit in the order in which they are named. Without players they are asked for at a
    terminal. What is said beside --like is laid over the earlier game.
    """
    from rummy_score.scoring.seats import stock_remark

    if not players and like is None:
        players = _asked_for_new(told)
    house_rules = told_rules(rules, rules_file)
    game = opening.NewGame(
        players=opening.typed_players(players),
        pairs=_typed_pairs(pairs),
        house_rules=house_rules,
        **told,
    )
    desk = desk_of(ledger)
    if like is not None:
        game = opening.like(desk.live(like or None), game)
    live = desk.open(opening.new(game))
    if as_json:
        from rummy_score.output.steps import state_view

        say_json({"game": live.number, "ledger": ledger, **state_view(live)})
    else:
        say("\n".join(_opened(live, ledger)))
    warn_of_override(live, desk)
    told_of_stock = stock_remark(len(live.players), live.now.rules)
    if told_of_stock:
        remark(told_of_stock)


def _asked_for_new(told: dict[str, Any]) -> tuple[str, ...]:
    """Ask who plays, and what nobody has said of the game and the stake."""
    from rummy_score.rules.variants import find_variant

    if not at_terminal():
        raise UnreadableInput(
            "nobody plays. Name the players in seat order: rummy-score new Anna Boris."
        )
    questions = [
        Question("players", "Who plays, in seat order (commas or blanks between)", _typed_names)
    ]
    if told["variant"] is None:
        questions.append(
            Question("variant", "Which game", lambda text: find_variant(text).name, "basic")
        )
    if told["stake"] is None:
        questions.append(Question("stake", "Money for a point (empty: none)", _typed_stake, ""))
    answers = ask(lambda known: (question for question in questions if question.key not in known))
    players: tuple[str, ...] = answers.pop("players")
    told.update(answers)
    return players


def _typed_names(text: str) -> tuple[str, ...]:
    from rummy_score.names import distinct

    if "," not in text:
        return distinct(opening.typed_players(text.split()))
    # With commas a name may hold blanks; "and" stands before the last one.
    return distinct(opening.typed_players(re.split(r",|\s+(?:and|и)\s+", text)))


def _typed_stake(text: str) -> str | None:
    from rummy_score.money.settlement import parse_money

    return parse_money(text, None, "").stake if text else None


def _typed_pairs(text: str | None) -> tuple[tuple[str, ...], ...]:
    """Split ``A+B,C+D`` into pairs of names."""
    if not text:
        return ()
    pairs = [tuple(pair.split("+")) for pair in text.split(",")]
    for pair in pairs:
        if len(pair) != 2:
            raise UnreadableInput(
                f"'{shown('+'.join(pair))}' is no pair. Write two names with a plus: Anna+Pavel."
            )
    return tuple(pairs)


def _opened(live: LiveGame, ledger: str) -> Iterator[str]:
    title = game_title(live.now.title, live.now.variant)
    yield wrapped(f"Game {live.number}: {title}. Players: {listed(live.players)}.")
    yield dealing_line(live)
    yield f"Ledger: {shown(ledger, 400)}"


@click.command(
    short_help="Say anew what `new` said: stake, rules, names.",
    epilog="""Examples:

\b
  rummy-score change --rule ace=both
  rummy-score change --stake 0.10 --rename boris=Bob
""",
)
@click.option("--title", metavar="T", help="A name for the evening.")
@click.option("--stake", metavar="X", help="Money for a point, of all deals; none: no money.")
@click.option("--currency", metavar="C", help="What the money is called.")
@click.option("--coin", metavar="X", help="The smallest coin; payments are rounded to it.")
@click.option("--target", metavar="N", help="The total that wins, or none.")
@rule_option
@rename_option
@game_option
@json_option
@ledger_option
def change(
    rules: tuple[tuple[str, str], ...],
    renamed: tuple[tuple[str, str], ...],
    game: str | None,
    as_json: bool,
    ledger: str,
    **told: str | None,
) -> None:
    """Say anew what `new` said.

    Rules hold from the next deal on, old deals keep theirs; stake, currency, coin, title, target
    and names hold for the whole game.
    """
    wanted = opening.Change(house_rules=rules, renamed=renamed, **told)
    done = desk_of(ledger).record(game, lambda live: opening.change(live, wanted))
    if as_json:
        say_step(done)
    else:
        say("\n".join(_change_lines(done)))
    name_game(done)


def _change_lines(done: Recorded) -> Iterator[str]:
    """Yield what was changed, and from when on."""
    facts = done.after.facts[done.event.number]
    for what in ("title", "stake", "coin", "currency", "target"):
        if what in facts:
            yield wrapped(f"{what.capitalize()}: {shown(facts[what] or 'none')}.")
    changed = [f"{knob}={value}" for knob, value in facts.get("rules", {}).items()]
    if changed:
        first = done.after.next_number + bool(done.after.now.begun)
        yield wrapped(f"From deal {first} on: {listed(changed)}.")
    for old, now in facts.get("rename", {}).items():
        yield wrapped(f"{shown(old)} is called {shown(now)} now.")
