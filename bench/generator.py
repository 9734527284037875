"""The load generator in C (`load/`), compiled if there is a compiler. It measures our server and the others."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import msgspec

from bench.moves import WARM_UP_SECONDS, Figures
from bench.process import GENERATOR_CORE, Measured

SOURCES = Path(__file__).parent / "load"
# Longer than the whole measurement takes on a busy machine.
PATIENCE_SECONDS = 60

Dialect = Literal["echo", "noughts", "colyseus", "boardgame"]


class Generator:
    """The compiled program."""

    def __init__(self, program: Path) -> None:
        self._program = program

    def measure(self, server: Measured, dialect: Dialect, games: int, seconds: float) -> Figures:
        """Let `games` pairs play at once, or send messages to the echo server."""
        port = server.url.rpartition(":")[2]
        process = subprocess.Popen(
            [self._program, dialect, port, str(games), str(WARM_UP_SECONDS), str(seconds)],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {GENERATOR_CORE}),  # noqa: PLW1509 - this process has no threads
        )
        try:
            assert process.stdout is not None
            begun = process.stdout.readline()
            cpu = server.cpu_seconds
            found, _ = process.communicate(timeout=PATIENCE_SECONDS)
            cpu = server.cpu_seconds - cpu
        finally:
            process.kill()
        if not begun or process.returncode:
            raise RuntimeError(f"the load generator failed against {dialect}")
        return Figures(in_flight=games, server_load=cpu / seconds, **msgspec.json.decode(found))


@contextmanager
def compiled() -> Iterator[Generator | None]:
    """Compile and return the generator, or None if there is no C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="noughts-bench-") as folder:
        program = Path(folder) / "load"
        subprocess.run([compiler, "-O2", "-Wall", "-Wextra", "-o", program, *sorted(SOURCES.glob("*.c"))], check=True)
        yield Generator(program)
