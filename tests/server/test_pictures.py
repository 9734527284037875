"""Pictures from strangers: whatever comes, a square PNG of ours or a refusal, and memory stays bounded."""

import random
import resource
import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, PngImagePlugin

from noughts.messages.refusals import Refusal
from noughts.server.pictures import MOST_BYTES, MOST_SIDE, SIDE, remade


def encoded(form: str, size: tuple[int, int] = (60, 40), mode: str = "RGB", **options: object) -> bytes:
    out = BytesIO()
    Image.new(mode, size, 1 if mode in ("1", "P", "L") else "teal").save(out, form, **options)
    return out.getvalue()


def png_head(width: int, height: int, data: bytes = b"") -> bytes:
    """A PNG that says it is so large, with whatever for its pixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("size", [(1, 1), (60, 40), (40, 600), (MOST_SIDE, 3)])
def test_a_picture_becomes_ours(form: str, size: tuple[int, int]) -> None:
    png = remade(encoded(form, size))
    assert isinstance(png, bytes)
    image = Image.open(BytesIO(png))
    assert (image.format, image.size) == ("PNG", (SIDE, SIDE))


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA"])
def test_every_kind_of_pixel(mode: str) -> None:
    assert isinstance(remade(encoded("PNG", mode=mode)), bytes)


def test_equal_pictures_are_equal_bytes() -> None:
    assert remade(encoded("PNG")) == remade(encoded("PNG"))


def test_nothing_but_pixels_is_kept() -> None:
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", "taken at home, 12 Secret Street")
    png = remade(encoded("PNG", pnginfo=info))
    assert isinstance(png, bytes)
    assert b"Secret" not in png
    hidden = remade(encoded("PNG") + b"<script>alert(1)</script>")
    assert isinstance(hidden, bytes)
    assert b"script" not in hidden


BROKEN = {
    "nothing": b"",
    "text": b"<svg onload=alert(1)>",
    "gif": encoded("GIF"),
    "bmp": encoded("BMP"),
    "tiff": encoded("TIFF"),
    "cut off": encoded("PNG", (500, 500))[:-100],
    "a cut JPEG": encoded("JPEG", (500, 500))[:300],
    "only a head": png_head(10, 10),
    "no pixels": png_head(0, 0),
    "a bad checksum": encoded("PNG").replace(b"IDAT", b"IDAU"),
    "a bomb": png_head(20_000, 20_000, zlib.compress(bytes(20_000 * 300))),
    "a wide bomb": png_head(2**31 - 1, 1),
    "too wide": encoded("PNG", (MOST_SIDE + 1, 1)),
    "too high": encoded("WEBP", (1, MOST_SIDE + 1)),
    "too many bytes": encoded("PNG") + bytes(MOST_BYTES),
}


def text_bomb() -> bytes:
    """A PNG whose comment unpacks to 100 MB."""
    body = b"Comment\0\0" + zlib.compress(bytes(100_000_000))
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))
    whole = encoded("PNG")
    return whole[:33] + chunk + whole[33:]


def jpeg_head(width: int, height: int) -> bytes:
    """A JPEG that says it is so large."""
    whole = bytearray(encoded("JPEG", (16, 16)))
    at = whole.index(b"\xff\xc0") + 5
    whole[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(whole)


def frames(form: str, count: int) -> bytes:
    """A moving picture."""
    out = BytesIO()
    images = [Image.effect_noise((200, 200), 90).convert("RGB") for _ in range(count)]
    images[0].save(out, form, save_all=True, append_images=images[1:], lossless=False, quality=1)
    return out.getvalue()


EMPTY_CHUNK = b"\0\0\0\0teXt" + struct.pack(">I", zlib.crc32(b"teXt"))

BROKEN |= {
    "a comment that unpacks to 100 MB": text_bomb(),
    "a JPEG of 65535 by 65535": jpeg_head(65_535, 65_535),
    "a GIF called PNG": b"\x89PNG\r\n\x1a\n" + encoded("GIF"),
    "ten thousand empty chunks": encoded("PNG")[:33]
    + (b"\0\0\0\0teXt" + struct.pack(">I", zlib.crc32(b"teXt"))) * 10_000,
}


@pytest.mark.parametrize("form", ["PNG", "WEBP"])
def test_of_a_moving_picture_the_first_is_taken(form: str) -> None:
    moving = frames(form, 4)
    if len(moving) < MOST_BYTES:
        assert isinstance(remade(moving), bytes)


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_picture_is_refused(name: str) -> None:
    refusal = remade(BROKEN[name])
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_picture"


def test_a_bomb_takes_no_memory() -> None:
    remade(encoded("PNG", (MOST_SIDE, MOST_SIDE)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(20):
        remade(BROKEN["a bomb"])
        remade(BROKEN["a wide bomb"])
        remade(BROKEN["a comment that unpacks to 100 MB"])
        remade(BROKEN["a JPEG of 65535 by 65535"])
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_spoilt_files() -> None:
    chance = random.Random(5)
    for form in ("PNG", "JPEG", "WEBP"):
        whole = encoded(form, (64, 64))
        for _ in range(150):
            spoilt = bytearray(whole)
            for _ in range(chance.randint(1, 8)):
                spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
            assert isinstance(remade(bytes(spoilt)), bytes | Refusal)
