"""Figures that only the database and Redis know. A scrape never waits long for either."""

import asyncio

from prometheus_client.core import GaugeMetricFamily, Metric

from noughts.server.sessions.services import Services
from noughts.storage.journal import Unavailable
from noughts.storage.size import sizes

MOST_SECONDS = 1.0


async def outside_figures(services: Services) -> list[Metric]:
    """Return the current figures of the database and Redis."""
    is_up = services.uptime.is_ready
    found: list[Metric] = [_up("noughts_database_up", "Whether the database accepts writes.", is_up)]
    if is_up:
        found += await _sizes(services)
    if services.redis_probe is not None:
        found.append(_up("noughts_redis_up", "Whether Redis answers.", await services.redis_probe.answers()))
    return found


def _up(name: str, words: str, is_up: bool) -> Metric:
    return GaugeMetricFamily(name, words, float(is_up))


async def _sizes(services: Services) -> list[Metric]:
    try:
        async with asyncio.timeout(MOST_SECONDS):
            by_part = await services.database.read(sizes)
    except (Unavailable, TimeoutError):
        return []
    family = GaugeMetricFamily("noughts_database_bytes", "Size of the database, and of its log.", labels=["part"])
    for part, size in by_part.items():
        family.add_metric([part], size)
    return [family]
