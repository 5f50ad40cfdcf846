"""The referee's arrangements: the best that a hand can do, and the "Rummy!" call."""

from collections.abc import Iterator

import click

from rummy_score.arranging.arrange import Arrangement, best_keep
from rummy_score.arranging.arrange import best as best_arrangement
from rummy_score.arranging.calls import Call, rule_on_call
from rummy_score.cards.cards import Card, Kind, cards_text
from rummy_score.cards.notation import parse_card, parse_cards
from rummy_score.cli.context import Context, table_context
from rummy_score.cli.parameters import json_option, ledger_option, rule_option
from rummy_score.cli.screen import say, say_json, wrapped
from rummy_score.errors import UnreadableInput
from rummy_score.referee.layout import cards_down
from rummy_score.referee.problems import beyond_the_packs
from rummy_score.rules.rules import Scoring

VARIANT = click.option(
    "--variant", metavar="NAME", help="The game; else that of the current game, else basic."
)
TABLE = click.option(
    "--table",
    "melds",
    multiple=True,
    metavar="MELD",
    help="A meld on the table, not those of a game.",
)


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
@ledger_option
def best(
    cards: tuple[str, ...],
    melds: tuple[str, ...],
    player: str | None,
    keep: int | None,
    variant: str | None,
    rules: tuple[tuple[str, str], ...],
    as_json: bool,
    ledger: str,
) -> None:
    """Arrange a hand into melds and lay-offs so that the fewest points are left.

    Where melds score (scoring=melds) it is the arrangement that scores the most. No other
    arrangement does better. In a game the table is known; --table and --variant take its place.
    """
    context = table_context(ledger, variant, rules, melds)
    hand = parse_cards(" ".join(cards).replace(",", " "))
    _within_the_packs(hand, context)
    who = context.player(player) if player else None
    melded = who is not None and context.has_melded(who)
    down = cards_down(context.layout._replace(melds=()))
    thrown: tuple[Card, ...] = ()
    if keep is None:
        found = best_arrangement(hand, context.rules, context.melds, has_melded=melded, down=down)
    else:
        found, thrown = best_keep(
            hand, keep, context.rules, context.melds, has_melded=melded, down=down
        )
    if as_json:
        from rummy_score.output.views import arrangement_view

        say_json(
            arrangement_view(
                found,
                thrown if keep else None,
                out=_turns_to_go_out(found, context, who) is not None,
            )
        )
    else:
        say(
            "\n".join(
                map(wrapped, (*_told(found, thrown, context), _going_out(found, context, who)))
            )
        )


def _told(found: Arrangement, thrown: tuple[Card, ...], context: Context) -> Iterator[str]:
    """Yield the melds, the lay-offs, what is thrown, what is left and what it counts."""
    for meld in found.melds:
        yield f"{meld.kind} {cards_text(meld.cards)}"
    for card, number in found.lay_offs:
        yield f"lay {card} to {number} ({cards_text(context.melds[number - 1].cards)})"
    if thrown:
        yield f"throw {cards_text(thrown)}"
    yield f"left {cards_text(found.left) or 'nothing'}: {found.points_left}"
    if context.rules.scoring is Scoring.MELDS:
        yield f"laid {found.points_laid}, score {found.points_laid - found.points_left}"


def _turns_to_go_out(found: Arrangement, context: Context, player: str | None) -> int | None:
    """Return over how many turns the hand goes out, those that its player has had counted; None where it cannot."""
    rules = context.rules
    least = {Kind.RUN: rules.run_min, Kind.SET: rules.set_min}
    longer = sum(
        len(meld.cards) - least[meld.kind] for meld in found.melds if meld.kind
    )  # may follow as lay-offs
    plays = len(found.melds) + len(found.lay_offs) + longer
    turns = max(1, rules.out_turns - (context.turns.count(player) if player else 0))
    return turns if found.out and plays >= turns else None


def _going_out(found: Arrangement, context: Context, player: str | None) -> str:
    turns = _turns_to_go_out(found, context, player)
    told = f"out_turns={context.rules.out_turns}"
    if turns is None:
        return (
            f"The hand goes out only after an earlier turn of its player: {told}."
            if found.out
            else "The hand cannot go out."
        )
    return (
        "The hand goes out." if turns == 1 else f"The hand goes out, over {turns} turns ({told})."
    )


def _within_the_packs(cards: tuple[Card, ...], context: Context) -> None:
    """Refuse cards that are there, with those on the table, more often than the packs hold them: a slip."""
    named = {card.face for card in cards}
    for card, times, has in beyond_the_packs((*cards, *context.cards()), context.rules):
        if card in named:
            raise UnreadableInput(f"{card} is there {times}, the table counted; {has}.")


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
    ledger: str,
) -> None:
    """Rule on the "Rummy!" call: does the discarded CARD fit a meld on the table, or make one with the hand?

    In a game the table is known. Exit code 0 where the call is right, 1 where it is not.
    """
    context = table_context(ledger, variant, rules, melds)
    discarded = parse_card(card)
    held = parse_cards(hand.replace(",", " ")) if hand else ()
    _within_the_packs((discarded, *held), context)
    ruling = rule_on_call(discarded, context.melds, held, context.rules)
    if as_json:
        from rummy_score.output.views import call_view

        say_json(call_view(ruling))
    else:
        say("\n".join(map(wrapped, _call_told(ruling, discarded, bool(hand), context))))
    ctx.exit(0 if ruling.stands else 1)


def _call_told(ruling: Call, card: Card, with_hand: bool, context: Context) -> Iterator[str]:
    if not ruling.stands:
        elsewhere = "" if with_hand else " Name the hand with --hand to check that too."
        yield f"No rummy: {card} fits no meld{' on the table' if not with_hand else ''}.{elsewhere}"
        return
    yield f"Rummy! {card} was worth keeping."
    for number, meld, _ in ruling.fits:
        where = f"fits meld {number}" if number else "makes, with the hand,"
        yield f"  It {where} {cards_text(meld.cards)}."
    yield (
        f"  {ruling.fine}" if ruling.fine else "  This game has no fine for it (rummy_call_fine=0)."
    )
