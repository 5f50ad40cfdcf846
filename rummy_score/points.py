"""Points: whole numbers, or exact fractions where a share does not come out even."""

import re
from typing import TYPE_CHECKING, TypeAlias

from rummy_score.errors import UnreadableInput
from rummy_score.names import shown

if TYPE_CHECKING:
    from fractions import Fraction

Points: TypeAlias = "int | Fraction"
LARGEST_NUMBER = 1_000_000


def divided(points: Points, ways: Points) -> Points:
    """Divide points exactly: a whole number where it comes out even, else a fraction.

    >>> divided(18, 3), str(divided(19, 3))
    (6, '19/3')
    """
    if points % ways == 0:
        return points // ways
    from fractions import Fraction  # 2 ms at start that a share seldom needs

    return Fraction(points) / ways


def read_points(text: str) -> Points:
    """Read points as they are stored: a whole number, or a fraction.

    >>> read_points("-7"), str(read_points("19/3"))
    (-7, '19/3')
    """
    above, _, below = text.partition("/")
    return divided(int(above), int(below)) if below else int(above)


def read_signed(text: str) -> int:
    """Read points that are given or, with one minus, taken, or raise UnreadableInput.

    >>> read_signed("-10"), read_signed("−5"), read_signed("+25")
    (-10, -5, 25)
    """
    signed = re.fullmatch(r"([-+−]?)\s*([0-9]+)", text.strip())
    if signed is None:
        raise UnreadableInput(f"'{shown(text)}' is no number of points; write one like -10 or 25.")
    sign, digits = signed.groups()
    # Python takes time by the square of the digits, and refuses more than a few thousand.
    if len(digits) > 12 or int(digits) > LARGEST_NUMBER:
        raise UnreadableInput(f"{shown(digits, 20)} is too large; the most is {LARGEST_NUMBER}.")
    return -int(digits) if sign in ("-", "−") else int(digits)


def read_part(text: str) -> Points:
    """Read points above 0 as they are shown, parts of a point too, or raise UnreadableInput.

    >>> read_part("12"), str(read_part("12.5")), str(read_part("10/3"))
    (12, '25/2', '10/3')
    """
    found = re.fullmatch(r"([0-9]{1,9})(?:[.,]([0-9]{1,6})|/([0-9]{1,6}))?", text.strip())
    whole, decimals, below = found.groups() if found else ("", None, None)
    if found is None or (below is not None and not int(below)):
        raise UnreadableInput(
            f"'{shown(text)}' is no number of points; write one like 25, 12.5 or 10/3."
        )
    if decimals:
        points = divided(int(whole + decimals), 10 ** len(decimals))
    else:
        points = divided(int(whole), int(below or 1))
    if not points:
        raise UnreadableInput(f"'{shown(text)}' is nothing; write what was paid.")
    return points


def points_value(points: Points) -> int | str:
    """Return points as JSON has them: an integer, or text like ``"17/3"`` where it is none."""
    return int(points) if points.denominator == 1 else str(points)


def points_text(points: Points, signed: bool = False) -> str:
    """Write points as the tables do: halves and tenths with a point, thirds as a fraction.

    >>> points_text(12, signed=True), points_text(0, signed=True), points_text(-7)
    ('+12', '0', '-7')
    >>> points_text(divided(-25, 2)), points_text(divided(10, 3))
    ('-12.5', '10/3')
    """
    return ("+" if signed and points > 0 else "") + _unsigned(points)


def _unsigned(points: Points) -> str:
    if points.denominator == 1 or 100 % points.denominator:
        return str(points)
    hundredths = abs(points.numerator) * (100 // points.denominator)
    whole, part = divmod(hundredths, 100)
    return f"{'-' if points < 0 else ''}{whole}.{part:02}".rstrip("0")
