"""A drawing process: jobs come in by standard input, pictures go out by standard output.

Run as `python -m noughts.server.previews.preview_worker` by `previews.py`. It exits when its input ends, so it never
outlives the server.
"""

import os
import resource
import signal
import sys

import msgspec

from noughts.server.previews.drawing import draw
from noughts.server.previews.preview_jobs import AnyDrawing, Drawn

# A picture takes about 50 ms and 60 MB.
MOST_MEMORY_BYTES = 512 * 1024 * 1024
# Lower priority, so that moves go first on a busy machine.
NICENESS = 10


def main() -> None:
    """Draw until there are no more jobs."""
    os.nice(NICENESS)
    # Ctrl-C in a terminal reaches the whole group; the server ends us by closing our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))
    decoder = msgspec.json.Decoder(AnyDrawing)
    for line in sys.stdin.buffer:
        try:
            sys.stdout.buffer.write(msgspec.json.encode(Drawn(draw(decoder.decode(line)))) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            break
    os._exit(0)


if __name__ == "__main__":
    main()
