"""What a room knows of its shuffles: the server's seeds, the shuffle under way, and the proof of the last deal."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from teenpatti.fair.chain import LENGTH
from teenpatti.fair.record import Voided
from teenpatti.fair.transcript import Stage, Transcript


class Proven(Struct, frozen=True):
    """A deal whose deck is committed to. Stored sealed, since it holds the seed of the deck."""

    record: Any
    """The public record."""
    deal: int
    fingerprint: str
    seed: str
    """The server's seed for the deck that was dealt. Never sent to anybody."""


class Fairness(Struct, frozen=True):
    """The seeds of a table and what was made of them."""

    table: str
    """Tip of its first chain, by which proofs know the table."""
    tip: str
    """Of the chain in force."""
    secret: str
    """Of that chain. Never sent to anybody."""
    used: int = 0
    """Shuffles of it that have begun."""
    previous: str | None = None
    """Fingerprint of the last deal's record."""
    voided: tuple[Voided, ...] = ()
    """Shuffles for the coming deal that came to nothing."""
    barred: frozenset[str] = frozenset()
    """Guests who withheld their part of one, and are not dealt in this time."""
    proven: Proven | None = None
    """The running or last deal."""

    @property
    def used_up(self) -> bool:
        """Whether another chain is due."""
        return self.used >= LENGTH


class Shuffling(Struct, frozen=True):
    """A shuffle under way."""

    transcript: Transcript
    """All that is published of it."""
    stage: Stage
    """What is waited for."""
    guests: dict[int, str]
    """The people who take part or could, by seat from 1."""
    own: tuple[tuple[int, str, str], ...]
    """Value and choice of the house and the bots, by seat; published when all reveal theirs."""

    def seat_of(self, guest: str) -> int | None:
        """The seat, from 1, for which that guest takes part."""
        return next((seat for seat, one in self.guests.items() if one == guest), None)
