"""The health of a ledger: the file, its chains, every game reckoned anew, and what to do about damage."""

import os
from contextlib import suppress
from time import gmtime, strftime
from typing import NamedTuple

from rummy_score.errors import RummyScoreError
from rummy_score.evening.live import Evening
from rummy_score.ledger.sqlite import Ledger
from rummy_score.names import shown

# What facts that no command would record make of the fold.
_NONSENSE = (RummyScoreError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def backup_name(path: str) -> str:
    """Return where a backup goes that nobody has named: beside the ledger, by the time of day."""
    return f"{path}.backup-{strftime('%Y%m%d-%H%M%S', gmtime())}"


def backups_of(path: str) -> list[str]:
    """Return the backups beside a ledger, the oldest first."""
    folder, name = os.path.split(os.path.abspath(path))
    with suppress(OSError):
        found = [
            entry
            for entry in os.scandir(folder)
            if entry.name.startswith((f"{name}.backup-", f"{name}.before-"))
        ]
        return [entry.path for entry in sorted(found, key=lambda entry: entry.stat().st_mtime)]
    return []


class Report(NamedTuple):
    """What an examination found: how much there is, what is wrong, what to do."""

    games: int
    events: int
    problems: tuple[str, ...]
    remedies: tuple[str, ...]


def examine(path: str) -> Report:
    """Examine a ledger without changing it."""
    with Ledger.read(path) as ledger:
        problems = ledger.verify()
        if problems:
            return Report(0, 0, tuple(problems), _remedies(path))
        listing = ledger.games()
        problems = [told for first, _, _ in listing for told in _reckoned(ledger, first.game)]
        return Report(
            len(listing), sum(count for _, _, count in listing), tuple(problems), _remedies(path)
        )


def _reckoned(ledger: Ledger, game: int) -> list[str]:
    evening = Evening(ledger.since(game))
    if not evening.is_open:
        return []
    try:
        refusals = evening.standing.refusals
        _ = evening.layout  # the deal that is being played can be laid out too
    except _NONSENSE as error:
        return [f"game {game} cannot be reckoned: {shown(error, 200) or type(error).__name__}"]
    return [f"game {game}, deal {number}: {finding.message}" for number, finding in refusals]


def _remedies(path: str) -> tuple[str, ...]:
    copies = backups_of(path)
    newest = (
        f"The newest beside it is {shown(copies[-1], 400)}." if copies else "None lies beside it."
    )
    return (
        f"Keep this file, and put a backup in its place. {newest}",
        "Games that still open can be saved one by one: rummy-score export GAME -o FILE",
    )
