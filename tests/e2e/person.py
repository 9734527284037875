"""A person with a browser: actions, observations, and errors that must never happen on a page."""

import asyncio
import re
from collections.abc import Callable
from typing import Any, Literal, Self

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, Response, expect

from tests.e2e.reuse import put, take
from tests.proving import PROVING
from tests.waiting import until

Mark = Literal["X", "O"]
Scheme = Literal["light", "dark"]
Size = tuple[int, int]

PHONE: Size = (390, 844)
DESKTOP: Size = (1280, 800)

PASSWORD = "three in a row"

# How Chromium and Firefox report a WebSocket that was refused or lost, and a service worker that they could not
# reload meanwhile.
_LOST_NETWORK = re.compile(
    r"WebSocket connection|(establish a connection to the server at|connection to) ws:|when fetching the script"
)
_NOT_INSTALLED = "Service Worker registration blocked by Playwright"


class Person:
    """One browser profile and one page in it."""

    def __init__(self, context: BrowserContext, page: Page, url: str, *, reusable: bool = False) -> None:
        self.context = context
        self.page = page
        self.url = url
        self.faults: list[str] = []
        self._begun_at = url if reusable else None
        self._listeners: dict[Any, Callable[[Any], None]] = {
            "console": self._on_console,
            "pageerror": lambda error: self.faults.append(f"error: {error}"),
            "request": self._on_request,
            "response": self._on_response,
        }
        for event, listener in self._listeners.items():
            page.on(event, listener)

    @classmethod
    async def at(
        cls,
        browser: Browser,
        url: str,
        size: Size = DESKTOP,
        scheme: Scheme = "light",
        locale: str = "en-GB",
        *,
        offline: bool = PROVING,
        first_visit: bool = False,
    ) -> Self:
        """Open a page, which an earlier test may have used unless this is its `first_visit`.

        Only with `offline` does the browser install the service worker. Installing it takes nearly half of a test's
        processor time, because it loads every file of the page.
        """
        reusable = not (offline or first_visit) and locale == "en-GB" and browser.browser_type.name == "chromium"
        if reusable and (used := take(browser, url)):
            await used.set_viewport_size({"width": size[0], "height": size[1]})
            await used.emulate_media(color_scheme=scheme, reduced_motion="reduce", media="null")
            return cls(used.context, used, url, reusable=True)
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            locale=locale,
            base_url=url,
            reduced_motion="reduce",
            service_workers="allow" if offline else "block",
        )
        context.set_default_timeout(15_000)
        return cls(context, await context.new_page(), url, reusable=reusable)

    async def another_tab(self) -> "Person":
        return Person(self.context, await self.context.new_page(), self.url)

    def _on_console(self, message: ConsoleMessage) -> None:
        # Only Chromium logs error answers; `_on_response` sees them in both browsers.
        if (
            message.type in ("error", "warning")
            and "status of 4" not in message.text
            and message.text != _NOT_INSTALLED
        ):
            self.faults.append(f"console: {message.text}")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith(self.url):
            self.faults.append(f"request to another host: {request.url}")

    def _on_response(self, response: Response) -> None:
        if 400 <= response.status < 500:
            self.faults.append(f"refused with {response.status}: {response.url}")

    async def leave(self) -> None:
        if self._begun_at is None or not await put(self.page, self._begun_at):
            await self.context.close()
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)

    # Actions.

    async def go(self, path: str = "/") -> None:
        await self.page.goto(path if path.startswith("http") else f"{self.url}{path}")

    async def press(self, name: str) -> None:
        await self.page.get_by_role("button", name=name).click()

    async def choose(self, variant: str = "classic", rounds: int = 1) -> None:
        await self.page.locator(f"input[name=variant][value='{variant}']").check(force=True)
        await self.page.get_by_label("Rounds").select_option(str(rounds))

    async def invite(self, variant: str = "classic", rounds: int = 1) -> str:
        """Create a game for a friend, and return the link that the page shows."""
        await self.go()
        await self.choose(variant, rounds)
        await self.press("Play a friend")
        await self.page.wait_for_url("**/g/*")
        return await self.page.get_by_label("Link to this game").input_value()

    async def invite_one(self, variant: str = "classic") -> str:
        """Create a game and an invitation for one person."""
        await self.invite(variant)
        await self.press("Get a one-time link")
        return await self.page.get_by_label("One-time link").input_value()

    async def accept(self, link: str) -> None:
        await self.go(link)
        await self.press("Join game")
        await expect(self.page.get_by_text("(you)")).to_be_visible()

    async def sign_up(self, username: str) -> None:
        """Sign up with this name."""
        await self.go("/account")
        await self.fill_in(username)
        await self.press("Sign up")
        await expect(self.page.get_by_role("button", name="Log out", exact=True)).to_be_visible()
        await expect(self.page.get_by_role("heading", name="Save your recovery codes")).to_be_visible()

    async def log_in(self, username: str) -> None:
        await self.go("/account")
        await self.page.get_by_role("button", name="Log in", exact=True).click()
        await self.fill_in(username)
        await self.page.get_by_role("button", name="Log in", exact=True).first.click()
        await expect(self.page.get_by_role("button", name="Log out", exact=True)).to_be_visible()

    async def fill_in(self, username: str) -> None:
        await self.page.get_by_label("Username").fill(username)
        await self.page.get_by_label("Password").fill(PASSWORD)

    async def play(self, *cells: int) -> None:
        """Tap these cells, each on this person's turn."""
        for cell in cells:
            await self.sees_status("Your turn", "Make your first move")
            await self.cell(cell).click()
            await self.sees_no_pending()

    async def move_by_api(self, game: str, cell: int) -> None:
        """Play without the page, which then shows the move."""
        url = f"{self.url}/api/v1/games/{game}/moves"
        reply = await self.context.request.post(url, data={"position": cell}, headers={"Origin": self.url})
        assert reply.ok, await reply.text()

    async def challenge(self, name: str, variant: str = "classic") -> None:
        await self.go()
        await self.choose(variant)
        await self.page.get_by_text("Challenge by username").click()
        await self.page.get_by_label("Username").fill(name)
        await self.press("Challenge")

    # What they see.

    def open_game(self, variant: str) -> Locator:
        """Return the game with this title in the list of open games."""
        return self.page.get_by_role("button", name=re.compile(f"{variant} .*Join"))

    def cell(self, cell: int) -> Locator:
        return self.page.locator(f"[data-cell='{cell}']")

    @property
    def status(self) -> Locator:
        return self.page.locator("[data-status]")

    async def sees(self, cell: int, mark: Mark) -> None:
        await expect(self.cell(cell)).to_have_attribute("aria-label", _ending_with(mark))

    async def sees_status(self, *starts: str) -> None:
        await expect(self.status).to_have_text(_starting_with(*starts))

    async def sees_no_pending(self) -> None:
        await expect(self.page.locator(".pending")).to_have_count(0)

    async def sees_line(self, cells: list[int]) -> None:
        for cell in cells:
            await expect(self.cell(cell)).to_have_attribute("aria-label", re.compile("in the (winning|losing) line"))

    async def was_told_no(self, times: int = 1) -> None:
        """Wait for this many refusals over HTTP, which are expected."""
        await until(lambda: sum(fault.startswith("refused") for fault in self.faults) >= times)
        self.faults = [fault for fault in self.faults if not fault.startswith("refused")]

    @property
    def faults_but_lost_network(self) -> list[str]:
        return [fault for fault in self.faults if not _LOST_NETWORK.search(fault)]

    async def resize(self, size: Size) -> None:
        """Set the window's width and height."""
        await self.page.set_viewport_size({"width": size[0], "height": size[1]})

    async def comes_true(self, expression: str) -> None:
        """Wait until the expression holds in the page. Playwright's own wait uses `eval`, which the page forbids."""
        async with asyncio.timeout(10):
            while not await self.page.evaluate(expression):
                await self.page.wait_for_timeout(20)

    async def fits_its_screen(self) -> bool:
        """Return whether nothing makes the page scroll sideways."""
        return bool(await self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def _starting_with(*starts: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*({'|'.join(map(re.escape, starts))})")


def _ending_with(mark: Mark) -> re.Pattern[str]:
    return re.compile(rf", {mark}(,|$)")
