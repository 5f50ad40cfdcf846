"""What one pays another: how many points that pays off, and what is too much."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.money.payments import payment
from rummy_score.money.settlement import Money, fewest_payments, parse_money
from rummy_score.points import Points

EURO = Money(stake="0.10", coin="0.05", currency="EUR")
# Anna gets 5.50 EUR: 3.40 from Boris and 2.10 from Vera.
OWED = {"Anna": 55, "Boris": -34, "Vera": -21}


@pytest.mark.parametrize(
    ("money", "typed", "points", "told"),
    [
        pytest.param(EURO, "2", 20, "2.00 EUR", id="a-part"),
        pytest.param(EURO, "2.05 EUR", Fraction(41, 2), "2.05 EUR", id="half-a-point"),
        pytest.param(EURO, "3,40", 34, "3.40 EUR", id="all-of-it"),
        pytest.param(None, "12", 12, "12 points", id="points"),
        pytest.param(None, "1", 1, "1 point", id="one-point"),
        pytest.param(None, "12.5", Fraction(25, 2), "12.5 points", id="points-and-a-half"),
        pytest.param(None, "10/3", Fraction(10, 3), "10/3 points", id="points-in-thirds"),
    ],
)
def test_an_amount_is_worth_points_by_the_stake(
    money: Money | None, typed: str, points: Points, told: str
) -> None:
    paid = payment(OWED, money, "Boris", "Anna", typed)
    assert paid == ({"Boris": -points, "Anna": points}, told)


def test_what_a_rounded_settlement_asks_pays_off_exactly_what_is_owed() -> None:
    # 34 points at 0.01 are 0.34: 0.35 in coins of 0.05, half a coin of which nobody owes.
    coarse = parse_money("0.01", "0.05", "")
    assert payment(OWED, coarse, "Boris", "Anna", "0.35").balances["Anna"] == 34
    assert payment(OWED, coarse, "Boris", "Anna", "0.30").balances["Anna"] == 30


def test_the_last_payment_of_a_settlement_leaves_nothing_that_was_rounded() -> None:
    # At 0.07 a point 0.56, 0.56 and -1.12: in whole coins Vera pays one, and Boris gets none.
    owed = {"Anna": 8, "Boris": 8, "Vera": -16}
    whole = parse_money("0.07", "1", "")
    assert payment(owed, whole, "Vera", "Anna", "1").balances == owed


@pytest.mark.parametrize(
    ("payer", "payee", "typed", "told"),
    [
        pytest.param("Boris", "Anna", "3.45", "3.45 EUR is more than Boris can owe Anna: that is 3.40 EUR at most.", id="too-much"),
        pytest.param("Anna", "Boris", "1", "Anna owes nothing.", id="who-is-owed"),
        pytest.param("Boris", "Vera", "1", "Vera is owed nothing.", id="who-owes-too"),
    ],
)  # fmt: skip
def test_more_than_is_owed_is_refused(payer: str, payee: str, typed: str, told: str) -> None:
    with pytest.raises(BrokenRule) as refused:
        payment(OWED, EURO, payer, payee, typed)
    assert str(refused.value).startswith(told)


@pytest.mark.parametrize(
    ("money", "typed", "told"),
    [
        pytest.param(EURO, "0.12", "0.12 cannot be paid in coins of 0.05", id="no-such-coin"),
        pytest.param(EURO, "much", "'much' is not an amount of money", id="words"),
        pytest.param(EURO, "-1", "'-1' is not an amount of money", id="minus"),
        pytest.param(EURO, "0", "'0' is worth nothing", id="nothing"),
        pytest.param(EURO, "1,000", "could mean 1.000 or 1000", id="comma"),
        pytest.param(EURO, "9" * 5000, "is not an amount of money", id="thousands-of-digits"),
        pytest.param(None, "0", "'0' is nothing", id="no-points"),
        pytest.param(None, "1/0", "'1/0' is no number of points", id="by-zero"),
        pytest.param(None, "-3", "'-3' is no number of points", id="minus-points"),
    ],
)
def test_what_is_no_amount_is_refused(money: Money | None, typed: str, told: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        payment(OWED, money, "Boris", "Anna", typed)
    assert told in str(refused.value)


def test_nobody_pays_himself() -> None:
    with pytest.raises(UnreadableInput, match="Boris cannot pay his own side"):
        payment(OWED, EURO, "Boris", "Boris", "1")


@given(
    st.lists(st.integers(-99, 99), min_size=1, max_size=5),
    st.sampled_from(["0.01", "0.07", "0.10", "3"]),
    st.sampled_from(["0.01", "0.05", "0.5", "1"]),
    st.randoms(use_true_random=False),
)
def test_whoever_pays_what_a_settlement_asks_comes_to_nothing_in_any_order(
    points: list[int], stake: str, coin: str, random: Random
) -> None:
    left: dict[str, Points] = {f"P{n}": each for n, each in enumerate([*points, -sum(points)])}
    money = parse_money(stake, coin, "")
    for _ in range(2 * len(left)):
        asked = fewest_payments(left, money).transfers
        if not asked:
            break
        transfer = random.choice(asked)
        assert transfer.coins is not None
        amount = money.amount(transfer.coins)
        paid = payment(left, money, transfer.payer, transfer.payee, amount).balances
        left = {side: due - paid.get(side, 0) for side, due in left.items()}
        assert sum(left.values()) == 0
    assert fewest_payments(left, money).transfers == ()
