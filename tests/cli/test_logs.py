"""The logs are JSON, name the request and the game, and one fault can't fill the disk."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from noughts.cli.logs import MOST_LINES, PERIOD_SECONDS, LogLimit, configure_logs


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def written(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What is written to standard error, with logs configured as `noughts serve` does."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    before = structlog.get_config()
    out = io.StringIO()
    monkeypatch.setattr("sys.stderr", out)
    configure_logs("info", LogLimit(clock))
    structlog.configure(cache_logger_on_first_use=False)
    yield out
    structlog.configure(**before)
    structlog.contextvars.clear_contextvars()
    root.handlers, root.level = handlers, level


def lines(written: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_limits_repeated_lines_and_counts_the_omitted_ones(written: io.StringIO, clock: Clock) -> None:
    log = structlog.get_logger()
    for nth in range(MOST_LINES + 30):
        log.error("a request failed", nth=nth)
    log.error("another fault")
    assert [line["nth"] for line in lines(written)[:-1]] == list(range(MOST_LINES))
    assert lines(written)[-1]["event"] == "another fault"
    clock.seconds = PERIOD_SECONDS
    log.error("a request failed", nth=99)
    log.error("a request failed", nth=100)
    last, newest = lines(written)[-2:]
    assert (last["nth"], last["left_out"]) == (99, 30)
    assert "left_out" not in newest


def test_log_lines_from_libraries_are_json_and_limited_too(written: io.StringIO) -> None:
    for nth in range(MOST_LINES + 5):
        logging.getLogger("some.library").warning("no luck with %s", nth)
    logging.getLogger("some.library").info("too quiet to be written")
    assert len(lines(written)) == MOST_LINES
    first = lines(written)[0]
    assert (first["event"], first["library"], first["level"]) == ("no luck with 0", "some.library", "warning")


def test_a_traceback_is_part_of_its_log_line(written: io.StringIO) -> None:
    structlog.contextvars.bind_contextvars(request="abc-1")
    try:
        raise ValueError("broken")
    except ValueError:
        structlog.get_logger().exception("a command failed", game="g1")
    [line] = lines(written)
    assert (line["request"], line["game"]) == ("abc-1", "g1")
    assert "ValueError: broken" in line["exception"]
