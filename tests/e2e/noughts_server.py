"""A real Noughts server on loopback, with a data folder that outlives a kill."""

import http.client
import sys
import tempfile
from pathlib import Path

from tests.servers.guarded import GuardedProcess
from tests.servers.ports import free_port

PROGRAM = "from noughts.cli.main import main; main()"


class NoughtsServer:
    """`kill` ends it as a power cut would, `start` starts it again on the same port with the same data."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._process: GuardedProcess | None = None
        self._port = free_port()
        self._line_port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        options = {"host": "127.0.0.1", "port": self._port, "line-port": self._line_port, "data": self._data}
        flags = [f"--{name}={value}" for name, value in options.items()]
        self._process = GuardedProcess(
            [sys.executable, "-c", PROGRAM, "serve", *flags],
            folder=Path(tempfile.mkdtemp(prefix="noughts-e2e-")),
            stop_signal="SIGKILL",
        )
        self._process.wait_until(self._is_ready)

    def kill(self) -> None:
        if self._process is not None:
            self._process.stop()
            self._process = None

    def _is_ready(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == http.HTTPStatus.OK
        except OSError:
            return False
        finally:
            connection.close()
