"""The built files over HTTP: compression, caching, and no access to other files."""

import gzip
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from httpx2 import AsyncClient

from noughts.app import Application
from noughts.doors.pages.files import chosen_encoding
from noughts.doors.pages.site import STATIC


@pytest_asyncio.fixture
async def http(application: Application) -> AsyncIterator[AsyncClient]:
    # Without the client's default headers: a test sends all headers itself.
    async with AsyncClient(base_url=application.address, timeout=30) as http:
        del http.headers["accept-encoding"]
        yield http


@pytest_asyncio.fixture
async def script(http: AsyncClient) -> str:
    """The path of the web client's largest part."""
    found: list[str] = re.findall(r'"(/assets/[^"]+\.js)"', (await http.get("/")).text)
    return max(found, key=lambda path: (STATIC / path.removeprefix("/")).stat().st_size)


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("", "identity"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br; q=0.000, gzip;q=0", "identity"),
        ("*", "br"),
        ("br;q=0, *", "gzip"),
        ("zstd", "identity"),
        (";;,=,q", "identity"),
    ],
)
def test_chooses_the_best_encoding_that_a_client_accepts(accepted: str, chosen: str) -> None:
    assert chosen_encoding(accepted, {"identity": b"", "br": b"", "gzip": b""}) == chosen


def test_offers_only_encodings_that_exist() -> None:
    assert chosen_encoding("br, gzip", {"identity": b"", "gzip": b""}) == "gzip"
    assert chosen_encoding("br, gzip", {"identity": b""}) == "identity"


@pytest.mark.parametrize("encoding", ["br", "gzip", "identity"])
async def test_every_encoding_has_the_same_content(http: AsyncClient, script: str, encoding: str) -> None:
    async with http.stream("GET", script, headers={"Accept-Encoding": encoding}) as reply:
        sent = b"".join([part async for part in reply.aiter_raw()])
    file = STATIC / script.removeprefix("/")
    assert reply.headers.get("content-encoding", "identity") == encoding
    assert reply.headers["vary"] == "Accept-Encoding"
    assert reply.headers["content-type"].startswith("text/javascript")
    assert reply.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert int(reply.headers["content-length"]) == len(sent)
    if encoding == "identity":
        assert sent == file.read_bytes()
    else:
        assert len(sent) < file.stat().st_size / 2
    if encoding == "gzip":
        assert gzip.decompress(sent) == file.read_bytes()


@pytest.mark.parametrize("path", ["/", "/g/some-game", "/api", "/api/openapi.json"])
async def test_browsers_revalidate_files_that_may_change(http: AsyncClient, path: str) -> None:
    etags = set()
    for encoding in ("gzip", "identity"):
        first = await http.get(path, headers={"Accept-Encoding": encoding})
        assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
        etag = first.headers["etag"]
        etags.add(etag)
        for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
            again = await http.get(path, headers={"Accept-Encoding": encoding, "If-None-Match": known})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
            assert again.headers["vary"].startswith("Accept-Encoding")
            assert "default-src 'self'" in again.headers["content-security-policy"]
        other = await http.get(path, headers={"Accept-Encoding": encoding, "If-None-Match": '"other"'})
        assert (other.status_code, other.content) == (200, first.content)
    assert len(etags) == 2


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
async def test_head_has_the_headers_of_get(http: AsyncClient, script: str, encoding: str) -> None:
    for path in ("/", "/api/openapi.json", script):
        asked = {"Accept-Encoding": encoding}
        head, get = await http.head(path, headers=asked), await http.get(path, headers=asked)
        assert (head.status_code, head.content) == (200, b"")
        for reply in (head, get):
            del reply.headers["date"], reply.headers["x-request-id"]
        assert head.headers == get.headers
        assert head.headers["content-type"].count("charset") <= 1


async def test_serves_nothing_but_the_built_files(http: AsyncClient, script: str) -> None:
    for path in (
        "/assets/none.js",
        "/assets/",
        f"{script}.gz",
        f"{script}.br",
        "/assets/..%2findex.html",
        "/index.html",
    ):
        reply = await http.get(path)
        assert (reply.status_code, reply.json()["code"]) == (404, "not_found"), path
    for path in ("/", script, "/api/openapi.json"):
        reply = await http.post(path, json={})
        assert (reply.status_code, reply.headers["allow"]) == (405, "GET, HEAD"), path


async def test_never_compresses_an_answer_with_a_token(http: AsyncClient) -> None:
    http.headers["accept-encoding"] = "gzip, br"
    guest = await http.post("/api/v1/guests", json={})
    token = guest.json()["token"]
    me = await http.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    account = await http.post("/register", json={"username": "ann", "password": "correct horse"})
    for reply in (guest, me, account):
        assert reply.is_success
        assert "content-encoding" not in reply.headers


@pytest.mark.parametrize("path", ["/icons/192.png", "/manifest.webmanifest", "/g/x", "/u/x", "/invite/x"])
async def test_no_route_hides_another(application: Application, path: str) -> None:
    async with AsyncClient(base_url=application.address) as http:
        reply = await http.get(path)
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/html") == (path.count("/") == 2 and not path.endswith(".png"))
