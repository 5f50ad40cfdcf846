"""What the tests of an evening share: a game kept in memory by the commands' own steps, and games made at random."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from hypothesis import settings

from rummy_score.errors import RummyScoreError
from rummy_score.evening import commands
from rummy_score.evening import opening as opened
from rummy_score.evening.live import LiveGame
from rummy_score.evening.opening import Change, NewGame
from rummy_score.evening.sitting import Step
from rummy_score.ledger.events import GENESIS, Event, body_text, sealed
from rummy_score.money.debts import balances, debts
from rummy_score.money.settlement import Money
from rummy_score.points import Points
from rummy_score.rules.variants import VARIANTS

MORE = int(os.environ.get("RUMMY_SCORE_EXAMPLES", "1"))  # how many times as many random games


def examples(count: int) -> settings:
    return settings(max_examples=count * MORE, deadline=None)


def opening(
    players: Sequence[str],
    variant: str = "basic",
    house: Sequence[tuple[str, str]] = (),
    *,
    stake: str | None = None,
    pairs: Sequence[tuple[str, str]] = (),
    dealer: str | None = None,
    title: str = "",
) -> Step:
    told = NewGame(
        players=tuple(players),
        variant=variant,
        title=title or None,
        stake=stake,
        currency="EUR" if stake else None,
        pairs=tuple(pairs),
        dealer=dealer,
        house_rules=tuple(house),
    )
    return opened.new(told)


class Table:
    """One game in memory: each command is decided as on the command line, and kept as an event."""

    def __init__(self, opened: Step) -> None:
        self.events: list[Event] = []
        self.add(opened)

    @property
    def now(self) -> LiveGame:
        return LiveGame(1, self.events)

    @property
    def totals(self) -> dict[str, Points]:
        return self.now.standing.totals

    @property
    def owed(self) -> dict[str, Points]:
        """What each side gets when the table settles now."""
        standing = self.now.standing
        return balances(debts(standing), standing.totals)

    def add(self, step: Step) -> None:
        number = len(self.events) + 1
        before = self.events[-1].hash if self.events else GENESIS
        draft = Event(
            game=1,
            number=number,
            kind=step.kind,
            body=body_text(step.facts),
            time="2026-05-01T19:00:00Z",
            before=before,
            hash="",
        )
        self.events.append(sealed(draft))

    def undo(self) -> None:
        commands_now = self.now.commands
        under = commands_now[-2].number if len(commands_now) > 1 else 0
        self.add(Step("undo", {"of": commands_now[-1].number, "to": under}))

    def redo(self) -> None:
        self.add(Step("redo", {"of": self.now.reach.undone[-1].number}))

    def tries(self, decide: Callable[[LiveGame], Step]) -> bool:
        """Add what is decided, and tell whether it was not refused."""
        with suppress(RummyScoreError):
            self.add(decide(self.now))
            return True
        return False

    def lay(self, player: str, cards: str) -> None:
        self.add(commands.lay(self.now, player, cards))

    def left(self, player: str, hand: str) -> None:
        self.add(commands.left(self.now, player, hand))

    def end(self, *hands: str, laid: Sequence[str] = (), **told: Any) -> None:
        self.add(end_step(self.now, hands, laid, **told))

    def adjust(
        self, player: str, points: int, why: str = "a slip", payer: str | None = None
    ) -> None:
        self.add(commands.adjust(self.now, player, str(points), why, payer))

    def join(self, player: str, points: str | None = None, at: str | None = None) -> None:
        self.add(commands.join(self.now, player, points, at))

    def leave(self, player: str) -> None:
        self.add(commands.leave(self.now, player))

    def pay(self) -> None:
        self.add(commands.pay(self.now))

    def edit(self, deal: int, *changes: tuple[str, str], why: str = "a slip") -> None:
        old = commands.old_deal_text(self.now, deal)
        text = old
        for this, that in changes:
            assert this in text, text
            text = text.replace(this, that)
        self.add(commands.edit(self.now, deal, text, old, why))

    def change(self, **told: Any) -> None:
        self.add(opened.change(self.now, Change(**told)))


def end_step(live: LiveGame, hands: Sequence[str], laid: Sequence[str] = (), **told: Any) -> Step:
    ending = commands.told_end(live, hands, laid, out=told.pop("out", None))
    return commands.end(live, ending._replace(**told))


# Games made at random. What the rules refuse is left out, so that whatever is recorded could have
# been typed.

NAMES = (
    "Анна", "Борис: младший", 'Dmi"try', "A", "A+B", "B", "Ёлка", "דוד", "ليلى", "O'Neil", "C\\D", "Vera|Pavel",
    "joker", "10H", "to 1", "@x", "-5", "=1+1", "none: 5", "A: K", "{", "#7", "Ян Ян", "x, y", "ﬁ", "Жанна-Мария",
)  # fmt: skip
HOUSE = (
    ("ace", "both"), ("ace", "high"), ("ace", "corner"), ("wild", "2"), ("wild", "7S 7H"), ("jokers", "2"),
    ("jokers", "6"), ("packs", "2"), ("packs", "3"), ("set_same_suit", "yes"), ("set_max", "6"), ("run_min", "2"),
    ("set_min", "2"), ("out_turns", "2"), ("out_turns", "1"), ("rummy_times", "3"), ("scoring", "melds"),
    ("scoring", "hand"), ("blocked", "score"), ("blocked", "difference"), ("settle", "difference"),
    ("settle", "deals"), ("target", "60"), ("target", "none"), ("target_tie", "share"), ("joker_laid", "15"),
    ("joker_held", "50"), ("low_ace", "below-two"), ("low_ace", "short-run"), ("ace_points", "15"),
    ("pip_points", "2-9:5 10:10"), ("court_points", "11"), ("naturals_min", "0"), ("jokers_max", "1"),
    ("first_meld", "run"), ("first_meld", "15"), ("layoff_first", "no"), ("hand", "2:10 3-12:5"),
    ("jokers_adjacent", "no"), ("draw", "many"),
)  # fmt: skip
SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
REASONS = ("misdeal", "ошибка", 'he said "so"', "50% off, ok?", "טעות", "x" * 199, "a; b", "=1")


def random_table(seed: int, count: int, kind: type[Table] = Table) -> Table:
    """Return an evening of so many deals and commands between them."""
    rng = Random(seed)
    table = _opened(rng, kind)
    for _ in range(count):
        choice = rng.choice(
            ("deal", "deal", "deal", "adjust", "join", "leave", "pay", "edit", "change")
        )
        _COMMANDS[choice](table, rng)
    return table


def _opened(rng: Random, kind: type[Table]) -> Table:
    while True:
        variant = rng.choice(list(VARIANTS))
        players = rng.sample(NAMES, rng.randint(2, 5))
        house = rng.sample(HOUSE, rng.choice((0, 0, 1, 2, 4)))
        stake = rng.choice((None, "0.05", "1", "0.333", "12.5"))
        pairs: tuple[tuple[str, str], ...] = ()
        if len(players) == 4 and rng.random() < 0.5:
            pairs = ((players[0], players[2]), (players[1], players[3]))
            house.append(("pairs", "yes"))
        with suppress(RummyScoreError):
            title = rng.choice(("", "Friday", 'У "Анны"'))
            return kind(
                opening(
                    players,
                    variant,
                    house,
                    stake=stake,
                    pairs=pairs,
                    dealer=rng.choice((None, *players)),
                    title=title,
                )
            )


def _deal(table: Table, rng: Random) -> None:
    how = rng.choice(("cards", "points", "mixed"))
    seated = table.now.open_deal.seated
    for _ in range(0 if how == "points" else rng.randint(1, 6)):
        player, plays = (
            rng.choice(seated),
            ", ".join(_play(rng) for _ in range(rng.choice((1, 1, 2)))),
        )
        table.tries(lambda live: commands.lay(live, player, plays))  # noqa: B023
        if rng.random() < 0.1:
            _changes(table, rng)
            seated = table.now.open_deal.seated
    out = rng.choice((None, *seated))
    hands = {player: _hand(rng) for player in seated if player != out}
    for player, hand in hands.items():
        if not table.tries(lambda live: commands.left(live, player, hand)):  # noqa: B023
            table.tries(lambda live: commands.left(live, player, "14"))  # noqa: B023
    deal = table.now.open_deal
    by_points = how != "cards" or not deal.turns
    waiting = [player for player in seated if player not in {turn.player for turn in deal.turns}]
    laid = [
        f"{player}={rng.randint(0, 99)}" for player in waiting if by_points and "=" not in player
    ]
    told = {
        "out": out,
        "blocked": out is None,
        "rummy": rng.choice((None, None, None, True, False)),
    }
    for ruling in ("", "agreed: так"):
        if table.tries(lambda live: end_step(live, (), laid, ruling=ruling, **told)):  # noqa: B023
            return
    table.tries(lambda live: end_step(live, (), (), ruling="agreed", **told | {"rummy": None}))


def _play(rng: Random) -> str:
    """Return a meld or a lay-off, jokers in it named, half named or not at all."""
    suit, start, length = rng.choice(SUITS), rng.randrange(13), rng.choice((3, 3, 4, 5))
    if rng.random() < 0.5:
        cards = [RANKS[(start + step) % 13] + suit for step in range(length)]
    else:
        cards = [RANKS[start] + each for each in rng.sample(SUITS, min(length, 4))]
    for place in range(len(cards)):
        if rng.random() < 0.2:
            wild = rng.choice(("JK", "JK", "2D", "7S"))
            cards[place] = rng.choice((wild, f"{wild}={cards[place]}"))
    kind = rng.choice(("", "", "", " as run", " as set"))
    if rng.random() < 0.3:
        cards, kind = cards[: rng.choice((1, 1, 2))], rng.choice(("", "", " to 1", " to 2"))
    rng.shuffle(cards)
    return " ".join(cards) + kind


def _hand(rng: Random) -> str:
    cards = rng.sample([rank + suit for rank in RANKS for suit in SUITS] + ["JK"], 3)
    return rng.choice(
        (
            " ".join(cards[:2]),
            "JK=KH 4C",
            cards[0],
            "K 4 A",
            "T",
            "10 4",
            "10+5+3",
            "28",
            "1",
            "7 T",
        )
    )


def _adjust(table: Table, rng: Random) -> None:
    points, why = str(rng.choice((-10, 25, 7, 1, -100))), rng.choice(REASONS)
    payer = rng.choice((None, None, *table.now.players))
    table.tries(lambda live: commands.adjust(live, rng.choice(live.players), points, why, payer))


def _comes(table: Table, rng: Random) -> None:
    points, at = rng.choice(((None, None), ("0", None), ("20", None), ("-3", None), (None, "40")))
    table.tries(lambda live: commands.join(live, rng.choice(NAMES), points, at))


def _goes(table: Table, rng: Random) -> None:
    table.tries(lambda live: commands.leave(live, rng.choice(live.seated)))


def _pays(table: Table, _: Random) -> None:
    table.tries(commands.pay)


def _edits(table: Table, rng: Random) -> None:
    deals = table.now.game.deals
    if not deals:
        return
    number = rng.randint(1, len(deals))
    old = commands.old_deal_text(table.now, number)
    dealer = deals[number - 1].seated[0].replace("\\", "\\\\").replace('"', '\\"')
    change = rng.choice(
        (
            old.replace("14", "15"),
            old.replace("28", "29"),
            f'{old}dealer = "{dealer}"\n',
            "\n".join(line for line in old.splitlines() if not line.startswith(("rummy", "note"))),
            old.replace("plays = [", 'plays = [\n  "' + dealer + ': 3C 9H JS",')
            + 'ruling = "so it was"\n',
        )
    )
    why = rng.choice(("", *REASONS))
    table.tries(lambda live: commands.edit(live, number, change, old, why))


def _changes(table: Table, rng: Random) -> None:
    rules = tuple(rng.sample(HOUSE, rng.choice((0, 1, 1, 2))))
    names = [name for name in NAMES if name not in table.now.players]
    renamed = ((rng.choice(table.now.players), rng.choice(names)),) if rng.random() < 0.4 else ()
    stake = rng.choice((None, None, "0.25"))
    told = Change(house_rules=rules, renamed=renamed, stake=stake)
    table.tries(lambda live: opened.change(live, told))


_COMMANDS: dict[str, Callable[[Table, Random], None]] = {
    "deal": _deal,
    "adjust": _adjust,
    "join": _comes,
    "leave": _goes,
    "pay": _pays,
    "edit": _edits,
    "change": _changes,
}


def money_of(table: Table) -> Money | None:
    return table.now.money
