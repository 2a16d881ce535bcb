"""A store in memory, for tests and for tables that need not outlive the process."""

from __future__ import annotations

from collections.abc import Sequence

from teenpatti.server.store import Batch, DealRecord, Entry, RoomRow, Snapshot, Stored, StoreError


class MemoryStore:
    """Everything in dictionaries; see :class:`teenpatti.server.store.Store`."""

    def __init__(self) -> None:
        self.entries: dict[str, list[Entry]] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.records: dict[str, dict[int, DealRecord]] = {}
        self.invites: dict[str, str] = {}
        self.sheets: dict[str, str] = {}
        self.closed: dict[str, bool] = {}
        self.guests: dict[str, list[str]] = {}
        self.rules: dict[str, dict[str, bytes]] = {}

    async def create(self, room: str, invite: str, sheet: str, batch: Batch) -> None:
        """A new room."""
        if room in self.entries:
            raise StoreError("conflict")
        self.entries[room], self.records[room], self.closed[room] = [], {}, False
        self.invites[room], self.sheets[room] = invite, sheet
        await self.append(batch)

    async def append(self, batch: Batch) -> None:
        """Commit."""
        entries = self.entries[batch.room]
        last = entries[-1].seq if entries else self.snapshots.get(batch.room, Snapshot(0, b"")).seq
        if batch.entry.seq != last + 1:
            raise StoreError("conflict")
        entries.append(batch.entry)
        if batch.snapshot is not None:
            self.snapshots[batch.room] = batch.snapshot
        if batch.deal is not None:
            self.records[batch.room][batch.deal.number] = batch.deal
        if batch.closed is not None:
            self.closed[batch.room] = batch.closed
        for guest in batch.guests:
            rooms = self.guests.setdefault(guest, [])
            if batch.room not in rooms:
                rooms.append(batch.room)

    async def rooms(self) -> list[RoomRow]:
        """All rooms."""
        return [RoomRow(room, self.closed[room], self.sheets[room]) for room in self.entries]

    async def load(self, rooms: Sequence[str]) -> list[Stored]:
        """Last snapshots and what came after."""
        found = []
        for room in rooms:
            if room in self.entries:
                snapshot = self.snapshots.get(room)
                tail = await self.tail(room, snapshot.seq if snapshot else 0)
                found.append(Stored(room, self.invites[room], snapshot, tail))
        return found

    async def tail(self, room: str, after: int) -> list[Entry]:
        """The entries after ``after``."""
        return [entry for entry in self.entries.get(room, ()) if entry.seq > after]

    async def find_invite(self, token: str) -> str | None:
        """The room of a token."""
        return next((room for room, secret in self.invites.items() if secret == token), None)

    async def set_invite(self, room: str, token: str) -> None:
        """Another token."""
        self.invites[room] = token

    async def rooms_of(self, guest: str) -> list[str]:
        """Where the guest was."""
        return list(reversed(self.guests.get(guest, ())))

    async def rooms_of_sheet(self, sheet: str) -> list[str]:
        """Rooms of one score sheet."""
        return [room for room, name in self.sheets.items() if name == sheet]

    async def deals(self, room: str, before: int, limit: int) -> list[DealRecord]:
        """Finished deals."""
        records = self.records.get(room, {})
        return [records[number] for number in sorted(records, reverse=True) if number < before][:limit]

    async def deal(self, room: str, number: int) -> DealRecord | None:
        """One finished deal."""
        return self.records.get(room, {}).get(number)

    async def save_deal(self, room: str, deal: DealRecord) -> None:
        """Replace a record."""
        self.records[room][deal.number] = deal

    async def save_rules(self, guest: str, name: str, body: bytes | None) -> None:
        """Keep or drop house rules."""
        rules = self.rules.setdefault(guest, {})
        rules.pop(name, None)
        if body is not None:
            rules[name] = body

    async def saved_rules(self, guest: str) -> list[tuple[str, bytes]]:
        """House rules."""
        return sorted(self.rules.get(guest, {}).items())

    async def forget(self, guest: str) -> None:
        """Drop the guest's own rows."""
        self.rules.pop(guest, None)
        self.guests.pop(guest, None)

    async def rewrite(self, room: str, snapshot: Snapshot, deals: list[DealRecord]) -> None:
        """A snapshot in the place of its entries."""
        self.snapshots[room] = snapshot
        self.entries[room] = [entry for entry in self.entries[room] if entry.seq > snapshot.seq]
        self.records[room] |= {deal.number: deal for deal in deals}

    async def probe(self) -> None:
        """Memory takes it."""

    async def close(self) -> None:
        """Nothing is left to do."""
