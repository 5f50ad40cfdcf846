"""The game in use: it belongs to who is working on this machine, not to the ledger.

A small file in the user's state folder holds it for each ledger. Losing the file costs a `use`, so
whatever is wrong with it is passed over; and nothing is overwritten that this program did not make.
"""

import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any, NamedTuple

from rummy_score.ledger.files import replace_file
from rummy_score.ledger.location import identity_of, state_folder

MOST_PLACES = 200
_LARGEST = 4 * 1024 * 1024  # bytes: 200 of the longest paths
_MARK = '{"rummy-score":"games in use",'  # how every such file begins
_PATIENCE = 1.0  # seconds
_O_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_O_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


class InUse(NamedTuple):
    """The game in use: its number, and the hash of its first event, by which it is known again."""

    game: int
    first: str


def state_file() -> str:
    """Return where the games in use are remembered."""
    return os.path.join(state_folder(), "games-in-use.json")


def game_in_use(place: str) -> InUse | None:
    """Return the game of a ledger that this user uses on this machine, None where none is known."""
    try:
        return _read(state_file()).get(identity_of(place))
    except (OSError, ValueError):
        return None


def use_game(place: str, game: int, first: str) -> bool:
    """Remember which game of a ledger is in use; return whether it could be remembered."""
    try:
        return _remember(identity_of(place), InUse(game, first))
    except (OSError, ValueError):
        return False


def _remember(identity: str, in_use: InUse) -> bool:
    file = state_file()
    os.makedirs(os.path.dirname(file), mode=0o700, exist_ok=True)
    with _alone(os.path.dirname(file)):
        try:
            games = _read(file)
        except FileNotFoundError:
            games = {}
        except ValueError:  # broken, and yet ours
            games = {}
        if games.get(identity) == in_use:
            return True
        games.pop(identity, None)
        games[identity] = in_use
        newest = dict(list(games.items())[-MOST_PLACES:])
        replace_file(file, _text(newest))
    return True


def _text(games: dict[str, InUse]) -> str:
    return _MARK + json.dumps({"games": games}, indent=1)[1:] + "\n"


def _read(file: str) -> dict[str, InUse]:
    """Return what is remembered, by ledger.

    Raises FileNotFoundError where there is no file, another OSError where it is none that this
    program made, ValueError where it is one and cannot be read.
    """
    handle = os.open(file, os.O_RDONLY | _O_NOFOLLOW | _O_NONBLOCK)
    with open(handle, "rb") as stream:
        status = os.fstat(handle)
        is_own = os.name == "nt" or status.st_uid == os.geteuid()
        if not stat.S_ISREG(status.st_mode) or not is_own or os.path.islink(file):
            raise OSError("it is no file of this user")
        content = stream.read(_LARGEST + 1)
    if not content.startswith(_MARK.encode()):
        raise OSError("it is not of this program")
    if len(content) > _LARGEST:
        raise ValueError("it is too large")
    try:
        games = json.loads(content)["games"]
    except (LookupError, RecursionError):
        raise ValueError("it is damaged") from None
    return _checked(games)


def _checked(games: Any) -> dict[str, InUse]:
    """Return the entries that are as this program writes them."""
    if not isinstance(games, dict):
        raise ValueError("it is damaged")
    checked = {}
    for identity, entry in games.items():
        if isinstance(entry, list) and list(map(type, entry)) == [int, str]:
            checked[identity] = InUse(*entry)
    return checked


@contextmanager
def _alone(folder: str) -> Iterator[None]:
    """Keep others from writing meanwhile, so that no entry is lost; but wait for nobody long."""
    try:
        import fcntl
    except ImportError:  # Windows: the file stays whole all the same
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        deadline = monotonic() + _PATIENCE
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                if monotonic() > deadline:
                    break
            sleep(0.001)
        yield
    finally:
        os.close(handle)
