"""What a first visit costs: little, and nothing from elsewhere."""

import pytest
from playwright.async_api import Response

from tests.e2e.person import Person

MOST_BYTES = 80_000


@pytest.mark.parametrize("page", ["home", "game"])
async def test_script_and_style_are_small(ann: Person, bob: Person, page: str) -> None:
    link = "/" if page == "home" else await bob.invite("ultimate")
    loaded: list[Response] = []
    # Playwright cannot take the list's own method.
    ann.page.on("response", lambda reply: loaded.append(reply))  # noqa: PLW0108
    await ann.go(link)
    await ann.page.locator("[data-cell]").first.wait_for()
    kinds = ("script", "stylesheet")
    sizes = [
        int(await reply.header_value("content-length") or 0) for reply in loaded if reply.request.resource_type in kinds
    ]
    assert len(sizes) >= 2
    assert 10_000 < sum(sizes) <= MOST_BYTES
