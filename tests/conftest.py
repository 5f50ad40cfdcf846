"""What the tests of the command line share: two ways to run it, and how hypothesis behaves."""

import os
import shlex
import subprocess
import sysconfig
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import settings
from prompt import ROOT, AtTerminal, FitsAPage, Ran, Say, Shell, Typed
from terminal import Terminal
from wcwidth import wcswidth

from rummy_score.cli import cli

# Rulings look at the game in use: no test may find that of whoever runs it.
os.environ["RUMMY_SCORE_LEDGER"] = os.path.join(os.sep, "no", "such", "folder", "ledger.db")
os.environ.pop("RUMMY_SCORE_GAME", None)
# The game in use is remembered for each user: the tests are a user of their own.
_STATE = tempfile.TemporaryDirectory(prefix="rummy-score-state-")
os.environ["XDG_STATE_HOME"] = _STATE.name
settings.register_profile("table", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "table")


@pytest.fixture
def root() -> Path:
    """The project's directory: examples/ and the documents lie there."""
    return ROOT


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """An environment with the installed program, in which nothing decides about width, colour or encoding."""
    settled = ("COLUMNS", "LINES", "NO_COLOR", "TERM", "LANG", "LC_", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(settled)}
    path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", "")))
    return {**kept, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": path}


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Run the command line in this process: fast; any error but a refusal comes through."""
    monkeypatch.chdir(ROOT)
    runner = CliRunner(env={"COLUMNS": "80"})

    def run(*arguments: str, stdin: str | bytes = "") -> Result:
        return runner.invoke(
            cli, arguments, input=stdin, catch_exceptions=False, prog_name="rummy-score"
        )

    return run


@pytest.fixture
def ledger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The ledger of this test's commands; the first of them makes it."""
    path = tmp_path / "ledger.db"
    monkeypatch.setenv("RUMMY_SCORE_LEDGER", str(path))
    return path


@pytest.fixture
def say(typed: Typed, ledger: Path) -> Say:
    """Type a line as at the shell, with this test's ledger."""
    return lambda line: typed("--ledger", str(ledger), *shlex.split(line))


@pytest.fixture
def basic(say: Say) -> Say:
    """The same, with a game of basic rummy open: Anna, Boris and Vera, seven cards each."""
    say("new Anna Boris Vera --title Friday")
    return say


@pytest.fixture
def at_terminal(environment: dict[str, str], ledger: Path, tmp_path: Path) -> AtTerminal:
    """Start the program at a terminal of its own, with this test's ledger."""

    def start(*arguments: str, **changes: str) -> Terminal:
        changed = {
            **environment,
            "RUMMY_SCORE_LEDGER": str(ledger),
            "COLUMNS": "80",
            "INPUTRC": os.devnull,
        }
        return Terminal(["rummy-score", *arguments], {**changed, **changes}, tmp_path)

    return start


@pytest.fixture(scope="session")
def fits_a_page() -> FitsAPage:
    """Check that no line takes more than 80 columns on a terminal."""

    def check(text: str) -> None:
        wide = [line for line in text.splitlines() if wcswidth(line) > 80]
        assert wide == []

    return check


@pytest.fixture
def shell(environment: dict[str, str]) -> Shell:
    """Run a line of a POSIX shell in a process of its own, with no standard input but what the line gives."""

    def run(line: str, cwd: Path = ROOT, **changes: str) -> Ran:
        ran = subprocess.run(
            ["sh", "-c", line],
            capture_output=True,
            cwd=cwd,
            env={**environment, **changes},
            timeout=60,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())

    return run
