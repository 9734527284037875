"""A game as its player sees it: the newest state, and the commands that make sense in it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from noughts.messages import commands as c
from noughts.messages.answers import ActionSuccess, BoardState
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.rules import Mark

Ask = Callable[[c.AnyCommand], Awaitable[ActionSuccess]]


class RemoteGame:
    """A game on the server. `state` is the newest that has arrived; it is None until the first has."""

    def __init__(self, game: GameId, ask: Ask, player: Callable[[], PlayerId | None]) -> None:
        self.id = game
        self.state: BoardState | None = None
        self._ask = ask
        self._player = player
        self._waiters: set[tuple[Callable[[BoardState], bool], asyncio.Future[BoardState]]] = set()

    @property
    def seat(self) -> Seat | None:
        """Where I sit; None for somebody who only looks on."""
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
    def may_change(self) -> bool:
        """Whether anything can still happen here: once there is a rematch, nothing does."""
        return self.state is None or self.state.next_game is None

    @property
    def is_my_turn(self) -> bool:
        return self.state is not None and self.state.turn is not None and self.state.turn == self.seat

    def heard(self, state: BoardState) -> None:
        """A state has arrived; an older one than we have is of no interest."""
        if self.state is not None and state.version < self.state.version:
            return
        self.state = state
        for wanted, future in tuple(self._waiters):
            if not future.done() and wanted(state):
                future.set_result(state)

    async def until(self, wanted: Callable[[BoardState], bool], timeout: float | None = 30) -> BoardState:
        """The first state, from the newest on, for which `wanted` holds. Raises `TimeoutError`."""
        if self.state is not None and wanted(self.state):
            return self.state
        waiter = (wanted, asyncio.get_running_loop().create_future())
        self._waiters.add(waiter)
        try:
            return await asyncio.wait_for(waiter[1], timeout)
        finally:
            self._waiters.discard(waiter)

    async def until_my_turn(self, timeout: float | None = 30) -> BoardState:
        """Wait until it is my turn, or the game is over."""
        return await self.until(lambda state: state.result is not None or self.is_my_turn, timeout)

    async def move(self, position: int, *, mark: Mark | None = None, ply: int | None = None) -> ActionSuccess:
        """Play a cell. `ply` is taken from the newest state when it is not given, so a stale board plays nothing."""
        if ply is None and self.state is not None:
            ply = self.state.ply
        return await self.ask(c.MakeMove, position=position, mark=mark, ply=ply)

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
        """Any command within this game. Raises `CommandRefused`."""
        return await self._ask(command(game=self.id, **fields))
