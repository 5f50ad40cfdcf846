"""The records: ``games``, ``use``, ``log``, ``export``, ``import``, ``backup``, ``doctor``."""

import csv
import io
import json
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

import pytest
from prompt import FitsAPage, Say, words

from rummy_score.cli.telling import local_time
from rummy_score.evening.recording import Desk

DEALS = ("end --out anna boris=14 vera=20", "end --blocked a=9 b=4 v=6")
# 14 + 20 = 34; then 4 leads: 9 - 4 = 5, 6 - 4 = 2, 7 for Boris. Totals 29, -7, -22.
TOTALS = {"Anna": 29, "Boris": -7, "Vera": -22}


@pytest.fixture
def friday(basic: Say) -> Say:
    for line in DEALS:
        assert basic(line).exit_code == 0
    return basic


# games and use


def test_the_games_are_listed_and_the_current_one_is_marked(
    friday: Say, fits_a_page: FitsAPage
) -> None:
    friday("new Gleb Dora --variant rum500")
    told = friday("games").stdout
    fits_a_page(told)
    rows = [line.split(maxsplit=2) for line in told.splitlines()]
    assert [(number, rest) for number, _, rest in rows] == [
        ("1", "Friday (basic): Anna, Boris and Vera"), ("2", "rum500: Gleb and Dora (current)"),
    ]  # fmt: skip


def test_twelve_long_names_fit_a_page(say: Say, fits_a_page: FitsAPage) -> None:
    players = " ".join(f"{letter * 39}{letter}" for letter in "ABCDEFGHIJKL")
    assert say(f"new {players} --variant sequence --title '{'Club ' * 40}'").exit_code == 0
    end = " ".join(f"{letter}=100+100+100+100" for letter in "BCDEFGHIJKL")
    laid = " ".join(f"--laid {letter}=100" for letter in "ABCDEFGHIJKL")
    lines = (
        "lay B 7-9h",
        "undo",
        f"end --out A {end} {laid}",
        f"adjust A 5 -m '{'why ' * 50}'",
        "settle",
        "undo",
        "redo",
    )
    for line in (*lines, "games", "table", "log", "use 1", "leave L", "join M"):
        told = say(line)
        assert told.exit_code == 0
        fits_a_page(told.output)


def test_the_games_as_json(friday: Say) -> None:
    (game,) = json.loads(friday("games --json").stdout)
    assert list(game) == ["game", "title", "variant", "players", "opened", "current"]
    assert (game["game"], game["players"], game["current"]) == (1, ["Anna", "Boris", "Vera"], True)


@pytest.mark.parametrize("name", ["1", "Friday", "fri", "FRIDAY"])
def test_another_game_is_used_by_its_number_or_title(friday: Say, ledger: Path, name: str) -> None:
    friday("new Gleb Dora --title Sunday")
    assert friday(f"use {name}").stdout == "Game 1 (Friday) is the current one.\n"
    assert [game.current for game in Desk(str(ledger)).games()] == [True, False]
    friday("undo")  # takes back what was recorded in game 1, and leaves it in use
    assert [game.current for game in Desk(str(ledger)).games()] == [True, False]


def test_two_titles_that_begin_alike_are_both_named(say: Say) -> None:
    say("new a b --title 'Club spring'")
    say("new a b --title 'Club autumn'")
    refused = say("use club")
    assert refused.exit_code == 2
    assert "club could be game 1 (Club spring) or 2 (Club autumn). Name it by its number." in words(
        refused.stderr
    )


def test_a_command_for_another_game_leaves_the_current_one(friday: Say, ledger: Path) -> None:
    friday("new Gleb Dora --title Sunday")
    assert friday("end --game friday --out anna boris=1 vera=2").exit_code == 0
    assert json.loads(friday("table 1 --json").stdout)["totals"]["Anna"] == 32
    assert [game.current for game in Desk(str(ledger)).games()] == [False, True]


# log


def test_the_log_shows_every_command_with_what_it_changed(friday: Say) -> None:
    friday("lay b 7-9h")
    friday("undo")
    lines = friday("log").stdout.splitlines()
    told = [
        line.split(maxsplit=3)[3] if line.strip()[0].isdigit() else line.strip() for line in lines
    ]
    assert told == [
        "new game Friday (basic): Anna, Boris and Vera",
        "end of deal 1: Anna is out",
        "Anna 34, Boris -14, Vera -20",
        "end of deal 2: blocked",
        "Anna -5, Boris 7, Vera -2",
        "Boris lays 7♥ 8♥ 9♥ (taken back)",
        "undo of 4",
    ]


def test_the_last_commands_of_the_log(friday: Say) -> None:
    assert len(friday("log --last 1").stdout.splitlines()) == 2


def test_the_log_as_json(friday: Say) -> None:
    friday("undo")
    told = json.loads(friday("log --json").stdout)
    assert [(event["kind"], event["stands"]) for event in told] == [
        ("new", True), ("end", True), ("end", False), ("undo", True),
    ]  # fmt: skip
    assert list(told[0]) == ["seq", "time", "kind", "facts", "stands"]
    assert told[1]["facts"]["closes"]["left"] == {"Boris": "14", "Vera": "20"}


# export and import


def test_a_sheet_that_is_exported_scores_the_same(friday: Say, tmp_path: Path) -> None:
    friday("adjust boris -3 -m fine")
    sheet = tmp_path / "friday.toml"
    assert friday(f"export -o {sheet}").stdout == f"Written to {sheet}.\n"
    here = json.loads(friday("table --json").stdout)
    there = json.loads(friday(f"score {sheet} --json").stdout)
    assert {key: there[key] for key in here} == here
    assert here["totals"]["Boris"] == TOTALS["Boris"] - 3


def test_an_export_replaces_no_file(friday: Say, tmp_path: Path) -> None:
    target = tmp_path / "kept.toml"
    target.write_text("kept")
    refused = friday(f"export -o {target}")
    assert refused.exit_code == 2
    assert "kept.toml cannot be written: File exists. Name a new file." in words(refused.stderr)
    assert target.read_text() == "kept"


def test_the_json_export_is_the_table_and_the_settlement(friday: Say) -> None:
    exported = json.loads(friday("export --format json").stdout)
    assert exported == json.loads(friday("table --json").stdout) | json.loads(
        friday("settle --json").stdout
    )


def test_the_csv_export_keeps_numbers_and_disarms_formulas(say: Say) -> None:
    say("new '=1+1' '@SUM' Anna --title '=x'")
    say("end --out anna '=1+1=14' @SUM=20")
    say("adjust @SUM -5 -m '=HYPERLINK(\"x\")'")
    head, row = csv.reader(io.StringIO(say("export --format csv").stdout))
    assert head[5:8] == ["'=1+1 points", "'@SUM points", "Anna points"]
    assert row[5:8] == ["-14", "-20", "34"]
    assert row[8:11] == ["-11.5", "-25", "36.5"]
    cells = [*head, *row]
    assert [cell for cell in cells if cell[:1] in "=+@\t\r" and cell] == []


def test_the_markdown_export_is_a_table(friday: Say) -> None:
    lines = friday("export --format markdown").stdout.splitlines()
    assert lines[0] == "# Friday"
    assert lines[2].startswith("|   deal | dealer   |")
    assert [cell.strip() for cell in lines[5].split("|")[1:-1]] == [
        "2",
        "Boris",
        "-5  29",
        "+7   -7",
        "-2  -22",
        "blocked",
    ]


def test_the_deal_that_is_being_played_is_said_not_to_be_in_an_export(friday: Say) -> None:
    friday("lay b 7-9h")
    told = friday("export")
    assert "The deal that is being played is not in the export" in told.stderr
    assert "7♥" not in told.stdout


def test_a_sheet_becomes_a_game_and_the_current_one(say: Say, root: Path) -> None:
    told = say(f"import {root}/examples/gambling.toml")
    assert told.stdout == "Imported as game 1; it is the current one.\n"
    # The contract's own numbers: 132, -32, -42, -58.
    totals = json.loads(say("table --json").stdout)["totals"]
    assert totals == {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58}
    assert say("end --out dmitry b=1 n=2 f=3").exit_code == 0
    assert say("undo").exit_code == 0
    assert say("undo").stdout.startswith("Took back in game 1: imported gambling.toml.")


def test_importing_twice_does_nothing_twice(say: Say, root: Path, ledger: Path) -> None:
    say(f"import {root}/examples/gambling.toml")
    before = ledger.read_bytes()
    told = say(f"import {root}/examples/gambling.toml")
    assert (told.exit_code, told.stdout) == (0, "This sheet is game 1 already; nothing was done.\n")
    assert ledger.read_bytes() == before


def test_an_export_is_imported_elsewhere_as_the_same_game(friday: Say, tmp_path: Path) -> None:
    sheet = tmp_path / "friday.toml"
    friday(f"export -o {sheet}")
    other = tmp_path / "other.db"
    friday(f"import {sheet} --ledger {other}")
    friday(f"import {sheet} --ledger {other}")
    assert friday(f"table --json --ledger {other}").stdout == friday("table --json").stdout
    assert len(json.loads(friday(f"games --json --ledger {other}").stdout)) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("title = ", "it is not TOML", id="no-toml"),
        pytest.param(
            'variant = "basic"\nplayers = ["Anna", "Bo\\u202eris"]', r"\u202e", id="override"
        ),
        pytest.param(
            'variant = "basik"\nplayers = ["Anna", "Boris"]', "did you mean basic?", id="variant"
        ),
    ],
)
def test_a_sheet_that_cannot_be_read_is_named_and_not_imported(
    say: Say, ledger: Path, tmp_path: Path, text: str, told: str
) -> None:
    sheet = tmp_path / "bad.toml"
    sheet.write_text(text)
    refused = say(f"import {sheet}")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "bad.toml has 1 problem:" in words(refused.stderr)
    assert told in words(refused.stderr)
    assert not ledger.exists()


# backup and doctor


def test_a_backup_is_a_private_ledger_of_its_own(friday: Say, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert friday(f"backup {copy}").stdout == f"Backup: {copy}, checked.\n"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert friday(f"table --json --ledger {copy}").stdout == friday("table --json").stdout


def test_a_backup_without_a_name_lies_beside_the_ledger(friday: Say, ledger: Path) -> None:
    assert friday("backup").exit_code == 0
    (copy,) = ledger.parent.glob("ledger.db.backup-*")
    assert friday(f"doctor --ledger {copy}").exit_code == 0


def test_a_backup_replaces_no_file(friday: Say, tmp_path: Path) -> None:
    target = tmp_path / "kept.db"
    target.write_text("kept")
    refused = friday(f"backup {target}")
    assert refused.exit_code == 1
    assert "exists already; name a new file for the backup." in words(refused.stderr)
    assert target.read_text() == "kept"


def test_a_sound_ledger_is_said_to_be_sound(friday: Say, ledger: Path) -> None:
    sound, sealed = friday("doctor").stdout.splitlines()
    assert sound == f"{ledger} is sound: 1 game, 3 commands."
    seal = sealed.removeprefix("Seal of game 1: ")
    assert (
        friday("table").stdout.splitlines()[-1]
        == friday("settle").stdout.splitlines()[-1]
        == sealed
    )
    assert json.loads(friday("doctor --json").stdout) == {
        "ledger": str(ledger), "games": 1, "events": 3, "seals": {"1": seal}, "problems": [],
        "remedies": [],
    }  # fmt: skip


@pytest.fixture
def damaged(friday: Say, ledger: Path) -> Say:
    """A ledger in which somebody has changed what Boris had left."""
    friday("backup")
    with closing(sqlite3.connect(ledger, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_keep")
        connection.execute(
            "UPDATE events SET body = replace(body, '\"14\"', '\"41\"') WHERE number = 2"
        )
    return friday


def test_a_damaged_ledger_is_named_with_what_is_wrong_and_what_to_do(
    damaged: Say, ledger: Path
) -> None:
    told = damaged("doctor")
    assert (told.exit_code, told.stdout) == (3, "")
    assert f"{ledger} is damaged:" in words(told.stderr)
    assert "Event 2 of game 1 is not what was recorded: its hash does not fit." in words(
        told.stderr
    )
    assert "put a backup in its place. The newest beside it is" in words(told.stderr)
    assert f"{ledger}.backup-" in told.stderr


def test_a_damaged_ledger_as_json(damaged: Say) -> None:
    told = damaged("doctor --json")
    assert told.exit_code == 3
    report = json.loads(told.stdout)
    assert any("Event 2" in problem for problem in report["problems"])
    assert report["remedies"]


@pytest.mark.parametrize(
    "line", ["table", "settle", "log", "export", "lay b 7-9h", "end --out a b=1 v=2", "backup x"]
)
def test_nothing_is_shown_or_recorded_from_a_damaged_ledger(
    damaged: Say, ledger: Path, line: str
) -> None:
    before = ledger.read_bytes()
    refused = damaged(line)
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert str(ledger) in words(refused.stderr)
    assert "doctor" in refused.stderr or "damaged" in refused.stderr
    assert ledger.read_bytes() == before


def test_text_files_are_no_ledgers(say: Say, ledger: Path) -> None:
    ledger.write_text("Anna 34\n" * 100)
    for line in ("doctor", "table", "new a b", "lay a 7-9h"):
        refused = say(line)
        assert refused.exit_code == 3
        assert str(ledger) in words(refused.stderr)
    assert ledger.read_text() == "Anna 34\n" * 100


# Times are shown by the clock of who reads them


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        pytest.param("UTC", "2026-05-01 22:30", id="utc"),
        pytest.param("Asia/Tokyo", "2026-05-02 07:30", id="the-next-day"),
        pytest.param("America/New_York", "2026-05-01 18:30", id="summer-time"),
        pytest.param("Asia/Kathmandu", "2026-05-02 04:15", id="odd-minutes"),
    ],
)
def test_a_time_is_shown_by_the_readers_clock(
    monkeypatch: pytest.MonkeyPatch, zone: str, shown: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert local_time("2026-05-01T22:30:41Z") == shown
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_game_opened_after_midnight_bears_the_day_of_its_table(
    friday: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = json.loads(friday("games --json").stdout)[0]["opened"]
    assert opened.endswith("Z")  # for programs it stays UTC
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")  # fourteen hours ahead
    time.tzset()
    try:
        there = local_time(opened)
        assert f"    1  {there[:10]}  Friday" in friday("games").stdout
        assert there[:13] in friday("log").stdout
    finally:
        monkeypatch.undo()
        time.tzset()
