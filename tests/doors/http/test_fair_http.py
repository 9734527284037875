"""HTTP limits: connections, requests, pipelined requests and unread answers; and exact paths."""

import asyncio
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from httpx2 import AsyncClient

from noughts.app import Application
from noughts.server.runtime.limits import MOST_PIPELINED_REQUESTS, UNREAD_ANSWER_SECONDS
from tests.attacks.beside import ORDINARY
from tests.attacks.target import ATTACKER
from tests.servers import NoughtsServer
from tests.servers.loop_time import LoopTime
from tests.waiting import until

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n"
TOKEN = "a token for figures"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NoughtsServer]:
    tight = ORDINARY | {"NOUGHTS_CONNECTIONS_PER_ADDRESS": "20", "NOUGHTS_PROXIES": "127.0.0.9"}
    server = NoughtsServer(tmp_path_factory.mktemp("fair"), environment=tight).start()
    yield server
    server.end()
    assert server.tracebacks == []


def connected(server: NoughtsServer, source: str) -> socket.socket:
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.bind((source, 0))
    plain.settimeout(5)
    plain.connect(("127.0.0.1", server.port))
    return plain


def asked(plain: socket.socket, said: bytes = HEALTH) -> bytes:
    """Send a request and return its whole answer."""
    plain.sendall(said)
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += plain.recv(4096)
    head, _, body = heard.partition(b"\r\n\r\n")
    size = int(head.lower().partition(b"content-length: ")[2].split()[0])
    while len(body) < size:
        body += plain.recv(4096)
    return head + body


def test_limits_the_connections_of_one_address_and_no_other(server: NoughtsServer) -> None:
    held = [connected(server, ATTACKER) for _ in range(20)]
    try:
        assert all(asked(plain).startswith(b"HTTP/1.1 200") for plain in held)
        with connected(server, ATTACKER) as one_more, connected(server, "127.0.0.3") as other:
            refused = asked(one_more)
            assert asked(other).startswith(b"HTTP/1.1 200")
        assert refused.startswith(b"HTTP/1.1 429")
        assert b"retry-after: " in refused
        assert b"too_many_connections" in refused
    finally:
        for plain in held:
            plain.close()


def test_a_trusted_proxy_may_open_many_connections(server: NoughtsServer) -> None:
    held = [connected(server, "127.0.0.9") for _ in range(30)]
    assert all(asked(plain).startswith(b"HTTP/1.1 200") for plain in held)
    for plain in held:
        plain.close()


def test_limits_unknown_clients_and_says_how_long_to_wait(server: NoughtsServer) -> None:
    def statuses(source: str, requests: int) -> list[int]:
        with connected(server, source) as plain:
            return [int(asked(plain).split()[1]) for _ in range(requests)]

    answers = statuses("127.0.0.4", 2500)
    assert answers[:1000] == [200] * 1000
    assert 429 in answers
    assert statuses("127.0.0.5", 3) == [200] * 3


def test_too_many_pipelined_requests_end_the_connection(server: NoughtsServer) -> None:
    with connected(server, "127.0.0.6") as plain:
        heard = b""
        try:
            plain.sendall(HEALTH * 200)
            while more := plain.recv(65_536):
                heard += more
        except ConnectionError:
            pass
        assert heard.count(b"HTTP/1.1 200") < 100


def test_unread_large_answers_cause_no_traceback(server: NoughtsServer) -> None:
    for _ in range(20):
        with connected(server, "127.0.0.10") as plain:
            plain.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: h\r\n\r\n" * 20)
    with connected(server, "127.0.0.10") as plain:
        assert asked(plain).startswith(b"HTTP/1.1 200")
    assert server.tracebacks == []


@pytest.mark.parametrize("path", ["/metrics/", "/metrics%2f", "/metrics%2F", "//metrics", "/%6detrics"])
async def test_metrics_are_at_one_exact_path(server: NoughtsServer, path: str) -> None:
    head = f"GET {path} HTTP/1.1\r\nHost: h\r\n\r\n".encode()
    with connected(server, "127.0.0.1") as plain:
        assert b"noughts_moves" not in await asyncio.to_thread(asked, plain, head)


async def test_metrics_are_readable_from_this_machine_only_and_not_through_a_proxy(server: NoughtsServer) -> None:
    async with AsyncClient(base_url=server.url) as http:
        assert "noughts_moves" in (await http.get("/metrics")).text
        assert (await http.get("/metrics", headers={"X-Forwarded-For": "198.51.100.7"})).status_code == 404
    with connected(server, "127.0.0.7") as plain:
        assert b" 404 " in await asyncio.to_thread(asked, plain, b"GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n")


async def test_metrics_require_their_token_if_one_is_set(start_noughts: Any) -> None:
    server = start_noughts(environment={"NOUGHTS_METRICS_TOKEN": TOKEN})
    async with AsyncClient(base_url=server.url) as http:
        for said in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {TOKEN}"}):
            assert (await http.get("/metrics", headers=said)).status_code == 404
        reply = await http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert "noughts_moves" in reply.text


async def test_unread_answers_end_the_connection(application: Application, loop_time: LoopTime) -> None:
    connections = application.connections
    async with AsyncClient(base_url=application.address) as http:
        # It takes a while to write.
        assert len((await http.get("/api/openapi.json")).content) > 100_000
    await until(lambda: connections._in_all == 0)
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        # With a small receive buffer the kernel takes little of the answers, and the server keeps the rest.
        deaf.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        deaf.connect(("127.0.0.1", int(application.address.rpartition(":")[2])))
        # Too few to be disconnected for sending too far ahead.
        deaf.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: h\r\n\r\n" * (MOST_PIPELINED_REQUESTS // 2))
        await until(lambda: connections._in_all == 1)
        await loop_time.pass_seconds(UNREAD_ANSWER_SECONDS * 0.8)
        assert connections._in_all == 1
        await loop_time.pass_seconds(UNREAD_ANSWER_SECONDS)
        await until(lambda: connections._in_all == 0, timeout=3)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/v1/games", {"rounds": "3"}),
        ("/api/v1/games", {"rated": 0}),
        ("/api/v1/accounts", {"username": "strictly", "password": "correct horse", "bot": 1}),
        ("/tic-tac-toe/game-turn/nowhere", {"X": "1", "Y": "0"}),
    ],
)
async def test_bodies_are_decoded_as_strictly_as_on_the_socket(
    server: NoughtsServer, path: str, body: dict[str, Any]
) -> None:
    async with AsyncClient(base_url=server.url) as http:
        guest = (await http.post("/api/v1/guests", json={})).json()
        reply = await http.post(path, json=body, headers={"Authorization": f"Bearer {guest['token']}"})
        assert reply.status_code == 422, reply.text
        assert "Expected" in json.dumps(reply.json())


async def test_refuses_a_qr_code_for_a_long_host(server: NoughtsServer) -> None:
    async with AsyncClient(base_url=server.url) as http:
        token = (await http.post("/api/v1/guests", json={})).json()["token"]
        known = {"Authorization": f"Bearer {token}"}
        for host in ("x" * 8000, "x" * 300, "a b", "<svg>"):
            reply = await http.get("/api/v1/games/abc/qr.svg", headers=known | {"Host": host})
            assert reply.status_code in (400, 422), reply.status_code
        assert (await http.get("/api/v1/games/abc/qr.svg", headers=known)).status_code == 200
