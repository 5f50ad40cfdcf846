"""The health of a ledger: its file, its chains, each game read as commands read it, remedies."""

import os
from contextlib import suppress
from time import gmtime, strftime
from typing import TYPE_CHECKING, NamedTuple

from rummy_score.errors import RummyScoreError
from rummy_score.evening.facts import NONSENSE
from rummy_score.evening.live import LiveGame
from rummy_score.evening.wording import told
from rummy_score.ledger.engines.choice import open_ledger
from rummy_score.ledger.events import Event
from rummy_score.ledger.seals import find_seal, read_seal, seal_of
from rummy_score.names import shown

if TYPE_CHECKING:
    from rummy_score.ledger.interface import Ledger


def backup_name(path: str) -> str:
    """Return where a backup goes that nobody has named: beside the ledger, by the time of day."""
    return f"{path}.backup-{strftime('%Y%m%d-%H%M%S', gmtime())}"


def backups_of(path: str) -> list[str]:
    """Return the backups beside a ledger, the oldest first."""
    folder, name = os.path.split(os.path.abspath(path))
    with suppress(OSError):
        beside = (f"{name}.backup-", f"{name}.before-")
        found = [entry for entry in os.scandir(folder) if entry.name.startswith(beside)]
        return [entry.path for entry in sorted(found, key=lambda entry: entry.stat().st_mtime)]
    return []


class Report(NamedTuple):
    """What an examination found: how much there is, each game's seal, what is wrong, what to do."""

    games: int
    events: int
    seals: dict[int, str]
    problems: tuple[str, ...]
    remedies: tuple[str, ...]


class SealFound(NamedTuple):
    """A state of a game that a seal was noted of: the event that made it, how many came later."""

    game: int
    command: Event
    later: int


def examine(place: str) -> Report:
    """Examine a ledger without changing it."""
    with open_ledger(place) as ledger:
        problems = ledger.verify()
        if problems:
            return Report(0, 0, {}, tuple(problems), _remedies(place))
        listing = ledger.games()
        for one in listing:
            problems.extend(_read_as_commands_do(ledger, one.first.game))
        seals = {one.first.game: seal_of(one.last.hash) for one in listing}
        events = sum(one.last.number for one in listing)
        return Report(len(listing), events, seals, tuple(problems), _remedies(place))


def _read_as_commands_do(ledger: "Ledger", game: int) -> list[str]:
    """Return what keeps a game from being read, told, laid out, scored or settled."""
    from rummy_score.money.debts import balances, debts
    from rummy_score.money.settlement import fewest_payments

    try:
        events = ledger.since(game)
        live = LiveGame(game, events)
        for event in events:
            told(event)
        if live.is_open:
            standing = live.standing
            _ = live.layout  # the deal that is being played can be laid out too
            fewest_payments(balances(debts(standing), standing.totals), live.money)
    except NONSENSE as error:
        why = shown(error, 400) or type(error).__name__
        return [why if isinstance(error, RummyScoreError) else f"Game {game} cannot be read: {why}"]
    return []


def sealed_state(place: str, code: str) -> SealFound | None:
    """Return the state that a seal was noted of, or None where the ledger does not hold it."""
    wanted = read_seal(code)
    with open_ledger(place) as ledger:
        state = find_seal(ledger, wanted)
        if state is None:
            return None
        events = ledger.since(state.game)
    return SealFound(state.game, events[state.number - 1], len(events) - state.number)


def _remedies(place: str) -> tuple[str, ...]:
    copies = backups_of(place)
    newest = (
        f"The newest beside it is {shown(copies[-1], 400)}." if copies else "None lies beside it."
    )
    return (
        f"Keep this file, and put a backup in its place. {newest}",
        "Games that still open can be saved one by one: rummy-score export GAME -o FILE",
    )
