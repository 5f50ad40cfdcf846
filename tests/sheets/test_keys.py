"""What may stand at each key of a deal, and what is said of what may not."""

import json
import re
import tomllib
from fractions import Fraction

import pytest
from dealwork import PLAYERS as PLAYERS_AT_RANDOM
from dealwork import deals
from hypothesis import given
from hypothesis import strategies as st

from rummy_score.cards.notation import parse_hand, parse_turn
from rummy_score.errors import UnreadableInput
from rummy_score.names import folded
from rummy_score.scoring.deals import Deal
from rummy_score.sheets.keys import DEAL_KEYS, Key, deal_facts, deal_of_facts
from rummy_score.sheets.mistakes import Slips
from rummy_score.sheets.reading import read_deal
from rummy_score.sheets.stored import UnknownFact
from rummy_score.sheets.values import Decimal, typed
from rummy_score.sheets.writing import deal_text

PLAYERS = ("Boris", "Dmitry", "Nikolai", "Fyodor")


def entered(key: str, toml: str, players: tuple[str, ...] = PLAYERS) -> tuple[object, list[str]]:
    """Read one key of deal 1 as a sheet would; return what was read and the slips."""
    slips = Slips()
    value = tomllib.loads(f"it = {toml}", parse_float=Decimal)["it"]
    found = None
    with (place := slips.at(key, 1)):
        found = DEAL_KEYS[key].form.read(value, players, place)
    return found, str(slips).splitlines()


EDITED = [key for key in DEAL_KEYS.values() if not key.kept]


@pytest.mark.parametrize("key", EDITED, ids=[key.name for key in EDITED])
def test_what_a_key_may_be_is_shown_by_an_example_that_can_be_read(key: Key) -> None:
    found, slips = entered(key.name, key.example, ("Anna", "Boris"))
    assert slips == []
    assert found != getattr(Deal(("Vera",)), key.field)
    assert key.told


def hands(key: str, toml: str) -> dict[str, str]:
    found, slips = entered(key, toml)
    assert slips == []
    assert isinstance(found, dict)
    return {player: str(hand) for player, hand in found.items()}


# Hands left, points laid


@pytest.mark.parametrize(
    ("toml", "left"),
    [
        pytest.param('{ Dmitry = "KC 4D" }', {"Dmitry": "K♣ 4♦"}, id="cards"),
        pytest.param("{ Nikolai = 28 }", {"Nikolai": "28"}, id="number"),
        pytest.param("{ Nikolai = 1000000 }", {"Nikolai": "1000000"}, id="the-largest-number"),
        pytest.param('{ Nikolai = "28" }', {"Nikolai": "28"}, id="number-in-quotes"),
        pytest.param('{ Fyodor = "10+10+9+7" }', {"Fyodor": "10+10+9+7"}, id="sum"),
        pytest.param('{ Fyodor = "K 4 A" }', {"Fyodor": "K 4 A"}, id="ranks-alone"),
        pytest.param("{ Boris = 0 }", {"Boris": "0"}, id="zero"),
        pytest.param('{ Boris = "none" }', {"Boris": "none"}, id="none"),
        pytest.param(
            '{ b = 14, "DMI" = 24 }',
            {"Boris": "14", "Dmitry": "24"},
            id="beginnings-in-either-case",
        ),
        pytest.param('["Boris: 14", "d: KC 4D"]', {"Boris": "14", "Dmitry": "K♣ 4♦"}, id="lines"),
        pytest.param("{}", {}, id="nobody"),
        pytest.param("[]", {}, id="no-lines"),
    ],
)
def test_hands_are_a_table_by_player_or_lines(toml: str, left: dict[str, str]) -> None:
    assert hands("left", toml) == left


@pytest.mark.parametrize(
    ("toml", "laid"),
    [
        pytest.param("{ Boris = 85 }", {"Boris": "85"}, id="number"),
        pytest.param('{ Boris = "27+40+5" }', {"Boris": "27+40+5"}, id="sum"),
        pytest.param('["Boris: 27 + 40"]', {"Boris": "27+40"}, id="line"),
        pytest.param("{ Boris = 0 }", {"Boris": "0"}, id="zero"),
        pytest.param('{ Boris = "none" }', {"Boris": "none"}, id="none"),
    ],
)
def test_points_laid_are_numbers_and_sums(toml: str, laid: dict[str, str]) -> None:
    assert hands("laid", toml) == laid


CARDS_BELONG_ELSEWHERE = "laid takes points, like 85 or 27+40+5. Cards go under plays."


@pytest.mark.parametrize(
    ("key", "toml", "slip"),
    [
        pytest.param("left", '{ Boris = "" }', "Boris: no cards are given.", id="empty-is-not-zero"),
        pytest.param("left", '{ Boris = "KX" }', "Boris: 'KX' is not a card.", id="no-card"),
        pytest.param("left", "{ Boris = -5 }", "Boris: -5 stands where a number from 0 to 1000000 is", id="negative"),
        pytest.param("left", '{ Boris = "-5" }', "Boris: -5 is below zero;", id="negative-in-quotes"),
        pytest.param("left", "{ Boris = 1000001 }", "Boris: 1000001 stands where a number from 0", id="too-large"),
        pytest.param("left", "{ Boris = 1.5 }", "Boris: the number 1.5 stands where a whole number is due.", id="half"),
        pytest.param("left", "{ Boris = nan }", "Boris: the number nan stands where", id="nan"),
        pytest.param("left", "{ Boris = inf }", "Boris: the number inf stands where", id="inf"),
        pytest.param("left", "{ Boris = -inf }", "Boris: the number -inf stands where", id="minus-inf"),
        pytest.param("left", "{ Boris = 1e999 }", "Boris: the number 1e999 stands where", id="1e999"),
        pytest.param("left", "{ Boris = true }", "Boris: true stands where a whole number is due.", id="boolean"),
        pytest.param("left", "{ Boris = [14] }", "Boris: a list stands where a hand is due", id="list"),
        pytest.param("left", "{ Boris = { a = 1 } }", "Boris: a table stands where a hand is due", id="table"),
        pytest.param("left", "{ Boris = 2024-05-01 }", "Boris: a date or time stands where", id="date"),
        pytest.param(
            "left", f"{{ Boris = 0x{'f' * 5000} }}", "Boris: a very long number stands where a number", id="5000-digits"
        ),
        pytest.param("left", '{ Boris = "١٤" }', "Boris: '١٤' is not a card.", id="arabic-digits"),
        pytest.param("left", '{ Vera = 4 }', "there is no player 'Vera'. The players are Boris, ", id="unknown-player"),
        pytest.param("left", '{ Borsi = 4 }', "there is no player 'Borsi' (did you mean Boris?)", id="mistyped-player"),
        pytest.param("left", "{ Boris = 4, boris = 5 }", "Boris is entered twice. Keep one.", id="twice"),
        pytest.param("left", '"KC"', 'text stands where a table or a list is due, like ["Anna: 14"].', id="text"),
        pytest.param("left", "14", "a number stands where a table or a list is due", id="number"),
        pytest.param("laid", '{ Boris = "7-9H" }', f"Boris: {CARDS_BELONG_ELSEWHERE}", id="cards-laid"),
        pytest.param("laid", '{ Boris = "lots" }', f"Boris: {CARDS_BELONG_ELSEWHERE}", id="words-laid"),
        pytest.param("laid", '{ Boris = "-5" }', "Boris: -5 is below zero", id="laid-below-zero"),
        pytest.param("laid", "{ Boris = 1.5 }", "Boris: the number 1.5 stands where", id="laid-half"),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_be_read_says_whose_and_why(key: str, toml: str, slip: str) -> None:
    _, [told] = entered(key, toml)
    assert told.startswith(f"deal 1, {key}: {slip}")


def test_every_hand_that_cannot_be_read_is_told_at_once() -> None:
    found, slips = entered("left", '{ Boris = "KX", Dmitry = 5, Nikolai = true, Vera = 1 }')
    assert [slip[:25] for slip in slips] == [
        "deal 1, left: Boris: 'KX'"[:25],
        "deal 1, left: Nikolai: tr"[:25],
        "deal 1, left: there is no"[:25],
    ]
    assert isinstance(found, dict)
    assert list(found) == ["Dmitry"]


def test_a_line_that_cannot_be_read_is_told_with_its_number() -> None:
    _, slips = entered("left", '["Boris: 5", "Dmitry 4", "Boris: 6", 7]')
    assert slips == [
        "deal 1, left, line 2: 'Dmitry 4' has no colon; write PLAYER: CARDS.",
        "deal 1, left, line 3: Boris is entered twice. Keep one.",
        "deal 1, left, line 4: a number stands where text in quotes is due.",
    ]


# Adjustments


@pytest.mark.parametrize(
    ("toml", "points"),
    [
        pytest.param("{ Boris = -10 }", -10, id="minus"),
        pytest.param("{ Boris = 25 }", 25, id="plus"),
        pytest.param("{ Boris = 0 }", 0, id="nothing"),
        pytest.param('{ Boris = "-10" }', -10, id="minus-in-quotes"),
        pytest.param('{ Boris = "−10" }', -10, id="minus-sign"),
        pytest.param('{ Boris = "+25" }', 25, id="plus-in-quotes"),
        pytest.param('{ Boris = " - 10 " }', -10, id="blanks"),
        pytest.param('["Boris: -10"]', -10, id="line"),
        pytest.param('["Boris: +25"]', 25, id="line-with-plus"),
    ],
)
def test_an_adjustment_gives_or_takes_points(toml: str, points: int) -> None:
    assert entered("adjust", toml) == ({"Boris": points}, [])


@pytest.mark.parametrize("written", ["--5", "+-5", "-10+5", "1.5", "KC", "", "-", "٥"])
def test_an_adjustment_that_is_no_number_is_refused(written: str) -> None:
    _, slips = entered("adjust", f'{{ Boris = "{written}" }}')
    assert slips == [
        f"deal 1, adjust: Boris: '{written}' is no number of points; write one like -10 or 25."
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("toml", "slip"),
    [
        pytest.param(
            "-1000001",
            "-1000001 stands where a number from -1000000 to 1000000 is due.",
            id="too-low",
        ),
        pytest.param(
            "1000001",
            "1000001 stands where a number from -1000000 to 1000000 is due.",
            id="too-high",
        ),
        pytest.param(
            '"1000001"', "1000001 is too large; the most is 1000000.", id="too-high-in-quotes"
        ),
        pytest.param("true", "true stands where a whole number is due.", id="boolean"),
        pytest.param("0.5", "the number 0.5 stands where a whole number is due.", id="half"),
        pytest.param("[1]", "a list stands where a whole number is due.", id="list"),
    ],
)
def test_an_adjustment_is_a_whole_number_in_reason(toml: str, slip: str) -> None:
    assert entered("adjust", f"{{ Boris = {toml} }}") == ({}, [f"deal 1, adjust: Boris: {slip}"])


# Turns


def test_turns_are_lines_in_order() -> None:
    found, slips = entered("plays", '["Dmitry: 7-9H", "b: 10H to 1", "Boris: QHSD, 3C 4C 5C"]')
    assert slips == []
    assert isinstance(found, tuple)
    assert [str(turn) for turn in found] == [
        "Dmitry: 7♥ 8♥ 9♥",
        "Boris: 10♥ to 1",
        "Boris: Q♥ Q♠ Q♦, 3♣ 4♣ 5♣",
    ]


def test_every_turn_that_cannot_be_read_is_told_with_its_line() -> None:
    _, slips = entered("plays", '["Vera: 7-9H", "Boris: 10H to 1", "Boris: QX", 5, "KC"]')
    starts = [
        "deal 1, plays, line 1: there is no player 'Vera'",
        "deal 1, plays, line 3: 'QX' is not a card.",
        "deal 1, plays, line 4: a number stands where text in quotes is due.",
        "deal 1, plays, line 5: 'KC' has no colon; write PLAYER: CARDS.",
    ]
    assert len(slips) == len(starts)
    assert [slip[: len(start)] for slip, start in zip(slips, starts, strict=True)] == starts


def test_turns_must_be_a_list() -> None:
    assert entered("plays", '"Boris: 7-9H"')[1] == [
        "deal 1, plays: text stands where a list in [ ] is due."
    ]


# Players


def test_a_name_may_be_shortened_while_it_means_one_player() -> None:
    assert entered("out", '"dm"') == ("Dmitry", [])
    assert entered("dealer", '"ФЁ"', ("Федор", "Фома")) == ("Федор", [])
    _, [slip] = entered("out", '"Ф"', ("Федор", "Фома"))
    assert slip == "deal 1, out: Ф could be Федор or Фома; write more of the name."


def test_who_sat_is_a_list_of_names() -> None:
    assert entered("players", '["F", "b"]') == (("Fyodor", "Boris"), [])


@pytest.mark.parametrize(
    ("toml", "slips"),
    [
        pytest.param("[]", ["nobody is listed. List who sat, or leave players out where all did."], id="nobody"),
        pytest.param('["Boris", "Dmitry", "bor"]', ["Boris is listed twice. Keep one."], id="twice"),
        pytest.param('"Boris"', ["text stands where a list in [ ] is due."], id="text"),
        pytest.param(
            '["Boris", 3, "Ivan"]',
            ["a number stands where text in quotes is due.",
             "there is no player 'Ivan'. The players are Boris, Dmitry, Nikolai and Fyodor."],
            id="every-bad-name",
        ),
    ],
)  # fmt: skip
def test_who_sat_is_told_by_name_and_once(toml: str, slips: list[str]) -> None:
    assert entered("players", toml)[1] == [f"deal 1, players: {slip}" for slip in slips]


# Remarks and flags


@pytest.mark.parametrize("key", ["note", "ruling"])
def test_a_remark_is_printable_text(key: str) -> None:
    assert entered(key, '"  agreed at the table "') == ("agreed at the table", [])
    assert "does not print" in entered(key, r'"a\u202Eb"')[1][0]
    assert "empty" in entered(key, '""')[1][0]
    # 201 characters, one more than a remark may have
    assert "201 characters long; write at most 200" in entered(key, f'"{"x" * 201}"')[1][0]


@pytest.mark.parametrize("key", ["blocked", "rummy"])
@pytest.mark.parametrize(
    ("toml", "told"),
    [('"yes"', "text"), ("1", "a number"), ("0.0", "the number 0.0"), ("[]", "a list")],
)
def test_a_flag_is_true_or_false(key: str, toml: str, told: str) -> None:
    assert entered(key, "true") == (True, [])
    assert entered(key, "false") == (False, [])
    assert entered(key, toml)[1] == [f"deal 1, {key}: {told} stands where true or false is due."]


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        pytest.param("true", "true", id="true"),
        pytest.param("7", "a number", id="number"),
        pytest.param("7.5", "the number 7.5", id="decimal"),
        pytest.param(f"0.{'1' * 50}", f"the number 0.{'1' * 21}…", id="long-decimal"),
        pytest.param('"7"', "text", id="text"),
        pytest.param("[7]", "a list", id="list"),
        pytest.param("{}", "a table", id="table"),
        pytest.param("07:30:00", "a date or time", id="time"),
    ],
)
def test_a_type_is_named_in_words(toml: str, told: str) -> None:
    assert typed(tomllib.loads(f"it = {toml}", parse_float=Decimal)["it"]) == told


# A day, and rules from a deal on


@pytest.mark.parametrize(
    ("toml", "day"),
    [
        ('"2026-12-01"', "2026-12-01"),
        ("2026-12-01", "2026-12-01"),
        ('" 2024-02-29 "', "2024-02-29"),
    ],
)
def test_a_day_is_written_in_quotes_or_as_toml_writes_it(toml: str, day: str) -> None:
    assert entered("date", toml) == (day, [])


@pytest.mark.parametrize(
    "day", ["2026-02-29", "2026-13-01", "1.12.2026", "20261201", "2026-W01-1", ""]
)
def test_what_is_no_day_is_refused(day: str) -> None:
    assert entered("date", f'"{day}"')[1] == [
        f"deal 1, date: '{day}' is no day; write it like 2026-12-01."
    ]


def test_a_day_has_no_time() -> None:
    for toml in ("2026-12-01T20:00:00", "20:00:00"):
        assert "a date or time stands where text in quotes is due" in entered("date", toml)[1][0]


def test_rules_from_a_deal_on_are_kept_in_their_one_form() -> None:
    found, slips = entered(
        "rules", '{ ACE = "Both", set-max = 3, set_same_suit = true, wild = ["2", "7S"] }'
    )
    assert slips == []
    assert found == (("wild", "2 7S"), ("set_max", "3"), ("set_same_suit", "yes"), ("ace", "both"))


@pytest.mark.parametrize(
    ("toml", "slip"),
    [
        pytest.param(
            '{ aec = "low" }', "aec: there is no rule 'aec' (did you mean ace?)", id="no-rule"
        ),
        pytest.param(
            '{ ace = "lwo" }', "ace: ace=lwo is not allowed (did you mean low?)", id="no-value"
        ),
        pytest.param("{ ace = [] }", "ace: a list stands where", id="no-text"),
        pytest.param(
            "{ target = 100 }",
            "target: target holds for the whole game, since there is one",
            id="whole-game",
        ),
        pytest.param('{ ace = "low", ACE = "both" }', "ACE: ace is given twice", id="twice"),
    ],
)
def test_rules_that_no_deal_can_bring_are_refused(toml: str, slip: str) -> None:
    assert entered("rules", toml)[1][0].startswith(f"deal 1, rules, {slip}")


def test_rules_are_a_table() -> None:
    assert entered("rules", '"ace=low"')[1] == [
        'deal 1, rules: text stands where a table of rules is due, like { ace = "both" }.'
    ]


# One declaration for each fact


def test_every_field_of_a_deal_has_one_key() -> None:
    assert sorted(key.field for key in DEAL_KEYS.values()) == sorted(Deal._fields)
    assert all(key.name == name for name, key in DEAL_KEYS.items())


WHOLE = Deal(
    seated=("Anna", "Борис: младший"),
    turns=(parse_turn("Anna: 7-9H, JK=10H to 1", ("Anna",)),),
    left={"Борис: младший": parse_hand("KC 4D")},
    laid={"Anna": parse_hand("27+40")},
    out="Anna",
    blocked=True,
    rummy=False,
    dealer="Anna",
    adjust={"Vera": -10, "Anna": Fraction(10, 3)},
    note="late",
    ruling="agreed",
    paid={"Anna": Fraction(19, 3), "Vera": Fraction(-19, 3)},
    edited="a slip",
    rules=(("set_max", "3"), ("ace", "both")),
    date="2026-12-01",
    join={"Anna": 71},
)
SEATS = ("Anna", "Борис: младший", "Vera")


def test_a_deal_that_says_everything_is_told_in_facts_by_its_keys() -> None:
    assert deal_facts(WHOLE) == {
        "date": "2026-12-01",
        "players": ["Anna", "Борис: младший"],
        "rules": {"set_max": "3", "ace": "both"},
        "plays": ["Anna: 7♥ 8♥ 9♥, JK=10♥ to 1"],
        "blocked": True,
        "rummy": False,
        "laid": {"Anna": "27+40"},
        "left": {"Борис: младший": "K♣ 4♦"},
        "adjust": {"Vera": -10, "Anna": "10/3"},
        "paid": {"Anna": "19/3", "Vera": "-19/3"},
        "dealer": "Anna",
        "out": "Anna",
        "note": "late",
        "ruling": "agreed",
        "edited": "a slip",
        "join": {"Anna": 71},
    }
    assert list(deal_facts(WHOLE)) == list(DEAL_KEYS)


def test_a_deal_that_says_everything_is_told_in_a_sheet_by_its_keys() -> None:
    assert deal_text(WHOLE, SEATS) == (
        'date = "2026-12-01"\n'
        'players = ["Anna", "Борис: младший"]\n'
        'rules = { set_max = "3", ace = "both" }\n'
        "plays = [\n"
        '  "Anna: 7♥ 8♥ 9♥, JK=10♥ to 1",\n'
        "]\n"
        "blocked = true\n"
        "rummy = false\n"
        'laid = ["Anna: 27+40"]\n'
        'left = ["Борис: младший: K♣ 4♦"]\n'
        'adjust = ["Anna: 10/3", "Vera: -10"]\n'
        'paid = ["Anna: 19/3", "Vera: -19/3"]\n'
        'dealer = "Anna"\n'
        'out = "Anna"\n'
        'note = "late"\n'
        'ruling = "agreed"\n'
        'edited = "a slip"\n'
        'join = ["Anna: 71"]\n'
    )


@pytest.mark.parametrize("key", DEAL_KEYS.values(), ids=DEAL_KEYS)
def test_each_fact_comes_back_from_a_sheet_and_from_a_ledger_and_shows_in_json(key: Key) -> None:
    value = getattr(WHOLE, key.field)
    assert value != key.usual(SEATS)
    deal = Deal(**{"seated": WHOLE.seated, key.field: value})
    assert read_deal(deal_text(deal, SEATS), SEATS) == deal
    assert deal_of_facts(json.loads(json.dumps(deal_facts(deal))), SEATS) == deal
    if key.view:
        shown = json.loads(json.dumps(key.view(value)))
        unsaid = json.loads(json.dumps(key.view(key.usual(SEATS))))
        assert shown != unsaid


def test_a_deal_that_says_nothing_is_who_sat() -> None:
    assert deal_facts(Deal(("Anna", "Vera"))) == {"players": ["Anna", "Vera"]}
    assert deal_text(Deal(SEATS), SEATS) == ""


@given(st.data())
def test_any_deal_comes_back_from_the_facts_of_a_ledger(data: st.DataObject) -> None:
    players = data.draw(PLAYERS_AT_RANDOM)
    deal = data.draw(deals(players))
    facts = json.loads(json.dumps(deal_facts(deal), sort_keys=True))
    assert deal_of_facts(facts, players) == deal


@given(st.data())
def test_any_deal_comes_back_from_its_text(data: st.DataObject) -> None:
    players = data.draw(distinct_players())
    deal = data.draw(deals(players))
    assert read_deal(deal_text(deal, players), players) == deal


def distinct_players() -> st.SearchStrategy[tuple[str, ...]]:
    """Make names that a sheet tells apart: no two compare equal."""
    return PLAYERS_AT_RANDOM.filter(lambda players: len(set(map(folded, players))) == len(players))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param({"out": "Gleb"}, "out: 'Gleb' is no player", id="a-stranger-out"),
        pytest.param({"out": "anna"}, "out: 'anna' is no player", id="a-name-in-another-case"),
        pytest.param({"out": None}, "out: no text", id="nobody-out"),
        pytest.param({"out": "Vera"}, "players: Vera did not sit", id="out-and-not-there"),
        pytest.param({"players": None}, "players: no list", id="no-seats"),
        pytest.param(
            {"players": ["Anna", "Anna"]}, "players: somebody sits there twice", id="twice"
        ),
        pytest.param({"players": ["Anna", 7]}, "players: no text", id="a-number-sits"),
        pytest.param({"left": ["Anna: 14"]}, "left: no table", id="lines"),
        pytest.param({"left": {"Anna": 14}}, "left: no text", id="a-number"),
        pytest.param(
            {"left": {"Anna": "kc"}}, "left: 'kc' is no hand as this program", id="as-typed"
        ),
        pytest.param({"left": {"Gleb": "14"}}, "left: 'Gleb' is no player", id="a-stranger-left"),
        pytest.param({"left": {}}, "left: what is usual was not left out", id="empty"),
        pytest.param(
            {"laid": {"Anna": "7♥ 8♥"}}, "laid: '7♥ 8♥' is no number of points", id="cards-laid"
        ),
        pytest.param(
            {"plays": ["Anna: 7-9H"]},
            "plays: 'Anna: 7-9H' is no turn as this program",
            id="short-form",
        ),
        pytest.param({"plays": [["Anna"]]}, "plays: no text", id="a-list-played"),
        pytest.param({"blocked": 1}, "blocked: neither true nor false", id="no-flag"),
        pytest.param({"blocked": False}, "blocked: what is usual was not left out", id="false"),
        pytest.param({"adjust": {"Anna": 1.5}}, "adjust: no whole number", id="half"),
        pytest.param({"adjust": {"Anna": True}}, "adjust: no whole number", id="true-points"),
        pytest.param(
            {"adjust": {"Anna": "5"}}, "adjust: '5' is no share of points", id="points-as-text"
        ),
        pytest.param(
            {"paid": {"Anna": 5}}, "paid: what was paid does not come to zero", id="not-zero"
        ),
        pytest.param({"paid": {"Anna": 5, "Gleb": -5}}, "paid: 'Gleb' is no side", id="no-side"),
        pytest.param(
            {"paid": {"Anna": "2/2", "Vera": -1}},
            "paid: '2/2' is no share",
            id="a-whole-as-a-share",
        ),
        pytest.param(
            {"paid": {"Anna": "1/0", "Vera": -1}}, "paid: '1/0' is no share", id="by-zero"
        ),
        pytest.param({"paid": {"Anna": "x", "Vera": -1}}, "paid: 'x' is no share", id="no-share"),
        pytest.param({"note": ""}, "note: what is usual was not left out", id="empty-note"),
        pytest.param({"date": "2026-02-30"}, "date: '2026-02-30' is no day", id="no-day"),
        pytest.param(
            {"rules": {"ace": "Both"}},
            "rules: ace=Both is not as this program stores it",
            id="rule-as-typed",
        ),
        pytest.param({"rules": {"ace": "lwo"}}, "rules: ace=lwo is not allowed", id="no-value"),
        pytest.param(
            {"rules": {"target": "100"}}, "rules: target holds for the whole game", id="whole-game"
        ),
        pytest.param({"rules": {"ace": 1}}, "rules: no text", id="a-number-for-a-rule"),
    ],
)
def test_facts_that_no_command_writes_are_refused(change: dict[str, object], told: str) -> None:
    facts = {"players": ["Anna", "Борис: младший"], **change}
    with pytest.raises(UnreadableInput, match=re.escape(told)):
        deal_of_facts(facts, SEATS)


def test_facts_without_seats_are_refused() -> None:
    with pytest.raises(UnreadableInput, match="nobody is said to have sat"):
        deal_of_facts({"out": "Anna"}, SEATS)


@pytest.mark.parametrize(
    ("facts", "unknown"),
    [({"knock": "Anna"}, "knock"), ({"rules": {"hand_cap": "80"}}, "hand_cap")],
    ids=["a-key", "a-rule"],
)
def test_a_fact_of_a_newer_version_is_told_by_its_name(
    facts: dict[str, object], unknown: str
) -> None:
    with pytest.raises(UnknownFact) as refused:
        deal_of_facts({"players": ["Anna"], **facts}, SEATS)
    assert refused.value.key == unknown


def test_a_pair_is_a_side_also_where_a_name_has_a_plus() -> None:
    facts = {"players": ["A+B"], "paid": {"A+B+C": 5, "D+E": -5}}
    assert deal_of_facts(facts, ("A+B", "C", "D", "E")).paid == {"A+B+C": 5, "D+E": -5}
