"""A JPEG with very many scans. Each scan has a few bytes, but makes a decoder process the whole picture again."""

from io import BytesIO

from PIL import Image

START_OF_SCAN = b"\xff\xda"
END = b"\xff\xd9"


def jpeg_of_scans(count: int, side: int = 2048) -> bytes:
    """Return a single-colour JPEG with this many scans."""
    out = BytesIO()
    Image.new("RGB", (side, side), "teal").save(out, "JPEG", progressive=True)
    whole = out.getvalue()
    last = whole[whole.rindex(START_OF_SCAN) : whole.rindex(END)]
    more = count - whole.count(START_OF_SCAN)
    return whole[: whole.rindex(END)] + last * more + END
