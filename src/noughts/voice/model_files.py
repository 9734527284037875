"""The paths of the recogniser's two files. The build puts them there: see `tools/voice_model.py`."""

from pathlib import Path

FOLDER = Path(__file__).parent / "model"
ENCODER = FOLDER / "encoder_model.onnx"
DECODER = FOLDER / "decoder_model_merged.onnx"


def have_model() -> bool:
    """Return whether the package was built with them."""
    return ENCODER.exists() and DECODER.exists()
