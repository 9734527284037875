"""Starts the program `noughts` without loading it again: a process that has loaded it forks once for each start.

Loading takes most of a second of processor time, the first start takes another half, and the tests start a server more
than a hundred times.
"""

import asyncio
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple

import structlog


class ForkedProgram:
    """One running program, with the part of `subprocess.Popen` that the tests use."""

    def __init__(self, pid: int, exit_pipe: int) -> None:
        self.pid = pid
        self._exit_pipe = exit_pipe
        self._code: int | None = None

    def send_signal(self, how: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, how)

    def poll(self) -> int | None:
        """Return its exit code, negative for a signal, or None while it runs."""
        return self._code_within(0)

    def wait(self, timeout: float) -> int:
        """Return its exit code. Raises TimeoutExpired."""
        code = self._code_within(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("noughts", timeout)
        return code

    def _code_within(self, seconds: float) -> int | None:
        if self._code is None and select.select([self._exit_pipe], [], [], seconds)[0]:
            self._code = int(os.read(self._exit_pipe, 16) or b"-1")
            os.close(self._exit_pipe)
        return self._code


def start_program(arguments: list[str], environment: dict[str, str], stderr: IO[bytes]) -> ForkedProgram:
    """Start `noughts` with these arguments."""
    exit_pipe, exit_reported = os.pipe()
    connection = _forker().connection
    request = json.dumps({"arguments": arguments, "environment": environment}).encode()
    socket.send_fds(connection, [len(request).to_bytes(4, "big") + request], [stderr.fileno(), exit_reported])
    os.close(exit_reported)
    return ForkedProgram(int(connection.recv(16)), exit_pipe)


class _Forker(NamedTuple):
    """The process that forks. It ends when its connection closes."""

    process: subprocess.Popen[bytes]
    connection: socket.socket


@cache
def _forker() -> _Forker:
    ours, theirs = socket.socketpair()
    code = f"from tests.servers import forking; forking.serve_requests({theirs.fileno()})"
    command = [sys.executable, "-c", code]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    theirs.close()
    return _Forker(process, ours)


def _start_once() -> None:
    """Run a server for a moment: the first start in a process loads more, and takes ten times as long as the others."""
    from noughts.app import Application
    from noughts.config import Settings
    from tests.servers.prepared import put_database

    async def start(data: str) -> None:
        async with Application(Settings(port=0, line_port=0, data=data, warm_computer=False)).running():
            pass

    # Without its lines in the output of a test.
    with tempfile.TemporaryDirectory(prefix="noughts-forker-") as data, structlog.testing.capture_logs():
        put_database(Path(data))
        asyncio.run(start(data))
    assert threading.active_count() == 1, "a process with threads can't be forked safely"


def serve_requests(descriptor: int) -> None:
    """Run as the forker: start a program for each request on this socket, and report its exit code."""
    # The tests themselves handle Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection = socket.socket(fileno=descriptor)
    # Imported here, because only the forker needs them.
    from noughts.cli import main

    importlib.import_module("noughts.cli.serve")
    _start_once()
    reports: dict[int, int] = {}
    while True:
        if select.select([connection], [], [], 0.02 if reports else None)[0]:
            head, received, _, _ = socket.recv_fds(connection, 4, 2)
            if not head:
                # The tests have ended, perhaps without ending their servers.
                for pid in reports:
                    os.kill(pid, signal.SIGKILL)
                return
            request = json.loads(connection.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL))
            stderr, exit_reported = received
            pid = os.fork()
            if pid == 0:
                connection.close()
                for other in (*reports.values(), exit_reported):
                    os.close(other)
                os.dup2(stderr, 2)
                os.close(stderr)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                os.environ.clear()
                os.environ.update(request["environment"])
                sys.argv = ["noughts", *request["arguments"]]
                main.main()
            os.close(stderr)
            reports[pid] = exit_reported
            connection.send(b"%d" % pid)
        for pid, exit_reported in list(reports.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                os.write(exit_reported, b"%d" % os.waitstatus_to_exitcode(status))
                os.close(exit_reported)
                del reports[pid]
