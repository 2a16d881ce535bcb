"""A deal from a shuffled deck."""

from __future__ import annotations

from collections.abc import Sequence

from teenpatti.fair.deck import deck, new_seed
from teenpatti.game.cards import Card, deal_hands
from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules


def shuffled_deal(rules: Rules, stacks: Sequence[int | None], seed: bytes | None = None) -> Deal:
    """A deal to players with ``stacks`` chips, from a deck shuffled by ``seed`` (32 bytes), or by a fresh secret one.

    Raises what :meth:`Deal.start` raises, and ValueError for a seed of another length.
    """
    return deal_from(deck(new_seed() if seed is None else seed), rules, stacks)


def deal_from(cards: Sequence[Card], rules: Rules, stacks: Sequence[int | None]) -> Deal:
    """A deal to players with ``stacks`` chips, of ``cards`` from the first on (R5); those left over need not be there.

    Raises what :meth:`Deal.start` raises, and InvalidCard for too few cards.
    """
    # With too many players there are not cards enough; Deal.start says so.
    players = min(len(stacks), rules.max_players)
    hands = (*deal_hands(cards, players, rules.cards_dealt), *[None] * (len(stacks) - players))
    return Deal.start(rules, stacks, hands, joker=cards[players * rules.cards_dealt] if rules.turns_up else None)
