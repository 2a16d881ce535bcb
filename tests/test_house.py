"""House rules: what may import what, and what may stand in the project's files."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "teenpatti"
LOCKS = ("bootstrap", "run", "test", "bench")

# The rules are pure: the same input gives the same result, on any machine and at any time.
IMPURE = re.compile(
    "asyncio|concurrent|ctypes|glob|http|io|logging|multiprocessing|os|pathlib|random|secrets|select|selectors|"
    "shutil|signal|socket|ssl|subprocess|sys|tempfile|threading|time|urllib|uuid"
)
CLOCKS = frozenset({"now", "today", "utcnow"})  # a file's date is a datetime, so that module may be imported
IMPURE_BUILTINS = frozenset({"open", "input", "print", "exec", "eval", "__import__"})


def imports(source: str) -> Iterator[str]:
    """Every name that a module imports, wherever it does so: `a.b` for `import a.b` and for `from a import b`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports are not used here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_inside(name: str, module: str) -> bool:
    """Tell whether a name is the module or something in it."""
    return name == module or name.startswith(module + ".")


def impure(source: str) -> list[str]:
    """What a module of game/ uses that the rules may not."""
    found = [
        name
        for name in imports(source)
        if IMPURE.fullmatch(top := name.partition(".")[0])
        or (not is_inside(name, "teenpatti.game") and top not in sys.stdlib_module_names)
    ]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS:
            found.append(node.attr)
        elif isinstance(node, ast.Name) and node.id in IMPURE_BUILTINS:
            found.append(node.id)
    return found


def beyond_the_view(source: str) -> list[str]:
    """What a module of bots/ imports that could tell it more than a player knows."""
    return [
        name
        for name in imports(source)
        if any(is_inside(name, f"teenpatti.game.{door}") for door in ("deal", "table", "state"))
    ]


def through_the_front(source: str) -> list[str]:
    """Imports of `teenpatti` itself, whose public names come from every layer and so would hide a wrong one."""
    return [name for name in imports(source) if re.fullmatch(r"teenpatti(\.[A-Z_a-z]+)?", name) and not layer(name)]


def layer(name: str) -> bool:
    """Tell whether a dotted name is one of the layers."""
    return (PACKAGE / name.partition(".")[2]).is_dir() and name != "teenpatti"


def modules(folder: Path) -> list[Path]:
    """The Python files below a folder."""
    return sorted(folder.rglob("*.py"))


def place(path: Path) -> str:
    """Name a file for people."""
    return path.relative_to(ROOT).as_posix()


def test_the_rules_are_pure() -> None:
    """game/ uses the standard library alone, and nothing of it that could give two answers."""
    paths = modules(PACKAGE / "game")
    assert paths
    assert {place(path): bad for path in paths if (bad := impure(path.read_text(encoding="utf-8")))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "import os.path",
        "from random import Random",
        "import numpy as np",
        "from teenpatti.fair import deck",
        "from teenpatti import fair",
        "def f():\n    import secrets",
        "open('x')",
        "import datetime\ndatetime.date.today()",
    ],
)
def test_impurity_is_seen(source: str) -> None:
    """Otherwise the test above would prove nothing."""
    assert impure(source)


def test_bots_see_only_a_view() -> None:
    """bots/ may import the view side of game/, never the deal or the table that hold all cards."""
    paths = modules(PACKAGE / "bots")
    assert {place(path): bad for path in paths if (bad := beyond_the_view(path.read_text(encoding="utf-8")))} == {}
    assert beyond_the_view("from teenpatti.game import deal")
    assert beyond_the_view("from teenpatti.game.table import Table")
    assert beyond_the_view("from teenpatti.game.view import View") == []


def test_the_package_does_not_import_its_own_front() -> None:
    """Inside the package a name comes from the module that has it, so that the layers can be held."""
    paths = [path for path in modules(PACKAGE) if path != PACKAGE / "__init__.py"]
    assert {place(path): bad for path in paths if (bad := through_the_front(path.read_text(encoding="utf-8")))} == {}
    assert through_the_front("from teenpatti import Deal")
    assert through_the_front("import teenpatti")
    assert through_the_front("from teenpatti import game\nfrom teenpatti.game.cards import Card") == []


def test_the_package_starts_quickly() -> None:
    """`import teenpatti` brings no package from elsewhere."""
    code = "import sys; old = set(sys.modules); import teenpatti; print(*sorted(set(sys.modules) - old))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    tops = {name.partition(".")[0] for name in said.split()}
    assert tops - set(sys.stdlib_module_names) == {"teenpatti"}


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_hold_hashes_and_no_address(lock: str) -> None:
    """Every package is pinned by its hash, and where it comes from is left to the machine."""
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    entries = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    assert entries
    entry = re.compile(r"[A-Za-z0-9._-]+==[^\s;@]+(?: ; [^@]+?)?(?:\s+--hash=sha256:[0-9a-f]{64})+")
    assert [line for line in entries if not entry.fullmatch(line.strip())] == []


def test_the_locks_agree() -> None:
    """The packages to test with fit those to run with, and what the project needs is among them."""
    pins = {
        lock: dict(
            re.findall(
                r"^([a-z0-9._-]+)==(\S+) .*\\$",
                (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8"),
                re.MULTILINE,
            )
        )
        for lock in LOCKS
    }
    common = pins["run"].keys() & pins["test"].keys()
    assert {name: pins["test"][name] for name in common} == {name: pins["run"][name] for name in common}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    assert {re.split(r"[^A-Za-z0-9._-]", need)[0].lower() for need in needed} <= pins["run"].keys()


def project_files() -> list[Path]:
    """The text files that belong to the project, committed or about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()[:8192]]


# Spelled in pieces, so that this file does not find itself.
FOREIGN = re.compile(
    "|".join(
        [
            r"(?<![\w./~$}-])/(?:" + "root|home|work|Users" + r")/\w",
            r"[A-Z]:\\Users\\",
            r"(?:files\.)?python" + r"hosted\.org",
            r"\bpypi" + r"\.(?:org|python)",
            r"\bregistry" + r"\.(?:npmjs|yarnpkg)",
            r"\bdeb\.deb" + r"ian\.org",
        ]
    )
)


def test_files_name_no_machine_and_no_registry() -> None:
    """No path of one person's machine and no download address stands in the project."""
    found = [
        f"{place(path)}:{number}: {line.strip()[:100]}"
        for path in project_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if FOREIGN.search(line)
    ]
    assert found == []
    assert FOREIGN.search("see /ro" + "ot/x")
    assert FOREIGN.search("https://py" + "pi.org/simple")


@pytest.mark.parametrize(
    "script", ["teenpatti", *sorted(place(path) for path in (ROOT / "scripts").iterdir() if path.is_file())]
)
def test_scripts_are_plain_shell(script: str) -> None:
    """Each starts on a system that has no bash."""
    path = ROOT / script
    source = path.read_text(encoding="utf-8")
    if script.endswith(".py"):
        return
    assert source.startswith("#!/bin/sh\n")
    assert path.stat().st_mode & 0o111
    subprocess.run(["/bin/sh", "-n", str(path)], check=True)
    bashisms = re.compile(r"\[\[|\blocal\b|\bfunction \w|\$'|<<<|=~|\bsource \b|&>|\bpipefail\b|\becho -[ne]\b")
    code = [line for line in source.splitlines() if not line.lstrip().startswith("#")]
    assert [line for line in code if bashisms.search(line)] == []
