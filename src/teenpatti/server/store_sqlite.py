"""Tables in one SQLite file: write-ahead log, every commit waited for, one writer thread, sealed blobs."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

from teenpatti.server.folder_lock import FolderLock
from teenpatti.server.seal import Seal, SealBroken, load_key, make_key
from teenpatti.server.sqlite_checkpoints import LOG_PAGES
from teenpatti.server.sqlite_writer import Writer, store_error
from teenpatti.server.store import Batch, DealRecord, Entry, RoomRow, Snapshot, Stored, StoreError

DATABASE: Final = "tables.db"
KEY: Final = "tables.key"
BUSY_SECONDS: Final = 2.0
ROWS: Final = 100
"""Entries by one statement; SQLite takes 999 values by one, or more."""
T = TypeVar("T")


def connect(path: Path) -> sqlite3.Connection:
    """A connection set up as the store needs it."""
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        connection.execute("PRAGMA trusted_schema = OFF")
        # What is deleted on request must be gone from the file, too.
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def migrations() -> list[str]:
    """The steps of the schema, first to last; a step never changes once it was released."""
    folder = files("teenpatti.server") / "migrations"
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".sql"))
    return [(folder / name).read_text(encoding="utf-8") for name in names]


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date. Raises StoreError for a file of a newer version, sqlite3.Error."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    steps = migrations()
    if version > len(steps):
        raise StoreError("newer")
    for number, step in enumerate(steps[version:], version + 1):
        connection.executescript(f"BEGIN IMMEDIATE;\n{step}\nPRAGMA user_version = {number};\nCOMMIT;")


def digest(token: str) -> bytes:
    """How an invite secret is looked up: only its hash stands readable in the file."""
    return hashlib.sha256(b"teenpatti/invite\0" + token.encode()).digest()


@asynccontextmanager
async def sqlite_store(folder: Path) -> AsyncIterator[SqliteStore]:
    """The store in ``folder``, made if need be, for this process alone. Raises StoreError.

    Its codes at opening: ``locked`` (another server runs on this folder), ``newer`` (written by a newer version),
    ``key_missing`` (tables are there, but not the key they were sealed with), or what the disk says.
    """
    with FolderLock(folder):
        store = await asyncio.get_running_loop().run_in_executor(None, SqliteStore, folder)
        try:
            yield store
        finally:
            await store.close()


class SqliteStore:
    """See :class:`teenpatti.server.store.Store`. Use :func:`sqlite_store` to open one."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / DATABASE
        try:
            setup = connect(self.path)
            try:
                migrate(setup)
                (rooms,) = setup.execute("SELECT count(*) FROM rooms").fetchone()
            finally:
                setup.close()
            self._seal = Seal(_key(folder / KEY, is_new=not rooms))
        except sqlite3.Error as error:
            raise store_error(error) from error
        except (OSError, SealBroken) as error:
            raise StoreError(
                "key_missing" if isinstance(error, FileNotFoundError | SealBroken) else "broken"
            ) from error
        self._writer = Writer(lambda: connect(self.path), self._append)
        self._readers = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store-reader")
        self._reader: sqlite3.Connection | None = None

    # --- writing ------------------------------------------------------------------------------------------------------

    async def create(self, room: str, invite: str, sheet: str, batch: Batch) -> None:
        """A new room."""

        def work(db: sqlite3.Connection) -> None:
            row = (room, batch.entry.at, sheet, digest(invite), self._seal.close(room, "invite", invite.encode()))
            db.execute("INSERT INTO rooms (room, made, sheet, invite_hash, invite) VALUES (?, ?, ?, ?, ?)", row)
            self._append(db, [batch])

        await self._writer.do(work)

    async def append(self, batch: Batch) -> None:
        """Commit."""
        await self._writer.do(batch)

    def _append(self, db: sqlite3.Connection, batches: Sequence[Batch]) -> None:
        for start in range(0, len(batches), ROWS):
            self._insert(db, batches[start : start + ROWS])
        for batch in batches:
            room, at = batch.room, batch.entry.at
            if batch.snapshot is not None:
                self._save_snapshot(db, room, batch.snapshot)
            if batch.deal is not None:
                self._save_deal(db, room, batch.deal)
            if batch.closed is not None:
                db.execute("UPDATE rooms SET closed = ? WHERE room = ?", (int(batch.closed), room))
            for guest in batch.guests:
                db.execute("INSERT OR IGNORE INTO room_guests VALUES (?, ?, ?)", (guest, room, at))

    def _insert(self, db: sqlite3.Connection, batches: Sequence[Batch]) -> None:
        """All entries by one statement: with each one Python goes over to the event loop, and must be had back."""
        values: list[Any] = []
        for room, entry, *_ in batches:
            body = self._seal.close(room, f"entry {entry.seq}", entry.body)
            values += (room, entry.seq, entry.at, entry.guest, entry.command, body)
        db.execute(f"INSERT INTO entries VALUES {', '.join(['(?, ?, ?, ?, ?, ?)'] * len(batches))}", values)  # noqa: S608

    def _save_snapshot(self, db: sqlite3.Connection, room: str, snapshot: Snapshot) -> None:
        body = self._seal.close(room, f"snapshot {snapshot.seq}", snapshot.body)
        db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", (room, snapshot.seq, body))

    def _save_deal(self, db: sqlite3.Connection, room: str, deal: DealRecord) -> None:
        body = self._seal.close(room, f"deal {deal.number}", deal.body)
        db.execute("INSERT OR REPLACE INTO deals VALUES (?, ?, ?, ?)", (room, deal.number, deal.at, body))

    async def set_invite(self, room: str, token: str) -> None:
        """Another secret."""
        sealed = self._seal.close(room, "invite", token.encode())
        await self._execute("UPDATE rooms SET invite_hash = ?, invite = ? WHERE room = ?", digest(token), sealed, room)

    async def save_deal(self, room: str, deal: DealRecord) -> None:
        """Replace a record."""
        await self._writer.do(lambda db: self._save_deal(db, room, deal))

    async def save_rules(self, guest: str, name: str, body: bytes | None) -> None:
        """Keep or drop house rules."""
        if body is None:
            await self._execute("DELETE FROM saved_rules WHERE guest = ? AND name = ?", guest, name)
        else:
            await self._execute("INSERT OR REPLACE INTO saved_rules VALUES (?, ?, ?)", guest, name, body)

    async def forget(self, guest: str) -> None:
        """Drop the guest's own rows."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM saved_rules WHERE guest = ?", (guest,))
            db.execute("DELETE FROM room_guests WHERE guest = ?", (guest,))

        await self._writer.do(work)

    async def rewrite(self, room: str, snapshot: Snapshot, deals: list[DealRecord]) -> None:
        """A snapshot in the place of its entries."""

        def work(db: sqlite3.Connection) -> None:
            self._save_snapshot(db, room, snapshot)
            db.execute("DELETE FROM entries WHERE room = ? AND seq <= ?", (room, snapshot.seq))
            for deal in deals:
                self._save_deal(db, room, deal)

        await self._writer.do(work)

    async def probe(self) -> None:
        """Write something of no meaning."""
        await self._execute("INSERT OR REPLACE INTO probes VALUES (1, abs(random()))")

    async def _execute(self, sql: str, *values: Any) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute(sql, values)

        await self._writer.do(work)

    # --- reading ------------------------------------------------------------------------------------------------------

    async def rooms(self) -> list[RoomRow]:
        """All rooms."""
        rows = await self._rows("SELECT room, closed, sheet FROM rooms ORDER BY made, room")
        return [RoomRow(room, bool(closed), sheet) for room, closed, sheet in rows]

    async def load(self, rooms: Sequence[str]) -> list[Stored]:
        """Last snapshots and what came after, as of one moment."""

        def work(db: sqlite3.Connection) -> list[Stored]:
            db.execute("BEGIN")
            try:
                return [stored for room in rooms if (stored := self._load(db, room)) is not None]
            finally:
                db.execute("COMMIT")

        return await self._read(work)

    def _load(self, db: sqlite3.Connection, room: str) -> Stored | None:
        found = db.execute("SELECT invite FROM rooms WHERE room = ?", (room,)).fetchone()
        if found is None:
            return None
        snapshot = None
        row = db.execute("SELECT seq, body FROM snapshots WHERE room = ?", (room,)).fetchone()
        if row is not None:
            snapshot = Snapshot(row[0], self._seal.open(room, f"snapshot {row[0]}", row[1]))
        invite = self._seal.open(room, "invite", found[0]).decode()
        return Stored(room, invite, snapshot, self._tail(db, room, snapshot.seq if snapshot else 0))

    async def tail(self, room: str, after: int) -> list[Entry]:
        """The entries after ``after``."""
        return await self._read(lambda db: self._tail(db, room, after))

    def _tail(self, db: sqlite3.Connection, room: str, after: int) -> list[Entry]:
        rows = db.execute(
            "SELECT seq, at, guest, command, body FROM entries WHERE room = ? AND seq > ? ORDER BY seq", (room, after)
        )
        return [
            Entry(seq, at, guest, command, self._seal.open(room, f"entry {seq}", body))
            for seq, at, guest, command, body in rows
        ]

    async def find_invite(self, token: str) -> str | None:
        """The room of a token."""
        rows = await self._rows("SELECT room FROM rooms WHERE invite_hash = ?", digest(token))
        return rows[0][0] if rows else None

    async def rooms_of(self, guest: str) -> list[str]:
        """Where the guest was."""
        rows = await self._rows("SELECT room FROM room_guests WHERE guest = ? ORDER BY since DESC, room", guest)
        return [room for (room,) in rows]

    async def rooms_of_sheet(self, sheet: str) -> list[str]:
        """Rooms of one score sheet."""
        rows = await self._rows("SELECT room FROM rooms WHERE sheet = ? AND sheet <> '' ORDER BY made, room", sheet)
        return [room for (room,) in rows]

    async def deals(self, room: str, before: int, limit: int) -> list[DealRecord]:
        """Finished deals."""

        def work(db: sqlite3.Connection) -> list[DealRecord]:
            sql = "SELECT number, at, body FROM deals WHERE room = ? AND number < ? ORDER BY number DESC LIMIT ?"
            return [
                DealRecord(number, at, self._seal.open(room, f"deal {number}", body))
                for number, at, body in db.execute(sql, (room, before, limit))
            ]

        return await self._read(work)

    async def deal(self, room: str, number: int) -> DealRecord | None:
        """One finished deal."""
        found = await self.deals(room, number + 1, 1)
        return found[0] if found and found[0].number == number else None

    async def saved_rules(self, guest: str) -> list[tuple[str, bytes]]:
        """House rules."""
        return await self._rows("SELECT name, body FROM saved_rules WHERE guest = ? ORDER BY name", guest)

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        return await self._read(lambda db: db.execute(sql, values).fetchall())

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read_now, work)

    def _read_now(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            self._reader = self._reader or connect(self.path)
            return work(self._reader)
        except sqlite3.Error as error:
            if self._reader is not None:
                self._reader.close()
                self._reader = None
            raise store_error(error) from error
        except SealBroken as error:
            raise StoreError("broken") from error

    async def close(self) -> None:
        """Finish what was asked for."""
        await self._writer.close()
        self._readers.shutdown(wait=True)
        if self._reader is not None:
            self._reader.close()


def _key(path: Path, *, is_new: bool) -> bytes:
    try:
        return load_key(path)
    except FileNotFoundError:
        # A new key beside old tables would only hide that they cannot be opened.
        if not is_new:
            raise
        return make_key(path)
