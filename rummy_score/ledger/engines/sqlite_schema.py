"""The tables of a ledger's file, as each version of it makes them."""

import sqlite3

from rummy_score.ledger.chain import INDEX
from rummy_score.ledger.engines.sqlite_faults import APPLICATION_ID
from rummy_score.ledger.events import GENESIS

NEWEST = 2

# Kept as it was, to the letter: a ledger of version 1 is compared with it.
_VERSION_1 = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    "CREATE TABLE events (\n"
    "        seq INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL,"
    " body TEXT NOT NULL, time TEXT NOT NULL,\n"
    "        current INTEGER NOT NULL, parent INTEGER NOT NULL,"
    " before TEXT NOT NULL, hash TEXT NOT NULL\n"
    "    ) STRICT",
    "CREATE INDEX events_by_game ON events (game)",
    "CREATE TABLE heads (game INTEGER PRIMARY KEY, seq INT NOT NULL,"
    " hash TEXT NOT NULL, events INT NOT NULL) STRICT",
    f"INSERT INTO heads VALUES (0, 0, '{GENESIS}', 0)",
    """CREATE TRIGGER events_in_order BEFORE INSERT ON events
        WHEN NEW.seq IS NOT (SELECT ifnull(max(seq), 0) + 1 FROM events)
        BEGIN SELECT RAISE(ABORT, 'events are added one by one'); END""",
    "CREATE TRIGGER events_keep BEFORE UPDATE ON events"
    " BEGIN SELECT RAISE(ABORT, 'events are never changed'); END",
    "CREATE TRIGGER events_stay BEFORE DELETE ON events"
    " BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END",
)

# Without rowids the events of a game lie side by side, though several games are played at once:
# a game of 51 events among 500 is read with 18 reads of the file, with rowids with 67.
_VERSION_2 = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    """CREATE TABLE events (
        game INTEGER NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
        time TEXT NOT NULL, before TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE openings (
        game INTEGER PRIMARY KEY, first TEXT NOT NULL, mark TEXT NOT NULL,
        before TEXT NOT NULL, hash TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX openings_by_mark ON openings (mark)",
    "CREATE INDEX events_that_change ON events (game) WHERE kind = 'change'",
    """CREATE TABLE heads (
        game INTEGER PRIMARY KEY, number INTEGER NOT NULL, hash TEXT NOT NULL
    ) STRICT""",
    f"INSERT INTO heads VALUES ({INDEX}, 0, '{GENESIS}')",
    """CREATE TRIGGER events_in_order BEFORE INSERT ON events
        WHEN NEW.number IS NOT
            (SELECT ifnull(max(number), 0) + 1 FROM events WHERE game = NEW.game)
        BEGIN SELECT RAISE(ABORT, 'events are added one by one'); END""",
    """CREATE TRIGGER events_keep BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never changed'); END""",
    """CREATE TRIGGER events_stay BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END""",
    """CREATE TRIGGER openings_in_order BEFORE INSERT ON openings
        WHEN NEW.game IS NOT (SELECT ifnull(max(game), 0) + 1 FROM openings)
        BEGIN SELECT RAISE(ABORT, 'openings are added one by one'); END""",
    """CREATE TRIGGER openings_keep BEFORE UPDATE ON openings
        BEGIN SELECT RAISE(ABORT, 'openings are never changed'); END""",
    """CREATE TRIGGER openings_stay BEFORE DELETE ON openings
        BEGIN SELECT RAISE(ABORT, 'openings are never deleted'); END""",
)
_VERSIONS = {1: _VERSION_1, 2: _VERSION_2}


def make_tables(connection: sqlite3.Connection, version: int = NEWEST) -> None:
    """Make the tables of a version, and leave the commit to the caller."""
    for statement in _VERSIONS[version]:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {version}")


def drop_tables(connection: sqlite3.Connection) -> None:
    """Drop the tables of version 1; dropping fires no trigger."""
    connection.execute("DROP TABLE events")
    connection.execute("DROP TABLE heads")


def has_tables(connection: sqlite3.Connection, version: int = NEWEST) -> bool:
    """Tell whether the tables, indexes and triggers are those of a version."""
    query = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
    fresh = sqlite3.connect(":memory:")
    try:
        make_tables(fresh, version)
        made: list[tuple[str, ...]] = fresh.execute(query).fetchall()
    finally:
        fresh.close()
    return made == connection.execute(query).fetchall()
