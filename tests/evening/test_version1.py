"""Ledgers that 0.1.0 wrote: each game gives the table and the settlement that 0.1.0 gave, and can be taken up.

``tests/ledger/v1`` holds the ledgers and what 0.1.0 printed of them.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rummy_score.evening import commands
from rummy_score.evening.health import examine
from rummy_score.evening.live import LiveGame
from rummy_score.evening.opening import Change, change
from rummy_score.evening.recording import Desk
from rummy_score.money.debts import balances, debts
from rummy_score.money.settlement import Settlement, Transfer, fewest_payments
from rummy_score.output.views import game_view, settlement_view

OLD = Path(__file__).parents[1] / "ledger" / "v1"
GAMES = [(path.name.split(".")[0], path.name.split(".")[1]) for path in OLD.glob("*.table.json")]


def printed(name: str, game: str, what: str) -> Any:
    return json.loads((OLD / f"{name}.{game}.{what}.json").read_text("utf-8"))


def same_where_known(now: Any, then: Any) -> None:
    """Compare what is printed now with what was then, keys added since aside."""
    if isinstance(then, dict):
        assert then.keys() <= now.keys()
        for key, value in then.items():
            same_where_known(now[key], value)
    elif isinstance(then, list) and then and isinstance(then[0], dict):
        assert len(now) == len(then)
        for one, other in zip(now, then, strict=True):
            same_where_known(one, other)
    else:
        assert now == then


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with a copy of each ledger."""
    for ledger in OLD.glob("*.db"):
        shutil.copy(ledger, tmp_path)
    return tmp_path


# Of two games the meaning has changed since (rules.md 7 and 4); these are their figures by hand.
CHANGED = {
    # Deal 1 gave A 14, B -10, C -4. A +10 takes 5 from B and C, B -5 gives 5/2 to A and C, and the
    # 30 of D, who joins, take 10 from each: 14 + 10 + 5/2 - 10, -10 - 5 - 5 - 10, -4 - 5 + 5/2 - 10.
    # Deal 2: A -1, B -2, C -3, D +6.
    ("v1-odd", "2"): {"A": "31/2", "B": -32, "C": "-39/2", "D": 36},
    # Kim won with 120 against 35 in deal 1, and collects 85; deal 2 came after it.
    ("v1-odd", "3"): {"Kim": 120, "Lou": 35},
}
SAME = sorted(set(GAMES) - CHANGED.keys())


def settled(live: LiveGame) -> Settlement:
    return fewest_payments(balances(debts(live.standing), live.standing.totals), live.money)


@pytest.mark.parametrize(("name", "game"), sorted(CHANGED))
def test_where_the_meaning_has_changed_a_game_of_0_1_0_follows_the_new_one(
    old: Path, name: str, game: str
) -> None:
    live = Desk(str(old / f"{name}.db")).live(game)
    view = game_view(live.standing)
    assert view["totals"] == CHANGED[name, game]
    for now, then in zip(view["deals"], printed(name, game, "table")["deals"], strict=True):
        assert now["scores"] == then["scores"]


def test_what_a_game_of_0_1_0_owes_is_what_its_table_shows(old: Path) -> None:
    desk = Desk(str(old / "v1-odd.db"))
    # B owes 32 and C 39/2; A gets 31/2 and D 36.
    owed = [(t.payer, t.payee, t.points) for t in settled(desk.live("2")).transfers]
    assert sum(points for _, _, points in owed) == 32 + Fraction(39, 2)
    assert desk.live("2").changed_since_0_1_0
    # 120 - 35
    assert settled(desk.live("3")).transfers == (Transfer("Lou", "Kim", 85, None),)
    assert not desk.live("1").changed_since_0_1_0


@pytest.mark.parametrize(("name", "game"), SAME)
def test_a_game_of_0_1_0_gives_what_it_gave(old: Path, name: str, game: str) -> None:
    path = old / f"{name}.db"
    before = path.read_bytes()
    live = Desk(str(path)).live(game)
    standing = live.standing
    settlement = settled(live)
    same_where_known(game_view(standing), printed(name, game, "table"))
    same_where_known(settlement_view(settlement, live.money), printed(name, game, "settle"))
    assert path.read_bytes() == before  # reading never brings a ledger up to date


@pytest.mark.parametrize("name", sorted({name for name, _ in GAMES}))
def test_a_ledger_of_0_1_0_is_sound_before_and_after_it_is_brought_up(old: Path, name: str) -> None:
    path = str(old / f"{name}.db")
    sound = examine(path)
    assert sound.problems == ()
    desk = Desk(path)
    games = [game.number for game in desk.games()]
    for game in games:
        before = desk.live(str(game)).standing.totals
        desk.record(str(game), lambda live: change(live, Change(title="A test")))
        undone = desk.undo(str(game))
        assert undone.event.kind == "change"
        assert undone.after.standing.totals == before
    now = examine(path)
    assert now.problems == ()
    assert (now.games, now.events) == (sound.games, sound.events + 2 * len(games))
    assert rows_of(f"{path}.before-v2") == rows_of(str(OLD / f"{name}.db"))


def rows_of(path: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        version = connection.execute("PRAGMA user_version").fetchall()
        return [*version, *connection.execute("SELECT * FROM events ORDER BY seq").fetchall()]


@pytest.mark.parametrize(("name", "game"), sorted(GAMES))
def test_undo_takes_back_the_last_command_of_that_game_of_0_1_0(
    old: Path, name: str, game: str
) -> None:
    desk = Desk(str(old / f"{name}.db"))
    live = desk.live(game)
    last = live.commands[-1]
    assert desk.undo(game).event == last
    assert desk.live(game).commands == live.commands[:-1]
    assert desk.redo(game).event == last


def test_the_game_in_use_of_0_1_0_is_in_use_for_who_has_chosen_none(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(old / "v1-two-tables.db")
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT current FROM events ORDER BY seq DESC LIMIT 1"
        (current,) = connection.execute(query).fetchone()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert Desk(path).live().number == current
    player = Desk(path).live().players[0]
    Desk(path).record(None, lambda live: commands.adjust(live, player, "5", "a test"))
    assert Desk(path).live().number == current  # and stays so once the ledger is brought up
