"""The referee: does a play stand, was a discard a "Rummy!", and what is the best of a hand?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from rummy_score.cards.cards import Card, cards_text
from rummy_score.cards.notation import Play, parse_card, parse_cards, parse_plays
from rummy_score.cli.context import Context, at_the_table, table_context
from rummy_score.cli.parameters import game_option, json_option, ledger_option, rule_option
from rummy_score.cli.screen import say, say_json, wrapped
from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.names import listed
from rummy_score.referee.alternatives import (
    definition,
    kinds_to_define,
    near_misses,
    otherwise,
)
from rummy_score.referee.disputes import Answer, Dispute, rule_on, stands
from rummy_score.referee.layout import refuse_beyond_the_packs
from rummy_score.rules.rules import Rules, Scoring

if TYPE_CHECKING:
    from rummy_score.arranging.arrange import Arrangement
    from rummy_score.arranging.calls import Call

VARIANT = click.option(
    "--variant", metavar="NAME", help="The game; else that of the game in use, else basic."
)
TABLE = click.option(
    "--table",
    "melds",
    multiple=True,
    metavar="MELD",
    help="A meld on the table, not those of a game.",
)


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
@VARIANT
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
@game_option
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
    game: str | None,
    ledger: str,
) -> None:
    """Rule on a disputed meld: does it stand, why, and what does it count?

    CARDS are one meld, or a lay-off with --on. End with "as run" or "as set" where jokers leave
    that open. In a game the table is known, and a lay-off may end in "to N". Exit code 0 where it
    stands, 1 where it does not, 2 where it cannot be read.
    """
    context = table_context(ledger, variant, rules, game=game)
    if players:
        context = context._replace(rules=context.rules.seated(players))
    who = context.player(player) if player else ""
    dispute = Dispute(
        _one_play(" ".join(cards), context, in_game=not (on or seen)),
        _cards("--on", on) or (),
        _cards("--seen", seen) or (),
        _cards("--from", held),
        player=who,
        has_melded=who in context.melded,
    )
    if not (on or seen):
        dispute = at_the_table(dispute, context)
    answer = rule_on(dispute, context.rules)
    if answer.error is not BrokenRule:
        raise answer.error("\n".join([problem.message for problem in answer.problems]))
    if as_json:
        from rummy_score.output.views import answer_view

        say_json(answer_view(answer))
    else:
        say("\n".join(map(wrapped, _told(dispute, answer, context))))
    ctx.exit(0 if answer.stands else 1)


def _one_play(text: str, context: Context, *, in_game: bool) -> Play:
    plays = parse_plays(text)
    if len(plays) > 1:
        raise UnreadableInput(
            f"check rules on one meld at a time; this is {len(plays)}, with commas between them."
        )
    if plays[0].to is not None and not context.seated:
        raise UnreadableInput("'to N' needs a game on the table; name the meld itself with --on.")
    if plays[0].to is not None and not in_game:
        raise UnreadableInput("'to N' is about the table of the game; leave out --on and --seen.")
    return plays[0]


def _cards(option: str, text: str | None) -> tuple[Card, ...] | None:
    try:
        return None if text is None else parse_cards(text.replace(",", " "))
    except UnreadableInput as problem:
        raise type(problem)(f"{option}: {problem}") from None


def _told(dispute: Dispute, answer: Answer, context: Context) -> Iterator[str]:
    """Yield the lines of an answer: does it stand, why, by which rule, what other tables play."""
    rules = context.rules
    yield _verdict(dispute, answer, context.name)
    yield from (f"  {message}" for _, message in answer.problems)
    yield from _other_readings(answer)
    yield from (f"  {definition(kind, rules)}" for kind in kinds_to_define(answer))
    yield from (f"  {note}" for note in answer.notes)
    yield from _with_fewer(dispute, answer, rules)
    if not answer.stands and not answer.fits:
        yield from (f"  Nearest, {near}." for near in islice(near_misses(answer.pinned, rules), 3))
    mentioned = " ".join([message for _, message in answer.problems])
    others = [rule for rule in otherwise(answer, rules) if rule not in mentioned]
    if others:
        turned = "refused" if answer.stands else "it stands"
        yield f"  House rules differ: {turned} with {listed(others, 'or')}."


def _verdict(dispute: Dispute, answer: Answer, variant: str) -> str:
    played = cards_text(dispute.play.cards)
    where = f" on {cards_text(answer.on)}" if answer.on else ""
    if answer.meld is None:
        return f"{played}{where} {click.style('does not stand', fg='red', bold=True)} in {variant}."
    whole = cards_text(answer.meld.cards)
    meld = f"a {answer.meld.kind}" if whole == played else f"the {answer.meld.kind} {whole}"
    count = f"{answer.points} point{'' if answer.points == 1 else 's'}"
    laid = f". The lay-off counts {count}." if answer.on else f", {count}."
    return f"{played}{where} {click.style('stands', fg='green', bold=True)}: {meld}{laid}"


def _other_readings(answer: Answer) -> Iterator[str]:
    others = [cards_text(meld.cards) for meld in answer.readings[1:]] if answer.stands else []
    if others:
        more = f" and {len(others) - 3} more" if len(others) > 3 else ""
        yield f"  That reading is worth the most; also legal: {'; '.join(others[:3])}{more}."


def _with_fewer(dispute: Dispute, answer: Answer, rules: Rules) -> Iterator[str]:
    """Say where fewer players, and so fewer packs or jokers, would turn the answer."""
    few = rules.players.low
    varies = len(rules.packs.bands) > 1 or len(rules.jokers.bands) > 1
    if answer.stands and varies and not stands(dispute, rules.seated(few)):
        packs = f"packs={rules.packs}, jokers={rules.jokers}"
        yield f"  Not with {few} players ({packs}); --players says how many play."


@click.command(
    short_help='The "Rummy!" call: does a discarded card fit?',
    epilog="""Examples:

\b
  rummy-score call QD --table 9-JD --variant sequence
  rummy-score call 10H --hand "10D 10S 10C" --variant sequence
""",
)
@click.argument("card")
@TABLE
@click.option("--hand", metavar="CARDS", help="The cards of whoever discarded it.")
@VARIANT
@rule_option
@json_option
@game_option
@ledger_option
@click.pass_context
def call(
    ctx: click.Context,
    card: str,
    melds: tuple[str, ...],
    hand: str | None,
    variant: str | None,
    rules: tuple[tuple[str, str], ...],
    as_json: bool,
    game: str | None,
    ledger: str,
) -> None:
    """Rule on the "Rummy!" call: does the discarded CARD fit a meld, or make one with the hand?

    In a game the table is known. Exit code 0 where the call is right, 1 where it is not.
    """
    from rummy_score.arranging.calls import rule_on_call  # 10 ms at start that a check does without

    context = table_context(ledger, variant, rules, melds, game=game)
    discarded = parse_card(card)
    held = parse_cards(hand.replace(",", " ")) if hand else ()
    layout = context.layout
    refuse_beyond_the_packs((discarded, *held), layout, context.rules)
    found = rule_on_call(discarded, layout.plain_melds, held, context.rules, layout.beside)
    if as_json:
        from rummy_score.output.views import call_view

        say_json(call_view(found))
    else:
        say("\n".join(map(wrapped, _call_told(found, discarded, with_hand=bool(hand)))))
    ctx.exit(0 if found.stands else 1)


def _call_told(found: Call, card: Card, *, with_hand: bool) -> Iterator[str]:
    if not found.stands and with_hand:
        yield f"No rummy: {card} fits no meld."
    elif not found.stands:
        yield (
            f"No rummy: {card} fits no meld on the table. "
            "Name the hand with --hand to check that too."
        )
    else:
        yield f"Rummy! {card} was worth keeping."
        for number, meld, _ in found.fits:
            where = f"fits meld {number}" if number else "makes, with the hand,"
            yield f"  It {where} {cards_text(meld.cards)}."
        yield f"  {found.fine or 'This game has no fine for it (rummy_call_fine=0).'}"


@click.command(
    short_help="The best arrangement of a hand, and whether it goes out.",
    epilog="""Examples:

\b
  rummy-score best 7-9H QS QD QC 2C
  rummy-score best 3H 4H 6H 7H KC KD --table 8-10H --keep 5
""",
)
@click.argument("cards", nargs=-1, required=True)
@TABLE
@click.option(
    "--player", metavar="PLAYER", help="Whose hand it is: a first meld may have its own rule."
)
@click.option(
    "--keep",
    type=click.IntRange(min=1),
    metavar="N",
    help="Keep the best N cards; the rest is thrown.",
)
@VARIANT
@rule_option
@json_option
@game_option
@ledger_option
def best(
    cards: tuple[str, ...],
    melds: tuple[str, ...],
    player: str | None,
    keep: int | None,
    variant: str | None,
    rules: tuple[tuple[str, str], ...],
    as_json: bool,
    game: str | None,
    ledger: str,
) -> None:
    """Arrange a hand into melds and lay-offs so that the fewest points are left.

    Where melds score (scoring=melds) it is the arrangement that scores the most. No other
    arrangement does better. In a game the table is known; --table and --variant take its place.
    """
    from rummy_score.arranging.arrange import best as best_arrangement
    from rummy_score.arranging.arrange import best_keep
    from rummy_score.arranging.going_out import turns_to_go_out
    from rummy_score.referee.placing import count_down

    context = table_context(ledger, variant, rules, melds, game=game)
    hand = parse_cards(" ".join(cards).replace(",", " "))
    refuse_beyond_the_packs(hand, context.layout, context.rules)
    who = context.player(player) if player else ""
    has_melded, table = who in context.melded, context.layout.plain_melds
    down = count_down((), context.layout.beside)
    discards: tuple[Card, ...] = ()
    if keep is None:
        found = best_arrangement(hand, context.rules, table, has_melded=has_melded, down=down)
    else:
        found, discards = best_keep(
            hand, keep, context.rules, table, has_melded=has_melded, down=down
        )
    turns = turns_to_go_out(found, context.rules, context.turns_of(who))
    if as_json:
        from rummy_score.output.views import arrangement_view

        say_json(arrangement_view(found, discards if keep else None, out=turns is not None))
    else:
        lines = (*_best_told(found, discards, context), _going_out(found, turns, context.rules))
        say("\n".join(map(wrapped, lines)))


def _best_told(found: Arrangement, discards: tuple[Card, ...], context: Context) -> Iterator[str]:
    """Yield the melds, the lay-offs, what is discarded, what is left and what it counts."""
    for meld in found.melds:
        yield f"{meld.kind} {cards_text(meld.cards)}"
    for card, number in found.lay_offs:
        there = context.layout.melds[number - 1].meld
        yield f"lay {card} to {number} ({cards_text(there.cards)})"
    if discards:
        yield f"throw {cards_text(discards)}"
    yield f"left {cards_text(found.deadwood) or 'nothing'}: {found.deadwood_points}"
    if context.rules.scoring is Scoring.MELDS:
        yield f"laid {found.points_laid}, score {found.points_laid - found.deadwood_points}"


def _going_out(found: Arrangement, turns: int | None, rules: Rules) -> str:
    told = f"out_turns={rules.out_turns}"
    if turns is None and found.out:
        return f"The hand goes out only after an earlier turn of its player: {told}."
    if turns is None:
        return "The hand cannot go out."
    if turns == 1:
        return "The hand goes out."
    return f"The hand goes out, over {turns} turns ({told})."
