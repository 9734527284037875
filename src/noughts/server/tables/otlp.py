"""Sends traces of moves to an OpenTelemetry collector, over HTTP and from a separate thread.

Only `tracing.py` imports this module, and only when the settings name a collector: the library is optional.
"""

import asyncio
from threading import Thread

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Status, StatusCode, set_span_in_context

from noughts import __version__
from noughts.server.tables.move_tracing import MoveTimes

EXPORT_SECONDS = 2.0
# How long the end of the server may wait for a collector.
CLOSE_SECONDS = 2.0


class OtlpTraces:
    """The traces of this process."""

    def __init__(self, url: str) -> None:
        resource = Resource.create({"service.name": "noughts", "service.version": __version__})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=url, timeout=EXPORT_SECONDS)))
        self._tracer = self._provider.get_tracer("noughts")

    def record(self, times: MoveTimes) -> None:
        """Send one trace soon: the move, and in it what was decided, stored and published."""
        facts: dict[str, str | int] = {
            "noughts.game": times.game,
            "noughts.variant": times.variant,
            "noughts.ply": times.ply,
        }
        move = self._tracer.start_span("move", start_time=times.started_ns, attributes=facts)
        if times.refusal is not None:
            move.set_attribute("noughts.refusal", times.refusal)
            move.set_status(Status(StatusCode.ERROR, times.refusal))
        within = set_span_in_context(move)
        moments = (times.started_ns, times.decided_ns, times.stored_ns, times.answered_ns)
        if all(moments):
            for name, began, ended in zip(("decide", "commit", "publish"), moments, moments[1:], strict=False):
                self._tracer.start_span(name, within, start_time=began).end(ended)
        move.end(times.answered_ns)

    async def close(self) -> None:
        """Send the rest, unless the collector takes too long."""
        sending = Thread(target=self._provider.shutdown, daemon=True)
        sending.start()
        await asyncio.to_thread(sending.join, CLOSE_SECONDS)
