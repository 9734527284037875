"""Games in which a move on one node races against the end of the clock on the other."""

import asyncio
import random
from collections import Counter

from noughts.app import Application
from noughts.games.application import replay
from noughts.games.board import board_state
from noughts.games.orders import EndOnTime, TakeSeat
from noughts.messages import commands as c
from noughts.messages.board_state import BoardState, PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.messages.setup import ClockSetting, Setup
from noughts.server.tables.packet import Packet
from noughts.server.tables.table import Table
from noughts.storage.games import changes_of
from tests.server.virtual import Time
from tests.waiting import until

BASE_MS = 5_000
AROUND_MS = 5
SETUP = Setup(clock=ClockSetting(base_seconds=BASE_MS // 1000))


class Jitter(Time):
    """A clock that, near a given moment, answers with a time before it as often as after it."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self.chance = chance
        self.around_ms = 0

    def now_ms(self) -> int:
        return self.ms + self.chance.randint(-self.around_ms, self.around_ms)


class Looker:
    """A spectator of a game on one of the servers."""

    card: PlayerCard | None = None

    def __init__(self, table: Table) -> None:
        self._table = table
        self.versions: list[int] = []
        self.deliver(table.view.packet)

    @classmethod
    async def at(cls, server: Application, game: GameId) -> "Looker":
        async with server.services.tables.open(game) as table:
            assert table is not None
            looker = cls(table)
            table.audience.add(looker)
            return looker

    def deliver(self, packet: Packet) -> None:
        if isinstance(packet.message, BoardState):
            self.state = packet.message
            self.versions.append(packet.message.version)

    def move(self, old: GameId, new: GameId) -> None:
        raise AssertionError("nobody plays again here")

    def leave(self) -> None:
        assert self.versions == sorted(self.versions)
        self._table.audience.remove(self)


async def race(first: Application, second: Application, time: Jitter, count: int, at_once: int = 50) -> Counter[str]:
    """Play this many last moments at these two servers, which may be one; return how each ended. Raises when they
    disagree.
    """
    people = [await first.services.guests.add_guest(None) for _ in range(2)]
    ann, bob = [person[0] for person in people if not isinstance(person, Refusal)]
    ends: Counter[str] = Counter()
    for start in range(0, count, at_once):
        batch = range(start, min(count, start + at_once))
        time.around_ms = 0
        games = await asyncio.gather(*(_begun(first, ann, bob) for _ in batch))
        time.ms += BASE_MS
        time.around_ms = AROUND_MS
        ends.update(await asyncio.gather(*(_raced(first, second, ann, game, time) for game in games)))
        time.around_ms = 0
        time.ms += 2 * BASE_MS
    return ends


async def _begun(server: Application, ann: PlayerCard, bob: PlayerCard) -> GameId:
    answer = await server.server.games.create(ann, SETUP, "X", None)
    assert answer.game is not None
    await server.services.tables.ask(answer.game, bob, TakeSeat())
    for player, cell in ((ann, 4), (bob, 0)):
        assert (await server.services.tables.ask(answer.game, player, c.MakeMove(cell=cell))).refusal is None
    return answer.game


async def _raced(first: Application, second: Application, ann: PlayerCard, game: GameId, time: Jitter) -> str:
    lookers = [await Looker.at(server, game) for server in (first, second)]
    asked = [
        first.services.tables.ask(game, ann, c.MakeMove(cell=2, ply=2)),
        second.services.tables.ask(game, None, EndOnTime()),
        first.services.tables.ask(game, None, EndOnTime()),
    ]
    order = [0, 1, 2]
    time.chance.shuffle(order)
    answers = await asyncio.gather(*(asked[index] for index in order))
    moved, *ended = [answers[order.index(index)].refusal is None for index in range(3)]
    assert moved + sum(ended) <= 1, f"{game}: moved {moved}, ended {ended}"
    stored = replay(await first.database.read(changes_of, game))
    # The servers' own timers run too, and may have ended the game.
    is_over = stored.result is not None
    assert (stored.ply == 3) == moved == (not is_over and moved), f"{game}: {stored}"
    assert is_over or not any(ended), f"{game}: {stored}"
    for looker in lookers:
        # The other node gets a hint, or finds out by itself three seconds later.
        await until(lambda looker=looker: looker.versions[-1] == stored.version, 20)  # type: ignore[misc]
        assert looker.state == board_state(stored, looker.state.players)
        looker.leave()
    return "moved" if moved else "time" if is_over else "neither yet"
