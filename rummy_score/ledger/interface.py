"""What a ledger does, whatever keeps it: the methods that each engine has.

Only types are taken from here: nobody loads this file to record a turn.
"""

from typing import Protocol, Self

from rummy_score.ledger.chain import NOTHING, Draft, Head, Opening
from rummy_score.ledger.events import Event


class Ledger(Protocol):
    """A ledger that is open, for reading or for writing. Each engine has these methods.

    Each is one transaction and keeps no lock after it. Each but ``verify`` raises UnusableLedger
    rather than return what is not proved.
    """

    place: str  # as messages may show it: without a password
    created: bool  # whether this opening of it made it

    def newest_game(self) -> int:
        """Return the number of the game opened last, 0 where there is none."""

    def head(self, game: int) -> Head:
        """Return the head of a game, NOTHING where there is no such game."""

    def since(self, game: int, after: Head = NOTHING) -> list[Event]:
        """Return a game's events after a head, an unbroken chain from there to the game's head."""

    def games(self) -> list[Opening]:
        """Return every game, in the order in which they were opened."""

    def latest(self, most: int) -> list[Event]:
        """Return the last event of each of the newest games, at most so many, the newest first."""

    def open(self, draft: Draft, mark: str = "") -> Event:
        """Open the next game and return its first event, safe on the disk."""

    def append(self, game: int, draft: Draft, expected: Head) -> Event:
        """Add one event to a game and return it, safe on the disk.

        Raises Moved where ``expected`` is not the game's head, RummyScoreError where there is no
        such game.
        """

    def marked(self, mark: str) -> list[int]:
        """Return the games that were opened with a mark, in order.

        A game that damage hides from the index of marks is missed here; ``verify`` finds that.
        """

    def changed(self) -> list[int]:
        """Return the games in which something that `new` said was said anew, in order."""

    def was_in_use(self) -> int:
        """Return the game that version 0.1.0 had in use here, 0 where it is not known."""

    def first_hash(self, game: int) -> str | None:
        """Return the hash of a game's first event, by which it is known again; None for no game."""

    def verify(self) -> list[str]:
        """Return what is wrong with the ledger, in sentences; nothing where all is well."""

    def backup(self, target: str) -> None:
        """Copy the ledger to a new private file, proved before it appears there."""

    def close(self) -> None:
        """Let go of the ledger."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
