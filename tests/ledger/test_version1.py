"""Ledgers of 0.1.0: read as they are, brought up to date by what is written first, nothing lost."""

import os
import random
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledgerwork import (
    NEW,
    Child,
    append,
    examples,
    lay,
    make_ledger,
    quick_folder,
    reading,
    redo,
    undo,
    writing,
)

from rummy_score.errors import UnusableLedger
from rummy_score.ledger.chain import NOTHING, Moved
from rummy_score.ledger.engines import sqlite as engine
from rummy_score.ledger.engines.sqlite_schema import has_tables, make_tables
from rummy_score.ledger.engines.version1 import OldEvent, OldHead, audit, converted
from rummy_score.ledger.events import GENESIS, Damage, body_text, event_facts, fields_hash, mark_of
from rummy_score.ledger.interface import Ledger
from rummy_score.ledger.undoing import reach

POSIX = pytest.mark.skipif(os.name != "posix", reason="fork is POSIX's")
KEPT = Path(__file__).parent / "v1"
NAMES = ("v1-two-tables", "v1-long-evening", "v1-odd")
Move = tuple[str, int]


class Old:
    """A ledger as 0.1.0 wrote it: one sequence of events, one pile of commands for all games."""

    def __init__(self) -> None:
        self.events: list[OldEvent] = []
        self.done: list[OldEvent] = []  # what can be taken back, the last command on top
        self.undone: list[OldEvent] = []  # the undo events that can be reversed
        self.titles: dict[int, str] = {}

    @property
    def games(self) -> int:
        return max((event.game for event in self.events), default=0)

    @property
    def current(self) -> int:
        return self.events[-1].current if self.events else 0

    def command(self, kind: str, game: int, **facts: object) -> None:
        """Record a command, which ends what could be restored; ``new`` and ``use`` change games."""
        number = self.games + 1 if kind in ("new", "import") else game
        current = number if kind in ("new", "import", "use") else self.current
        self.done.append(self._add(kind, number, facts, current, self._top(self.done)))
        self.undone.clear()

    def undo(self) -> None:
        """Take back the last command of the whole ledger."""
        command = self.done.pop()
        current = self.done[-1].current if self.done else 0
        facts = {"of": command.seq}
        self.undone.append(self._add("undo", command.game, facts, current, self._top(self.undone)))

    def redo(self) -> None:
        """Restore the command that was taken back last."""
        taken_back = self.undone.pop()
        command = self.events[event_facts(taken_back.body)["of"] - 1]
        self._add("redo", command.game, {"of": taken_back.seq}, command.current, 0)
        self.done.append(command)

    @staticmethod
    def _top(events: Sequence[OldEvent]) -> int:
        return events[-1].seq if events else 0

    def _add(
        self, kind: str, game: int, facts: dict[str, Any], current: int, parent: int
    ) -> OldEvent:
        seq = len(self.events) + 1
        of_game = [event.hash for event in self.events if event.game == game]
        event = OldEvent(
            seq=seq,
            game=game,
            kind=kind,
            body=body_text(facts),
            time=f"2026-05-01T19:{seq // 60 % 60:02}:{seq % 60:02}Z",
            current=current,
            parent=parent,
            before=of_game[-1] if of_game else GENESIS,
            hash="",
        )
        event = event._replace(hash=fields_hash(*event[:-1]))
        self.events.append(event)
        return event

    def heads(self) -> dict[int, OldHead]:
        heads = {0: OldHead(0, GENESIS, 0)}
        for event in self.events:
            for game in (0, event.game):
                count = heads[game].events + 1 if game in heads else 1
                heads[game] = OldHead(event.seq, event.hash, count)
        return heads

    def in_force(self, game: int) -> list[str]:
        """Return the bodies of a game's commands that have not been taken back."""
        return [event.body for event in self.done if event.game == game and event.kind != "use"]


def write_old(path: Path, old: Old) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        make_tables(connection, 1)
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", old.events)
        rows = [(game, *head) for game, head in old.heads().items()]
        connection.executemany("REPLACE INTO heads VALUES (?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
    return path


def two_tables() -> Old:
    """Two games recorded in turns, three events each."""
    old = Old()
    old.command("new", 0, title="Friday")
    old.command("new", 0, title="Garden")
    for n in (1, 2):
        old.command("lay", 1, n=n)
        old.command("lay", 2, n=n)
    return old


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder of its own, quicker than pytest's."""
    with quick_folder() as folder:
        yield folder


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return write_old(tmp_path / "ledger.db", two_tables())


@pytest.fixture(params=NAMES)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A ledger that version 0.1.0 itself wrote."""
    path: str = shutil.copy(KEPT / f"{request.param}.db", tmp_path / "ledger.db")
    return Path(path)


def old_events(path: Path) -> list[OldEvent]:
    columns = ", ".join(OldEvent._fields)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(f"SELECT {columns} FROM events ORDER BY seq").fetchall()
    return [OldEvent._make(row) for row in rows]


def everything(ledger: Ledger) -> list[Any]:
    games = range(1, ledger.newest_game() + 1)
    return [ledger.games(), *(ledger.since(game) for game in games)]


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def refusal(work: Callable[[], Any]) -> str:
    with pytest.raises(UnusableLedger) as caught:
        work()
    assert caught.value.exit_code == 3
    return str(caught.value)


def change(path: Path, statement: str) -> None:
    """Change a ledger as no rummy-score would: past its triggers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        query = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        triggers = connection.execute(query).fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement)
        for _, sql in triggers:
            connection.execute(sql)


# What 0.1.0 itself wrote


def test_the_kept_ledgers_are_of_version_1_with_its_tables(kept: Path) -> None:
    assert version_of(kept) == 1
    with closing(sqlite3.connect(kept)) as connection:
        assert has_tables(connection, 1)


def test_a_kept_ledger_is_read_and_its_file_left_alone(kept: Path) -> None:
    before = kept.read_bytes()
    with reading(kept) as ledger:
        assert ledger.verify() == []
        assert ledger.newest_game() == max(event.game for event in old_events(kept))
        assert all(ledger.since(opening.first.game) for opening in ledger.games())
        assert "may only be read" in refusal(lambda: append(ledger, 1))
        assert "may only be read" in refusal(lambda: append(ledger, None))
    assert kept.read_bytes() == before
    assert os.listdir(kept.parent) == ["ledger.db"]


def test_a_kept_ledger_comes_to_the_same_whenever_it_is_converted(
    kept: Path, tmp_path: Path
) -> None:
    shutil.copy(kept, tmp_path / "copy.db")
    with reading(kept) as ledger, writing(tmp_path / "copy.db") as copy:
        first = everything(ledger)
        append(copy, None)
        with reading(tmp_path / "copy.db") as written:
            games, *events = everything(written)
    assert [games[:-1], *events[:-1]] == first


@pytest.mark.parametrize("name", ["v1-two-tables", "v1-long-evening"])
def test_whatever_was_taken_back_in_a_kept_ledger_stays_so(name: str, tmp_path: Path) -> None:
    """By the file's own facts: what an undo that was not reversed names is not in force."""
    kept = Path(shutil.copy(KEPT / f"{name}.db", tmp_path / "ledger.db"))
    events = old_events(kept)
    taken_back: set[int] = set()
    for event in events:
        if event.kind == "undo":
            taken_back.add(event_facts(event.body)["of"])
        elif event.kind == "redo":
            undone = events[event_facts(event.body)["of"] - 1]
            taken_back.remove(event_facts(undone.body)["of"])
    assert taken_back
    with reading(kept) as ledger:
        for game in range(1, ledger.newest_game() + 1):
            expected = [
                (event.kind, event.body, event.time)
                for event in events
                if event.game == game
                and event.kind not in ("undo", "redo", "use")
                and event.seq not in taken_back
            ]
            in_force = reach(ledger.since(game)).commands
            assert [(event.kind, event.body, event.time) for event in in_force] == expected


def test_undo_works_in_either_game_of_a_kept_ledger(tmp_path: Path) -> None:
    path = shutil.copy(KEPT / "v1-two-tables.db", tmp_path / "ledger.db")
    with writing(path) as ledger:
        before = {game: reach(ledger.since(game)).commands for game in (1, 2)}
        undo(ledger, 1)
        assert reach(ledger.since(1)).commands == before[1][:-1]
        assert reach(ledger.since(2)).commands == before[2]
        undo(ledger, 2)
        redo(ledger, 1)
        assert reach(ledger.since(1)).commands == before[1]
        assert reach(ledger.since(2)).commands == before[2][:-1]
        assert ledger.verify() == []


# What is converted, by an independent model of the one pile


MOVES = st.lists(
    st.tuples(
        st.sampled_from(("new", "import", "lay", "lay", "lay", "use", "undo", "undo", "redo")),
        st.integers(0, 5),
    ),
    max_size=60,
)


def play(moves: Sequence[Move]) -> Old:
    """Return what 0.1.0 recorded of these moves; those that it refused are passed over."""
    old = Old()
    for n, (kind, choice) in enumerate(moves):
        is_open = [game for game in range(1, old.games + 1) if old.in_force(game)]
        if kind == "undo" and old.done:
            old.undo()
        elif kind == "redo" and old.undone:
            old.redo()
        elif kind == "new" or (kind == "import" and choice < 3):
            facts = {"sheet": f"sheet {choice}"} if kind == "import" else {"n": n}
            old.command(kind, 0, **facts)
        elif kind in ("lay", "use") and is_open:
            old.command(kind, is_open[choice % len(is_open)], n=n)
    return old


@examples(150)
@given(MOVES)
def test_every_game_of_an_old_ledger_comes_to_what_it_was(moves: Sequence[Move]) -> None:
    old = play(moves)
    assert list(audit(old.events, old.heads())) == []
    games = converted(old.events)
    assert len(games) == old.games
    assert converted(old.events) == games
    for number, (mark, events) in enumerate(games, start=1):
        of_game = [event for event in old.events if event.game == number]
        assert [command.body for command in reach(events).commands] == old.in_force(number)
        assert [event.number for event in events] == list(range(1, len(of_game) + 1))
        assert [event.time for event in events] == [event.time for event in of_game]
        for event, was in zip(events, of_game, strict=True):
            if was.kind not in ("undo", "redo"):
                assert (event.kind, event.body) == (was.kind, was.body)
            else:
                assert event.kind in (was.kind, "use")
        sheet = of_game[0].kind == "import" and event_facts(of_game[0].body)["sheet"]
        assert mark == (mark_of(sheet) if sheet else "")


@examples(25)
@given(MOVES)
def test_a_random_old_file_is_read_brought_up_to_date_and_played_on(
    moves: Sequence[Move],
) -> None:
    old = play(moves)
    with quick_folder() as folder:
        path = write_old(folder / "ledger.db", old)
        before = path.read_bytes()
        with reading(path) as ledger:
            was = everything(ledger)
            assert ledger.verify() == []
        assert path.read_bytes() == before
        with writing(path) as ledger:
            assert everything(ledger) == was
            assert path.read_bytes() == before
            opened = append(ledger, None)
            for game in range(1, old.games + 1):
                in_force = reach(ledger.since(game)).commands
                if in_force:
                    undo(ledger, game)
                    assert reach(ledger.since(game)).commands == in_force[:-1]
                    redo(ledger, game)
            assert opened.game == old.games + 1
            assert ledger.verify() == []
        assert version_of(path) == 2
        assert version_of(folder / "ledger.db.before-v2") == 1


def test_taking_back_names_the_events_of_the_game_and_what_is_then_on_top() -> None:
    old = two_tables()  # 1 new, 2 new, 3 and 5 in game 1, 4 and 6 in game 2
    old.undo()
    old.undo()
    old.redo()
    one, two = converted(old.events)
    assert [(event.kind, event.body) for event in one.events[3:]] == [
        ("undo", '{"of":3,"to":2}'),
        ("redo", '{"of":4}'),
    ]
    assert [(event.kind, event.body) for event in two.events[3:]] == [("undo", '{"of":3,"to":2}')]


def test_a_game_that_was_taken_back_stays_so_and_can_be_brought_back(tmp_path: Path) -> None:
    old = Old()
    old.command("new", 0, title="Friday")
    old.undo()
    old.command("new", 0, title="Garden")  # after which 0.1.0 could not bring the first one back
    with writing(write_old(tmp_path / "ledger.db", old)) as ledger:
        assert reach(ledger.since(1)).commands == ()
        redo(ledger, 1)
        assert len(reach(ledger.since(1)).commands) == 1


def test_which_game_was_used_is_kept_and_means_nothing() -> None:
    old = two_tables()
    old.command("use", 1, title="Friday")
    old.undo()
    old.redo()
    old.undo()
    one, _ = converted(old.events)
    assert [(event.kind, event.body) for event in one.events[3:]] == [
        ("use", '{"title":"Friday"}'),
        ("use", '{"of":4,"was":"undo"}'),
        ("use", '{"of":5,"was":"redo"}'),
        ("use", '{"of":4,"was":"undo"}'),
    ]
    assert len(reach(one.events).commands) == 3


@pytest.mark.parametrize("body", ['{"of":1}', '{"of":99}', "{}", "[]", "nonsense", "[" * 100_000])
@pytest.mark.parametrize("kind", ["undo", "redo"])
def test_an_undo_that_0_1_0_never_recorded_is_damage_in_its_game_alone(
    kind: str, body: str
) -> None:
    old = two_tables()
    last = old._add(kind, 1, {}, 1, 0)._replace(body=body)
    old.events[-1] = last._replace(hash=fields_hash(*last._replace(body=body)[:-1]))
    one, two = converted(old.events)
    with pytest.raises(Damage, match="event 4 of game 1"):
        reach(one.events)
    assert event_facts(one.events[3].body) == {"was": body}
    assert len(reach(two.events).commands) == 3


def test_the_facts_of_what_was_imported_may_be_broken_in_one_game_alone() -> None:
    old = two_tables()
    old.command("import", 0, sheet=7)
    old.command("import", 0)
    last = old.events[-1]._replace(body="[]")
    old.events[-1] = last._replace(hash=fields_hash(*last[:-1]))
    assert [game.mark for game in converted(old.events)] == ["", "", "", ""]


def test_a_game_that_was_imported_is_found_by_its_sheet(tmp_path: Path) -> None:
    old = two_tables()
    old.command("import", 0, sheet="title = 'Friday'\n")
    with reading(write_old(tmp_path / "ledger.db", old)) as ledger:
        assert ledger.marked(mark_of("title = 'Friday'\n")) == [3]


# What proves an old ledger


def problems_of(old: Old, **changes: Any) -> list[str]:
    events = [event._replace(**changes) if event.seq == 3 else event for event in old.events]
    return list(audit(events, old.heads()))


def test_nothing_is_wrong_with_a_sound_old_ledger() -> None:
    assert problems_of(two_tables()) == []
    assert list(audit([], {0: OldHead(0, GENESIS, 0)})) == []


def test_the_damage_of_an_old_ledger_is_told() -> None:
    old = two_tables()
    assert "its hash does not fit" in problems_of(old, body="{}")[0]
    assert "opens game 9, where game 3 should come" in "\n".join(problems_of(old, game=9))
    assert "does not follow the event before it in game 1" in "\n".join(
        problems_of(old, before=GENESIS)
    )
    lost = [event for event in old.events if event.seq != 3]
    assert "Event 4 comes after event 2" in next(audit(lost, old.heads()))
    assert next(audit(old.events[:-1], old.heads())).startswith(
        "The head kept for the whole ledger is not that of its newest event, 5"
    )
    heads = {game: head for game, head in old.heads().items() if game != 2}
    assert list(audit(old.events, heads)) == [
        "The head kept for game 2 is not that of its newest event, 6."
    ]


DAMAGED = {
    "altered": "UPDATE events SET body = '{}' WHERE seq = 3",
    "lost-tail": "DELETE FROM events WHERE seq = 6",
    "lost-middle": "DELETE FROM events WHERE seq = 3",
    "other-head": "UPDATE heads SET seq = 3 WHERE game = 1",
    "other-count": "UPDATE heads SET events = 9 WHERE game = 2",
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_old_ledger_is_refused_and_never_brought_up_to_date(
    old: Path, damage: str
) -> None:
    change(old, damage)
    before = old.read_bytes()
    for open_it in (reading, writing):
        message = refusal(lambda open_it=open_it: open_it(old))
        assert "it is damaged" in message
        assert str(old) in message
    assert old.read_bytes() == before
    assert os.listdir(old.parent) == ["ledger.db"]


@pytest.mark.parametrize("statement", ["DROP INDEX events_by_game", "CREATE TABLE notes (text)"])
def test_an_old_ledger_with_other_tables_is_read_but_not_brought_up_to_date(
    old: Path, statement: str
) -> None:
    change(old, statement)
    before = old.read_bytes()
    with writing(old) as ledger:
        assert len(ledger.since(1)) == 3
        assert "tables and triggers" in "\n".join(ledger.verify())
        assert "tables and triggers" in refusal(lambda: append(ledger, 1))
    assert old.read_bytes() == before
    assert os.listdir(old.parent) == ["ledger.db"]


# Bringing up to date


def test_a_new_ledger_is_of_the_newest_version(tmp_path: Path) -> None:
    with writing(tmp_path / "ledger.db", create=True) as ledger:
        assert ledger.verify() == []
    assert version_of(tmp_path / "ledger.db") == 2
    assert os.listdir(tmp_path) == ["ledger.db"]


@pytest.mark.parametrize("game", [1, None], ids=["append", "open"])
def test_the_first_thing_written_brings_it_up_to_date_with_a_backup_beside_it(
    old: Path, game: int | None
) -> None:
    before = old.read_bytes()
    with writing(old) as ledger:
        was = everything(ledger)
        assert (old.read_bytes(), os.listdir(old.parent)) == (before, ["ledger.db"])
        written = append(ledger, game)
        assert (written.game, written.number) == ((1, 4) if game else (3, 1))
        assert ledger.since(2) == was[2]
        assert ledger.verify() == []
    assert version_of(old) == 2
    saved = old.with_name("ledger.db.before-v2")
    assert version_of(saved) == 1
    assert saved.read_bytes()[100:] == before[100:]  # the header counts changes and schemas
    with reading(saved) as ledger:
        assert everything(ledger) == was
    with writing(old) as ledger:
        append(ledger, 1)
    assert sorted(os.listdir(old.parent)) == ["ledger.db", "ledger.db.before-v2"]


def test_what_is_opened_for_writing_and_not_written_stays_as_it_was(old: Path) -> None:
    before = old.read_bytes()
    with writing(old, create=True) as ledger:
        assert not ledger.created
        assert len(ledger.games()) == 2
    assert old.read_bytes() == before
    assert os.listdir(old.parent) == ["ledger.db"]


def test_a_backup_of_an_old_ledger_is_of_its_own_version(old: Path, tmp_path: Path) -> None:
    with reading(old) as ledger:
        ledger.backup(str(tmp_path / "copy.db"))
        assert version_of(tmp_path / "copy.db") == 1
        with reading(tmp_path / "copy.db") as copy:
            assert everything(copy) == everything(ledger)


def test_an_older_backup_of_that_name_is_kept(old: Path) -> None:
    saved = old.with_name("ledger.db.before-v2")
    saved.write_text("from another day")
    with writing(old) as ledger:
        append(ledger, 1)
    assert saved.read_text() == "from another day"
    assert version_of(old.with_name("ledger.db.before-v2~")) == 1


def test_one_that_fails_leaves_the_ledger_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    before = old.read_bytes()
    with writing(old) as ledger:
        was = everything(ledger)
        with monkeypatch.context() as patch:
            patch.setattr(engine, "_fill_with", no_room)
            refusal(lambda: append(ledger, 1))
        assert old.read_bytes() == before
        assert everything(ledger) == was
        assert append(ledger, 1).number == 4
    assert version_of(old) == 2


def test_what_another_added_meanwhile_with_0_1_0_is_not_overlooked(old: Path) -> None:
    with writing(old) as ledger:
        known = ledger.head(1)
        newer = two_tables()
        newer.command("lay", 1, n=3)
        old.unlink()
        write_old(old.with_name("other.db"), newer).rename(old)
        with writing(old) as other:
            append(other, 1)
    with writing(old) as ledger, pytest.raises(Moved):
        ledger.append(1, lay(), known)


def test_who_comes_second_finds_what_the_first_wrote(old: Path) -> None:
    with writing(old) as one, writing(old) as two:
        known = two.head(1)
        assert append(one, 1).number == 4
        with pytest.raises(Moved):
            two.append(1, lay(), known)
        assert append(two, 1).number == 5
        assert two.open(NEW).game == 3
    assert sorted(os.listdir(old.parent)) == ["ledger.db", "ledger.db.before-v2"]


@POSIX
def test_an_old_ledger_is_brought_up_to_date_once_by_two_at_a_time(old: Path) -> None:
    def open_it(say: Callable[[object], None]) -> None:
        with writing(old) as ledger:
            say(append(ledger, 1).number)

    said = [child.wait() for child in [Child(open_it) for _ in range(4)]]
    assert sorted(said) == [["4"], ["5"], ["6"], ["7"]]
    assert sorted(os.listdir(old.parent)) == ["ledger.db", "ledger.db.before-v2"]


@POSIX
def test_a_kill_while_it_is_brought_up_to_date_leaves_the_old_or_the_new(old: Path) -> None:
    def work(_: Callable[[object], None]) -> None:
        with writing(old) as ledger:
            append(ledger, 1)

    content = old.read_bytes()
    chance = random.Random(6)
    start = time.perf_counter()
    Child(work).wait()
    took = time.perf_counter() - start
    found = set()
    for kill in range(400):
        if kill >= 40 and found == {1, 2}:
            break
        old.write_bytes(content)
        Child(work).kill(after=chance.uniform(0, 2 * took))
        with reading(old) as ledger:
            assert ledger.verify() == []
            assert [event.number for event in ledger.since(1)][:3] == [1, 2, 3]
        found.add(version_of(old))
        for name in os.listdir(old.parent):
            (old.parent / name).unlink()
    assert found == {1, 2}


# Other versions


def test_a_ledger_newer_than_the_program_is_refused(tmp_path: Path) -> None:
    path = make_ledger(tmp_path / "ledger.db", games=1, events=2)
    with reading(path) as still_open:
        change(path, "PRAGMA user_version = 7")
        before = path.read_bytes()
        for open_it in (reading, writing):
            message = refusal(lambda open_it=open_it: open_it(path))
            assert "version 7" in message
            assert "Install the newest rummy-score" in message
        assert "version 7" in refusal(lambda: still_open.head(1))
    assert path.read_bytes() == before


def test_a_ledger_of_no_version_is_refused(tmp_path: Path) -> None:
    path = make_ledger(tmp_path / "ledger.db", games=1, events=2)
    change(path, "PRAGMA user_version = 0")
    refusal(lambda: writing(path))


def test_an_old_ledger_put_in_the_place_of_one_that_is_open_is_refused(
    old: Path, tmp_path: Path
) -> None:
    path = make_ledger(tmp_path / "other.db", games=1, events=2)
    with writing(path) as ledger:
        path.write_bytes(old.read_bytes())
        assert "an older ledger was put in its place" in refusal(lambda: ledger.head(1))
        assert "an older ledger was put in its place" in refusal(
            lambda: ledger.append(1, lay(), NOTHING)
        )
