"""A game as its player sees it: the newest state, and the commands that make sense in it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from noughts.client.errors import NoughtsError
from noughts.messages import commands as c
from noughts.messages.answers import ActionSuccess
from noughts.messages.board_state import BoardState
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.rules import Mark, Move, Position, find_variant

Ask = Callable[[c.AnyCommand], Awaitable[ActionSuccess]]


class RemoteGame:
    """A game on the server. `state` is the newest that has arrived; it is None until the first has.

    The client forgets a finished game once the program holds no reference to it.
    """

    def __init__(self, game: GameId, ask: Ask, player: Callable[[], PlayerId | None]) -> None:
        self.id = game
        self.state: BoardState | None = None
        self._ask = ask
        self._player = player
        self._waiters: set[tuple[Callable[[BoardState], bool], asyncio.Future[BoardState]]] = set()
        self._error: NoughtsError | None = None

    @property
    def seat(self) -> Seat | None:
        """My seat; None for spectators."""
        if self.state is None:
            return None
        players, me = self.state.players, self._player()
        if players.X is not None and players.X.id == me:
            return "X"
        return "O" if players.O is not None and players.O.id == me else None

    @property
    def version(self) -> int:
        return 0 if self.state is None else self.state.version

    @property
    def is_over(self) -> bool:
        return self.state is not None and self.state.phase == "finished"

    @property
    def is_followed(self) -> bool:
        """Whether anyone needs updates of this game: it is running, or the program waits for something."""
        return bool(self._waiters) or not self.is_over

    @property
    def is_my_turn(self) -> bool:
        return self.state is not None and self.state.turn is not None and self.state.turn == self.seat

    @property
    def position(self) -> Position | None:
        """The board as a position of `noughts.rules`, for analysis; None before the first state."""
        state = self.state
        if state is None:
            return None
        target = state.open_boards[0] if len(state.open_boards) == 1 else None
        return find_variant(state.variant).restore(state.cells, target, state.order, state.stage)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every legal move, no matter whose turn it is; none unless the game is being played."""
        position = self.position
        if position is None or self.state is None or self.state.phase != "playing":
            return ()
        return position.legal_moves()

    def fail(self, error: NoughtsError) -> None:
        """Stop: no more messages about this game will arrive."""
        self._error = error
        for _, future in self._waiters:
            if not future.done():
                future.set_exception(error)

    def heard(self, state: BoardState) -> None:
        """Take a new state; ignore one older than ours."""
        if self.state is not None and state.version < self.state.version:
            return
        self.state = state
        for wanted, future in tuple(self._waiters):
            if not future.done() and wanted(state):
                future.set_result(state)

    async def until(self, wanted: Callable[[BoardState], bool], timeout: float | None = 30) -> BoardState:
        """Return the first state, from the newest on, for which `wanted` holds. Raises `TimeoutError` and
        `NoughtsError`.
        """
        if self.state is not None and wanted(self.state):
            return self.state
        if self._error is not None:
            raise self._error
        waiter = (wanted, asyncio.get_running_loop().create_future())
        self._waiters.add(waiter)
        try:
            return await asyncio.wait_for(waiter[1], timeout)
        finally:
            self._waiters.discard(waiter)

    async def until_my_turn(self, timeout: float | None = 30) -> BoardState:
        """Wait until it is my turn, or the game is over."""
        return await self.until(lambda state: state.result is not None or self.is_my_turn, timeout)

    async def move(self, cell: int, *, mark: Mark | None = None, ply: int | None = None) -> ActionSuccess:
        """Play a cell. Without `ply`, the newest state gives it, so a move on an outdated board is refused."""
        if ply is None and self.state is not None:
            ply = self.state.ply
        return await self.ask(c.MakeMove, cell=cell, mark=mark, ply=ply)

    async def start(self) -> ActionSuccess:
        return await self.ask(c.StartGame)

    async def resign(self) -> ActionSuccess:
        return await self.ask(c.Resign)

    async def abort(self) -> ActionSuccess:
        return await self.ask(c.Abort)

    async def offer(self, what: c.Offered) -> ActionSuccess:
        return await self.ask(c.Offer, what=what)

    async def accept(self, what: c.Offered) -> ActionSuccess:
        return await self.ask(c.AcceptOffer, what=what)

    async def decline(self, what: c.Offered) -> ActionSuccess:
        return await self.ask(c.DeclineOffer, what=what)

    async def give_time(self) -> ActionSuccess:
        return await self.ask(c.GiveTime)

    async def play_again(self, value: bool = True) -> ActionSuccess:
        return await self.ask(c.PlayAgain, value=value)

    async def leave(self) -> ActionSuccess:
        return await self.ask(c.Exit)

    async def ask(self, command: type[Any], **fields: Any) -> ActionSuccess:
        """Send any command of this game. Raises `CommandRefused`."""
        return await self._ask(command(game=self.id, **fields))
