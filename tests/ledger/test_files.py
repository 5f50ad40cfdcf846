"""A named file is read, or refused in words, whatever it turns out to be."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rummy_score.errors import UnreadableInput
from rummy_score.ledger import files
from rummy_score.ledger.files import LARGEST_FILE, read_file

SHEET = 'title = "Пятница"\n'


def refusal(path: Path | str) -> str:
    with pytest.raises(UnreadableInput) as caught:
        read_file(str(path))
    return str(caught.value)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        pytest.param(SHEET.encode(), SHEET, id="utf-8"),
        pytest.param(b"\xef\xbb\xbf" + SHEET.encode(), SHEET, id="byte-order-mark"),
        pytest.param(SHEET.replace("\n", "\r\n").encode(), SHEET.replace("\n", "\r\n"), id="crlf"),
        pytest.param(b"", "", id="empty"),
    ],
)
def test_a_file_is_read_as_utf_8(tmp_path: Path, content: bytes, text: str) -> None:
    (tmp_path / "sheet.toml").write_bytes(content)
    assert read_file(str(tmp_path / "sheet.toml")) == text


@pytest.mark.parametrize(
    ("content", "place"),
    [
        pytest.param(SHEET.encode("utf-16"), "byte 1", id="utf-16"),
        pytest.param(SHEET.encode("cp1251"), "byte 10", id="windows-cyrillic"),
        pytest.param(bytes(range(256)), "byte 129", id="binary"),
        pytest.param("é".encode()[:1], "byte 1", id="cut-off"),
    ],
)
def test_what_is_not_utf_8_is_refused_with_the_place(
    tmp_path: Path, content: bytes, place: str
) -> None:
    (tmp_path / "sheet.toml").write_bytes(content)
    told = refusal(tmp_path / "sheet.toml")
    assert f"is not UTF-8 text ({place}): that is no score sheet. Save it as UTF-8." in told
    assert "sheet.toml" in told


def test_a_missing_file_is_named() -> None:
    assert (
        refusal("no/such/sheet.toml")
        == "no/such/sheet.toml cannot be read: No such file or directory."
    )


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path).endswith("cannot be read: Is a directory.")


def test_a_file_name_is_printed_safely() -> None:
    assert refusal("a\x1b[31m\u202eb").startswith(r"a\x1b[31m\u202eb cannot be read")
    assert refusal("a\0b") == r"a\x00b is no name of a file."
    assert refusal("a\udcff").startswith(r"a\udcff cannot be read")


def test_a_file_too_large_for_a_sheet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    assert refusal(path).endswith("sheet.toml is larger than 32 MB: that is no score sheet.")


def test_a_file_may_be_as_large_as_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST_FILE", 10)
    (tmp_path / "sheet.toml").write_text("x" * 10)
    assert read_file(str(tmp_path / "sheet.toml")) == "x" * 10
    (tmp_path / "sheet.toml").write_text("x" * 11)
    assert "is larger than" in refusal(tmp_path / "sheet.toml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_that_nobody_writes_to_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    code = "import sys; from rummy_score.ledger.files import read_file; print(repr(read_file(sys.argv[1])))"
    command = [sys.executable, "-c", code, str(tmp_path / "pipe")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    assert done.stdout == "''\n"


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="needs /dev/fd")
def test_a_pipe_that_is_being_written_to_is_read_to_its_end() -> None:
    code = "from rummy_score.ledger.files import read_file; import sys; print(len(read_file(sys.argv[1])))"
    reading, writing = os.pipe()
    command = [sys.executable, "-c", code, f"/dev/fd/{reading}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, pass_fds=[reading]) as reader:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(b"# slowly\n" * 20_000)
        assert reader.communicate(timeout=10)[0] == "180000\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(SHEET.encode(), repr(SHEET), id="text"),
        pytest.param(b"\xff\xfe", "standard input is not UTF-8 text (byte 1)", id="no-text"),
    ],
)
def test_a_dash_is_standard_input(content: bytes, told: str) -> None:
    code = (
        "from rummy_score.ledger.files import read_file\n"
        "from rummy_score.errors import UnreadableInput\n"
        "try: print(ascii(read_file('-')))\n"
        "except UnreadableInput as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=content, capture_output=True, check=True
    )
    assert done.stdout.decode().startswith(told if told.isascii() else ascii(SHEET))


def test_a_closed_standard_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert refusal("-") == "standard input cannot be read: it is closed."
