"""Points: whole numbers, or exact fractions where a share does not come out even."""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

Points: TypeAlias = "int | Fraction"


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
    """Read points as ``points_text`` writes them.

    >>> read_points("-7"), str(read_points("19/3"))
    (-7, '19/3')
    """
    above, _, below = text.partition("/")
    return divided(int(above), int(below)) if below else int(above)


def points_text(points: Points, signed: bool = False) -> str:
    """Write points as the tables do.

    >>> points_text(12, signed=True), points_text(0, signed=True), points_text(-7)
    ('+12', '0', '-7')
    """
    return ("+" if signed and points > 0 else "") + str(points)
