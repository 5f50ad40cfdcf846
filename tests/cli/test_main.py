"""The command line as a whole: help, version, slips, and the ways to start it."""

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from prompt import FitsAPage, Say, Shell, Typed

from rummy_score import __version__
from rummy_score.cli import COMMANDS, cli

NAMES = [name for section in COMMANDS.values() for name in section]


def command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)  # type: ignore[attr-defined]
    assert found is not None
    return found


def examples() -> Iterator[object]:
    """Yield every example that a help text shows."""
    for each in (cli, *map(command, NAMES)):
        for line in (each.epilog or "").splitlines():
            if "rummy-score " in line:
                yield pytest.param(line[line.index("rummy-score ") :], id=line.strip())


def test_help_lists_the_commands_that_exist_under_their_sections(typed: Typed) -> None:
    told = typed("--help").stdout
    at_table = "new lay left end undo redo edit adjust join leave change play"
    records = "games use log export import backup doctor variants"
    assert [
        *at_table.split(),
        "check",
        "call",
        "best",
        "table",
        "settle",
        "score",
        *records.split(),
    ] == NAMES
    for section, names in COMMANDS.items():
        assert f"\n{section}:\n  {next(iter(names))}" in told


@pytest.mark.parametrize("name", ["", *NAMES])
def test_help_fits_a_page_is_not_cut_and_has_an_example(
    typed: Typed, fits_a_page: FitsAPage, name: str
) -> None:
    told = typed(*name.split(), "--help")
    assert told.exit_code == 0
    remarks = told.stderr.replace("Recorded in game 2, basic.\n", "")  # there are two games
    assert remarks == ""
    fits_a_page(told.stdout)
    assert "... \n" not in told.stdout
    arguments = (
        "CARDS...",
        "[ARGS]...",
        "[PLAYERS]...",
        "HAND...",
        "[PLAYER=HAND]...",
        "PLAYER...",
    )
    assert [
        row
        for row in told.stdout.splitlines()
        if row.endswith("...") and not row.endswith(arguments)
    ] == []
    assert "Example" in told.stdout
    assert typed(*name.split(), "-h").stdout == told.stdout


@pytest.fixture
def friday(typed: Typed, ledger: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An evening in which every example may be typed: games, deals, melds, hands told, files at hand."""
    folder = ledger.parent
    (folder / "examples").symlink_to(root / "examples")
    (folder / "deal.toml").write_text(
        'left = ["Dmitry: 3", "Nikolai: 2", "Fyodor: 1"]\nout = "Boris"\n'
    )
    (folder / "friday.toml").write_text((root / "examples/basic.toml").read_text())
    typed("new", "Boris", "Dmitry", "Nikolai", "Fyodor", "--title", "First")
    typed("new", "Boris", "Dmitry", "Nikolai", "Fyodor")
    for _ in range(3):
        typed("end", "--out", "boris", "d=3", "n=2", "f=1")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.usefixtures("friday")
@pytest.mark.parametrize("example", list(examples()))
def test_an_example_in_a_help_text_works(
    typed: Typed, root: Path, tmp_path: Path, example: str
) -> None:
    line, _, stdin = example.partition(" < ")
    line = line.replace("/media/stick", str(tmp_path))
    if "redo" in line:
        typed("undo")
    told = typed(*shlex.split(line)[1:], stdin=(root / stdin).read_text() if stdin else "table\n")
    assert told.exit_code == 0, told.stderr
    assert told.stdout
    remarks = told.stderr.replace("Recorded in game 2, basic.\n", "")  # there are two games
    assert remarks == ""


def test_every_command_has_an_example() -> None:
    assert all("rummy-score" in (command(name).epilog or "") for name in NAMES)


EVENING_IN_JSON = (
    "new Anna Boris Vera --stake 0.10",
    "lay boris 7-9h",
    "left vera kc",
    "end --out anna boris='4d 3c'",
    "undo",
    "redo",
    "edit 1 vera=2",
    "edit 1 vera=2",
    "adjust anna 3 -m tea",
    "join Gleb",
    "leave gleb",
    "change --title Friday",
    "check 7-9h",
    "call 10h --table 7-9h",
    "best 7-9h kc",
    "table",
    "settle",
    "settle --paid boris anna 0.10",
    "settle --paid",
    "score examples/basic.toml",
    "games",
    "use 1",
    "log",
    "export",
    "export -o sheet.toml",
    "import examples/basic.toml",
    "import examples/basic.toml",
    "backup copy.db",
    "doctor",
    "variants",
    "new --like 1",
    "undo",
)


def test_every_command_prints_json_and_nothing_else(
    say: Say, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(root / "examples")
    for line in EVENING_IN_JSON:
        told = say(f"{line} --json")
        assert told.exit_code == 0, told.stderr
        assert json.loads(told.stdout), line
    assert {line.split()[0] for line in EVENING_IN_JSON} == {*NAMES} - {"play"}


def test_json_of_what_is_recorded_says_what_it_was_and_how_the_game_stands(say: Say) -> None:
    say("new Anna Boris --variant rum500")
    laid = json.loads(say("lay anna 7-9h --json").stdout)
    # rules.md: a nine counts its face in Rum 500, 7 + 8 + 9 = 24.
    assert (laid["game"], laid["scores"]) == (1, 24)
    assert laid["recorded"] == {"command": 2, "kind": "lay", "text": "Anna lays 7♥ 8♥ 9♥"}
    assert laid["state"]["open_deal"]["melds"] == [["7H", "8H", "9H"]]
    ended = json.loads(say("end --out anna boris=KC --json").stdout)
    assert ended["closed"]["scores"] == {"Anna": 24, "Boris": -10}
    assert ended["closed"]["sums"]["Boris"] == "0 - 10 = -10"
    assert ended["state"]["totals"] == {"Anna": 24, "Boris": -10}
    back = json.loads(say("undo --json").stdout)
    assert back["taken_back"]["kind"] == "end"
    assert back["state"]["open_deal"]["melds"] == [["7H", "8H", "9H"]]
    assert json.loads(say("redo --json").stdout)["restored"]["kind"] == "end"


@pytest.mark.parametrize("name", NAMES)
def test_every_option_says_what_it_is_for(name: str) -> None:
    options = [each for each in command(name).params if isinstance(each, click.Option)]
    assert all(option.help and option.help.endswith(".") for option in options)


def test_the_version_is_printed(typed: Typed) -> None:
    assert typed("--version").stdout == f"rummy-score {__version__}\n"


def test_no_command_at_all_is_answered_with_help(typed: Typed) -> None:
    told = typed()
    assert told.exit_code == 2
    assert told.stderr == typed("--help").stdout


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        pytest.param("chek 8-10H", "No such command 'chek'. Did you mean 'check'?", id="command"),
        pytest.param(
            "variant", "No such command 'variant'. Did you mean 'variants'?", id="command-cut-short"
        ),
        pytest.param(
            "check 8-10H --varient basic",
            "No such option '--varient'. Did you mean '--variant'?",
            id="option",
        ),
        pytest.param("check 8-10H --variant gambeling", "did you mean gambling?", id="variant"),
        pytest.param("check 8-10H --rule jokres=2", "did you mean jokers?", id="knob"),
        pytest.param("check 8-10H --rule ace=hihg", "did you mean high?", id="value"),
        pytest.param(
            "score nowhere.toml extra", "Got unexpected extra argument", id="argument-too-many"
        ),
        pytest.param("check", "Missing argument 'CARDS...'.", id="argument-missing"),
        pytest.param("--varsion", "No such option '--varsion'.", id="option-of-no-command"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(
    typed: Typed, fits_a_page: FitsAPage, line: str, answer: str
) -> None:
    told = typed(*line.split())
    assert told.exit_code == 2
    assert told.stdout == ""
    assert answer in " ".join(told.stderr.split())
    fits_a_page(told.stderr)


def test_a_long_error_stands_beside_its_heading(typed: Typed) -> None:
    assert typed("variants", "gamblin").stderr == (
        "Error: there is no variant 'gamblin' (did you mean gambling?). Variants: basic,\n"
        "       gambling, sequence, rum500, joker500 and double.\n"
    )


def test_a_word_wider_than_the_page_stays_beside_the_heading(typed: Typed) -> None:
    wide = f"{'x' * 80}.toml"
    assert (
        typed("score", wide).stderr
        == f"Error: {wide}\n       cannot be read: No such file or directory.\n"
    )


def test_the_module_runs_like_the_script(shell: Shell) -> None:
    script = shell("rummy-score check 8-10H")
    assert script.code == 0
    assert shell(f'"{sys.executable}" -m rummy_score check 8-10H') == script
    assert shell(f'"{sys.executable}" -m rummy_score --help') == shell("rummy-score --help")
