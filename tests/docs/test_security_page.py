"""Every test that SECURITY.md names exists, so that a reader can run it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_tests_it_names_exist() -> None:
    rows = [line for line in (ROOT / "SECURITY.md").read_text().splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 15
    for row in rows:
        named = re.findall(r"`(tests/\S+\.py)::(test_\w+)`", row)
        assert named, f"no test is named: {row}"
        for path, name in named:
            assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(), re.MULTILINE), f"{path}::{name}"
