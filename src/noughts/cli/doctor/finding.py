"""What a check found, in words for the operator."""

from typing import Literal

from msgspec import Struct

Grade = Literal["ok", "warning", "problem"]


class Finding(Struct, frozen=True):
    """One result. Everything but "ok" has a remedy."""

    grade: Grade
    words: str
    remedy: str = ""


def ok(words: str) -> Finding:
    return Finding("ok", words)


def warning(words: str, remedy: str) -> Finding:
    """Return something that players may miss, while games work."""
    return Finding("warning", words, remedy)


def problem(words: str, remedy: str) -> Finding:
    """Return something that keeps the server from working or its data from being safe."""
    return Finding("problem", words, remedy)
