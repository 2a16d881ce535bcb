"""OpenSpiel's own tests of its interface, over whole trees and over samples of large ones."""

from __future__ import annotations

from typing import Any

import pyspiel
from open_spiel.integration_tests import api_test

from teenpatti.envs.openspiel import NAME

TREES = {
    f"{NAME}(stack=2,boot=2,ranks=3,suits=2,show_tie=split)": ((195, 63, 103), 63),
    f"{NAME}(stack=4,ranks=3,suits=2,short_stack=cover)": ((3330, 1015, 2155), 901),
}
"""Small games, with their numbers of chance nodes, decisions, ends, and of information states."""

SAMPLED = [
    NAME,
    f"{NAME}(players=3,stack=20,side_show_all_seen=false,side_show_with=any)",
    f"{NAME}(players=17,stack=3)",
    f"{NAME}(players=4,stack=6,boot=5,raise_factor=0,short_stack=cover,lowball=true,pot_limit=90)",
]


def _tests(base: Any, number: int, game: str) -> Any:
    # Classes are made as OpenSpiel makes them for its own games.
    return type(f"Test{base.__name__}{number}", (base,), {"game_name": game, "game": pyspiel.load_game(game)})


for _number, (_game, (_states, _sets)) in enumerate(TREES.items()):
    api_test.TOTAL_NUM_STATES[_game] = _states
    api_test.PERFECT_RECALL_NUM_STATES[_game] = _sets
    globals()[f"TestWholeTree{_number}"] = _tests(api_test.EnforceAPIOnFullTreeBase, _number, _game)
for _number, _game in enumerate([*SAMPLED, *TREES]):
    globals()[f"TestSample{_number}"] = _tests(api_test.EnforceAPIOnPartialTreeBase, _number, _game)
