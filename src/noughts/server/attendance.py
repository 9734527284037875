"""Who is here, over all doors and all processes; which games they look at, and which they have left.

A player is here while any of its connections lives, and for 30 seconds after a request over HTTP. It keeps nothing of
those who are long gone: whoever was not seen since the start is gone since the start.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import Literal, Protocol

from noughts.bus.hint import Bus, Sighting
from noughts.games.absence import Gone
from noughts.messages.ids import GameId, PlayerId
from noughts.server.outside import Outside
from noughts.server.packet import Packet

# How a connection ended: by the client's own goodbye, by a loss, or because nothing was heard for so long.
Parting = Literal["left", "lost", "silent"]

SILENCE_MS = 30_000
LEFT_MS = 10_000
# How often the other processes are told again who is here.
BEAT_SECONDS = 10.0
# Of the gone, and of what was left, so many are remembered; only how long ago it was is lost with the others.
MOST_REMEMBERED = 10_000
MOST_LOOKED_AT = 64


class Unknown(Exception):
    """What the other processes see of a player cannot be known now."""


class Visitor(Protocol):
    """A session, as the attendance sees it."""

    # Whether it is to be sent its player's notices.
    follows_inbox: bool

    def deliver(self, packet: Packet) -> None: ...

    def looks_at(self) -> Iterable[GameId]:
        """The games that its player has before its eyes."""


class Attendance:
    """The players whom this process sees, and those of whom the others tell."""

    def __init__(self, bus: Bus, outside: Outside) -> None:
        self._bus = bus
        self._outside = outside
        self._opened_ms = outside.now_ms()
        self._here: dict[PlayerId, dict[Visitor, None]] = {}
        # Over HTTP, oldest first.
        self._asked: OrderedDict[PlayerId, int] = OrderedDict()
        self._gone: OrderedDict[PlayerId, Gone] = OrderedDict()
        self._left: OrderedDict[PlayerId, dict[GameId, int]] = OrderedDict()

    # What happens here.

    def came(self, player: PlayerId, visitor: Visitor) -> bool:
        """A connection of this player. True when it was not here before, as far as this process knows."""
        is_new = not self.is_here(player)
        self._here.setdefault(player, {})[visitor] = None
        self._gone.pop(player, None)
        self._mark(player)
        return is_new

    def asked(self, player: PlayerId) -> bool:
        """A request over HTTP. True when the player was not here before, as far as this process knows."""
        is_new = not self.is_here(player)
        last_ms, now_ms = self._asked.pop(player, 0), self._outside.now_ms()
        self._asked[player] = now_ms
        self._gone.pop(player, None)
        if now_ms - last_ms > SILENCE_MS / 3:
            self._mark(player)
        return is_new

    def went(self, player: PlayerId, visitor: Visitor, parting: Parting) -> bool:
        """A connection is gone. True when it was the last one here."""
        visitors = self._here.get(player, {})
        visitors.pop(visitor, None)
        if visitors:
            self._mark(player)
            return False
        self._here.pop(player, None)
        now_ms = self._outside.now_ms()
        since_ms = now_ms - SILENCE_MS if parting == "silent" else now_ms
        self._forget(player, Gone(since_ms, since_ms + (LEFT_MS if parting == "left" else SILENCE_MS)))
        return player not in self._asked

    def left(self, player: PlayerId, game: GameId) -> None:
        """The player has said goodbye to this game."""
        games = self._left[player] = self._left.pop(player, {})
        games.pop(game, None)
        games[game] = self._outside.now_ms()
        if len(games) > MOST_LOOKED_AT:
            del games[next(iter(games))]
        if len(self._left) > MOST_REMEMBERED:
            self._left.popitem(last=False)
        self._mark(player)

    def looks(self, player: PlayerId, game: GameId) -> bool:
        """The player has turned to this game. True when it had left it."""
        games = self._left.get(player, {})
        had_left = games.pop(game, None) is not None
        if had_left and not games:
            del self._left[player]
        self._mark(player)
        return had_left

    def turned(self, player: PlayerId) -> None:
        """The player looks at other games than before."""
        self._mark(player)

    def unheard(self) -> list[PlayerId]:
        """Those who have asked over HTTP and were not heard of since: they are gone, and told of once."""
        silent_since_ms = self._outside.now_ms() - SILENCE_MS
        gone = []
        while self._asked and (oldest := next(iter(self._asked.items())))[1] <= silent_since_ms:
            player, at_ms = oldest
            del self._asked[player]
            if player not in self._here:
                self._forget(player, Gone(at_ms, at_ms + SILENCE_MS))
                gone.append(player)
        return gone

    async def beat_for_ever(self) -> None:
        """Keep telling the other processes who is here: of what they hear nothing for long, they think it is gone."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            self.tell_again()

    def tell_again(self) -> None:
        """Tell the other processes of everybody who is here."""
        for player in {**self._here, **self._asked}:
            self._mark(player)

    # What can be asked.

    def visitors(self, player: PlayerId) -> tuple[Visitor, ...]:
        """The connections of this player to this process."""
        return tuple(self._here.get(player, ()))

    def is_here(self, player: PlayerId) -> bool:
        """Whether this process sees the player."""
        return player in self._here or player in self._asked

    async def hears_others(self) -> bool:
        """Whether the other processes can be asked now."""
        return not self._bus.is_shared or await self._bus.sightings(PlayerId("")) is not None

    def is_looking_here(self, player: PlayerId, game: GameId) -> bool:
        """Whether the player has this game before its eyes, by a connection to this process."""
        for visitor in self._here.get(player, ()):  # noqa: SIM110 - asked at every move, and a generator costs more
            if game in visitor.looks_at():
                return True
        return False

    async def is_looking(self, player: PlayerId, game: GameId) -> bool:
        """The same, by a connection to any process."""
        if self.is_looking_here(player, game):
            return True
        others = await self._bus.sightings(player) if self._bus.is_shared else None
        return others is not None and any(game in seen.looks_at for seen in others.seen if self._is_here(seen))

    def gone_here(self, player: PlayerId) -> Gone | None:
        """Since when the player is gone, as far as this process knows."""
        return self._gone.get(player)

    def left_just_now(self) -> Gone:
        now_ms = self._outside.now_ms()
        return Gone(now_ms, now_ms + LEFT_MS)

    async def gone(self, player: PlayerId, game: GameId) -> Gone | None:
        """Since when the player is gone from this game; None when it is here. Raises `Unknown`."""
        seen = [self._sighting(player)]
        known_since_ms = self._opened_ms
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
        # A process that was killed says no goodbye.
        return sighting.is_here and self._outside.now_ms() - sighting.at_ms < SILENCE_MS

    def _sighting(self, player: PlayerId) -> Sighting:
        left = dict(self._left.get(player, {}))
        visitors = self._here.get(player)
        if visitors:
            looks_at = tuple({game: None for visitor in visitors for game in visitor.looks_at()})
            return Sighting(self._outside.now_ms(), True, SILENCE_MS, looks_at[-MOST_LOOKED_AT:], left)
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
            self._bus.mark(player, self._sighting(player))


def _gone_from(game: GameId, seen: list[Sighting]) -> Gone | None:
    """Of a player who is here: whether it has left this game, and looks at it nowhere."""
    left_ms = max(sighting.left.get(game, 0) for sighting in seen)
    if not left_ms or any(game in sighting.looks_at for sighting in seen):
        return None
    return Gone(left_ms, left_ms + LEFT_MS)
