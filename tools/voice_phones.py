"""Trains the speech sound network, and writes its weights to `src/noughts/voice/phones.npz`.

On two cores, making the training data takes 15 minutes, and training as long. Needs espeak-ng and flite (Debian), and
    pip install torch wordfreq
    python -m tools.voice_phones FOLDER
The training data stays in FOLDER and is reused the next time.
"""

import argparse
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from noughts.voice.moonshine import Moonshine
from noughts.voice.phones import NOTHING, WEIGHTS
from tools.voice_lessons import lesson
from tools.voice_pronunciations import phones_of

LESSONS, CHECKED = 40_000, 1_000
WIDTH, ROUNDS, AT_ONCE, RATE = 128, 12, 64, 3e-3
# Very rare sounds can't be learnt.
LEAST_TIMES = 30

# Training data.


@cache
def _model() -> Moonshine:
    return Moonshine()


def _taught(number: int) -> tuple[Any, list[str]] | None:
    made = lesson(number)
    if made is None:
        return None
    return _model().listen(made.samples).astype(np.float16), phones_of(made.text)


def lessons(folder: Path) -> list[tuple[Any, list[str]]]:
    """Return the features of every lesson, and its sounds."""
    heard, said = folder / "heard.npy", folder / "said.json"
    if not said.exists():
        made = list[tuple[Any, list[str]]]()
        with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as processes:
            for number, one in enumerate(processes.map(_taught, range(LESSONS), chunksize=50), 1):
                made += [one] if one is not None else []
                if number % 1000 == 0:
                    print(f"{number} of {LESSONS} lessons", file=sys.stderr, flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        np.save(heard, np.concatenate([frames for frames, _ in made]))
        said.write_text(json.dumps([(len(frames), sounds) for frames, sounds in made]))
    counted = json.loads(said.read_text())
    ends = np.cumsum([count for count, _ in counted])[:-1]
    return list(zip(np.split(np.load(heard), ends), [sounds for _, sounds in counted], strict=True))


# Training.


def new_network(phones: int) -> Any:
    return nn.ModuleDict(
        {
            "first": nn.Conv1d(288, WIDTH, 3, padding=1),
            "second": nn.Conv1d(WIDTH, WIDTH, 5, padding=2),
            "last": nn.Conv1d(WIDTH, phones, 1),
            "forget": nn.Dropout(0.15),
        }
    )


def chances(network: Any, heard: Any) -> Any:
    """Compute the same as `noughts.voice.phones`, but differentiable. The first axis is time."""
    once = torch.relu(network["first"](network["forget"](heard)))
    twice = once + torch.relu(network["second"](network["forget"](once)))
    return network["last"](network["forget"](twice)).permute(2, 0, 1).log_softmax(-1)


def learn(taught: list[tuple[Any, list[str]]], names: list[str]) -> dict[str, Any]:
    torch.manual_seed(0)
    numbers = {name: number for number, name in enumerate(names)}
    some = np.concatenate([frames for frames, _ in taught[:2000]]).astype(np.float32)
    mean, spread = some.mean(axis=0), some.std(axis=0)

    def batch(those: list[tuple[Any, list[str]]]) -> tuple[Any, ...]:
        heard = np.zeros((len(those), max(len(frames) for frames, _ in those), 288), np.float32)
        for row, (frames, _) in zip(heard, those, strict=True):
            row[: len(frames)] = (frames - mean) / spread
        said = [[numbers[sound] for sound in sounds if sound in numbers] for _, sounds in those]
        lengths = torch.tensor([len(frames) for frames, _ in those]), torch.tensor([len(one) for one in said])
        return torch.from_numpy(heard).transpose(1, 2), torch.tensor([*chain(*said)]), *lengths

    checked, learnt = taught[:CHECKED], sorted(taught[CHECKED:], key=lambda one: len(one[0]))
    batches = [learnt[start : start + AT_ONCE] for start in range(0, len(learnt), AT_ONCE)]
    network, loss_of = new_network(len(names)), nn.CTCLoss(zero_infinity=True)
    steps = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(steps, RATE, total_steps=ROUNDS * len(batches))
    for turn in range(ROUNDS):
        network.train()
        for place in torch.randperm(len(batches)).tolist():
            heard, said, frames, sounds = batch(batches[place])
            loss = loss_of(chances(network, heard), said, frames, sounds)
            steps.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            steps.step()
            pace.step()
        network.eval()
        with torch.no_grad():
            heard, said, frames, sounds = batch(checked)
            loss = loss_of(chances(network, heard), said, frames, sounds)
        print(
            f"round {turn + 1} of {ROUNDS}: loss {loss.item():.3f} on lessons it had not", file=sys.stderr, flush=True
        )
    learnt_by = {name: value.numpy().astype(np.float16) for name, value in network.state_dict().items()}
    return {"names": np.array(names), "mean": mean, "spread": spread, **learnt_by}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    taught = lessons(parser.parse_args().folder)
    times = dict[str, int]()
    for _, sounds in taught:
        for sound in sounds:
            times[sound] = times.get(sound, 0) + 1
    names = [NOTHING, *sorted(sound for sound, count in times.items() if count >= LEAST_TIMES)]
    np.savez_compressed(WEIGHTS, **learn(taught, names))


if __name__ == "__main__":
    main()
