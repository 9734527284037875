"""Files of trained weights: each part by its name, at half precision."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy


def store(names: Sequence[str], parts: Sequence[Any], path: Path) -> None:
    """Write the parts under these names."""
    named: dict[str, Any] = {name: part.astype(numpy.float16) for name, part in zip(names, parts, strict=True)}
    numpy.savez_compressed(path, **named)


def restore(names: Sequence[str], path: Path) -> list[Any]:
    """Return the parts with these names."""
    with numpy.load(path) as stored:
        return [stored[name].astype(numpy.float32) for name in names]
