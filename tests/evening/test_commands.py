"""The commands as functions: what each comes to, everything against it, and nothing of a terminal."""

import doctest
import subprocess
import sys

import pytest
from tablework import Table, end_step, opening

from rummy_score.errors import (
    AmbiguousInput,
    BrokenRule,
    Overtaken,
    RummyScoreError,
    UnreadableInput,
)
from rummy_score.evening import commands
from rummy_score.evening import opening as opening_module
from rummy_score.evening.opening import Change, NewGame, change, new, typed_players

# No click can be imported, nothing can be asked or printed: the commands do all the same.
WITHOUT_A_TERMINAL = """
import builtins, sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "click":
            raise ImportError("no click here")

sys.meta_path.insert(0, Refused())

def forbidden(*_, **__):
    raise AssertionError("a command asks and prints nothing")

said = print
builtins.input = builtins.print = forbidden

from rummy_score.evening import commands
from rummy_score.evening.live import LiveGame
from rummy_score.evening.opening import Change, NewGame, change, imported, new
from rummy_score.evening.recording import Desk

desk = Desk(sys.argv[1])
desk.open(new(NewGame(("Anna", "Boris", "Vera"), stake="0.10")))
desk.record(None, lambda live: commands.lay(live, "boris", "7-9h"))
desk.record(None, lambda live: commands.left(live, "anna", "kc"))
ending = None
def ended(live):
    return commands.end(live, commands.told_end(live, ["anna=10", "vera=4"], out="boris"))
desk.record(None, ended)
desk.record(None, lambda live: commands.adjust(live, "vera", "-3", "late"))
desk.record(None, lambda live: commands.join(live, "Gleb"))
desk.record(None, lambda live: commands.leave(live, "gleb"))
desk.record(None, lambda live: change(live, Change(stake="0.20")))
def edited(live):
    old = commands.old_deal_text(live, 1)
    return commands.edit(live, 1, old.replace("Vera: 4", "Vera: 5"), old, "a slip")
desk.record(None, edited)
desk.record(None, commands.pay)
desk.undo()
said(desk.live().standing.totals, "click" in sys.modules)
"""


def test_commands_need_no_terminal_and_no_click(tmp_path: object) -> None:
    line = [sys.executable, "-c", WITHOUT_A_TERMINAL, f"{tmp_path}/ledger.db"]
    ran = subprocess.run(line, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    # Anna pays 10 and Vera 5 for what they hold; Vera is fined 3, of which the two others get 3/2.
    totals = "{'Anna': Fraction(-17, 2), 'Boris': Fraction(33, 2), 'Vera': -8, 'Gleb': 0}"
    assert ran.stdout == f"{totals} False\n"


def refusal(error: type[RummyScoreError], act: object) -> str:
    with pytest.raises(error) as caught:
        act()  # type: ignore[operator]
    assert type(caught.value) is error
    return str(caught.value)


def test_a_turn_is_refused_with_everything_against_it() -> None:
    table = Table(opening(("Anna", "Boris", "Vera")))
    table.lay("Anna", "7-9H")
    told = refusal(BrokenRule, lambda: commands.lay(table.now, "boris", "9H 9S KD, 7H"))
    assert "no nine" in told
    assert "7♥ is there" in told


def test_a_lay_off_that_two_melds_take_is_ambiguous() -> None:
    table = Table(opening(("Anna", "Boris", "Vera")))
    table.lay("Anna", "7-9H")
    table.lay("Anna", "10SDC")
    told = refusal(AmbiguousInput, lambda: commands.lay(table.now, "boris", "10H"))
    assert "say which, 'to 1' or 'to 2'" in told


def test_who_comes_second_does_not_close_the_deal_again() -> None:
    table = Table(opening(("Anna", "Boris")))
    seen = table.now.next_number
    table.end("Boris=4", out="Anna")
    ending = commands.told_end(table.now, ["Boris=4"], out="Anna")
    told = refusal(Overtaken, lambda: commands.end(table.now, ending, seen=seen))
    assert "deal 1 has been closed by somebody else meanwhile" in told
    assert table.totals == {"Anna": 4, "Boris": -4}


# What is said anew


def test_rules_hold_from_the_next_deal_on_and_old_deals_keep_theirs() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.end("Boris=K A", out="Anna")  # 10 + 1
    table.change(house_rules=(("court_points", "5"),))
    table.end("Boris=K A", out="Anna")  # 5 + 1
    table.lay("Boris", "7-9h")
    table.change(house_rules=(("ace_points", "11"),))  # this deal is being played: from the next on
    table.end("Boris=K A", out="Anna")  # 5 + 1
    table.end("Boris=K A", out="Anna")  # 5 + 11
    assert [line.score.points["Anna"] for line in table.now.standing.lines] == [11, 6, 6, 16]
    assert [deal.rules for deal in table.now.game.deals] == [
        (), (("court_points", "5"),), (), (("ace_points", "11"),),
    ]  # fmt: skip
    assert table.now.game.coming == ()


def test_an_old_deal_is_edited_by_the_rules_of_its_time() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.end("Boris=K A", out="Anna")
    table.change(house_rules=(("court_points", "5"),))
    table.end("Boris=K A", out="Anna")
    table.edit(1, ("Boris: K A", "Boris: K K"))
    assert [line.score.points["Anna"] for line in table.now.standing.lines] == [20, 6]


def test_names_money_and_target_hold_for_the_whole_game() -> None:
    table = Table(
        opening(
            ("Anna", "Boris", "Vera", "Gleb"), "rum500", pairs=(("Anna", "Vera"), ("Boris", "Gleb"))
        )
    )
    table.lay("Boris", "7-9h")
    table.left("Gleb", "K 4")
    table.change(
        title="Friday", stake="0.10", target="60", renamed=(("boris", "Bob"), ("gleb", "A+B"))
    )
    now = table.now
    assert [turn.player for turn in now.open_deal.turns] == ["Bob"]
    assert list(now.open_deal.left) == ["A+B"]
    assert list(now.standing.totals) == ["Anna+Vera", "Bob+A+B"]
    table.end("Anna=1", "Vera=2", laid=("Anna=0", "Vera=0", "A+B=50"), out="Bob")
    # 24 of the run and 50 laid, 14 left: 60 of 60
    assert table.totals == {"Anna+Vera": -3, "Bob+A+B": 60}
    assert table.now.standing.winners == ("Bob+A+B",)
    assert table.now.money is not None
    assert table.now.title == "Friday"
    table.undo()
    table.undo()
    assert table.now.players == ("Anna", "Boris", "Vera", "Gleb")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        pytest.param(Change(), "nothing is to be changed", id="nothing"),
        pytest.param(Change(coin="0.05"), "money has no stake", id="coin-without-stake"),
        pytest.param(Change(stake="a lot"), "is not an amount of money", id="stake"),
        pytest.param(Change(target="x"), "target=x is not allowed", id="target"),
        pytest.param(Change(house_rules=(("ace", "lo"),)), "did you mean low?", id="value"),
        pytest.param(
            Change(house_rules=(("scoring", "melds"),)), "holds for the whole game", id="whole-game"
        ),
        pytest.param(
            Change(house_rules=(("out_turns", "2"),)),
            "rummy_times=2 multiplies",
            id="contradiction",
        ),
        pytest.param(Change(renamed=(("nobody", "X"),)), "there is no player", id="stranger"),
        pytest.param(Change(renamed=(("anna", "boris"),)), "the same name", id="two-alike"),
        pytest.param(
            Change(renamed=(("anna", "X"), ("an", "Y"))), "renamed twice", id="renamed-twice"
        ),
        pytest.param(Change(renamed=(("anna", "A\x1b"),)), "does not print", id="control"),
    ],
)
def test_what_cannot_be_changed_is_refused_with_the_reason(told: Change, why: str) -> None:
    table = Table(opening(("Anna", "Boris")))
    assert why in refusal(UnreadableInput, lambda: change(table.now, told))


def test_two_players_may_exchange_their_names() -> None:
    table = Table(opening(("Anna", "Boris")))
    end = end_step(table.now, ("Boris=4",), out="Anna")
    table.add(end)
    table.change(renamed=(("anna", "Boris"), ("boris", "Anna")))
    assert table.totals == {"Boris": 4, "Anna": -4}


def test_a_game_is_opened_with_everything_against_it_told_at_once() -> None:
    rules = (("ace", "lo"), ("jokers", "99"))
    told = refusal(UnreadableInput, lambda: new(NewGame(("Anna", "Boris"), house_rules=rules)))
    assert "ace=lo" in told
    assert "jokers=99" in told


# Changes while a deal is played


def test_changes_that_wait_must_hold_together() -> None:
    table = Table(opening(("Anna", "Boris", "Vera")))
    table.lay("Boris", "7-9h")
    table.change(house_rules=(("run_min", "9"),))
    told = refusal(
        UnreadableInput, lambda: change(table.now, Change(house_rules=(("run_max", "8"),)))
    )
    assert "run_min=9 is above run_max=8" in told
    table.change(house_rules=(("run_max", "12"),))  # what waits is counted in
    table.end("Anna=14", "Vera=5", out="Boris")
    assert (table.now.rules.run_min, table.now.rules.run_max) == (9, 12)


def test_who_comes_and_goes_plays_by_the_rules_of_the_next_deal() -> None:
    table = Table(opening(("Anna", "Boris", "Vera")))
    table.lay("Boris", "7-9h")
    table.change(house_rules=(("hand", "3:7"),))
    told = refusal(BrokenRule, lambda: commands.join(table.now, "Gleb"))
    assert "hand says nothing for 4 players" in told
    assert "cannot leave" in refusal(BrokenRule, lambda: commands.leave(table.now, "Vera"))


def test_an_edit_leaves_the_rules_of_its_deal_and_what_was_paid() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.change(house_rules=(("ace", "both"),))
    table.end("Boris=K A", out="Anna")
    table.pay()
    old = commands.old_deal_text(table.now, 1)
    assert "rules" not in old
    assert "paid" not in old
    for kept in (
        'rules = { ace = "low" }\n',
        'paid = ["Anna: 1", "Boris: -1"]\n',
        'edited = "x"\n',
    ):
        told = refusal(
            UnreadableInput,
            lambda: commands.edit(table.now, 1, old + kept, old),  # noqa: B023
        )
        assert "is kept with the deal and cannot be edited" in told
    table.edit(1, ("Boris: K A", "Boris: K"))
    deal = table.now.game.deals[0]
    assert (deal.rules, deal.paid) == ((("ace", "both"),), {"Anna": 11, "Boris": -11})
    table.lay("Boris", "QH KH AH")  # the ace is high for the deals that follow, too


def test_the_stake_none_takes_the_money_away() -> None:
    table = Table(opening(("Anna", "Boris"), stake="0.10"))
    empty = Change(stake="")
    assert "'' is not an amount" in refusal(UnreadableInput, lambda: change(table.now, empty))
    table.change(stake="none")
    assert table.now.money is None


def test_a_target_is_kept_as_it_is_meant() -> None:
    table = Table(opening(("Anna", "Boris"), "rum500"))
    table.change(target="NONE")
    assert table.events[-1].facts["target"] == "none"
    assert table.now.standing.winners == ()


def test_the_same_name_is_no_change() -> None:
    table = Table(opening(("Anna", "Boris")))
    same = Change(renamed=(("boris", "Boris"),))
    assert "that holds already" in refusal(BrokenRule, lambda: change(table.now, same))


# Names as they are typed


@pytest.mark.parametrize(
    "words",
    [
        ("Anna", "Boris", "Vera"),
        ("Anna,", "Boris,", "Vera"),
        ("Anna,Boris", "Vera"),
        ("Anna,", "Boris", "and", "Vera"),
        ("Anna,", "Boris", "и", "Vera"),
        ("Anna", ",", "Boris", ",Vera,"),
    ],
    ids=" ".join,
)
def test_commas_and_the_word_and_stand_between_players(words: tuple[str, ...]) -> None:
    assert typed_players(words) == ("Anna", "Boris", "Vera")


@pytest.mark.parametrize("name", ["and", "To", "as", "FOR", "out", "none", "и"])
def test_a_word_of_the_table_is_refused_as_a_name(name: str) -> None:
    told = refusal(UnreadableInput, lambda: new(NewGame(("Anna", name))))
    assert f"{name} cannot be a name" in told
    table = Table(opening(("Anna", "Boris")))
    for act in (
        lambda: commands.join(table.now, name),
        lambda: change(table.now, Change(renamed=(("anna", name),))),
    ):
        assert f"{name} cannot be a name" in refusal(UnreadableInput, act)


def test_the_examples_of_the_module_hold() -> None:
    ran = doctest.testmod(opening_module)
    assert ran.attempted
    assert not ran.failed
