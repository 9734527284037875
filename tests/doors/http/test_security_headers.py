"""The security headers of every answer."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from httpx2 import AsyncClient

from noughts.app import Application


@pytest_asyncio.fixture
async def http(application: Application) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(base_url=application.address, timeout=30) as http:
        yield http


@pytest.mark.parametrize("path", ["/", "/api", "/api/openapi.json", "/api/v1/games", "/none", "/healthz", "/home"])
async def test_no_page_may_load_from_elsewhere_or_be_framed(http: AsyncClient, path: str) -> None:
    for headers in ({}, {"Accept": "text/html"}):
        reply = await http.get(path, headers=headers)
        policy = reply.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        # The viewer on the API page needs inline styles; no page may have inline scripts.
        assert "unsafe" not in policy.replace("style-src 'self' 'unsafe-inline'", "" if path == "/api" else "unsafe")
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "same-origin"


async def test_sends_the_https_header_on_https_only(http: AsyncClient) -> None:
    assert "cross-origin-opener-policy" not in (await http.get("/")).headers
    behind_a_proxy = await http.get("/", headers={"X-Forwarded-Proto": "https"})
    assert behind_a_proxy.headers["cross-origin-opener-policy"] == "same-origin"
