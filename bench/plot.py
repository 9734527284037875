"""The figures of a run as a picture."""

import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt

COLOURS = ("#b8c1cc", "#7fa8d0", "#2f6fab")


def plot(rows: Sequence[tuple[str, Mapping[str, list[float]]]], target: Path) -> None:
    """Groups of bars, each with its name, and what each turn measured as dots."""
    figure, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
    for index, (_, measured) in enumerate(rows):
        for place, (name, values) in enumerate(measured.items()):
            at = index + 0.26 * (place - 1)
            median = statistics.median(values)
            axes.bar(at, median, 0.25, color=COLOURS[place], label=name if index == 0 else None)
            axes.scatter([at] * len(values), values, s=10, color="black", zorder=3)
    axes.set_xticks(range(len(rows)), [name for name, _ in rows])
    axes.set_ylabel("a second, one core")
    axes.set_title("Durable moves beside the echo of the same socket library")
    axes.legend()
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    figure.savefig(target, dpi=110)
    plt.close(figure)
