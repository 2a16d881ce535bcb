"""A pot that carries over from one deal of a table to the next (R20)."""

from __future__ import annotations

from typing import NamedTuple

from teenpatti.game.cards import Hand
from teenpatti.game.rules import Rules
from teenpatti.game.state import State


class Carried(NamedTuple):
    """The pot between two deals: ``chips`` that ``seat`` did not take, and the ``hands`` he keeps for it, unseen.

    He keeps the first of them, the older one, unless he names the other.
    """

    seat: int
    chips: int
    hands: tuple[Hand, ...]

    @property
    def kept(self) -> Hand:
        """The hand that stays out of the next deck."""
        return self.hands[0]

    def fits(self, rules: Rules) -> bool:
        """Whether a deal by ``rules`` can go on with this pot and its hand."""
        return rules.carries and rules.cards_dealt == len(self.kept)


def carried_from(deal: State, seat: int) -> Carried:
    """What carries over from ``deal``, which is over, to the one who sits at ``seat``."""
    assert deal.carries is not None
    keeper = deal.players[deal.carries.player]
    hands = (keeper.hand, keeper.second if keeper.two else None)
    return Carried(seat, deal.carries.amount, tuple(hand for hand in hands if hand is not None))
