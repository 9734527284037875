"""One of the processes that run tests. `tools/workers.py` starts it and receives its messages."""

import os
import signal
import traceback
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from _pytest.config import create_terminal_writer

Groups = Sequence[Sequence[int]]


def work(
    session: pytest.Session,
    groups: Groups,
    queues: Sequence[int],
    first: Sequence[int],
    main: Connection,
    inherited: Sequence[Connection],
) -> None:
    """Run the tests with these numbers first, then groups from the queues. Send every report."""
    # If the main process dies, sending fails, provided that nobody else can receive.
    for connection in inherited:
        connection.close()
    # A shell may have started the tests in the background, without interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        _separate_output(session.config)
        session.config.pluginmanager.register(_Reports(session.config, main))
        for number, following in _numbers(groups, queues, first):
            main.send(("begun", number))
            # At the end of a group, only what belongs to the whole session stays for the next one.
            after = session if following is None else session.items[following]
            session.config.hook.pytest_runtest_protocol(item=session.items[number], nextitem=after)
            main.send(("ended", number))
        session._setupstate.teardown_exact(None)
        for output in session.config.hook.pytest_worker_output():
            main.send(("output", output))
        main.send(("done", None))
    except KeyboardInterrupt:
        session._setupstate.teardown_exact(None)
    except BaseException:
        main.send(("crashed", traceback.format_exc()))
    finally:
        main.close()
        # The main process does what remains to be done at exit.
        os._exit(0)


class _Reports:
    """Sends the reports of all tests."""

    def __init__(self, config: pytest.Config, main: Connection) -> None:
        self._config = config
        self._main = main

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._main.send(("report", data))


def _numbers(groups: Groups, queues: Sequence[int], first: Sequence[int]) -> Iterator[tuple[int, int | None]]:
    """Yield the number of each test to run, with that of the next one in its group."""
    yield from _with_next(first)
    for queue in queues:
        while taken := os.read(queue, 2):
            yield from _with_next(groups[int.from_bytes(taken)])


def _with_next(group: Sequence[int]) -> Iterator[tuple[int, int | None]]:
    return zip(group, [*group[1:], None], strict=bool(group))


def _separate_output(config: pytest.Config) -> None:
    """Capture the output of tests apart from that of other workers, and print nothing."""
    capture: Any = config.pluginmanager.get_plugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    reporter._tw = create_terminal_writer(config, Path(os.devnull).open("w"))  # noqa: SIM115 - it stays open
