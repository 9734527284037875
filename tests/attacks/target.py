"""The attacked server: its two ports, and raw sockets from a separate address."""

import base64
import itertools
import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from msgspec import Struct

# All of 127.0.0.0/8 is this machine, so attackers and players can have different addresses and limits.
ATTACKER = "127.0.0.2"
# The address of the trusted proxy.
PROXY = "127.0.0.9"
# The address of the two players.
VICTIM = "127.0.0.1"

TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10


class Target(Struct, frozen=True):
    """The server under attack, and the time when the attack stops."""

    port: int
    line_port: int
    ends_at: float

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self.ends_at

    def tcp(self, port: int, *, source: str = ATTACKER, receive_bytes: int | None = None) -> socket.socket:
        """Return a connection to this port."""
        plain = socket.socket()
        if receive_bytes is not None:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        plain.bind((source, 0))
        plain.settimeout(2)
        plain.connect(("127.0.0.1", port))
        return plain

    def websocket(self, *, source: str = ATTACKER, receive_bytes: int | None = None) -> socket.socket:
        """Return a connection that was upgraded to a WebSocket."""
        plain = self.tcp(self.port, source=source, receive_bytes=receive_bytes)
        plain.sendall(upgrade())
        heard = b""
        while b"\r\n\r\n" not in heard:
            more = plain.recv(4096)
            if not more:
                raise ConnectionError(heard)
            heard += more
        if not heard.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(heard)
        return plain

    def line(self, *, source: str = ATTACKER, receive_bytes: int | None = None) -> socket.socket:
        return self.tcp(self.line_port, source=source, receive_bytes=receive_bytes)

    @contextmanager
    def datagrams(self, source: str = ATTACKER) -> Iterator[socket.socket]:
        """Return a UDP socket with a new port."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as plain:
            plain.bind((source, 0))
            plain.connect(("127.0.0.1", self.line_port))
            plain.settimeout(0.2)
            yield plain

    def flood(self, connect: Callable[[], socket.socket], data: bytes) -> None:
        """Send this over and over, and reconnect whenever the server disconnects."""
        while self.is_on:
            with suppress(OSError), connect() as plain:
                while self.is_on:
                    plain.sendall(data)

    def ask(self, request: Callable[[int], bytes], *, source: str = ATTACKER) -> None:
        """Send HTTP requests over and over, each after the answer to the last."""
        for number in itertools.count():
            with suppress(OSError), self.tcp(self.port, source=source) as plain:
                while self.is_on:
                    plain.sendall(request(number))
                    if not plain.recv(65_536):
                        break
            if not self.is_on:
                return

    def hold(self, connect: Callable[[int], socket.socket], most: int) -> None:
        """Open this many connections, and keep them."""
        held: list[socket.socket] = []
        while self.is_on:
            with suppress(OSError):
                if len(held) < most:
                    held.append(connect(len(held)))
                    continue
            time.sleep(0.05)

    def token(self) -> str:
        """Return the token of a new guest. Raises OSError when the server refuses one."""
        with self.tcp(self.port) as plain:
            plain.sendall(post("/api/v1/guests", {}))
            _, _, body = plain.recv(65_536).partition(b"\r\n\r\n")
            try:
                return str(json.loads(body)["token"])
            except (ValueError, KeyError) as error:
                raise ConnectionError("no guest") from error

    def guest(self, receive_bytes: int | None = None) -> socket.socket:
        """Return the game socket of a new guest."""
        plain = self.websocket(receive_bytes=receive_bytes)
        plain.sendall(say("PlayAsGuest"))
        plain.recv(4096)
        return plain

    def converse(self, *messages: bytes) -> None:
        """Send these as a guest over and over, and read the answers."""
        while self.is_on:
            with suppress(OSError), self.guest() as plain:
                plain.settimeout(0.01)
                while self.is_on:
                    for message in messages:
                        plain.sendall(message)
                        with suppress(TimeoutError):
                            if not plain.recv(65_536):
                                raise ConnectionError


def say(kind: str, **fields: Any) -> bytes:
    """Return a frame with this message."""
    return frame(TEXT, json.dumps({"type": kind, **fields}).encode())


def get(path: str, **headers: str) -> bytes:
    return _request("GET", path, {"Host": "x"} | headers)


def post(path: str, body: Any, **headers: str) -> bytes:
    data = json.dumps(body).encode()
    kinds = {"Host": "x", "Content-Type": "application/json", "Content-Length": str(len(data))}
    return _request("POST", path, kinds | headers) + data


def _request(method: str, path: str, headers: dict[str, str]) -> bytes:
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode("latin-1")


def upgrade(**headers: str) -> bytes:
    """Return an upgrade request; a header can be replaced, or left out by an empty value."""
    key = base64.b64encode(os.urandom(16)).decode()
    fields = {
        "Host": "x",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": key,
        "Sec-WebSocket-Version": "13",
    } | {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{name}: {value}" for name, value in fields.items() if value]
    return "\r\n".join(["GET /ws HTTP/1.1", *lines, "", ""]).encode("latin-1")


def frame(
    kind: int, payload: bytes = b"", *, fin: bool = True, rsv: int = 0, mask: bytes | None = b"\0\0\0\0"
) -> bytes:
    """Return a client's frame; masked with zeros by default."""
    first = (0x80 if fin else 0) | rsv << 4 | kind
    has_mask = 0x80 if mask is not None else 0
    size = len(payload)
    if size < 126:
        head = bytes((first, has_mask | size))
    elif size < 65_536:
        head = bytes((first, has_mask | 126)) + size.to_bytes(2)
    else:
        head = bytes((first, has_mask | 127)) + size.to_bytes(8)
    if mask is None:
        return head + payload
    return (
        head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
        if any(mask)
        else head + mask + payload
    )
