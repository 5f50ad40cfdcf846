"""A game written out: score sheet, JSON, CSV, Markdown."""

from collections.abc import Callable, Mapping, Sequence

from rummy_score.evening.live import LiveGame
from rummy_score.money.debts import balances, debts
from rummy_score.money.settlement import fewest_payments
from rummy_score.points import points_text
from rummy_score.scoring.games import Line

# Spreadsheets take a cell that starts so for a formula:
# https://owasp.org/www-community/attacks/CSV_Injection
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def toml_export(live: LiveGame) -> str:
    """Return the score sheet."""
    from rummy_score.sheets.writing import sheet_text  # which the other exports do without

    return sheet_text(live.game, live.money)


def json_export(live: LiveGame) -> str:
    """Return what ``table --json`` and ``settle --json`` print, in one."""
    import json

    from rummy_score.output.views import game_view, settlement_view

    settlement = fewest_payments(balances(debts(live.standing), live.standing.totals), live.money)
    view = game_view(live.standing) | settlement_view(settlement, live.money)
    return json.dumps(view, ensure_ascii=False, indent=2) + "\n"


def csv_export(live: LiveGame) -> str:
    """Return a row for each deal: number, dealer, winner, then points and running totals."""
    import csv
    from io import StringIO

    standing = live.standing
    table = StringIO()
    writer = csv.writer(table)
    sides = list(standing.totals)
    heads = [
        *(f"{name} points" for name in standing.game.players),
        *(f"{side} total" for side in sides),
    ]
    writer.writerow(
        ["deal", "dealer", "winner", "blocked", "doubled", *map(safe_cell, heads), "note", "ruling"]
    )
    for line in standing.lines:
        writer.writerow(_row(line, standing.game.players, sides))
    return table.getvalue()


def _row(line: Line, players: Sequence[str], sides: Sequence[str]) -> list[str]:
    deal, score = line.checked.deal, line.score
    adjusts = "; ".join(
        f"{player} {points_text(points, signed=True)}" for player, points in line.adjusted.items()
    )
    note = f"{deal.note} ({adjusts})" if deal.note and adjusts else deal.note or adjusts
    return [
        str(line.number),
        safe_cell(line.dealer),
        safe_cell(" and ".join(score.winners)),
        _yes_or_no(deal.blocked),
        _yes_or_no(score.doubled),
        *(points_text(score.points[name]) if name in score.points else "" for name in players),
        *(points_text(line.totals[side]) for side in sides),
        safe_cell(note),
        safe_cell(deal.ruling),
    ]


def _yes_or_no(told: bool) -> str:
    return "yes" if told else "no"


def safe_cell(text: str) -> str:
    """Return text that no spreadsheet takes for a formula; numbers do not come here.

    >>> safe_cell("=1+1"), safe_cell("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def markdown_export(live: LiveGame) -> str:
    """Return the score table and the payments as Markdown."""
    from rummy_score.names import shown
    from rummy_score.output.tables import payments_table, score_table, winner_text

    standing = live.standing
    settlement = fewest_payments(balances(debts(standing), standing.totals), live.money)
    title = standing.game.title or standing.game.variant
    parts = [f"# {shown(title, 200)}", score_table(standing, "pipe"), winner_text(standing)]
    if settlement.transfers:
        parts.append(payments_table(settlement, live.money, "pipe"))
    return "\n\n".join(parts) + "\n"


EXPORTS: Mapping[str, Callable[[LiveGame], str]] = {
    "toml": toml_export,
    "json": json_export,
    "csv": csv_export,
    "markdown": markdown_export,
}
