"""An OpenID Connect provider on loopback. It logs in the user that a test names, and checks what our server sends."""

import asyncio
import json
import secrets
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey

CLIENT, SECRET = "noughts", "s3cret/+"


class OidcProvider:
    """`user` logs in next; without one, the login is cancelled. `claims` are added to the ID token."""

    def __init__(self) -> None:
        self.url = ""
        self.user: str | None = "user-1"
        self.claims: dict[str, Any] = {}
        self.metadata: dict[str, Any] = {}
        self.redirect_uris: set[str] = set()
        self.key = ECKey.generate_key("P-256", {"kid": "first"}, auto_kid=False)
        self.published: list[ECKey] = [self.key]
        self.is_down = False
        self.faults: list[str] = []
        self.asked: list[dict[str, str]] = []
        self._codes: dict[str, dict[str, str]] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        method, target, _ = head[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = (await reader.readexactly(int(headers.get("content-length", "0")))).decode()
        parts = urlsplit(target)
        location, status, answer = "", 200, dict[str, Any]()
        if self.is_down:
            status = 503
        elif parts.path == "/.well-known/openid-configuration":
            answer = self._document()
        elif parts.path == "/keys":
            answer = {"keys": [key.as_dict(private=False) for key in self.published]}
        elif parts.path == "/authorize":
            status, location = 302, self.authorize(parts.query)
        elif (method, parts.path) == ("POST", "/token"):
            status, answer = self._token(headers, _fields(body))
        else:
            status = 404
        text = json.dumps(answer)
        extra = f"Location: {location}\r\n" if location else ""
        writer.write(
            f"HTTP/1.1 {status} Here\r\n{extra}Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
            f"Connection: close\r\n\r\n{text}".encode()
        )
        await writer.drain()
        writer.close()

    def _document(self) -> dict[str, Any]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "response_types_supported": ["code"],
        } | self.metadata

    def authorize(self, query: str) -> str:
        """Return where the browser goes after its visit to the login page."""
        asked = _fields(query)
        self.asked.append(asked)
        if asked["client_id"] != CLIENT or asked["redirect_uri"] not in self.redirect_uris:
            self.faults.append("another client or address")
        if (
            asked["code_challenge_method"] != "S256"
            or asked["response_type"] != "code"
            or "openid" not in asked["scope"]
        ):
            self.faults.append("not the code flow with PKCE")
        if self.user is None:
            back = {"error": "access_denied", "state": asked["state"]}
        else:
            code = secrets.token_urlsafe(16)
            self._codes[code] = asked | {"user": self.user}
            back = {"code": code, "state": asked["state"]}
        return f"{asked['redirect_uri']}?{urlencode(back)}"

    def _token(self, headers: dict[str, str], fields: dict[str, str]) -> tuple[int, dict[str, Any]]:
        pair = b64decode(headers.get("authorization", " ").split(" ")[1]).decode()
        asked = self._codes.pop(fields["code"], None)
        verifier = urlsafe_b64encode(sha256(fields["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if pair != "noughts:s3cret%2F%2B":
            self.faults.append("a wrong secret")
            return 401, {"error": "invalid_client"}
        if asked is None or asked["code_challenge"] != verifier or asked["redirect_uri"] != fields["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {"iss": self.url, "sub": asked["user"], "aud": CLIENT, "iat": now, "exp": now + 300}
        claims |= {"nonce": asked["nonce"]} | self.claims
        token = jwt.encode({"alg": "ES256", "kid": self.key.kid}, claims, self.key)
        return 200, {"access_token": "x", "token_type": "Bearer", "id_token": token}


def _fields(text: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(text).items()}


@asynccontextmanager
async def oidc_provider() -> AsyncIterator[OidcProvider]:
    provider = OidcProvider()
    server = await asyncio.start_server(provider.serve, "127.0.0.1", 0)
    provider.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield provider
