"""The text of a file that somebody names, whatever it turns out to be."""

import os
import sys

from rummy_score.errors import UnreadableInput
from rummy_score.names import shown

LARGEST_FILE = 32 * 1024 * 1024
_LONGEST_PATH = 4096


def read_file(path: str) -> str:
    """Return the text of a UTF-8 file (``-``: standard input), or raise UnreadableInput that names it."""
    name = "standard input" if path == "-" else shown(path, _LONGEST_PATH)
    try:
        content = _read_bytes(path)
    except OSError as error:
        raise UnreadableInput(f"{name} cannot be read: {error.strerror or error}.") from None
    except ValueError:  # a path with a null character
        raise UnreadableInput(f"{name} is no name of a file.") from None
    if len(content) > LARGEST_FILE:
        raise UnreadableInput(f"{name} is larger than {LARGEST_FILE // 1024**2} MB: that is no score sheet.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = f"byte {error.start + 1}"
        raise UnreadableInput(
            f"{name} is not UTF-8 text ({where}): that is no score sheet. Save it as UTF-8."
        ) from None


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
