"""Extracts single files from an npm package, without its dependencies.

npm fetches the archive from this machine's package source. Each file must have the given hash, whatever its source.
"""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path


def take_files(package: str, inside: str, hashes: Mapping[str, str], folder: Path, npm: Sequence[str]) -> None:
    """Put the files of these names and hashes into the folder, unless they are there. Raises SystemExit on failure."""
    if all((folder / name).exists() for name in hashes):
        return
    with tempfile.TemporaryDirectory() as temporary:
        command = [*npm, "pack", package, "--silent", "--pack-destination", temporary]
        done = subprocess.run(command, check=False, cwd=temporary, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        archives = list(Path(temporary).glob("*.tgz"))
        if done.returncode != 0 or len(archives) != 1:
            sys.exit(f"npm pack {package} failed")
        with tarfile.open(archives[0]) as archive:
            contents = {name: _read(archive, inside + name, wanted) for name, wanted in hashes.items()}
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        # Written under another name first, so that an existing file is always complete.
        part = folder / f"{name}.part"
        part.write_bytes(content)
        part.rename(folder / name)


def _read(archive: tarfile.TarFile, name: str, wanted: str) -> bytes:
    file = archive.extractfile(name)
    content = b"" if file is None else file.read()
    if hashlib.sha256(content).hexdigest() != wanted:
        sys.exit(f"{name} does not have the expected hash")
    return content
