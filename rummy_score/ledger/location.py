"""Where the ledger lies unless somebody names another place."""

import os
import sys


def default_path() -> str:
    """Return where the ledger lies unless another place is named: the platform's folder for a program's data.

    On Linux: https://specifications.freedesktop.org/basedir-spec/latest/
    """
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    elif sys.platform == "darwin":
        folder = os.path.expanduser("~/Library/Application Support")
    else:
        folder = os.environ.get("XDG_DATA_HOME", "")
        if not os.path.isabs(folder):
            folder = os.path.expanduser("~/.local/share")
    return os.path.join(folder, "rummy-score", "ledger.db")
