"""What is wrong with a written sheet: each slip with the deal and the key where it stands."""

from collections.abc import Collection

from rummy_score.errors import UnreadableInput
from rummy_score.names import nearest, shown

# Suggesting a name for each of 300,000 unknown keys would take minutes, and nobody reads them all.
_MOST_UNKNOWN = 20
_MOST = 1000


class TooManySlips(Exception):
    """A sheet has more slips than anybody mends in one go: it is not read on."""


class Slips:
    """The slips of one sheet, collected while it is read on; deal 0 is the head of the sheet."""

    def __init__(self) -> None:
        self._found: list[tuple[int, str]] = []
        self._unknown = 0

    def __len__(self) -> int:
        """Count the slips found so far."""
        return len(self._found) + max(0, self._unknown - _MOST_UNKNOWN)

    def __str__(self) -> str:
        """List the slips, a line each, the deals in their order: ``deal 2, left: Anna: ...``."""
        lines = [message for _, message in sorted(self._found, key=lambda found: found[0])]
        if self._unknown > _MOST_UNKNOWN:
            lines.append(f"and {self._unknown - _MOST_UNKNOWN} more such keys.")
        if len(self._found) >= _MOST:
            lines.append("There are more slips than these. Mend these first.")
        return "\n".join(lines)

    def add(self, deal: int, key: str, message: str) -> None:
        """Note one slip; raise TooManySlips where reading on is of no use."""
        if len(self._found) >= _MOST:
            raise TooManySlips
        place = ", ".join(part for part in (f"deal {deal}" if deal else "", key) if part)
        self._found.append((deal, f"{place}: {message}" if place else message))

    def unknown_key(self, deal: int, key: str, known: Collection[str]) -> None:
        """Note a key that there is not; the first of them with the nearest that there is."""
        self._unknown += 1
        if self._unknown <= _MOST_UNKNOWN:
            told = f"there is no such key{nearest(key, known)}. Keys: {', '.join(known)}."
            self.add(deal, shown(key) or "''", told)

    def at(self, key: str, deal: int = 0) -> "Place":
        """Return the place of a key: what cannot be read there is noted, and reading goes on."""
        return Place(self, deal, key)


class Place:
    """A place in a sheet: ``with place:`` notes what cannot be read there, a slip a line."""

    __slots__ = ("_deal", "_key", "_slips")

    def __init__(self, slips: Slips, deal: int, key: str) -> None:
        self._slips, self._deal, self._key = slips, deal, key

    def line(self, number: int) -> "Place":
        """Return the place of one line of a list that stands here."""
        return self.part(f"line {number}")

    def part(self, name: str) -> "Place":
        """Return the place of a part of what stands here."""
        return Place(self._slips, self._deal, f"{self._key}, {name}")

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> bool:
        if not isinstance(problem, UnreadableInput):
            return False
        for line in str(problem).splitlines():
            self._slips.add(self._deal, self._key, line)
        return True
