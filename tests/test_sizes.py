"""Files and classes stay small enough to read in one sitting."""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median

SOURCE = Path(__file__).parents[1] / "src" / "noughts"
MOST_LINES_OF_A_MODULE = 300
MOST_LINES_OF_A_CLASS = 200
MOST_LINES_OF_THE_MEDIAN = 100

# These files only contain declarations, without logic to follow.
DECLARED_TABLES = {"storage/tables.py"}


def modules() -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), path.read_text()


def lines_of_classes(text: str) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and node.end_lineno is not None:
            yield node.name, node.end_lineno - node.lineno + 1


def test_no_module_is_too_long() -> None:
    long = {name: lines for name, text in modules() if (lines := text.count("\n")) > MOST_LINES_OF_A_MODULE}
    assert long.keys() - DECLARED_TABLES == set(), "split them by job"


def test_the_median_module_is_short() -> None:
    assert median(text.count("\n") for _, text in modules()) < MOST_LINES_OF_THE_MEDIAN


def test_no_class_is_too_long() -> None:
    long = {
        f"{name}: {kind}": lines
        for name, text in modules()
        for kind, lines in lines_of_classes(text)
        if lines > MOST_LINES_OF_A_CLASS
    }
    assert long == {}, "split them by job"
