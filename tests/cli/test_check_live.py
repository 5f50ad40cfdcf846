"""``check`` with a game on the table: its rules, its melds, who has laid what, and what is down already."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from prompt import FitsAPage, Say, words

from rummy_score.cards.notation import parse_cards

STANDS, REFUSED, UNREADABLE, NO_LEDGER = 0, 1, 2, 3


@pytest.fixture
def laid(basic: Say) -> Say:
    """A game of basic rummy in which Boris has laid 9-J♦ and three queens."""
    basic("lay b 9-jd, qshc")
    return basic


@pytest.fixture
def sequence(say: Say) -> Say:
    """A game of sequence rummy in which Boris has laid 7♥ 8♥ and a joker as 9♥; Anna has laid nothing."""
    say("new Anna Boris --variant sequence")
    say("lay b 7h 8h jk=9h")
    return say


def test_a_lay_off_finds_its_meld(laid: Say, ledger: Path, fits_a_page: FitsAPage) -> None:
    before = ledger.read_bytes()
    told = laid("check 8d")
    assert told.exit_code == STANDS
    assert words(told.stdout).startswith(
        "8♦ on 9♦ 10♦ J♦ stands: the run 8♦ 9♦ 10♦ J♦. The lay-off counts 8 points."
    )
    fits_a_page(told.stdout)
    assert ledger.read_bytes() == before


@pytest.mark.parametrize(
    ("number", "whole"), [(1, "the run 9♦ 10♦ J♦ Q♦"), (2, "the set Q♠ Q♥ Q♣ Q♦")]
)
def test_to_says_the_meld(laid: Say, number: int, whole: str) -> None:
    told = laid(f"check qd to {number}")
    assert told.exit_code == STANDS
    assert f"stands: {whole}. The lay-off counts 10 points." in words(told.stdout)


def test_where_two_melds_take_a_card_both_are_named(laid: Say) -> None:
    refused = laid("check qd")
    assert (refused.exit_code, refused.stdout) == (UNREADABLE, "")
    told = words(refused.stderr)
    assert "Q♦ fits meld 1 (9♦ 10♦ J♦) or 2 (Q♠ Q♥ Q♣)" in told
    assert "to 1" in told


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("check kd to 1", REFUSED, id="gap"),
        pytest.param("check kd to 2", REFUSED, id="other-rank"),
        pytest.param("check kd", REFUSED, id="fits-nothing"),
        pytest.param("check qd kd to 1", STANDS, id="two-cards"),
        pytest.param("check qd to 3", UNREADABLE, id="no-such-meld"),
        pytest.param("check qd to 0", UNREADABLE, id="meld-nought"),
        pytest.param("check 3-5c, 6c to 1", UNREADABLE, id="two-plays"),
        pytest.param("check 3-5c", STANDS, id="new-meld"),
        pytest.param("check jd js jh", REFUSED, id="card-is-down"),
        pytest.param("check kd --on 9-jd", REFUSED, id="on-with-a-gap"),
        pytest.param("check kd --on 9-5x", UNREADABLE, id="on-no-cards"),
        pytest.param("check 10c --on 7-9c", STANDS, id="on-a-meld-elsewhere"),
        pytest.param("check 3-5c --player zed", UNREADABLE, id="stranger"),
        pytest.param("check 3-5c --player v", STANDS, id="player"),
        pytest.param("check 8d --player v", STANDS, id="lay-off-without-a-meld"),
    ],
)
def test_the_exit_code_is_the_ruling(laid: Say, line: str, code: int) -> None:
    result = laid(line)
    assert result.exit_code == code
    assert bool(result.stdout) == (code != UNREADABLE)
    assert bool(result.stderr) == (code == UNREADABLE)


def test_a_card_that_is_down_is_named_with_the_packs(laid: Say) -> None:
    told = words(laid("check jd js jh").stdout)
    assert "J♦ is there 2 times; the game has 1 (packs=1)." in told
    assert "Nearest, with J♣" not in told  # J♦ is still one too many


def test_the_nearest_meld_minds_what_is_down(laid: Say) -> None:
    # J♦ lies on the table: no jack of diamonds fills the gap between 10 and Q, nor could 10♦ be
    # played again.
    assert "Nearest, with 9♠: 8♠ 9♠ 10♠" in words(laid("check 8s 10s").stdout)
    assert "Nearest" not in laid("check qd kd").stdout.replace("Q♦ K♦ A♦", "")


def test_a_joker_on_the_table_stands_for_what_it_was_laid_as(sequence: Say) -> None:
    assert words(sequence("check 10h").stdout).startswith(
        "10♥ on 7♥ 8♥ JK=9♥ stands: the run 7♥ 8♥ JK=9♥ 10♥. The lay-off counts 10 points."
    )
    assert sequence("check 9h to 1").exit_code == REFUSED


def test_a_joker_cannot_be_a_card_that_is_played_already(say: Say) -> None:
    # One pack: 9♥ is played, by a joker; another joker cannot be 9♥. The card itself is still there
    # to be laid.
    say("new Anna Boris --rule jokers=2")
    say("lay b 7h 8h jk=9h")
    assert say("check jk=9h 9s 9d").exit_code == REFUSED
    assert say("check 9h 9s 9d").exit_code == STANDS
    assert words(say("check jk 9s 9d").stdout).startswith("JK 9♠ 9♦ stands: the set")
    assert say("check jk jk 9s").exit_code == REFUSED
    assert "JK is there 3 times; the game has 2 (jokers=2)." in words(say("check jk jk 9s").stdout)


def test_two_packs_hold_two_of_a_card(sequence: Say) -> None:
    """The text on sequence rummy: where both jacks of hearts lie on the table, a joker cannot be one."""
    sequence("lay b jh jh js")
    refused = sequence("check jk=jh qh kh")
    assert refused.exit_code == REFUSED
    assert "J♥" in refused.stdout
    assert sequence("check jh qh kh").exit_code == REFUSED
    assert sequence("check js qs ks").exit_code == STANDS


def test_the_player_s_first_meld_is_a_run(sequence: Say) -> None:
    for_anna = sequence("check qhsd --player anna")
    assert for_anna.exit_code == REFUSED
    assert "Anna has laid no run yet, and the first meld is a run (first_meld=run)." in words(
        for_anna.stdout
    )
    for_boris = sequence("check qhsd --player B")
    assert for_boris.exit_code == STANDS
    assert "first meld" not in for_boris.stdout
    assert sequence("check 10-kc --player anna").exit_code == STANDS
    assert "Not as a player's first meld" in words(sequence("check qhsd").stdout)


def test_the_player_lays_off_only_after_a_meld(sequence: Say) -> None:
    for_anna = sequence("check 10h --player anna --json")
    assert for_anna.exit_code == REFUSED
    answer = json.loads(for_anna.stdout)
    assert (answer["valid"], answer["points"], answer["cards"]) == (False, None, ["10H"])
    assert [problem["rule"] for problem in answer["problems"]] == ["layoff_first"]
    assert json.loads(sequence("check 10h to 1 --player boris --json").stdout) == {
        "valid": True, "kind": "run", "cards": ["10H"], "points": 10, "problems": [],
    }  # fmt: skip
    sequence("lay a 3-5c")
    assert sequence("check 10h --player anna").exit_code == STANDS


def test_a_first_meld_must_reach_its_points(say: Say) -> None:
    say("new Anna Boris --rule first_meld=51")
    refused = say("check 8-10h --player anna")  # 27
    assert refused.exit_code == REFUSED
    assert "first_meld=51" in refused.stdout
    assert say("check 8-kh --player anna").exit_code == STANDS  # 8 + 9 + 10 + 10 + 10 + 10 = 57


def test_a_player_who_is_refused_is_not_told_of_a_nearer_meld(sequence: Say) -> None:
    assert "Nearest" not in sequence("check qhsd --player anna").stdout


def test_a_variant_that_is_named_takes_the_place_of_the_game(laid: Say) -> None:
    assert laid("check kd qd ad").exit_code == REFUSED
    assert laid("check kd qd ad --variant rum500").exit_code == STANDS
    assert laid("check jd js jh --variant basic").exit_code == STANDS
    assert laid("check 8d --variant basic").exit_code == REFUSED
    assert laid("check 8d to 1 --variant basic").exit_code == UNREADABLE
    assert laid("check 3-5c --variant basic --player b").exit_code == UNREADABLE
    assert laid("check kd qd ad --rule ace=both").exit_code == STANDS  # a house rule does not


def test_what_is_over_is_off_the_table(laid: Say) -> None:
    laid("end --out b anna=10 vera=20")
    assert laid("check jd js jh").exit_code == STANDS
    assert laid("check 8d").exit_code == REFUSED


def test_the_table_is_as_undo_left_it(laid: Say) -> None:
    laid("undo")
    assert laid("check jd js jh").exit_code == STANDS


@pytest.mark.parametrize("line", ["check 3-5c", "check 8d --json", "best 3-5c", "call 8d"])
def test_nothing_is_ruled_from_a_damaged_ledger(laid: Say, ledger: Path, line: str) -> None:
    with closing(sqlite3.connect(ledger, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_keep")
        connection.execute(
            "UPDATE events SET body = replace(body, 'Boris', 'Borys') WHERE number = 2"
        )
    before = ledger.read_bytes()
    refused = laid(line)
    assert (refused.exit_code, refused.stdout) == (NO_LEDGER, "")
    assert "ledger" in refused.stderr
    assert ledger.read_bytes() == before
    assert laid("check 3-5c --variant basic").exit_code == STANDS  # which needs none


def test_a_joker_s_reading_is_fixed_when_it_is_laid(say: Say) -> None:
    """9♥ itself was laid after a joker as 9♥: the joker's meld lies as it lay, and grows as ``lay`` lets it."""
    say("new Anna Boris --rule jokers=2")
    say("lay b 7h 8h jk=9h")
    say("lay a 9h 9s 9d")
    assert say("check 10h to 1").exit_code == STANDS
    assert say("lay b 10h to 1").exit_code == STANDS


# What check says is what lay does.


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("8d", STANDS, id="lay-off"),
        pytest.param("qd", UNREADABLE, id="two-melds-take-it"),
        pytest.param("qd to 1", STANDS, id="the-meld-is-said"),
        pytest.param("qd to 3", UNREADABLE, id="no-such-meld"),
        pytest.param("kd", REFUSED, id="a-gap"),
        pytest.param("2c", REFUSED, id="fits-nothing"),
        pytest.param("jd js jh", REFUSED, id="card-is-down"),
        pytest.param("10h js qh", REFUSED, id="no-meld"),
        pytest.param("5c 6c", REFUSED, id="too-few"),
        pytest.param("ah as ad", STANDS, id="new-meld"),
        pytest.param("4s", REFUSED, id="card-is-in-a-hand"),
    ],
)
def test_what_check_says_of_a_player_is_what_lay_does(laid: Say, line: str, code: int) -> None:
    laid("left anna 4s 9c")
    told = laid(f"check {line} --player vera --json")
    done = laid(f"lay vera {line}")
    assert told.exit_code == done.exit_code == code
    if code == UNREADABLE:
        assert told.stderr == done.stderr
    if code == REFUSED:
        problems = [problem["message"] for problem in json.loads(told.stdout)["problems"]]
        assert words(done.stderr) == f"Error: {' '.join(problems)}"
    if code == STANDS:
        assert told.stderr == done.stderr == ""


def test_a_joker_is_read_by_check_as_lay_reads_it(sequence: Say) -> None:
    for line in ("10h jk qh", "jk qs qd", "jk to 1"):
        answer = json.loads(sequence(f"check {line} --player boris --json").stdout)
        assert answer["valid"]
        laid = words(sequence(f"lay boris {line}").stdout)
        for card in parse_cards(" ".join(answer["cards"])):
            assert str(card) in laid.partition(" 1 ")[0]
        sequence("undo")


def test_a_first_turn_that_is_wrong_twice_is_told_both(sequence: Say) -> None:
    told = sequence("check 2c --player anna")
    assert told.exit_code == REFUSED
    assert "2♣ is not next to" not in told.stdout
    assert "Anna lays off before a meld of their own (layoff_first=no)." in words(told.stdout)
    assert "House rules differ" not in told.stdout


def test_a_lay_off_that_fits_nothing_is_told_what_lies_there(laid: Say) -> None:
    assert words(laid("check 2c").stdout).startswith(
        "2♣ does not stand in basic. 2♣ fits no meld on the table (1: 9♦ 10♦ J♦, 2: Q♠ Q♥ Q♣)."
    )
    assert words(laid("check kd").stdout).startswith(
        "K♦ on 9♦ 10♦ J♦ does not stand in basic. K♦ is not next to J♦: Q♦ is missing. Add Q♦."
    )


@pytest.mark.parametrize("option", ["--on 9-jd", "--seen 2c"])
def test_a_number_and_melds_that_are_named_do_not_go_together(laid: Say, option: str) -> None:
    refused = laid(f"check qd to 1 {option}")
    assert (refused.exit_code, refused.stdout) == (UNREADABLE, "")
    assert "leave out --on and --seen" in words(refused.stderr)
