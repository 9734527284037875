"""The logins of players: which connections use them, how each is ended, and API tokens.

A login that is ended here is cut off at once. The store is checked regularly for logins that another process or the
operator has ended.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Any, Protocol

from sqlalchemy import Connection

from noughts.messages.ids import PlayerId
from noughts.messages.people_answers import LoginInfo, Logins, TokenMade
from noughts.messages.refusals import Refusal
from noughts.messages.scopes import Scope
from noughts.messages.text import shown_text
from noughts.server.players.guests import Identity, token_hash
from noughts.server.runtime.background import report_failure
from noughts.server.runtime.environment import Environment
from noughts.storage.journal import Database
from noughts.storage.tokens import add_token, end_tokens, scopes_of, tokens_of, valid_tokens

# How often connections are compared with the store.
LOOK_SECONDS = 10.0
# A login's id is this much of its token's hash: enough to tell a player's logins apart, too little to guess a token.
ID_LENGTH = 16


class Connected(Protocol):
    """A session, as its login sees it."""

    def cut(self, refusal: Refusal) -> None:
        """Send the reason, and disconnect."""


class LoginRegistry:
    """All logins of this installation, and the connections of this process."""

    def __init__(self, database: Database, environment: Environment) -> None:
        self._database = database
        self._environment = environment
        self._connected: dict[str, set[Connected]] = {}

    # Connections.

    def connected(self, token: str, session: Connected) -> None:
        self._connected.setdefault(token, set()).add(session)

    def disconnected(self, token: str, session: Connected) -> None:
        sessions = self._connected.get(token)
        if sessions is not None:
            sessions.discard(session)
            if not sessions:
                del self._connected[token]

    def cut_soon(self, hashes: Collection[str]) -> None:
        """Disconnect the sessions of these logins, after the current answer is sent."""
        asyncio.get_running_loop().call_soon(self._cut, hashes)

    def _cut(self, hashes: Collection[str]) -> None:
        for hashed in hashes:
            for session in tuple(self._connected.get(hashed, ())):
                session.cut(Refusal("logged_out"))

    async def watch(self) -> None:
        """Check forever whether connected sessions still have a login."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            hashes = list(self._connected)
            try:
                for start in range(0, len(hashes), 500):
                    some = hashes[start : start + 500]
                    self._cut(set(some) - await self._database.read(valid_tokens, some))
            except Exception as error:
                report_failure("could not compare the logins with the store", error)

    # Requests by the owner.

    async def all_of(self, who: Identity) -> Logins:
        """Return every login and token of this player."""
        rows = await self._database.read(tokens_of, who.card.id)
        return Logins(logins=[_info(row, who.token_hash) for row in rows])

    async def end(self, who: Identity, login: str | None) -> int | Refusal:
        """End this login, or all except the current one; return how many ended."""

        def ending(row: Any) -> bool:
            if login is None:
                return row.scopes is None and row.hash != who.token_hash
            return bool(row.hash.startswith(login))

        count = await self._end(who.card.id, ending)
        return Refusal("no_such_login") if login is not None and not count else count

    async def end_others(self, who: Identity) -> int:
        """End everything except the current login, API tokens too."""
        return await self._end(who.card.id, lambda row: row.hash != who.token_hash)

    async def end_this(self, who: Identity) -> int:
        return await self._end(who.card.id, lambda row: row.hash == who.token_hash)

    async def _end(self, player: PlayerId, ending: Callable[[Any], bool]) -> int:
        ended = await self.end_some(player, ending)
        self.cut_soon(ended)
        return len(ended)

    async def end_some(self, player: PlayerId, ending: Callable[[Any], bool]) -> list[str]:
        """End these in the store; the caller disconnects their sessions."""

        def query(connection: Connection) -> list[str]:
            hashes = [row.hash for row in tokens_of(connection, player) if ending(row)]
            end_tokens(connection, hashes)
            return hashes

        return await self._database.write(query)

    async def make_token(self, who: Identity, label: str, scopes: frozenset[Scope]) -> TokenMade | Refusal:
        """Return a token for a program of this player's."""
        shown = shown_text(label)
        if shown is None:
            return Refusal("bad_name")
        token, now_ms = self._environment.new_token(), self._environment.now_ms()
        hashed = token_hash(token)
        if not await self._database.write(add_token, who.card.id, hashed, shown[:40], now_ms, scopes):
            return Refusal("too_many_tokens")
        info = LoginInfo(
            id=hashed[:ID_LENGTH],
            label=shown[:40],
            scopes=tuple(sorted(scopes)),
            created_ms=now_ms,
            used_ms=now_ms,
            is_current=False,
        )
        return TokenMade(token=token, login=info)


def _info(row: Any, current: str) -> LoginInfo:
    scopes = scopes_of(row.scopes)
    return LoginInfo(
        id=row.hash[:ID_LENGTH],
        label=row.label,
        scopes=None if scopes is None else tuple(sorted(scopes)),
        created_ms=row.created_ms,
        used_ms=row.used_ms,
        is_current=row.hash == current,
    )
