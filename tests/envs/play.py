"""Playing the environments at random, from the public surface."""

from __future__ import annotations

from random import Random
from typing import Any

from teenpatti.envs.choices import Choice
from teenpatti.envs.setting import Setting
from teenpatti.game.errors import InvalidRules
from teenpatti.game.rules import Rules
from tests.helpers import random_rules


def playable_rules(rng: Random, players: int = 6) -> Rules:
    """Random rules that the environments play with so many players."""
    while True:
        options = random_rules(rng).to_options()
        try:
            rules = Rules.from_options({**options, "look": "own_turn", "lone_blind": "wins"})
            return Setting(rules, players).rules
        except InvalidRules:
            continue


def lazy_rules(rng: Random, players: int) -> Rules:
    """Random rules that can be played with cards dealt only when somebody comes to see them."""
    while True:
        rules = playable_rules(rng, players)
        if str(rules.wild) != "joker":
            return rules


def legal_choices(mask: Any) -> list[Choice]:
    """The choices of a mask."""
    return [choice for choice in Choice if mask[choice]]


def choose(mask: Any, rng: Random) -> Choice:
    """A legal choice; packing less often, or deals would be over before anything interesting happens."""
    legal = legal_choices(mask)
    choice = rng.choice(legal)
    return rng.choice(legal) if choice == Choice.PACK else choice


def play_out(env: Any, rng: Random) -> dict[str, float]:
    """Play the deal of a fresh AEC environment to its end; the sum of every agent's rewards."""
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else choose(info["action_mask"], rng))
    return total
