"""The cookie of a browser: kept from scripts, of no use to other sites' pages, ended by logging out."""

import json
from typing import Any

import pytest
from httpx2 import AsyncClient
from websockets.asyncio.client import connect

from noughts.app import Application
from noughts.config import Settings
from noughts.doors.frontage import Frontage, frontage_of
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


async def test_under_tls_the_cookie_is_of_this_host_only(application: Application) -> None:
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
async def test_a_cookie_changes_nothing_from_another_page(
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
        # Nor can another page log a browser in as somebody of its own choice.
        body = json.dumps({"username": "ann", "password": PASSWORD}).encode()
        assert code_of(await page.post("/api/v1/login?cookie=true", content=body)) == why
        # To look is harmless: another page may make a browser ask, and cannot read the answer.
        reply = await page.get("/api/v1/me")
        assert reply.status_code == 200
        assert "access-control-allow-origin" not in reply.headers


async def test_gets_that_act_heed_no_cookie(application: Application) -> None:
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


async def test_the_socket_knows_our_own_page_by_its_cookie(application: Application) -> None:
    async with Person(application.address, is_browser=True) as ann:
        await ann.register("ann")
        cookie = f"other=1; noughts={ann.http.cookies['noughts']}"
    assert (await _heard_with(application, Cookie=cookie, Origin=application.address))["value"]
    # So it need not say who it is, but hears whether the server knows.
    assert (await _heard_with(application, "Login", Cookie=cookie, Origin=application.address))["value"]
    assert (await _heard_with(application, "Login", Origin=application.address))["code"] == "not_logged_in"
    # Without an Origin it is no page, and what is no page says who it is.
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
def test_only_our_own_proxies_are_believed(peer: str, forwarded: list[str], address: str) -> None:
    frontage = frontage_of("", "", "10.0.0.0/8, ::1")
    assert frontage.client_address(peer, forwarded) == address
    assert Frontage().client_address(peer, forwarded) == peer


def test_whose_page_it_is() -> None:
    assert Frontage().is_ours("http://a.example", "a.example")
    assert not Frontage().is_ours("http://b.example", "a.example")
    public = frontage_of("https://noughts.example", "", "")
    assert public.is_ours("https://noughts.example", "10.0.0.5:8000")
    assert not public.is_ours("http://10.0.0.5:8000", "10.0.0.5:8000")
    # Where there is only TLS, a cookie that somebody set without it is not heeded.
    assert public.token_in("noughts=evil") is None
    assert public.token_in("noughts=evil; __Host-noughts=good") == "good"
    assert Frontage().token_in("noughts=mine; a") == "mine"


@pytest.mark.parametrize("wrong", [{"public_url": "noughts.example"}, {"public_url": "https://a/b"}, {"proxies": "x"}])
def test_settings_that_make_no_sense(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"public-url|proxies"):
        Settings(**wrong)  # type: ignore[arg-type]
