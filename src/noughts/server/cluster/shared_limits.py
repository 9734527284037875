"""Limits that all processes share: usage in one process counts in the others as well.

Only for rare events, such as logins and new guests. While the bus is unreachable, every process counts separately.
"""

from collections.abc import Callable
from functools import partial

from noughts.server.cluster.publisher import Publisher
from noughts.server.runtime.rate_limit import AddressLimit


class SharedLimits:
    """The limits by name. All processes use the same names."""

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        self._limits: dict[str, tuple[AddressLimit, Callable[[], float]]] = {}

    def share(self, name: str, limit: AddressLimit, now: Callable[[], float]) -> None:
        """Report usage of this limit to the others. `now` is the limit's clock."""
        self._limits[name] = limit, now
        if self._publisher.is_shared:
            limit.on_spent = partial(self._publisher.spent, name)

    def spent_elsewhere(self, name: str, key: str, cost: float) -> None:
        """Count the usage that another process reports."""
        if name in self._limits:
            limit, now = self._limits[name]
            limit.spent_elsewhere(key, cost, now())
