"""Pages that tests use one after another: a new page takes twice the processor time of a used one.

A used page keeps nothing but the browser's cache. After a change that can't be undone, such as a script that runs in
every document, it isn't used again.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any
from weakref import WeakSet

from playwright.async_api import Browser, BrowserContext, Error, Page

# The methods whose effects last as long as the page.
_LASTING = (
    "add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "route",
    "route_web_socket", "set_extra_http_headers", "set_geolocation", "set_offline",
)  # fmt: skip

_changed: WeakSet[BrowserContext] = WeakSet()
_free: defaultdict[tuple[Browser, str], list[Page]] = defaultdict(list)
_new_tools = BrowserContext.new_cdp_session


def _watch(kind: type[Page | BrowserContext], name: str) -> None:
    method: Callable[..., Any] = getattr(kind, name)

    def watched(self: Page | BrowserContext, *arguments: Any, **options: Any) -> Any:
        _changed.add(self.context if isinstance(self, Page) else self)
        return method(self, *arguments, **options)

    setattr(kind, name, watched)


for _kind in (Page, BrowserContext):
    for _name in _LASTING:
        if hasattr(_kind, _name):
            _watch(_kind, _name)


def take(browser: Browser, url: str) -> Page | None:
    """Return a used page for this server, if there is one."""
    pages = _free[browser, url]
    return pages.pop() if pages else None


async def put(page: Page, url: str) -> bool:
    """Empty the page for somebody else, and return whether that was possible."""
    context = page.context
    # The tab's own storage can be cleared only while it shows a page of the server.
    if context in _changed or context.browser is None or not page.url.startswith(f"{url}/"):
        return False
    try:
        for other in context.pages:
            if other != page:
                await other.close()
        await page.evaluate("sessionStorage.clear()")
        await page.goto("about:blank")
        await context.clear_cookies()
        tools = await _new_tools(context, page)
        await tools.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
        await tools.detach()
    except Error:
        return False
    _free[context.browser, url].append(page)
    return True


def forget(browser: Browser) -> None:
    """Keep no page of a browser that is closing."""
    for key in [key for key in _free if key[0] == browser]:
        del _free[key]
