"""Decodes JSON bodies as strictly as the sockets do: `"4"` is not a number and 0 is not false.

Litestar would accept both.
"""

from functools import lru_cache
from typing import Any

import msgspec
from litestar import Request

# The key of the decoding error in the request's state.
WHY_UNREADABLE = "why_unreadable"


class Unreadable:
    """Stands for a body that could not be decoded. It is of no type that a handler accepts."""


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is decoded directly into its handler's type."""

    async def json(self) -> Any:
        """Return the decoded body, or a value that no handler accepts.

        This delays the refusal of an unreadable body until after the permission check.
        """
        field = self.route_handler.parsed_data_field
        decoder = _decoder(Any if field is None else field.annotation)
        try:
            return decoder.decode(await self.body())
        except msgspec.DecodeError as error:
            self.scope["state"][WHY_UNREADABLE] = str(error)
        except UnicodeDecodeError:
            self.scope["state"][WHY_UNREADABLE] = "Not UTF-8."
        return Unreadable()


@lru_cache(256)
def _decoder(kind: Any) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(kind)
