"""The file of a ledger: where it may lie, how it is made, and what is refused in words."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from ledgerwork import append, make_ledger, quick_folder, reading, writing

from rummy_score.errors import UnusableLedger
from rummy_score.ledger.chain import NoLedger
from rummy_score.ledger.engines import sqlite as engine

POSIX = pytest.mark.skipif(os.name != "posix", reason="modes, links and fork are POSIX's")


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder of its own, quicker than pytest's."""
    with quick_folder() as folder:
        yield folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def ledger(path: Path) -> Any:
    with writing(path, create=True) as ledger:
        yield ledger


def refusal(open_it: Callable[[], Any]) -> str:
    with pytest.raises(UnusableLedger) as caught:
        open_it()
    assert caught.value.exit_code == 3
    return str(caught.value)


# Where it lies


@POSIX
@pytest.mark.parametrize("umask", [0, 0o022, 0o777])
def test_a_new_ledger_is_private(tmp_path: Path, umask: int) -> None:
    file = tmp_path / "rummy-score" / "ledger.db"
    file.parent.mkdir(mode=0o700)
    before = os.umask(umask)
    try:
        with writing(file, create=True) as ledger:
            assert ledger.created
            ledger.backup(str(tmp_path / "copy.db"))
    finally:
        os.umask(before)
    for made in (file, tmp_path / "copy.db"):
        assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert os.listdir(file.parent) == ["ledger.db"]


@POSIX
def test_the_folder_of_a_new_ledger_is_private(tmp_path: Path) -> None:
    with writing(str(tmp_path / "share" / "rummy-score" / "ledger.db"), create=True):
        assert stat.S_IMODE((tmp_path / "share" / "rummy-score").stat().st_mode) == 0o700


def test_an_existing_ledger_is_not_made_anew(path: Path) -> None:
    make_ledger(path, games=1, events=3)
    with writing(path, create=True) as ledger:
        assert not ledger.created
        assert ledger.head(1).number == 3


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("50% sure?.db", id="percent-and-question"),
        pytest.param("a#b&mode=memory.db", id="hash-and-option"),
        pytest.param("Пятница 🂺.db", id="unicode"),
        pytest.param("-rf", id="dash"),
        pytest.param("x" * 240, id="long"),
        pytest.param("caf\udce9.db", id="no-utf-8", marks=POSIX),
    ],
)
def test_a_ledger_may_have_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with writing(name, create=True) as ledger:
        append(ledger, None)
    with reading(name) as ledger:
        assert ledger.head(1).number == 1
        assert ledger.verify() == []
    assert os.listdir(tmp_path) == [name]


@POSIX
@pytest.mark.parametrize("there", [True, False], ids=["to-a-ledger", "to-nothing-yet"])
def test_a_link_to_a_ledger_works(tmp_path: Path, there: bool) -> None:
    (tmp_path / "real").mkdir()
    if there:
        make_ledger(tmp_path / "real" / "ledger.db")
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "real" / "ledger.db")
    with writing(link, create=True) as ledger:
        assert ledger.created is not there
        append(ledger, None)
    assert link.is_symlink()
    with reading(str(tmp_path / "real" / "ledger.db")) as ledger:
        assert ledger.head(1).number == 1


@POSIX
@pytest.mark.parametrize("others", [True, False], ids=["another-was-quicker", "alone"])
def test_where_links_are_unsupported_a_ledger_is_renamed_into_place(
    path: Path, monkeypatch: pytest.MonkeyPatch, others: bool
) -> None:
    def no_link(*_: object) -> None:
        if others:
            make_ledger_by_another(path)
        raise PermissionError(1, "Operation not permitted")

    def make_ledger_by_another(path: Path) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(os, "link", link)
            make_ledger(path, games=1, events=2)

    link = os.link
    monkeypatch.setattr(os, "link", no_link)
    with writing(path, create=True) as ledger:
        assert ledger.created is not others
        assert ledger.head(1).number == (2 if others else 0)
    assert os.listdir(path.parent) == ["ledger.db"]


# What is no ledger


def test_a_missing_ledger_is_named_with_the_command_that_opens_one(path: Path) -> None:
    for open_it in (reading, writing):
        with pytest.raises(NoLedger) as caught:
            open_it(str(path))
        assert caught.value.exit_code == 3
        assert str(path) in str(caught.value)
        assert "rummy-score new" in str(caught.value)
    assert not path.exists()


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE events (seq)")


def another_program(path: Path) -> None:
    foreign(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA application_id = 1")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        pytest.param(lambda path: path.touch(), "empty", id="empty"),
        pytest.param(lambda path: path.write_text("Boris 14\n" * 200), "no ledger", id="text"),
        pytest.param(
            lambda path: path.write_bytes(b"SQLite format 3\0"), "no ledger", id="only-a-beginning"
        ),
        pytest.param(lambda path: path.write_bytes(bytes(8192)), "no ledger", id="zeros"),
        pytest.param(foreign, "another program's file", id="no-application-id"),
        pytest.param(another_program, "another program's file", id="other-application-id"),
        pytest.param(lambda path: path.mkdir(), "no ordinary file", id="folder"),
        pytest.param(getattr(os, "mkfifo", None), "no ordinary file", id="pipe", marks=POSIX),
        pytest.param(
            lambda path: path.symlink_to(path), "cannot be used", id="circle", marks=POSIX
        ),
    ],
)
@pytest.mark.parametrize(
    "open_it",
    [
        pytest.param(reading, id="read"),
        pytest.param(writing, id="write"),
        pytest.param(lambda path: writing(path, create=True), id="create"),
    ],
)
def test_what_is_no_ledger_is_refused_and_left_alone(
    path: Path, make: Callable[[Path], Any], says: str, open_it: Callable[[str], Any]
) -> None:
    make(path)
    before = path.read_bytes() if path.is_file() else None
    message = refusal(lambda: open_it(str(path)))
    assert says in message
    assert str(path) in message
    assert "Nothing was written." in message
    assert (path.read_bytes() if path.is_file() else None) == before
    assert os.listdir(path.parent) == [path.name]


@POSIX
def test_a_device_is_refused() -> None:
    assert "no ordinary file" in refusal(lambda: writing("/dev/null", create=True))


def test_a_path_through_a_file_is_refused(path: Path) -> None:
    path.touch()
    for open_it in (reading, lambda path: writing(path, create=True)):
        assert str(path) in refusal(lambda open_it=open_it: open_it(str(path / "ledger.db")))


def test_a_path_that_no_file_can_have_is_refused() -> None:
    refusal(lambda: reading("a\0b"))
    refusal(lambda: writing("x" * 5000, create=True))


def test_a_message_about_a_ledger_escapes_its_name(tmp_path: Path) -> None:
    assert "\x1b" not in refusal(lambda: reading(str(tmp_path / "a\x1b[31mb")))


def test_another_programs_database_keeps_its_journal_mode(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE bookmarks (name)")
    before = path.read_bytes()
    refusal(lambda: writing(path))
    assert path.read_bytes() == before


def test_an_sqlite_without_strict_tables_is_refused_in_words(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.34.1")
    message = refusal(lambda: writing(path, create=True))
    assert "3.34.1" in message
    assert "3.37" in message
    assert not path.exists()


# Other programs


def test_a_ledger_that_stays_locked_is_refused_after_a_while(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "PATIENCE", 0.05)
    make_ledger(path, games=1, events=2)
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        writing(path) as ledger,
    ):
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in refusal(lambda: append(ledger, 1))
        assert ledger.head(1).number == 2
        other.execute("COMMIT")
        other.execute("BEGIN EXCLUSIVE")
        assert "locked" in refusal(lambda: ledger.head(1))
        assert "locked" in refusal(lambda: reading(path))
        other.execute("COMMIT")
        assert append(ledger, 1).number == 3


def test_a_reader_that_never_ends_refuses_the_event(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In DELETE mode the commit waits for the readers: https://www.sqlite.org/lockingv3.html."""
    monkeypatch.setattr(engine, "PATIENCE", 0.05)
    make_ledger(path, games=1, events=2)
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        writing(path) as ledger,
    ):
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM events").fetchone()
        assert "locked" in refusal(lambda: append(ledger, 1))
        other.execute("COMMIT")
        assert append(ledger, 1).number == 3


def test_a_lock_that_is_let_go_is_waited_for(path: Path) -> None:
    make_ledger(path, games=1, events=2)
    script = (
        "import sqlite3, sys, time; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('BEGIN EXCLUSIVE'); print(flush=True); time.sleep(0.2); c.execute('COMMIT')"
    )
    with (
        writing(path) as ledger,
        subprocess.Popen(
            [sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE
        ) as other,
    ):
        assert other.stdout
        other.stdout.readline()
        assert append(ledger, 1).number == 3


def test_a_ledger_that_another_program_put_into_wal_mode_is_taken_back(path: Path) -> None:
    make_ledger(path, games=1, events=2)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    with reading(path) as ledger:
        assert ledger.head(1).number == 2
    with writing(path) as ledger:
        append(ledger, 1)
    assert (
        path.read_bytes()[18:20] == b"\x01\x01"
    )  # https://www.sqlite.org/fileformat2.html#file_format_version_numbers
