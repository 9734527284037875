"""Places in a queue: a bound on all of them, and on those of one player and of one address."""

from collections import Counter

from noughts.server.runtime.budget import Client
from noughts.server.runtime.limits import share_of_an_address


class Places:
    """Places of which no player and no address can take all."""

    def __init__(self, most: int, most_of_a_player: int | None = None) -> None:
        self.most = most
        self._most_of = {"address": share_of_an_address(most), "player": most_of_a_player or most}
        self._taken = 0
        self._taken_by: Counter[tuple[str, str]] = Counter()

    @property
    def is_full(self) -> bool:
        """Whether nobody at all gets a place now."""
        return self._taken >= self.most

    def take(self, client: Client | None) -> bool:
        """Take a place. Return False if there is none for this client; the server itself is no client."""
        keys = self._keys(client)
        if self.is_full or any(self._taken_by[key] >= self._most_of[key[0]] for key in keys):
            return False
        self._taken += 1
        self._taken_by.update(keys)
        return True

    def leave(self, client: Client | None) -> None:
        """Release a place."""
        self._taken -= 1
        self._taken_by.subtract(keys := self._keys(client))
        for key in keys:
            if self._taken_by[key] <= 0:
                del self._taken_by[key]

    @staticmethod
    def _keys(client: Client | None) -> list[tuple[str, str]]:
        if client is None:
            return []
        keys = ((per, client.key(per)) for per in ("address", "player"))
        return [(per, key) for per, key in keys if key]
