"""What was compiled is kept where it can be, and never outlives its source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from numba.core import config

from teenpatti.lab import compiled as module
from teenpatti.lab.compiled import compiled


def twice(number: int) -> int:
    """Something to compile."""
    return 2 * number


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Where to keep things is found out once a process."""
    module._folder.cache_clear()
    yield
    module._folder.cache_clear()


def test_beside_the_source_or_in_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An installed package may be read-only."""
    before = config.CACHE_DIR  # type: ignore[attr-defined]
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    beside = module._folder("teenpatti.lab.kernel_play")
    assert beside is not None
    assert beside.parent.name == "__pycache__"
    module._folder.cache_clear()
    monkeypatch.setattr(module, "_is_writable", lambda folder: False)
    elsewhere = module._folder("teenpatti.lab.kernel_play")
    assert elsewhere == tmp_path / "teenpatti" / beside.name
    assert compiled(twice)(21) == 42
    assert list(tmp_path.rglob("*.nbi"))
    assert before == config.CACHE_DIR  # type: ignore[attr-defined]


def test_with_no_place_to_keep_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It works all the same, compiled anew at each start."""
    monkeypatch.setattr(module, "_is_writable", lambda folder: False)
    monkeypatch.setattr(module, "_user_cache", lambda: None)
    assert compiled(twice)(21) == 42
    module._folder.cache_clear()
    file = tmp_path / "file"
    file.write_text("no folder")
    monkeypatch.setattr(module, "_user_cache", lambda: file)
    assert compiled(twice)(21) == 42


def test_a_change_in_any_source_it_is_made_of_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also of one that is imported by one that it imports."""
    monkeypatch.setattr(module, "_HERE", tmp_path)
    (tmp_path / "__pycache__").mkdir()
    for name, text in (("a", "from teenpatti.lab.b import x\n"), ("b", "from teenpatti.lab.c import y\n"), ("c", "")):
        (tmp_path / f"{name}.py").write_text(text)
    first = module._folder("teenpatti.lab.a")
    (tmp_path / "c.py").write_text("y = 2\n")
    module._folder.cache_clear()
    assert module._folder("teenpatti.lab.a") != first


def test_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the place of the system, or below the home folder, if there is one."""
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert module._user_cache() == tmp_path
    monkeypatch.delenv("LOCALAPPDATA")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert module._user_cache() == tmp_path / ".cache"

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    assert module._user_cache() is None
    assert not module._is_writable(tmp_path / "none" / "none")
