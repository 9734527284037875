"""`noughts serve` as a process: it prints its address, ends on a signal, and says in one line why it cannot start."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import noughts
from noughts.config import Settings
from tests.proving import later
from tests.servers import free_port

COMMAND = [sys.executable, "-c", "from noughts.cli.main import main; main()"]
SOURCE = Path(noughts.__file__).parents[1]
ANY_PORTS = ("--port", "0", "--line-port", "0")


def environment(**more: str) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("NOUGHTS_")}
    return ours | {"PYTHONPATH": str(SOURCE)} | more


def run(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        [*COMMAND, *arguments], cwd=folder, env=environment(**more), capture_output=True, text=True, timeout=30
    )


def check_refused(done: subprocess.CompletedProcess[str], words: str) -> None:
    """Check for one clear line, exit code 1 and no other output."""
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    assert re.fullmatch(r"noughts: [^\n]+\n", done.stderr), done.stderr
    assert words in done.stderr
    assert "secret" not in done.stderr


REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "a bad value": (("--port", "http"), "bad setting: Expected `int`, got `str` - at `$.port`"),
    "redis alone": (("--redis", "redis://127.0.0.1"), "redis needs database"),
    "no folder can be made": (("--data", "/proc/noughts"), "cannot use the data folder /proc/noughts"),
    "no database": (("--database", "postgresql://me:secret@127.0.0.1:{free}/db"), "cannot use the database"),
    "a host that is none": (("--host", "a..b"), "cannot listen on a..b:0"),
}


@pytest.mark.parametrize("case", ["a bad value", *map(later, list(REFUSED)[1:])])
def test_reports_in_one_line_why_it_cannot_start(case: str, tmp_path: Path) -> None:
    arguments, words = REFUSED[case]
    given = (argument.format(free=free_port()) for argument in arguments)
    check_refused(run(tmp_path, "serve", *ANY_PORTS, *given), words)


def test_reports_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run(tmp_path, "serve", "--line-port", "0", NOUGHTS_PORT=str(port))
    check_refused(done, f"cannot listen on 127.0.0.1:{port}: Address already in use")
    assert not (tmp_path / "data").exists(), "nothing is made by a server that does not start"


def test_reports_an_unknown_setting_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "noughts.toml").write_text("prot = 8000\n")
    check_refused(run(tmp_path, "serve", *ANY_PORTS), "bad setting: Object contains unknown field `prot`")


def test_help_lists_every_setting_with_its_default(tmp_path: Path) -> None:
    done = run(tmp_path, "serve", "--help", COLUMNS="300")
    assert done.returncode == 0
    assert "--settings FILE" in done.stdout
    for field in msgspec.structs.fields(Settings):
        (line,) = re.findall(rf"^ +--{field.encode_name} \S+\s+(\S.*)$", done.stdout, re.MULTILINE)
        assert line.endswith(f"(default: {field.default})") == (field.default != ""), line
        assert line.split(" (default")[0], "it says what it is for"


def test_prints_its_version(tmp_path: Path) -> None:
    assert run(tmp_path, "--version").stdout == f"noughts {noughts.__version__}\n"


class Running:
    """A server on a free port, with its log."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "serve", *ANY_PORTS, *options],
            cwd=folder,
            env=environment(),
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        self.log: list[str] = []
        for line in self.process.stderr:
            self.log.append(line)
            if "Noughts is ready" in line:
                break
        self.address: str = json.loads(self.log[-1])["address"]

    def end(self, how: signal.Signals, seconds: float = 5) -> int:
        assert self.process.stderr is not None
        self.process.send_signal(how)
        code = self.process.wait(seconds)
        self.log += self.process.stderr.readlines()
        self.process.stderr.close()
        return code


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    if running.process.poll() is None:
        running.end(signal.SIGKILL)


def test_prints_its_address_and_ends_on_a_signal(running: Running, tmp_path: Path) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/?", running.address)
    with urllib.request.urlopen(f"{running.address.rstrip('/')}/readyz", timeout=10) as answer:
        assert answer.status == 200
    # A second server on the same folder does not start, and does not disturb the first.
    check_refused(run(tmp_path, "serve", *ANY_PORTS), f"another Noughts server (process {running.process.pid})")
    with socket.create_connection(("127.0.0.1", int(running.address.rstrip("/").rpartition(":")[2]))):
        # A silent client that stays connected doesn't delay the shutdown.
        assert running.end(signal.SIGTERM) == 0
    assert not any("Traceback" in line or "error" in line.lower() for line in running.log), running.log
    assert {path.name for path in (tmp_path / "data").iterdir()} == {"noughts.db", "noughts.lock"}


def test_an_interrupt_ends_it_and_a_second_signal_does_no_harm(running: Running) -> None:
    running.process.send_signal(signal.SIGINT)
    assert running.end(signal.SIGINT) == 0
