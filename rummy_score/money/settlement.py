"""Balances -> the fewest payments; points -> money, exact to the smallest coin.

Inside, every amount is an integer: points are counted in parts, so many to a point that no share is
broken, money in coins. Where no money was agreed a part is the coin. Every settlement is checked
before it leaves.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from math import lcm
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from rummy_score.errors import UnreadableInput
from rummy_score.money.groups import grouped
from rummy_score.names import clean, listed, shown
from rummy_score.points import Points, divided

if TYPE_CHECKING:
    from fractions import Fraction  # imported where a share is not whole: it costs 2 ms at start

_Pair: TypeAlias = tuple[str, str]
_Key = TypeVar("_Key")

DEFAULT_COIN = "0.01"
_LONGEST_CURRENCY = 12
_DECIMALS = 6
_AMOUNT = re.compile(r"([0-9]{1,12})(?:[.,]([0-9]{1,6}))?")


class Money(NamedTuple):
    """What a point is worth and the smallest coin, as canonical text (``0.05``)."""

    stake: str
    coin: str
    currency: str

    def amount(self, coins: int) -> str:
        """Write so many coins with the decimals of the coin, or two where it has one.

        32 coins of 0.05 are ``1.60``, one of 0.5 is ``0.50``, and three of 1 are ``3``.
        """
        whole, _, fraction = self.coin.partition(".")
        fraction = fraction and fraction.ljust(2, "0")
        decimals = len(fraction)
        smallest = int(whole + fraction)  # the coin, counted in its last decimal
        digits = str(abs(coins) * smallest).zfill(decimals + 1)
        sign = "-" if coins < 0 else ""
        if not decimals:
            return sign + digits
        return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"


class Transfer(NamedTuple):
    """One payment: the points it settles, and its coins where money was agreed."""

    payer: str
    payee: str
    points: Points
    coins: int | None


class Rounding(NamedTuple):
    """How many coins more than the exact balance a person gets; negative: fewer. Never 0."""

    name: str
    coins: "Fraction"


class Settlement(NamedTuple):
    """Who pays whom; ``fewest`` where it is proven that no other way takes fewer payments."""

    transfers: tuple[Transfer, ...]
    fewest: bool
    roundings: tuple[Rounding, ...]


class _Rate(NamedTuple):
    """The coins that a part of a point is worth: ``coins`` for ``parts``."""

    coins: int
    parts: int


class _Due(NamedTuple):
    """Everybody's balance in parts, ``unit`` of them a point, and the whole coins it comes to."""

    parts: dict[str, int]
    unit: int
    coins: dict[str, int]
    rate: _Rate


class _Payment(NamedTuple):
    """What one person pays another: the points, and the coins that they come to."""

    points: Points
    coins: int


def parse_money(stake: str, coin: str | None, currency: str) -> Money:
    """Read the stake for a point, the smallest coin (default 0.01) and the currency (may be empty).

    Raises UnreadableInput.

    >>> parse_money("0,05", None, "EUR")
    Money(stake='0.05', coin='0.01', currency='EUR')
    """
    name = currency and clean(currency, "the currency", _LONGEST_CURRENCY)
    return Money(
        parse_amount("stake", stake),
        parse_amount("coin", DEFAULT_COIN if coin is None else coin),
        name,
    )


def parse_amount(what: str, text: str) -> str:
    """Read an amount of money more than 0 as canonical text; ``what`` names it in a refusal."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise UnreadableInput(
            f"the {what} {shown(text)!r} is not an amount of money: "
            "write digits, at most 12 before and 6 after the point, such as 0.05."
        )
    if re.fullmatch("[1-9][0-9]{0,2},[0-9]{3}", text.strip()):
        either = f"{text.replace(',', '.')} or {text.replace(',', '')}"
        raise UnreadableInput(
            f"the {what} {shown(text)!r} could mean {either}: write it without a comma."
        )
    whole, decimals = found[1].lstrip("0") or "0", found[2]
    amount = f"{whole}.{decimals}" if decimals else whole
    if not millionths(amount):
        raise UnreadableInput(
            f"the {what} {shown(text)!r} is worth nothing: write more than 0, such as 0.05."
        )
    return amount


def millionths(amount: str) -> int:
    """Return an amount as ``parse_amount`` writes it, counted in millionths."""
    whole, _, decimals = amount.partition(".")
    return int(whole + decimals.ljust(_DECIMALS, "0"))


def worth(coins: int, money: Money) -> Points:
    """Return the points that so many coins are worth, exactly.

    >>> worth(3, Money(stake="0.10", coin="0.05", currency=""))
    Fraction(3, 2)
    """
    return divided(coins * millionths(money.coin), millionths(money.stake))


def fewest_payments(balances: Mapping[str, Points], money: Money | None = None) -> Settlement:
    """Settle balances (in seat order, summing to zero) by the fewest payments possible.

    With money they are the fewest for the balances in whole coins. A transfer's points are the
    exact ones that go the same way or, where rounding sends coins another way than points, what its
    coins are worth. Raises ValueError where the balances do not sum to zero.

    >>> fewest_payments({"Anna": 5, "Boris": -3, "Vera": -2}).transfers[0]
    Transfer(payer='Boris', payee='Anna', points=3, coins=None)
    """
    parts, unit = _scaled(balances)
    over = sum(parts.values())
    if over:
        raise ValueError(f"balances must sum to zero, not to {divided(over, unit)}")
    rate = _rate(unit, money)
    due = _Due(parts, unit, _whole_coins(parts, rate), rate)
    grouping = grouped({name: coins for name, coins in due.coins.items() if coins})
    payments: dict[_Pair, _Payment] = {}
    for group in grouping.groups:
        payments |= _paid_along(group, due)
    settlement = _settlement(payments, due, grouping.most, money)
    if not settlement.roundings:
        # Nobody was rounded, so that the points must come out exactly too.
        _check({pair: payment.points for pair, payment in payments.items()}, balances)
    return settlement


def pairwise(
    debts: Mapping[_Pair, Points], seats: Sequence[str], money: Money | None = None
) -> Settlement:
    """Settle what each (payer, payee) lost pair by pair, opposite debts netted.

    Each pair is rounded to the nearest coin by itself; half a coin stays with the payer. Raises
    ValueError where a debt names somebody who has no seat.

    >>> pairwise({("Anna", "Vera"): 5, ("Vera", "Anna"): 3}, ["Anna", "Vera"]).transfers
    (Transfer(payer='Anna', payee='Vera', points=2, coins=None),)
    """
    strangers = {name for pair in debts for name in pair}.difference(seats)
    if strangers:
        raise ValueError(f"debts name somebody who has no seat: {listed(sorted(strangers))}")
    owed, unit = _scaled(debts)
    rate = _rate(unit, money)
    net = _netted(owed, seats)
    coins = {pair: _nearest_coin(parts, rate) for pair, parts in net.items()}
    due = _Due(_balances(owed, seats), unit, _balances(coins, seats), rate)
    payments: dict[_Pair, _Payment] = {}
    for pair, whole in coins.items():
        if whole:
            payments[pair] = _Payment(divided(net[pair], unit), whole)
    _check(net, due.parts)
    # Pair by pair nothing is passed on, so that it is hardly ever the fewest payments.
    return _settlement(payments, due, False, money)


def _scaled(points: Mapping[_Key, Points]) -> tuple[dict[_Key, int], int]:
    """Return points as whole parts, and how many parts make a point."""
    unit = lcm(*(p.denominator for p in points.values()))
    return {key: p.numerator * (unit // p.denominator) for key, p in points.items()}, unit


def _rate(unit: int, money: Money | None) -> _Rate:
    """Return the coins that a part is worth; without money a part is the coin."""
    if money is None:
        return _Rate(1, 1)
    return _Rate(millionths(money.stake), millionths(money.coin) * unit)


def _whole_coins(parts: Mapping[str, int], rate: _Rate) -> dict[str, int]:
    """Turn balances into coins by largest remainder: each within a coin of exact, zero in all."""
    coins: dict[str, int] = {}
    remainders: dict[str, int] = {}
    for name, balance in parts.items():
        coins[name], remainders[name] = divmod(balance * rate.coins, rate.parts)
    # Rounded down, the coins fall short of zero by fewer than there are people: whoever is nearest
    # to the next coin gets it, the first seat of equals, as sorting keeps their order.
    missing = -sum(coins.values())
    nearest_next = sorted(remainders, key=lambda name: -remainders[name])
    for name in nearest_next[:missing]:
        coins[name] += 1
    return coins


def _nearest_coin(parts: int, rate: _Rate) -> int:
    """Round what is owed to the nearest coin, half a coin down: rounded up after half is taken."""
    half, whole = rate.parts, 2 * rate.parts
    return -((half - 2 * parts * rate.coins) // whole)


def _netted(owed: Mapping[_Pair, int], seats: Sequence[str]) -> dict[_Pair, int]:
    """Return what each owes each beyond what comes back, in seat order, where that is anything."""
    net: dict[_Pair, int] = {}
    for payer, payee in permutations(seats, 2):
        parts = owed.get((payer, payee), 0) - owed.get((payee, payer), 0)
        if parts > 0:
            net[payer, payee] = parts
    return net


def _balances(flow: Mapping[_Pair, int], seats: Iterable[str]) -> dict[str, int]:
    balances = dict.fromkeys(seats, 0)
    for (payer, payee), amount in flow.items():
        balances[payer] -= amount
        balances[payee] += amount
    return balances


def _paid_along(group: Iterable[str], due: _Due) -> dict[_Pair, _Payment]:
    """Settle one group, the largest debt against the largest claim first, in points and coins."""
    line = sorted(group, key=lambda name: -abs(due.coins[name]))
    coins_paid = _flow(line, due.coins)
    parts_paid = _flow(line, due.parts)
    payments: dict[_Pair, _Payment] = {}
    if parts_paid.keys() == coins_paid.keys():
        for pair, coins in coins_paid.items():
            payments[pair] = _Payment(divided(parts_paid[pair], due.unit), coins)
    else:  # rounding sends coins another way than points: the points are what the coins are worth
        for pair, coins in coins_paid.items():
            worth = divided(coins * due.rate.parts, due.rate.coins * due.unit)
            payments[pair] = _Payment(worth, coins)
    return payments


def _flow(line: Sequence[str], amounts: Mapping[str, int]) -> dict[_Pair, int]:
    """Lay debts end to end beside claims: each debt pays the claims that it lies beside."""
    left = {name: abs(amounts[name]) for name in line}
    payers = [name for name in line if amounts[name] < 0]
    payees = [name for name in line if amounts[name] > 0]
    flow: dict[_Pair, int] = {}
    while payers and payees:
        payer, payee = payers[0], payees[0]
        paid = min(left[payer], left[payee])
        flow[payer, payee] = paid
        left[payer] -= paid
        left[payee] -= paid
        if not left[payer]:
            payers.pop(0)
        if not left[payee]:
            payees.pop(0)
    return flow


def _settlement(
    payments: Mapping[_Pair, _Payment], due: _Due, fewest: bool, money: Money | None
) -> Settlement:
    """List payments in seat order, checked against what is due to each, with who was rounded."""
    _check({pair: payment.coins for pair, payment in payments.items()}, due.coins)
    transfers: list[Transfer] = []
    for payer, payee in permutations(due.coins, 2):
        payment = payments.get((payer, payee))
        if payment:
            coins = None if money is None else payment.coins
            transfers.append(Transfer(payer, payee, payment.points, coins))
    return Settlement(tuple(transfers), fewest, tuple(_roundings(due)))


def _roundings(due: _Due) -> Iterator[Rounding]:
    coins_over, parts_under = due.rate
    for name, parts in due.parts.items():
        excess = due.coins[name] * parts_under - parts * coins_over
        if excess:
            from fractions import Fraction

            yield Rounding(name, Fraction(excess, parts_under))


def _check(flow: Mapping[_Pair, Points], due: Mapping[str, Points]) -> None:
    """Raise AssertionError unless each receives, less what he pays, exactly what is due."""
    left = dict(due)
    for (payer, payee), amount in flow.items():
        left[payer] += amount
        left[payee] -= amount
    wrong = [name for name, amount in left.items() if amount]
    if wrong:
        raise AssertionError(
            f"the payments do not settle {listed(wrong)}: {dict(flow)} for {dict(due)}"
        )
