"""What may stand at each key of a deal, and what is said of what may not."""

import tomllib

import pytest

from rummy_score.sheets.keys import DEAL_KEYS
from rummy_score.sheets.mistakes import Slips
from rummy_score.sheets.values import Decimal, typed

PLAYERS = ("Boris", "Dmitry", "Nikolai", "Fyodor")


def entered(key: str, toml: str, players: tuple[str, ...] = PLAYERS) -> tuple[object, list[str]]:
    """Read one key of deal 1 as a sheet would; return what was read and the slips."""
    slips = Slips()
    value = tomllib.loads(f"it = {toml}", parse_float=Decimal)["it"]
    found = None
    with (place := slips.at(key, 1)):
        found = DEAL_KEYS[key].form.read(value, players, place)
    return found, str(slips).splitlines()


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
