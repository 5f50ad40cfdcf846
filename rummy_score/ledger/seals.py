"""The seal of a game: a short code of its head that players can note down.

Whoever holds it can tell later whether a ledger still contains that state, whatever was rewritten.
"""

import re
from typing import TYPE_CHECKING, NamedTuple

from rummy_score.errors import UnreadableInput
from rummy_score.names import shown

if TYPE_CHECKING:
    from rummy_score.ledger.interface import Ledger

# No two look alike in handwriting: there is no 0 O, 1 I L, 2 Z, 5 S, 8 B, 6.
LETTERS = "3479ACDEFGHJKMNPQRTUVWXY"
LENGTH = 12
_STATES = len(LETTERS) ** LENGTH  # 55 bits: nobody finds a second chain of the same seal by trying
# Cyrillic letters that look like one of the alphabet, and like no other of it.
_CYRILLIC = str.maketrans("АСЕНКМРТХУЗ", "ACEHKMPTXY3")
_BETWEEN = re.compile(r"[\s\-‐‑‒–—]+")
_LONGEST_NOTE = 100


class State(NamedTuple):
    """What a seal is of: a game, and the event after which it had that seal."""

    game: int
    number: int


def seal_of(head_hash: str) -> str:
    """Return the seal of a hash in 64 hexadecimal digits.

    >>> seal_of("0" * 64)
    '333333333333'
    """
    rest = int(head_hash, 16) % _STATES
    letters = []
    for _ in range(LENGTH):
        rest, letter = divmod(rest, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(reversed(letters))


def read_seal(text: str) -> str:
    """Return a seal as it was noted down: any case, blanks or hyphens between.

    Raises UnreadableInput where it is none.

    >>> read_seal("3479-acde fghj")
    '3479ACDEFGHJ'
    """
    seal = _BETWEEN.sub("", text[:_LONGEST_NOTE]).upper().translate(_CYRILLIC)
    if len(text) > _LONGEST_NOTE or len(seal) != LENGTH or not set(seal) <= set(LETTERS):
        raise UnreadableInput(
            f"'{shown(text)}' is no seal. A seal is {LENGTH} letters and digits as `settle` prints"
            f" them, such as 3479-ACDE-FGHJ, each one of {LETTERS}."
        )
    return seal


def find_seal(ledger: "Ledger", seal: str) -> State | None:
    """Return the game and event whose seal this is, None where the ledger holds no such state."""
    for opening in ledger.games():
        game = opening.first.game
        for event in ledger.since(game):
            if seal_of(event.hash) == seal:
                return State(game, event.number)
    return None
