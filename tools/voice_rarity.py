"""Writes how unlikely the recogniser considers each word that players can say: `src/noughts/voice/rarity.json`.

It recognises noise, which sounds like no word in particular: what remains is the model's own expectation.
"""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np

from noughts.rules.variants import find_variant
from noughts.voice.audio import Samples
from noughts.voice.bounds import RATE
from noughts.voice.grammar import Phrase, phrases_for
from noughts.voice.moonshine import Moonshine
from noughts.voice.spelling import CLOSING, END, Tokens, spellings

TARGET = Path(__file__).parent.parent / "src" / "noughts" / "voice" / "rarity.json"
SECONDS = (0.7, 1.0, 1.3)
LOUDNESS = (0.003, 0.01)
SEEDS = (0, 1)


def main() -> None:
    variants = [find_variant(name) for name in ("classic", "ultimate", "mnk-20x20-5")]
    words = sorted({word for variant in variants for phrase in phrases_for(variant) for word in phrase.words})
    ways = [(word, tokens) for word in words for tokens in sorted(spellings(Phrase((word,))))]
    model = Moonshine()
    heard = [chances_of(model, sound, [tokens for _, tokens in ways]) for sound in hisses()]
    lines = list[str]()
    for word in words:
        mine = [number for number, (of, _) in enumerate(ways) if of == word]
        rarity = -np.mean([np.logaddexp.reduce(chances[mine]) for chances in heard])
        lines.append(f"  {json.dumps(word)}: {rarity:.1f}")
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def hisses() -> Iterator[Samples]:
    for seconds, loudness, seed in product(SECONDS, LOUDNESS, SEEDS):
        noise = np.random.default_rng(seed).standard_normal(int(seconds * RATE))
        yield np.asarray(noise * loudness, np.float32)


def chances_of(model: Moonshine, sound: Samples, ways: list[Tokens]) -> Samples:
    """Return the log probability of each of these texts as the complete transcript."""
    writing = model.write(model.listen(sound))
    total = np.zeros(len(ways), np.float32)
    texts = [0] * len(ways)
    for step in range(max(len(way) for way in ways) + 1):
        chances = writing.next_chances()
        for number, way in enumerate(ways):
            row = chances[texts[number]]
            if step < len(way):
                total[number] += row[way[step]]
            elif step == len(way):
                total[number] += np.logaddexp.reduce(row[list(CLOSING)])
        writing.go_on(texts, [way[step] if step < len(way) else END for way in ways])
        texts = list(range(len(ways)))
    return total


if __name__ == "__main__":
    main()
