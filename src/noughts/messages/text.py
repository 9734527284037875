"""Text that players write for others to read: normalised, and without invisible characters."""

import unicodedata

from noughts.messages.lookalike_letters import UNSEEN

# Control, format (bidi and zero-width among them), surrogate, private and unassigned characters, line separators.
_UNSEEN_KINDS = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
# Letters, marks and symbols that show nothing or an empty space.
_UNSEEN = frozenset(chr(code) for first, last in UNSEEN for code in range(first, last + 1))
# Selects the colour form of the preceding symbol.
_AS_EMOJI = "\ufe0f"


def spoken_text(text: str) -> str | None:
    """Return a chat message as it will be shown: on one line, without invisible characters; None if nothing is left."""
    normal = unicodedata.normalize("NFKC", text)
    seen = "".join(c for at, c in enumerate(normal) if c.isspace() or _is_seen(normal, at))
    return " ".join(seen.split()) or None


def shown_text(text: str) -> str | None:
    """Return the text as it will be shown, or None if it is empty or contains invisible characters."""
    normal = unicodedata.normalize("NFKC", text).strip()
    if not normal or not all(_is_seen(normal, at) for at in range(len(normal))):
        return None
    return " ".join(normal.split())


def _is_seen(text: str, at: int) -> bool:
    if text[at] == _AS_EMOJI:
        return at > 0 and unicodedata.category(text[at - 1]) == "So" and text[at - 1] not in _UNSEEN
    return unicodedata.category(text[at]) not in _UNSEEN_KINDS and text[at] not in _UNSEEN
