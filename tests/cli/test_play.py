"""``play``: the evening at a prompt."""

import json
from pathlib import Path

import pytest
from prompt import AtTerminal, Say, Typed, words
from terminal import CTRL_C, CTRL_D, TAB, UP

from rummy_score.evening.recording import Desk

PROMPT = "game 1> "
FRIDAY = "game 1 Friday> "


def kinds(ledger: Path) -> list[str]:
    """Return what has been recorded in the current game."""
    return [event.kind for event in Desk(str(ledger)).log()[0]]


def test_an_evening_is_played_at_the_prompt(say: Say, at_terminal: AtTerminal) -> None:
    """The contract's own evening: 22 + 28 + 36 = 86, then 10 + 14 + 22 = 46; totals 132, -32, -42, -58."""
    say(
        "new Boris Dmitry Nikolai Fyodor --variant gambling --stake 0.05 --coin 0.05 --currency EUR"
    )
    with at_terminal("play") as terminal:
        assert "Deal 1, Boris deals. Boris 0, Dmitry 0, Nikolai 0, Fyodor 0\n" in terminal.expect(
            PROMPT
        )
        terminal.type("d 7-9h\n")
        assert terminal.expect(PROMPT).endswith(
            "Dmitry: 7♥ 8♥ 9♥\n  1  7♥ 8♥ 9♥\n"
            "Deal 1, Boris deals. Boris 0, Dmitry 0 (3 down), Nikolai 0, Fyodor 0\n  1  7♥ 8♥ 9♥\ngame 1> "
        )
        terminal.type("b 10h to 1\n")
        assert "Boris 0 (1 down)" in terminal.expect(PROMPT)
        terminal.type("b qhsd, 3-5c\n")
        assert "  3  3♣ 4♣ 5♣\n" in terminal.expect(PROMPT)
        terminal.type("undo\n")
        assert (
            "Took back in game 1: Boris lays Q♥ Q♠ Q♦, 3♣ 4♣ 5♣.\n  1  7♥ 8♥ 9♥ 10♥\n"
            in terminal.expect(PROMPT)
        )
        terminal.type("redo\n")
        terminal.expect(PROMPT)
        terminal.type('end b=0 d="kc 4d 2s 6d" n=28 f=10+10+9+7\n')
        shown = terminal.expect(PROMPT)
        assert "22 + 28 + 36 = 86" in shown
        assert "     1  Boris     +86  86  -22  -22   -28  -28  -36  -36\n" in shown
        terminal.type("end --blocked b=14 d=24 n=28 f=36\n")
        assert "10 + 14 + 22 = 46" in terminal.expect(PROMPT)
        terminal.type("settle\n")
        shown = terminal.expect(PROMPT)
        assert [line.split() for line in shown.splitlines() if " Boris " in line and "." in line][:3] == [
            ["Dmitry", "Boris", "32", "1.60"], ["Nikolai", "Boris", "42", "2.10"], ["Fyodor", "Boris", "58", "2.90"],
        ]  # fmt: skip
        terminal.type(CTRL_D)
        code, rest = terminal.rest()
    assert code == 0
    assert "Everything is recorded." in rest
    totals = json.loads(say("table --json").stdout)["totals"]
    assert totals == {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58}


def test_the_status_line_tells_the_points_laid_where_they_count(
    say: Say, at_terminal: AtTerminal
) -> None:
    say("new Anna Boris --variant rum500")
    with at_terminal("play") as terminal:
        terminal.answer(PROMPT, "b 7-9h")
        assert "Anna 0, Boris 0 (+24)\n" in terminal.expect(PROMPT)


@pytest.mark.parametrize("word", ["quit", "exit", "q", "QUIT"])
def test_a_word_leaves_the_prompt(basic: Say, at_terminal: AtTerminal, word: str) -> None:
    assert basic("games").exit_code == 0
    with at_terminal("play") as terminal:
        terminal.answer(FRIDAY, word)
        assert terminal.rest()[0] == 0


@pytest.mark.usefixtures("basic")
def test_ctrl_c_only_drops_the_line(at_terminal: AtTerminal, ledger: Path) -> None:
    with at_terminal("play") as terminal:
        terminal.expect(FRIDAY)
        terminal.type("b 7-9h")
        terminal.expect("b 7-9h")
        terminal.type(CTRL_C)
        terminal.expect(FRIDAY)
        terminal.type("v qhsd\n")
        terminal.expect(FRIDAY)
        terminal.type(CTRL_D)
        assert terminal.rest()[0] == 0
    assert kinds(ledger) == ["new", "lay"]


@pytest.mark.usefixtures("basic")
def test_ctrl_c_at_a_question_leaves_the_deal_open(at_terminal: AtTerminal, ledger: Path) -> None:
    with at_terminal("play") as terminal:
        terminal.answer(FRIDAY, "end")
        terminal.expect("Who is out")
        terminal.type(CTRL_C)
        assert "Left as it was." in terminal.expect(FRIDAY)
    assert kinds(ledger) == ["new"]


@pytest.mark.usefixtures("basic")
def test_a_crash_of_the_terminal_loses_nothing(at_terminal: AtTerminal, ledger: Path) -> None:
    with at_terminal("play") as terminal:
        terminal.answer(FRIDAY, "b 7-9h")
        terminal.answer(FRIDAY, "v qhsd")
        terminal.expect(FRIDAY)
        terminal.type("v 2-4")
        terminal.kill()
    assert kinds(ledger) == ["new", "lay", "lay"]
    with at_terminal("play") as terminal:
        assert "  2  Q♥ Q♠ Q♦\n" in terminal.expect(FRIDAY)


@pytest.mark.usefixtures("basic")
def test_lines_of_another_evening_are_found_again(at_terminal: AtTerminal, ledger: Path) -> None:
    with at_terminal("play") as terminal:
        terminal.answer(FRIDAY, "b 7-9h")
        terminal.answer(FRIDAY, "undo")
        terminal.expect(FRIDAY)
        terminal.type(CTRL_D)
        terminal.rest()
    with at_terminal("play") as terminal:
        terminal.expect(FRIDAY)
        terminal.type(UP + UP + "\n")
        terminal.expect("Boris: 7♥ 8♥ 9♥\n")
        terminal.expect(FRIDAY)
    assert kinds(ledger) == ["new", "lay", "undo", "lay"]


@pytest.mark.parametrize(
    ("begun", "rest", "shown"),
    [
        pytest.param("tab", "--last 1", "No deals yet.", id="command"),
        pytest.param("BOR", "7-9h", "Boris: 7♥ 8♥ 9♥", id="player"),
        pytest.param("lay bor", "7-9h", "Boris: 7♥ 8♥ 9♥", id="player-after-a-command"),
        pytest.param("mary", "7-9h", "Mary Ann: 7♥ 8♥ 9♥", id="name-with-a-blank"),
    ],
)
def test_commands_and_players_are_completed(
    say: Say, at_terminal: AtTerminal, begun: str, rest: str, shown: str
) -> None:
    say("new Anna Boris 'Mary Ann'")
    with at_terminal("play") as terminal:
        terminal.expect(PROMPT)
        terminal.type(f"{begun}{TAB}{rest}\n")
        terminal.expect(f"\n{shown}")


def test_a_player_called_by_one_letter_does_not_leave(
    say: Say, at_terminal: AtTerminal, ledger: Path
) -> None:
    say("new Anna Quentin")
    with at_terminal("play") as terminal:
        terminal.answer(PROMPT, "q 7-9h")
        terminal.expect("Quentin: 7♥ 8♥ 9♥")
    assert kinds(ledger) == ["new", "lay"]


def test_what_could_not_be_recorded_is_not_said_to_be(
    basic: Say, at_terminal: AtTerminal, ledger: Path
) -> None:
    assert basic("games").exit_code == 0
    with at_terminal("play") as terminal:
        terminal.expect(FRIDAY)
        ledger.unlink()
        terminal.type("b 7-9h\n")
        terminal.expect("There is no ledger at")
        terminal.type("quit now\n")
        code, shown = terminal.rest()
    assert code == 3
    assert "Not everything is recorded" in shown
    assert "Everything is recorded." not in shown


# The same from a pipe


def test_lines_are_read_from_a_pipe(basic: Say, typed: Typed, ledger: Path) -> None:
    told = typed(
        "play", stdin="# Friday\n\nb 7-9h\nv qhsd, 10h\nend --out anna b=14 v=20 --ruling agreed\n"
    )
    assert told.exit_code == 0
    assert "Vera: Q♥ Q♠ Q♦, 10♥ to 1\n" in told.stdout
    assert "rummy>" not in told.output
    assert kinds(ledger) == ["new", "lay", "lay", "end"]
    assert json.loads(basic("table --json").stdout)["totals"]["Anna"] == 34


def test_names_with_blanks_are_quoted(say: Say, typed: Typed, ledger: Path) -> None:
    say("new 'Mary Ann' Boris")
    assert typed("play", stdin='"mary ann" 7-9h\nleft "Mary A" 10\n').exit_code == 0
    assert kinds(ledger) == ["new", "lay", "left"]


def test_a_name_with_an_apostrophe_needs_no_quotes(say: Say, typed: Typed, ledger: Path) -> None:
    say('new "O\'Neil" Boris')
    assert typed("play", stdin="O'Neil 7-9h\n").exit_code == 0
    assert kinds(ledger) == ["new", "lay"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param(
            "tabel", "'tabel' is no command (did you mean table?) and no player", id="command"
        ),
        pytest.param("bors 7-9h", "(did you mean Boris?)", id="player"),
        pytest.param("b\u202e 7h", r"'b\u202e' is no command", id="override"),
        pytest.param("\x1b[2J", r"\x1b[2J", id="escape"),
        pytest.param("b 4c kc qc", "5♣ to J♣ are missing", id="rule"),
        pytest.param("lay", "Missing argument", id="usage"),
        pytest.param("table --lst 3", "--last", id="option"),
        pytest.param('b "7h', "'\"7h' is not a card", id="open-quote"),
        pytest.param("play", "is no command", id="play"),
    ],
)
def test_a_line_that_is_refused_is_explained_and_the_next_is_read(
    basic: Say, typed: Typed, ledger: Path, line: str, told: str
) -> None:
    assert basic("games").exit_code == 0
    ran = typed("play", stdin=f"{line}\nv qhsd\n")
    assert ran.exit_code == 1
    assert told in words(ran.stderr)
    assert ran.stderr.replace("\n", "").isprintable()
    assert kinds(ledger) == ["new", "lay"]


def test_help_is_for_the_prompt_too(basic: Say, typed: Typed) -> None:
    assert basic("games").exit_code == 0
    assert "At the table:" in typed("play", stdin="help\n").stdout
    assert "Record one turn" in typed("play", stdin="help lay\n").stdout


def test_the_prompt_opens_a_first_game(typed: Typed, ledger: Path) -> None:
    assert typed("play", stdin="new Anna Boris\nb 7-9h\n").exit_code == 0
    assert kinds(ledger) == ["new", "lay"]
