"""The browser's cookie: scripts can't read it, other sites' pages can't use it, and logging out ends it."""

import json
from typing import Any

import pytest
from httpx2 import AsyncClient
from websockets.asyncio.client import connect

from noughts.app import Application
from noughts.config import Settings
from noughts.doors.http.public_address import PublicAddress, public_address_of
from tests.doors.people import PASSWORD, Person, code_of


async def test_a_browser_keeps_its_token_in_a_cookie(application: Application) -> None:
    async with Person(application.address, is_browser=True) as ann:
        reply = await ann.call("POST", "guests?cookie=true", {})
        assert "token" not in reply.json()
        cookie = reply.headers["set-cookie"].lower()
        assert cookie.startswith("noughts=")
        assert {"httponly", "samesite=lax", "path=/"} <= {part.strip() for part in cookie.split(";")}
        assert "secure" not in cookie
        assert (await ann.get("me"))["id"] == reply.json()["player"]["id"]
        await ann.upgrade("ann")
        assert (await ann.get("me"))["kind"] == "account"
        gone = await ann.call("POST", "logout", {})
        assert "max-age=0" in gone.headers["set-cookie"].lower()
        assert code_of(await ann.call("GET", "me")) == "not_logged_in"
        await ann.log_in("ann")
        assert (await ann.get("me"))["name"] == "ann"


async def test_a_known_browser_can_log_in_while_strangers_guess_passwords(application: Application) -> None:
    wrong = {"username": "ann", "password": "wrong password"}
    async with Person(application.address, is_browser=True) as ann, Person(application.address) as mallory:
        await ann.register("ann")
        await ann.call("POST", "logout", {})
        assert "noughts-device" in ann.http.cookies
        # From the same address: a school, say.
        codes = [code_of(await mallory.call("POST", "login", wrong)) for _ in range(6)]
        assert codes == ["wrong_login"] * 5 + ["too_many_tries"]
        assert code_of(await mallory.call("POST", "login", {"username": "ann", "password": PASSWORD})) == (
            "too_many_tries"
        )
        await ann.log_in("ann")


async def test_with_tls_the_cookie_belongs_to_this_host_only(application: Application) -> None:
    host = application.address.removeprefix("http://")
    async with Person(application.address, is_browser=True, origin=f"https://{host}") as ann:
        reply = await ann.call("POST", "guests?cookie=true", {})
        cookie = reply.headers["set-cookie"]
        assert cookie.startswith("__Host-noughts=")
        assert "Secure" in cookie
        assert "Domain" not in cookie


@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ({"Origin": "https://elsewhere.example"}, "forbidden_origin"),
        ({"Origin": "null"}, "forbidden_origin"),
        ({}, "forbidden_origin"),
        ({"Origin": "OURS", "Content-Type": "text/plain"}, "json_needed"),
        ({"Origin": "OURS", "Content-Type": "application/x-www-form-urlencoded"}, "json_needed"),
    ],
)
async def test_another_sites_page_cannot_use_the_cookie(
    application: Application, headers: dict[str, str], why: str
) -> None:
    async with Person(application.address, is_browser=True) as ann:
        await ann.register("ann")
        jar = ann.http.cookies
    headers = {name: value.replace("OURS", application.address) for name, value in headers.items()}
    headers.setdefault("Content-Type", "application/json")
    async with AsyncClient(base_url=application.address, cookies=jar, headers=headers) as page:
        for method, path in [("POST", "games"), ("POST", "me/delete"), ("PATCH", "me"), ("POST", "logout")]:
            reply = await page.request(method, f"/api/v1/{path}", content=b"{}")
            assert (reply.status_code, code_of(reply)) == (415 if why == "json_needed" else 403, why)
        # Another page can't log a browser in as a player of its choice either.
        body = json.dumps({"username": "ann", "password": PASSWORD}).encode()
        assert code_of(await page.post("/api/v1/login?cookie=true", content=body)) == why
        # Reading is harmless: another page can make the browser send a GET, but can't read the answer.
        reply = await page.get("/api/v1/me")
        assert reply.status_code == 200
        assert "access-control-allow-origin" not in reply.headers


async def test_get_requests_with_effects_ignore_the_cookie(application: Application) -> None:
    async with Person(application.address, is_browser=True) as ann:
        await ann.register("ann")
        assert (await ann.http.get("/tic-tac-toe/creategame")).status_code == 401


async def _heard_with(application: Application, said: str = "CreateGame", **headers: str) -> dict[str, Any]:
    url = application.address.replace("http", "ws") + "/ws"
    async with connect(url, additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": said, "id": "c"}))
        heard: dict[str, Any] = {}
        while heard.get("id") != "c":
            heard = json.loads(await socket.recv())
        return heard


async def test_the_socket_accepts_the_cookie_from_our_own_page(application: Application) -> None:
    async with Person(application.address, is_browser=True) as ann:
        await ann.register("ann")
        cookie = f"other=1; noughts={ann.http.cookies['noughts']}"
    assert (await _heard_with(application, Cookie=cookie, Origin=application.address))["value"]
    # So it doesn't have to log in by token, but learns whether the server knows it.
    assert (await _heard_with(application, "Login", Cookie=cookie, Origin=application.address))["value"]
    assert (await _heard_with(application, "Login", Origin=application.address))["code"] == "not_logged_in"
    # Without an Origin it is not a page, so the cookie doesn't count.
    assert (await _heard_with(application, Cookie=cookie))["code"] == "not_logged_in"


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.9", ["203.0.113.5"], "192.0.2.9"),
        ("10.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("10.0.0.1", ["198.51.100.1, 203.0.113.5"], "203.0.113.5"),
        ("10.0.0.1", ["198.51.100.1", "203.0.113.5, 10.0.0.2"], "203.0.113.5"),
        ("10.0.0.1", ["not an address"], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("::1", ["2001:db8::5"], "2001:db8::5"),
        ("local", ["203.0.113.5"], "local"),
    ],
)
def test_only_our_own_proxies_are_trusted(peer: str, forwarded: list[str], address: str) -> None:
    public_address = public_address_of("", "", "10.0.0.0/8, ::1")
    assert public_address.client_address(peer, forwarded) == address
    assert PublicAddress().client_address(peer, forwarded) == peer


def test_recognises_our_own_origin_and_cookie() -> None:
    assert PublicAddress().is_ours("http://a.example", "a.example")
    assert not PublicAddress().is_ours("http://b.example", "a.example")
    public = public_address_of("https://noughts.example", "", "")
    assert public.is_ours("https://noughts.example", "10.0.0.5:8000")
    assert not public.is_ours("http://10.0.0.5:8000", "10.0.0.5:8000")
    # On a server with TLS only, a cookie set without TLS is ignored.
    assert public.token_in("noughts=evil") is None
    assert public.token_in("noughts=evil; __Host-noughts=good") == "good"
    assert PublicAddress().token_in("noughts=mine; a") == "mine"


@pytest.mark.parametrize("wrong", [{"public_url": "noughts.example"}, {"public_url": "https://a/b"}, {"proxies": "x"}])
def test_refuses_invalid_settings(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"public-url|proxies"):
        Settings(**wrong)  # type: ignore[arg-type]
