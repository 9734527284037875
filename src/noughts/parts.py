"""The optional parts of the package: what each adds, and whether it is installed. Their names are pip's extras.

Every layer may use this module, like `config`. It imports none of the parts to check for them.
"""

from importlib.util import find_spec

from msgspec import Struct

from noughts.config import Settings


class Part(Struct, frozen=True):
    """An extra of the package: the modules that it installs, and what the server lacks without it."""

    name: str
    modules: tuple[str, ...]
    lacks: str

    @property
    def is_installed(self) -> bool:
        return all(map(_can_import, self.modules))


def _can_import(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        # The parent package is missing.
        return False


ENGINE = Part("engine", ("numba", "numpy"), "the compiled engine (the computer plays weaker)")
# The model is a package of its own. `noughts.voice.model_files` looks for it, because a checkout has it elsewhere.
SPEECH = Part("speech", ("onnxruntime", "numpy"), "voice moves")
PICTURES = Part("pictures", ("PIL",), "uploaded pictures and link previews")
SCALE = Part("scale", ("asyncpg", "redis", "uvloop"), "PostgreSQL, Redis and the faster event loop")
TRACING = Part("tracing", ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http"), "traces of moves")

PARTS = (ENGINE, SPEECH, PICTURES, SCALE, TRACING)


def missing_parts(settings: Settings) -> list[Part]:
    """Return the missing parts that players would notice under these settings.

    Parts that the settings turn off don't count.
    """
    wanted = [PICTURES]
    if settings.engine_processes:
        wanted.insert(0, ENGINE)
    if settings.speech_processes:
        wanted.insert(1, SPEECH)
    return [part for part in wanted if not part.is_installed]


def install_command(*parts: Part) -> str:
    """Return the command that adds these parts to an installation."""
    return f"pip install 'noughts[{','.join(part.name for part in parts)}]'"
