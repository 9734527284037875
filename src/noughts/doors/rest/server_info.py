"""The API about the server itself: its version, and which optional parts it has."""

from litestar import get
from msgspec import Struct

from noughts import __version__
from noughts.doors.http.documented import documented
from noughts.engine import kernels
from noughts.server.sessions.services import Services


class ServerInfo(Struct, frozen=True, rename="camel"):
    """What this server offers. Without `compiledEngine`, the computer searches only briefly and plays weaker."""

    version: str
    voice: bool
    pictures: bool
    compiled_engine: bool
    # Whether it sends links to players who forgot their password.
    email: bool = False
    # The name of the service that players may log in with.
    provider: str | None = None


@get(
    "/server",
    tags=["server"],
    summary="Show the version and the optional parts of this server",
    responses=documented(ServerInfo, words="What players can use here."),
    sync_to_thread=False,
)
def show_server(services: Services) -> ServerInfo:
    return ServerInfo(
        version=__version__,
        voice=services.speech_pool.is_on,
        pictures=services.pictures.is_on,
        compiled_engine=kernels.can_compile(),
        email=services.emails.is_on,
        provider=services.linking.label,
    )


HANDLERS = [show_server]
