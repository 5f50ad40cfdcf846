"""The referee: does this meld stand?"""

from collections.abc import Iterator

import click

from rummy_score.cards import Card, cards_text
from rummy_score.cli.output import say, say_json
from rummy_score.cli.params import json_option, rule_option
from rummy_score.errors import UnreadableInput
from rummy_score.knobs import with_house_rules
from rummy_score.names import listed
from rummy_score.notation import Play, parse_cards, parse_plays
from rummy_score.rules import Rules
from rummy_score.rulings import Answer, Question, definition, rule_on
from rummy_score.variants import find_variant


@click.command(
    epilog="""Examples:

\b
  rummy-score check 8-10H --variant sequence
  rummy-score check KD --on "9-QD" --seen "KH KS"
  rummy-score check 7H JK JK as set --rule jokers=2 --rule jokers_max=2
"""
)
@click.argument("cards", nargs=-1, required=True)
@click.option("--variant", default="basic", show_default=True, help="The game; `rummy-score variants` lists them.")
@rule_option
@click.option("--on", "on", metavar="MELD", help="The meld on the table that the cards are laid off on.")
@click.option("--seen", metavar="CARDS", help="Other cards on the table: they limit jokers and copies.")
@click.option("--from", "held", metavar="HAND", help="The cards that the play must come from; missing ones are named.")
@json_option
@click.pass_context
def check(
    ctx: click.Context,
    cards: tuple[str, ...],
    variant: str,
    rules: tuple[tuple[str, str], ...],
    on: str | None,
    seen: str | None,
    held: str | None,
    as_json: bool,
) -> None:
    """Rule on a disputed meld: does it stand, why, and what does it count?

    CARDS are one meld, or a lay-off with --on. End with "as run" or "as set" where jokers leave that open. Exit
    code 0 where it stands, 1 where it does not, 2 where it cannot be read.
    """
    game = with_house_rules(find_variant(variant).rules, rules)
    play = _one_play(" ".join(cards))
    question = Question(play.cards, play.kind, _cards(on) or (), _cards(seen) or (), _cards(held))
    answer = rule_on(question, game)
    if as_json:
        from rummy_score.views import answer_view

        say_json(answer_view(answer))
    else:
        say("\n".join(_told(question, answer, game, variant)))
    ctx.exit(0 if answer.stands else 1)


def _one_play(text: str) -> Play:
    plays = parse_plays(text)
    if len(plays) > 1:
        raise UnreadableInput(f"check rules on one meld at a time; this is {len(plays)}, with commas between them.")
    if plays[0].to is not None:
        raise UnreadableInput("'to N' needs a game on the table; name the meld itself with --on.")
    return plays[0]


def _cards(text: str | None) -> tuple[Card, ...] | None:
    return None if text is None else parse_cards(text.replace(",", " "))


def _told(question: Question, answer: Answer, rules: Rules, variant: str) -> Iterator[str]:
    """Yield the lines of a ruling: the verdict, the reasons, what other tables play."""
    played = cards_text(question.cards)
    where = f" on {cards_text(question.on)}" if question.on else ""
    if answer.meld:
        verdict = click.style("stands", fg="green", bold=True)
        whole = cards_text(answer.meld.cards)
        count = f"{answer.points} point{'' if answer.points == 1 else 's'}"
        yield f"{played}{where} {verdict}: the {answer.meld.kind} {whole}, {count}."
        yield from _other_readings(answer)
        yield f"  {definition(answer.kind, rules)}"
    else:
        yield f"{played}{where} {click.style('does not stand', fg='red', bold=True)} in {variant}."
        yield from (f"  {message}" for _, message in answer.problems)
    yield from (f"  {note}" for note in answer.notes)
    mentioned = " ".join(message for _, message in answer.problems)
    others = [rule for rule in answer.otherwise if rule not in mentioned]
    if others:
        yield f"  House rules differ: {'refused' if answer.stands else 'it stands'} with {listed(others, 'or')}."


def _other_readings(answer: Answer) -> Iterator[str]:
    others = [cards_text(meld.cards) for meld in answer.readings[1:]]
    if others:
        more = f" and {len(others) - 3} more" if len(others) > 3 else ""
        yield f"  Worth the most; also legal: {'; '.join(others[:3])}{more}."
