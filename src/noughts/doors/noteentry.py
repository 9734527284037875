"""How a client of note 000 gets in with its first message: who it is, and which game it is to play."""

import asyncio

from msgspec.structs import replace

from noughts.doors.note000 import Said
from noughts.messages import commands as c
from noughts.messages.answers import ActionSuccess
from noughts.messages.refusals import Refusal
from noughts.messages.text import shown_text
from noughts.server.session import Reception, Session


class NoteEntry:
    """Asks the session on the client's behalf, one command after the other."""

    def __init__(self, session: Session, reception: Reception) -> None:
        self._session = session
        self._reception = reception
        self._presence = reception.hall.presence
        self._loop = asyncio.get_running_loop()
        # Unique for this player over all its connections, since an id that was used once keeps its answer.
        self._prefix = f"l{reception.hall.outside.new_token()[:12]}"
        self._count = 0
        self._answers: dict[str, asyncio.Future[ActionSuccess]] = {}
        # Whether the client has, or is to be given, what it needs to be the same player on another connection.
        self.can_return = False

    async def come_in(self, said: Said) -> Refusal | None:
        """Be the player that the message names, or why not."""
        if said.is_proven:
            self.can_return = True
            return await self._log_in(said)
        card = self._session.card
        if card is not None:
            is_same = not said.username or said.username.casefold() == card.name.casefold()
            return None if is_same else Refusal("already_logged_in")
        self.can_return = said.resume
        return await self._be_guest(said.username or None)

    async def _log_in(self, said: Said) -> Refusal | None:
        if said.token:
            return await self._ask(c.Login(token=said.token, resume=said.resume))
        if not said.username:
            return Refusal("wrong_login")
        return await self._ask(c.Login(username=said.username, password=said.password, resume=said.resume))

    async def _be_guest(self, username: str | None) -> Refusal | None:
        if username is None:
            return await self._ask(c.PlayAsGuest())
        name = shown_text(username)
        if name is None:
            return Refusal("bad_name")
        if name in self._presence:
            return Refusal("name_in_use")
        # Held while the guest is being made, so that of two who ask at once one gets it.
        self._presence.came(name)
        try:
            if await self._reception.accounts.is_registered(name):
                return Refusal("username_taken")
            return await self._ask(c.PlayAsGuest(name=name))
        finally:
            self._presence.went(name)

    async def find_game(self, said: Said) -> Refusal | None:
        """Take a seat in the named game, opposite the named opponent or anybody, or wait as the first player."""
        if said.game_id is not None:
            return await self._ask(c.JoinGame(name=said.game_id))
        card = self._session.card
        if said.opponent and card is not None and said.opponent.casefold() == card.name.casefold():
            return Refusal("no_such_player")
        return await self._ask(c.Pair(variant=said.game_type or "classic", seat="X", opponent=said.opponent or None))

    async def _ask(self, command: c.AnyCommand) -> Refusal | None:
        self._count += 1
        command_id = f"{self._prefix}-{self._count}"
        future = self._answers[command_id] = self._loop.create_future()
        self._session.handle(replace(command, id=command_id))
        answer = await future
        return None if answer.value else Refusal(answer.code or "internal")

    def answered(self, answer: ActionSuccess) -> bool:
        """Whether this is the answer to something that was asked here."""
        waiting = None if answer.id is None else self._answers.pop(answer.id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)
        return waiting is not None

    def close(self) -> None:
        for waiting in self._answers.values():
            waiting.cancel()
