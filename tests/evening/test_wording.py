"""Each command in a line of words, as `log` and `undo` tell it."""

from typing import Any

import pytest
from tablework import Table, opening

from rummy_score.evening.wording import told
from rummy_score.ledger.events import GENESIS, Event, body_text


def words(kind: str, **facts: Any) -> str:
    return told(Event(3, 1, kind, body_text(facts), "2026-05-01T19:00:00Z", GENESIS, ""))


@pytest.mark.parametrize(
    ("kind", "facts", "line"),
    [
        pytest.param(
            "lay", {"turn": "Boris: 7♥ 8♥ 9♥, 3♣ to 2"}, "Boris lays 7♥ 8♥ 9♥, 3♣ to 2", id="lay"
        ),
        pytest.param(
            "lay", {"turn": "A: B: 10♥ to 1"}, "A: B lays 10♥ to 1", id="lay-by-a-name-with-a-colon"
        ),
        pytest.param("left", {"player": "Анна", "hand": "K♣ 4♦"}, "Анна has K♣ 4♦ left", id="left"),
        pytest.param(
            "end",
            {"deal": 2, "blocked": False, "out": "Boris", "ruling": ""},
            "end of deal 2: Boris is out",
            id="out",
        ),
        pytest.param(
            "end",
            {"deal": 2, "blocked": True, "out": None, "ruling": ""},
            "end of deal 2: blocked",
            id="blocked",
        ),
        pytest.param(
            "end",
            {"deal": 1, "blocked": False, "out": "Vera", "ruling": "so be it"},
            "end of deal 1: Vera is out; agreed: so be it",
            id="ruling",
        ),
        pytest.param(
            "adjust", {"player": "Vera", "points": 7, "why": "slip"}, "Vera +7: slip", id="given"
        ),
        pytest.param(
            "adjust", {"player": "Vera", "points": -7, "why": "slip"}, "Vera -7: slip", id="taken"
        ),
        pytest.param("join", {"player": "Vera", "points": 0}, "Vera joins", id="join"),
        pytest.param(
            "join", {"player": "Vera", "points": 20}, "Vera joins with 20", id="join-with"
        ),
        pytest.param("leave", {"player": "Vera"}, "Vera leaves", id="leave"),
        pytest.param("edit", {"deal": 4, "why": ""}, "deal 4 edited", id="edit"),
        pytest.param(
            "edit", {"deal": 4, "why": "miscounted"}, "deal 4 edited: miscounted", id="edit-why"
        ),
        pytest.param(
            "paid",
            {"balances": {"A": "-19/3", "B": "19/3"}},
            "settled and paid: A -19/3, B 19/3",
            id="paid",
        ),
        pytest.param(
            "import",
            {"name": "friday.toml", "title": "Friday"},
            "imported friday.toml",
            id="import",
        ),
        pytest.param(
            "end",
            {"deal": 3, "closes": {"players": ["A", "B"], "out": "B"}},
            "end of deal 3: B is out",
            id="closes",
        ),
        pytest.param(
            "end",
            {"deal": 3, "closes": {"players": ["A", "B"], "blocked": True, "ruling": "so"}},
            "end of deal 3: blocked; agreed: so",
            id="closes-blocked",
        ),
        pytest.param(
            "change",
            {"stake": "0.10", "coin": None, "rules": {"ace": "both"}, "rename": {"A": "Anna"}},
            "changed: stake 0.10, coin none, ace=both, A is Anna",
            id="change",
        ),
        pytest.param("use", {"title": ""}, "use game 3", id="use"),
        pytest.param("undo", {"of": 7}, "undo of 7", id="undo"),
        pytest.param("redo", {"of": 8}, "redo of 8", id="redo"),
    ],
)
def test_a_command_is_told_in_a_line(kind: str, facts: dict[str, Any], line: str) -> None:
    assert words(kind, **facts) == line


def test_a_new_game_is_told_with_its_title_and_players() -> None:
    table = Table(opening(("Anna", "Boris"), "gambling", title="Friday"))
    assert told(table.events[0]) == "new game Friday (gambling): Anna and Boris"
    assert told(Table(opening(("Anna", "Boris"))).events[0]) == "new game (basic): Anna and Boris"


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("new", {"title": "\x1b[2J", "variant": "basic", "players": ["A\u202eB", "C"]}),
        ("import", {"name": "\x1b[2J"}),
        ("leave", {"player": "A\u202eB"}),
        ("join", {"player": "A\u202eB", "points": 1}),
        ("left", {"player": "A\u202eB", "hand": "14"}),
        ("lay", {"turn": "A\u202eB: 7♥"}),
        ("adjust", {"player": "A", "points": 1, "why": "\x1b[2J"}),
        ("edit", {"deal": 1, "why": "\x1b[2J"}),
        ("paid", {"balances": {"A\u202eB": "1"}}),
        ("end", {"deal": 1, "blocked": False, "out": "A\u202eB", "ruling": "\x07"}),
    ],
)
def test_what_does_not_print_is_told_in_escapes(kind: str, facts: dict[str, Any]) -> None:
    assert words(kind, **facts).isprintable()
