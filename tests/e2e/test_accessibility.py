"""axe-core finds nothing to complain of, on any page, in either theme."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.e2e.person import PHONE, Person
from tests.e2e.scenes import SCENES, Scene
from tests.e2e.screens import SCHEMES
from tests.servers.noughts import NoughtsServer

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

# What is wrong, and where.
RUN = """async () => (await axe.run()).violations.flatMap((one) => one.nodes.map((node) =>
    `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`))"""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_nothing_is_in_anybodys_way(server: NoughtsServer, browser: Browser, scene: Scene) -> None:
    ann, bob = await Person.at(browser, server.url, PHONE), await Person.at(browser, server.url)
    await scene(ann, bob)
    await ann.page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in SCHEMES:
        await ann.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert await ann.page.evaluate(RUN) == [], scheme
    assert await ann.fits_its_screen()
    await ann.page.set_viewport_size({"width": 320, "height": 640})
    assert await ann.fits_its_screen()
    assert ann.faults == []
    await _call_off(bob)
    for person in (ann, bob):
        await person.leave()


async def _call_off(person: Person) -> None:
    """Leave no public game behind: others use this server too."""
    button = person.page.get_by_role("button", name="Call off")
    if await button.count():
        await button.click()
        await person.sees_status("The game was called off")
