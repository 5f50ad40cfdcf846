"""One payment of one player to another: how many of the points owed it pays off."""

from collections.abc import Mapping
from typing import NamedTuple

from rummy_score.errors import BrokenRule, UnreadableInput
from rummy_score.money.settlement import (
    Money,
    fewest_payments,
    millionths,
    parse_amount,
    worth,
)
from rummy_score.names import shown
from rummy_score.points import Points, points_text, read_part


class Payment(NamedTuple):
    """What one side has paid another: the amount as it is told (``1.60 EUR``), and its points.

    ``balances`` are the points that each side has got by it (negative: paid), zero in all.
    """

    balances: dict[str, Points]
    amount: str


def payment(
    balances: Mapping[str, Points], money: Money | None, payer: str, payee: str, text: str
) -> Payment:
    """Read an amount that one side has paid another, in money or, without a stake, in points.

    ``balances`` are what each side gets (negative: pays). Where the amount is what a settlement
    asks, rounding and all, it pays off exactly the points of that transfer, and the last one of a
    settlement all that rounding has left. Raises UnreadableInput, and BrokenRule where more is paid
    than the payer owes or the payee is owed.
    """
    if payer == payee:
        raise UnreadableInput(f"{shown(payer)} cannot pay his own side. Name who was paid.")
    most = min(-balances[payer], balances[payee])
    if money is None:
        points = read_part(text)
        if points > most:
            raise BrokenRule(_too_much(balances, payer, payee, _in_points(points, most)))
        return Payment({payer: -points, payee: points}, _in_points(points)[0])
    coins = _coins(money, text)
    amount = _told(money, coins)
    transfers = fewest_payments(balances, money).transfers
    for transfer in transfers:
        if (transfer.payer, transfer.payee, transfer.coins) == (payer, payee, coins):
            if len(transfers) == 1:
                return Payment({side: due for side, due in balances.items() if due}, amount)
            return Payment({payer: -transfer.points, payee: transfer.points}, amount)
    coin = worth(1, money)
    if coins * coin >= most + coin:
        told = (amount, _told(money, most // coin))
        raise BrokenRule(_too_much(balances, payer, payee, told))
    points = min(coins * coin, most)  # rounded up, it pays off what is owed
    return Payment({payer: -points, payee: points}, amount)


def _coins(money: Money, text: str) -> int:
    """Return how many coins an amount is, or raise UnreadableInput where it is no whole number."""
    amount = parse_amount("amount paid", text.removesuffix(money.currency))
    coins, over = divmod(millionths(amount), millionths(money.coin))
    if over:
        raise UnreadableInput(
            f"{amount} cannot be paid in coins of {money.amount(1)}, the smallest of this game. "
            "Round it to such coins, or name a smaller one with `change --coin`."
        )
    return coins


def _told(money: Money, coins: int) -> str:
    amount = money.amount(coins)
    return f"{amount} {money.currency}" if money.currency else amount


def _in_points(*amounts: Points) -> tuple[str, ...]:
    return tuple(
        f"{points_text(points)} {'point' if points == 1 else 'points'}" for points in amounts
    )


def _too_much(balances: Mapping[str, Points], payer: str, payee: str, told: tuple[str, ...]) -> str:
    if balances[payer] >= 0:
        return f"{shown(payer)} owes nothing. Look at `settle`, and name who pays first."
    if balances[payee] <= 0:
        return f"{shown(payee)} is owed nothing. Look at `settle`, and name who pays first."
    amount, most = told
    return f"{amount} is more than {shown(payer)} can owe {shown(payee)}: that is {most} at most."
