"""A game written out for other programs: JSON as the contract has it, CSV that no spreadsheet runs, Markdown."""

import csv
import json
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablework import Table, examples, opening, random_table

from rummy_score.output.exports import (
    EXPORTS,
    csv_export,
    json_export,
    markdown_export,
    safe_cell,
    toml_export,
)
from rummy_score.points import points_text
from rummy_score.sheets.reading import read_sheet

FOUR = ("Boris", "Dmitry", "Nikolai", "Fyodor")
DANGEROUS = "=+-@\t\r\n＝＋－＠"

# What product.md, "JSON", has of a deal of which nothing more is said.
UNSAID = {"adjust": {}, "note": "", "ruling": "", "edited": "", "paid": {}, "date": None}


def friday() -> Table:
    """The evening of product.md: +86, -22, -28, -36, then +46, -10, -14, -22, at 0.05 a point."""
    table = Table(opening(FOUR, "gambling", stake="0.05", title="Friday", dealer="Boris"))
    table.lay("Dmitry", "7-9H")
    table.lay("Boris", "10H to 1")
    table.lay("Boris", "QHSD, 3C 4C 5C")
    table.end("Dmitry=KC 4D 2S 6D", "Nikolai=28", "Fyodor=10+10+9+7", out="Boris")
    table.end("Boris=14", "Dmitry=24", "Nikolai=28", "Fyodor=36", blocked=True)
    return table


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


def test_json_is_what_table_and_settle_print_by_the_contract() -> None:
    # product.md, "JSON"
    assert json.loads(json_export(friday().now)) == {
        "title": "Friday",
        "variant": "gambling",
        "players": ["Boris", "Dmitry", "Nikolai", "Fyodor"],
        "deals": [
            {
                "deal": 1, "dealer": "Boris", "winner": "Boris", "doubled": False, "blocked": False,
                "scores": {"Boris": 86, "Dmitry": -22, "Nikolai": -28, "Fyodor": -36},
                **UNSAID,
                "totals": {"Boris": 86, "Dmitry": -22, "Nikolai": -28, "Fyodor": -36},
            },
            {
                "deal": 2, "dealer": "Dmitry", "winner": "Boris", "doubled": False, "blocked": True,
                "scores": {"Boris": 46, "Dmitry": -10, "Nikolai": -14, "Fyodor": -22},
                **UNSAID,
                "totals": {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58},
            },
        ],
        "totals": {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58},
        "winner": "Boris",
        "final": False,
        "eliminated": [],
        "target": None,
        "stake": "0.05",
        "currency": "EUR",
        "transfers": [
            {"from": "Dmitry", "to": "Boris", "points": 32, "amount": "1.60"},
            {"from": "Nikolai", "to": "Boris", "points": 42, "amount": "2.10"},
            {"from": "Fyodor", "to": "Boris", "points": 58, "amount": "2.90"},
        ],
    }  # fmt: skip


def test_json_has_shares_as_text_several_winners_as_a_list_and_sides_by_their_names() -> None:
    table = Table(opening(FOUR, "gambling", pairs=(), stake=None))
    table.end("Boris=17", "Dmitry=17", "Nikolai=17", "Fyodor=36", blocked=True)
    told = json.loads(json_export(table.now))
    assert told["totals"] == {"Boris": "19/3", "Dmitry": "19/3", "Nikolai": "19/3", "Fyodor": -19}
    assert told["deals"][0]["winner"] == told["winner"] == ["Boris", "Dmitry", "Nikolai"]
    assert (told["stake"], told["currency"], told["transfers"][0]["amount"]) == (None, None, None)
    pairs = Table(opening(FOUR, "rum500", pairs=(("Boris", "Nikolai"), ("Dmitry", "Fyodor"))))
    told = json.loads(json_export(pairs.now))
    assert told["totals"] == {"Boris+Nikolai": 0, "Dmitry+Fyodor": 0}
    assert (told["winner"], told["target"], told["deals"]) == (None, 500, [])


def test_json_says_after_payment_only_what_is_still_owed() -> None:
    table = friday()
    table.pay()
    told = json.loads(json_export(table.now))
    assert told["transfers"] == []
    assert told["totals"]["Boris"] == 132


def test_csv_has_a_row_for_each_deal_and_negative_numbers_as_they_are() -> None:
    table = friday()
    table.adjust("Fyodor", -3, "misdeal")
    assert rows(csv_export(table.now)) == [
        [
            "deal", "dealer", "winner", "blocked", "doubled", "Boris points", "Dmitry points", "Nikolai points",
            "Fyodor points", "Boris total", "Dmitry total", "Nikolai total", "Fyodor total", "note", "ruling",
        ],
        ["1", "Boris", "Boris", "no", "no", "86", "-22", "-28", "-36", "86", "-22", "-28", "-36", "", ""],
        [
            "2", "Dmitry", "Boris", "yes", "no", "46", "-10", "-14", "-22", "133", "-31", "-41", "-61",
            "misdeal (Fyodor -3; Boris +1; Dmitry +1; Nikolai +1)", "",
        ],
    ]  # fmt: skip


def test_csv_leaves_empty_what_who_did_not_sit_did_not_score() -> None:
    table = Table(opening(("Anna", "Boris", "Vera")))
    table.leave("Vera")
    table.end("Boris=7", out="Anna")
    assert rows(csv_export(table.now))[1][5:8] == ["7", "-7", ""]


@pytest.mark.parametrize("start", list(DANGEROUS))
def test_no_text_is_a_formula(start: str) -> None:
    assert safe_cell(f"{start}cmd|' /C calc'!A0") == f"'{start}cmd|' /C calc'!A0"


@pytest.mark.parametrize("text", ["", "Anna", "1+1", "a=b", "Анна", "'quoted"])
def test_text_that_is_no_formula_is_left_as_it_is(text: str) -> None:
    assert safe_cell(text) == text


@examples(40)
@given(st.integers(0, 2**32), st.integers(0, 10))
def test_no_cell_of_any_evening_is_a_formula(seed: int, commands: int) -> None:
    evening = random_table(seed, commands).now
    heads, *lines = rows(csv_export(evening))
    assert len(lines) == len(evening.game.deals)
    assert {len(line) for line in lines} <= {len(heads)}
    for cell in (cell for row in (heads, *lines) for cell in row):
        number = cell.removeprefix("-").replace("/", "", 1).replace(".", "", 1).isdecimal()
        assert number or not cell.startswith(tuple(DANGEROUS)), cell
    if lines:
        totals = [
            cell for head, cell in zip(heads, lines[-1], strict=True) if head.endswith(" total")
        ]
        last = evening.standing.lines[-1].totals
        assert totals == [points_text(total) for total in last.values()]


def test_markdown_is_a_title_the_table_the_winner_and_the_payments() -> None:
    told = [
        " ".join(line.split())
        for line in markdown_export(friday().now).splitlines()
        if "---" not in line
    ]
    assert told == [
        "# Friday",
        "",
        "| deal | dealer | Boris | Dmitry | Nikolai | Fyodor | |",
        "| 1 | Boris | +86 86 | -22 -22 | -28 -28 | -36 -36 | |",
        "| 2 | Dmitry | +46 132 | -10 -32 | -14 -42 | -22 -58 | blocked |",
        "",
        "Boris leads with 132.",
        "",
        "| pays | to | points | EUR |",
        "| Dmitry | Boris | 32 | 1.60 |",
        "| Nikolai | Boris | 42 | 2.10 |",
        "| Fyodor | Boris | 58 | 2.90 |",
    ]


def test_markdown_keeps_its_columns_whatever_a_name_holds() -> None:
    table = Table(opening(("Vera|Pavel", "back\\slash", "end\\|"), stake="1"))
    table.end("back=7", "end=14", out="Vera|Pavel")
    tables = [line for line in markdown_export(table.now).splitlines() if line.startswith("|")]
    bare = [line.replace("\\\\", "").replace("\\|", "") for line in tables]
    assert [line.count("|") for line in bare] == [6, 6, 6, 5, 5, 5, 5][: len(bare)]
    assert "Vera\\|Pavel" in tables[0]
    assert "back\\\\slash" in tables[0]


@examples(15)
@given(st.integers(0, 2**32), st.integers(0, 8))
def test_each_format_writes_any_evening(seed: int, commands: int) -> None:
    evening = random_table(seed, commands).now
    for write in EXPORTS.values():
        assert write(evening).endswith("\n")
    assert read_sheet(toml_export(evening)).standing == evening.standing
    assert json.loads(json_export(evening))["players"] == list(evening.players)
