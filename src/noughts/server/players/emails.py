"""E-mail addresses of accounts, to set a new password with. They are optional, confirmed by a link, and never shown.

Asking for a link always gets the same answer after the same work: the address is looked up later, in the background.
"""

from urllib.parse import urlsplit

from sqlalchemy import Connection

from noughts.messages.board_state import PlayerCard
from noughts.messages.emails import EmailConfirmed, EmailShown, MailRequested, NewEmail, email_key, is_email
from noughts.messages.ids import PlayerId
from noughts.messages.refusals import Refusal
from noughts.server.mail.mail_texts import texts_in
from noughts.server.mail.mailer import SENDERS, Mail, Mailer
from noughts.server.players.accounts import Accounts, LoggedIn
from noughts.server.players.guests import token_hash
from noughts.server.players.passwords import Passwords, objection
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.limits import MOST_ACCOUNTS_OF_AN_EMAIL
from noughts.server.tables.journal import Spawn
from noughts.storage.emails import (
    Purpose,
    StoredLink,
    accounts_with,
    add_link,
    confirm_email,
    email_of,
    link_of,
    remove_email,
    unconfirmed_of,
    use_link,
)
from noughts.storage.journal import Database
from noughts.storage.players import username_of
from noughts.storage.sanctions import objection_to_login
from noughts.storage.settings import settings_of
from noughts.storage.tokens import start_over

CONFIRM_MINUTES = 60
RECOVER_MINUTES = 30


class Emails:
    """The addresses of this installation's accounts."""

    def __init__(
        self,
        database: Database,
        environment: Environment,
        passwords: Passwords,
        budget: Budget,
        accounts: Accounts,
        mailer: Mailer,
    ) -> None:
        self._database = database
        self._environment = environment
        self._passwords = passwords
        self._budget = budget
        self._accounts = accounts
        self._mailer = mailer

    def open(self, spawn: Spawn) -> None:
        """Send mails in the background from now on, if this server sends any."""
        for _ in range(SENDERS if self.is_on else 0):
            spawn(self._mailer.send_forever())

    @property
    def is_on(self) -> bool:
        """Whether this server sends mail."""
        return self._mailer.is_on

    @property
    def waiting(self) -> int:
        """How many mails no sender has taken yet."""
        return self._mailer.waiting

    async def of(self, player: PlayerCard) -> EmailShown:
        """Return this player's own address."""
        address = await self._database.read(email_of, player.id)
        unconfirmed = await self._database.read(unconfirmed_of, player.id, self._environment.now_ms())
        return EmailShown(address=address, unconfirmed=unconfirmed)

    async def add(self, player: PlayerCard, new: NewEmail, address: str) -> EmailShown | Refusal:
        """Send a link to a new address. The old one stays until the link is opened. The password proves the owner."""
        username = await self._database.read(username_of, player.id)
        if username is None:
            return Refusal("account_needed")
        # Only a person who reads that mailbox learns whether other accounts use the address.
        client = Client(address, player=player.id, account=email_key(new.email))
        refusal = (
            self._unfit(new.email)
            or await self._accounts.check_password(player, new.password)
            or self._budget.objection("mail", client, "too_many_mails")
        )
        if refusal is not None:
            return refusal
        link = await self._new_link(player.id, "confirm", new.email, CONFIRM_MINUTES)
        texts = texts_in((await self._database.read(settings_of, player.id)).language, new.language)
        text = texts.confirm.format(name=username, site=self._site, link=link, minutes=CONFIRM_MINUTES)

        async def compose() -> Mail:
            return Mail(new.email, texts.confirm_subject, text)

        return self._mailer.submit(compose) or await self.of(player)

    async def confirm(self, token: str, address: str) -> EmailConfirmed | Refusal:
        """Confirm the address to which this token was sent."""
        hashed = token_hash(token)
        link = await self._link(hashed, "confirm", address)
        if isinstance(link, Refusal):
            return link
        player, now_ms = link.card.id, self._environment.now_ms()

        def store(connection: Connection) -> Refusal | None:
            if not use_link(connection, player, hashed):
                return Refusal("no_such_email_link")
            is_stored = confirm_email(connection, player, link.address, MOST_ACCOUNTS_OF_AN_EMAIL, now_ms)
            return None if is_stored else Refusal("too_many_accounts_of_email")

        return await self._database.write(store) or EmailConfirmed(name=link.card.name)

    async def remove(self, player: PlayerCard) -> EmailShown:
        """Forget this player's address."""
        await self._database.write(remove_email, player.id)
        return EmailShown(address=None, unconfirmed=None)

    def ask_for_link(self, email: str, language: str, address: str) -> MailRequested | Refusal:
        """Send links to this address for the accounts that have it, if there are any."""
        client = Client(address, account=email_key(email))
        refusal = self._unfit(email) or self._budget.objection("mail", client, "too_many_mails")
        if refusal is not None:
            return refusal
        return self._mailer.submit(lambda: self._compose_links(email, language)) or MailRequested(
            minutes=RECOVER_MINUTES
        )

    async def _compose_links(self, email: str, language: str) -> Mail | None:
        accounts = await self._database.read(accounts_with, email)
        if not accounts:
            return None
        links = [
            f"{row.username}: {await self._new_link(row.id, 'recover', email, RECOVER_MINUTES)}" for row in accounts
        ]
        texts = texts_in((await self._database.read(settings_of, accounts[0].id)).language, language)
        text = texts.recover.format(site=self._site, links="\n\n".join(links), minutes=RECOVER_MINUTES)
        return Mail(email, texts.recover_subject, text)

    async def recover(self, token: str, password: str, address: str, label: str = "login") -> LoggedIn | Refusal:
        """Set a new password with a link, which works once, and log in. All other logins and tokens end."""
        hashed, client = token_hash(token), Client(address)
        link = await self._link(hashed, "recover", address)
        if isinstance(link, Refusal):
            return link
        player = link.card.id
        username = await self._database.read(username_of, player)
        refusal = objection(password, username or "") or await self._database.read(
            objection_to_login, player, self._environment.now_ms()
        )
        if refusal is not None:
            return refusal
        password_hash = await self._passwords.hash(password, client)
        if isinstance(password_hash, Refusal):
            return password_hash
        new_token = self._environment.new_token()

        def store(connection: Connection) -> list[str] | None:
            if not use_link(connection, player, hashed):
                return None
            now_ms = self._environment.now_ms()
            return start_over(connection, player, password_hash, token_hash(new_token), label, now_ms)

        ended = await self._database.write(store)
        return Refusal("no_such_email_link") if ended is None else LoggedIn(link.card, new_token, tuple(ended))

    async def _link(self, hashed: str, purpose: Purpose, address: str) -> StoredLink | Refusal:
        """Return the link with this hash. Only failures count towards the limit."""
        client = Client(address)
        refusal = self._budget.objection("recovery", client, "too_many_tries")
        if refusal is not None:
            return refusal
        link = await self._database.read(link_of, hashed, purpose, self._environment.now_ms())
        if link is None:
            return Refusal("no_such_email_link")
        self._budget.spend("recovery", client, -1.0)
        return link

    async def _new_link(self, player: PlayerId, purpose: Purpose, email: str, minutes: int) -> str:
        token = self._environment.new_token()
        expires_ms = self._environment.now_ms() + minutes * 60_000
        await self._database.write(add_link, player, purpose, email, token_hash(token), expires_ms)
        # Browsers send no fragment to any server, so the token gets into no log.
        return f"{self._mailer.url}/account#{purpose}={token}"

    def _unfit(self, email: str) -> Refusal | None:
        return self._mailer.objection or (None if is_email(email) else Refusal("bad_email"))

    @property
    def _site(self) -> str:
        return urlsplit(self._mailer.url).netloc
