"""`noughts engine`: the computer as a program on standard input and output. It uses our protocol or Piskvork's."""

import argparse
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from noughts import __version__
from noughts.cli.warming import warm_engine
from noughts.engine import Choice, analyse, choose
from noughts.engine.main_line import main_line
from noughts.engine.piskvork_brain import PiskvorkBrain
from noughts.engine.program import answer_lines
from noughts.engine.thinking import LONGEST_MS, CannotThink, Thinking
from noughts.rules import Position, Variant, move_name

# The part of an analysis's time that goes into the main line.
LINE_SHARE = 4


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "engine",
        help="run the engine on standard input and output",
        description="Read positions and write moves, line by line, using a protocol in docs/engine.md.",
    )
    parser.add_argument("--level", type=int, help="play at this level (1 to 8) instead of full strength")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.add_argument("--piskvork", action="store_true", help="speak Piskvork's protocol, as Gomocup's programs do")
    parser.set_defaults(run=run_engine)


def run_engine(arguments: argparse.Namespace) -> int:
    """Answer until the input ends, and return the exit code."""
    try:
        Thinking(level=arguments.level)
    except CannotThink as error:
        print(f"noughts: {error}", file=sys.stderr)
        return 1
    warm_engine()
    thinker = _Thinker(arguments.level, arguments.seed)
    if arguments.piskvork:
        for answer in PiskvorkBrain(thinker.choose, thinker.name, __version__).answers(iter(sys.stdin)):
            print(answer, flush=True)
    else:
        answer_lines(sys.stdin, sys.stdout, thinker.name, thinker.move, thinker.analysis)
    return 0


class _Thinker:
    """The computer at a level or at full strength, and its answers as lines."""

    def __init__(self, level: int | None, seed: int) -> None:
        self.name = "noughts" if level is None else f"noughts level {level}"
        self._level = level
        self._chance = Random(seed)  # noqa: S311

    def choose(self, position: Position, milliseconds: int) -> Choice:
        thinking = Thinking(level=self._level, milliseconds=_possible(milliseconds))
        return choose(position, thinking, self._chance.getrandbits(32))

    def move(self, variant: Variant, position: Position, milliseconds: int) -> Iterator[str]:
        choice = self.choose(position, milliseconds)
        certainty = "exact" if choice.exact else f"simulations {choice.simulations}"
        yield f"{move_name(variant, choice.move)} value {choice.value:+.2f} depth {choice.depth} {certainty}"

    def analysis(self, variant: Variant, position: Position, milliseconds: int) -> Iterator[str]:
        """Yield a line for each move, best first, and then `end`. The first line includes the main line."""
        for_line = _possible(milliseconds // LINE_SHARE)
        moves = analyse(position, _possible(milliseconds - for_line)).moves
        line = main_line(position, moves[0].move, for_line)
        for nth, one in enumerate(moves):
            distance = "" if one.distance is None else f" distance {one.distance}"
            continuation = "" if nth else f" line {' '.join(move_name(variant, move) for move in line)}"
            certainty = " exact" if one.exact else ""
            yield f"{move_name(variant, one.move)} value {one.value:+.2f}{certainty}{distance}{continuation}"
        yield "end"


def _possible(milliseconds: int) -> int:
    return max(1, min(milliseconds, LONGEST_MS))
