"""What a bot is, and how to find one by name."""

from __future__ import annotations

from random import Random
from typing import Protocol

from teenpatti.game.actions import Action
from teenpatti.game.view import View


class Bot(Protocol):
    """A player that sees what a person in its place would see, and nothing more.

    A bot keeps no memory between choices: all it knows is the view and its whims are those of the random numbers it is
    given, so the same view and the same numbers give the same choice.
    """

    @property
    def name(self) -> str:
        """The word by which it is chosen, such as ``tight``."""

    @property
    def style(self) -> str:
        """How it plays, in one English sentence."""

    def choose(self, view: View, rng: Random) -> Action:
        """What the viewer does; always legal. Asked only when ``view.turn`` is the viewer, else raises ValueError."""


BOTS: dict[str, Bot] = {}
"""Every bot by name, the baselines first. Others may register theirs."""


def register(bot: Bot) -> None:
    """Make ``bot`` known under its name. Raises ValueError if another has that name."""
    if BOTS.setdefault(bot.name, bot) is not bot:
        raise ValueError(f"There is a bot {bot.name!r} already.")


def bot(name: str) -> Bot:
    """The bot of that name. Raises ValueError naming those that there are."""
    found = BOTS.get(name)
    if found is None:
        raise ValueError(f"There is no bot {name!r:.60}: expected one of {', '.join(BOTS)}.")
    return found
