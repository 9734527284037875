"""Accounts: registering and logging in, the same for every door. A token is told once and stored only as its hash."""

import asyncio

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from noughts.messages.answers import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.messages.usernames import is_reserved, is_username, lookalike_key, username_key
from noughts.server.limits import AddressLimit
from noughts.server.outside import Outside
from noughts.server.passwords import Passwords, objection
from noughts.server.people import token_hash
from noughts.storage.administration import is_banned
from noughts.storage.journal import Database
from noughts.storage.players import (
    NewAccount,
    add_account,
    is_name_taken,
    make_account,
    password_of,
    set_password,
    username_of,
)
from noughts.storage.tokens import add_token, end_tokens, tokens_of

ACCOUNT_SECONDS = 15 * 60
ADDRESS_SECONDS = 10 * 60


class LoggedIn(Struct, frozen=True):
    """A player and the new token by which it is known."""

    card: PlayerCard
    token: str
    # The hashes of the tokens that this one replaces.
    ended: tuple[str, ...] = ()


class Tries(Struct, frozen=True):
    """How often somebody may try: failed logins an account and an address, registrations an address."""

    logins_per_account: int = 5
    logins_per_address: int = 30
    registrations_per_address: int = 30


class Accounts:
    """The accounts of this installation."""

    def __init__(self, database: Database, outside: Outside, passwords: Passwords, tries: Tries) -> None:
        self._database = database
        self._outside = outside
        self._passwords = passwords
        self._by_account = AddressLimit(tries.logins_per_account / ACCOUNT_SECONDS, tries.logins_per_account)
        self._by_address = AddressLimit(tries.logins_per_address / ADDRESS_SECONDS, tries.logins_per_address)
        self._newcomers = AddressLimit(tries.registrations_per_address / ADDRESS_SECONDS,
                                       tries.registrations_per_address)  # fmt: skip

    async def register(
        self, username: str, password: str, address: str, *, is_bot: bool = False
    ) -> PlayerCard | Refusal:
        """A new account. Of any number who ask for one name at once, the store lets one have it."""
        password_hash = await self._admit(username, password, address)
        if isinstance(password_hash, Refusal):
            return password_hash
        card = PlayerCard(id=self._outside.new_player_id(), name=username, kind="bot" if is_bot else "account")
        try:
            await self._database.write(add_account, NewAccount(card, username, password_hash), self._outside.now_ms())
        except IntegrityError:
            return Refusal("username_taken")
        return card

    async def upgrade(self, guest: PlayerCard, username: str, password: str, address: str) -> LoggedIn | Refusal:
        """This guest as an account: its games stay its own, and all its tokens are replaced by a new one."""
        if guest.kind != "guest":
            return Refusal("already_account")
        password_hash = await self._admit(username, password, address)
        if isinstance(password_hash, Refusal):
            return password_hash
        card = replace(guest, name=username, kind="account")
        token = self._outside.new_token()

        def store(connection: Connection) -> list[str] | None:
            if not make_account(connection, NewAccount(card, username, password_hash)):
                return None
            old = [row.hash for row in tokens_of(connection, card.id)]
            end_tokens(connection, old)
            add_token(connection, card.id, token_hash(token), "login", self._outside.now_ms())
            return old

        try:
            ended = await self._database.write(store)
        except IntegrityError:
            return Refusal("username_taken")
        return Refusal("already_account") if ended is None else LoggedIn(card, token, tuple(ended))

    async def _admit(self, username: str, password: str, address: str) -> str | Refusal:
        """The hash of the password, when this name and password may be had."""
        refusal = _unfit(username, password)
        if refusal is not None:
            return refusal
        wait_seconds = self._newcomers.take(address, _now())
        if wait_seconds:
            return _too_often(wait_seconds)
        # Looked up before the hash, which costs much; the insert has the last word.
        if await self._database.read(is_name_taken, username):
            return Refusal("username_taken")
        return await self._passwords.hash(password)

    async def log_in(self, username: str, password: str, address: str, label: str = "login") -> LoggedIn | Refusal:
        """The player of this name, if this is its password. An unknown name gets the same words after the same work."""
        name_key, now = username_key(username), _now()
        wait_seconds = self._by_address.take(address, now) or self._by_account.take(name_key, now)
        if wait_seconds:
            return _too_often(wait_seconds)
        known = await self._database.read(password_of, username) if is_username(username) else None
        matches = await self._passwords.matches(None if known is None else known[1], password)
        if isinstance(matches, Refusal):
            self._forgive(address, name_key)
            return matches
        if known is None or not matches:
            return Refusal("wrong_login")
        self._forgive(address, name_key)
        # Told only to one who knows the password.
        if await self._database.read(is_banned, known[0].id):
            return Refusal("banned")
        return LoggedIn(known[0], await self.give_token(known[0], label))

    async def give_token(self, card: PlayerCard, label: str) -> str:
        """A new token for this player; its oldest ones end when there are too many."""
        token = self._outside.new_token()
        await self._database.write(add_token, card.id, token_hash(token), label, self._outside.now_ms())
        return token

    async def check_password(self, player: PlayerCard, password: str | None) -> Refusal | None:
        """Why the one who asks may not do what only the owner may, if so. A guest has no password to be asked for."""
        username = await self._database.read(username_of, player.id)
        if username is None:
            return None
        wait_seconds = self._by_account.take(username_key(username), _now())
        if wait_seconds:
            return _too_often(wait_seconds)
        known = await self._database.read(password_of, username)
        matches = await self._passwords.matches(None if known is None else known[1], password or "")
        if isinstance(matches, Refusal) or matches:
            self._by_account.give_back(username_key(username))
        return matches if isinstance(matches, Refusal) else None if matches else Refusal("wrong_password")

    async def change_password(self, player: PlayerCard, old: str, new: str) -> Refusal | None:
        """Have another password, if the old one is right."""
        username = await self._database.read(username_of, player.id)
        if username is None:
            return Refusal("account_needed")
        refusal = objection(new, username) or await self.check_password(player, old)
        if refusal is not None:
            return refusal
        password_hash = await self._passwords.hash(new)
        if isinstance(password_hash, Refusal):
            return password_hash
        await self._database.write(set_password, player.id, password_hash)
        return None

    async def is_registered(self, name: str) -> bool:
        """Whether this name, or one that could be taken for it, belongs to an account."""
        return is_username(name) and await self._database.read(is_name_taken, name)

    async def objection_to_name(self, player: PlayerCard, name: str) -> Refusal | None:
        """Why this player may not be shown by this name, if so: nobody may pass for an account or for the server."""
        username = await self._database.read(username_of, player.id)
        if username is not None and lookalike_key(name) == lookalike_key(username):
            return None
        if is_reserved(name):
            return Refusal("username_reserved")
        return Refusal("username_taken") if await self.is_registered(name) else None

    def close(self) -> None:
        self._passwords.close()

    def _forgive(self, address: str, name_key: str) -> None:
        # Only failures count: whoever knows the password may come as often as it likes.
        self._by_address.give_back(address)
        self._by_account.give_back(name_key)


def _unfit(username: str, password: str) -> Refusal | None:
    if not is_username(username):
        return Refusal("bad_username")
    return Refusal("username_reserved") if is_reserved(username) else objection(password, username)


def _too_often(wait_seconds: float) -> Refusal:
    return Refusal("too_many_tries", wait_seconds=round(wait_seconds, 2))


def _now() -> float:
    return asyncio.get_running_loop().time()
