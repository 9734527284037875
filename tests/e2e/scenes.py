"""Every page in an interesting state, for the screenshots and the accessibility test."""

import secrets
from collections.abc import Awaitable, Callable

from playwright.async_api import expect

from tests.e2e.device import Device, add_passkey, at_a_name
from tests.e2e.history import play_rated
from tests.e2e.person import Person

Scene = Callable[[Person, Person], Awaitable[None]]


def a_username() -> str:
    """Return an unused name, because a scene may run more than once on one server."""
    return f"ann-{secrets.token_hex(6)}"


async def home(ann: Person, bob: Person) -> None:
    await bob.go()
    await bob.choose("gomoku")
    await bob.press("Play anyone")
    await bob.page.wait_for_url("**/g/*")
    await ann.invite("ultimate")
    await ann.go()
    await ann.open_game("Gomoku").wait_for()


async def invitation(ann: Person, bob: Person) -> None:
    await ann.invite()


async def invited(ann: Person, bob: Person) -> None:
    await ann.go(await bob.invite_one("ultimate"))
    await ann.page.get_by_role("button", name="Accept and play").wait_for()


async def own_invitation(ann: Person, bob: Person) -> None:
    await ann.go(await ann.invite_one())
    await ann.press("QR code")


async def game(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("ultimate"))
    for turn, cell in enumerate([9, 28, 21, 73, 75, 64, 48, 55, 12, 27, 2, 16, 30]):
        await (ann, bob)[turn % 2].play(cell)


async def gomoku(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("gomoku"))
    for turn, cell in enumerate([112, 97, 113, 114, 128, 98, 96]):
        await (ann, bob)[turn % 2].play(cell)


async def choosing(ann: Person, bob: Person) -> None:
    await ann.accept(await bob.invite("gomoku-swap2"))
    await bob.play(96, 128, 100)
    await ann.page.get_by_role("button", name="Place two more").wait_for()


async def won(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    for turn, cell in enumerate([4, 0, 1, 3, 7]):
        await (ann, bob)[turn % 2].play(cell)
    await ann.sees_status("You won")


async def two(ann: Person, bob: Person) -> None:
    await ann.go()
    await ann.choose("4x4")
    await ann.press("Two players")
    for cell in (5, 6, 9, 10):
        await ann.cell(cell).click()


async def computer(ann: Person, bob: Person) -> None:
    """Play on this device, without the server."""
    await ann.go("/computer")
    await ann.cell(4).click()
    await ann.sees_status("Your turn")


async def gone(ann: Person, bob: Person) -> None:
    await ann.go()
    await ann.choose("4x4")
    await ann.page.get_by_label("Clock").select_option(label="10 min")
    await ann.press("Play a friend")
    await ann.page.wait_for_url("**/g/*")
    await bob.accept(await ann.page.get_by_label("Link to this game").input_value())
    for turn, cell in enumerate([5, 6, 9]):
        await (ann, bob)[turn % 2].play(cell)
    await bob.page.goto("about:blank")
    await expect(ann.page.get_by_role("button", name="Claim the win")).to_be_enabled(timeout=30_000)


async def missing(ann: Person, bob: Person) -> None:
    await ann.go("/g/no-such-game")
    await ann.page.get_by_role("heading", name="Game not found").wait_for()


async def replay(ann: Person, bob: Person) -> None:
    await ann.go("/replay/6x6.c3d3c4c2d4b4e4f4d2e5")
    await ann.page.locator("[data-cell]").first.wait_for()


async def reviewed(ann: Person, bob: Person) -> None:
    await won(ann, bob)
    await ann.press("Review game")
    await ann.page.get_by_role("heading", name="Game review").wait_for()


async def practice(ann: Person, bob: Person) -> None:
    await ann.go()
    await ann.cell(4).click()
    await ann.page.wait_for_url("**/g/*")
    await ann.sees_status("Your turn")
    await ann.press("Hint")
    await ann.page.locator(".hinted").wait_for()


async def entry(ann: Person, bob: Person) -> None:
    """Open the page of a guest who may become an account."""
    await ann.go("/account")
    await ann.page.get_by_label("Username").wait_for()


async def recovery(ann: Person, bob: Person) -> None:
    """Open the page of a guest who forgot the password of an account."""
    await ann.go("/account")
    await ann.page.get_by_role("button", name="Log in", exact=True).click()
    await ann.press("Forgot your password?")
    await ann.page.get_by_label("Recovery code").wait_for()


async def recovery_codes(ann: Person, bob: Person) -> None:
    await ann.sign_up(a_username())
    await ann.page.get_by_role("heading", name="Save your recovery codes").wait_for()


async def account(ann: Person, bob: Person) -> None:
    await ann.sign_up(a_username())
    await ann.go("/account")
    await ann.page.get_by_role("button", name="Log out", exact=True).wait_for()


async def passkeys(ann: Person, bob: Person) -> None:
    """Add a second passkey."""
    ann.url = at_a_name(ann.url)
    await Device.of(ann)
    await ann.sign_up(a_username())
    await ann.press("Done")
    await add_passkey(ann, "My phone")
    await ann.page.get_by_text("Passkey added.").wait_for()
    await ann.go("/account")
    await ann.page.get_by_text("My phone").wait_for()
    await ann.press("Add a passkey")


async def passkey_login(ann: Person, bob: Person) -> None:
    ann.url = at_a_name(ann.url)
    await ann.go("/account")
    await ann.page.get_by_role("button", name="Log in", exact=True).click()
    await ann.page.get_by_role("button", name="Log in with a passkey").wait_for()


async def player(ann: Person, bob: Person) -> None:
    await play_rated(ann.url)
    await ann.go("/u/Paula")
    await ann.page.get_by_role("heading", name="Paula", exact=True).wait_for()
    await ann.page.locator("svg polyline, svg path").first.wait_for()


async def leaderboards(ann: Person, bob: Person) -> None:
    await play_rated(ann.url)
    await ann.go("/leaderboards")
    await ann.page.get_by_label("Game").select_option("gomoku")
    await ann.page.get_by_label("Speed").select_option("blitz")
    await ann.page.get_by_text("Rosa").wait_for()


async def nobody(ann: Person, bob: Person) -> None:
    await ann.go("/u/nobody-at-all")
    await ann.page.get_by_text("Player not found").wait_for()
    ann.faults.clear()


async def puzzles(ann: Person, bob: Person) -> None:
    await ann.go("/puzzles")
    await ann.page.locator("[data-cell]").first.wait_for()


async def learn(ann: Person, bob: Person) -> None:
    await ann.go("/learn")
    await ann.page.get_by_role("heading", name="Learn").wait_for()


async def lesson(ann: Person, bob: Person) -> None:
    await ann.go("/learn#ultimate")
    await ann.cell(30).click()
    await ann.page.get_by_role("button", name="Next").wait_for()


async def toast(ann: Person, bob: Person) -> None:
    await ann.sign_up(name := a_username())
    await ann.go("/puzzles")
    await ann.page.locator("[data-cell]").first.wait_for()
    await bob.challenge(name, "gomoku")
    await ann.page.locator("[data-toast]").wait_for()


async def watch(ann: Person, bob: Person) -> None:
    other = await ann.another_tab()
    for person in (other, bob):
        await person.go()
        await person.choose("4x4")
        await person.press("Play anyone")
        await person.page.wait_for_url("**/g/*")
    # The starting player is random.
    await expect(bob.status).to_contain_text("turn")
    bob_begins = (await bob.status.inner_text()).startswith("Your")
    for turn, cell in enumerate([5, 6, 9]):
        await (other, bob)[(turn + bob_begins) % 2].play(cell)
    await ann.go("/watch")
    await ann.page.get_by_role("heading", name="Featured game").wait_for()


async def analysis(ann: Person, bob: Person) -> None:
    await ann.go("/analysis#classic%20O2%2F1X1%2F3%20X")
    await ann.page.locator(".hinted").wait_for()


async def duel(ann: Person, bob: Person) -> None:
    await ann.go("/duel")
    await ann.page.locator("[data-cell] svg").nth(3).wait_for()
    await ann.press("Pause")


async def inbox(ann: Person, bob: Person) -> None:
    for variant in ("classic", "4x4"):
        await bob.accept(await ann.invite(variant))
        await ann.play(5)
        await ann.go("/inbox")
        await bob.play(0)
        if variant == "classic":
            await ann.press("Mark all as read")
    await ann.page.reload()
    await ann.page.get_by_text("New", exact=True).wait_for()


async def history(ann: Person, bob: Person) -> None:
    await won(ann, bob)
    await ann.go("/history")
    await ann.page.get_by_role("heading", name="Recent opponents").wait_for()


async def friends(ann: Person, bob: Person) -> None:
    await play_rated(ann.url)
    await bob.sign_up(name := a_username())
    for other in (name, "Paula", "Rosa"):
        await ann.go(f"/u/{other}")
        await ann.press("Follow ")
        await ann.page.get_by_role("button", name="Unfollow ").wait_for()
    await ann.go("/friends")
    await ann.page.get_by_role("heading", name="Online now").wait_for()


async def no_friends(ann: Person, bob: Person) -> None:
    await ann.go("/friends")
    await ann.page.get_by_text("You don’t follow anyone yet.").wait_for()


async def won_against_account(ann: Person, bob: Person) -> None:
    await bob.sign_up(a_username())
    await won(ann, bob)
    await ann.page.get_by_role("button", name="Follow ").wait_for()


async def challenged(ann: Person, bob: Person) -> None:
    await ann.sign_up(name := a_username())
    await bob.challenge(name, "gomoku")
    await ann.go()
    await ann.page.get_by_role("listitem").filter(has_text="challenges you to a game.").wait_for()


async def challenging(ann: Person, bob: Person) -> None:
    await bob.sign_up(name := a_username())
    await ann.go(f"/u/{name}")
    await ann.press("Challenge")
    await ann.page.get_by_role("heading", name="Challenge").wait_for()


async def awaiting(ann: Person, bob: Person) -> None:
    await bob.sign_up(name := a_username())
    await ann.challenge(name)
    await ann.page.get_by_role("heading", name="Challenge sent to").wait_for()


async def empty_inbox(ann: Person, bob: Person) -> None:
    await ann.go("/inbox")
    await ann.page.get_by_text("You’re all caught up.").wait_for()


async def settings(ann: Person, bob: Person) -> None:
    await ann.go("/settings")
    await ann.page.get_by_role("heading", name="Settings").wait_for()


async def account_settings(ann: Person, bob: Person) -> None:
    await ann.sign_up(a_username())
    await ann.go("/settings")
    await ann.page.get_by_role("heading", name="Notifications", exact=True).wait_for()


async def rival(ann: Person, bob: Person) -> None:
    """Open the page of a past opponent, with the question whether to block them."""
    name = a_username()
    await bob.sign_up(name)
    for variant, cells in (("classic", [4, 0, 1, 3, 7]), ("4x4", [5, 0, 6, 1, 9, 2, 10, 3])):
        await bob.accept(await ann.invite(variant))
        for turn, cell in enumerate(cells):
            await (ann, bob)[turn % 2].play(cell)
    await ann.go(f"/u/{name}")
    await ann.page.get_by_role("heading", name="You vs.").wait_for()
    await ann.press("Block")


async def dealings(ann: Person, bob: Person) -> None:
    """Write a report at the board."""
    await bob.accept(await ann.invite())
    await ann.press("Mute, block or report")
    await ann.press("Report…")


async def voice(ann: Person, bob: Person) -> None:
    await ann.go("/settings")
    await ann.page.get_by_label("Voice moves").check()
    await ann.invite()
    await ann.page.get_by_role("button", name="Speak").wait_for()


async def lost(ann: Person, bob: Person) -> None:
    await ann.go("/no/such/page")
    ann.faults.clear()


async def api(ann: Person, bob: Person) -> None:
    await ann.go("/api")
    await ann.page.get_by_role("heading", name="Noughts API").wait_for()
    await ann.page.get_by_text("No API key applied").first.wait_for()


SCENES: tuple[Scene, ...] = (
    home,
    invitation,
    invited,
    own_invitation,
    game,
    gomoku,
    choosing,
    won,
    two,
    replay,
    reviewed,
    practice,
    puzzles,
    learn,
    lesson,
    toast,
    inbox,
    empty_inbox,
    history,
    friends,
    no_friends,
    won_against_account,
    challenged,
    challenging,
    awaiting,
    watch,
    analysis,
    duel,
    computer,
    gone,
    voice,
    settings,
    account_settings,
    entry,
    recovery,
    recovery_codes,
    account,
    passkeys,
    passkey_login,
    player,
    leaderboards,
    nobody,
    rival,
    dealings,
    missing,
    lost,
    api,
)

# Each shows a page that another scene shows too, in a different state.
OTHER_STATES: frozenset[Scene] = frozenset(
    (
        invitation,
        invited,
        own_invitation,
        gomoku,
        two,
        practice,
        lesson,
        choosing,
        won_against_account,
        challenged,
        passkeys,
        dealings,
        inbox,
        history,
        watch,
        recovery,
        account,
        leaderboards,
        api,
        toast,
        empty_inbox,
        no_friends,
        challenging,
        awaiting,
        computer,
        gone,
        voice,
        settings,
        entry,
        recovery_codes,
        passkey_login,
        nobody,
        rival,
        missing,
    )
)
