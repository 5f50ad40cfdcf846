"""Scores and money: a written sheet, checked, added up and settled."""

from collections.abc import Iterator

import click

from rummy_score.cli.output import remark, say, say_json, width, wrapped
from rummy_score.cli.params import json_option, rule_option
from rummy_score.debts import balances, debts, shared_adjustments
from rummy_score.errors import RummyScoreError
from rummy_score.files import read_file
from rummy_score.games import Line, Standing
from rummy_score.names import nearest, shown
from rummy_score.points import Points
from rummy_score.settlement import MOST_EXACT, Settlement, pairwise, settle
from rummy_score.sheets import Sheet, read_sheet

LONGEST_PATH = 4096
FEWEST = "These are the fewest payments possible."
PAIR_BY_PAIR = "Each pays what was lost to each, pair by pair."
NOT_PROVEN = f"More than {MOST_EXACT} people settle: largest first, perhaps not the fewest payments."


def _formats(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Check a table format; the names come from tabulate, which is imported only now."""
    from rummy_score.tables import TEXT_FORMAT, table_formats

    if value is None:
        return TEXT_FORMAT
    if value not in table_formats():
        hint = nearest(value, table_formats())
        raise click.BadParameter(f"'{shown(value)}' is no table format{hint}. Formats: {', '.join(table_formats())}.")
    return value


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
@click.option("--pairwise", "pair_by_pair", is_flag=True, help="Settle pair by pair, as it was lost.")
@click.option("--explain", is_flag=True, help="Show the sum that made each score.")
@click.option("--format", "style", callback=_formats, metavar="FORMAT", help="Table format, like github or html.")
@json_option
def score(
    file: str, rules: tuple[tuple[str, str], ...], pair_by_pair: bool, explain: bool, style: str, as_json: bool
) -> None:
    """Score a written sheet: the table, the winner, and who pays whom.

    FILE is a score sheet in TOML; - reads it from standard input. Every problem of a sheet is reported at
    once, and nothing is scored before it is mended.
    """
    sheet = _read(file, rules)
    settlement = _settled(sheet, pair_by_pair)
    if as_json:
        from rummy_score.views import game_view, settlement_view

        say_json(game_view(sheet.standing) | settlement_view(settlement, sheet.money))
    else:
        say("\n".join(_told(sheet, settlement, style, explain, pair_by_pair)))
    for number, finding in sheet.standing.warnings:
        remark(f"Note: deal {number}{', ' if finding.key else ''}{finding.key}: {finding.message}")


def _read(file: str, rules: tuple[tuple[str, str], ...]) -> Sheet:
    """Read and score the file; what is wrong with it names it first, then a line for each problem."""
    text = read_file(file)
    try:
        return read_sheet(text, rules)
    except RummyScoreError as error:
        problems = str(error).splitlines()
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        told = "".join(f"\n  {problem}" for problem in problems)
        name = "standard input" if file == "-" else shown(file, LONGEST_PATH)
        raise type(error)(f"{name} has {count}:{told}") from None


def _settled(sheet: Sheet, pair_by_pair: bool) -> Settlement:
    owed = debts(sheet.standing)
    sides = sheet.standing.totals
    if not pair_by_pair:
        return settle(balances(owed, sides), sheet.money)
    lost: dict[tuple[str, str], Points] = {}
    for payer, payee, points in owed:
        lost[payer, payee] = lost.get((payer, payee), 0) + points
    return pairwise(lost, list(sides), sheet.money)


def _told(sheet: Sheet, settlement: Settlement, style: str, explain: bool, pair_by_pair: bool) -> Iterator[str]:
    """Yield the parts of the answer: the title, the table, its remarks, the winner, the payments."""
    from rummy_score.tables import payments_table, rounding_text, score_table, winner_text

    standing = sheet.standing
    game = standing.game
    yield wrapped(f"{shown(game.title, 200)} ({game.variant})" if game.title else game.variant)
    yield ""
    if standing.lines:
        yield score_table(standing, style, width())
        yield ""
    remarks = [*_rulings(standing.lines), *_shared(standing), *(_sums(standing.lines) if explain else ())]
    yield from (*map(wrapped, remarks), "") if remarks else ()
    yield wrapped(winner_text(standing))
    if not settlement.transfers:
        yield "Nobody owes anything."
        return
    yield ""
    yield payments_table(settlement, sheet.money, style)
    yield ""
    yield PAIR_BY_PAIR if pair_by_pair else FEWEST if settlement.fewest else NOT_PROVEN
    if sheet.money:
        yield from map(wrapped, rounding_text(settlement.roundings, sheet.money, pair_by_pair))


def _shared(standing: Standing) -> Iterator[str]:
    """Say of an adjustment that does not come to zero who bears it, where each deal's points are owed."""
    for number in shared_adjustments(standing):
        yield f"Deal {number}: what is adjusted is settled with the others, in equal shares."


def _rulings(lines: tuple[Line, ...]) -> Iterator[str]:
    for line in lines:
        if line.checked.deal.ruling:
            yield f"Deal {line.number} agreed: {shown(line.checked.deal.ruling, 200)}."


def _sums(lines: tuple[Line, ...]) -> Iterator[str]:
    for line in lines:
        for player, told in line.score.sums.items():
            yield f"Deal {line.number}, {shown(player)}: {told}"
