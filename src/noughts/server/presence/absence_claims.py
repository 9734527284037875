"""A player's options while the opponent is away: claim the win, a draw, or a computer in the empty seat."""

from collections.abc import Callable

from noughts.games.game import Game
from noughts.games.orders import ClaimAbsence
from noughts.messages import commands as c
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.rules import other
from noughts.server.presence.seat_presence import SeatPresence
from noughts.server.tables.requests import Answer, Ask, Peek, refused


class AbsenceClaims:
    """Adds what the server knows about the opponent to a claim, and lets the game decide."""

    def __init__(self, seats: SeatPresence, ask: Ask, peek: Peek, computer_objection: Callable[[], Refusal | None]):
        self._seats = seats
        self._ask = ask
        self._peek = peek
        self._computer_objection = computer_objection

    async def claim(self, game_id: GameId, player: PlayerCard, command: c.AbsenceCommand) -> Answer:
        """Decide a claim of this player about the opponent's absence."""
        game = await self._peek(game_id)
        if game is None:
            return refused("no_such_game")
        objection = self._computer_objection() if isinstance(command, c.LetComputerPlay) else None
        if objection is not None:
            return Answer(refusal=objection)
        return await self._ask(game_id, player, await self._witnessed(game, player, command))

    async def _witnessed(self, game: Game, player: PlayerCard, command: c.AbsenceCommand) -> ClaimAbsence:
        seat = game.seat_of(player.id)
        gone = None if seat is None else await self._seats.gone_if_known(game, other(seat))
        if isinstance(command, c.LetComputerPlay):
            return ClaimAbsence(claimant=player.id, what="computer", gone=gone, level=command.level, id=command.id)
        if isinstance(command, c.ClaimWin):
            return ClaimAbsence(claimant=player.id, what="win", gone=gone, id=command.id)
        return ClaimAbsence(claimant=player.id, what="draw", gone=gone, id=command.id)
