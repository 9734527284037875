"""The proxy files of `deploy/` with two nodes: pages, games, port 5005, and a rolling restart."""

import asyncio
import ssl
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import httpx2
import pytest
import pytest_asyncio
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from noughts.client import Client, RemoteGame
from tests.deploy.proxies import Caddy, Nginx, Proxy
from tests.servers import NoughtsServer

LINE_CLIENT = Path(__file__).parents[2] / "examples" / "line_client.py"
PAIRS = 4
MOST_WAIT_SECONDS = 3.0

Nodes = tuple[NoughtsServer, NoughtsServer]
Site = tuple[Proxy, Nodes]


@pytest.fixture(params=[Nginx, Caddy], ids=["nginx", "caddy"])
def site(
    request: pytest.FixtureRequest,
    start_noughts: Callable[..., NoughtsServer],
    postgres_url: str,
    redis_url: str,
) -> Iterator[Site]:
    """A proxy with two nodes behind it."""
    proxy: Proxy = request.param()
    options = ("--database", postgres_url, "--redis", redis_url, "--public-url", proxy.url, "--proxies", "127.0.0.1")
    nodes = start_noughts(*options), start_noughts(*options)
    proxy.start([node.port for node in nodes], [node.line_port for node in nodes])
    with proxy.trusted():
        yield proxy, nodes
    proxy.stop()


@pytest_asyncio.fixture
async def http(site: Site) -> AsyncIterator[httpx2.AsyncClient]:
    trust = ssl.create_default_context(cafile=str(site[0].certificate))
    async with httpx2.AsyncClient(base_url=site[0].url, verify=trust) as client:
        yield client


async def test_forwards_pages_and_the_api_and_sockets(site: Site, http: httpx2.AsyncClient) -> None:
    proxy, _ = site
    assert (await http.get("/")).status_code == 200
    assert (await http.get("/metrics")).status_code == 404
    guest = await http.post("/api/v1/guests", json={})
    assert guest.status_code == 201
    # The proxy forwards the host with its port, so only a page of this address may open the socket.
    trust = ssl.create_default_context(cafile=str(proxy.certificate))
    socket = proxy.url.replace("https:", "wss:") + "/ws"
    async with connect(socket, ssl=trust, origin=proxy.url):  # type: ignore[arg-type]
        pass
    with pytest.raises(InvalidStatus, match="403"):
        await connect(socket, ssl=trust, origin="https://elsewhere.example")  # type: ignore[arg-type]
    async with Client(proxy.url) as ann, Client(proxy.url) as bob:
        mine = await ann.create(visibility="private")
        theirs = await bob.join(mine.id)
        for game, cell in [(mine, 4), (theirs, 0), (mine, 2), (theirs, 1), (mine, 6)]:
            await game.until_my_turn()
            await game.move(cell)
        assert (await theirs.until(lambda state: state.result is not None)).cells == "OOX.X.X.."


@pytest.mark.parametrize("site", [Nginx], indirect=True, ids=["nginx"])
def test_forwards_port_5005(site: Site) -> None:
    port = str(site[0].line_port)
    _play_by_line("127.0.0.1", port)
    _play_by_line("--udp", "127.0.0.1", port)


def _play_by_line(*options: str) -> None:
    command = [sys.executable, str(LINE_CLIENT), *options]
    clients = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True)]
    try:
        time.sleep(1)
        clients.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        assert sorted(client.communicate(timeout=30)[0].strip() for client in clients) == ["Lose", "Win"]
    finally:
        for client in clients:
            client.kill()


@pytest.mark.proof(only=True)
@pytest.mark.parametrize("end", [NoughtsServer.end, NoughtsServer.kill], ids=["told to end", "killed"])
async def test_a_rolling_restart_keeps_waits_short(site: Site, end: Callable[[NoughtsServer], object]) -> None:
    proxy, nodes = site
    done = asyncio.Event()
    games = [asyncio.create_task(_play_until(done, proxy.url)) for _ in range(PAIRS)]
    for node in nodes:
        await asyncio.sleep(1)
        await asyncio.to_thread(end, node)
        await asyncio.to_thread(node.start)
    await asyncio.sleep(1)
    done.set()
    waits = [wait for game in games for wait in await game]
    # The clients' TLS connections end a moment after they are closed.
    await asyncio.sleep(1)
    assert len(waits) > 100
    assert max(waits) < MOST_WAIT_SECONDS
    assert [node.tracebacks for node in nodes] == [[], []]


async def _play_until(done: asyncio.Event, url: str) -> list[float]:
    """Play one game after another, and return how long each move took until the opponent had it."""
    loop = asyncio.get_running_loop()
    waits = []
    async with Client(url) as ann, Client(url) as bob:
        while not done.is_set():
            x = await ann.create(visibility="private")
            o = await bob.join(x.id)
            for ply, cell in enumerate((4, 0, 2, 1, 6)):
                mover, other = (x, o) if ply % 2 == 0 else (o, x)
                started = loop.time()
                await _move(mover, other, cell)
                waits.append(loop.time() - started)
                await asyncio.sleep(0.02)
    return waits


async def _move(mover: RemoteGame, other: RemoteGame, cell: int) -> None:
    await mover.until_my_turn()
    await mover.move(cell)
    await other.until(lambda state: state.cells[cell] != ".")
