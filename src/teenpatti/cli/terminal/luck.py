"""Where cards, lots and the whims of bots come from."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from random import Random, SystemRandom
from typing import Protocol

from teenpatti.fair.deck import deck, new_seed
from teenpatti.game.cards import Card


class Luck(Protocol):
    """All that is random in a game."""

    def deck(self, deal: int, without: Collection[Card] = ()) -> tuple[Card, ...]:
        """The shuffled deck of that deal; cards ``without`` are of a hand kept from the deal before."""

    def lot(self, seats: Sequence[int]) -> int:
        """The seat of the first dealer (R19)."""

    def whims(self, deal: int, seat: int) -> Random:
        """The random numbers of the bot at ``seat`` in that deal."""


class FairLuck:
    """Nobody can predict or choose anything."""

    def __init__(self) -> None:
        self._random = SystemRandom()

    def deck(self, deal: int, without: Collection[Card] = ()) -> tuple[Card, ...]:
        """A deck from a fresh secret seed."""
        return deck(new_seed(), without)

    def lot(self, seats: Sequence[int]) -> int:
        """Any of the seats."""
        return self._random.choice(seats)

    def whims(self, deal: int, seat: int) -> Random:
        """Random numbers of the operating system."""
        return self._random


class SeededLuck:
    """Everything follows from one number. What one player does changes neither later decks nor another's whims."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def deck(self, deal: int, without: Collection[Card] = ()) -> tuple[Card, ...]:
        """The deck of that deal under this seed."""
        return deck(hashlib.sha256(f"teenpatti play {self._seed} deck {deal}".encode()).digest(), without)

    def lot(self, seats: Sequence[int]) -> int:
        """The same seat each time."""
        return Random(f"{self._seed} lot").choice(seats)  # noqa: S311 - a game with a seed has no secrets

    def whims(self, deal: int, seat: int) -> Random:
        """The same numbers each time, told apart by deal and seat; ask once a deal."""
        return Random(f"{self._seed} whims {deal} {seat}")  # noqa: S311
