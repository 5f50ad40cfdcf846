"""The referee: does this meld stand?"""

from collections.abc import Iterator
from itertools import islice

import click

from rummy_score.cards.cards import Card, Kind, cards_text
from rummy_score.cards.notation import Play, Turn, parse_cards, parse_plays
from rummy_score.cli.context import Context, table_context
from rummy_score.cli.parameters import json_option, ledger_option, rule_option
from rummy_score.cli.screen import say, say_json, wrapped
from rummy_score.errors import AmbiguousInput, UnreadableInput
from rummy_score.names import listed
from rummy_score.referee.disputes import Answer, Question, definition, near_misses, rule_on
from rummy_score.referee.layout import grow
from rummy_score.rules.rules import Rules


@click.command(
    short_help="Does a disputed meld stand, why, and what does it count?",
    epilog="""Examples:

\b
  rummy-score check 8-10H --variant sequence
  rummy-score check KD --on "9-QD" --seen "KH KS"
  rummy-score check 7H JK JK as set --rule jokers=2 --rule jokers_max=2
""",
)
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--variant", metavar="NAME", help="The game; else that of the game in use, else basic."
)
@rule_option
@click.option(
    "--on", "on", metavar="MELD", help="The meld on the table that the cards are laid off on."
)
@click.option(
    "--seen", metavar="CARDS", help="Other cards on the table: they limit jokers and copies."
)
@click.option(
    "--from",
    "held",
    metavar="HAND",
    help="The cards that the play must come from; missing ones are named.",
)
@click.option("--player", metavar="PLAYER", help="In a game: whether this player may lay it now.")
@click.option(
    "--players",
    type=click.IntRange(2, 20),
    metavar="N",
    help="How many play, where packs depend on it.",
)
@json_option
@ledger_option
@click.pass_context
def check(
    ctx: click.Context,
    cards: tuple[str, ...],
    variant: str | None,
    rules: tuple[tuple[str, str], ...],
    on: str | None,
    seen: str | None,
    held: str | None,
    player: str | None,
    players: int | None,
    as_json: bool,
    ledger: str,
) -> None:
    """Rule on a disputed meld: does it stand, why, and what does it count?

    CARDS are one meld, or a lay-off with --on. End with "as run" or "as set" where jokers leave
    that open. In a game the table is known, and a lay-off may end in "to N". Exit code 0 where it
    stands, 1 where it does not, 2 where it cannot be read.
    """
    context = table_context(ledger, variant, rules)
    house = context.rules.seated(players) if players else context.rules
    play = _one_play(" ".join(cards), context)
    given = Question(
        play.cards,
        play.kind,
        _cards("--on", on) or (),
        _cards("--seen", seen) or (),
        _cards("--from", held),
        asks_when=player is not None,
    )
    question = given if on or seen else _at_table(given, play, context)
    answer = rule_on(question, house)
    answer = answer._replace(notes=(*answer.notes, *_with_fewer(question, answer, house)))
    answer = _timely(answer, context.player(player), play, context) if player else answer
    if as_json:
        from rummy_score.output.views import answer_view

        say_json(answer_view(answer))
    else:
        say("\n".join(map(wrapped, _told(question, answer, house, context.name))))
    ctx.exit(0 if answer.stands else 1)


def _with_fewer(question: Question, answer: Answer, rules: Rules) -> Iterator[str]:
    """Say where fewer players, and so fewer packs or jokers than were counted on, would turn the ruling."""
    few = rules.players.low
    varies = len(rules.packs.bands) > 1 or len(rules.jokers.bands) > 1
    if answer.stands and varies and not rule_on(question, rules.seated(few)).stands:
        yield f"Not with {few} players (packs={rules.packs}, jokers={rules.jokers}); --players says how many play."


def _at_table(question: Question, play: Play, context: Context) -> Question:
    """Return the question with the table in it: the meld that the cards are laid off on, and what else lies there."""
    if play.to is not None:
        return _laid_off(question, play.to, context)
    new = question._replace(seen=context.cards())
    if not context.melds or play.kind is not None or rule_on(new, context.rules).stands:
        return new
    numbers = range(1, len(context.melds) + 1)
    fits = [
        number
        for number in numbers
        if rule_on(_laid_off(question, number, context), context.rules).stands
    ]
    if len(fits) > 1:
        melds = listed(
            (f"{number} ({cards_text(context.melds[number - 1].cards)})" for number in fits), "or"
        )
        raise AmbiguousInput(
            f"{cards_text(play.cards)} fits meld {melds}: say which, like 'to {fits[0]}'."
        )
    return _laid_off(question, fits[0], context) if fits else new


def _laid_off(question: Question, number: int, context: Context) -> Question:
    return question._replace(
        on=context.melds[number - 1].cards, seen=context.cards(except_meld=number)
    )


def _timely(answer: Answer, player: str, play: Play, context: Context) -> Answer:
    """Return the answer with what the player may not do yet: lay off, or lay this, before a first meld."""
    grown = grow(context.layout, Turn(player, (play,)), context.rules)
    early = tuple(
        problem for problem in grown.problems if problem.rule in ("first_meld", "layoff_first")
    )
    return (
        answer._replace(problems=early, meld=None, points=None)
        if answer.stands and early
        else answer
    )


def _one_play(text: str, context: Context) -> Play:
    plays = parse_plays(text)
    if len(plays) > 1:
        raise UnreadableInput(
            f"check rules on one meld at a time; this is {len(plays)}, with commas between them."
        )
    number = plays[0].to
    if number is not None and not context.melds:
        raise UnreadableInput("'to N' needs a game on the table; name the meld itself with --on.")
    if number is not None and number > len(context.melds):
        raise UnreadableInput(f"there is no meld {number}; {len(context.melds)} lie on the table.")
    return plays[0]


def _cards(option: str, text: str | None) -> tuple[Card, ...] | None:
    try:
        return None if text is None else parse_cards(text.replace(",", " "))
    except UnreadableInput as problem:
        raise type(problem)(f"{option}: {problem}") from None


def _told(question: Question, answer: Answer, rules: Rules, variant: str) -> Iterator[str]:
    """Yield the lines of a ruling: the verdict, the reasons, the rule behind it, what other tables play."""
    yield _verdict(question, answer, variant)
    yield from (f"  {message}" for _, message in answer.problems)
    yield from _other_readings(answer)
    yield from (f"  {definition(kind, rules)}" for kind in _kinds_to_define(answer))
    yield from (f"  {note}" for note in answer.notes)
    if not answer.stands and not rule_on(question, rules).stands:
        yield from (f"  Nearest, {told}." for told in islice(near_misses(question, rules), 3))
    mentioned = " ".join(message for _, message in answer.problems)
    others = [rule for rule in answer.otherwise if rule not in mentioned]
    if others:
        yield f"  House rules differ: {'refused' if answer.stands else 'it stands'} with {listed(others, 'or')}."


def _verdict(question: Question, answer: Answer, variant: str) -> str:
    played = cards_text(question.cards)
    where = f" on {cards_text(question.on)}" if question.on else ""
    if answer.meld is None:
        return f"{played}{where} {click.style('does not stand', fg='red', bold=True)} in {variant}."
    whole = cards_text(answer.meld.cards)
    meld = f"a {answer.meld.kind}" if whole == played else f"the {answer.meld.kind} {whole}"
    count = f"{answer.points} point{'' if answer.points == 1 else 's'}"
    laid = f", {count}." if not question.on else f". The lay-off counts {count}."
    return f"{played}{where} {click.style('stands', fg='green', bold=True)}: {meld}{laid}"


def _kinds_to_define(answer: Answer) -> list[Kind]:
    """Return the kinds of meld to explain: of the meld that stands, or of reasons that do not name their rule."""
    if answer.kind and answer.stands:
        return [answer.kind]
    unexplained = [rule for rule, message in answer.problems if f"{rule}=" not in message]
    return [kind for kind in Kind if any(rule.startswith(f"{kind}_") for rule in unexplained)]


def _other_readings(answer: Answer) -> Iterator[str]:
    others = [cards_text(meld.cards) for meld in answer.readings[1:]] if answer.stands else []
    if others:
        more = f" and {len(others) - 3} more" if len(others) > 3 else ""
        yield f"  That reading is worth the most; also legal: {'; '.join(others[:3])}{more}."
