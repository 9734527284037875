"""Accounts: registering and logging in, the same for every door. A token is shown once and stored only as its hash."""

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from noughts.messages.board_state import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.messages.usernames import is_reserved, is_username, keys_of, lookalike_key, username_key
from noughts.server.players.guests import token_hash
from noughts.server.players.known_devices import KnownDevices
from noughts.server.players.names import objection_to_name
from noughts.server.players.passwords import Passwords, objection
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.rates import Kind
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
from noughts.storage.sanctions import objection_to_login
from noughts.storage.tokens import add_token, end_tokens, tokens_of


class LoggedIn(Struct, frozen=True):
    """A player and their new token."""

    card: PlayerCard
    token: str
    # The hashes of the tokens that this one replaces.
    ended: tuple[str, ...] = ()


class Accounts:
    """The accounts of this installation."""

    def __init__(self, database: Database, environment: Environment, passwords: Passwords, budget: Budget) -> None:
        self._database = database
        self._environment = environment
        self._passwords = passwords
        self._budget = budget
        self.known_devices = KnownDevices(database, environment)

    async def open(self) -> None:
        await self.known_devices.open()

    async def register(
        self, username: str, password: str, address: str, *, is_bot: bool = False
    ) -> PlayerCard | Refusal:
        """Return a new account. When several requests want one name at once, the database accepts one."""
        password_hash = await self._admit(username, password, address)
        if isinstance(password_hash, Refusal):
            return password_hash
        card = PlayerCard(id=self._environment.new_player_id(), name=username, kind="bot" if is_bot else "account")
        try:
            await self._database.write(
                add_account, NewAccount(card, username, password_hash), self._environment.now_ms()
            )
        except IntegrityError:
            return Refusal("username_taken")
        return card

    async def upgrade(
        self, guest: PlayerCard, username: str, password: str, address: str, label: str = "login"
    ) -> LoggedIn | Refusal:
        """Turn this guest into an account: it keeps its games, and a new token replaces all old ones."""
        if guest.kind != "guest":
            return Refusal("already_account")
        password_hash = await self._admit(username, password, address)
        if isinstance(password_hash, Refusal):
            return password_hash
        card = replace(guest, name=username, kind="account")
        token = self._environment.new_token()

        def store(connection: Connection) -> list[str] | None:
            if not make_account(connection, NewAccount(card, username, password_hash)):
                return None
            old = [row.hash for row in tokens_of(connection, card.id)]
            end_tokens(connection, old)
            add_token(connection, card.id, token_hash(token), label, self._environment.now_ms())
            return old

        try:
            ended = await self._database.write(store)
        except IntegrityError:
            return Refusal("username_taken")
        return Refusal("already_account") if ended is None else LoggedIn(card, token, tuple(ended))

    async def _admit(self, username: str, password: str, address: str) -> str | Refusal:
        """Return the hash of the password, if this name and password are allowed."""
        refusal = _unfit(username, password)
        if refusal is not None:
            return refusal
        refusal = self._budget.objection("registration", Client(address), "too_many_tries")
        if refusal is not None:
            return refusal
        # A cheap check before the expensive hash. The insert decides in the end.
        if await self._database.read(is_name_taken, {username_key(username), lookalike_key(username)}):
            return Refusal("username_taken")
        return await self._passwords.hash(password, Client(address))

    async def log_in(
        self, username: str, password: str, address: str, label: str = "login", device: str | None = None
    ) -> LoggedIn | Refusal:
        """Return the player of this name, if the password matches. Unknown names get the same answer after the same
        work.

        `device` is the requesting browser's mark, if it has one.
        """
        known = await self._database.read(password_of, username) if is_username(username) else None
        is_known_device = device is not None and known is not None and self.known_devices.is_known(device, known[0].id)
        # Strangers who guess wrong lock themselves out, not the owner of the account.
        kind: Kind = "own_login" if is_known_device else "login"
        client = Client(address, player=device if is_known_device else None, account=username_key(username))
        matches = await self._check(kind, client, None if known is None else known[1], password)
        if isinstance(matches, Refusal):
            return matches
        if known is None or not matches:
            return Refusal("wrong_login")
        # Revealed only to someone who knows the password.
        refusal = await self._database.read(objection_to_login, known[0].id, self._environment.now_ms())
        if refusal is not None:
            return refusal
        return LoggedIn(known[0], await self.give_token(known[0], label))

    async def give_token(self, card: PlayerCard, label: str) -> str:
        """Return a new token for this player; its oldest ones end when there are too many."""
        token = self._environment.new_token()
        await self._database.write(add_token, card.id, token_hash(token), label, self._environment.now_ms())
        return token

    async def check_password(self, player: PlayerCard, password: str | None) -> Refusal | None:
        """Check the password before an action that only the owner may take. A guest has no password, and passes."""
        username = await self._database.read(username_of, player.id)
        if username is None:
            return None
        known = await self._database.read(password_of, username)
        # Counted separately, so that strangers can't use up these attempts.
        client = Client("", player=player.id)
        matches = await self._check("own_login", client, None if known is None else known[1], password or "")
        return matches if isinstance(matches, Refusal) else None if matches else Refusal("wrong_password")

    async def _check(self, kind: Kind, client: Client, stored: str | None, password: str) -> bool | Refusal:
        """Return whether the password matches. Only failures count towards the limit."""
        refusal = self._budget.objection(kind, client, "too_many_tries")
        if refusal is not None:
            return refusal
        matches = await self._passwords.matches(stored, password, client)
        if matches is not False:
            self._budget.spend(kind, client, -1.0)
        return matches

    async def change_password(self, player: PlayerCard, old: str, new: str) -> Refusal | None:
        """Change the password, if the old one is right."""
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

    async def objection_to_name(self, player: PlayerCard, name: str) -> Refusal | None:
        """Return why this player may not use this display name, or None. Their own username is always allowed."""
        username = await self._database.read(username_of, player.id)
        if username is not None and not keys_of(name).isdisjoint((username_key(username), lookalike_key(username))):
            return None
        return await objection_to_name(self._database, name)

    def close(self) -> None:
        self._passwords.close()


def _unfit(username: str, password: str) -> Refusal | None:
    if not is_username(username):
        return Refusal("bad_username")
    return Refusal("username_reserved") if is_reserved(username) else objection(password, username)
