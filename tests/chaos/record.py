"""Compares what players received during the faults with what the servers report afterwards. It knows only the
protocol.
"""

from collections import defaultdict
from typing import Any

from httpx2 import AsyncClient


class Record:
    """Every accepted move, and every board that a player received."""

    def __init__(self) -> None:
        self.accepted: dict[str, dict[int, int]] = defaultdict(dict)
        self._shown: dict[tuple[str, int], set[str]] = defaultdict(set)
        self.broken: list[str] = []
        # Counts all accepted moves, also forgotten ones.
        self.count = 0

    @property
    def moves(self) -> int:
        return sum(len(moves) for moves in self.accepted.values())

    def accept(self, game: str, ply: int, cell: int) -> None:
        self.accepted[game][ply] = cell
        self.count += 1

    def refuse(self, game: str, ply: int, cell: int, code: str) -> None:
        self.broken.append(f"a move that was right was refused: {game} ply {ply} cell {cell}: {code}")

    def show(self, board: dict[str, Any]) -> None:
        self._shown[board["game"], board["version"]].add(f"{board['cells']} {board['turn']} {board['phase']}")

    def forget_before(self, most: int) -> None:
        """Keep only the newest games, because a soak test plays very many."""
        for game in list(self.accepted)[:-most]:
            del self.accepted[game]
            for key in [key for key in self._shown if key[0] == game]:
                del self._shown[key]

    async def check(self, *urls: str) -> list[str]:
        """Compare the record with what every server reports now. Return every difference as text."""
        broken = list(self.broken)
        broken += [f"{key} was shown in two ways: {shown}" for key, shown in self._shown.items() if len(shown) > 1]
        for url in urls:
            async with AsyncClient(base_url=url, timeout=30) as http:
                for game, moves in self.accepted.items():
                    rows = (await http.get(f"/api/v1/games/{game}/history")).json()
                    if [row["version"] for row in rows] != list(range(1, len(rows) + 1)):
                        broken.append(f"{game} has gaps at {url}")
                    events = [event for row in rows for event in row["events"] if event["type"] == "MoveMade"]
                    made = dict(enumerate(event["cell"] for event in events))
                    if made != moves:
                        broken.append(f"{game} at {url}: accepted were {moves}, stored are {made}")
                    broken += self._compare(game, (await http.get(f"/api/v1/games/{game}")).json(), made)
        return broken

    def _compare(self, game: str, board: dict[str, Any], made: dict[int, int]) -> list[str]:
        taken = {cell for cell, mark in enumerate(board["cells"]) if mark in "XO"}
        return [] if taken == set(made.values()) else [f"{game} shows {board['cells']} after {made}"]
