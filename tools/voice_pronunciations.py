"""Writes the speech sounds of every word that players can say to `src/noughts/voice/pronunciations.json`.

It needs espeak-ng (Debian): `python -m tools.voice_pronunciations`.
"""

import json
import re
import subprocess

from noughts.rules.variants import find_variant
from noughts.voice.grammar import phrases_for
from noughts.voice.sounding import PRONUNCIATIONS

VARIANTS = ("classic", "ultimate", "mnk-20x20-5")
# Sounds to merge or to split. All others are as espeak-ng writes them.
SAME = {
    written: sound
    for sound, ways in {
        "t": "t# t2",
        "d": "d#",
        "z": "z#",
        "w": "w#",
        "l": "l#",
        "r": "r-",
        "n": "n-",
        "I": "I# I2",
        "@": "a# @2 @-",
        "A:": "0# 0 A",
        "a": "aa",
        "i:": "i",
        "O:": "O O2",
        "oU": "oU# @5",
        "E": "E#",
        "V": "V#",
        "3": "3:",
        "@ l": "@L",
        "A: r": "A@",
        "O: r": "o@ O@",
        "E r": "e@",
        "U r": "U@",
        "i: r": "i@3",
        "i: @": "i@",
        "aI @": "aI@",
        "aI 3": "aI3",
        "aU @": "aU@",
    }.items()
    for written in ways.split()
}


def phones_of(text: str) -> list[str]:
    """Return the sounds of a text in an American accent. The network learns to map every accent to these."""
    command = ["espeak-ng", "-q", "-x", "--sep=_", "-v", "en-us", text]
    written = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    sounds = (re.sub(r"[',%=|;?!]", "", sound) for sound in re.split(r"[_\s]+", written))
    return [part for sound in sounds for part in SAME.get(sound, sound).split()]


def game_phrases() -> list[list[str]]:
    """Return all phrases for these boards, which together contain every word."""
    return [[" ".join(phrase.words) for phrase in phrases_for(find_variant(name))] for name in VARIANTS]


def read_aloud(words: str) -> str:
    """Return the phrase as text for a speech synthesiser, which would read a single letter as a word."""
    if words == "offer a draw":
        return words
    return " ".join(f"{word.upper()}." if len(word) == 1 and word != "I" else word for word in words.split())


def main() -> None:
    lines = list[str]()
    for word in sorted({word for phrases in game_phrases() for phrase in phrases for word in phrase.split()}):
        ways = [phones_of(read_aloud(word))]
        if word == "a":
            # The letter a, and the article before "draw".
            ways.append(phones_of("a draw")[:1])
        lines.append(f"  {json.dumps(word)}: {json.dumps([' '.join(way) for way in ways])}")
    PRONUNCIATIONS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
