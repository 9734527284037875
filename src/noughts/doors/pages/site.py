"""Everything that a browser opens: the pages built by Vite, their assets, and the API's document."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from litestar import asgi
from litestar.enums import MediaType
from litestar.handlers import ASGIRouteHandler
from litestar.types import HTTPScope, Receive, Scope, Send

from noughts.doors.http.error_responses import Refused
from noughts.doors.http.health import API_PAGE_POLICY
from noughts.doors.openapi.document import document_of
from noughts.doors.pages.client_pages import client_pages
from noughts.doors.pages.files import StoredFile, answer, file_of
from noughts.doors.pages.preview_texts import load_words
from noughts.messages.refusals import Refusal

STATIC = Path(__file__).parent.parent / "static"

ROOT_FILES = ("robots.txt", "manifest.webmanifest", "sw.js")


def site(files: Mapping[str, StoredFile]) -> list[ASGIRouteHandler]:
    """Return the handlers of all pages. Files built after startup are not noticed."""
    made: dict[str, StoredFile] = {}
    making = asyncio.Lock()

    def page(name: str) -> StoredFile:
        if name not in files:
            raise Refused(Refusal("not_found", "The web client isn't built: run `make web`, then restart."))
        return files[name]

    async def show_document(scope: Scope, receive: Receive, send: Send) -> None:
        async with making:
            if not made:
                # This takes seconds, and games must not wait for it.
                document = await asyncio.to_thread(document_of, scope["litestar_app"])
                made["document"] = file_of(document, MediaType.JSON)
        await answer(cast(HTTPScope, scope), made["document"])(scope, receive, send)

    async def show_api_page(scope: Scope, receive: Receive, send: Send) -> None:
        reply = answer(cast(HTTPScope, scope), page("api.html"))
        reply.headers["content-security-policy"] = API_PAGE_POLICY
        await reply(scope, receive, send)

    def asset(scope: Scope) -> StoredFile | None:
        return files.get(f"assets/{_rest(scope)}")

    def icon(scope: Scope) -> StoredFile | None:
        return files.get(f"icons/{_rest(scope)}")

    return [
        *client_pages(page, load_words(files)),
        _handler("/assets", asset, is_mount=True),
        _handler("/icons", icon, is_mount=True),
        *(_handler(f"/{name}", lambda scope: files.get(scope["path"].lstrip("/"))) for name in ROOT_FILES),
        asgi("/api", copy_scope=False)(show_api_page),
        asgi("/api/openapi.json", copy_scope=False)(show_document),
    ]


def _rest(scope: Scope) -> str:
    """Return what comes after the path of a mounted handler."""
    return scope["path"].strip("/")


def _handler(path: str, find: Callable[[Scope], StoredFile | None], is_mount: bool = False) -> ASGIRouteHandler:
    # Litestar's other kinds of handlers can't answer HEAD with the length of GET.
    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        await answer(cast(HTTPScope, scope), find(scope))(scope, receive, send)

    return asgi(path, copy_scope=False, is_mount=is_mount)(handle)
