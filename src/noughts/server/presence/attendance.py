"""Presence: who is online, over all protocols and processes; which games they look at, and which they have left.

A player is here while any of their connections lives, and for 30 seconds after an HTTP request. Players who left long
ago are forgotten, and players not seen since startup count as absent from startup.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Collection, Iterable
from typing import Literal, Protocol

from noughts.bus.hint import Bus, Sighting
from noughts.games.absence import Gone
from noughts.messages.ids import GameId, PlayerId
from noughts.server.presence.looks import Looks
from noughts.server.runtime.environment import Environment
from noughts.server.tables.packet import Packet

# How a connection ended: the client closed it, it was lost, or it timed out.
Parting = Literal["left", "lost", "silent"]

SILENCE_MS = 30_000
LEFT_MS = 10_000
# How often presence is published again to the other processes.
BEAT_SECONDS = 10.0
# How many absent players and left games are remembered; for others, only the time is lost.
MOST_REMEMBERED = 10_000
MOST_LOOKED_AT = 64
# How long a list of players waits for the other processes. Players whose state is unknown by then show as offline.
OTHERS_SECONDS = 2.0


class Unknown(Exception):
    """A player's presence in the other processes is unknown right now."""


class PresentClient(Protocol):
    """A session, as the attendance sees it."""

    # Whether it is to be sent its player's notices.
    follows_inbox: bool

    def deliver(self, packet: Packet) -> None: ...

    def looks_at(self) -> Iterable[GameId]:
        """Return the games that its player can see."""

    def is_looking_at(self, game: GameId) -> bool:
        """Return whether its player can see this game."""


class Attendance:
    """The players whom this process sees, and those whom the others report."""

    def __init__(self, bus: Bus, environment: Environment) -> None:
        self._bus = bus
        self._environment = environment
        self._opened_ms = environment.now_ms()
        self._here: dict[PlayerId, dict[PresentClient, None]] = {}
        # Over HTTP, oldest first.
        self._asked: OrderedDict[PlayerId, int] = OrderedDict()
        self._gone: OrderedDict[PlayerId, Gone] = OrderedDict()
        self._left: OrderedDict[PlayerId, dict[GameId, int]] = OrderedDict()
        self._looks = Looks()

    # Changes in this process.

    def connected(self, player: PlayerId, client: PresentClient) -> bool:
        """Record a connection. Return True when the player was not online before, as far as this process knows."""
        is_new = not self.is_here(player)
        self._here.setdefault(player, {})[client] = None
        self._gone.pop(player, None)
        self._mark(player)
        return is_new

    def record_request(self, player: PlayerId) -> bool:
        """Record an HTTP request. Return True when the player was not online before, as far as this process knows."""
        is_new = not self.is_here(player)
        last_ms, now_ms = self._asked.pop(player, 0), self._environment.now_ms()
        self._asked[player] = now_ms
        self._gone.pop(player, None)
        if now_ms - last_ms > SILENCE_MS / 3:
            self._mark(player)
        return is_new

    def disconnected(self, player: PlayerId, client: PresentClient, parting: Parting) -> bool:
        """Remove an ended connection. Return True when it was the player's last one here."""
        clients = self._here.get(player, {})
        clients.pop(client, None)
        if clients:
            self._mark(player)
            return False
        self._here.pop(player, None)
        since_ms = self._environment.now_ms() - (SILENCE_MS if parting == "silent" else 0)
        self._forget(player, Gone(since_ms, since_ms + (LEFT_MS if parting == "left" else SILENCE_MS)))
        return player not in self._asked

    def left(self, player: PlayerId, game: GameId) -> None:
        """Record that the player has left this game."""
        games = self._left[player] = self._left.pop(player, {})
        games.pop(game, None)
        games[game] = self._environment.now_ms()
        if len(games) > MOST_LOOKED_AT:
            del games[next(iter(games))]
        if len(self._left) > MOST_REMEMBERED:
            self._left.popitem(last=False)
        self._mark(player)

    def looks(self, player: PlayerId, game: GameId) -> bool:
        """Record that the player looks at this game. Return True when they had left it."""
        had_left = (games := self._left.get(player, {})).pop(game, None) is not None
        if had_left and not games:
            del self._left[player]
        self._mark(player)
        return had_left

    def screen_changed(self, player: PlayerId) -> None:
        """Record that the player looks at other games than before."""
        self._mark(player)

    def timed_out(self) -> list[PlayerId]:
        """Return players whose last HTTP request is too long ago: they are absent, and announced once."""
        silent_since_ms = self._environment.now_ms() - SILENCE_MS
        gone = []
        while self._asked and (oldest := next(iter(self._asked.items())))[1] <= silent_since_ms:
            player, at_ms = oldest
            del self._asked[player]
            if player not in self._here:
                self._forget(player, Gone(at_ms, at_ms + SILENCE_MS))
                gone.append(player)
        return gone

    async def beat_forever(self) -> None:
        """Keep publishing presence: the other processes drop a player they get no reports about."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            self.publish_again()

    def publish_again(self) -> None:
        """Publish everyone present to the other processes."""
        for player in {**self._here, **self._asked}:
            self._mark(player)

    # Queries.

    def clients(self, player: PlayerId) -> tuple[PresentClient, ...]:
        """Return the connections of this player to this process."""
        return tuple(self._here.get(player, ()))

    def is_here(self, player: PlayerId) -> bool:
        """Return whether this process sees the player."""
        return player in self._here or player in self._asked

    async def online(self, players: Collection[PlayerId]) -> set[PlayerId]:
        """Return those of these players whom any process sees."""
        here = {player for player in players if self.is_here(player)}
        if not self._bus.is_shared:
            return here
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OTHERS_SECONDS):
                for player in players:
                    if player not in here and any(map(self._is_here, await self._bus.last_reported(player))):
                        here.add(player)
        return here

    async def can_ask_others(self) -> bool:
        """Return whether the other processes can be asked now."""
        return not self._bus.is_shared or await self._bus.sightings(PlayerId("")) is not None

    def is_looking_here(self, player: PlayerId, game: GameId) -> bool:
        """Return whether the player has this game on the screen, by a connection to this process."""
        for client in self._here.get(player, ()):  # noqa: SIM110 - asked at every move, and a generator costs more
            if client.is_looking_at(game):
                return True
        return False

    async def is_looking(self, player: PlayerId, game: GameId) -> bool:
        """Return the same, by a connection to any process."""
        if self.is_known_to_look(player, game):
            return True
        return self._bus.is_shared and self._do_any_look(await self._bus.last_reported(player), game)

    def is_known_to_look(self, player: PlayerId, game: GameId) -> bool:
        """Return the same as far as it is in memory."""
        if self.is_looking_here(player, game):
            return True
        return self._bus.is_shared and self._do_any_look(self._bus.in_memory(player), game)

    def _do_any_look(self, sightings: Iterable[Sighting], game: GameId) -> bool:
        return any(game in seen.looks_at for seen in sightings if self._is_here(seen))

    def looked_elsewhere(self, player: PlayerId, game: GameId, at_ms: int) -> bool:
        """Return whether the last report of another process, no later than `at_ms`, has the player at this game."""
        return self._do_any_look([seen for seen in self._bus.in_memory(player) if seen.at_ms <= at_ms], game)

    def has_stopped_looking(self, player: PlayerId, game: GameId) -> bool:
        """Return whether the player looked at this game here, and other processes may believe that they still do."""
        has_stopped = self._looks.has_stopped(player, game, self._environment.now_ms() - SILENCE_MS)
        return has_stopped and not self.is_looking_here(player, game)

    def gone_here(self, player: PlayerId) -> Gone | None:
        """Return since when the player is absent, as far as this process knows."""
        return self._gone.get(player)

    def left_just_now(self) -> Gone:
        now_ms = self._environment.now_ms()
        return Gone(now_ms, now_ms + LEFT_MS)

    async def gone(self, player: PlayerId, game: GameId) -> Gone | None:
        """Return since when the player is absent from this game; None when present. Raises `Unknown`."""
        seen, known_since_ms = [self._sighting(player)], self._opened_ms
        if self._bus.is_shared:
            others = await self._bus.sightings(player)
            if others is None:
                raise Unknown
            seen += others.seen
            known_since_ms = max(known_since_ms, others.known_since_ms)
        if any(self._is_here(sighting) for sighting in seen):
            return _gone_from(game, seen)
        last = max(seen, key=lambda sighting: sighting.at_ms)
        if last.at_ms < known_since_ms:
            return Gone(known_since_ms, known_since_ms + SILENCE_MS)
        return Gone(last.at_ms, last.at_ms + last.grace_ms)

    def _is_here(self, sighting: Sighting) -> bool:
        # A killed process can't report that its players left.
        return sighting.is_here and self._environment.now_ms() - sighting.at_ms < SILENCE_MS

    def _sighting(self, player: PlayerId) -> Sighting:
        left = dict(self._left.get(player, {}))
        clients = self._here.get(player)
        if clients:
            looks_at = tuple({game: None for client in clients for game in client.looks_at()})
            return Sighting(self._environment.now_ms(), True, SILENCE_MS, looks_at[-MOST_LOOKED_AT:], left)
        asked_ms = self._asked.get(player)
        if asked_ms is not None:
            return Sighting(asked_ms, True, SILENCE_MS, (), left)
        gone = self._gone.get(player, Gone(0, 0))
        return Sighting(gone.since_ms, False, gone.from_ms - gone.since_ms, (), left)

    def _forget(self, player: PlayerId, gone: Gone) -> None:
        self._gone[player] = gone
        if len(self._gone) > MOST_REMEMBERED:
            self._gone.popitem(last=False)
        self._mark(player)

    def _mark(self, player: PlayerId) -> None:
        if self._bus.is_shared:
            sighting = self._sighting(player)
            self._bus.mark(player, sighting)
            self._looks.report(player, sighting.looks_at, self._environment.now_ms())


def _gone_from(game: GameId, seen: list[Sighting]) -> Gone | None:
    """Return whether a present player has left this game and looks at it nowhere."""
    left_ms = max(sighting.left.get(game, 0) for sighting in seen)
    if not left_ms or any(game in sighting.looks_at for sighting in seen):
        return None
    return Gone(left_ms, left_ms + LEFT_MS)
