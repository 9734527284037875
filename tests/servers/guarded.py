"""A server process that cannot outlive the tests: a guard starts it, stops it and removes its folder."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

_GUARD = Path(__file__).with_name("guard.py")


class GuardedProcess:
    """A running command with its own folder. `uid` is the user to run it as, if not the current one."""

    def __init__(
        self, command: Sequence[str | Path], *, folder: Path, stop_signal: str = "SIGTERM", uid: int | None = None
    ) -> None:
        self._folder = folder
        with (folder / "log").open("wb") as log:
            # A separate session, so that Ctrl-C reaches only the tests, which then stop the server in order.
            self._guard = subprocess.Popen(
                [sys.executable, "-S", _GUARD, stop_signal, "-" if uid is None else str(uid), folder, *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait_until(self, ready: Callable[[], bool], timeout_s: float = 20) -> None:
        """Wait until `ready()` is true. Raises RuntimeError with the log's end if the command ends or time is up."""
        deadline = time.monotonic() + timeout_s
        while not ready():
            if self._guard.poll() is not None or time.monotonic() > deadline:
                said = (self._folder / "log").read_text(errors="replace")
                self.stop()
                raise RuntimeError(f"server did not start:\n{said[-2000:]}")
            time.sleep(0.02)

    @property
    def has_ended(self) -> bool:
        return self._guard.poll() is not None

    @property
    def pid(self) -> int:
        """The process id of the guard, whose child the command is."""
        return self._guard.pid

    def wait(self) -> None:
        """Wait until the command has ended by itself. Its folder stays."""
        self._guard.wait(timeout=20)
        if self._guard.stdin is not None:
            self._guard.stdin.close()

    def stop(self) -> None:
        """End the command, wait until it has ended and remove its folder completely."""
        if self._guard.stdin is not None:
            self._guard.stdin.close()
        self._guard.wait(timeout=20)
        shutil.rmtree(self._folder, ignore_errors=True)
