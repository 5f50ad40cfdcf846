"""A scorekeeper's desk: one ledger, the game in use there, and what was read of its games so far.

A command is decided on what the ledger holds and appended only if that still holds; where another
process was faster in the same game, it is decided anew. What was read of a game is followed: only
the events since are read.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from rummy_score.errors import AmbiguousInput, BrokenRule, UnreadableInput, UnusableLedger
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
    """One game of a ledger as ``games`` lists it; ``opened`` is UTC in ISO 8601.

    ``problem`` is why it cannot be read, empty where it can.
    """

    number: int
    title: str
    variant: str
    players: tuple[str, ...]
    opened: str
    current: bool
    problem: str = ""


class Desk:
    """One ledger and the game that somebody works on there.

    ``game`` is the one that was chosen for this desk (a number or the beginning of a title);
    without it, it is the one in use of this user, else the newest.
    """

    def __init__(self, place: str, game: str | None = None) -> None:
        self.place = place
        self.game = game
        self._read: dict[int, LiveGame] = {}
        self.remembers = True  # whether the game chosen last could be remembered for this user
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
        """Return the game of this desk as its user saw it last, else as it stands."""
        return self._shown or self.live()

    def deals_closed(self) -> int:
        """Return how many deals are closed in the game of this desk, as far as it was read."""
        live = self._read.get(int(self.game)) if self.game and self.game.isdigit() else None
        return live.now.closed if live is not None and live.is_open else 0

    def seen_deal(self, live: LiveGame) -> int:
        """Return the number of the open deal as its user saw it last."""
        seen = self._shown
        return seen.next_number if seen and seen.number == live.number else live.next_number

    def games(self) -> list[Listed]:
        """Return every game that has not been taken back, in the order of their opening."""
        with open_ledger(self.place) as ledger:
            changed = set(ledger.changed())
            current = 0
            with suppress(UnreadableInput):  # RUMMY_SCORE_GAME may name one that is not there
                current = self._usual(ledger)
            found = []
            for first, last in ledger.games():
                if not is_taken_back(last):
                    follow = first.game in changed
                    found.append(self._listed(ledger, first, current, follow=follow))
        return found

    def _listed(self, ledger: "Ledger", first: Event, current: int, *, follow: bool) -> Listed:
        """Return a game as it is listed; titles and names that were changed have to be followed."""
        listed_game = Listed(
            number=first.game,
            title="",
            variant="",
            players=(),
            opened=first.time,
            current=first.game == current,
        )
        try:
            facts = facts_of(first)
            now = self._followed(ledger, first.game).now if follow else None
        except UnusableLedger as refusal:  # the other games are listed all the same
            return listed_game._replace(problem=str(refusal))
        return listed_game._replace(
            title=now.title if now else facts["title"],
            variant=facts["variant"],
            players=now.players if now else tuple(facts["players"]),
        )

    def live(self, game: str | None = None) -> LiveGame:
        """Return a game as it stands, the one of this desk where none is named."""
        with open_ledger(self.place) as ledger:
            return _there(self._followed(ledger, self._find(ledger, game)))

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
        done = self._append(game, lambda live: decide(_there(live)))
        if game is None and self.game is None and game_in_use(self.place) is None:
            self._use(done.after)  # who has begun to record in a game stays in it
        return done

    def undo(self, game: str | None = None) -> Recorded:
        """Take back the last command of a game; it is what is returned as the event."""
        done = self._append(game, _undone)
        return done._replace(event=done.before.commands[-1])

    def redo(self, game: str | None = None) -> Recorded:
        """Restore the command of a game that was taken back last; it is returned as the event."""
        done = self._append(game, _redone)
        return done._replace(event=done.after.commands[-1])

    def _append(self, game: str | None, decide: Callable[[LiveGame], Step]) -> Recorded:
        with open_ledger(self.place, writing=True) as ledger:
            number = self._find(ledger, game)
            while True:
                before = self._followed(ledger, number)
                step = decide(before)
                before.would_follow(step)  # nothing is written that could not be read again
                try:
                    draft = Draft(step.kind, body_text(step.facts))
                    event = ledger.append(number, draft, before.head)
                except Moved:
                    continue
                after = before.followed_by([event], step)
                self._read[number] = after
                return Recorded(event, before, after, _others_open(ledger, number))

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
        self.remembers = use_game(self.place, live.number, first.hash)
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
        before = ledger.was_in_use()
        if before:
            return before
        latest = ledger.latest(_LATEST)
        for last in latest:
            if not is_taken_back(last):
                return last.game
        return latest[0].game if latest else 0

    def _find(self, ledger: "Ledger", game: str | None) -> int:
        number = self._usual(ledger) if game is None else _named(ledger, game)
        if not number:
            raise BrokenRule("no game is open. Open one with: rummy-score new PLAYER...")
        return number


def _there(live: LiveGame) -> LiveGame:
    if not live.is_open:
        again = f"`rummy-score redo --game {live.number}` brings it back"
        raise BrokenRule(
            f"game {live.number} was taken back; {again}. "
            "Open one with: rummy-score new PLAYER... `rummy-score games` lists what there is."
        )
    return live


def _undone(live: LiveGame) -> Step:
    if not live.commands:
        raise BrokenRule(
            f"there is nothing to take back: game {live.number} was taken back itself; "
            f"`rummy-score redo --game {live.number}` brings it back."
        )
    return Step("undo", undo_facts(live.reach))


def _redone(live: LiveGame) -> Step:
    if not live.reach.undone:
        raise BrokenRule(f"nothing was taken back in game {live.number} since its last command.")
    return Step("redo", redo_facts(live.reach))


def _others_open(ledger: "Ledger", number: int) -> bool:
    latest = ledger.latest(_LATEST) if ledger.newest_game() > 1 else []
    return any(last.game != number and not is_taken_back(last) for last in latest)


def _named(ledger: "Ledger", game: str) -> int:
    """Return the number of the game that is meant: a number, or the beginning of a title."""
    plain = game.isascii() and game.isdigit() and len(game) < _LONGEST_NUMBER
    if plain and 1 <= int(game) <= ledger.newest_game():
        return int(game)
    games = ledger.games()
    titles: dict[int, str] = {}
    for first, _ in games:
        with suppress(UnusableLedger):  # a game that cannot be read is found by its number
            titles[first.game] = facts_of(first).get("title", "")
    for number in ledger.changed():
        with suppress(UnusableLedger):
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
