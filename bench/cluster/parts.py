"""The parts of an installation, with the processor time of each."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench.process import Measured, free_noughts_server
from tests.deploy.proxies import Nginx
from tests.servers import PostgresServer, ValkeyServer

_TICKS = os.sysconf("SC_CLK_TCK")


class Installation:
    """Some nodes on one database, and the processor time of each kind of part."""

    def __init__(self) -> None:
        self.nodes: list[Measured] = []
        self.proxy: Nginx | None = None
        self._parts: dict[str, Callable[[], float]] = {}

    def add_part(self, name: str, pid: int) -> None:
        self._parts[name] = lambda: tree_seconds(pid)

    @property
    def cpu_seconds(self) -> dict[str, float]:
        """The processor time of every part since it was started."""
        nodes = sum(node.cpu_seconds for node in self.nodes)
        return {"nodes": nodes} | {name: measure() for name, measure in self._parts.items()}


@contextmanager
def installation(nodes: int, *, postgres: bool, redis: bool, proxy: bool = False) -> Iterator[Installation]:
    """Start this many nodes, with these parts. Debian's PostgreSQL and Redis are used if installed."""
    with ExitStack() as stack:
        made, arguments = Installation(), list[str]()
        if postgres:
            database = stack.enter_context(debian_postgres())
            made.add_part("postgresql", database.pid)
            arguments += ["--database", database.create_database()]
        if redis:
            program = shutil.which("redis-server")
            bus = ValkeyServer(None if program is None else Path(program))
            bus.start()
            stack.callback(bus.stop)
            made.add_part("redis", bus.pid)
            arguments += ["--redis", bus.url]
        for _ in range(nodes):
            made.nodes.append(stack.enter_context(free_noughts_server(*arguments)))
        if proxy:
            made.proxy = Nginx()
            ports = [int(node.url.rpartition(":")[2]) for node in made.nodes]
            made.proxy.start(ports, [int(node.line.rpartition(":")[2]) for node in made.nodes])
            stack.callback(made.proxy.stop)
            made.add_part("proxy", made.proxy.pid)
        yield made


@contextmanager
def debian_postgres() -> Iterator[PostgresServer]:
    """Return the machine's own PostgreSQL if installed, with every commit on disk."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    database = PostgresServer(programs[-1] if programs else None, durable=True)
    try:
        yield database
    finally:
        database.stop()


def tree_seconds(root: int) -> float:
    """Return the processor time of a process and all its descendants."""
    children: dict[int, list[int]] = {}
    seconds: dict[int, float] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(folder.name))
        # Its own time, and that of its ended children.
        seconds[int(folder.name)] = sum(map(int, fields[11:15])) / _TICKS
    found, total = [root], 0.0
    while found:
        pid = found.pop()
        total += seconds.get(pid, 0.0)
        found += children.get(pid, [])
    return total
