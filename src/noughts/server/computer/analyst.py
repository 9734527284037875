"""Asks the engine processes about positions, within what each client may use of the computer's time."""

from noughts.engine import Analysis
from noughts.messages.refusals import Refusal
from noughts.rules import Move, Position, Variant, position_text
from noughts.server.computer.engine_jobs import AnyJob, AnyThought, Followed, FollowLine, Judged, JudgeMoves
from noughts.server.computer.engine_pool import EnginePool, Purpose
from noughts.server.runtime.budget import Budget, Client

# Work in the background leaves a client this many seconds for hints and analyses.
RESERVED_SECONDS = 10.0


class Analyst:
    """The engine processes, as far as they judge positions for clients."""

    def __init__(self, engine_pool: EnginePool, budget: Budget) -> None:
        self._engine_pool = engine_pool
        self._budget = budget

    @property
    def is_ready(self) -> bool:
        """Whether every engine process is at full strength."""
        return self._engine_pool.is_ready

    def now(self) -> float:
        """Return the time of the event loop in seconds."""
        return self._budget.now()

    def wait_in_background(self, client: Client) -> float:
        """Return the seconds until work in the background may go on for this client, or 0."""
        return self._budget.wait("analysis", client, room=RESERVED_SECONDS)

    async def analyse(
        self, variant: Variant, position: Position, milliseconds: int, client: Client
    ) -> Analysis | Refusal:
        """Return the value of every move, for a client who waits for it."""
        wait_seconds = self._budget.wait("analysis", client)
        if wait_seconds:
            return Refusal("computer_busy", wait_seconds=round(wait_seconds, 2))
        objection = self._engine_pool.objection_to_analysis(client.player or "")
        if objection is not None:
            return objection
        job = JudgeMoves(position=position_text(variant, position), milliseconds=milliseconds)
        thought = await self._think(job, client, "analysis")
        return thought.analysis if isinstance(thought, Judged) else Refusal("computer_busy", wait_seconds=1)

    async def analyse_in_background(
        self, variant: Variant, position: Position, milliseconds: int, client: Client
    ) -> Analysis | None:
        """Return the value of every move, after all moves and analyses that somebody waits for. None if it failed."""
        job = JudgeMoves(position=position_text(variant, position), milliseconds=milliseconds)
        thought = await self._think(job, client, "review")
        return thought.analysis if isinstance(thought, Judged) else None

    async def follow(
        self, variant: Variant, position: Position, first: Move, milliseconds: int, client: Client
    ) -> tuple[Move, ...]:
        """Return how the game continues with this move, in the background. Empty if that failed."""
        job = FollowLine(position=position_text(variant, position), milliseconds=milliseconds, first=first)
        thought = await self._think(job, client, "review")
        return thought.moves if isinstance(thought, Followed) else ()

    async def _think(self, job: AnyJob, client: Client, purpose: Purpose) -> AnyThought:
        began = self._budget.now()
        thought = await self._engine_pool.think(job, client.player or "", purpose)
        # A solved board takes less than its time. Waiting for a free process doesn't count as time.
        self._budget.spend("analysis", client, min(job.milliseconds / 1000, self._budget.now() - began))
        return thought
