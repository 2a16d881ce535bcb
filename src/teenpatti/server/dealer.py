"""The randomness of deals, from the operating system alone."""

from __future__ import annotations

from typing import Protocol

from teenpatti.fair.chain import new_secret


class Dealer(Protocol):
    """Sees neither players nor stacks nor history. May raise OSError or NotImplementedError: no randomness."""

    def secret(self) -> bytes:
        """32 bytes that nobody can predict, never the same twice."""


class SecretDealer:
    """Secrets of the operating system."""

    def secret(self) -> bytes:
        """32 fresh bytes."""
        return new_secret()
