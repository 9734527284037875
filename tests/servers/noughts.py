"""Our own server as a separate process on a fixed port, so that it can be killed and started again."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from tests.servers.forking import ForkedProgram, start_program
from tests.servers.ports import free_port
from tests.servers.prepared import put_database

START_SECONDS = 30

# All tests come from one address, and are faster than people.
_GENEROUS = {
    "NOUGHTS_COMMANDS_PER_SECOND": "100000",
    "NOUGHTS_COMMAND_BURST": "100000",
    "NOUGHTS_GUESTS_PER_MINUTE": "100000",
    "NOUGHTS_CONNECTIONS_PER_ADDRESS": "100000",
    "NOUGHTS_LOGINS_PER_ADDRESS": "1000000",
    "NOUGHTS_REGISTRATIONS_PER_ADDRESS": "1000000",
    # The computer loads when a test first plays it, and makes no pauses.
    "NOUGHTS_WARM_COMPUTER": "false",
    "NOUGHTS_COMPUTER_PAUSE": "0",
}


class NoughtsServer:
    """`noughts serve` with these options, from this checkout or by an installed `program`.

    Its log is in its folder.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        environment: dict[str, str] | None = None,
        program: Sequence[str | Path] = (),
        has_public_url: bool = False,
    ) -> None:
        self.port = free_port()
        self.line_port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        if not options:
            put_database(folder / "data")
        self._environment = os.environ | _GENEROUS | (environment or {})
        if has_public_url:
            self._environment["NOUGHTS_PUBLIC_URL"] = self.url
        ports = ["--port", str(self.port), "--line-port", str(self.line_port)]
        self._program = program
        self._arguments = ["serve", *ports, *(options or ("--data", str(folder / "data")))]
        self._process: ForkedProgram | subprocess.Popen[bytes] | None = None

    def start(self) -> "NoughtsServer":
        """Start it and wait until it is ready. Raises RuntimeError with the log if it fails to start."""
        with self.log.open("ab") as log:
            begin = log.tell()
            if self._program:
                command = [*self._program, *self._arguments]
                self._process = subprocess.Popen(command, stderr=log, env=self._environment)
            else:
                self._process = start_program(self._arguments, self._environment, log)
        deadline = time.monotonic() + START_SECONDS
        while not re.search(r"Noughts is ready", self._said(begin)):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"the server did not start:\n{self._said(begin)}")
            time.sleep(0.02)
        return self

    def kill(self) -> None:
        """Send SIGKILL, so that it can't finish anything."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals = signal.SIGTERM, timeout_s: float = 10) -> int:
        """Send the signal, wait, and return the exit code. Raises TimeoutExpired."""
        if self._process is None:
            return 0
        self._process.send_signal(how)
        code = self._process.wait(timeout_s)
        self._process = None
        return code

    def pause(self) -> None:
        """Freeze it, as if the machine had stalled."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it continue after `pause`, unless it was killed meanwhile."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def _said(self, begin: int) -> str:
        return self.log.read_bytes()[begin:].decode(errors="replace")

    @property
    def tracebacks(self) -> list[str]:
        """All lines of its log that report a bug of ours."""
        return [line for line in self.log.read_text(errors="replace").splitlines() if "Traceback" in line]
