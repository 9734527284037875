"""Notes when a sampled move was read, decided, stored and answered. It knows no tracing library: see `otlp.py`.

Off unless the settings name a collector. While it is off, it adds no work to a move.
"""

from collections.abc import Callable
from time import time_ns
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from noughts.messages.commands import MakeMove
from noughts.messages.ids import GameId
from noughts.server.tables.commit_timing import Append
from noughts.server.tables.requests import Answer, Request
from noughts.server.tables.table import Table
from noughts.storage.journal import Done, Fate, Write


class MoveTimes(Struct, kw_only=True):
    """When the parts of one move began and ended. A move that was refused was not stored: that time is 0."""

    game: GameId
    variant: str
    ply: int
    started_ns: int
    decided_ns: int = 0
    stored_ns: int = 0
    answered_ns: int = 0
    refusal: str | None = None


class MoveTracer:
    """Follows a move through its table. `record` gets the times of each once it is answered."""

    def __init__(self, record: Callable[[MoveTimes], None]) -> None:
        self._record = record
        self._current: MoveTimes | None = None

    def submit(self, table: Table, request: Request) -> None:
        """Submit the request; if it is a move, note its times."""
        if not isinstance(request.command, MakeMove):
            table.submit(request)
            return
        game = table.game
        times = MoveTimes(game=game.id, variant=game.setup.variant, ply=game.ply, started_ns=time_ns())

        def answered(command: Any, answer: Answer) -> None:
            request.reply(command, answer)
            times.answered_ns = time_ns()
            times.refusal = None if answer.refusal is None else answer.refusal.code
            self._record(times)

        # A table decides at once, unless an earlier command is being stored. Then only the whole time is known.
        self._current = times
        table.submit(replace(request, reply=answered))
        self._current = None

    def traced(self, append: Append) -> Append:
        """Return `append` that also notes the times of the move that is being decided, if it is traced."""

        def append_and_note(write: Write, done: Done) -> None:
            times = self._current
            if times is None:
                append(write, done)
                return
            self._current = None
            times.decided_ns = time_ns()

            def noted(fate: Fate) -> None:
                times.stored_ns = time_ns()
                done(fate)

            append(write, noted)

        return append_and_note
