"""A guest who constantly requests long analyses doesn't block others' games against the computer."""

import asyncio
import time

import pytest
from httpx2 import AsyncClient

from noughts.app import Application
from noughts.client import Client
from tests.waiting import until

# A level that moves at once, beside analyses of two seconds each.
LEVEL = "computer-1"
MOST_MOVE_SECONDS = 2.5


async def analyse_for_ever(application: Application, client: Client) -> None:
    async with AsyncClient(base_url=application.address, timeout=60) as http:
        while True:
            query = {"position": "gomoku", "milliseconds": "2000"}
            headers = {"Authorization": f"Bearer {client.token}"}
            reply = await http.get("/api/v1/analysis", params=query, headers=headers)
            assert reply.status_code in (200, 429, 503), reply.text
            await asyncio.sleep(0.01)


async def longest_reply(client: Client) -> float:
    """Return the computer's longest response time to a move of this player, in seconds."""
    game = await client.create(opponent=LEVEL, seat="X", variant="gomoku")
    longest = 0.0
    for cell in (0, 14, 210, 224):
        await game.until_my_turn()
        began = time.monotonic()
        await game.move(cell)
        await game.until_my_turn()
        longest = max(longest, time.monotonic() - began)
    return longest


@pytest.mark.proof(only=True)
async def test_games_against_the_computer_continue(application: Application) -> None:
    engine_pool = application.services.engine_pool
    engine_pool.start()
    await until(lambda: engine_pool.is_ready, timeout=100)
    async with Client(application.address) as greedy, Client(application.address) as ann:
        analyses = [asyncio.create_task(analyse_for_ever(application, greedy)) for _ in range(5)]
        await asyncio.sleep(1)
        try:
            longest = await longest_reply(ann)
        finally:
            for task in analyses:
                task.cancel()
            await asyncio.gather(*analyses, return_exceptions=True)
    assert longest < MOST_MOVE_SECONDS
