"""A ledger's file and SQLite: how it is named and made, what is said of a fault. No SQL."""

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep

from rummy_score.errors import RummyScoreError
from rummy_score.ledger.chain import (
    OUTDATED,
    Damage,
    NoLedger,
    damaged,
    refused,
    unusable,
)
from rummy_score.ledger.files import new_file
from rummy_score.names import shown

FOREIGN = (
    "Name another ledger with --ledger, put a backup in its place,"
    " or move the file away and begin anew."
)
ELSEWHERE = "Make the file and its folder yours to write, or name another ledger with --ledger."
APPLICATION_ID = 0x52756D53  # "RumS"
OLDEST_SQLITE = (3, 37)  # the first with STRICT tables: https://www.sqlite.org/stricttables.html
# What a full disk, a foreign file or one of nonsense makes of SQLite's and of Python's errors.
_FAULTS = (sqlite3.Error, OSError, ArithmeticError, LookupError, MemoryError, TypeError, ValueError)
# By SQLite's result code: https://www.sqlite.org/rescode.html
_REASONS = {
    sqlite3.SQLITE_BUSY: ("another program keeps it locked", "Close that program, then try again."),
    sqlite3.SQLITE_FULL: ("the disk is full", "Make room on the disk, then try again."),
    sqlite3.SQLITE_READONLY: ("it may only be read", ELSEWHERE),
    sqlite3.SQLITE_CANTOPEN: ("the file or its folder cannot be opened or written", ELSEWHERE),
    sqlite3.SQLITE_PERM: ("access to it is denied", ELSEWHERE),
    sqlite3.SQLITE_IOERR: (
        "the disk fails to read or write it",
        "Check the disk, then run `rummy-score doctor`.",
    ),
    sqlite3.SQLITE_NOTADB: ("it is no ledger, or its first bytes are damaged", FOREIGN),
}


@contextmanager
def refusing(path: str) -> Iterator[None]:
    """Turn whatever goes wrong with a ledger's file into an UnusableLedger."""
    try:
        yield
    except Damage as damage:
        raise refused(path, damage) from damage
    except _FAULTS as fault:
        # Without the extension: any kind of SQLITE_BUSY.
        code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
        if code in _REASONS:
            refusal = unusable(path, *_REASONS[code])
        elif isinstance(fault, OSError):
            refusal = unusable(
                path,
                shown(fault.strerror or fault, 120),
                "Mend that, or name another with --ledger.",
            )
        elif isinstance(fault, UnicodeEncodeError):
            refusal = unusable(
                path, "it cannot hold a character that was given", "Leave that character out."
            )
        else:
            refusal = damaged(path, f"it is damaged ({shown(fault, 120) or type(fault).__name__})")
        raise refusal from fault


def recognised(path: str, application: int, version: int, known: int) -> int:
    """Return the version in a file's header; refuse what is not ours, or newer than is known."""
    if application != APPLICATION_ID or version < 1:
        raise unusable(
            path, "it is another program's file, or its first bytes are damaged", FOREIGN
        )
    if version > known:
        later = f"it is of version {version}, and this rummy-score knows up to {known}"
        raise unusable(path, later, OUTDATED)
    return version


def patiently(attempt: Callable[[], object], seconds: float) -> None:
    """Attempt something again while another program keeps the ledger locked, for so many seconds.

    SQLite's own waiting comes to sleep 0.1 s between two attempts: beside quick rivals its turn
    hardly comes.
    """
    deadline = monotonic() + seconds
    while True:
        try:
            attempt()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
        sleep(0.001)


def look_at(file: str, path: str, fill: Callable[[str], None] | None) -> bool:
    """Refuse what cannot be a ledger before SQLite opens it; ``fill`` makes it where it is missing.

    Returns whether it was made. ``path`` is the file's name in messages. Raises NoLedger where none
    is there, nor made.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        old = f"this Python comes with SQLite {sqlite3.sqlite_version}, which is too old"
        raise unusable(
            path, old, f"Use a Python with SQLite {OLDEST_SQLITE[0]}.{OLDEST_SQLITE[1]} or newer."
        )
    made = fill is not None and _make(file, fill)
    try:
        status = os.stat(file)
    except FileNotFoundError:
        raise NoLedger(
            f"There is no ledger at {shown(path, 4096)} yet; `rummy-score new` opens one."
        ) from None
    if not stat.S_ISREG(status.st_mode):
        raise unusable(path, "it is no ordinary file", "Name another ledger with --ledger.")
    if status.st_size == 0:
        raise unusable(path, "the file is empty", FOREIGN)
    return made


def _make(file: str, fill: Callable[[str], None]) -> bool:
    """Make a ledger's folder and file unless the file is there; tell whether it was made."""
    if os.path.exists(file):
        return False
    os.makedirs(os.path.dirname(file), mode=0o700, exist_ok=True)
    try:
        with new_file(file) as draft:
            fill(draft)
    except FileExistsError:  # another process was quicker: its ledger is as good
        return False
    return True


def uri(file: str, mode: str) -> str:
    """Return the name by which SQLite opens a file that is there, to read (ro) or write (rw).

    It never makes one. As in https://www.sqlite.org/uri.html
    """
    place = file.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    if os.name == "nt":
        place = place.replace("\\", "/")
    return f"file://{'' if place.startswith('/') else '/'}{place}?mode={mode}"


def free_name(name: str) -> str:
    """Return the name, with as many ~ after it as make it new."""
    while os.path.lexists(name):
        name += "~"
    return name


@contextmanager
def backup_file(target: str) -> Iterator[str]:
    """Give the name of a private file to fill, as ``new_file`` does, unless the target is there."""
    if os.path.lexists(target):
        raise RummyScoreError(
            f"{shown(target, 4096)} exists already; name a new file for the backup."
        )
    with refusing(target), new_file(os.path.realpath(target)) as draft:
        yield draft
