"""An evening as its commands make it: who sits, who deals, what is owed, by rules that never move."""

import time
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tablework import Table, end_step, examples, opening, random_table

from rummy_score.cards.stored import read_stored_hand, read_stored_turn
from rummy_score.errors import BrokenRule, RummyScoreError, UnreadableInput, UnusableLedger
from rummy_score.evening import commands
from rummy_score.evening import sitting as sitting_module
from rummy_score.evening.live import LiveGame
from rummy_score.evening.sitting import Step
from rummy_score.ledger.events import Event, body_text, sealed
from rummy_score.rules.rules import Rules
from rummy_score.rules.variants import VARIANTS
from rummy_score.scoring import games as games_module
from rummy_score.scoring.deals import Checked, Deal, check_deal
from rummy_score.scoring.games import next_deal

TWO: tuple[str, ...] = ("Anna", "Boris")
THREE: tuple[str, ...] = (*TWO, "Vera")


def dealers(table: Table) -> list[str]:
    """Return who dealt each deal, and who deals next."""
    evening = table.now
    return [
        *(line.dealer for line in evening.standing.lines),
        next_deal(evening.standing, evening.seated).dealer,
    ]


def by_points(table: Table, out: str, **left: int) -> None:
    table.end(*(f"{player}={points}" for player, points in left.items()), out=out)


# Who sits


def test_who_joins_during_a_deal_plays_from_the_next_on() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.lay("Anna", "7-9H")
    table.join("Vera")
    assert table.now.open_deal.seated == TWO
    with pytest.raises(UnreadableInput, match="there is no player 'Vera'"):
        table.lay("Vera", "7-9S")
    table.end("Boris=4", out="Anna")
    assert table.now.game.deals[0].seated == ("Anna", "Boris")
    assert table.now.open_deal.seated == THREE
    by_points(table, "Vera", Anna=10, Boris=5)
    assert table.totals == {"Anna": -6, "Boris": -9, "Vera": 15}


def test_who_leaves_during_a_deal_plays_it_to_its_end() -> None:
    table = Table(opening(THREE))
    table.left("Vera", "20")
    table.leave("Vera")
    assert table.now.open_deal.seated == THREE
    by_points(table, "Anna", Boris=5)
    assert table.now.open_deal.seated == TWO
    by_points(table, "Boris", Anna=7)
    # 20 + 5 to Anna, then 7 from her; Vera's score stays as it was
    assert table.totals == {"Anna": 18, "Boris": 2, "Vera": -20}


def test_a_hand_told_alone_opens_a_deal_as_a_turn_does() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.left("Anna", "4")
    table.join("Vera")
    assert table.now.open_deal.seated == TWO


def test_who_joins_before_a_deal_sits_in_it() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.join("Vera")
    assert table.now.open_deal.seated == THREE
    assert table.now.rules.hand.of(3) == 7  # rules.md 1: seven cards for three, ten for two


def test_who_comes_back_has_the_seat_and_the_score_of_before() -> None:
    table = Table(opening(THREE))
    by_points(table, "Anna", Boris=3, Vera=4)
    table.leave("Boris")
    by_points(table, "Anna", Vera=6)
    table.join("boris")
    assert table.now.seated == THREE
    assert table.totals == {"Anna": 13, "Boris": -3, "Vera": -10}
    assert table.now.game.deals[1].seated == ("Anna", "Vera")


def test_joining_twice_or_leaving_twice_is_refused() -> None:
    table = Table(opening(THREE))
    with pytest.raises(BrokenRule, match="plays already"):
        table.join("ANNA")
    table.leave("Vera")
    with pytest.raises(UnreadableInput, match="no player 'Vera'"):
        table.leave("Vera")


def test_who_joins_where_totals_decide_may_bring_points_and_touches_nobody_else() -> None:
    table = Table(opening(("Anna", "Boris"), "basic", [("settle", "difference")]))
    by_points(table, "Anna", Boris=30)
    table.join("Vera", "12")
    assert table.totals == {"Anna": 30, "Boris": -30, "Vera": 12}


def test_who_comes_back_keeps_his_total_and_points_are_added_to_it() -> None:
    table = Table(opening(THREE, "basic", [("settle", "difference")]))
    by_points(table, "Anna", Boris=30, Vera=4)
    table.leave("Vera")
    table.join("Vera", "12")
    assert table.totals == {"Anna": 34, "Boris": -30, "Vera": 8}


def test_who_joins_at_a_total_has_it_at_once_and_plays_on_from_it() -> None:
    table = Table(opening(THREE, "basic", [("settle", "difference")]))
    by_points(table, "Anna", Boris=30, Vera=4)
    table.leave("Vera")
    by_points(table, "Anna", Boris=1)
    table.join("Vera", at="71")
    assert table.totals == {"Anna": 35, "Boris": -31, "Vera": 71}
    by_points(table, "Anna", Boris=2, Vera=3)
    assert table.totals == {"Anna": 40, "Boris": -33, "Vera": 68}
    assert table.now.standing.lines[2].entered == {"Vera": 75}  # from -4 to 71
    table.edit(1, ("Vera: 4", "Vera: 9"))  # what he comes in at is set, whatever was before
    assert table.totals["Vera"] == 68


def test_a_total_to_come_in_at_is_forgotten_by_who_leaves_before_the_deal() -> None:
    table = Table(opening(THREE, "basic", [("settle", "difference")]))
    by_points(table, "Anna", Boris=30, Vera=4)
    table.leave("Vera")
    table.join("Vera", at="71")
    table.leave("Vera")
    table.join("Vera")
    assert table.totals["Vera"] == -4


def test_who_comes_in_while_a_deal_is_played_comes_in_with_the_next_one() -> None:
    table = Table(opening(("Anna", "Boris"), "basic", [("settle", "difference")]))
    table.lay("Anna", "7-9h")
    table.join("Vera", at="50")
    table.end("Boris=10", out="Anna")
    assert table.totals == {"Anna": 10, "Boris": -10, "Vera": 50}
    by_points(table, "Anna", Boris=2, Vera=3)
    assert table.totals == {"Anna": 15, "Boris": -12, "Vera": 47}


@pytest.mark.parametrize(("points", "at"), [("30", None), (None, "30"), (None, "0")])
def test_nobody_joins_with_points_where_each_deal_is_owed(
    points: str | None, at: str | None
) -> None:
    table = Table(opening(("Anna", "Boris")))
    with pytest.raises(BrokenRule, match=r"each deal's points are owed here \(settle=deals\)"):
        table.join("Vera", points, at)
    table.join("Vera", "0")
    assert table.totals == {"Anna": 0, "Boris": 0, "Vera": 0}


def test_nobody_comes_in_at_a_total_that_would_win() -> None:
    table = Table(opening(("Anna", "Boris"), "rum500", [("pairs", "no")]))
    with pytest.raises(BrokenRule, match="the game ends at 500"):
        table.join("Vera", at="500")


def test_each_adjustment_stands_by_itself() -> None:
    # rules.md 7: A +10 and then B -5 among A, B, C leaves A +12.5, B -10, C -2.5.
    table = Table(opening(THREE))
    table.adjust("Anna", 10)
    table.adjust("Boris", -5)
    assert table.totals == {"Anna": Fraction(25, 2), "Boris": -10, "Vera": Fraction(-5, 2)}
    assert table.owed == table.totals


def test_a_fine_and_a_bonus_are_both_owed() -> None:
    # B 1 and C 1 pay A 2; +10 to A takes 5 of each, -5 from B gives 5/2 to A and to C.
    table = Table(opening(THREE))
    by_points(table, "Anna", Boris=1, Vera=1)
    table.adjust("Anna", 10, "bonus")
    table.adjust("Boris", -5, "fine")
    assert table.owed == {"Anna": Fraction(29, 2), "Boris": -11, "Vera": Fraction(-7, 2)}
    assert table.totals == table.owed


def test_an_adjustment_may_come_from_one_player_alone() -> None:
    table = Table(opening(THREE))
    by_points(table, "Anna", Boris=1, Vera=1)
    table.adjust("Anna", 10, payer="vera")
    assert table.totals == {"Anna": 12, "Boris": -1, "Vera": -11}


def test_who_came_later_bears_what_is_adjusted_later() -> None:
    table = Table(opening(("Anna", "Boris")))
    by_points(table, "Anna", Boris=1)
    table.join("Vera")
    table.adjust("Anna", 10)
    assert table.totals == {"Anna": 11, "Boris": -6, "Vera": -5}


def test_a_thing_that_is_adjusted_is_shared_exactly() -> None:
    table = Table(opening(("Anna", "Boris", "Vera", "Gleb")))
    table.adjust("Anna", 10)
    third = Fraction(-10, 3)
    assert table.totals == {"Anna": 10, "Boris": third, "Vera": third, "Gleb": third}


def test_nobody_pays_an_adjustment_to_his_own_side() -> None:
    table = Table(opening(THREE))
    with pytest.raises(UnreadableInput, match="Anna cannot pay his own side"):
        table.adjust("Anna", 10, payer="anna")


# Who deals


def test_the_deal_passes_over_who_has_left() -> None:
    table = Table(opening((*THREE, "Gleb"), dealer="Boris"))
    by_points(table, "Anna", Boris=1, Vera=1, Gleb=1)
    assert dealers(table) == ["Boris", "Vera"]
    table.leave("Vera")
    assert dealers(table) == ["Boris", "Gleb"]
    by_points(table, "Anna", Boris=1, Gleb=1)
    by_points(table, "Anna", Boris=1, Gleb=1)
    by_points(table, "Anna", Boris=1, Gleb=1)
    assert dealers(table) == ["Boris", "Gleb", "Anna", "Boris", "Gleb"]
    table.join("Vera")
    for _ in range(3):
        by_points(table, "Anna", Boris=1, Gleb=1, Vera=1)
    assert dealers(table)[4:] == ["Vera", "Gleb", "Anna", "Boris"]  # back in her seat, after Boris


def test_who_joins_moves_no_deal_that_was_dealt() -> None:
    table = Table(opening(("Anna", "Boris")))
    for _ in range(3):
        by_points(table, "Anna", Boris=1)
    assert dealers(table) == ["Anna", "Boris", "Anna", "Boris"]
    table.join("Vera")
    assert dealers(table) == ["Anna", "Boris", "Anna", "Boris"]
    by_points(table, "Anna", Boris=1, Vera=1)
    assert dealers(table) == ["Anna", "Boris", "Anna", "Boris", "Vera"]


def test_the_first_dealer_may_leave_before_the_first_deal() -> None:
    table = Table(opening(THREE, dealer="Boris"))
    table.leave("Boris")
    assert dealers(table) == ["Vera"]


# What is owed


def test_who_left_still_settles() -> None:
    table = Table(opening(THREE))
    by_points(table, "Anna", Boris=10, Vera=20)
    table.leave("Vera")
    by_points(table, "Boris", Anna=7)
    assert table.owed == {"Anna": 23, "Boris": -3, "Vera": -20}


def test_after_payment_only_what_has_arisen_since_is_owed() -> None:
    table = Table(opening(THREE))
    by_points(table, "Anna", Boris=10, Vera=20)
    table.pay()
    assert table.owed == dict.fromkeys(THREE, 0)
    by_points(table, "Boris", Anna=7, Vera=1)
    assert table.owed == {"Anna": -7, "Boris": 8, "Vera": -1}
    table.pay()
    assert table.owed == dict.fromkeys(THREE, 0)
    assert table.totals == {"Anna": 23, "Boris": -2, "Vera": -21}  # what was paid moves no score


def test_two_payments_after_one_deal_both_count() -> None:
    table = Table(opening(("Anna", "Boris")))
    by_points(table, "Anna", Boris=10)
    table.pay()
    table.adjust("Anna", 4)
    table.adjust("Anna", 2)
    assert table.owed == {"Anna": 6, "Boris": -6}
    table.pay()
    assert table.owed == {"Anna": 0, "Boris": 0}
    assert table.now.game.deals[0].paid == {"Anna": 16, "Boris": -16}
    assert table.totals == {"Anna": 16, "Boris": -16}


def test_an_old_deal_edited_after_payment_leaves_the_difference_owing() -> None:
    table = Table(opening(THREE))
    by_points(table, "Anna", Boris=10, Vera=20)
    by_points(table, "Boris", Anna=7, Vera=1)
    table.pay()
    table.edit(1, ("Vera: 20", "Vera: 25"))
    assert table.owed == {"Anna": 5, "Boris": 0, "Vera": -5}
    assert table.now.game.deals[0].edited == "a slip"


def test_the_deal_after_which_was_paid_can_be_edited_and_keeps_the_payment() -> None:
    table = Table(opening(THREE))
    by_points(table, "Anna", Boris=10, Vera=20)
    table.pay()
    table.edit(1, ("Boris: 10", "Boris: 4"))
    assert table.owed == {"Anna": -6, "Boris": 6, "Vera": 0}


def test_by_difference_what_was_paid_counts_against_the_new_differences() -> None:
    table = Table(opening(THREE, "sequence"))
    table.end("Boris=1", "Vera=1", laid=("Anna=60", "Boris=41", "Vera=11"), out="Anna")
    assert table.owed == {"Anna": 70, "Boris": -20, "Vera": -50}
    table.pay()
    assert table.owed == dict.fromkeys(THREE, 0)
    table.end("Anna=5", "Boris=1", laid=("Anna=0", "Boris=1", "Vera=65"), out="Vera")
    # totals 55, 40, 75: Vera collects 20 and 35, having paid 50; Anna pays 20, having got 70
    assert table.totals == {"Anna": 55, "Boris": 40, "Vera": 75}
    assert table.owed == {"Anna": -90, "Boris": -15, "Vera": 105}


def test_before_a_target_is_reached_nobody_owes_anything() -> None:
    table = Table(opening(THREE, "rum500"))
    table.end("Boris=1", "Vera=1", laid=("Anna=499", "Boris=41", "Vera=11"), out="Anna")
    assert table.owed == dict.fromkeys(THREE, 0)
    with pytest.raises(BrokenRule, match="nobody owes anything"):
        table.pay()


def test_payment_is_possible_before_the_first_deal() -> None:
    table = Table(opening(THREE))
    table.adjust("Anna", 10)
    assert table.owed == {"Anna": 10, "Boris": -5, "Vera": -5}  # the others bear it in equal shares
    table.pay()
    assert table.owed == dict.fromkeys(THREE, 0)
    by_points(table, "Boris", Anna=3, Vera=4)
    assert table.owed == {"Anna": -3, "Boris": 7, "Vera": -4}
    assert table.totals == {"Anna": 7, "Boris": 2, "Vera": -9}


def test_shares_that_do_not_come_out_even_are_paid_exactly() -> None:
    table = Table(opening((*THREE, "Gleb"), "gambling"))
    table.end("Anna=17", "Boris=17", "Vera=17", "Gleb=36", blocked=True)  # 19 in three shares
    assert table.totals["Anna"] == Fraction(19, 3)
    table.pay()
    assert table.owed == dict.fromkeys((*THREE, "Gleb"), 0)
    table.end("Anna=17", "Boris=17", "Vera=17", "Gleb=36", blocked=True)
    assert table.owed == {**dict.fromkeys(THREE, Fraction(19, 3)), "Gleb": -19}
    table.pay()
    assert table.now.game.deals[1].paid["Gleb"] == -19


def test_pairs_settle_as_sides_whatever_their_names_hold() -> None:
    players = ("A+B", "C", "A", "D+E")
    table = Table(opening(players, "rum500", pairs=(("A+B", "A"), ("C", "D+E"))))
    table.end("C=1", "A=5", "D+E=5", laid=("A+B=600", "C=1", "A=5", "D+E=5"), out="A+B")
    assert table.owed == {"A+B+A": 600, "C+D+E": -600}
    table.pay()
    assert table.owed == {"A+B+A": 0, "C+D+E": 0}


@examples(60)
@given(st.integers(0, 2**32), st.integers(1, 12))
def test_what_is_owed_comes_to_zero_and_paying_settles_it(seed: int, commands: int) -> None:
    table = random_table(seed, commands)
    owed = table.owed
    assert sum(owed.values()) == 0
    if any(owed.values()):
        table.pay()
    assert not any(table.owed.values())


# The end of a game


def won() -> Table:
    """Return a table at which Anna has won Rum 500 with 510 to 400."""
    table = Table(opening(("Anna", "Boris"), "rum500", [("pairs", "no")]))
    table.end("Boris=1", laid=("Anna=510", "Boris=401"), out="Anna")
    assert table.now.standing.winners == ("Anna",)
    return table


@pytest.mark.parametrize(
    "more",
    [
        pytest.param(lambda table: table.lay("Anna", "7-9h"), id="lay"),
        pytest.param(lambda table: table.left("Anna", "7"), id="left"),
        pytest.param(lambda table: table.end("Anna=0", laid=("Anna=0", "Boris=9")), id="end"),
        pytest.param(lambda table: table.adjust("Anna", -400), id="adjust"),
        pytest.param(lambda table: table.join("Vera"), id="join"),
    ],
)
def test_a_game_that_is_won_takes_no_further_deal_and_no_adjustment(
    more: Callable[[Table], None],
) -> None:
    table = won()
    with pytest.raises(BrokenRule, match=r"Anna has won this game with 510\. .*`new --like`"):
        more(table)
    assert table.owed == {"Anna": 110, "Boris": -110}


def test_a_higher_target_reopens_a_game_and_nothing_is_owed_until_it_is_reached() -> None:
    table = won()
    table.change(target="600")
    assert table.now.standing.winners == ()
    assert table.owed == {"Anna": 0, "Boris": 0}
    table.end("Anna=30", laid=("Anna=0", "Boris=250"), out="Boris")
    # 480 and 650
    assert table.now.standing.winners == ("Boris",)
    assert table.owed == {"Anna": -170, "Boris": 170}


def test_a_game_that_is_won_can_be_paid_and_corrected() -> None:
    table = won()
    table.pay()
    assert table.owed == {"Anna": 0, "Boris": 0}
    table.edit(1, ("Anna: 510", "Anna: 499"))
    assert table.now.standing.winners == ()
    table.end("Anna=1", laid=("Anna=6", "Boris=9"), out="Boris")
    assert table.totals == {"Anna": 504, "Boris": 409}


def test_a_tie_at_the_target_takes_another_deal_unless_it_is_shared() -> None:
    def tied(*house: tuple[str, str]) -> Table:
        table = Table(opening(THREE, "rum500", house))
        table.end("Boris=1", "Vera=1", laid=("Anna=510", "Boris=511", "Vera=91"), out="Anna")
        return table

    assert tied().now.standing.winners == ()
    assert tied().owed == dict.fromkeys(THREE, 0)
    shared = tied(("target_tie", "share"))
    assert shared.now.standing.winners == ("Anna", "Boris")
    assert shared.owed == {"Anna": 210, "Boris": 210, "Vera": -420}  # 420 to each, in halves


# Edits and adjustments


def test_an_edit_reckons_all_that_follows_anew() -> None:
    table = Table(opening(("Anna", "Boris")))
    for points in (10, 20, 30):
        by_points(table, "Anna", Boris=points)
    table.edit(2, ("Boris: 20", "Boris: 21"))
    assert [line.totals["Anna"] for line in table.now.standing.lines] == [10, 31, 61]


def test_an_edit_that_the_rules_refuse_is_not_recorded() -> None:
    table = Table(opening(("Anna", "Boris")))
    by_points(table, "Anna", Boris=10)
    with pytest.raises(BrokenRule, match="deal 1"):
        table.edit(1, ('out = "Anna"', 'out = "Boris"'))
    assert len(table.events) == 2


def test_an_adjustment_made_after_an_edit_and_one_before_both_count() -> None:
    table = Table(opening(("Anna", "Boris")))
    by_points(table, "Anna", Boris=10)
    table.adjust("Anna", -3)
    table.edit(1, ("Boris: 10", "Boris: 12"))
    table.adjust("Anna", -4, "late")
    assert table.totals == {"Anna": 5, "Boris": -5}  # 12 - 3 - 4
    assert table.now.game.deals[0].note == "a slip; late"


def test_any_number_of_adjustments_leaves_a_note_that_a_sheet_takes() -> None:
    table = Table(opening(("Anna", "Boris")))
    by_points(table, "Anna", Boris=10)
    for number in range(30):
        table.adjust("Anna", 1, f"reason {number}")
    note = table.now.game.deals[0].note
    assert note.startswith("reason 0; reason 1; ")
    assert note.endswith("…")
    assert len(note) <= 200
    table.edit(1, ("Boris: 10", "Boris: 12"))  # the text of the deal is read again
    assert table.totals == {"Anna": 42, "Boris": -42}


def test_a_hand_told_at_the_end_replaces_one_told_before() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.left("Boris", "K 4")
    table.end("Boris=K 5", out="Anna")
    assert table.totals == {"Anna": 15, "Boris": -15}


def test_a_hand_told_before_the_player_went_out_is_forgotten() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.left("Anna", "K 4")
    table.end("Boris=5", out="Anna")
    assert table.totals == {"Anna": 5, "Boris": -5}


def test_who_has_no_cards_left_is_out_without_being_told() -> None:
    table = Table(opening(("Anna", "Boris")))
    table.left("Anna", "none")
    table.left("Boris", "K")
    table.end()
    assert table.now.game.deals[0].out == "Anna"
    assert table.totals == {"Anna": 10, "Boris": -10}


# The rules of a game are its own


def altered(monkeypatch: pytest.MonkeyPatch, name: str, **knobs: Any) -> None:
    changed = VARIANTS[name]._replace(rules=VARIANTS[name].rules._replace(**knobs))
    presets = {**VARIANTS, name: changed}
    monkeypatch.setattr("rummy_score.rules.variants.VARIANTS", presets)
    monkeypatch.setattr("rummy_score.sheets.writing.VARIANTS", presets)


def test_a_preset_that_changes_moves_no_old_score(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(opening(("Anna", "Boris")))
    table.end("Boris=K A", out="Anna")
    altered(monkeypatch, "basic", court_points=5, ace_points=11)
    assert table.totals == {
        "Anna": 11,
        "Boris": -11,
    }  # 10 for the king, 1 for the ace, as it was opened
    table.end("Boris=K A", out="Anna")
    assert table.totals == {"Anna": 22, "Boris": -22}


def test_an_event_of_an_older_program_without_a_knob_still_folds() -> None:
    table = Table(opening(("Anna", "Boris"), house=[("court_points", "7")]))
    table.end("Boris=K", out="Anna")
    first = table.events[0]
    facts = first.facts
    del facts["rules"]["rummy_call_fine"], facts["rules"]["low_ace"]
    older = LiveGame(1, [first._replace(body=body_text(facts)), *table.events[1:]])
    assert older.now.rules == table.now.now.rules
    assert older.standing.totals == {"Anna": 7, "Boris": -7}


# How long it takes


def counting(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note every text of a turn or hand that the fold reads."""
    read: list[str] = []

    def noted(function: Callable[..., object]) -> Callable[..., object]:
        def reading(text: str, *others: object) -> object:
            read.append(text)
            return function(text, *others)

        return reading

    monkeypatch.setattr(sitting_module, "read_stored_turn", noted(read_stored_turn))
    monkeypatch.setattr(sitting_module, "read_stored_hand", noted(read_stored_hand))
    return read


def long_table(deals: int, rng: Random) -> Table:
    table = Table(opening(("Anna", "Boris")))
    first = LiveGame(1, table.events)  # each deal is decided as if it were the first: no time
    for number in range(deals):
        turn = commands.lay(first, "Anna", f"7-9{rng.choice('SHDC')}")
        table.add(turn)
        end = end_step(first, ("Boris=K 4",), out="Anna")
        end.facts["deal"] = number + 1
        table.add(end)
    return table


def test_each_turn_is_read_once_and_none_that_was_typed_just_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = long_table(50, Random(1))
    read = counting(monkeypatch)
    live = table.now
    assert len(read) == 50
    _ = live.standing, live.layout
    for player, cards in (("Boris", "QHSD"), ("Boris", "3-5C"), ("Anna", "KH to 1")):
        with suppress(RummyScoreError):
            step = commands.lay(live, player, cards)
            table.add(step)
            live = live.followed_by(table.events[-1:], step)
    step = end_step(live, ("Boris=K 4",), out="Anna")
    table.add(step)
    live = live.followed_by(table.events[-1:], step)
    assert len(read) == 50
    assert known_of(live) == known_of(table.now)


def test_each_deal_is_reckoned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[Deal] = []

    def noted(deal: Deal, rules: Rules) -> Checked:
        checked.append(deal)
        return check_deal(deal, rules)

    table = long_table(20, Random(1))
    live = table.now
    monkeypatch.setattr(games_module, "check_deal", noted)
    _ = live.standing
    assert len(checked) == 20
    step = end_step(live, ("Boris=K 4",), out="Anna")
    table.add(step)
    live = live.followed_by(table.events[-1:], step)
    _ = live.standing
    assert len(checked) == 21
    adjusted = commands.adjust(live, "Anna", "5", "a slip")
    table.add(adjusted)
    live = live.followed_by(table.events[-1:], adjusted)
    assert live.standing.totals["Anna"] == 20 * 14 + 14 + 5
    assert len(checked) == 22  # the last deal, whose line the adjustment changes


def test_recording_a_turn_reads_no_sheet_that_was_imported() -> None:
    table = Table(opening(("Anna", "Boris")))
    facts = {**table.events[0].facts, "sheet": "no sheet at all", "name": "x.toml", "away": []}
    table.events = [sealed(table.events[0]._replace(kind="import", body=body_text(facts)))]
    table.lay("Boris", "3-5C")
    with pytest.raises(UnusableLedger, match="it is not TOML"):
        assert table.now.game


# What was folded is followed


def known_of(live: LiveGame) -> tuple[object, ...]:
    """Return all that commands ask of a game."""
    if not live.is_open:
        return (live.head, live.reach)
    return (
        live.head,
        live.reach,
        live.now,
        live.rules,
        live.open_deal,
        live.layout,
        live.game,
        live.standing,
        live.money,
    )


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 12), st.data())
def test_what_is_followed_is_what_is_folded_anew(
    seed: int, deals: int, data: st.DataObject
) -> None:
    events = with_steps_back(random_table(seed, deals), Random(seed)).events
    followed = LiveGame(1, ())
    while len(events) > followed.head.number:
        start = followed.head.number
        more = events[start : start + data.draw(st.integers(1, 4))]
        followed = followed.followed_by(more)
        if data.draw(st.booleans()):  # what was asked before is carried on, or computed anew
            assert known_of(followed) == known_of(LiveGame(1, events[: followed.head.number]))
    assert known_of(followed) == known_of(LiveGame(1, events))


def with_steps_back(table: Table, rng: Random) -> Table:
    """Return a table at which now and then something was taken back and restored."""
    again = Table(Step("new", table.events[0].facts))
    stack = [1]
    for event in table.events[1:]:
        again.add(Step(event.kind, event.facts))
        stack.append(len(again.events))
        back = min(rng.choice((0, 0, 0, 1, 3, 40)), len(stack) - 1)
        undos = []
        for place in range(len(stack) - 1, len(stack) - 1 - back, -1):
            again.add(Step("undo", {"of": stack[place], "to": stack[place - 1]}))
            undos.append(len(again.events))
        for undo in reversed(undos):
            again.add(Step("redo", {"of": undo}))
    return again


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 10))
def test_what_a_command_knows_of_the_game_after_it_is_what_is_folded(seed: int, deals: int) -> None:
    checked = 0

    class Checking(Table):
        def add(self, step: Step) -> None:
            nonlocal checked
            before = self.now if self.events else None
            if before is not None:
                _ = before.standing, before.layout
            super().add(step)
            if before is not None:
                after = before.followed_by(self.events[-1:], step)
                assert known_of(after) == known_of(self.now)
                assert after.facts == self.now.facts
                checked += 1

    table = random_table(seed, deals, kind=Checking)
    assert checked == len(table.events) - 1


def fold_time(events: list[Event]) -> float:
    best = 9.0
    for _ in range(3):
        start = time.process_time()
        assert len(LiveGame(1, events).standing.lines) == len(events) // 2
        best = min(best, time.process_time() - start)
    return best


def test_a_game_folds_in_a_time_that_grows_as_its_deals() -> None:
    short, long = long_table(50, Random(2)), long_table(200, Random(3))
    ratio = fold_time(long.events) / fold_time(short.events)
    assert ratio < 8  # four times the deals; sixteen were it by the square


def test_points_laid_are_numbers_and_never_cards() -> None:
    table = Table(opening(("Anna", "Boris"), "sequence"))
    with pytest.raises(UnreadableInput, match="laid takes points"):
        table.end("Boris=4", laid=("Anna=KC QC JC", "Boris=0"), out="Anna")
    table.end("Boris=4", laid=("Anna=27+40+5", "Boris=none"), out="Anna")
    assert table.totals == {"Anna": 72, "Boris": -4}
