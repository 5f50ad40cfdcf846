"""What the commands print: text or JSON, and remarks on standard error, all as wide as a page."""

import errno
import os
import sys
from codecs import register_error
from io import StringIO, TextIOWrapper
from typing import Any, TextIO

import click

PAGE = 80
NARROWEST = 40
_SPELT = "rummy-score"


def say(text: str) -> None:
    """Print data. A reader that closes the pipe has had enough: that is no error."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    try:
        click.echo(text, color=None if wants_colour() else False)
    except BrokenPipeError:
        stop_writing(sys.stdout)


def say_json(value: Any) -> None:
    """Print a value as JSON, in plain letters where the output cannot spell all others."""
    import json

    say(json.dumps(value, ensure_ascii=not _spells_everything(), indent=2))


def remark(text: str) -> None:
    """Print a message for the person, apart from the data."""
    click.echo(wrapped(text), err=True, color=None if wants_colour() else False)


def wants_colour() -> bool:
    """Tell whether a terminal may be given colour."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Return how wide a table may be: the terminal, or a page in a pipe."""
    columns = os.environ.get("COLUMNS", "")[:4]
    if columns.isascii() and columns.isdigit() and int(columns) > 0:
        return max(NARROWEST, int(columns))
    try:
        return max(NARROWEST, os.get_terminal_size(sys.__stdout__.fileno()).columns or PAGE)  # type: ignore[union-attr]
    except (AttributeError, OSError, ValueError):
        return PAGE


def wrapped(text: str, start: str = "") -> str:
    """Break a line at its blanks so that it fits a page.

    ``start`` is a margin or a label that the text stands beside, all of it; without one, what does
    not fit the first line stands two columns in from its beginning.
    """
    columns = min(PAGE, width())
    margin = text[: len(text) - len(text.lstrip(" "))]
    under = " " * (_cells(start) or len(margin) + 2)
    lines, used = [start or margin], _cells(start or margin)
    for word in text.split():
        fresh = lines[-1].endswith(" ") or not lines[-1]
        cells = _cells(word) + (not fresh)
        if not fresh and used + cells > columns:
            lines.append(under + word)
            used = len(under) + cells - 1
        else:
            lines[-1] += word if fresh else f" {word}"
            used += cells
    return "\n".join(lines)


def make_streams_safe() -> None:
    """Let no character, and no closed stream, break what is said."""
    if sys.stderr is None:
        sys.stderr = StringIO()  # else click tells errors on standard output
    register_error(_SPELT, _spelt)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors=_SPELT)


def stop_writing(stream: TextIO) -> None:
    """Send what a stream still holds nowhere: the end of the program shall not fail on it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())


def _spelt(error: UnicodeError) -> tuple[str, int]:
    """Write what an encoding has no character for: a suit as its letter, anything else escaped."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from rummy_score.cards.cards import SUIT_CODES, SUIT_SYMBOLS

    letters = dict(zip(SUIT_SYMBOLS, SUIT_CODES, strict=True))
    characters = error.object[error.start : error.end]
    spelt = (
        letters.get(c) or c.encode("ascii", "backslashreplace").decode("ascii") for c in characters
    )
    return "".join(spelt), error.end


def _spells_everything() -> bool:
    return sys.stdout is None or (sys.stdout.encoding or "").lower().startswith("utf")


def _cells(word: str) -> int:
    """Return the columns that a word takes on a terminal, colours aside."""
    plain = click.unstyle(word)
    if plain.isascii():
        return len(plain)
    from rummy_score.names import screen_width  # which most messages do without

    return screen_width(plain)
