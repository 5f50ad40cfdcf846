"""Scores and money: the score table and who pays whom, of a game or of a written sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from rummy_score.cli.parameters import (
    desk_of,
    game_argument,
    game_option,
    json_option,
    ledger_option,
    one_game,
    rule_option,
)
from rummy_score.cli.screen import remark, say, say_json, width, wrapped
from rummy_score.cli.telling import game_title, layout_lines
from rummy_score.errors import UnreadableInput
from rummy_score.ledger.files import read_as
from rummy_score.ledger.seals import seal_of
from rummy_score.money.debts import balances, debts, parts, shares_a_rest
from rummy_score.money.groups import MOST_EXACT
from rummy_score.money.settlement import Money, Settlement, fewest_payments, pairwise
from rummy_score.names import listed, nearest, shown
from rummy_score.output.tables import TEXT_FORMAT
from rummy_score.points import points_text
from rummy_score.scoring.adjustments import owed_by_deal
from rummy_score.scoring.games import Game, Line, Standing, started_with

if TYPE_CHECKING:
    from rummy_score.evening.live import LiveGame
    from rummy_score.evening.recording import Desk, Recorded
    from rummy_score.evening.sitting import Step

FEWEST = "These are the fewest payments possible."
PAIR_BY_PAIR = "Each pays what was lost to each, pair by pair."
REST_SHARED = "What was paid is taken off; the rest is shared among who is owed, in proportion."
NOT_PROVEN = (
    f"More than {MOST_EXACT} people settle: largest first, perhaps not the fewest payments."
)


def _formats(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Check a table format; the names come from tabulate, which is imported only now."""
    from rummy_score.output.tables import table_formats

    if value is None:
        return TEXT_FORMAT
    if value not in table_formats():
        hint = nearest(value, table_formats())
        raise click.BadParameter(
            f"'{shown(value)}' is no table format{hint}. Formats: {', '.join(table_formats())}."
        )
    return value


@click.command(
    short_help="Each deal with its points and running totals.",
    epilog="Example: rummy-score table --last 5",
)
@game_argument
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N deals.")
@click.option(
    "--format",
    "style",
    callback=_formats,
    metavar="FORMAT",
    help="Table format, like github or html.",
)
@json_option
@ledger_option
def table(
    named: str | None,
    game: str | None,
    last: int | None,
    style: str,
    as_json: bool,
    ledger: str,
) -> None:
    """Print the score table of the game in use, or of another: its number or title."""
    live = desk_of(ledger).live(one_game(named, game))
    standing = live.standing
    if as_json:
        from rummy_score.output.views import game_view

        lines = standing.lines[-last:] if last else standing.lines
        say_json(game_view(standing._replace(lines=lines)))
    else:
        told = [*standing_lines(standing, style, last)]
        if style == TEXT_FORMAT:
            told += open_deal_lines(live)
        say("\n".join([*told, seal_line(live)]))
        remark_what_changed(live)


@click.command(
    "settle",
    short_help="Who pays whom.",
    epilog="""Examples:

\b
  rummy-score settle --pairwise
  rummy-score settle --paid dmitry boris 0.15
""",
)
@click.argument("words", metavar="[GAME] [PAYER PAYEE AMOUNT]", nargs=-1)
@click.option("--pairwise", "pair_by_pair", is_flag=True, help="Pair by pair, as it was lost.")
@click.option(
    "--paid",
    is_flag=True,
    help="Record that all was paid, or that PAYER has paid PAYEE so much.",
)
@click.option("--explain", is_flag=True, help="Show each balance deal by deal.")
@game_option
@json_option
@ledger_option
def settle_command(
    words: tuple[str, ...],
    game: str | None,
    pair_by_pair: bool,
    paid: bool,
    explain: bool,
    as_json: bool,
    ledger: str,
) -> None:
    """Say who pays whom, in points and in money, by the fewest payments possible.

    An amount is in money, or in points where no stake was agreed.
    """
    named, payment = _game_and_payment(words, paid)
    if payment and pair_by_pair:
        raise UnreadableInput(
            "what one has paid is taken off his balance, not off one pair. Leave --pairwise out."
        )
    desk = desk_of(ledger)
    before = live = desk.live(one_game(named, game))
    done = _recorded_payment(desk, live, payment) if paid else None
    if done is not None:
        before, live = done.before, done.after
    # What was paid in full is shown as it was paid; of a part, what is left.
    told = live if payment else before
    settlement = _settled(told.standing, told.money, pair_by_pair)
    if as_json:
        _say_settlement(told, settlement, done, explain=explain)
        return
    if payment and done is not None:
        from rummy_score.evening import wording

        say(wrapped(f"Recorded: {wording.told(done.event)}."))
    if explain:
        say(explained(told.standing))
    how = _how(told.standing, settlement, pair_by_pair)
    say("\n".join(payment_lines(settlement, told.money, TEXT_FORMAT, how)).lstrip("\n"))
    if paid and not payment:
        say("Recorded as paid; the balance starts again at zero.")
    say(seal_line(live))
    remark_what_changed(live)
    if live.has_begun:
        remark(f"Deal {live.next_number} is being played and is not counted; `end` closes it.")


def _recorded_payment(desk: Desk, live: LiveGame, payment: tuple[str, str, str] | None) -> Recorded:
    from rummy_score.evening import commands

    def pay(now: LiveGame) -> Step:
        return commands.pay_part(now, *payment) if payment else commands.pay(now)

    return desk.record(str(live.number), pay)


def _say_settlement(
    live: LiveGame, settlement: Settlement, done: Recorded | None, *, explain: bool
) -> None:
    from rummy_score.output.steps import command_view
    from rummy_score.output.views import parts_view, settlement_view

    view = settlement_view(settlement, live.money)
    if explain:
        view |= parts_view(parts(live.standing))
    if done is not None:
        view |= {"recorded": command_view(done.event)}
    say_json(view)


def _game_and_payment(
    words: tuple[str, ...], paid: bool
) -> tuple[str | None, tuple[str, str, str] | None]:
    """Split ``[GAME] [PAYER PAYEE AMOUNT]``; only with --paid is there a payment."""
    if len(words) <= 1:
        return (words[0] if words else None), None
    if not paid:
        raise UnreadableInput(
            "`settle` takes one game. To record what somebody has paid, write: settle --paid PAYER "
            "PAYEE AMOUNT."
        )
    if len(words) not in (3, 4):
        raise UnreadableInput(
            "a payment is who pays, whom, and how much, like: settle --paid anna boris 5."
        )
    payer, payee, amount = words[-3:]
    return (words[0] if len(words) == 4 else None), (payer, payee, amount)


def explained(standing: Standing) -> str:
    """Return each side's balance in points, deal by deal."""
    from rummy_score.output.tables import parts_table

    found = parts(standing)
    if not found:
        return "Nothing has been won or lost yet."
    table = parts_table(found, list(standing.totals), width())
    if owed_by_deal(standing.game.rules):
        return f"{table}\n"
    told = wrapped("Totals decide: a row is what each scored less what the winner did.")
    return f"{table}\n\n{told}\n"


def open_deal_lines(live: LiveGame) -> Iterator[str]:
    """Yield what is known of the deal that is being played: its melds, and hands told already."""
    if not live.has_begun:
        return
    melds = list(layout_lines(live.layout))
    yield f"Deal {live.next_number} is being played{':' if melds else '; no melds yet.'}"
    yield from melds
    for player, hand in live.open_deal.left.items():
        yield wrapped(f"{shown(player)} has {hand} left.")


def remark_what_changed(live: LiveGame) -> None:
    """Say where a game that 0.1.0 recorded comes to something else than it did then."""
    if live.changed_since_0_1_0:
        remark(
            "Note: what version 0.1.0 recorded as adjusted, or as points to start with, is taken "
            "from the others in equal shares now, and shows in the table."
        )


def seal_line(live: LiveGame) -> str:
    """Say the seal of a game as it stands, for the players to note down."""
    return f"Seal of game {live.number}: {seal_of(live.head.hash)}"


@click.command(
    short_help="Score a written sheet: the table, the winner, who pays whom.",
    epilog="""Examples:

\b
  rummy-score score examples/gambling.toml
  rummy-score score examples/gambling.toml --explain --rule ace=both
  rummy-score score - --json < examples/gambling.toml
""",
)
@click.argument("file", type=click.Path())
@rule_option
@click.option(
    "--pairwise", "pair_by_pair", is_flag=True, help="Settle pair by pair, as it was lost."
)
@click.option("--explain", is_flag=True, help="Show the sum that made each score.")
@click.option(
    "--format",
    "style",
    callback=_formats,
    metavar="FORMAT",
    help="Table format, like github or html.",
)
@json_option
def score(
    file: str,
    rules: tuple[tuple[str, str], ...],
    pair_by_pair: bool,
    explain: bool,
    style: str,
    as_json: bool,
) -> None:
    """Score a written sheet: the table, the winner, and who pays whom.

    FILE is a score sheet in TOML; - reads it from standard input. Every problem of a sheet is
    reported at once, and nothing is scored before it is mended.
    """
    from rummy_score.sheets.reading import read_sheet

    sheet = read_as(file, lambda text: read_sheet(text, rules))
    settlement = _settled(sheet.standing, sheet.money, pair_by_pair)
    if as_json:
        from rummy_score.output.views import game_view, settlement_view

        say_json(game_view(sheet.standing) | settlement_view(settlement, sheet.money))
    else:
        how = _how(sheet.standing, settlement, pair_by_pair)
        told = [
            *standing_lines(sheet.standing, style, explain=explain),
            *payment_lines(settlement, sheet.money, style, how),
        ]
        say("\n".join(told))
    for number, finding in sheet.standing.warnings:
        remark(f"Note: deal {number}{', ' if finding.key else ''}{finding.key}: {finding.message}")


def _settled(standing: Standing, money: Money | None, pair_by_pair: bool) -> Settlement:
    owed = debts(standing)
    sides = standing.totals
    if not pair_by_pair:
        return fewest_payments(balances(owed, sides), money)
    lost = {(payer, payee): points for payer, payee, points in owed}
    return pairwise(lost, list(sides), money)


def standing_lines(
    standing: Standing, style: str = TEXT_FORMAT, last: int | None = None, *, explain: bool = False
) -> Iterator[str]:
    """Yield the title, the table, what was agreed in it, and the winner."""
    from rummy_score.output.tables import score_table, winner_text

    game = standing.game
    lines = standing.lines[-last:] if last else standing.lines
    yield wrapped(game_title(game.title, game.variant))
    yield ""
    if lines:
        yield score_table(standing._replace(lines=lines), style, width())
        yield ""
    remarks = [
        *_started(game),
        *_rulings(lines),
        *_after_the_win(lines),
        *(_sums(lines) if explain else ()),
    ]
    yield from (*map(wrapped, remarks), "") if remarks else ()
    yield wrapped(winner_text(standing))


def _how(standing: Standing, settlement: Settlement, pair_by_pair: bool) -> str:
    """Say in a sentence how it was found who pays whom."""
    if not pair_by_pair:
        return FEWEST if settlement.fewest else NOT_PROVEN
    return REST_SHARED if shares_a_rest(standing) else PAIR_BY_PAIR


def payment_lines(
    settlement: Settlement, money: Money | None, style: str, how: str
) -> Iterator[str]:
    """Yield who pays whom, how it was found, and who bears the rounding."""
    from rummy_score.output.tables import payments_table, rounding_text

    if not settlement.transfers:
        yield "Nobody owes anything."
        return
    yield ""
    yield payments_table(settlement, money, style)
    yield ""
    yield how
    if money:
        by_pairs = how in (PAIR_BY_PAIR, REST_SHARED)
        yield from map(wrapped, rounding_text(settlement.roundings, money, by_pairs))


def _after_the_win(lines: Sequence[Line]) -> Iterator[str]:
    """Say where deals are shown that do not count, since the game had been won before them."""
    late = [line for line in lines if not line.counts]
    if late:
        won = listed(late[0].winners)
        verb = "has" if len(late[0].winners) == 1 else "have"
        deals = "what was played after that does not count; `change --target` plays on"
        yield f"{won} {verb} won before deal {late[0].number}: {deals}."


def _started(game: Game) -> Iterator[str]:
    started = started_with(game)
    if started:
        told = ", ".join(
            f"{shown(player)} {points_text(points, signed=True)}"
            for player, points in started.items()
        )
        yield f"Before the first deal: {told}."


def _rulings(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        if line.checked.deal.ruling:
            yield f"Deal {line.number} agreed: {shown(line.checked.deal.ruling, 200)}."


def _sums(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        for player, told in line.score.sums.items():
            yield f"Deal {line.number}, {shown(player)}: {told}"
