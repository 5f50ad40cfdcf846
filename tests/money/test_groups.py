"""The most groups that settle among themselves, against plain definitions and sums by hand."""

import doctest
import random
from collections.abc import Sequence
from itertools import chain
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_score.money import groups
from rummy_score.money.groups import MOST_EXACT, Grouping, grouped


def seated(amounts: Sequence[int]) -> dict[str, int]:
    return {f"P{seat}": amount for seat, amount in enumerate(amounts)}


def number_of_groups(amounts: Sequence[int]) -> int:
    """Group people, and check that everybody is in one group, and that each comes to zero."""
    people = seated(amounts)
    grouping = grouped(people)
    assert sorted(chain.from_iterable(grouping.groups)) == sorted(people)
    assert [sum(people[name] for name in group) for group in grouping.groups] == [0] * len(
        grouping.groups
    )
    assert grouping.most
    return len(grouping.groups)


def most_groups_by_subset(amounts: Sequence[int]) -> int:
    """Count the most groups over every subset: people come one by one, a zero closes a group."""
    sums = [0]
    for amount in amounts:
        sums += [total + amount for total in sums]
    bits = [1 << place for place in range(len(amounts))]
    closed = [0]
    for subset in range(1, len(sums)):
        without_one = [closed[subset ^ bit] for bit in bits if subset & bit]
        closed.append(max(without_one) + (sums[subset] == 0))
    return closed[-1]


def most_groups_by_partition(amounts: Sequence[int]) -> int:
    """Count the most groups over every group for the first person, and so on for the rest."""
    if not amounts:
        return 0
    first, *others = amounts
    most = 0
    for chosen in range(1 << len(others)):
        group = [amount for place, amount in enumerate(others) if chosen >> place & 1]
        rest = [amount for place, amount in enumerate(others) if not chosen >> place & 1]
        if first + sum(group) == 0:
            most = max(most, 1 + most_groups_by_partition(rest))
    return most


def test_a_pair_of_opposite_amounts_is_a_group() -> None:
    people = {"Anna": 4, "Boris": -4, "Vera": 4, "Gleb": -4}
    assert grouped(people) == Grouping([["Anna", "Boris"], ["Vera", "Gleb"]], True)


def test_who_has_no_opposite_is_grouped_with_several() -> None:
    # 9 = 5 + 4; 6 is the opposite of -6
    people = {"Anna": 9, "Boris": 6, "Vera": -5, "Gleb": -4, "Dina": -6}
    assert grouped(people) == Grouping([["Boris", "Dina"], ["Anna", "Vera", "Gleb"]], True)


def test_people_of_the_same_amount_come_in_seat_order() -> None:
    # Two groups of 3 - 2 - 1 each.
    people = {"Anna": 3, "Boris": -2, "Vera": -2, "Gleb": 3, "Dina": -1, "Pavel": -1}
    found = grouped(people).groups
    assert [sorted(group) for group in found] == [
        ["Anna", "Boris", "Dina"],
        ["Gleb", "Pavel", "Vera"],
    ]


def test_nobody_makes_no_group() -> None:
    assert grouped({}) == Grouping([], True)


def four_groups_of_five() -> list[int]:
    """Write 1 + 2 + 4 + 8 - 15 = 0 with each of four pairs of digits.

    At most 15 a pair of digits, nothing carries over: a subset comes to zero where each pair of
    digits does, and that takes all five or none of a group.
    """
    return [amount * 100**place for place in range(4) for amount in (1, 2, 4, 8, -15)]


def six_groups_in_twenty() -> list[int]:
    """Write four groups of three and two of four in the same way, 1 + 2 - 3 and 1 + 2 + 4 - 7."""
    threes = [amount * 100**place for place in range(4) for amount in (1, 2, -3)]
    fours = [amount * 100**place for place in (4, 5) for amount in (1, 2, 4, -7)]
    return threes + fours


@pytest.mark.parametrize(
    ("amounts", "most"),
    [
        pytest.param(four_groups_of_five(), 4, id="four-groups-of-five"),
        pytest.param(six_groups_in_twenty(), 6, id="six-groups-as-many-as-twenty-make"),
        # Two payers owe 190 between them, and nobody else pays: two groups at most. The 18 claims
        # of 1 to 18 come to 171, and 1 + ... + 13 = 91.
        pytest.param([*range(1, 19), -91, -80], 2, id="two-payers"),
        # Every claim is even but the payers owe odd numbers: no payer can be alone in a group.
        pytest.param([*range(2, 38, 2), -171, -171], 1, id="odd-debts-of-even-claims"),
        # Powers of three: no two different subsets come to the same.
        pytest.param([*[3**power for power in range(19)], -(3**19 - 1) // 2], 1, id="nothing-fits"),
        # Of 12 twos and 8 threes a group takes three twos and two threes, or a multiple.
        pytest.param([2] * 12 + [-3] * 8, 4, id="two-amounts"),
        pytest.param([1] * 10 + [-1] * 10, 10, id="pairs-alone"),
    ],
)
def test_twenty_people_make_the_most_groups_worked_out_by_hand(
    amounts: list[int], most: int
) -> None:
    assert len(amounts) == MOST_EXACT
    assert number_of_groups(amounts) == most
    random.Random(1).shuffle(amounts)
    assert number_of_groups(amounts) == most


def closed(amounts: list[int]) -> list[int]:
    """Add whoever brings people to zero, and leave out who is even."""
    return [amount for amount in (*amounts, -sum(amounts)) if amount]


SMALL = st.lists(st.integers(-12, 12), max_size=7).map(closed)


@settings(deadline=None)
@given(SMALL)
def test_no_partition_of_a_few_people_has_more_groups(amounts: list[int]) -> None:
    assert number_of_groups(amounts) == most_groups_by_partition(amounts)


@pytest.mark.parametrize("seed", range(40))
def test_no_subsets_of_up_to_fourteen_people_make_more_groups(seed: int) -> None:
    rng = random.Random(seed)
    largest = rng.choice((3, 6, 12, 30, 100))
    signs = [rng.choice((-1, 1)) for _ in range(largest + 1)]  # mostly no opposite amounts
    for count in (5, 8, 11, 13):
        sizes = [rng.randint(1, largest) for _ in range(count)]
        amounts = closed([size * signs[size] for size in sizes])
        assert number_of_groups(amounts) == most_groups_by_subset(amounts)


def test_opposite_pairs_do_not_count_against_the_search() -> None:
    pairs = [side * amount for amount in range(10**9, 10**9 + 10) for side in (1, -1)]
    assert number_of_groups([*pairs, *four_groups_of_five()]) == 14


def test_beyond_twenty_people_without_opposites_the_rest_is_one_group() -> None:
    amounts = [*four_groups_of_five(), 10**9, 10**9, -2 * 10**9, 7, -7]
    people = seated(amounts)
    pair, rest = ["P23", "P24"], [f"P{seat}" for seat in range(23)]
    assert grouped(people) == Grouping([pair, rest], False)


def test_one_payer_of_many_is_proven_to_make_one_group() -> None:
    assert number_of_groups([*range(1, 31), -465]) == 1


# Found by climbing from random amounts to those that take longest, over some 40,000 of them.
HARDEST = {
    "most-groups-to-choose-from": (
        [2, 3, 5, 9, 14, 15, 17, 20, 22],
        [1, 4, 6, 7, 8, 10, 11, 12, 13, 16, 19],
    ),
    "two-groups": ([1, 5, 148, 156], [3, 4, 7, 8, 10, 11, 15, 16, 18, 19, 22, 23, 26, 27, 30, 71]),
    "four-groups": ([1, 31, 34, 40, 66], [2, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 17, 18, 19, 21]),
    "five-groups": (
        [1, 9, 21, 25, 35, 37, 52],
        [2, 3, 5, 7, 8, 10, 12, 13, 15, 20, 27, 28, 30],
    ),
    "even-but-a-few": (
        [5, 7, 13, 15, 19, 21, 23, 91],
        [4, 6, 8, 10, 12, 16, 18, 20, 22, 24, 26, 28],
    ),
}


@pytest.mark.parametrize(("claims", "owing"), HARDEST.values(), ids=HARDEST)
def test_the_hardest_twenty_people_take_less_than_half_a_second(
    claims: list[int], owing: list[int]
) -> None:
    amounts = [*claims, *(-amount for amount in owing)]
    assert len(amounts) == MOST_EXACT
    times = []
    for _ in range(3):
        start = process_time()
        number_of_groups(amounts)
        times.append(process_time() - start)
    assert min(times) < 0.5


def test_examples_hold() -> None:
    assert doctest.testmod(groups).failed == 0
