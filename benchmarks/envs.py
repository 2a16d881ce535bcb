"""How fast the environments are, beside PettingZoo's card games, RLCard and OpenSpiel's Python games in the same run.

All are played at random from their masks or lists of legal actions, as a learner plays them: every observation is asked
for. Counted are the players' actions, not dead steps and not chance. Prints medians, ratios and gates, and writes them
as JSON with ``--json FILE``. Pin it to one core: ``taskset -c 1``.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyspiel
import rlcard
from open_spiel.python.games import kuhn_poker, liars_poker  # noqa: F401 - importing them registers the games

from teenpatti.envs import openspiel, teen_patti_v0
from teenpatti.envs.seat import TeenPattiSeat

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.classic import leduc_holdem_v4, texas_holdem_v4

OURS, LEDUC = "teen_patti_v0, raw, 5 players", "PettingZoo leduc_holdem_v4, wrapped"
RATIOS = {
    "raw, 5 players, to PettingZoo's leduc": (OURS, LEDUC),
    "raw, 2 players, to PettingZoo's leduc": ("teen_patti_v0, raw, 2 players", LEDUC),
    "wrapped, 5 players, to PettingZoo's leduc": ("teen_patti_v0, wrapped, 5 players", LEDUC),
    "raw, 5 players, to PettingZoo's texas": (OURS, "PettingZoo texas_holdem_v4, wrapped"),
    "raw, 2 players, to RLCard's leduc": ("teen_patti_v0, raw, 2 players", "RLCard leduc-holdem"),
    "OpenSpiel games, ours to python_kuhn_poker": ("python_teen_patti", "OpenSpiel python_kuhn_poker"),
    "OpenSpiel games, ours to python_liars_poker": ("python_teen_patti", "OpenSpiel python_liars_poker"),
}
GATES = {OURS: 8_000, "raw, 5 players, to PettingZoo's leduc": 2}


def _one_of(mask: Any, rng: Random) -> int:
    return rng.choice([number for number, legal in enumerate(mask.tolist()) if legal])


def aec(env: Any) -> Callable[[Random], Iterator[None]]:
    """Yields after each action in a PettingZoo environment, for ever."""

    def play(rng: Random) -> Iterator[None]:
        env.reset(seed=rng.getrandbits(30))
        while True:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
                env.step(_one_of(mask, rng))
                yield

    return play


def seat(rng: Random) -> Iterator[None]:
    """Yields after each action of the seat in the Gymnasium environment, for ever."""
    env = TeenPattiSeat(opponents=("random",) * 4)
    env.reset(seed=rng.getrandbits(30))
    while True:
        _, info = env.reset()
        over = False
        while not over:
            _, _, over, _, info = env.step(_one_of(info["action_mask"], rng))
            yield


def spiel(name: str) -> Callable[[Random], Iterator[None]]:
    """Yields after each action of a player in a game of OpenSpiel, for ever."""
    game = pyspiel.load_game(name)

    def play(rng: Random) -> Iterator[None]:
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                    continue
                state.information_state_tensor(state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
                yield

    return play


def rl(name: str) -> Callable[[Random], Iterator[None]]:
    """Yields after each action in an environment of RLCard, for ever."""

    def play(rng: Random) -> Iterator[None]:
        env = rlcard.make(name, {"seed": rng.getrandbits(30)})
        while True:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                yield

    return play


def rate(make: Callable[[Random], Iterator[None]], seed: int, seconds: float) -> float:
    """Actions per second of processor time."""
    actions = make(Random(seed))
    for _ in range(50):
        next(actions)
    gc.collect()
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(50):
            next(actions)
        count += 50
    return count / spent


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="a run's length")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each; medians are printed")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    args = parser.parse_args()
    runs: dict[str, Callable[[Random], Iterator[None]]] = {
        "teen_patti_v0, raw, 2 players": aec(teen_patti_v0.raw_env()),
        OURS: aec(teen_patti_v0.raw_env(players=5)),
        "teen_patti_v0, wrapped, 5 players": aec(teen_patti_v0.env(players=5)),
        "teenpatti/Seat-v0, 4 random bots": seat,
        "python_teen_patti": spiel(openspiel.NAME),
        LEDUC: aec(leduc_holdem_v4.env()),
        "PettingZoo texas_holdem_v4, wrapped": aec(texas_holdem_v4.env()),
        "RLCard leduc-holdem": rl("leduc-holdem"),
        "RLCard limit-holdem": rl("limit-holdem"),
        "OpenSpiel python_kuhn_poker": spiel("python_kuhn_poker"),
        "OpenSpiel python_liars_poker": spiel("python_liars_poker"),
    }
    found: dict[str, list[float]] = {name: [] for name in runs}
    # In turn, so that a drift of the machine's speed meets all alike.
    for seed in range(args.rounds):
        for name, make in runs.items():
            found[name].append(rate(make, seed, args.seconds))
    rates = {f"{name}": statistics.median(values) for name, values in found.items()}
    times = {
        name: statistics.median(a / b for a, b in zip(found[ours], found[theirs], strict=True))
        for name, (ours, theirs) in RATIOS.items()
    }
    for name, value in rates.items():
        gate = f"   gate {GATES[name]:,}" if name in GATES else ""
        print(f"{name:<46} {value:>10,.0f} actions/s{gate}")
    for name, value in times.items():
        gate = f"   gate {GATES[name]:,}" if name in GATES else ""
        print(f"{name:<46} {value:>10,.2f} times{gate}")
    if args.json:
        about: dict[str, Any] = {"python": platform.python_version(), "machine": platform.machine()}
        figures = {**about, "rates": rates, "times": times, "gates": GATES}
        args.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
