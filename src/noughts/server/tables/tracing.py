"""Traces of moves, on or off. The library that sends them is optional."""

from noughts.config import SettingsError
from noughts.parts import TRACING, install_command
from noughts.server.tables.journal import Journal
from noughts.server.tables.move_tracing import MoveTracer


class Tracing:
    """Sends traces to the collector at this URL. Without one, `tracer` is None and nothing changes."""

    def __init__(self, url: str, journal: Journal) -> None:
        """Raises `SettingsError` if the optional part is missing."""
        self._traces = None
        self.tracer: MoveTracer | None = None
        if not url:
            return
        if not TRACING.is_installed:
            raise SettingsError(f"the setting `trace-url` needs an optional part: {install_command(TRACING)}")
        # Imported here, because it is optional.
        from noughts.server.tables.otlp import OtlpTraces

        self._traces = OtlpTraces(url)
        self.tracer = MoveTracer(self._traces.record)
        journal.append = self.tracer.traced(journal.append)

    async def close(self) -> None:
        """Send the rest."""
        if self._traces is not None:
            await self._traces.close()
