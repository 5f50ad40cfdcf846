"""A scorekeeper's desk: one ledger, the game in use there, and what was read of its games so far.

A command is decided on what the ledger holds and appended only if that still holds; where another
process was faster in the same game, it is decided anew. What was read of a game is followed: only
the events since are read.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from rummy_score.errors import AmbiguousInput, BrokenRule, UnreadableInput
from rummy_score.evening.facts import facts_of
from rummy_score.evening.live import LiveGame
from rummy_score.evening.sitting import Step
from rummy_score.ledger.chain import Draft, Moved
from rummy_score.ledger.engines.choice import open_ledger
from rummy_score.ledger.events import Event, body_text, mark_of
from rummy_score.ledger.in_use import game_in_use, use_game
from rummy_score.ledger.undoing import is_taken_back, redo_facts, undo_facts
from rummy_score.names import folded, listed, nearest, shown

if TYPE_CHECKING:
    from rummy_score.ledger.interface import Ledger

_LONGEST_NUMBER = 18
_LATEST = 50  # games looked at to tell which is the newest, and whether several are open


class Recorded(NamedTuple):
    """A command that was recorded, taken back or restored.

    ``event`` is that command, ``before`` and ``after`` are its game around it; ``others_open``
    tells that the ledger has other games open.
    """

    event: Event
    before: LiveGame
    after: LiveGame
    others_open: bool


class Listed(NamedTuple):
    """One game of a ledger as ``games`` lists it; ``opened`` is UTC in ISO 8601."""

    number: int
    title: str
    variant: str
    players: tuple[str, ...]
    opened: str
    current: bool


class Desk:
    """One ledger and the game that somebody works on there.

    ``game`` is the one that was chosen for this desk (a number or the beginning of a title);
    without it, it is the one in use of this user, else the newest.
    """

    def __init__(self, place: str, game: str | None = None) -> None:
        self.place = place
        self.game = game
        self._read: dict[int, LiveGame] = {}
        self._stays = False
        self._shown: LiveGame | None = None

    def stay_on(self, live: LiveGame | None) -> None:
        """Work on one game from now on, whatever others make theirs.

        None: on the one that is opened or chosen here first.
        """
        self._stays = True
        if live is not None:
            self.game = str(live.number)

    def show(self, live: LiveGame) -> None:
        """Note what its user sees of a game now: that is the deal that he will close."""
        self._shown = live

    def shown(self) -> LiveGame:
        """Return the game of this desk as its user saw it last, or as it stands where he saw none."""
        return self._shown or self.live()

    def seen_deal(self, live: LiveGame) -> int:
        """Return the number of the open deal as its user saw it last."""
        seen = self._shown
        return seen.next_number if seen and seen.number == live.number else live.next_number

    def games(self) -> list[Listed]:
        """Return every game that has not been taken back, in the order of their opening."""
        with open_ledger(self.place) as ledger:
            there = [game for game in ledger.games() if not is_taken_back(game.last)]
            retitled = set(ledger.changed())
            current = self._usual(ledger)
            found = []
            for first, _ in there:
                facts = facts_of(first)
                title, players = facts["title"], tuple(facts["players"])
                if first.game in retitled:
                    now = self._followed(ledger, first.game).now
                    title, players = now.title, now.players
                one = Listed(
                    number=first.game,
                    title=title,
                    variant=facts["variant"],
                    players=players,
                    opened=first.time,
                    current=first.game == current,
                )
                found.append(one)
        return found

    def live(self, game: str | None = None) -> LiveGame:
        """Return a game as it stands, the one of this desk where none is named."""
        with open_ledger(self.place) as ledger:
            return self._there(ledger, self._find(ledger, game))

    def log(self, game: str | None = None) -> tuple[list[Event], LiveGame]:
        """Return every event of a game, those taken back too, and the game that they make."""
        with open_ledger(self.place) as ledger:
            number = self._find(ledger, game)
            events = ledger.since(number)
            return events, LiveGame(number, events)

    def open(self, step: Step, mark: str = "") -> LiveGame:
        """Open a new game, in a new ledger where there is none; it is in use from now on."""
        with open_ledger(self.place, writing=True, create=True) as ledger:
            event = ledger.open(Draft(step.kind, body_text(step.facts)), mark)
        live = LiveGame(event.game, [event])
        self._use(live)
        return live

    def import_sheet(self, text: str, name: str) -> tuple[LiveGame, bool]:
        """Make a game of a sheet, or return the one that was made of it; say whether it is new."""
        from rummy_score.evening.opening import imported

        step, canonical = imported(text, name)
        mark = mark_of(canonical)
        with open_ledger(self.place, writing=True, create=True) as ledger:
            for number in ledger.marked(mark):
                live = self._followed(ledger, number)
                if live.is_open:
                    return live, False
        return self.open(step, mark), True

    def use(self, game: str) -> LiveGame:
        """Make another game the one in use."""
        live = self.live(game)
        self._use(live)
        return live

    def record(self, game: str | None, decide: Callable[[LiveGame], Step]) -> Recorded:
        """Record what ``decide`` makes of a game; it raises to refuse, and may be asked again."""
        with open_ledger(self.place, writing=True) as ledger:
            number = self._find(ledger, game)
            while True:
                before = self._there(ledger, number)
                step = decide(before)
                try:
                    draft = Draft(step.kind, body_text(step.facts))
                    event = ledger.append(number, draft, before.head)
                except Moved:
                    continue
                after = before.followed_by([event], step)
                self._read[number] = after
                return Recorded(event, before, after, _others_open(ledger, number))

    def undo(self, game: str | None = None) -> Recorded:
        """Take back the last command of a game; return it, and the game as it then stands."""
        return self._step(game, "undo")

    def redo(self, game: str | None = None) -> Recorded:
        """Restore the command of a game that was taken back last."""
        return self._step(game, "redo")

    def _step(self, game: str | None, kind: str) -> Recorded:
        with open_ledger(self.place, writing=True) as ledger:
            number = self._find(ledger, game)
            while True:
                before = self._followed(ledger, number)
                command, facts = _taken_back(before) if kind == "undo" else _restored(before)
                try:
                    event = ledger.append(number, Draft(kind, body_text(facts)), before.head)
                except Moved:
                    continue
                after = before.followed_by([event])
                self._read[number] = after
                return Recorded(command, before, after, _others_open(ledger, number))

    def _there(self, ledger: "Ledger", number: int) -> LiveGame:
        live = self._followed(ledger, number)
        if not live.is_open:
            raise BrokenRule(
                f"game {number} was taken back; `rummy-score redo --game {number}` brings it back. "
                "Open one with: rummy-score new PLAYER... `rummy-score games` lists what there is."
            )
        return live

    def _followed(self, ledger: "Ledger", number: int) -> LiveGame:
        """Return a game as it stands, reading only what has been added since it was read last."""
        before = self._read.get(number)
        if before is None:
            live = LiveGame(number, ledger.since(number))
        else:
            live = before.followed_by(ledger.since(number, before.head))
        self._read[number] = live
        return live

    def _use(self, live: LiveGame) -> None:
        first = live.commands[0]
        use_game(self.place, live.number, first.hash)
        self._read[live.number] = live
        if self._stays:
            self.stay_on(live)

    def _usual(self, ledger: "Ledger") -> int:
        """Return the game in use of who is working: the newest for who has none yet, 0 for none."""
        if self.game is not None:
            return _named(ledger, self.game)
        kept = game_in_use(self.place)
        if kept is not None and ledger.first_hash(kept.game) == kept.first:
            return kept.game
        latest = ledger.latest(_LATEST)
        there = [last.game for last in latest if not is_taken_back(last)]
        return there[0] if there else latest[0].game if latest else 0

    def _find(self, ledger: "Ledger", game: str | None) -> int:
        number = self._usual(ledger) if game is None else _named(ledger, game)
        if not number:
            raise BrokenRule("no game is open. Open one with: rummy-score new PLAYER...")
        return number


def _taken_back(live: LiveGame) -> tuple[Event, dict[str, int]]:
    if not live.commands:
        raise BrokenRule(
            f"there is nothing to take back: game {live.number} was taken back itself; "
            f"`rummy-score redo --game {live.number}` brings it back."
        )
    return live.commands[-1], undo_facts(live.reach)


def _restored(live: LiveGame) -> tuple[Event, dict[str, int]]:
    if not live.reach.undone:
        raise BrokenRule(f"nothing was taken back in game {live.number} since its last command.")
    return live.reach.taken_back[-1], redo_facts(live.reach)


def _others_open(ledger: "Ledger", number: int) -> bool:
    latest = ledger.latest(_LATEST) if ledger.newest_game() > 1 else []
    return any(last.game != number and not is_taken_back(last) for last in latest)


def _named(ledger: "Ledger", game: str) -> int:
    """Return the number of the game that is meant: a number, or the beginning of a title."""
    plain = game.isascii() and game.isdigit() and len(game) < _LONGEST_NUMBER
    if plain and 1 <= int(game) <= ledger.newest_game():
        return int(game)
    games = ledger.games()
    titles = {one.first.game: one.first.facts.get("title", "") for one in games}
    for number in ledger.changed():
        live = LiveGame(number, ledger.since(number))
        titles[number] = live.now.title if live.is_open else titles[number]
    wanted = folded(game)
    fits = [
        number
        for number, title in titles.items()
        if title and wanted and folded(title).startswith(wanted)
    ]
    fits = [number for number in fits if folded(titles[number]) == wanted] or fits
    if len(fits) > 1:
        gone = {one.first.game for one in games if is_taken_back(one.last)}
        fits = [number for number in fits if number not in gone] or fits
    if len(fits) == 1:
        return fits[0]
    if fits:
        told_games = listed((f"{number} ({titles[number]})" for number in fits), "or")
        raise AmbiguousInput(f"{shown(game)} could be game {told_games}. Name it by its number.")
    raise UnreadableInput(
        f"there is no game '{shown(game)}'{nearest(game, filter(None, titles.values()))}. "
        "`rummy-score games` lists them."
    )
