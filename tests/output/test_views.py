"""Games, payments, rulings and variants as JSON: the keys of product.md, points exact, money as text."""

import json
from fractions import Fraction

import pytest

from rummy_score.cards.notation import Play, parse_cards
from rummy_score.money.debts import balances, debts
from rummy_score.money.settlement import fewest_payments
from rummy_score.output.views import (
    answer_view,
    game_view,
    settlement_view,
    variant_view,
)
from rummy_score.points import Points, points_value
from rummy_score.referee.disputes import Dispute, rule_on
from rummy_score.rules.knobs import KNOBS
from rummy_score.rules.variants import VARIANTS
from rummy_score.sheets.reading import read_sheet

# What product.md, "JSON", has of a deal of which nothing more is said.
UNSAID = {"adjust": {}, "note": "", "ruling": "", "edited": "", "paid": {}, "date": None}
HEAD = """
title = "Friday"
variant = "gambling"
players = ["Boris", "Dmitry", "Nikolai", "Fyodor"]
"""
BY_POINTS = '[[deals]]\nout = "Boris"\nleft = { Dmitry = 22, Nikolai = 28, Fyodor = 36 }\n'


def blocked(*hands: int) -> str:
    names = ("Boris", "Dmitry", "Nikolai", "Fyodor")
    left = ", ".join(f"{name} = {hand}" for name, hand in zip(names, hands, strict=True))
    return f"[[deals]]\nblocked = true\nleft = {{ {left} }}\n"


def as_json(value: object) -> object:
    """Send a view through JSON, which knows no fractions, tuples or enums."""
    return json.loads(json.dumps(value))


def test_a_game_shows_its_deals_totals_and_winner() -> None:
    view = game_view(read_sheet(HEAD + BY_POINTS + blocked(14, 24, 28, 36)).standing)
    assert as_json(view) == {
        "title": "Friday",
        "variant": "gambling",
        "players": ["Boris", "Dmitry", "Nikolai", "Fyodor"],
        "deals": [
            {
                "deal": 1,
                "dealer": "Boris",
                "winner": "Boris",
                "doubled": False,
                "blocked": False,
                "scores": {"Boris": 86, "Dmitry": -22, "Nikolai": -28, "Fyodor": -36},
                **UNSAID,
                "totals": {"Boris": 86, "Dmitry": -22, "Nikolai": -28, "Fyodor": -36},
            },
            {
                "deal": 2,
                "dealer": "Dmitry",
                "winner": "Boris",
                "doubled": False,
                "blocked": True,
                "scores": {"Boris": 46, "Dmitry": -10, "Nikolai": -14, "Fyodor": -22},
                **UNSAID,
                "totals": {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58},
            },
        ],
        "totals": {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58},
        "winner": "Boris",
        "final": False,
        "eliminated": [],
        "target": None,
    }


def test_points_follow_the_seats() -> None:
    deal = '[[deals]]\nout = "Fyodor"\nleft = { Nikolai = 28, Dmitry = 22, Boris = 36 }\n'
    [view] = game_view(read_sheet(HEAD + deal).standing)["deals"]
    assert list(view["scores"].items()) == [
        ("Boris", -36),
        ("Dmitry", -22),
        ("Nikolai", -28),
        ("Fyodor", 86),
    ]


def test_a_share_that_is_not_whole_is_text_and_several_winners_are_a_list() -> None:
    # 36 - 17 = 19 shared by three
    view = game_view(read_sheet(HEAD + blocked(17, 17, 17, 36)).standing)
    deal = view["deals"][0]
    assert deal["scores"] == {"Boris": "19/3", "Dmitry": "19/3", "Nikolai": "19/3", "Fyodor": -19}
    assert deal["winner"] == view["winner"] == ["Boris", "Dmitry", "Nikolai"]


def test_two_winners_are_a_list_as_well() -> None:
    assert game_view(read_sheet(HEAD + blocked(17, 17, 20, 36)).standing)["winner"] == [
        "Boris",
        "Dmitry",
    ]


def test_thirds_that_have_come_to_a_whole_are_a_number() -> None:
    view = game_view(read_sheet(HEAD + blocked(17, 17, 17, 36) * 3).standing)
    assert view["totals"] == {"Boris": 19, "Dmitry": 19, "Nikolai": 19, "Fyodor": -57}
    assert all(type(points) is int for points in view["totals"].values())


def test_nobody_has_won_before_the_target() -> None:
    sheet = 'variant = "rum500"\nplayers = ["Anna", "Boris"]\n[[deals]]\nblocked = true\n'
    view = game_view(
        read_sheet(
            sheet + "laid = { Anna = 85, Boris = 40 }\nleft = { Anna = 90, Boris = 12 }"
        ).standing
    )
    assert (view["winner"], view["target"], view["deals"][0]["winner"]) == (None, 500, None)
    assert view["totals"] == {"Anna": -5, "Boris": 28}


def test_a_game_that_went_rummy_shows_it() -> None:
    sheet = 'variant = "basic"\nplayers = ["Anna", "Boris"]\n[[deals]]\nout = "Anna"\nrummy = true\nleft = ["B: 5"]'
    assert game_view(read_sheet(sheet).standing)["deals"][0]["doubled"] is True


def test_a_side_of_two_has_one_name() -> None:
    sheet = 'variant = "rum500"\nplayers = ["Anna", "Boris", "Pavel", "Vera"]\n'
    sheet += 'pairs = [["Anna", "Pavel"], ["Boris", "Vera"]]\n[[deals]]\nout = "Anna"\n'
    sheet += 'laid = ["A: 300", "B: 40", "P: 250", "V: 0"]\nleft = ["B: 4", "P: 5", "V: 6"]'
    view = game_view(read_sheet(sheet).standing)
    assert view["totals"] == {"Anna+Pavel": 545, "Boris+Vera": 30}
    assert view["winner"] == "Anna+Pavel"
    assert view["deals"][0]["scores"] == {"Anna": 300, "Boris": 36, "Pavel": 245, "Vera": -6}


def test_payments_show_points_as_numbers_and_money_as_text() -> None:
    head = 'stake = "0.05"\ncurrency = "EUR"\ncoin = "0.05"\n'
    sheet = read_sheet(head + HEAD + BY_POINTS + blocked(14, 24, 28, 36))
    settlement = fewest_payments(
        balances(debts(sheet.standing), sheet.standing.totals), sheet.money
    )
    assert as_json(settlement_view(settlement, sheet.money)) == {
        "stake": "0.05",
        "currency": "EUR",
        "transfers": [
            {"from": "Dmitry", "to": "Boris", "points": 32, "amount": "1.60"},
            {"from": "Nikolai", "to": "Boris", "points": 42, "amount": "2.10"},
            {"from": "Fyodor", "to": "Boris", "points": 58, "amount": "2.90"},
        ],
    }


def test_payments_without_a_stake_show_no_money() -> None:
    sheet = read_sheet(HEAD + blocked(17, 17, 17, 36))
    view = settlement_view(
        fewest_payments(balances(debts(sheet.standing), sheet.standing.totals)), None
    )
    assert (view["stake"], view["currency"]) == (None, None)
    assert view["transfers"][0] == {
        "from": "Fyodor",
        "to": "Boris",
        "points": "19/3",
        "amount": None,
    }


@pytest.mark.parametrize(
    ("points", "value"),
    [
        pytest.param(17, 17, id="whole"),
        pytest.param(-5, -5, id="below-zero"),
        pytest.param(Fraction(17, 3), "17/3", id="fraction"),
        pytest.param(Fraction(-17, 3), "-17/3", id="fraction-below-zero"),
        pytest.param(Fraction(18, 3), 6, id="fraction-that-is-whole"),
    ],
)
def test_points_are_numbers_or_exact_text(points: Points, value: int | str) -> None:
    shown = points_value(points)
    assert shown == value
    assert type(shown) is type(value)


def test_a_ruling_that_stands_shows_its_points_and_plain_codes() -> None:
    # rules.md 3: 8-9-10♥ is 27.
    answer = rule_on(Dispute(Play(parse_cards("8-10H"))), VARIANTS["sequence"].rules)
    assert as_json(answer_view(answer)) == {
        "valid": True,
        "kind": "run",
        "cards": ["8H", "9H", "10H"],
        "points": 27,
        "problems": [],
    }


def test_a_joker_shows_what_it_stands_for() -> None:
    answer = rule_on(Dispute(Play(parse_cards("JH QH JK"))), VARIANTS["sequence"].rules)
    assert answer_view(answer)["cards"] == ["JH", "QH", "JK=KH"]


def test_a_ruling_that_does_not_stand_shows_each_problem_with_its_knob() -> None:
    view = answer_view(rule_on(Dispute(Play(parse_cards("KC AC 2C"))), VARIANTS["rum500"].rules))
    assert (view["valid"], view["points"]) == (False, None)
    assert [problem["rule"] for problem in view["problems"]] == ["ace"]
    assert "ace=corner" in view["problems"][0]["message"]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_shows_every_knob_with_its_source(name: str) -> None:
    view = variant_view(VARIANTS[name])
    assert as_json(view) == view
    assert list(view["rules"]) == list(KNOBS)
    assert all(
        set(rule) == {"value", "help", "values", "source"} for rule in view["rules"].values()
    )


def test_a_knob_shows_its_value_as_it_is_typed() -> None:
    rules = variant_view(VARIANTS["rum500"])["rules"]
    # rules.md 6
    assert [rules[knob]["value"] for knob in ("hand", "target", "ace", "pairs", "wild")] == [
        "2:13 3-8:7", "500", "both", "yes", "none"
    ]  # fmt: skip


def test_a_deal_shows_what_was_agreed_adjusted_edited_and_paid() -> None:
    # product.md, "JSON"; 22 + 28 + 36 = 86, and 10 less
    deal = (
        BY_POINTS
        + 'adjust = { Boris = -10 }\nnote = "late"\nruling = "agreed"\nedited = "a slip"\n'
    )
    deal += 'paid = ["Boris: 19/3", "Fyodor: -19/3"]\ndate = "2026-12-01"\n'
    [view] = game_view(read_sheet(HEAD + deal).standing)["deals"]
    shown = {key: view[key] for key in ("adjust", "note", "ruling", "edited", "paid", "date")}
    assert as_json(shown) == {
        "adjust": {"Boris": -10, "Dmitry": "10/3", "Nikolai": "10/3", "Fyodor": "10/3"},
        "note": "late",
        "ruling": "agreed",
        "edited": "a slip",
        "paid": {"Boris": "19/3", "Fyodor": "-19/3"},
        "date": "2026-12-01",
    }
    assert view["totals"]["Boris"] == 76


@pytest.mark.parametrize(
    ("laid", "final"),
    [pytest.param(505, True, id="reached"), pytest.param(85, False, id="not-yet")],
)
def test_an_end_that_was_reached_is_final(laid: int, final: bool) -> None:
    sheet = 'variant = "rum500"\nplayers = ["Anna", "Boris"]\n[[deals]]\nout = "Anna"\n'
    sheet += f"laid = {{ Anna = {laid}, Boris = 0 }}\nleft = {{ Boris = 5 }}\n"
    view = game_view(read_sheet(sheet).standing)
    assert (view["final"], view["eliminated"]) == (final, [])


def test_who_leads_in_a_game_without_an_end_has_not_won_it() -> None:
    view = game_view(read_sheet(HEAD + BY_POINTS).standing)
    assert (view["winner"], view["final"], view["target"]) == ("Boris", False, None)
