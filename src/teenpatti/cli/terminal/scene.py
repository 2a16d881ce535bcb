"""What there is to show to the person who plays: his view of the deal, with names."""

from __future__ import annotations

from typing import NamedTuple

from teenpatti.game.cards import Hand
from teenpatti.game.ranking import Ranking
from teenpatti.game.rules import Rules
from teenpatti.game.view import View


class Scene(NamedTuple):
    """A deal as the person may know it. ``seats`` holds each player's seat and ``out`` who sits by without the boot."""

    view: View
    me: int
    names: tuple[str, ...]
    seats: tuple[int, ...]
    number: int
    out: tuple[str, ...] = ()
    held: Hand | None = None
    """The person's own cards once the deal is over, looked at or not (R8)."""

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.view.rules

    @property
    def ranking(self) -> Ranking:
        """The order of hands in this deal."""
        return self.view.ranking

    @property
    def hand(self) -> Hand | None:
        """The person's cards as far as he may look at them; of two hands the one he has looked at."""
        looking = self.view.looking
        return self.view.own_hand or self.held or (looking.hand if looking else None)

    def who(self, player: int) -> str:
        """``You``, or the player's name."""
        return "You" if player == self.me else self.names[player]
