"""The paths of the recogniser's two files: in the package `noughts_speech_model`, or in a checkout, where `make` puts
them.

See `tools/voice_model.py`.
"""

from importlib.util import find_spec
from pathlib import Path

PACKAGE = "noughts_speech_model"


def _folder() -> Path:
    package = find_spec(PACKAGE)
    if package is not None and package.submodule_search_locations:
        return Path(package.submodule_search_locations[0])
    return Path(__file__).parent / "model"


FOLDER = _folder()
ENCODER = FOLDER / "encoder_model.onnx"
DECODER = FOLDER / "decoder_model_merged.onnx"


def have_model() -> bool:
    """Return whether both files are here."""
    return ENCODER.exists() and DECODER.exists()
