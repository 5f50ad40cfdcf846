"""What the tests of the command line share besides fixtures: the types of these, and how a page is read."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from click.testing import Result
from terminal import Terminal

ROOT = Path(__file__).parents[1]


class Ran(NamedTuple):
    """What a process left behind."""

    code: int
    out: str
    err: str


Typed = Callable[..., Result]
Shell = Callable[..., Ran]
Say = Callable[[str], Result]
AtTerminal = Callable[..., Terminal]
FitsAPage = Callable[[str], None]


def words(text: str) -> str:
    """Undo the wrapping, where a test is not about where lines break."""
    return " ".join(text.split())
