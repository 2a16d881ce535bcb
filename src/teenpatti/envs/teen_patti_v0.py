"""The PettingZoo environment ``teen_patti_v0``: all players, one after the other (AEC).

>>> from teenpatti.envs import teen_patti_v0
>>> env = teen_patti_v0.env(players=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(info["action_mask"]))
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from teenpatti.envs import choices
from teenpatti.envs.observation import Observation, Row
from teenpatti.envs.setting import Setting
from teenpatti.envs.text import drawn
from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules

Mask: TypeAlias = NDArray[np.int8]
Layout: TypeAlias = Literal["box", "dict"]

_NO_ACTION: Final[Mask] = np.zeros(choices.CHOICES, np.int8)
_NO_ACTION.setflags(write=False)  # all who are not on turn share it


def env(**options: Any) -> AECEnv:
    """The environment in the two wrappers that only check how it is used; see :class:`raw_env` for the options.

    An action that is not legal raises IllegalAction here too. ``TerminateIllegalWrapper`` of PettingZoo can be put
    around it: then the deal ends for all, the player who did it gets the wrapper's reward and the others 0, which does
    not sum to zero.
    """
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(**options)))


def parallel_env(**options: Any) -> ParallelEnv:
    """The environment behind PettingZoo's converter for games played in turns: of the actions given only that of the
    agent on turn counts, ``infos[agent]["active_agent"]`` names it."""
    return turn_based_aec_to_parallel(env(**options))


class raw_env(AECEnv):  # noqa: N801 - the name that PettingZoo's tools look for
    """One episode is one deal: ``player_0`` sits left of the dealer and acts first, the last is the dealer.

    Who has packed stays among the agents without turns, until all end together. Rewards are 0 until then, and then
    what each has won or lost in boots; they sum to zero. Actions are :class:`~teenpatti.envs.choices.Choice`. The
    observation is a Box; ``env.unwrapped.table`` is the list of its places with their bounds and meanings
    (:class:`~teenpatti.envs.observation.Observation`). For two players:

    ====== ============================ ======== =================================================
    index  field                        bounds   meaning
    ====== ============================ ======== =================================================
    0      pot                          0..2s    all chips put in, in boots (s: ``stack``)
    1      price                        0..2s    P, twice the stake
    2      raises                       0..2s    bets above the lowest legal one so far
    3-13   cost.pack .. cost.cover      0..s     what the actions 0..10 cost, 0 if free or not legal
    14-24  seat0.left .. .covered_pot   see text oneself: 7 flags, then blind_bets, stack, paid, covered_pot
    25-35  seat1.left .. .covered_pot   see text the other player
    36-87  own_cards                    0..1     one's own cards, once one has looked
    88-139 joker                        0..1     the card turned up, if the rules have one
    140-   seat1.cards                  0..1     cards of the other player that one has been shown
    ====== ============================ ======== =================================================

    ``infos[agent]["action_mask"]`` has a 1 for each legal action; all 0 for who is not on turn.

    :param rules: a Rules, or the name of a preset.
    :param players: 2 to 17 (R5).
    :param stack: each player's chips in boots, the boot included.
    :param layout: "box", or "dict" for observations ``{"observation": row, "action_mask": mask}``.
    :param max_cycles: break the deal off (truncation, all rewards 0) after so many actions a player; None: never.
    :param render_mode: None, "ansi" (a text) or "human" (prints it); what a spectator may know.

    Raises InvalidRules for what :class:`~teenpatti.envs.setting.Setting` refuses. ``step`` raises IllegalAction, which
    names what is legal, and then nothing has changed.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's class attribute
        "name": "teen_patti_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules | str = "classic",
        players: int = 2,
        stack: int = 100,
        layout: Layout = "box",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if layout not in ("box", "dict"):
            raise ValueError(f"The layout is {layout!r:.40}: expected box or dict.")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"The render_mode is {render_mode!r:.40}: expected None, human or ansi.")
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise ValueError(f"max_cycles is {max_cycles!r:.40}: expected None or a whole number of at least 1.")
        self.setting = Setting.of(rules, players, stack)
        self.table = Observation(self.setting)
        self.layout = layout
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"player_{i}" for i in range(players)]
        self.agents: list[str] = []
        self._player = {agent: i for i, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(choices.CHOICES) for agent in self.possible_agents}
        self._rng: Random | None = None

    def _space(self) -> Box | Dict:
        row = Box(self.table.low, self.table.high, dtype=np.float32)
        if self.layout == "box":
            return row
        return Dict({"observation": row, "action_mask": Box(0, 1, (choices.CHOICES,), np.int8)})

    def observation_space(self, agent: str) -> Box | Dict:
        """The space of an agent's observations, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions, always the same object; sample it with the mask."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew. The same ``seed`` gives the same deals from here on; without one the deals go on, or begin with
        a seed of the system's. There are no ``options``."""
        if seed is not None or self._rng is None:
            self._rng = Random(seed if seed is None else int(seed))
        self.deal: Deal = self.setting.deal(self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": _NO_ACTION} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._actions_left = None if self.max_cycles is None else self.max_cycles * len(self.agents)
        self._skip_agent_selection = None
        self._turn_to()

    def _turn_to(self) -> None:
        """Look at what is legal now, or end the episode."""
        deal = self.deal
        if deal.over:
            self._costs = choices.NOTHING
            self._end(dict(zip(self.agents, self.setting.results(deal), strict=True)))
            return
        self._costs = choices.costs(deal.legal())
        assert deal.turn is not None
        agent = self.agent_selection = self.possible_agents[deal.turn]
        self.infos[agent]["action_mask"] = np.array([cost is not None for cost in self._costs], np.int8)

    def _end(self, rewards: dict[str, float]) -> None:
        ended = self.terminations if self.deal.over else self.truncations
        ended.update(dict.fromkeys(self.agents, True))
        self.rewards = rewards
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Row | dict[str, Row | Mask]:
        """What the agent may know now; at any time, on turn or not."""
        player = self._player[agent]
        costs = self._costs if player == self.deal.turn else choices.NOTHING
        row = self.table.row(self.deal, player, costs)
        if self.layout == "box":
            return row
        mask: Mask = np.array([cost is not None for cost in costs], np.int8)
        return {"observation": row, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Do what the agent on turn chose: a number of Choice, or None once the agent's episode is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.deal = self.deal.play(choices.action(self.deal, action, self._costs))
        # Rewards are 0 all along, so there is nothing to clear or to add up before the end.
        self.infos[agent]["action_mask"] = _NO_ACTION
        self._turn_to()
        if self._actions_left is not None and not self.deal.over:
            self._actions_left -= 1
            if not self._actions_left:
                self._costs = choices.NOTHING
                self.infos[self.agent_selection]["action_mask"] = _NO_ACTION
                self._end(dict.fromkeys(self.agents, 0.0))
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The deal as a spectator sees it, as a text or printed."""
        if self.render_mode is None:
            logger.warn("render() needs a render_mode: make the environment with render_mode='ansi' or 'human'.")
            return None
        text = drawn(self.deal, None, self.possible_agents)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - what this mode is for
        return None

    def close(self) -> None:
        """There is nothing to close."""
