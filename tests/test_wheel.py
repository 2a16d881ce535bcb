"""The built wheel is whole: it installs, runs, and passes tests without the source tree."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Tests that run once more against the wheel.
AGAINST_THE_WHEEL: tuple[str, ...] = (
    "tests/game/test_r05_deal.py",
    "tests/game/test_notation.py",
    "tests/game/test_table.py",
    "tests/texts/test_sheet.py",
    "tests/test_conformance.py",
)


def run(*command: str, **environment: str) -> str:
    """Run a command in the root of the checkout; fail with what it said."""
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a folder of its own."""
    target = tmp_path_factory.mktemp("installed")
    uv = str(Path(sys.executable).with_name("uv"))
    run(uv, "pip", "install", "--quiet", "--offline", "--no-deps", "--target", str(target), str(wheel))
    return target


def python_on_the_wheel(installed: Path, code: str, *arguments: str) -> str:
    """Run code with the wheel's package in place of the checkout's, and make sure that it is."""
    proof = (
        "import pathlib, sys, teenpatti\n"
        f"assert pathlib.Path(teenpatti.__file__).is_relative_to({str(installed)!r}), teenpatti.__file__\n"
    )
    return run(sys.executable, "-c", proof + code, *arguments, PYTHONPATH=str(installed))


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    """Every file of the package is there, with the licence."""
    names = set(zipfile.ZipFile(wheel).namelist())
    files = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src" / "teenpatti").rglob("*.*")}
    assert {name for name in files if "__pycache__" not in name} <= names
    assert "teenpatti/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"teenpatti"}


def test_the_wheel_runs(installed: Path) -> None:
    """The command line starts from the wheel."""
    said = python_on_the_wheel(
        installed,
        "from teenpatti.cli import app\n"
        "assert app.__file__.startswith(sys.path[1]), app.__file__\n"
        "sys.argv = ['teenpatti', '--version']\n"
        "app.main()",
    )
    assert said.startswith("teenpatti ")


def test_the_rules_need_no_other_package(installed: Path) -> None:
    """`import teenpatti` works without any installed package, as in a notebook or a web page."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(installed)!r}); import teenpatti"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_tests_pass_on_the_wheel(installed: Path, tmp_path: Path) -> None:
    """A part of the tests, as a user of the package would see it."""
    said = python_on_the_wheel(
        installed,
        "import pytest\nsys.exit(pytest.main(sys.argv[1:]))",
        *("-p", "no:cacheprovider", "--numprocesses=0", "--quiet", "--basetemp", str(tmp_path / "pytest")),
        *AGAINST_THE_WHEEL,
    )
    assert " passed" in said
