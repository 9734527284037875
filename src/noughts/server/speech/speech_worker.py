"""A speech process: recordings come in on standard input, recognised phrases go out on standard output.

Run as `python -m noughts.server.speech.speech_worker` by `speech_pool.py`. It keeps no recordings. It exits when its
input ends, so it never outlives the server.
"""

import os
import signal
import sys

import msgspec

from noughts.messages.voice import Heard, SpokenGuess
from noughts.rules import cell_name, find_variant
from noughts.server.speech.speech_jobs import AnyReply, BadSound, HeardSound, Sound
from noughts.voice.audio import BadAudio, parse_wav
from noughts.voice.grammar import phrases_for
from noughts.voice.hearing import Guess, hear
from noughts.voice.moonshine import Moonshine

# Lower priority, so that moves go first on a busy machine.
NICENESS = 10

_decoder = msgspec.json.Decoder(Sound)


def listen(model: Moonshine, sound: Sound) -> AnyReply:
    """Return what this recording says."""
    try:
        samples = parse_wav(sound.wav)
    except BadAudio as bad:
        return BadSound(words=str(bad))
    variant = find_variant(sound.variant)
    hearing = hear(model, samples, phrases_for(variant, sound.open_boards))

    def told(guess: Guess) -> SpokenGuess:
        cell = guess.phrase.cell
        return SpokenGuess(
            phrase=" ".join(guess.phrase.words),
            confidence=round(guess.confidence, 3),
            cell=cell,
            square=None if cell is None else cell_name(variant, cell),
            command=guess.phrase.command,
        )

    return HeardSound(heard=Heard(verdict=hearing.verdict, guesses=[told(guess) for guess in hearing.guesses]))


def main() -> None:
    """Answer until there are no more sounds."""
    os.nice(NICENESS)
    # Ctrl-C in a terminal reaches the whole group; the server ends us by closing our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    model = Moonshine()
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        try:
            out.write(msgspec.json.encode(listen(model, _decoder.decode(line))) + b"\n")
            out.flush()
        except BrokenPipeError:
            break
    os._exit(0)


if __name__ == "__main__":
    main()
