"""Solution files: what comes with the package, and what is refused."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from teenpatti.game.rules import Rules
from teenpatti.lab.check import check
from teenpatti.lab.shelf import FOLDER, nearest, opened, shipped
from teenpatti.lab.solution import FORMAT, BadSolution, load
from teenpatti.lab.solver import measure
from teenpatti.lab.tree import Game

pytestmark = pytest.mark.usefixtures("compiled_solver")

SHIPPED = FOLDER / "classic-10.npz"


def test_the_package_brings_two_solutions() -> None:
    """Stack 10 of classic and of club, looking on the own turn, both solved to 0.001."""
    assert [path.name for path in shipped()] == ["classic-10.npz", "club-10.npz"]
    for name in ("classic", "club"):
        solution = load(FOLDER / f"{name}-10.npz")
        assert solution.game == Game.like(Rules.preset(name), 10)
        assert solution.quality == "solved"
        assert solution.header()["exploitability"] <= 0.001


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_the_figures_of_what_is_shipped_are_true(path: Path, long: bool) -> None:
    """Each tree measured anew from the file; in the long run by the independent check too."""
    solution = load(path)
    for number, look in solution.looks.items():
        value, best = measure(solution.tree(number), solution.classes.sweep, solution.strategy(number))
        assert (value, *best) == pytest.approx((look.value, *look.best), abs=1e-9)
    if long:
        assert check(str(path)).exploitability == pytest.approx(solution.exploitability, abs=1e-6)


def changed(tmp_path: Path, **header: Any) -> Path:
    """The shipped file with another header."""
    with np.load(SHIPPED) as file:
        arrays = {name: file[name] for name in file.files}
    said = json.loads(bytes(arrays["header"])) | header
    arrays["header"] = np.frombuffer(json.dumps(said).encode(), dtype=np.uint8)
    path = tmp_path / "changed.npz"
    np.savez(path, **arrays)
    return path


def test_an_unchanged_copy_is_read(tmp_path: Path) -> None:
    """The next tests change one thing each."""
    assert load(changed(tmp_path)).exploitability == load(SHIPPED).exploitability


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"format": "teenpatti-solution/9"}, rf"format 'teenpatti-solution/9': this version reads {FORMAT}"),
        ({"stack": 11}, "whose game differs"),
        ({"sizes": ["lowest"]}, "whose game differs"),
        ({"rules": {"short_stack": "cover", "blind_limit": 1}}, "whose game differs"),
        ({"rules": {"boot": 0}}, "header that cannot be used"),
        ({"rules": {"colour": "red"}}, "header that cannot be used"),
        ({"stack": "ten"}, "header that cannot be used"),
        ({"situations": [{}]}, "header that cannot be used"),
        ({"situations": 5}, "header that cannot be used"),
        ({"target": None}, "header that cannot be used"),
    ],
)
def test_a_file_of_another_kind_is_refused(tmp_path: Path, header: dict[str, Any], said: str) -> None:
    """Another format, other rules than its lines of play, or nonsense: a sentence each."""
    with pytest.raises(BadSolution, match=said):
        load(changed(tmp_path, **header))


@pytest.mark.parametrize("content", [b"", b"no solution", SHIPPED.read_bytes()[:4000]])
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    """Whatever it holds."""
    path = tmp_path / "bad.npz"
    path.write_bytes(content)
    with pytest.raises(BadSolution):
        load(path)


def test_pickles_are_never_opened(tmp_path: Path) -> None:
    """A file from anybody runs no code."""
    path = tmp_path / "pickle.npz"
    np.savez(path, header=np.array([{"format": FORMAT}], dtype=object), allow_pickle=True)
    with pytest.raises(BadSolution, match="no solution of this program"):
        load(path)
    np.save(tmp_path / "single.npy", np.zeros(3))
    with pytest.raises(BadSolution, match="no solution"):
        load(tmp_path / "single.npy")
    with pytest.raises(BadSolution, match="cannot be read"):
        load(tmp_path / "absent.npz")


def test_a_strategy_of_the_wrong_shape_is_refused(tmp_path: Path) -> None:
    """Found when it is asked for."""
    path = tmp_path / "shape.npz"
    with zipfile.ZipFile(SHIPPED) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            content = source.read("seen_1.npy" if name == "seen_0.npy" else name)
            if name != "blind_0.npy":
                target.writestr(name, content)
    with pytest.raises(BadSolution, match=r"situation 0 cannot be read|seen_0 holds"):
        load(path).strategy(0)


def test_the_same_solution_gives_the_same_file(tmp_path: Path) -> None:
    """To the byte, so that files can be compared."""
    for name in ("one", "two"):
        load(SHIPPED).save(tmp_path / f"{name}.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()


def test_the_nearest_solution() -> None:
    """Rules count before stacks, amounts in boots."""
    files = shipped()
    assert nearest(Rules.preset("club", boot=10), 40, files) is opened(FOLDER / "club-10.npz")
    assert nearest(Rules.preset("classic", boot=7), None, files) is opened(FOLDER / "classic-10.npz")
