"""`python -m bench.flood`: what players notice of a flood of games against the computer.

Players move at a human pace, and we measure the time from a move to its acceptance: first alone, then while far more
games run against the strongest level, without pauses, than the computer can serve.
"""

import argparse
import asyncio
import contextlib
import statistics
import time

import uvloop

from bench.process import noughts_server
from noughts.client import Client, CommandRefused, RemoteGame

PACE_SECONDS = 0.1
WARM_UP_SECONDS = 30.0


async def main(pairs: int, flood: int, seconds: float, turns: int) -> None:
    with noughts_server("--computer-pause", "0") as server:
        async with contextlib.AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(Client(server.url)) for _ in range(2 * pairs)]
            crowd = await stack.enter_async_context(Client(server.url))
            await _until_ready(crowd)
            more = []
            print(f"{pairs} games of people at {1 / PACE_SECONDS:.0f} moves a second, {flood} against the computer")
            for turn in range(turns):
                alone = await _measure(clients, seconds)
                flooding = [asyncio.create_task(_keep_playing(crowd)) for _ in range(flood)]
                await asyncio.sleep(1)
                flooded = await _measure(clients, seconds)
                for task in flooding:
                    task.cancel()
                await asyncio.gather(*flooding, return_exceptions=True)
                more.append(flooded[1] - alone[1])
                print(
                    f"turn {turn + 1}: p50 {alone[0]:.2f} → {flooded[0]:.2f} ms,"
                    f" p99 {alone[1]:.2f} → {flooded[1]:.2f} ms",
                    flush=True,
                )
            print(f"p99 with the flood: {statistics.median(more):+.2f} ms (median of {turns})")


async def _until_ready(client: Client) -> None:
    """Play one game, so that the kernels are compiled."""
    game = await client.create(variant="ultimate", opponent="computer-8", seat="O")
    await game.until_my_turn(120)
    await asyncio.sleep(WARM_UP_SECONDS)


async def _measure(clients: list[Client], seconds: float) -> tuple[float, float]:
    """Return the p50 and p99 of the players' moves in milliseconds."""
    latencies: list[float] = []
    ends = time.perf_counter() + seconds
    await asyncio.gather(*(_pair(x, o, ends, latencies) for x, o in zip(clients[::2], clients[1::2], strict=True)))
    cuts = statistics.quantiles(latencies, n=100)
    return cuts[49] * 1000, cuts[98] * 1000


async def _pair(x: Client, o: Client, ends: float, latencies: list[float]) -> None:
    while time.perf_counter() < ends:
        mine = await x.create(visibility="private", variant="gomoku")
        seats = (mine, await o.join(mine.id))
        for cell in range(225):
            game = seats[cell % 2]
            await game.until_my_turn()
            await asyncio.sleep(PACE_SECONDS)
            start = time.perf_counter()
            await game.move(cell * 7 % 225)
            latencies.append(time.perf_counter() - start)
            if time.perf_counter() > ends or game.state is None or game.state.result is not None:
                break


async def _keep_playing(client: Client) -> None:
    """Play one game after another against the strongest level, forever; retry when refused."""
    while True:
        try:
            game = await client.create(variant="gomoku", opponent="computer-8")
        except CommandRefused as busy:
            await asyncio.sleep(busy.wait_seconds or 1)
            continue
        await _play(game)


async def _play(game: RemoteGame) -> None:
    while True:
        state = await game.until_my_turn(None)
        if state.result is not None:
            return
        free = [cell for cell, held in enumerate(state.cells) if held == "."]
        with contextlib.suppress(CommandRefused):
            await game.move(free[state.ply * 31 % len(free)])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.flood", description=__doc__)
    parser.add_argument("--pairs", type=int, default=20, help="games of people")
    parser.add_argument("--flood", type=int, default=300, help="games against the computer")
    parser.add_argument("--seconds", type=float, default=10, help="how long each measurement takes")
    parser.add_argument("--turns", type=int, default=3, help="how often each is measured")
    arguments = parser.parse_args()
    uvloop.run(main(arguments.pairs, arguments.flood, arguments.seconds, arguments.turns))
