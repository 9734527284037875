"""The figures of a run as a picture."""

import statistics
from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt


def plot(rows: Sequence[tuple[int, list[float], list[float]]], target: Path) -> None:
    """Bars for the echo and for the moves, with what each turn measured as dots."""
    figure, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
    for index, (_, echo, moves) in enumerate(rows):
        for offset, values, colour, name in ((-0.2, echo, "#b8c1cc", "plain echo"), (0.2, moves, "#2f6fab", "moves")):
            axes.bar(index + offset, statistics.median(values), 0.38, color=colour, label=name if index == 0 else None)
            axes.scatter([index + offset] * len(values), values, s=10, color="black", zorder=3)
    axes.set_xticks(range(len(rows)), [f"{games} games in flight" for games, _, _ in rows])
    axes.set_ylabel("a second, one core")
    axes.set_title("Durable moves beside the echo of the same socket library")
    axes.legend()
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    figure.savefig(target, dpi=110)
    plt.close(figure)
