"""Frames of the WebSocket protocol (RFC 6455, 5.2) as the server sends them: whole and unmasked."""

TEXT = 0x81
CLOSE = 0x88
PING = 0x89
PONG = 0x8A

# The codes allowed in a close frame: the protocol's own, registered ones, and those for private use.
_CLOSE_CODES = frozenset((1000, 1001, 1002, 1003, *range(1007, 1015), *range(3000, 5000)))


# Nearly all messages have these sizes.
_TEXT_HEADS = (
    *(bytes((TEXT, size)) for size in range(126)),
    *(b"\x81\x7e" + size.to_bytes(2) for size in range(126, 1024)),
)


def text_frame(payload: bytes) -> bytes:
    """Return a whole text message."""
    size = len(payload)
    if size < 1024:
        return _TEXT_HEADS[size] + payload
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2) + payload
    return b"\x81\x7f" + size.to_bytes(8) + payload


def control_frame(kind: int, payload: bytes = b"") -> bytes:
    """Return a ping, a pong or a close frame; its payload has 125 bytes at most."""
    return bytes((kind, len(payload))) + payload


def close_frame(code: int | None, reason: str = "") -> bytes:
    """Return a close frame; without a code it has no payload."""
    return control_frame(CLOSE, b"" if code is None else code.to_bytes(2) + reason.encode())


def close_code_in(payload: bytes) -> int | None:
    """Return the code in a client's close frame, or None without one. Raises `ValueError` for an invalid code."""
    if not payload:
        return None
    code = int.from_bytes(payload[:2])
    if code not in _CLOSE_CODES:
        raise ValueError(code)
    return code
