"""The names of those who are connected to this process, whatever their door."""

from collections import Counter


class Presence:
    """Counts the connections that go by a name. Names that differ by case only are one."""

    def __init__(self) -> None:
        self._connections: Counter[str] = Counter()

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._connections

    def came(self, name: str) -> None:
        self._connections[name.casefold()] += 1

    def went(self, name: str) -> None:
        key = name.casefold()
        self._connections[key] -= 1
        if self._connections[key] <= 0:
            del self._connections[key]
