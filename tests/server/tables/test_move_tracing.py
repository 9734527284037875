"""Traces of moves reach a real collector, one for each sampled move, and never delay the server's shutdown."""

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from noughts.client import Client
from tests.servers import NoughtsServer, free_port

MOVES = [(0, 4), (1, 0), (0, 2), (1, 1), (0, 6)]


class Collector(ThreadingHTTPServer):
    """An OpenTelemetry collector that keeps the spans in memory."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.spans: list[Any] = []
        self.services: set[str] = set()
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1/traces"


class _Handler(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            facts = {fact.key: fact.value.string_value for fact in resource.resource.attributes}
            self.server.services.add(facts["service.name"])
            for scope in resource.scope_spans:
                self.server.spans += scope.spans
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        pass


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as collector:
        Thread(target=collector.serve_forever, daemon=True).start()
        yield collector
        collector.shutdown()


async def play(url: str) -> str:
    async with Client(url) as ann, Client(url) as bob:
        mine = await ann.create(visibility="private")
        seats = mine, await bob.join(mine.id)
        for seat, cell in MOVES:
            await seats[seat].until_my_turn()
            await seats[seat].move(cell)
        return mine.id


async def test_a_sampled_move_is_traced_from_arrival_to_answer(
    start_noughts: Callable[..., NoughtsServer], collector: Collector
) -> None:
    server = start_noughts(environment={"NOUGHTS_TRACE_URL": collector.url})
    before_ns = time.time_ns()
    games = [await play(server.url) for _ in range(2)]
    assert await asyncio.to_thread(server.end, signal.SIGTERM) == 0
    assert collector.services == {"noughts"}
    roots = [span for span in collector.spans if span.name == "move"]
    # The first command that reaches its table is sampled, then one in 17.
    assert 1 <= len(roots) <= 2
    for root in roots:
        facts = {fact.key: fact.value for fact in root.attributes}
        assert facts["noughts.game"].string_value in games
        assert facts["noughts.variant"].string_value == "classic"
        children = sorted(
            (span for span in collector.spans if span.parent_span_id == root.span_id),
            key=lambda span: span.start_time_unix_nano,
        )
        assert [span.name for span in children] == ["decide", "commit", "publish"]
        assert {span.trace_id for span in children} == {root.trace_id}
        edges = [root.start_time_unix_nano, *(span.end_time_unix_nano for span in children)]
        assert before_ns < edges[0] <= edges[1] <= edges[2] <= edges[3] == root.end_time_unix_nano


async def test_a_missing_collector_causes_no_errors(start_noughts: Callable[..., NoughtsServer]) -> None:
    server = start_noughts(environment={"NOUGHTS_TRACE_URL": f"http://127.0.0.1:{free_port()}/v1/traces"})
    await play(server.url)
    assert await asyncio.to_thread(server.end, signal.SIGTERM) == 0
    assert server.tracebacks == []
