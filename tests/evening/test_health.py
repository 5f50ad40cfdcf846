"""What `doctor` finds: a sound ledger, a damaged one, a game that cannot be reckoned, and what to do."""

import os
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from tablework import end_step, opening

from rummy_score.errors import UnusableLedger
from rummy_score.evening import commands
from rummy_score.evening.health import backup_name, backups_of, examine
from rummy_score.evening.recording import Desk
from rummy_score.evening.sitting import Step
from rummy_score.ledger.chain import NoLedger
from rummy_score.ledger.engines.choice import open_ledger
from rummy_score.ledger.events import Event, body_text, sealed


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    """A ledger of two games; the second was taken back."""
    path = str(tmp_path / "ledger.db")
    desk = Desk(path)
    desk.open(opening(("Anna", "Boris")))
    desk.record(None, lambda live: end_step(live, ("Boris=K",), out="Anna"))
    desk.open(opening(("Vera", "Gleb")))
    desk.undo()
    return path


def change(ledger: str, statements: Sequence[str]) -> None:
    with closing(sqlite3.connect(ledger)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_a_sound_ledger_has_no_problems(ledger: str) -> None:
    report = examine(ledger)
    assert (report.games, report.events, report.problems) == (2, 4, ())


def test_an_examination_changes_nothing(ledger: str) -> None:
    before = Path(ledger).read_bytes(), os.stat(ledger).st_mtime_ns
    examine(ledger)
    assert (Path(ledger).read_bytes(), os.stat(ledger).st_mtime_ns) == before


def test_any_fact_that_was_changed_is_found(ledger: str) -> None:
    change(
        ledger,
        ["DROP TRIGGER events_keep", "UPDATE events SET body = replace(body, 'Boris', 'Borya')"],
    )
    problems = " ".join(examine(ledger).problems)
    assert "Event 1 of game 1 is not what was recorded" in problems
    assert "Event 2 of game 1 is not what was recorded" in problems
    assert "triggers" in problems


def test_a_tail_that_is_lost_is_found(ledger: str) -> None:
    change(ledger, ["DROP TRIGGER events_stay", "DELETE FROM events WHERE game = 2 AND number = 2"])
    assert any("The head kept for game 2" in problem for problem in examine(ledger).problems)


NONSENSE = [
    # of 0.1.0, and of now: a deal without the hands that it needs
    Step(
        "end",
        {
            "out": "Anna",
            "left": {},
            "laid": {},
            "seated": ["Anna", "Boris"],
            "blocked": False,
            "rummy": None,
            "ruling": "",
            "deal": 2,
        },
    ),
    Step("end", {"deal": 2, "closes": {"players": ["Anna", "Boris"], "out": "Anna"}}),
    Step("end", {"deal": 2, "closes": {"players": ["Anna", "Nobody"], "out": "Anna"}}),
    Step("end", {"deal": 2, "closes": {"players": ["Anna", "Boris"], "out": 7}}),
    Step("end", {"deal": 4, "closes": {"players": ["Anna", "Boris"], "blocked": True}}),
    Step("end", {"deal": 2}),
    Step("lay", {"turn": "Nobody: 7♥", "seated": ["Anna", "Boris"]}),
    Step("lay", {"turn": "Anna: 7-9H", "seated": ["Anna", "Boris"]}),  # never stored so
    Step("lay", {"turn": "Anna: 7♥ 8♥ 9♥", "seated": ["Anna", "Nobody"]}),
    Step("lay", {}),
    Step("lay", {"turn": "Anna: 7♥ 8♥ 9♥"}),
    Step("left", {"player": "Boris", "hand": "what", "seated": ["Anna", "Boris"]}),
    Step("left", {"player": "Boris", "hand": 7, "seated": ["Anna", "Boris"]}),
    Step("paid", {"balances": {"Nobody": "1", "Anna": "-1"}}),
    Step("paid", {"balances": {"Boris": "1.5", "Anna": "-1.5"}}),
    Step("paid", {"balances": {"Boris": 1, "Anna": -1}}),
    Step("adjust", {"player": "Nobody", "points": 1, "why": "x"}),
    Step("adjust", {"player": "Anna", "points": 1.5, "why": "x"}),
    Step("adjust", {"player": "Anna", "points": True, "why": "x"}),
    Step("edit", {"deal": 9, "players": ["Anna"], "text": "", "old": "", "why": ""}),
    Step("edit", {"deal": 1, "players": ["Anna", "Boris"], "text": "[", "old": "", "why": ""}),
    Step("leave", {"player": "Nobody"}),
    Step("change", {"rules": {"ace": "sideways"}}),
    Step("change", {"rename": {"Nobody": "Somebody"}}),
    Step("change", {"stake": "a lot", "coin": "0.01", "currency": ""}),
    Step("new", {"title": ""}),
    Step("undo", {"of": 7, "to": 6}),
    Step("redo", {"of": 7}),
]
NEWER = [
    Step("shuffle", {}),
    Step("lay", {"turn": "Anna: 7♥ 8♥ 9♥", "seated": ["Anna", "Boris"], "clock": 3}),
    Step("end", {"deal": 2, "closes": {"players": ["Anna", "Boris"], "out": "Anna", "trump": "S"}}),
    Step("change", {"weather": "fine"}),
]


def every_reader(ledger: str) -> list[Callable[[], object]]:
    """Return what every command that reads a game comes to."""
    desk = Desk(ledger)
    return [
        lambda: desk.live("1").standing,
        lambda: Desk(ledger).record("1", lambda live: commands.lay(live, "anna", "7-9h")),
        lambda: Desk(ledger).record("1", lambda live: commands.adjust(live, "anna", "1", "x")),
        lambda: Desk(ledger).undo("1"),
        lambda: Desk(ledger).redo("1"),
        lambda: Desk(ledger).log("1"),
        lambda: Desk(ledger).use("1"),
    ]


def put(ledger: str, step: Step) -> None:
    """Put an event into the file that the engine itself would refuse."""
    with closing(sqlite3.connect(ledger)) as connection:
        row = connection.execute("SELECT number, hash FROM heads WHERE game = 1").fetchone()
        event = sealed(
            Event(
                1, row[0] + 1, step.kind, body_text(step.facts), "2026-05-01T19:00:00Z", row[1], ""
            )
        )
        connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", event)
        connection.execute("UPDATE heads SET number = ?, hash = ? WHERE game = 1", event[1::5])
        connection.commit()


@pytest.mark.parametrize("step", NONSENSE, ids=lambda step: step.kind)
def test_facts_that_no_command_records_stop_every_command_of_that_game(
    ledger: str, step: Step
) -> None:
    put(ledger, step)
    problems = examine(ledger).problems
    assert problems
    assert all("ame 1" in problem for problem in problems)
    for read in every_reader(ledger):
        with pytest.raises(UnusableLedger):
            read()


@pytest.mark.parametrize("step", NEWER, ids=lambda step: step.kind)
def test_what_a_newer_program_has_written_is_not_passed_over(ledger: str, step: Step) -> None:
    put(ledger, step)
    for read in every_reader(ledger):
        with pytest.raises(UnusableLedger, match="newer version"):
            read()


def test_damage_comes_with_what_to_do(ledger: str) -> None:
    change(ledger, ["DROP TRIGGER events_stay", "DELETE FROM events WHERE game = 2 AND number = 2"])
    remedies = examine(ledger).remedies
    assert "None lies beside it." in remedies[0]
    assert "rummy-score export" in remedies[1]


def test_the_newest_backup_beside_a_damaged_ledger_is_named(ledger: str) -> None:
    old, newer = f"{ledger}.backup-20260101-000000", f"{ledger}.before-v2"
    with open_ledger(ledger) as source:
        source.backup(old)
        source.backup(newer)
    os.utime(old, (1, 1))
    assert backups_of(ledger) == [old, newer]
    change(ledger, ["DROP TRIGGER events_stay", "DELETE FROM events WHERE game = 2 AND number = 2"])
    assert newer in examine(ledger).remedies[0]
    os.utime(newer, (0, 0))
    assert backups_of(ledger) == [newer, old]


def test_a_backup_goes_beside_the_ledger_and_is_found_there(ledger: str) -> None:
    name = backup_name(ledger)
    assert re.fullmatch(re.escape(ledger) + r"\.backup-[0-9]{8}-[0-9]{6}", name)
    with open_ledger(ledger) as source:
        source.backup(name)
    assert backups_of(ledger) == [name]
    assert examine(name).problems == ()


def test_there_are_no_backups_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert backups_of(str(tmp_path / "nowhere" / "ledger.db")) == []


def test_a_ledger_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(NoLedger):
        examine(str(tmp_path / "ledger.db"))
    assert list(tmp_path.iterdir()) == []
