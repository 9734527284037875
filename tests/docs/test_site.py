"""The documentation site: links lead to headings that exist, the menu has every page, pages and decisions are short."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "web" / "README.md"])
MOST_WORDS = 900
# Pages to look things up in, not to read from the top.
REFERENCE = {"CHANGELOG.md", "DECISIONS.md", "docs/recipes.md", "docs/protocol.md", "docs/limits.md"}


def anchors_of(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_headings_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", page.read_text()):
        assert anchor in anchors_of(page.parent / target if target else page), f"{target}#{anchor}"


def test_the_menu_has_every_page() -> None:
    menu = re.findall(r"\b([\w/]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert sorted(menu) == sorted(str(page.relative_to(ROOT)) for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_is_short_enough_to_read(page: Path) -> None:
    if str(page.relative_to(ROOT)) not in REFERENCE:
        text = re.sub(r"^```.*?^```|^\|.*?$|^ {4}.*?$", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
        assert len(text.split()) <= MOST_WORDS, f"{page.name} has {len(text.split())} words besides code and tables"


def test_a_decision_has_at_most_five_lines() -> None:
    _, *entries = re.split(r"^## ", (ROOT / "DECISIONS.md").read_text(), flags=re.MULTILINE)
    assert len(entries) > 50
    for entry in entries:
        title, *lines = entry.strip().splitlines()
        assert re.match(r"\d{4}-\d\d-\d\d ", title), f"without a date: {title}"
        assert len(lines) <= 5, f"{len(lines)} lines: {title}"
