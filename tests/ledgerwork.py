"""What the tests of the ledger share: ledgers made quickly, every way to read one, children that can be killed."""

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

from rummy_score.ledger.events import GENESIS, Event, body_text, seal
from rummy_score.ledger.sqlite import Draft, Head, Ledger, Moved

NOTHING = Head(0, GENESIS)
NOBODY = 65534
MEMORY = "/dev/shm"


@contextmanager
def quick_folder() -> Iterator[Path]:
    """Give a folder in memory where there is one, since other jobs may keep the disk busy with their own syncing."""
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        yield Path(folder)


def lay(game: int | None, text: str = "7-9H", switch: bool = True) -> Draft:
    return Draft(
        game,
        "new" if game is None else "lay",
        body_text({"player": "Борис", "cards": text}),
        switch,
    )


def make_ledger(path: Path, games: int = 0, events: int = 0) -> Path:
    """Make a ledger of games with events each, dealt in turn, quicker than by recording them."""
    with Ledger.write(str(path), create=True):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("BEGIN")
        heads: dict[int, tuple[int, str, int]] = {}
        connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _events(games, events, heads)
        )
        rows = [(game, *head) for game, head in heads.items()]
        connection.executemany("REPLACE INTO heads VALUES (?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
    return path


def _events(games: int, events: int, heads: dict[int, tuple[int, str, int]]) -> Iterator[Event]:
    seq = 0
    for round_ in range(events):
        for game in range(1, games + 1):
            seq += 1
            before, count = heads[game][1:] if round_ else (GENESIS, 0)
            draft = lay(game if round_ else None, f"{seq}H")
            event = seal(
                Event(
                    seq,
                    game,
                    draft.kind,
                    draft.body,
                    "2026-05-01T19:00:00Z",
                    game,
                    seq - 1,
                    before,
                    "",
                )
            )
            heads[game] = (seq, event.hash, count + 1)
            heads[0] = (seq, event.hash, seq)
            yield event


def append(ledger: Ledger, draft: Draft) -> Event:
    """Add an event as a command does: by the head it knows, and again where another was quicker."""
    while True:
        try:
            return ledger.append(draft, NOTHING if draft.game is None else ledger.head(draft.game))
        except Moved:
            continue


def ways_to_read(games: int, events: int) -> dict[str, Callable[[Ledger], Any]]:
    """Return every question that a ledger answers, for one of so many games and events of all."""
    ways: dict[str, Callable[[Ledger], Any]] = {
        "head": Ledger.head,
        "last": Ledger.last,
        "current": Ledger.current,
        "games": Ledger.games,
    }
    for game in range(1, games + 2):
        ways[f"head({game})"] = lambda ledger, game=game: ledger.head(game)
        ways[f"since({game})"] = lambda ledger, game=game: ledger.since(game)
    for seq in range(1, events + 1, 4):
        ways[f"find({seq})"] = lambda ledger, seq=seq: ledger.find(seq)
    return ways


class Child:
    """A forked process that runs work(say) and can be killed; ``said`` is what it has said, line by line."""

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
    """Give a wait() for children and a fire() for their parent, so that they start at the same time."""
    waiting, held = os.pipe()

    def wait() -> None:
        os.close(held)
        os.read(waiting, 1)

    def fire() -> None:
        os.close(held)

    yield wait, fire
    os.close(waiting)
