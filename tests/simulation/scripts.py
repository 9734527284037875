"""The players of the simulation: pairs that play game after game, repeat commands and act on old boards."""

import asyncio
from random import Random

from noughts.messages import commands as c
from noughts.messages.board_state import BoardState
from noughts.messages.ids import GameId, Seat
from noughts.messages.setup import ClockSetting
from tests.simulation.client import Player

PACES: tuple[ClockSetting | None, ...] = (
    None,
    ClockSetting(days_per_move=1),
    ClockSetting(base_seconds=20, increment_seconds=1),
    ClockSetting(base_seconds=60),
)


class Pair:
    """Two players and the games between them."""

    def __init__(self, x: Player, o: Player, chance: Random) -> None:
        self.players = (x, o)
        self._chance = chance
        self._clock = chance.choice(PACES)
        self._stops = False
        self.tasks: list[asyncio.Task[None]] = []

    async def play(self) -> None:
        """Play one game after another until stopped."""
        x, o = self.players
        while x.card is None or o.card is None:  # noqa: ASYNC110 - virtual time
            await asyncio.sleep(0.1)
        while not self._stops:
            answer = await x.ask(c.CreateGame(visibility="private", seat="X", clock=self._clock))
            assert answer.game is not None, answer
            await o.ask(c.JoinGame(name=answer.game))
            await asyncio.gather(self._play_one(x, answer.game), self._play_one(o, answer.game))

    def stop(self) -> None:
        self._stops = True

    async def _play_one(self, player: Player, game: GameId) -> None:
        board: BoardState | None = None
        while not self._stops and (board is None or board.phase != "finished"):
            await asyncio.sleep(0.05 + self._chance.expovariate(3))
            board = player.boards.get(game)
            if board is None or board.turn is None or board.turn != _seat_of(player, board):
                continue
            free = [cell for cell, mark in enumerate(board.cells) if mark == "."]
            if self._chance.random() < 0.03:
                await player.ask(c.Resign(game=game))
            elif board.ply >= 2 and self._chance.random() < 0.15:
                # An outdated board: a move on it must not be accepted.
                await player.ask(c.MakeMove(game=game, cell=self._chance.choice(free), ply=board.ply - 2))
            else:
                await player.ask(c.MakeMove(game=game, cell=self._chance.choice(free), ply=board.ply))


def _seat_of(player: Player, board: BoardState) -> Seat | None:
    assert player.card is not None
    if board.players.X is not None and board.players.X.id == player.card.id:
        return "X"
    return "O" if board.players.O is not None and board.players.O.id == player.card.id else None
