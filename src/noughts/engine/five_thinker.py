"""The trees for five in a row that a process keeps between moves."""

from functools import cache
from threading import Lock

from noughts.engine.five import FiveSearch, Thought
from noughts.engine.five_net import load
from noughts.engine.thinking import Valued
from noughts.rules.mnk import MnkPosition

TREES = 3


class FiveThinker:
    """The trees of a process: one for each of the last few games. Threads take turns."""

    def __init__(self) -> None:
        self._net = load()
        self._lock = Lock()
        self._searches: list[FiveSearch] = []

    def think(self, position: MnkPosition, milliseconds: int, expansions: int | None = None) -> Thought:
        """Search like `FiveSearch.think`, in the tree that fits best."""
        with self._lock:
            return self._fitting(position).think(position, milliseconds, expansions)

    def judge_all(self, position: MnkPosition, milliseconds: int) -> tuple[Valued, ...]:
        """Return every legal move with its value, the best first."""
        with self._lock:
            return self._fitting(position).judge_all(position, milliseconds)

    def _fitting(self, position: MnkPosition) -> FiveSearch:
        search = next((one for one in self._searches if one.follows(position)), None)
        if search is None:
            search = FiveSearch(self._net) if len(self._searches) < TREES else self._searches[0]
        if search in self._searches:
            self._searches.remove(search)
        # The most recently used tree is the last to be reused for another game.
        self._searches.append(search)
        return search


@cache
def thinker() -> FiveThinker:
    """Return the thinker of this process."""
    return FiveThinker()
