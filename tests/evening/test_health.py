"""What `doctor` finds: a sound ledger, a damaged one, a game that cannot be reckoned, and what to do."""

import os
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from tablework import end_step, opening

from rummy_score.evening.health import backup_name, backups_of, examine
from rummy_score.evening.recording import Step, open_game, record, undo
from rummy_score.ledger.sqlite import Ledger, NoLedger


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    """A ledger of two games; the second was taken back."""
    path = str(tmp_path / "ledger.db")
    open_game(path, opening(("Anna", "Boris")))
    record(path, None, lambda evening: end_step(evening, ("Boris=K",), out="Anna"))
    open_game(path, opening(("Vera", "Gleb")))
    undo(path)
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
    assert "Event 1 is not what was recorded" in problems
    assert "Event 2 is not what was recorded" in problems
    assert "triggers" in problems


def test_a_tail_that_is_lost_is_found(ledger: str) -> None:
    change(ledger, ["DROP TRIGGER events_stay", "DELETE FROM events WHERE seq = 4"])
    assert any("newest event" in problem for problem in examine(ledger).problems)


def test_a_game_that_cannot_be_reckoned_is_named(ledger: str) -> None:
    # A command that no program of ours would record: its deal has no hands.
    facts = {
        "out": "Anna",
        "left": {},
        "laid": {},
        "seated": ["Anna", "Boris"],
        "blocked": False,
        "rummy": None,
    }
    record(ledger, "1", lambda _: Step("end", {**facts, "ruling": "", "deal": 2}))
    report = examine(ledger)
    assert [problem.partition(":")[0] for problem in report.problems] == ["game 1, deal 2"]
    assert "No hand is entered for Boris" in report.problems[0]


@pytest.mark.parametrize(
    "step",
    [
        Step("lay", {"turn": "Nobody: 7H", "seated": []}),
        Step("left", {"player": "Boris", "hand": "what"}),
        Step("lay", {}),
        Step("lay", {"turn": "Anna: 7-9H"}),
        Step("left", {"player": "Boris", "hand": 7}),
        Step("paid", {"balances": {"Nobody": "1", "Anna": "-1"}}),
        Step("adjust", {"player": "Nobody", "points": 1, "why": "x"}),
        Step("edit", {"deal": 9, "players": ["Anna"], "text": "", "why": ""}),
    ],
)
def test_nonsense_that_is_sealed_as_it_should_be_is_told_and_no_traceback(
    ledger: str, step: Step
) -> None:
    record(ledger, "1", lambda _: step)
    [problem] = examine(ledger).problems
    assert problem.startswith("game 1")


def test_damage_comes_with_what_to_do(ledger: str) -> None:
    change(ledger, ["DROP TRIGGER events_stay", "DELETE FROM events WHERE seq = 4"])
    remedies = examine(ledger).remedies
    assert "None lies beside it." in remedies[0]
    assert "rummy-score export" in remedies[1]


def test_the_newest_backup_beside_a_damaged_ledger_is_named(ledger: str) -> None:
    old, newer = f"{ledger}.backup-20260101-000000", f"{ledger}.before-v2"
    with Ledger.read(ledger) as source:
        source.backup(old)
        source.backup(newer)
    os.utime(old, (1, 1))
    assert backups_of(ledger) == [old, newer]
    change(ledger, ["DROP TRIGGER events_stay", "DELETE FROM events WHERE seq = 4"])
    assert newer in examine(ledger).remedies[0]
    os.utime(newer, (0, 0))
    assert backups_of(ledger) == [newer, old]


def test_a_backup_goes_beside_the_ledger_and_is_found_there(ledger: str) -> None:
    name = backup_name(ledger)
    assert re.fullmatch(re.escape(ledger) + r"\.backup-[0-9]{8}-[0-9]{6}", name)
    with Ledger.read(ledger) as source:
        source.backup(name)
    assert backups_of(ledger) == [name]
    assert examine(name).problems == ()


def test_there_are_no_backups_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert backups_of(str(tmp_path / "nowhere" / "ledger.db")) == []


def test_a_ledger_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(NoLedger):
        examine(str(tmp_path / "ledger.db"))
    assert list(tmp_path.iterdir()) == []
