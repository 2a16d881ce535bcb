"""Compiling with numba, and keeping what was compiled for the next start.

Numba's own cache looks only at the file a function stands in, so after a change in a file that it calls it would go on
with the old machine code. Here the cache folder is named by a digest of all lab sources that a function can reach.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from numba.core import config

F = TypeVar("F", bound=Callable[..., Any])

_CONFIG: Final[Any] = config
_HERE: Final = Path(__file__).parent
_IMPORT: Final = re.compile(r"^from teenpatti\.lab\.(\w+) import", re.MULTILINE)

# Functions that only compiled ones call need no way in from Python, and compile sooner without.
_INNER: Final[dict[str, Any]] = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def inlined(function: F) -> F:
    """``function`` for use in compiled functions, made a part of each that calls it.

    Without this, and with numba's checks for division by zero, a deal takes three times as long.
    """
    return cast("F", numba.njit(**_INNER, forceinline=True)(function))


def apart(function: F) -> F:
    """``function`` for use in compiled functions, called by them: for what happens once a deal, to compile less."""
    return cast("F", numba.njit(**_INNER)(function))


def compiled(function: F) -> F:
    """``function`` as machine code that holds no lock, compiled when first called and then kept on disk.

    Division by zero is not noticed. A self-recursive function must not be compiled so: it crashes when loaded from the
    cache.
    """
    folder = _folder(function.__module__)
    if folder is None:
        return _compile(function, cache=False)
    before = _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = str(folder)
    try:
        return _compile(function, cache=True)
    except RuntimeError:
        # The folder cannot be written to after all: compile at every start rather than not at all.
        return _compile(function, cache=False)
    finally:
        _CONFIG.CACHE_DIR = before


def _compile(function: F, cache: bool) -> F:
    return cast("F", numba.njit(nogil=True, error_model="numpy", cache=cache)(function))


@cache
def _folder(module: str) -> Path | None:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in sorted(_reachable(module.rpartition(".")[2], set())):
        digest.update(source.read_bytes())
    name = f"numba-{digest.hexdigest()[:12]}"
    beside = _HERE / "__pycache__"
    if _is_writable(beside):
        return beside / name
    user = _user_cache()
    return None if user is None else user / "teenpatti" / name


def _reachable(name: str, known: set[Path]) -> Iterator[Path]:
    """The sources in this folder that the module ``name`` is made of: itself and what it imports, and so on."""
    source = _HERE / f"{name}.py"
    if source in known or not source.is_file():
        return
    known.add(source)
    yield source
    for imported in _IMPORT.findall(source.read_text(encoding="utf-8")):
        yield from _reachable(imported, known)


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _user_cache() -> Path | None:
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        if os.environ.get(variable):
            return Path(os.environ[variable])
    try:
        return Path.home() / ".cache"
    except RuntimeError:
        return None
