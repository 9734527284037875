"""Writes the tokens of every word that players can say to `src/noughts/voice/tokens.json`.

The tokenizer is a file of the PyPI package `useful-moonshine-onnx`, which only this tool needs:
    pip download --no-deps useful-moonshine-onnx
    unzip -p useful_moonshine_onnx-*.whl moonshine_onnx/assets/tokenizer.json > FILE
    python tools/voice_tokens.py FILE
"""

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from noughts.rules.variants import find_variant
from noughts.voice.grammar import phrases_for
from noughts.voice.spelling import SOUND_ALIKE

TARGET = Path(__file__).parent.parent / "src" / "noughts" / "voice" / "tokens.json"


def main() -> None:
    model = json.loads(Path(sys.argv[1]).read_bytes())["model"]
    variants = [find_variant(name) for name in ("classic", "ultimate", "mnk-20x20-5")]
    words = {word for variant in variants for phrase in phrases_for(variant) for word in phrase.words}
    words |= set(SOUND_ALIKE.values())
    spelled = sorted(words | {word.capitalize() for word in words})
    lines = [f"  {json.dumps(word)}: {json.dumps(tokens_of(word, model))}" for word in spelled]
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def tokens_of(word: str, model: dict[str, Any]) -> list[int]:
    """Return the tokens by byte pair encoding: pairs that come first in the list are merged first."""
    ranks = {tuple(pair.split(" ") if isinstance(pair, str) else pair): n for n, pair in enumerate(model["merges"])}
    pieces = list("▁" + word)
    while True:
        pairs = [(ranks[pair], at) for at, pair in enumerate(pairwise(pieces)) if pair in ranks]
        if not pairs:
            return [model["vocab"][piece] for piece in pieces]
        at = min(pairs)[1]
        pieces[at : at + 2] = [pieces[at] + pieces[at + 1]]


if __name__ == "__main__":
    main()
