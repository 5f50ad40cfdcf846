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
from rummy_score.names import clean, listed, shown
from rummy_score.points import Points

if TYPE_CHECKING:
    from fractions import Fraction  # imported where a share is not whole: it costs 2 ms at start

_Pair: TypeAlias = tuple[str, str]
_Key = TypeVar("_Key")

DEFAULT_COIN = "0.01"
MOST_EXACT = 14
_LONGEST_CURRENCY = 12
_DECIMALS = 6
_AMOUNT = re.compile(r"([0-9]{1,12})(?:[.,]([0-9]{1,6}))?")


class Money(NamedTuple):
    """What a point is worth and the smallest coin, as canonical text (``0.05``); amounts count coins."""

    stake: str
    coin: str
    currency: str

    def amount(self, coins: int) -> str:
        """Write so many coins with the decimals of the coin: 32 coins of 0.05 are ``1.60``."""
        decimals = len(self.coin.partition(".")[2])
        digits = str(abs(coins) * int(self.coin.replace(".", ""))).zfill(decimals + 1)
        whole = len(digits) - decimals
        return (
            ("-" if coins < 0 else "") + digits[:whole] + ("." + digits[whole:] if decimals else "")
        )


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


class _Due(NamedTuple):
    """Everybody's balance in parts, the parts in a point, the coins it comes to, and the coins in a part."""

    parts: dict[str, int]
    unit: int
    coins: dict[str, int]
    rate: tuple[int, int]


def parse_money(stake: str, coin: str | None, currency: str) -> Money:
    """Read the stake for a point, the smallest coin (default 0.01) and the currency (may be empty).

    Raises UnreadableInput.

    >>> parse_money("0,05", None, "EUR")
    Money(stake='0.05', coin='0.01', currency='EUR')
    """
    name = currency and clean(currency, "the currency", _LONGEST_CURRENCY)
    return Money(
        _amount("stake", stake), _amount("coin", DEFAULT_COIN if coin is None else coin), name
    )


def _amount(what: str, text: str) -> str:
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise UnreadableInput(
            f"the {what} {shown(text)!r} is not an amount of money: write digits, at most 12 before and "
            "6 after the point, such as 0.05."
        )
    if re.fullmatch("[1-9][0-9]{0,2},[0-9]{3}", text.strip()):
        either = f"{text.replace(',', '.')} or {text.replace(',', '')}"
        raise UnreadableInput(
            f"the {what} {shown(text)!r} could mean {either}: write it without a comma."
        )
    whole, decimals = found[1].lstrip("0") or "0", found[2]
    amount = f"{whole}.{decimals}" if decimals else whole
    if not _millionths(amount):
        raise UnreadableInput(
            f"the {what} {shown(text)!r} is worth nothing: write more than 0, such as 0.05."
        )
    return amount


def _millionths(amount: str) -> int:
    whole, _, decimals = amount.partition(".")
    return int(whole + decimals.ljust(_DECIMALS, "0"))


def settle(balances: Mapping[str, Points], money: Money | None = None) -> Settlement:
    """Settle balances (in seat order, summing to zero) by the fewest payments possible.

    With money they are the fewest for the balances in whole coins. A transfer's points are the
    exact ones that go the same way or, where rounding sends coins another way than points, what its
    coins are worth. Raises ValueError where the balances do not sum to zero.

    >>> settle({"Anna": 5, "Boris": -3, "Vera": -2}).transfers[0]
    Transfer(payer='Boris', payee='Anna', points=3, coins=None)
    """
    parts, unit = _scaled(balances)
    if sum(parts.values()):
        raise ValueError(f"balances must sum to zero, not to {_points(sum(parts.values()), unit)}")
    rate = _rate(unit, money)
    due = _Due(parts, unit, _whole_coins(parts, rate), rate)
    groups, fewest = _groups({name: coins for name, coins in due.coins.items() if coins})
    payments = {
        pair: payment for group in groups for pair, payment in _paid_along(group, due).items()
    }
    settlement = _settlement(payments, due, fewest, money)
    if not settlement.roundings:
        _check({pair: points for pair, (points, _) in payments.items()}, balances)
    return settlement


def pairwise(
    debts: Mapping[_Pair, Points], seats: Sequence[str], money: Money | None = None
) -> Settlement:
    """Settle what each (payer, payee) lost pair by pair, opposite debts netted, each to the nearest coin.

    Half a coin goes to the payer. Raises ValueError where a debt names somebody who has no seat.

    >>> pairwise({("Anna", "Vera"): 5, ("Vera", "Anna"): 3}, ["Anna", "Vera"]).transfers
    (Transfer(payer='Anna', payee='Vera', points=2, coins=None),)
    """
    if strangers := {name for pair in debts for name in pair}.difference(seats):
        raise ValueError(f"debts name somebody who has no seat: {listed(sorted(strangers))}")
    owed, unit = _scaled(debts)
    over, under = rate = _rate(unit, money)
    net = {(a, b): owed.get((a, b), 0) - owed.get((b, a), 0) for a, b in permutations(seats, 2)}
    net = {pair: parts for pair, parts in net.items() if parts > 0}
    coins = {pair: -((under - 2 * parts * over) // (2 * under)) for pair, parts in net.items()}
    due = _Due(_balances(owed, seats), unit, _balances(coins, seats), rate)
    payments = {pair: (_points(net[pair], unit), whole) for pair, whole in coins.items() if whole}
    _check(net, due.parts)
    return _settlement(payments, due, False, money)


def _scaled(points: Mapping[_Key, Points]) -> tuple[dict[_Key, int], int]:
    """Return points as whole parts, and how many parts make a point."""
    unit = lcm(*(p.denominator for p in points.values()))
    return {key: p.numerator * (unit // p.denominator) for key, p in points.items()}, unit


def _points(parts: int, unit: int) -> Points:
    if parts % unit == 0:
        return parts // unit
    from fractions import Fraction

    return Fraction(parts, unit)


def _rate(unit: int, money: Money | None) -> tuple[int, int]:
    """Return the coins that a part is worth, over and under the line; without money a part is the coin."""
    return (1, 1) if money is None else (_millionths(money.stake), _millionths(money.coin) * unit)


def _whole_coins(parts: Mapping[str, int], rate: tuple[int, int]) -> dict[str, int]:
    """Turn balances into coins by largest remainder: each within a coin of exact, zero in all."""
    over, under = rate
    exact = {name: divmod(p * over, under) for name, p in parts.items()}
    missing = -sum(floor for floor, _ in exact.values())
    nearest_next = sorted(exact, key=lambda name: -exact[name][1])[:missing]
    return {name: floor + (name in nearest_next) for name, (floor, _) in exact.items()}


def _balances(flow: Mapping[_Pair, int], seats: Iterable[str]) -> dict[str, int]:
    balances = dict.fromkeys(seats, 0)
    for (payer, payee), amount in flow.items():
        balances[payer] -= amount
        balances[payee] += amount
    return balances


def _groups(amounts: Mapping[str, int]) -> tuple[list[list[str]], bool]:
    """Split people into groups that each sum to zero; say whether there are provably as many as can be."""
    names = list(amounts)
    if len(names) > MOST_EXACT:
        # Everybody pays, or is paid, at least once: with one person on the other side that is what
        # it takes.
        return [names], 1 in (
            sum(a > 0 for a in amounts.values()),
            sum(a < 0 for a in amounts.values()),
        )
    return [[names[i] for i in group] for group in _most_groups(list(amounts.values()))], True


def _most_groups(amounts: Sequence[int]) -> list[list[int]]:
    """Split amounts that sum to zero into the most groups that each do; return their positions.

    The fewest payments are the people less the most zero-sum groups: a group of n settles with n -
    1, and people whom payments link are a zero-sum group, linked by at least n - 1 (T. Verhoeff,
    "Settling Multiple Debts Efficiently", Informatics in Education 3, 2004). ``closed[people]``,
    both bit masks, are the most groups that can be closed one after the other while those people
    are added one at a time.
    """
    sums = [0]
    for amount in amounts:
        sums += [total + amount for total in sums]
    bits = [1 << position for position in range(len(amounts))]
    closed: list[tuple[int, ...]] = [()]
    for people in range(1, len(sums)):
        most = max([closed[people ^ bit] for bit in bits if people & bit], key=len)
        closed.append(most if sums[people] else (*most, people - sum(most)))
    return [[i for i, bit in enumerate(bits) if group & bit] for group in closed[-1]]


def _paid_along(group: Iterable[str], due: _Due) -> dict[_Pair, tuple[Points, int]]:
    """Settle one group, the largest debt against the largest claim first, in points and in coins."""
    line = sorted(group, key=lambda name: -abs(due.coins[name]))
    flow, exact = _flow(line, due.coins), _flow(line, due.parts)
    if exact.keys() == flow.keys():
        return {pair: (_points(exact[pair], due.unit), coins) for pair, coins in flow.items()}
    over, under = due.rate
    return {pair: (_points(coins * under, over * due.unit), coins) for pair, coins in flow.items()}


def _flow(line: Sequence[str], amounts: Mapping[str, int]) -> dict[_Pair, int]:
    """Lay the debts end to end beside the claims: each debt pays the claims that it lies beside."""
    left = {name: abs(amounts[name]) for name in line}
    payers, payees = [n for n in line if amounts[n] < 0], [n for n in line if amounts[n] > 0]
    flow: dict[_Pair, int] = {}
    while payers and payees:
        pair = payers[0], payees[0]
        flow[pair] = min(left[name] for name in pair)
        for side, name in ((payers, pair[0]), (payees, pair[1])):
            left[name] -= flow[pair]
            if not left[name]:
                side.pop(0)
    return flow


def _settlement(
    payments: Mapping[_Pair, tuple[Points, int]], due: _Due, fewest: bool, money: Money | None
) -> Settlement:
    """List the payments in seat order, checked against what is due to each, with who was rounded."""
    _check({pair: coins for pair, (_, coins) in payments.items()}, due.coins)
    transfers = [
        Transfer(*pair, *payments[pair]) for pair in permutations(due.coins, 2) if pair in payments
    ]
    if money is None:
        transfers = [transfer._replace(coins=None) for transfer in transfers]
    return Settlement(tuple(transfers), fewest, tuple(_roundings(due)))


def _roundings(due: _Due) -> Iterator[Rounding]:
    over, under = due.rate
    for name, parts in due.parts.items():
        if excess := due.coins[name] * under - parts * over:
            from fractions import Fraction

            yield Rounding(name, Fraction(excess, under))


def _check(flow: Mapping[_Pair, Points], due: Mapping[str, Points]) -> None:
    """Raise AssertionError unless each person receives, less what that person pays, exactly what is due."""
    left = dict(due)
    for (payer, payee), amount in flow.items():
        left[payer] += amount
        left[payee] -= amount
    if wrong := [name for name, amount in left.items() if amount]:
        raise AssertionError(
            f"the payments do not settle {listed(wrong)}: {dict(flow)} for {dict(due)}"
        )
