"""Servers to measure: each is a separate process on one core, with its processor time and memory."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

SERVER_CORE = 0
GENERATOR_CORE = 1

PEERS = Path(__file__).parent / "peers"

# The server with its defaults, except for the limits that would stop a load generator.
UNLIMITED = {
    "NOUGHTS_COMMANDS_PER_SECOND": "1000000",
    "NOUGHTS_COMMAND_BURST": "1000000",
    "NOUGHTS_GUESTS_PER_MINUTE": "1000000",
    "NOUGHTS_CONNECTIONS_PER_ADDRESS": "100000",
    "NOUGHTS_UNFINISHED_GAMES": "1000000",
    "NOUGHTS_REGISTRATIONS_PER_ADDRESS": "1000000",
    # The computer shares the server's core, so it is compiled only for measurements of the computer.
    "NOUGHTS_WARM_COMPUTER": "false",
}


class Measured:
    """A running process."""

    def __init__(self, process: subprocess.Popen[str], url: str, line: str) -> None:
        self.url = url
        # Host and port of the line protocol, if the server has it.
        self.line = line
        self._process = process

    @property
    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory_bytes(self) -> int:
        """Resident memory without file mappings."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"RssAnon:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0


@contextmanager
def noughts_server(*arguments: str, **environment: str) -> Iterator[Measured]:
    """Our server with SQLite in a separate folder, bound to one core."""
    with _noughts(arguments, environment, pinned=True) as measured:
        yield measured


@contextmanager
def free_noughts_server(*arguments: str) -> Iterator[Measured]:
    """The same on any core, as one of several nodes."""
    with _noughts(arguments, {}, pinned=False) as measured:
        yield measured


@contextmanager
def _noughts(arguments: Sequence[str], environment: dict[str, str], pinned: bool) -> Iterator[Measured]:
    with tempfile.TemporaryDirectory(prefix="noughts-bench-") as folder:
        program = "from noughts.cli.main import main; main()"
        flags = ["serve", "--port", "0", "--line-port", "0", "--data", folder, *arguments]
        with _started([sys.executable, "-c", program, *flags], UNLIMITED | environment, pinned) as measured:
            yield measured


@contextmanager
def echo_server() -> Iterator[Measured]:
    """An echo server with the same socket library."""
    with _started([sys.executable, "-m", "bench.echo"], {}) as measured:
        yield measured


@contextmanager
def bare_server() -> Iterator[Measured]:
    """The bare server: durable moves and nothing else."""
    with _started([sys.executable, "-m", "bench.bare"], {}) as measured:
        yield measured


@contextmanager
def peer_server(script: str, *arguments: str) -> Iterator[Measured]:
    """Another game server, by its script in `peers`, with the Node that comes with our environment."""
    node = Path(sys.executable).parent / "node"
    with _started([str(node), str(PEERS / script), *arguments], {"NODE_ENV": "production"}) as measured:
        yield measured


@contextmanager
def _started(command: list[str], environment: dict[str, str], pinned: bool = True) -> Iterator[Measured]:
    cores = {SERVER_CORE} if pinned else os.sched_getaffinity(0)
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
        preexec_fn=lambda: os.sched_setaffinity(0, cores),  # noqa: PLW1509 - this process has no threads
    )
    try:
        yield Measured(process, *_addresses(process))
    finally:
        process.terminate()
        process.wait(10)
        if process.stderr is not None:
            process.stderr.close()


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
