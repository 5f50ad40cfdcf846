"""Open a game: who plays what, by which rules, for how much."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from rummy_score.cli.asking import Question, ask, at_terminal
from rummy_score.cli.ending import dealing_line
from rummy_score.cli.parameters import ledger_option, rule_option
from rummy_score.cli.screen import remark, say, wrapped
from rummy_score.errors import UnreadableInput
from rummy_score.evening.live import Evening, rules_facts
from rummy_score.evening.recording import Step, open_game
from rummy_score.ledger.files import read_as
from rummy_score.money.settlement import Money, parse_money
from rummy_score.names import LONGEST_REMARK, clean, distinct, find, listed, shown
from rummy_score.rules.knobs import with_house_rules
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import Variant, find_variant
from rummy_score.scoring.games import players_problem, stock_remark
from rummy_score.sheets.reading import read_rules


@click.command(
    short_help="Open a game.",
    epilog="""Examples:

\b
  rummy-score new Boris Dmitry Nikolai Fyodor --variant gambling --stake 0.05
  rummy-score new Ann Bob Cy Di --variant rum500 --pairs Ann+Cy,Bob+Di
""",
)
@click.argument("players", nargs=-1)
@click.option("--variant", metavar="V", help="The game (basic); `rummy-score variants` lists all.")
@click.option("--title", metavar="T", help="A name for the evening.")
@click.option("--stake", metavar="X", help="Money for a point, like 0.05.")
@click.option("--currency", metavar="C", default="", help="What the money is called.")
@click.option("--coin", metavar="X", help="The smallest coin; payments are rounded to it (0.01).")
@click.option("--pairs", metavar="A+B,C+D", help="Who plays with whom.")
@click.option("--target", metavar="N", help="The total that wins, or none.")
@click.option("--dealer", metavar="P", help="Who deals first, else the first player.")
@rule_option
@click.option(
    "--rules", "rules_file", metavar="FILE", help="House rules in a TOML file, KNOB = VALUE a line."
)
@ledger_option
def new(
    players: tuple[str, ...], rules: tuple[tuple[str, str], ...], ledger: str, **told: str | None
) -> None:
    """Open a game and make it the current one.

    Players sit in the order in which they are named. Without players they are asked for at a
    terminal.
    """
    if not players:
        players = _asked(told)
    variant, house = _rules(told, rules)
    names = distinct(players)
    problem = players_problem(len(names), house)
    if problem:
        raise UnreadableInput(problem)
    money = _money(told)
    facts = {
        "title": clean(told["title"], "the title", LONGEST_REMARK) if told["title"] else "",
        "variant": variant.name,
        "rules": rules_facts(house),
        "players": list(names),
        "pairs": [list(pair) for pair in _pairs(told["pairs"], names, house)],
        "dealer": find(told["dealer"], names) if told["dealer"] else names[0],
        "stake": money.stake if money else None,
        "coin": money.coin if money else None,
        "currency": money.currency if money else "",
    }
    event = open_game(ledger, Step("new", facts))
    say("\n".join(_opened(event.game, Evening([event]), ledger)))
    told_of_stock = stock_remark(len(names), house)
    if told_of_stock:
        remark(told_of_stock)


def _asked(told: dict[str, Any]) -> tuple[str, ...]:
    """Ask who plays, and what nobody has said of the game and the stake."""
    if not at_terminal():
        raise UnreadableInput(
            "nobody plays. Name the players in seat order: rummy-score new Anna Boris."
        )
    questions = [Question("players", "Who plays, in seat order (commas or blanks between)", _names)]
    if told["variant"] is None:
        questions.append(
            Question("variant", "Which game", lambda text: find_variant(text).name, "basic")
        )
    if told["stake"] is None:
        questions.append(Question("stake", "Money for a point (empty: none)", _stake, ""))
    answers = ask(lambda known: (question for question in questions if question.key not in known))
    players: tuple[str, ...] = answers.pop("players")
    told.update(answers)
    return players


def _names(text: str) -> tuple[str, ...]:
    names = text.split(",") if "," in text else text.split()
    return distinct([name for name in names if name.strip()])


def _stake(text: str) -> str | None:
    return parse_money(text, None, "").stake if text else None


def _rules(told: dict[str, Any], rules: Sequence[tuple[str, str]]) -> tuple[Variant, Rules]:
    """Return the variant and its rules with those of the file, the target and the options laid over them."""
    variant = find_variant(told["variant"] or "basic")
    house = variant.rules
    if told["rules_file"]:
        house = with_house_rules(house, read_as(told["rules_file"], read_rules))
    typed = [*rules, *([("target", told["target"])] if told["target"] else [])]
    return variant, with_house_rules(house, typed)


def _money(told: dict[str, Any]) -> Money | None:
    if told["stake"]:
        return parse_money(told["stake"], told["coin"], told["currency"] or "")
    if told["coin"] or told["currency"]:
        raise UnreadableInput("money has no stake. Say what a point is worth, like --stake 0.05.")
    return None


def _pairs(text: str | None, names: Sequence[str], rules: Rules) -> list[tuple[str, str]]:
    if not text:
        return []
    if not rules.pairs:
        raise UnreadableInput(
            "everybody plays for himself here (pairs=no). Leave --pairs out, or add --rule pairs=yes."
        )
    pairs = []
    for pair in text.split(","):
        one, plus, other = pair.partition("+")
        if not plus:
            raise UnreadableInput(
                f"'{shown(pair)}' is no pair. Write two names with a plus: Anna+Pavel."
            )
        pairs.append((find(one, names), find(other, names)))
    if sorted(name for pair in pairs for name in pair) != sorted(names):
        raise UnreadableInput(f"every player belongs to one pair. The players are {listed(names)}.")
    return pairs


def _opened(number: int, evening: Evening, ledger: str) -> Iterator[str]:
    game = evening.game
    title = f"{shown(game.title, 200)} ({game.variant})" if game.title else game.variant
    yield wrapped(f"Game {number}: {title}. Players: {listed(game.players)}.")
    yield dealing_line(evening)
    yield f"Ledger: {shown(ledger, 400)}"
