"""Checks of the ports, the running server, and the public address that players use."""

from urllib.parse import urlsplit

import httpx2

from noughts.cli.doctor.finding import Finding, ok, problem, warning
from noughts.config import Settings
from noughts.doors.listening import CannotListen, bind, bind_twice

MOST_SECONDS = 5.0
_UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
_IGNORED = "noughts_forwards_ignored_total "


async def check_ports(settings: Settings) -> tuple[bool, list[Finding]]:
    """Return whether our server runs at its port, and the findings about all ports."""
    try:
        bind(settings.host, settings.port).close()
    except CannotListen as error:
        if await _get(_local_url(settings), "/healthz") == (200, "alive\n"):
            return True, [ok(f"Noughts runs on port {settings.port}.")]
        return False, [_taken(str(error), "port")]
    found = [ok(f"Port {settings.port} is free.")]
    try:
        for bound in bind_twice(settings.host, settings.line_port):
            bound.close()
        found.append(ok(f"Port {settings.line_port} is free."))
    except CannotListen as error:
        found.append(_taken(str(error), "line-port"))
    return False, found


def _taken(words: str, setting: str) -> Finding:
    return problem(
        f"The server {words}.", f"Stop the other program (`ss -tulpn` lists it), or change `host` or `{setting}`."
    )


def _local_url(settings: Settings) -> str:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 - nothing listens here
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


async def check_server(settings: Settings) -> list[Finding]:
    """Check that the running server can store moves."""
    status, words = await _get(_local_url(settings), "/readyz")
    if status == 200:
        return [ok("The running server is ready.")]
    return [problem(f"The running server says: {words.strip()}.", "Its log says why. Check the database and its disk.")]


async def check_public_url(settings: Settings, *, is_running: bool) -> list[Finding]:
    """Check that players reach the server at its public address, and that the proxy forwards the right headers."""
    url = settings.public_url
    if not url:
        if settings.host in ("127.0.0.1", "::1", "localhost"):
            return []
        return [warning("No public address is set.", "Set public-url, so that links and cookies use it.")]
    if not is_running:
        return [warning(f"{url} was not checked.", "Run this again while the server runs.")]
    before = await _ignored(settings)
    status, words = await _get(url, "/healthz")
    if (status, words) != (200, "alive\n"):
        return [problem(f"{url} does not lead to this server: {words or status}.", "Check DNS, TLS and the proxy.")]
    found = [ok(f"{url} leads to Noughts."), await _check_socket(url), *_check_tls(url)]
    if _port(url) != settings.port:
        found += await _check_proxy(settings, before)
    return found


async def _check_socket(url: str) -> Finding:
    status, _ = await _get(url, "/ws", {**_UPGRADE, "Origin": url})
    if status == 101:
        return ok("Game sockets get through.")
    return problem(
        f"The proxy does not pass on WebSockets (HTTP {status}).",
        "Pass on the headers Host, Upgrade and Connection: compare deploy/nginx.conf.",
    )


def _check_tls(url: str) -> list[Finding]:
    if url.startswith("https:") or urlsplit(url).hostname in ("localhost", "127.0.0.1"):
        return []
    return [warning("The public address has no TLS.", "Use https: notifications, voice and installing need it.")]


async def _check_proxy(settings: Settings, ignored_before: float | None) -> list[Finding]:
    if not settings.metrics_token and (await _get(settings.public_url, "/metrics"))[0] == 200:
        return [
            problem(
                "The proxy sends no X-Forwarded-For: all players share one address, and anybody can read /metrics.",
                "Let the proxy set X-Forwarded-For: compare deploy/nginx.conf.",
            )
        ]
    ignored = await _ignored(settings)
    if ignored_before is None or ignored is None:
        return []
    if ignored > ignored_before:
        return [
            problem(
                "The server does not trust the proxy: all players share its address and its limits.",
                "Add the proxy's address to the setting `proxies`.",
            )
        ]
    return [ok("The server sees the players' own addresses.")]


async def _ignored(settings: Settings) -> float | None:
    """Return how many forwarded addresses the server has ignored so far; None if the server doesn't report it."""
    headers = {"Authorization": f"Bearer {settings.metrics_token}"} if settings.metrics_token else {}
    status, text = await _get(_local_url(settings), "/metrics", headers)
    for line in text.splitlines() if status == 200 else ():
        if line.startswith(_IGNORED):
            return float(line.removeprefix(_IGNORED))
    return None


def _port(url: str) -> int:
    parts = urlsplit(url)
    return parts.port or (443 if parts.scheme == "https" else 80)


async def _get(url: str, path: str, headers: dict[str, str] | None = None) -> tuple[int, str]:
    """Return the status and the body; 0 and the error when there is no answer."""
    try:
        async with (
            # Ignore the environment: it may name a proxy that can't reach this machine, or other certificates.
            httpx2.AsyncClient(base_url=url, timeout=MOST_SECONDS, trust_env=url.startswith("https:")) as http,
            http.stream("GET", path, headers=headers) as reply,
        ):
            # After an upgrade there is no body to read.
            return reply.status_code, "" if reply.status_code == 101 else (await reply.aread()).decode(errors="replace")
    except (httpx2.HTTPError, OSError, ValueError) as error:
        return 0, str(error) or type(error).__name__
