"""What a sheet says beyond what a person writes: start, payments, who has left, edits; and files of rules."""

from fractions import Fraction

import pytest

from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.money.debts import balances, debts
from rummy_score.names import distinct, seat
from rummy_score.points import Points, points_text, read_points
from rummy_score.scoring.games import next_deal, reckon
from rummy_score.sheets.reading import Sheet, read_deal, read_rules, read_sheet

HEAD = 'variant = "basic"\nplayers = ["Anna", "Boris", "Vera"]\n'
DEAL = '[[deals]]\nout = "Anna"\nleft = { Boris = 10, Vera = 20 }\n'
PAIRS = (
    'variant = "rum500"\nplayers = ["A+B", "C", "A", "B+C"]\npairs = [["A+B", "A"], ["C", "B+C"]]\n'
)


def problems(text: str) -> list[str]:
    with pytest.raises((UnreadableInput, BrokenRule)) as caught:
        read_sheet(text)
    return str(caught.value).splitlines()


def owed(sheet: Sheet) -> dict[str, Points]:
    return balances(debts(sheet.standing), sheet.standing.totals)


# Before the first deal


def test_points_before_the_first_deal_are_in_every_total() -> None:
    sheet = read_sheet(f'start = ["Vera: -7", "a: +5"]\n{HEAD}{DEAL}')
    # -7 and +5: Boris bears the 2 that are missing
    assert sheet.standing.totals == {"Anna": 35, "Boris": -8, "Vera": -27}
    assert sheet.standing.lines[0].totals == sheet.standing.totals


def test_points_before_the_first_deal_are_owed_by_who_sat_in_it() -> None:
    late = (
        HEAD.replace('"Vera"]', '"Vera", "Gleb"]')
        + 'start = { Anna = 6 }\n[[deals]]\nplayers = ["A", "B", "V"]\n'
    )
    sheet = read_sheet(late + DEAL.removeprefix("[[deals]]\n"))
    assert owed(sheet) == {"Anna": 36, "Boris": -13, "Vera": -23, "Gleb": 0}


def test_what_was_paid_before_the_first_deal_is_owed_no_more() -> None:
    sheet = read_sheet(
        f'start = {{ Anna = 6 }}\npaid = ["Anna: 6", "Boris: -3", "Vera: -3"]\n{HEAD}'
    )
    assert owed(sheet) == {"Anna": 0, "Boris": 0, "Vera": 0}
    assert sheet.standing.totals["Anna"] == 6


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param(
            'start = ["Gleb: 1"]',
            "start, line 1: there is no player 'Gleb'",
            id="start-of-a-stranger",
        ),
        pytest.param(
            "start = 7", "start: a number stands where a table or a list is due", id="start-no-list"
        ),
        pytest.param(
            'paid = ["Anna: 1"]',
            "paid: what was paid does not come to zero in all",
            id="paid-no-zero",
        ),
        pytest.param(
            'paid = ["Anna 1"]', "paid, line 1: 'Anna 1' has no colon", id="paid-no-colon"
        ),
        pytest.param(
            'paid = ["Gleb: 0"]', "paid, line 1: there is no player 'Gleb'", id="paid-by-a-stranger"
        ),
        pytest.param(
            'paid = ["Anna: 1/0", "Vera: 0"]',
            "paid, line 1: '1/0' is no number of points",
            id="by-zero",
        ),
        pytest.param(
            'paid = ["A: 0", "anna: 0"]', "paid, line 2: Anna is entered twice", id="paid-twice"
        ),
        pytest.param(
            'paid = ["Anna: -x", "Gleb: 5"]', "paid, line 1: '-x' is no number", id="paid-two-slips"
        ),
        pytest.param('away = ["Gleb"]', "away: there is no player 'Gleb'", id="a-stranger-away"),
        pytest.param(
            'away = "Vera"', "away: text stands where a list in [ ] is due", id="away-no-list"
        ),
    ],
)
def test_what_cannot_be_read_at_the_head_is_told_with_its_place(line: str, told: str) -> None:
    assert problems(f"{line}\n{HEAD}{DEAL}")[0].startswith(told)


def test_each_slip_of_a_payment_is_told_and_no_sum_on_top() -> None:
    assert len(problems(f'paid = ["Anna: 7", "Gleb: -7", "Vera: -x"]\n{HEAD}')) == 2


# Payments


def test_payments_after_a_deal_take_shares_with_signs() -> None:
    paid = 'paid = ["Anna: 19/3", "Boris: -10/3", "Vera: -3"]\n'
    sheet = read_sheet(HEAD + DEAL + paid)
    assert sheet.standing.game.deals[0].paid == {
        "Anna": Fraction(19, 3),
        "Boris": Fraction(-10, 3),
        "Vera": -3,
    }
    assert owed(sheet) == {"Anna": 30 - Fraction(19, 3), "Boris": Fraction(10, 3) - 10, "Vera": -17}


def test_pairs_pay_by_their_names_whatever_stands_in_them() -> None:
    sheet = read_sheet(PAIRS + 'paid = ["A+B+A: 5", "C+B+C: -5"]\n')
    assert sheet.standing.game.paid == {"A+B+A": 5, "C+B+C": -5}
    assert owed(sheet) == {"A+B+A": -5, "C+B+C": 5}


@pytest.mark.parametrize("where", ["", DEAL], ids=["head", "deal"])
def test_who_is_no_side_pays_nothing(where: str) -> None:
    pairs = HEAD.replace(
        '"Vera"]', '"Vera", "Gleb"]\npairs = [["Anna", "Vera"], ["Boris", "Gleb"]]'
    ).replace("basic", "rum500")
    deal = where.replace("Vera = 20", "Vera = 20, Gleb = 1").replace(
        "[[deals]]\n", "[[deals]]\nlaid = { Anna = 1, Boris = 10, Vera = 20, Gleb = 1 }\n"
    )
    [told] = problems(f'{pairs}{deal}paid = ["Anna: 1", "Boris: -1"]\n')
    assert told == ("deal 1, " if where else "") + (
        "paid: Anna and Boris does not settle here; who does: Anna+Vera and Boris+Gleb."
    )


# Who has left


def test_more_may_have_played_than_play_at_once() -> None:
    seven = 'variant = "basic"\nplayers = ["A", "B", "C", "D", "E", "F", "G"]\n'
    assert "7 cannot play" in problems(seven)[0]
    assert read_sheet(f'{seven}away = ["B"]\n').standing.game.away == ("B",)
    assert "7 cannot play" in problems(f'{seven}away = ["B"]\n[[deals]]\nblocked = true\n')[0]
    deal = '[[deals]]\nplayers = ["A", "C"]\nout = "A"\nleft = { C = 5 }\n'
    assert read_sheet(seven + deal).standing.totals["A"] == 5


def test_who_has_left_is_kept_in_seat_order() -> None:
    assert read_sheet(
        'away = ["vera", "A"]\n' + HEAD.replace('"]', '", "D", "E"]')
    ).standing.game.away == (
        "Anna",
        "Vera",
    )


# One deal, and files of rules


def test_a_deal_alone_is_read_with_all_that_is_wrong_with_it() -> None:
    players = ("Anna", "Boris")
    deal = read_deal('out = "anna"\nleft = ["b: K 4"]\nedited = "so"\n', players)
    assert (deal.out, str(deal.left["Boris"]), deal.edited, deal.seated) == (
        "Anna",
        "K 4",
        "so",
        players,
    )
    with pytest.raises(UnreadableInput) as caught:
        read_deal('out = "Vera"\nlefd = 1\nblocked = 1\n', players)
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == [
        "lefd",
        "out",
        "blocked",
    ]
    with pytest.raises(UnreadableInput, match="is not TOML"):
        read_deal("out = ", players)


def test_a_deal_of_some_of_the_players_has_them_in_seat_order() -> None:
    assert read_deal('players = ["V", "A"]', ("Anna", "Boris", "Vera")).seated == ("Anna", "Vera")


@pytest.mark.parametrize(
    "text",
    [
        'ace = "both"\nset_max = 5\n',
        '[rules]\nace = "both"\nset_max = 5\n',
        'ACE = "both"\nset-max = 5\n',
    ],
)
def test_a_file_of_rules_is_read_with_or_without_its_heading(text: str) -> None:
    assert read_rules(text) == [("ace", "both"), ("set_max", "5")]


def test_a_file_of_rules_tells_every_slip() -> None:
    with pytest.raises(UnreadableInput) as caught:
        read_rules('aec = "both"\nset_max = "many"\n')
    first, second = str(caught.value).splitlines()
    assert "did you mean ace?" in first
    assert "set_max=many is not allowed" in second


def test_an_empty_file_of_rules_changes_nothing() -> None:
    assert read_rules("") == read_rules("[rules]\n") == []


def test_a_file_of_rules_that_is_none_is_told() -> None:
    with pytest.raises(UnreadableInput, match="a number stands where a table headed"):
        read_rules("rules = 7")


# Names, points, who deals next


def test_players_are_named_once_and_cleaned() -> None:
    assert distinct(["  Анна ", "Борис"]) == ("Анна", "Борис")
    with pytest.raises(UnreadableInput, match="Фёдор and ФЕДОР are the same name"):
        distinct(["Фёдор", "ФЕДОР"])
    with pytest.raises(UnreadableInput, match="is empty"):
        distinct(["Anna", " "])


def test_a_name_is_seated_by_how_it_compares() -> None:
    names: dict[str, str] = {}
    seat("Ёлка", names)
    with pytest.raises(UnreadableInput):
        seat("елка", names)
    seat("елки", names)
    assert list(names.values()) == ["Ёлка", "елки"]


@pytest.mark.parametrize("points", [0, 7, -7, Fraction(19, 3), Fraction(-1, 7), 10**9])
def test_points_are_read_as_they_are_written(points: Points) -> None:
    assert read_points(points_text(points)) == points


def test_points_that_come_out_even_are_whole() -> None:
    assert type(read_points("18/3")) is int
    assert read_points("18/3") == 6
    assert read_points("+5") == 5


def test_who_deals_next_comes_after_who_dealt_last_among_those_who_sit() -> None:
    standing = read_sheet(f'dealer = "Boris"\n{HEAD}{DEAL}').standing
    assert next_deal(standing, ("Anna", "Boris", "Vera")) == ("Vera", "Anna", 7)
    assert next_deal(standing, ("Anna", "Boris")) == ("Anna", "Boris", 10)  # Vera has left
    unplayed = reckon(standing.game._replace(deals=()))
    assert next_deal(unplayed, ("Anna", "Vera")) == ("Vera", "Anna", 10)
