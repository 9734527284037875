"""A variant is data: code checks its properties (`line_loses`, `chooses_mark`) and never compares names."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from noughts.rules import VARIANTS

ROOT = Path(__file__).parents[1]
NAMES = {variant.name for variant in VARIANTS}
ANY_NAME = "|".join(map(re.escape, sorted(NAMES)))
# `variant === "misere"`, `case "misere":`, `"misere" !== variant`
COMPARED = re.compile(
    rf"""[=!]==?\s*["'`](?:{ANY_NAME})["'`]|["'`](?:{ANY_NAME})["'`]\s*[=!]==?|case\s+["'`](?:{ANY_NAME})["'`]"""
)


def compared_in_python(text: str) -> Iterator[int]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            sides = [node.value]
        else:
            continue
        for side in sides:
            options = side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else [side]
            if any(isinstance(option, ast.Constant) and option.value in NAMES for option in options):
                yield node.lineno if isinstance(node, ast.Compare) else side.lineno


def compared_in_typescript(text: str) -> Iterator[int]:
    for number, line in enumerate(text.splitlines(), 1):
        if COMPARED.search(line):
            yield number


def test_no_python_code_compares_variant_names() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "src").rglob("*.py"))
        for line in compared_in_python(path.read_text())
    ]
    assert found == []


def test_no_page_compares_variant_names() -> None:
    sources = [path for kind in ("ts", "svelte") for path in (ROOT / "web" / "src").rglob(f"*.{kind}")]
    assert len(sources) > 50
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted(sources)
        if not path.name.endswith(".test.ts")
        for line in compared_in_typescript(path.read_text())
    ]
    assert found == []


def test_finds_a_comparison_of_variant_names() -> None:
    assert list(compared_in_python('if variant == "misere" or name in ("wild", "x"):\n    pass')) == [1, 1]
    assert list(compared_in_python('match name:\n    case "ultimate":\n        pass')) == [2]
    assert list(compared_in_python('find_variant("misere")\nSetup(variant="classic")')) == []
    assert list(compared_in_typescript('if (variant === "misere") {\n  case "wild":\n  variantOf("classic")')) == [1, 2]
