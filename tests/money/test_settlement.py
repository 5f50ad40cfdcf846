"""Settling: the fewest payments, right to the coin. Expected sums are worked by hand or come from rules.md."""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, permutations, product
from time import process_time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rummy_score.errors import UnreadableInput
from rummy_score.money import settlement
from rummy_score.money.settlement import (
    Money,
    Rounding,
    Settlement,
    Transfer,
    fewest_payments,
    pairwise,
    parse_money,
)
from rummy_score.points import points_text

FIVE_CENTS = parse_money("0.05", "0.05", "EUR")
PRODUCT_EXAMPLE = {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -58}


def paid(result: Settlement, money: Money) -> list[tuple[str, str, str]]:
    return [
        (t.payer, t.payee, money.amount(t.coins)) for t in result.transfers if t.coins is not None
    ]


def received(result: Settlement, what: str) -> Counter[str]:
    """Count what each person receives less what that person pays, in points or in coins."""
    net: Counter[str] = Counter()
    for transfer in result.transfers:
        net[transfer.payee] += getattr(transfer, what)
        net[transfer.payer] -= getattr(transfer, what)
    return net


def seated(amounts: Sequence[int | Fraction]) -> dict[str, int | Fraction]:
    return {f"P{seat}": amount for seat, amount in enumerate(amounts)}


# Money as text


@pytest.mark.parametrize(
    ("stake", "coin", "read"),
    [
        pytest.param("0.05", "0.05", ("0.05", "0.05"), id="point"),
        pytest.param("0,05", "0,1", ("0.05", "0.1"), id="comma"),
        pytest.param("5", "1", ("5", "1"), id="whole"),
        pytest.param(" 0.10 ", None, ("0.10", "0.01"), id="default-coin-and-blanks"),
        pytest.param("0.125", None, ("0.125", "0.01"), id="finer-stake-keeps-the-default-coin"),
        pytest.param("007.50", "00.5", ("7.50", "0.5"), id="leading-zeros"),
        pytest.param(
            "999999999999.999999", "0.000001", ("999999999999.999999", "0.000001"), id="longest"
        ),
    ],
)
def test_money_is_read_as_canonical_text(
    stake: str, coin: str | None, read: tuple[str, str]
) -> None:
    assert parse_money(stake, coin, "EUR")[:3] == (*read, "EUR")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("0", id="zero"),
        pytest.param("0.000", id="zero-decimals"),
        pytest.param("0,0", id="zero-comma"),
        pytest.param("-0.05", id="negative"),
        pytest.param("−5", id="negative-minus-sign"),
        pytest.param("+5", id="plus"),
        pytest.param("NaN", id="nan"),
        pytest.param("inf", id="infinite"),
        pytest.param("1e3", id="exponent"),
        pytest.param("1_000", id="underscore"),
        pytest.param("0x10", id="hexadecimal"),
        pytest.param("1/3", id="fraction"),
        pytest.param("٣", id="arabic-digit"),
        pytest.param("0.0५", id="devanagari-digit"),
        pytest.param("５", id="fullwidth-digit"),
        pytest.param("²", id="superscript"),
        pytest.param(".5", id="no-whole-part"),
        pytest.param("5.", id="no-decimals"),
        pytest.param("1.2.3", id="two-points"),
        pytest.param("1 000", id="blank-inside"),
        pytest.param("5 EUR", id="currency-inside"),
        pytest.param("5\x1b[31m", id="escape"),
        pytest.param("1234567890123", id="thirteen-digits"),
        pytest.param("0.1234567", id="seven-decimals"),
    ],
)
def test_what_is_no_amount_of_money_is_refused_with_the_remedy(text: str) -> None:
    with pytest.raises(UnreadableInput, match=r"the stake .*: write .* such as 0\.05\.") as stake:
        parse_money(text, None, "")
    with pytest.raises(UnreadableInput, match=r"the coin .*: write .* such as 0\.05\."):
        parse_money("1", text, "")
    assert str(stake.value).isprintable()


def test_a_currency_may_be_empty_but_not_hide_characters() -> None:
    assert parse_money("1", None, "").currency == ""
    assert parse_money("1", None, " € ").currency == "€"
    with pytest.raises(UnreadableInput, match="the currency"):
        parse_money("1", None, "EUR\u202e")
    with pytest.raises(UnreadableInput, match="the currency"):
        parse_money("1", None, "thirteen char")


@pytest.mark.parametrize(
    ("coin", "coins", "text"),
    [
        pytest.param("0.05", 32, "1.60", id="two-decimals"),
        pytest.param("0.5", 3, "1.50", id="one-decimal"),
        pytest.param("5", 3, "15", id="no-decimals"),
        pytest.param("0.01", 7, "0.07", id="under-one"),
        pytest.param("0.01", 0, "0.00", id="nothing"),
        pytest.param("0.05", -1, "-0.05", id="negative"),
        pytest.param("0.50", 3, "1.50", id="trailing-zero-kept"),
        pytest.param("0.01", 10**30 + 1, "1" + "0" * 28 + ".01", id="huge"),
    ],
)
def test_an_amount_has_the_decimals_of_the_coin_or_two(coin: str, coins: int, text: str) -> None:
    assert parse_money("1", coin, "").amount(coins) == text


@pytest.mark.parametrize(
    ("points", "plain", "signed"),
    [
        pytest.param(12, "12", "+12", id="plus"),
        pytest.param(-7, "-7", "-7", id="minus"),
        pytest.param(0, "0", "0", id="zero"),
        pytest.param(Fraction(19, 3), "19/3", "+19/3", id="share"),
        pytest.param(Fraction(-19, 3), "-19/3", "-19/3", id="negative-share"),
        pytest.param(Fraction(6), "6", "+6", id="whole-share"),
        pytest.param(Fraction(0), "0", "0", id="no-share"),
    ],
)
def test_points_are_written_as_the_tables_do(
    points: int | Fraction, plain: str, signed: str
) -> None:
    assert (points_text(points), points_text(points, signed=True)) == (plain, signed)


# Settling: by hand


def test_the_winner_of_the_product_example_collects_160_210_and_290() -> None:
    # product.md: totals 132, -32, -42, -58 at 0.05 a point
    result = fewest_payments(PRODUCT_EXAMPLE, FIVE_CENTS)
    assert paid(result, FIVE_CENTS) == [
        ("Dmitry", "Boris", "1.60"),
        ("Nikolai", "Boris", "2.10"),
        ("Fyodor", "Boris", "2.90"),
    ]
    assert [t.points for t in result.transfers] == [32, 42, 58]
    assert (result.fewest, result.roundings) == (True, ())


def test_without_money_points_alone_are_settled() -> None:
    result = fewest_payments(PRODUCT_EXAMPLE)
    assert result.transfers[0] == Transfer("Dmitry", "Boris", 32, None)
    assert {t.coins for t in result.transfers} == {None}


def test_the_tied_leaders_of_the_rules_get_6_each_from_fyodor() -> None:
    # rules.md section 2: Boris, Dmitry and Nikolai 18, Fyodor 36
    result = fewest_payments({"Boris": 6, "Dmitry": 6, "Nikolai": 6, "Fyodor": -18})
    assert result.transfers == tuple(
        Transfer("Fyodor", n, 6, None) for n in ("Boris", "Dmitry", "Nikolai")
    )


def test_a_coin_that_thirds_leave_over_goes_to_the_first_seat() -> None:
    third = Fraction(19, 3)
    result = fewest_payments(
        {"Boris": third, "Dmitry": third, "Nikolai": third, "Fyodor": -19}, FIVE_CENTS
    )
    assert result.transfers == (
        Transfer("Fyodor", "Boris", third, 7),
        Transfer("Fyodor", "Dmitry", third, 6),
        Transfer("Fyodor", "Nikolai", third, 6),
    )
    assert result.roundings == (
        Rounding("Boris", Fraction(2, 3)),
        Rounding("Dmitry", Fraction(-1, 3)),
        Rounding("Nikolai", Fraction(-1, 3)),
    )


def test_thirds_stay_exact_where_no_money_is_paid() -> None:
    third = Fraction(19, 3)
    result = fewest_payments({"Anna": third, "Boris": third, "Vera": third, "Gleb": -19})
    assert [t.points for t in result.transfers] == [third] * 3
    assert result.roundings == ()


def test_missing_coins_go_to_those_nearest_the_next_coin() -> None:
    # 6.60, -1.60, -2.10, -2.90 in coins of 0.50: 13.2, -3.2, -4.2, -5.8; the floors 13 -4 -5 -6
    # lack two coins
    money = parse_money("0.05", "0.50", "EUR")
    result = fewest_payments(PRODUCT_EXAMPLE, money)
    assert [amount for _, _, amount in paid(result, money)] == ["1.50", "2.00", "3.00"]
    fifth = Fraction(1, 5)
    assert dict(result.roundings) == {
        "Boris": -fifth,
        "Dmitry": fifth,
        "Nikolai": fifth,
        "Fyodor": -fifth,
    }


def test_somebody_whose_points_come_to_no_coin_changes_nobody_elses_points() -> None:
    # in coins of 5 points 26.4 -6.4 -8.4 -11.4 -0.2: the floors 26 -7 -9 -12 -1 lack three
    money = parse_money("0.01", "0.05", "EUR")
    result = fewest_payments(
        {"Boris": 132, "Dmitry": -32, "Nikolai": -42, "Fyodor": -57, "Pavel": -1}, money
    )
    assert [(t.payer, t.points, t.coins) for t in result.transfers] == [
        ("Dmitry", 32, 6),
        ("Nikolai", 42, 8),
        ("Fyodor", 57, 12),
    ]
    assert dict(result.roundings)["Pavel"] == Fraction(1, 5)


def test_coins_that_only_rounding_brings_together_carry_the_points_both_sides_share() -> None:
    # in coins of 5 points 4.8 -5.2 3.2 -2.8: the floors 4 -6 3 -3 lack two, so 5 -5 and 3 -3
    money = parse_money("0.01", "0.05", "EUR")
    result = fewest_payments({"Anna": 24, "Boris": -26, "Vera": 16, "Gleb": -14}, money)
    assert result.transfers == (Transfer("Boris", "Anna", 24, 5), Transfer("Gleb", "Vera", 14, 3))


def test_coins_that_rounding_sends_another_way_carry_the_points_they_are_worth() -> None:
    # in coins of 20 points 5.5 2.65 -5.45 -1.35 -1.35: the floors 5 2 -6 -2 -2 lack three, for the
    # three with 0.65. Vera, who owes less than Anna is due, now owes more coins than Anna is due,
    # so Gleb pays Anna nothing.
    money = parse_money("0.01", "0.20", "EUR")
    result = fewest_payments(
        {"Anna": 110, "Boris": 53, "Vera": -109, "Gleb": -27, "Dina": -27}, money
    )
    assert result.transfers == (
        Transfer("Vera", "Anna", 100, 5),
        Transfer("Vera", "Boris", 20, 1),
        Transfer("Gleb", "Boris", 20, 1),
        Transfer("Dina", "Boris", 20, 1),
    )


def test_a_coin_coarser_than_all_balances_leaves_nothing_to_pay() -> None:
    # at 0.01 a point the balances are 0.20, -0.10, -0.10, and the smallest coin is 1
    result = fewest_payments(
        {"Anna": 20, "Boris": -10, "Vera": -10}, parse_money("0.01", "1", "EUR")
    )
    assert result.transfers == ()
    assert dict(result.roundings) == {
        "Anna": Fraction(-1, 5),
        "Boris": Fraction(1, 10),
        "Vera": Fraction(1, 10),
    }


@pytest.mark.parametrize(
    "balances",
    [pytest.param({}, id="nobody"), pytest.param({"Anna": 0, "Boris": 0}, id="all-even")],
)
def test_where_nobody_owes_nobody_pays(balances: dict[str, int]) -> None:
    assert (
        fewest_payments(balances, FIVE_CENTS)
        == fewest_payments(balances)
        == Settlement((), True, ())
    )


def test_groups_that_settle_among_themselves_spare_a_payment() -> None:
    # 9 = 5 + 4 and 6 = 6: three payments, where the largest against the largest (9 against 6) takes
    # four
    result = fewest_payments({"Anna": 9, "Boris": 6, "Vera": -5, "Gleb": -4, "Dina": -6})
    assert result.transfers == (
        Transfer("Vera", "Anna", 5, None),
        Transfer("Gleb", "Anna", 4, None),
        Transfer("Dina", "Boris", 6, None),
    )


def test_inside_a_group_the_largest_debt_meets_the_largest_claim() -> None:
    # debts 8, 5 laid beside claims 7, 6: the 8 covers the 7 and 1 of the 6, the 5 the rest
    result = fewest_payments({"Anna": 6, "Boris": 7, "Vera": -8, "Gleb": -5})
    assert result.transfers == (
        Transfer("Vera", "Anna", 1, None),
        Transfer("Vera", "Boris", 7, None),
        Transfer("Gleb", "Anna", 5, None),
    )


def test_equal_debts_inside_a_group_are_laid_in_seat_order() -> None:
    # debts 3, 3 laid beside claims 5, 1: only the later 3 reaches the 1
    result = fewest_payments({"Anna": 1, "Boris": 5, "Vera": -3, "Gleb": -3})
    assert result.transfers == (
        Transfer("Vera", "Boris", 3, None),
        Transfer("Gleb", "Anna", 1, None),
        Transfer("Gleb", "Boris", 2, None),
    )


def test_equal_amounts_are_matched_in_seat_order() -> None:
    result = fewest_payments({"Anna": 4, "Boris": -4, "Vera": 4, "Gleb": -4})
    assert result.transfers == (
        Transfer("Boris", "Anna", 4, None),
        Transfer("Gleb", "Vera", 4, None),
    )


def test_huge_balances_stay_exact() -> None:
    huge = 10**40 + 1
    money = parse_money("0.000003", "0.000001", "")
    result = fewest_payments({"Anna": huge, "Boris": -huge}, money)
    assert result.transfers == (Transfer("Boris", "Anna", huge, 3 * huge),)
    assert money.amount(3 * huge) == "3" + "0" * 34 + ".000003"


@pytest.mark.parametrize("money", [None, FIVE_CENTS])
def test_balances_that_do_not_sum_to_zero_are_refused(money: Money | None) -> None:
    with pytest.raises(ValueError, match="sum to zero, not to 1/3"):
        fewest_payments({"Anna": Fraction(16, 3), "Boris": -5}, money)


def test_payments_that_leave_somebody_unsettled_never_get_out() -> None:
    with pytest.raises(AssertionError, match="do not settle Anna"):
        settlement._check({("Boris", "Anna"): 5}, {"Anna": 6, "Boris": -5})


# Settling: the fewest


def partitions(people: list[int]) -> Iterator[list[list[int]]]:
    if not people:
        yield []
        return
    for smaller in partitions(people[1:]):
        yield [[people[0]], *smaller]
        for i, block in enumerate(smaller):
            yield [*smaller[:i], [people[0], *block], *smaller[i + 1 :]]


def fewest_by_partition(amounts: Sequence[int | Fraction]) -> int:
    owing = [seat for seat, amount in enumerate(amounts) if amount]
    return len(owing) - max(
        len(blocks)
        for blocks in partitions(owing)
        if all(sum(amounts[seat] for seat in block) == 0 for block in blocks)
    )


def test_four_people_settle_in_as_few_payments_as_any_payments_can() -> None:
    # every payment that exists, backwards from nobody owing: no theory of groups behind it
    steps: dict[tuple[int, ...], int] = {(0, 0, 0, 0): 0}
    frontier = list(steps)
    while frontier:
        reached = []
        for state in frontier:
            for (payer, payee), amount in product(permutations(range(4), 2), range(1, 7)):
                moved = list(state)
                moved[payer] -= amount
                moved[payee] += amount
                if max(map(abs, moved)) <= 6 and tuple(moved) not in steps:
                    steps[tuple(moved)] = steps[state] + 1
                    reached.append(tuple(moved))
        frontier = reached
    small = [state for state in product(range(-3, 4), repeat=4) if sum(state) == 0]
    assert [len(fewest_payments(seated(state)).transfers) for state in small] == [
        steps[state] for state in small
    ]


def closed(amounts: list[int]) -> list[int]:
    return [*amounts, -sum(amounts)]


GROUP = st.lists(st.integers(-9, 9), min_size=1, max_size=3).map(closed)
PLANTED = (
    st.lists(GROUP, min_size=1, max_size=3)
    .map(lambda groups: list(chain.from_iterable(groups))[:6])
    .map(closed)
    .flatmap(st.permutations)
)
UP_TO_SEVEN = st.lists(st.integers(-30, 30), max_size=6).map(closed) | PLANTED
SHARES = st.lists(st.fractions(-500, 500, max_denominator=6), max_size=8).map(
    lambda s: [*s, -sum(s)]
)
AMOUNTS = st.decimals("0.01", 20, places=2).map(str)
MONEY = st.builds(parse_money, AMOUNTS, AMOUNTS, st.just(""))


@settings(deadline=None)
@given(UP_TO_SEVEN)
def test_no_partition_takes_fewer_payments(amounts: list[int]) -> None:
    result = fewest_payments(seated(amounts))
    assert result.fewest
    assert len(result.transfers) == fewest_by_partition(amounts)


@settings(deadline=None)
@given(UP_TO_SEVEN, MONEY)
def test_no_partition_of_the_whole_coins_takes_fewer_payments(
    amounts: list[int], money: Money
) -> None:
    result = fewest_payments(seated(amounts), money)
    coins = received(result, "coins")
    assert len(result.transfers) == fewest_by_partition(list(coins.values()))


@given(SHARES)
def test_points_are_settled_exactly(amounts: list[Fraction]) -> None:
    balances = seated(amounts)
    result = fewest_payments(balances)
    assert {name: received(result, "points")[name] for name in balances} == balances
    assert result.roundings == ()


@given(SHARES, MONEY)
def test_each_person_is_within_a_coin_of_exact(amounts: list[Fraction], money: Money) -> None:
    balances = seated(amounts)
    result = fewest_payments(balances, money)
    coins = received(result, "coins")
    exact = {
        name: balance * Fraction(money.stake) / Fraction(money.coin)
        for name, balance in balances.items()
    }
    off = {name: coins[name] - exact[name] for name in balances}
    assert sum(coins.values()) == 0
    assert all(-1 < error < 1 for error in off.values())
    assert dict(result.roundings) == {name: error for name, error in off.items() if error}
    assert sum(off.values()) == 0


@given(SHARES, MONEY)
def test_nobody_is_rounded_up_before_somebody_nearer_the_next_coin(
    amounts: list[Fraction], money: Money
) -> None:
    errors = dict(fewest_payments(seated(amounts), money).roundings)
    up = [1 - error for error in errors.values() if error > 0]
    down = [-error for error in errors.values() if error < 0]
    assert not up or not down or min(up) >= max(down)


@given(SHARES, st.none() | MONEY)
def test_payments_are_positive_listed_by_seat_and_fewer_than_the_people(
    amounts: list[Fraction], money: Money | None
) -> None:
    result = fewest_payments(seated(amounts), money)
    assert all(
        t.points > 0 and (t.coins is None if money is None else (t.coins or 0) > 0)
        for t in result.transfers
    )
    order = [(int(t.payer[1:]), int(t.payee[1:])) for t in result.transfers]
    assert order == sorted(set(order))
    assert len(order) <= max(len(amounts) - 1, 0)


@given(SHARES, MONEY)
def test_where_nothing_was_rounded_points_are_what_the_coins_are_worth(
    amounts: list[Fraction], money: Money
) -> None:
    whole = [amount * 6 * 100 for amount in amounts]  # sixths and cents both come out even
    fine = money._replace(coin="0.01")
    for transfer in fewest_payments(seated(whole), fine).transfers:
        assert transfer.points == (transfer.coins or 0) * Fraction(fine.coin) / Fraction(fine.stake)


@given(st.lists(st.fractions(0, 500, max_denominator=6), min_size=1, max_size=8), MONEY)
def test_losers_pay_the_one_winner_the_points_they_lost(
    losses: list[Fraction], money: Money
) -> None:
    result = fewest_payments({"Winner": sum(losses), **seated([-loss for loss in losses])}, money)
    assume(len(result.transfers) == sum(loss > 0 for loss in losses))
    assert all(
        t.payee == "Winner" and t.points == losses[int(t.payer[1:])] for t in result.transfers
    )


@given(SHARES, st.none() | MONEY)
def test_equal_balances_settle_equally(amounts: list[Fraction], money: Money | None) -> None:
    assert fewest_payments(seated(amounts), money) == fewest_payments(seated(list(amounts)), money)


def test_twenty_people_are_settled_at_once() -> None:
    amounts = closed([7 * 3**power for power in range(19)])
    times = []
    for _ in range(3):
        start = process_time()
        result = fewest_payments(seated(amounts))
        times.append(process_time() - start)
    assert (result.fewest, len(result.transfers)) == (True, 19)
    assert min(times) < 0.5


def test_fourteen_people_in_seven_pairs_take_seven_payments() -> None:
    result = fewest_payments(seated([*range(1, 8), *range(-7, 0)]))
    assert [(t.payer, t.payee) for t in result.transfers] == [
        (f"P{7 + i}", f"P{6 - i}") for i in range(7)
    ]


def test_people_who_are_even_do_not_count_against_the_exact_search() -> None:
    assert fewest_payments(seated([*range(1, 8), *[0] * 20, *range(-7, 0)])).fewest


# No two of them are opposite: who pays owes an even number, who is paid an odd one.
WITHOUT_PAIRS = st.lists(
    st.integers(1, 99).map(lambda number: -number if number % 2 == 0 else number),
    min_size=22,
    max_size=30,
)


@settings(deadline=None)
@given(WITHOUT_PAIRS, st.none() | MONEY)
def test_beyond_twenty_people_payments_are_settled_but_not_called_fewest(
    amounts: list[int], money: Money | None
) -> None:
    assume(sum(amount > 0 for amount in amounts) > 2 and sum(amount < 0 for amount in amounts) > 2)
    assume(sum(amounts) not in (0, *amounts))
    balances = seated(closed(amounts))
    result = fewest_payments(balances, money)
    owing = len(received(result, "points" if money is None else "coins"))
    assert len(result.transfers) <= max(owing - 1, 0)
    assert money is not None or not result.fewest
    assert money is not None or dict(received(result, "points")) == balances


def test_beyond_twenty_people_opposite_pairs_still_pay_each_other() -> None:
    # Five pairs, and 22 people without an opposite: 5 payments and at most 21.
    pairs = [side * 10**6 * number for number in range(1, 6) for side in (1, -1)]
    others = [*range(1, 32, 2), *[-50] * 5, -6]
    result = fewest_payments(seated([*pairs, *others]))
    assert {(f"P{2 * n + 1}", f"P{2 * n}") for n in range(5)} <= {
        (t.payer, t.payee) for t in result.transfers
    }
    assert len(result.transfers) <= 26
    assert not result.fewest


# Pair by pair


def test_opposite_debts_of_a_pair_are_netted() -> None:
    debts = {
        ("Anna", "Boris"): 10,
        ("Boris", "Anna"): 4,
        ("Boris", "Vera"): 5,
        ("Vera", "Boris"): 5,
    }
    result = pairwise(debts, ["Anna", "Boris", "Vera"])
    assert result == Settlement((Transfer("Anna", "Boris", 6, None),), False, ())


def test_pair_by_pair_nothing_is_passed_on() -> None:
    debts = {("Vera", "Anna"): 5, ("Boris", "Vera"): 5, ("Vera", "Boris"): 2, ("Anna", "Boris"): 3}
    result = pairwise(debts, ["Anna", "Boris", "Vera"], FIVE_CENTS)
    assert result.transfers == (
        Transfer("Anna", "Boris", 3, 3),
        Transfer("Boris", "Vera", 3, 3),
        Transfer("Vera", "Anna", 5, 5),
    )


@pytest.mark.parametrize(
    ("points", "coins"),
    [
        pytest.param(5, 2, id="two-and-a-half"),
        pytest.param(7, 3, id="three-and-a-half"),
        pytest.param(6, 3, id="whole"),
        pytest.param(Fraction(16, 3), 3, id="two-and-two-thirds"),
        pytest.param(Fraction(14, 3), 2, id="two-and-a-third"),
        pytest.param(Fraction(7, 6), 1, id="over-half-a-coin"),
    ],
)
def test_a_debt_goes_to_the_nearest_coin_and_a_half_to_the_payer(
    points: int | Fraction, coins: int
) -> None:
    # 0.05 a point in coins of 0.10: two points to a coin
    money = parse_money("0.05", "0.10", "")
    result = pairwise({("Anna", "Vera"): points}, ["Vera", "Anna"], money)
    assert result.transfers == (Transfer("Anna", "Vera", points, coins),)


def test_roundings_of_all_pairs_add_up_for_each_person() -> None:
    # two and a half coins to each of two, and half a coin that is never paid
    debts = {("Anna", "Boris"): 5, ("Anna", "Vera"): 5, ("Gleb", "Vera"): 1}
    result = pairwise(debts, ["Anna", "Boris", "Vera", "Gleb"], parse_money("0.05", "0.10", ""))
    assert [(t.payer, t.payee, t.coins) for t in result.transfers] == [
        ("Anna", "Boris", 2),
        ("Anna", "Vera", 2),
    ]
    half = Fraction(1, 2)
    assert dict(result.roundings) == {"Anna": 1, "Boris": -half, "Vera": -1, "Gleb": half}


def test_a_debt_of_somebody_who_has_no_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat: Gleb"):
        pairwise({("Gleb", "Anna"): 5}, ["Anna", "Boris"])


SEATS = ["Anna", "Boris", "Vera", "Gleb"]
DEBTS = st.dictionaries(
    st.sampled_from(list(permutations(SEATS, 2))), st.fractions(0, 500, max_denominator=6)
)


@given(DEBTS, MONEY)
def test_pair_by_pair_coins_lie_within_half_a_coin_for_each_pair(
    debts: dict[tuple[str, str], Fraction], money: Money
) -> None:
    result = pairwise(debts, SEATS, money)
    for transfer in result.transfers:
        exact = transfer.points * Fraction(money.stake) / Fraction(money.coin)
        assert -Fraction(1, 2) <= (transfer.coins or 0) - exact < Fraction(1, 2)
        assert (transfer.coins or 0) > 0
    assert sum(coins for _, coins in result.roundings) == 0


@given(DEBTS)
def test_pair_by_pair_and_fewest_settle_the_same_balances(
    debts: dict[tuple[str, str], Fraction],
) -> None:
    balances = dict.fromkeys(SEATS, Fraction(0))
    for (payer, payee), points in debts.items():
        balances[payer] -= points
        balances[payee] += points
    few, pairs = fewest_payments(balances), pairwise(debts, SEATS)
    assert {n: received(few, "points")[n] for n in SEATS} == {
        n: received(pairs, "points")[n] for n in SEATS
    }


# The house rules


def test_whole_points_cost_no_import_of_fractions() -> None:
    code = (
        "import sys, rummy_score.money.settlement as s; "
        "s.fewest_payments({'Anna': 5, 'Boris': -5}, s.parse_money('0.05', '0.05', 'EUR')); "
        "sys.exit(bool({'fractions', 'decimal'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_no_float_is_anywhere_in_it() -> None:
    with open(settlement.__file__, encoding="utf-8") as source:
        nodes = list(ast.walk(ast.parse(source.read())))
    assert not [
        n for n in nodes if isinstance(n, ast.Div) or (isinstance(n, ast.Name) and n.id == "float")
    ]
    assert not [n for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, float)]
