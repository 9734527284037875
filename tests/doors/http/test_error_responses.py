"""Every limit answers in the same way: 429 or 503, `Retry-After`, and a body that names the limit and the wait."""

import asyncio
from collections.abc import Awaitable, Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from httpx2 import AsyncClient, Response
from PIL import Image
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from noughts.client import Client, CommandRefused
from noughts.doors.http.error_responses import error_response
from noughts.messages import commands as c
from noughts.messages.refusals import REFUSALS, Refusal
from noughts.server.runtime.limits import MOST_WAITING_PASSWORDS
from tests.doors.people import PASSWORD, Person
from tests.servers.serving import serving

LIMITS = [code for code, terms in REFUSALS.items() if terms.status in (429, 503)]


def check(status: int | None, headers: Any, body: Any, code: str) -> None:
    assert status == REFUSALS[code].status
    assert body["code"] == body["ratelimit"]["key"] == code
    assert body["error"]
    assert 0 < body["ratelimit"]["seconds"] <= int(headers["retry-after"])


@pytest.mark.parametrize("code", LIMITS)
def test_every_limit_of_the_server_is_applied(code: str) -> None:
    for wait_seconds in (None, 0.2, 7.01):
        reply = error_response(Refusal(code, wait_seconds=wait_seconds))
        headers = {name.lower(): value for name, value in reply.headers.items()}
        check(reply.status_code, headers, msgspec.to_builtins(reply.content), code)


async def until_refused(ask: Callable[[int], Awaitable[Response]], most: int = 100) -> Response:
    for n in range(most):
        reply = await ask(n)
        if reply.status_code in (429, 503):
            return reply
    raise AssertionError("no limit was met")


def _login(name: str) -> dict[str, str]:
    return {"username": name, "password": "wrong password"}


async def test_limits_guests_and_requests(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, guests_per_minute=3, command_burst=5, commands_per_second=1) as app,
        Person(app.address) as ann,
        Person(app.address) as other,
    ):
        await ann.guest()
        reply = await until_refused(lambda _: ann.call("GET", "me"))
        check(reply.status_code, reply.headers, reply.json(), "too_many_requests")
        reply = await until_refused(lambda _: other.call("POST", "guests", {}))
        check(reply.status_code, reply.headers, reply.json(), "too_many_requests")


@pytest.mark.parametrize("path", ["/api/v1/login", "/login"])
async def test_limits_failed_logins(tmp_path: Path, path: str) -> None:
    async with serving(tmp_path, logins_per_address=7) as app, AsyncClient(base_url=app.address, timeout=30) as http:
        # First the limit of the account, then that of the address.
        for reply in (
            await until_refused(lambda _: http.post(path, json=_login("ann"))),
            await until_refused(lambda n: http.post(path, json=_login(f"name{n}"))),
        ):
            check(reply.status_code, reply.headers, reply.json() | {"error": "."}, "too_many_tries")


async def test_limits_registrations(tmp_path: Path) -> None:
    async with serving(tmp_path, registrations_per_address=1) as app, Person(app.address) as ann:
        body = {"password": PASSWORD}
        reply = await until_refused(lambda n: ann.call("POST", "accounts", {"username": f"ann{n}", **body}))
        check(reply.status_code, reply.headers, reply.json(), "too_many_tries")


@pytest.mark.usefixtures("real_hashing")
async def test_limits_concurrent_logins(tmp_path: Path) -> None:
    async with serving(tmp_path, logins_per_address=1000) as app, AsyncClient(base_url=app.address, timeout=60) as http:
        asked = (http.post("/api/v1/login", json=_login(f"name{n}")) for n in range(MOST_WAITING_PASSWORDS + 20))
        replies = await asyncio.gather(*asked)
        busy = [reply for reply in replies if reply.status_code == 503]
        assert busy
        for reply in busy:
            check(reply.status_code, reply.headers, reply.json(), "logins_busy")


async def test_limits_games_and_pictures(tmp_path: Path) -> None:
    out = BytesIO()
    Image.new("RGB", (8, 8)).save(out, "PNG")
    async with serving(tmp_path, unfinished_games=1) as app, Person(app.address) as ann:
        await ann.register("ann")
        reply = await until_refused(lambda _: ann.call("POST", "games", {}))
        check(reply.status_code, reply.headers, reply.json(), "too_many_games")
        headers = {"Authorization": f"Bearer {ann.token}"}
        reply = await until_refused(
            lambda _: ann.http.put("/api/v1/me/picture", content=out.getvalue(), headers=headers)
        )
        check(reply.status_code, reply.headers, reply.json(), "too_many_pictures")


async def test_limits_connections(tmp_path: Path) -> None:
    async with serving(tmp_path, connections_per_address=1) as app:
        url = app.address.replace("http", "ws") + "/ws"
        async with connect(url):
            with pytest.raises(InvalidStatus) as refused:
                await connect(url)
        response = refused.value.response
        check(response.status_code, response.headers, msgspec.json.decode(response.body or b""), "too_many_connections")


async def said_until_refused(client: Client, game: str, texts: list[str]) -> CommandRefused:
    for text in texts:
        try:
            await client.ask(c.Chat(game=game, text=text))
        except CommandRefused as refused:
            return refused
    raise AssertionError("no limit was met")


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("said_already", ["well played", "Well played!"]),
        ("too_much_talk", ["one", "two", "three", "four", "five"]),
        ("too_many_requests", [""] * 20),
    ],
)
async def test_answers_on_the_socket_say_how_long_to_wait(tmp_path: Path, code: str, texts: list[str]) -> None:
    async with (
        serving(tmp_path, command_burst=12, commands_per_second=1) as app,
        Client(app.address, patience_seconds=0) as ann,
        Client(app.address) as bob,
    ):
        game = await ann.create()
        await bob.join(game.id)
        if code == "too_many_requests":
            for _ in range(20):
                ann.send(c.Heartbeat())
            texts = ["hello"]
        refused = await said_until_refused(ann, game.id, texts)
        assert refused.code == code
        assert refused.wait_seconds
        assert refused.wait_seconds > 0
