"""What one player observes, as one row of numbers: the table of its fields, and how it is filled.

All environments use this table. Seats are relative: seat 0 is who observes, seat 1 the next player clockwise, and so
on. Amounts are boots. Cards stand as 52 places in the order of :data:`teenpatti.game.cards.CARDS` (2c 2d 2h 2s 3c ...
As), 1 for a card that is there; so a hand of four cards and a card turned up for all have their place, too.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from teenpatti.envs.choices import CHOICES, NOTHING, Choice, Costs
from teenpatti.envs.setting import Setting
from teenpatti.game.cards import Hand
from teenpatti.game.state import State
from teenpatti.game.view import known_hands

Row: TypeAlias = NDArray[np.float32]

CARD_PLACES: Final = 52

_FREE: Final = [0] * CHOICES

_SEAT_FLAGS: Final = {
    "left": "1 if neither packed nor covering",
    "covered": "1 if covering (R16)",
    "seen": "1 if the player has looked",
    "has_bet": "1 if the player has bet, so that a side show may be asked of him (R13)",
    "turn": "1 if the player is to act, or asked for a side show",
    "asker": "1 if the player has asked for the side show that is open",
    "dealer": "1 if the player is the dealer, who acts last (R6)",
}


class Field(NamedTuple):
    """One field of the row: places ``start`` to ``start + size``, each from ``low`` to ``high``."""

    name: str
    start: int
    size: int
    low: float
    high: float
    meaning: str

    @property
    def end(self) -> int:
        """One past its last place."""
        return self.start + self.size


class Observation:
    """The row's table for one setting: :attr:`fields`, :attr:`size`, :attr:`low` and :attr:`high`."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        players = setting.players
        # A blind bet of the whole stack makes P twice as much; a look tells everything that was won.
        stack, all_chips = float(setting.stack), float(setting.stack * players)
        fields: list[Field] = []

        def add(name: str, size: int, high: float, meaning: str) -> None:
            fields.append(Field(name, fields[-1].end if fields else 0, size, 0.0, high, meaning))

        add("pot", 1, all_chips, "all chips put in")
        add("price", 1, max(2.0, 2 * stack), "P, twice the stake that a blind player pays")
        add("raises", 1, all_chips, "bets above the lowest legal one so far")
        for choice in Choice:
            name = choice.name.lower()
            add(f"cost.{name}", 1, stack, f"what {name} costs who observes; 0 where it is free or not legal")
        for seat in range(players):
            for flag, meaning in _SEAT_FLAGS.items():
                add(f"seat{seat}.{flag}", 1, 1.0, meaning)
            add(f"seat{seat}.blind_bets", 1, stack, "bets made blind")
            add(f"seat{seat}.stack", 1, all_chips, "chips left")
            add(f"seat{seat}.paid", 1, stack, "chips put in, the boot too")
            add(f"seat{seat}.covered_pot", 1, all_chips, "chips that the player covers for (R16)")
        add("own_cards", CARD_PLACES, 1.0, "one's own cards, once one has looked")
        add("joker", CARD_PLACES, 1.0, "the card turned up for all, if the rules have one")
        for seat in range(1, players):
            add(f"seat{seat}.cards", CARD_PLACES, 1.0, "cards shown to who observes, at a side show or to all")
        self.fields = tuple(fields)
        self.size = fields[-1].end
        self.low: Row = np.zeros(self.size, np.float32)
        self.high: Row = np.array([item.high for item in fields for _ in range(item.size)], np.float32)
        boot, one = setting.rules.boot, 1
        of_a_seat = [*[one] * (len(_SEAT_FLAGS) + 1), boot, boot, boot]
        self._units = [boot, boot, one, *[boot] * len(Choice), *of_a_seat * players]
        self._cards = self.index["own_cards"].start
        self._joker = self.index["joker"].start

    @cached_property
    def index(self) -> dict[str, Field]:
        """Fields by name."""
        return {item.name: item for item in self.fields}

    def part(self, row: Row, name: str) -> Row:
        """The places of one field, a view into ``row``. Raises KeyError for a name that the table does not have."""
        item = self.index[name]
        return row[item.start : item.end]

    def row(self, deal: State, viewer: int, costs: Costs, hands: Mapping[int, Hand] | None = None) -> Row:
        """What ``viewer`` observes of ``deal``, a new row.

        ``costs`` are what his choices cost; ``hands`` the hands that he knows, by player, if the deal itself was not
        told the cards (:func:`hands_known` says whose those are).
        """
        players = deal.players
        count = len(players)
        turn, dealer = deal.turn, count - 1
        asker = deal.side.asker if deal.side is not None else None
        covers = dict(deal.covers)  # a player covers once
        values: list[float] = [deal.chips_in, deal.price, deal.raises]
        values += _FREE if costs is NOTHING else [cost or 0 for cost in costs]
        for i in (*range(viewer, count), *range(viewer)):
            player = players[i]
            values += (
                not (player.packed or player.covered),
                player.covered,
                player.seen,
                player.has_bet,
                i == turn,
                i == asker,
                i == dealer,
                player.blind_bets,
                player.stack or 0,
                player.paid,
                covers.get(i, 0),
            )
        if self.setting.rules.boot != 1:
            values = [value / unit for value, unit in zip(values, self._units, strict=True)]
        row: Row = np.zeros(self.size, np.float32)
        row[: len(values)] = array("f", values)  # numpy alone takes twice as long over a list
        first = self._cards
        for i, hand in (hands_known(deal, viewer) if hands is None else hands).items():
            # Own cards stand first, then the joker, then the others.
            seat = (i - viewer) % count
            start = first + CARD_PLACES * (seat + 1 if seat else 0)
            for card in hand:
                row[start + card] = 1
        joker = getattr(deal, "joker", None)
        if joker is not None:
            row[self._joker + joker] = 1
        return row


def hands_known(deal: State, viewer: int) -> dict[int, Hand]:
    """The hands that ``viewer`` knows: his own once he has looked, and those shown to him or to all."""
    known = known_hands(deal, viewer)
    me = deal.players[viewer]
    if me.seen and me.hand is not None:
        known[viewer] = me.hand
    return known
