"""The games of a ledger: find one, record a command in it, take commands back.

A command is decided on what the ledger holds and appended only if that still holds; where another
process was faster, the command is decided anew.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from rummy_score.errors import AmbiguousInput, BrokenRule, UnreadableInput
from rummy_score.evening.live import Evening, game_facts
from rummy_score.ledger.events import GENESIS, Event, body_text, pile_after
from rummy_score.ledger.sqlite import Draft, Head, Ledger, Moved
from rummy_score.names import folded, listed, nearest, shown
from rummy_score.scoring.deals import said

Facts = dict[str, Any]
_LONGEST_NUMBER = 18


class Step(NamedTuple):
    """What a command comes to: the kind of event and its facts."""

    kind: str
    facts: Facts


class Recorded(NamedTuple):
    """A command in the ledger: its event, the game's number, and the evening before and after it."""

    event: Event
    before: Evening
    after: Evening


class Listed(NamedTuple):
    """One game of a ledger as ``games`` lists it."""

    number: int
    title: str
    variant: str
    players: tuple[str, ...]
    opened: str
    current: bool


def listed_games(path: str) -> list[Listed]:
    """Return every game of a ledger that has not been taken back, in the order in which they were opened."""
    with Ledger.read(path) as ledger:
        current = ledger.current()
        there = [
            first for first, _, count in ledger.games() if count % 2 or _is_open(ledger, first.game)
        ]
    return [_listed(first, first.game == current) for first in there]


def _is_open(ledger: Ledger, game: int) -> bool:
    return Evening(ledger.since(game)).is_open


def _listed(first: Event, current: bool) -> Listed:
    facts = first.facts
    return Listed(
        first.game, facts["title"], facts["variant"], tuple(facts["players"]), first.time, current
    )


def read_log(path: str, game: str | None) -> tuple[list[Event], Evening]:
    """Return every event of a game, those taken back too, and the evening that they make."""
    with Ledger.read(path) as ledger:
        events = ledger.since(_find(ledger, game))
        return events, Evening(events)


def read_evening(path: str, game: str | None) -> tuple[int, Evening]:
    """Return the number and the evening of a game, the current one where none is named."""
    with Ledger.read(path) as ledger:
        number = _find(ledger, game)
        evening = Evening(ledger.since(number))
    if not evening.is_open:
        raise BrokenRule(f"game {number} was taken back; `rummy-score redo` brings it back.")
    return number, evening


def open_game(path: str, step: Step) -> Event:
    """Open a new game, in a new ledger where there is none, and make it the current one."""
    with Ledger.write(path, create=True) as ledger:
        return ledger.append(Draft(None, step.kind, body_text(step.facts), True), Head(0, GENESIS))


def import_sheet(path: str, text: str, name: str) -> tuple[Event, bool]:
    """Make a game of a sheet, or return the one that was made of the same sheet; say whether it is new."""
    from rummy_score.sheets.reading import read_sheet  # 3 ms at start that no other command needs
    from rummy_score.sheets.writing import sheet_text

    sheet = read_sheet(text)
    game = sheet.standing.game
    rules = game.rules
    game = game._replace(
        deals=tuple(said(deal, rules.seated(len(deal.seated))) for deal in game.deals)
    )
    facts = {
        **game_facts(game, sheet.money),
        "away": list(game.away),
        "sheet": sheet_text(game, sheet.money),
        "name": name,
    }
    with Ledger.write(path, create=True) as ledger:
        while True:
            head = ledger.head()
            for first, _, _ in ledger.games():
                same = first.kind == "import" and first.facts["sheet"] == facts["sheet"]
                if same and _is_open(ledger, first.game):
                    return first, False
            try:
                return ledger.append(
                    Draft(None, "import", body_text(facts), True), head, whole=True
                ), True
            except Moved:
                continue


def record(
    path: str, game: str | None, decide: Callable[[Evening], Step], *, switch: bool = False
) -> Recorded:
    """Record what ``decide`` makes of a game; it raises to refuse, and may be asked again.

    A game that is named does not become the current one unless ``switch`` says so.
    """
    with Ledger.write(path) as ledger:
        while True:
            number = _find(ledger, game)
            events = ledger.since(number)
            before = Evening(events)
            if not before.is_open:
                raise BrokenRule(
                    f"game {number} was taken back; `rummy-score redo` brings it back."
                )
            step = decide(before)
            draft = Draft(number, step.kind, body_text(step.facts), switch)
            try:
                event = ledger.append(draft, Head(events[-1].seq, events[-1].hash))
            except Moved:
                continue
            return Recorded(event, before, before.followed_by(event))


def undo(path: str) -> tuple[Event, Evening]:
    """Take back the last command of the ledger; return it, and its game as it then stands."""
    return _step_back(path, "undo")


def redo(path: str) -> tuple[Event, Evening]:
    """Restore the command taken back last; return it, and its game as it then stands."""
    return _step_back(path, "redo")


def _step_back(path: str, kind: str) -> tuple[Event, Evening]:
    with Ledger.write(path) as ledger:
        while True:
            last = ledger.last()
            pile = pile_after(last, ledger.find)
            seq = pile.undo if kind == "undo" else pile.redo
            if last is None or not seq:
                raise BrokenRule(
                    "there is nothing to take back."
                    if kind == "undo"
                    else "nothing was taken back."
                )
            command = ledger.find(seq)
            if kind == "redo":
                command = ledger.find(command.facts["of"])
            draft = Draft(command.game, kind, body_text({"of": seq}), False)
            try:
                ledger.append(draft, Head(last.seq, last.hash), whole=True)
            except Moved:
                continue
            return command, Evening(ledger.since(command.game))


def _find(ledger: Ledger, game: str | None) -> int:
    """Return the number of the game that is meant: the current one, a number, or the beginning of a title."""
    if game is None:
        number = ledger.current()
        if not number:
            raise BrokenRule("no game is open. Open one with: rummy-score new PLAYER...")
        return number
    if (
        game.isascii()
        and game.isdigit()
        and len(game) < _LONGEST_NUMBER
        and ledger.head(int(game)).seq
        and int(game)
    ):
        return int(game)
    titles = {first.game: first.facts.get("title", "") for first, _, _ in ledger.games()}
    wanted = folded(game)
    fits = [
        number
        for number, title in titles.items()
        if title and wanted and folded(title).startswith(wanted)
    ]
    fits = [number for number in fits if folded(titles[number]) == wanted] or fits
    if len(fits) > 1:
        fits = [number for number in fits if _is_open(ledger, number)] or fits
    if len(fits) == 1:
        return fits[0]
    if fits:
        told_games = listed((f"{number} ({titles[number]})" for number in fits), "or")
        raise AmbiguousInput(f"{shown(game)} could be game {told_games}. Name it by its number.")
    raise UnreadableInput(
        f"there is no game '{shown(game)}'{nearest(game, filter(None, titles.values()))}. "
        "`rummy-score games` lists them."
    )
