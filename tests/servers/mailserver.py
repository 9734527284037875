"""A mail server on loopback that accepts mails and keeps them for the test."""

import asyncio
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword

from tests.waiting import until

LINK = re.compile(r"https?://\S+/account#(?:confirm|recover)=\w+")


class MailServer:
    """The received mails and the attempted logins. `answer` is the reply to each mail."""

    def __init__(self) -> None:
        self.port = 0
        self.mails: list[EmailMessage] = []
        self.logins: list[tuple[str, str]] = []
        self.answer = "250 OK"
        # Refused senders and recipients, and whether every login is refused.
        self.refused: set[str] = set()
        self.refuses_logins = False
        # While cleared, every client has to wait.
        self.is_quick = asyncio.Event()
        self.is_quick.set()

    async def mail_to(self, address: str) -> EmailMessage:
        """Wait for a mail to this address, remove it from the list and return it."""
        await until(lambda: any(mail["To"] == address for mail in self.mails))
        mail = next(mail for mail in self.mails if mail["To"] == address)
        self.mails.remove(mail)
        return mail

    async def links_to(self, address: str) -> list[str]:
        return LINK.findall((await self.mail_to(address)).get_content())

    async def token_to(self, address: str) -> str:
        [link] = await self.links_to(address)
        return link.rpartition("=")[2]

    # Methods that aiosmtpd calls.

    async def handle_MAIL(  # noqa: N802
        self, _server: SMTP, _session: Any, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if address in self.refused:
            return "553 Not your address"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Any, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if address in self.refused:
            return "550 No such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Any, envelope: Envelope) -> str:  # noqa: N802
        await self.is_quick.wait()
        if self.answer.startswith("250"):
            assert isinstance(envelope.content, bytes)
            mail = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(mail, EmailMessage)
            self.mails.append(mail)
        return self.answer

    def authenticate(self, _server: SMTP, _session: Any, _envelope: Envelope, _way: str, given: Any) -> AuthResult:
        assert isinstance(given, LoginPassword)
        self.logins.append((given.login.decode(), given.password.decode()))
        return AuthResult(success=not self.refuses_logins, handled=False)


@asynccontextmanager
async def mail_server(tls: ssl.SSLContext | None = None) -> AsyncIterator[MailServer]:
    """Run a mail server. With a certificate it offers STARTTLS, and accepts logins only after that."""
    service = MailServer()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(service, hostname="localhost", tls_context=tls, authenticator=service.authenticate, loop=loop),
        "127.0.0.1",
        0,
    )
    service.port = server.sockets[0].getsockname()[1]
    try:
        yield service
    finally:
        service.is_quick.set()
        server.close()
