"""The OpenAPI document of all that is spoken over HTTP: Litestar's, with what only we know added to it.

Litestar gives the paths. The schemas are msgspec's own, which say what the decoder does: bounds, no unknown fields.
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
from noughts.doors.asking import NO_COOKIE
from noughts.doors.examples import EXAMPLES
from noughts.doors.frontage import PLAIN_COOKIE, SECURE_COOKIE
from noughts.messages.commands import Command

Json = dict[str, Any]

DESCRIPTION = """\
A server for tic-tac-toe and its family. `POST /api/v1/guests` gives you a token; send it as `Authorization: Bearer …`.
Then open a game or meet somebody, and play: every accepted answer is stored before you get it.

A command may carry an `id` of your own: sent twice, it is applied once and answered the same. A no has the `code` for
programs and the words for people; when you should wait, the header `Retry-After` says how many seconds. To be told of
the opponent's moves at once instead of asking, use the WebSocket at `/ws`, which speaks the same commands."""

TAGS = [
    Tag("players", "Who you are: a guest at once and with no password, or an account."),
    Tag("account", "What is your own: logins, tokens for programs, password, settings."),
    Tag("games", "What can be played, and with whom: open a game, find one, look at one."),
    Tag("inbox", "What waits for you: how many games, and what there is to know of them."),
    Tag("play", "What a player does within a game. Every answer is the whole state of the game after it."),
    Tag("records", "How players have played: records, ratings, leaderboards. Nobody needs a token to look."),
    Tag("computer", "The computer as an opponent, at eight levels, and as a teacher."),
    Tag("puzzles", "Positions with one winning move; every day one that is the same for all."),
    Tag("voice", "Squares and commands as speech, in English. No sound leaves this server, and none is kept."),
    Tag("rooms", "The same games by other paths: accounts with a password, rooms with a token, coordinates X and Y."),
]
BEARER = SecurityScheme(
    "http", scheme="bearer", description="The `token` from `POST /api/v1/guests`, `/login` or `/me/tokens`."
)
COOKIE = SecurityScheme(
    "apiKey",
    name=PLAIN_COOKIE,
    security_scheme_in="cookie",
    description=f"The same token, kept by a browser (`?cookie=true`); `{SECURE_COOKIE}` under TLS. For our own pages.",
)


def document_config() -> OpenAPIConfig:
    """What the document says of the whole."""
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
    """Litestar makes the document, and is not to show it: `site.py` does, compressed and with a page of our own."""

    def receive_router(self, router: Router) -> None:
        router.routes = []


def document_of(app: Litestar) -> bytes:
    document: Json = app.openapi_schema.to_schema()
    complete(document, app)
    return msgspec.json.encode(document)


def complete(document: Json, app: Litestar) -> None:
    """Add what Litestar does not know."""
    types: list[Any] = []
    for operation, handler in _operations(document, app):
        types += _types_of(handler)
        # What cannot be read is answered with 422 everywhere; Litestar would say 400.
        operation["responses"].pop("400", None)
        if {"player", "identity"} & handler.parsed_fn_signature.parameters.keys():
            ways: list[Json] = [{"bearer": []}] if handler.opt.get(NO_COOKIE) else [{"bearer": []}, {"cookie": []}]
            operation["security"] = ways
    schemas = document["components"]["schemas"]
    schemas.update(_exact_schemas(types))
    for operation, _ in _operations(document, app):
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for media in (media for body in bodies for media in body.get("content", {}).values()):
            _add_example(media)


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
        # The path says which command it is; the body may say it as well.
        schemas[command.__name__]["required"].remove("type")
    return schemas


def _add_example(media: Json) -> None:
    schema = media["schema"]
    name = schema.get("items", schema).get("$ref", "").rpartition("/")[2]
    if "examples" not in media and name in EXAMPLES:
        media["example"] = [EXAMPLES[name]] if "items" in schema else EXAMPLES[name]


def _operation_id(handler: HTTPRouteHandler, path: list[Any]) -> str:
    """`makeGuest`, and `roomLogin` for the note's paths."""
    words = handler.fn.__name__.split("_")
    if path[:1] != ["api"]:
        words.insert(0, "room")
    return words[0] + "".join(word.capitalize() for word in words[1:])
