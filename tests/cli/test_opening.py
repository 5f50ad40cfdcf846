"""``new``: who plays what, for how much, by which house rules."""

import json
import stat
from pathlib import Path

import pytest
from prompt import AtTerminal, FitsAPage, Say, Typed, words
from terminal import CTRL_C

from rummy_score.evening.recording import Desk
from rummy_score.evening.sitting import Sitting
from rummy_score.money.settlement import Money
from rummy_score.rules.variants import VARIANTS

pytestmark = pytest.mark.usefixtures("ledger")


def test_a_game_is_opened_and_the_first_deal_told(typed: Typed, ledger: Path) -> None:
    told = typed("new", "Anna", "Boris", "Vera")
    assert told.exit_code == 0
    assert told.stdout == (
        f"Game 1: basic. Players: Anna, Boris and Vera.\nAnna deals 7 cards to each; Boris starts.\nLedger: {ledger}\n"
    )
    assert stat.S_IMODE(ledger.stat().st_mode) == 0o600


def test_a_new_game_becomes_the_current_one(typed: Typed) -> None:
    typed("new", "Anna", "Boris", "--title", "One")
    assert typed("new", "Vera", "Gleb", "--title", "Two").stdout.startswith("Game 2: Two (basic).")
    assert [game["current"] for game in json.loads(typed("games", "--json").stdout)] == [
        False,
        True,
    ]


def test_every_option_is_kept(typed: Typed, ledger: Path) -> None:
    told = typed(
        *("new", "Anna", "Boris", "Pavel", "Vera", "--variant", "rum500", "--title", "Club night"),
        *(
            "--stake",
            "0.05",
            "--currency",
            "EUR",
            "--coin",
            "0.10",
            "--pairs",
            "Anna+Pavel,Boris+Vera",
        ),
        *("--target", "300", "--dealer", "pav", "--rule", "ace=high", "--rule", "joker_held=20"),
    )
    assert told.stdout.splitlines()[1] == "Pavel deals 7 cards to each; Vera starts."
    live = Desk(str(ledger)).live()
    game = live.now
    assert (game.title, game.variant, game.dealer) == ("Club night", "rum500", "Pavel")
    assert game.pairs == (("Anna", "Pavel"), ("Boris", "Vera"))
    assert (game.rules.target, game.rules.ace, game.rules.joker_held) == (300, "high", 20)
    assert live.money == Money("0.05", "0.10", "EUR")


def test_house_rules_come_from_a_file_and_options_go_over_them(
    typed: Typed, ledger: Path, tmp_path: Path
) -> None:
    house = tmp_path / "house.toml"
    house.write_text('[rules]\nace = "both"\ncourt_points = 11\npairs = true\n')
    assert (
        typed("new", "Anna", "Boris", "--rules", str(house), "--rule", "court_points=12").exit_code
        == 0
    )
    rules = Desk(str(ledger)).live().rules
    assert (rules.ace, rules.court_points, rules.pairs) == ("both", 12, True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param('acee = "both"', "did you mean ace?", id="unknown-rule"),
        pytest.param("ace = ", "it is not TOML", id="no-toml"),
        pytest.param('ace = "loww"', "did you mean low?", id="unknown-value"),
    ],
)
def test_a_file_of_rules_that_cannot_be_read_is_named(
    typed: Typed, ledger: Path, tmp_path: Path, text: str, told: str
) -> None:
    house = tmp_path / "house.toml"
    house.write_text(text)
    refused = typed("new", "Anna", "Boris", "--rules", str(house))
    assert refused.exit_code == 2
    assert "house.toml has 1 problem:" in words(refused.stderr)
    assert told in words(refused.stderr)
    assert not ledger.exists()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        pytest.param(
            "", "Name the players in seat order: rummy-score new Anna Boris.", id="nobody"
        ),
        pytest.param("Anna", "1 cannot play: the game takes 2-6 players", id="too-few"),
        pytest.param("a b c d e f g", "7 cannot play: the game takes 2-6 players", id="too-many"),
        pytest.param("Anna anna", "Anna and anna are the same name. Make them differ.", id="twice"),
        pytest.param("Фёдор ФЕДОР", "Фёдор and ФЕДОР are the same name.", id="twice-in-russian"),
        pytest.param(
            f"Anna {'x' * 41}", "is 41 characters long; write at most 40.", id="long-name"
        ),
        pytest.param(
            "Anna Bo\x1b[31mris",
            r"'Bo\x1b[31mris' holds a character that does not print",
            id="escape",
        ),
        pytest.param(
            "Anna Boris\u202e",
            r"'Boris\u202e' holds a character that does not print",
            id="override",
        ),
        pytest.param("a b --title x\u202ey", r"the title 'x\u202ey' holds a character", id="title"),
        pytest.param("a b --stake 1 --currency E\x07R", r"E\x07R", id="currency"),
        pytest.param("a b --variant gambeling", "did you mean gambling?", id="variant"),
        pytest.param("a b --variant g\u202e", r"'g\u202e'", id="variant-override"),
        pytest.param("a b --rule ace=bth", "did you mean both?", id="rule"),
        pytest.param("a b --rule ace", "'ace' has no equals sign.", id="rule-without-value"),
        pytest.param("a b --target soon", "target=soon is not allowed.", id="target"),
        pytest.param(
            "a b --dealer c", "there is no player 'c'. The players are a and b.", id="dealer"
        ),
        pytest.param("a b --stake five", "the stake 'five' is not an amount of money", id="stake"),
        pytest.param("a b --stake 0.05 --coin 0", "coin", id="coin"),
        pytest.param(
            "a b --coin 0.05",
            "money has no stake. Say what a point is worth, like --stake",
            id="no-stake",
        ),
        pytest.param("a b --currency EUR", "money has no stake.", id="currency-without-stake"),
        pytest.param(
            "a b c d --pairs a+b,c+d",
            "Leave the pairs out, or add the rule pairs=yes.",
            id="no-pairs-here",
        ),
        pytest.param(
            "a b c d --variant rum500 --pairs a+b",
            "every player belongs to one pair of two",
            id="one-pair",
        ),
        pytest.param("a b c d --variant rum500 --pairs a+b,c", "'c' is no pair.", id="no-pair"),
        pytest.param(
            "a b c d --variant rum500 --pairs a+b,c+e",
            "there is no player 'e'.",
            id="stranger-in-a-pair",
        ),
        pytest.param("a b --rules nowhere.toml", "nowhere.toml cannot be read", id="no-file"),
    ],
)
def test_what_is_wrong_is_said_and_no_game_is_opened(
    typed: Typed, fits_a_page: FitsAPage, ledger: Path, line: str, told: str
) -> None:
    refused = typed("new", *line.split(" ") if line else ())
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert told in words(refused.stderr)
    assert refused.stderr.isprintable() or refused.stderr.replace("\n", "").isprintable()
    fits_a_page(refused.stderr)
    assert not ledger.exists()


def test_names_in_any_script_are_taken(typed: Typed) -> None:
    told = typed("new", "Фёдор", "Ζωή", "Mary Ann")
    assert "Players: Фёдор, Ζωή and Mary Ann." in told.stdout


def test_players_variant_and_stake_are_asked_for_at_a_terminal(
    at_terminal: AtTerminal, ledger: Path
) -> None:
    with at_terminal("new", "--title", "Friday") as terminal:
        terminal.answer("Who plays, in seat order (commas or blanks between): ", "anna anna")
        terminal.expect("anna and anna are the same name.")
        terminal.answer("Who plays, in seat order", "anna boris")
        terminal.answer("Which game [basic]: ", "<")
        terminal.answer("Who plays, in seat order", "Mary Ann, Boris, Vera")
        terminal.answer("Which game [basic]: ", "gamblin")
        terminal.expect("did you mean gambling?")
        terminal.answer("Which game [basic]: ", "gambling")
        terminal.answer("Money for a point (empty: none): ", "0.05")
        code, _ = terminal.rest()
    assert code == 0
    live = Desk(str(ledger)).live()
    assert live.now.players == ("Mary Ann", "Boris", "Vera")
    assert (live.now.variant, live.now.title) == ("gambling", "Friday")
    assert live.money == Money("0.05", "0.01", "")


def test_what_was_said_is_not_asked(at_terminal: AtTerminal, ledger: Path) -> None:
    with at_terminal("new", "--variant", "rum500", "--stake", "1") as terminal:
        terminal.answer("Who plays", "anna boris")
        code, rest = terminal.rest()
    assert code == 0
    assert "Which game" not in rest
    assert Desk(str(ledger)).live().now.variant == "rum500"


def test_ctrl_c_at_a_question_opens_no_game(at_terminal: AtTerminal, ledger: Path) -> None:
    with at_terminal("new") as terminal:
        terminal.answer("Who plays", "anna boris")
        terminal.expect("Which game")
        terminal.type(CTRL_C)
        code, _ = terminal.rest()
    assert code == 1
    assert not ledger.exists()


# as an earlier game


@pytest.fixture
def club(say: Say) -> Say:
    say(
        "new Anna Boris Pavel Vera --variant rum500 --stake 0.05 --coin 0.10 --currency EUR "
        "--pairs Anna+Pavel,Boris+Vera --target 300 --rule joker_held=20 --title Club"
    )
    say("change --rule ace=high")
    return say


def sitting(ledger: Path) -> Sitting:
    return Desk(str(ledger)).live().now


def test_a_game_like_the_last_one_has_its_players_rules_pairs_and_money(
    club: Say, ledger: Path
) -> None:
    assert club("new --like").stdout.startswith(
        "Game 2: rum500. Players: Anna, Boris, Pavel and Vera.\nAnna deals"
    )
    now = sitting(ledger)
    assert now.pairs == (("Anna", "Pavel"), ("Boris", "Vera"))
    assert (now.rules.target, now.rules.joker_held, now.rules.ace) == (300, 20, "high")
    assert (now.stake, now.coin, now.currency, now.title) == ("0.05", "0.10", "EUR", "")


def test_what_is_said_is_laid_over_the_earlier_game(club: Say, ledger: Path) -> None:
    club("new --target 400 --rule joker_held=10 --stake 0.10 --dealer vera --title Two --like club")
    now = sitting(ledger)
    assert (now.rules.target, now.rules.joker_held, now.rules.ace) == (400, 10, "high")
    assert (now.stake, now.coin, now.dealer, now.title) == ("0.10", "0.10", "Vera", "Two")


def test_other_players_play_by_the_rules_of_the_earlier_game(club: Say, ledger: Path) -> None:
    assert club("new Gleb Dora --like").exit_code == 0
    now = sitting(ledger)
    assert (now.players, now.pairs, now.rules.ace) == (("Gleb", "Dora"), (), "high")


def test_another_variant_keeps_players_and_money_and_has_its_own_rules(
    club: Say, ledger: Path
) -> None:
    club("new --variant gambling --stake none --like 1")
    now = sitting(ledger)
    assert now.players == ("Anna", "Boris", "Pavel", "Vera")
    assert (now.variant, now.pairs, now.stake) == ("gambling", (), None)
    assert now.rules == VARIANTS["gambling"].rules


def test_who_has_left_the_earlier_game_does_not_sit_in_the_next(say: Say, ledger: Path) -> None:
    say("new Anna Boris Vera")
    say("end --out anna boris=1 vera=2")
    say("leave boris")
    say("join Gleb")
    say("new --like")
    assert sitting(ledger).players == ("Anna", "Vera", "Gleb")


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        pytest.param("new --like 9", 2, "there is no game '9'", id="no-such-game"),
        pytest.param("new --like --rule aec=both", 2, "did you mean ace?", id="no-such-rule"),
        pytest.param("new Anna --like", 2, "1 cannot play", id="too-few"),
    ],
)
def test_a_game_like_none_is_not_opened(
    club: Say, ledger: Path, line: str, code: int, told: str
) -> None:
    before = ledger.read_bytes()
    refused = club(line)
    assert (refused.exit_code, refused.stdout) == (code, "")
    assert told in words(refused.stderr)
    assert ledger.read_bytes() == before


def test_without_any_game_none_can_be_like_it(say: Say, ledger: Path) -> None:
    refused = say("new --like")
    assert refused.exit_code != 0
    assert "`rummy-score new` opens one" in words(refused.stderr)
    assert not ledger.exists()


# said anew


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        pytest.param("change", 2, "nothing is to be changed. Name it", id="nothing"),
        pytest.param("change --title Club", 1, "that holds already", id="same-title"),
        pytest.param("change --rule ace=high", 1, "that holds already", id="same-rule"),
        pytest.param("change --stake 0.05 --target 300", 1, "that holds already", id="same-money"),
        pytest.param("change --rename anna=Anna", 1, "that holds already", id="same-name"),
        pytest.param("change --rule ace=low --rule ace=both", 2, "ace is given twice", id="twice"),
        pytest.param("change --rule target=400", 2, "with `change --target`", id="target-a-rule"),
        pytest.param("change --stake ''", 2, "'' is not an amount of money", id="no-amount"),
        pytest.param("change --stake none --coin 1", 2, "money has no stake", id="coin-only"),
    ],
)
def test_what_changes_nothing_or_contradicts_itself_is_refused(
    club: Say, ledger: Path, line: str, code: int, told: str
) -> None:
    before = ledger.read_bytes()
    refused = club(line)
    assert (refused.exit_code, refused.stdout) == (code, "")
    assert told in words(refused.stderr)
    assert ledger.read_bytes() == before


def test_only_what_is_new_is_recorded(club: Say) -> None:
    assert club("change --title Club --stake 0.10 --rule ace=high --rule joker_held=10").stdout == (
        "Stake: 0.10.\nFrom deal 1 on: joker_held=10.\n"
    )


def test_money_is_taken_out_of_a_game_in_so_many_words(club: Say, ledger: Path) -> None:
    assert club("change --stake none").stdout == "Stake: none.\nCoin: none.\nCurrency: none.\n"
    assert sitting(ledger).stake is None


def test_no_target_takes_deals_out_of_the_game(say: Say, ledger: Path) -> None:
    # Anna has 120 after deal 1 and 240 after deal 2, which a target of 120 would not have seen.
    say("new Anna Boris Vera --target 130")
    say("end --out anna boris=80 vera=40")
    say("end --out anna boris=80 vera=40")
    before = ledger.read_bytes()
    refused = say("change --target 120")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert words(refused.stderr) == (
        "Error: with the target 120 Anna has won before deal 2, and it would count no more. "
        "Give a higher target."
    )
    assert ledger.read_bytes() == before
    assert say("change --target 240").exit_code == 0
    assert "Anna wins with 240." in say("table").stdout
