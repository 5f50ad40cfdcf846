"""Score tables and payments as text: right in 80 columns, whatever the names."""

import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth, wcwidth

from rummy_score.money.debts import balances, debts
from rummy_score.money.settlement import Money, Rounding, Settlement, fewest_payments, parse_money
from rummy_score.names import screen_width
from rummy_score.output.tables import (
    payments_table,
    rounding_text,
    score_table,
    table_formats,
    winner_text,
)
from rummy_score.scoring.games import Standing
from rummy_score.sheets.reading import read_sheet

FOUR = ("Boris", "Dmitry", "Nikolai", "Fyodor")
BY_POINTS = '[[deals]]\nout = "Boris"\nleft = { Dmitry = 22, Nikolai = 28, Fyodor = 36 }\n'


def game(
    deals: str, players: tuple[str, ...] = FOUR, head: str = 'variant = "gambling"'
) -> Standing:
    return read_sheet(f"{head}\nplayers = {list(players)}\n".replace("'", '"') + deals).standing


def blocked(*hands: int, players: tuple[str, ...] = FOUR) -> str:
    left = ", ".join(f'"{name}" = {hand}' for name, hand in zip(players, hands, strict=True))
    return f"[[deals]]\nblocked = true\nleft = {{ {left} }}\n"


PRODUCT = game(BY_POINTS + blocked(14, 24, 28, 36))


def paid(standing: Standing, money: Money | None) -> Settlement:
    return fewest_payments(balances(debts(standing), standing.totals), money)


def cells(table: str) -> list[list[str]]:
    """Cut a plain table at the gaps of the line that rules off its heading; the words stand in one line each."""
    lines = table.splitlines()
    rule = next(line for line in lines if line.startswith("--"))
    starts = [0, *(here + 1 for here, (a, b) in enumerate(pairwise(rule)) if (a, b) == (" ", "-"))]
    return [
        [_cut(line, start, end).strip() for start, end in pairwise([*starts, 999])]
        for line in lines
        if line != rule
    ]


def _cut(line: str, start: int, end: int) -> str:
    """Return what stands in some columns of a terminal, where a letter may take two and an accent none."""
    place, found = 0, ""
    for character in line:
        wide = wcwidth(character)
        if start <= place - (wide == 0) < end:
            found += character
        place += wide
    return found


def check_fits(table: str, width: int) -> None:
    """Assert that no line is too wide and that nothing stands in the gaps between the columns."""
    for block in table.split("\n\n"):
        lines = block.splitlines()
        rule = max(
            (line for line in lines if set(line) <= {"-", " "}), key=lambda line: line.count("-")
        )
        assert len(rule) <= width
        gaps = [place for place, character in enumerate(rule) if character == " "]
        for line in lines:
            assert wcswidth(line) <= len(rule)
            assert all(_cut(line, gap, gap + 1) in ("", " ") for gap in gaps)


# The score table


def test_the_sheet_of_the_product_prints_as_a_table() -> None:
    assert score_table(PRODUCT).splitlines() == [
        "  deal  dealer       Boris    Dmitry    Nikolai    Fyodor",
        "------  --------  --------  --------  ---------  --------  -------",
        "     1  Boris     +86   86  -22  -22   -28  -28  -36  -36",
        "     2  Dmitry    +46  132  -10  -32   -14  -42  -22  -58  blocked",
    ]


def test_who_sat_out_has_a_dash_and_the_old_total() -> None:
    deal = '[[deals]]\nplayers = ["Boris", "Fyodor"]\nout = "Boris"\nleft = { Fyodor = 6 }\n'
    assert cells(score_table(game(BY_POINTS + deal)))[2] == [
        "2",
        "Fyodor",
        "+6  92",
        "-  -22",
        "-  -28",
        "-6  -42",
    ]


def test_shares_are_printed_exactly() -> None:
    # 36 - 17 = 19 shared by three, twice
    table = cells(score_table(game(blocked(17, 17, 17, 36) * 2)))
    assert table[1][2:] == ["+19/3  19/3", "+19/3  19/3", "+19/3  19/3", "-19  -19", "blocked"]
    assert table[2][2:] == ["+19/3  38/3", "+19/3  38/3", "+19/3  38/3", "-19  -38", "blocked"]


@pytest.mark.parametrize(
    ("deal", "variant", "marks"),
    [
        pytest.param(BY_POINTS, "gambling", None, id="plain"),
        pytest.param(blocked(1, 2, 3, 4), "gambling", "blocked", id="blocked"),
        pytest.param(BY_POINTS + "rummy = true\n", "basic", "doubled", id="doubled"),
        pytest.param(BY_POINTS + 'ruling = "so"\n', "gambling", "agreed", id="agreed"),
        pytest.param(
            blocked(1, 2, 3, 4) + 'ruling = "so"\n', "basic", "blocked, agreed", id="two-marks"
        ),
    ],
)
def test_a_deal_is_marked_for_what_is_special_in_it(
    deal: str, variant: str, marks: str | None
) -> None:
    heading, *rows = cells(score_table(game(deal, head=f'variant = "{variant}"')))
    assert " ".join(row[6] for row in rows if len(row) > 6) == (marks or "")
    assert len(heading) == (7 if marks else 6)


def test_an_adjustment_stands_in_a_row_of_its_own_with_its_note() -> None:
    table = cells(score_table(game(BY_POINTS + 'adjust = { Boris = -10 }\nnote = "late"\n')))
    assert table[1] == ["1", "Boris", "+86  86", "-22    -22", "-28    -28", "-36    -36", ""]
    assert table[2] == [
        "", "adjusted", "-10  76", "+10/3  -56/3", "+10/3  -74/3", "+10/3  -98/3", "late"
    ]  # fmt: skip


def test_pairs_have_the_scores_of_the_players_and_the_totals_of_the_sides() -> None:
    head = 'variant = "rum500"\npairs = [["Anna", "Pavel"], ["Boris", "Vera"]]'
    deal = '[[deals]]\nout = "Anna"\nlaid = ["A: 300", "B: 40", "P: 250", "V: 0"]\nleft = ["B: 4", "P: 5", "V: 6"]\n'
    standing = game(deal + "adjust = { Vera = 3 }\n", ("Anna", "Boris", "Pavel", "Vera"), head)
    # 300 + 250 - 5 = 545; 40 - 4 - 6 = 30, and 3 more
    assert cells(score_table(standing)) == [
        ["deal", "dealer", "Anna", "Boris", "Pavel", "Vera", "Anna+Pavel", "Boris+Vera"],
        ["1", "Anna", "+300", "+36", "+245", "-6", "545", "30"],
        ["", "adjusted", "-", "-", "-", "+3", "545", "33"],
    ]


# Width

LATIN, CYRILLIC, CHINESE, MIXED = (
    "abcdefghijklmnopqrstuvwxyz",
    "абвгдежзиклмнопрстуфхцчшщэюя",
    "王李张刘陈杨黄赵吴周徐孙",
    "Иeх李",
)


def names(count: int, length: int, letters: str) -> tuple[str, ...]:
    """Make up names of a length that differ in their last letter."""
    return tuple((letters[0] * length + LATIN[seat])[-length:] for seat in range(count))


def long_game(players: tuple[str, ...], points: int = 120) -> Standing:
    deals = blocked(*range(points, points + len(players)), players=players)
    deals += 'note = "a remark that is too long for one line"\nruling = "so"\n'
    deals += f'adjust = {{ "{players[0]}" = -10 }}\n'
    return game(deals * 2, players, 'variant = "sequence"\nrules.blocked = "difference"')


@pytest.mark.parametrize(
    "letters", [LATIN, CYRILLIC, CHINESE], ids=["latin", "cyrillic", "chinese"]
)
@pytest.mark.parametrize("length", [1, 8, 14, 15, 40])
@pytest.mark.parametrize("count", [2, 3, 5, 7, 12])
def test_a_table_is_right_in_eighty_columns(count: int, length: int, letters: str) -> None:
    players = names(count, length, letters)
    check_fits(score_table(long_game(players)), 80)


@pytest.mark.parametrize("width", [60, 80, 100, 132])
def test_every_player_stands_in_one_block_and_each_block_says_which_deal(width: int) -> None:
    players = names(12, 8, CYRILLIC)
    blocks = score_table(long_game(players), width=width).split("\n\n")
    headings = [cells(block)[0] for block in blocks]
    assert [name for heading in headings for name in heading[2:] if name] == list(players)
    assert all(heading[:2] == ["deal", "dealer"] for heading in headings)
    assert all([row[0] for row in cells(block)[1:] if row[0]] == ["1", "2"] for block in blocks)
    check_fits("\n\n".join(blocks), width)


def test_a_table_that_fits_to_the_column_is_one_block() -> None:
    # The columns of the product's table, two blanks between them: 6 + 8 + 8 + 8 + 9 + 8 + 7 + 6 * 2
    # = 66.
    assert "\n\n" not in score_table(PRODUCT, width=66)
    assert score_table(PRODUCT, width=65).count("\n\n") == 1


@pytest.mark.parametrize("width", range(52, 101))
def test_no_block_is_wider_than_asked_where_letters_take_two_columns(width: int) -> None:
    check_fits(
        score_table(long_game(("王王王王王王", "abcdefghij", "李", "Ж")), width=width), width
    )


def test_a_table_too_wide_for_the_terminal_has_one_player_a_block() -> None:
    blocks = score_table(long_game(names(3, 8, LATIN)), width=20).split("\n\n")
    assert len(blocks) == 3


def test_long_names_are_folded_and_not_cut() -> None:
    for letters in (LATIN, CYRILLIC, CHINESE):
        players = names(2, 40, letters)
        table = score_table(long_game(players))
        heads = list(zip(*cells(table)[: table[: table.index("---")].count("\n")], strict=False))
        assert ["".join(parts) for parts in heads[2:4]] == list(players)


@pytest.mark.parametrize(
    "players",
    [
        pytest.param(("-", "--", "A" * 14 + " ---"), id="dashes"),
        pytest.param(("1", "+2", "3.50"), id="numbers"),
        pytest.param(("true", "nan", "0x1"), id="words-of-a-parser"),
        pytest.param(("|", "a|b", "\\\\"), id="strokes"),
        pytest.param(("<b>", "&amp;", "*x*"), id="markup"),
        pytest.param(("Zoe\u0308", "e\u0323\u0301" * 3, "Ива\u0301н"), id="accents"),
    ],
)
def test_names_are_text_whatever_they_look_like(players: tuple[str, ...]) -> None:
    table = score_table(long_game(players))
    check_fits(table, 80)
    seats = long_game(players).game.players
    lines = table[: table.index("------")].splitlines()
    shown = [
        "".join(parts)
        for parts in zip(*(row[2:5] for row in cells(table)[: len(lines)]), strict=True)
    ]
    assert shown == [name.replace(" ", "") for name in seats]


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.text(st.sampled_from(MIXED + "o -"), min_size=1, max_size=40).filter(lambda name: name.strip(" ")),
        min_size=2, max_size=6, unique_by=lambda name: "".join(name.lower().split()),
    )
)  # fmt: skip
def test_any_names_stand_in_their_columns(players: list[str]) -> None:
    check_fits(score_table(long_game(tuple(players))), 80)


def test_large_fractions_keep_their_columns() -> None:
    players = names(7, 8, LATIN)
    deal = blocked(*[1] * 6, 1_000_000, players=players)
    standing = game(deal * 3, players, 'variant = "gambling"\nrules.players = "2-7"')
    check_fits(score_table(standing), 80)
    # 999,999 shared by six
    assert "+166666.5" in score_table(standing)


# Other formats


def test_the_formats_are_those_of_tabulate() -> None:
    assert {"simple", "github", "html", "tsv"} <= set(table_formats())


def test_other_formats_are_one_table_however_wide() -> None:
    table = score_table(long_game(names(12, 40, LATIN)), "github", 80)
    assert "\n\n" not in table
    assert all(line.startswith("|") and line.endswith("|") for line in table.splitlines())
    assert table.count("a" * 39) >= 12


def test_markup_in_a_name_is_escaped_in_html() -> None:
    assert "<b>" not in score_table(long_game(("<b>x", "y")), "html")


# Payments


def test_payments_show_points_and_money() -> None:
    money = parse_money("0.05", "0.05", "EUR")
    assert payments_table(paid(PRODUCT, money), money).splitlines() == [
        "pays     to       points    EUR",
        "-------  -----  --------  -----",
        "Dmitry   Boris        32   1.60",
        "Nikolai  Boris        42   2.10",
        "Fyodor   Boris        58   2.90",
    ]


def test_payments_without_money_show_points_alone() -> None:
    # Fyodor pays each of the three 19/3.
    assert cells(payments_table(paid(game(blocked(17, 17, 17, 36)), None), None)) == [
        ["pays", "to", "points"],
        ["Fyodor", "Boris", "19/3"],
        ["Fyodor", "Dmitry", "19/3"],
        ["Fyodor", "Nikolai", "19/3"],
    ]


def test_money_of_no_currency_is_headed_as_money() -> None:
    money = parse_money("2", "1", "")
    assert cells(payments_table(paid(PRODUCT, money), money))[0] == [
        "pays",
        "to",
        "points",
        "money",
    ]


@pytest.mark.parametrize(
    "letters", [LATIN, CYRILLIC, CHINESE], ids=["latin", "cyrillic", "chinese"]
)
def test_payments_are_right_in_eighty_columns(letters: str) -> None:
    players = names(3, 40, letters)
    standing = game(blocked(1, 500_000, 1_000_000, players=players), players)
    money = parse_money("123456.789", "0.001", "doubloons")
    check_fits(payments_table(paid(standing, money), money), 80)


def test_who_bears_the_rounding_is_told_in_parts_of_a_coin() -> None:
    # 19/3 points at 0.10 are 6.33 coins of 0.10 for each of three, and Fyodor pays 19: one of them
    # gets 7.
    money = parse_money("0.10", "0.10", "EUR")
    settlement = paid(game(blocked(17, 17, 17, 36)), money)
    assert list(rounding_text(settlement.roundings, money, False)) == [
        "Rounding, in parts of a coin of 0.10 EUR: Boris +2/3, Dmitry -1/3, Nikolai -1/3.",
        "Odd coins go to the largest remainders, in seat order where they are equal.",
    ]


def test_nothing_is_told_of_rounding_where_there_is_none() -> None:
    money = parse_money("0.05", "0.05", "EUR")
    assert list(rounding_text(paid(PRODUCT, money).roundings, money, False)) == []


# Who wins


def rum500(*totals: int, rules: str = "") -> Standing:
    players = ("Anna", "Boris", "Vera")
    laid = ", ".join(f"{name} = {points + 1}" for name, points in zip(players, totals, strict=True))
    deal = f"[[deals]]\nblocked = true\nlaid = {{ {laid} }}\nleft = {{ Anna = 1, Boris = 1, Vera = 1 }}\n"
    return game(deal, players, f'variant = "rum500"\n{rules}')


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        pytest.param(rum500(510, 520, 90), "Boris wins with 520.", id="wins"),
        pytest.param(
            rum500(510, 510, 90),
            "Anna and Boris are level at 510, over 500: another deal decides.",
            id="level",
        ),
        pytest.param(
            rum500(510, 510, 90, rules='rules.target_tie = "share"'),
            "Anna and Boris win together with 510.",
            id="share",
        ),
        pytest.param(
            rum500(85, 60, 70), "Nobody has reached 500 yet; Anna leads with 85.", id="leads"
        ),
        pytest.param(
            rum500(85, 60, 85), "Nobody has reached 500 yet; Anna and Vera lead with 85.", id="lead"
        ),
        pytest.param(PRODUCT, "Boris leads with 132.", id="no-target"),
        pytest.param(
            game(blocked(17, 17, 17, 36)),
            "Boris, Dmitry and Nikolai lead with 19/3.",
            id="fraction",
        ),
        pytest.param(game(blocked(9, 9, 9, 9)), "Nobody leads.", id="all-level"),
        pytest.param(game(""), "No deals yet.", id="no-deals"),
    ],
)
def test_who_wins_or_leads_is_told(standing: Standing, told: str) -> None:
    assert winner_text(standing) == told


def test_tabulate_is_imported_only_for_a_table() -> None:
    code = "import sys, rummy_score.output.tables; print('tabulate' in sys.modules)"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        == "False\n"
    )


def test_a_table_is_no_wider_than_asked_where_a_later_score_is_longer_than_the_first() -> None:
    players = ("Anna Petrovna", "Boris", "Vera", "Dmitry", "Ivan")
    deals = blocked(3, 1, 5, 7, 9, players=players) + blocked(
        500, 400, 1, 600, 300, players=players
    )
    check_fits(score_table(game(deals, players)), 80)


def test_pair_by_pair_another_rule_of_rounding_is_told() -> None:
    roundings = (Rounding("Anna", Fraction(1, 3)),)
    told = list(rounding_text(roundings, parse_money("0.05", "0.05", ""), True))
    assert told[-1] == "Each pair settles to the nearest coin, half a coin in favour of who pays."


# Letters that take two columns, or none


@pytest.mark.parametrize(
    "name",
    [
        "王小明",
        "Zoe\u0308",
        "Ива\u0301н",
        "가나다",
        "👍🏽",
        "👨\u200d👩\u200d👧",
        "❤\ufe0f",
        "ｱｲｳ",
        "Ａ",
        "नि",
    ],
)
def test_a_name_takes_the_columns_that_a_terminal_gives_it(name: str) -> None:
    assert screen_width(name) == wcswidth(name)


@pytest.mark.parametrize("style", ["simple", "pipe", "grid", "html", "tsv", "latex"])
def test_names_come_out_of_any_format_as_they_went_in(style: str) -> None:
    players = ("王小明", "Zoe\u0308", "x\u0302y\u0302", "👨\u200d👩\u200d👧")
    standing = long_game(players)
    table = score_table(standing, style, 200)
    assert all(name in table for name in standing.game.players)
    assert not any(
        "\ue000" <= character <= "\uf8ff" or character >= "\U000f0000" for character in table
    )


def test_a_sign_with_a_mark_upon_it_is_escaped_all_the_same() -> None:
    table = score_table(long_game(("<\u0301b>", "y")), "html")
    assert "<\u0301" not in table
    assert "&lt;\u0301b" in table


def test_a_table_is_the_same_whether_wcwidth_is_installed_or_not() -> None:
    code = (
        "import sys, importlib.abc\n"
        "class Missing(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'wcwidth': raise ModuleNotFoundError(name)\n"
        "if sys.argv[1] == 'without': sys.meta_path.insert(0, Missing())\n"
        "from rummy_score.output.tables import score_table\n"
        "from rummy_score.sheets.reading import read_sheet\n"
        "print(score_table(read_sheet(sys.stdin.read()).standing))\n"
        "print('wcwidth' in sys.modules)\n"
    )
    sheet = 'variant = "gambling"\nplayers = ["王小明王小明王小明王小明", "Ива\u0301н", "c", "d"]\n'
    sheet += (
        '[[deals]]\nout = "c"\nleft = ["王: 1", "И: 2", "d: 3"]\nnote = "王 王 王 王 王 王 王"\n'
    )

    def printed(how: str) -> list[str]:
        line = [sys.executable, "-X", "utf8", "-c", code, how]
        ran = subprocess.run(
            line, input=sheet, capture_output=True, text=True, encoding="utf-8", check=True
        )
        return ran.stdout.splitlines()

    *table, loaded = printed("without")
    assert loaded == "False"
    assert printed("with")[:-1] == table
    check_fits("\n".join(table), 80)


@pytest.mark.parametrize("module", ["exports", "tables"])
def test_what_is_printed_of_a_game_reads_no_toml(module: str) -> None:
    code = (
        f"import sys, rummy_score.output.{module}\n"
        "print([name for name in sys.modules if name == 'tomllib' or name.endswith('sheets.reading')])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_a_long_table_is_printed_in_time_that_grows_with_its_deals() -> None:
    def seconds(deals: int) -> float:
        standing = game(BY_POINTS + "adjust = { Boris = -10 }\n")
        standing = standing._replace(lines=standing.lines * deals)
        start = process_time()
        assert score_table(standing, width=200).count("adjusted") == deals
        return process_time() - start

    seconds(100)
    # Eight times the deals take about eight times as long; by the square it would be 64 times.
    assert seconds(8000) < 20 * seconds(1000)
