"""`noughts arena`: a match between two players, each a level of the computer or an external program."""

import argparse
import math
import shlex
import sys
import time
from typing import Any

from noughts.cli.warming import warm_engine
from noughts.engine.arena import ArenaPlayer, Score, play_match, player_from
from noughts.engine.exact import PLAIN_CELLS
from noughts.engine.line_process import ProgramFailed
from noughts.engine.thinking import CannotThink, Thinking
from noughts.rules import UnknownVariant, Variant, find_variant

WHO = (
    "a level from 1 to 8, `full`, a program in quotes ('noughts engine'), or one that speaks Piskvork's protocol "
    "('piskvork:./pbrain-mine')"
)


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "arena",
        help="play a match between two engines",
        description="Play a match as pairs of games from varied openings, with sides swapped. Programs use one "
        "of the protocols in docs/engine.md; one that hangs, crashes or sends nonsense loses the game.",
    )
    parser.add_argument("first", metavar="A", help=WHO)
    parser.add_argument("second", metavar="B", help="the second engine, in the same form")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="number of games (default: 100)")
    parser.add_argument("--time", type=int, default=100, metavar="MS", help="milliseconds per move (default: 100)")
    parser.add_argument("--variant", default="ultimate", metavar="V", help="the variant (default: ultimate)")
    parser.add_argument("--seed", type=int, default=1, help="random seed for openings and play (default: 1)")
    parser.set_defaults(run=run_arena)


def run_arena(arguments: argparse.Namespace) -> int:
    """Play the match, and return the exit code: 0 when it was played."""
    players: list[ArenaPlayer] = []
    try:
        variant = find_variant(arguments.variant)
        Thinking(milliseconds=arguments.time)
        for nth, text in enumerate((arguments.first, arguments.second)):
            players.append(player_from(text, variant, arguments.seed + nth, shlex.split))
        if variant.size > PLAIN_CELLS:
            warm_engine()
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
