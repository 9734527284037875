"""`make bench`: the server beside the limit, in one run."""

import argparse
import gc

import uvloop

from bench.moves import Figures, measure_echo, measure_moves
from bench.process import echo_server, noughts_server


async def main(seconds: float, games: list[int]) -> None:
    print("in flight        a second    p50 ms   p99 ms   server   generator")
    for count in games:
        with echo_server() as server:
            echo = await measure_echo(server, 2 * count, seconds)
        gc.collect()
        with noughts_server() as server:
            moves = await measure_moves(server, count, seconds)
        gc.collect()
        _show("echo", echo)
        _show("moves", moves)
        print(f"      {moves.per_second / echo.per_second:.3f} of the echo; {moves.refusals} refusals")


def _show(what: str, figures: Figures) -> None:
    print(
        f"{figures.in_flight:5} {what:6} {figures.per_second:12,.0f} {figures.p50_ms:9.2f} {figures.p99_ms:8.2f}"
        f" {figures.server_load:7.0%} {figures.generator_load:10.0%}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each measurement takes")
    parser.add_argument("--games", type=int, nargs="*", default=[50, 200], help="games in flight")
    arguments = parser.parse_args()
    uvloop.run(main(arguments.seconds, arguments.games))
