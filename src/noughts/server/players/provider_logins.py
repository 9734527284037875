"""Logins at the operator's provider: logging in and signing up by one, linking one to an account, and unlinking it.

A login is identified only by the provider's own id of its user. We ask for no e-mail address or name, so no claim of a
provider can give access to somebody else's account.
"""

from hmac import compare_digest

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from noughts.messages.board_state import PlayerCard
from noughts.messages.providers import ProviderAccount, ProviderLogin, ProviderLogins, ProviderReturn
from noughts.messages.refusals import Refusal
from noughts.server.oidc.flows import LOGIN, Flow, Flows, linking
from noughts.server.oidc.provider import Provider
from noughts.server.players.accounts import Accounts, LoggedIn
from noughts.server.players.guests import token_hash
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.limits import MOST_PROVIDER_LOGINS
from noughts.server.runtime.metrics import Metrics
from noughts.storage.journal import Database
from noughts.storage.passkeys import answer_challenge
from noughts.storage.provider_logins import (
    account_of_provider,
    add_provider_login,
    provider_login_used,
    provider_logins_of,
    remove_provider_login,
)
from noughts.storage.sanctions import objection_to_login
from noughts.storage.tokens import add_token

# A login is named by this much of its hash.
ID_LENGTH = 16


class Linking:
    """The provider's logins and the accounts they are linked to."""

    def __init__(
        self,
        database: Database,
        environment: Environment,
        budget: Budget,
        accounts: Accounts,
        provider: Provider,
        metrics: Metrics,
    ) -> None:
        self._database = database
        self._environment = environment
        self._budget = budget
        self._accounts = accounts
        self._provider = provider
        self._counts = metrics.provider_logins
        self._flows = Flows(database, environment)

    async def open(self) -> None:
        await self._flows.open()

    async def close(self) -> None:
        await self._provider.close()

    @property
    def label(self) -> str | None:
        """The provider's name for people; None without a provider."""
        return self._provider.label if self._provider.is_on else None

    async def start(self) -> tuple[str, str] | Refusal:
        """Return where the browser logs in, and the cookie that it keeps meanwhile."""
        return await self._start(LOGIN)

    async def start_linking(self, player: PlayerCard, password: str) -> tuple[str, str] | Refusal:
        """Return the same to link a login to this account. The password proves that the owner asks."""
        if player.kind == "guest":
            return Refusal("account_needed")
        return await self._accounts.check_password(player, password) or await self._start(linking(player.id))

    async def _start(self, purpose: str) -> tuple[str, str] | Refusal:
        if not self._provider.is_on:
            return Refusal("provider_off")
        flow = self._flows.new(purpose)
        url = await self._provider.login_url(flow)
        if isinstance(url, Refusal):
            self._counts["unavailable"] += 1
            return url
        return url, flow.cookie

    async def log_in(
        self, back: ProviderReturn, cookie: str | None, address: str, label: str
    ) -> LoggedIn | str | Refusal:
        """Return the player of this login, or the cookie with which a newcomer may sign up."""
        client = Client(address)
        refusal = self._budget.objection("login", client, "too_many_tries")
        if refusal is not None:
            return refusal
        subject = await self._subject_of(back, cookie, LOGIN)
        if isinstance(subject, Refusal):
            return subject
        self._budget.spend("login", client, -1.0)
        card = await self._database.read(account_of_provider, self._provider.issuer, subject)
        if card is None:
            return self._flows.ticket_for(subject)
        now_ms = self._environment.now_ms()
        refusal = await self._database.read(objection_to_login, card.id, now_ms)
        if refusal is not None:
            return refusal
        token = self._environment.new_token()

        def store(connection: Connection) -> bool:
            if not provider_login_used(connection, self._provider.issuer, subject, now_ms):
                return False
            add_token(connection, card.id, token_hash(token), label, now_ms)
            return True

        is_stored = await self._database.write(store)
        return LoggedIn(card, token) if is_stored else Refusal("provider_login_failed")

    async def sign_up(
        self, guest: PlayerCard, new: ProviderAccount, cookie: str | None, address: str, label: str
    ) -> LoggedIn | Refusal:
        """Turn this guest into an account that is linked to the login in the cookie."""
        ticket = self._flows.ticket_in(cookie)
        issuer = self._provider.issuer
        if ticket is None or await self._database.read(account_of_provider, issuer, ticket.subject) is not None:
            return Refusal("provider_login_failed")
        found = await self._accounts.upgrade(guest, new.username, new.password, address, label)
        if isinstance(found, Refusal):
            return found
        # The account has a password, so it is whole even if another request has used the login meanwhile.
        await self._add(found.card, ticket.subject)
        return found

    async def link(self, player: PlayerCard, back: ProviderReturn, cookie: str | None) -> ProviderLogins | Refusal:
        """Link the login with which the browser returns to this account."""
        subject = await self._subject_of(back, cookie, linking(player.id))
        if isinstance(subject, Refusal):
            return subject
        return await self._add(player, subject) or await self.all_of(player)

    async def all_of(self, player: PlayerCard) -> ProviderLogins:
        rows = await self._database.read(provider_logins_of, player.id)
        return ProviderLogins(
            logins=[
                ProviderLogin(id=row.hash[:ID_LENGTH], created_ms=row.created_ms, used_ms=row.used_ms) for row in rows
            ]
        )

    async def remove(self, player: PlayerCard, login: str) -> ProviderLogins | Refusal:
        """Unlink this login. The account keeps its password, so nobody locks themselves out."""
        if not await self._database.write(remove_provider_login, player.id, login):
            return Refusal("no_such_provider_login")
        return await self.all_of(player)

    async def _add(self, player: PlayerCard, subject: str) -> Refusal | None:
        now_ms, issuer = self._environment.now_ms(), self._provider.issuer
        try:
            is_added = await self._database.write(
                add_provider_login, player.id, issuer, subject, MOST_PROVIDER_LOGINS, now_ms
            )
        except IntegrityError:
            return Refusal("provider_login_taken")
        return None if is_added else Refusal("too_many_provider_logins")

    async def _subject_of(self, back: ProviderReturn, cookie: str | None, purpose: str) -> str | Refusal:
        """Return the user that the provider names. Each flow is finished once, in the browser that began it."""
        if not self._provider.is_on:
            return Refusal("provider_off")
        subject = await self._subject_by_flow(back, cookie, purpose)
        if not isinstance(subject, Refusal):
            self._counts["ok"] += 1
        else:
            self._counts["unavailable" if subject.code == "provider_unavailable" else "failed"] += 1
        return subject

    async def _subject_by_flow(self, back: ProviderReturn, cookie: str | None, purpose: str) -> str | Refusal:
        flow: Flow | None = self._flows.in_cookie(cookie, purpose)
        if flow is None or not compare_digest(flow.state.encode(), back.state.encode()):
            return Refusal("provider_login_failed")
        if not await self._database.write(answer_challenge, flow.cookie, flow.expires_ms):
            return Refusal("provider_login_failed")
        return await self._provider.subject_of(back.code, flow)
