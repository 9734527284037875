"""An event loop on virtual time. Its processes can be killed or frozen between any two steps.

No time passes while there is something to do. When there is nothing, time jumps to the next timer.
"""

import asyncio
import contextlib
import selectors
import warnings
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any

_PROCESS: ContextVar["Process | None"] = ContextVar("process", default=None)

# The process for everything outside servers: the network, the disk and the clients.
NOBODY = Context()

# The longest time that a thread of a pool takes.
THREAD_SECONDS = 0.004


class Process:
    """One run of a server, from start to end. A killed process does nothing more, and runs no `finally`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_alive = True
        self._steps_left: int | None = None
        self._on_kill: Callable[[], None] = lambda: None
        # Events due while the process was frozen, in order.
        self._frozen: list[tuple[Context, Callable[..., Any], tuple[Any, ...]]] | None = None
        self.context: Context = copy_context()
        self.context.run(_PROCESS.set, self)
        # Kept until the end: collecting a dead task would raise inside its `await` and run its code again.
        self._tasks: list[asyncio.Task[Any]] = []

    def spawn(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        return asyncio.get_running_loop().create_task(work, context=self.context)

    def keep(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.append(task)

    def kill_after(self, steps: int, on_kill: Callable[[], None]) -> None:
        """Die after this many steps. A step is the code between one await and the next."""
        self._steps_left, self._on_kill = steps, on_kill

    def kill(self) -> None:
        if self.is_alive:
            self.is_alive = False
            self._on_kill()

    def bury(self) -> None:
        """Drop the unfinished tasks of a killed process, when they can no longer have an effect."""
        with warnings.catch_warnings():
            # Some tasks were never started.
            warnings.simplefilter("ignore", RuntimeWarning)
            for task in self._tasks:
                if not task.done():
                    with contextlib.suppress(RuntimeError):
                        task.get_coro().close()
            self._tasks.clear()

    def freeze(self) -> None:
        self._frozen = self._frozen or []

    def thaw(self) -> None:
        steps, self._frozen = self._frozen or [], None
        for context, callback, args in steps:
            asyncio.get_running_loop().call_soon(callback, *args, context=context)

    def step(self, callback: Callable[..., Any], *args: Any) -> None:
        if not self.is_alive:
            return
        if self._frozen is not None:
            self._frozen.append((copy_context(), callback, args))
            return
        if self._steps_left is not None:
            self._steps_left -= 1
            if self._steps_left < 0:
                self.kill()
                return
        callback(*args)


class _Skipping(selectors.SelectSelector):
    """A selector without sockets that never waits, but puts the time forward."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("nothing will ever happen again")
        self.loop.pass_seconds(timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Runs callbacks in the order in which they were scheduled, each for the process that scheduled it."""

    def __init__(self, chance: Random) -> None:
        self._now = 0.0
        selector = _Skipping()
        selector.loop = self
        super().__init__(selector)
        self._chance = chance
        self.faults: list[str] = []
        self.set_exception_handler(self._on_fault)
        self.set_task_factory(_tracked)

    def time(self) -> float:
        return self._now

    def pass_seconds(self, seconds: float) -> None:
        self._now += seconds

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        process = _PROCESS.get() if context is None else context.get(_PROCESS)
        if process is None:
            return super().call_soon(callback, *args, context=context)
        return super().call_soon(process.step, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        process = _PROCESS.get() if context is None else context.get(_PROCESS)
        if process is None:
            return super().call_at(when, callback, *args, context=context)
        return super().call_at(when, process.step, callback, *args, context=context)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> "asyncio.Future[Any]":  # type: ignore[override]
        """Run the function in this thread, a little later."""
        future = self.create_future()

        def run() -> None:
            try:
                result, error = func(*args), None
            except Exception as raised:
                result, error = None, raised
            self.call_later(self._chance.random() * THREAD_SECONDS, finish, result, error)

        def finish(result: Any, error: Exception | None) -> None:
            if not future.done():
                future.set_result(result) if error is None else future.set_exception(error)

        self.call_later(self._chance.random() * THREAD_SECONDS, run)
        return future

    def _on_fault(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error, task = context.get("exception"), context.get("future")
        # After a kill nobody collects the task's result.
        is_of_the_dead = isinstance(task, _Task) and task.process is not None and not task.process.is_alive
        if error is not None and not is_of_the_dead:
            self.faults.append(f"{context['message']}: {error!r}")


class _Task(asyncio.Task[Any]):
    """A task that knows its process."""

    process: Process | None = None


def _tracked(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> "asyncio.Task[Any]":
    task = _Task(work, loop=loop, **options)
    task.process = process = options["context"].get(_PROCESS) if options.get("context") else _PROCESS.get()
    if process is not None:
        process.keep(task)
    return task
