"""Finds the JSON objects in a stream of bytes: one per line, back to back, or split anywhere.

It does not decode them.
"""

import re

from noughts.messages.codec import fits, too_large
from noughts.messages.refusals import Refusal

# Matches an object without nested objects in one step; nearly all are like this. Possessive, so that it never
# backtracks.
_FLAT = re.compile(rb'\s*+(\{(?:[^{}"]++|"(?:[^"\\\n]++|\\[^\n])*+")*+\})')
# The characters that matter outside and inside a string. JSON has no bare line break in a string: a broken object ends
# there.
_OUTSIDE = re.compile(rb'[{}"]')
_INSIDE = re.compile(rb'["\\\n]')


class JsonSplitter:
    """Buffers the start of an object until the rest has arrived, up to the size of a command."""

    __slots__ = ("_at", "_buffer", "_depth", "_in_garbage", "_in_string")

    def __init__(self) -> None:
        self._buffer = bytearray()
        # Where the search continues, and its state there.
        self._at = 0
        self._depth = 0
        self._in_string = False
        self._in_garbage = False

    @property
    def is_waiting(self) -> bool:
        """Whether an object has begun and not ended."""
        return self._depth > 0

    @property
    def holds(self) -> int:
        """The number of bytes of the unfinished object."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[bytes | Refusal]:
        """Return the objects that these bytes complete, and a refusal for each line that is not an object."""
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
        """Go on to the next start or end of an object. Return False when the bytes are used up."""
        if self._depth == 0 and not self._find_begin(found):
            return False
        end = self._find_end(found)
        if end is None:
            if not fits(self._buffer):
                found.append(too_large())
                self._start_anew(len(self._buffer))
            return False
        found.append(_bounded(bytes(self._buffer[:end])))
        self._start_anew(end)
        return bool(self._buffer)

    def _find_begin(self, found: list[bytes | Refusal]) -> bool:
        begin = self._buffer.find(b"{")
        end = len(self._buffer) if begin < 0 else begin
        for number, line in enumerate(bytes(self._buffer[:end]).split(b"\n")):
            # A line gets one refusal, whether its bytes arrive at once or one by one.
            self._in_garbage = self._in_garbage and number == 0
            if line.strip() and not self._in_garbage:
                self._in_garbage = True
                found.append(Refusal("malformed", "That isn't a JSON object."))
        if begin >= 0:
            self._in_garbage = False
        del self._buffer[:end]
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
                    if self._depth and _is_next_object(buffer, mark.start()):
                        # The object before this one is broken, and would swallow all following ones.
                        found.append(Refusal("malformed", "An object starts before the previous one has ended."))
                        self._start_anew(mark.start())
                        self._at = 1
                    self._depth += 1
                case b"}":
                    self._depth -= 1
                    if self._depth == 0:
                        return self._at
                case b"\\":
                    if self._at >= len(buffer):
                        # The escaped character has not arrived yet: read the backslash again together with it.
                        self._at -= 1
                        return None
                    self._at += buffer[self._at] != 0x0A
                case _:
                    found.append(Refusal("malformed", "A line ends within a string."))
                    self._start_anew(self._at)
                    if not self._find_begin(found):
                        return None

    def _start_anew(self, begin: int) -> None:
        """Forget all before `begin`."""
        del self._buffer[:begin]
        self._at = self._depth = 0
        self._in_string = False


def _is_next_object(buffer: bytearray, at: int) -> bool:
    """Return whether this brace starts a new object, because the text before it does not introduce a nested value."""
    head = bytes(buffer[:at])
    before = head.rstrip()
    return before[-1:] not in (b":", b"[", b",") or (before[-1:] == b"," and b"\n" in head[len(before) :])


def _bounded(data: bytes) -> bytes | Refusal:
    return data if fits(data) else too_large()
