"""People who settle among themselves: the most groups whose balances sum to zero each.

The fewest payments are the people less the most such groups: a group of n settles with n - 1
payments, and people whom payments link are such a group, linked by at least n - 1 of them
(T. Verhoeff, "Settling Multiple Debts Efficiently", Informatics in Education 3, 2004).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

MOST_EXACT = 20  # people to search, opposite pairs aside; the slowest that were found take 0.1 s

_Counts: TypeAlias = tuple[int, ...]  # how many people of each amount


class Grouping(NamedTuple):
    """Groups of names that sum to zero each; ``most`` where it is proven that no more can be."""

    groups: list[list[str]]
    most: bool


class _Part(NamedTuple):
    """Some people: how many of each amount, how many in all, and what their amounts sum to."""

    counts: _Counts
    size: int
    total: int


class _Candidates(NamedTuple):
    """Groups to choose from, the smallest first, and which of them fit, a bit for each group.

    ``up_to_size[n]`` are the groups of at most n people, ``taking_up_to[place][n]`` those that take
    at most n people of the amount at that place.
    """

    groups: Sequence[_Counts]
    up_to_size: Sequence[int]
    taking_up_to: Sequence[Sequence[int]]


def grouped(amounts: Mapping[str, int]) -> Grouping:
    """Split people, in seat order and none of them even, into the most groups that sum to zero.

    Beyond MOST_EXACT people, opposite pairs aside, all the others are one group.

    >>> grouped({"Anna": 9, "Boris": 6, "Vera": -5, "Gleb": -4, "Dina": -6}).groups
    [['Boris', 'Dina'], ['Anna', 'Vera', 'Gleb']]
    """
    pairs, others = _opposite_pairs(amounts)
    most = _most_that_can_be(list(others.values()))
    if most <= 1 or len(others) > MOST_EXACT:
        return Grouping([*pairs, list(others)] if others else pairs, most <= 1)
    return Grouping(pairs + _split(others, most), True)


def _opposite_pairs(amounts: Mapping[str, int]) -> tuple[list[list[str]], dict[str, int]]:
    """Pair people with opposite amounts, in seat order; return the pairs, and who finds no partner.

    Some split into the most groups has each such pair for a group. Take any split into the most
    groups. Where a pair lies in one group, the pair and the others of that group sum to zero each,
    which is one group more unless the pair is the whole group. Where it lies in two groups, the
    pair and the others of both sum to zero each, which are two groups as before. What is left
    without the pair is then split into the most groups likewise.
    """
    waiting: dict[int, list[str]] = {}
    pairs: list[list[str]] = []
    for name, amount in amounts.items():
        partners = waiting.get(-amount)
        if partners:
            pairs.append([partners.pop(0), name])
        else:
            waiting.setdefault(amount, []).append(name)
    paired = {name for pair in pairs for name in pair}
    return pairs, {name: amount for name, amount in amounts.items() if name not in paired}


def _most_that_can_be(amounts: Sequence[int]) -> int:
    """Return a number of groups that no split exceeds, where no two amounts are opposite.

    Each group has a payer and a payee, and a third person, since a pair would be opposite.
    """
    payees = sum(amount > 0 for amount in amounts)
    return min(len(amounts) // 3, payees, len(amounts) - payees)


def _split(amounts: Mapping[str, int], most: int) -> list[list[str]]:
    """Split people without opposite amounts into the most groups, ``most`` or fewer."""
    people: dict[int, list[str]] = {}
    for name, amount in amounts.items():
        people.setdefault(amount, []).append(name)
    # Who has the same amount is interchangeable: the search counts, it does not name.
    counts = tuple(map(len, people.values()))
    candidates = _candidates(_zero_sums(list(people), counts), counts)
    for number in range(most, 1, -1):
        groups = _parted(counts, number, 0, candidates)
        if groups:
            return [_named(group, people) for group in groups]
    return [list(amounts)]


def _named(group: _Counts, people: Mapping[int, list[str]]) -> list[str]:
    """Take the people of a group, in seat order among those of the same amount."""
    names: list[str] = []
    for number, waiting in zip(group, people.values(), strict=True):
        names += waiting[:number]
        del waiting[:number]
    return names


def _zero_sums(amounts: Sequence[int], counts: _Counts) -> list[_Counts]:
    """Return the groups that sum to zero, of at most half of the people, the smallest first.

    Of two groups or more none but the last is larger, and the last is who is left. Each half of the
    amounts is listed by itself, a thousand parts of ten people, and what sums to zero is looked up:
    a million parts of twenty people would take all the time that there is.
    """
    middle = len(amounts) // 2
    by_total: dict[int, list[_Part]] = {}
    for part in _parts(amounts[:middle], counts[:middle]):
        by_total.setdefault(part.total, []).append(part)
    largest = sum(counts) // 2
    found: list[tuple[int, _Counts]] = []
    for part in _parts(amounts[middle:], counts[middle:]):
        for other in by_total.get(-part.total, ()):
            size = part.size + other.size
            if 0 < size <= largest:
                found.append((size, other.counts + part.counts))
    return [group for _, group in sorted(found)]


def _parts(amounts: Sequence[int], counts: _Counts) -> list[_Part]:
    """Return every part of the people, the empty one too."""
    parts = [_Part((), 0, 0)]
    for amount, most in zip(amounts, counts, strict=True):
        parts = [
            _Part((*part.counts, number), part.size + number, part.total + number * amount)
            for number in range(most + 1)
            for part in parts
        ]
    return parts


def _candidates(groups: Sequence[_Counts], counts: _Counts) -> _Candidates:
    sizes = [sum(group) for group in groups]
    up_to_size = [_bits([size <= most for size in sizes]) for most in range(sum(counts) + 1)]
    taking_up_to: list[list[int]] = []
    for place, there in enumerate(counts):
        taken = [group[place] for group in groups]
        taking_up_to.append([_bits([n <= most for n in taken]) for most in range(there + 1)])
    return _Candidates(groups, up_to_size, taking_up_to)


def _bits(flags: Sequence[bool]) -> int:
    """Return an integer whose bit i is flag i."""
    digits = "".join("1" if flag else "0" for flag in reversed(flags))
    return int(digits or "0", 2)


def _parted(
    people: _Counts, number: int, first: int, candidates: _Candidates
) -> list[_Counts] | None:
    """Split people into so many groups, or return None where that cannot be.

    Groups are tried from the smallest, none before the candidate ``first``, so that no split is
    tried in two orders; the smallest of some groups has at most its share of the people, which
    leaves few to try where many groups are wanted. What fits is found for all candidates at once,
    by their bits: trying one after the other took ten times as long at worst.
    """
    if number == 1:
        return [people]
    fitting = candidates.up_to_size[sum(people) // number] >> first << first
    for taking_up_to, there in zip(candidates.taking_up_to, people, strict=True):
        fitting &= taking_up_to[there]
    for index in _places(fitting):
        group = candidates.groups[index]
        left = tuple(there - taken for there, taken in zip(people, group, strict=True))
        others = _parted(left, number - 1, index, candidates)
        if others:
            return [group, *others]
    return None


def _places(bits: int) -> Iterator[int]:
    """Yield the places of the bits that are set, from the lowest."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
