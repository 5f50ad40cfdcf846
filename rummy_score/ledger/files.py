"""Files that somebody names: read whatever they turn out to be, made whole or not at all."""

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import time
from typing import TypeVar

from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.names import shown

LARGEST_FILE = 32 * 1024 * 1024
_LONGEST_PATH = 4096
_DRAFT = ".rummy-score-"
_DRAFT_DIGITS = 16  # hexadecimal
_DAY = 86_400  # seconds
_Read = TypeVar("_Read")


def read_as(path: str, read: Callable[[str], _Read]) -> _Read:
    """Return what ``read`` makes of a file's text; a refusal names the file, then each problem."""
    text = read_file(path)
    try:
        return read(text)
    except (UnreadableInput, BrokenRule) as error:
        problems = str(error).splitlines()
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        raise type(error)("\n  ".join([f"{_told(path)} has {count}:", *problems])) from None


def read_file(path: str) -> str:
    """Return the text of a UTF-8 file (``-``: standard input), or raise UnreadableInput."""
    name = _told(path)
    try:
        content = _read_bytes(path)
    except OSError as error:
        raise UnreadableInput(f"{name} cannot be read: {error.strerror or error}.") from None
    except ValueError:  # a path with a null character
        raise UnreadableInput(f"{name} is no name of a file.") from None
    if len(content) > LARGEST_FILE:
        raise UnreadableInput(
            f"{name} is larger than {LARGEST_FILE // 1024**2} MB: that is no score sheet."
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = f"byte {error.start + 1}"
        raise UnreadableInput(
            f"{name} is not UTF-8 text ({where}): that is no score sheet. Save it as UTF-8."
        ) from None


def _told(path: str) -> str:
    return "standard input" if path == "-" else shown(path, _LONGEST_PATH)


def _read_bytes(path: str) -> bytes:
    if path == "-":
        if sys.stdin is None:
            raise OSError("it is closed")
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    with open(path, "rb", opener=_open_without_waiting) as file:
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(file.fileno(), True)
        return file.read(LARGEST_FILE + 1)


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a path without waiting for somebody to write to it, should it be a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_new(path: str, text: str) -> None:
    """Write text to a new private file, whole or not at all.

    Raises UnreadableInput where there is one already or none can be made.
    """
    name = _told(path)
    try:
        content = text.encode("utf-8")
        with new_file(path) as draft:
            _fill(draft, content)
    except OSError as error:
        raise UnreadableInput(
            f"{name} cannot be written: {error.strerror or error}. Name a new file."
        ) from None
    except UnicodeEncodeError:
        raise UnreadableInput(
            f"{name} cannot be written: a character of it is no Unicode text."
        ) from None
    except ValueError:  # a path with a null character
        raise UnreadableInput(f"{name} is no name of a file.") from None


def replace_file(file: str, text: str) -> None:
    """Put a private file of this text in the place of another, if there is one, in one step."""
    with _draft_of(file) as draft:
        _fill(draft, text.encode("utf-8"))
        os.replace(draft, file)


@contextmanager
def new_file(file: str) -> Iterator[str]:
    """Give the name of a private file to fill; after the block it appears as ``file``, whole.

    Raises FileExistsError rather than replace anything.
    """
    _refuse_to_replace(file)  # before anything is made in a folder such as /dev
    with _draft_of(file) as draft:
        yield draft
        _place(draft, file)


@contextmanager
def _draft_of(file: str) -> Iterator[str]:
    """Give the name of a private file beside another, for the block to fill and to place.

    A kill leaves at most the private file behind; the next file that is made in that folder clears
    it away when it is a day old.
    """
    folder = os.path.dirname(file) or os.curdir
    draft = os.path.join(folder, _DRAFT + os.urandom(_DRAFT_DIGITS // 2).hex())
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        with suppress(OSError):  # some disks have no modes
            os.chmod(draft, 0o600)  # whatever the umask took away
        yield draft
    finally:
        with suppress(OSError):
            os.unlink(draft)
    for directory in (folder, os.path.dirname(folder)):
        _sync(directory)
    _clear_leftovers(folder)


def _fill(draft: str, content: bytes) -> None:
    with open(draft, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _place(draft: str, file: str) -> None:
    """Give a finished file its name in one step, by a link where there are links."""
    try:
        os.link(draft, file)
    except FileExistsError:
        raise
    except OSError:
        if os.name == "nt":
            os.rename(draft, file)  # which replaces nothing on Windows
        else:
            _rename_alone(draft, file)


def _rename_alone(draft: str, file: str) -> None:
    """Rename where renaming replaces, while no other of these programs does so in that folder."""
    import fcntl

    folder = os.open(os.path.dirname(file) or os.curdir, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        _refuse_to_replace(file)
        os.rename(draft, file)
    finally:
        os.close(folder)


def _refuse_to_replace(file: str) -> None:
    if os.path.lexists(file):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), file)


def _sync(folder: str) -> None:
    """Make a folder's new names outlive a power cut, where the system syncs folders at all."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _clear_leftovers(folder: str) -> None:
    """Delete the private files that killed processes of this user left in a folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _is_draft(entry.name) and _is_leftover(entry.stat(follow_symlinks=False)):
                with suppress(OSError):
                    os.unlink(entry.path)


def _is_draft(name: str) -> bool:
    digits = name.removeprefix(_DRAFT).removesuffix("-journal")  # SQLite's, beside a draft of it
    is_number = len(digits) == _DRAFT_DIGITS and set(digits) <= set("0123456789abcdef")
    return name.startswith(_DRAFT) and is_number


def _is_leftover(status: os.stat_result) -> bool:
    is_own = os.name == "nt" or status.st_uid == os.geteuid()
    return is_own and stat.S_ISREG(status.st_mode) and time() - status.st_mtime > _DAY
