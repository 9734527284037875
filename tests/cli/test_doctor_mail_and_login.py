"""`noughts doctor` finds what is wrong with a real mail server and a real login provider."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from joserfc.jwk import OctKey

from tests.cli.test_doctor import data, examine, sound
from tests.servers import free_port
from tests.servers.certificates import new_certificate
from tests.servers.mailserver import mail_server
from tests.servers.oidcprovider import CLIENT, SECRET, OidcProvider, oidc_provider

__all__ = ["data", "sound"]

PUBLIC = "https://noughts.example"
SENDER = "noughts@noughts.example"


def smtp(port: int, tls: str, *options: str) -> list[str]:
    where = ["--smtp-host", "127.0.0.1", "--smtp-port", str(port), "--smtp-tls", tls]
    return [*where, "--smtp-from", f"Noughts <{SENDER}>", "--public-url", PUBLIC, *options]


LOGIN = ("--smtp-user", "noughts", "--smtp-password", "secret")


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """Return the server's side of a certificate that this process trusts."""
    context, file = new_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    return context


async def test_does_not_mention_mail_or_providers_that_are_not_configured(sound: list[str]) -> None:
    said = (await asyncio.to_thread(examine, *sound))[1]
    assert "mail server" not in said
    assert "provider" not in said


async def test_accepts_a_good_mail_server_and_sends_nothing(sound: list[str], certificate: ssl.SSLContext) -> None:
    async with mail_server(certificate) as service:
        code, said = await asyncio.to_thread(examine, *sound, *smtp(service.port, "starttls", *LOGIN))
    assert code == 0, said
    assert f"ok       The mail server 127.0.0.1:{service.port} answers, protected by TLS." in said
    assert "ok       The mail server accepts our login." in said
    assert service.logins == [("noughts", "secret")]
    assert service.mails == []


async def test_reports_a_refused_login_without_the_password(sound: list[str], certificate: ssl.SSLContext) -> None:
    async with mail_server(certificate) as service:
        service.refuses_logins = True
        code, said = await asyncio.to_thread(examine, *sound, *smtp(service.port, "starttls", *LOGIN))
    assert code == 1
    assert "problem  The mail server refuses our login: 535 " in said
    assert "-> Check smtp-user and smtp-password." in said
    assert "secret" not in said


async def test_reports_a_refused_sender(sound: list[str]) -> None:
    async with mail_server() as service:
        service.refused.add(SENDER)
        code, said = await asyncio.to_thread(examine, *sound, *smtp(service.port, "none"))
    assert code == 1
    assert f"problem  The mail server refuses our sender Noughts <{SENDER}>: 553 Not your address" in said


async def test_reports_a_mail_server_that_accepts_no_login(sound: list[str], certificate: ssl.SSLContext) -> None:
    async with mail_server(certificate) as service:
        code, said = await asyncio.to_thread(examine, *sound, *smtp(service.port, "none"), "--smtp-user", "noughts")
    assert code == 1
    assert "problem  The mail server accepts no login: " in said


async def test_reports_a_mail_server_without_starttls(sound: list[str]) -> None:
    async with mail_server() as service:
        code, said = await asyncio.to_thread(examine, *sound, *smtp(service.port, "starttls", *LOGIN))
    assert code == 1
    assert f"problem  The mail server 127.0.0.1:{service.port} offers no STARTTLS." in said
    assert service.logins == []


async def test_reports_a_port_without_tls(sound: list[str]) -> None:
    async with mail_server() as service:
        code, said = await asyncio.to_thread(examine, *sound, *smtp(service.port, "tls"))
    assert code == 1
    assert f"problem  The mail server 127.0.0.1:{service.port} doesn't use TLS on this port." in said
    assert "-> Most servers use port 465" in said


async def test_reports_an_untrusted_certificate(sound: list[str], tmp_path: Path) -> None:
    async with mail_server(new_certificate(tmp_path)[0]) as service:
        code, said = await asyncio.to_thread(examine, *sound, *smtp(service.port, "starttls"))
    assert code == 1
    assert "has a certificate that can't be trusted: self-signed certificate." in said


async def test_reports_an_unreachable_mail_server(sound: list[str]) -> None:
    port = free_port()
    code, said = await asyncio.to_thread(examine, *sound, *smtp(port, "starttls"))
    assert code == 1
    assert f"problem  We can't reach the mail server 127.0.0.1:{port}: Connection refused." in said
    code, said = await asyncio.to_thread(examine, *sound, *smtp(port, "starttls"), "--smtp-host", "nowhere.invalid")
    assert code == 1
    assert f"problem  We can't reach the mail server nowhere.invalid:{port}: " in said
    assert "Check smtp-host and smtp-port." in said


async def test_reports_a_program_that_is_not_a_mail_server(sound: list[str]) -> None:
    async def serve(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        code, said = await asyncio.to_thread(examine, *sound, *smtp(port, "none"))
    assert code == 1
    assert f"problem  127.0.0.1:{port} doesn't answer like a mail server: " in said


@pytest_asyncio.fixture
async def provider() -> AsyncIterator[OidcProvider]:
    async with oidc_provider() as running:
        yield running


def oidc(issuer: str, secret: str = SECRET) -> list[str]:
    us = ["--oidc-client-id", CLIENT, "--oidc-client-secret", secret, "--oidc-label", "Example ID"]
    return ["--oidc-issuer", issuer, *us, "--public-url", PUBLIC]


async def test_accepts_a_good_provider(sound: list[str], provider: OidcProvider) -> None:
    code, said = await asyncio.to_thread(examine, *sound, *oidc(provider.url))
    assert code == 0, said
    assert f"ok       The login provider {provider.url} answers, and its issuer and keys are right." in said
    assert f"It accepts our id and secret. It must also allow {PUBLIC}/account as redirect URI." in said
    assert provider.faults == []


async def test_reports_a_wrong_secret_without_showing_it(sound: list[str], provider: OidcProvider) -> None:
    code, said = await asyncio.to_thread(examine, *sound, *oidc(provider.url, "another secret"))
    assert code == 1
    assert "problem  The login provider refuses our id or secret." in said
    assert "another secret" not in said


async def test_reports_a_wrong_issuer(sound: list[str], provider: OidcProvider) -> None:
    provider.metadata["issuer"] = f"{provider.url}/"
    code, said = await asyncio.to_thread(examine, *sound, *oidc(provider.url))
    assert code == 1
    assert f"can't be used: its document names another issuer: {provider.url}/." in said
    assert "-> Set oidc-issuer to exactly that" in said


async def test_reports_a_provider_without_public_keys(sound: list[str], provider: OidcProvider) -> None:
    for keys in ([], [OctKey.generate_key()]):
        provider.published = keys  # type: ignore[assignment]
        code, said = await asyncio.to_thread(examine, *sound, *oidc(provider.url))
        assert code == 1
        assert f"can't be used: {provider.url}/keys has no key that can sign logins." in said


async def test_reports_a_provider_that_is_down_or_does_not_exist(sound: list[str], provider: OidcProvider) -> None:
    provider.is_down = True
    code, said = await asyncio.to_thread(examine, *sound, *oidc(provider.url))
    assert code == 1
    assert f"problem  The login provider {provider.url} can't be used: it answered 503." in said
    nowhere = f"http://127.0.0.1:{free_port()}"
    code, said = await asyncio.to_thread(examine, *sound, *oidc(nowhere))
    assert code == 1
    assert f"problem  The login provider {nowhere} can't be used: " in said
    assert f"curl {nowhere}/.well-known/openid-configuration" in said


async def test_warns_when_the_provider_does_not_check_the_secret(sound: list[str], provider: OidcProvider) -> None:
    provider.metadata["token_endpoint"] = f"{provider.url}/elsewhere"
    code, said = await asyncio.to_thread(examine, *sound, *oidc(provider.url))
    assert code == 0, said
    assert "warning  The login provider does not say whether our id and secret are right." in said


def test_reports_settings_with_secrets_that_others_can_read(sound: list[str], tmp_path: Path) -> None:
    settings = tmp_path / "noughts.toml"
    for secret in ("smtp-password", "oidc-client-secret"):
        settings.write_text(f'{secret} = "secret"\n')
        settings.chmod(0o644)
        code, said = examine(*sound, "--settings", str(settings))
        assert code == 1
        assert f"Run: chmod 600 {settings}\n" in said
