"""A game as it is being played: events folded into who sits, the open deal, the closed ones.

What a command does not ask for is not computed: a turn needs neither the closed deals nor the score
table. What was folded is followed: after one more event, what is known of the game is carried on.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from rummy_score.errors import UnknownFact, UnusableLedger
from rummy_score.evening.facts import NONSENSE, Facts, facts_of, newer, nonsense
from rummy_score.evening.sitting import Sitting, Step, opened_sitting, sat_on
from rummy_score.ledger.chain import head_of
from rummy_score.ledger.events import Event
from rummy_score.ledger.undoing import NOTHING_REACHED, Reach, reach
from rummy_score.names import shown
from rummy_score.referee.layout import Layout, grow
from rummy_score.rules.rules import Rules
from rummy_score.scoring.deals import Deal

if TYPE_CHECKING:
    from rummy_score.evening.closed import Told
    from rummy_score.money.settlement import Money
    from rummy_score.scoring.games import Game, Standing

# States of a game before the present one: an undo is answered from them. After so many the chain
# begins anew, so that no evening is kept whole; the undo that follows folds the game once.
_MOST_REMEMBERED = 32


class LiveGame:
    """One game of a ledger as far as it was played.

    Whatever is asked of it, facts that no command would have recorded raise UnusableLedger.
    """

    def __init__(self, number: int, events: Iterable[Event]) -> None:
        """Take the events of a game from its first on, in order; they have been proved."""
        self.number = number
        self.head = head_of(None)
        self.reach = NOTHING_REACHED
        self.facts: dict[int, Facts] = {}
        self.deals: dict[int, Deal] = {}  # by the command that closed or edited them
        self.sitting: Sitting | None = None
        self._before: LiveGame | None = None
        self._remembered = 0
        # The score table of a state before, and the first deal whose line may differ from it.
        self._scored: tuple[Standing, int] | None = None
        self._take(list(events))

    def _take(self, events: Sequence[Event]) -> None:
        with _refused_as_nonsense(self.number):
            for event in events:  # those taken back too: nothing unknown is passed over
                self.facts[event.number] = facts_of(event)
            self.reach = reach(events, self.reach)
            for command in self.reach.commands:
                self._seat(command, self.sitting)
        if events:
            self.head = head_of(events[-1])

    def followed_by(self, events: Sequence[Event], step: Step | None = None) -> "LiveGame":
        """Return the game after more events; ``step`` is what made the last one of them."""
        if not events:
            return self
        with _refused_as_nonsense(self.number):
            for event in events:
                is_known = step is not None and event is events[-1]
                self.facts[event.number] = step.facts if is_known and step else facts_of(event)
            after = reach(events, self.reach)
            state = self._last_in_common_with(after)
            if state is None:  # taken back further than is remembered
                state = LiveGame(self.number, ())
                state.facts, state.deals = self.facts, self.deals
            ahead = after.commands[len(state.commands) :]
            for command in ahead:
                state = state._after(command, step if command is events[-1] else None)
            if not ahead:
                state = state._copy()
        state.reach, state.head = after, head_of(events[-1])
        return state

    def would_follow(self, step: Step) -> None:
        """Raise UnusableLedger where what a step records could not be read again."""
        if step.kind in ("undo", "redo"):
            return  # what is in force was read already
        with _refused_as_nonsense(self.number):
            sat_on(self.now, step.kind, step.facts, step)

    def _last_in_common_with(self, after: Reach) -> "LiveGame | None":
        """Return the newest remembered state whose commands all stand in ``after``."""
        state: LiveGame | None = self
        while state is not None:
            count = len(state.commands)
            # Commands are a stack: where one of them stands at its place, all below it do.
            if count <= len(after.commands) and (
                count == 0 or state.commands[-1] == after.commands[count - 1]
            ):
                return state
            state = state._before
        return None

    @property
    def is_open(self) -> bool:
        """Whether the game is there: opened, and not taken back."""
        return self.sitting is not None

    @property
    def commands(self) -> tuple[Event, ...]:
        """The commands that were not taken back, in order."""
        return self.reach.commands

    @property
    def now(self) -> Sitting:
        """Who sits by which rules; a game that was taken back has nobody."""
        assert self.sitting is not None, "ask is_open first"
        return self.sitting

    @property
    def title(self) -> str:
        """What the game is called in words: its title, else its variant."""
        return self.now.title or self.now.variant

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who has played, in seat order."""
        return self.now.players

    @property
    def seated(self) -> tuple[str, ...]:
        """Who plays from the next deal on."""
        return self.now.seated

    @property
    def has_begun(self) -> bool:
        """Whether anything was recorded of the open deal."""
        return self.now.begun is not None

    @property
    def next_number(self) -> int:
        """The number of the deal that is being played, or comes next."""
        return self.now.closed + 1

    @cached_property
    def rules(self) -> Rules:
        """The rules of the deal that is being played or comes next, for those who sit in it."""
        sitting = self.now
        seated = sitting.begun or sitting.seated
        return sitting.rules.in_force(len(seated), self.next_number)

    @cached_property
    def money(self) -> "Money | None":
        """The money for a point, where one was agreed."""
        from rummy_score.money.settlement import parse_money

        sitting = self.now
        if not sitting.stake:
            return None
        return parse_money(sitting.stake, sitting.coin, sitting.currency)

    @cached_property
    def open_deal(self) -> Deal:
        """The deal that is being played, as far as it is known; who sits is settled at once."""
        sitting = self.now
        seated = sitting.begun or sitting.seated
        join = {player: at for player, at in sitting.join.items() if player in seated}
        return Deal(seated, sitting.turns, sitting.left, join=join)

    @cached_property
    def layout(self) -> Layout:
        """The melds on the table."""
        layout = Layout()
        with _refused_as_nonsense(self.number):
            for turn in self.open_deal.turns:
                layout = grow(layout, turn, self.rules).layout
        return layout

    @cached_property
    def game(self) -> "Game":
        """The game with every closed deal."""
        from rummy_score.evening.closed import closed_game  # a turn does without

        with _refused_as_nonsense(self.number):
            return closed_game(map(self._told, self.commands), self.now)

    @property
    def changed_since_0_1_0(self) -> bool:
        """Whether 0.1.0 recorded adjustments that show in more totals now than they did then."""
        from rummy_score.evening.closed import changed_since_0_1_0

        return changed_since_0_1_0(map(self._told, self.commands))

    @cached_property
    def standing(self) -> "Standing":
        """The score table."""
        from rummy_score.scoring.games import reckon, reckoned_from

        with _refused_as_nonsense(self.number):
            if self._scored is None:
                standing = reckon(self.game)
            else:
                before, first = self._scored
                standing = reckoned_from(before, self.game, first)
            if standing.refusals:  # whatever was recorded could be scored when it was
                deal, finding = standing.refusals[0]
                raise nonsense(self.number, f"deal {deal} cannot be scored: {finding.message}")
            return standing

    def _copy(self) -> "LiveGame":
        copy = object.__new__(LiveGame)
        copy.__dict__.update(self.__dict__)
        return copy

    def _after(self, command: Event, step: Step | None) -> "LiveGame":
        """Return the game after one more command, with all that can be carried on."""
        later = LiveGame(self.number, ())
        later.facts, later.deals = self.facts, self.deals
        later._seat(command, self.sitting, step)
        later.reach = Reach((*self.commands, command), (), ())
        if self._remembered < _MOST_REMEMBERED:
            later._before, later._remembered = self, self._remembered + 1
        if self.sitting is not None:
            _carry(self, later, command, step)
        return later

    def _seat(self, command: Event, before: Sitting | None, step: Step | None = None) -> None:
        """Seat who sits after a command, and keep the deal that it closes or edits."""
        self.sitting = _seated_after(before, command, self.facts[command.number], step)
        if self.sitting.last is not None:
            self.deals[command.number] = self.sitting.last

    def _told(self, command: Event) -> "Told":
        from rummy_score.evening.closed import Told

        number = command.number
        return Told(command.kind, self.facts[number], self.deals.get(number))

    def _knows(self, what: str) -> bool:
        return what in self.__dict__


def _seated_after(
    sitting: Sitting | None, command: Event, facts: Facts, step: Step | None
) -> Sitting:
    if sitting is None:
        if command.kind not in ("new", "import"):
            raise nonsense(command.game, f"it begins with '{shown(command.kind)}'")
        return opened_sitting(facts)
    return sat_on(sitting, command.kind, facts, step)


def _carry(before: LiveGame, later: LiveGame, command: Event, step: Step | None) -> None:
    """Carry on what is known of a game before a command, as far as the command leaves it so."""
    facts, kind = later.facts[command.number], command.kind
    then, now, kept = before.now, later.now, later.__dict__
    if kind in ("lay", "left"):
        kept |= {what: before.__dict__[what] for what in _UNTOUCHED if before._knows(what)}
        _carry_open_deal(before, later, step)
        return
    from rummy_score.evening.closed import first_changed, game_after

    if step is not None and step.standing is not None:
        kept |= {"standing": step.standing, "game": step.standing.game}
        return
    if before._knows("game"):
        kept["game"] = game_after(before.game, later._told(command), then, now)
    scored = (before.standing, now.closed + 1) if before._knows("standing") else before._scored
    if scored is not None:
        later._scored = (scored[0], min(scored[1], first_changed(then, kind, facts)))


_UNTOUCHED = ("game", "standing", "_scored", "money")


def _carry_open_deal(before: LiveGame, later: LiveGame, step: Step | None) -> None:
    """Carry on the melds on the table: a turn has worked them out, a hand leaves them."""
    if step is not None and step.layout is not None:
        later.__dict__["layout"] = step.layout
    elif step is not None and step.hand is not None and before._knows("layout"):
        later.__dict__["layout"] = before.layout


@contextmanager
def _refused_as_nonsense(game: int) -> Iterator[None]:
    """Turn whatever goes wrong with stored facts into the refusal of the game."""
    try:
        yield
    except UnusableLedger:
        raise
    except UnknownFact as unknown:
        raise newer(game, f"'{unknown.key}'") from None
    except NONSENSE as fault:
        raise nonsense(game, shown(fault, 200) or type(fault).__name__) from fault
