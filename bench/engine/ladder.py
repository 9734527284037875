"""Each level's score against the one below: a table and a picture for the docs."""

from collections.abc import Iterable
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt

from noughts.engine import LEVELS
from noughts.engine.arena import LevelPlayer, Score, play_match
from noughts.rules import find_variant

VARIANTS = ("classic", "ultimate", "gomoku")
# The variants with special rules, measured one by one, with one line each in the docs.
FAMILY = (
    "gomoku-exact",
    "caro",
    "gomoku-swap2",
    "connect-four",
    "notakto",
    "ultimate-majority",
    "order-and-chaos",
    "vanishing",
)
WANTED = (0.60, 0.85)
# Games on small boards are quick, and an accuracy of 0.1 % needs thousands of games.
GAMES_FACTOR = {"classic": 20, "notakto": 20, "vanishing": 20}

Steps = dict[int, Score]


def climb(variant: str, games: int, milliseconds: int, levels: Iterable[int]) -> Steps:
    """Return the score of each of these levels against the one below."""
    steps = {}
    for level in levels:
        upper, lower = LevelPlayer(level, level), LevelPlayer(level - 1, 100 + level)
        count = games * GAMES_FACTOR.get(variant, 1)
        *_, steps[level] = play_match(find_variant(variant), upper, lower, count, milliseconds, level)
        score = steps[level]
        print(f"{variant}: {level} against {level - 1}: {score.rate:.1%} ± {score.error:.1%} "
              f"({score.wins} won, {score.draws} drawn, {score.losses} lost)", flush=True)  # fmt: skip
    return steps


def table(ladders: dict[str, Steps]) -> list[str]:
    """Return the scores as the lines of a table in Markdown."""
    lines = [f"| level | against | {' | '.join(ladders)} |", f"|---|---|{'---|' * len(ladders)}"]
    for level in LEVELS[1:]:
        scores = [steps[level.number] for steps in ladders.values()]
        cells = " | ".join(f"{score.rate:.0%} ± {score.error:.0%}" for score in scores)
        lines.append(f"| {level.number} {level.name} | {level.number - 1} {LEVELS[level.number - 2].name} | {cells} |")
    return lines


def family_table(known: list[str], ladders: dict[str, Steps]) -> list[str]:
    """Return one line for each variant of the family. `known` is the table so far; only measured lines are replaced."""
    steps = [f"{level.number} : {level.number - 1}" for level in LEVELS[1:]]
    lines = {line.split("|")[1].strip(): line for line in known[2:]}
    for name, ladder in ladders.items():
        scores = " | ".join(f"{score.rate:.0%} ± {score.error:.0%}" for score in ladder.values())
        lines[name] = f"| {name} | {scores} |"
    head = [f"| variant | {' | '.join(steps)} |", f"|---|{'---|' * len(steps)}"]
    return head + [lines[name] for name in FAMILY if name in lines]


def plot(ladders: dict[str, Steps], target: Path) -> None:
    """Draw one line for each variant, with error bars, over the target range."""
    figure, axes = plt.subplots(figsize=(7, 3.4), layout="constrained")
    axes.axhspan(*WANTED, color="#e3edf7", label="wanted")
    for offset, (name, steps) in zip((-0.08, 0.0, 0.08), ladders.items(), strict=False):
        places = [level + offset for level in steps]
        rates, errors = [s.rate for s in steps.values()], [s.error for s in steps.values()]
        axes.errorbar(places, rates, errors, marker="o", markersize=4, capsize=2, label=name)
    axes.set_xticks(range(2, 9), [f"{level} : {level - 1}" for level in range(2, 9)])
    axes.set_ylim(0.4, 1.0)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.set_ylabel("score against the level below")
    axes.legend(ncols=4, fontsize=8, loc="lower center")
    figure.savefig(target, dpi=110)
    plt.close(figure)
