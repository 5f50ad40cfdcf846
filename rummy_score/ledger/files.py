"""The text of a file that somebody names, whatever it turns out to be."""

import os
import sys
from collections.abc import Callable
from typing import TypeVar

from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.names import shown

LARGEST_FILE = 32 * 1024 * 1024
_LONGEST_PATH = 4096
_Read = TypeVar("_Read")


def read_as(path: str, read: Callable[[str], _Read]) -> _Read:
    """Return what ``read`` makes of a file's text; what is wrong with it names the file, then each problem."""
    text = read_file(path)
    try:
        return read(text)
    except (UnreadableInput, BrokenRule) as error:
        problems = str(error).splitlines()
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        raise type(error)("\n  ".join([f"{_told(path)} has {count}:", *problems])) from None


def read_file(path: str) -> str:
    """Return the text of a UTF-8 file (``-``: standard input), or raise UnreadableInput that names it."""
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


def write_new(path: str, text: str) -> None:
    """Write text to a new file, or raise UnreadableInput where there is one already or none can be made."""
    try:
        with open(path, "x", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError as error:
        raise UnreadableInput(
            f"{_told(path)} cannot be written: {error.strerror or error}. Name a new file."
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
