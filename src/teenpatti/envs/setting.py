"""What is played: rules, players and stacks, checked once; the same for all environments."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Final

from teenpatti.fair.deal import deal_from
from teenpatti.game.cards import CARDS, quote
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, InvalidRules
from teenpatti.game.rules import Rules, format_value
from teenpatti.game.state import State

MAX_STACK: Final = 100_000
"""Deepest stack in boots; beyond it sums would not be exact in an observation's 32-bit numbers."""

# Where somebody could act out of turn, or a hand outlives its deal, an episode of turns is not the game.
_NEEDED: Final = {"look": "own_turn", "lone_blind": "wins"}


@dataclass(frozen=True)
class Setting:
    """One deal's terms: ``rules``, number of ``players`` and each one's ``stack`` in boots, the boot included.

    Raises InvalidRules: for look any_time and lone_blind carries, which these environments do not play, for a number
    of players against R5, for a stack that is no whole number of boots from 1 to MAX_STACK, and for a pot_limit that
    the boots fill.
    """

    rules: Rules = field(default_factory=Rules)
    players: int = 2
    stack: int = 100

    def __post_init__(self) -> None:
        for option, value in _NEEDED.items():
            if getattr(self.rules, option) != value:
                raise InvalidRules(
                    Code.OPTIONS_CONFLICT,
                    f"{option} is {format_value(getattr(self.rules, option))}: these environments play only {option} "
                    f"{value}; override it, as in Rules.preset(..., {option}={value!r}).",
                )
        if type(self.players) is not int or not 2 <= self.players <= self.rules.max_players:
            raise InvalidRules(
                Code.BAD_PLAYER_COUNT,
                f"{quote(self.players)} players cannot be dealt in: expected 2 to {self.rules.max_players} (R5).",
            )
        if type(self.stack) is not int or not 1 <= self.stack <= MAX_STACK:
            raise InvalidRules(
                Code.BAD_STACK,
                f"A stack of {quote(self.stack)} boots: expected a whole number from 1 to {MAX_STACK:,}.",
            )

        if self.rules.pot_limit and self.players * self.rules.boot >= self.rules.pot_limit:
            raise InvalidRules(
                Code.OPTIONS_CONFLICT,
                f"pot_limit {quote(self.rules.pot_limit)} is filled by the boots of {self.players} players: expected "
                "more, so that there is something to decide (R17).",
            )

    @classmethod
    def of(cls, rules: Rules | str, players: int, stack: int) -> Setting:
        """The setting with ``rules`` given as such or as the name of a preset. Raises InvalidRules."""
        return cls(Rules.preset(rules) if isinstance(rules, str) else rules, players, stack)

    @cached_property
    def stacks(self) -> tuple[int, ...]:
        """Every player's chips before the boot."""
        return (self.stack * self.rules.boot,) * self.players

    def deal(self, rng: Random) -> Deal:
        """A deal from a deck that ``rng`` shuffles."""
        # One card more than the hands, should the rules turn one up; the rest of the deck need not be shuffled.
        return deal_from(rng.sample(CARDS, self._needed), self.rules, self.stacks)

    @cached_property
    def _needed(self) -> int:
        return min(52, self.players * self.rules.cards_dealt + 1)

    def results(self, deal: State) -> list[float]:
        """What each player has won less what he has paid, in boots."""
        boot = self.rules.boot
        return [(player.won - player.paid) / boot for player in deal.players]
