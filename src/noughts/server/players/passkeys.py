"""Passkeys: adding and removing them, logging in with one, and setting a new password with one.

A login names no account: the browser offers the passkeys it has. So nobody learns which names exist.
"""

import asyncio

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from noughts.messages.board_state import PlayerCard
from noughts.messages.passkeys import (
    PasskeyChallenge,
    PasskeyInfo,
    PasskeyList,
    PasskeyMade,
    PasskeyProof,
    PasskeyRequest,
)
from noughts.messages.refusals import Refusal
from noughts.messages.text import shown_text
from noughts.server.players.accounts import Accounts, LoggedIn
from noughts.server.players.challenges import Challenges
from noughts.server.players.guests import token_hash
from noughts.server.players.passwords import Passwords, objection
from noughts.server.players.relying_party import RelyingParty
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.limits import MOST_PASSKEYS
from noughts.storage.journal import Database
from noughts.storage.passkeys import (
    NewPasskey,
    StoredPasskey,
    add_passkey,
    answer_challenge,
    passkey_of_credential,
    passkey_used,
    passkeys_of,
    remove_passkey,
)
from noughts.storage.players import username_of
from noughts.storage.sanctions import objection_to_login
from noughts.storage.tokens import add_token, start_over

# A passkey's id is this much of its hash.
ID_LENGTH = 16
_LOGIN = "login"


class Passkeys:
    """The passkeys of this installation's accounts."""

    def __init__(
        self, database: Database, environment: Environment, passwords: Passwords, budget: Budget, accounts: Accounts
    ) -> None:
        self._database = database
        self._environment = environment
        self._passwords = passwords
        self._budget = budget
        self._accounts = accounts
        self._challenges = Challenges(database, environment)

    async def open(self) -> None:
        await self._challenges.open()

    async def all_of(self, player: PlayerCard) -> PasskeyList:
        """Return the passkeys of this player."""
        rows = await self._database.read(passkeys_of, player.id)
        return PasskeyList(
            passkeys=[
                PasskeyInfo(id=row.hash[:ID_LENGTH], name=row.name, created_ms=row.created_ms, used_ms=row.used_ms)
                for row in rows
            ]
        )

    async def request(self, player: PlayerCard, password: str, party: RelyingParty) -> PasskeyRequest | Refusal:
        """Return what the browser needs to make a passkey. The password proves that the owner asks."""
        username = await self._database.read(username_of, player.id)
        if username is None:
            return Refusal("account_needed")
        refusal = await self._accounts.check_password(player, password)
        if refusal is not None:
            return refusal
        known = [row.credential for row in await self._database.read(passkeys_of, player.id)]
        if len(known) >= MOST_PASSKEYS:
            return Refusal("too_many_passkeys")
        challenge = self._challenges.new(_adding(player))
        return PasskeyRequest(challenge=challenge, rp_id=party.id, player=player.id, username=username, known=known)

    async def add(self, player: PlayerCard, made: PasskeyMade, party: RelyingParty) -> PasskeyList | Refusal:
        """Store a passkey that the browser made for one of our challenges to this player."""
        name = shown_text(made.name)
        if name is None:
            return Refusal("bad_name")
        challenge = self._challenges.in_client_data(made.client_data, _adding(player))
        passkey = None if challenge is None else await asyncio.to_thread(_new_passkey, made, challenge.text, party)
        if challenge is None or passkey is None:
            return Refusal("bad_passkey")
        now_ms = self._environment.now_ms()

        def store(connection: Connection) -> Refusal | None:
            if not answer_challenge(connection, challenge.text, challenge.expires_ms):
                return Refusal("bad_passkey")
            is_added = add_passkey(connection, player.id, passkey, MOST_PASSKEYS, now_ms)
            return None if is_added else Refusal("too_many_passkeys")

        try:
            refusal = await self._database.write(store)
        except IntegrityError:
            # The authenticator has it already.
            return Refusal("bad_passkey")
        return refusal or await self.all_of(player)

    async def remove(self, player: PlayerCard, passkey: str) -> PasskeyList | Refusal:
        """Remove this passkey: nobody can log in with it any more."""
        if not await self._database.write(remove_passkey, player.id, passkey):
            return Refusal("no_such_passkey")
        return await self.all_of(player)

    def challenge(self, party: RelyingParty) -> PasskeyChallenge:
        """Return a challenge for somebody who wants to log in."""
        return PasskeyChallenge(challenge=self._challenges.new(_LOGIN), rp_id=party.id)

    async def log_in(
        self, proof: PasskeyProof, party: RelyingParty, address: str, label: str = "login"
    ) -> LoggedIn | Refusal:
        """Return the player whose passkey signed one of our challenges. Every failure gets the same answer."""
        client = Client(address)
        refusal = self._budget.objection("login", client, "too_many_tries")
        if refusal is not None:
            return refusal
        challenge = self._challenges.in_client_data(proof.client_data, _LOGIN)
        stored = await self._database.read(passkey_of_credential, proof.credential)
        if challenge is None or stored is None or stored.card.id != proof.player:
            return Refusal("wrong_passkey")
        count = await asyncio.to_thread(_new_sign_count, proof, stored, challenge.text, party)
        if count is None:
            return Refusal("wrong_passkey")
        self._budget.spend("login", client, -1.0)
        password_hash = await self._hash_of_new(stored.card, proof.new_password, client)
        if isinstance(password_hash, Refusal):
            return password_hash
        token = self._environment.new_token()

        def store(connection: Connection) -> list[str] | None:
            now_ms = self._environment.now_ms()
            is_first = answer_challenge(connection, challenge.text, challenge.expires_ms)
            if not is_first or not passkey_used(connection, stored.hash, count, now_ms):
                return None
            if password_hash is not None:
                return start_over(connection, stored.card.id, password_hash, token_hash(token), label, now_ms)
            add_token(connection, stored.card.id, token_hash(token), label, now_ms)
            return []

        ended = await self._database.write(store)
        return Refusal("wrong_passkey") if ended is None else LoggedIn(stored.card, token, tuple(ended))

    async def _hash_of_new(self, player: PlayerCard, password: str | None, client: Client) -> str | Refusal | None:
        """Return the hash of the new password, if one is requested and allowed."""
        refusal = await self._database.read(objection_to_login, player.id, self._environment.now_ms())
        if refusal is not None:
            return refusal
        if password is None:
            return None
        username = await self._database.read(username_of, player.id)
        return objection(password, username or "") or await self._passwords.hash(password, client)


def _adding(player: PlayerCard) -> str:
    return f"add {player.id}"


def _new_passkey(made: PasskeyMade, challenge: str, party: RelyingParty) -> NewPasskey | None:
    # Imported in a worker thread, when it is first needed: loading it would delay moves.
    from noughts.server.players.passkey_checks import new_passkey

    return new_passkey(made, challenge.encode(), party)


def _new_sign_count(proof: PasskeyProof, stored: StoredPasskey, challenge: str, party: RelyingParty) -> int | None:
    from noughts.server.players.passkey_checks import new_sign_count

    return new_sign_count(proof, stored, challenge.encode(), party)
