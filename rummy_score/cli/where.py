"""Which ledger and which game a command works on."""

import os
from collections.abc import Callable
from typing import Any

import click

from rummy_score.places import default_path

Command = Callable[..., Any]


def ledger_path(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Return the ledger named by the option, before the command or after it, by RUMMY_SCORE_LEDGER, or the usual."""
    named = value or ctx.find_root().params.get("ledger") or os.environ.get("RUMMY_SCORE_LEDGER")
    if named:
        return os.path.expanduser(named)
    return default_path()


def ledger_option(command: Command) -> Command:
    """Add ``--ledger``, handed over as a path."""
    text = "The ledger file; else RUMMY_SCORE_LEDGER, else the usual place."
    return click.option("--ledger", metavar="FILE", callback=ledger_path, help=text)(command)


def game_option(command: Command) -> Command:
    """Add ``--game`` for another game than the current one."""
    text = "Another game than the current one: its number or title."
    return click.option("--game", metavar="GAME", help=text)(command)
