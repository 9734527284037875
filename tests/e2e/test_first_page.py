"""The first page: one tap from opening it to the first move, and games that need nobody else."""

import asyncio

from playwright.async_api import Route, expect

from tests.e2e.person import Person


async def test_one_click_is_the_first_move_against_the_computer(ann: Person) -> None:
    await ann.go()
    await expect(ann.page.get_by_text("Sign up or log in")).to_be_visible()
    await ann.cell(4).click()
    await ann.page.wait_for_url("**/g/*")
    await ann.sees(4, "X")
    await ann.sees_status("Your turn")
    await expect(ann.page.get_by_text("Noughts 3", exact=True)).to_be_visible()
    assert await ann.fits_its_screen()


async def test_who_taps_before_the_server_is_reached_plays_there_all_the_same(ann: Person) -> None:
    async def slowly(route: Route) -> None:
        await asyncio.sleep(1)
        await route.continue_()

    await ann.page.route("**/api/v1/guests*", slowly)
    await ann.go()
    await ann.cell(4).click()
    await ann.page.wait_for_url("**/g/*")
    await ann.sees_status("Your turn")


async def test_two_on_one_device(ann: Person) -> None:
    await ann.go()
    await ann.choose("misere")
    await ann.press("Two on this device")
    for cell in (0, 3, 1, 4):
        await ann.cell(cell).click()
    await ann.press("Take back")
    await ann.sees_status("Player O")
    # It is still there after a reload.
    await ann.page.reload()
    await ann.sees(1, "X")
    for cell in (4, 2):
        await ann.cell(cell).click()
    await ann.sees_status("Player O won")
    await ann.sees_line([0, 1, 2])
    await ann.press("Play again")
    await ann.sees_status("Player X")


async def test_the_computer_of_the_page_itself_answers(ann: Person) -> None:
    await ann.go("/computer")
    await ann.page.evaluate("""localStorage.setItem("noughts.computer",
        JSON.stringify({ game: "classic.a1b2a2", computer: { seat: "O", level: 8 } }))""")
    await ann.page.reload()
    await ann.sees(6, "O")
    await ann.sees_status("Your turn")
    await ann.press("Take back")
    await expect(ann.cell(6)).to_have_attribute("aria-label", "bottom left, empty")
