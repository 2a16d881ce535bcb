"""The front of the package."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import teenpatti


def test_all_is_what_can_be_imported() -> None:
    """Every public name is listed, and nothing else."""
    assert teenpatti.__all__ == sorted(teenpatti.__all__)
    assert len(set(teenpatti.__all__)) == len(teenpatti.__all__)
    source = ast.parse(Path(teenpatti.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(source) if isinstance(node, ast.ImportFrom) and node.module != "typing"]
    assert {alias.asname or alias.name for node in imports for alias in node.names} == set(teenpatti.__all__)
    assert all(hasattr(teenpatti, name) for name in teenpatti.__all__)
    assert not hasattr(teenpatti, "Tables")


def test_all_is_documented() -> None:
    """Classes and functions say what they are."""
    for name in teenpatti.__all__:
        thing = getattr(teenpatti, name)
        if isinstance(thing, type) or callable(thing):
            assert thing.__doc__, name


def test_star_import() -> None:
    """In a fresh interpreter, without a package from elsewhere."""
    code = (
        "import sys; before = set(sys.modules); from teenpatti import *; import teenpatti; "
        "assert set(teenpatti.__all__) <= set(globals()); "
        "tops = {name.partition('.')[0] for name in set(sys.modules) - before}; "
        "print(*sorted(tops - set(sys.stdlib_module_names)))"
    )
    said = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["teenpatti"]
