"""The ledger as one SQLite file of events, only ever added to. The only module with SQL.

The table ``events`` is the truth. ``heads`` keeps the newest event of each game (game 0: of the
whole ledger) in the same transaction, for speed, and so that a lost tail shows. What is read is
proved by its hashes and by its head before it is returned. The settings, and why:

- DELETE journal, synchronous EXTRA: one file to copy, and what is acknowledged outlives a power cut, the
  unlinking of the journal included. https://www.sqlite.org/pragma.html#pragma_synchronous
- BEGIN IMMEDIATE: no reader turns writer halfway and fails. https://www.sqlite.org/lang_transaction.html
- trusted_schema off, cell_size_check on, no memory map: https://www.sqlite.org/security.html
- application_id, user_version: https://www.sqlite.org/fileformat2.html#application_id
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Self

from rummy_score.errors import RummyScoreError, UnusableLedger
from rummy_score.ledger import chain as ledgers
from rummy_score.ledger import sqlite_files as ledger_files
from rummy_score.ledger.chain import Damage, Draft, Head, Moved, head_of
from rummy_score.ledger.events import GENESIS, Event
from rummy_score.ledger.sqlite_files import APPLICATION_ID, NoLedger, refusing, unusable
from rummy_score.names import shown

__all__ = ["Draft", "Head", "Ledger", "Moved", "NoLedger"]

PATIENCE = 60.0  # seconds to wait for another program's lock
_GUARDED = "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA foreign_keys=ON; PRAGMA mmap_size=0;"
_DURABLE = "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA;"
_COLUMNS = "seq, game, kind, body, time, current, parent, before, hash"
_FIRST_SCHEMA = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    """CREATE TABLE events (
        seq INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, time TEXT NOT NULL,
        current INTEGER NOT NULL, parent INTEGER NOT NULL, before TEXT NOT NULL, hash TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX events_by_game ON events (game)",
    "CREATE TABLE heads (game INTEGER PRIMARY KEY, seq INT NOT NULL, hash TEXT NOT NULL, events INT NOT NULL) STRICT",
    f"INSERT INTO heads VALUES (0, 0, '{GENESIS}', 0)",
    """CREATE TRIGGER events_in_order BEFORE INSERT ON events
        WHEN NEW.seq IS NOT (SELECT ifnull(max(seq), 0) + 1 FROM events)
        BEGIN SELECT RAISE(ABORT, 'events are added one by one'); END""",
    "CREATE TRIGGER events_keep BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END",
    "CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END",
)


def _make_first(connection: sqlite3.Connection) -> None:
    for statement in _FIRST_SCHEMA:
        connection.execute(statement)


# MIGRATIONS[n] makes version n + 1 of a ledger of version n, and leaves the commit to its caller.
MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_make_first,)


class Ledger:
    """A ledger, open for reading or for writing.

    A second engine would stand behind the same methods: ``head``, ``last``, ``current``, ``find``,
    ``since``, ``games``, ``append``, ``verify``, ``backup``. Each is one transaction and keeps no
    lock after it. Each but ``verify`` raises UnusableLedger rather than return what is not proved.
    """

    @classmethod
    def read(cls, path: str) -> Self:
        """Open a ledger that will not be changed; raises NoLedger where there is none."""
        return cls(path, writing=False)

    @classmethod
    def write(cls, path: str, create: bool = False) -> Self:
        """Open a ledger to add to it, or make one; an older one is brought up to date, a backup beside it."""
        return cls(path, writing=True, create=create)

    def __init__(self, path: str, writing: bool, create: bool = False) -> None:
        self.path = path
        self._writing = writing
        with refusing(path):
            self._file = os.path.realpath(path)
            self.created = ledger_files.look_at(self._file, path, _fill if create else None)
            self._connection = _connect(self._file, "rw" if writing else "ro")
        try:
            with self._transaction():
                version = self._version()
            if writing:
                with refusing(path):
                    self._connection.executescript(_DURABLE)
            if version < len(MIGRATIONS):
                self._bring_up_to_date()
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

    def head(self, game: int | None = None) -> Head:
        """Return the head of a game, or of the whole ledger."""
        with self._transaction():
            return head_of(self._newest(game or 0)[0])

    def last(self) -> Event | None:
        """Return the newest event of all."""
        with self._transaction():
            return self._newest(0)[0]

    def current(self) -> int:
        """Return the game in use, 0 for none."""
        last = self.last()
        return last.current if last else 0

    def find(self, seq: int) -> Event:
        """Return one event."""
        with self._transaction():
            return self._find(seq)

    def since(self, game: int, seq: int = 0) -> list[Event]:
        """Return a game's events after seq (0: all of them), an unbroken chain that ends at the game's head."""
        with self._transaction():
            newest, count = self._newest(game)
            start = self._find(seq) if seq else None
            query = f"SELECT {_COLUMNS} FROM events WHERE game = ? AND seq > ? ORDER BY seq"
            return ledgers.chained(
                self._run(query, game, seq).fetchall(), game, start, newest, count
            )

    def games(self) -> list[tuple[Event, Head, int]]:
        """Return the first event, the head and the number of events of each game, in order."""
        games = []
        with self._transaction():
            _, total = self._newest(0)
            spans = self._run(
                "SELECT game, min(seq), count(*) FROM events GROUP BY game ORDER BY game"
            ).fetchall()
            for game, seq, count in spans:
                first, (newest, kept) = self._find(seq), self._newest(game)
                if (first.game, first.before, kept) != (game, GENESIS, count):
                    raise Damage(f"events of game {game} are missing")
                games.append((first, head_of(newest), count))
            if len(spans) != self._last_game() or sum(count for _, _, count in spans) != total:
                raise Damage("the list of its games is not whole")
        return games

    def append(self, draft: Draft, expected: Head, *, whole: bool = False) -> Event:
        """Add one event and return it, safe on the disk.

        ``expected``: the head of its game, or of the ledger. Raises Moved where it is not, or an
        undo is out of turn.
        """
        event = None
        try:
            with self._transaction("BEGIN IMMEDIATE"):
                last, total = self._newest(0)
                game = self._last_game() + 1 if draft.game is None else draft.game
                newest, count = self._newest(game)
                if expected != head_of(last if whole else newest):
                    raise Moved
                if draft.game is not None and (newest is None or newest.game != game):
                    raise RummyScoreError(f"There is no game {game} in {shown(self.path, 4096)}.")
                event = ledgers.follow_up(draft, game, last, newest, self._find)
                self._run(
                    f"INSERT INTO events ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", *event
                )
                self._run("REPLACE INTO heads VALUES (?, ?, ?, ?)", 0, *head_of(event), total + 1)
                self._run(
                    "REPLACE INTO heads VALUES (?, ?, ?, ?)", game, *head_of(event), count + 1
                )
        except UnusableLedger:
            # The last step of a commit, the syncing of the folder, can fail when the event is in
            # already.
            if event is None or not self._holds(event):
                raise
        return event

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

    def backup(self, target: str) -> None:
        """Copy the ledger to a new private file, proved before it appears there."""
        with self._transaction():
            self._copy(self._connection, target)

    @contextmanager
    def _transaction(self, begin: str = "BEGIN") -> Iterator[None]:
        with refusing(self.path):
            self._begin(begin)
            try:
                self._settle()
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.rollback()
                raise

    def _begin(self, begin: str) -> None:
        self._run("PRAGMA busy_timeout = 0")
        ledger_files.patiently(lambda: self._run(begin), PATIENCE)
        self._run(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")

    def _settle(self) -> None:
        """See that this is a ledger; what a crash left half written needs a writer, for SQLite to take it back."""
        try:
            self._version()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
            with closing(_connect(self._file, "rw")) as writer:
                writer.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            self._version()

    def _run(self, statement: str, *parameters: object) -> sqlite3.Cursor:
        # Fetch all of it or close it: a cursor that a traceback keeps alive keeps the file locked,
        # too.
        return self._connection.execute(statement, parameters)

    def _version(self) -> int:
        (application,) = self._run("PRAGMA application_id").fetchone()
        (version,) = self._run("PRAGMA user_version").fetchone()
        return ledger_files.recognised(self.path, application, version, len(MIGRATIONS))

    def _bring_up_to_date(self) -> None:
        """Run the missing migrations: on the file after a backup, or for a reader on a copy in memory."""
        if not self._writing:
            copy = sqlite3.connect(":memory:", isolation_level=None)
            with self._transaction():
                self._connection.backup(copy)
            self.close()
            self._connection = copy
        for number, migrate in enumerate(MIGRATIONS, start=1):
            with self._transaction("BEGIN IMMEDIATE"):
                if self._version() >= number:
                    continue
                if self._writing:
                    with closing(
                        _connect(self._file, "ro")
                    ) as reader:  # SQLite copies nothing from a writer
                        self._copy(reader, ledger_files.free_name(f"{self._file}.before-v{number}"))
                migrate(self._connection)
                self._run(f"PRAGMA user_version = {number}")
        self._run(f"PRAGMA query_only = {not self._writing}")

    def _copy(self, source: sqlite3.Connection, target: str) -> None:
        with ledger_files.backup_file(target) as draft:
            with closing(_connect(draft, "rw")) as copy:
                copy.executescript(_DURABLE)
                source.backup(copy)
            with Ledger.read(draft) as ledger:
                problems = ledger.verify()
            if problems:
                raise unusable(
                    self.path, f"it is damaged, and no backup of it would be sound ({problems[0]})"
                )

    def _last_game(self) -> int:
        kept, found = self._run(
            "SELECT (SELECT max(game) FROM heads), (SELECT max(game) FROM events)"
        ).fetchone()
        if kept != (found or 0):
            raise Damage("the list of its games is not whole")
        return int(kept)

    def _newest(self, game: int) -> tuple[Event | None, int]:
        """Return the newest event of a game (0: of all) and the number of its events, None and 0 for no such game."""
        kept = self._run("SELECT seq, hash, events FROM heads WHERE game = ?", game).fetchone()
        if game:
            (seq,) = self._run("SELECT max(seq) FROM events WHERE game = ?", game).fetchone()
        else:
            (seq,) = self._run("SELECT max(seq) FROM events").fetchone()
        if kept is None and seq is None and not 0 <= game <= self._last_game():
            return None, 0
        newest = None if seq is None else self._find(seq)
        return newest, ledgers.counted(kept, game, newest)

    def _find(self, seq: int) -> Event:
        row = self._run(f"SELECT {_COLUMNS} FROM events WHERE seq = ?", seq).fetchone()
        if row is None:
            raise Damage(f"its event {seq} is missing")
        return ledgers.proved(row)

    def _holds(self, event: Event) -> bool:
        with suppress(UnusableLedger):
            return self.find(event.seq) == event
        return False

    def _check_pages(self) -> Iterator[str]:
        findings = self._run("PRAGMA integrity_check").fetchall()
        return (
            f"SQLite finds: {shown(finding, 200)}." for (finding,) in findings if finding != "ok"
        )

    def _check_schema(self) -> Iterator[str]:
        query = (
            "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
        )
        with closing(sqlite3.connect(":memory:")) as fresh:
            for migrate in MIGRATIONS:
                migrate(fresh)
            if fresh.execute(query).fetchall() != self._run(query).fetchall():
                yield "Its tables and triggers are not those that this program makes."

    def _check_events(self) -> Iterator[str]:
        heads = self._run("SELECT game, seq, hash, events FROM heads").fetchall()
        with closing(self._run(f"SELECT {_COLUMNS} FROM events NOT INDEXED ORDER BY seq")) as rows:
            yield from ledgers.audit(
                map(Event._make, rows), {game: tuple(head) for game, *head in heads}
            )


def _connect(file: str, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        ledger_files.uri(file, mode), timeout=PATIENCE, isolation_level=None, uri=True
    )
    connection.executescript(_GUARDED)
    connection.execute(f"PRAGMA query_only = {mode == 'ro'}")
    return connection


def _fill(draft: str) -> None:
    """Make an empty file a ledger without events."""
    with closing(_connect(draft, "rw")) as connection:
        connection.executescript(_DURABLE)
        connection.execute("BEGIN IMMEDIATE")
        for migrate in MIGRATIONS:
            migrate(connection)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
