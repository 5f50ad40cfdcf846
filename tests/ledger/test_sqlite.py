"""The ledger: what is recorded is returned, proved, in order; what is not a ledger is refused in words."""

import os
import re
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from ledgerwork import NOTHING, Child, append, lay, make_ledger, quick_folder

from rummy_score.errors import RummyScoreError, UnusableLedger
from rummy_score.ledger import chain as ledgers
from rummy_score.ledger import sqlite as store
from rummy_score.ledger.events import GENESIS, Event, body_text, event_hash
from rummy_score.ledger.location import default_path
from rummy_score.ledger.sqlite import Draft, Head, Ledger, Moved, NoLedger

POSIX = pytest.mark.skipif(os.name != "posix", reason="modes, links and fork are POSIX's")
NO_BODY = body_text({})


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
    with Ledger.write(str(path), create=True) as ledger:
        yield ledger


def undo(game: int, of: int) -> Draft:
    return Draft(game, "undo", body_text({"of": of}), True)


def redo(game: int, of: int) -> Draft:
    return Draft(game, "redo", body_text({"of": of}), True)


def change(path: Path, *statements: str) -> None:
    """Change a ledger as no rummy-score would: past its triggers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)


def refusal(open_it: Callable[[], Any]) -> str:
    with pytest.raises(UnusableLedger) as caught:
        open_it()
    assert caught.value.exit_code == 3
    return str(caught.value)


# What is recorded


def test_an_event_is_returned_as_it_was_recorded(ledger: Ledger, path: Path) -> None:
    event = ledger.append(Draft(None, "new", '{"players":["Борис","李"]}', True), NOTHING)
    assert event[:4] == (1, 1, "new", '{"players":["Борис","李"]}')
    assert (event.current, event.parent, event.before, event.hash) == (
        1,
        0,
        GENESIS,
        event_hash(event),
    )
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", event.time)
    with Ledger.read(str(path)) as reader:
        assert reader.since(1) == [event]
        assert reader.find(1) == reader.last() == event
        assert reader.head() == reader.head(1) == Head(1, event.hash)


def test_a_new_ledger_holds_nothing(ledger: Ledger) -> None:
    assert ledger.head() == ledger.head(1) == NOTHING
    assert (ledger.last(), ledger.current(), ledger.games(), ledger.since(1)) == (None, 0, [], [])
    assert ledger.verify() == []


def test_each_game_has_its_own_chain_and_all_share_one_order(ledger: Ledger) -> None:
    first, second, third, fourth = (append(ledger, lay(game)) for game in (None, None, 1, 2))
    assert [event.seq for event in (first, second, third, fourth)] == [1, 2, 3, 4]
    assert (second.before, third.before, fourth.before) == (GENESIS, first.hash, second.hash)
    assert ledger.since(1) == [first, third]
    assert ledger.games() == [(first, Head(3, third.hash), 2), (second, Head(4, fourth.hash), 2)]


def test_events_since_one_that_is_known_follow_it(ledger: Ledger) -> None:
    events = [append(ledger, lay(game)) for game in (None, 1, 1, 1)]
    assert ledger.since(1, 2) == events[2:]
    assert ledger.since(1, 4) == []


def test_events_since_one_of_another_game_are_refused(ledger: Ledger) -> None:
    append(ledger, lay(None))
    append(ledger, lay(None))
    assert "its event 2 is not of game 1" in refusal(lambda: ledger.since(1, 2))


def test_an_event_that_was_never_recorded_is_refused(ledger: Ledger) -> None:
    assert "its event 7 is missing" in refusal(lambda: ledger.find(7))
    refusal(lambda: ledger.find(2**70))


def test_the_game_in_use_changes_only_where_the_draft_says_so(ledger: Ledger) -> None:
    append(ledger, lay(None))
    append(ledger, lay(None, switch=False))
    assert ledger.current() == 1
    append(ledger, lay(2, switch=True))
    assert ledger.current() == 2
    append(ledger, lay(1, switch=False))
    assert ledger.current() == 2


def test_a_game_that_was_never_opened_takes_no_event(ledger: Ledger) -> None:
    append(ledger, lay(None))
    for game in (2, 0, -1):
        with pytest.raises(RummyScoreError, match=f"There is no game {game}"):
            ledger.append(lay(game), ledger.head() if game == 0 else NOTHING)
    assert ledger.head().seq == 1


def test_undo_and_redo_keep_the_pile_across_games(ledger: Ledger) -> None:
    """The parents by the rules that events.py states for commands, undos and redos."""
    append(ledger, lay(None))
    append(ledger, lay(1))
    assert append(ledger, lay(None)).parent == 2
    assert append(ledger, undo(2, of=3)).parent == 0
    assert append(ledger, undo(1, of=2)).parent == 4
    assert append(ledger, redo(1, of=5)).parent == 0
    assert append(ledger, undo(1, of=2)).parent == 4
    assert append(ledger, lay(1)).parent == 1
    assert ledger.verify() == []


def test_an_undo_of_what_is_no_longer_the_last_command_has_moved(ledger: Ledger) -> None:
    """Two at the same table: one undoes, the other has recorded in another game meanwhile."""
    for game in (None, None, 1, 2):
        append(ledger, lay(game))
    with pytest.raises(Moved):
        ledger.append(undo(1, of=3), ledger.head(1))
    with pytest.raises(Moved):
        ledger.append(redo(2, of=3), ledger.head(2))
    assert append(ledger, undo(2, of=4)).seq == 5


def test_an_undo_that_says_not_what_is_never_written(ledger: Ledger) -> None:
    append(ledger, lay(None))
    for body in (NO_BODY, "[]", "nonsense", '{"of":"1"}'):
        with pytest.raises((UnusableLedger, Moved)):
            ledger.append(Draft(1, "undo", body, True), ledger.head(1))
    assert append(ledger, lay(1)).seq == 2


@pytest.mark.parametrize(
    "whole", [pytest.param(False, id="of-the-game"), pytest.param(True, id="of-the-ledger")]
)
def test_a_head_that_moved_refuses_the_event(ledger: Ledger, path: Path, whole: bool) -> None:
    append(ledger, lay(None))
    known = ledger.head()
    with Ledger.write(str(path)) as other:
        append(other, lay(1))
    with pytest.raises(Moved):
        ledger.append(lay(1), known, whole=whole)
    assert ledger.append(lay(1), ledger.head(), whole=whole).seq == 3


def test_another_game_moves_only_the_head_of_the_whole(ledger: Ledger) -> None:
    append(ledger, lay(None))
    known = ledger.head()
    append(ledger, lay(None))
    with pytest.raises(Moved):
        ledger.append(lay(1), known, whole=True)
    assert ledger.append(lay(1), known).seq == 3


def test_a_new_game_can_demand_that_nothing_moved(ledger: Ledger) -> None:
    append(ledger, lay(None))
    with pytest.raises(Moved):
        ledger.append(lay(None), NOTHING, whole=True)
    assert ledger.append(lay(None), ledger.head(), whole=True).game == 2


@pytest.mark.parametrize(
    "body",
    [
        pytest.param('{"a":"\x00"}', id="nul"),
        pytest.param('{"a":"' + "ж" * 200_000 + '"}', id="long"),
        pytest.param('{"a":"👩\u200d🚀"}', id="beyond-the-basic-plane"),
        pytest.param("'; DROP TABLE events; --", id="sql"),
    ],
)
def test_any_text_is_kept_to_the_letter(ledger: Ledger, body: str) -> None:
    ledger.append(Draft(None, "new", body, True), NOTHING)
    assert ledger.since(1)[0].body == body
    assert ledger.verify() == []


def test_text_that_is_no_unicode_is_refused_and_harms_nothing(ledger: Ledger) -> None:
    message = refusal(lambda: ledger.append(Draft(None, "new", '"\udcff"', True), NOTHING))
    assert "a character" in message
    assert append(ledger, lay(None)).seq == 1


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("UPDATE events SET body = '{}' WHERE seq = 1", id="update"),
        pytest.param("DELETE FROM events", id="delete"),
        pytest.param("REPLACE INTO events SELECT * FROM events WHERE seq = 1", id="replace"),
        pytest.param(
            "INSERT INTO events SELECT 9, 1, kind, body, time, 1, 1, before, hash FROM events",
            id="gap",
        ),
    ],
)
def test_the_table_itself_refuses_to_be_changed(ledger: Ledger, path: Path, statement: str) -> None:
    append(ledger, lay(None))
    with (
        closing(sqlite3.connect(path)) as connection,
        pytest.raises(sqlite3.IntegrityError, match="events are"),
    ):
        connection.execute(statement)


@pytest.mark.parametrize(
    "seconds",
    [
        pytest.param([1_800_000_000, 1_700_000_000, 0], id="set-back"),
        pytest.param([2**31 - 1, 2**31, 2**33], id="beyond-2038"),
        pytest.param([253_402_300_799, 253_402_300_800], id="beyond-9999"),
    ],
)
def test_the_order_holds_whatever_the_clock_says(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, seconds: list[int]
) -> None:
    append(ledger, lay(None))
    for now in seconds:
        monkeypatch.setattr(ledgers, "time", lambda now=now: now)
        assert append(ledger, lay(1)).time == time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
    assert [event.seq for event in ledger.since(1)] == list(range(1, len(seconds) + 2))
    assert ledger.verify() == []


# Where it lies


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        pytest.param("linux", {"XDG_DATA_HOME": "/data"}, "/data/rummy-score/ledger.db", id="xdg"),
        pytest.param("linux", {}, "/home/anna/.local/share/rummy-score/ledger.db", id="no-xdg"),
        pytest.param(
            "linux",
            {"XDG_DATA_HOME": "data"},
            "/home/anna/.local/share/rummy-score/ledger.db",
            id="relative-xdg",
        ),
        pytest.param(
            "darwin", {}, "/home/anna/Library/Application Support/rummy-score/ledger.db", id="macos"
        ),
        pytest.param(
            "win32", {"LOCALAPPDATA": "/local"}, "/local/rummy-score/ledger.db", id="windows"
        ),
    ],
)
@POSIX
def test_the_default_place_is_the_platforms_own(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/anna", **variables}.items():
        monkeypatch.setenv(name, value)
    assert default_path() == expected


@POSIX
@pytest.mark.parametrize("umask", [0, 0o022, 0o777])
def test_a_new_ledger_is_private(tmp_path: Path, umask: int) -> None:
    file = tmp_path / "rummy-score" / "ledger.db"
    file.parent.mkdir(mode=0o700)
    before = os.umask(umask)
    try:
        with Ledger.write(str(file), create=True) as ledger:
            assert ledger.created
            ledger.backup(str(tmp_path / "copy.db"))
    finally:
        os.umask(before)
    for made in (file, tmp_path / "copy.db"):
        assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert os.listdir(file.parent) == ["ledger.db"]


@POSIX
def test_the_folder_of_a_new_ledger_is_private(tmp_path: Path) -> None:
    with Ledger.write(str(tmp_path / "share" / "rummy-score" / "ledger.db"), create=True):
        assert stat.S_IMODE((tmp_path / "share" / "rummy-score").stat().st_mode) == 0o700


def test_an_existing_ledger_is_not_made_anew(path: Path) -> None:
    make_ledger(path, games=1, events=3)
    with Ledger.write(str(path), create=True) as ledger:
        assert not ledger.created
        assert ledger.head().seq == 3


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
    with Ledger.write(name, create=True) as ledger:
        append(ledger, lay(None))
    with Ledger.read(name) as ledger:
        assert ledger.head().seq == 1
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
    with Ledger.write(str(link), create=True) as ledger:
        assert ledger.created is not there
        append(ledger, lay(None))
    assert link.is_symlink()
    with Ledger.read(str(tmp_path / "real" / "ledger.db")) as ledger:
        assert ledger.head().seq == 1


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
    with Ledger.write(str(path), create=True) as ledger:
        assert ledger.created is not others
        assert ledger.head().seq == (2 if others else 0)
    assert os.listdir(path.parent) == ["ledger.db"]


# What is no ledger


def test_a_missing_ledger_is_named_with_the_command_that_opens_one(path: Path) -> None:
    for open_it in (Ledger.read, Ledger.write):
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
        pytest.param(Ledger.read, id="read"),
        pytest.param(Ledger.write, id="write"),
        pytest.param(lambda path: Ledger.write(path, create=True), id="create"),
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
    assert "no ordinary file" in refusal(lambda: Ledger.write("/dev/null", create=True))


def test_a_path_through_a_file_is_refused(path: Path) -> None:
    path.touch()
    for open_it in (Ledger.read, lambda path: Ledger.write(path, create=True)):
        assert str(path) in refusal(lambda open_it=open_it: open_it(str(path / "ledger.db")))


def test_a_path_that_no_file_can_have_is_refused() -> None:
    refusal(lambda: Ledger.read("a\0b"))
    refusal(lambda: Ledger.write("x" * 5000, create=True))


def test_a_message_about_a_ledger_escapes_its_name(tmp_path: Path) -> None:
    assert "\x1b" not in refusal(lambda: Ledger.read(str(tmp_path / "a\x1b[31mb")))


def test_another_programs_database_keeps_its_journal_mode(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE bookmarks (name)")
    before = path.read_bytes()
    refusal(lambda: Ledger.write(str(path)))
    assert path.read_bytes() == before


def test_an_sqlite_without_strict_tables_is_refused_in_words(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.34.1")
    message = refusal(lambda: Ledger.write(str(path), create=True))
    assert "3.34.1" in message
    assert "3.37" in message
    assert not path.exists()


# Other programs


def test_a_ledger_that_stays_locked_is_refused_after_a_while(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.05)
    make_ledger(path, games=1, events=2)
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        Ledger.write(str(path)) as ledger,
    ):
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in refusal(lambda: append(ledger, lay(1)))
        assert ledger.head().seq == 2
        other.execute("COMMIT")
        other.execute("BEGIN EXCLUSIVE")
        assert "locked" in refusal(ledger.head)
        assert "locked" in refusal(lambda: Ledger.read(str(path)))
        other.execute("COMMIT")
        assert append(ledger, lay(1)).seq == 3


def test_a_reader_that_never_ends_refuses_the_event(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In DELETE mode the commit waits for the readers: https://www.sqlite.org/lockingv3.html."""
    monkeypatch.setattr(store, "PATIENCE", 0.05)
    make_ledger(path, games=1, events=2)
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        Ledger.write(str(path)) as ledger,
    ):
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM events").fetchone()
        assert "locked" in refusal(lambda: append(ledger, lay(1)))
        other.execute("COMMIT")
        assert append(ledger, lay(1)).seq == 3


def test_a_lock_that_is_let_go_is_waited_for(path: Path) -> None:
    make_ledger(path, games=1, events=2)
    script = (
        "import sqlite3, sys, time; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('BEGIN EXCLUSIVE'); print(flush=True); time.sleep(0.2); c.execute('COMMIT')"
    )
    with (
        Ledger.write(str(path)) as ledger,
        subprocess.Popen(
            [sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE
        ) as other,
    ):
        assert other.stdout
        other.stdout.readline()
        assert append(ledger, lay(1)).seq == 3


def test_a_ledger_that_another_program_put_into_wal_mode_is_taken_back(path: Path) -> None:
    make_ledger(path, games=1, events=2)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    with Ledger.read(str(path)) as ledger:
        assert ledger.head().seq == 2
    with Ledger.write(str(path)) as ledger:
        append(ledger, lay(1))
    assert (
        path.read_bytes()[18:20] == b"\x01\x01"
    )  # https://www.sqlite.org/fileformat2.html#file_format_version_numbers


class FailingCommits:
    """A connection of which every commit fails while it has so many failures left."""

    def __init__(self, connection: sqlite3.Connection, failures: int, too_late: bool) -> None:
        self._connection = connection
        self._failures = failures
        self._too_late = too_late

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: str, *parameters: Any) -> Any:
        fails = statement == "COMMIT" and self._failures
        if not fails or self._too_late:
            done = self._connection.execute(statement, *parameters)
        if fails:
            self._failures -= 1
            raise sqlite3.OperationalError("disk I/O error")
        return done


@pytest.mark.parametrize(
    ("too_late", "recorded"),
    [pytest.param(True, True, id="after-the-event-is-in"), pytest.param(False, False, id="before")],
)
def test_a_commit_that_fails_is_acknowledged_only_where_the_event_is_in(
    ledger: Ledger, path: Path, too_late: bool, recorded: bool
) -> None:
    known = append(ledger, lay(None))
    ledger._connection = FailingCommits(ledger._connection, 1, too_late)  # type: ignore[assignment]
    if recorded:
        assert ledger.append(lay(1), Head(1, known.hash)).seq == 2
    else:
        refusal(lambda: ledger.append(lay(1), Head(1, known.hash)))
    with Ledger.read(str(path)) as reader:
        assert reader.head().seq == (2 if recorded else 1)
        assert reader.verify() == []


# Damage, in words


@pytest.fixture
def damaged(path: Path) -> Callable[..., Path]:
    def damage(*statements: str) -> Path:
        make_ledger(path, games=2, events=4)
        change(path, *statements)
        return path

    return damage


ALTERED = "UPDATE events SET body = '{}' WHERE seq = 3"
LOST_TAIL = "DELETE FROM events WHERE seq > 6"
LOST_MIDDLE = "DELETE FROM events WHERE seq = 3"
MOVED = "UPDATE events SET game = 1 WHERE seq = 4"
OTHER_HEAD = "UPDATE heads SET hash = (SELECT hash FROM heads WHERE game = 2) WHERE game = 1"
OLD_HEAD = (
    "UPDATE heads SET (seq, hash) = (SELECT seq, hash FROM events WHERE seq = 5) WHERE game = 1"
)
LOST_HEAD = "DELETE FROM heads WHERE game = 2"
LOST_WHOLE_HEAD = "DELETE FROM heads WHERE game = 0"
OTHER_COUNT = "UPDATE heads SET events = 5 WHERE game = 1"
STRANGE_GAME = "UPDATE heads SET game = 9 WHERE game = 2"


@pytest.mark.parametrize(
    ("damage", "ask"),
    [
        pytest.param(ALTERED, lambda ledger: ledger.find(3), id="altered-event-found"),
        pytest.param(ALTERED, lambda ledger: ledger.since(1), id="altered-event-in-its-game"),
        pytest.param(ALTERED, lambda ledger: ledger.since(1, 3), id="altered-event-to-start-from"),
        pytest.param(LOST_TAIL, lambda ledger: ledger.last(), id="lost-tail-last"),
        pytest.param(LOST_TAIL, lambda ledger: ledger.current(), id="lost-tail-current"),
        pytest.param(LOST_TAIL, lambda ledger: ledger.head(), id="lost-tail-head"),
        pytest.param(LOST_TAIL, lambda ledger: ledger.head(1), id="lost-tail-head-of-a-game"),
        pytest.param(LOST_TAIL, lambda ledger: ledger.since(1), id="lost-tail-game"),
        pytest.param(LOST_TAIL, lambda ledger: ledger.games(), id="lost-tail-games"),
        pytest.param(
            LOST_TAIL, lambda ledger: ledger.append(lay(None), NOTHING), id="lost-tail-append"
        ),
        pytest.param(LOST_MIDDLE, lambda ledger: ledger.find(3), id="lost-middle-found"),
        pytest.param(LOST_MIDDLE, lambda ledger: ledger.since(1), id="lost-middle-game"),
        pytest.param(LOST_MIDDLE, lambda ledger: ledger.games(), id="lost-middle-games"),
        pytest.param(MOVED, lambda ledger: ledger.since(1), id="moved-game"),
        pytest.param(MOVED, lambda ledger: ledger.since(2), id="moved-from-game"),
        pytest.param(MOVED, lambda ledger: ledger.games(), id="moved-games"),
        pytest.param(OTHER_HEAD, lambda ledger: ledger.head(1), id="other-head"),
        pytest.param(OTHER_HEAD, lambda ledger: ledger.since(1), id="other-head-game"),
        pytest.param(OTHER_HEAD, lambda ledger: ledger.games(), id="other-head-games"),
        pytest.param(OLD_HEAD, lambda ledger: ledger.head(1), id="old-head"),
        pytest.param(OLD_HEAD, lambda ledger: ledger.since(1), id="old-head-game"),
        pytest.param(LOST_HEAD, lambda ledger: ledger.head(2), id="lost-head"),
        pytest.param(LOST_HEAD, lambda ledger: ledger.since(2), id="lost-head-game"),
        pytest.param(LOST_HEAD, lambda ledger: ledger.games(), id="lost-head-games"),
        pytest.param(
            LOST_HEAD, lambda ledger: ledger.append(lay(None), NOTHING), id="lost-head-new-game"
        ),
        pytest.param(LOST_WHOLE_HEAD, lambda ledger: ledger.head(), id="lost-whole-head"),
        pytest.param(
            LOST_WHOLE_HEAD, lambda ledger: ledger.current(), id="lost-whole-head-current"
        ),
        pytest.param(OTHER_COUNT, lambda ledger: ledger.since(1), id="other-count-game"),
        pytest.param(OTHER_COUNT, lambda ledger: ledger.games(), id="other-count-games"),
        pytest.param(STRANGE_GAME, lambda ledger: ledger.head(2), id="strange-game-head"),
        pytest.param(STRANGE_GAME, lambda ledger: ledger.games(), id="strange-game-games"),
        pytest.param(
            STRANGE_GAME,
            lambda ledger: ledger.append(lay(None), NOTHING),
            id="strange-game-new-game",
        ),
    ],
)
def test_damage_is_refused_by_each_question_that_it_touches(
    damaged: Callable[..., Path], damage: str, ask: Callable[[Ledger], Any]
) -> None:
    path = damaged(damage)
    before = path.read_bytes()
    with Ledger.write(str(path)) as ledger:
        message = refusal(lambda: ask(ledger))
    assert str(path) in message
    assert "rummy-score doctor" in message
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        pytest.param(ALTERED, "Event 3 is not what was recorded", id="altered"),
        pytest.param(
            LOST_TAIL,
            "The head kept for the whole ledger is not that of its newest event, 6",
            id="tail",
        ),
        pytest.param(LOST_MIDDLE, "Event 4 comes after event 2", id="middle"),
        pytest.param(MOVED, "Event 4 does not follow the event before it in game 1", id="moved"),
        pytest.param(
            OTHER_HEAD, "The head kept for game 1 is not that of its newest event, 7", id="head"
        ),
        pytest.param(LOST_HEAD, "The head kept for game 2", id="lost-head"),
        pytest.param(OTHER_COUNT, "The head kept for game 1", id="count"),
        pytest.param(STRANGE_GAME, "The head kept for game 9", id="strange-game"),
        pytest.param(
            "UPDATE events SET game = 5 WHERE seq = 1", "Event 1 opens game 5", id="number"
        ),
        pytest.param("SELECT 1", "Its tables and triggers are not those", id="triggers"),
        pytest.param(
            "DROP INDEX events_by_game", "Its tables and triggers are not those", id="index"
        ),
        pytest.param("DROP TABLE heads", "no such table: heads", id="table"),
    ],
)
def test_the_doctor_says_what_is_wrong(
    damaged: Callable[..., Path], damage: str, says: str
) -> None:
    with Ledger.read(str(damaged(damage))) as ledger:
        assert says in "\n".join(ledger.verify())


def test_the_doctor_finds_nothing_in_a_sound_ledger(path: Path) -> None:
    with Ledger.read(str(make_ledger(path, games=3, events=5))) as ledger:
        assert ledger.verify() == []


def test_a_damaged_ledger_is_not_passed_off_as_a_backup(
    damaged: Callable[..., Path], tmp_path: Path
) -> None:
    with Ledger.read(str(damaged(ALTERED))) as ledger:
        assert "no backup of it would be sound" in refusal(
            lambda: ledger.backup(str(tmp_path / "copy.db"))
        )
    assert os.listdir(tmp_path) == ["ledger.db"]


# Reading and backups


def test_reading_never_writes(path: Path, tmp_path: Path) -> None:
    make_ledger(path, games=2, events=4)
    before = path.read_bytes(), path.stat().st_mtime_ns, os.listdir(tmp_path)
    with Ledger.read(str(path)) as ledger:
        assert (ledger.current(), len(ledger.games()), len(ledger.since(1)), ledger.verify()) == (
            2,
            2,
            4,
            [],
        )
        assert "may only be read" in refusal(lambda: append(ledger, lay(1)))
    assert (path.read_bytes(), path.stat().st_mtime_ns, os.listdir(tmp_path)) == before


def test_a_ledger_open_for_reading_sees_what_others_add(path: Path) -> None:
    make_ledger(path, games=1, events=1)
    with Ledger.read(str(path)) as reader, Ledger.write(str(path)) as writer:
        for seq in (2, 3):
            append(writer, lay(1))
            assert [event.seq for event in reader.since(1, seq - 1)] == [seq]


def test_a_backup_is_a_ledger_of_its_own(ledger: Ledger, tmp_path: Path) -> None:
    events = [append(ledger, lay(game)) for game in (None, 1, 1)]
    ledger.backup(str(tmp_path / "copy.db"))
    append(ledger, lay(1))
    with Ledger.write(str(tmp_path / "copy.db")) as copy:
        assert copy.since(1) == events
        assert append(copy, lay(1)).seq == 4
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "ledger.db"]


@pytest.mark.parametrize(
    "link", [pytest.param(False, id="file"), pytest.param(True, id="dangling-link", marks=POSIX)]
)
def test_a_backup_replaces_nothing(ledger: Ledger, tmp_path: Path, link: bool) -> None:
    target = tmp_path / "copy.db"
    if link:
        target.symlink_to(tmp_path / "nowhere")
    else:
        target.write_text("the photographs")
    with pytest.raises(RummyScoreError, match="exists already") as caught:
        ledger.backup(str(target))
    assert caught.value.exit_code == 1
    assert link or target.read_text() == "the photographs"


def test_a_backup_into_a_folder_that_is_not_there_names_it(ledger: Ledger, tmp_path: Path) -> None:
    assert str(tmp_path / "usb" / "copy.db") in refusal(
        lambda: ledger.backup(str(tmp_path / "usb" / "copy.db"))
    )


# Versions


def add_notes(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE notes (game INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT")


def add_notes_and_fail(connection: sqlite3.Connection) -> None:
    add_notes(connection)
    raise sqlite3.OperationalError("database or disk is full")


@pytest.fixture
def old(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    make_ledger(path, games=2, events=3)
    monkeypatch.setattr(store, "MIGRATIONS", (*store.MIGRATIONS, add_notes))
    return path


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def test_a_new_ledger_is_of_the_newest_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MIGRATIONS", (*store.MIGRATIONS, add_notes))
    with Ledger.write(str(path), create=True) as ledger:
        assert ledger.verify() == []
    assert version_of(path) == 2
    assert os.listdir(path.parent) == ["ledger.db"]


def test_an_old_ledger_is_brought_up_to_date_with_a_backup_beside_it(old: Path) -> None:
    before = old.read_bytes()
    with Ledger.write(str(old)) as ledger:
        assert ledger.verify() == []
        assert append(ledger, lay(1)).seq == 7
    assert version_of(old) == 2
    kept = old.with_name("ledger.db.before-v2")
    assert version_of(kept) == 1
    assert kept.read_bytes()[100:] == before[100:]  # the header counts changes and schemas
    with Ledger.write(str(old)) as ledger:
        assert ledger.head().seq == 7
    assert sorted(os.listdir(old.parent)) == ["ledger.db", "ledger.db.before-v2"]


def test_an_older_backup_of_that_name_is_kept(old: Path) -> None:
    kept = old.with_name("ledger.db.before-v2")
    kept.write_text("from another day")
    with Ledger.write(str(old)):
        pass
    assert kept.read_text() == "from another day"
    assert version_of(old.with_name("ledger.db.before-v2~")) == 1


def test_an_old_ledger_is_read_without_being_changed(old: Path) -> None:
    before = old.read_bytes()
    with Ledger.read(str(old)) as ledger:
        assert len(ledger.since(1)) == 3
        assert ledger.verify() == []
        assert "may only be read" in refusal(lambda: append(ledger, lay(1)))
    assert old.read_bytes() == before
    assert os.listdir(old.parent) == ["ledger.db"]


def test_a_migration_that_fails_leaves_the_ledger_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = old.read_bytes()
    monkeypatch.setattr(store, "MIGRATIONS", (*store.MIGRATIONS[:-1], add_notes_and_fail))
    refusal(lambda: Ledger.write(str(old)))
    assert old.read_bytes() == before


def test_a_damaged_old_ledger_is_not_brought_up_to_date(old: Path) -> None:
    change(old, ALTERED)
    before = old.read_bytes()
    refusal(lambda: Ledger.write(str(old)))
    assert old.read_bytes() == before
    assert os.listdir(old.parent) == ["ledger.db"]


@POSIX
def test_an_old_ledger_is_brought_up_to_date_once_by_two_at_a_time(old: Path) -> None:
    def open_it(say: Callable[[object], None]) -> None:
        with Ledger.write(str(old)) as ledger:
            say(append(ledger, lay(1)).seq)

    said = [child.wait() for child in [Child(open_it) for _ in range(4)]]
    assert sorted(said) == [["10"], ["7"], ["8"], ["9"]]
    assert sorted(os.listdir(old.parent)) == ["ledger.db", "ledger.db.before-v2"]


def test_a_ledger_newer_than_the_program_is_refused(path: Path) -> None:
    make_ledger(path, games=1, events=2)
    with Ledger.read(str(path)) as still_open:
        change(path, "PRAGMA user_version = 7")
        before = path.read_bytes()
        for open_it in (Ledger.read, Ledger.write):
            message = refusal(lambda open_it=open_it: open_it(str(path)))
            assert "version 7" in message
            assert "Install the newest rummy-score" in message
        assert "version 7" in refusal(still_open.head)
    assert path.read_bytes() == before


def test_a_ledger_of_no_version_is_refused(path: Path) -> None:
    make_ledger(path, games=1, events=2)
    change(path, "PRAGMA user_version = 0")
    refusal(lambda: Ledger.write(str(path)))


# Settings


def test_the_settings_are_those_that_lose_nothing(ledger: Ledger, path: Path) -> None:
    asked = {
        name: ledger._connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in (
            "journal_mode",
            "synchronous",
            "foreign_keys",
            "trusted_schema",
            "cell_size_check",
            "busy_timeout",
        )
    }
    assert asked == {
        "journal_mode": "delete",
        "synchronous": 3,  # EXTRA: https://www.sqlite.org/pragma.html#pragma_synchronous
        "foreign_keys": 1,
        "trusted_schema": 0,
        "cell_size_check": 1,
        "busy_timeout": 60_000,
    }
    with Ledger.read(str(path)) as reader:
        assert reader._connection.execute("PRAGMA query_only").fetchone() == (1,)


def test_sql_lies_in_the_store_alone() -> None:
    sql = re.compile(r"\b(SELECT|INSERT|REPLACE INTO|PRAGMA|CREATE TABLE)\b")
    modules = Path(store.__file__).parents[1].rglob("*.py")
    assert [module.name for module in modules if sql.search(module.read_text("utf-8"))] == [
        "sqlite.py"
    ]


def test_opening_the_store_imports_little() -> None:
    """What is heavy at start-up, and is not there before click and sqlite3 are."""
    heavy = {
        "tempfile",
        "shutil",
        "pathlib",
        "subprocess",
        "dataclasses",
        "urllib.parse",
        "random",
        "decimal",
    }
    script = (
        "import click, sqlite3, sys; before = set(sys.modules); import rummy_score.ledger.sqlite;"
    )
    script += "print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert heavy.isdisjoint(loaded)


# Speed: a game costs the same beside two thousand others


@pytest.fixture(scope="module")
def crowded() -> Iterator[Path]:
    with quick_folder() as folder:
        yield make_ledger(folder / "ledger.db", games=2000, events=50)


@pytest.fixture
def lonely(tmp_path: Path) -> Path:
    return make_ledger(tmp_path / "ledger.db", games=1, events=50)


def record(path: Path) -> None:
    with Ledger.write(str(path)) as ledger:
        ledger.append(lay(1), ledger.head(1))


def show(path: Path) -> None:
    with Ledger.read(str(path)) as ledger:
        assert len(ledger.since(ledger.since(1, 1)[0].game)) >= 50


@pytest.mark.parametrize("work", [pytest.param(show, id="read"), pytest.param(record, id="append")])
def test_other_games_cost_nothing(
    crowded: Path, lonely: Path, work: Callable[[Path], None]
) -> None:
    best: dict[Path, float] = {}
    for _ in range(15):
        for path in (crowded, lonely):
            start = time.perf_counter()
            work(path)
            best[path] = min(best.get(path, 9.0), time.perf_counter() - start)
    assert best[crowded] < 2 * best[lonely]


def test_every_statement_of_a_turn_goes_by_an_index(crowded: Path) -> None:
    with Ledger.write(str(crowded)) as ledger:
        statements: list[str] = []
        ledger._connection.set_trace_callback(statements.append)
        append(ledger, lay(None))
        append(ledger, lay(7))
        append(ledger, undo(7, of=ledger.head().seq))
        ledger.since(7, 7)
        ledger.current()
        ledger._connection.set_trace_callback(None)
        asked = [text for text in statements if text.startswith(("SELECT", "INSERT", "REPLACE"))]
        assert len(asked) > 20
        plans = [
            row[3]
            for text in asked
            for row in ledger._connection.execute(f"EXPLAIN QUERY PLAN {text}")
        ]
    assert not [plan for plan in plans if plan.startswith("SCAN") and plan != "SCAN CONSTANT ROW"]


def test_events_keep_their_fields_in_the_order_of_the_event_type() -> None:
    assert ", ".join(Event._fields) == store._COLUMNS
