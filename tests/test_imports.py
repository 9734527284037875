"""Each layer imports only the layers below it; the contracts are in pyproject.toml."""

from pathlib import Path

from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[1]


def test_layers_import_only_lower_layers(tmp_path: Path) -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), cache_dir=str(tmp_path), no_logo=True) == 0
