"""The operator's OpenID Connect provider: where to send browsers, and which user a returned code stands for.

The provider's own host may be private, since the operator chose it. Other hosts that it names must be public.
"""

import asyncio
import ssl
from base64 import b64encode
from collections.abc import Iterable
from typing import Any, TypeVar
from urllib.parse import quote_plus, urlencode, urlsplit

import httpcore2
import msgspec
import structlog
from msgspec import Struct

from noughts.config import Settings
from noughts.messages.refusals import Refusal
from noughts.server.notifications.outbound_http import PublicBackend, trusted_authorities
from noughts.server.oidc.flows import Flow
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.limits import MOST_PROVIDER_CALLS

log = structlog.get_logger()

Decoded = TypeVar("Decoded")

CALL_SECONDS = 5.0
MOST_BYTES = 256 * 1024
# How long the provider's addresses and keys are used before they are read again, and how soon at the earliest.
KNOWN_SECONDS = 60 * 60
AGAIN_SECONDS = 60


class ProviderError(Exception):
    """The provider did not answer as it should. The message is for the log."""


class _Metadata(Struct, frozen=True):
    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


class _Tokens(Struct, frozen=True):
    id_token: str


class _TokenError(Struct, frozen=True):
    error: str = ""


class Provider:
    """One provider. Without an issuer in the settings there is none."""

    def __init__(self, settings: Settings, environment: Environment) -> None:
        self._settings = settings
        self._environment = environment
        self._calls = asyncio.Semaphore(MOST_PROVIDER_CALLS)
        self._metadata: _Metadata | None = None
        self._keys: Any = None
        self._read_s = float("-inf")
        self._pool: httpcore2.AsyncConnectionPool | None = None
        self.redirect_uri = f"{settings.public_url.rstrip('/')}/account"

    @property
    def is_on(self) -> bool:
        return bool(self._settings.oidc_issuer)

    @property
    def issuer(self) -> str:
        return self._settings.oidc_issuer

    @property
    def label(self) -> str:
        return self._settings.oidc_label

    async def login_url(self, flow: Flow) -> str | Refusal:
        """Return where the browser logs in. We ask only for the user's id, not for a name or an e-mail address."""
        try:
            metadata = await self._known()
        except ProviderError as error:
            return _unreachable(error)
        query = {
            "response_type": "code",
            "client_id": self._settings.oidc_client_id,
            "redirect_uri": self.redirect_uri,
            "scope": "openid",
            "state": flow.state,
            "nonce": flow.nonce,
            "code_challenge": flow.challenge,
            "code_challenge_method": "S256",
        }
        joint = "&" if "?" in metadata.authorization_endpoint else "?"
        return f"{metadata.authorization_endpoint}{joint}{urlencode(query)}"

    async def subject_of(self, code: str, flow: Flow) -> str | Refusal:
        """Return the user that this code stands for. The provider gave the code to this flow."""
        if self._calls.locked():
            return Refusal("logins_busy", wait_seconds=CALL_SECONDS)
        async with self._calls:
            try:
                token = await self._redeem(code, flow)
                subject = await self._subject_in(token, flow)
                if subject is None and self._environment.monotonic() - self._read_s > AGAIN_SECONDS:
                    # The provider may sign with a new key.
                    self._read_s = float("-inf")
                    subject = await self._subject_in(token, flow)
            except ProviderError as error:
                return _unreachable(error)
        return Refusal("provider_login_failed") if subject is None else subject

    async def _subject_in(self, token: str, flow: Flow) -> str | None:
        await self._known()
        now = self._environment.now_ms() // 1000
        return await asyncio.to_thread(
            _subject_in, token, self._keys, self.issuer, self._settings.oidc_client_id, flow.nonce, now
        )

    async def _redeem(self, code: str, flow: Flow) -> str:
        """Return the ID token for this code; an empty one if the provider refuses the code."""
        metadata = await self._known()
        headers, fields = self._credentials(metadata)
        fields |= {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect_uri,
            "code_verifier": flow.verifier,
        }
        status, body = await self._call("POST", metadata.token_endpoint, headers, urlencode(fields).encode())
        if 400 <= status < 500:
            return ""
        return _decoded(body, _Tokens).id_token

    async def examine(self) -> bool | None:
        """Read its document and its keys, and return whether it accepts our id and secret; None if it doesn't say.

        Raises `ProviderError`. The request has an invalid code, because a provider checks the secret first.
        """
        metadata = await self._known()
        if not await asyncio.to_thread(_has_key, self._keys):
            raise ProviderError(f"{metadata.jwks_uri} has no key that can sign logins")
        headers, fields = self._credentials(metadata)
        fields |= {"grant_type": "authorization_code", "code": "none", "redirect_uri": self.redirect_uri}
        fields |= {"code_verifier": "none" * 11}
        status, body = await self._call("POST", metadata.token_endpoint, headers, urlencode(fields).encode())
        if 400 <= status < 500:
            error = _decoded(body, _TokenError).error
            return {"invalid_client": False, "unauthorized_client": False, "invalid_grant": True}.get(error)
        return None

    def _credentials(self, metadata: _Metadata) -> tuple[dict[str, str], dict[str, str]]:
        """Return the headers and fields that identify us to the provider."""
        settings = self._settings
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if "client_secret_basic" in metadata.token_endpoint_auth_methods_supported:
            pair = f"{quote_plus(settings.oidc_client_id)}:{quote_plus(settings.oidc_client_secret)}"
            return headers | {"Authorization": f"Basic {b64encode(pair.encode()).decode()}"}, {}
        return headers, {"client_id": settings.oidc_client_id, "client_secret": settings.oidc_client_secret}

    async def _known(self) -> _Metadata:
        """Return the provider's description of itself, read again after an hour."""
        now_s = self._environment.monotonic()
        if self._metadata is not None and now_s - self._read_s < KNOWN_SECONDS:
            return self._metadata
        _, body = await self._call("GET", f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
        metadata = _decoded(body, _Metadata)
        if metadata.issuer != self.issuer:
            raise ProviderError(f"its document names another issuer: {metadata.issuer[:200]}")
        if not self._may_call(metadata.authorization_endpoint):
            raise ProviderError("its login page is not at https")
        _, keys = await self._call("GET", metadata.jwks_uri)
        self._keys = _decoded(keys, dict[str, Any])
        self._metadata, self._read_s = metadata, now_s
        return metadata

    async def _call(
        self, method: str, url: str, headers: dict[str, str] | None = None, content: bytes = b""
    ) -> tuple[int, bytes]:
        """Return the status and the body of an answer. Redirects are not followed."""
        if not self._may_call(url):
            raise ProviderError("an address is not at https")
        parts = urlsplit(url)
        sent = {"Host": parts.netloc, "Accept": "application/json", "Content-Length": str(len(content))}
        fields = [(name.encode(), value.encode()) for name, value in (sent | (headers or {})).items()]
        body = b""
        try:
            async with asyncio.timeout(CALL_SECONDS):
                async with self._connections().stream(method, url, headers=fields, content=content) as response:
                    async for chunk in response.aiter_stream():
                        body += chunk
                        if len(body) > MOST_BYTES:
                            raise ProviderError("an answer is too large")
                    status = int(response.status)
        except (httpcore2.NetworkError, httpcore2.TimeoutException, httpcore2.ProtocolError, OSError) as error:
            raise ProviderError(f"{type(error).__name__}: {error}") from error
        if status >= 500 or 300 <= status < 400 or (method == "GET" and status != 200):
            raise ProviderError(f"it answered {status}")
        return status, body

    def _may_call(self, url: str) -> bool:
        try:
            parts, issuer = urlsplit(url), urlsplit(self.issuer)
        except ValueError:
            return False
        is_own = parts.hostname == issuer.hostname and parts.scheme == issuer.scheme
        return url.isascii() and url.isprintable() and bool(parts.hostname) and (parts.scheme == "https" or is_own)

    def _connections(self) -> httpcore2.AsyncConnectionPool:
        if self._pool is None:
            authorities: ssl.SSLContext = trusted_authorities()
            self._pool = httpcore2.AsyncConnectionPool(
                authorities,
                max_connections=MOST_PROVIDER_CALLS,
                max_keepalive_connections=0,
                network_backend=_Dialer(urlsplit(self.issuer).hostname or ""),
            )
        return self._pool

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.aclose()


class _Dialer(httpcore2.AnyIOBackend):
    """Dials the provider's own host wherever it is, and other hosts only at public addresses."""

    def __init__(self, own: str) -> None:
        super().__init__()
        self._own = own
        self._public = PublicBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        connect = super().connect_tcp if host == self._own else self._public.connect_tcp
        return await connect(host, port, timeout, local_address, socket_options)


def _unreachable(error: ProviderError) -> Refusal:
    log.warning("the login provider could not be used", error=str(error))
    return Refusal("provider_unavailable", wait_seconds=CALL_SECONDS)


def _decoded(body: bytes, type_: type[Decoded]) -> Decoded:
    try:
        return msgspec.json.decode(body, type=type_)
    except msgspec.DecodeError as error:
        raise ProviderError("an answer is not readable") from error


def _subject_in(token: str, keys: Any, issuer: str, client: str, nonce: str, now: int) -> str | None:
    # Imported in a worker thread, when it is first needed: loading it would delay moves.
    from noughts.server.oidc.id_tokens import subject_in

    return subject_in(token, keys, issuer, client, nonce, now)


def _has_key(keys: Any) -> bool:
    from noughts.server.oidc.id_tokens import has_key

    return has_key(keys)
