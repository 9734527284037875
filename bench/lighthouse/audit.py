"""Runs Lighthouse once, in its mobile mode, in a running browser."""

import asyncio
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

HERE = Path(__file__).parent
LIGHTHOUSE = HERE / "node_modules" / "lighthouse" / "cli" / "index.js"
NODE = Path(sys.executable).parent / "node"
CATEGORIES = ("performance", "accessibility", "best-practices")
RUN_SECONDS = 120


class Audit(NamedTuple):
    """The result of one run. The scores are out of 100."""

    performance: float
    accessibility: float
    best_practices: float
    first_paint_ms: float
    largest_paint_ms: float
    blocking_ms: float
    layout_shift: float
    transferred_bytes: float
    # The machine's speed at that moment, as Lighthouse measures it before each run.
    speed: float


async def audit(url: str, browser_port: int, kept: Path) -> tuple[Audit, list[str]]:
    """Open this page with an empty cache but with cookies. Return the result, with the audits that cost points.

    The file receives Lighthouse's complete report.

    Raises RuntimeError when Lighthouse fails, or when the page fetches anything from elsewhere.
    """
    process = await asyncio.create_subprocess_exec(
        NODE,
        LIGHTHOUSE,
        url,
        f"--port={browser_port}",
        "--hostname=127.0.0.1",
        "--form-factor=mobile",
        "--output=json",
        f"--output-path={kept}",
        f"--only-categories={','.join(CATEGORIES)}",
        "--no-enable-error-reporting",
        "--quiet",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(RUN_SECONDS):
            _, complaints = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode != 0:
        raise RuntimeError(f"Lighthouse failed on {url}:\n{complaints.decode(errors='replace')}")
    report = msgspec.json.decode(await asyncio.to_thread(kept.read_bytes))
    _refuse_strangers(report, url)
    return _read(report), _costs(report)


def _read(report: dict[str, Any]) -> Audit:
    scores = [100 * report["categories"][name]["score"] for name in CATEGORIES]
    figures = [
        report["audits"][name]["numericValue"]
        for name in (
            "first-contentful-paint",
            "largest-contentful-paint",
            "total-blocking-time",
            "cumulative-layout-shift",
            "total-byte-weight",
        )
    ]
    return Audit._make([*scores, *figures, report["environment"]["benchmarkIndex"]])


def _costs(report: dict[str, Any]) -> list[str]:
    lost = []
    for name in CATEGORIES:
        for part in report["categories"][name]["auditRefs"]:
            found = report["audits"][part["id"]]
            if part["weight"] and found["score"] is not None and found["score"] < 1:
                lost.append(f"{name}: {part['id']} {found['score']:.2f} {found.get('displayValue', '')}".rstrip())
    return lost


def _refuse_strangers(report: dict[str, Any], url: str) -> None:
    origin = "/".join(url.split("/")[:3])
    fetched = (request["url"] for request in report["audits"]["network-requests"]["details"]["items"])
    # A WebSocket to our own host has another scheme.
    ours = (origin, origin.replace("http", "ws", 1), "blob:", "data:")
    strangers = sorted({one for one in fetched if not one.startswith(ours)})
    if strangers:
        raise RuntimeError(f"{url} fetches from elsewhere: {strangers}")
