"""Transcripts of evenings: read one, play it in a ledger of its own, write down what is printed.

A line that starts with ``# `` is a remark, ``$ `` a command; what stands under it is all that it
prints, and ``[1]`` at its end the exit code where it is not 0. The ledger's path reads LEDGER, a seal SEAL.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from rummy_score.cli import cli


class Typed(NamedTuple):
    """A command of a transcript and what stands under it."""

    line: str
    printed: str


def commands(transcript: str) -> Iterator[Typed]:
    """Yield the commands of a transcript, remarks left out."""
    line, printed = "", ""
    for row in transcript.splitlines():
        if row.startswith("$ "):
            if line:
                yield Typed(line, printed)
            line, printed = row, ""
        elif row != "#" and not row.startswith("# "):
            printed += f"{row}\n"
    yield Typed(line, printed)


def play(line: str, ledger: Path) -> str:
    """Return what a command prints, and its exit code where it is not 0."""
    program, *arguments = shlex.split(line.removeprefix("$ "))
    assert program == "rummy-score"
    environment = {"COLUMNS": "80", "RUMMY_SCORE_LEDGER": str(ledger)}
    ran = CliRunner(env=environment).invoke(
        cli, arguments, catch_exceptions=False, prog_name=program
    )
    code = f"[{ran.exit_code}]\n" if ran.exit_code else ""
    printed = ran.output.replace(str(ledger), "LEDGER") + code
    return re.sub(r"^(Seal of game \d+: )[0-9A-Z]{12}$", r"\1SEAL", printed, flags=re.MULTILINE)
