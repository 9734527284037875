"""Where the recogniser's two files are. They are put there when the package is built: see `tools/voice_model.py`."""

from pathlib import Path

FOLDER = Path(__file__).parent / "model"
ENCODER = FOLDER / "encoder_model.onnx"
DECODER = FOLDER / "decoder_model_merged.onnx"


def have_model() -> bool:
    """Whether the package was built with them."""
    return ENCODER.exists() and DECODER.exists()
