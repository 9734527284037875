"""An engine process: it reads jobs from standard input and writes answers to standard output, one at a time.

Run as `python -m noughts.server.computer.engine_worker` by `engine_process.py`. It knows positions only. It exits when
its input ends, so it never outlives the server. It compiles its kernels in the background, and searches only briefly
until they are ready. Without a compiler it always searches briefly.
"""

import os
import signal
import sys
import threading
from typing import BinaryIO

import msgspec

from noughts.engine import CannotThink, Thinking, analyse, choose, kernels
from noughts.engine.main_line import main_line
from noughts.rules import BadNotation, IllegalMove, parse_position
from noughts.server.computer.engine_jobs import (
    AnyJob,
    AnyThought,
    ChooseMove,
    Chosen,
    Failed,
    Followed,
    FollowLine,
    Judged,
    Ready,
)

# Lower priority, so that the server goes first on a busy machine.
NICENESS = 10

_decoder: msgspec.json.Decoder[AnyJob] = msgspec.json.Decoder(AnyJob)


def think(job: AnyJob) -> AnyThought:
    """Do the job; an invalid job gets a refusal with the reason."""
    try:
        _, position = parse_position(job.position)
        if isinstance(job, ChooseMove):
            thinking = Thinking(level=job.level, milliseconds=job.milliseconds)
            return Chosen(choice=choose(position, thinking, job.seed))
        if isinstance(job, FollowLine):
            return Followed(moves=main_line(position, job.first, job.milliseconds))
        return Judged(analysis=analyse(position, job.milliseconds))
    except (BadNotation, IllegalMove, CannotThink) as error:
        return Failed(words=str(error))


class _LineWriter:
    """Writes whole lines only, because two threads write."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._lock = threading.Lock()

    def write(self, thought: AnyThought) -> None:
        with self._lock:
            self._out.write(msgspec.json.encode(thought) + b"\n")
            self._out.flush()


def main() -> None:
    """Answer jobs until there are no more."""
    os.nice(NICENESS)
    # Ctrl-C in a terminal reaches the whole group; the server ends us by closing our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    writer = _LineWriter(sys.stdout.buffer)

    def get_ready() -> None:
        kernels.warm()
        writer.write(Ready())

    threading.Thread(target=get_ready, daemon=True).start()
    for line in sys.stdin.buffer:
        try:
            writer.write(think(_decoder.decode(line)))
        except BrokenPipeError:
            break
    # Exit at once: a thread that is compiling would delay the exit.
    os._exit(0)


if __name__ == "__main__":
    main()
