"""The OpenAPI document of everything over HTTP: Litestar's document, with our additions.

Litestar provides the paths. msgspec provides the schemas, which match the decoder exactly: limits, no unknown fields.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import Litestar, Router
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag
from litestar.routes import HTTPRoute

from noughts import __version__
from noughts.doors.http.authentication import NO_COOKIE
from noughts.doors.http.public_address import PLAIN_COOKIE, SECURE_COOKIE
from noughts.doors.openapi.examples import EXAMPLES
from noughts.messages.commands import Command

Json = dict[str, Any]

DESCRIPTION = """\
A server for tic-tac-toe and its relatives. Get a token with `POST /api/v1/guests` and send it as
`Authorization: Bearer …`. Then create a game or get matched, and play. Every accepted command is stored before you get
the response.

You can give a command your own `id`: sent twice, it runs once and returns the same response. An error has a `code` for
programs and a text for people. When you should wait, the `Retry-After` header gives the seconds. To receive the
opponent's moves without polling, use the WebSocket at `/ws`, which takes the same commands."""

TAGS = [
    Tag("players", "Guests without a password, accounts, and logging in."),
    Tag("account", "Your sessions, API tokens, password and settings."),
    Tag("games", "Create, find and look at games."),
    Tag("inbox", "Your notices and the games waiting for you."),
    Tag("play", "Commands within a game. Every response is the full state of the game after it."),
    Tag("records", "Records, ratings and leaderboards. No token needed."),
    Tag("computer", "The computer as an opponent at eight levels, and as an analyst."),
    Tag("puzzles", "Positions with one winning move, and a daily puzzle."),
    Tag("voice", "Moves and commands by voice, in English. Audio stays on this server and is not stored."),
    Tag("server", "What this server offers."),
    Tag("moderation", "For accounts that the operator has made moderators. Others get 403, and so do API tokens."),
    Tag("rooms", "The rooms API: the same games with passwords, room tokens and X/Y coordinates."),
]
BEARER = SecurityScheme(
    "http", scheme="bearer", description="The `token` from `POST /api/v1/guests`, `/login` or `/me/tokens`."
)
COOKIE = SecurityScheme(
    "apiKey",
    name=PLAIN_COOKIE,
    security_scheme_in="cookie",
    description=f"The same token as a cookie (`?cookie=true`), named `{SECURE_COOKIE}` under TLS. For the web client.",
)


def document_config() -> OpenAPIConfig:
    """Return the document's general information."""
    return OpenAPIConfig(
        "Noughts",
        __version__,
        description=DESCRIPTION,
        tags=TAGS,
        components=Components(security_schemes={"bearer": BEARER, "cookie": COOKIE}),
        operation_id_creator=lambda handler, _, path: _operation_id(handler, path),
        path="/api",
        render_plugins=[_NoPages()],
    )


class _NoPages(JsonRenderPlugin):
    """Keeps Litestar from serving the document: `site.py` serves it compressed, with our own page."""

    def receive_router(self, router: Router) -> None:
        router.routes = []


def document_of(app: Litestar) -> bytes:
    document: Json = app.openapi_schema.to_schema()
    complete(document, app)
    return msgspec.json.encode(document)


def complete(document: Json, app: Litestar) -> None:
    """Add everything that Litestar does not know."""
    types: list[Any] = []
    for operation, handler in _operations(document, app):
        types += _types_of(handler)
        # Unreadable input is answered with 422 everywhere; Litestar would say 400.
        operation["responses"].pop("400", None)
        if {"player", "identity"} & handler.parsed_fn_signature.parameters.keys():
            ways: list[Json] = [{"bearer": []}] if handler.opt.get(NO_COOKIE) else [{"bearer": []}, {"cookie": []}]
            operation["security"] = ways
    schemas = document["components"]["schemas"]
    schemas.update(_exact_schemas(types))
    _name_types(document)
    for operation, _ in _operations(document, app):
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for media in (media for body in bodies for media in body.get("content", {}).values()):
            _add_example(media)


def _name_types(part: Any) -> None:
    """Add the type to texts with a fixed list of values. msgspec leaves it out, but the page at `/api` shows it."""
    if isinstance(part, dict):
        if "type" not in part and all(isinstance(value, str) for value in part.get("enum", (None,))):
            part["type"] = "string"
        for value in part.values():
            _name_types(value)
    elif isinstance(part, list):
        for value in part:
            _name_types(value)


def _operations(document: Json, app: Litestar) -> Iterator[tuple[Json, HTTPRouteHandler]]:
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path_format in document["paths"]:
            for handler in route.route_handlers:
                for method in handler.http_methods:
                    operation = document["paths"][route.path_format].get(method.lower())
                    if operation is not None:
                        yield operation, handler


def _types_of(handler: HTTPRouteHandler) -> list[Any]:
    given = [handler.parsed_data_field.annotation] if handler.parsed_data_field else []
    return given + [spec.data_container for spec in (handler.responses or {}).values()]


def _exact_schemas(types: list[Any]) -> Json:
    _, schemas = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    for command in (kind for kind in types if isinstance(kind, type) and issubclass(kind, Command)):
        # The path names the command; the body may name it too.
        schemas[command.__name__]["required"].remove("type")
    return schemas


def _add_example(media: Json) -> None:
    schema = media["schema"]
    name = schema.get("items", schema).get("$ref", "").rpartition("/")[2]
    if "examples" not in media and name in EXAMPLES:
        # Not `example`, because the viewer on the API's page can't read an example that contains null.
        media["examples"] = {"example": {"value": [EXAMPLES[name]] if "items" in schema else EXAMPLES[name]}}


def _operation_id(handler: HTTPRouteHandler, path: list[Any]) -> str:
    """`makeGuest`, and `roomLogin` for the paths of the rooms API."""
    words = handler.fn.__name__.split("_")
    if path[:1] != ["api"]:
        words.insert(0, "room")
    return words[0] + "".join(word.capitalize() for word in words[1:])
