"""Putting right: ``undo``, ``redo``, ``edit``."""

import json
import shlex
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest
from prompt import AtTerminal, FitsAPage, Say, words

from rummy_score.evening.recording import Desk
from rummy_score.sheets.keys import DEAL_KEYS

DEALS = ("end --out anna boris=14 vera=20", "end --out boris anna=5 vera=8")
AFTER_ONE = {"Anna": 34, "Boris": -14, "Vera": -20}  # 14 + 20 = 34
AFTER_TWO = {"Anna": 29, "Boris": -1, "Vera": -28}  # 5 + 8 = 13: 34 - 5, -14 + 13, -20 - 8


@pytest.fixture
def two_deals(basic: Say) -> Say:
    for line in DEALS:
        assert basic(line).exit_code == 0
    return basic


@pytest.fixture
def deal_file(tmp_path: Path) -> Callable[[str], str]:
    """Write a deal's text to a file; return its name."""

    def write(text: str) -> str:
        path = tmp_path / "deal.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def editor(tmp_path: Path) -> Callable[[str], str]:
    """Make an editor of a line of shell, in which $1 is the file."""

    def make(line: str) -> str:
        path = tmp_path / "editor.sh"
        path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return make


def totals(say: Say, game: str = "") -> dict[str, int]:
    found: dict[str, int] = json.loads(say(f"table {game} --json").stdout)["totals"]
    return found


def left_of(say: Say) -> list[str]:
    """Return the lines of the exported sheet that say what was left."""
    return [line for line in say("export").stdout.splitlines() if line.startswith("left = ")]


# undo and redo


def test_undo_says_what_it_took_back_and_where_that_leaves_the_table(two_deals: Say) -> None:
    assert two_deals("undo").stdout == (
        "Took back in game 1: end of deal 2: Boris is out.\nTotals: Anna 34, Boris -14, Vera -20.\n"
    )
    assert totals(two_deals) == AFTER_ONE


def test_undo_of_a_turn_shows_what_lies_on_the_table_then(basic: Say) -> None:
    basic("lay b 7-9h")
    basic("lay v 10h, qhsd")
    assert (
        basic("undo").stdout
        == "Took back in game 1: Vera lays 10♥ to 1, Q♥ Q♠ Q♦.\n  1  7♥ 8♥ 9♥\n"
    )
    assert basic("undo").stdout.endswith("Nothing lies on the table.\n")
    assert basic("redo").stdout == "Restored in game 1: Boris lays 7♥ 8♥ 9♥.\n  1  7♥ 8♥ 9♥\n"


def test_undo_goes_on_across_deals_and_redo_comes_back_the_same_way(two_deals: Say) -> None:
    two_deals("undo")
    two_deals("undo")
    assert totals(two_deals) == {"Anna": 0, "Boris": 0, "Vera": 0}
    two_deals("redo")
    assert totals(two_deals) == AFTER_ONE
    two_deals("redo")
    assert totals(two_deals) == AFTER_TWO
    assert words(two_deals("redo").stderr).startswith("Error: nothing was taken back")


def test_undo_never_reaches_into_another_game(two_deals: Say) -> None:
    two_deals("new Gleb Dora")
    told = two_deals("undo").stdout
    assert told == (
        "Took back in game 2: new game (basic): Gleb and Dora.\nGame 2 is gone; `rummy-score redo --game 2` brings it back.\n"
    )
    again = "game 2 was taken back; `rummy-score redo --game 2` brings it back."
    assert again in words(two_deals("end --out gleb dora=3").stderr)  # and goes into no other game
    assert "game 2 was taken back itself" in words(two_deals("undo").stderr)
    assert [game["game"] for game in json.loads(two_deals("games --json").stdout)] == [1]
    assert two_deals("undo --game 1").stdout.startswith("Took back in game 1: end of deal 2")
    assert two_deals("redo --game 2").stdout.startswith("Restored in game 2: new game")
    assert two_deals("redo --game 1").stdout.startswith("Restored in game 1: end of deal 2")
    assert [game["current"] for game in json.loads(two_deals("games --json").stdout)] == [
        False,
        True,
    ]


def test_after_a_new_command_nothing_can_be_redone(two_deals: Say) -> None:
    two_deals("undo")
    two_deals("end --out vera anna=1 boris=2")
    refused = two_deals("redo")
    assert refused.exit_code == 1
    assert totals(two_deals) == {"Anna": 33, "Boris": -16, "Vera": -17}


def test_when_everything_is_taken_back_undo_says_so(basic: Say) -> None:
    basic("undo")
    refused = basic("undo")
    assert refused.exit_code == 1
    assert words(refused.stderr).startswith(
        "Error: there is nothing to take back: game 1 was taken back"
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param("lay b 7-9c", "Boris lays 7♣ 8♣ 9♣", id="lay"),
        pytest.param("left b kc", "Boris has K♣ left", id="left"),
        pytest.param("adjust b -3 -m oops", "Boris -3 from Anna and Vera: oops", id="adjust"),
        pytest.param("join Gleb", "Gleb joins", id="join"),
        pytest.param("leave vera", "Vera leaves", id="leave"),
        pytest.param("settle --paid", "settled and paid: Anna 29, Boris -1, Vera -28", id="paid"),
        pytest.param("change --stake 2", "changed: stake 2, coin 0.01", id="change"),
        pytest.param("change --rule ace=both", "changed: ace=both", id="change-rule"),
    ],
)
def test_one_command_is_one_step_whatever_it_was(two_deals: Say, line: str, told: str) -> None:
    before = two_deals("table --json").stdout
    assert two_deals(line).exit_code == 0
    after = two_deals("table --json").stdout
    assert two_deals("undo").stdout.startswith(f"Took back in game 1: {told}.\n")
    assert two_deals("table --json").stdout == before
    assert two_deals("redo").stdout.startswith(f"Restored in game 1: {told}.\n")
    assert two_deals("table --json").stdout == after


# edit


def test_a_deal_is_changed_from_a_file_and_all_after_it_reckoned_anew(
    two_deals: Say, deal_file: Callable[[str], str]
) -> None:
    # Boris had 10, not 14: Anna 10 + 20 = 30. After deal 2: 30 - 5 = 25, -10 + 13 = 3, -28.
    file = deal_file('left = ["Boris: 10", "Vera: 20"]\nout = "Anna"\n')
    told = two_deals(f"edit 1 --from {file} -m 'a card miscounted'")
    assert told.stdout == (
        "Deal 1 is changed.\nBoris has 10 left, not 14.\nAnna: 29 -> 25\nBoris: -1 -> 3\n"
    )
    assert totals(two_deals) == {"Anna": 25, "Boris": 3, "Vera": -28}
    assert "edited" in two_deals("table").stdout


def test_a_deal_is_changed_from_standard_input(
    two_deals: Say, typed: Callable[..., object], ledger: Path
) -> None:
    text = 'left = ["Boris: 10", "Vera: 20"]\nout = "Anna"\n'
    typed("edit", "1", "--from", "-", "--ledger", str(ledger), stdin=text)
    assert totals(two_deals) == {"Anna": 25, "Boris": 3, "Vera": -28}


def test_the_old_text_stays_in_the_log_with_the_reason(
    two_deals: Say, deal_file: Callable[[str], str]
) -> None:
    file = deal_file('left = ["Boris: 10", "Vera: 20"]\nout = "Anna"\n')
    two_deals(f"edit 1 --from {file} -m 'a card miscounted'")
    log = two_deals("log").stdout
    assert "deal 1 edited: a card miscounted" in log
    assert 'was: left = ["Boris: 14", "Vera: 20"]' in log
    two_deals("undo")
    assert totals(two_deals) == AFTER_TWO


def test_a_deal_may_become_blocked(two_deals: Say, deal_file: Callable[[str], str]) -> None:
    # 8 leads: Anna pays 10 - 8 = 2, Vera 20 - 8 = 12; Boris 14. After deal 2: -2 - 5, 14 + 13, -12
    # - 8.
    file = deal_file('blocked = true\nleft = ["Anna: 10", "Boris: 8", "Vera: 20"]\n')
    two_deals(f"edit 1 --from {file}")
    assert totals(two_deals) == {"Anna": -7, "Boris": 27, "Vera": -20}


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        pytest.param(
            'left = ["Boris: 10"]\nout = "Anna"\n',
            1,
            "No hand is entered for Vera.",
            id="hand-missing",
        ),
        pytest.param(
            'left = ["Boris: 10", "Vera: 2"]\nout = "Anne"\n',
            2,
            "did you mean Anna?",
            id="stranger",
        ),
        pytest.param('lefd = ["Boris: 10"]\n', 2, "did you mean left?", id="unknown-key"),
        pytest.param("left = [", 2, "it is not TOML", id="no-toml"),
        pytest.param(
            'left = ["Boris: 10", "Vera: 2"]\nout = "Anna"\nnote = "a\\u202eb"',
            2,
            r"\u202e",
            id="override",
        ),
    ],
)
def test_an_edit_that_is_refused_leaves_everything(
    two_deals: Say,
    fits_a_page: FitsAPage,
    ledger: Path,
    deal_file: Callable[[str], str],
    text: str,
    code: int,
    told: str,
) -> None:
    before = ledger.read_bytes()
    refused = two_deals(f"edit 1 --from {deal_file(text)}")
    assert (refused.exit_code, refused.stdout) == (code, "")
    assert told in words(refused.stderr)
    assert refused.stderr.replace("\n", "").isprintable()
    fits_a_page(refused.stderr)
    assert ledger.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param(
            "edit 1",
            "no editor can be opened here. Say hands as PLAYER=HAND, or give the deal's new text",
            id="no-tty",
        ),
        pytest.param("edit 3 --from x", "there is no deal 3; the game has 2.", id="no-such-deal"),
        pytest.param("edit 0 --from x", "there is no deal 0; the game has 2.", id="zero"),
        pytest.param("edit one --from x", "'one' is not a whole number", id="no-number"),
        pytest.param("edit 1 --from nowhere.toml", "nowhere.toml cannot be read", id="no-file"),
        pytest.param("edit 1 --from x -m 'a\x1bb'", r"'a\x1bb' holds a character", id="escape"),
    ],
)
def test_an_edit_that_cannot_start_says_why(
    two_deals: Say, ledger: Path, line: str, told: str
) -> None:
    before = ledger.read_bytes()
    refused = two_deals(line)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert told in words(refused.stderr)
    assert ledger.read_bytes() == before


def test_a_later_deal_that_an_edit_makes_impossible_is_named(
    basic: Say, ledger: Path, deal_file: Callable[[str], str]
) -> None:
    basic("end --out anna boris=14 vera=20")
    before = ledger.read_bytes()
    file = deal_file('players = ["Anna"]\nout = "Anna"\n')
    refused = basic(f"edit 1 --from {file}")
    assert refused.exit_code == 1
    assert "deal 1, players: 1 cannot play" in words(refused.stderr)
    assert ledger.read_bytes() == before


def test_the_editor_is_given_the_deal_at_a_terminal(
    two_deals: Say, at_terminal: AtTerminal, editor: Callable[[str], str]
) -> None:
    with at_terminal(
        "edit", "1", "-m", "recount", EDITOR=editor("sed -i 's/Boris: 14/Boris: 10/' \"$1\"")
    ) as terminal:
        code, shown = terminal.rest()
    assert (code, "Boris: -1 -> 3" in shown) == (0, True)
    assert left_of(two_deals)[0] == 'left = ["Boris: 10", "Vera: 20"]'


@pytest.mark.parametrize("line", ["true", 'touch "$1"'], ids=["closed", "saved"])
def test_a_deal_left_as_it_was_records_nothing(
    two_deals: Say, at_terminal: AtTerminal, editor: Callable[[str], str], ledger: Path, line: str
) -> None:
    with at_terminal("edit", "1", EDITOR=editor(line)) as terminal:
        code, shown = terminal.rest()
    assert (code, shown) == (0, "Deal 1 is unchanged.\n")
    assert len(Desk(str(ledger)).log()[0]) == 3
    assert totals(two_deals) == AFTER_TWO


def test_the_same_text_from_a_file_records_nothing(
    two_deals: Say, deal_file: Callable[[str], str]
) -> None:
    file = deal_file('left = ["Boris: 14", "Vera: 20"]\nout = "Anna"\n')
    assert two_deals(f"edit 1 --from {file}").stdout == "Deal 1 is unchanged.\n"


# hands in the line


def test_a_hand_is_corrected_in_a_line(two_deals: Say) -> None:
    # Boris had 20, not 14: 6 more from him to Anna in the first deal.
    done = two_deals("edit 1 bo=20 -m recount")
    assert (done.exit_code, done.stdout) == (
        0,
        "Deal 1 is changed.\nBoris has 20 left, not 14.\nAnna: 29 -> 35\nBoris: -1 -> -7\n",
    )
    assert totals(two_deals) == {"Anna": 35, "Boris": -7, "Vera": -28}
    assert "recount" in two_deals("log").stdout


def test_several_hands_are_corrected_at_once_and_the_same_ones_change_nothing(
    two_deals: Say,
) -> None:
    assert two_deals("edit 1 boris=10 vera=K 4").exit_code == 0
    assert totals(two_deals) == {"Anna": 19, "Boris": 3, "Vera": -22}  # 24 - 5, 13 - 10, -14 - 8
    assert two_deals("edit 1 boris=10").stdout == "Deal 1 is unchanged.\n"


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        pytest.param("edit 1 bob=20", 2, "there is no player 'bob'", id="stranger"),
        pytest.param("edit 1 20", 2, "'20' names no player", id="no-name"),
        pytest.param("edit 1 boris=KX", 2, "Boris: ", id="no-hand"),
        pytest.param("edit 1 anna=5", 1, "Anna", id="who-is-out"),
        pytest.param("edit 1 boris=2 --from x", 2, "Keep one of them.", id="both"),
        pytest.param("edit 3 boris=2", 2, "there is no deal 3; the game has 2.", id="not-yet"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(
    two_deals: Say, ledger: Path, line: str, code: int, told: str
) -> None:
    before = ledger.read_bytes()
    refused = two_deals(line)
    assert (refused.exit_code, refused.stdout) == (code, "")
    assert told in words(refused.stderr)
    assert ledger.read_bytes() == before


def test_the_deal_that_is_being_played_is_not_edited(two_deals: Say) -> None:
    two_deals("left boris KC")
    assert "deal 3 is being played. `undo` takes back" in words(two_deals("edit 3 boris=2").stderr)


def test_a_winner_that_an_edit_makes_is_named(say: Say) -> None:
    say("new Anna Boris --variant rum500 --target 100")
    say("end --out anna --laid anna=90 --laid boris=20 boris=5")
    done = say("edit 1 boris=15")
    assert done.stdout.endswith("Boris: 15 -> 5\n")


def test_as_many_sit_in_an_edited_deal_as_the_game_takes(
    say: Say, deal_file: Callable[[str], str]
) -> None:
    # basic takes two to six players; a seventh has come in place of one who left.
    say("new A1 B2 C3 D4 E5 F6")
    say("end --out a1 b2=1 c3=1 d4=1 e5=1 f6=1")
    assert say("leave f6").exit_code == 0
    assert say("join G7").exit_code == 0
    say("end --out a1 b2=1 c3=1 d4=1 e5=1 g7=1")
    left = ", ".join(f'"{name}: 1"' for name in ("B2", "C3", "D4", "E5", "F6", "G7"))
    seven = '["A1", "B2", "C3", "D4", "E5", "F6", "G7"]'
    file = deal_file(f'players = {seven}\nleft = [{left}]\nout = "A1"\n')
    refused = say(f"edit 2 --from {file}")
    assert refused.exit_code == 1
    assert "deal 2, players: 7 cannot play: the game takes 2-6 players" in words(refused.stderr)
    assert say("export").exit_code == 0


# the editor


class Draft(NamedTuple):
    """What an edit at a terminal came to, and the file that it kept, if it did."""

    code: int
    shown: str
    kept: Path | None


Edited: TypeAlias = Callable[..., Draft]


@pytest.fixture
def edited(at_terminal: AtTerminal, tmp_path: Path) -> Edited:
    """Edit deal 1 at a terminal with an editor; see that nothing but what is named is left."""

    def run(editor: str, **environment: str) -> Draft:
        drafts = tmp_path / "drafts"
        drafts.mkdir(exist_ok=True)
        given = {"EDITOR": editor, "VISUAL": "", "TMPDIR": str(drafts), **environment}
        with at_terminal("edit", "1", **given) as terminal:
            code, shown = terminal.rest()
        assert "Traceback" not in shown
        kept = list(drafts.glob("*/*"))
        if not kept:
            assert list(drafts.iterdir()) == []
            assert "is kept" not in shown
            return Draft(code, words(shown), None)
        (file,) = kept
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert f"--from {file}" in shown.replace("\n  ", " ").replace("\n", "")
        return Draft(code, words(shown), file)

    return run


NAMES_AN_EDITOR = "$VISUAL or $EDITOR"


@pytest.mark.usefixtures("two_deals")
def test_the_file_says_which_deal_it_is_and_what_each_key_may_be(
    edited: Edited, editor: Callable[[str], str], tmp_path: Path
) -> None:
    copy = tmp_path / "copy.toml"
    assert edited(editor(f'cp "$1" {copy}')).code == 0
    text = copy.read_text(encoding="utf-8")
    assert text.startswith("# Deal 1 of game 1 (Friday).\n")
    assert all(len(line) <= 78 for line in text.splitlines())
    for key in DEAL_KEYS.values():
        assert (f"#   {key.name} = " in text) is not key.kept
    assert text.endswith('\nleft = ["Boris: 14", "Vera: 20"]\nout = "Anna"\n')


def test_what_is_refused_is_edited_again_with_what_is_wrong_above_it(
    two_deals: Say, edited: Edited, editor: Callable[[str], str], tmp_path: Path
) -> None:
    copy = tmp_path / "second.toml"
    script = (
        f'if grep -q "Not recorded" "$1"; then cp "$1" {copy}; sed -i "s/^lefd/left/" "$1"; '
        'else sed -i "s/^left.*14/lefd = [\\"Boris: 10/" "$1"; fi'
    )
    done = edited(editor(script))
    assert (done.code, done.kept) == (0, None)
    assert "Boris has 10 left, not 14." in done.shown
    again = copy.read_text(encoding="utf-8")
    assert "#   lefd: " in again
    assert "did you mean left?" in words(again.replace("#", ""))
    assert '\nlefd = ["Boris: 10", "Vera: 20"]\n' in again
    assert totals(two_deals) == {"Anna": 25, "Boris": 3, "Vera": -28}
    assert "Not recorded" not in two_deals("export").stdout


@pytest.mark.usefixtures("two_deals")
def test_a_refused_text_that_is_given_up_is_kept(
    edited: Edited, editor: Callable[[str], str], ledger: Path
) -> None:
    before = ledger.read_bytes()
    done = edited(editor('grep -q "Not recorded" "$1" || sed -i "s/Boris: 14/Gleb: 14/" "$1"'))
    assert done.code == 2
    assert "deal 1 stays as it was" in done.shown
    assert "Gleb" in done.shown
    assert done.kept is not None
    assert '"Gleb: 14"' in done.kept.read_text(encoding="utf-8")
    assert ledger.read_bytes() == before


@pytest.mark.usefixtures("two_deals")
@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        pytest.param("exit 3", 1, NAMES_AN_EDITOR, id="fails"),
        pytest.param("kill -9 $$", 1, NAMES_AN_EDITOR, id="dies"),
        pytest.param('rm "$1"', 2, "nothing is recorded", id="deletes"),
    ],
)
def test_an_editor_that_fails_is_told_and_nothing_is_recorded(
    edited: Edited, editor: Callable[[str], str], ledger: Path, line: str, code: int, told: str
) -> None:
    before = ledger.read_bytes()
    done = edited(editor(line))
    assert (done.code, done.kept) == (code, None)
    assert told in done.shown
    assert "nothing is recorded" in done.shown
    assert "unchanged" not in done.shown
    assert ledger.read_bytes() == before


@pytest.mark.usefixtures("two_deals")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        pytest.param('"x', "no command line. Mend its quotes", id="quote"),
        pytest.param("/nowhere/editor", NAMES_AN_EDITOR, id="missing"),
    ],
)
def test_an_editor_that_is_none_is_told(edited: Edited, name: str, told: str) -> None:
    done = edited(name)
    assert done.code != 0
    assert done.kept is None
    assert told in done.shown


@pytest.mark.usefixtures("two_deals")
@pytest.mark.parametrize(
    ("line", "holds"),
    [
        pytest.param('printf \'note = "\\317\\360"\\n\' > "$1"', b"\317\360", id="cp1251"),
        pytest.param('echo "# half" >> "$1"; exit 1', b"# half", id="fails-late"),
    ],
)
def test_what_cannot_be_taken_is_kept(
    edited: Edited, editor: Callable[[str], str], ledger: Path, line: str, holds: bytes
) -> None:
    before = ledger.read_bytes()
    done = edited(editor(line))
    assert done.code != 0
    assert "nothing is recorded" in done.shown
    assert done.kept is not None
    assert holds in done.kept.read_bytes()
    assert ledger.read_bytes() == before


@pytest.mark.usefixtures("two_deals")
def test_a_text_deleted_after_it_was_refused_is_written_again(
    edited: Edited, editor: Callable[[str], str]
) -> None:
    script = 'if grep -q "Not recorded" "$1"; then rm "$1"; else echo "x = 1" >> "$1"; fi'
    done = edited(editor(script))
    assert done.code == 2
    assert done.kept is not None
    assert done.kept.read_text(encoding="utf-8").endswith("x = 1\n")


def test_a_deal_changed_by_somebody_else_meanwhile_is_not_overwritten(
    two_deals: Say, edited: Edited, editor: Callable[[str], str], ledger: Path
) -> None:
    meanwhile = f"{sys.executable} -m rummy_score edit 1 vera=21 --ledger {ledger} >/dev/null"
    done = edited(editor(f'{meanwhile}; sed -i "s/Boris: 14/Boris: 10/" "$1"'))
    assert done.code == 1
    assert "deal 1 was changed by somebody else meanwhile" in done.shown
    assert done.kept is not None
    assert "Boris: 10" in done.kept.read_text(encoding="utf-8")
    assert totals(two_deals) == {"Anna": 30, "Boris": -1, "Vera": -29}


@pytest.mark.usefixtures("two_deals")
def test_an_editor_that_only_changes_the_ends_of_lines_records_nothing(
    edited: Edited, editor: Callable[[str], str]
) -> None:
    done = edited(editor('sed -i "s/$/\\r/" "$1"'))
    assert (done.code, done.shown) == (0, "Deal 1 is unchanged.")


def test_an_edit_by_cards_keeps_the_turns(basic: Say, deal_file: Callable[[str], str]) -> None:
    # 7 + 8 + 9 on the table; Boris holds 4 cards: K 10 + 4 + 3 + 2 = 19, then K 10 + 5 + 3 + 2 =
    # 20.
    basic("lay b 7-9h")
    basic("end --out anna --ruling agreed b='KC 4D 3S 2S' v=20")
    text = basic("export").stdout.partition("[[deals]]\n")[2]
    file = deal_file(text.replace("4♦", "5♦"))
    assert basic(f"edit 1 --from {file}").exit_code == 0
    assert totals(basic) == {"Anna": 40, "Boris": -20, "Vera": -20}
    assert '"Boris: 7♥ 8♥ 9♥"' in basic("export").stdout


def test_the_editors_name_may_have_options(
    at_terminal: AtTerminal, two_deals: Say, editor: Callable[[str], str]
) -> None:
    script = editor('[ "$1" = --wait ] && sed -i "s/Vera: 20/Vera: 21/" "$2"')
    with at_terminal("edit", "1", EDITOR=f"{shlex.quote(script)} --wait", VISUAL="") as terminal:
        code, _ = terminal.rest()
    assert code == 0
    assert totals(two_deals)["Vera"] == -29
