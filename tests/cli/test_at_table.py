"""At the table: ``lay``, ``left``, ``end``, ``adjust``, ``join``, ``leave``."""

import json
from pathlib import Path

import pytest
from prompt import AtTerminal, FitsAPage, Say, words
from terminal import CTRL_C

from rummy_score.evening.recording import Desk

BY_POINTS = "end --out anna boris=14 vera=20"  # 14 + 20 = 34


def recorded(ledger: Path) -> int:
    """Return how many commands the current game has."""
    return len(Desk(str(ledger)).log()[0])


def totals(say: Say) -> dict[str, int]:
    found: dict[str, int] = json.loads(say("table --json").stdout)["totals"]
    return found


# lay


def test_a_turn_shows_the_melds_with_their_numbers(basic: Say) -> None:
    assert (
        basic("lay b 7-9h, qhsd").stdout
        == "Boris: 7♥ 8♥ 9♥, Q♥ Q♠ Q♦\n  1  7♥ 8♥ 9♥\n  2  Q♥ Q♠ Q♦\n"
    )


@pytest.mark.parametrize(
    "typed_as",
    [
        pytest.param("lay boris 7h 8h 9h", id="one-by-one"),
        pytest.param("lay BO h7-9", id="suit-first"),
        pytest.param("lay b ♥7 8♥ 9H", id="symbols"),
        pytest.param("lay b '7h 8h 9h'", id="one-word"),
        pytest.param("lay b Ч7-9", id="russian"),
    ],
)
def test_a_run_may_be_typed_in_many_forms(basic: Say, typed_as: str) -> None:
    assert basic(typed_as).stdout == "Boris: 7♥ 8♥ 9♥\n  1  7♥ 8♥ 9♥\n"


def test_a_lay_off_goes_to_the_only_meld_that_takes_it(basic: Say) -> None:
    basic("lay b 7-9h, qhsd")
    assert basic("lay v 10h").stdout.startswith("Vera: 10♥ to 1\n  1  7♥ 8♥ 9♥ 10♥\n")


def test_melds_and_lay_offs_of_one_turn_follow_each_other(basic: Say) -> None:
    told = basic("lay v 5-7c, 8c to 1, 9c to 1")
    assert told.stdout == "Vera: 5♣ 6♣ 7♣, 8♣ to 1, 9♣ to 1\n  1  5♣ 6♣ 7♣ 8♣ 9♣\n"


def test_where_two_melds_take_a_card_both_are_named_and_nothing_is_recorded(
    basic: Say, ledger: Path
) -> None:
    basic("lay b 9-jd, qshc")
    refused = basic("lay v qd")
    assert refused.exit_code == 2  # ambiguous: nobody can say what was played
    assert (
        words(refused.stderr)
        == "Error: Q♦ fits meld 1 (9♦ 10♦ J♦) or 2 (Q♠ Q♥ Q♣): say which, 'to 1' or 'to 2'."
    )
    assert recorded(ledger) == 2
    assert "  2  Q♠ Q♥ Q♣ Q♦\n" in basic("lay v qd to 2").stdout


def test_a_joker_is_read_for_the_most_points_and_the_reading_is_told_and_kept(say: Say) -> None:
    say("new Anna Boris --variant sequence")
    assert say("lay b 7h 8h jk").stdout.startswith("Boris: 7♥ 8♥ JK=9♥\n")
    assert "Boris lays 7♥ 8♥ JK=9♥" in say("log").stdout


def test_what_a_joker_stands_for_can_be_said(say: Say) -> None:
    say("new Anna Boris --variant sequence")
    assert say("lay b jk=6h 7h 8h").stdout == (
        "Boris: JK=6♥ 7♥ 8♥\n  1  JK=6♥ 7♥ 8♥\nThis turn scores 21; Boris has laid 21 in this deal.\n"
    )


@pytest.mark.parametrize(
    ("kind", "told"), [("run", "  1  7♥ JK=8♥ JK=9♥\n"), ("set", "  1  7♥ JK=7 JK=7\n")]
)
def test_a_meld_that_jokers_leave_open_is_settled_by_as(say: Say, kind: str, told: str) -> None:
    say("new Anna Boris --rule jokers=2")
    assert told in say(f"lay b 7h jk jk as {kind}").stdout


def test_what_a_turn_scores_is_told_where_melds_score(say: Say) -> None:
    # 7 + 8 + 9 = 24, then 10 more: 34.
    say("new Anna Boris --variant rum500")
    assert "This turn scores 24; Boris has laid 24 in this deal." in say("lay b 7-9h").stdout
    assert "This turn scores 10; Boris has laid 34 in this deal." in say("lay b 10h").stdout


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        pytest.param(
            "lay b 4c kc qc",
            1,
            "Q♣ is not next to 4♣: 5♣ to J♣ are missing. Add them.",
            id="no-run",
        ),
        pytest.param("lay b 8h 9h 10h", 1, "the pack holds 1", id="twice"),
        pytest.param("lay b jh to 1", 1, "J♥", id="no-lay-off"),
        pytest.param("lay b 5c to 7", 2, "There is no meld 7", id="no-such-meld"),
        pytest.param(
            "lay x 5c",
            2,
            "there is no player 'x'. The players are Anna, Boris and Vera.",
            id="stranger",
        ),
        pytest.param("lay b 5x", 2, "'5x' is not a card.", id="no-card"),
        pytest.param("lay b Tч", 2, "Tч", id="mixed-alphabets"),
        pytest.param("lay b", 2, "Missing argument 'CARDS...'.", id="no-cards"),
        pytest.param("lay b 7h\x1b[31m", 2, r"\x1b[31m", id="escape"),
        pytest.param("lay 'b\u202e' 7c", 2, r"'b\u202e'", id="override"),
        pytest.param("lay b 7c 8c 9c --game 9", 2, "there is no game '9'", id="no-such-game"),
        pytest.param(
            "lay b 7c 8c 9c --game 'x\u202e'", 2, r"there is no game 'x\u202e'", id="game-override"
        ),
    ],
)
def test_a_turn_that_is_refused_leaves_everything(
    basic: Say, fits_a_page: FitsAPage, ledger: Path, line: str, code: int, told: str
) -> None:
    basic("lay v 7-9h")
    before = ledger.read_bytes()
    refused = basic(line)
    assert (refused.exit_code, refused.stdout) == (code, "")
    assert told in words(refused.stderr)
    assert refused.stderr.replace("\n", "").isprintable()
    fits_a_page(refused.stderr)
    assert ledger.read_bytes() == before


def test_a_name_that_could_be_two_is_refused_with_both(say: Say) -> None:
    say("new Anna Andrei")
    assert "an could be Anna or Andrei; write more of the name." in say("lay an 7-9h").stderr


# left


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        pytest.param("kc 4d", "K♣ 4♦", id="cards"),
        pytest.param("K 4 A", "K 4 A", id="ranks"),
        pytest.param("10+5+3", "10+5+3", id="sum"),
        pytest.param("28", "28", id="number"),
        pytest.param("0", "0", id="zero"),
        pytest.param("none", "none", id="none"),
        pytest.param("КТ 4Б", "K♣ 4♦", id="russian"),
    ],
)
def test_a_hand_is_told_in_any_form(basic: Say, hand: str, told: str) -> None:
    assert basic(f"left v {hand}").stdout == f"Vera has {told} left.\n"


def test_a_hand_left_is_kept_for_the_end_and_may_be_told_anew(basic: Say) -> None:
    basic("left b 10")
    basic("left b kc 4d")
    basic("left v 20")
    # K 10 + 4 = 14, and 20: 34.
    assert "14 + 20 = 34" in basic("end --out anna").stdout


def test_a_card_left_that_lies_on_the_table_is_refused(basic: Say, ledger: Path) -> None:
    basic("lay b 7-9h")
    refused = basic("left v 7h")
    assert refused.exit_code == 1
    assert "7♥ is there 2 times and the pack holds 1" in words(refused.stderr)
    assert recorded(ledger) == 2


# end


def test_the_end_shows_the_sums_the_totals_and_the_next_dealer(basic: Say) -> None:
    assert basic("end --out a b='KC 4D' v=20").stdout == (
        "deal 1    points          total\n"
        "--------  ------------  -------\n"
        "Anna      14 + 20 = 34       34\n"
        "Boris     -14               -14\n"
        "Vera      -20               -20\n"
        "Boris deals 7 cards to each; Vera starts.\n"
    )


def test_a_hand_of_many_words_needs_no_quotes(basic: Say) -> None:
    assert "14 + 20 = 34" in basic("end --out a b=KC 4D v=20").stdout


def test_an_empty_hand_says_who_is_out(basic: Say) -> None:
    assert "Anna      14 + 20 = 34" in basic("end a=0 b=14 v=20").stdout


def test_who_has_laid_the_whole_hand_is_out_without_a_word(basic: Say) -> None:
    # Boris lays 3 + 4 = 7 of 7 cards in two turns, so nothing is doubled: 9 + 5 = 14.
    basic("lay b 7-9h")
    basic("lay b 10h, qhsd")
    assert "Boris     9 + 5 = 14" in basic("end a=9 v=5").stdout


def test_where_many_cards_may_be_drawn_nobody_is_taken_to_be_out(say: Say) -> None:
    say("new Anna Boris Vera --variant rum500")
    say("lay b 7-9h, 10h to 1, qhsd")
    assert "nobody is out." in say("end a=9 v=5").stderr


@pytest.mark.parametrize(
    ("options", "boris"),
    # Anna 9 + 5 = 14 is collected; doubled 2 x 14 = 28.
    [pytest.param("", 28, id="as-the-turns-show"), pytest.param("--no-rummy", 14, id="--no-rummy")],
)
def test_going_rummy_doubles_unless_the_table_says_otherwise(
    basic: Say, options: str, boris: int
) -> None:
    basic("lay b 7-10h, qhsd")
    basic(f"end --out b a=9 v=5 {options}")
    assert totals(basic)["Boris"] == boris


def test_going_rummy_can_be_said_where_turns_were_not_recorded(basic: Say) -> None:
    basic("end --out b a=9 v=5 --rummy")
    assert totals(basic) == {"Anna": -18, "Boris": 28, "Vera": -10}


def test_a_blocked_deal_pays_the_differences(basic: Say) -> None:
    # The lowest, 14, leads: 24 - 14 = 10, 28 - 14 = 14.
    told = basic("end --blocked a=14 b=24 v=28")
    assert "10 + 14 = 24" in told.stdout
    assert "blocked" in told.stdout


def test_points_laid_stand_for_turns_that_were_not_recorded(say: Say) -> None:
    say("new Anna Boris --variant rum500")
    say("end --out anna --laid anna=60 --laid boris=85 boris=90")
    assert totals(say) == {"Anna": 60, "Boris": -5}


def test_a_ruling_records_a_deal_that_breaks_a_rule(say: Say) -> None:
    say("new Anna Boris --variant gambling")
    say("lay b 7-10h, qhsd")
    assert say("end --out b a=9").exit_code == 1
    assert say("end --out b a=9 --ruling 'agreed at the table'").exit_code == 0
    assert "Deal 1 agreed: agreed at the table." in say("table").stdout


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        pytest.param(
            "end",
            2,
            "nobody is out. Say --out PLAYER, or --blocked where nobody went out.",
            id="nobody-out",
        ),
        pytest.param(
            "end --out a",
            2,
            "no hand is entered for Boris and Vera. Add Boris=HAND, like",
            id="hands",
        ),
        pytest.param(
            "end --out a b=14", 2, "no hand is entered for Vera. Add Vera=HAND, like", id="one-hand"
        ),
        pytest.param(
            "end --blocked b=1 v=2", 2, "no hand is entered for Anna. Add Anna=HAND", id="blocked"
        ),
        pytest.param("end --out x b=1 v=2", 2, "there is no player 'x'", id="stranger-out"),
        pytest.param("end --out a x=1 v=2", 2, "there is no player 'x'", id="stranger"),
        pytest.param(
            "end --out a 14 v=2",
            2,
            "'14' names no player. Write PLAYER=HAND, like anna=28.",
            id="no-name",
        ),
        pytest.param("end --out a b=14x v=2", 2, "14x", id="no-hand"),
        pytest.param(
            "end --out a b=none v=2",
            1,
            "Anna and Boris have no cards left, but one player goes out",
            id="two",
        ),
        pytest.param("end --out a a=3 b=1 v=2", 1, "Anna", id="out-with-cards"),
        pytest.param(
            "end --out a --blocked b=1 v=2",
            2,
            "Leave one of --out and --blocked out.",
            id="out-and-blocked",
        ),
        pytest.param("end --out a b=1 v=2 --ruling '\x1b[2J'", 2, r"\x1b[2J", id="escape"),
        pytest.param("end --out 'a\u202e' b=1 v=2", 2, r"\u202e", id="override"),
        pytest.param("end --out a b=1 'v=\u202e2'", 2, r"\u202e", id="override-in-a-hand"),
    ],
)
def test_an_end_that_is_refused_leaves_everything(
    basic: Say, fits_a_page: FitsAPage, ledger: Path, line: str, code: int, told: str
) -> None:
    before = ledger.read_bytes()
    refused = basic(line)
    assert (refused.exit_code, refused.stdout) == (code, "")
    assert told in words(refused.stderr)
    assert refused.stderr.replace("\n", "").isprintable()
    fits_a_page(refused.stderr)
    assert ledger.read_bytes() == before


def test_missing_points_laid_are_named_with_their_option(say: Say) -> None:
    say("new Anna 'Mary Ann' --variant rum500")
    refused = say("end --out anna --laid anna=60 mary=5")
    assert refused.exit_code == 2
    assert 'Add --laid "Mary Ann"=POINTS, 0 where nothing was laid.' in words(refused.stderr)


def test_a_sum_that_does_not_hold_is_a_warning_apart_from_the_data(basic: Say) -> None:
    basic("lay b 7-9h")
    told = basic("end --out a b='KC 4D' v=20")
    assert told.exit_code == 0
    assert (
        "Boris laid 3 and has 2 left, 5 in all; it should be 7 (hand=7). Look for a slip."
        in words(told.stderr)
    )
    assert "slip" not in told.stdout


def test_the_winner_is_told_at_the_target_and_the_game_goes_on_to_a_higher_one(say: Say) -> None:
    say("new Anna Boris --target 50")
    assert "wins" not in say("end --out a b=49").stdout
    assert "Anna wins with 50.\n" in say("end --out a b=1").stdout
    refused = say("end --out b a=7")
    assert refused.exit_code == 1
    assert words(refused.stderr).startswith("Error: Anna has won this game with 50. Open the next")
    say("change --target 60")
    assert "wins" not in say("end --out b a=7").stdout
    assert totals(say) == {"Anna": 43, "Boris": -43}


def test_two_who_are_level_over_the_target_play_another_deal(say: Say) -> None:
    say("new Anna Boris --variant rum500 --target 60")
    told = say("end --blocked --laid anna=70 --laid boris=80 anna=5 boris=15")
    assert "Anna and Boris are level at 65, over 60: another deal decides.\n" in told.stdout


def test_what_is_missing_is_asked_for_at_a_terminal(basic: Say, at_terminal: AtTerminal) -> None:
    with at_terminal("end") as terminal:
        terminal.answer("Who is out (empty where the deal was blocked): ", "x")
        terminal.expect("there is no player 'x'.")
        terminal.answer("Who is out", "v")
        terminal.answer("Anna has left: ", "ZZ")
        terminal.expect("'ZZ'")
        terminal.answer("Anna has left: ", "<")
        terminal.answer("Who is out", "anna")
        terminal.answer("Boris has left: ", "11")
        terminal.answer("Vera has left: ", "<")
        terminal.answer("Boris has left: ", "kc 4d")
        terminal.answer("Vera has left: ", "20")
        code, rest = terminal.rest()
    assert code == 0
    assert "14 + 20 = 34" in rest
    assert totals(basic) == {"Anna": 34, "Boris": -14, "Vera": -20}


def test_an_empty_answer_to_who_is_out_means_blocked(basic: Say, at_terminal: AtTerminal) -> None:
    with at_terminal("end", "a=14", "b=24") as terminal:
        terminal.answer("Who is out", "")
        terminal.answer("Vera has left: ", "28")
        code, _ = terminal.rest()
    assert code == 0
    assert totals(basic) == {"Anna": 24, "Boris": -10, "Vera": -14}


@pytest.mark.usefixtures("basic")
def test_ctrl_c_at_a_question_leaves_nothing_recorded(
    at_terminal: AtTerminal, ledger: Path
) -> None:
    before = ledger.read_bytes()
    with at_terminal("end", "--out", "anna") as terminal:
        terminal.answer("Boris has left: ", "14")
        terminal.expect("Vera has left: ")
        terminal.type(CTRL_C)
        code, _ = terminal.rest()
    assert code == 1
    assert ledger.read_bytes() == before


# adjust


@pytest.mark.parametrize(
    ("points", "anna"),
    # Anna has 34.
    [("5", 39), ("+5", 39), ("-5", 29), ("-40", -6), ("−40", -6)],
)
def test_points_are_added_or_taken_away(basic: Say, points: str, anna: int) -> None:
    basic(BY_POINTS)
    told = basic(f"adjust anna {points} -m misdeal")
    assert f"Totals: Anna {anna}, " in told.stdout
    assert totals(basic)["Anna"] == anna


def test_an_adjustment_shows_in_the_table_with_its_reason(basic: Say) -> None:
    basic(BY_POINTS)
    basic("adjust b -10 -m 'wrong count'")
    row = next(line for line in basic("table").stdout.splitlines() if "adjusted" in line)
    # 34, -14 and -20; the two others get 5 each
    assert row.split() == ["adjusted", "+5", "39", "-10", "-24", "+5", "-15", "wrong", "count"]


def test_who_bears_an_adjustment_is_told(basic: Say) -> None:
    basic(BY_POINTS)
    told = basic("adjust anna 5 -m misdeal").stdout
    assert (
        told
        == "Anna +5, Boris -2.5, Vera -2.5: misdeal.\nTotals: Anna 39, Boris -16.5, Vera -22.5.\n"
    )
    told = basic("adjust anna -5 -m back --from vera").stdout
    assert told == "Anna -5, Vera +5: back.\nTotals: Anna 34, Boris -16.5, Vera -17.5.\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param("adjust anna 5", "Missing option '-m' / '--message'.", id="no-reason"),
        pytest.param("adjust anna five -m x", "'five' is no number of points", id="no-number"),
        pytest.param("adjust anna 5.5 -m x", "'5.5' is no number of points", id="fraction"),
        pytest.param("adjust x 5 -m y", "there is no player 'x'", id="stranger"),
        pytest.param("adjust anna 5 -m ''", "the reason is empty", id="empty-reason"),
        pytest.param("adjust anna 5 -m 'a\u202eb'", r"'a\u202eb' holds a character", id="override"),
        pytest.param("adjust anna 5 -m '\x1b]0;x\x07'", r"\x1b]0;x\x07", id="escape"),
        pytest.param(
            f"adjust anna 5 -m {'x' * 201}", "is 201 characters long; write at most 200.", id="long"
        ),
    ],
)
def test_an_adjustment_that_is_refused_leaves_everything(
    basic: Say, fits_a_page: FitsAPage, ledger: Path, line: str, told: str
) -> None:
    before = ledger.read_bytes()
    refused = basic(line)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert told in words(refused.stderr)
    assert refused.stderr.replace("\n", "").isprintable()
    fits_a_page(refused.stderr)
    assert ledger.read_bytes() == before


# join and leave


def test_who_joins_plays_from_the_next_deal_on(basic: Say) -> None:
    basic(BY_POINTS)
    told = basic("join Gleb")
    # Four players get seven cards; Anna dealt, so Boris deals.
    assert told.stdout == (
        "Gleb plays from the next deal on.\nBoris deals 7 cards to each; Vera starts.\n"
    )
    basic("end --out gleb a=1 b=2 v=3")
    assert totals(basic) == {"Anna": 33, "Boris": -16, "Vera": -23, "Gleb": 6}


def test_who_joins_where_totals_decide_says_with_what(say: Say) -> None:
    say("new Anna Boris --rule settle=difference")
    say("end --out anna b=14")
    assert say("join Gleb --with 20").stdout.startswith(
        "Gleb plays from the next deal on, with 20.\n"
    )
    assert say("join Vera --at 11").stdout.startswith(
        "Vera plays from the next deal on, with 11.\n"
    )
    say("end --out vera a=1 b=2 g=3")
    assert totals(say) == {"Anna": 13, "Boris": -16, "Gleb": 17, "Vera": 17}
    table = say("table").stdout.splitlines()
    assert [line.split()[0] for line in table[4:7]] == ["1", "adjusted", "joins"]
    refused = say("join Fyodor --with 1 --at 2")
    assert refused.exit_code == 2
    assert "--with adds points to a total and --at sets it." in words(refused.stderr)


def test_who_joins_during_a_deal_waits_for_the_next(basic: Say) -> None:
    basic("lay b 7-9h")
    basic("join Gleb")
    assert basic("end --out anna b=1 v=2").exit_code == 0
    assert "Gleb" in basic("end --out anna b=1 v=2").stderr


def test_the_deal_passes_over_who_left_and_the_score_is_settled(basic: Say) -> None:
    basic(BY_POINTS)
    told = basic("leave boris")
    # Anna dealt; Boris would have been next.
    assert (
        told.stdout == "Boris leaves; the score stays.\nVera deals 10 cards to each; Anna starts.\n"
    )
    basic("end --out vera anna=4")
    assert totals(basic) == {"Anna": 30, "Boris": -14, "Vera": -16}
    transfers = json.loads(basic("settle --json").stdout)["transfers"]
    assert sorted((t["from"], t["to"], t["points"]) for t in transfers) == [
        ("Boris", "Anna", 14),
        ("Vera", "Anna", 16),
    ]


def test_who_left_may_come_back(basic: Say) -> None:
    basic(BY_POINTS)
    basic("leave boris")
    basic("end --out vera anna=4")
    assert basic("join BORIS").stdout.startswith("Boris plays from the next deal on, with -14.")
    # Boris still has -14, and collects 2 + 3 = 5.
    basic("end --out boris anna=2 vera=3")
    assert totals(basic)["Boris"] == -9


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        pytest.param("join anna", 1, "Anna plays already.", id="there-already"),
        pytest.param("join Gleb --with x", 2, "'x' is no number of points", id="points"),
        pytest.param("join 'Gl\u202eeb'", 2, r"'Gl\u202eeb' holds a character", id="override"),
        pytest.param("join 'Gl\neb'", 2, r"'Gl\neb' holds a character", id="newline"),
        pytest.param("join ''", 2, "a player's name is empty", id="nobody"),
        pytest.param("leave gleb", 2, "there is no player 'gleb'", id="stranger"),
        pytest.param("leave '\u202e'", 2, r"'\u202e'", id="leave-override"),
    ],
)
def test_who_cannot_come_or_go_is_told_why(
    basic: Say, fits_a_page: FitsAPage, ledger: Path, line: str, code: int, told: str
) -> None:
    before = ledger.read_bytes()
    refused = basic(line)
    assert (refused.exit_code, refused.stdout) == (code, "")
    assert told in words(refused.stderr)
    assert refused.stderr.replace("\n", "").isprintable()
    fits_a_page(refused.stderr)
    assert ledger.read_bytes() == before


def test_the_last_but_one_cannot_leave(say: Say) -> None:
    say("new Anna Boris")
    refused = say("leave anna")
    assert refused.exit_code == 1
    assert "Anna cannot leave: 1 cannot play" in words(refused.stderr)


def test_in_pairs_nobody_joins(say: Say) -> None:
    say("new a b c d --variant rum500 --pairs a+c,b+d")
    assert words(say("join e").stderr) == "Error: in pairs nobody can join; open a new game."


def test_who_left_comes_back_by_the_beginning_of_the_name(say: Say) -> None:
    say("new Dmitry Anna Cy")
    say("leave dm")
    assert "Dmitry plays from the next deal on." in say("join dm").stdout
    assert json.loads(say("table --json").stdout)["players"] == ["Dmitry", "Anna", "Cy"]


@pytest.mark.parametrize("line", ["boris=1 b=2 vera=3", "boris=1 vera=3 --laid v=1 --laid v=2"])
@pytest.mark.usefixtures("basic")
def test_one_player_told_twice_is_refused(say: Say, line: str) -> None:
    told = say(f"end --out anna {line}")
    assert told.exit_code == 2
    assert "is given twice. Keep one." in words(told.stderr)
    assert json.loads(say("table --json").stdout)["deals"] == []


def test_in_the_middle_of_a_deal_the_next_deal_is_announced(say: Say) -> None:
    # Anna deals the deal that is being played; Boris deals the next, and Vera, on his left, starts
    # it.
    say("new Anna Boris Vera")
    say("lay anna 7-9h")
    assert "Boris deals 7 cards to each; Vera starts." in say("join Dora").stdout
