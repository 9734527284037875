"""Checks of the mail server: whether it can be reached, is protected by TLS, and accepts our login and sender."""

import os
import ssl
from email.utils import parseaddr
from ipaddress import ip_address
from typing import TYPE_CHECKING

from noughts.cli.doctor.finding import Finding, ok, problem, warning
from noughts.config import Settings
from noughts.server.mail.mailer import connection_options

if TYPE_CHECKING:
    from aiosmtplib import SMTP

MOST_SECONDS = 10
_OTHER_TLS = {
    "starttls": "Most servers use port 587 with smtp-tls = starttls, and port 465 with smtp-tls = tls.",
    "tls": "Most servers use port 465 with smtp-tls = tls, and port 587 with smtp-tls = starttls.",
    "none": "Is this the port of a mail server? Most use 25, 465 or 587.",
}


async def check_mail(settings: Settings) -> list[Finding]:
    """Connect, log in and name the sender as for a mail, but send none."""
    if not settings.smtp_host:
        return []
    # Imported here: most servers send no mail.
    from aiosmtplib import SMTP, SMTPException

    server = SMTP(timeout=MOST_SECONDS, **connection_options(settings))
    try:
        await server.connect()
    except (SMTPException, OSError, ValueError) as error:
        return [_unreachable(settings, error)]
    try:
        return [*_check_protection(settings), *await _check_login(settings, server)]
    finally:
        server.close()


def _where(settings: Settings) -> str:
    return f"{settings.smtp_host}:{settings.smtp_port}"


def _unreachable(settings: Settings, error: Exception) -> Finding:
    from aiosmtplib import SMTPConnectError

    where, cause = _where(settings), error.__cause__ or error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return problem(
            f"The mail server {where} has a certificate that can't be trusted: {cause.verify_message}.",
            "Set smtp-host to the name in its certificate, or add its authority to this machine.",
        )
    if "STARTTLS" in str(error):
        return problem(f"The mail server {where} offers no STARTTLS.", _OTHER_TLS["starttls"])
    if isinstance(cause, ssl.SSLError):
        return problem(f"The mail server {where} doesn't use TLS on this port.", _OTHER_TLS[settings.smtp_tls])
    if isinstance(error, SMTPConnectError) and isinstance(cause, OSError):
        return problem(
            f"We can't reach the mail server {where}: {_reason(cause)}.",
            "Check smtp-host and smtp-port. Many hosting providers block port 25: try 587 or 465.",
        )
    return problem(f"{where} doesn't answer like a mail server: {error}.", _OTHER_TLS[settings.smtp_tls])


def _reason(error: OSError) -> str:
    """Return the system's own error text, because asyncio's is longer and repeats the address."""
    if (error.errno or 0) > 0:
        return os.strerror(error.errno or 0)
    return error.strerror or "no answer"


def _check_protection(settings: Settings) -> list[Finding]:
    if settings.smtp_tls != "none":
        return [ok(f"The mail server {_where(settings)} answers, protected by TLS.")]
    if _is_here(settings.smtp_host):
        return [ok(f"The mail server {_where(settings)} answers.")]
    return [
        warning(
            f"The mail server {_where(settings)} answers, without TLS: others could read the links in mails.",
            "Set smtp-tls to starttls or tls.",
        )
    ]


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


async def _check_login(settings: Settings, server: "SMTP") -> list[Finding]:
    from aiosmtplib import SMTPAuthenticationError, SMTPException, SMTPResponseException

    found = []
    if settings.smtp_user:
        try:
            await server.login(settings.smtp_user, settings.smtp_password)
        except SMTPAuthenticationError as error:
            return [problem(f"The mail server refuses our login: {_said(error)}", "Check smtp-user and smtp-password.")]
        except (SMTPException, OSError) as error:
            return [
                problem(
                    f"The mail server accepts no login: {error}",
                    "Check smtp-port and smtp-tls, or remove smtp-user and smtp-password.",
                )
            ]
        found.append(ok("The mail server accepts our login."))
    try:
        # Starts a mail, and cancels it.
        await server.mail(parseaddr(settings.smtp_from)[1])
        await server.rset()
    except SMTPResponseException as error:
        remedy = "Set smtp-from to an address that this login may use."
        return [*found, problem(f"The mail server refuses our sender {settings.smtp_from}: {_said(error)}", remedy)]
    except (SMTPException, OSError) as error:
        return [*found, problem(f"The mail server closed the connection: {error}", "Look at the mail server's log.")]
    return found


def _said(error: Exception) -> str:
    """Return the server's code and text in one line."""
    code, words = getattr(error, "code", ""), getattr(error, "message", "")
    return " ".join(f"{code} {words}".split())
