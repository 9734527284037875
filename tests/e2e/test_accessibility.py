"""Every page: axe-core finds no faults in either theme, nothing moves by itself, and it fits a small screen.

`make test` checks each page in one state, half of them in the light theme and half in the dark one. `make prove` checks
every state in both themes.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.e2e.person import PHONE, Person, Scheme
from tests.e2e.scenes import OTHER_STATES, SCENES, Scene
from tests.e2e.screens import SCHEMES
from tests.e2e.shifts import has_stood_still
from tests.proving import PROVING, later
from tests.servers.noughts import NoughtsServer

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

# The fault, and where it is.
RUN = """async () => {
    // The page takes on its new colours first.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return (await axe.run()).violations.flatMap((one) => one.nodes.map((node) =>
        `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
}"""


def schemes_for(number: int) -> Sequence[Scheme]:
    """Return the themes that the page with this number is checked in."""
    return SCHEMES if PROVING else (SCHEMES[number % len(SCHEMES)],)


@pytest.mark.proof
@pytest.mark.parametrize(
    "scene", [later(scene) if scene in OTHER_STATES else scene for scene in SCENES], ids=lambda scene: scene.__name__
)
async def test_every_page_is_accessible_and_steady_and_fits_small_screens(
    server: NoughtsServer, browser: Browser, scene: Scene
) -> None:
    ann, bob = await Person.at(browser, server.url, PHONE), await Person.at(browser, server.url)
    await scene(ann, bob)
    await has_stood_still(ann)
    await is_accessible(ann, schemes_for(SCENES.index(scene)))
    assert await ann.fits_its_screen()
    await ann.resize((320, 640))
    assert await ann.fits_its_screen()
    assert ann.faults == []
    await _call_off(bob)
    for person in (ann, bob):
        await person.leave()


async def is_accessible(person: Person, schemes: Sequence[Scheme]) -> None:
    """Check the page as it is, in these themes."""
    await person.page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in schemes:
        await person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert await person.page.evaluate(RUN) == [], scheme


async def _call_off(person: Person) -> None:
    """Leave no public game behind, because other tests use this server."""
    button = person.page.get_by_role("button", name="Cancel game")
    if await button.count():
        await button.click()
        await person.sees_status("Game cancelled")
