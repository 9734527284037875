"""Links to pages of this server, for people."""

from noughts.doors.http.authentication import Connection, public_address_of
from noughts.doors.http.error_responses import Refused
from noughts.messages.refusals import Refusal


def link_to(request: Connection, path: str) -> str:
    """Return the link to this path of the server. Raises `Refused` when the server's address is unknown."""
    url = public_address_of(request).url(request.headers.get("host", ""))
    if url is None:
        raise Refused(Refusal("malformed", "The `Host` header is not a host name."))
    return url + path
