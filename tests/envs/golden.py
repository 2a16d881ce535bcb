"""The golden playthroughs of the OpenSpiel game; ``PYTHONPATH=src:. python -m tests.envs.golden`` writes them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import teenpatti.envs.openspiel
from teenpatti.envs.choices import Choice

FOLDER = Path(__file__).with_name("playthroughs")

NAME = teenpatti.envs.openspiel.NAME

GAMES: dict[str, tuple[str, list[int]]] = {
    "two": (f"{NAME}(stack=3)", [Choice.BET_LOWEST]),
    "side_show": (f"{NAME}(players=3,stack=4,ranks=5,suits=2)", [
        Choice.SEE, 0, 4, 8, Choice.BET_LOWEST,
        Choice.SEE, 1, 5, 9, Choice.BET_LOWEST,
        Choice.SEE, 2, 3, 6, Choice.SIDE_SHOW, Choice.ACCEPT,
    ]),
    "cover": (f"{NAME}(players=3,stack=2,short_stack=cover,boot=5,lowball=true)", [
        Choice.BET_LOWEST, Choice.SEE, 10, 20, 30, Choice.COVER, Choice.BET_LOWEST,
    ]),
}  # fmt: skip
"""File: the game, and the first actions; the rest is chosen at random from a seed."""


def replay(name: str) -> tuple[str, str]:
    """The playthrough as it is kept and as it is played now."""
    _flags()
    kept, again = generate_playthrough.replay(str(path(name)))
    return str(kept), str(again)


def path(name: str) -> Path:
    """Where a playthrough is kept."""
    return FOLDER / f"{name}.txt"


def _flags() -> None:
    parsed: Any = flags.FLAGS
    if not parsed.is_parsed():
        parsed(["golden"])


def main() -> None:
    """Write them all."""
    _flags()
    for name, (game, actions) in GAMES.items():
        text = generate_playthrough.playthrough(game, [int(action) for action in actions], seed=1)
        path(name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
