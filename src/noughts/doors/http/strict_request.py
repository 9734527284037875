"""JSON bodies by the sockets' rules: `"4"` is no number and 0 is not false. Litestar itself would take them as such."""

from functools import lru_cache
from typing import Any

import msgspec
from litestar import Request

# Under this key the request's state has what is wrong with its body.
WHY_UNREADABLE = "why_unreadable"


class Unreadable:
    """Stands for a body that could not be decoded: no type that a handler asks for."""


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is decoded straight into what its handler asks for."""

    async def json(self) -> Any:
        """Return the decoded body, or a value that no handler accepts.

        A client without permission learns that first: Litestar refuses an unreadable body only after that.
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
