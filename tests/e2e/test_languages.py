"""The page is in the reader's language, or in the chosen one."""

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.person import PHONE, Person
from tests.servers.noughts import NoughtsServer


async def test_a_russian_browser_gets_russian_and_plays(server: NoughtsServer, browser: Browser, bob: Person) -> None:
    ann = await Person.at(browser, server.url, PHONE, locale="ru-RU")
    await ann.go()
    await ann.press("другом")
    await ann.page.wait_for_url("**/g/*")
    await bob.accept(await ann.page.get_by_label("Ссылка на эту партию").input_value())
    for turn in range(3):
        await ann.sees_status("Ваш ход")
        await ann.cell(turn).click()
        if turn < 2:
            await bob.play(3 + turn)
    await ann.sees_status("Вы выиграли!")
    await expect(ann.page.locator("html")).to_have_attribute("lang", "ru")
    assert await ann.fits_its_screen()
    assert ann.faults == []
    await ann.leave()


@pytest.mark.proof(only=True)
async def test_uses_the_right_plural_forms_in_russian(server: NoughtsServer, browser: Browser, bob: Person) -> None:
    await bob.sign_up("Counted-e2e")
    ann = await Person.at(browser, server.url, PHONE, locale="ru-RU")
    link = await bob.invite()
    await ann.go(link)
    await ann.press("Присоединиться")
    for cell in (4, 0, 8, 1):
        await bob.play(cell) if cell in (4, 8) else await _as_o(ann, cell)
    await bob.play(3)
    await _as_o(ann, 2)
    await ann.go("/u/Counted-e2e")
    await expect(ann.page.get_by_text("0 побед, 0 ничьих, 1 поражение").first).to_be_visible()
    await ann.leave()


async def _as_o(person: Person, cell: int) -> None:
    await person.sees_status("Ваш ход")
    await person.cell(cell).click()
    await person.sees_no_pending()


async def test_remembers_language_and_theme(ann: Person) -> None:
    await ann.go()
    await ann.page.get_by_label("Language").select_option("ru")
    await expect(ann.page.get_by_role("button", name="другом")).to_be_visible()
    await ann.page.get_by_label("Тема").select_option("dark")
    await ann.page.reload()
    await expect(ann.page.get_by_role("button", name="другом")).to_be_visible()
    ground = await ann.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(20, 22, 28)"
