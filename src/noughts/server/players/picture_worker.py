"""A picture process: it reads uploaded files from standard input and writes pictures to standard output.

Run as `python -m noughts.server.players.picture_worker` by `pictures.py`. A file that takes too much time or memory
ends the process. It can't write files. It exits when its input ends, so it never outlives the server.
"""

import os
import resource
import signal
import sys
import warnings
from io import BytesIO

import msgspec
from PIL import Image, ImageOps

from noughts.server.players.picture_jobs import AnyRemake, Remade, Unusable, Upload

MOST_SIDE = 2048
SIDE = 256
FORMATS = ("PNG", "JPEG", "WEBP")
# Encoders write about ten scans; each one goes over the whole picture again, however few bytes it has.
MOST_SCANS = 64
# The largest picture takes a quarter of a second and 100 MB.
MOST_CPU_SECONDS = 2.0
MOST_MEMORY_BYTES = 512 * 1024 * 1024
# Lower priority, so that moves go first on a busy machine.
NICENESS = 10

_decoder = msgspec.json.Decoder(Upload)


def remake(data: bytes) -> AnyRemake:
    """Return the picture in these bytes, encoded again as a square PNG. Size and scans are checked before decoding."""
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            if max(image.size) > MOST_SIDE or min(image.size) < 1:
                return Unusable(words=f"Use at most {MOST_SIDE} by {MOST_SIDE} pixels.")
            # In a JPEG, these two bytes always mark a scan. An embedded preview may add one or two.
            if image.format == "JPEG" and data.count(b"\xff\xda") > MOST_SCANS:
                return Unusable(words=f"Use a JPEG with at most {MOST_SCANS} scans.")
            image.load()
            square = ImageOps.fit(ImageOps.exif_transpose(image).convert("RGBA"), (SIDE, SIDE))
        out = BytesIO()
        # A new image, so that only the pixels of the old file are kept.
        Image.frombytes("RGBA", square.size, square.tobytes()).save(out, "PNG")
        return Remade(png=out.getvalue())
    except Exception:
        # Decoders raise nearly anything on a broken file, and a broken file is not a bug in the server.
        return Unusable(words="Use a PNG, JPEG or WebP file.")


def _limit_self() -> None:
    os.nice(NICENESS)
    # Ctrl-C in a terminal reaches the whole group; the server ends us by closing our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("ignore")


def main() -> None:
    """Answer until there are no more files."""
    _limit_self()
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        # Processor time, not wall-clock time, so that a busy machine refuses no pictures. Its signal ends this process.
        signal.setitimer(signal.ITIMER_PROF, MOST_CPU_SECONDS)
        answer = remake(_decoder.decode(line).data)
        signal.setitimer(signal.ITIMER_PROF, 0)
        try:
            out.write(msgspec.json.encode(answer) + b"\n")
            out.flush()
        except BrokenPipeError:
            break
    os._exit(0)


if __name__ == "__main__":
    main()
