"""Games that wait for an opponent by name. Kept by this process alone, and only while they wait."""

from collections import OrderedDict

from noughts.messages.ids import GameId
from noughts.storage.pairing import Kind

# Players beyond this number are not found by name. Their games stay, and can be joined by id.
MOST_AWAITED = 10_000
MOST_FOR_ONE = 100


class NamedWaits:
    """Waiting players and the opponents they named. Names are compared without regard to case."""

    def __init__(self) -> None:
        # For each awaited player: the games, by the names of the players who opened them, oldest first.
        self._games: OrderedDict[tuple[str, Kind], dict[str, GameId]] = OrderedDict()

    def add(self, by: str, whom: str, kind: Kind, game: GameId) -> None:
        games = self._games.setdefault((whom.casefold(), kind), {})
        if len(games) < MOST_FOR_ONE:
            games[by.casefold()] = game
        if len(self._games) > MOST_AWAITED:
            self._games.popitem(last=False)

    def opened(self, by: str, whom: str, kind: Kind) -> GameId | None:
        """Return the game in which `by` already waits for `whom`."""
        return self._games.get((whom.casefold(), kind), {}).get(by.casefold())

    def take(self, whom: str, by: str | None, kind: Kind) -> GameId | None:
        """Return a game that waits for `whom`, opened by `by` or, oldest first, by anybody. It no longer waits."""
        key = (whom.casefold(), kind)
        games = self._games.get(key)
        if not games:
            return None
        game = games.pop(next(iter(games)) if by is None else by.casefold(), None)
        if not games:
            del self._games[key]
        return game
