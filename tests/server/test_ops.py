"""The files for running a server elsewhere name what there is."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = ("Dockerfile", "compose.yaml", "deploy/teenpatti.service", "docs/host.md")


def known() -> set[str]:
    """The variables that the command reads, and that of the launcher."""
    source = (ROOT / "src" / "teenpatti" / "cli" / "serve.py").read_text(encoding="utf-8")
    return {*re.findall(r"TEENPATTI_[A-Z_]+", source), "TEENPATTI_SETUP"}


@pytest.mark.parametrize("name", FILES)
def test_variables_are_known(name: str) -> None:
    """None is misspelled, and the page for hosts tells all of them."""
    named = set(re.findall(r"TEENPATTI_[A-Z_]+", (ROOT / name).read_text(encoding="utf-8")))
    assert named
    assert named <= known()
    if name == "docs/host.md":
        assert known() - {"TEENPATTI_SETUP"} <= named


@pytest.mark.parametrize("name", re.findall(r"^COPY (?!--)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE))
def test_the_image_is_made_of_what_there_is(name: str) -> None:
    """Every file that is copied into it, and not kept out of it."""
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for path in name.split():
        assert (ROOT / path).exists(), path
        assert f"!{path}" in kept, path


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_the_unit_is_well_formed(tmp_path: Path) -> None:
    """As systemd reads it; only the program it starts is elsewhere."""
    text = (ROOT / "deploy" / "teenpatti.service").read_text(encoding="utf-8")
    unit = tmp_path / "teenpatti.service"
    unit.write_text(re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", text, flags=re.MULTILINE), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    about_it = [line for line in done.stderr.splitlines() if "teenpatti" in line]
    assert about_it == []
