"""A page that an earlier test has used is like a new one, or it isn't used again."""

from playwright.async_api import Browser

from tests.e2e.person import PHONE, Person
from tests.servers.noughts import NoughtsServer

# undefined becomes None.
_TRACES = "[localStorage.trace, sessionStorage.trace, document.cookie.includes('trace'), innerWidth]"
_IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"


async def test_a_used_page_keeps_nothing(server: NoughtsServer, browser: Browser) -> None:
    ann = await Person.at(browser, server.url, offline=False)
    await ann.go()
    await ann.page.evaluate("localStorage.trace = sessionStorage.trace = 1; document.cookie = 'trace=1'")
    tab = await ann.another_tab()
    await ann.leave()
    bob = await Person.at(browser, server.url, PHONE, "dark", offline=False)
    assert bob.page is ann.page
    assert tab.page.is_closed()
    await bob.go()
    assert await bob.page.evaluate(_TRACES) == [None, None, False, PHONE[0]]
    assert await bob.page.evaluate(_IS_DARK)
    assert (ann.faults, bob.faults) == ([], [])
    await bob.leave()


async def test_a_page_with_a_lasting_change_is_closed(server: NoughtsServer, browser: Browser) -> None:
    ann = await Person.at(browser, server.url, offline=False)
    await ann.page.add_init_script("window.changed = true")
    await ann.go()
    await ann.leave()
    assert ann.page.is_closed()
