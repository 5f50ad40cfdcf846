"""A program at a terminal: what it shows is read as it comes, what is typed is sent."""

import errno
import os
import pty
import select
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE = 10.0
CTRL_C, CTRL_D, TAB, UP = "\x03", "\x04", "\t", "\x1b[A"


class Terminal:
    """A child at a terminal of its own; ``seen`` is all that it has shown."""

    def __init__(self, command: Sequence[str], environment: dict[str, str], cwd: Path) -> None:
        self._child, self._ours = pty.fork()
        if not self._child:
            try:
                signal.signal(
                    signal.SIGINT, signal.SIG_DFL
                )  # whoever started the tests may have it ignored
                os.chdir(cwd)
                os.execvpe(command[0], command, environment)
            finally:
                os._exit(127)
        self._status: int | None = None
        self.seen = ""
        self._read_to = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._status is None:
            self.kill()
        os.close(self._ours)

    def type(self, text: str) -> None:
        """Send what somebody types; nobody presses Ctrl-C in the very instant in which a question appears.

        In that instant Python's readline can miss it: the signal comes after it has looked and
        before it waits.
        """
        if text == CTRL_C:
            time.sleep(0.3)
        os.write(self._ours, text.encode())

    def expect(self, text: str) -> str:
        """Wait for a text after what was read before; return what was shown up to its end."""
        until = time.monotonic() + PATIENCE
        while (found := self.seen.find(text, self._read_to)) < 0:
            more = time.monotonic() < until and self._read()
            assert more, f"{text!r} never came after:\n{self.seen}"
        shown = self.seen[self._read_to : found + len(text)]
        self._read_to = found + len(text)
        return shown

    def answer(self, question: str, text: str) -> str:
        """Wait for a question and answer it."""
        shown = self.expect(question)
        self.type(f"{text}\n")
        return shown

    def rest(self) -> tuple[int, str]:
        """Wait for the end; return the exit code and what was shown since what was read before."""
        until = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < until, f"it never came to its end:\n{self.seen}"
        if os.waitid(os.P_PID, self._child, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            time.sleep(0.5)  # the terminal is closed, the child about to be gone
            hung = os.waitid(os.P_PID, self._child, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None
            assert not hung, f"it never came to its end:\n{self.seen}"
        return self._wait(), self.seen[self._read_to :]

    def kill(self) -> None:
        """Kill it as a closed window or a crash does."""
        os.kill(self._child, signal.SIGKILL)
        self._wait()

    def _wait(self) -> int:
        self._status = os.waitstatus_to_exitcode(os.waitpid(self._child, 0)[1])
        return self._status

    def _read(self) -> bool:
        """Read what comes; tell whether there may be more. Linux ends a closed terminal with EIO."""
        if not select.select([self._ours], [], [], PATIENCE)[0]:
            return False
        try:
            more = os.read(self._ours, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return False
        self.seen += more.decode(errors="replace").replace("\r\n", "\n")
        return bool(more)
