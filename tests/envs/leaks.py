"""Whether anything that an environment tells an agent depends on cards that he may not know."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from teenpatti.envs import teen_patti_v0
from teenpatti.envs.choices import Choice
from teenpatti.envs.setting import Setting
from teenpatti.game.deal import Deal
from tests.envs.play import choose, playable_rules
from tests.game.journeys import beginning, exchanged


class Dealt(Setting):
    """A setting whose next deal is known beforehand."""

    begun: Deal

    def deal(self, rng: Random) -> Deal:
        """That deal."""
        return self.begun


def fresh(setting: Setting, begun: Deal) -> Any:
    """An environment in which this deal has just begun."""
    env = teen_patti_v0.raw_env(setting.rules, setting.players, setting.stack, "dict", render_mode="ansi")
    dealt = Dealt(setting.rules, setting.players, setting.stack)
    object.__setattr__(dealt, "begun", begun)
    env.setting = dealt
    env.reset(seed=0)
    return env


def told(env: Any, agent: str) -> list[Any]:
    """Everything that an environment tells an agent."""
    seen = env.observe(agent)
    return [
        env.agent_selection,
        *(seen[part].tobytes() for part in ("observation", "action_mask")),
        env.infos[agent]["action_mask"].tobytes(),
        sorted(env.infos[agent]),
        env.rewards[agent],
        env.terminations[agent],
        env.render(),
    ]


def leaks(deals: int, seed: int, tell: Callable[[Any, str], list[Any]] = told) -> list[str]:
    """Where two decks that differ only in cards that an agent may not know tell him different things."""
    rng = Random(seed)
    found = []
    for number in range(deals):
        setting = Setting(playable_rules(rng), rng.choice((2, 3, 3, 4)), rng.choice((3, 10, 40)))
        env = fresh(setting, setting.deal(rng))
        moment = rng.choice((0, 1, 2, 3, 5, 8, 13, 100))
        choices: list[Choice] = []
        while not env.deal.over and len(choices) < moment:
            choices.append(choose(env.infos[env.agent_selection]["action_mask"], rng))
            env.step(choices[-1])
        for player, agent in enumerate(env.possible_agents):
            other = exchanged(env.deal, player, rng)
            if other is None:
                continue
            begun = beginning(other)
            twin = fresh(setting, Deal.start(setting.rules, setting.stacks, begun.hands, joker=begun.joker))
            for choice in choices:
                twin.step(choice)
            if tell(env, agent) != tell(twin, agent):
                found.append(f"deal {number}, moment {len(choices)}, {agent}")
    return found
