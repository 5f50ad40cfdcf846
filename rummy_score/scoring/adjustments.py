"""Adjustments: points given outside the deals, and who bears them where each deal is owed."""

from collections.abc import Iterator, Mapping, Sequence

from rummy_score.names import listed
from rummy_score.points import Points, divided
from rummy_score.rules.rules import Rules, Settling
from rummy_score.scoring.deals import Finding


def owed_by_deal(rules: Rules) -> bool:
    """Tell whether each deal's points are owed by themselves, so that an adjustment is a payment.

    Elsewhere totals decide, and an adjustment changes one total alone.
    """
    return rules.settle is Settling.DEALS


def others(named: Sequence[str], seated: Sequence[str], sides: Mapping[str, str]) -> list[str]:
    """Return who of those seated bears an adjustment: everybody on no side that is named.

    A partner bears nothing, since a pair cannot pay itself.
    """
    named_sides = {sides[player] for player in named}
    return [player for player in seated if sides[player] not in named_sides]


def borne(points: Points, payers: Sequence[str]) -> dict[str, Points]:
    """Return what each payer gets (negative: gives) so that it comes to zero with ``points``.

    >>> borne(10, ["Boris", "Vera"])
    {'Boris': -5, 'Vera': -5}
    """
    return dict.fromkeys(payers, divided(-points, len(payers))) if payers else {}


def balanced(
    adjust: Mapping[str, Points], seated: Sequence[str], sides: Mapping[str, str]
) -> dict[str, Points]:
    """Return adjustments that come to zero: what is missing, who is not named bears equally.

    Minus 10 for Boris, four at the table: the other three get 10/3 each. Where everybody is named
    (see ``unbalanced``) all bear it alike, as version 0.1.0 did.
    """
    rest = sum(adjust.values())
    if not rest:
        return dict(adjust)
    payers = others(list(adjust), seated, sides)
    if payers:
        return {**adjust, **borne(rest, payers)}
    share = divided(rest, len(adjust))
    return {player: points - share for player, points in adjust.items()}


def unbalanced(
    adjust: Mapping[str, Points], seated: Sequence[str], sides: Mapping[str, str]
) -> Iterator[Finding]:
    """Yield that adjustments name everybody and do not come to zero: nobody is left to bear it."""
    rest = sum(adjust.values())
    if rest and not others(list(adjust), seated, sides):
        told = f"{listed(adjust)} are adjusted by {rest} in all, and nobody is left to bear that"
        remedy = "Correct it to come to zero, or leave out who bears it."
        yield Finding("adjust", "", f"{told}: each deal is owed by itself (settle=deals). {remedy}")
