"""People: a guest becomes an account and keeps its games, logs out and in again, and is seen by others."""

from io import BytesIO

from PIL import Image
from playwright.async_api import FilePayload, expect

from tests.e2e.person import Person


async def test_a_guest_becomes_an_account_and_keeps_its_games(ann: Person, bob: Person) -> None:
    link = await ann.invite()
    await bob.accept(link)
    await ann.play(4)
    await ann.sign_up("Ann-of-e2e")
    await ann.go(link)
    await bob.play(0)
    await ann.play(8)
    await expect(bob.page.get_by_text("Ann-of-e2e")).to_be_visible()


async def test_logging_out_and_in_again_in_every_tab(bob: Person) -> None:
    await bob.sign_up("Bob-of-e2e")
    tab = await bob.another_tab()
    await tab.go("/")
    await expect(tab.page.get_by_role("link", name="Your account: Bob-of-e2e")).to_be_visible()
    await bob.press("Log out")
    await expect(tab.page.get_by_text("Sign up or log in")).to_be_visible()
    await bob.log_in("bob-OF-e2e")
    await expect(tab.page.get_by_role("link", name="Your account: Bob-of-e2e")).to_be_visible()
    assert tab.faults == []


async def test_a_name_that_is_taken_is_told_in_words(ann: Person, bob: Person) -> None:
    await ann.sign_up("Taken-e2e")
    await bob.go("/account")
    await bob.fill_in("taken-e2e")
    await bob.press("Create account")
    await expect(bob.page.get_by_role("alert").first).to_contain_text("name")
    await bob.was_told_no()


async def test_a_picture_is_looked_at_and_then_used(ann: Person) -> None:
    await ann.sign_up("Painter-e2e")
    file = BytesIO()
    Image.new("RGB", (300, 200), "teal").save(file, "PNG")
    picture = FilePayload(name="me.png", mimeType="image/png", buffer=file.getvalue())
    await ann.page.locator("input[type=file]").set_input_files(picture)
    await expect(ann.page.get_by_alt_text("The picture that you chose")).to_be_visible()
    await ann.press("Use this picture")
    await expect(ann.page.locator("img[src^='/pictures/']").first).to_be_visible()


async def test_a_players_page_and_the_leaderboards(ann: Person, bob: Person) -> None:
    await ann.sign_up("Winner-e2e")
    await bob.accept(await ann.invite())
    for mine, theirs in ((0, 3), (1, 4)):
        await ann.play(mine)
        await bob.play(theirs)
    await ann.play(2)
    await bob.go("/u/winner-E2E")
    await expect(bob.page.get_by_role("heading", name="Winner-e2e", exact=True)).to_be_visible()
    await expect(bob.page.get_by_text("1 played: 1 won, 0 drawn, 0 lost").first).to_be_visible()
    await expect(bob.page.get_by_text("Won", exact=True)).to_be_visible()
    await bob.page.get_by_role("link", name="Leaderboards").click()
    await expect(bob.page.get_by_text("Nobody has earned a place here yet.")).to_be_visible()
    assert await bob.fits_its_screen()


async def test_nobody_by_that_name(bob: Person) -> None:
    await bob.go("/u/nobody-at-all")
    await expect(bob.page.get_by_text("There is no such player.")).to_be_visible()
    await bob.was_told_no()
