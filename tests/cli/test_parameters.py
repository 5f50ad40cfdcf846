"""Which ledger and which game a command works on."""

import json
from pathlib import Path

import pytest
from prompt import Shell, Typed, words

from rummy_score.evening.recording import Desk

READING = ("table", "settle", "games", "log", "export", "backup", "doctor", "play")
WRITING = (
    "lay a 7-9h",
    "left a 5",
    "end",
    "undo",
    "redo",
    "edit 1",
    "adjust a 5 -m x",
    "join c",
    "leave a",
    "use 1",
)


def test_the_ledger_is_named_before_or_after_the_command(typed: Typed, tmp_path: Path) -> None:
    one, other = str(tmp_path / "one.db"), str(tmp_path / "other.db")
    typed("--ledger", one, "new", "Anna", "Boris")
    typed("new", "Gleb", "Dora", "--ledger", other)
    assert [game.players for game in Desk(one).games()] == [("Anna", "Boris")]
    assert [game.players for game in Desk(other).games()] == [("Gleb", "Dora")]
    assert json.loads(typed("games", "--json", "--ledger", one).stdout)[0]["players"] == [
        "Anna",
        "Boris",
    ]


def test_what_stands_after_the_command_counts_before_what_stands_before_it(
    typed: Typed, tmp_path: Path, ledger: Path
) -> None:
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    typed("--ledger", str(one), "new", "Anna", "Boris", "--ledger", str(other))
    assert (one.exists(), other.exists(), ledger.exists()) == (False, True, False)


def test_the_environment_names_the_ledger_where_no_option_does(typed: Typed, ledger: Path) -> None:
    assert f"Ledger: {ledger}\n" in typed("new", "Anna", "Boris").stdout
    assert len(Desk(str(ledger)).games()) == 1


def test_a_tilde_is_the_home_folder(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    typed("new", "Anna", "Boris", "--ledger", "~/mine.db")
    assert (tmp_path / "mine.db").exists()


def test_without_a_word_the_ledger_lies_in_the_data_folder(shell: Shell, tmp_path: Path) -> None:
    ran = shell(
        "unset RUMMY_SCORE_LEDGER; rummy-score new Anna Boris", XDG_DATA_HOME=str(tmp_path / "data")
    )
    assert ran.code == 0
    place = Path(ran.out.splitlines()[-1].removeprefix("Ledger: "))
    assert place.is_relative_to(tmp_path / "data")
    assert place.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("line", [*READING, *WRITING])
def test_where_there_is_no_ledger_the_way_to_one_is_told(
    typed: Typed, ledger: Path, line: str
) -> None:
    if line == "play":
        refused = typed("play", stdin="table\n")
        assert refused.exit_code != 0
    else:
        refused = typed(*line.split())
        assert refused.exit_code == 3
    assert refused.stdout == ""
    assert f"There is no ledger at {ledger} yet; `rummy-score new` opens one." in words(
        refused.stderr
    )
    assert not ledger.exists()


@pytest.mark.parametrize("line", ["table", "games", "settle", "log", "export", "doctor"])
def test_a_reading_command_changes_no_byte(typed: Typed, ledger: Path, line: str) -> None:
    typed("new", "Anna", "Boris")
    typed("end", "--out", "anna", "boris=5")
    before = (ledger.read_bytes(), ledger.stat().st_mtime_ns, sorted(ledger.parent.iterdir()))
    assert typed(*line.split()).exit_code == 0
    assert (
        ledger.read_bytes(),
        ledger.stat().st_mtime_ns,
        sorted(ledger.parent.iterdir()),
    ) == before


@pytest.mark.parametrize(
    "line", ["table 7", "table nothing", "settle 7", "log 7", "export 7", "use 7"]
)
@pytest.mark.usefixtures("ledger")
def test_a_game_that_is_not_there_is_refused_with_where_to_look(typed: Typed, line: str) -> None:
    typed("new", "Anna", "Boris")
    refused = typed(*line.split())
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "`rummy-score games` lists them." in words(refused.stderr)


@pytest.mark.usefixtures("ledger")
def test_a_title_that_is_nearly_right_is_suggested(typed: Typed) -> None:
    typed("new", "Anna", "Boris", "--title", "Friday")
    assert "(did you mean Friday?)" in words(typed("table", "Firday").stderr)


@pytest.mark.usefixtures("ledger")
def test_a_game_taken_back_is_said_to_be_gone(typed: Typed) -> None:
    typed("new", "Anna", "Boris")
    typed("undo")
    refused = typed("table", "1")
    assert refused.exit_code == 1
    assert "game 1 was taken back; `rummy-score redo --game 1` brings it back." in words(
        refused.stderr
    )
    assert "No games yet." in typed("games").stdout
    assert "Open one with: rummy-score new PLAYER..." in words(typed("table").stderr)
