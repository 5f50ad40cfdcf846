"""The ledger: what is recorded is returned, proved, in order; one game never touches another."""

import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from ledgerwork import (
    NEW,
    append,
    cards,
    lay,
    make_ledger,
    quick_folder,
    reading,
    redo,
    undo,
    writing,
)

from rummy_score.errors import RummyScoreError, UnusableLedger
from rummy_score.ledger import chain
from rummy_score.ledger.chain import NOTHING, Draft, Head, Moved, Opening, head_of
from rummy_score.ledger.engines import sqlite as engine
from rummy_score.ledger.engines.sqlite import SqliteLedger
from rummy_score.ledger.events import GENESIS, Event, body_text, event_hash, mark_of
from rummy_score.ledger.interface import Ledger
from rummy_score.ledger.undoing import is_taken_back, reach

POSIX = pytest.mark.skipif(os.name != "posix", reason="links are POSIX's")


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder of its own, quicker than pytest's."""
    with quick_folder() as folder:
        yield folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def ledger(path: Path) -> Iterator[SqliteLedger]:
    with writing(path, create=True) as ledger:
        yield ledger


def refusal(work: Callable[[], Any]) -> str:
    with pytest.raises(UnusableLedger) as caught:
        work()
    assert caught.value.exit_code == 3
    return str(caught.value)


# What is recorded


def test_an_event_is_returned_as_it_was_recorded(ledger: Ledger, path: Path) -> None:
    first = ledger.open(Draft("new", '{"id":"x","players":["Борис","李"]}'))
    event = ledger.append(1, Draft("lay", '{"cards":"7-9♥"}'), head_of(first))
    assert first[:4] == (1, 1, "new", '{"id":"x","players":["Борис","李"]}')
    assert event[:4] == (1, 2, "lay", '{"cards":"7-9♥"}')
    assert (first.before, first.hash) == (GENESIS, event_hash(first))
    assert (event.before, event.hash) == (first.hash, event_hash(event))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", event.time)
    with reading(path) as reader:
        assert reader.since(1) == [first, event]
        assert reader.head(1) == Head(2, event.hash)
        assert reader.latest(9) == [event]


def test_a_new_ledger_holds_nothing(ledger: Ledger) -> None:
    assert ledger.head(1) == NOTHING
    assert (ledger.newest_game(), ledger.games(), ledger.since(1)) == (0, [], [])
    assert (ledger.latest(9), ledger.marked(""), ledger.verify()) == ([], [], [])


def test_each_game_has_its_own_chain_and_its_own_numbers(ledger: Ledger) -> None:
    first, second, third, fourth = (append(ledger, game) for game in (None, None, 1, 2))
    assert [(event.game, event.number) for event in (first, second, third, fourth)] == [
        (1, 1),
        (2, 1),
        (1, 2),
        (2, 2),
    ]
    assert (second.before, third.before, fourth.before) == (GENESIS, first.hash, second.hash)
    assert ledger.since(1) == [first, third]
    assert ledger.games() == [Opening(first, third), Opening(second, fourth)]
    assert ledger.newest_game() == 2


def test_a_game_of_one_event_is_its_own_first_and_last(ledger: Ledger) -> None:
    event = append(ledger, None)
    assert ledger.games() == [Opening(event, event)]


def test_the_newest_games_are_told_first(ledger: Ledger) -> None:
    for _ in range(3):
        append(ledger, None)
    append(ledger, 1)
    assert [(event.game, event.number) for event in ledger.latest(2)] == [(3, 1), (2, 1)]
    assert [(event.game, event.number) for event in ledger.latest(7)] == [(3, 1), (2, 1), (1, 2)]
    assert ledger.latest(0) == []


def test_events_since_a_head_that_is_known_follow_it(ledger: Ledger) -> None:
    events = [append(ledger, game) for game in (None, 1, 1, 1)]
    assert ledger.since(1, head_of(events[1])) == events[2:]
    assert ledger.since(1, head_of(events[3])) == []
    assert ledger.since(1, NOTHING) == events


def test_events_since_a_head_that_the_game_does_not_hold_are_refused(ledger: Ledger) -> None:
    events = [append(ledger, game) for game in (None, None, 1, 2)]
    for known in (
        head_of(events[1]),
        Head(2, events[0].hash),
        Head(3, events[2].hash),
        Head(7, GENESIS),
        Head(-1, GENESIS),
    ):
        assert "is no longer what it was" in refusal(lambda known=known: ledger.since(1, known))
    assert "is no longer what it was" in refusal(lambda: ledger.since(7, head_of(events[2])))


@pytest.mark.parametrize("game", [0, -1, 2, 10**6, 2**63 - 1, 2**63, 2**70])
def test_a_game_that_was_never_opened_has_nothing_and_takes_no_event(
    ledger: Ledger, game: int
) -> None:
    append(ledger, None)
    assert ledger.head(game) == NOTHING
    assert ledger.since(game) == []
    with pytest.raises(RummyScoreError, match=f"There is no game {game}") as caught:
        ledger.append(game, lay(), NOTHING)
    assert caught.value.exit_code == 1
    assert ledger.games() == [Opening(*ledger.since(1) * 2)]


def test_a_head_that_moved_refuses_the_event(ledger: Ledger, path: Path) -> None:
    known = head_of(append(ledger, None))
    with writing(path) as other:
        append(other, 1)
    for stale in (known, NOTHING, Head(2, known.hash)):
        with pytest.raises(Moved):
            ledger.append(1, lay(), stale)
    assert ledger.append(1, lay(), ledger.head(1)).number == 3


def test_another_game_moves_no_head_but_its_own(ledger: Ledger) -> None:
    known = head_of(append(ledger, None))
    append(ledger, None)
    append(ledger, 2)
    assert ledger.append(1, lay(), known).number == 2


def test_every_opening_has_an_id_of_its_own(ledger: Ledger) -> None:
    one, two = ledger.open(NEW), ledger.open(NEW)
    assert re.fullmatch(r"[0-9a-f]{16}", one.facts["id"])
    assert one.facts["id"] != two.facts["id"]
    assert one.hash != two.hash
    assert {**one.facts, "id": ""} == {"players": ["Борис", "Anna"], "id": ""}


def test_an_opening_without_facts_is_never_written(ledger: Ledger) -> None:
    for body in ("[]", "nonsense", "[" * 100_000):
        refusal(lambda body=body: ledger.open(Draft("new", body)))
    assert ledger.newest_game() == 0


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
    first = append(ledger, None)
    ledger.append(1, Draft("lay", body), head_of(first))
    assert ledger.since(1)[1].body == body
    assert ledger.verify() == []


def test_an_opening_with_an_id_is_kept_to_the_letter(ledger: Ledger) -> None:
    body = '{"z": "👩\u200d🚀\\u0000", "id": "0123456789abcdef", "a": 1}'
    assert ledger.open(Draft("new", body)).body == body
    assert ledger.since(1)[0].body == body


def test_text_that_is_no_unicode_is_refused_and_harms_nothing(ledger: Ledger) -> None:
    first = append(ledger, None)
    body = body_text({"player": "\udcff"})
    assert "a character" in refusal(lambda: ledger.append(1, Draft("lay", body), head_of(first)))
    assert "a character" in refusal(lambda: ledger.open(Draft("new", body)))
    assert "a character" in refusal(lambda: ledger.open(NEW, "\udcff"))
    assert append(ledger, 1).number == 2
    assert ledger.newest_game() == 1


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("UPDATE events SET body = '{}' WHERE number = 1", id="update"),
        pytest.param("DELETE FROM events", id="delete"),
        pytest.param("REPLACE INTO events SELECT * FROM events WHERE number = 1", id="replace"),
        pytest.param(
            "INSERT INTO events SELECT game, 9, kind, body, time, before, hash FROM events",
            id="gap",
        ),
        pytest.param(
            "INSERT INTO events SELECT 9, 2, kind, body, time, before, hash FROM events",
            id="second-event-first",
        ),
        pytest.param("UPDATE openings SET mark = 'x'", id="update-opening"),
        pytest.param("DELETE FROM openings", id="delete-opening"),
        pytest.param("REPLACE INTO openings SELECT * FROM openings", id="replace-opening"),
        pytest.param(
            "INSERT INTO openings SELECT 9, first, mark, before, hash FROM openings",
            id="gap-of-openings",
        ),
    ],
)
def test_the_tables_themselves_refuse_to_be_changed(
    ledger: Ledger, path: Path, statement: str
) -> None:
    append(ledger, None)
    with (
        closing(sqlite3.connect(path)) as connection,
        pytest.raises(sqlite3.IntegrityError, match=r"(events|openings) are"),
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
    append(ledger, None)
    for now in seconds:
        monkeypatch.setattr(chain, "time", lambda now=now: now)
        assert append(ledger, 1).time == time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
    assert [event.number for event in ledger.since(1)] == list(range(1, len(seconds) + 2))
    assert ledger.verify() == []


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
@pytest.mark.parametrize("opens", [False, True], ids=["append", "open"])
def test_a_commit_that_fails_is_acknowledged_only_where_the_event_is_in(
    ledger: SqliteLedger, path: Path, too_late: bool, recorded: bool, opens: bool
) -> None:
    known = head_of(append(ledger, None))
    ledger._connection = FailingCommits(ledger._connection, 1, too_late)  # type: ignore[assignment]

    def work() -> Event:
        return ledger.open(NEW) if opens else ledger.append(1, lay(), known)

    if recorded:
        assert work().number == (1 if opens else 2)
    else:
        refusal(work)
    with reading(path) as reader:
        assert reader.newest_game() == (2 if opens and recorded else 1)
        assert reader.head(1).number == (2 if recorded and not opens else 1)
        assert reader.verify() == []


# What is taken back


def test_what_is_taken_back_in_one_game_is_not_in_another(ledger: Ledger) -> None:
    for game in (None, None):
        append(ledger, game)
    for text in ("one", "two", "three"):
        append(ledger, 1, lay(f"{text} of 1"))
        append(ledger, 2, lay(f"{text} of 2"))
    undo(ledger, 1)
    undo(ledger, 1)
    assert cards(ledger, 1) == ["one of 1"]
    assert cards(ledger, 2) == ["one of 2", "two of 2", "three of 2"]
    undo(ledger, 2)
    redo(ledger, 1)
    assert cards(ledger, 1) == ["one of 1", "two of 1"]
    assert cards(ledger, 2) == ["one of 2", "two of 2"]
    append(ledger, 2, lay("four of 2"))  # nothing can be restored in game 2 now, in game 1 it can
    redo(ledger, 1)
    assert cards(ledger, 1) == ["one of 1", "two of 1", "three of 1"]
    assert reach(ledger.since(2)).undone == ()
    assert ledger.verify() == []


def test_a_game_that_was_taken_back_is_brought_back_whatever_others_do(ledger: Ledger) -> None:
    append(ledger, None)
    append(ledger, None)
    undo(ledger, 1)
    assert [is_taken_back(opening.last) for opening in ledger.games()] == [True, False]
    append(ledger, 2)
    undo(ledger, 2)
    append(ledger, None)
    redo(ledger, 1)
    assert [is_taken_back(opening.last) for opening in ledger.games()] == [False] * 3
    assert len(reach(ledger.since(1)).commands) == 1


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("undo", "{}"),
        ("undo", "[]"),
        ("undo", "nonsense"),
        ("undo", '{"of":"2","to":1}'),
        ("undo", '{"of":1,"to":0}'),
        ("undo", '{"of":2,"to":0}'),
        ("undo", '{"of":3,"to":2}'),
        ("undo", '{"of":2,"to":1,"why":"x"}'),
        ("redo", '{"of":2}'),
        ("redo", "{}"),
    ],
)
def test_an_undo_that_no_command_would_record_is_never_read(
    ledger: Ledger, kind: str, body: str
) -> None:
    append(ledger, None)
    append(ledger, None)
    known = head_of(append(ledger, 1))
    ledger.append(1, Draft(kind, body), known)  # who appends has decided on what is there
    assert "event 3 of game 1" in refusal(lambda: ledger.since(1))
    assert len(ledger.since(2)) == 1


# What a game was made of


def test_a_game_is_found_by_its_mark(ledger: Ledger) -> None:
    sheet = mark_of('title = "Friday"\n')
    ledger.open(NEW)
    ledger.open(Draft("import", body_text({"name": "Friday"})), sheet)
    ledger.open(NEW)
    ledger.open(Draft("import", body_text({"name": "Friday"})), sheet)
    assert ledger.marked(sheet) == [2, 4]
    assert ledger.marked(mark_of("another")) == []
    assert ledger.marked("") == [1, 3]


# Reading and backups


def test_reading_never_writes(path: Path, tmp_path: Path) -> None:
    make_ledger(path, games=2, events=4)
    before = path.read_bytes(), path.stat().st_mtime_ns, os.listdir(tmp_path)
    with reading(path) as ledger:
        assert (ledger.newest_game(), len(ledger.games()), len(ledger.since(1))) == (2, 2, 4)
        assert ledger.verify() == []
        assert "may only be read" in refusal(lambda: append(ledger, 1))
        assert "may only be read" in refusal(lambda: append(ledger, None))
    assert (path.read_bytes(), path.stat().st_mtime_ns, os.listdir(tmp_path)) == before


def test_a_ledger_open_for_reading_sees_what_others_add(path: Path) -> None:
    make_ledger(path, games=1, events=1)
    with reading(path) as reader, writing(path) as writer:
        for number in (2, 3):
            known = reader.head(1)
            append(writer, 1)
            assert [event.number for event in reader.since(1, known)] == [number]
        append(writer, None)
        assert reader.newest_game() == 2


def test_a_backup_is_a_ledger_of_its_own(ledger: Ledger, tmp_path: Path) -> None:
    events = [append(ledger, game) for game in (None, 1, 1)]
    ledger.backup(str(tmp_path / "copy.db"))
    append(ledger, 1)
    with writing(tmp_path / "copy.db") as copy:
        assert copy.since(1) == events
        assert append(copy, 1).number == 4
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


def test_an_older_copy_put_back_while_the_ledger_is_open_is_noticed(path: Path) -> None:
    make_ledger(path, games=1, events=3)
    older = path.read_bytes()
    with writing(path) as ledger:
        known = head_of(append(ledger, 1))
        path.write_bytes(older)
        assert "is no longer what it was" in refusal(lambda: ledger.since(1, known))
        with pytest.raises(Moved):
            ledger.append(1, lay(), known)


# Settings


def test_the_settings_are_those_that_lose_nothing(ledger: SqliteLedger, path: Path) -> None:
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
    with reading(path) as reader:
        assert reader._connection.execute("PRAGMA query_only").fetchone() == (1,)


def test_sql_lies_in_the_engine_alone() -> None:
    sql = re.compile(r"\b(SELECT|INSERT|REPLACE INTO|PRAGMA|CREATE TABLE)\b")
    modules = Path(engine.__file__).parents[1].rglob("*.py")
    with_sql = {module.name for module in modules if sql.search(module.read_text("utf-8"))}
    assert with_sql == {"sqlite.py", "sqlite_schema.py"}


def test_opening_a_ledger_imports_little() -> None:
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
        "import click, sqlite3, sys; before = set(sys.modules);"
        " import rummy_score.ledger.engines.choice, rummy_score.ledger.engines.sqlite, rummy_score.ledger.in_use;"
        " import rummy_score.ledger.seals; print(*sorted(set(sys.modules) - before))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert heavy.isdisjoint(loaded)


def test_events_keep_their_fields_in_the_order_of_the_event_type() -> None:
    assert ", ".join(Event._fields) == engine._COLUMNS
    assert ", ".join(chain.Indexed._fields) == engine._INDEX_COLUMNS


# Speed: a game costs the same beside two thousand others


@pytest.fixture(scope="module")
def crowded() -> Iterator[Path]:
    with quick_folder() as folder:
        yield make_ledger(folder / "ledger.db", games=2000, events=50)


@pytest.fixture
def lonely(tmp_path: Path) -> Path:
    return make_ledger(tmp_path / "ledger.db", games=1, events=50)


def record(path: Path) -> None:
    with writing(path) as ledger:
        ledger.append(1, lay(), ledger.head(1))


def show(path: Path) -> None:
    with reading(path) as ledger:
        assert len(ledger.since(1)) >= 50


def bring_in(path: Path) -> None:
    """What importing a sheet asks and does."""
    with writing(path) as ledger:
        if not ledger.marked(mark_of("never seen")):
            ledger.open(NEW, mark_of("x"))


@pytest.mark.parametrize(
    "work",
    [
        pytest.param(show, id="read"),
        pytest.param(record, id="append"),
        pytest.param(bring_in, id="import"),
    ],
)
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


def test_listing_games_takes_two_queries_beside_the_check_of_the_head(crowded: Path) -> None:
    with reading(crowded) as ledger:
        statements: list[str] = []
        ledger._connection.set_trace_callback(statements.append)
        assert len(ledger.games()) >= 2000
        ledger._connection.set_trace_callback(None)
    asked = [text for text in statements if text.startswith("SELECT")]
    assert len(asked) == 6  # four for the head of the index, however many games there are


def test_every_statement_of_a_turn_goes_by_an_index(crowded: Path) -> None:
    with writing(crowded) as ledger:
        statements: list[str] = []
        ledger._connection.set_trace_callback(statements.append)
        append(ledger, None)
        append(ledger, 7)
        undo(ledger, 7)
        ledger.since(7, ledger.head(7))
        ledger.newest_game()
        ledger.latest(3)
        ledger.marked("mark 7")
        ledger._connection.set_trace_callback(None)
        asked = [text for text in statements if text.startswith(("SELECT", "INSERT", "REPLACE"))]
        assert len(asked) > 20
        plans = [
            row[3]
            for text in asked
            for row in ledger._connection.execute(f"EXPLAIN QUERY PLAN {text}")
        ]
    # Without WHERE only the newest opening is read, from the end of its table.
    newest = [text for text in asked if "openings ORDER BY game DESC LIMIT 1" in text]
    scans = [plan for plan in plans if plan.startswith("SCAN") and plan != "SCAN CONSTANT ROW"]
    assert len(scans) == len(newest)


def test_adding_to_a_game_touches_no_row_of_another(path: Path) -> None:
    make_ledger(path, games=3, events=4)

    def rows() -> dict[str, set[Any]]:
        with closing(sqlite3.connect(path)) as connection:
            return {
                table: set(connection.execute(f"SELECT * FROM {table}"))
                for table in ("events", "openings", "heads")
            }

    before = rows()
    with writing(path) as ledger:
        append(ledger, 2)
    after = rows()
    assert after["openings"] == before["openings"]
    assert {row[0] for table in after for row in after[table] ^ before[table]} == {2}
