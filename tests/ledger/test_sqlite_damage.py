"""Damage to a ledger is refused by each question that it touches; the doctor says what it is."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from ledgerwork import NEW, append, lay, make_ledger, quick_folder, reading, writing

from rummy_score.errors import UnusableLedger
from rummy_score.ledger.chain import NOTHING, Head, head_of, indexed
from rummy_score.ledger.events import Event, body_text, sealed
from rummy_score.ledger.interface import Ledger
from rummy_score.ledger.seals import find_seal, seal_of


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder of its own, quicker than pytest's."""
    with quick_folder() as folder:
        yield folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


def change(path: Path, *statements: str) -> None:
    """Change a ledger as no rummy-score would: past its triggers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)


def refusal(work: Callable[[], Any]) -> str:
    with pytest.raises(UnusableLedger) as caught:
        work()
    assert caught.value.exit_code == 3
    return str(caught.value)


@pytest.fixture
def damaged(path: Path) -> Callable[..., Path]:
    """Make a ledger of two games with four events each, and damage it."""

    def damage(*statements: str) -> Path:
        make_ledger(path, games=2, events=4)
        change(path, *statements)
        return path

    return damage


def known(path: Path, game: int, number: int) -> Head:
    """Return the head that a game had after an event."""
    query = "SELECT number, hash FROM events WHERE game = ? AND number = ?"
    with closing(sqlite3.connect(path)) as connection:
        return Head._make(connection.execute(query, (game, number)).fetchone())


ALTERED = "UPDATE events SET body = '{}' WHERE game = 1 AND number = 2"
LOST_TAIL = "DELETE FROM events WHERE number > 3"
LOST_MIDDLE = "DELETE FROM events WHERE game = 1 AND number = 2"
MOVED = "UPDATE events SET game = 1, number = 5 WHERE game = 2 AND number = 4"
SWAPPED = "UPDATE events SET game = -game; UPDATE events SET game = 3 + game"
OTHER_HEAD = "UPDATE heads SET hash = (SELECT hash FROM heads WHERE game = 2) WHERE game = 1"
OLD_HEAD = (
    "UPDATE heads SET (number, hash) ="
    " (SELECT number, hash FROM events WHERE game = 1 AND number = 3) WHERE game = 1"
)
LOST_HEAD = "DELETE FROM heads WHERE game = 2"
LOST_INDEX_HEAD = "DELETE FROM heads WHERE game = 0"
OTHER_COUNT = "UPDATE heads SET number = 3 WHERE game = 0"
STRANGE_GAME = "UPDATE heads SET game = 9 WHERE game = 2"
LOST_OPENING = "DELETE FROM openings WHERE game = 1"
LOST_LAST_OPENING = "DELETE FROM openings WHERE game = 2"
OTHER_OPENING = "UPDATE openings SET first = (SELECT first FROM openings WHERE game = 2)"
OTHER_MARK = "UPDATE openings SET mark = 'mark 2' WHERE game = 1"
LOST_GAME = (
    "DELETE FROM events WHERE game = 1; DELETE FROM openings WHERE game = 1;"
    " DELETE FROM heads WHERE game = 1"
)
LOST_LAST_GAME = LOST_GAME.replace("= 1", "= 2")
STRANGE_EVENT = "UPDATE events SET game = 9, number = 1 WHERE game = 2 AND number = 4"


@pytest.mark.parametrize(
    ("damage", "ask"),
    [
        pytest.param(ALTERED, lambda ledger: ledger.since(1), id="altered-event-in-its-game"),
        pytest.param(
            ALTERED,
            lambda ledger: ledger.since(1, known(Path(ledger.place), 1, 2)),
            id="altered-event-to-start-from",
        ),
        pytest.param(LOST_TAIL, lambda ledger: ledger.head(1), id="lost-tail-head"),
        pytest.param(LOST_TAIL, lambda ledger: ledger.since(1), id="lost-tail-game"),
        pytest.param(LOST_TAIL, lambda ledger: ledger.games(), id="lost-tail-games"),
        pytest.param(LOST_TAIL, lambda ledger: ledger.latest(1), id="lost-tail-latest"),
        pytest.param(
            LOST_TAIL, lambda ledger: ledger.append(1, lay(), NOTHING), id="lost-tail-append"
        ),
        pytest.param(LOST_MIDDLE, lambda ledger: ledger.since(1), id="lost-middle-game"),
        pytest.param(
            LOST_MIDDLE,
            lambda ledger: ledger.since(1, known(Path(ledger.place), 1, 1)),
            id="lost-middle-since-before-it",
        ),
        pytest.param(MOVED, lambda ledger: ledger.since(1), id="moved-game"),
        pytest.param(MOVED, lambda ledger: ledger.since(2), id="moved-from-game"),
        pytest.param(MOVED, lambda ledger: ledger.games(), id="moved-games"),
        pytest.param(SWAPPED, lambda ledger: ledger.since(1), id="swapped-game"),
        pytest.param(SWAPPED, lambda ledger: ledger.games(), id="swapped-games"),
        pytest.param(OTHER_HEAD, lambda ledger: ledger.head(1), id="other-head"),
        pytest.param(OTHER_HEAD, lambda ledger: ledger.since(1), id="other-head-game"),
        pytest.param(OTHER_HEAD, lambda ledger: ledger.games(), id="other-head-games"),
        pytest.param(OLD_HEAD, lambda ledger: ledger.head(1), id="old-head"),
        pytest.param(OLD_HEAD, lambda ledger: ledger.since(1), id="old-head-game"),
        pytest.param(OLD_HEAD, lambda ledger: ledger.games(), id="old-head-games"),
        pytest.param(LOST_HEAD, lambda ledger: ledger.head(2), id="lost-head"),
        pytest.param(LOST_HEAD, lambda ledger: ledger.since(2), id="lost-head-game"),
        pytest.param(LOST_HEAD, lambda ledger: ledger.games(), id="lost-head-games"),
        pytest.param(LOST_HEAD, lambda ledger: ledger.open(NEW), id="lost-head-new-game"),
        pytest.param(LOST_INDEX_HEAD, lambda ledger: ledger.newest_game(), id="lost-index-head"),
        pytest.param(LOST_INDEX_HEAD, lambda ledger: ledger.latest(1), id="lost-index-head-latest"),
        pytest.param(LOST_INDEX_HEAD, lambda ledger: ledger.open(NEW), id="lost-index-head-open"),
        pytest.param(LOST_INDEX_HEAD, lambda ledger: ledger.head(3), id="lost-index-head-no-game"),
        pytest.param(OTHER_COUNT, lambda ledger: ledger.newest_game(), id="other-count"),
        pytest.param(OTHER_COUNT, lambda ledger: ledger.games(), id="other-count-games"),
        pytest.param(STRANGE_GAME, lambda ledger: ledger.head(2), id="strange-game-head"),
        pytest.param(STRANGE_GAME, lambda ledger: ledger.games(), id="strange-game-games"),
        pytest.param(STRANGE_GAME, lambda ledger: ledger.open(NEW), id="strange-game-new-game"),
        pytest.param(LOST_OPENING, lambda ledger: ledger.games(), id="lost-opening-games"),
        pytest.param(LOST_OPENING, lambda ledger: ledger.since(1), id="lost-opening-game"),
        pytest.param(LOST_LAST_OPENING, lambda ledger: ledger.newest_game(), id="lost-last"),
        pytest.param(LOST_LAST_OPENING, lambda ledger: ledger.games(), id="lost-last-games"),
        pytest.param(LOST_LAST_OPENING, lambda ledger: ledger.open(NEW), id="lost-last-open"),
        pytest.param(OTHER_OPENING, lambda ledger: ledger.games(), id="other-opening-games"),
        pytest.param(OTHER_OPENING, lambda ledger: ledger.since(1), id="other-opening-game"),
        pytest.param(OTHER_MARK, lambda ledger: ledger.marked("mark 2"), id="other-mark"),
        pytest.param(OTHER_MARK, lambda ledger: ledger.games(), id="other-mark-games"),
        pytest.param(LOST_GAME, lambda ledger: ledger.head(1), id="lost-game-head"),
        pytest.param(LOST_GAME, lambda ledger: ledger.since(1), id="lost-game"),
        pytest.param(LOST_GAME, lambda ledger: ledger.games(), id="lost-game-games"),
        pytest.param(LOST_GAME, lambda ledger: ledger.latest(2), id="lost-game-latest"),
        pytest.param(LOST_GAME, lambda ledger: ledger.append(1, lay(), NOTHING), id="lost-append"),
        pytest.param(LOST_LAST_GAME, lambda ledger: ledger.newest_game(), id="lost-last-game"),
        pytest.param(LOST_LAST_GAME, lambda ledger: ledger.head(2), id="lost-last-game-head"),
        pytest.param(LOST_LAST_GAME, lambda ledger: ledger.games(), id="lost-last-game-games"),
        pytest.param(LOST_LAST_GAME, lambda ledger: ledger.open(NEW), id="lost-last-game-open"),
        pytest.param(STRANGE_EVENT, lambda ledger: ledger.newest_game(), id="strange-event"),
        pytest.param(STRANGE_EVENT, lambda ledger: ledger.games(), id="strange-event-games"),
    ],
)
def test_damage_is_refused_by_each_question_that_it_touches(
    damaged: Callable[..., Path], damage: str, ask: Callable[[Ledger], Any]
) -> None:
    path = damaged(*damage.split(";"))
    before = path.read_bytes()
    with writing(path) as ledger:
        message = refusal(lambda: ask(ledger))
        assert ledger.verify() != []
    assert str(path) in message
    assert "rummy-score doctor" in message
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        pytest.param(ALTERED, "Event 2 of game 1 is not what was recorded", id="altered"),
        pytest.param(
            LOST_TAIL, "The head kept for game 1 is not that of its newest, 3.", id="tail"
        ),
        pytest.param(LOST_MIDDLE, "Event 3 of game 1 comes after event 1", id="middle"),
        pytest.param(
            MOVED, "Event 5 of game 1 is not what was recorded: its hash does not fit", id="moved"
        ),
        pytest.param(SWAPPED, "The opening of game 1 is not that of its first event", id="swapped"),
        pytest.param(OTHER_HEAD, "The head kept for game 1", id="head"),
        pytest.param(LOST_HEAD, "The head kept for game 2", id="lost-head"),
        pytest.param(OTHER_COUNT, "The head kept for the index of openings", id="count"),
        pytest.param(STRANGE_GAME, "The head kept for game 9", id="strange-game"),
        pytest.param(STRANGE_EVENT, "Game 9 is not in the index of openings", id="strange-event"),
        pytest.param(LOST_OPENING, "Game 1 is not in the index of openings", id="lost-opening"),
        pytest.param(LOST_GAME, "The opening of game 2 comes after that of game 0", id="lost-game"),
        pytest.param(LOST_LAST_GAME, "The head kept for the index of openings", id="lost-last"),
        pytest.param("SELECT 1", "Its tables and triggers are not those", id="triggers"),
        pytest.param(
            "DROP INDEX openings_by_mark", "Its tables and triggers are not those", id="index"
        ),
        pytest.param("DROP TABLE heads", "no such table: heads", id="table"),
    ],
)
def test_the_doctor_says_what_is_wrong(
    damaged: Callable[..., Path], damage: str, says: str
) -> None:
    with reading(damaged(*damage.split(";"))) as ledger:
        assert says in "\n".join(ledger.verify())


def test_the_doctor_finds_nothing_in_a_sound_ledger(path: Path) -> None:
    with reading(make_ledger(path, games=3, events=5)) as ledger:
        assert ledger.verify() == []


def test_a_damaged_game_leaves_the_others_at_work(damaged: Callable[..., Path]) -> None:
    with writing(damaged(ALTERED)) as ledger:
        refusal(lambda: ledger.since(1))
        assert len(ledger.since(2)) == 4
        assert append(ledger, 2).number == 5


def test_a_damaged_ledger_is_not_passed_off_as_a_backup(
    damaged: Callable[..., Path], tmp_path: Path
) -> None:
    with reading(damaged(ALTERED)) as ledger:
        assert "no backup of it would be sound" in refusal(
            lambda: ledger.backup(str(tmp_path / "copy.db"))
        )
    assert os.listdir(tmp_path) == ["ledger.db"]


@pytest.mark.parametrize(
    "body", ["[]", "nonsense", "[" * 100_000 + "]" * 100_000, '{"of":9,"to":1}', '{"of":3}']
)
@pytest.mark.parametrize("kind", ["undo", "redo"])
def test_facts_that_no_command_records_are_refused_though_every_hash_fits(
    path: Path, kind: str, body: str
) -> None:
    make_ledger(path, games=2, events=4)
    forge(path, 2, [*events_of(path, 2), (kind, body)])
    with writing(path) as ledger:
        assert "event 5 of game 2" in refusal(lambda: ledger.since(2))
        assert any(problem.startswith("Event 5 of game 2") for problem in told(ledger))
        assert len(ledger.since(1)) == 4


def told(ledger: Ledger) -> list[str]:
    """Return what the doctor says of the events; a forger drops the triggers, which it says too."""
    return [problem for problem in ledger.verify() if "tables and triggers" not in problem]


# Forgers, who recompute every hash: only what somebody noted elsewhere shows it


def events_of(path: Path, game: int) -> list[tuple[str, str]]:
    query = "SELECT kind, body FROM events WHERE game = ? ORDER BY number"
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query, (game,)).fetchall()


def forge(path: Path, game: int, events: list[tuple[str, str]]) -> None:
    """Rewrite a game, and all that hangs on it, as somebody would who knows this program."""
    change(path, f"DELETE FROM events WHERE game = {game}")
    head = NOTHING
    first = None
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for kind, body in events:
            time = "2026-05-01T19:00:00Z"
            event = sealed(Event(game, head.number + 1, kind, body, time, head.hash, ""))
            first = first or event
            head = head_of(event)
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", event)
        connection.execute("REPLACE INTO heads VALUES (?, ?, ?)", (game, *head))
        firsts = connection.execute(f"SELECT {', '.join(Event._fields)} FROM events WHERE number=1")
        index = NOTHING
        for row in firsts.fetchall():
            opening = Event._make(row)
            entry = indexed(opening, f"mark {opening.game}", index.hash)
            index = Head(entry.game, entry.hash)
            connection.execute("REPLACE INTO openings VALUES (?, ?, ?, ?, ?)", entry)
        connection.execute("REPLACE INTO heads VALUES (0, ?, ?)", index)


@pytest.fixture
def noted(path: Path) -> str:
    """The seal of game 2 of three, noted down by its players."""
    with reading(make_ledger(path, games=3, events=5)) as ledger:
        return seal_of(ledger.head(2).hash)


def test_a_changed_score_with_every_hash_recomputed_is_found_by_its_seal(
    path: Path, noted: str
) -> None:
    events = events_of(path, 2)
    events[2] = ("lay", body_text({"player": "Борис", "cards": "Q-A♠"}))
    forge(path, 2, events)
    with reading(path) as ledger:
        assert told(ledger) == []
        assert ledger.since(2)[2].facts["cards"] == "Q-A♠"
        assert find_seal(ledger, noted) is None


def test_a_cut_tail_with_rewritten_heads_is_found_by_its_seal(path: Path, noted: str) -> None:
    forge(path, 2, events_of(path, 2)[:-1])
    with reading(path) as ledger:
        assert told(ledger) == []
        assert ledger.head(2).number == 4
        assert find_seal(ledger, noted) is None


def test_an_older_copy_put_back_is_found_by_its_seal(path: Path) -> None:
    make_ledger(path, games=3, events=5)
    older = path.read_bytes()
    with writing(path) as ledger:
        noted = seal_of(append(ledger, 2).hash)
    path.write_bytes(older)
    with reading(path) as ledger:
        assert ledger.verify() == []
        assert find_seal(ledger, noted) is None


def test_a_game_deleted_with_its_opening_and_head_shows_in_the_count(
    path: Path, noted: str
) -> None:
    lost = "DELETE FROM {} WHERE game >= 2"
    change(path, lost.format("events"), lost.format("openings"), lost.format("heads"))
    with reading(path) as ledger:
        refusal(ledger.games)
        assert told(ledger) == [
            "The head kept for the index of openings is not that of its newest, 1."
        ]
    change(
        path,
        "UPDATE heads SET (number, hash) = (SELECT game, hash FROM openings WHERE game = 1)"
        " WHERE game = 0",
    )
    with reading(path) as ledger:  # now only the seal shows it
        assert told(ledger) == []
        assert len(ledger.games()) == 1
        assert find_seal(ledger, noted) is None
