"""What the tests of the ledger share: ledgers made quickly, questions, children to be killed."""

import os
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from hypothesis import settings

from rummy_score.ledger.chain import NOTHING, Draft, Head, Moved, head_of, indexed
from rummy_score.ledger.engines.sqlite import SqliteLedger
from rummy_score.ledger.events import GENESIS, Event, body_text, sealed
from rummy_score.ledger.interface import Ledger
from rummy_score.ledger.undoing import reach, redo_facts, undo_facts

NOBODY = 65534
MEMORY = "/dev/shm"
MORE = int(os.environ.get("RUMMY_SCORE_EXAMPLES", "1"))  # how many times as many random games


def examples(count: int) -> settings:
    return settings(max_examples=count * MORE, deadline=None)


@contextmanager
def quick_folder() -> Iterator[Path]:
    """Give a folder in memory where there is one: the disk may be busy with syncing."""
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        yield Path(folder)


def reading(path: Path | str) -> SqliteLedger:
    return SqliteLedger(str(path))


def writing(path: Path | str, create: bool = False) -> SqliteLedger:
    return SqliteLedger(str(path), writing=True, create=create)


def lay(text: str = "7-9H") -> Draft:
    return Draft("lay", body_text({"player": "Борис", "cards": text}))


NEW = Draft("new", body_text({"players": ["Борис", "Anna"]}))


def make_ledger(path: Path, games: int = 0, events: int = 0) -> Path:
    """Make a ledger of games with events each, dealt in turn, quicker than by recording them."""
    with writing(path, create=True):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("BEGIN")
        firsts: list[Event] = []
        heads = dict.fromkeys(range(1, games + 1), NOTHING)
        for event in _events(games, events):
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", event)
            heads[event.game] = head_of(event)
            if event.number == 1:
                firsts.append(event)
        heads[0] = NOTHING
        for first in firsts:
            entry = indexed(first, f"mark {first.game}", heads[0].hash)
            connection.execute("INSERT INTO openings VALUES (?, ?, ?, ?, ?)", entry)
            heads[0] = Head(entry.game, entry.hash)
        rows = [(game, *head) for game, head in heads.items()]
        connection.executemany("REPLACE INTO heads VALUES (?, ?, ?)", rows)
        connection.execute("COMMIT")
    return path


def _events(games: int, events: int) -> Iterator[Event]:
    before = dict.fromkeys(range(1, games + 1), GENESIS)
    for number in range(1, events + 1):
        for game in range(1, games + 1):
            kind, body = _opening(game) if number == 1 else lay(f"{number}H")
            event = Event(game, number, kind, body, "2026-05-01T19:00:00Z", before[game], "")
            event = sealed(event)
            before[game] = event.hash
            yield event


def _opening(game: int) -> Draft:
    """Return a first event with an id, as ``open`` gives it one: else all games had one chain."""
    return Draft("new", body_text({"players": ["Борис", "Anna"], "id": f"{game:016x}"}))


def append(ledger: Ledger, game: int | None, draft: Draft | None = None) -> Event:
    """Add an event as a command does: by the head it knows, and again where another was quicker."""
    if game is None:
        return ledger.open(draft or NEW)
    while True:
        try:
            return ledger.append(game, draft or lay(), ledger.head(game))
        except Moved:
            continue


def undo(ledger: Ledger, game: int) -> Event:
    """Take back the last command of a game."""
    facts = undo_facts(reach(ledger.since(game)))
    return ledger.append(game, Draft("undo", body_text(facts)), ledger.head(game))


def redo(ledger: Ledger, game: int) -> Event:
    """Restore what was taken back last in a game."""
    facts = redo_facts(reach(ledger.since(game)))
    return ledger.append(game, Draft("redo", body_text(facts)), ledger.head(game))


def cards(ledger: Ledger, game: int) -> list[str]:
    """Return what was laid in a game and is in force."""
    in_force = reach(ledger.since(game)).commands
    return [command.facts["cards"] for command in in_force if command.kind == "lay"]


def ways_to_read(games: int, events: int) -> dict[str, Callable[[Ledger], Any]]:
    """Return every question that a ledger answers, for one of so many games and events of each."""
    ways: dict[str, Callable[[Ledger], Any]] = {
        "newest_game": lambda ledger: ledger.newest_game(),
        "games": lambda ledger: ledger.games(),
        "latest": lambda ledger: ledger.latest(2),
    }
    for game in range(1, games + 2):
        ways[f"head({game})"] = lambda ledger, game=game: ledger.head(game)
        ways[f"since({game})"] = lambda ledger, game=game: ledger.since(game)
        for number in range(1, events + 1, 4):
            ways[f"since({game}, {number})"] = lambda ledger, game=game, number=number: (
                ledger.since(game, head_of(ledger.since(game)[number - 1])) if game <= games else []
            )
    return ways


class Child:
    """A forked process that runs work(say) and can be killed; what it said comes line by line."""

    def __init__(
        self, work: Callable[[Callable[[object], None]], None], user: int | None = None
    ) -> None:
        self._said, out = os.pipe()
        self.pid = os.fork()
        if self.pid:
            os.close(out)
            return
        code = 1
        try:
            if user is not None and os.geteuid() == 0:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            work(lambda line: os.write(out, f"{line}\n".encode()) and None)
            code = 0
        except BaseException:
            traceback.print_exc(file=sys.stderr)
            os.write(out, traceback.format_exc().encode())
        finally:
            os._exit(code)

    def kill(self, after: float = 0.0) -> list[str]:
        """Kill it after so many seconds and return what it had said."""
        time.sleep(after)
        os.kill(self.pid, signal.SIGKILL)
        return self._end()[1]

    def wait(self) -> list[str]:
        """Let it come to its end and return what it said."""
        code, said = self._end()
        assert code == 0, "\n".join(said)
        return said

    def _end(self) -> tuple[int, list[str]]:
        with os.fdopen(self._said, "rb") as pipe:
            text = pipe.read().decode()
        _, status = os.waitpid(self.pid, 0)
        # What is said is said whole: a line without its end was not acknowledged.
        return status, text[: text.rfind("\n") + 1].splitlines()


@contextmanager
def starting_gun() -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """Give a wait() for children and a fire() for their parent: they start at the same time."""
    waiting, held = os.pipe()

    def wait() -> None:
        os.close(held)
        os.read(waiting, 1)

    def fire() -> None:
        os.close(held)

    yield wait, fire
    os.close(waiting)
