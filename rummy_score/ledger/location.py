"""Where ledgers lie, and how a place is told without its password."""

import os
import sys

_DATABASES = ("postgres", "postgresql")
# What the name of a scheme may hold: https://www.rfc-editor.org/rfc/rfc3986#section-3.1
_BESIDE_LETTERS = str.maketrans("", "", "+-.")


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
    scheme, colon, rest = place.partition(":")
    if scheme.lower() in _DATABASES and colon:  # whatever follows: it is no folder of that name
        return True
    letters = scheme.translate(_BESIDE_LETTERS)
    return len(scheme) > 1 and letters.isascii() and letters.isalnum() and rest.startswith("//")


def may_be_there(place: str) -> bool:
    """Tell whether a ledger may be at a place: a file is there, or it is an address."""
    return is_address(place) or os.path.exists(place)


def without_password(address: str) -> str:
    """Return an address as it may be shown and kept: nothing of it that could be a password.

    >>> without_password("postgresql://anna:secret@example.org:5432/club?password=secret")
    'postgresql://anna@example.org:5432/club'
    """
    import re  # its patterns would cost half a millisecond at every start

    scheme, _, rest = address.partition(":")
    # A password may hold any of / ? # where it was not escaped: whatever lies before the last @.
    account, at, host = rest.lstrip("/").rpartition("@")
    user = account.partition(":")[0] if at else ""
    told = re.split(r"[?#]", host, maxsplit=1)[0]
    # Hosts, each with its port, and the database's name; "anna:secret" without a host is neither.
    if not re.fullmatch(r"(\[[^\]]*\]|[^:/\[]*)(:\d+(,[^:/,]*)?)*(/.*)?", told):
        told = "…"
    return f"{scheme}://{user}{at}{told}"


def identity_of(place: str) -> str:
    """Return what tells this ledger from others: the file's real path, or the address."""
    if is_address(place):
        return without_password(place)
    return os.path.realpath(os.path.expanduser(place))
