"""Servers under measurement: each a process of its own, bound to one core, with its CPU time and memory to be read."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SERVER_CORE = 0
GENERATOR_CORE = 1

# The server as it is, but for the limits that keep one client from doing what a load generator does.
UNLIMITED = {
    "NOUGHTS_COMMANDS_PER_SECOND": "1000000",
    "NOUGHTS_COMMAND_BURST": "1000000",
    "NOUGHTS_GUESTS_PER_MINUTE": "1000000",
    "NOUGHTS_CONNECTIONS_PER_ADDRESS": "100000",
    "NOUGHTS_UNFINISHED_GAMES": "1000000",
    "NOUGHTS_REGISTRATIONS_PER_ADDRESS": "1000000",
    # The computer shares the core with the server: it gets ready only where a measurement is about it.
    "NOUGHTS_WARM_COMPUTER": "false",
}


class Measured:
    """A running process."""

    def __init__(self, process: subprocess.Popen[str], url: str, line: str) -> None:
        self.url = url
        # Host and port of the line protocol, where there is one.
        self.line = line
        self._process = process

    @property
    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory_bytes(self) -> int:
        """What is resident and not shared with a file."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"RssAnon:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0


@contextmanager
def noughts_server(*arguments: str, **environment: str) -> Iterator[Measured]:
    """Our server with its embedded store in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="noughts-bench-") as folder:
        program = "from noughts.cli.main import main; main()"
        flags = ["serve", "--port", "0", "--line-port", "0", "--data", folder, *arguments]
        with _started([sys.executable, "-c", program, *flags], UNLIMITED | environment) as measured:
            yield measured


@contextmanager
def echo_server() -> Iterator[Measured]:
    """The plain echo of the same socket library."""
    with _started([sys.executable, "-m", "bench.echo"], {}) as measured:
        yield measured


@contextmanager
def bare_server() -> Iterator[Measured]:
    """Durable moves and nothing else."""
    with _started([sys.executable, "-m", "bench.bare"], {}) as measured:
        yield measured


@contextmanager
def _started(command: list[str], environment: dict[str, str]) -> Iterator[Measured]:
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
        preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE}),  # noqa: PLW1509 - this process has no threads
    )
    try:
        yield Measured(process, *_addresses(process))
    finally:
        process.terminate()
        process.wait(10)


def _addresses(process: subprocess.Popen[str]) -> tuple[str, str]:
    assert process.stderr is not None
    heard = []
    for line in process.stderr:
        heard.append(line)
        found = re.search(r"http://[\d.:]+", line)
        if found:
            line_address = re.search(r'"line": "([\d.:]+)"', line)
            return found[0], line_address[1] if line_address else ""
    raise RuntimeError("the server did not start:\n" + "".join(heard))
