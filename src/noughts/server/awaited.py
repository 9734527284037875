"""Games that wait for somebody of a certain name. Kept by this process alone, and only while they wait."""

from collections import OrderedDict

from msgspec import Struct

from noughts.messages.ids import GameId
from noughts.messages.setup import ClockSetting

# Beyond these nobody is found by name; the games stay, and can be joined by their id.
MOST_AWAITED = 10_000
MOST_FOR_ONE = 100


class Kind(Struct, frozen=True):
    """What must be equal for two who want to meet."""

    variant: str
    rounds: int
    clock: ClockSetting | None
    rated: bool = False


class Awaited:
    """Who waits for whom. Names are compared without regard to case."""

    def __init__(self) -> None:
        # For each who is awaited: the games, by the names of those who opened them, oldest first.
        self._games: OrderedDict[tuple[str, Kind], dict[str, GameId]] = OrderedDict()

    def add(self, by: str, whom: str, kind: Kind, game: GameId) -> None:
        games = self._games.setdefault((whom.casefold(), kind), {})
        if len(games) < MOST_FOR_ONE:
            games[by.casefold()] = game
        if len(self._games) > MOST_AWAITED:
            self._games.popitem(last=False)

    def opened(self, by: str, whom: str, kind: Kind) -> GameId | None:
        """The game in which `by` already waits for `whom`."""
        return self._games.get((whom.casefold(), kind), {}).get(by.casefold())

    def take(self, whom: str, by: str | None, kind: Kind) -> GameId | None:
        """A game that waits for `whom`, opened by `by` or, oldest first, by anybody. It waits no longer."""
        key = (whom.casefold(), kind)
        games = self._games.get(key)
        if not games:
            return None
        game = games.pop(next(iter(games)) if by is None else by.casefold(), None)
        if not games:
            del self._games[key]
        return game
