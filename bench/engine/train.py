"""Trains Ultimate's evaluation from scratch, by self-play: `python -m bench.engine.train FOLDER`.

Each generation plays games with the newest weights, adds them to those of the last few generations, and learns from
all of them. The weights of every generation are kept in FOLDER; the best, found by `bench.engine.compare`, is
copied to src/noughts/engine/ultimate_weights.npz. `--majority` trains for `ultimate-majority`; its best weights go to
ultimate_majority_weights.npz.
"""

import argparse
import time
from pathlib import Path

import numpy

from bench.engine.self_play import Samples, self_play
from bench.engine.training import Weights
from bench.engine.weights_file import restore, store
from noughts.engine.ultimate_net import PARTS
from noughts.engine.ultimate_tree import Knobs

REMEMBERED = 5


def train(folder: Path, generations: range, games: int, expansions: int, weights: Weights, counted: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    remembered: list[Samples] = []
    for generation in generations:
        start = time.monotonic()
        # The first weights know nothing, so the first generation learns only from the results of quick games.
        early = generation == 0
        fresh = self_play(games, 60 if early else expansions, weights.net(), Knobs(), generation, counted)
        remembered = [*remembered, fresh][-REMEMBERED:] if generation > 1 else [fresh]
        samples = Samples(*(numpy.concatenate(parts) for parts in zip(*remembered, strict=True)))
        errors = weights.fit(samples, 6 if early else 2, 2e-3, 0.0 if early else 0.6, generation)
        store(PARTS, weights.parts, folder / f"{generation:03}.npz")
        took = time.monotonic() - start
        print(
            f"generation {generation}: {len(samples.targets):,} positions, error {errors[-1]:.4f}, {took:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.engine.train", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--expansions", type=int, default=200)
    parser.add_argument("--resume", type=Path, metavar="WEIGHTS", help="continue from these weights")
    parser.add_argument("--first", type=int, default=0, help="the number of the first generation")
    parser.add_argument("--majority", action="store_true", help="count the boards at the end")
    arguments = parser.parse_args()
    begin = Weights(1)
    if arguments.resume:
        begin.parts = restore(PARTS, arguments.resume)
    numbers = range(arguments.first, arguments.first + arguments.generations)
    train(arguments.folder, numbers, arguments.games, arguments.expansions, begin, arguments.majority)
