"""Plays two weights of Ultimate against each other: `python -m bench.engine.compare A.npz B.npz --games 100`."""

import argparse
from pathlib import Path

from noughts.engine.arena import play_match
from noughts.engine.ultimate import UltimateSearch
from noughts.engine.ultimate_net import load
from noughts.engine.ultimate_tree import Knobs
from noughts.rules import Move, Position, Variant, find_variant
from noughts.rules.ultimate import UltimatePosition


class NetPlayer:
    """The search with given weights and parameters, in a separate tree."""

    def __init__(self, path: Path, knobs: Knobs, expansions: int | None) -> None:
        self.name = path.stem
        self._search = UltimateSearch(load(path), knobs)
        self._expansions = expansions

    def move(self, variant: Variant, position: Position, milliseconds: int) -> Move:
        assert isinstance(position, UltimatePosition)
        return self._search.think(position, milliseconds, self._expansions)[0][0].move

    def end(self) -> None:
        pass


def knobs_from(text: str) -> Knobs:
    return Knobs(*(float(number) for number in text.split(","))) if text else Knobs()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.engine.compare", description=__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=int, default=100, metavar="MS")
    parser.add_argument("--expansions", type=int, help="the number of expansions for each move, instead of a time")
    parser.add_argument("--variant", choices=["ultimate", "ultimate-majority"], default="ultimate")
    parser.add_argument("--knobs", nargs=2, default=["", ""], metavar="EXPLORE,SHARPNESS,WEIGHT")
    arguments = parser.parse_args()
    milliseconds = 60_000 if arguments.expansions else arguments.time
    players = [
        NetPlayer(path, knobs_from(knobs), arguments.expansions)
        for path, knobs in zip((arguments.first, arguments.second), arguments.knobs, strict=True)
    ]
    *_, score = play_match(find_variant(arguments.variant), players[0], players[1], arguments.games, milliseconds)
    print(f"{score.wins} won, {score.draws} drawn, {score.losses} lost: {score.rate:.1%} ± {score.error:.1%}")
