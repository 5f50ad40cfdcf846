"""The slips of a sheet are collected with their places, while reading goes on."""

import pytest

from rummy_score.errors import AmbiguousInput, UnreadableInput
from rummy_score.sheets.mistakes import Slips, TooManySlips


def test_slips_are_listed_by_deal_and_otherwise_as_they_were_found() -> None:
    slips = Slips()
    slips.add(2, "left", "two")
    slips.add(0, "players", "head")
    slips.add(10, "out", "ten")
    slips.add(2, "out", "two again")
    slips.add(0, "", "of the whole")
    assert len(slips) == 5
    assert str(slips) == (
        "players: head\nof the whole\ndeal 2, left: two\ndeal 2, out: two again\ndeal 10, out: ten"
    )  # fmt: skip


@pytest.mark.parametrize("error", [UnreadableInput, AmbiguousInput])
def test_what_cannot_be_read_at_a_place_is_noted_a_slip_a_line(
    error: type[UnreadableInput],
) -> None:
    slips = Slips()
    with slips.at("rules"):
        raise error("one\ntwo")
    with slips.at("plays", 3).line(2):
        raise error("three")
    assert str(slips) == "rules: one\nrules: two\ndeal 3, plays, line 2: three"


def test_reading_goes_on_behind_a_slip_and_stops_at_any_other_error() -> None:
    slips = Slips()
    with slips.at("title"):
        pass
    with pytest.raises(KeyError), slips.at("title"):
        raise KeyError("a fault of the program")
    assert len(slips) == 0


def test_unknown_keys_are_told_up_to_twenty_and_then_counted() -> None:
    slips = Slips()
    for number in range(25):
        slips.unknown_key(number, f"ace{number}", ("ace", "hand"))
    lines = str(slips).splitlines()
    assert lines[0] == "ace0: there is no such key (did you mean ace?). Keys: ace, hand."
    assert [line.partition(":")[0] for line in lines[1:20]] == [
        f"deal {number}, ace{number}" for number in range(1, 20)
    ]
    assert lines[20:] == ["and 5 more such keys."]
    assert len(slips) == 25  # a deal with a key that is only counted is not read either


def test_a_part_of_what_stands_at_a_place_has_its_own_name() -> None:
    slips = Slips()
    with slips.at("rules", 3).part("ace"):
        raise UnreadableInput("no")
    assert str(slips) == "deal 3, rules, ace: no"


def test_reading_stops_where_there_are_more_slips_than_anybody_mends_in_one_go() -> None:
    slips = Slips()
    for number in range(1000):
        slips.add(number, "left", "no")
    with pytest.raises(TooManySlips), slips.at("left"):
        raise UnreadableInput("one more")
    assert str(slips).splitlines()[-1] == "There are more slips than these. Mend these first."
