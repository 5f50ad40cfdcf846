"""Everything the program refuses, as few kinds of error; each knows its exit code."""

from typing import ClassVar


class RummyScoreError(Exception):
    """A refusal in words for a person: what is wrong, why, and how to mend it."""

    exit_code: ClassVar[int] = 1


class UnreadableInput(RummyScoreError):
    """The input is no card, hand, turn, rule or sheet that the program can read."""

    exit_code: ClassVar[int] = 2


class AmbiguousInput(UnreadableInput):
    """The input can be read in two ways; the message names both."""


class UnknownFact(UnreadableInput):
    """Facts hold something that this program does not know: a newer one has written them."""

    def __init__(self, key: str) -> None:
        super().__init__(f"'{key}' is a fact that this version does not know.")
        self.key = key


class BrokenRule(RummyScoreError):
    """What was asked is against the rules of the game."""


class Overtaken(BrokenRule):
    """Somebody else has changed meanwhile what was to be changed; trying again changes nothing."""


class UnusableLedger(RummyScoreError):
    """The ledger cannot be used: missing, busy, full, read-only, damaged or too new.

    Nothing was written.
    """

    exit_code: ClassVar[int] = 3
