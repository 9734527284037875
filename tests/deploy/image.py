"""Replays the Dockerfile in a Debian root that debootstrap has made: both stages, each step in a chroot.

Run as root inside `unshare --mount --pid --fork` by `test_image.py`: image.py REPOSITORY DEBIAN FOLDER PARTS. At the
end the server runs as the image's user, with a read-only root and a network of its own, by the image's own command.
"""

import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

START_SECONDS = 60
CLONE_NEWNET = 0x40000000
CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"
PLAIN = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}


class Stage:
    """One stage of the image: Debian below, and a layer of its own above."""

    def __init__(self, debian: Path, folder: Path, environment: dict[str, str]) -> None:
        self.root, layer, work = (folder / name for name in ("root", "layer", "work"))
        for made in (self.root, layer, work):
            made.mkdir(parents=True)
        layers = f"lowerdir={debian},upperdir={layer},workdir={work}"
        _run("mount", "-t", "overlay", "overlay", "-o", layers, self.root)
        _run("mount", "--rbind", "/dev", self.root / "dev")
        _run("mount", "-t", "proc", "proc", self.root / "proc")
        # The base image calls it `python`.
        (self.root / "usr/local/bin/python").symlink_to("/usr/bin/python3")
        self.environment = environment
        self.words: dict[str, str] = {}
        self.where = Path("/")

    def replay(self, text: str, repository: Path, build: "Stage | None") -> None:
        """Take every step of this part of the Dockerfile."""
        for word, rest in re.findall(r"^([A-Z]+) +(.+)$", text, re.MULTILINE):
            if word == "WORKDIR":
                self.where = Path(rest)
                self.inside(self.where).mkdir(parents=True, exist_ok=True)
            elif word == "ENV":
                given = dict(pair.split("=", 1) for pair in rest.split())
                self.environment |= {name: value.replace("$PATH", PLAIN["PATH"]) for name, value in given.items()}
            elif word == "RUN":
                self.run(["sh", "-ec", f"cd {self.where}; {rest}"])
            elif word == "COPY" and build is not None:
                source, target = rest.removeprefix("--from=build ").split()
                _run("cp", "--archive", build.inside(Path(source)), self.inside(Path(target)))
            elif word == "COPY":
                *sources, target = rest.split()
                for name in sources:
                    _copy(repository / name, self.inside(self.where / target))
            else:
                self.words[word] = rest

    def inside(self, path: Path) -> Path:
        return self.root / path.relative_to("/")

    def run(self, command: list[str]) -> None:
        _run("chroot", self.root, *command, environment=self.environment)

    def words_of(self, command: list[str], user: int) -> list[str]:
        """Return the command for this user, without the means to become another one."""
        inner = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--bounding-set=-all"]
        return ["chroot", str(self.root), *inner, "--no-new-privs", *command]


def build(repository: Path, debian: Path, folder: Path, parts: str) -> Stage:
    """Return the last stage, after all steps."""
    text = (repository / "deploy" / "Dockerfile").read_text().replace("\\\n", " ")
    [version] = set(re.findall(r"^FROM python:(\d+\.\d+)-", text, re.MULTILINE))
    first, final = re.split(r"^FROM .*$", text, flags=re.MULTILINE)[1:]
    network = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    builder = Stage(debian, folder / "build", PLAIN | network | {"PARTS": parts})
    builder.run(["python", "-c", f"import sys; assert sys.version.startswith('{version}.'), sys.version"])
    # This machine may reach the package registries by an authority of its own.
    shutil.copy(Path("/") / CERTIFICATES, builder.root / CERTIFICATES)
    shutil.copy("/etc/resolv.conf", builder.root / "etc/resolv.conf")
    builder.replay(first, repository, None)
    image = Stage(debian, folder / "image", dict(PLAIN))
    image.replay(final, repository, builder)
    return image


def serve(image: Stage) -> None:
    """Run the image as compose.yaml does, wait until it is healthy, play, and stop it."""
    user = int(subprocess.check_output(["chroot", image.root, "id", "-u", image.words["USER"]]))
    _run("du", "-sm", image.root / "opt/noughts")
    for volume in json.loads(image.words["VOLUME"]):
        inside = image.inside(Path(volume))
        mode, owner = f"{inside.stat().st_mode & 0o777:o}", inside.stat().st_uid
        _run("mount", "-t", "tmpfs", "-o", f"uid={owner},gid={owner},mode={mode}", "none", inside)
    _run("mount", "-o", "remount,ro", image.root)
    if ctypes.CDLL(None).unshare(CLONE_NEWNET) != 0:
        sys.exit("no network of its own")
    _run("ip", "link", "set", "lo", "up")
    environment = image.environment | {"HOME": "/"}
    started = image.words_of(json.loads(image.words["ENTRYPOINT"]) + json.loads(image.words["CMD"]), user)
    check = json.loads(image.words["HEALTHCHECK"].partition(" CMD ")[2])
    here = image.inside(image.where)
    with subprocess.Popen(started, cwd=here, env=environment) as server:
        deadline = time.monotonic() + START_SECONDS
        while subprocess.run(image.words_of(check, user), env=environment, capture_output=True).returncode:
            if time.monotonic() > deadline or server.poll() is not None:
                server.kill()
                sys.exit("the health check fails")
            time.sleep(0.2)
        play = ["noughts", "verify", "http://127.0.0.1:8000", "--sample", "10", "--pairs", "4"]
        _run(*image.words_of(play, user), environment=environment)
        server.terminate()
    print(f"healthy, and ended with code {server.returncode}")


def _run(*command: str | Path, environment: dict[str, str] | None = None) -> None:
    subprocess.run(command, env=environment, check=True)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        # As in Dockerfile.dockerignore.
        ignored = shutil.ignore_patterns("node_modules", "static", "model", "__pycache__")
        shutil.copytree(source, target, ignore=ignored)
    else:
        shutil.copy(source, target / source.name)


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    serve(build(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]))
