"""The pages of the web client, each with the preview of its link, and the board that other sites may embed."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import cast

from litestar import asgi
from litestar.handlers import ASGIRouteHandler
from litestar.types import HTTPScope, Receive, Scope, Send
from msgspec.structs import replace

from noughts.doors.http.authentication import Connection, public_address_of, services_of
from noughts.doors.http.health import EMBED_POLICY
from noughts.doors.pages.files import StoredFile, answer
from noughts.doors.pages.html_page import HtmlPage
from noughts.doors.pages.link_previews import plain_preview, preview_of
from noughts.doors.pages.preview_texts import Words, chosen_language
from noughts.doors.pages.routes import EMBEDDED, PAGES, PAGES_OF

PageNamed = Callable[[str], StoredFile]


def client_pages(page: PageNamed, words: Mapping[str, Words]) -> list[ASGIRouteHandler]:
    """Return the handlers of all pages of the client. `page` returns a built page by its name."""
    index = cache(lambda: HtmlPage(page("index.html")))

    def shown(path: str, kind: str = "", is_mount: bool = False) -> ASGIRouteHandler:
        async def handle(scope: Scope, receive: Receive, send: Send) -> None:
            name = scope["path"].strip("/") if is_mount else ""
            # `/puzzles` alone is a page, `/g` alone is not.
            is_page = "/" not in name and (name != "" or not is_mount or kind in PAGES)
            file = await _described(index(), words, scope, kind, name) if is_page else None
            reply = answer(cast(HTTPScope, scope), file, vary="Accept-Encoding, Accept-Language")
            await reply(scope, receive, send)

        return asgi(path, copy_scope=False, is_mount=is_mount)(handle)

    async def embed(scope: Scope, receive: Receive, send: Send) -> None:
        kind, _, name = scope["path"].strip("/").partition("/")
        is_page = kind in EMBEDDED and name != "" and "/" not in name
        reply = answer(cast(HTTPScope, scope), page("embed.html") if is_page else None)
        reply.headers["content-security-policy"] = EMBED_POLICY
        await reply(scope, receive, send)

    return [
        *(shown(path) for path in ("/", *(f"/{name}" for name in PAGES if name not in PAGES_OF))),
        # Includes invitations (`/invite`): looking at one does not use it up.
        *(shown(f"/{name}", name, is_mount=True) for name in PAGES_OF),
        asgi("/embed", copy_scope=False, is_mount=True)(embed),
    ]


async def _described(
    index: HtmlPage, by_language: Mapping[str, Words], scope: Scope, kind: str, name: str
) -> StoredFile:
    request = Connection(scope)
    words = by_language[chosen_language(request.headers.get("accept-language", ""), by_language)]
    services = services_of(request)
    preview = await preview_of(kind, name, words, services) if name else plain_preview(words)
    if not services.previews.is_on:
        preview = replace(preview, picture="")
    address = public_address_of(request).url(request.headers.get("host", ""))
    return index.file(preview, words, address, scope["raw_path"].decode("ascii", "replace"))
