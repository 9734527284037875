"""One seed: servers and players with faults, then recovery, then checks of the result."""

import asyncio
import hashlib
import shutil
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from msgspec import Struct
from structlog.testing import capture_logs

from noughts.server.runtime.limits import MOST_UNREAD_BYTES
from tests.servers.prepared import put_database
from tests.simulation.bus import Exchange
from tests.simulation.checks import Stored, Up, broken
from tests.simulation.client import Player
from tests.simulation.disk import VirtualDisk
from tests.simulation.history import History
from tests.simulation.loop import VirtualLoop
from tests.simulation.misfortunes import Misfortunes
from tests.simulation.network import Network
from tests.simulation.node import START_MS, Node
from tests.simulation.scripts import Pair

STORM_SECONDS = 10.0
# Nobody can play while servers are down, so faults continue until players have sent this much, or for two minutes.
FEWEST_COMMANDS = 15
LONGEST_STORM_SECONDS = 120.0
# By this time after the last fault, everybody must have the same board, and every command an answer.
CALM_SECONDS = 60.0
ONE_MESSAGE_BYTES = 16 * 1024
# In memory, because the simulation itself decides what the disk loses.
_FAST = Path("/dev/shm")


class Outcome(Struct):
    """The result of a seed: a digest of everything that happened, and every broken invariant."""

    seed: int
    digest: str
    broken: list[str]
    commands: int
    kills: int
    virtual_seconds: float


class Trace:
    """A digest of everything that happens; `show` receives every line."""

    def __init__(self, show: Callable[[str], None] | None) -> None:
        self._hash = hashlib.sha256()
        self._show = show
        self.loop: VirtualLoop

    def __call__(self, line: str) -> None:
        line = f"{self.loop.time():.6f} {line}"
        self._hash.update(line.encode())
        if self._show is not None:
            self._show(line)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


class World:
    """The servers, the players and everything between them."""

    def __init__(self, chance: Random, folder: Path, trace: Trace) -> None:
        self.chance = chance
        self.history = History()
        self.network = Network(chance, trace)
        count = chance.choice((1, 2, 2))
        self.disk = VirtualDisk(folder, _empty_database(), chance, trace, is_shared=count > 1)
        self.exchange = Exchange(chance, lambda: START_MS + round(trace.loop.time() * 1000)) if count > 1 else None
        self.nodes = [
            Node(f"node{number}", self.network, self.disk, self.exchange, chance, chance.randint(-20, 20))
            for number in range(count)
        ]
        names = [f"p{number}" for number in range(4)]
        self.players = [Player(name, self.nodes, self.network, self.history, chance) for name in names]
        self.pairs = [Pair(self.players[at], self.players[at + 1], chance) for at in (0, 2)]
        self.misfortunes = Misfortunes(self.nodes, self.network, self.disk, self.exchange, chance)

    async def run(self) -> None:
        for node in self.nodes:
            node.start()
        loop = asyncio.get_running_loop()
        devices = [loop.create_task(device.run()) for player in self.players for device in player.devices]
        playing = [loop.create_task(pair.play()) for pair in self.pairs]
        storm_seconds = self.chance.uniform(3, STORM_SECONDS)
        await self.misfortunes.happen(
            lambda: (
                loop.time() > storm_seconds
                and (len(self.history.asked) >= FEWEST_COMMANDS or loop.time() > LONGEST_STORM_SECONDS)
            )
        )
        await self.misfortunes.end()
        for pair in self.pairs:
            pair.stop()
        ends = loop.time() + CALM_SECONDS
        while loop.time() < ends and not (all(task.done() for task in playing) and self._agree()):  # noqa: ASYNC110
            await asyncio.sleep(0.5)
        self.history.violations += [repr(task.exception()) for task in playing if task.done() and task.exception()]
        if not all(task.done() for task in playing):
            waiting = [command for player in self.players for command in player.pending]
            self.history.violations.append(f"unanswered after {CALM_SECONDS} s of calm: {waiting}")
        elif not self._agree():
            self.history.violations.append(f"no agreement after {CALM_SECONDS} s of calm: {self._boards()}")
        if self.network.most_unread_bytes > MOST_UNREAD_BYTES + ONE_MESSAGE_BYTES:
            self.history.violations.append(
                f"{self.network.most_unread_bytes} bytes were kept for one who does not read"
            )
        # Let delayed actions of servers happen too, such as reminders and clocks that were set twice.
        await asyncio.sleep(5)
        for task in [*playing, *devices]:
            task.cancel()
        await asyncio.gather(*playing, *devices, return_exceptions=True)
        for node in self.nodes:
            node.kill()
            for process in node.processes:
                process.bury()

    def _agree(self) -> bool:
        """Return whether all devices of both players of every game have its newest board."""
        newest = self.disk.newest()
        return all(
            game in device.boards and device.boards[game].version == newest.get(game)
            for player in self.players
            for game in player.boards
            if player.boards[game].phase == "playing"
            for device in player.devices
        )

    def _boards(self) -> list[str]:
        return [
            f"{player.name} {device.node.name if device.node else ''} {game} {board.version}"
            for player in self.players
            for device in player.devices
            for game, board in device.boards.items()
        ] + [str(self.disk.newest())]


def run_seed(seed: int, show: Callable[[str], None] | None = None) -> Outcome:
    """Run one seed from its beginning to its end."""
    chance = Random(seed)
    trace = Trace(show)
    loop = trace.loop = VirtualLoop(chance)
    folder = Path(tempfile.mkdtemp(prefix="noughts-simulation-", dir=_FAST if _FAST.is_dir() else None))
    try:
        world = World(chance, folder, trace)
        with capture_logs() as logs, warnings.catch_warnings():
            # A task cancelled before its first step leaves a coroutine that was never awaited.
            warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
            loop.run_until_complete(world.run())
        stored = Stored(
            world.disk.rows("SELECT game_id, version, at_ms, player_id, command_id, body FROM events ORDER BY 1, 2")
        )
        notices = world.disk.rows("SELECT * FROM put_notices")
        world.disk.close()
        faults = broken(world.history, stored, notices, _served_by_any(world.nodes), world.misfortunes.troubles)
        faults += loop.faults + [str(entry) for entry in logs if "exc_info" in entry]
        return Outcome(seed, trace.digest, faults, len(world.history.asked), world.misfortunes.kills, loop.time())
    finally:
        loop.close()
        shutil.rmtree(folder, ignore_errors=True)


def _served_by_any(nodes: list[Node]) -> Up:
    times = sorted((begin, end or 2**60) for node in nodes for begin, end in node.served)
    merged: Up = []
    for begin, end in times:
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((begin, end))
    return merged


@cache
def _empty_database() -> bytes:
    with tempfile.TemporaryDirectory(prefix="noughts-simulation-") as folder:
        put_database(Path(folder))
        return (Path(folder) / "noughts.db").read_bytes()
