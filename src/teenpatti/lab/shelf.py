"""The solutions at hand: those that come with the package, and which of them fits a table best."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from teenpatti.game.rules import OPTIONS, Rules

if TYPE_CHECKING:
    from teenpatti.lab.solution import Solution

FOLDER: Final = Path(__file__).parent / "solutions"

# What makes no difference to two players, or that every solution has alike.
_ALIKE: Final = frozenset(
    {"boot", "look", "short_stack", "side_show", "side_show_with", "side_show_all_seen", "side_show_min_players"}
)
_AMOUNTS: Final = frozenset({"max_seen_bet", "pot_limit"})


def shipped() -> tuple[Path, ...]:
    """The files that come with the package."""
    return tuple(sorted(FOLDER.glob("*.npz")))


@cache
def opened(path: Path) -> Solution:
    """The solution in a file, read once. Raises BadSolution."""
    from teenpatti.lab.solution import load

    return load(path)


def nearest(rules: Rules, stack: float | None, files: tuple[Path, ...]) -> Solution:
    """Of ``files`` the solution whose rules differ least, then whose stack in boots is nearest (None: no limit)."""

    def distance(path: Path) -> tuple[int, float]:
        game = opened(path).game
        differ = sum(_in_boots(rules, name) != _in_boots(game.rules, name) for name in OPTIONS if name not in _ALIKE)
        return differ, float(-game.stack) if stack is None else abs(game.stack - stack)

    return opened(min(files, key=distance))


def _in_boots(rules: Rules, name: str) -> object:
    value = getattr(rules, name)
    return value / rules.boot if name in _AMOUNTS else value
