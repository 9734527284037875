"""Untrusted pictures: any input gives a square PNG or a refusal with a reason, and memory stays bounded."""

import ast
import random
import resource
import signal
import struct
import subprocess
import sys
import zlib
from io import BytesIO

import msgspec
import pytest
from PIL import Image, PngImagePlugin

from noughts.server.players.picture_jobs import AnyRemake, Remade, Unusable, Upload
from noughts.server.players.picture_worker import MOST_SCANS, MOST_SIDE, SIDE, remake
from noughts.server.runtime.limits import MOST_PICTURE_BYTES
from tests.server.players.many_scans import jpeg_of_scans


def encoded(form: str, size: tuple[int, int] = (60, 40), mode: str = "RGB", **options: object) -> bytes:
    out = BytesIO()
    Image.new(mode, size, 1 if mode in ("1", "P", "L") else "teal").save(out, form, **options)
    return out.getvalue()


def png_of(answer: AnyRemake) -> bytes:
    assert isinstance(answer, Remade)
    return answer.png


def png_head(width: int, height: int, data: bytes = b"") -> bytes:
    """Return a PNG that claims this size, with any bytes for its pixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("size", [(1, 1), (60, 40), (40, 600), (MOST_SIDE, 3)])
def test_converts_every_picture_to_a_square_png(form: str, size: tuple[int, int]) -> None:
    png = png_of(remake(encoded(form, size)))
    image = Image.open(BytesIO(png))
    assert (image.format, image.size) == ("PNG", (SIDE, SIDE))


def test_accepts_a_jpeg_with_several_scans() -> None:
    assert isinstance(remake(encoded("JPEG", (MOST_SIDE, MOST_SIDE), progressive=True)), Remade)
    assert isinstance(remake(jpeg_of_scans(MOST_SCANS)), Remade)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA"])
def test_accepts_every_pixel_format(mode: str) -> None:
    assert isinstance(remake(encoded("PNG", mode=mode)), Remade)


def test_equal_pictures_give_equal_bytes() -> None:
    assert remake(encoded("PNG")) == remake(encoded("PNG"))


def test_removes_everything_but_the_pixels() -> None:
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", "taken at home, 12 Secret Street")
    png = png_of(remake(encoded("PNG", pnginfo=info)))
    assert b"Secret" not in png
    hidden = png_of(remake(encoded("PNG") + b"<script>alert(1)</script>"))
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
    "too many scans": jpeg_of_scans(MOST_SCANS + 1),
}


def text_bomb() -> bytes:
    """Return a PNG whose comment unpacks to 100 MB."""
    body = b"Comment\0\0" + zlib.compress(bytes(100_000_000))
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))
    whole = encoded("PNG")
    return whole[:33] + chunk + whole[33:]


def jpeg_head(width: int, height: int) -> bytes:
    """Return a JPEG that claims this size."""
    whole = bytearray(encoded("JPEG", (16, 16)))
    at = whole.index(b"\xff\xc0") + 5
    whole[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(whole)


def frames(form: str, count: int) -> bytes:
    """Return an animated picture."""
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
def test_takes_the_first_frame_of_an_animation(form: str) -> None:
    moving = frames(form, 4)
    if len(moving) < MOST_PICTURE_BYTES:
        assert isinstance(remake(moving), Remade)


@pytest.mark.parametrize("name", BROKEN)
def test_refuses_files_that_are_not_valid_pictures(name: str) -> None:
    answer = remake(BROKEN[name])
    assert isinstance(answer, Unusable)
    assert answer.words


def test_decompression_bombs_take_no_memory() -> None:
    remake(encoded("PNG", (MOST_SIDE, MOST_SIDE)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(20):
        remake(BROKEN["a bomb"])
        remake(BROKEN["a wide bomb"])
        remake(BROKEN["a comment that unpacks to 100 MB"])
        remake(BROKEN["a JPEG of 65535 by 65535"])
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_survives_damaged_files() -> None:
    chance = random.Random(5)
    for form in ("PNG", "JPEG", "WEBP"):
        whole = encoded(form, (64, 64))
        for _ in range(150):
            spoilt = bytearray(whole)
            for _ in range(chance.randint(1, 8)):
                spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
            assert isinstance(remake(bytes(spoilt)), AnyRemake)


def run_worker(data: bytes, **limits: object) -> tuple[int, bytes]:
    """Send this file to a picture process with these limits. Return its exit code and its answer."""
    changes = "".join(f"worker.{name} = {value}; " for name, value in limits.items())
    process = subprocess.run(
        [sys.executable, "-c", f"from noughts.server.players import picture_worker as worker; {changes}worker.main()"],
        input=msgspec.json.encode(Upload(data=data)) + b"\n",
        capture_output=True,
        timeout=60,
    )
    return process.returncode, process.stdout


def test_ends_the_process_if_a_file_takes_too_long() -> None:
    assert run_worker(jpeg_of_scans(MOST_SCANS))[0] == 0
    code, answer = run_worker(jpeg_of_scans(4000), MOST_CPU_SECONDS=0.3, MOST_SCANS=10_000)
    assert (code, answer) == (-signal.SIGPROF, b"")


def test_limits_each_file_to_two_seconds_and_512_mib() -> None:
    seconds_left = "worker.signal.getitimer(worker.signal.ITIMER_PROF)[0]"
    most_bytes = "worker.resource.getrlimit(worker.resource.RLIMIT_AS)[0]"
    code, answer = run_worker(b"", remake=f"lambda _: worker.Unusable(words=str(({seconds_left}, {most_bytes})))")
    assert code == 0
    seconds, size = ast.literal_eval(msgspec.json.decode(answer, type=Unusable).words)
    # The kernel rounds the time limit up.
    assert 0 < seconds < 2.1
    assert 0 < size <= 512 * 1024 * 1024


def test_refuses_a_file_that_takes_too_much_memory() -> None:
    large = encoded("PNG", (MOST_SIDE, MOST_SIDE), "RGBA")
    assert b"Remade" in run_worker(large)[1]
    code, answer = run_worker(large, MOST_MEMORY_BYTES=40_000_000)
    assert b"Remade" not in answer
    assert b"Unusable" in answer or code != 0
