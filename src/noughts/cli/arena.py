"""`noughts arena`: a match between two players, levels of the computer or outside programs; and `noughts engine`."""

import argparse
import math
import shlex
import sys
import time
from random import Random
from typing import Any

from noughts.engine import kernels
from noughts.engine.arena import ArenaPlayer, Score, play_match, player_from
from noughts.engine.choose import choose
from noughts.engine.exact import PLAIN_CELLS
from noughts.engine.program import ProgramFailed, answer_lines
from noughts.engine.thinking import LONGEST_MS, CannotThink, Thinking
from noughts.rules import Position, UnknownVariant, Variant, find_variant, move_name

WHO = "a level from 1 to 8, `full`, or a program in quotes ('noughts engine')"


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "arena",
        help="play a match between two engines",
        description="Play a match as pairs of games from varied openings, with sides swapped. Programs use the "
        "protocol in docs/engine.md; one that hangs, crashes or sends nonsense loses the game.",
    )
    parser.add_argument("first", metavar="A", help=WHO)
    parser.add_argument("second", metavar="B", help="the second engine, in the same form")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="number of games (default: 100)")
    parser.add_argument("--time", type=int, default=100, metavar="MS", help="milliseconds per move (default: 100)")
    parser.add_argument("--variant", default="ultimate", metavar="V", help="the variant (default: ultimate)")
    parser.add_argument("--seed", type=int, default=1, help="random seed for openings and play (default: 1)")
    parser.set_defaults(run=run_arena)


def add_engine_to(commands: Any) -> None:
    parser = commands.add_parser(
        "engine",
        help="run the engine on standard input and output",
        description="Read positions and write moves, line by line, using the protocol in docs/engine.md.",
    )
    parser.add_argument("--level", type=int, help="play at this level (1 to 8) instead of full strength")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.set_defaults(run=run_engine)


def run_arena(arguments: argparse.Namespace) -> int:
    """Play the match, and return the exit code: 0 when it was played."""
    players: list[ArenaPlayer] = []
    try:
        variant = find_variant(arguments.variant)
        Thinking(milliseconds=arguments.time)
        for nth, text in enumerate((arguments.first, arguments.second)):
            players.append(player_from(text, arguments.seed + nth, shlex.split))
        if variant.size > PLAIN_CELLS:
            kernels.warm()
        print(_summary(_played(variant, players, arguments), players))
    except (UnknownVariant, CannotThink, ProgramFailed, ValueError) as error:
        print(f"noughts: {error}", file=sys.stderr)
        return 1
    finally:
        for player in players:
            player.end()
    return 0


def _played(variant: Variant, players: list[ArenaPlayer], arguments: argparse.Namespace) -> Score:
    score, told, shown = Score(), 0, time.monotonic()
    match = play_match(variant, players[0], players[1], arguments.games, arguments.time, arguments.seed)
    for score in match:
        for failure in score.failures[told:]:
            print(f"\r{failure}: the game is lost", file=sys.stderr)
        told = len(score.failures)
        if time.monotonic() - shown >= 1:
            shown = time.monotonic()
            print(f"\r{_counts(score)} of {arguments.games}{'':<20}", end="", file=sys.stderr, flush=True)
    print(f"\r{'':<70}\r", end="", file=sys.stderr, flush=True)
    return score


def _counts(score: Score) -> str:
    return f"{score.wins} won, {score.draws} drawn, {score.losses} lost"


def _summary(score: Score, players: list[ArenaPlayer]) -> str:
    first, second = (player.name for player in players)
    return (
        f"{first} against {second}: {_counts(score)} of {score.games}\n"
        f"score {score.rate:.1%} ± {score.error:.1%} (95 %), {_strength(score.rate)}"
    )


def _strength(rate: float) -> str:
    if not 0 < rate < 1:
        return "too one-sided for an Elo difference"
    return f"Elo difference {-400 * math.log10(1 / rate - 1):+.0f}"


def run_engine(arguments: argparse.Namespace) -> int:
    """Answer until the input ends."""
    try:
        Thinking(level=arguments.level)
    except CannotThink as error:
        print(f"noughts: {error}", file=sys.stderr)
        return 1
    kernels.warm()
    chance = Random(arguments.seed)  # noqa: S311

    def answer(variant: Variant, position: Position, milliseconds: int) -> str:
        thinking = Thinking(level=arguments.level, milliseconds=max(1, min(milliseconds, LONGEST_MS)))
        choice = choose(position, thinking, chance.getrandbits(32))
        certainty = "exact" if choice.exact else f"simulations {choice.simulations}"
        return f"{move_name(variant, choice.move)} value {choice.value:+.2f} depth {choice.depth} {certainty}"

    name = "noughts" if arguments.level is None else f"noughts level {arguments.level}"
    answer_lines(sys.stdin, sys.stdout, name, answer)
    return 0
