"""The page speaks the reader's language, and another when it is chosen."""

from playwright.async_api import Browser, expect

from tests.e2e.person import PHONE, Person
from tests.servers.noughts import NoughtsServer


async def test_a_russian_browser_gets_russian_and_plays(server: NoughtsServer, browser: Browser, bob: Person) -> None:
    ann = await Person.at(browser, server.url, PHONE, locale="ru-RU")
    await ann.go()
    await ann.press("другом")
    await ann.page.wait_for_url("**/g/*")
    await bob.accept(await ann.page.get_by_label("Ссылка на эту игру").input_value())
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


async def test_language_and_theme_are_chosen_and_kept(ann: Person) -> None:
    await ann.go()
    await ann.page.get_by_label("Language").select_option("ru")
    await expect(ann.page.get_by_role("button", name="другом")).to_be_visible()
    await ann.page.get_by_label("Оформление").select_option("dark")
    await ann.page.reload()
    await expect(ann.page.get_by_role("button", name="другом")).to_be_visible()
    ground = await ann.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(20, 22, 28)"
