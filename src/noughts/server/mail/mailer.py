"""Sends e-mail through the operator's mail server. The queue is bounded, and neither players nor moves wait for a mail.

Addresses never go into the log.
"""

import asyncio
from collections.abc import Awaitable, Callable
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, localtime, make_msgid, parseaddr
from typing import Any

import structlog
from msgspec import Struct

from noughts.config import Settings
from noughts.messages.refusals import Refusal
from noughts.server.runtime.background import report_failure
from noughts.server.runtime.limits import MOST_WAITING_MAILS
from noughts.server.runtime.metrics import MailOutcome, Metrics

log = structlog.get_logger()

SENDERS = 2
# The time limit for one conversation with the mail server.
SEND_SECONDS = 20.0
# Pauses before retries after a temporary failure. After the last one, the person has probably asked again.
RETRY_SECONDS = (2.0, 15.0)
BUSY_SECONDS = 30.0


class Mail(Struct, frozen=True):
    """A plain text for one address."""

    to: str
    subject: str
    text: str


Compose = Callable[[], Awaitable[Mail | None]]


class Mailer:
    """Queues and sends mails. Without a mail server in the settings it is off."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._counts = metrics.mails
        self._waiting: asyncio.Queue[Compose] = asyncio.Queue(MOST_WAITING_MAILS)
        self.is_on = bool(settings.smtp_host)
        # The base of links in mails. Never taken from a request, whose sender could choose it.
        self.url = settings.public_url.rstrip("/")

    @property
    def waiting(self) -> int:
        """How many mails are in the queue."""
        return self._waiting.qsize()

    @property
    def objection(self) -> Refusal | None:
        """Why no mail can be accepted now, or None."""
        if not self.is_on:
            return Refusal("email_off")
        return Refusal("mail_busy", wait_seconds=BUSY_SECONDS) if self._waiting.full() else None

    def submit(self, compose: Compose) -> Refusal | None:
        """Compose and send a mail in the background, or return the refusal."""
        objection = self.objection
        if objection is None:
            self._waiting.put_nowait(compose)
        return objection

    async def send_forever(self) -> None:
        """Send what waits, one mail after the other."""
        task = asyncio.current_task()
        # Python 3.11 loses a cancellation that arrives at the moment when the mail server answers.
        while task is None or not task.cancelling():
            compose = await self._waiting.get()
            try:
                mail = await compose()
                if mail is not None:
                    self._counts[await self._deliver(mail)] += 1
            except Exception as error:
                self._counts["failed"] += 1
                report_failure("a mail was not sent", error)

    async def _deliver(self, mail: Mail) -> MailOutcome:
        # Imported with the first mail: most servers send none.
        from aiosmtplib import SMTPException, SMTPRecipientsRefused

        for wait_seconds in (*RETRY_SECONDS, None):
            try:
                await self._send(mail)
            except SMTPRecipientsRefused:
                log.info("the mail server refused an address")
                return "refused"
            except (SMTPException, OSError) as error:
                # The server's error text may contain the address.
                log.warning("the mail server did not accept a mail", error=type(error).__name__)
            else:
                return "sent"
            if wait_seconds is not None:
                await asyncio.sleep(wait_seconds)
        return "failed"

    async def _send(self, mail: Mail) -> None:
        import aiosmtplib

        settings = self._settings
        await aiosmtplib.send(
            message_of(mail, settings.smtp_from),
            username=settings.smtp_user or None,
            password=settings.smtp_password or None,
            timeout=SEND_SECONDS,
            **connection_options(settings),
        )


def connection_options(settings: Settings) -> dict[str, Any]:
    """Return where the mail server is and how the connection is protected, as aiosmtplib names it."""
    return {
        "hostname": settings.smtp_host,
        "port": settings.smtp_port,
        "use_tls": settings.smtp_tls == "tls",
        # Must not depend on the server's offer: an attacker in between could hide the offer and read everything.
        "start_tls": settings.smtp_tls == "starttls",
    }


def message_of(mail: Mail, sender: str) -> EmailMessage:
    """Return the mail as it is sent."""
    name, address = parseaddr(sender)
    message = EmailMessage()
    message["From"] = Address(display_name=name, addr_spec=address)
    message["To"] = Address(addr_spec=mail.to)
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    # Asks automatic responders not to answer.
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text)
    return message
