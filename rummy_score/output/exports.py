"""A game written out: score sheet, JSON, CSV, Markdown."""

from collections.abc import Callable, Mapping

from rummy_score.evening.live import Evening
from rummy_score.money.debts import balances, debts
from rummy_score.money.settlement import fewest_payments
from rummy_score.points import points_text
from rummy_score.sheets.writing import sheet_text

# Spreadsheets take a cell that starts so for a formula:
# https://owasp.org/www-community/attacks/CSV_Injection
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def toml_export(evening: Evening) -> str:
    """Return the score sheet."""
    return sheet_text(evening.game, evening.money)


def json_export(evening: Evening) -> str:
    """Return what ``table --json`` and ``settle --json`` print, in one."""
    import json

    from rummy_score.output.views import game_view, settlement_view

    settlement = fewest_payments(
        balances(debts(evening.standing), evening.standing.totals), evening.money
    )
    view = game_view(evening.standing) | settlement_view(settlement, evening.money)
    return json.dumps(view, ensure_ascii=False, indent=2) + "\n"


def csv_export(evening: Evening) -> str:
    """Return a row for each deal: number, dealer, who won, then points and running total of each."""
    import csv
    from io import StringIO

    standing = evening.standing
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
        deal = line.checked.deal
        scores = [
            points_text(line.score.points[p]) if p in line.score.points else ""
            for p in standing.game.players
        ]
        adjusts = "; ".join(f"{player} {points:+d}" for player, points in deal.adjust.items())
        note = f"{deal.note} ({adjusts})" if deal.note and adjusts else deal.note or adjusts
        marks = ["yes" if deal.blocked else "no", "yes" if line.score.doubled else "no"]
        totals = [points_text(line.totals[side]) for side in sides]
        names = [safe_cell(line.dealer), safe_cell(" and ".join(line.score.winners))]
        writer.writerow(
            [line.number, *names, *marks, *scores, *totals, safe_cell(note), safe_cell(deal.ruling)]
        )
    return table.getvalue()


def safe_cell(text: str) -> str:
    """Return text that no spreadsheet takes for a formula; numbers do not come here.

    >>> safe_cell("=1+1"), safe_cell("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def markdown_export(evening: Evening) -> str:
    """Return the score table and the payments as Markdown."""
    from rummy_score.names import shown
    from rummy_score.output.tables import payments_table, score_table, winner_text

    standing = evening.standing
    settlement = fewest_payments(balances(debts(standing), standing.totals), evening.money)
    title = standing.game.title or standing.game.variant
    parts = [f"# {shown(title, 200)}", score_table(standing, "pipe"), winner_text(standing)]
    if settlement.transfers:
        parts.append(payments_table(settlement, evening.money, "pipe"))
    return "\n\n".join(parts) + "\n"


EXPORTS: Mapping[str, Callable[[Evening], str]] = {
    "toml": toml_export,
    "json": json_export,
    "csv": csv_export,
    "markdown": markdown_export,
}
