"""Installs the wheels in separate environments with only the locked packages, as an operator does."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.servers import NoughtsServer, PostgresServer, ValkeyServer

ROOT = Path(__file__).parents[2]
UV = ROOT / "tools" / "uv"
# A copy of the sources, because other tests use the folder of the built web client.
_SOURCES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src")
_BUILD = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    sources = tmp_path_factory.mktemp("sources")
    for name in _SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, sources / name)
    _run(_BUILD, cwd=sources)
    return next((sources / "dist").glob("*.whl"))


@pytest.fixture(scope="session")
def model_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the speech model, whose files this checkout has already."""
    dist = tmp_path_factory.mktemp("model")
    _run([*_BUILD, "--directory", dist], cwd=ROOT / "speech-model", hooks=True)
    return next(dist.glob("*.whl"))


@pytest.fixture(scope="session")
def small_python(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment without any optional part. All workers share it."""
    shared = tmp_path_factory.getbasetemp()
    environment = shared / "small-venv"
    with (shared / "small-venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = shared / "small-venv.done"
        if not done.exists():
            # With its bytecode, as pip does it: the tests start its program often.
            install(environment, "core", request.getfixturevalue("wheel"), bytecode=True)
            done.touch()
    return environment / "bin" / "python"


@pytest.fixture(scope="session")
def installed_python(wheel: Path, model_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The Python of an environment with all parts."""
    environment = tmp_path_factory.mktemp("installed") / "venv"
    yield install(environment, "all", wheel, model_wheel)
    shutil.rmtree(environment)


def install(environment: Path, lock: str, *wheels: Path, bytecode: bool = False) -> Path:
    """Return the Python of a new environment with this lock file and these wheels."""
    python = environment / "bin" / "python"
    _run([UV, "venv", "--python", sys.executable, environment])
    command: list[str | Path] = [UV, "pip", "install", "--python", python]
    locked: list[str | Path] = [*command, "--require-hashes", "-r", ROOT / "requirements" / f"{lock}.lock"]
    try:
        _run([*locked, "--offline"], bytecode=bytecode)
    except RuntimeError:
        # Something is missing in the package cache.
        _run(locked, bytecode=bytecode)
    _run([*command, "--no-deps", "--offline", *wheels], bytecode=bytecode)
    return python


@pytest.fixture(scope="session")
def debian_postgres() -> Iterator[PostgresServer]:
    """The machine's own PostgreSQL, if it has one."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    server = PostgresServer(found[-1] if found else None)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def debian_redis() -> Iterator[ValkeyServer]:
    """The machine's own Redis, if it has one."""
    found = shutil.which("redis-server")
    server = ValkeyServer(Path(found) if found else None)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def start_installed(installed_python: Path, tmp_path: Path) -> Iterator[Callable[..., NoughtsServer]]:
    """Starts the installed server with these options. All are killed at the end."""
    started: list[NoughtsServer] = []

    def start(*options: str) -> NoughtsServer:
        folder = tmp_path / f"server{len(started)}"
        folder.mkdir()
        started.append(NoughtsServer(folder, *options, program=[installed_python.with_name("noughts")]))
        return started[-1].start()

    yield start
    for server in started:
        server.kill()


def _run(
    command: Sequence[str | Path], cwd: Path | None = None, *, hooks: bool = False, bytecode: bool = False
) -> None:
    # Usually no bytecode: compiling it takes longer than the tests. No build hooks: the web client is built already.
    environment = os.environ | {
        "UV_COMPILE_BYTECODE": str(bytecode).lower(),
        "HATCH_BUILD_NO_HOOKS": str(not hooks).lower(),
    }
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command} failed:\n{done.stdout}{done.stderr}")
