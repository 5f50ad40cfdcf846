"""The ledger as one SQLite file of events, only ever added to.

The table ``events`` is the truth, and ``openings`` the index of the games. ``heads`` keeps the
newest event of each game, and for game 0 the newest opening, in the same transaction, so that a
lost tail shows. Adding to a game touches no row that another game has part in. What is read is
proved by its hashes and by its head before it is returned. The settings, and why:

- DELETE journal, synchronous EXTRA: one file to copy, and what is acknowledged outlives a power
  cut, the unlinking of the journal included. https://www.sqlite.org/pragma.html#pragma_synchronous
- BEGIN IMMEDIATE: no reader turns writer halfway and fails.
  https://www.sqlite.org/lang_transaction.html
- trusted_schema off, cell_size_check on, no memory map: https://www.sqlite.org/security.html
- application_id, user_version: https://www.sqlite.org/fileformat2.html#application_id

A file of version 1 is never read as it is: its games are converted into a ledger in memory. The
first thing that is written brings the file itself up to date, with a backup beside it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Self

from rummy_score.errors import RummyScoreError, UnusableLedger
from rummy_score.ledger import chain
from rummy_score.ledger.chain import (
    INDEX,
    NOTHING,
    Damage,
    Draft,
    Head,
    Indexed,
    Moved,
    Opening,
    head_of,
)
from rummy_score.ledger.engines import sqlite_faults as files
from rummy_score.ledger.engines.sqlite_faults import refusing
from rummy_score.ledger.engines.sqlite_schema import NEWEST, drop_tables, has_tables, make_tables
from rummy_score.ledger.events import Event
from rummy_score.names import shown

if TYPE_CHECKING:
    from rummy_score.ledger.engines.version1 import Converted

PATIENCE = 60.0  # seconds to wait for another program's lock
_GUARDED = """
    PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON;
    PRAGMA foreign_keys=ON; PRAGMA mmap_size=0;
"""
_DURABLE = "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA;"
_COLUMNS = "game, number, kind, body, time, before, hash"
_INDEX_COLUMNS = "game, first, mark, before, hash"
_ADD_EVENT = f"INSERT INTO events ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
_ADD_OPENING = f"INSERT INTO openings ({_INDEX_COLUMNS}) VALUES (?, ?, ?, ?, ?)"
_KEEP_HEAD = "REPLACE INTO heads (game, number, hash) VALUES (?, ?, ?)"
_LARGEST = 2**63 - 1  # https://www.sqlite.org/datatype3.html


class SqliteLedger:
    """A ledger in a file; what its methods do stands at ``interface.Ledger``."""

    def __init__(self, path: str, *, writing: bool = False, create: bool = False) -> None:
        """Open a file; raises NoLedger where there is none, unless ``create`` makes it."""
        self.place = path
        self._writing = writing
        self._was_in_use = 0
        self._old: sqlite3.Connection | None = None  # a file of version 1, that is read in memory
        with refusing(path):
            self._file = os.path.realpath(path)
            self.created = files.look_at(self._file, path, _fill if create else None)
            self._connection = _connect(self._file, "rw" if writing else "ro")
        try:
            with self._transaction(oldest=1):
                version = self._version()
            if writing:
                with refusing(path):
                    self._connection.executescript(_DURABLE)
            if version < NEWEST:
                self._read_in_memory()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
        if self._old is not None:
            self._old.close()

    # What is asked

    def newest_game(self) -> int:
        """Return the number of the game opened last, 0 where there is none."""
        with self._transaction():
            return self._index_head().number

    def head(self, game: int) -> Head:
        """Return the head of a game, NOTHING where there is no such game."""
        with self._transaction():
            return head_of(self._newest(game))

    def since(self, game: int, after: Head = NOTHING) -> list[Event]:
        """Return a game's events after a head, an unbroken chain from there to the game's head."""
        with self._transaction():
            return self._since(game, after, head_of(self._newest(game)))

    def games(self) -> list[Opening]:
        """Return every game, in the order in which they were opened."""
        # However many games there are, it is two queries: one for each would cost more than all.
        index = (
            "SELECT game, first, mark, before, openings.hash, heads.number, heads.hash"
            " FROM openings LEFT JOIN heads USING (game) ORDER BY game"
        )
        ends = (
            f"SELECT {', '.join(f'events.{name}' for name in Event._fields)}"
            " FROM openings CROSS JOIN events ON events.game = openings.game AND events.number IN"
            " (1, (SELECT max(number) FROM events AS newest WHERE newest.game = openings.game))"
            " ORDER BY events.game, events.number"
        )
        with self._transaction():
            head = self._index_head()
            rows = self._run(index).fetchall()
            entries = chain.indexed_games((row[:5] for row in rows), head)
            heads = {row[0]: Head._make(row[5:]) for row in rows}
            return chain.listing(entries, heads, self._run(ends).fetchall())

    def latest(self, most: int) -> list[Event]:
        """Return the last event of each of the newest games, at most so many, the newest first."""
        with self._transaction():
            newest = self._index_head().number
            return [self._newest_there(game) for game in range(newest, max(newest - most, 0), -1)]

    def marked(self, mark: str) -> list[int]:
        """Return the games that were opened with a mark, in order."""
        query = f"SELECT {_INDEX_COLUMNS} FROM openings WHERE mark = ? ORDER BY game"
        with self._transaction():
            self._index_head()
            return [chain.proved_entry(row).game for row in self._run(query, mark).fetchall()]

    def changed(self) -> list[int]:
        """Return the games in which something that `new` said was said anew, in order."""
        query = "SELECT DISTINCT game FROM events WHERE kind = 'change' ORDER BY game"
        with self._transaction():
            return [game for (game,) in self._run(query).fetchall()]

    def was_in_use(self) -> int:
        """Return the game that version 0.1.0 had in use here, 0 where it is not known."""
        return self._was_in_use

    def first_hash(self, game: int) -> str | None:
        """Return the hash of a game's first event, by which it is known again; None for no game."""
        query = f"SELECT {_INDEX_COLUMNS} FROM openings WHERE game = ?"
        with self._transaction():
            row = self._run(query, game).fetchone() if 0 < game <= _LARGEST else None
            return None if row is None else chain.proved_entry(row).first

    # What is added

    def open(self, draft: Draft, mark: str = "") -> Event:
        """Open the next game and return its first event, safe on the disk."""
        with refusing(self.place):
            draft = chain.with_id(draft)
        return self._add(lambda: self._open(draft, mark))

    def append(self, game: int, draft: Draft, expected: Head) -> Event:
        """Add one event to a game and return it, safe on the disk.

        Raises Moved where ``expected`` is not the game's head, RummyScoreError where there is no
        such game.
        """
        return self._add(lambda: self._append(game, draft, expected))

    def _add(self, work: Callable[[], Event]) -> Event:
        """Add an event in a transaction of its own."""
        self._bring_up_to_date()
        event = None
        try:
            with self._transaction("BEGIN IMMEDIATE"):
                event = work()
        except UnusableLedger:
            # The last step of a commit, the syncing of the folder, can fail when the event is in
            # already.
            if event is None or not self._holds(event):
                raise
        return event

    def _open(self, draft: Draft, mark: str) -> Event:
        head = self._index_head()
        event = chain.next_event(head.number + 1, draft, NOTHING)
        self._insert(event)
        self._insert_opening(chain.indexed(event, mark, head.hash))
        return event

    def _append(self, game: int, draft: Draft, expected: Head) -> Event:
        newest = self._newest(game)
        if newest is None:
            raise RummyScoreError(f"There is no game {game} in {shown(self.place, 4096)}.")
        if head_of(newest) != expected:
            raise Moved
        event = chain.next_event(game, draft, expected)
        self._insert(event)
        return event

    def _insert(self, event: Event) -> None:
        self._run(_ADD_EVENT, *event)
        self._keep_head(event.game, head_of(event))

    def _insert_opening(self, entry: Indexed) -> None:
        self._run(_ADD_OPENING, *entry)
        self._keep_head(INDEX, Head(entry.game, entry.hash))

    def _keep_head(self, game: int, head: Head) -> None:
        self._run(_KEEP_HEAD, game, *head)

    # How it is proved

    def _index_head(self) -> Head:
        """Return the head of the index of openings: how many games there are."""
        query = f"SELECT {_INDEX_COLUMNS} FROM openings ORDER BY game DESC LIMIT 1"
        row = self._run(query).fetchone()
        newest = NOTHING
        if row is not None:
            entry = chain.proved_entry(row)
            newest = Head(entry.game, entry.hash)
        (last,) = self._run("SELECT max(game) FROM events").fetchone()
        (last_head,) = self._run("SELECT max(game) FROM heads").fetchone()
        if self._kept(INDEX) != newest or not (last or 0) == last_head == newest.number:
            raise Damage("the list of its games is not whole")
        return newest

    def _kept(self, game: int) -> Head | None:
        row = self._run("SELECT number, hash FROM heads WHERE game = ?", game).fetchone()
        return row and Head._make(row)

    def _newest(self, game: int) -> Event | None:
        """Return the newest event of a game, None where there is no such game."""
        if not 0 < game <= _LARGEST:
            return None
        kept = self._kept(game)
        query = f"SELECT {_COLUMNS} FROM events WHERE game = ? ORDER BY number DESC LIMIT 1"
        row = self._run(query, game).fetchone()
        if kept is None and row is None and game > self._index_head().number:
            return None
        newest = None if row is None else chain.proved(row)
        if newest is None or newest.game != game or head_of(newest) != kept:
            raise Damage(f"the head kept for game {game} is not that of its newest event")
        return newest

    def _newest_there(self, game: int) -> Event:
        newest = self._newest(game)
        if newest is None:
            raise Damage(f"game {game} is missing")
        return newest

    def _since(self, game: int, after: Head, head: Head) -> list[Event]:
        query = f"SELECT {_COLUMNS} FROM events WHERE game = ? AND number >= ? ORDER BY number"
        rows = self._run(query, game, after.number).fetchall() if head.number else []
        events = chain.chained(rows, game, after, head)
        if events and after == NOTHING:
            self._check_opening(events[0])
        return events

    def _check_opening(self, first: Event) -> None:
        query = f"SELECT {_INDEX_COLUMNS} FROM openings WHERE game = ?"
        row = self._run(query, first.game).fetchone()
        if row is None or chain.proved_entry(row).first != first.hash:
            raise Damage(f"game {first.game} does not begin with the event that opened it")

    def _holds(self, event: Event) -> bool:
        query = f"SELECT {_COLUMNS} FROM events WHERE game = ? AND number = ?"
        with suppress(UnusableLedger), self._transaction():
            row = self._run(query, event.game, event.number).fetchone()
            return row is not None and chain.proved(row) == event
        return False

    def verify(self) -> list[str]:
        """Return what is wrong with the ledger, in sentences; nothing where all is well."""
        problems: list[str] = []
        for check in (self._check_pages, self._check_schema, self._check_events):
            try:
                with self._transaction():
                    problems.extend(check())
            except UnusableLedger as refusal:
                problems.append(str(refusal))
        return problems

    def _check_pages(self) -> Iterator[str]:
        in_file = self._old or self._connection
        findings = in_file.execute("PRAGMA integrity_check").fetchall()
        return (
            f"SQLite finds: {shown(finding, 200)}." for (finding,) in findings if finding != "ok"
        )

    def _check_schema(self) -> Iterator[str]:
        is_whole = has_tables(self._old, 1) if self._old else has_tables(self._connection)
        if not is_whole:
            yield "Its tables and triggers are not those that this program makes."

    def _check_events(self) -> Iterator[str]:
        kept = self._run("SELECT game, number, hash FROM heads").fetchall()
        heads = {game: Head(number, hash_) for game, number, hash_ in kept}
        index = self._run(f"SELECT {_INDEX_COLUMNS} FROM openings ORDER BY game").fetchall()
        with closing(self._run(f"SELECT {_COLUMNS} FROM events ORDER BY game, number")) as rows:
            yield from chain.audit(map(Event._make, rows), map(Indexed._make, index), heads)

    # The file

    def backup(self, target: str) -> None:
        """Copy the file to a new private one, proved before it appears there."""
        with self._transaction():
            if self._old is None:
                self._copy(self._connection, target)
            else:
                self._copy(self._old, target)

    def _copy(self, source: sqlite3.Connection, target: str) -> None:
        with files.backup_file(target) as draft:
            with closing(_connect(draft, "rw")) as copy:
                copy.executescript(_DURABLE)
                source.backup(copy)
            with SqliteLedger(draft) as ledger:
                problems = ledger.verify()
            if problems:
                why = f"it is damaged, and no backup of it would be sound ({problems[0]})"
                raise chain.damaged(self.place, why)

    @contextmanager
    def _transaction(self, begin: str = "BEGIN", oldest: int = NEWEST) -> Iterator[None]:
        with refusing(self.place):
            self._begin(begin)
            try:
                self._see_that_it_can_be_read(oldest)
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.rollback()
                raise

    def _begin(self, begin: str) -> None:
        self._run("PRAGMA busy_timeout = 0")
        files.patiently(lambda: self._run(begin), PATIENCE)
        self._run(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")

    def _see_that_it_can_be_read(self, oldest: int) -> None:
        """See that this is a ledger that can be read.

        What a crash left half written needs a writer, for SQLite to take it back.
        """
        try:
            version = self._version()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
            with closing(_connect(self._file, "rw")) as writer:
                writer.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            version = self._version()
        if version < oldest:
            raise Damage("an older ledger was put in its place while it was open")

    def _version(self) -> int:
        (application,) = self._run("PRAGMA application_id").fetchone()
        (version,) = self._run("PRAGMA user_version").fetchone()
        return files.recognised(self.place, application, version, NEWEST)

    def _run(self, statement: str, *parameters: object) -> sqlite3.Cursor:
        # Fetch all of it or close it: a cursor that a traceback keeps alive keeps the file locked,
        # too.
        return self._connection.execute(statement, parameters)

    # A file of version 1

    def _read_in_memory(self) -> None:
        """Read a file of version 1 as a ledger of the present form, that lies in memory."""
        with self._transaction(oldest=1):
            if self._version() == NEWEST:  # another was quicker to bring it up to date
                return
            games = _converted(self._connection)
            last = "SELECT current FROM events ORDER BY seq DESC LIMIT 1"
            (self._was_in_use,) = self._run(last).fetchone() or (0,)
            memory = sqlite3.connect(":memory:", isolation_level=None)
            memory.execute("BEGIN")
            make_tables(memory)
            _fill_with(memory, games)
            memory.execute("COMMIT")
            memory.execute("PRAGMA query_only = TRUE")
        self._old, self._connection = self._connection, memory

    def _bring_up_to_date(self) -> None:
        """Convert a file of version 1 where it lies, a backup beside it."""
        if self._old is None or not self._writing:
            return
        memory, self._connection = self._connection, self._old
        try:
            with self._transaction("BEGIN IMMEDIATE", oldest=1):
                if self._version() < NEWEST:  # nobody else was quicker
                    self._convert()
        except BaseException:
            self._connection = memory
            raise
        memory.close()
        self._old = None

    def _convert(self) -> None:
        for problem in (*self._check_pages(), *self._check_schema()):
            raise Damage(f"it is damaged ({problem})")
        games = _converted(self._connection)
        with closing(_connect(self._file, "ro")) as reader:  # SQLite copies nothing from a writer
            self._copy(reader, files.free_name(f"{self._file}.before-v{NEWEST}"))
        drop_tables(self._connection)
        make_tables(self._connection)
        _fill_with(self._connection, games)


def _connect(file: str, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        files.uri(file, mode), timeout=PATIENCE, isolation_level=None, uri=True
    )
    connection.executescript(_GUARDED)
    connection.execute(f"PRAGMA query_only = {mode == 'ro'}")
    return connection


def _fill(draft: str) -> None:
    """Make an empty file a ledger without events."""
    with closing(_connect(draft, "rw")) as connection:
        connection.executescript(_DURABLE)
        connection.execute("BEGIN IMMEDIATE")
        make_tables(connection)
        connection.execute("COMMIT")


def _converted(connection: sqlite3.Connection) -> list[Converted]:
    """Return the games of a file of version 1, or raise Damage where anything of it is damaged."""
    from rummy_score.ledger.engines import version1  # which most ledgers no longer need
    from rummy_score.ledger.engines.version1 import OldEvent, OldHead

    kept = connection.execute("SELECT game, seq, hash, events FROM heads").fetchall()
    heads = {game: OldHead._make(head) for game, *head in kept}
    columns = ", ".join(OldEvent._fields)
    query = f"SELECT {columns} FROM events NOT INDEXED ORDER BY seq"
    events = [OldEvent._make(row) for row in connection.execute(query).fetchall()]
    for problem in version1.audit(events, heads):
        raise Damage(f"it is damaged ({problem})")
    return version1.converted(events)


def _fill_with(connection: sqlite3.Connection, games: Iterable[Converted]) -> None:
    """Put whole games into a ledger without any."""
    head = NOTHING
    for mark, events in games:
        entry = chain.indexed(events[0], mark, head.hash)
        head = Head(entry.game, entry.hash)
        connection.executemany(_ADD_EVENT, events)
        connection.execute(_ADD_OPENING, entry)
        connection.execute(_KEEP_HEAD, (entry.game, *head_of(events[-1])))
    connection.execute(_KEEP_HEAD, (INDEX, *head))
