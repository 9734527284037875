"""Runs a coroutine in the fastest event loop that is installed."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_loop(main: Coroutine[Any, Any, Result]) -> Result:
    """Return the result. Without uvloop, which is optional, Python's own loop runs it."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main)
    return uvloop.run(main)
