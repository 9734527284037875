"""Runs the tests in several processes: `python -m pytest -p tools.workers --workers 4`.

One process collects the tests, then forks the workers. So it loads the modules, and prepares them for measuring
coverage, only once; that takes 20 s. The workers take groups of tests from two queues until both are empty: tests in a
browser, and others. Half of the workers begin with each queue, so that few workers start browsers or databases.
"""

import gc
import os
import signal
from collections.abc import Iterator, Sequence
from itertools import groupby
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

import pytest

from tools.worker import work

# Tests of one file share its servers, so they stay together unless there are many.
MOST_TOGETHER = 10
# How long a worker may take to stop its servers after an interruption.
ENDING_SECONDS = 20


class Hooks:
    """Lets other plugins bring results from the workers to the main process."""

    @pytest.hookspec
    def pytest_worker_output(self) -> object:
        """Return what the main process needs from this worker after its last test."""

    @pytest.hookspec
    def pytest_worker_received(self, output: object) -> None:
        """Take what a worker returned."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=0, help="run the tests in this many processes")


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(Hooks)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    count = session.config.getoption("--workers")
    if not count or session.config.option.collectonly or session.testsfailed:
        return None
    # Tests of several files run at the same time, so the progress names no files.
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    assert isinstance(reporter, pytest.TerminalReporter)
    reporter.showfspath = False
    # The folders of all tests go into this one.
    session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    # Nothing that is loaded now becomes garbage, so the workers need not look for it.
    gc.collect()
    gc.freeze()
    workers = Workers(session, list(grouped(session.items)), reporter)
    try:
        workers.run(count)
    finally:
        workers.end()
    return True


def grouped(items: list[pytest.Item]) -> Iterator[list[int]]:
    """Yield the numbers of tests that one worker runs together: of one file and in one browser."""
    # Few tests need Firefox, which takes ten seconds to start. So one worker runs all of them.
    in_firefox = [number for number, item in enumerate(items) if _browser(item) == "firefox"]
    if in_firefox:
        yield in_firefox
    others = (number for number, item in enumerate(items) if _browser(item) != "firefox")
    for _, together in groupby(others, lambda number: (items[number].path, _browser(items[number]))):
        numbers = list(together)
        for begin in range(0, len(numbers), MOST_TOGETHER):
            yield numbers[begin : begin + MOST_TOGETHER]


def _browser(item: pytest.Item) -> object:
    params = getattr(item, "callspec", None)
    return params and params.params.get("browser")


def _filled_pipe(numbers: list[int]) -> int:
    """Return a pipe that holds these numbers, from which several processes can take them."""
    queue, fill = os.pipe()
    os.write(fill, b"".join(number.to_bytes(2) for number in numbers))
    os.close(fill)
    return queue


class Workers:
    """The running workers."""

    def __init__(self, session: pytest.Session, groups: list[list[int]], reporter: pytest.TerminalReporter) -> None:
        self._session = session
        self._reporter = reporter
        self._groups = groups
        self._fork = get_context("fork")
        self._processes: dict[Connection, BaseProcess] = {}
        # The test that each worker began last.
        self._tests: dict[Connection, int] = {}
        in_browser = [number for number, group in enumerate(groups) if self._uses_browser(group)]
        others = [number for number in range(len(groups)) if number not in in_browser]
        self._queues = [_filled_pipe(in_browser), _filled_pipe(others)]
        self._started = 0

    def run(self, count: int) -> None:
        """Run all tests in this many processes. Raises what pytest's own loop raises."""
        for _ in range(min(count, len(self._groups))):
            self._start()
        while self._processes:
            for connection in wait(list(self._processes)):
                assert isinstance(connection, Connection)
                self._receive(connection)
                if self._session.shouldfail:
                    raise self._session.Failed(self._session.shouldfail)
                if self._session.shouldstop:
                    raise self._session.Interrupted(self._session.shouldstop)

    def end(self) -> None:
        """Interrupt the workers that are still running, so that they stop their servers."""
        for process in self._processes.values():
            if process.pid is not None and process.is_alive():
                os.kill(process.pid, signal.SIGINT)
        for process in self._processes.values():
            process.join(ENDING_SECONDS)
            process.kill()
        for queue in self._queues:
            os.close(queue)

    def _uses_browser(self, group: list[int]) -> bool:
        return "browser" in getattr(self._session.items[group[0]], "fixturenames", ())

    def _start(self, first: Sequence[int] = ()) -> None:
        ours, theirs = self._fork.Pipe(duplex=False)
        inherited = [ours, *self._processes]
        queues = self._queues[:: -1 if self._started % 2 else 1]
        self._started += 1
        arguments = (self._session, self._groups, queues, first, theirs, inherited)
        process = self._fork.Process(target=work, args=arguments)
        process.start()
        theirs.close()
        self._processes[ours] = process

    def _receive(self, connection: Connection) -> None:
        hook = self._session.config.hook
        try:
            kind, value = connection.recv()
        except EOFError:
            kind, value = "crashed", "the worker was killed"
        if kind == "begun":
            self._tests[connection] = value
        elif kind == "report":
            report = hook.pytest_report_from_serializable(config=self._session.config, data=value)
            hook.pytest_runtest_logreport(report=report)
            if report.failed:
                # The details follow at the end, but nobody has to wait for the name.
                self._reporter.ensure_newline()
                self._reporter.write_line(f"failed: {report.nodeid}")
        elif kind == "ended":
            item = self._session.items[value]
            hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        elif kind == "output":
            hook.pytest_worker_received(output=value)
        else:
            self._processes.pop(connection).join()
            if kind == "crashed":
                if connection not in self._tests:
                    raise RuntimeError(f"a worker could not begin: {value}")
                self._report_crash(self._tests[connection], value)

    def _report_crash(self, number: int, reason: str) -> None:
        """Report the test as failed, and let a new worker run the rest of its group."""
        item = self._session.items[number]
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", reason, "call")
        self._session.config.hook.pytest_runtest_logreport(report=report)
        (rest,) = (group[group.index(number) + 1 :] for group in self._groups if number in group)
        self._start(rest)
