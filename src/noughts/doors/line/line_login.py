"""Handles the first message of a line protocol client: logs it in and finds its game."""

import asyncio

from msgspec.structs import replace

from noughts.doors.line.line_messages import LineMessage
from noughts.messages import commands as c
from noughts.messages.answers import ActionSuccess
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.messages.text import shown_text
from noughts.server.sessions.services import Services
from noughts.server.sessions.session import Session


class LineLogin:
    """Sends commands to the session on the client's behalf, one after the other."""

    def __init__(self, session: Session, services: Services) -> None:
        self._session = session
        self._online_names = services.online_names
        self._creation = services.creation
        self._loop = asyncio.get_running_loop()
        # Command ids are unique for this player over all connections, because the server repeats the answer to a known
        # id.
        self._prefix = f"l{services.environment.new_token()[:12]}"
        self._count = 0
        self._answers: dict[str, asyncio.Future[ActionSuccess]] = {}
        # Whether the client has, or will receive, a token to be the same player on another connection.
        self.can_return = False

    async def log_in(self, message: LineMessage) -> Refusal | None:
        """Log in as the player that the message names. Return the refusal, if any."""
        if message.is_proven:
            self.can_return = True
            return await self._log_in(message)
        card = self._session.card
        if card is not None:
            is_same = not message.username or message.username.casefold() == card.name.casefold()
            return None if is_same else Refusal("already_logged_in")
        self.can_return = message.resume
        return await self._be_guest(message.username or None)

    async def _log_in(self, message: LineMessage) -> Refusal | None:
        if message.token:
            return await self._ask(c.Login(token=message.token, resume=message.resume))
        if not message.username:
            return Refusal("wrong_login")
        return await self._ask(c.Login(username=message.username, password=message.password, resume=message.resume))

    async def _be_guest(self, username: str | None) -> Refusal | None:
        if username is None:
            return await self._ask(c.PlayAsGuest())
        name = shown_text(username)
        if name is None:
            return Refusal("bad_name")
        # Held while the guest is being created.
        if not await self._online_names.claim(name):
            return Refusal("name_in_use")
        try:
            return await self._ask(c.PlayAsGuest(name=name))
        finally:
            self._online_names.disconnected(name)

    async def find_game(self, message: LineMessage) -> Refusal | None:
        """Take a seat in the named game, opposite the named opponent or anybody, or wait as the first player."""
        if message.game_id is not None:
            return await self._ask(c.JoinGame(name=message.game_id))
        card = self._session.card
        if message.opponent and card is not None and message.opponent.casefold() == card.name.casefold():
            return Refusal("no_such_player")
        return await self._ask(
            c.Pair(variant=message.game_type or "classic", seat="X", opponent=message.opponent or None)
        )

    async def join(self, game: GameId) -> Refusal | None:
        """Take the free seat of this game."""
        return await self._ask(c.JoinGame(name=game))

    async def open_game(self, variant: str, game: GameId) -> Refusal | None:
        """Open a game under this id, which was announced already, as its first player."""
        card = self._session.card
        assert card is not None
        command = c.CreateGame(variant=variant, seat="X")
        answer = await self._creation.create(card, command, game_id=game)
        if answer.refusal is None:
            await self._session.watched.enter(game)
        return answer.refusal

    async def _ask(self, command: c.AnyCommand) -> Refusal | None:
        self._count += 1
        command_id = f"{self._prefix}-{self._count}"
        future = self._answers[command_id] = self._loop.create_future()
        self._session.handle(replace(command, id=command_id))
        answer = await future
        return None if answer.value else Refusal(answer.code or "internal")

    def answered(self, answer: ActionSuccess) -> bool:
        """Return whether this answers one of our commands."""
        waiting = None if answer.id is None else self._answers.pop(answer.id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)
        return waiting is not None

    def close(self) -> None:
        for waiting in self._answers.values():
            waiting.cancel()
