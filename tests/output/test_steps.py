"""What a command did and how its game stands, as JSON."""

from tablework import Table, opening

from rummy_score.evening.live import LiveGame
from rummy_score.output.steps import command_view, state_view

STANDS = ("title", "variant", "players", "totals", "winner", "final", "eliminated", "target")


def test_a_game_stands_as_its_table_says_with_the_deal_that_comes_next() -> None:
    table = Table(opening(("Anna", "Boris", "Vera"), title="Friday"))
    table.end("Boris=14", "Vera=20", out="Anna")
    state = state_view(table.now)["state"]
    assert tuple(state) == (*STANDS, "open_deal")
    assert state["totals"] == {"Anna": 34, "Boris": -14, "Vera": -20}
    # rules.md: the deal passes to the left, the next seat starts; three players get seven cards.
    assert state["open_deal"] == {
        "deal": 2, "begun": False, "players": ["Anna", "Boris", "Vera"], "dealer": "Boris",
        "starts": "Vera", "cards": 7, "melds": [], "left": {},
    }  # fmt: skip


def test_the_open_deal_shows_its_melds_and_the_hands_told() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.lay("Anna", "7-9h, qhsd")
    table.lay("Boris", "10h to 1")
    open_deal = state_view(table.now)["state"]["open_deal"]
    assert open_deal["begun"] is True
    assert open_deal["melds"] == [["7H", "8H", "9H", "10H"], ["QH", "QS", "QD"]]


def test_a_command_is_told_as_the_log_does_and_a_game_taken_back_has_no_state() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.lay("Anna", "7-9h")
    assert command_view(table.events[-1]) == {
        "command": 2, "kind": "lay", "text": "Anna lays 7♥ 8♥ 9♥",
    }  # fmt: skip
    assert state_view(LiveGame(1, [])) == {"state": None}
