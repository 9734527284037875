"""Text that people choose for others to read: one shape for equal looks, and nothing invisible in it."""

import unicodedata

# Control, format (bidi and zero-width among them), surrogate, private and unassigned characters, line separators.
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def spoken_text(text: str) -> str | None:
    """A line of talk as it will be shown: on one line, without what cannot be seen; None when nothing is left."""
    normal = unicodedata.normalize("NFKC", text)
    seen = "".join(c for c in normal if c.isspace() or unicodedata.category(c) not in _UNSEEN)
    return " ".join(seen.split()) or None


def shown_text(text: str) -> str | None:
    """The text as it will be shown, or None when it holds something that cannot be seen, or nothing at all."""
    normal = unicodedata.normalize("NFKC", text).strip()
    if not normal or any(unicodedata.category(character) in _UNSEEN for character in normal):
        return None
    return normal
