"""A deal from a freshly shuffled deck."""

from __future__ import annotations

from collections.abc import Sequence

from teenpatti.fair.deck import deck, new_seed
from teenpatti.game.cards import deal_hands
from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules


def shuffled_deal(rules: Rules, stacks: Sequence[int | None], seed: bytes | None = None) -> Deal:
    """A deal to players with ``stacks`` chips, from a deck shuffled by ``seed`` (32 bytes), or by a fresh secret one.

    Raises what :meth:`Deal.start` raises, and ValueError for a seed of another length.
    """
    cards = deck(new_seed() if seed is None else seed)
    players = min(len(stacks), rules.max_players)
    return Deal.start(
        rules, stacks, (*deal_hands(cards, players, rules.cards_dealt), *[None] * (len(stacks) - players))
    )
