"""``table`` and ``settle`` of a game in the ledger; ``score`` of a written sheet has tests of its own."""

import json
from pathlib import Path

import pytest
from prompt import FitsAPage, Say, words

# Deal 1: 14 + 20 = 34 for Anna. Deal 2, blocked: 4 leads, 9 - 4 = 5 and 6 - 4 = 2, so 7 for Boris.
DEALS = ("end --out anna boris=14 vera=20", "end --blocked anna=9 boris=4 vera=6")

# What product.md, "JSON", has of a deal of which nothing more is said.
UNSAID = {"adjust": {}, "note": "", "ruling": "", "edited": "", "paid": {}, "date": None}


@pytest.fixture
def friday(say: Say) -> Say:
    say("new Anna Boris Vera --title Friday --stake 0.05 --currency EUR")
    for line in DEALS:
        assert say(line).exit_code == 0
    return say


def owed(say: Say, options: str = "") -> list[tuple[str, str, int, str]]:
    transfers = json.loads(say(f"settle --json {options}").stdout)["transfers"]
    return [(t["from"], t["to"], t["points"], t["amount"]) for t in transfers]


def test_the_table_has_exactly_the_keys_of_the_contract(friday: Say) -> None:
    assert json.loads(friday("table --json").stdout) == {
        "title": "Friday",
        "variant": "basic",
        "players": ["Anna", "Boris", "Vera"],
        "deals": [
            {
                "deal": 1, "dealer": "Anna", "winner": "Anna", "doubled": False, "blocked": False,
                "scores": {"Anna": 34, "Boris": -14, "Vera": -20},
                **UNSAID,
                "totals": {"Anna": 34, "Boris": -14, "Vera": -20},
            },
            {
                "deal": 2, "dealer": "Boris", "winner": "Boris", "doubled": False, "blocked": True,
                "scores": {"Anna": -5, "Boris": 7, "Vera": -2},
                **UNSAID,
                "totals": {"Anna": 29, "Boris": -7, "Vera": -22},
            },
        ],
        "totals": {"Anna": 29, "Boris": -7, "Vera": -22},
        "winner": "Anna",
        "final": False,
        "eliminated": [],
        "target": None,
    }  # fmt: skip


def test_only_the_last_deals_are_shown_with_the_totals_of_all(friday: Say) -> None:
    rows = friday("table --last 1").stdout.splitlines()
    assert [row.split() for row in rows if "blocked" in row] == [
        ["2", "Boris", "-5", "29", "+7", "-7", "-2", "-22", "blocked"]
    ]
    assert not any(row.split()[:2] == ["1", "Anna"] for row in rows)
    told = json.loads(friday("table --last 1 --json").stdout)
    assert [deal["deal"] for deal in told["deals"]] == [2]
    assert told["totals"]["Anna"] == 29


@pytest.mark.parametrize("number", ["0", "-1", "x"])
def test_so_many_deals_cannot_be_shown(friday: Say, number: str) -> None:
    refused = friday(f"table --last {number}")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--last" in refused.stderr


def test_the_table_is_printed_in_another_format(friday: Say) -> None:
    assert "|      1 | Anna     | +34  34 |" in friday("table --format github").stdout
    assert "(did you mean github?)" in words(friday("table --format githb").stderr)


def test_a_game_without_deals_says_so(basic: Say) -> None:
    assert basic("table").stdout.startswith("Friday (basic)\n\nNo deals yet.\nSeal of game 1: ")
    assert basic("settle").stdout.startswith("Nobody owes anything.\nSeal of game 1: ")


def test_a_deal_that_was_doubled_or_agreed_or_paid_is_marked(friday: Say) -> None:
    friday("end --out vera anna=1 boris=2 --rummy --ruling 'nobody saw it'")
    friday("settle --paid")
    told = friday("table").stdout
    assert "doubled, agreed, paid" in words(told)
    assert "Deal 3 agreed: nobody saw it." in told


def test_the_fewest_payments_settle_a_game(friday: Say, fits_a_page: FitsAPage) -> None:
    # Anna has 29 to come: 7 from Boris, 22 from Vera; 0.35 and 1.10.
    assert owed(friday) == [("Boris", "Anna", 7, "0.35"), ("Vera", "Anna", 22, "1.10")]
    told = friday("settle").stdout
    assert "These are the fewest payments possible." in told
    fits_a_page(told)


def test_a_game_is_settled_pair_by_pair_as_it_was_lost(friday: Say) -> None:
    # Boris owes Anna 14 and Anna him 5: 9. Vera owes Anna 20 and Boris 2.
    pairs = [
        ("Boris", "Anna", 9, "0.45"),
        ("Vera", "Anna", 20, "1.00"),
        ("Vera", "Boris", 2, "0.10"),
    ]
    assert sorted(owed(friday, "--pairwise")) == pairs


def test_the_settlement_has_exactly_the_keys_of_the_contract(friday: Say) -> None:
    told = json.loads(friday("settle --json").stdout)
    assert list(told) == ["stake", "currency", "transfers"]
    assert (told["stake"], told["currency"]) == ("0.05", "EUR")
    assert {tuple(transfer) for transfer in told["transfers"]} == {
        ("from", "to", "points", "amount")
    }


def test_what_is_paid_is_owed_no_more_and_the_scores_stay(friday: Say) -> None:
    told = friday("settle --paid").stdout
    assert "Vera    Anna        22   1.10\n" in told
    *_, recorded, seal = told.splitlines()
    assert recorded == "Recorded as paid; the balance starts again at zero."
    assert seal == friday("table").stdout.splitlines()[-1]  # of the game after the payment
    assert friday("settle").stdout.startswith("Nobody owes anything.\nSeal of game 1: ")
    assert json.loads(friday("table --json").stdout)["totals"] == {
        "Anna": 29,
        "Boris": -7,
        "Vera": -22,
    }
    friday("end --out vera anna=1 boris=2")
    assert owed(friday) == [("Anna", "Vera", 1, "0.05"), ("Boris", "Vera", 2, "0.10")]
    friday("undo")
    friday("undo")
    assert owed(friday) == [("Boris", "Anna", 7, "0.35"), ("Vera", "Anna", 22, "1.10")]


def test_nothing_owed_is_nothing_paid(basic: Say, ledger: Path) -> None:
    before = ledger.read_bytes()
    refused = basic("settle --paid")
    assert refused.exit_code == 1
    assert words(refused.stderr) == "Error: nobody owes anything, so nothing is paid."
    assert ledger.read_bytes() == before


def test_a_balance_is_explained_deal_by_deal(say: Say) -> None:
    say("new Anna Boris Vera --stake 1")
    say("end --out anna b=10 v=4")
    say("settle --paid")
    say("end --blocked a=9 b=3 v=3")  # 6, shared by the two at 3
    say("adjust vera -4 -m late")
    told = say("settle --explain").stdout.splitlines()
    assert [line.split() for line in told[:9]] == [
        ["Anna", "Boris", "Vera"],
        ["----------------", "------", "-------", "------"],
        ["deal", "1", "+14", "-10", "-4"],
        ["paid", "after", "1", "-14", "+10", "+4"],
        ["deal", "2", "-6", "+3", "+3"],
        ["adjusted", "after", "2", "+2", "+2", "-4"],
        ["balance", "-4", "+5", "-1"],
        [],
        ["pays", "to", "points", "money"],
    ]
    parts = json.loads(say("settle --explain --json").stdout)["parts"]
    assert parts[1] == {"what": "paid", "deal": 1, "points": {"Anna": -14, "Boris": 10, "Vera": 4}}
    assert [part["what"] for part in parts] == ["deal", "paid", "deal", "adjusted"]


def test_a_balance_in_a_game_of_totals_is_explained_against_the_winner(say: Say) -> None:
    say("new Anna Boris --variant rum500 --target 50")
    say("end --out anna b=5 --laid a=40 --laid b=15")
    assert say("settle --explain").stdout.startswith("Nothing has been won or lost yet.")
    say("end --out boris a=5 --laid a=20 --laid b=10")
    # Anna 40 + 15 = 55, Boris 10 + 10 = 20: 30 of the 35 in deal 1, 5 in deal 2
    told = say("settle --explain").stdout
    assert [line.split() for line in told.splitlines()[2:5]] == [
        ["deal", "1", "+30", "-30"], ["deal", "2", "+5", "-5"], ["balance", "+35", "-35"]
    ]  # fmt: skip
    assert "Totals decide: a row is what each scored less what the winner did." in told


def test_deals_after_the_win_are_marked_in_the_table(say: Say, tmp_path: Path) -> None:
    sheet = tmp_path / "late.toml"
    deal = "[[deals]]\nout = 'Anna'\nlaid = { Anna = 30, Boris = 5 }\nleft = { Boris = 5 }\n"
    sheet.write_text(
        f"variant = 'rum500'\nplayers = ['Anna', 'Boris']\ntarget = 20\n{deal}{deal}", "utf-8"
    )
    told = say(f"score {sheet}").stdout
    assert "+30  30" in told
    assert told.count("after the win") == 1
    assert "Anna has won before deal 2: what was played after that does not count;" in told
    deals = json.loads(say(f"score {sheet} --json").stdout)["deals"]
    assert [deal.get("after_win") for deal in deals] == [None, True]
    assert deals[1]["totals"] == {"Anna": 30, "Boris": 0}


def test_another_game_is_shown_and_settled_by_its_number_or_title(friday: Say) -> None:
    friday("new Gleb Dora")
    assert "Anna leads with 29." in friday("table 1").stdout
    assert "Anna leads with 29." in friday("table fri").stdout
    assert "Vera" in friday("settle 1").stdout
    assert friday("table").stdout.startswith("basic\n\nNo deals yet.\nSeal of game 2: ")


def test_what_was_paid_pair_by_pair_is_not_asked_for_again(say: Say) -> None:
    # Anna owes Boris 10 and Vera 1; Boris owes Vera 9 (10 less the 1 of the second deal is of
    # others).
    say("new Anna Boris Vera")
    say("end --out boris anna=10 vera=1")
    say("end --out vera boris=10 anna=1")
    say("settle --pairwise --paid")
    assert json.loads(say("settle --pairwise --json").stdout)["transfers"] == []
    assert json.loads(say("settle --json").stdout)["transfers"] == []
    say("end --out anna boris=2 vera=3")
    owed = {
        (t["from"], t["to"]): t["points"]
        for t in json.loads(say("settle --pairwise --json").stdout)["transfers"]
    }
    assert owed == {("Boris", "Anna"): 2, ("Vera", "Anna"): 3}


def test_the_table_shows_the_deal_that_is_being_played(friday: Say) -> None:
    assert "being played" not in friday("table").stdout
    friday("left vera KC 4D")
    assert "Deal 3 is being played; no melds yet.\nVera has K♣ 4♦ left.\n" in friday("table").stdout
    friday("undo")
    friday("lay b 7-9h, qhsd")
    friday("lay ann 10h to 1")
    told = friday("table").stdout
    assert (
        "Anna leads with 29.\n"
        "Deal 3 is being played:\n"
        "  1  7♥ 8♥ 9♥ 10♥\n"
        "  2  Q♥ Q♠ Q♦\n"
        "Seal of game 1: "
    ) in told
    assert "7♥" not in friday("table --format github").stdout


# Boris owes Anna 7 and Vera 22: 0.35 and 1.10 EUR at 0.05.


def test_a_part_of_what_is_owed_is_paid_and_the_rest_is_shown(friday: Say) -> None:
    done = friday("settle --paid vera ann 0.60")
    assert done.exit_code == 0
    assert done.stdout.startswith("Recorded: Vera pays Anna 0.60 EUR.\npays ")
    assert owed(friday) == [("Boris", "Anna", 7, "0.35"), ("Vera", "Anna", 10, "0.50")]
    assert "Vera pays Anna 0.60 EUR" in friday("log").stdout
    paid = json.loads(friday("table --json").stdout)["deals"][-1]["paid"]
    assert paid == {"Anna": 12, "Vera": -12}
    assert friday("undo").stdout.startswith("Took back in game 1: Vera pays Anna 0.60 EUR.")
    assert owed(friday)[1] == ("Vera", "Anna", 22, "1.10")


def test_payments_one_by_one_leave_nothing_owed(friday: Say) -> None:
    friday("settle --paid boris anna 0.35")
    last = friday("settle 1 --paid vera anna 1.10")
    assert "Nobody owes anything." in last.stdout
    assert friday("settle --paid").exit_code == 1


def test_what_one_has_paid_is_in_the_explanation_and_said_where_pairs_share_the_rest(
    friday: Say,
) -> None:
    assert "pair by pair" in friday("settle --pairwise").stdout
    friday("settle --paid vera anna 0.60")
    assert ["paid", "after", "2", "-12", "0", "+12"] in [
        line.split() for line in friday("settle --explain").stdout.splitlines()
    ]
    assert "the rest is shared among who is owed" in friday("settle --pairwise").stdout


def test_points_are_paid_where_there_is_no_stake_and_a_pair_by_either_name(say: Say) -> None:
    say("new Anna Boris Pavel Vera --variant rum500 --pairs Anna+Pavel,Boris+Vera --target 50")
    laid = "--laid anna=60 --laid boris=20 --laid pavel=0 --laid vera=0"
    assert say(f"end --out anna {laid} boris=5 pavel=5 vera=5").exit_code == 0
    # 60 - 5 against 20 - 5 - 5: the difference is 45.
    assert [t["points"] for t in json.loads(say("settle --json").stdout)["transfers"]] == [45]
    assert say("settle --paid vera pavel 15.5").exit_code == 0
    transfers = json.loads(say("settle --json").stdout)["transfers"]
    assert [(t["from"], t["to"], t["points"]) for t in transfers] == [
        ("Boris+Vera", "Anna+Pavel", "59/2")
    ]
    assert say("settle --paid Boris+Vera Anna+Pavel 59/2").exit_code == 0
    assert "Nobody owes anything." in say("settle").stdout


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        pytest.param("settle --paid vera anna 1.15", 1, "1.15 EUR is more than Vera can owe Anna: that is 1.10 EUR at most.", id="more"),
        pytest.param("settle --paid anna vera 1", 1, "Anna owes nothing.", id="the-other-way"),
        pytest.param("settle --paid vera boris 1", 1, "Boris is owed nothing.", id="not-owed"),
        pytest.param("settle --paid vera vera 1", 2, "Vera cannot pay his own side.", id="oneself"),
        pytest.param("settle --paid gleb vera 1", 2, "there is no player 'gleb'", id="stranger"),
        pytest.param("settle --paid vera anna x", 2, "'x' is not an amount of money", id="no-money"),
        pytest.param("settle --paid vera anna", 2, "a payment is who pays, whom, and how much", id="two-words"),
        pytest.param("settle vera anna 1", 2, "To record what somebody has paid", id="without-paid"),
        pytest.param("settle --paid vera anna 1 --pairwise", 2, "Leave --pairwise out.", id="pairwise"),
        pytest.param("settle --paid 7 vera anna 1", 2, "there is no game '7'", id="no-game"),
    ],
)  # fmt: skip
def test_a_payment_that_cannot_be_is_refused(
    friday: Say, ledger: Path, line: str, code: int, told: str
) -> None:
    before = ledger.read_bytes()
    refused = friday(line)
    assert (refused.exit_code, refused.stdout) == (code, "")
    assert told in words(refused.stderr)
    assert ledger.read_bytes() == before


def test_a_settlement_says_that_an_open_deal_is_not_counted(friday: Say) -> None:
    assert friday("settle").stderr == ""
    friday("lay b 7-9h")
    told = friday("settle").stderr
    assert told == "Deal 3 is being played and is not counted; `end` closes it.\n"
