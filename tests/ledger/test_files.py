"""A named file is read, or refused in words, whatever it turns out to be."""

import os
import random
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from ledgerwork import Child

from rummy_score.errors import UnreadableInput
from rummy_score.ledger import files
from rummy_score.ledger.files import LARGEST_FILE, new_file, read_file, replace_file, write_new

POSIX = pytest.mark.skipif(os.name != "posix", reason="modes, links and fork are POSIX's")

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
    code = (
        "import sys; from rummy_score.ledger.files import read_file;"
        " print(repr(read_file(sys.argv[1])))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "pipe")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    assert done.stdout == "''\n"


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="needs /dev/fd")
def test_a_pipe_that_is_being_written_to_is_read_to_its_end() -> None:
    code = (
        "from rummy_score.ledger.files import read_file; import sys;"
        " print(len(read_file(sys.argv[1])))"
    )
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


# Files that are made


def refused_to_write(path: Path | str, text: str = SHEET) -> str:
    with pytest.raises(UnreadableInput) as caught:
        write_new(str(path), text)
    return str(caught.value)


@pytest.mark.parametrize("text", [SHEET, "", "a\r\nb\n", "\x00"])
def test_a_new_file_holds_the_text_to_the_letter(tmp_path: Path, text: str) -> None:
    write_new(str(tmp_path / "sheet.toml"), text)
    assert (tmp_path / "sheet.toml").read_bytes() == text.encode()
    assert os.listdir(tmp_path) == ["sheet.toml"]


def test_a_new_file_may_be_named_without_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_new("sheet.toml", SHEET)
    assert read_file("sheet.toml") == SHEET


@POSIX
@pytest.mark.parametrize("umask", [0, 0o022, 0o777])
def test_a_new_file_is_private(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        write_new(str(tmp_path / "sheet.toml"), SHEET)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "sheet.toml").stat().st_mode) == 0o600


def test_a_file_that_is_there_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "sheet.toml").write_text("the photographs")
    told = refused_to_write(tmp_path / "sheet.toml")
    assert told.endswith("sheet.toml cannot be written: File exists. Name a new file.")
    assert (tmp_path / "sheet.toml").read_text() == "the photographs"
    assert os.listdir(tmp_path) == ["sheet.toml"]


@POSIX
def test_a_link_to_nothing_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "sheet.toml").symlink_to(tmp_path / "elsewhere.toml")
    assert "File exists" in refused_to_write(tmp_path / "sheet.toml")
    assert os.listdir(tmp_path) == ["sheet.toml"]


@POSIX
def test_a_file_in_no_folder_is_refused(tmp_path: Path) -> None:
    assert "No such file or directory" in refused_to_write(tmp_path / "usb" / "sheet.toml")
    assert refused_to_write("a\0b") == r"a\x00b is no name of a file."
    assert "File name too long" in refused_to_write(tmp_path / ("x" * 300))
    assert "is no Unicode text" in refused_to_write(tmp_path / "sheet.toml", "\udcff")
    assert os.listdir(tmp_path) == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    try:
        command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
        done = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount")
    if done.returncode:
        pytest.skip("mounting is not permitted")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_disk_that_is_full_leaves_no_half_sheet(small_disk: Path) -> None:
    told = refused_to_write(small_disk / "sheet.toml", SHEET * 10_000)
    assert "No space left on device" in told
    assert os.listdir(small_disk) == []
    write_new(str(small_disk / "sheet.toml"), SHEET)
    assert read_file(str(small_disk / "sheet.toml")) == SHEET


def test_a_file_that_fails_when_it_is_synced_does_not_appear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    assert "Input/output error" in refused_to_write(tmp_path / "sheet.toml")
    assert os.listdir(tmp_path) == []


@POSIX
def test_a_kill_leaves_a_whole_file_or_none(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    text = SHEET * 20_000
    chance = random.Random(7)
    start = time.perf_counter()
    Child(lambda _: write_new(str(path), text)).wait()
    took = time.perf_counter() - start
    path.unlink()
    found = set()
    for kill in range(400):
        if kill >= 40 and found == {True, False}:
            break
        Child(lambda _: write_new(str(path), text)).kill(after=chance.uniform(0, 2 * took))
        found.add(path.exists())
        if path.exists():
            assert read_file(str(path)) == text
            path.unlink()
    assert found == {True, False}


@POSIX
def test_what_a_kill_left_behind_is_cleared_a_day_later(tmp_path: Path) -> None:
    def be_killed(_: object) -> None:
        with new_file(str(tmp_path / "ledger.db")) as draft:
            Path(f"{draft}-journal").touch()
            os._exit(0)

    Child(be_killed).wait()
    left = sorted(os.listdir(tmp_path))
    assert len(left) == 2
    write_new(str(tmp_path / "one.toml"), SHEET)
    assert sorted(os.listdir(tmp_path)) == [*left, "one.toml"]  # it may be at work still
    for name in left:
        os.utime(tmp_path / name, (0, time.time() - 86_401))
    write_new(str(tmp_path / "two.toml"), SHEET)
    assert sorted(os.listdir(tmp_path)) == ["one.toml", "two.toml"]


@POSIX
def test_what_is_only_named_like_a_leftover_is_kept(tmp_path: Path) -> None:
    kept = [".rummy-score-notes", ".rummy-score-0123456789abcdef.bak", "x.rummy-score-" + "0" * 16]
    for name in kept:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    (tmp_path / "photograph").touch()
    folder, link = tmp_path / (".rummy-score-" + "1" * 16), tmp_path / (".rummy-score-" + "2" * 16)
    folder.mkdir()
    os.utime(folder, (0, 0))
    link.symlink_to("photograph")
    os.utime(link, (0, 0), follow_symlinks=False)
    before = set(os.listdir(tmp_path))
    write_new(str(tmp_path / "sheet.toml"), SHEET)
    assert set(os.listdir(tmp_path)) == before | {"sheet.toml"}


@POSIX
def test_a_file_is_replaced_in_one_step_or_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "state.json"
    replace_file(str(path), "one")
    replace_file(str(path), "two")
    assert path.read_text() == "two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        replace_file(str(path), "three")
    assert path.read_text() == "two"
    assert os.listdir(tmp_path) == ["state.json"]
