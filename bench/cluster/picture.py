"""The cost of a move on each kind of installation, as a picture."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl

from bench.cluster.load import Cost

mpl.use("Agg")

import matplotlib.pyplot as plt

COLOURS = {"nodes": "#2f6fab", "postgresql": "#7fa8d0", "redis": "#c0563f", "proxy": "#b8c1cc"}


def plot(costs: Sequence[Cost], target: Path) -> None:
    """Bars of processor time a move, by part."""
    figure, axes = plt.subplots(figsize=(7.5, 3.2), layout="constrained")
    names = [cost.name for cost in costs]
    left = [0.0] * len(costs)
    for part, colour in COLOURS.items():
        widths = [cost.micros.get(part, 0.0) for cost in costs]
        axes.barh(names, widths, left=left, color=colour, label=part)
        left = [begin + width for begin, width in zip(left, widths, strict=True)]
    axes.invert_yaxis()
    axes.set_xlabel("microseconds of processor time a move")
    axes.legend()
    figure.savefig(target, dpi=110)
    plt.close(figure)
