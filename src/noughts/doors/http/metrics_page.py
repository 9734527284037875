"""`/metrics`: the figures of this process, for Prometheus."""

from hmac import compare_digest

from litestar import Response, get
from litestar.exceptions import NotFoundException
from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector, generate_latest

from noughts.doors.http.authentication import Connection, public_address_of, services_of
from noughts.doors.http.figures import Figures
from noughts.doors.http.outside_figures import outside_figures

# Figures about the process itself that the library knows: processor time, memory, open files, garbage collection.
_PROCESS = CollectorRegistry()
ProcessCollector(registry=_PROCESS)
GCCollector(registry=_PROCESS)


@get("/metrics", include_in_schema=False)
async def show_metrics(request: Connection) -> Response[bytes]:
    """Return the figures of this process, for Prometheus."""
    # Only this exact path: another spelling could bypass a proxy's rule for it.
    if request.scope["raw_path"] != b"/metrics" or not _may_see_metrics(request):
        raise NotFoundException
    services = services_of(request)
    figures = Figures(services, request.app.state.connections, await outside_figures(services))
    registry = CollectorRegistry()
    registry.register(figures)
    body = generate_latest(registry) + generate_latest(_PROCESS)
    return Response(body, media_type="text/plain; version=0.0.4")


def _may_see_metrics(request: Connection) -> bool:
    """Allow requests with the token from the settings. If the settings have none, allow direct requests from this
    machine.
    """
    token = public_address_of(request).metrics_token
    if token:
        said = request.headers.get("authorization", "").encode("utf-8", "surrogatepass")
        return compare_digest(said, f"Bearer {token}".encode())
    host = request.client.host if request.client else ""
    return host in ("127.0.0.1", "::1") and not {"x-forwarded-for", "forwarded"} & set(request.headers)
