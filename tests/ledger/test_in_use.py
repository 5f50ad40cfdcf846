"""The game in use is remembered for this user on this machine; no fault of that file matters."""

import json
import os
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ledgerwork import NOBODY, Child, starting_gun

from rummy_score.ledger import in_use
from rummy_score.ledger.in_use import InUse, game_in_use, state_file, use_game

POSIX = pytest.mark.skipif(os.name != "posix", reason="modes, links and fork are POSIX's")
FIRST = "a" * 64
OTHER = "b" * 64


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state file of this test."""
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return Path(state_file())


def test_nothing_is_in_use_before_anything_was_used(file: Path) -> None:
    assert game_in_use("ledger.db") is None
    assert not file.exists()


def test_the_game_in_use_is_remembered_for_each_ledger() -> None:
    assert use_game("a.db", 3, FIRST)
    assert use_game("b.db", 1, OTHER)
    assert game_in_use("a.db") == InUse(3, FIRST)
    assert game_in_use("b.db") == InUse(1, OTHER)
    assert use_game("a.db", 4, OTHER)
    assert game_in_use("a.db") == InUse(4, OTHER)
    assert game_in_use("c.db") is None


@POSIX
def test_a_ledger_is_known_by_whatever_path(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "a.db")
    assert use_game("link.db", 3, FIRST)
    assert game_in_use(str(tmp_path / "a.db")) == InUse(3, FIRST)


def test_a_database_is_known_by_its_address_and_its_password_is_not_kept(file: Path) -> None:
    assert use_game("postgresql://anna:secret@h/club?password=secret", 3, FIRST)
    assert game_in_use("postgresql://anna:changed@h/club") == InUse(3, FIRST)
    assert "secret" not in file.read_text()


@pytest.mark.parametrize(
    "name", ["caf\udce9.db", "Пятница 🂺.db", "a\nb.db", "\x1b[31m.db", "x" * 4000]
)
def test_a_ledger_may_have_any_name(name: str) -> None:
    assert use_game(name, 3, FIRST)
    assert game_in_use(name) == InUse(3, FIRST)


def test_what_no_path_can_be_is_not_remembered() -> None:
    assert not use_game("a\0b", 3, FIRST)
    assert game_in_use("a\0b") is None


@POSIX
def test_the_file_and_its_folder_are_private(file: Path) -> None:
    before = os.umask(0)
    try:
        use_game("a.db", 3, FIRST)
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert os.listdir(file.parent) == [file.name]


def test_the_file_does_not_grow_beyond_two_hundred_ledgers(file: Path) -> None:
    for number in range(205):
        assert use_game(f"{number}.db", number, FIRST)
    remembered = json.loads(file.read_text())["games"]
    assert len(remembered) == 200
    assert [game_in_use(f"{number}.db") for number in (0, 4)] == [None, None]
    assert game_in_use("5.db") == InUse(5, FIRST)
    assert game_in_use("204.db") == InUse(204, FIRST)


def test_what_is_in_use_already_is_not_written_again(file: Path) -> None:
    use_game("a.db", 3, FIRST)
    before = file.stat()
    assert use_game("a.db", 3, FIRST)
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


# Faults


MARK = b'{"rummy-score":"games in use",'


def folder(file: Path) -> None:
    file.mkdir()


def fifo(file: Path) -> None:
    os.mkfifo(file)


def link_to_a_photograph(file: Path) -> None:
    (file.parent / "photograph").write_bytes(b"JFIF")
    file.symlink_to(file.parent / "photograph")


def link_to_its_own_kind(file: Path) -> None:
    (file.parent / "elsewhere.json").write_bytes(MARK + b'"games":{}}')
    file.symlink_to(file.parent / "elsewhere.json")


def dangling_link(file: Path) -> None:
    file.symlink_to(file.parent / "nowhere")


def circle(file: Path) -> None:
    file.symlink_to(file)


def content(text: bytes) -> Callable[[Path], None]:
    def make(file: Path) -> None:
        file.write_bytes(text)

    return make


def what_is_there(folder: Path) -> dict[str, Any]:
    return {
        path.name: (os.readlink(path) if path.is_symlink() else path.lstat().st_mode)
        if not path.is_file() or path.is_symlink()
        else path.read_bytes()
        for path in folder.iterdir()
    }


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(folder, id="folder"),
        pytest.param(fifo, id="pipe", marks=POSIX),
        pytest.param(link_to_a_photograph, id="link", marks=POSIX),
        pytest.param(link_to_its_own_kind, id="link-to-its-own-kind", marks=POSIX),
        pytest.param(dangling_link, id="dangling-link", marks=POSIX),
        pytest.param(circle, id="circle", marks=POSIX),
        pytest.param(content(b"JFIF photograph"), id="photograph"),
        pytest.param(content(b"{}"), id="another-programs-json"),
        pytest.param(content(b"[" * 100_000), id="nested"),
        pytest.param(content(b""), id="empty"),
    ],
)
def test_what_this_program_did_not_make_is_passed_over_and_left_alone(
    file: Path, make: Callable[[Path], None]
) -> None:
    file.parent.mkdir(parents=True)
    make(file)
    before = what_is_there(file.parent)
    assert game_in_use("a.db") is None
    assert not use_game("a.db", 3, FIRST)
    assert game_in_use("a.db") is None
    assert what_is_there(file.parent) == before


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(MARK, id="cut-off"),
        pytest.param(MARK + b"\xff\xfe", id="no-text"),
        pytest.param(MARK + b'"games":[]}', id="a-list"),
        pytest.param(MARK + b'"games":null}', id="null"),
        pytest.param(MARK + b'"other":{}}', id="without-games"),
        pytest.param(MARK + b'"games":' + b"[" * 100_000 + b"]" * 100_000 + b"}", id="nested"),
        pytest.param(MARK + b'"games":{"a":[' + b"1" * 5000 + b',""]}}', id="long-number"),
        pytest.param(MARK + b" " * (4 * 1024 * 1024), id="huge"),
        pytest.param(MARK + bytes(5000), id="zeros"),
    ],
)
def test_a_broken_file_of_this_program_is_absent_and_is_made_anew(file: Path, text: bytes) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(text)
    assert game_in_use("a.db") is None
    assert use_game("a.db", 3, FIRST)
    assert game_in_use("a.db") == InUse(3, FIRST)


@pytest.mark.parametrize(
    "entry", ["[1]", "[1, 2]", '["1", "a"]', "[true, 1]", "null", "{}", '[1.5, "a"]', "7"]
)
def test_an_entry_that_is_none_is_passed_over_and_others_hold(file: Path, entry: str) -> None:
    use_game("b.db", 2, OTHER)
    path = os.path.realpath("a.db")
    text = file.read_text().replace('"games": {', f'"games": {{{json.dumps(path)}: {entry},')
    file.write_text(text)
    assert game_in_use("a.db") is None
    assert game_in_use("b.db") == InUse(2, OTHER)
    assert use_game("a.db", 3, FIRST)
    assert game_in_use("a.db") == InUse(3, FIRST)


@POSIX
def test_a_file_of_another_user_is_passed_over(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_game("a.db", 3, FIRST)
    monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
    assert game_in_use("a.db") is None
    assert not use_game("a.db", 4, FIRST)
    assert json.loads(file.read_text())["games"] == {os.path.realpath("a.db"): [3, FIRST]}


def test_a_folder_that_cannot_be_made_breaks_no_command(file: Path) -> None:
    file.parent.parent.mkdir(parents=True)
    file.parent.write_text("a file where the folder should be")
    assert game_in_use("a.db") is None
    assert not use_game("a.db", 3, FIRST)


@POSIX
def test_a_full_disk_keeps_what_was_there(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_game("a.db", 3, FIRST)

    def no_room(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    assert not use_game("a.db", 4, OTHER)
    assert game_in_use("a.db") == InUse(3, FIRST)
    assert os.listdir(file.parent) == [file.name]


@POSIX
def test_two_at_once_lose_nothing_of_each_other(file: Path) -> None:
    def work(number: int, say: Callable[[object], None]) -> None:
        wait()
        for step in range(20):
            say(use_game(f"{number}-{step}.db", step + 1, FIRST))

    with starting_gun() as (wait, fire):
        crowd = [Child(lambda say, number=number: work(number, say)) for number in range(4)]
        fire()
        said = [child.wait() for child in crowd]
    assert said == [["True"] * 20] * 4
    remembered = {
        (number, step): game_in_use(f"{number}-{step}.db")
        for number in range(4)
        for step in range(20)
    }
    assert all(found == InUse(step + 1, FIRST) for (_, step), found in remembered.items())
    assert os.listdir(file.parent) == [file.name]


@POSIX
def test_a_kill_leaves_the_file_whole() -> None:
    use_game("a.db", 1, FIRST)

    def work(_: Callable[[object], None]) -> None:
        step = 1
        while True:
            step += 1
            use_game("a.db", step, FIRST)

    for kill in range(20):
        Child(work).kill(after=0.002 * kill)
        found = game_in_use("a.db")
        assert found is not None
        assert found.first == FIRST


@POSIX
def test_one_who_keeps_the_folder_locked_is_not_waited_for_long(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    monkeypatch.setattr(in_use, "_PATIENCE", 0.05)
    use_game("a.db", 1, FIRST)
    held = os.open(file.parent, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    start = time.perf_counter()
    assert use_game("a.db", 2, FIRST)
    assert time.perf_counter() - start < 5
    os.close(held)
    assert game_in_use("a.db") == InUse(2, FIRST)
