"""``best`` and ``call``: as text and as JSON, at the table and without a game; points are those of the rule texts."""

import json
import re
from pathlib import Path

import pytest
from prompt import FitsAPage, Say, words

DONE, NOT_SO, UNREADABLE = 0, 1, 2


# best


def test_best_shows_melds_what_is_left_and_what_it_counts(say: Say, ledger: Path) -> None:
    told = say("best 7-9H QS QD QC 2C")
    assert told.exit_code == DONE
    assert told.stdout == "run 7♥ 8♥ 9♥\nset Q♠ Q♦ Q♣\nleft 2♣: 2\nThe hand cannot go out.\n"
    assert told.stderr == ""
    assert not ledger.exists()


def test_best_as_json_has_exactly_its_keys(say: Say) -> None:
    # 7 + 8 + 9 = 24 laid; 2 left.
    assert json.loads(say("best 7-9H 2C --json").stdout) == {
        "melds": [["7H", "8H", "9H"]], "layoffs": [], "left": ["2C"],
        "points_left": 2, "points_laid": 24, "out": False,
    }  # fmt: skip


def test_best_lays_off_on_the_melds_that_are_named(say: Say) -> None:
    # On 8-10♥ go the 7 and then the 6: 13. Of 3♥ 4♥ K K one king is thrown: 3 + 4 + 10 = 17.
    found = json.loads(say("best 3H 4H 6H 7H KC KD --table 8-10H --keep 5 --json").stdout)
    assert found["layoffs"] == [{"card": "7H", "to": 1}, {"card": "6H", "to": 1}]
    assert (found["points_left"], found["points_laid"], found["melds"], found["out"]) == (
        17,
        13,
        [],
        False,
    )
    assert len(found["left"]) == 3
    assert sorted(found["left"] + found["discard"]) == ["3H", "4H", "KC", "KD"]
    told = say("best 3H 4H 6H 7H KC KD --table 8-10H --keep 5").stdout
    assert told.startswith("lay 7♥ to 1 (8♥ 9♥ 10♥)\nlay 6♥ to 1 (8♥ 9♥ 10♥)\nthrow K")


def test_several_melds_may_be_named_and_have_their_numbers(say: Say) -> None:
    for line in (
        "best KD QD --table 9-JD --table QSHC --json",
        "best KD QD --table '9-JD, QSHC' --json",
    ):
        found = json.loads(say(line).stdout)
        assert found["layoffs"] == [{"card": "QD", "to": 1}, {"card": "KD", "to": 1}]
        assert found["out"] is True


def test_best_where_melds_score_is_the_worked_deal(say: Say) -> None:
    """The text on sequence rummy: 8-9-10♥ 27, 10-J-Q-K♣ 40 and 5♣ laid off 5 are 72."""
    line = "best 8-10H 10-KC 5C --table 2-4C --variant sequence"
    found = json.loads(say(f"{line} --json").stdout)
    assert (found["points_laid"], found["points_left"], found["left"], found["out"]) == (
        72,
        0,
        [],
        True,
    )
    told = say(line).stdout
    assert "lay 5♣ to 1 (2♣ 3♣ 4♣)\n" in told
    assert told.endswith("left nothing: 0\nlaid 72, score 72\nThe hand goes out.\n")


def test_what_is_left_where_no_run_is_laid_counts_against(say: Say) -> None:
    # The text on sequence rummy: joker, 2♣ and 6♦ left are 33.
    assert (
        "left 2♣ 6♦ JK: 33\nlaid 0, score -33\n" in say("best JK 2C 6D --variant sequence").stdout
    )
    # Without a run of one's own no set is laid: 30.
    assert json.loads(say("best QHSD --variant sequence --json").stdout)["points_left"] == 30


@pytest.mark.parametrize(
    ("line", "left"),
    [
        pytest.param("best QH KH AH", 21, id="ace-low"),
        pytest.param("best QH KH AH --rule ace=both", 0, id="ace-at-either-end"),
        pytest.param("best KH AH 2H --rule ace=both", 13, id="not-around-the-corner"),
        pytest.param("best KH AH 2H --rule ace=corner", 0, id="around-the-corner"),
        pytest.param("best QH QH QS --rule packs=2", 30, id="same-suit-once"),
        pytest.param(
            "best QH QH QS --rule packs=2 --rule set_same_suit=yes", 0, id="same-suit-twice"
        ),
        pytest.param("best 7H JK 9H --rule jokers=1", 0, id="joker"),
    ],
)
def test_best_keeps_to_the_house_rules(say: Say, line: str, left: int) -> None:
    assert json.loads(say(f"{line} --json").stdout)["points_left"] == left


def test_a_joker_in_a_meld_is_shown_with_its_reading(say: Say) -> None:
    assert json.loads(say("best 7H JK 9H --rule jokers=1 --json").stdout)["melds"] == [
        ["7H", "JK=8H", "9H"]
    ]


def test_keep_tells_what_to_throw(say: Say) -> None:
    told = say("best 7-9H KC --keep 3").stdout
    assert told == "run 7♥ 8♥ 9♥\nthrow K♣\nleft nothing: 0\nThe hand goes out.\n"
    assert json.loads(say("best 7-9H KC --keep 3 --json").stdout)["discard"] == ["KC"]
    assert json.loads(say("best 7-9H --keep 3 --json").stdout)["discard"] == []


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        pytest.param("7-9H QHSD", "The hand goes out, over 2 turns (out_turns=2).", id="two-melds"),
        pytest.param(
            "7-10H", "The hand goes out, over 2 turns (out_turns=2).", id="a-run-and-a-lay-off"
        ),
        pytest.param(
            "7-9H",
            "The hand goes out only after an earlier turn of its player: out_turns=2.",
            id="one-meld",
        ),
        pytest.param("7-9H 2C", "The hand cannot go out.", id="card-left"),
    ],
)
def test_going_out_takes_the_turns_that_the_variant_asks_for(
    say: Say, cards: str, told: str
) -> None:
    """The text on gambling rummy: two turns with a play at least."""
    assert say(f"best {cards} --variant gambling").stdout.splitlines()[-1] == told


def test_in_a_game_its_rules_and_table_hold(basic: Say, ledger: Path) -> None:
    basic("lay b 7-9h, qshc")
    before = ledger.read_bytes()
    found = json.loads(basic("best 10h qd 2c --json").stdout)
    assert sorted((each["card"], each["to"]) for each in found["layoffs"]) == [
        ("10H", 1),
        ("QD", 2),
    ]
    assert (found["points_left"], found["left"]) == (2, ["2C"])
    # A variant that is named, or melds, take the place of the game's table.
    assert json.loads(basic("best 10h qd 2c --variant basic --json").stdout)["points_left"] == 22
    assert json.loads(basic("best 10h qd 2c --table 9-jd --json").stdout)["layoffs"] == [
        {"card": "QD", "to": 1}
    ]
    assert ledger.read_bytes() == before


def test_whose_hand_it_is_matters_before_a_first_meld(say: Say) -> None:
    say("new Anna Boris --variant sequence")
    say("lay b 7-9h")
    # Boris has his run: the set is laid and 10♥ laid off, 2 left. Anna has none: 30 + 10 + 2.
    assert json.loads(say("best qhsd 10h 2c --player b --json").stdout)["points_left"] == 2
    assert json.loads(say("best qhsd 10h 2c --player ANNA --json").stdout)["points_left"] == 42
    assert json.loads(say("best 3-5c qhsd 10h 2d --player anna --json").stdout)["points_left"] == 2


# call


def test_a_card_that_fits_the_table_is_a_rummy(say: Say, ledger: Path) -> None:
    """The text on sequence rummy: Q♦ discarded while 9-10-J♦ lies there costs a card from each of the others."""
    fine = "Whoever discarded it takes 1 card from each other player (rummy_call_fine=1)."
    told = say("call QD --table 9-JD --variant sequence")
    assert told.exit_code == DONE
    assert words(told.stdout) == f"Rummy! Q♦ was worth keeping. It fits meld 1 9♦ 10♦ J♦. {fine}"
    assert json.loads(say("call QD --table 9-JD --variant sequence --json").stdout) == {
        "rummy": True, "fits": [{"meld": ["9D", "10D", "JD"], "card": "QD"}], "fine": fine,
    }  # fmt: skip
    assert not ledger.exists()


def test_a_card_that_makes_a_meld_with_the_hand_is_a_rummy(say: Say) -> None:
    told = say("call 10H --hand '10D 10S 10C' --variant sequence --json")
    assert told.exit_code == DONE
    (fit,) = json.loads(told.stdout)["fits"]
    assert (sorted(fit["meld"]), fit["card"]) == (["10C", "10D", "10H", "10S"], "10H")
    assert (
        "It makes, with the hand, 10♥"
        in say("call 10H --hand '10D,10S,10C' --variant sequence").stdout
    )


def test_a_card_that_fits_nothing_is_none(say: Say) -> None:
    told = say("call QD --table 7-9H")
    assert (told.exit_code, told.stderr) == (NOT_SO, "")
    assert words(told.stdout).startswith(
        "No rummy: Q♦ fits no meld on the table. Name the hand with --hand"
    )
    assert "--hand" not in say("call QD --hand 2C").stdout
    asked = say("call QD --table 7-9H --json")
    assert asked.exit_code == NOT_SO
    assert json.loads(asked.stdout) == {"rummy": False, "fits": [], "fine": None}


def test_where_no_fine_was_agreed_that_is_said(say: Say) -> None:
    assert "This game has no fine for it (rummy_call_fine=0)." in say("call QD --table 9-JD").stdout
    assert "takes 2 cards from each other player" in words(
        say("call QD --table 9-JD --rule rummy_call_fine=2").stdout
    )


def test_in_a_game_the_call_is_about_its_table(say: Say) -> None:
    """The text on Rum 500: Q♦ fits 9-10-J♦ and Q♠ Q♥ Q♣."""
    say("new Anna Boris --variant rum500")
    say("lay b 9-jd, qshc")
    told = say("call qd")
    assert told.exit_code == DONE
    assert "It fits meld 1 9♦ 10♦ J♦." in told.stdout
    assert "It fits meld 2 Q♠ Q♥ Q♣." in told.stdout
    assert say("call kd").exit_code == NOT_SO
    say("lay a qd to 1")
    assert [fit["meld"] for fit in json.loads(say("call kd --json").stdout)["fits"]] == [
        ["9D", "10D", "JD", "QD"]
    ]
    assert say("call kd --variant rum500").exit_code == NOT_SO


# What cannot be read


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param("best", "Missing argument 'CARDS...'.", id="no-cards"),
        pytest.param("best 5x", "'5x' is not a card.", id="no-card"),
        pytest.param("best Tч", "Tч", id="mixed-alphabets"),
        pytest.param("best '7h\x1b[31m'", r"\x1b[31m", id="escape"),
        pytest.param("best '7h\u202e'", r"\u202e", id="override"),
        pytest.param(
            "best 7H --table 7H", "--table: 7♥ is no meld. As a run: 1 card", id="table-no-meld"
        ),
        pytest.param("best 7H --table '8\x1b[1m'", r"\x1b[1m", id="table-escape"),
        pytest.param("best 7H --keep 2", "2 of 1 cards cannot be kept", id="keep-too-many"),
        pytest.param("best 7H --keep 0", "--keep", id="keep-none"),
        pytest.param("best 7H --keep x", "--keep", id="keep-no-number"),
        pytest.param("best 7H --variant basik", "basic", id="variant"),
        pytest.param("best 7H --rule ace=sideways", "ace=sideways", id="rule"),
        pytest.param("best 7H --player anna", "no game is in use here", id="player-without-a-game"),
        pytest.param("best A-KS A-KH A-KD A-KC", "too many to arrange", id="whole-pack"),
        pytest.param("best 7H 7H 8H 9H", "7♥ is there 2 times", id="twice"),
        pytest.param("best 8H --table 8-10H", "8♥ is there 2 times", id="twice-with-the-table"),
        pytest.param(
            "best JK 7H 8H",
            "JK is there once, the table counted; the game has none",
            id="no-jokers",
        ),
        pytest.param("call", "Missing argument 'CARD'.", id="call-nothing"),
        pytest.param("call '7H 8H'", "2 cards", id="call-two-cards"),
        pytest.param("call 7H 8H", "8H", id="call-two-arguments"),
        pytest.param("call 5x", "'5x' is not a card.", id="call-no-card"),
        pytest.param("call '7h\x1b[31m'", r"\x1b[31m", id="call-escape"),
        pytest.param("call 7H --hand 5x", "'5x' is not a card.", id="call-hand"),
        pytest.param("call 7H --table '7H 9H KC'", "is no meld", id="call-table"),
        pytest.param(
            "call 8H --table 8-10H", "8♥ is there 2 times", id="call-twice-with-the-table"
        ),
        pytest.param(
            "call 8H --hand '8H 8S 8D'", "8♥ is there 2 times", id="call-twice-with-the-hand"
        ),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_shown(
    say: Say, fits_a_page: FitsAPage, ledger: Path, line: str, told: str
) -> None:
    refused = say(line)
    assert (refused.exit_code, refused.stdout) == (UNREADABLE, "")
    assert told in words(refused.stderr)
    assert refused.stderr.replace("\n", "").isprintable()
    fits_a_page(refused.stderr)
    assert not ledger.exists()


def test_a_stranger_is_refused_with_the_players(basic: Say) -> None:
    refused = basic("best 7h --player zed")
    assert (refused.exit_code, refused.stdout) == (UNREADABLE, "")
    assert "The players are Anna, Boris and Vera." in words(refused.stderr)


@pytest.mark.parametrize("line", ["best 7-9h", "call qd"])
def test_what_is_no_ledger_is_not_taken_for_an_empty_table(
    say: Say, ledger: Path, line: str
) -> None:
    ledger.write_bytes(b"no ledger" * 1000)
    refused = say(line)
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert str(ledger) in "".join(refused.stderr.split()) or "ledger" in refused.stderr
    assert ledger.read_bytes() == b"no ledger" * 1000


@pytest.mark.parametrize("command", ["best", "call", "check"])
def test_the_examples_of_the_help_work(say: Say, command: str) -> None:
    examples = re.findall(
        rf"rummy-score ({command} .*)", say(f"{command} --help").stdout.partition("Example")[2]
    )
    assert examples
    for example in examples:
        told = say(example)
        assert (told.exit_code, told.stderr) == (DONE, ""), example


@pytest.mark.parametrize(
    ("player", "hand", "text", "out"),
    [
        # In gambling rummy going out takes two turns with a play: Anna has had one, Boris none.
        pytest.param("anna", "10H", "The hand goes out.", True, id="the-second-turn"),
        pytest.param(
            "boris", "10H", "only after an earlier turn", False, id="the-first-turn-with-one-play"
        ),
        pytest.param(
            "boris", "10H QS QD QC", "goes out, over 2 turns (out_turns=2).", True, id="two-to-come"
        ),
        pytest.param("anna", "2C", "The hand cannot go out.", False, id="nothing-fits"),
    ],
)
def test_the_turns_that_a_player_has_had_count(
    say: Say, player: str, hand: str, text: str, out: bool
) -> None:
    say("new Anna Boris --variant gambling")
    say("lay anna 7-9h")
    assert text in words(say(f"best {hand} --player {player}").stdout)
    assert json.loads(say(f"best {hand} --player {player} --json").stdout)["out"] is out
