"""The speech recogniser's answer: what it heard, how sure it is, and what that means in the game."""

from typing import Literal

from msgspec import Struct

SpokenCommand = Literal["resign", "draw", "play_again", "undo"]


class SpokenGuess(Struct, frozen=True, rename="camel", kw_only=True):
    """A possible phrase, a confidence from 0 to 1, and the cell (with its name) or the command that it means."""

    phrase: str
    confidence: float
    cell: int | None = None
    square: str | None = None
    command: SpokenCommand | None = None


class Heard(Struct, frozen=True, rename="camel", kw_only=True):
    """The possible phrases, likeliest first.

    `sure`: play the first. `unsure`: ask which. `other`: words that mean nothing here. `silence`: no words.
    """

    verdict: Literal["sure", "unsure", "other", "silence"]
    guesses: list[SpokenGuess]
