"""The sheets in examples/ are real evenings: each scores what it comes to by hand, without a remark."""

from pathlib import Path
from typing import NamedTuple

import pytest

from rummy_score.errors import BrokenRule
from rummy_score.ledger.files import read_file
from rummy_score.money.debts import balances, debts
from rummy_score.money.settlement import fewest_payments
from rummy_score.rules.variants import VARIANTS
from rummy_score.sheets.reading import Sheet, read_sheet

EXAMPLES = Path(__file__).parent.parent / "examples"


class Evening(NamedTuple):
    """What a sheet comes to: the scores of its deals, the totals, the winner, and who pays whom how much."""

    scores: list[tuple[int, ...]]
    totals: dict[str, int]
    winner: str
    payments: list[tuple[str, str, int, str | None]]


EVENINGS = {
    "basic.toml": Evening(
        [
            # Boris K♦ 6♦ 4♥ 2♠ 2♦ A♥: 10 + 6 + 4 + 2 + 2 + 1 = 25; Vera 5♦ 2♥ 2♣ A♦: 5 + 2 + 2 + 1
            # = 10.
            (25 + 10, -25, -10),
            # Boris K♠ 9♣ 5♥ A♠: 10 + 9 + 5 + 1 = 25; Vera 4♣ 3♠ 2♥ A♥: 4 + 3 + 2 + 1 = 10; twice,
            # for rummy.
            ((25 + 10) * 2, -25 * 2, -10 * 2),
            # Anna K 5 4: 19; Boris 7 3 2: 12, the lowest; Vera 30.
            (12 - 19, (19 - 12) + (30 - 12), 12 - 30),
        ],
        {"Anna": 35 + 70 - 7, "Boris": -25 - 50 + 25, "Vera": -10 - 20 - 18},
        "Anna",
        [("Boris", "Anna", 50, None), ("Vera", "Anna", 48, None)],
    ),
    "gambling.toml": Evening(
        [
            # Dmitry K♣ 4♦ 2♠ 6♦: 10 + 4 + 2 + 6 = 22; Fyodor 10 + 10 + 9 + 7 = 36.
            (22 + 28 + 36, -22, -28, -36),
            # rules.md 2: they pay Boris 10, 14 and 22.
            (10 + 14 + 22, 14 - 24, 14 - 28, 14 - 36),
        ],
        # product.md: totals 132, -32, -42, -58; at 0.05 a point Boris collects 1.60, 2.10 and 2.90.
        {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58},
        "Boris",
        [
            ("Dmitry", "Boris", 32, "1.60"),
            ("Nikolai", "Boris", 42, "2.10"),
            ("Fyodor", "Boris", 58, "2.90"),
        ],
    ),
    "gambling-ru.toml": Evening(
        [
            # Борис К♥ 9♦ 3♠ Т♣: 10 + 9 + 3 + 1 = 23; Николай 10♦ 7♦ 2♥ 2♠: 10 + 7 + 2 + 2 = 21.
            (-23, -31, -21, 23 + 31 + 21),
            # rules.md 2: 36 - 18 = 18, 6 for each of three leaders, paid by the fourth.
            (6, 6, 6, 18 - 36),
            # К 7 2: 19; Д 4: 14.
            (-19, 19 + 5 + 14, -5, -14),
        ],
        {
            "Борис": -23 + 6 - 19,
            "Дмитрий": -31 + 6 + 38,
            "Николай": -21 + 6 - 5,
            "Фёдор": 75 - 18 - 14,
        },
        "Фёдор",
        # Four people of whom no two and no three come to zero among themselves: three payments.
        [
            ("Борис", "Фёдор", 36, "36"),
            ("Николай", "Дмитрий", 13, "13"),
            ("Николай", "Фёдор", 43 - 36, "7"),
        ],
    ),
    "sequence.toml": Evening(
        [
            # rules.md 3: 27 + 40 + 5 = 72; 64 - 11 = 53; 78 - 33 = 45. Boris 2-3-4♦ 9 and three
            # fives 15, 7♠ and K♦ left. Vera 10-J-Q-K♠ 40 and 7-8-9♣ 24. Pavel A-2-3-4♥ 15 + 2 + 3 +
            # 4 = 24, three kings 30, 7-8-9♠ 24.
            (27 + 40 + 5, 9 + 15 - (7 + 10), 40 + 24 - (3 + 8), 24 + 30 + 24 - (25 + 2 + 6)),
            # Anna K Q J 9 8 6 5 2: 60 and no run; Boris A-2-3♠ 1 + 2 + 3 with K 10 4 4 2 left; Vera
            # 5-6-7-8-9♥ 35, the joker a 7, and three queens; Pavel 9-10-J♦ with A 7 6 3 2 left.
            (-60, 6 - (10 + 10 + 4 + 4 + 2), 35 + 30, 9 + 10 + 10 - (15 + 7 + 6 + 3 + 2)),
        ],
        {"Anna": 72 - 60, "Boris": 7 - 24, "Vera": 53 + 65, "Pavel": 45 - 4},
        "Vera",
        # 118 less 12, -17 and 41, at 0.10
        [
            ("Anna", "Vera", 106, "10.60"),
            ("Boris", "Vera", 135, "13.50"),
            ("Pavel", "Vera", 77, "7.70"),
        ],
    ),
    "rum500.toml": Evening(
        [
            # Anna 9-10-J♦ 29, K♦ 10, 4-5-6♠ 15; Boris 30 with 8 7 5 2 left; Vera Q♦ with K 9 7 4 3
            # A left.
            (29 + 10 + 15, 30 - (8 + 7 + 5 + 2), 10 - (10 + 9 + 7 + 4 + 3 + 15)),
            # rules.md 4: 85 shown, 90 left. Boris three kings 30, 10-J-Q-K-A♣ 55; A A Q Q J 10 10 8
            # 2 left. Anna A-2-3♠ 1 + 2 + 3 with 9 6 5 4 left; Vera 3-4-5-6♥ 18 and three sevens.
            (6 - (9 + 6 + 5 + 4), 30 + 55 - (15 + 15 + 10 + 10 + 10 + 10 + 10 + 8 + 2), 18 + 21),
            (170, 65 - 15, 130 - 25),
            (95 - 30, 195, 60 - 45),
            (150, 110 - 20, 90 - 35),
            (110 - 20, 185 - 10, 80),
        ],
        {
            "Anna": 54 - 18 + 170 + 65 + 150 + 90,
            "Boris": 8 - 5 + 50 + 195 + 90 + 175,
            "Vera": -38 + 39 + 105 + 15 + 55 + 80,
        },
        "Boris",
        # 513 less 511 and 256, at 0.10
        [("Anna", "Boris", 2, "0.20"), ("Vera", "Boris", 257, "25.70")],
    ),
    "rum500-pairs.toml": Evening(
        [
            # Anna 3-4-5♣ 12, 10-J-Q-K♥ 40; Boris three nines with Q J 4 2 left; Pavel 6♣ 7♣ with 8
            # 6 5 3 2 left; Vera 9♣ with K Q 10 8 5 4 left.
            (
                12 + 40,
                27 - (10 + 10 + 4 + 2),
                13 - (8 + 6 + 5 + 3 + 2),
                9 - (10 + 10 + 10 + 8 + 5 + 4),
            ),
            (80 - 15, 95 - 20, 110 - 30, 110),
            (115 - 20, 70 - 15, 140, 70 - 25),
            (75 - 25, 120, 100 - 35, 100 - 10),
        ],
        {
            "Anna+Pavel": (52 - 11) + (65 + 80) + (95 + 140) + (50 + 65),
            "Boris+Vera": (1 - 38) + (75 + 110) + (55 + 45) + (120 + 90),
        },
        "Anna+Pavel",
        # 536 less 458, at 1
        [("Boris+Vera", "Anna+Pavel", 78, "78.00")],
    ),
    "joker500.toml": Evening(
        [
            # Anna 7♥ joker 9♥ 7 + 15 + 9, Q♥ 10, 2-3-4♠ 9; Boris three queens 30 and J♥ 10, joker 5
            # 3 left; Vera 10♥, K K 8 6 5 4 left.
            (31 + 10 + 9, 30 + 10 - (15 + 5 + 3), 10 - (10 + 10 + 8 + 6 + 5 + 4)),
            (70 - 20, 95 - 15, 110),
            (85 - 30, 120, 90 - 15),
        ],
        {"Anna": 50 + 50 + 55, "Boris": 17 + 80 + 120, "Vera": -33 + 110 + 75},
        "Boris",
        # 217 less 155 and 152
        [("Anna", "Boris", 62, None), ("Vera", "Boris", 65, None)],
    ),
    "double.toml": Evening(
        [
            # Boris A K 9 4 2: 11 + 10 + 9 + 4 + 2 = 36; Vera joker 10 8 7 6 3 2: 15 + 10 + 8 + 7 +
            # 6 + 3 + 2 = 51.
            (36 + 51, -36, -51),
            # Anna A Q J 8 5 4 2: 11 + 10 + 10 + 8 + 5 + 4 + 2 = 50; twice, for rummy.
            (-50 * 2, -63 * 2, (50 + 63) * 2),
            (40 - 22 + 31 - 22, 22 - 40, 22 - 31),
        ],
        {"Anna": 87 - 100 + 27, "Boris": -36 - 126 - 18, "Vera": -51 + 226 - 9},
        "Vera",
        [("Boris", "Anna", 14, None), ("Boris", "Vera", 166, None)],
    ),
}


def read(name: str) -> Sheet:
    return read_sheet(read_file(str(EXAMPLES / name)))


def test_every_example_is_run_and_every_variant_has_one() -> None:
    assert {path.name for path in EXAMPLES.iterdir()} == set(EVENINGS)
    assert {read(name).standing.game.variant for name in EVENINGS} == set(VARIANTS)


@pytest.mark.parametrize("name", EVENINGS)
def test_an_example_scores_what_it_comes_to_by_hand(name: str) -> None:
    standing = read(name).standing
    players = standing.game.players
    assert [
        tuple(line.score.points[player] for player in players) for line in standing.lines
    ] == EVENINGS[name].scores
    assert standing.totals == EVENINGS[name].totals
    assert standing.winners == (EVENINGS[name].winner,)


@pytest.mark.parametrize("name", EVENINGS)
def test_an_example_keeps_every_rule_and_sum(name: str) -> None:
    standing = read(name).standing
    assert (standing.refusals, standing.warnings) == ((), ())


@pytest.mark.parametrize("name", EVENINGS)
def test_an_example_is_settled_by_the_payments_worked_out_by_hand(name: str) -> None:
    sheet = read(name)
    settlement = fewest_payments(
        balances(debts(sheet.standing), sheet.standing.totals), sheet.money
    )
    paid = [
        (t.payer, t.payee, t.points, sheet.money.amount(t.coins or 0) if sheet.money else None)
        for t in settlement.transfers
    ]
    assert paid == EVENINGS[name].payments


@pytest.mark.parametrize(
    ("name", "deal", "player", "told"),
    [
        # rules.md 1: the winner at +35 and, gone rummy, at +70
        pytest.param("basic.toml", 1, "Anna", "25 + 10 = 35", id="basic-winner"),
        pytest.param("basic.toml", 2, "Anna", "(25 + 10) x 2 = 70", id="basic-rummy"),
        # rules.md 2
        pytest.param("gambling.toml", 2, "Boris", "10 + 14 + 22 = 46", id="blocked-leader"),
        pytest.param("gambling.toml", 2, "Fyodor", "14 - 36 = -22", id="blocked-loser"),
        pytest.param("gambling-ru.toml", 2, "Николай", "18 / 3 = 6", id="tied-leader"),
        pytest.param("gambling-ru.toml", 2, "Фёдор", "18 - 36 = -18", id="tied-loser"),
        # rules.md 3
        pytest.param("sequence.toml", 1, "Anna", "27 + 40 + 5 = 72", id="sequence-72"),
        pytest.param("sequence.toml", 1, "Vera", "40 + 24 - 11 = 53", id="sequence-53"),
        pytest.param("sequence.toml", 1, "Pavel", "24 + 30 + 24 - 33 = 45", id="sequence-45"),
        # rules.md 4
        pytest.param("rum500.toml", 2, "Boris", "30 + 55 - 90 = -5", id="rum500-below-zero"),
    ],
)
def test_a_worked_number_of_the_rules_stands_in_an_example(
    name: str, deal: int, player: str, told: str
) -> None:
    line = read(name).standing.lines[deal - 1]
    assert line.score.sums[player] == told


def test_the_queen_that_fits_two_melds_is_laid_where_it_was_said() -> None:
    text = read_file(str(EXAMPLES / "rum500.toml"))
    layout = read_sheet(text).standing.lines[0].checked.layout
    run = layout.melds[0]
    assert " ".join(map(str, run.meld.cards)) == "9♦ 10♦ J♦ Q♦ K♦"
    assert run.played_by == ("Anna", "Anna", "Anna", "Vera", "Anna")
    with pytest.raises(BrokenRule, match=r"Q♦ fits meld 1 .* or 2 .*: say which, 'to 1' or 'to 2'"):
        read_sheet(text.replace("QD to 1", "QD"))
    with pytest.raises(BrokenRule, match="K♦"):  # on the set nobody may lay the king
        read_sheet(text.replace("QD to 1", "QD to 2"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("basic.toml", ["+35", "+70"]),
        ("gambling.toml", ["10, 14 and 22, 46"]),
        ("gambling-ru.toml", ["по 18", "по 6"]),
        ("sequence.toml", ["27 + 40 + 5 = 72", "64 - 11 = 53", "78 - 33 = 45"]),
        ("rum500.toml", ["85 laid", "90 left, -5", '"to 1"']),
    ],
)
def test_an_example_says_which_worked_number_stands_where(name: str, words: list[str]) -> None:
    lines = read_file(str(EXAMPLES / name)).splitlines()
    head = " ".join(
        line.removeprefix("# ")
        for line in lines[: next(i for i, x in enumerate(lines) if x[:1] != "#")]
    )
    assert all(word in head for word in words)
