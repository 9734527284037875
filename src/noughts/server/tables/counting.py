"""Counts stored changes for the metrics."""

from noughts.games.game import Game
from noughts.server.runtime.metrics import Metrics
from noughts.server.tables.pipeline import Interest, Subscriber
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table


class Counting(Subscriber):
    """Counts the changes and moves that this process has stored."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def interest(self, game: Game) -> Interest:
        return Interest.EVERYTHING

    def on_stored(self, table: Table, stored: Stored) -> None:
        if stored.is_ours:
            self._metrics.changes += 1
            # Asked in this order, because nearly every change is play.
            if stored.is_play or stored.has_move:
                self._metrics.moves += 1
