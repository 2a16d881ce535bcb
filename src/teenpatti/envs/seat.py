"""The Gymnasium environment: one seat at a table of bots.

>>> import gymnasium
>>> import teenpatti.envs
>>> env = gymnasium.make("teenpatti/Seat-v0", opponents=("tight", "maniac"))
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, Literal, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from teenpatti.bots import Bot, bot
from teenpatti.envs import choices
from teenpatti.envs.observation import Observation, Row
from teenpatti.envs.setting import Setting
from teenpatti.envs.text import drawn
from teenpatti.game.actions import Action, Pack, Refuse
from teenpatti.game.deal import Deal
from teenpatti.game.errors import IllegalAction
from teenpatti.game.rules import Rules
from teenpatti.game.view import view

Illegal: TypeAlias = Literal["timeout", "error"]

_MOST_DEALS: Final = 10_000
"""So many deals in a row without a turn, and there is something wrong with the bots."""


class TeenPattiSeat(gymnasium.Env[Row, Any]):
    """One episode is one deal, seen from one seat; the other seats are bots, which see only their own view.

    The observation is the row of :class:`~teenpatti.envs.observation.Observation` (``table`` lists its places), actions
    are :class:`~teenpatti.envs.choices.Choice`, ``info["action_mask"]`` has a 1 for each legal one. The reward is 0
    until the deal is over, and then what has been won or lost in boots. Who packs has his result at once. A deal that
    is over before the seat's first turn is dealt again: there is nothing to decide in it.

    :param rules: a Rules, or the name of a preset.
    :param opponents: bots or their names, clockwise from the next seat; one to sixteen.
    :param seat: the seat's place in playing order, 0 left of the dealer; None: drawn anew for each deal.
    :param stack: each player's chips in boots, the boot included.
    :param illegal: what an action that is not legal does. "timeout": what running out of time does (R18), so it packs,
        or refuses a side show; ``info["illegal"]`` tells. "error": raises IllegalAction, and nothing has changed.
    :param render_mode: None, "ansi" (a text) or "human" (prints it); what the seat may know.

    Raises InvalidRules for what :class:`~teenpatti.envs.setting.Setting` refuses, ValueError for the other options.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own

    def __init__(
        self,
        rules: Rules | str = "classic",
        opponents: Sequence[Bot | str] = ("random",),
        seat: int | None = None,
        stack: int = 100,
        illegal: Illegal = "timeout",
        render_mode: str | None = None,
    ) -> None:
        self.bots = tuple(bot(name) if isinstance(name, str) else name for name in opponents)
        players = len(self.bots) + 1
        self.setting = Setting.of(rules, players, stack)
        if seat is not None and (type(seat) is not int or not 0 <= seat < players):
            raise ValueError(f"The seat is {seat!r:.40}: expected None or a whole number from 0 to {players - 1}.")
        if illegal not in ("timeout", "error"):
            raise ValueError(f"illegal is {illegal!r:.40}: expected timeout or error.")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"The render_mode is {render_mode!r:.40}: expected None, human or ansi.")
        self.seat = seat
        self.illegal = illegal
        self.render_mode = render_mode
        self.table = Observation(self.setting)
        self.observation_space = Box(self.table.low, self.table.high, dtype=np.float32)
        self.action_space = Discrete(choices.CHOICES)
        self._deal: Deal | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Deal anew, and let the bots play up to the seat's first turn. There are no ``options``.

        Raises RuntimeError if the bots end every deal before it.
        """
        super().reset(seed=seed)
        self._rng = Random(int(self.np_random.integers(2**63)))
        players = self.setting.players
        for _ in range(_MOST_DEALS):
            self.player = self._rng.randrange(players) if self.seat is None else self.seat
            self._deal = self._played_on(self.setting.deal(self._rng))
            if not self._deal.over:
                return self._told(illegal=False)
        raise RuntimeError("The bots have ended every deal before the seat's first turn.")

    def step(self, action: Any) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Do what was chosen, and let the bots play up to the seat's next turn or the end of the deal.

        Raises RuntimeError if no deal runs, and IllegalAction if so wished.
        """
        deal = self._deal
        if deal is None or deal.over:
            raise RuntimeError("No deal runs: call reset first.")
        illegal = False
        try:
            wanted = choices.action(deal, action, self._costs)
        except IllegalAction:
            if self.illegal == "error":
                raise
            wanted, illegal = self._silence(deal), True
        self._deal = deal = self._played_on(deal.play(wanted))
        reward = self.setting.results(deal)[self.player] if deal.over else 0.0
        row, info = self._told(illegal)
        if self.render_mode == "human":
            self.render()
        return row, reward, deal.over, False, info

    def _silence(self, deal: Deal) -> Action:
        return Refuse(self.player) if deal.side is not None else Pack(self.player)

    def _played_on(self, deal: Deal) -> Deal:
        """The deal at the seat's next turn, or over."""
        while not deal.over and deal.turn != self.player:
            turn = deal.turn
            assert turn is not None
            chosen = self.bots[(turn - self.player) % self.setting.players - 1].choose(view(deal, turn), self._rng)
            deal = deal.play(chosen)
        return deal

    def _told(self, illegal: bool) -> tuple[Row, dict[str, Any]]:
        deal = self._deal
        assert deal is not None
        self._costs = choices.NOTHING if deal.over else choices.costs(deal.legal())
        mask = np.array([cost is not None for cost in self._costs], np.int8)
        return self.table.row(deal, self.player, self._costs), {"action_mask": mask, "illegal": illegal}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask as trainers that ask the environment for it want it."""
        return np.array([cost is not None for cost in self._costs])

    def render(self) -> str | None:
        """The deal as the seat sees it, as a text or printed. Raises RuntimeError before the first reset."""
        if self._deal is None:
            raise RuntimeError("No deal runs: call reset first.")
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: make the environment with 'ansi' or 'human'.")
            return None
        players = self.setting.players
        labels = ["agent", *(f"{known.name} (bot)" for known in self.bots)]
        text = drawn(self._deal, self.player, [labels[(i - self.player) % players] for i in range(players)])
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - what this mode is for
        return None
