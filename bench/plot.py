"""Draws the figures of a run."""

import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt

COLOURS = ("#d5dae0", "#9fb2c6", "#2f6fab", "#d9a45b", "#e8c999", "#b7794a")


def plot(rows: Sequence[tuple[str, Mapping[str, list[float]]]], target: Path) -> None:
    """Draw named groups of bars, with the result of each turn as a dot."""
    figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
    for index, (_, measured) in enumerate(rows):
        width = 0.84 / len(measured)
        for place, (name, values) in enumerate(measured.items()):
            at = index + width * (place - (len(measured) - 1) / 2)
            median = statistics.median(values)
            axes.bar(at, median, 0.94 * width, color=COLOURS[place], label=name if index == 0 else None)
            axes.scatter([at] * len(values), values, s=8, color="black", zorder=3)
            axes.annotate(
                f"{median:,.0f}", (at, max(values)), (0, 4), textcoords="offset points", ha="center", fontsize=7
            )
    axes.set_yscale("log")
    axes.set_xticks(range(len(rows)), [name for name, _ in rows])
    axes.set_ylabel("a second, one core (logarithmic)")
    axes.set_title("Moves a second: Noughts, its limits and its peers")
    axes.legend(fontsize=8, ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.08))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    figure.savefig(target, dpi=110)
    plt.close(figure)
