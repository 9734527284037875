"""`make lighthouse`: Lighthouse scores of the home page and of boards, on a phone. Fails below the required scores."""

import argparse
import asyncio
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.lighthouse.audit import Audit, audit
from bench.lighthouse.pages import pages_of
from bench.process import noughts_server

PAGE = Path(__file__).parents[2] / "docs" / "web.md"
BEGIN, END = "<!-- lighthouse -->", "<!-- /lighthouse -->"
LEAST_PERFORMANCE, LEAST_ACCESSIBILITY, LEAST_BEST_PRACTICES = 95, 100, 95


async def measure(runs: int, reports: Path) -> dict[str, Audit]:
    """Return the median of each figure, by page. The pages take turns, so that noise affects all alike."""
    found: dict[str, list[Audit]] = {}
    # Without the computer, whose compilation would slow the browser.
    with noughts_server(NOUGHTS_THINKERS="0") as server:
        async with pages_of(server.url) as pages:
            for run in range(runs):
                for name, url in pages.urls.items():
                    result, costs = await audit(url, pages.browser_port, reports / f"{name} {run + 1}.json")
                    found.setdefault(name, []).append(result)
                    print(f"run {run + 1} of {runs}, {name}: {_row(name, result)}", *costs, sep="\n  ", flush=True)
    return {name: Audit(*map(statistics.median, zip(*audits, strict=True))) for name, audits in found.items()}


def table(audits: dict[str, Audit]) -> str:
    return "\n".join(_table(audits))


def _table(audits: dict[str, Audit]) -> Iterator[str]:
    yield (
        "| page | performance | accessibility | best practices | first paint | largest paint "
        "| blocked | layout shift | transferred | the machine |"
    )
    yield "|---" * 10 + "|"
    for name, found in audits.items():
        yield _row(name, found)


def _row(name: str, found: Audit) -> str:
    return (
        f"| {name} | {found.performance:.0f} | {found.accessibility:.0f} | {found.best_practices:.0f} "
        f"| {found.first_paint_ms / 1000:.2f} s | {found.largest_paint_ms / 1000:.2f} s | {found.blocking_ms:.0f} ms "
        f"| {found.layout_shift:.3f} | {found.transferred_bytes / 1000:.0f} kB | {found.speed:.0f} |"
    )


def write(text: str, page: Path) -> None:
    """Write this between the two markers on the page."""
    before, _, rest = page.read_text().partition(BEGIN)
    page.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}")


def is_good(found: Audit) -> bool:
    return (
        found.performance >= LEAST_PERFORMANCE
        and found.accessibility >= LEAST_ACCESSIBILITY
        and found.best_practices >= LEAST_BEST_PRACTICES
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make lighthouse", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="how often each page is opened")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page whose table is replaced")
    parser.add_argument("--reports", type=Path, help="a folder in which all of Lighthouse's reports are kept")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        reports = options.reports or Path(folder)
        reports.mkdir(parents=True, exist_ok=True)
        audits = asyncio.run(measure(options.runs, reports))
    print(table(audits))
    write(table(audits), options.page)
    if not all(map(is_good, audits.values())):
        raise SystemExit("below the bar")
