"""Limits and names in use count on all nodes together; without Redis each node counts for itself."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
import pytest_asyncio

from noughts.app import Application
from tests.doors.line_talker import LineTalker
from tests.server.virtual import Time, server_at
from tests.servers import ValkeyServer
from tests.waiting import until

Nodes = tuple[Application, Application]


@pytest_asyncio.fixture
async def nodes(postgres_url: str, valkey: ValkeyServer) -> AsyncIterator[Nodes]:
    how: dict[str, Any] = {
        "database": postgres_url,
        "redis": valkey.url,
        "logins_per_account": 4,
        "guests_per_minute": 6,
    }
    async with server_at(Time(), **how) as first, server_at(Time(), **how) as second:
        yield first, second


async def _post(node: Application, path: str, **fields: str) -> int:
    async with httpx2.AsyncClient(base_url=node.address) as http:
        return (await http.post(f"/api/v1/{path}", json=fields)).status_code


async def _wrong_login(node: Application) -> int:
    return await _post(node, "login", username="somebody", password="a wrong password")


async def _call(node: Application, name: str) -> tuple[LineTalker, dict[str, Any]]:
    line = await LineTalker.connect(node.line_address)
    return line, await line.ask({"username": name})


async def test_wrong_passwords_count_across_nodes(nodes: Nodes) -> None:
    first, second = nodes
    assert [await _wrong_login(first) for _ in range(4)] == [401] * 4
    budget = second.services.gatekeeper.budget
    limit = budget.limits_by_name("login")["login-account"]
    await until(lambda: bool(limit.bucket("somebody", budget.now()).wait(budget.now(), 77)))
    assert await _wrong_login(second) == 429


async def test_new_guests_count_across_nodes(nodes: Nodes) -> None:
    first, second = nodes
    assert [await _post(first, "guests") for _ in range(6)] == [201] * 6
    budget = second.services.gatekeeper.budget
    limit = budget.limits_by_name("newcomer")["newcomer-address"]
    await until(lambda: limit.bucket("127.0.0.1", budget.now()).wait(budget.now()) > 0)
    assert await _post(second, "guests") == 429


async def test_a_name_is_in_use_on_all_nodes(nodes: Nodes, valkey: ValkeyServer) -> None:
    first, second = nodes
    ann, seated = await _call(first, "Ann")
    assert "gameId" in seated
    other, refused = await _call(second, "ann")
    assert refused["code"] == "name_in_use"
    await ann.hang_up()
    await until(lambda: "ann" not in first.services.online_names)

    async with asyncio.timeout(10):
        while not await second.services.online_names.claim("ann"):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
    second.services.online_names.disconnected("ann")
    # Without Redis, each node knows only its own names.
    bob, _ = await _call(first, "Bob")
    valkey.stop()
    namesake, alone = await _call(second, "Bob")
    assert "gameId" in alone
    late, refused = await _call(first, "bob")
    assert refused["code"] == "name_in_use"
    for line in (other, bob, namesake, late):
        await line.hang_up()


@pytest.mark.parametrize("ends", ["killed", "told to end"])
async def test_names_become_free_when_their_node_ends(nodes: Nodes, valkey: ValkeyServer, ends: str) -> None:
    first, second = nodes
    names = first.services.online_names, second.services.online_names
    assert await names[0].claim("cleo")
    assert not await names[1].claim("cleo")
    if ends == "killed":
        # Without these tasks, nobody renews the key that shows that the node is alive.
        for task in first.server.bus._tasks:  # type: ignore[attr-defined]
            task.cancel()
        await until(lambda: valkey.ask("KEYS noughts:alive:*").count("noughts:alive") < 2, timeout=15)
    else:
        await first.server.bus.close()
    assert await names[1].claim("cleo")
