"""Where ledgers lie, and how a place is told without its password."""

import os
import re
import sys

_ADDRESS = re.compile(r"postgres(ql)?:|[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_HOST = re.compile(r"(\[[^\]]*\]|[^:/\[]*)(:\d+(,[^:/,]*)?)*(/.*)?")


def default_path() -> str:
    """Return where the ledger lies unless another place is named: the folder for a program's data.

    On Linux: https://specifications.freedesktop.org/basedir-spec/latest/
    """
    return os.path.join(_folder("XDG_DATA_HOME", "~/.local/share"), "rummy-score", "ledger.db")


def state_folder() -> str:
    """Return the user's folder for what this program remembers on this machine."""
    return os.path.join(_folder("XDG_STATE_HOME", "~/.local/state"), "rummy-score")


def _folder(variable: str, otherwise: str) -> str:
    """Return the platform's folder; the variable and what holds without it are those of Linux."""
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support")
    folder = os.environ.get(variable, "")
    return folder if os.path.isabs(folder) else os.path.expanduser(otherwise)


def is_address(place: str) -> bool:
    """Tell whether a place is the address of a database rather than a file's path."""
    return _ADDRESS.match(place) is not None


def without_password(address: str) -> str:
    """Return an address as it may be shown and kept: nothing of it that could be a password.

    >>> without_password("postgresql://anna:secret@example.org:5432/club?password=secret")
    'postgresql://anna@example.org:5432/club'
    """
    scheme, _, rest = address.partition(":")
    # A password may hold any of / ? # where it was not escaped: whatever lies before the last @.
    account, at, host = rest.lstrip("/").rpartition("@")
    user = account.partition(":")[0] if at else ""
    told = re.split(r"[?#]", host, maxsplit=1)[0]
    if not _HOST.fullmatch(told):
        told = "…"
    return f"{scheme}://{user}{at}{told}"


def identity_of(place: str) -> str:
    """Return what tells this ledger from others: the file's real path, or the address."""
    if is_address(place):
        return without_password(place)
    return os.path.realpath(os.path.expanduser(place))
