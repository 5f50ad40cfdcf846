"""Whatever is typed in whatever order, the ledger holds what a list of the commands says.

The model keeps the commands of each game that stand and those taken back in two lists, and reckons
every game from scratch by a score of its own, written from rules.md and not from the program.
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tablework import MORE, end_step, opening

from rummy_score.errors import BrokenRule
from rummy_score.evening import commands
from rummy_score.evening.live import LiveGame
from rummy_score.evening.recording import Desk
from rummy_score.evening.sitting import Step
from rummy_score.ledger.engines.choice import open_ledger
from rummy_score.money.debts import balances, debts

NAMES = ("Анна", "Boris", "Vera", "Gleb", "Ёлка")
# Melds that share no card, and what each can be laid off with; nobody's suit or rank decides
# anything else.
MELDS = {"7-9H": 24, "QHSD": 30, "3-5C": 12, "9-JS": 29, "8SDC": 24, "2-4D": 9, "KHDC": 30}
LAY_OFFS = {
    "10H": ("7-9H", 10),
    "QC": ("QHSD", 10),
    "6C": ("3-5C", 6),
    "KS": ("KHDC", 10),
    "5D": ("2-4D", 5),
}
HANDS = {"28": 28, "10+5+3": 18, "1": 1, "14": 14, "J": 10}
MOST_SEATS = 4


class Did(NamedTuple):
    game: int
    kind: str
    facts: dict[str, Any]


class Played(NamedTuple):
    """A deal as the model has it; ``turns`` are player, typed text, points."""

    seated: list[str]
    turns: list[tuple[str, str, int]]
    left: dict[str, str]
    laid: dict[str, int]
    out: str | None
    adjust: dict[str, Fraction]
    paid: dict[str, Fraction]
    join: dict[str, int]

    def scores(self, variant: str) -> dict[str, Fraction]:
        held = {player: HANDS[hand] for player, hand in self.left.items()}
        if variant == "rum500":  # rules.md 4: points shown less points left
            scores = {
                player: Fraction(self.laid.get(player, 0) - held.get(player, 0))
                for player in self.seated
            }
            for player, _, points in self.turns:
                scores[player] += points
            return scores
        if self.out:  # rules.md 1: each loser pays the winner for the cards left
            return {
                player: Fraction(-held.get(player, -sum(held.values()))) for player in self.seated
            }
        lowest = min(
            held.values()
        )  # rules.md 2: others pay the difference, shared by those who are level
        leaders = [player for player in held if held[player] == lowest]
        pot = sum(points - lowest for points in held.values())
        return {
            p: Fraction(pot, len(leaders)) if p in leaders else Fraction(lowest - held[p])
            for p in self.seated
        }


class Reckoned:
    """One game reckoned from its commands, from scratch."""

    def __init__(self, commands: list[Did]) -> None:
        first = commands[0].facts
        self.variant: str = first["variant"]
        self.players: list[str] = list(first["players"])
        self.gone: set[str] = set()
        self.deals: list[Played] = []
        self.open = self.fresh()
        self.open_seated: list[str] | None = None
        self.joining: dict[str, int] = {}
        self.start = self.fresh()  # what is adjusted and paid before the first deal
        for command in commands[1:]:
            getattr(self, command.kind, self.use)(**command.facts)

    def fresh(self) -> Played:
        return Played([], [], {}, {}, None, {}, {}, {})

    @property
    def here(self) -> list[str]:
        return [player for player in self.players if player not in self.gone]

    @property
    def seated(self) -> list[str]:
        return self.open_seated or self.here

    @property
    def last(self) -> Played:
        return self.deals[-1] if self.deals else self.start

    def use(self, **_: Any) -> None: ...

    def lay(self, player: str, text: str, points: int) -> None:
        self.open_seated = self.seated
        self.open.turns.append((player, text, points))

    def left(self, player: str, hand: str) -> None:
        self.open_seated = self.seated
        self.open.left[player] = hand

    def end(self, out: str | None, left: dict[str, str], laid: dict[str, int]) -> None:
        seated = [player for player in self.players if player in self.seated]
        hands = {
            player: hand for player, hand in {**self.open.left, **left}.items() if player != out
        }
        join = {player: self.joining.pop(player) for player in seated if player in self.joining}
        self.deals.append(Played(seated, self.open.turns, hands, laid, out, {}, {}, join))
        self.open, self.open_seated = self.fresh(), None

    def adjust(self, player: str, points: int, payer: str | None = None) -> None:
        """Rules.md 7: where each deal is owed it comes from the others in equal shares."""
        payers = [payer] if payer else []
        if not payers and self.variant == "basic":
            payers = [other for other in self.seated if other != player]
        changes = [(player, Fraction(points))]
        changes += [(other, Fraction(-points, len(payers))) for other in payers]
        for name, each in changes:
            self.last.adjust[name] = self.last.adjust.get(name, Fraction()) + each

    def join(self, player: str, points: int, at: int | None) -> None:
        self.players += [player] if player not in self.players else []
        self.gone.discard(player)
        if points:
            self.last.adjust[player] = self.last.adjust.get(player, Fraction()) + points
        if at is not None:
            self.joining[player] = at

    def leave(self, player: str) -> None:
        self.gone.add(player)
        self.joining.pop(player, None)

    def paid(self) -> None:
        for player, points in self.balances().items():
            self.last.paid[player] = self.last.paid.get(player, Fraction()) + points

    def edit(self, at: int, player: str, hand: str) -> None:
        self.deals[at - 1].left[player] = hand

    def totals(self) -> dict[str, Fraction]:
        return self.course()[0]

    def course(self) -> tuple[dict[str, Fraction], list[str]]:
        """Return the totals, those of the deal with which a game was won, and who has won it."""
        totals = dict.fromkeys(self.players, Fraction())
        for deal in (self.start, *self.deals):
            totals |= {player: Fraction(at) for player, at in deal.join.items()}
            for points in (deal.scores(self.variant) if deal.seated else {}, deal.adjust):
                for player, score in points.items():
                    totals[player] += score
            leaders = [player for player, total in totals.items() if total == max(totals.values())]
            won = len(leaders) == 1 and totals[leaders[0]] >= 500
            if self.variant == "rum500" and won and deal is not self.start:
                return totals, leaders
        return {**totals, **{player: Fraction(at) for player, at in self.joining.items()}}, []

    def winners(self) -> list[str]:
        totals, won = self.course()
        leaders = [player for player, total in totals.items() if total == max(totals.values())]
        if self.variant == "rum500":
            return won
        return leaders if len(leaders) < len(totals) else []

    @property
    def is_won(self) -> bool:
        return bool(self.course()[1])

    def balances(self) -> dict[str, Fraction]:
        owed = dict.fromkeys(self.players, Fraction())
        if self.variant == "rum500":  # rules.md 4: the winner settles with each by the difference
            totals = self.totals()
            for winner in self.winners():
                for player, total in totals.items():
                    owed[player] -= totals[winner] - total
                    owed[winner] += totals[winner] - total
        else:
            owed |= self.totals()  # each deal is owed, and every row of the table sums to zero
        for deal in (self.start, *self.deals):
            for player, settled in deal.paid.items():
                owed[player] -= settled
        return owed


class Evenings(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        fast = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = tempfile.mkdtemp(dir=fast)
        self.path = os.path.join(self.folder, "ledger.db")
        self.done: dict[int, list[Did]] = {}
        self.undone: dict[int, list[Did]] = {}
        self.opened = 0
        self.current = 0
        with open_ledger(self.path, create=True):
            pass
        self.desk = Desk(self.path)

    def teardown(self) -> None:
        with open_ledger(self.path) as ledger:
            assert ledger.verify() == []
        shutil.rmtree(self.folder)

    # The model

    def game(self, number: int) -> Reckoned | None:
        commands = self.done[number]
        return Reckoned(commands) if commands else None

    def open_games(self) -> list[int]:
        return [number for number in range(1, self.opened + 1) if self.game(number)]

    def pick(self, which: int) -> tuple[int, str | None, Reckoned]:
        """Return a game that is there, how to name it, and what the model has of it; more often the current one."""
        games = [*self.open_games(), *([self.current] * 3 if self.done[self.current] else [])]
        number = games[which % len(games)]
        game = self.game(number)
        assert game is not None
        return number, None if number == self.current else str(number), game

    def did(self, number: int, kind: str, **facts: Any) -> None:
        self.done.setdefault(number, []).append(Did(number, kind, facts))
        self.undone[number] = []

    def do(self, name: str | None, decide: Callable[[LiveGame], Step]) -> None:
        self.desk.record(name, decide)

    def does(self, game: Reckoned, name: str | None, decide: Callable[[LiveGame], Step]) -> bool:
        """Record what a game that is won takes no more of; say whether it was recorded."""
        if game.is_won:
            assert refused(lambda: self.do(name, decide))
            return False
        self.do(name, decide)
        return True

    @rule()
    def sit_down_at_another_desk(self) -> None:
        """Forget what was read of the games: the next command reads all of them anew."""
        self.desk = Desk(self.path)

    # The commands

    @rule(
        variant=st.sampled_from(("basic", "rum500")),
        players=st.permutations(NAMES).flatmap(
            lambda names: st.integers(2, 4).map(lambda count: names[:count])
        ),
    )
    @precondition(lambda self: self.opened < 4)
    def new(self, variant: str, players: list[str]) -> None:
        live = self.desk.open(opening(players, variant))
        self.opened += 1
        self.current = self.opened
        assert live.number == self.opened
        self.did(self.opened, "new", variant=variant, players=players)

    def there_is_one(self) -> bool:
        return bool(self.open_games())

    @rule(
        which=st.integers(0, 30),
        seat=st.integers(0, 11),
        meld=st.integers(0, 34),
        lays_off=st.booleans(),
    )
    @precondition(there_is_one)
    def lay(self, which: int, seat: int, meld: int, lays_off: bool) -> None:
        number, name, game = self.pick(which)
        typed = [text for _, text, _ in game.open.turns]
        laid = [text for text in typed if " to " not in text]
        fits = [
            (f"{card} to {laid.index(on) + 1}", points)
            for card, (on, points) in LAY_OFFS.items()
            if on in laid and not any(text.startswith(f"{card} ") for text in typed)
        ]
        choices = (lays_off and fits) or [
            (text, points) for text, points in MELDS.items() if text not in laid
        ]
        if choices:
            text, points = choices[meld % len(choices)]
            player = game.seated[seat % len(game.seated)]
            if game.open_seated:
                self.do(name, lambda live: commands.lay(live, player, text))
            elif not self.does(game, name, lambda live: commands.lay(live, player, text)):
                return
            self.did(number, "lay", player=player, text=text, points=points)

    @rule(which=st.integers(0, 30), seat=st.integers(0, 11), hand=st.sampled_from(tuple(HANDS)))
    @precondition(there_is_one)
    def left(self, which: int, seat: int, hand: str) -> None:
        number, name, game = self.pick(which)
        player = game.seated[seat % len(game.seated)]
        if game.open_seated:
            self.do(name, lambda live: commands.left(live, player, hand))
        elif not self.does(game, name, lambda live: commands.left(live, player, hand)):
            return
        self.did(number, "left", player=player, hand=hand)

    @rule(
        which=st.integers(0, 30),
        seat=st.integers(0, 11),
        blocked=st.booleans(),
        hands=st.lists(st.sampled_from(tuple(HANDS)), min_size=5, max_size=5),
        points=st.lists(st.integers(0, 400), min_size=5, max_size=5),
        all_told=st.booleans(),
    )
    @precondition(there_is_one)
    def end(
        self,
        which: int,
        seat: int,
        blocked: bool,
        hands: list[str],
        points: list[int],
        all_told: bool,
    ) -> None:
        number, name, game = self.pick(which)
        out = None if blocked else game.seated[seat % len(game.seated)]
        telling = [p for p in game.seated if p != out and (all_told or p not in game.open.left)]
        left = dict(zip(telling, hands, strict=False))
        played = {player for player, _, _ in game.open.turns}
        silent = [
            player for player in game.seated if player not in played and game.variant == "rum500"
        ]
        laid = dict(zip(silent, points, strict=False))
        typed_left = [f"{player}={hand}" for player, hand in left.items()]
        typed_laid = [f"{player}={each}" for player, each in laid.items()]
        if self.does(
            game,
            name,
            lambda live: end_step(live, typed_left, typed_laid, out=out, blocked=blocked),
        ):
            self.did(number, "end", out=out, left=left, laid=laid)

    @rule(
        which=st.integers(0, 30),
        seat=st.integers(0, 11),
        points=st.lists(st.integers(-99, 99), min_size=1, max_size=3),
        pays=st.booleans(),
        one_pays=st.booleans(),
    )
    @precondition(there_is_one)
    def adjust(self, which: int, seat: int, points: list[int], pays: bool, one_pays: bool) -> None:
        number, name, game = self.pick(which)
        player = game.players[seat % len(game.players)]
        payer = game.players[(seat + 1) % len(game.players)] if one_pays else None
        for each in points:
            game = self.game(number) or game
            adjusted = self.does(
                game,
                name,
                lambda live: commands.adjust(live, player, str(each), "a slip", payer),  # noqa: B023
            )
            if adjusted:
                self.did(number, "adjust", player=player, points=each, payer=payer)
            if pays:
                self.pay(number, name)

    @rule(
        which=st.integers(0, 30),
        seat=st.integers(0, 11),
        points=st.sampled_from((0, 0, 20, -7)),
        at=st.sampled_from((None, None, 71, -30)),
    )
    @precondition(there_is_one)
    def join(self, which: int, seat: int, points: int, at: int | None) -> None:
        number, name, game = self.pick(which)
        absent = [player for player in NAMES if player not in game.here]
        if absent and len(game.here) < MOST_SEATS:
            player = absent[seat % len(absent)]
            added = 0 if at is not None else points
            told = (None, str(at)) if at is not None else (str(points), None)
            if game.variant == "basic" and (added or at is not None):
                assert refused(
                    lambda: self.do(name, lambda live: commands.join(live, player, *told))
                )
                added, at, told = 0, None, (None, None)
            if self.does(game, name, lambda live: commands.join(live, player, *told)):
                self.did(number, "join", player=player, points=added, at=at)

    @rule(which=st.integers(0, 30), seat=st.integers(0, 11))
    @precondition(there_is_one)
    def leave(self, which: int, seat: int) -> None:
        number, name, game = self.pick(which)
        player = game.here[seat % len(game.here)]
        try:
            self.do(name, lambda live: commands.leave(live, player))
        except BrokenRule:
            assert len(game.here) == 2  # two are needed to play
        else:
            assert len(game.here) > 2
            self.did(number, "leave", player=player)

    @rule(which=st.integers(0, 30))
    @precondition(there_is_one)
    def settle_paid(self, which: int) -> None:
        number, name, _ = self.pick(which)
        self.pay(number, name)

    def pay(self, number: int, name: str | None) -> None:
        game = self.game(number)
        assert game is not None
        try:
            self.do(name, commands.pay)
        except BrokenRule:
            assert not any(game.balances().values())
        else:
            assert any(game.balances().values())
            self.did(number, "paid")

    @rule(
        which=st.integers(0, 30),
        deal=st.integers(0, 30),
        seat=st.integers(0, 11),
        hand=st.sampled_from(tuple(HANDS)),
    )
    @precondition(there_is_one)
    def edit(self, which: int, deal: int, seat: int, hand: str) -> None:
        number, name, game = self.pick(which)
        if not game.deals:
            return
        at = deal % len(game.deals) + 1
        old = game.deals[at - 1]
        player = list(old.left)[seat % len(old.left)]
        text = written(old._replace(left={**old.left, player: hand}))

        def edited(live: LiveGame) -> Step:
            return commands.edit(live, at, text, commands.old_deal_text(live, at), "a slip")

        self.do(name, edited)
        self.did(number, "edit", at=at, player=player, hand=hand)

    @rule(which=st.integers(0, 30))
    @precondition(there_is_one)
    def use(self, which: int) -> None:
        games = self.open_games()
        self.current = games[which % len(games)]
        self.desk.use(str(self.current))

    def was_opened(self) -> bool:
        return self.opened > 0

    @rule(which=st.integers(0, 30), times=st.integers(1, 3))
    @precondition(was_opened)
    def undo(self, which: int, times: int) -> None:
        game = which % self.opened + 1
        for _ in range(times):
            if not self.done[game]:
                assert refused(lambda: self.desk.undo(str(game)))
                return
            command = self.desk.undo(str(game)).event
            taken = self.done[game].pop()
            self.undone[game].append(taken)
            assert (command.game, command.kind) == (taken.game, taken.kind)

    @rule(which=st.integers(0, 30), times=st.integers(1, 3))
    @precondition(was_opened)
    def redo(self, which: int, times: int) -> None:
        game = which % self.opened + 1
        for _ in range(times):
            if not self.undone[game]:
                assert refused(lambda: self.desk.redo(str(game)))
                return
            command = self.desk.redo(str(game)).event
            restored = self.undone[game].pop()
            self.done[game].append(restored)
            assert (command.game, command.kind) == (restored.game, restored.kind)

    @rule()
    def reopen(self) -> None:
        """Open the ledger anew, copy it, and go on with the copy."""
        copy = f"{self.path}-{len(os.listdir(self.folder))}"
        with open_ledger(self.path) as ledger:
            assert ledger.verify() == []
            ledger.backup(copy)
        self.path = copy
        self.desk = Desk(copy)
        if self.opened and self.done[self.current]:
            self.desk.use(str(self.current))

    # What must hold after each step

    @invariant()
    def each_game_is_as_its_commands_make_it(self) -> None:
        for number in range(1, self.opened + 1):
            game = self.game(number)
            if game is None:
                assert refused(lambda: Desk(self.path).live(str(number)))  # noqa: B023
                continue
            live = self.desk.live(str(number))
            standing = live.standing
            assert standing.refusals == ()
            assert len(standing.lines) == len(game.deals)
            assert standing.totals == game.totals()
            assert list(standing.winners) == game.winners()
            assert balances(debts(standing), standing.totals) == game.balances()
            assert sum(game.balances().values()) == 0
            for line in standing.lines if game.variant == "basic" else ():
                assert sum(line.score.points.values()) == 0
                assert sum(line.adjusted.values()) == 0
                assert sum(line.totals.values()) == 0
            assert list(live.seated) == game.here
            deal = live.open_deal
            assert list(deal.seated) == game.seated
            assert [turn.player for turn in deal.turns] == [
                player for player, _, _ in game.open.turns
            ]
            assert {player: str(hand) for player, hand in deal.left.items()} == game.open.left

    @invariant()
    def the_game_in_use_is_the_one_named_last(self) -> None:
        if self.opened and self.done[self.current]:
            assert self.desk.live().number == self.current


def refused(action: Callable[[], object]) -> bool:
    try:
        action()
    except BrokenRule:
        return True
    return False


def written(deal: Played) -> str:
    """Write a deal as a person would in the editor."""

    def lines(told: list[str]) -> str:
        return "[" + ", ".join(f'"{line}"' for line in told) + "]"

    return "\n".join(
        (
            f"players = {lines(deal.seated)}",
            f"plays = {lines([f'{player}: {text}' for player, text, _ in deal.turns])}",
            f"left = {lines([f'{player}: {hand}' for player, hand in deal.left.items()])}",
            f"laid = {lines([f'{player}: {points}' for player, points in deal.laid.items()])}",
            f"adjust = {lines([f'{player}: {points}' for player, points in deal.adjust.items()])}",
            f"join = {lines([f'{player}: {at}' for player, at in deal.join.items()])}",
            f'out = "{deal.out}"' if deal.out else "blocked = true",
        )
    )


class TestEvenings(Evenings.TestCase):  # type: ignore[misc, valid-type]
    settings = settings(max_examples=20 * MORE, stateful_step_count=40, deadline=None)
