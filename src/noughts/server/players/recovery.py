"""Recovery codes: one-time codes that set a new password. They are shown once and stored only as hashes.

A wrong name and a wrong code get the same answer after the same queries, so nobody learns which names exist.
"""

from hashlib import sha256

from sqlalchemy import Connection

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.messages.people_answers import RecoveryCodes, RecoveryShown
from noughts.messages.refusals import Refusal
from noughts.messages.usernames import is_username, username_key
from noughts.server.players.accounts import Accounts, LoggedIn
from noughts.server.players.guests import token_hash
from noughts.server.players.passwords import Passwords, objection
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.environment import Environment
from noughts.storage.journal import Database
from noughts.storage.players import password_of
from noughts.storage.recovery_codes import codes_left, has_code, replace_codes, use_code
from noughts.storage.sanctions import objection_to_login
from noughts.storage.tokens import start_over

CODES = 10
# 16 letters of 5 bits: 80 bits can't be guessed, not even by somebody who has the hashes.
CODE_LENGTH = 16
GROUP_LENGTH = 4
# Without I, L, O and U, which are easily misread.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans("OIL", "011")
# Looked up when there is no such account, so that both cases run the same queries.
_NOBODY = PlayerId("")


class Recovery:
    """Recovers accounts whose password is lost."""

    def __init__(
        self, database: Database, environment: Environment, passwords: Passwords, budget: Budget, accounts: Accounts
    ) -> None:
        self._database = database
        self._environment = environment
        self._passwords = passwords
        self._budget = budget
        self._accounts = accounts

    async def make_codes(self, player: PlayerCard, password: str) -> RecoveryCodes | Refusal:
        """Return new codes, which replace all old ones. The password proves that the owner asks."""
        if player.kind == "guest":
            return Refusal("account_needed")
        refusal = await self._accounts.check_password(player, password)
        if refusal is not None:
            return refusal
        codes = [self._new_code() for _ in range(CODES)]
        hashes = [code_hash(player.id, code) for code in codes]
        await self._database.write(replace_codes, player.id, hashes, self._environment.now_ms())
        return RecoveryCodes(codes=codes)

    async def ways_of(self, player: PlayerCard) -> RecoveryShown | Refusal:
        """Return the ways to recover this player's account without its password."""
        if player.kind == "guest":
            return Refusal("account_needed")
        return RecoveryShown(codes_left=await self._database.read(codes_left, player.id))

    async def recover(
        self, username: str, code: str, password: str, address: str, label: str = "login"
    ) -> LoggedIn | Refusal:
        """Set a new password with a code, which works once, and log in. All other logins and tokens end."""
        # Only failures count, as with logins.
        client = Client(address, account=username_key(username))
        refusal = objection(password, username) or self._budget.objection("recovery", client, "too_many_tries")
        if refusal is not None:
            return refusal
        known = await self._database.read(password_of, username) if is_username(username) else None
        player = _NOBODY if known is None else known[0].id
        hashed = code_hash(player, code)
        if not await self._database.read(has_code, player, hashed) or known is None:
            return Refusal("wrong_recovery_code")
        self._budget.spend("recovery", client, -1.0)
        # Revealed only to someone who has a code.
        refusal = await self._database.read(objection_to_login, player, self._environment.now_ms())
        if refusal is not None:
            return refusal
        password_hash = await self._passwords.hash(password, client)
        if isinstance(password_hash, Refusal):
            return password_hash
        token = self._environment.new_token()

        def store(connection: Connection) -> list[str] | None:
            if not use_code(connection, player, hashed):
                return None
            now_ms = self._environment.now_ms()
            return start_over(connection, player, password_hash, token_hash(token), label, now_ms)

        ended = await self._database.write(store)
        # Another request may have used the code in the meantime.
        return Refusal("wrong_recovery_code") if ended is None else LoggedIn(known[0], token, tuple(ended))

    def _new_code(self) -> str:
        letters = "".join(self._environment.pick(_LETTERS) for _ in range(CODE_LENGTH))
        return "-".join(letters[start : start + GROUP_LENGTH] for start in range(0, CODE_LENGTH, GROUP_LENGTH))


def code_hash(player: PlayerId, code: str) -> str:
    """Return the stored form of a code, however it was typed. The id keeps the codes of two players apart."""
    letters = "".join(letter for letter in code.upper().translate(_MISREAD) if letter in _LETTERS)
    return sha256(f"{player} {letters}".encode()).hexdigest()
