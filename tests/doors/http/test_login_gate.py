"""The login gate counts all logins that have arrived, not only those whose password is being checked."""

import asyncio
from typing import Any

from noughts.doors.http.login_gate import LoginGate
from noughts.server.players.passwords import Passwords


async def test_refuses_excess_logins_before_checking_passwords() -> None:
    passwords, doors_open = Passwords(1), asyncio.Event()
    entered = 0

    async def application(scope: Any, receive: Any, send: Any) -> None:
        nonlocal entered
        entered += 1
        await doors_open.wait()

    async def body() -> Any:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    said: list[Any] = []

    async def hear(event: Any) -> None:
        said.append(event)

    gate = LoginGate(application, passwords, 100)
    login: Any = {"type": "http", "path": "/api/v1/login"}
    crowd = [asyncio.create_task(gate(login, body, hear)) for _ in range(passwords.most + 5)]
    await asyncio.sleep(0)
    assert entered == passwords.most
    assert [event["status"] for event in said if "status" in event] == [503] * 5
    # Other requests don't count, and a finished login makes room.
    listing: Any = {"type": "http", "path": "/api/v1/games"}
    other = asyncio.create_task(gate(listing, body, hear))
    await asyncio.sleep(0)
    assert entered == passwords.most + 1
    doors_open.set()
    await asyncio.gather(*crowd, other)
    await gate(login, body, hear)
    assert entered == passwords.most + 2
    passwords.close()


async def test_a_login_counts_once_it_has_fully_arrived() -> None:
    passwords, entered = Passwords(1), []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        entered.append((await receive())["body"])

    rest_comes, statuses = asyncio.Event(), []

    async def slow_body() -> Any:
        if rest_comes.is_set():
            return {"type": "http.request", "body": b" end", "more_body": False}
        rest_comes.set()
        return {"type": "http.request", "body": b"begin", "more_body": True}

    async def never() -> Any:
        await asyncio.Event().wait()

    async def hung_up() -> Any:
        return {"type": "http.disconnect"}

    async def too_large() -> Any:
        return {"type": "http.request", "body": bytes(60), "more_body": True}

    async def hear(event: Any) -> None:
        statuses.append(event.get("status"))

    gate = LoginGate(application, passwords, 100)
    login: Any = {"type": "http", "path": "/login"}
    silent = [asyncio.create_task(gate(login, never, hear)) for _ in range(passwords.most + 5)]
    await asyncio.sleep(0)
    await gate(login, slow_body, hear)
    await gate(login, hung_up, hear)
    await gate(login, too_large, hear)
    assert (entered, statuses) == ([b"begin end", bytes(120)], [])
    for task in silent:
        task.cancel()
    passwords.close()
