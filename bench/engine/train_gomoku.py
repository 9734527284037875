"""Trains the evaluation of five in a row from scratch, by self-play: `python -m bench.engine.train_gomoku FOLDER`.

Each generation plays games with the newest weights, adds them to those of the last few generations, and learns from
all of them. The weights of every generation are kept in FOLDER; the best, found by `python -m bench.engine.gomoku
--compare`, is copied to src/noughts/engine/gomoku_weights.npz.
"""

import argparse
import time
from pathlib import Path

import numpy

from bench.engine.five_play import Samples, joined, self_play
from bench.engine.five_training import Weights
from bench.engine.weights_file import restore, store
from noughts.engine.five_net import PARTS
from noughts.engine.five_tree import Knobs

REMEMBERED, ROUNDS, RATE = 20, 3, 5e-3
# The weight of the searched value in the target. At first it is little, since values near 0 would stay there. Later the
# search knows more than the result of a quick game.
EARLY_TRUST, TRUST, TRUSTED = 0.15, 0.5, 40


def train(folder: Path, generations: range, games: int, expansions: int, weights: Weights) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    remembered = [Samples(**numpy.load(path)) for path in sorted(folder.glob("samples-*.npz"))]
    for generation in generations:
        start = time.monotonic()
        # The first weights value every position at 0, so the first games are quick ones.
        early = generation < 2
        fresh = self_play(games, expansions // 3 if early else expansions, weights.net(), Knobs(), generation)
        played = time.monotonic() - start
        numpy.savez_compressed(folder / f"samples-{generation:03}.npz", **fresh._asdict())
        remembered = [*remembered, fresh][-REMEMBERED if generation > 2 else -1 :]
        samples = joined(remembered)
        trust = 0.0 if early else TRUST if generation >= TRUSTED else EARLY_TRUST
        errors = weights.fit(samples, ROUNDS, RATE, trust, generation)
        store(PARTS, weights.parts, folder / f"{generation:03}.npz")
        took = time.monotonic() - start
        print(
            f"generation {generation}: {len(fresh.outcome):,} new of {len(samples.outcome):,} positions, value error"
            f" {errors[0]:.4f}, move error {errors[1]:.4f}, {played:.0f} of {took:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.engine.train_gomoku", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--expansions", type=int, default=150)
    parser.add_argument("--resume", type=Path, metavar="WEIGHTS", help="continue from these weights")
    parser.add_argument("--first", type=int, default=0, help="the number of the first generation")
    arguments = parser.parse_args()
    begin = Weights(1)
    if arguments.resume:
        begin.parts = restore(PARTS, arguments.resume)
    numbers = range(arguments.first, arguments.first + arguments.generations)
    train(arguments.folder, numbers, arguments.games, arguments.expansions, begin)
