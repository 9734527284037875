"""Jobs waiting for the engine. Players take turns, so that a player with many jobs only delays their own.

Moves and analyses have a lane each. A player's shortest job runs first, but no job waits forever.
"""

from collections import OrderedDict
from heapq import heappop, heappush
from itertools import count
from typing import Generic, TypeVar

Job = TypeVar("Job")

# For each millisecond that a job takes longer, later jobs may overtake it for this many milliseconds.
OVERTAKING_FACTOR = 10


class Lane(Generic[Job]):
    """The jobs of one kind, by player."""

    def __init__(self) -> None:
        # The player whose turn is next is first.
        self._players: OrderedDict[str, list[tuple[float, int, int, Job]]] = OrderedDict()
        # When two jobs are due at the same time, the older one runs first.
        self._numbers = count()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def count_of(self, player: str) -> int:
        """Return how many jobs this player has waiting."""
        return len(self._players.get(player, ()))

    @property
    def wait_ms(self) -> int:
        """Estimate how long a new job would wait: every other player has one turn first."""
        return sum(waiting[0][2] for waiting in self._players.values())

    def put(self, player: str, job: Job, milliseconds: int, now_ms: float) -> None:
        due = now_ms + OVERTAKING_FACTOR * milliseconds
        heappush(self._players.setdefault(player, []), (due, next(self._numbers), milliseconds, job))
        self._count += 1

    def take(self) -> Job:
        """Return the next job of the player whose turn it is."""
        player, waiting = self._players.popitem(last=False)
        *_, job = heappop(waiting)
        self._count -= 1
        if waiting:
            self._players[player] = waiting
        return job
