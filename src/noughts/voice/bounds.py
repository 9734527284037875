"""The limits of a recording: sample rate, length, bytes. Usable without loading the recogniser."""

RATE = 16_000
MOST_SECONDS = 6
# Two bytes a sample, and room for the file's header.
MOST_BYTES = MOST_SECONDS * RATE * 2 + 4096
