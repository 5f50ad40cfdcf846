"""``check``: the answer, its reason and its rule, as text and as JSON; points are those of the rule texts."""

import json

import pytest
from prompt import Typed, words

STANDS, REFUSED, UNREADABLE = 0, 1, 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param("8-10H", STANDS, id="run"),
        pytest.param("QHSD", STANDS, id="set"),
        pytest.param("4C KC QC", REFUSED, id="no-run-4-K-Q"),
        pytest.param("7S 6S JS AS", REFUSED, id="no-run-7-6-J-A"),
        pytest.param("KH AH 2H", REFUSED, id="around-the-corner"),
        pytest.param("KH AH 2H --rule ace=corner", STANDS, id="around-the-corner-by-a-house-rule"),
        pytest.param("QKAH", UNREADABLE, id="no-cards"),
        pytest.param("8-10H --variant bridge", UNREADABLE, id="no-variant"),
        pytest.param("8-10H --rule ace=sideways", UNREADABLE, id="no-value"),
        pytest.param("8-10H --rule ace", UNREADABLE, id="no-equals-sign"),
        pytest.param("8-10H --on", UNREADABLE, id="option-without-value"),
        pytest.param("8-10H,QHSD", UNREADABLE, id="two-melds"),
        pytest.param("10H to 1", UNREADABLE, id="to-a-numbered-meld"),
        pytest.param("", UNREADABLE, id="nothing"),
    ],
)
def test_the_exit_code_is_the_ruling(typed: Typed, arguments: str, code: int) -> None:
    result = typed("check", *arguments.split())
    assert result.exit_code == code
    assert bool(result.stdout) == (code != UNREADABLE)
    assert bool(result.stderr) == (code == UNREADABLE)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        # The text on sequence rummy: 8-9-10 of hearts is 27, 10-J-Q-K of clubs is 40.
        pytest.param(["8-10H", "--variant", "sequence"], 27, id="27"),
        pytest.param(["10-KC", "--variant", "sequence"], 40, id="40"),
        # ... and 5 of clubs laid off is 5: only what is laid off counts.
        pytest.param(["5C", "--on", "2-4C", "--variant", "sequence"], 5, id="lay-off"),
        # ... an ace counts 15, but 1 in a run of up to three cards.
        pytest.param(["A-3C", "--variant", "sequence"], 6, id="short-run"),
        pytest.param(["A-4C", "--variant", "sequence"], 24, id="long-run"),
        # Rum 500: an ace counts 15, but 1 below the 2.
        pytest.param(["3D 2D AD", "--variant", "rum500"], 6, id="below-two"),
        pytest.param(["QD KD AD", "--variant", "rum500"], 35, id="high"),
    ],
)
def test_a_play_counts_the_points_of_its_cards(typed: Typed, cards: list[str], points: int) -> None:
    told = typed("check", *cards)
    answer = json.loads(typed("check", *cards, "--json").stdout)
    assert answer["points"] == points
    assert f"{points} points." in words(told.stdout)


def test_a_run_that_stands_names_its_rule(typed: Typed) -> None:
    assert words(typed("check", "8-10H").stdout) == (
        "8♥ 9♥ 10♥ stands: a run, 27 points. "
        "A run is 3-10 cards of one suit in unbroken order, the ace low (run_min=3, run_max=10, ace=low)."
    )


def test_a_lay_off_that_stands_shows_the_meld_as_it_then_lies(typed: Typed) -> None:
    told = words(typed("check", "KD", "--on", "9-QD").stdout)
    assert told.startswith(
        "K♦ on 9♦ 10♦ J♦ Q♦ stands: the run 9♦ 10♦ J♦ Q♦ K♦. The lay-off counts 10 points."
    )


def test_one_point_is_no_points(typed: Typed) -> None:
    assert "counts 1 point." in words(typed("check", "AH", "--on", "2-4H").stdout)


def test_a_game_is_named_as_it_is_listed(typed: Typed) -> None:
    told = typed("check", "8S 10S JS", "--variant", " GAMBLING ")
    assert told.stdout.startswith("8♠ 10♠ J♠ does not stand in gambling.\n")


def test_a_refusal_that_names_no_rule_is_followed_by_it(typed: Typed) -> None:
    told = typed("check", "8S 10S JS").stdout
    assert told.startswith("8♠ 10♠ J♠ does not stand in basic.\n")
    assert "9♠" in told
    assert "A run is 3-10 cards" in told


def test_a_refusal_that_names_its_rule_is_not_followed_by_definitions(typed: Typed) -> None:
    told = typed("check", "7H").stdout
    assert "run_min=3" in told
    assert "set_min=3" in told
    assert "A run is" not in told


def test_jokers_are_read_as_what_counts_most_and_other_readings_are_named(typed: Typed) -> None:
    told = words(typed("check", "7H JK JK", "--variant", "sequence").stdout)
    assert told.startswith("7♥ JK JK stands: the run 7♥ JK=8♥ JK=9♥, 24 points.")
    assert "also legal: JK=6♥ 7♥ JK=8♥" in told


def test_as_settles_what_jokers_leave_open(typed: Typed) -> None:
    told = words(typed("check", "7H JK JK as set", "--variant", "sequence").stdout)
    assert told.startswith("7♥ JK JK stands: the set 7♥ JK=7 JK=7")


def test_the_cards_may_come_in_one_argument_or_many(typed: Typed) -> None:
    assert typed("check", "QH", "QS", "QD").stdout == typed("check", "QH QS QD").stdout


def test_cards_that_lie_elsewhere_limit_a_joker(typed: Typed) -> None:
    """The text on sequence rummy: where both jacks of hearts lie on the table, a joker cannot be one."""
    told = typed("check", "JK=JH 10H QH", "--variant", "sequence", "--seen", "JH JH")
    assert told.exit_code == REFUSED
    assert "J♥" in told.stdout


@pytest.mark.parametrize(
    ("claimed", "missing"),
    [
        pytest.param("3-5C", "3♣", id="no-three-of-clubs"),
        pytest.param("10-KS", "J♠", id="no-jack-of-spades"),
    ],
)
def test_cards_that_a_play_cannot_come_from_are_named(
    typed: Typed, claimed: str, missing: str
) -> None:
    """The worked draw in the text on sequence rummy claims two runs that the hand does not hold."""
    held = "10S QS KS 8H 10H QH 4C 5C 4C KD 7C QS"
    told = typed("check", claimed, "--from", held, "--variant", "sequence")
    assert told.exit_code == REFUSED
    assert f"{missing} is missing" in told.stdout


def test_the_house_rule_that_would_turn_the_ruling_is_named(typed: Typed) -> None:
    assert "ace=both" in typed("check", "Q-AH").stdout
    assert "jokers_max=1" in typed("check", "7H JK JK", "--variant", "sequence").stdout


def test_house_rules_come_as_often_as_needed(typed: Typed) -> None:
    assert typed("check", "QH QH JK as set", "--rule", "jokers=2").exit_code == REFUSED
    rules = ("--rule", "jokers=2", "--rule", "packs=2", "--rule", "set_same_suit=yes")
    assert typed("check", "QH QH JK as set", *rules).exit_code == STANDS


def test_every_house_rule_that_cannot_be_read_is_reported(typed: Typed) -> None:
    told = typed("check", "8-10H", "--rule", "ace=sideways", "--rule", "set_min=lots")
    assert "ace=sideways" in told.stderr
    assert "set_min=lots" in told.stderr


@pytest.mark.parametrize("option", ["--on", "--seen", "--from"])
def test_cards_that_cannot_be_read_name_the_option_where_they_stand(
    typed: Typed, option: str
) -> None:
    told = typed("check", "8-10H", option, "xx")
    assert told.exit_code == UNREADABLE
    assert told.stderr.startswith(f"Error: {option}: 'xx'")


@pytest.mark.parametrize(
    ("cards", "answer"),
    [
        pytest.param(
            "8-10H",
            {
                "valid": True,
                "kind": "run",
                "cards": ["8H", "9H", "10H"],
                "points": 27,
                "problems": [],
            },
            id="stands",
        ),
        pytest.param(
            "JK QHS",
            {
                "valid": True,
                "kind": "set",
                "cards": ["QH", "QS", "JK=Q"],
                "points": 30,
                "problems": [],
            },
            id="joker",
        ),
    ],
)
def test_a_ruling_as_json(typed: Typed, cards: str, answer: dict[str, object]) -> None:
    assert json.loads(typed("check", cards, "--variant", "sequence", "--json").stdout) == answer


def test_a_refusal_as_json_gives_every_problem_its_knob(typed: Typed) -> None:
    told = typed("check", "8S 10S", "--json")
    answer = json.loads(told.stdout)
    assert told.exit_code == REFUSED
    assert list(answer) == ["valid", "kind", "cards", "points", "problems"]
    assert (answer["valid"], answer["kind"], answer["cards"], answer["points"]) == (
        False,
        "run",
        ["8S", "10S"],
        None,
    )
    assert len(answer["problems"]) == 2
    for problem in answer["problems"]:
        assert list(problem) == ["rule", "message"]
        assert problem["rule"] == "run_min"


def test_russian_and_english_cards_are_ruled_alike(typed: Typed) -> None:
    assert typed("check", "ЧД ПД БД").stdout == typed("check", "QH QS QD").stdout
    assert (
        typed("check", "Ч8-10", "--on", "ч7 ч6 Ч5").stdout
        == typed("check", "8-10H", "--on", "7H 6H 5H").stdout
    )


def test_how_many_play_decides_how_many_packs_there_are(typed: Typed) -> None:
    arguments = ("check", "8-10H", "--seen", "8H", "--variant", "joker500")
    unsaid = typed(*arguments)
    assert unsaid.exit_code == 0
    assert "Not with 2 players (packs=2-4:1 5-8:2, jokers=2-4:2 5-8:4)" in words(unsaid.stdout)
    assert typed(*arguments, "--players", "5").exit_code == 0
    refused = typed(*arguments, "--players", "4")
    assert refused.exit_code == 1
    assert "8♥ is there 2 times; the game has 1 (packs=1)." in words(refused.stdout)
