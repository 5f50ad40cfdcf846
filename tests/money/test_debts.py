"""Who owes whom after a game: its deals one by one, or the differences to the winner."""

from collections.abc import Callable
from fractions import Fraction
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_score.errors import BrokenRule
from rummy_score.money.debts import Debt, Part, balances, debts, parts
from rummy_score.points import Points
from rummy_score.scoring.games import Standing
from rummy_score.sheets.reading import read_sheet

FOUR = ("Boris", "Dmitry", "Nikolai", "Fyodor")
THREE = ("Anna", "Boris", "Vera")


def played(variant: str, players: tuple[str, ...], deals: str, head: str = "") -> Standing:
    return read_sheet(
        f'variant = "{variant}"\nplayers = {list(players)}\n{head}\n{deals}'.replace("'", '"')
    ).standing


def owed(standing: Standing) -> dict[str, Points]:
    return balances(debts(standing), standing.totals)


def blocked(*hands: int) -> str:
    left = ", ".join(f"{player} = {hand}" for player, hand in zip(FOUR, hands, strict=True))
    return f"[[deals]]\nblocked = true\nleft = {{ {left} }}\n"


def laid(*points: int) -> str:
    """Write a deal by points laid, nothing left but 1 point with all but the first."""
    told = ", ".join(f"{player} = {each}" for player, each in zip(THREE, points, strict=True))
    return f'[[deals]]\nout = "Anna"\nlaid = {{ {told} }}\nleft = {{ Boris = 1, Vera = 1 }}\n'


LEVEL = blocked(9, 9, 9, 9)


# Deal by deal


def test_each_loser_owes_the_winner_of_the_deal() -> None:
    standing = played(
        "gambling", FOUR, '[[deals]]\nout = "Boris"\nleft = ["D: 22", "N: 28", "F: 36"]'
    )
    assert debts(standing) == [
        Debt("Dmitry", "Boris", 22),
        Debt("Nikolai", "Boris", 28),
        Debt("Fyodor", "Boris", 36),
    ]


def test_debts_stand_in_the_order_in_which_they_arose() -> None:
    standing = played("gambling", FOUR, blocked(14, 24, 28, 36) + blocked(5, 1, 1, 1))
    assert debts(standing) == [
        Debt("Dmitry", "Boris", 10), Debt("Nikolai", "Boris", 14), Debt("Fyodor", "Boris", 22),
        # 5 - 1 = 4, shared by three
        Debt("Boris", "Dmitry", Fraction(4, 3)), Debt("Boris", "Nikolai", Fraction(4, 3)),
        Debt("Boris", "Fyodor", Fraction(4, 3)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("hands", "each"),
    [
        # rules.md 2: Fyodor pays each of the three leaders 6, and not, as the source has it,
        # Nikolai.
        pytest.param((18, 18, 18, 36), 6, id="even"),
        # 36 - 17 = 19
        pytest.param((17, 17, 17, 36), Fraction(19, 3), id="uneven"),
    ],
)
def test_the_loser_owes_each_leader_an_equal_share(hands: tuple[int, ...], each: Points) -> None:
    assert debts(played("gambling", FOUR, blocked(*hands))) == [
        Debt("Fyodor", leader, each) for leader in FOUR[:3]
    ]


def test_several_losers_owe_several_leaders_in_equal_parts() -> None:
    # 24 - 10 = 14 and 35 - 10 = 25, half to each of the two at 10
    assert debts(played("gambling", FOUR, blocked(10, 24, 10, 35))) == [
        Debt("Dmitry", "Boris", 7),
        Debt("Dmitry", "Nikolai", 7),
        Debt("Fyodor", "Boris", Fraction(25, 2)),
        Debt("Fyodor", "Nikolai", Fraction(25, 2)),
    ]


def test_going_rummy_doubles_what_is_owed() -> None:
    standing = played(
        "basic", THREE, '[[deals]]\nout = "Anna"\nrummy = true\nleft = ["B: 25", "V: 10"]'
    )
    # 2 x 35 = 70
    assert owed(standing) == {"Anna": 70, "Boris": -50, "Vera": -20}


def test_the_sheet_of_the_product_leaves_its_balances() -> None:
    deals = '[[deals]]\nout = "Boris"\nleft = ["D: 22", "N: 28", "F: 36"]\n' + blocked(
        14, 24, 28, 36
    )
    assert owed(played("gambling", FOUR, deals)) == {
        "Boris": 132,
        "Dmitry": -32,
        "Nikolai": -42,
        "Fyodor": -58,
    }


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        # 72, 54 - 1 = 53 and 46 - 1 = 45: the two owe 72 - 53 = 19 and 72 - 45 = 27.
        pytest.param((72, 54, 46), [("Boris", "Anna", 19), ("Vera", "Anna", 27)], id="one-on-top"),
        # 53, 53 and 45: Vera owes (53 - 45) / 2 = 4 to each.
        pytest.param((53, 54, 46), [("Vera", "Anna", 4), ("Vera", "Boris", 4)], id="two-on-top"),
        # 10 is out but 20 is more
        pytest.param(
            (10, 21, 11), [("Anna", "Boris", 10), ("Vera", "Boris", 10)], id="not-who-went-out"
        ),
        pytest.param((10, 11, 11), [], id="all-level"),
    ],
)
def test_where_melds_score_a_deal_is_owed_by_its_differences(
    points: tuple[int, ...], expected: list[tuple[str, str, int]]
) -> None:
    standing = played("sequence", THREE, "[rules]\nsettle = 'deals'\n" + laid(*points))
    assert debts(standing) == expected


def test_a_blocked_deal_of_melds_goes_by_its_own_rule() -> None:
    deals = "[rules]\nsettle = 'deals'\nblocked = 'difference'\n[[deals]]\nblocked = true\n"
    standing = played("sequence", THREE, deals + "left = { Anna = 30, Boris = 12, Vera = 20 }")
    assert debts(standing) == [Debt("Anna", "Boris", 18), Debt("Vera", "Boris", 8)]


def test_who_sat_out_owes_nothing() -> None:
    deal = '[[deals]]\nplayers = ["Boris", "Fyodor"]\nout = "Boris"\nleft = { Fyodor = 12 }'
    assert debts(played("gambling", FOUR, deal)) == [Debt("Fyodor", "Boris", 12)]


def test_partners_owe_as_one_side() -> None:
    head = 'pairs = [["Boris", "Nikolai"], ["Dmitry", "Fyodor"]]\n[rules]\npairs = true\n'
    # Boris + Nikolai: 86 - 28 = 58, Dmitry + Fyodor: -22 - 36 = -58
    standing = played(
        "gambling", FOUR, head + '[[deals]]\nout = "Boris"\nleft = ["D: 22", "N: 28", "F: 36"]'
    )
    assert debts(standing) == [Debt("Dmitry+Fyodor", "Boris+Nikolai", 58)]


# Adjustments in a game that is owed deal by deal


@pytest.mark.parametrize(
    ("adjust", "expected"),
    [
        pytest.param(
            "{ Boris = -10 }",
            (-10, Fraction(10, 3), Fraction(10, 3), Fraction(10, 3)),
            id="taken-from-one",
        ),
        pytest.param("{ Boris = 9 }", (9, -3, -3, -3), id="given-to-one"),
        # -10 + 3 = -7, for the other two
        pytest.param(
            "{ Boris = -10, Fyodor = 3 }",
            (-10, Fraction(7, 2), Fraction(7, 2), 3),
            id="two-not-in-balance",
        ),
        pytest.param("{ Boris = -5, Fyodor = 5 }", (-5, 0, 0, 5), id="two-in-balance"),
        pytest.param("{ Boris = 0 }", (0, 0, 0, 0), id="nothing"),
    ],
)
def test_an_adjustment_is_balanced_by_the_others_in_equal_shares(
    adjust: str, expected: tuple[Points, ...]
) -> None:
    standing = played("gambling", FOUR, LEVEL + f"adjust = {adjust}")
    assert tuple(owed(standing).values()) == expected


def test_nobody_owes_nothing() -> None:
    standing = played("gambling", FOUR, LEVEL + "adjust = { Boris = -5, Fyodor = 5 }")
    assert debts(standing) == [Debt("Boris", "Fyodor", 5)]


def test_an_adjustment_of_who_sat_out_is_balanced_by_those_who_sat() -> None:
    deal = '[[deals]]\nplayers = ["Boris", "Dmitry", "Nikolai"]\nout = "Boris"\nleft = ["D: 1", "N: 2"]\n'
    standing = played("gambling", FOUR, deal + "adjust = { Fyodor = -9 }")
    # the deal: 3, -1, -2; the adjustment: 9 / 3 = 3 each
    assert owed(standing) == {"Boris": 6, "Dmitry": 2, "Nikolai": 1, "Fyodor": -9}


def test_an_adjustment_that_names_everybody_must_come_to_zero() -> None:
    everybody = "adjust = { Boris = 8, Dmitry = 0, Nikolai = 0, Fyodor = 0 }"
    with pytest.raises(BrokenRule, match=r"deal 1, adjust: .* are adjusted by 8 in all"):
        played("gambling", FOUR, LEVEL + everybody)


def test_a_partner_bears_nothing_of_an_adjustment() -> None:
    head = "pairs = [['Boris', 'Nikolai'], ['Dmitry', 'Fyodor']]\n[rules]\npairs = true\n"
    standing = played("gambling", FOUR, LEVEL + "adjust = { Boris = 7 }", head)
    assert standing.lines[0].adjusted == {
        "Boris": 7, "Dmitry": Fraction(-7, 2), "Fyodor": Fraction(-7, 2)
    }  # fmt: skip
    assert owed(standing) == {"Boris+Nikolai": 7, "Dmitry+Fyodor": -7}


def test_where_totals_decide_an_adjustment_changes_one_total_alone() -> None:
    standing = played(
        "gambling", FOUR, LEVEL + "adjust = { Boris = -10 }", "rules.settle = 'difference'"
    )
    assert standing.totals == {"Boris": -10, "Dmitry": 0, "Nikolai": 0, "Fyodor": 0}


# How balances came about


def test_what_is_owed_by_deals_is_told_deal_by_deal() -> None:
    deals = (
        '[[deals]]\nout = "Boris"\nleft = ["D: 22", "N: 28", "F: 36"]\n'
        "paid = ['Boris: 86', 'Dmitry: -22', 'Nikolai: -28', 'Fyodor: -36']\n"
        + blocked(14, 24, 28, 36)
        + "adjust = { Boris = 9 }\n"
    )
    assert parts(played("gambling", FOUR, deals)) == [
        Part("deal", 1, {"Boris": 86, "Dmitry": -22, "Nikolai": -28, "Fyodor": -36}),
        Part("paid", 1, {"Boris": -86, "Dmitry": 22, "Nikolai": 28, "Fyodor": 36}),
        Part("deal", 2, {"Boris": 46, "Dmitry": -10, "Nikolai": -14, "Fyodor": -22}),
        Part("adjusted", 2, {"Boris": 9, "Dmitry": -3, "Nikolai": -3, "Fyodor": -3}),
    ]


def test_what_is_owed_by_totals_is_told_against_the_winner_deal_by_deal() -> None:
    # Deal 1: 10, 20, 30 laid less 1 left: 10, 19, 29. Deal 2: 60, 21 - 1 = 20, 11 - 1 = 10.
    # Anna wins 70 to 39 and 39. Deal 1 takes her 9 and 19 back: -28 in all; deal 2 gives 40 and 50.
    standing = played("sequence", THREE, "target = 70\n" + laid(10, 20, 30) + laid(60, 21, 11))
    assert parts(standing) == [
        Part("deal", 1, {"Anna": -28, "Boris": 9, "Vera": 19}),
        Part("deal", 2, {"Anna": 90, "Boris": -40, "Vera": -50}),
    ]
    assert owed(standing) == {"Anna": 62, "Boris": -31, "Vera": -31}


@given(
    st.lists(st.tuples(*[st.integers(0, 90)] * 3), max_size=6),
    st.lists(st.integers(-40, 40), min_size=6, max_size=6),
    st.sampled_from(["deals", "difference"]),
    st.sampled_from(["none", "60", "120"]),
)
def test_what_balances_are_made_of_comes_to_the_balances(
    deals: list[tuple[int, ...]], adjusted: list[int], settle: str, target: str
) -> None:
    head = f"target = '{target}'\n" if target != "none" else ""
    told = "".join(
        laid(*points) + (f"adjust = {{ Boris = {by} }}\n" if by else "")
        for points, by in zip(deals, adjusted, strict=False)
    )
    standing = played("sequence", THREE, f"{head}rules.settle = '{settle}'\n{told}")
    found = parts(standing)
    for part in found:
        assert sum(part.points.values()) == 0
    sums = {side: sum(part.points[side] for part in found) for side in standing.totals}
    assert sums == owed(standing)


# Many deals


def repeated(standing: Standing, times: int) -> Standing:
    """Play the deals of a game again and again; only lines are asked where each deal is owed."""
    return standing._replace(lines=standing.lines * times)


def test_the_same_debt_of_many_deals_is_one_sum() -> None:
    standing = repeated(played("gambling", FOUR, blocked(14, 24, 28, 36)), 1000)
    # Three debts, not three thousand: 10, 14 and 22 in each of a thousand deals.
    assert debts(standing) == [
        Debt("Dmitry", "Boris", 10_000),
        Debt("Nikolai", "Boris", 14_000),
        Debt("Fyodor", "Boris", 22_000),
    ]


def test_what_is_owed_both_ways_is_not_netted() -> None:
    deals = blocked(1, 6, 1, 1) + blocked(6, 1, 6, 6)
    # 6 - 1 of Dmitry shared by three; then 6 - 1 of each of the three to Dmitry
    third = Fraction(5, 3)
    assert debts(played("gambling", FOUR, deals)) == [
        Debt("Dmitry", "Boris", third),
        Debt("Dmitry", "Nikolai", third),
        Debt("Dmitry", "Fyodor", third),
        Debt("Boris", "Dmitry", 5),
        Debt("Nikolai", "Dmitry", 5),
        Debt("Fyodor", "Dmitry", 5),
    ]


def test_shares_that_come_to_a_whole_number_are_whole_again() -> None:
    standing = repeated(played("gambling", FOUR, blocked(17, 17, 17, 36)), 3)
    # 19/3 to each of three leaders, three times
    assert [type(debt.points) for debt in debts(standing)] == [int, int, int]
    assert owed(standing) == {"Boris": 19, "Dmitry": 19, "Nikolai": 19, "Fyodor": -57}


def fastest(call: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = process_time()
        call()
        times.append(process_time() - start)
    return min(times)


LAID = 'laid = ["Boris: 50", "Dmitry: 40", "Nikolai: 30", "Fyodor: 20"]\n'
PAID = 'paid = ["Boris: 10", "Dmitry: -10"]\n'


@pytest.mark.parametrize(
    ("variant", "deals"),
    [
        pytest.param("gambling", blocked(14, 24, 28, 36), id="by-deals"),
        pytest.param("gambling", blocked(17, 17, 17, 36), id="with-shares"),
        pytest.param("gambling", LEVEL + "adjust = { Boris = -10 }\n", id="with-adjustments"),
        pytest.param("gambling", LEVEL + PAID, id="paid-after-each-deal"),
        pytest.param("sequence", blocked(14, 24, 28, 36) + LAID + PAID, id="by-difference"),
    ],
)
def test_ten_times_the_deals_take_about_ten_times_as_long(variant: str, deals: str) -> None:
    standing = played(variant, FOUR, deals)
    few, many = repeated(standing, 2_000), repeated(standing, 20_000)
    # Where every deal copied what was owed before it, the ratio was about a hundred.
    assert fastest(lambda: owed(many)) < 25 * max(fastest(lambda: owed(few)), 0.001)


# Differences at the end


def test_the_winner_collects_the_differences_of_the_totals() -> None:
    # 520, 411 - 1 = 410, 101 - 1 = 100
    assert debts(played("rum500", THREE, laid(520, 411, 101))) == [
        Debt("Boris", "Anna", 110),
        Debt("Vera", "Anna", 420),
    ]


def test_nothing_is_owed_before_the_target_is_reached() -> None:
    standing = played("rum500", THREE, laid(499, 411, 101))
    assert debts(standing) == []
    assert owed(standing) == {"Anna": 0, "Boris": 0, "Vera": 0}


def test_nothing_is_owed_where_another_deal_decides() -> None:
    assert debts(played("rum500", THREE, laid(510, 511, 101))) == []


def test_winners_who_share_collect_in_equal_parts() -> None:
    standing = played("rum500", THREE, "[rules]\ntarget_tie = 'share'\n" + laid(510, 511, 102))
    # 510 - 101 = 409
    assert debts(standing) == [
        Debt("Vera", "Anna", Fraction(409, 2)),
        Debt("Vera", "Boris", Fraction(409, 2)),
    ]


def test_without_a_target_the_highest_total_collects() -> None:
    # rules.md 3: default no target, settled by difference.
    assert debts(played("sequence", THREE, laid(72, 54, 46))) == [
        Debt("Boris", "Anna", 19),
        Debt("Vera", "Anna", 27),
    ]


def test_an_adjustment_counts_once_where_differences_are_owed() -> None:
    standing = played("rum500", THREE, laid(520, 411, 101) + "adjust = { Boris = -10 }")
    # 520 - 400 and 520 - 100
    assert owed(standing) == {"Anna": 540, "Boris": -120, "Vera": -420}


def test_the_pair_that_wins_collects_the_difference_of_the_pairs() -> None:
    head = 'pairs = [["Boris", "Nikolai"], ["Dmitry", "Fyodor"]]\n'
    deal = '[[deals]]\nout = "Boris"\nlaid = ["B: 300", "D: 100", "N: 250", "F: 60"]\nleft = ["D: 5", "N: 10", "F: 15"]'
    # 300 + 250 - 10 = 540; 100 - 5 + 60 - 15 = 140
    assert debts(played("rum500", FOUR, head + deal)) == [
        Debt("Dmitry+Fyodor", "Boris+Nikolai", 400)
    ]


# Whatever is played, the balances come to nothing

HANDS = st.lists(st.integers(1, 60), min_size=4, max_size=4)


@given(
    deals=st.lists(
        st.tuples(HANDS, HANDS, st.integers(0, 4), st.integers(-30, 30), st.integers(0, 3)),
        max_size=5,
    ),
    variant=st.sampled_from(["basic", "gambling", "sequence", "rum500", "joker500", "double"]),
    rules=st.fixed_dictionaries(
        {},
        optional={
            "settle": st.sampled_from(["deals", "difference"]),
            "blocked": st.sampled_from(["difference", "score"]),
            "target_tie": st.sampled_from(["share", "another-deal"]),
            "target": st.sampled_from(["none", "50", "100"]),
        },
    ),
)
def test_the_balances_of_a_game_sum_to_zero(
    deals: list[tuple[list[int], list[int], int, int, int]], variant: str, rules: dict[str, str]
) -> None:
    text = "[rules]\n" + "".join(f'{knob} = "{value}"\n' for knob, value in rules.items())
    for left, points, seat, adjust, who in deals:
        out = FOUR[seat] if seat < 4 else ""
        hands = [
            f"{player}: {hand}" for player, hand in zip(FOUR, left, strict=True) if player != out
        ]
        text += (
            "[[deals]]\n"
            + (f'out = "{out}"\n' if out else "blocked = true\n")
            + f"left = {hands}\n"
        )
        text += (
            f"laid = {[f'{player}: {each}' for player, each in zip(FOUR, points, strict=True)]}\n"
        )
        text += f"adjust = {{ {FOUR[who]} = {adjust} }}\n"
    standing = played(variant, FOUR, text)
    assert sum(owed(standing).values()) == 0
    assert list(owed(standing)) == list(standing.totals)
