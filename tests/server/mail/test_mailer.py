"""The mail queue, with a real mail server that may be slow, down, without TLS, or refuse a mail."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from noughts.config import Settings
from noughts.server.mail.mailer import RETRY_SECONDS, SENDERS, Mail, Mailer
from noughts.server.runtime.limits import MOST_WAITING_MAILS
from noughts.server.runtime.metrics import Metrics
from tests.servers.certificates import new_certificate
from tests.servers.loop_time import LoopTime
from tests.servers.mailserver import MailServer, mail_server
from tests.waiting import until

MAIL = Mail("ann@example.org", "Grüße", "Ein Link: …\n")


async def compose() -> Mail:
    return MAIL


@asynccontextmanager
async def mailing(port: int, metrics: Metrics | None = None, /, **settings: Any) -> AsyncIterator[Mailer]:
    mailer = Mailer(
        Settings(
            smtp_host="127.0.0.1",
            smtp_port=port,
            smtp_from="noughts@noughts.example",
            public_url="https://noughts.example",
            **({"smtp_tls": "none"} | settings),
        ),
        metrics or Metrics(),
    )
    senders = [asyncio.create_task(mailer.send_forever()) for _ in range(SENDERS)]
    try:
        yield mailer
    finally:
        for sender in senders:
            sender.cancel()
            with suppress(asyncio.CancelledError):
                await sender


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """Return the server's side of a certificate that this process trusts."""
    context, file = new_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    return context


async def sent(service: MailServer, mailer: Mailer) -> None:
    assert mailer.submit(compose) is None
    mail = await service.mail_to(MAIL.to)
    assert (mail["Subject"], mail.get_content().splitlines()) == (MAIL.subject, MAIL.text.splitlines())


async def test_sends_a_mail_as_it_was_written() -> None:
    async with mail_server() as service, mailing(service.port) as mailer:
        await sent(service, mailer)


async def test_logs_in_under_tls(certificate: ssl.SSLContext) -> None:
    login = {"smtp_tls": "starttls", "smtp_user": "noughts", "smtp_password": "secret"}
    async with mail_server(certificate) as service, mailing(service.port, **login) as mailer:
        await sent(service, mailer)
    assert service.logins == [("noughts", "secret")]


async def test_sends_no_mail_and_no_password_without_tls(loop_time: LoopTime) -> None:
    login = {"smtp_tls": "starttls", "smtp_user": "noughts", "smtp_password": "secret"}
    async with mail_server() as service, mailing(service.port, **login) as mailer:
        with capture_logs() as logs:
            assert mailer.submit(compose) is None
            await until(lambda: bool(logs))
    assert (service.mails, service.logins) == ([], [])


async def test_a_slow_mail_server_delays_no_request_and_the_queue_is_limited() -> None:
    async with mail_server() as service, mailing(service.port) as mailer:
        service.is_quick.clear()
        for _ in range(SENDERS):
            assert mailer.submit(compose) is None
        await until(lambda: mailer.waiting == 0)
        objections = [mailer.submit(compose) for _ in range(MOST_WAITING_MAILS + 2)]
        assert objections[: MOST_WAITING_MAILS + 1] == [None] * MOST_WAITING_MAILS + [mailer.objection]
        assert mailer.objection is not None
        assert mailer.objection.code == "mail_busy"
        service.is_quick.set()
        await until(lambda: len(service.mails) == MOST_WAITING_MAILS + SENDERS)


async def test_retries_after_a_temporary_failure(loop_time: LoopTime) -> None:
    async with mail_server() as service, mailing(service.port) as mailer:
        service.answer = "451 Try later"
        with capture_logs() as logs:
            assert mailer.submit(compose) is None
            await until(lambda: bool(logs))
            service.answer = "250 OK"
            await loop_time.pass_seconds(RETRY_SECONDS[0] + 0.1)
            await service.mail_to(MAIL.to)
    assert MAIL.to not in str(logs)


async def test_gives_up_and_continues_with_the_next_mail(loop_time: LoopTime) -> None:
    metrics = Metrics()
    async with mail_server() as service, mailing(service.port, metrics) as mailer:
        service.answer = f"550 No such user {MAIL.to}"
        with capture_logs() as logs:
            assert mailer.submit(compose) is None
            await until(lambda: bool(logs))
            await loop_time.pass_seconds(sum(RETRY_SECONDS) + 0.5)
            await until(lambda: len(logs) == len(RETRY_SECONDS) + 1)
            service.answer = "250 OK"
            await sent(service, mailer)
            await until(lambda: metrics.mails["sent"] == 1)
    assert metrics.mails == {"sent": 1, "refused": 0, "failed": 1}
    # The log says that mail fails, but names no address.
    assert MAIL.to not in str(logs)


async def test_counts_refused_addresses_and_invalid_mails(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> Mail:
        raise RuntimeError("no text")

    async def compose_none() -> None:
        return None

    metrics = Metrics()
    async with mail_server() as service, mailing(service.port, metrics) as mailer:
        service.refused.add(MAIL.to)
        for composing in (compose, fail, compose_none):
            assert mailer.submit(composing) is None
        await until(lambda: metrics.mails == {"sent": 0, "refused": 1, "failed": 1})
    assert service.mails == []
