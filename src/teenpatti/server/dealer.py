"""The randomness of deals: decks and the lot for the first dealer, from the operating system alone."""

from __future__ import annotations

import secrets
from typing import Protocol

from teenpatti.fair.deck import deck, new_seed
from teenpatti.game.cards import Card


class Dealer(Protocol):
    """Sees neither players nor stacks nor history. May raise OSError or NotImplementedError: no randomness."""

    def deck(self) -> tuple[Card, ...]:
        """A deck of 52, freshly shuffled."""

    def lot(self) -> int:
        """A uniform number below 2**64."""


class SecretDealer:
    """Decks from fresh secret seeds."""

    def deck(self) -> tuple[Card, ...]:
        """A deck of 52, freshly shuffled."""
        return deck(new_seed())

    def lot(self) -> int:
        """A uniform number below 2**64."""
        return secrets.randbits(64)
