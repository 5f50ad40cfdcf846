"""What the commands print: text or JSON on standard output, remarks on standard error."""

import os
import sys
from typing import Any

import click

UNPRINTABLE = "backslashreplace"


def say(text: str) -> None:
    """Print data. A reader that closes the pipe has had enough: that is no error."""
    try:
        click.echo(text, color=None if wants_colour() else False)
    except BrokenPipeError:
        _stop_writing()
    except OSError as error:
        _stop_writing()
        raise click.ClickException(f"The output cannot be written: {error.strerror or error}.") from None


def say_json(value: Any) -> None:
    """Print a value as JSON."""
    import json

    say(json.dumps(value, ensure_ascii=False, indent=2))


def remark(text: str) -> None:
    """Print a message for the person, apart from the data."""
    click.echo(text, err=True, color=None if wants_colour() else False)


def wants_colour() -> bool:
    """Tell whether a terminal may be given colour."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Return how wide a table may be: the terminal, or 80 columns in a pipe."""
    from shutil import get_terminal_size

    return max(40, get_terminal_size((80, 24)).columns)


def _stop_writing() -> None:
    """Send what is still buffered nowhere, so that the end of the program does not fail on it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
