"""What a browser opens: the pages that Vite has built, their assets, and the API's document."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from litestar import asgi
from litestar.enums import MediaType
from litestar.handlers import ASGIRouteHandler
from litestar.types import HTTPScope, Receive, Scope, Send

from noughts.doors.document import document_of
from noughts.doors.files import StoredFile, answer, file_of
from noughts.doors.replies import Refused
from noughts.messages.refusals import Refusal

STATIC = Path(__file__).parent / "static"

# The addresses of the web client besides `/`, and those with a name after them; it looks at its address itself, see
# web/src/routes.ts. Litestar takes a mount for every path that begins like it: `/i` would hide `/icons`.
PAGES_OF = ("/g", "/u", "/invite", "/replay")
PAGES = ("/two", "/computer", "/settings", "/puzzles", "/watch", "/inbox", "/account", "/leaderboards")
ROOT_FILES = ("robots.txt", "manifest.webmanifest", "sw.js")


def site(files: Mapping[str, StoredFile]) -> list[ASGIRouteHandler]:
    """The handlers of all of it. What is built later than these files were loaded is not seen."""
    made: dict[str, StoredFile] = {}

    def page(name: str) -> StoredFile:
        if name not in files:
            raise Refused(Refusal("not_found", "The web client has not been built: run `make web`, then start again."))
        return files[name]

    def document(scope: Scope) -> StoredFile:
        if not made:
            made["document"] = file_of(document_of(scope["litestar_app"]), MediaType.JSON)
        return made["document"]

    def asset(scope: Scope) -> StoredFile | None:
        return files.get(f"assets/{_rest(scope)}")

    def icon(scope: Scope) -> StoredFile | None:
        return files.get(f"icons/{_rest(scope)}")

    def shown(scope: Scope) -> StoredFile | None:
        return None if "/" in _rest(scope) or not _rest(scope) else page("index.html")

    return [
        *(_handler(path, lambda _: page("index.html")) for path in ("/", *PAGES)),
        # An invitation (`/invite`) too: the page asks the API about it, and nothing is used up by looking.
        *(_handler(path, shown, is_mount=True) for path in PAGES_OF),
        _handler("/assets", asset, is_mount=True),
        _handler("/icons", icon, is_mount=True),
        *(_handler(f"/{name}", lambda scope: files.get(scope["path"].lstrip("/"))) for name in ROOT_FILES),
        _handler("/api", lambda _: page("api.html")),
        _handler("/api/openapi.json", document),
    ]


def _rest(scope: Scope) -> str:
    """What comes after the path of a mounted handler."""
    return scope["path"].strip("/")


def _handler(path: str, find: Callable[[Scope], StoredFile | None], is_mount: bool = False) -> ASGIRouteHandler:
    # Litestar's other kinds of handlers know no HEAD with the length that GET would have.
    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        await answer(cast(HTTPScope, scope), find(scope))(scope, receive, send)

    return asgi(path, copy_scope=False, is_mount=is_mount)(handle)
