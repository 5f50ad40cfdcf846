"""``score``: the table, the winner and the payments of a written sheet; what is wrong with one; JSON."""

import json
from pathlib import Path

import pytest
from prompt import FitsAPage, Typed, words

from rummy_score.output.tables import table_formats

GAMBLING = "examples/gambling.toml"
SCORED, REFUSED, UNREADABLE = 0, 1, 2

# What product.md, "JSON", has of a deal of which nothing more is said.
UNSAID = {"adjust": {}, "note": "", "ruling": "", "edited": "", "paid": {}, "date": None}
HEAD = """
variant = "basic"
players = ["Anna", "Boris", "Vera"]
"""
DEAL = """
[[deals]]
out = "Anna"
left = { Boris = 12, Vera = 5 }
"""


def test_a_sheet_ends_in_its_table_its_winner_and_the_payments(typed: Typed) -> None:
    """The sheet of the product's description: 1.60, 2.10 and 2.90 for Boris."""
    told = typed("score", GAMBLING)
    assert told.exit_code == SCORED
    assert told.stderr == ""
    assert told.stdout == (
        "Friday (gambling)\n"
        "\n"
        "  deal  dealer       Boris    Dmitry    Nikolai    Fyodor\n"
        "------  --------  --------  --------  ---------  --------  -------\n"
        "     1  Boris     +86   86  -22  -22   -28  -28  -36  -36\n"
        "     2  Dmitry    +46  132  -10  -32   -14  -42  -22  -58  blocked\n"
        "\n"
        "Boris leads with 132.\n"
        "\n"
        "pays     to       points    EUR\n"
        "-------  -----  --------  -----\n"
        "Dmitry   Boris        32   1.60\n"
        "Nikolai  Boris        42   2.10\n"
        "Fyodor   Boris        58   2.90\n"
        "\n"
        "These are the fewest payments possible.\n"
    )


def test_a_sheet_as_json(typed: Typed) -> None:
    told = typed("score", GAMBLING, "--json")
    assert json.loads(told.stdout) == {
        "title": "Friday",
        "variant": "gambling",
        "players": ["Boris", "Dmitry", "Nikolai", "Fyodor"],
        "deals": [
            {
                "deal": 1,
                "dealer": "Boris",
                "winner": "Boris",
                "doubled": False,
                "blocked": False,
                "scores": {"Boris": 86, "Dmitry": -22, "Nikolai": -28, "Fyodor": -36},
                **UNSAID,
                "totals": {"Boris": 86, "Dmitry": -22, "Nikolai": -28, "Fyodor": -36},
            },
            {
                "deal": 2,
                "dealer": "Dmitry",
                "winner": "Boris",
                "doubled": False,
                "blocked": True,
                "scores": {"Boris": 46, "Dmitry": -10, "Nikolai": -14, "Fyodor": -22},
                **UNSAID,
                "totals": {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58},
            },
        ],
        "totals": {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58},
        "winner": "Boris",
        "final": False,
        "eliminated": [],
        "target": None,
        "stake": "0.05",
        "currency": "EUR",
        "transfers": [
            {"from": "Dmitry", "to": "Boris", "points": 32, "amount": "1.60"},
            {"from": "Nikolai", "to": "Boris", "points": 42, "amount": "2.10"},
            {"from": "Fyodor", "to": "Boris", "points": 58, "amount": "2.90"},
        ],
    }


def test_without_a_stake_the_payments_are_points(typed: Typed) -> None:
    told = typed("score", "-", stdin=HEAD + DEAL)
    assert "pays    to      points\n" in told.stdout
    answer = json.loads(typed("score", "-", "--json", stdin=HEAD + DEAL).stdout)
    assert (answer["stake"], answer["transfers"][0]["amount"]) == (None, None)


def test_a_share_that_is_not_whole_is_text_in_json(typed: Typed) -> None:
    """The text on gambling rummy: leaders of a blocked deal share what the others pay; here 10 between two of three."""
    deal = '[[deals]]\nblocked = true\nleft = { "Anna" = 1, "Boris" = 1, "Vera" = 12 }\n'
    answer = json.loads(typed("score", "-", "--json", stdin=HEAD + deal).stdout)
    assert answer["totals"] == {"Anna": "11/2", "Boris": "11/2", "Vera": -11}
    assert answer["winner"] == ["Anna", "Boris"]


def test_in_pairs_a_side_is_named_by_both(typed: Typed) -> None:
    sheet = """
    variant = "rum500"
    players = ["Anna", "Boris", "Pavel", "Vera"]
    pairs = [["Anna", "Pavel"], ["Boris", "Vera"]]
    [[deals]]
    out = "Anna"
    laid = { Anna = 300, Boris = 20, Pavel = 250, Vera = 30 }
    left = { Boris = 5, Pavel = 5, Vera = 5 }
    """
    answer = json.loads(typed("score", "-", "--json", stdin=sheet).stdout)
    assert answer["totals"] == {"Anna+Pavel": 545, "Boris+Vera": 40}
    assert answer["winner"] == "Anna+Pavel"
    assert answer["target"] == 500
    assert answer["transfers"] == [
        {"from": "Boris+Vera", "to": "Anna+Pavel", "points": 505, "amount": None}
    ]
    told = typed("score", "-", stdin=sheet).stdout
    assert "Anna+Pavel wins with 545." in told


def test_nobody_owes_before_the_target_is_reached(typed: Typed) -> None:
    sheet = """
    variant = "rum500"
    players = ["Anna", "Boris"]
    [[deals]]
    out = "Anna"
    laid = { Anna = 120, Boris = 20 }
    left = { Boris = 5 }
    """
    told = typed("score", "-", stdin=sheet).stdout
    assert "Nobody has reached 500 yet; Anna leads with 120.\nNobody owes anything.\n" in told


def test_explain_shows_the_sum_that_made_each_score(typed: Typed) -> None:
    told = typed("score", GAMBLING, "--explain").stdout
    assert "Deal 1, Boris: 22 + 28 + 36 = 86\n" in told
    assert "Deal 2, Fyodor: 14 - 36 = -22\n" in told


def test_pairwise_pays_each_loss_where_it_was_lost(typed: Typed) -> None:
    """Anna wins 12 and 5, then Boris wins 4 and 9 of the others: netted, nobody pays by way of a third."""
    back = '[[deals]]\nout = "Boris"\nleft = { Anna = 4, Vera = 9 }\n'
    sheet = HEAD + DEAL + back
    fewest = json.loads(typed("score", "-", "--json", stdin=sheet).stdout)["transfers"]
    pairwise = json.loads(typed("score", "-", "--json", "--pairwise", stdin=sheet).stdout)[
        "transfers"
    ]
    assert [(t["from"], t["to"], t["points"]) for t in fewest] == [
        ("Vera", "Anna", 13),
        ("Vera", "Boris", 1),
    ]
    assert [(t["from"], t["to"], t["points"]) for t in pairwise] == [
        ("Boris", "Anna", 8),
        ("Vera", "Anna", 5),
        ("Vera", "Boris", 9),
    ]
    assert typed("score", "-", "--pairwise", stdin=sheet).stdout.endswith("pair by pair.\n")


def test_a_house_rule_is_laid_over_the_sheet(typed: Typed) -> None:
    deal = '[[deals]]\nout = "Anna"\nleft = { Boris = "KC", Vera = "AS 2S" }\n'
    answer = json.loads(
        typed("score", "-", "--json", "--rule", "ace_points=15", stdin=HEAD + deal).stdout
    )
    assert answer["totals"] == {"Anna": 27, "Boris": -10, "Vera": -17}


def test_the_sheet_may_come_from_standard_input(typed: Typed, root: Path) -> None:
    sheet = (root / GAMBLING).read_bytes()
    assert typed("score", "-", stdin=sheet).stdout == typed("score", GAMBLING).stdout


@pytest.mark.parametrize("style", table_formats())
def test_every_table_format_prints(typed: Typed, style: str) -> None:
    told = typed("score", GAMBLING, "--format", style)
    assert told.exit_code == SCORED
    assert "Nikolai" in told.stdout
    assert "2.90" in told.stdout


def test_github_tables_can_be_pasted(typed: Typed) -> None:
    told = typed("score", GAMBLING, "--format", "github").stdout
    assert "| Dmitry  | Boris |       32 |  1.60 |\n" in told


def test_a_mistyped_table_format_is_answered_with_the_nearest(typed: Typed) -> None:
    told = typed("score", GAMBLING, "--format", "githb")
    assert told.exit_code == UNREADABLE
    assert "'githb' is no table format (did you mean github?). Formats: asciidoc," in words(
        told.stderr
    )


def test_a_ruling_at_the_table_is_shown_with_its_deal(typed: Typed) -> None:
    deal = """
    [[deals]]
    plays = ["Anna: KH AH 2H"]
    out = "Anna"
    left = { Boris = 12, Vera = 5 }
    ruling = "agreed at the table"
    """
    told = typed("score", "-", stdin=HEAD + deal)
    assert told.exit_code == SCORED
    assert "Deal 1 agreed: agreed at the table.\n" in told.stdout
    assert "Note: deal 1" in told.stderr


def test_notes_go_to_standard_error_and_leave_the_data_alone(typed: Typed) -> None:
    deal = '[[deals]]\nplays = ["Anna: 7-9H"]\nout = "Anna"\nleft = { Boris = 12, Vera = 5 }\n'
    told = typed("score", "-", "--json", stdin=HEAD + deal)
    assert told.exit_code == SCORED
    assert json.loads(told.stdout)["totals"]["Anna"] == 17
    assert words(told.stderr).startswith("Note: deal 1, ")
    assert "Anna laid 3" in told.stderr


def test_every_problem_of_a_sheet_is_told_in_one_go(typed: Typed) -> None:
    sheet = (
        HEAD
        + 'stakes = "0.05"\n'
        + DEAL
        + '\n[[deals]]\nout = "Anna"\nleft = { Boris = 12, Veronika = 5 }\n'
    )
    told = typed("score", "-", stdin=sheet)
    assert told.exit_code == UNREADABLE
    assert told.stdout == ""
    first, *problems = told.stderr.splitlines()
    assert first == "Error: standard input has 2 problems:"
    assert problems[0].startswith("  stakes: ")
    assert "did you mean stake?" in problems[0]
    assert problems[-1].startswith(("  deal 2, left: ", "    "))
    assert "Veronika" in told.stderr


def test_a_broken_rule_is_no_unreadable_sheet(typed: Typed, tmp_path: Path) -> None:
    sheet = tmp_path / "friday.toml"
    sheet.write_text(
        HEAD
        + '[[deals]]\nplays = ["Anna: 8H 10H JH"]\nout = "Anna"\nleft = { Boris = 12, Vera = 5 }\n'
    )
    told = typed("score", str(sheet))
    assert told.exit_code == REFUSED
    assert words(told.stderr).startswith("Error: ")
    assert " has 1 problem: deal 1, plays, line 1: 10♥ is not next to 8♥: 9♥ is missing." in words(
        told.stderr
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"", "variant: it is missing", id="empty"),
        pytest.param(b"variant = ", "it is not TOML", id="no-toml"),
        pytest.param(b"\xff\xfe", "is not UTF-8 text", id="no-text"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "is not UTF-8 text", id="a-picture"),
        pytest.param(b"a = " + b"[" * 5000, "nested too deep", id="deep"),
    ],
)
def test_what_is_no_sheet_says_so(typed: Typed, content: bytes, message: str) -> None:
    told = typed("score", "-", stdin=content)
    assert told.exit_code == UNREADABLE
    assert message in words(told.stderr)
    assert told.stdout == ""


@pytest.mark.parametrize(
    ("path", "message"),
    [
        pytest.param("nowhere.toml", "nowhere.toml cannot be read: No such file", id="missing"),
        pytest.param("examples", "examples cannot be read: Is a directory", id="directory"),
        pytest.param("/dev/zero", "/dev/zero is larger than", id="endless"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(typed: Typed, path: str, message: str) -> None:
    told = typed("score", path)
    assert told.exit_code == UNREADABLE
    assert message in words(told.stderr)


def sheet_of(players: int, deals: int, name: str) -> str:
    """Write a sheet of so many deals by points, the players' names made of one stem."""
    names = [f"{name} {seat}" for seat in range(1, players + 1)]
    listed = ", ".join(f'"{each}"' for each in names)
    left = ", ".join(f'"{each}: {seat}"' for seat, each in enumerate(names[1:], 1))
    head = (
        f'variant = "sequence"\nplayers = [{listed}]\n[rules]\nscoring = "hand"\nsettle = "deals"\n'
    )
    return head + f'[[deals]]\nout = "{names[0]}"\nleft = [{left}]\n' * deals


@pytest.mark.parametrize(
    "sheet",
    [
        pytest.param(sheet_of(12, 3, "Anna"), id="many-players"),
        pytest.param(sheet_of(4, 3, "Konstantin Konstantinovich Romanov"), id="long-names"),
        pytest.param(sheet_of(4, 3, "Константинопольский"), id="long-names-in-one-word"),
        pytest.param(sheet_of(5, 120, "李小龍"), id="wide-names-and-many-deals"),
        pytest.param(
            'title = "' + "A long title of an evening " * 7 + '"\n' + sheet_of(3, 1, "Anna"),
            id="title",
        ),
    ],
)
@pytest.mark.parametrize("options", [(), ("--explain",), ("--pairwise",)])
def test_a_page_is_wide_enough(
    typed: Typed, fits_a_page: FitsAPage, sheet: str, options: list[str]
) -> None:
    told = typed("score", "-", *options, stdin=sheet)
    assert told.exit_code == SCORED, told.stderr
    fits_a_page(told.stdout)
    fits_a_page(told.stderr)


def test_what_the_others_bear_of_an_adjustment_is_in_the_table(typed: Typed) -> None:
    # Anna has 30 - 12 = 18; the 12 go to Boris and Vera, 6 each, so that Boris pays 4 and Vera 14.
    sheet = """variant = "basic"
players = ["Anna", "Boris", "Vera"]
[[deals]]
out = "Anna"
left = { Boris = 10, Vera = 20 }
adjust = { Anna = -12 }
"""
    told = typed("score", "-", stdin=sheet).stdout
    row = next(line for line in told.splitlines() if "adjusted" in line)
    assert row.split() == ["adjusted", "-12", "18", "+6", "-4", "+6", "-14"]
    assert [line.split() for line in told.splitlines() if " Anna  " in line and "pays" not in line][
        -2:
    ] == [
        ["Boris", "Anna", "4"],
        ["Vera", "Anna", "14"],
    ]
