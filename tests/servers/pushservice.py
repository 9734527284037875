"""A push service on loopback that checks the sender, and subscribed browsers that decrypt the messages."""

import asyncio
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import http_ece
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature


def unpadded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def padded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A subscription with its keys. `received` holds its decrypted messages, `headers` those of the last one."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.received: list[dict[str, Any]] = []
        self.headers: dict[str, str] = {}
        self.status = 201
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = b"sixteen bytes ok"

    @property
    def subscription(self) -> dict[str, Any]:
        """The subscription as `subscription.toJSON()` returns it."""
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": unpadded(point), "auth": unpadded(self._secret)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def receive(self, headers: dict[str, str], body: bytes) -> None:
        self.headers = headers
        clear = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        self.received.append(json.loads(clear))


class PushService:
    """Accepts messages that are signed with the configured key, addressed to it, and not expired."""

    def __init__(self) -> None:
        self.url = ""
        self.requests = 0
        self.refused: list[str] = []
        # The key that must sign every message; other keys are refused.
        self.key: str | None = None
        # The service's time in seconds. Without it, the expiry of signatures isn't checked.
        self.now: float | None = None
        self.redirect_to: str | None = None
        self._browsers: dict[str, Browser] = {}

    def new_browser(self) -> Browser:
        path = f"/push/{len(self._browsers)}"
        browser = self._browsers[path] = Browser(self.url + path)
        return browser

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        path = head[0].split(" ")[1]
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.requests += 1
        extra = f"Location: {self.redirect_to}\r\n" if self.redirect_to else ""
        status = 302 if self.redirect_to else self._answer(path, headers, body)
        writer.write(f"HTTP/1.1 {status} Here\r\n{extra}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    def _answer(self, path: str, headers: dict[str, str], body: bytes) -> int:
        browser = self._browsers.get(path)
        if browser is None:
            return 404
        objection = self._objection(headers)
        if objection is not None:
            self.refused.append(objection)
            return 403
        if browser.status == 201:
            browser.receive(headers, body)
        return browser.status

    def _objection(self, headers: dict[str, str]) -> str | None:
        scheme, _, fields = headers["authorization"].partition(" ")
        values = dict(field.strip().split("=", 1) for field in fields.split(","))
        if scheme != "vapid" or (self.key is not None and values["k"] != self.key):
            return "another key"
        signed, _, signature = values["t"].rpartition(".")
        header, claims = (json.loads(padded(part)) for part in signed.split("."))
        raw = padded(signature)
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(values["k"]))
        dss = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        try:
            point.verify(dss, signed.encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            return "a wrong signature"
        if header["alg"] != "ES256" or claims["aud"] != self.url:
            return "not for us"
        if self.now is not None and not self.now < claims["exp"] <= self.now + 86_400:
            return "not in time"
        if headers["content-encoding"] != "aes128gcm" or not int(headers["ttl"]) > 0 or len(headers["topic"]) > 32:
            return "headers"
        return None


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield service
