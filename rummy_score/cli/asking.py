"""Short questions at a terminal, with a way back; elsewhere nothing is asked."""

import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import click

from rummy_score.cli.screen import wrapped
from rummy_score.errors import RummyScoreError, UnusableLedger

BACK = "<"


class Question(NamedTuple):
    """One thing that is missing: how it is asked for and read, and what an empty answer means."""

    key: str
    words: str
    read: Callable[[str], Any]
    default: str | None = None


def at_terminal() -> bool:
    """Tell whether somebody is there to be asked."""
    return (
        sys.stdin is not None
        and sys.stdin.isatty()
        and sys.stderr is not None
        and sys.stderr.isatty()
    )


def ask(missing: Callable[[dict[str, Any]], Iterable[Question]]) -> dict[str, Any]:
    """Ask for what is missing, given the answers so far, until nothing is; return them by key.

    ``<`` takes back the answer before, Ctrl-C leaves without a trace.
    """
    answers: dict[str, Any] = {}
    while question := next(iter(missing(answers)), None):
        if not answers:
            click.echo(f"({BACK} goes back, Ctrl-C leaves)", err=True)
        typed = _typed(question)
        if typed == BACK:
            if answers:
                answers.popitem()
            continue
        try:
            answers[question.key] = question.read(typed)
        except UnusableLedger:
            raise
        except RummyScoreError as problem:  # asked again, alone; the other answers stay
            click.echo(wrapped(str(problem)), err=True)
    return answers


def _typed(question: Question) -> str:
    default = "" if question.default is None else question.default
    hint = f" [{default}]" if default else ""
    answer: str = click.prompt(
        f"{question.words}{hint}", default=default, show_default=False, err=True
    )
    return answer.strip()
