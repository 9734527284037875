"""Runs seeds of the simulation by hand: `python -m tests.simulation --seed 7 --show`, or `--count 2000`."""

import argparse
import sys
import time

from tests.simulation.world import run_seed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=1, help="how many seeds")
    parser.add_argument("--show", action="store_true", help="print everything that happens, and the servers' logs")
    arguments = parser.parse_args()
    bad = 0
    began = time.process_time()
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        outcome = run_seed(seed, print if arguments.show else None)
        if outcome.broken or arguments.count == 1:
            print(f"seed {seed}: {outcome.commands} commands, {outcome.kills} kills, {outcome.digest}", flush=True)
            for words in outcome.broken:
                print(f"    {words}", flush=True)
        bad += bool(outcome.broken)
        if (seed - arguments.seed) % 100 == 99:
            print(f"{seed - arguments.seed + 1} of {arguments.count} seeds", flush=True)
    print(f"{arguments.count} seeds in {time.process_time() - began:.0f} s of work, {bad} of them broken")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
