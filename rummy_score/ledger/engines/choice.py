"""The engine that keeps a ledger, chosen by where it lies; nobody else knows which."""

import os
from typing import TYPE_CHECKING

from rummy_score.ledger.chain import unusable
from rummy_score.ledger.location import is_address, without_password

if TYPE_CHECKING:
    from rummy_score.ledger.interface import Ledger


def open_ledger(place: str, *, writing: bool = False, create: bool = False) -> "Ledger":
    """Open the ledger at a path, for reading unless ``writing``; ``create`` makes a missing one.

    Raises NoLedger where there is none, UnusableLedger where it cannot be used. A ledger of 0.1.0
    is brought up to date when something is written to it, with a backup beside it.
    """
    # The place is understood before anything is opened: an address is no name for a folder.
    if is_address(place):
        raise unusable(
            without_password(place),
            "this version keeps ledgers in files only",
            "Name a file with --ledger.",
        )
    from rummy_score.ledger.engines.sqlite import SqliteLedger  # each engine loads its own library

    return SqliteLedger(os.path.expanduser(place), writing=writing or create, create=create)
