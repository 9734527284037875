"""Two players who play one game after another through all faults, and record what they receive."""

import asyncio

from tests.chaos.http_people import ByApi, ByRooms
from tests.chaos.people import ByTcp, ByUdp, ByWebSocket, Person
from tests.chaos.record import Record

# In pairs, so that every protocol plays against another one.
DOORS: tuple[tuple[type[Person], type[Person]], ...] = (
    (ByWebSocket, ByTcp),
    (ByUdp, ByApi),
    (ByRooms, ByRooms),
    (ByApi, ByWebSocket),
    (ByTcp, ByUdp),
)


async def play(x: Person, o: Person, record: Record, stop: asyncio.Event, rest_seconds: float = 0) -> None:
    """Play until stopped, then finish the current game. Rest before each move."""
    while not stop.is_set():
        await x.settle()
        await o.settle()
        game = await x.create()
        await o.join(game)
        for ply in range(9):
            await asyncio.sleep(rest_seconds)
            mover = (x, o)[ply % 2]
            while (view := await mover.look(game)).ply < ply:
                await mover.pause()
            if view.is_over:
                break
            cell = mover.chance.choice([cell for cell, mark in enumerate(view.cells) if mark not in "XO"])
            code = await mover.move(game, cell, ply)
            if code is None:
                record.accept(game, ply, cell)
            else:
                record.refuse(game, ply, cell, code)
                break
    await x.leave()
    await o.leave()
