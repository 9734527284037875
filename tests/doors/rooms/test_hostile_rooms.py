"""Hostile inputs to the rooms API: any bytes, any JSON, any order of calls.

No 5xx, no traceback, flat memory, and the game beside it is undisturbed.
"""

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.doors.rooms_user import PASSWORD
from tests.messages.samples import JSON
from tests.proving import sample
from tests.servers import NoughtsServer

CALLS_IN_A_ROW = 20
ROWS = sample(30, 900)
# Bytes that are not, or hardly, HTTP, each on a separate connection.
RAW_INPUTS = sample(150, 2_000)
MOST_GROWTH_KIB = 40_000


def memory_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


class Beside:
    """A game between two other players. Its next turn must always work."""

    def __init__(self, http: httpx2.Client) -> None:
        self._http = http
        self._users = [self._register(name) for name in ("beside-x", "beside-y")]
        self._room: str | None = None
        self._made = 0
        self.games = 0

    def _register(self, name: str) -> dict[str, str]:
        reply = self._http.post("/register", json={"username": name, "password": PASSWORD})
        return {"Authorization": f"Bearer {reply.json()['token']}"}

    def play(self) -> None:
        """Play the next turn, or start a new game after the last."""
        if self._room is None:
            room = self._http.get("/tic-tac-toe/creategame", headers=self._users[0]).json()["token"]
            assert self._http.get(f"/tic-tac-toe/joingame/{room}", headers=self._users[1]).json() == "True"
            self._room, self._made = str(room), 0
        # X takes the top row, O the middle one.
        x, y = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)][self._made]
        player = self._users[self._made % 2]
        told = self._http.post(f"/tic-tac-toe/game-turn/{self._room}", json={"X": x, "Y": y}, headers=player).json()
        self._made += 1
        assert told["is_succesful"] == "True", told
        assert told["turn-num"] == self._made
        assert sum(cell != "" for row in told["map"] for cell in row) == self._made
        if self._made == 5:
            assert (told["game-ended"], told["winner"]) == ("True", told["host"])
            self._room = None
            self.games += 1


class Target:
    """The server under attack, and the attacker's knowledge: two tokens and some rooms."""

    def __init__(self, server: NoughtsServer) -> None:
        self.server = server
        self.http = httpx2.Client(base_url=server.url, timeout=30)
        self.beside = Beside(self.http)
        self.sent = 0
        tokens = []
        for name in ("mallory", "eve"):
            reply = self.http.post("/register", json={"username": name, "password": PASSWORD})
            tokens.append(reply.json()["token"])
        self.tokens = [*tokens, "nonsense", "", None]
        self.room = "nowhere"

    def send(self, method: str, path: str, token: int, body: bytes | None, kind: str | None) -> None:
        headers = {} if kind is None else {"Content-Type": kind}
        if self.tokens[token] is not None:
            headers["Authorization"] = f"Bearer {self.tokens[token]}" if self.tokens[token] else "Basic eDp5"
        reply = self.http.request(method, path.replace("ROOM", self.room), headers=headers, content=body)
        self.sent += 1
        assert reply.status_code < 500, (method, path, body, reply.text)
        if reply.status_code != 304 and method != "HEAD":
            assert "Traceback" not in reply.text
        if path.startswith("/tic-tac-toe/creategame") and reply.status_code == 200 and method == "GET":
            self.room = reply.json()["token"]


PATHS = [
    "/home",
    "/register",
    "/login",
    "/tic-tac-toe/creategame",
    "/tic-tac-toe/creategame?variant=wild",
    "/tic-tac-toe/joingame/ROOM",
    "/tic-tac-toe/game-turn/ROOM",
    "/tic-tac-toe/game-info/ROOM",
    "/tic-tac-toe/deletegame/ROOM",
]
RIGHT_METHODS = {"/register": "POST", "/login": "POST", "/tic-tac-toe/game-turn/ROOM": "POST"}
RIGHT_METHODS |= {"/tic-tac-toe/deletegame/ROOM": "DELETE"}

odd_paths = st.one_of(
    st.builds(
        lambda path, room: path.replace("ROOM", room),
        st.sampled_from(PATHS),
        st.sampled_from(
            ["nowhere", "%00", "..%2f..", "a" * 64, "a" * 65, "%ff%fe", "", "a/b", "{room}", "%F0%9F%90%88"]
        ),
    ),
    st.text("abz019-_.~%/?&=+", max_size=60).map(lambda text: "/tic-tac-toe/" + text.replace("%", "%25")),
    st.sampled_from(
        ["/tic-tac-toe/creategame?variant=", "/tic-tac-toe/creategame?variant=mnk-99x99-9", "//", "/home/"]
    ),
    st.text("abz019-x", max_size=30).map(lambda text: f"/tic-tac-toe/creategame?variant={text}"),
)
turns = st.fixed_dictionaries(
    {"X": st.integers(-2, 3) | JSON, "Y": st.integers(-2, 3) | JSON},
    optional={"id": JSON, "mark": JSON, "turn-num": JSON, "extra": JSON},
)
names = st.fixed_dictionaries(
    {"username": JSON | st.text(max_size=25), "password": JSON | st.text(max_size=12)},
    optional={"name": JSON, "nickname": JSON},
)
bodies = st.one_of(
    st.none(),
    st.binary(max_size=200),
    JSON.map(lambda value: json.dumps(value).encode()),
    turns.map(lambda value: json.dumps(value).encode()),
    names.map(lambda value: json.dumps(value).encode()),
    st.integers(1, 20_000).map(lambda depth: b"[" * depth),
    st.just(b'{"X":' + b"9" * 5000 + b',"Y":0}'),
    st.just(b'{"username":"' + b"a" * 17_000 + b'"}'),
)
kinds = st.sampled_from(
    [None, "application/json", "text/plain", "multipart/form-data; boundary=x", "application/x-msgpack"]
)
methods = st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, str, int, bytes | None, str | None]:
    """Return a valid call at any time, or a call with any fault."""
    token = draw(st.integers(0, 4))
    if draw(st.booleans()):
        path = draw(st.sampled_from(PATHS))
        body = json.dumps(draw(turns)).encode() if "game-turn" in path else None
        return RIGHT_METHODS.get(path, "GET"), path, token, body, "application/json"
    return draw(methods), draw(odd_paths | st.sampled_from(PATHS)), token, draw(bodies), draw(kinds)


@pytest.fixture
def target(start_noughts: Callable[..., NoughtsServer]) -> Iterator[Target]:
    # With the real login limits; otherwise the attack would only hash passwords.
    limits = {"NOUGHTS_LOGINS_PER_ADDRESS": "30", "NOUGHTS_REGISTRATIONS_PER_ADDRESS": "30"}
    target = Target(start_noughts(environment=limits))
    yield target
    target.http.close()


@pytest.mark.proof
@pytest.mark.timeout(900)
def test_survives_calls_in_any_order(target: Target) -> None:
    measured: list[int] = []

    @given(row=st.lists(calls(), min_size=CALLS_IN_A_ROW, max_size=CALLS_IN_A_ROW))
    @settings(max_examples=ROWS, suppress_health_check=list(HealthCheck))
    def attack(row: list[tuple[str, str, int, bytes | None, str | None]]) -> None:
        for call in row:
            target.send(*call)
        target.beside.play()
        measured.append(memory_kib(target.server.pid))

    attack()
    assert target.sent >= ROWS * CALLS_IN_A_ROW
    assert target.beside.games > ROWS // 9
    assert target.server.tracebacks == []
    # The first rows fill caches and load modules.
    assert measured[-1] - measured[ROWS // 5] < MOST_GROWTH_KIB


raw_inputs = st.one_of(
    st.binary(max_size=300),
    st.builds(
        lambda head, line, headers, body: head + line + b"\r\n" + headers + b"\r\n\r\n" + body,
        st.sampled_from([b"GET ", b"POST ", b"DELETE ", b"\x16\x03\x01", b""]),
        st.sampled_from(
            [b"/home HTTP/1.1", b"/register HTTP/1.0", b"/login HTTP/9.9", b"* HTTP/1.1", b"\xff\x00 HTTP/1.1"]
        ),
        st.sampled_from(
            [b"Content-Length: 5", b"Content-Length: -1", b"Content-Length: 1\r\nTransfer-Encoding: chunked"]
        )
        | st.sampled_from(
            [b"Transfer-Encoding: chunked", b"Host: \x00", b"Authorization: Bearer \xff", b"Upgrade: websocket"]
        )
        | st.binary(max_size=40),
        st.binary(max_size=60),
    ),
)


@pytest.mark.proof
@pytest.mark.timeout(600)
def test_survives_arbitrary_bytes(target: Target) -> None:
    @given(data=raw_inputs)
    @settings(max_examples=RAW_INPUTS, suppress_health_check=list(HealthCheck))
    def attack(data: bytes) -> None:
        with socket.create_connection(("127.0.0.1", target.server.port)) as raw:
            raw.sendall(data)
            raw.shutdown(socket.SHUT_WR)
            raw.settimeout(5)
            answer = b""
            while part := raw.recv(65536):
                answer += part
        assert b" 500 " not in answer[:20]
        assert b"Traceback" not in answer
        target.sent += 1

    before: Any = memory_kib(target.server.pid)
    for _ in range(10):
        target.beside.play()
    attack()
    for _ in range(10):
        target.beside.play()
    assert target.server.tracebacks == []
    assert memory_kib(target.server.pid) - before < MOST_GROWTH_KIB
