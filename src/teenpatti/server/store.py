"""Where tables live: what a store must do. SQLite is one, memory another; PostgreSQL could be a third.

A room's past is a list of entries that only grows. An entry is what one command did; it is committed whole or not at
all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class StoreError(Exception):
    """The store did not take it. ``code``: full, read_only, locked, broken or conflict.

    After any but ``conflict`` it is not known whether the entry is there: the room reads its tail before it goes on.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Entry(NamedTuple):
    """What one command did. ``seq`` counts a room's entries from 1, without gaps."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    guest: str
    """Who sent the command; empty for timers, bots and the server."""
    command: str
    """The browser's id of the command, empty for others."""
    body: bytes
    """The events, encoded; a store seals it."""


class Snapshot(NamedTuple):
    """A room after its entry ``seq``."""

    seq: int
    body: bytes


class DealRecord(NamedTuple):
    """A finished deal in full."""

    number: int
    at: int
    body: bytes


class RoomRow(NamedTuple):
    """What a store knows of a room without opening it."""

    room: str
    closed: bool
    sheet: str


class Stored(NamedTuple):
    """A room as it is brought back: its invite secret, the last snapshot, and the entries after it."""

    room: str
    invite: str
    snapshot: Snapshot | None
    entries: list[Entry]


class Batch(NamedTuple):
    """What is committed together: an entry, and at the end of a deal the snapshot and the deal's record."""

    room: str
    entry: Entry
    snapshot: Snapshot | None = None
    deal: DealRecord | None = None
    guests: tuple[str, ...] = ()
    """Guests who became members by this entry."""
    closed: bool | None = None
    """The table is closed, or open again."""


class Store(Protocol):
    """Bytes in, bytes out; it seals what it is given. All methods may raise StoreError."""

    async def create(self, room: str, invite: str, sheet: str, batch: Batch) -> None:
        """A new room with its invite secret and its first entry."""

    async def append(self, batch: Batch) -> None:
        """Commit. Returns only once it is on the disk."""

    async def rooms(self) -> list[RoomRow]:
        """All rooms."""

    async def load(self, rooms: Sequence[str]) -> list[Stored]:
        """Those of ``rooms`` that there are, each as of one moment."""

    async def tail(self, room: str, after: int) -> list[Entry]:
        """The entries after entry ``after``."""

    async def find_invite(self, token: str) -> str | None:
        """The room of an invite secret."""

    async def set_invite(self, room: str, token: str) -> None:
        """Another secret; the old one finds nothing any more."""

    async def rooms_of(self, guest: str) -> list[str]:
        """Rooms that the guest became a member of, the latest first."""

    async def rooms_of_sheet(self, sheet: str) -> list[str]:
        """Rooms that share a score sheet."""

    async def deals(self, room: str, before: int, limit: int) -> list[DealRecord]:
        """Finished deals below number ``before``, the latest first."""

    async def deal(self, room: str, number: int) -> DealRecord | None:
        """One finished deal."""

    async def save_deal(self, room: str, deal: DealRecord) -> None:
        """Replace the record of a finished deal."""

    async def save_rules(self, guest: str, name: str, body: bytes | None) -> None:
        """Keep a guest's house rules under a name; None takes them away."""

    async def saved_rules(self, guest: str) -> list[tuple[str, bytes]]:
        """A guest's house rules by name."""

    async def forget(self, guest: str) -> None:
        """Delete the rows that are the guest's own: saved rules and the list of his rooms."""

    async def rewrite(self, room: str, snapshot: Snapshot, deals: list[DealRecord]) -> None:
        """Put a snapshot in the place of all entries up to it, and records in the place of those of their numbers."""

    async def probe(self) -> None:
        """Write something of no meaning, to find out whether the disk takes it."""

    async def close(self) -> None:
        """Finish what was begun."""
