"""``left`` and ``end`` say which cards left could have been laid off; they count all the same."""

import json

import pytest
from prompt import FitsAPage, Say, words

NOTE = "could have laid"


def test_left_says_what_could_have_been_laid_off(basic: Say, fits_a_page: FitsAPage) -> None:
    basic("lay b 7-9h, qshc")
    told = basic("left v 10h qd 2c")
    assert (told.exit_code, told.stdout) == (0, "Vera has 10♥ Q♦ 2♣ left.\n")
    assert words(told.stderr).startswith("Vera could have laid ")
    assert "10♥ to 1" in words(told.stderr)
    assert "Q♦ to 2" in words(told.stderr)
    assert words(told.stderr).endswith("; what is left counts all the same.")
    fits_a_page(told.stderr)


@pytest.mark.parametrize("hand", ["jh 2c", "10", "10 2", "10+2", "0", "none"])
def test_left_says_nothing_where_no_card_is_known_to_fit(basic: Say, hand: str) -> None:
    basic("lay b 7-9h")
    told = basic(f"left v {hand}")
    assert (told.exit_code, told.stderr) == (0, "")


def test_left_says_nothing_where_nothing_lies_there(basic: Say) -> None:
    assert basic("left v 10h").stderr == ""


def test_who_has_laid_nothing_may_not_have_been_able_to_lay_off(say: Say) -> None:
    say("new Anna Boris --variant sequence")
    say("lay b 7-9h")
    assert say("left a 10h").stderr == ""
    say("lay a 3-5c")
    assert (
        words(say("left a 10h").stderr)
        == "Anna could have laid 10♥ to 1; what is left counts all the same."
    )


def test_end_says_it_and_counts_the_cards_all_the_same(basic: Say) -> None:
    # Boris lays seven cards. Anna 10 + 2 = 12, Vera 10 + 10 + 1 + 2 + 3 + 4 + 6 = 36: together 48,
    # twice for rummy.
    basic("lay b 7-9h, qshcd")
    told = basic("end --out b anna='10h 2c' vera='kc ks ah 2s 3s 4d 6d'")
    assert told.exit_code == 0
    assert "Anna could have laid 10♥ to 1; what is left counts all the same." in words(told.stderr)
    assert "Vera could" not in told.stderr
    assert json.loads(basic("table --json").stdout)["totals"] == {
        "Anna": -24,
        "Boris": 96,
        "Vera": -72,
    }


def test_end_judges_by_the_table_as_it_lay_at_the_end(basic: Say) -> None:
    basic("lay b 7-9h")
    basic("lay v 10h")
    told = basic("end --out b anna=jh vera=2c")
    assert "Anna could have laid J♥ to 1; what is left counts all the same." in words(told.stderr)


def test_a_name_is_shown_harmlessly(say: Say) -> None:
    say("new Anna 'Борис Великий'")
    say("lay a 7-9h")
    assert words(say("left б Ч10").stderr).startswith("Борис Великий could have laid 10♥ to 1")
