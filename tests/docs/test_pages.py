"""The documentation: its make targets and links exist, its code runs, and its tables agree with the code."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from noughts.config import Settings
from tests.servers import NoughtsServer
from tools import protocol_tables

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def test_the_protocol_page_agrees_with_the_types() -> None:
    text = protocol_tables.PAGE.read_text()
    assert text == protocol_tables.page_with_tables(text), "run make fmt"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_existing_files(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"", page.read_text())
    for target in (first or second for first, second in targets):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_named_make_target_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:`|^ {4})make ([a-z-]+)", page.read_text(), re.MULTILINE))
    assert named <= targets


def test_the_python_code_in_the_readme_runs(start_noughts: Callable[..., NoughtsServer]) -> None:
    readme = (ROOT / "README.md").read_text()
    [code] = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    server = start_noughts()
    code = code.replace("http://127.0.0.1:8000", server.url)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False)
    assert ran.stdout.strip() == "X wins with (2, 4, 6)", ran.stderr
    assert ran.stdout.strip() in readme


def test_the_host_guide_names_existing_settings_and_their_defaults() -> None:
    names = {field.encode_name: field.default for field in msgspec.structs.fields(Settings)}
    page = (ROOT / "docs" / "operations.md").read_text()
    [settings] = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    named = re.findall(r"^([a-z-]+) =", settings, re.MULTILINE)
    assert set(named) <= set(names)
    for cells in re.findall(r"^\| (`.+?`) \| ([\d, ]+) \|", page, re.MULTILINE):
        for name, default in zip(re.findall(r"`(.+?)`", cells[0]), cells[1].split(","), strict=True):
            assert names[name] == float(default), name
