"""Remembers who has just stopped looking at a game: other processes may believe for a moment that they still do."""

from collections import OrderedDict

from noughts.messages.ids import GameId, PlayerId

# How many players and games are remembered.
MOST_REMEMBERED = 10_000


class Looks:
    """The games that each player looks at, as last reported to the other processes, and when a player stopped."""

    def __init__(self) -> None:
        self._reported: dict[PlayerId, tuple[GameId, ...]] = {}
        self._stopped: OrderedDict[tuple[PlayerId, GameId], int] = OrderedDict()

    def report(self, player: PlayerId, looks_at: tuple[GameId, ...], now_ms: int) -> None:
        """Remember that the player looks at these games now, and at no others any more."""
        for game in self._reported.pop(player, ()):
            if game not in looks_at:
                self._stopped.pop((player, game), None)
                self._stopped[player, game] = now_ms
        if looks_at:
            self._reported[player] = looks_at
        while len(self._stopped) > MOST_REMEMBERED:
            self._stopped.popitem(last=False)

    def has_stopped(self, player: PlayerId, game: GameId, since_ms: int) -> bool:
        """Return whether the player is known to have stopped looking at this game later than `since_ms`."""
        return self._stopped.get((player, game), 0) > since_ms
