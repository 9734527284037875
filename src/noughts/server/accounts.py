"""Accounts: registering and logging in, the same for every door. A token is told once and stored only as its hash."""

import asyncio

from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from noughts.messages.answers import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.messages.usernames import is_reserved, is_username, lookalike_key, username_key
from noughts.server.limits import AddressLimit
from noughts.server.outside import Outside
from noughts.server.passwords import Passwords, objection
from noughts.server.people import token_hash
from noughts.storage.journal import Database
from noughts.storage.players import NewAccount, add_account, add_token, is_name_taken, password_of

ACCOUNT_SECONDS = 15 * 60
ADDRESS_SECONDS = 10 * 60


class LoggedIn(Struct, frozen=True):
    """A player and the new token by which it is known."""

    card: PlayerCard
    token: str


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

    async def register(self, username: str, password: str, address: str) -> PlayerCard | Refusal:
        """A new account. Of any number who ask for one name at once, the store lets one have it."""
        refusal = _unfit(username, password)
        if refusal is not None:
            return refusal
        wait_seconds = self._newcomers.take(address, _now())
        if wait_seconds:
            return _too_often(wait_seconds)
        # Looked up before the hash, which costs much; the insert below has the last word.
        if await self._database.read(is_name_taken, username_key(username), lookalike_key(username)):
            return Refusal("username_taken")
        password_hash = await self._passwords.hash(password)
        if isinstance(password_hash, Refusal):
            return password_hash
        card = PlayerCard(id=self._outside.new_player_id(), name=username, kind="account")
        account = NewAccount(card, username_key(username), lookalike_key(username), password_hash)
        try:
            await self._database.write(add_account, account, self._outside.now_ms())
        except IntegrityError:
            return Refusal("username_taken")
        return card

    async def log_in(self, username: str, password: str, address: str) -> LoggedIn | Refusal:
        """The player of this name, if this is its password. An unknown name gets the same words after the same work."""
        name_key, now = username_key(username), _now()
        wait_seconds = self._by_address.take(address, now) or self._by_account.take(name_key, now)
        if wait_seconds:
            return _too_often(wait_seconds)
        known = await self._database.read(password_of, name_key) if is_username(username) else None
        matches = await self._passwords.matches(None if known is None else known[1], password)
        if isinstance(matches, Refusal):
            self._forgive(address, name_key)
            return matches
        if known is None or not matches:
            return Refusal("wrong_login")
        self._forgive(address, name_key)
        return LoggedIn(known[0], await self.give_token(known[0], "login"))

    async def give_token(self, card: PlayerCard, label: str) -> str:
        """A new token for this player; its oldest ones end when there are too many."""
        token = self._outside.new_token()
        await self._database.write(add_token, card.id, token_hash(token), label, self._outside.now_ms())
        return token

    async def is_registered(self, name: str) -> bool:
        """Whether this name, or one that could be taken for it, belongs to an account."""
        return is_username(name) and await self._database.read(is_name_taken, username_key(name), lookalike_key(name))

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
