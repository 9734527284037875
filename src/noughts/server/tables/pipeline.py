"""Passes every stored change to the parts of the server that act on it, in one fixed order.

The parts that a game needs are determined when the game is loaded, and when more happens than a move or a new round. So
a plain move in a game without a clock or computer calls only the parts it concerns.
"""

from collections.abc import Callable, Sequence
from enum import Enum

import structlog

from noughts.games.game import Game
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table

log = structlog.get_logger()

OnStored = Callable[[Table, Stored], None]


class Interest(Enum):
    """The facts about a game that a subscriber needs."""

    NOTHING = "nothing"
    # Everything but plain moves.
    EVENTS = "events"
    EVERYTHING = "everything"


class Subscriber:
    """A part of the server that acts on stored changes."""

    def interest(self, game: Game) -> Interest:
        """Return what this part wants to know about `game`. It may not depend on moves and rounds."""
        return Interest.EVENTS

    def on_loaded(self, table: Table, *, is_ours: bool) -> None:
        """Called when a game is loaded; `is_ours` means that no other process can be working on it."""

    def on_stored(self, table: Table, stored: Stored) -> None:
        """Called when a change of a game is in the journal."""
        raise NotImplementedError


class Pipeline:
    """All subscribers, in the order in which they are called."""

    def __init__(self, subscribers: Sequence[Subscriber] = ()) -> None:
        self._subscribers = tuple(subscribers)

    def connect(self, subscribers: Sequence[Subscriber]) -> None:
        """Call these from now on. They need the tables, and the tables need the pipeline, so they come second."""
        self._subscribers = tuple(subscribers)

    def loaded(self, table: Table, *, is_ours: bool) -> None:
        """Tell the subscribers about a game that came into memory."""
        self._route(table, table.game)
        for subscriber in self._subscribers:
            if subscriber.on_stored in table.subscribers:
                subscriber.on_loaded(table, is_ours=is_ours)

    def publish(self, table: Table, stored: Stored) -> None:
        """Tell the subscribers about a stored change. A failing subscriber doesn't stop the others."""
        if stored.is_plain_move:
            subscribers = table.move_subscribers
        elif stored.is_play:
            subscribers = table.subscribers
        else:
            subscribers = self._concerned(table, stored.after)
        for on_stored in subscribers:
            try:
                on_stored(table, stored)
            except Exception:
                log.exception("a subscriber failed to handle a stored change", game=table.game.id)
                table.recover()

    def _concerned(self, table: Table, game: Game) -> tuple[OnStored, ...]:
        """Return the subscribers that were or are concerned: each also receives the change that ends its concern."""
        before = table.subscribers
        self._route(table, game)
        after = table.subscribers
        if before == after:
            return after
        return tuple(s.on_stored for s in self._subscribers if s.on_stored in before or s.on_stored in after)

    def _route(self, table: Table, game: Game) -> None:
        """Work out whom the changes of this game concern from now on."""
        interests = [(subscriber.interest(game), subscriber.on_stored) for subscriber in self._subscribers]
        table.subscribers = tuple(on_stored for interest, on_stored in interests if interest is not Interest.NOTHING)
        table.move_subscribers = tuple(
            on_stored for interest, on_stored in interests if interest is Interest.EVERYTHING
        )
