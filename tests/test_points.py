"""Points that do not come out even stay exact."""

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_score.errors import UnreadableInput
from rummy_score.points import LARGEST_NUMBER, Points, divided, points_text, read_signed


@pytest.mark.parametrize(
    ("points", "ways", "each"),
    [
        pytest.param(18, 3, 6, id="even"),
        pytest.param(19, 3, Fraction(19, 3), id="thirds"),
        pytest.param(-19, 3, Fraction(-19, 3), id="below-zero"),
        pytest.param(0, 3, 0, id="nothing"),
        pytest.param(Fraction(19, 3), 2, Fraction(19, 6), id="fraction"),
        pytest.param(Fraction(18, 2), 3, 3, id="fraction-that-is-whole"),
    ],
)
def test_points_are_divided_exactly(points: Points, ways: int, each: Points) -> None:
    share = divided(points, ways)
    assert share == each
    assert isinstance(share, Fraction) is (each.denominator != 1)


@given(st.integers(-10_000, 10_000), st.integers(1, 12))
def test_shares_come_to_the_whole_again(points: int, ways: int) -> None:
    assert divided(points, ways) * ways == points


@pytest.mark.parametrize(
    ("points", "signed", "text"),
    [
        pytest.param(12, True, "+12", id="plus"),
        pytest.param(1, True, "+1", id="one"),
        pytest.param(12, False, "12", id="unsigned"),
        pytest.param(0, True, "0", id="zero-has-no-sign"),
        pytest.param(-7, True, "-7", id="minus"),
        pytest.param(-7, False, "-7", id="minus-unsigned"),
        pytest.param(Fraction(19, 3), True, "+19/3", id="fraction"),
        pytest.param(Fraction(-19, 3), True, "-19/3", id="fraction-below-zero"),
        pytest.param(Fraction(19, 3) * 3, True, "+19", id="thirds-that-have-come-to-a-whole"),
    ],
)
def test_points_are_written_as_a_scorekeeper_writes_them(
    points: Points, signed: bool, text: str
) -> None:
    assert points_text(points, signed) == text


def test_fractions_are_imported_only_where_a_share_is_not_whole() -> None:
    code = (
        "import sys, rummy_score.points as p; p.divided(18, 3); print('fractions' in sys.modules)"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        == "False\n"
    )


@pytest.mark.parametrize(
    ("text", "points"),
    [("10", 10), ("-10", -10), ("−5", -5), ("+25", 25), (" - 10 ", -10), ("0", 0), ("-0", 0)],
)
def test_points_are_given_or_taken_with_one_sign(text: str, points: int) -> None:
    assert read_signed(text) == points


@pytest.mark.parametrize(
    "text", ["-+5", "--5", "+-5", "−-5", "5-", "1.5", "", "-", "x", "٥", "5 5"]
)
def test_what_is_no_number_of_points_is_refused(text: str) -> None:
    with pytest.raises(UnreadableInput, match="is no number of points"):
        read_signed(text)


@pytest.mark.parametrize("text", ["1000001", "-1000001", "9" * 5000])
def test_points_beyond_reason_are_refused(text: str) -> None:
    with pytest.raises(UnreadableInput, match="too large; the most is 1000000"):
        read_signed(text)


@given(st.integers(-LARGEST_NUMBER, LARGEST_NUMBER))
def test_signed_points_are_read_as_they_are_written(points: int) -> None:
    assert read_signed(points_text(points, signed=True)) == points
