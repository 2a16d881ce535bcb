"""The small database of people: guests, sessions and personal links. Tables have a store of their own.

All work is done on one thread, so the event loop never waits for the disk and two writers never meet.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from teenpatti.server.errors import Refused, RoomCode

T = TypeVar("T")

SCHEMA: Final = (
    """
    CREATE TABLE guests (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        avatar TEXT NOT NULL,
        language TEXT NOT NULL,
        made INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        recovery BLOB UNIQUE
    ) STRICT;
    CREATE TABLE sessions (
        hash BLOB PRIMARY KEY,
        guest TEXT NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
        made INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_of_guest ON sessions (guest);
    CREATE TABLE links (
        hash BLOB PRIMARY KEY,
        room TEXT NOT NULL,
        name TEXT NOT NULL,
        language TEXT NOT NULL,
        simple INTEGER NOT NULL,
        made INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX links_of_room ON links (room);
    CREATE TABLE practice (room TEXT PRIMARY KEY, rules TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """,
)
"""Steps from one version of the schema to the next; a step never changes once it has been released."""


class Database:
    """One SQLite file and the thread that works on it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="people")
        self._connection: sqlite3.Connection | None = None

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """The result of ``work``, committed whole or not at all. Raises Refused when the disk does not take it."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            with self._open() as connection:
                return work(connection)
        except sqlite3.OperationalError as error:
            raise Refused(RoomCode.STORE_UNAVAILABLE, "the database of guests") from error

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(self.path, timeout=5)
            try:
                # What is deleted on request must be gone from the file, too.
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA foreign_keys = ON")
                migrate(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    async def close(self) -> None:
        """Finish what was begun."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date. Raises sqlite3.OperationalError for a file of a newer version."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(SCHEMA):
        raise sqlite3.OperationalError("the database was made by a newer version")
    for number, step in enumerate(SCHEMA[version:], version + 1):
        connection.executescript(f"BEGIN; {step}; PRAGMA user_version = {number}; COMMIT;")
