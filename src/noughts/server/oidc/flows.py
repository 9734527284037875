"""Logins that are on their way through the provider. The browser keeps a signed cookie; nothing is stored for it.

State, nonce and PKCE verifier are derived from the cookie and a key that all processes share. So any process can finish
a login, and the verifier never leaves the server.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from hashlib import sha256

from msgspec import Struct

from noughts.messages.ids import PlayerId
from noughts.server.runtime.environment import Environment
from noughts.storage.journal import Database
from noughts.storage.push import key_named

FLOW_SECONDS = 10 * 60
LOGIN = "login"


def linking(player: PlayerId) -> str:
    """Return the purpose of a login that is to be linked to this account."""
    return f"link {player}"


class Flow(Struct, frozen=True):
    """One login on its way. `cookie` binds it to the browser that began it."""

    cookie: str
    expires_ms: int
    state: str
    nonce: str
    verifier: str

    @property
    def challenge(self) -> str:
        """The PKCE challenge that only the owner of the verifier can meet."""
        return _base64url(sha256(self.verifier.encode()).digest())


class Ticket(Struct, frozen=True):
    """A proof that somebody has logged in at the provider and may sign up here."""

    subject: str
    cookie: str
    expires_ms: int


class Flows:
    """Makes and recognises the cookies of this installation."""

    def __init__(self, database: Database, environment: Environment) -> None:
        self._database = database
        self._environment = environment
        self._key = environment.new_token()

    async def open(self) -> None:
        """Use the key that all processes of this installation share."""
        self._key = await self._database.write(key_named, "oidc", self._key)

    def new(self, purpose: str) -> Flow:
        return self._flow(purpose, self._signed(purpose, self._environment.new_token()))

    def in_cookie(self, cookie: str | None, purpose: str) -> Flow | None:
        """Return the flow of this cookie; None when it isn't ours, not for this purpose, or too old."""
        return None if self._word_in(cookie, purpose) is None else self._flow(purpose, cookie or "")

    def ticket_for(self, subject: str) -> str:
        """Return the cookie with which the owner of this login may sign up."""
        return self._signed("ticket", _base64url(subject.encode()))

    def ticket_in(self, cookie: str | None) -> Ticket | None:
        word = self._word_in(cookie, "ticket")
        if word is None:
            return None
        try:
            subject = urlsafe_b64decode(word + "=" * (-len(word) % 4)).decode()
        except (Error, UnicodeDecodeError):
            return None
        return Ticket(subject, cookie or "", _expires_ms(cookie or ""))

    def _flow(self, purpose: str, cookie: str) -> Flow:
        kind = purpose.partition(" ")[0]
        state, nonce, verifier = (self._mac(f"{part} {cookie}") for part in ("state", "nonce", "verifier"))
        # The page reads from the state which request finishes the flow.
        return Flow(cookie, _expires_ms(cookie), f"{kind}.{state}", nonce, verifier)

    def _signed(self, purpose: str, word: str) -> str:
        text = f"{word}.{self._environment.now_ms() // 1000 + FLOW_SECONDS}"
        return f"{text}.{self._mac(f'{purpose} {text}')}"

    def _word_in(self, cookie: str | None, purpose: str) -> str | None:
        text, _, signature = (cookie or "").rpartition(".")
        word, _, expires = text.rpartition(".")
        if not hmac.compare_digest(self._mac(f"{purpose} {text}").encode(), signature.encode(errors="replace")):
            return None
        return word if int(expires) * 1000 > self._environment.now_ms() else None

    def _mac(self, text: str) -> str:
        return _base64url(hmac.digest(self._key.encode(), text.encode(errors="replace"), "sha256"))


def _expires_ms(cookie: str) -> int:
    return int(cookie.split(".")[-2]) * 1000


def _base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
