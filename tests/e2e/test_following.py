"""Friends: follow players, see who is online, and challenge them with one tap."""

import pytest
from playwright.async_api import expect

from noughts.client import Api
from tests.e2e.person import PASSWORD, Person


async def _beats(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    for turn, cell in enumerate([4, 0, 1, 3, 7]):
        await (ann, bob)[turn % 2].play(cell)
    await ann.sees_status("You won")


async def test_follows_after_a_game_and_challenges_the_friend_who_is_online(ann: Person, bob: Person) -> None:
    await bob.sign_up("Friend-e2e")
    await _beats(ann, bob)
    # A guest has no account, so the opponent can't follow them.
    await expect(bob.page.locator("[data-end]")).to_be_visible()
    await expect(bob.page.get_by_role("button", name="Follow ")).to_have_count(0)
    await ann.page.get_by_role("button", name="Follow Friend-e2e", exact=True).click()
    await expect(ann.page.locator("[data-end]").get_by_text("Following")).to_be_visible()

    await bob.go("/puzzles")
    await ann.go()
    await ann.page.get_by_role("link", name="See who’s online").click()
    await ann.page.wait_for_url("**/friends")
    friend = ann.page.locator("li", has_text="Friend-e2e")
    await expect(friend).to_have_attribute("data-online", "true")
    await expect(ann.page.get_by_role("heading", name="Online now")).to_be_visible()
    await ann.page.get_by_text("Challenge them to Classic · No clock").click()
    await ann.page.locator("input[name=variant][value='gomoku']").check(force=True)
    await ann.page.get_by_label("Clock").select_option(label="10 min")
    await friend.get_by_role("button", name="Challenge").click()
    await ann.page.wait_for_url("**/g/*")
    await bob.page.locator("[data-toast]").get_by_role("button", name="Accept").click()
    await expect(bob.page.get_by_role("heading", name="Gomoku · 10 min")).to_be_visible()

    # The next visit remembers what was played.
    await ann.go("/friends")
    await expect(ann.page.get_by_text("Challenge them to Gomoku · 10 min")).to_be_visible()


@pytest.mark.proof(only=True)
async def test_follows_on_a_players_page_and_unfollows_on_the_friends_page(ann: Person, bob: Person) -> None:
    await bob.sign_up("Page-e2e")
    await ann.go("/u/Page-e2e")
    await ann.page.get_by_role("button", name="Follow Page-e2e", exact=True).click()
    await expect(ann.page.get_by_role("button", name="Unfollow Page-e2e", exact=True)).to_be_visible()
    await ann.go("/friends")
    await ann.press("Unfollow Page-e2e")
    await expect(ann.page.get_by_text("You don’t follow anyone yet.")).to_be_visible()
    await ann.press("Undo")
    await expect(ann.page.locator("li", has_text="Page-e2e")).to_be_visible()
    # Nobody follows themselves.
    await bob.go("/u/Page-e2e")
    await expect(bob.page.get_by_role("heading", name="Ratings")).to_be_visible()
    await expect(bob.page.get_by_role("button", name="Follow ")).to_have_count(0)


@pytest.mark.proof(only=True)
async def test_follows_a_recent_opponent_and_by_username(ann: Person, bob: Person) -> None:
    await bob.sign_up("Recent-e2e")
    await _beats(ann, bob)
    await ann.go("/history")
    await ann.page.get_by_role("button", name="Follow Recent-e2e", exact=True).click()
    await ann.page.get_by_role("button", name="Unfollow Recent-e2e", exact=True).click()
    await expect(ann.page.get_by_role("button", name="Follow Recent-e2e", exact=True)).to_be_visible()
    await ann.go("/friends")
    for name in ("nobody-e2e", "Recent-e2e"):
        await ann.page.get_by_label("Username").fill(name)
        await ann.page.get_by_role("button", name="Follow", exact=True).click()
        if name == "nobody-e2e":
            await expect(ann.page.get_by_text("Player not found.")).to_be_visible()
            await ann.was_told_no()
    await expect(ann.page.locator("li", has_text="Recent-e2e")).to_be_visible()


@pytest.mark.proof(only=True)
async def test_friends_who_are_away_come_last(ann: Person, bob: Person) -> None:
    async with Api(ann.url) as away:
        await away.register("Absent-e2e", PASSWORD)
    await bob.sign_up("Zoe-e2e")
    await ann.go("/friends")
    for name, text in (("Absent-e2e", "No friends online right now."), ("Zoe-e2e", "Online now")):
        await ann.page.get_by_label("Username").fill(name)
        await ann.page.get_by_role("button", name="Follow", exact=True).click()
        await expect(ann.page.get_by_text(text)).to_be_visible()
        await expect(ann.page.locator("li[data-online]", has_text=name)).to_be_visible()
    rows = ann.page.locator("li[data-online]")
    await expect(rows).to_contain_text(["Zoe-e2e", "Absent-e2e"])
    await expect(rows.nth(1)).to_have_attribute("data-online", "false")


@pytest.mark.proof(only=True)
async def test_a_block_ends_following_both_ways(ann: Person, bob: Person) -> None:
    await ann.sign_up("Blocker-e2e")
    await bob.sign_up("Blocked-e2e")
    for person, other in ((ann, "Blocked-e2e"), (bob, "Blocker-e2e")):
        await person.go(f"/u/{other}")
        await person.page.get_by_role("button", name=f"Follow {other}", exact=True).click()
        await expect(person.page.get_by_role("button", name=f"Unfollow {other}", exact=True)).to_be_visible()
    await bob.go("/friends")
    await expect(bob.page.locator("li", has_text="Blocker-e2e")).to_be_visible()
    await ann.page.get_by_role("button", name="Block", exact=True).click()
    await ann.press("Yes, block")
    await expect(ann.page.get_by_text("Blocked-e2e is blocked")).to_be_visible()
    for person in (ann, bob):
        await person.go("/friends")
        await expect(person.page.get_by_text("You don’t follow anyone yet.")).to_be_visible()
