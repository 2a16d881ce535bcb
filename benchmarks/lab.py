"""How fast the compiled kernel is, beside OpenSpiel and PokerKit in the same run, all at random play on one core.

The ceiling is a bare loop that only deals and compares, with the same random numbers: no game can be played faster.
Prints medians, ratios and gates, and writes them as JSON with ``--json FILE``. Pin it to one core: ``taskset -c 1``.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
from engine import pokerkit_actions, teenpatti_actions
from open_spiel.python.algorithms import cfr
from open_spiel.python.games import kuhn_poker  # noqa: F401 - importing it registers the game

from teenpatti.game.ranking import CLASSIC
from teenpatti.game.rules import Rules
from teenpatti.lab.hands import strengths
from teenpatti.lab.kernel import Kernel, Players
from teenpatti.lab.kernel_play import deal_and_compare
from teenpatti.lab.solution import empty
from teenpatti.lab.solver import TreeSolver
from teenpatti.lab.tree import Game

STACK = 100
GATES = {
    "deal-and-compare, 2 players: hands/s": 30e6,
    "kernel, 2 players: games/s": 2e6,
    "kernel, 5 players: games/s": 0.8e6,
}


def bare(players: int, deals: int) -> Callable[[int], float]:
    """Hands dealt and compared a second."""
    table = strengths(CLASSIC).triples

    def run(seed: int) -> float:
        start = time.process_time()
        deal_and_compare(np.uint64(seed), 0, deals, players, table)
        return deals * players / (time.process_time() - start)

    return run


def kernel(players: int, deals: int, policy: str | None = None) -> Callable[[int], float]:
    """Whole deals a second."""
    table = Kernel(Rules(), [STACK] * players, policy and Players.named([policy] * players))

    def run(seed: int) -> float:
        start = time.process_time()
        table.play(deals, seed, threads=1)
        return deals / (time.process_time() - start)

    return run


def openspiel(name: str, games: int) -> Callable[[int], float]:
    """Games a second of a game of OpenSpiel, played from Python as its examples do."""
    game = pyspiel.load_game(name)

    def run(seed: int) -> float:
        rng = Random(seed)
        start = time.process_time()
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                # Chances are even in these games.
                state.apply_action(rng.choice(state.legal_actions()))
        return games / (time.process_time() - start)

    return run


def actions(make: Callable[[Random], Iterator[None]], count: int) -> Callable[[int], float]:
    """Actions a second."""

    def run(seed: int) -> float:
        steps = make(Random(seed))
        next(steps)
        start = time.process_time()
        for _ in range(count):
            next(steps)
        return count / (time.process_time() - start)

    return run


def kernel_actions(players: int, deals: int) -> Callable[[int], float]:
    """Actions a second of the kernel, looks too."""
    table = Kernel(Rules(), [STACK] * players)

    def run(seed: int) -> float:
        start = time.process_time()
        played = table.play(deals, seed, threads=1)
        return float(played.actions.sum()) / (time.process_time() - start)

    return run


def solver_updates(iterations: int) -> Callable[[int], float]:
    """Information sets brought up to date a second: a class of hands at a decision, once an iteration."""
    solution = empty(Game.like(Rules(), 10))
    number = max(solution.looks, key=lambda look: solution.looks[look].decisions)
    solver = TreeSolver(solution.tree(number), solution.classes.sweep)

    def run(_: int) -> float:
        start = time.process_time()
        solver.iterate(iterations)
        return iterations * solver.tree.decisions * solution.classes.count / (time.process_time() - start)

    return run


def openspiel_updates(make: Callable[[Any], Any], name: str, sets: int, iterations: int) -> Callable[[int], float]:
    """The same of a CFR solver of OpenSpiel on a game of so many information sets."""
    solver = make(pyspiel.load_game(name))

    def run(_: int) -> float:
        start = time.process_time()
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        return iterations * sets / (time.process_time() - start)

    return run


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each; medians are printed")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    args = parser.parse_args()
    runs = {
        "deal-and-compare, 2 players: hands/s": bare(2, 4_000_000),
        "deal-and-compare, 5 players: hands/s": bare(5, 2_000_000),
        "kernel, 2 players: games/s": kernel(2, 1_000_000),
        "kernel, 5 players: games/s": kernel(5, 400_000),
        "kernel, 5 players by a table: games/s": kernel(5, 100_000, "loose"),
        "kernel, 5 players: actions/s": kernel_actions(5, 400_000),
        "readable engine, 5 players: actions/s": actions(teenpatti_actions, 20_000),
        "PokerKit hold'em, 5 players: actions/s": actions(pokerkit_actions, 3_000),
        "OpenSpiel leduc_poker (C++): games/s": openspiel("leduc_poker", 10_000),
        "OpenSpiel python_kuhn_poker: games/s": openspiel("python_kuhn_poker", 3_000),
        "solver, stack 10: CFR updates/s": solver_updates(20),
        "OpenSpiel CFR (C++), leduc_poker: CFR updates/s": openspiel_updates(pyspiel.CFRSolver, "leduc_poker", 936, 20),
        "OpenSpiel CFR (Python), kuhn_poker: CFR updates/s": openspiel_updates(cfr.CFRSolver, "kuhn_poker", 12, 50),
    }
    for run in runs.values():
        run(0)  # compiles, and warms up
    found: dict[str, list[float]] = {name: [] for name in runs}
    # In turn, so that a drift of the machine's speed meets all alike.
    for seed in range(args.rounds):
        for name, run in runs.items():
            found[name].append(run(seed))
    medians = {name: statistics.median(rates) for name, rates in found.items()}
    for name, value in medians.items():
        gate = f"   gate {GATES[name]:>12,.0f}" if name in GATES else ""
        print(f"{name:<50} {value:>14,.0f}{gate}")
    ratios = {
        "kernel, 2 players, of the ceiling": ("kernel, 2 players: games/s", "deal-and-compare, 2 players: hands/s", 2),
        "kernel, 5 players, of the ceiling": ("kernel, 5 players: games/s", "deal-and-compare, 5 players: hands/s", 5),
        "kernel to the readable engine": ("kernel, 5 players: actions/s", "readable engine, 5 players: actions/s", 1),
        "kernel to PokerKit": ("kernel, 5 players: actions/s", "PokerKit hold'em, 5 players: actions/s", 1),
        "kernel to leduc_poker": ("kernel, 2 players: games/s", "OpenSpiel leduc_poker (C++): games/s", 1),
        "solver to OpenSpiel's CFR (C++)": (
            "solver, stack 10: CFR updates/s",
            "OpenSpiel CFR (C++), leduc_poker: CFR updates/s",
            1,
        ),
        "kernel to python_kuhn_poker": ("kernel, 2 players: games/s", "OpenSpiel python_kuhn_poker: games/s", 1),
    }
    times: dict[str, float] = {}
    for name, (ours, theirs, hands) in ratios.items():
        pairs = zip(found[ours], found[theirs], strict=True)
        times[name] = statistics.median(hands * a / b for a, b in pairs)
        print(f"{name:<50} {times[name]:>14,.2f} times")
    if args.json:
        about: dict[str, Any] = {"python": platform.python_version(), "machine": platform.machine()}
        figures = {**about, "rates": medians, "times": times, "gates": GATES}
        args.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
