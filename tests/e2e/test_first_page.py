"""The home page: the first move takes one tap, and some games need nobody else."""

import asyncio
import re

import pytest
from playwright.async_api import Route, WebSocketRoute, expect

from tests.e2e.person import Person


@pytest.mark.firefox
async def test_one_click_is_the_first_move_against_the_computer(ann: Person) -> None:
    await ann.go()
    await expect(ann.page.get_by_text("Sign up or log in")).to_be_visible()
    await ann.cell(4).click()
    await ann.page.wait_for_url("**/g/*")
    await ann.sees(4, "X")
    await ann.sees_status("Your turn")
    await expect(ann.page.get_by_text("Noughts 3", exact=True)).to_be_visible()
    assert await ann.fits_its_screen()


async def test_a_double_tap_is_one_first_move(ann: Person) -> None:
    """Tap the same spot again and again while the page of the game opens."""

    def slow_disk(page: WebSocketRoute) -> None:
        """Delay writes, so that stored data arrives after data that is only read."""
        server = page.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            is_stored = '"ply":' in str(text) and '"ply":0' not in str(text)
            asyncio.get_running_loop().call_later(0.4 if is_stored else 0, page.send, text)

        server.on_message(pass_on)

    await ann.page.route_web_socket("**/ws", slow_disk)
    await ann.go()
    await ann.cell(4).click(trial=True)
    told = await ann.page.evaluate("""async () => {
        let told = "";
        const { x, y, width, height } = document.querySelector("[data-cell='4']").getBoundingClientRect();
        for (let tap = 0; tap < 120; tap++) {
            document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button")?.click();
            await new Promise((done) => setTimeout(done, 10));
            told += document.querySelector("[role=alert] p")?.textContent ?? "";
        }
        return told;
    }""")
    await ann.page.wait_for_url("**/g/*")
    await ann.sees(4, "X")
    assert told == ""


async def test_a_tap_before_the_connection_opens_starts_a_game_on_the_server(ann: Person) -> None:
    async def slowly(route: Route) -> None:
        await asyncio.sleep(1)
        await route.continue_()

    await ann.page.route("**/api/v1/guests*", slowly)
    await ann.go()
    await ann.cell(4).click()
    await ann.page.wait_for_url("**/g/*")
    await ann.sees_status("Your turn")


async def test_variant_and_level_are_remembered(ann: Person) -> None:
    await ann.go()
    await ann.choose("gomoku")
    await ann.page.get_by_label("Computer").select_option("5")
    await ann.page.reload()
    await expect(ann.page.locator("input[name=variant][value=gomoku]")).to_be_checked()
    await expect(ann.page.get_by_label("Computer")).to_have_value("5")
    await expect(ann.cell(224)).to_be_visible()


async def test_two_people_play_on_one_device(ann: Person) -> None:
    await ann.go()
    await ann.choose("misere")
    await ann.press("Two players")
    for cell in (0, 3, 1, 4):
        await ann.cell(cell).click()
    await ann.press("Undo move")
    await ann.sees_status("Player O")
    # It is still there after a reload.
    await ann.page.reload()
    await ann.sees(1, "X")
    for cell in (4, 2):
        await ann.cell(cell).click()
    await ann.sees_status("Player O won")
    for cell in (0, 1, 2):
        await expect(ann.cell(cell)).to_have_attribute("aria-label", re.compile("in the losing line"))
    await ann.press("Rematch")
    await ann.sees_status("Player X")


async def test_two_people_on_one_device_have_names_and_a_score(ann: Person) -> None:
    await ann.go("/two")
    await ann.page.get_by_text("Player names").click()
    await ann.page.get_by_label("Player 1").fill("Ada")
    await ann.page.get_by_label("Player 2").fill("Bo")
    score = ann.page.locator("[data-score]")
    # Ada wins, then Bo moves first and Ada wins as O, then there is a draw.
    for cells, says in (
        ((0, 3, 1, 4, 2), "Ada 1 – 0 Bo"),  # noqa: RUF001
        ((0, 3, 1, 4, 8, 5), "Ada 2 – 0 Bo"),  # noqa: RUF001
        ((4, 0, 8, 2, 1, 7, 3, 5, 6), "Ada 2½ – ½ Bo"),  # noqa: RUF001
    ):
        for cell in cells:
            await ann.cell(cell).click()
        await expect(score).to_have_text(re.compile(says.replace(" ", r"\s+")))
        # A reload counts nothing twice.
        await ann.page.reload()
        await expect(score).to_have_text(re.compile(says.replace(" ", r"\s+")))
        await ann.press("Rematch")
    assert await ann.fits_its_screen()


async def test_the_computer_replies_without_the_server(ann: Person) -> None:
    await ann.go("/computer")
    await ann.page.evaluate("""localStorage.setItem("noughts.computer",
        JSON.stringify({ game: "classic.a1b2a2", computer: { seat: "O", level: 8 } }))""")
    await ann.page.reload()
    await ann.sees(6, "O")
    await ann.sees_status("Your turn")
    await ann.press("Undo move")
    await expect(ann.cell(6)).to_have_attribute("aria-label", "bottom left, empty")
