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
    """Return a finding that costs players a feature, while games work."""
    return Finding("warning", words, remedy)


def problem(words: str, remedy: str) -> Finding:
    """Return a finding that keeps the server from working or puts its data at risk."""
    return Finding("problem", words, remedy)
