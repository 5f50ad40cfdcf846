"""What is wrong with a written sheet: each slip with the deal and the key where it stands."""

from rummy_score.errors import UnreadableInput


class Slips:
    """The slips of one sheet, collected while it is read on; deal 0 is the head of the sheet."""

    def __init__(self) -> None:
        self._found: list[tuple[int, str]] = []

    def __len__(self) -> int:
        """Count the slips found so far."""
        return len(self._found)

    def __str__(self) -> str:
        """List the slips, a line each, the deals in their order: ``deal 2, left: Anna: ...``."""
        return "\n".join(message for _, message in sorted(self._found, key=lambda found: found[0]))

    def add(self, deal: int, key: str, message: str) -> None:
        """Note one slip."""
        place = ", ".join(part for part in (f"deal {deal}" if deal else "", key) if part)
        self._found.append((deal, f"{place}: {message}" if place else message))

    def at(self, key: str, deal: int = 0) -> "Place":
        """Return the place of a key; what cannot be read there is noted, and reading goes on behind it."""
        return Place(self, deal, key)


class Place:
    """A place in a sheet: ``with place:`` notes what cannot be read there, each line of it as one slip."""

    __slots__ = ("_deal", "_key", "_slips")

    def __init__(self, slips: Slips, deal: int, key: str) -> None:
        self._slips, self._deal, self._key = slips, deal, key

    def line(self, number: int) -> "Place":
        """Return the place of one line of a list that stands here."""
        return Place(self._slips, self._deal, f"{self._key}, line {number}")

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> bool:
        if not isinstance(problem, UnreadableInput):
            return False
        for line in str(problem).splitlines():
            self._slips.add(self._deal, self._key, line)
        return True
