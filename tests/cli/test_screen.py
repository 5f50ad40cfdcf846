"""What reaches the terminal, the pipe or the file: colour, encodings, closed and full outputs, the width of a page."""

import errno
import fcntl
import json
import os
import pty
import select
import struct
import subprocess
import termios
from pathlib import Path

import pytest
from prompt import ROOT, FitsAPage, Shell

from rummy_score.cli import screen as output

STANDS, REFUSED, UNREADABLE = 0, 1, 2
ESCAPE = "\x1b"
MARK = "\u0301"
GAMBLING = "examples/gambling.toml"


@pytest.fixture(scope="session")
def big_sheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sheet whose table is larger than what a pipe holds."""
    sheet = tmp_path_factory.mktemp("sheets") / "big.toml"
    deal = '[[deals]]\nout = "Anna"\nleft = { Boris = 12, Vera = 5 }\n'
    sheet.write_text('variant = "basic"\nplayers = ["Anna", "Boris", "Vera"]\n' + 2000 * deal)
    return sheet


def at_a_terminal(environment: dict[str, str], *arguments: str, columns: int = 80) -> str:
    """Return what the program shows at a terminal so wide."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = ["rummy-score", *arguments]
    subprocess.run(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, check=False, cwd=ROOT
    )
    os.close(theirs)
    try:
        return read_all(ours)
    finally:
        os.close(ours)


def read_all(terminal: int) -> str:
    """Read what is there; Linux ends a closed terminal with EIO."""
    seen = b""
    while select.select([terminal], [], [], 5)[0]:
        try:
            more = os.read(terminal, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            break
        if not more:
            break
        seen += more
    return seen.decode()


# Colour


@pytest.mark.parametrize(
    ("arguments", "colour"),
    [
        pytest.param(("check", "8-10H"), f"{ESCAPE}[32m", id="green"),
        pytest.param(("check", "8S 10S"), f"{ESCAPE}[31m", id="red"),
        pytest.param(("variants", "basic"), f"{ESCAPE}[1m", id="bold"),
    ],
)
def test_a_terminal_is_given_colour(
    environment: dict[str, str], arguments: tuple[str, ...], colour: str
) -> None:
    assert colour in at_a_terminal(environment, *arguments)


@pytest.mark.parametrize(
    "change", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "TERM=dumb"]
)
def test_a_terminal_that_wants_no_colour_is_given_none(
    environment: dict[str, str], change: dict[str, str]
) -> None:
    told = at_a_terminal(environment | change, "check", "8-10H")
    assert "stands" in told
    assert ESCAPE not in told


def test_an_empty_no_color_says_nothing(environment: dict[str, str]) -> None:
    """As https://no-color.org has it: set and not empty."""
    assert ESCAPE in at_a_terminal(environment | {"NO_COLOR": ""}, "check", "8-10H")


def test_a_pipe_is_given_no_colour(shell: Shell) -> None:
    assert (
        ESCAPE
        not in shell(
            "rummy-score check 8-10H; rummy-score variants basic; rummy-score check 8S 10S"
        ).out
    )


def test_a_terminal_decides_how_wide_a_table_is(environment: dict[str, str]) -> None:
    narrow, wide = (
        at_a_terminal(environment, "score", GAMBLING, columns=columns) for columns in (50, 120)
    )
    assert max(map(len, narrow.splitlines())) <= 50
    assert narrow.count("  deal  dealer") == 2
    assert wide.count("  deal  dealer") == 1


# Where the output goes


def test_data_goes_to_standard_output_and_errors_to_standard_error(shell: Shell) -> None:
    assert shell("rummy-score check 8-10H 2>/dev/null").out.startswith("8♥ 9♥ 10♥ stands")
    assert shell("rummy-score check 8-10H >/dev/null").err == ""
    assert shell("rummy-score check what >/dev/null").err.startswith("Error: ")
    assert shell("rummy-score check what 2>/dev/null").out == ""


@pytest.mark.parametrize("reader", ["head -1", "true"])
@pytest.mark.parametrize(
    "command", ["score {sheet}", "score {sheet} --json", "variants basic", "--help", "--version"]
)
def test_a_reader_that_has_had_enough_is_no_error(
    shell: Shell, big_sheet: Path, reader: str, command: str
) -> None:
    line = command.format(sheet=big_sheet)
    ran = shell(f"{{ sleep 0.1; rummy-score {line}; echo $? >&2; }} | {reader}")
    assert ran.err == "0\n"


def test_the_ruling_outlives_its_reader(shell: Shell) -> None:
    assert shell("{ sleep 0.1; rummy-score check 8S 10S; echo $? >&2; } | true").err == "1\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "command", ["check 8-10H", "score {sheet}", "variants --json", "--help", "--version"]
)
def test_an_output_that_is_full_is_a_clear_error(
    shell: Shell, big_sheet: Path, command: str
) -> None:
    ran = shell(f"rummy-score {command.format(sheet=big_sheet)} >/dev/full")
    assert ran.code == UNREADABLE
    assert ran.err == "Error: the output cannot be written: No space left on device.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full"])
def test_an_error_that_cannot_be_told_still_ends_in_its_code(shell: Shell, closed: str) -> None:
    assert shell(f"rummy-score check what {closed}") == (UNREADABLE, "", "")


def test_an_output_that_is_closed_is_a_clear_error(shell: Shell) -> None:
    ran = shell("rummy-score check 8-10H >&-")
    assert ran == (
        UNREADABLE,
        "",
        "Error: the output cannot be written: standard output is closed.\n",
    )


def test_an_input_that_is_closed_is_a_clear_error(shell: Shell) -> None:
    ran = shell("rummy-score score - <&-")
    assert ran == (UNREADABLE, "", "Error: standard input cannot be read: it is closed.\n")


# Encodings


@pytest.mark.parametrize("encoding", ["latin-1", "cp1251", "koi8-r", "ascii", "utf-8", "utf-16"])
def test_no_encoding_breaks_the_program(shell: Shell, encoding: str) -> None:
    ran = shell(
        "rummy-score check 8-10H | od -c | tail -1; rummy-score check ЧДД 2>&1 | od -c",
        PYTHONIOENCODING=encoding,
    )
    assert ran.err == ""
    assert "Traceback" not in ran.out


@pytest.mark.parametrize("encoding", ["latin-1", "cp1251", "latin-1:surrogateescape"])
def test_a_suit_that_cannot_be_written_is_its_letter(shell: Shell, encoding: str) -> None:
    assert shell("rummy-score check 8-10H", PYTHONIOENCODING=encoding).out.startswith(
        "8H 9H 10H stands"
    )


def test_what_cannot_be_written_is_escaped(shell: Shell) -> None:
    ran = shell("rummy-score check ЧДД", PYTHONIOENCODING="latin-1")
    assert ran.code == UNREADABLE
    assert r"\u0427\u0414\u0414" in ran.err


def test_json_stays_json_in_every_encoding(shell: Shell) -> None:
    sheet = """printf 'title = "Café 🂡"\\nvariant = "basic"\\nplayers = ["Жанна", "Zoë"]\\n'"""
    ran = shell(f"{sheet} | rummy-score score - --json", PYTHONIOENCODING="latin-1")
    told = json.loads(ran.out)
    assert (told["title"], told["players"]) == ("Café 🂡", ["Жанна", "Zoë"])


def test_a_bare_c_locale_will_do(shell: Shell) -> None:
    bare = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    assert shell("rummy-score check 8-10H >/dev/null", **bare) == (STANDS, "", "")
    assert shell("rummy-score check ЧДД 2>/dev/null", **bare) == (UNREADABLE, "", "")


# The width of a page


def test_a_line_breaks_at_its_blanks_and_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = "  one two three four five six seven eight nine"
    assert output.wrapped(text) == "  one two three four five six seven\n    eight nine"


def test_a_label_has_the_text_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = "one two three four five six seven eight"
    assert (
        output.wrapped(text, "label: ") == "label: one two three four five six seven\n       eight"
    )


def test_a_line_that_fits_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert output.wrapped("x" * 40) == "x" * 40
    assert output.wrapped("") == ""


def test_a_word_wider_than_the_page_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert output.wrapped(f"see {'x' * 50} there") == f"see\n  {'x' * 50}\n  there"


def test_wide_characters_take_two_columns_and_marks_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert output.wrapped(f"{'龍' * 9} {'e' * 10}{MARK * 10} {'龍' * 4} x").count("\n") == 0
    assert output.wrapped(f"{'龍' * 10} {'龍' * 10} x").count("\n") == 1


def test_colour_takes_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert output.wrapped(f"{ESCAPE}[1m{'x' * 19}{ESCAPE}[0m {'x' * 20}").count("\n") == 0


@pytest.mark.parametrize(
    ("columns", "width"),
    [
        pytest.param("132", 132, id="told"),
        pytest.param("7", output.NARROWEST, id="too-narrow"),
        pytest.param("0", output.PAGE, id="zero"),
        pytest.param("wide", output.PAGE, id="no-number"),
        pytest.param("²", output.PAGE, id="no-digit"),
        pytest.param("", output.PAGE, id="empty"),
        pytest.param("9" * 5000, 9999, id="absurd"),
    ],
)
def test_columns_say_how_wide_a_table_may_be(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("sys.__stdout__", None)
    assert output.width() == width


def test_prose_is_no_wider_than_a_page(shell: Shell, fits_a_page: FitsAPage) -> None:
    fits_a_page(shell("rummy-score check 8H 10S; rummy-score check what 2>&1", COLUMNS="300").out)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_what_was_recorded_though_it_could_not_be_told_is_said_to_stand(
    shell: Shell, tmp_path: Path
) -> None:
    ledger = f"--ledger {tmp_path / 'ledger.db'}"
    shell(f"rummy-score new Anna Boris {ledger}")
    ran = shell(f"rummy-score adjust anna 5 -m fine {ledger} >/dev/full")
    assert ran.code == UNREADABLE
    assert "What was recorded stands: see `rummy-score log`." in " ".join(ran.err.split())
    assert "Anna +5 from Boris: fine" in shell(f"rummy-score log {ledger}").out
