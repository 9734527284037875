"""Replays the steps of the Dockerfile on this machine, in a mount namespace with empty /opt, /source and /var folders.

Run as root inside `unshare --mount` by `test_image.py`: image.py REPOSITORY PARTS PORT LINE_PORT. Debian's Python is
used instead of the one of the image. At the end the server runs as the image's user, with a read-only root.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

WRITABLE = ("/var/lib/noughts", "/var/cache/noughts")
FRESH = ("/opt", "/srv", *WRITABLE)
PYTHON = Path("/usr/bin/python3")
START_SECONDS = 60


def replay(repository: Path, parts: str, ports: tuple[str, str]) -> None:
    text = (repository / "deploy" / "Dockerfile").read_text().replace("\\\n", " ")
    # `/source` would be a new folder at the top of the machine.
    text = text.replace("/source", "/srv")
    build, final = re.split(r"^FROM .*$", text, flags=re.MULTILINE)[1:]
    for folder in FRESH:
        Path(folder).mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "none", folder], check=True)
    # The image calls it `python`, and its user may not read everybody's home.
    Path("/opt/debian").mkdir()
    Path("/opt/debian/python").symlink_to(PYTHON)
    os.environ["PATH"] = "/opt/debian:/usr/sbin:/usr/bin:/sbin:/bin"
    environment = os.environ | {"PARTS": parts}
    where = Path("/")
    for word, rest in re.findall(r"^([A-Z]+) (.+)$", build + final, re.MULTILINE):
        if word == "WORKDIR":
            where = Path(rest)
        elif word == "ENV":
            given = dict(pair.split("=", 1) for pair in rest.split())
            environment |= {name: os.path.expandvars(value) for name, value in given.items()}
        elif word == "COPY" and "--from" not in rest:
            *sources, target = rest.split()
            for name in sources:
                _copy(repository / name, where / target)
        elif word == "RUN" and "useradd" not in rest:
            subprocess.run(["sh", "-ec", rest], cwd=where, env=environment, check=True)
    subprocess.run(["du", "-sm", "/opt/noughts"], check=True)
    [user] = re.findall(r"--uid (\d+)", final)
    for folder in WRITABLE:
        os.chown(folder, int(user), int(user))
        Path(folder).chmod(0o700)
    for folder in ("/", "/opt"):
        subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
    as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs"]
    [entry] = re.findall(r"^ENTRYPOINT (.+)$", final, re.MULTILINE)
    [check] = re.findall(r"^HEALTHCHECK .+ CMD (.+)$", final, re.MULTILINE)
    serve = [*as_user, *json.loads(entry), "serve", "--port", ports[0], "--line-port", ports[1]]
    with subprocess.Popen(serve, cwd=WRITABLE[0], env=environment) as server:
        asked = [*as_user, *json.loads(check.replace(":8000/", f":{ports[0]}/"))]
        deadline = time.monotonic() + START_SECONDS
        while subprocess.run(asked, cwd="/", env=environment, capture_output=True).returncode:
            if time.monotonic() > deadline or server.poll() is not None:
                sys.exit("the health check fails")
            time.sleep(0.2)
        server.terminate()
    print(f"healthy, and ended with code {server.returncode}")


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        # As in Dockerfile.dockerignore.
        ignored = shutil.ignore_patterns("node_modules", "static", "model", "__pycache__")
        shutil.copytree(source, target, ignore=ignored)
    else:
        shutil.copy(source, target / source.name if target.name in ("", ".") or target.is_dir() else target)


if __name__ == "__main__":
    replay(Path(sys.argv[1]), sys.argv[2], (sys.argv[3], sys.argv[4]))
