"""Replays transcripts of the documentation against a real server.

A line is `WHO > {…}` (the client sends), `WHO < {…}` (it receives exactly this next), or `WHO hangs up`. Text values of
one capital letter and a number (`"G1"`) stand for the value that the server first sent in that place. An
object that ends in `…}` may have more fields.
"""

import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).parents[2]

_BLOCK = re.compile(r"^```transcript\n(.*?)^```", re.DOTALL | re.MULTILINE)
_LINE = re.compile(r"(\w+) (?:([<>]) (\{.*\})|(hangs up))")
_NAME = re.compile(r"[A-Z]\d")


class Talker(Protocol):
    """A connection of a participant in a transcript."""

    async def say(self, message: dict[str, Any]) -> None: ...

    async def hear(self) -> dict[str, Any]: ...

    async def hang_up(self) -> None: ...


def transcripts(page: str) -> list[str]:
    """Return the conversations of a page of `docs/`."""
    return _BLOCK.findall((ROOT / "docs" / page).read_text())


async def play(transcript: str, connect: Callable[[], Awaitable[Talker]]) -> int:
    """Play every line and return their number. Raises AssertionError at the first line that differs."""
    talkers: dict[str, Talker] = {}
    names: dict[str, Any] = {}
    lines = transcript.strip().splitlines()
    try:
        for line in lines:
            await _play_line(line, talkers, names, connect)
    finally:
        for talker in talkers.values():
            await talker.hang_up()
    return len(lines)


async def _play_line(
    line: str, talkers: dict[str, Talker], names: dict[str, Any], connect: Callable[[], Awaitable[Talker]]
) -> None:
    match = _LINE.fullmatch(line)
    assert match is not None, f"not a line of a transcript: {line}"
    who, direction, text, _ = match.groups()
    if who not in talkers:
        talkers[who] = await connect()
    if direction == ">":
        await talkers[who].say(_with_names(json.loads(text), names))
    elif direction == "<":
        heard = await talkers[who].hear()
        check(text, heard, names, line)
    else:
        await talkers[who].hang_up()


def check(text: str, heard: Any, names: dict[str, Any], line: str) -> None:
    """Compare the answer with the text, and remember what the names stand for."""
    is_whole = not text.endswith("…}")
    expected = json.loads(text if is_whole else text.removesuffix("…}").rstrip(" ,") + "}")
    if isinstance(expected, dict):
        _bind(expected, heard, names)
        expected = _with_names(expected, names)
        if not is_whole:
            heard = {key: value for key, value in heard.items() if key in expected}
    assert heard == expected, f"at: {line}"


def _bind(expected: dict[str, Any], heard: dict[str, Any], names: dict[str, Any]) -> None:
    for key, value in expected.items():
        if isinstance(value, str) and _NAME.fullmatch(value) and key in heard:
            names.setdefault(value, heard[key])


def _with_names(message: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    return {key: names.get(value, value) if isinstance(value, str) else value for key, value in message.items()}
