"""What sound is taken: how many samples a second, how long, how many bytes. Known also to those who do not listen."""

RATE = 16_000
MOST_SECONDS = 6
# Two bytes a sample, and room for the file's header.
MOST_BYTES = MOST_SECONDS * RATE * 2 + 4096
