"""The launcher: what it passes on, and what it says when a machine lacks something. Nothing here needs a network."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LAUNCHER = ROOT / "teenpatti"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the launcher of Windows is another file")

# What a POSIX system has beside the shell.
PROGRAMS = ("cat", "chmod", "cksum", "dirname", "env", "find", "grep", "mkdir", "mv", "readlink", "rm", "sort", "tail")


def start(launcher: Path, *arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a launcher to its end."""
    return subprocess.run(
        [str(launcher), *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout that was never set up, in a place with a blank in its name."""
    place = tmp_path / "my games"
    place.mkdir()
    for name in ("teenpatti", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, place / name)
    for name in ("requirements", "src"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    return place


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A search path with the usual programs but no Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in PROGRAMS:
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    return folder


def put(machine: Path, name: str, script: str) -> None:
    """Place a program on the search path."""
    path = machine / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence that a start ended with."""
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("teenpatti: ")
    return line


def test_no_python(checkout: Path, machine: Path) -> None:
    """No Python at all."""
    said = sentence(start(checkout / "teenpatti", PATH=str(machine)))
    assert said == "teenpatti: Python 3.11 or newer is needed. Install it, then type: ./teenpatti"


def test_old_python(checkout: Path, machine: Path) -> None:
    """Only an old Python, on a system with apt."""
    put(machine, "python3", "echo old 3.9 /usr/bin/python3.9")
    put(machine, "apt-get", "exit 1")
    said = sentence(start(checkout / "teenpatti", PATH=str(machine)))
    assert "Python 3.11 or newer is needed, found only 3.9." in said
    assert "sudo apt install python3 python3-venv" in said


def test_broken_python(checkout: Path, machine: Path) -> None:
    """A Python that can't even start counts as none."""
    put(machine, "python3", "echo broken >&2; exit 127")
    assert "Python 3.11 or newer is needed." in sentence(start(checkout / "teenpatti", PATH=str(machine)))


def test_python_without_venv(checkout: Path, machine: Path) -> None:
    """Debian's Python without its venv package, beside an older one."""
    put(machine, "python3", "echo bare 3.12 /usr/bin/python3.12")
    put(machine, "python", "echo old 2.7 /usr/bin/python2.7")
    put(machine, "apt-get", "exit 1")
    said = sentence(start(checkout / "teenpatti", "test", PATH=str(machine)))
    assert "Python 3.12 is here but its venv module is not. Type: sudo apt install python3-venv" in said


def test_the_real_probe(checkout: Path, machine: Path) -> None:
    """The question asked of every Python is one that this Python answers well, and a bare one badly."""
    (machine / "apt-get").symlink_to("env")
    put(machine, "python3", f'shift; exec "{sys.executable}" -c "import sys; sys.modules[\'venv\'] = None\n$1"')
    assert "venv module" in sentence(start(checkout / "teenpatti", PATH=str(machine)))
    put(machine, "python3", f'shift; exec "{sys.executable}" -c "import sys; sys.version_info = (3, 10)\n$1"')
    assert "found only 3.10" in sentence(start(checkout / "teenpatti", PATH=str(machine)))


def test_no_network(checkout: Path, tmp_path: Path) -> None:
    """The environment is made, the first package can't be fetched; the next start begins where this one stopped."""
    done = start(
        checkout / "teenpatti",
        PIP_INDEX_URL="http://127.0.0.1:9/simple",
        PIP_CONFIG_FILE=os.devnull,
        PIP_NO_CACHE_DIR="1",
        PIP_FIND_LINKS=str(tmp_path),
        TEENPATTI_PYTHON=sys.executable,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "there seems to be no network. Connect, then type: ./teenpatti" in done.stderr
    assert sorted(path.name for path in (checkout / ".venv" / "stamps").iterdir()) == ["bootstrap.begun", "venv"]


@pytest.mark.parametrize("level", ["run", "test"])
def test_a_second_start_is_quick(level: str) -> None:
    """What comes before the tool itself takes much less than a second."""
    start(LAUNCHER, TEENPATTI_SETUP=level)
    spent = []
    for _ in range(3):
        began = time.perf_counter()
        done = start(LAUNCHER, TEENPATTI_SETUP=level)
        spent.append(time.perf_counter() - began)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert min(spent) < 0.5


def test_arguments_reach_the_tool(tmp_path: Path) -> None:
    """From another folder and through a link, with a foreign environment, and with the tool's own exit status."""
    link = tmp_path / "a link"
    link.symlink_to(os.path.relpath(LAUNCHER, tmp_path))
    (tmp_path / "teenpatti.py").write_text("raise SystemExit('the wrong one')", encoding="utf-8")

    def start_here(*arguments: str) -> subprocess.CompletedProcess[str]:
        place = str(tmp_path)
        return start(link, *arguments, cwd=tmp_path, PYTHONPATH=place, VIRTUAL_ENV=place, CDPATH=place, HOME="")

    done = start_here("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("teenpatti ")
    assert start_here("no such command").returncode == 2


def test_arguments_after_test_reach_pytest(tmp_path: Path) -> None:
    """Pytest alone runs, in the checkout, and its exit status is passed on."""
    done = start(LAUNCHER, "test", "--collect-only", "-q", "-n0", "tests/test_launcher.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "test_arguments_after_test_reach_pytest" in done.stdout
    assert "ruff" not in done.stdout
    assert start(LAUNCHER, "test", "--no-such-flag", cwd=tmp_path).returncode == 4


def test_an_unknown_level_is_refused() -> None:
    """A mistake in a script is told."""
    assert "must be run, test or bench" in start(LAUNCHER, TEENPATTI_SETUP="everything").stderr
