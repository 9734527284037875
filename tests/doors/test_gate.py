"""The doorkeeper of logins counts who has entered, not only whose password is being looked at."""

import asyncio
from typing import Any

from noughts.doors.gate import Gate
from noughts.server.passwords import Passwords


async def test_a_crowd_is_turned_away_before_any_password_is_looked_at() -> None:
    passwords, doors_open = Passwords(1), asyncio.Event()
    entered = 0

    async def application(scope: Any, receive: Any, send: Any) -> None:
        nonlocal entered
        entered += 1
        await doors_open.wait()

    async def nothing() -> Any:
        return None

    said: list[Any] = []

    async def hear(event: Any) -> None:
        said.append(event)

    gate = Gate(application, passwords)
    login: Any = {"type": "http", "path": "/api/v1/login"}
    crowd = [asyncio.create_task(gate(login, nothing, hear)) for _ in range(passwords.most + 5)]
    await asyncio.sleep(0)
    assert entered == passwords.most
    assert [event["status"] for event in said if "status" in event] == [503] * 5
    # Other requests are none of its business, and who leaves makes room.
    listing: Any = {"type": "http", "path": "/api/v1/games"}
    other = asyncio.create_task(gate(listing, nothing, hear))
    await asyncio.sleep(0)
    assert entered == passwords.most + 1
    doors_open.set()
    await asyncio.gather(*crowd, other)
    await gate(login, nothing, hear)
    assert entered == passwords.most + 2
    passwords.close()
