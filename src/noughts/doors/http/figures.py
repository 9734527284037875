"""The counters, gauges and histograms of one process, as Prometheus reads them."""

import asyncio
import platform
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from noughts import __version__
from noughts.server.runtime.histogram import Histogram
from noughts.server.sessions.connections import Connections
from noughts.server.sessions.services import Services


class _Pool(Protocol):
    busy: int

    @property
    def running(self) -> int: ...


class Figures(Collector):
    """Reads the figures once; `outside` holds those of the database and Redis."""

    def __init__(self, services: Services, connections: Connections, outside: Sequence[Metric]) -> None:
        self._services = services
        self._connections = connections
        self._outside = outside

    def collect(self) -> list[Metric]:
        return [*self._counters(), *self._gauges(), *self._histograms(), *self._outside]

    def _counters(self) -> list[Metric]:
        metrics = self._services.metrics
        return [
            CounterMetricFamily("noughts_moves", "Moves accepted and stored.", metrics.moves),
            CounterMetricFamily("noughts_changes", "Changes of games accepted and stored.", metrics.changes),
            CounterMetricFamily("noughts_commands", "Commands received over sockets.", metrics.commands),
            _refusals({"socket": metrics.refusals, "http": metrics.http_refusals}),
            CounterMetricFamily(
                "noughts_forwards_ignored",
                "Requests with an untrusted X-Forwarded-For header.",
                metrics.forwards_ignored,
            ),
            CounterMetricFamily(
                "noughts_sessions_cut", "Clients disconnected because they did not read.", metrics.sessions_cut
            ),
            _by_outcome("noughts_mails", "Mails by their outcome.", metrics.mails),
            _by_outcome("noughts_provider_logins", "Logins at the provider.", metrics.provider_logins),
        ]

    def _gauges(self) -> list[Metric]:
        services = self._services
        build = {"version": __version__, "python": platform.python_version()}
        pools: dict[str, _Pool] = {"engine": services.engine_pool, "speech": services.speech_pool.pool}
        return [
            _labelled("noughts_build_info", "The running version.", tuple(build), {tuple(build.values()): 1}),
            GaugeMetricFamily("noughts_sessions", "Clients connected.", services.metrics.sessions),
            GaugeMetricFamily("noughts_tables", "Games in memory.", len(services.tables)),
            GaugeMetricFamily("noughts_clocks", "Clocks running.", len(services.clocks)),
            GaugeMetricFamily("noughts_tasks", "Tasks of the event loop.", len(asyncio.all_tasks())),
            GaugeMetricFamily("noughts_mail_queue", "Mails waiting to be sent.", services.emails.waiting),
            GaugeMetricFamily(
                "noughts_outbox_bytes", "Bytes that clients have not read.", self._connections.unsent_bytes
            ),
            GaugeMetricFamily(
                "noughts_journal_queue",
                "Games whose newest change waits for the database.",
                sum(table.pending is not None for table in services.tables),
            ),
            _labelled(
                "noughts_pool_processes",
                "Running worker processes.",
                ("pool",),
                {(name,): pool.running for name, pool in pools.items()},
            ),
            _labelled(
                "noughts_pool_busy",
                "Worker processes that are working on a job.",
                ("pool",),
                {(name,): pool.busy for name, pool in pools.items()},
            ),
        ]

    def _histograms(self) -> list[Metric]:
        metrics = self._services.metrics
        by_queue = ("queue",)
        return [
            _histogram(
                "noughts_move_seconds", "Time from reading a move to answering it.", (), {(): metrics.move_seconds}
            ),
            _histogram("noughts_commit_seconds", "Time from a change to its commit.", (), {(): metrics.commit_seconds}),
            _histogram(
                "noughts_loop_lag_seconds",
                "How late the event loop runs its callbacks.",
                (),
                {(): metrics.loop_lag_seconds},
            ),
            _histogram("noughts_http_seconds", "HTTP requests.", ("method", "route", "status"), metrics.http_seconds),
            _histogram(
                "noughts_wait_seconds", "Time that a job waits for a worker.", by_queue, _keyed(metrics.wait_seconds)
            ),
            _histogram(
                "noughts_work_seconds", "Time that a job takes in a worker.", by_queue, _keyed(metrics.work_seconds)
            ),
        ]


def _refusals(by_way: Mapping[str, Counter[str]]) -> Metric:
    family = CounterMetricFamily("noughts_refusals", "Commands and requests refused.", labels=["over", "code"])
    for way, by_code in by_way.items():
        for code, count in by_code.items():
            family.add_metric([way, code], count)
    return family


def _by_outcome(name: str, words: str, counts: Mapping[Any, int]) -> Metric:
    family = CounterMetricFamily(name, words, labels=["outcome"])
    for outcome, count in counts.items():
        family.add_metric([outcome], count)
    return family


def _labelled(name: str, words: str, labels: tuple[str, ...], values: Mapping[tuple[str, ...], float]) -> Metric:
    family = GaugeMetricFamily(name, words, labels=labels)
    for key, value in values.items():
        family.add_metric(key, value)
    return family


def _keyed(histograms: Mapping[str, Histogram]) -> dict[tuple[str, ...], Histogram]:
    return {(name,): histogram for name, histogram in histograms.items()}


def _histogram(
    name: str, words: str, labels: tuple[str, ...], histograms: Mapping[tuple[str, ...], Histogram]
) -> Metric:
    family = HistogramMetricFamily(name, words, labels=labels)
    for key, histogram in histograms.items():
        family.add_metric(key, histogram.buckets, histogram.total_seconds)
    return family
