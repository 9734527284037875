"""Finds the JSON objects in a stream of bytes: one a line, back to back, or split anywhere. It reads none of them."""

import re

from noughts.messages.codec import fits, too_large
from noughts.messages.refusals import Refusal

# An object without others in it, found in one step: nearly all are such. Possessive, so that it never looks back.
_FLAT = re.compile(rb'\s*+(\{(?:[^{}"]++|"(?:[^"\\\n]++|\\[^\n])*+")*+\})')
# What matters outside and inside a string. JSON has no bare line break in a string: there a broken object ends.
_OUTSIDE = re.compile(rb'[{}"]')
_INSIDE = re.compile(rb'["\\\n]')


class Splitter:
    """Keeps the beginning of an object until the rest of it has come, as much as a command may have."""

    __slots__ = ("_at", "_buffer", "_depth", "_in_garbage", "_in_string")

    def __init__(self) -> None:
        self._buffer = b""
        # Where the search goes on, and how it stands there.
        self._at = 0
        self._depth = 0
        self._in_string = False
        self._in_garbage = False

    @property
    def is_waiting(self) -> bool:
        """Whether an object has begun and not ended."""
        return self._depth > 0

    def feed(self, data: bytes) -> list[bytes | Refusal]:
        """The objects that these bytes complete, and a refusal for each line that is none."""
        found: list[bytes | Refusal] = []
        begin = 0
        if not self._buffer:
            while (flat := _FLAT.match(data, begin)) is not None:
                found.append(_bounded(flat[1]))
                self._in_garbage = False
                begin = flat.end()
        if begin < len(data):
            self._buffer += data[begin:]
            while self._step(found):
                pass
        return found

    def _step(self, found: list[bytes | Refusal]) -> bool:
        """Go on to the next border of an object; False when the bytes are used up."""
        if self._depth == 0 and not self._find_begin(found):
            return False
        end = self._find_end(found)
        if end is None:
            if not fits(self._buffer):
                found.append(too_large())
                self._start_anew(b"")
            return False
        found.append(_bounded(self._buffer[:end]))
        self._start_anew(self._buffer[end:])
        return bool(self._buffer)

    def _find_begin(self, found: list[bytes | Refusal]) -> bool:
        begin = self._buffer.find(b"{")
        between = self._buffer if begin < 0 else self._buffer[:begin]
        for number, line in enumerate(between.split(b"\n")):
            # One refusal for a line, whether its bytes come at once or one by one.
            self._in_garbage = self._in_garbage and number == 0
            if line.strip() and not self._in_garbage:
                self._in_garbage = True
                found.append(Refusal("malformed", "Not an object."))
        if begin >= 0:
            self._in_garbage = False
        self._buffer = b"" if begin < 0 else self._buffer[begin:]
        return begin >= 0

    def _find_end(self, found: list[bytes | Refusal]) -> int | None:
        buffer = self._buffer
        while True:
            mark = (_INSIDE if self._in_string else _OUTSIDE).search(buffer, self._at)
            if mark is None:
                self._at = len(buffer)
                return None
            self._at = mark.end()
            match mark[0]:
                case b'"':
                    self._in_string = not self._in_string
                case b"{":
                    self._depth += 1
                case b"}":
                    self._depth -= 1
                    if self._depth == 0:
                        return self._at
                case b"\\":
                    if self._at >= len(buffer):
                        # What it escapes has not come yet: looked at again together with it.
                        self._at -= 1
                        return None
                    self._at += buffer[self._at] != 0x0A
                case _:
                    found.append(Refusal("malformed", "A line ends within a string."))
                    self._start_anew(buffer[self._at :])
                    if not self._find_begin(found):
                        return None
                    buffer = self._buffer

    def _start_anew(self, rest: bytes) -> None:
        self._buffer = rest
        self._at = self._depth = 0
        self._in_string = False


def _bounded(data: bytes) -> bytes | Refusal:
    return data if fits(data) else too_large()
