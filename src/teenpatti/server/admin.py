"""Work on a data folder for the person who runs the server. None of it shows a card that players keep secret."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from teenpatti.game.notation import to_tphs
from teenpatti.server import history
from teenpatti.server.app import PEOPLE
from teenpatti.server.database import Database
from teenpatti.server.errors import Refused
from teenpatti.server.folder_lock import FolderLock
from teenpatti.server.guests import GuestRow, Guests
from teenpatti.server.rooms import Rooms
from teenpatti.server.store import StoreError
from teenpatti.server.store_sqlite import DATABASE, KEY, sqlite_store

_DATABASES: Final = (DATABASE, PEOPLE)
MOST_DEALS: Final = 1_000_000


class AdminError(Exception):
    """What could not be done, as a sentence."""


class TableRow(NamedTuple):
    """A table as the person who runs the server may see it."""

    room: str
    made: int
    closed: bool
    guests: int
    deals: int


def tables(folder: Path) -> list[TableRow]:
    """All tables, the latest first; while the server runs, too."""
    with _reading(folder / DATABASE) as db:
        rows = db.execute(
            "SELECT room, made, closed, (SELECT count(*) FROM room_guests g WHERE g.room = r.room), "
            "(SELECT count(*) FROM deals d WHERE d.room = r.room) FROM rooms r ORDER BY made DESC, room"
        ).fetchall()
    return [TableRow(row[0], row[1], bool(row[2]), row[3], row[4]) for row in rows]


async def guests(folder: Path) -> list[GuestRow]:
    """All guests, the one seen last first; while the server runs, too."""
    database = Database(_existing(folder / PEOPLE))
    try:
        return await Guests(database).all()
    except Refused as error:
        raise AdminError(f"{folder / PEOPLE} cannot be read now.") from error
    finally:
        await database.close()


async def deals(folder: Path, room: str) -> tuple[str, int]:
    """The finished deals of a table as a hand file that holds only what all at the table saw, and their number."""
    _existing(folder / DATABASE)
    with _stopped():
        async with sqlite_store(folder) as store:
            if all(row.room != room for row in await store.rooms()):
                raise AdminError(f"There is no table {room!r:.40}: 'teenpatti admin list' names them.")
            records = await store.deals(room, MOST_DEALS, MOST_DEALS)
    files = [history.masked(history.decode(record.body), "") for record in reversed(records)]
    return to_tphs(files), len(files)


def backup(folder: Path, target: Path) -> None:
    """Write everything into one file, as it is at one moment; while the server runs, too.

    The file holds the key that cards are sealed with: it is as secret as the folder.
    """
    _existing(folder / KEY)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".teenpatti-") as scratch:
        copies = {KEY: folder / KEY}
        for name in _DATABASES:
            if (folder / name).exists():
                copies[name] = Path(scratch) / name
                with _reading(folder / name) as db, contextlib.closing(sqlite3.connect(copies[name])) as copy:
                    db.backup(copy)
        archive = Path(scratch) / "backup.zip"
        with os.fdopen(os.open(archive, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
                for name, path in copies.items():
                    packed.write(path, name)
            out.flush()
            os.fsync(out.fileno())
        archive.replace(target)


def restore(folder: Path, source: Path) -> None:
    """Fill an empty data folder from a backup."""
    with _stopped(), FolderLock(folder):
        if any((folder / name).exists() for name in (KEY, *_DATABASES)):
            raise AdminError(f"{folder} has tables already: name an empty folder with --data.")
        try:
            with zipfile.ZipFile(source) as packed:
                names = set(packed.namelist())
                if not {KEY, DATABASE} <= names <= {KEY, *_DATABASES}:
                    raise AdminError(f"{source} is no backup of teenpatti.")
                # The databases last and by a rename: a half restored folder then has no tables and can be tried again.
                for name in sorted(names, key=_DATABASES[::-1].__contains__):
                    path = folder / f"{name}.new"
                    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
                        out.write(packed.read(name))
                        out.flush()
                        os.fsync(out.fileno())
                for name in (KEY, PEOPLE, DATABASE):
                    if name in names:
                        (folder / f"{name}.new").replace(folder / name)
        except (zipfile.BadZipFile, OSError) as error:
            raise AdminError(f"{source} cannot be read as a backup: {error}.") from error


async def delete_guest(folder: Path, guest: str) -> int:
    """Delete what is known of a guest: name, chat, browsers, saved rules. Returns at how many tables.

    Deals stay, since they are others' too, with the guest's name taken out.
    """
    _existing(folder / DATABASE)
    database = Database(_existing(folder / PEOPLE))
    try:
        with _stopped():
            async with sqlite_store(folder) as store, Rooms.open(store) as rooms:
                changed = await rooms.forget(guest)
        if not await Guests(database).delete(guest) and not changed:
            raise AdminError(f"There is no guest {guest!r:.40}: 'teenpatti admin list --guests' names them.")
    except Refused as error:
        raise AdminError("The disk does not take it now; nothing, or not all, was deleted. Try again.") from error
    finally:
        await database.close()
    return changed


def _existing(path: Path) -> Path:
    if not path.exists():
        raise AdminError(f"There are no tables in {path.parent}: name their folder with --data.")
    return path


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A database for reading alone."""
    try:
        with contextlib.closing(sqlite3.connect(f"{_existing(path).resolve().as_uri()}?mode=ro", uri=True)) as db:
            yield db
    except sqlite3.Error as error:
        raise AdminError(f"{path} cannot be read now: {error}.") from error


STORE_SENTENCES: Final = {
    "locked": "A server is running on this data folder: stop it first, or name another folder with --data.",
    "newer": "The tables in this data folder were written by a newer version: install that one.",
    "key_missing": "The tables in this data folder are sealed, and their key is gone: put tables.key back beside them.",
    "read_only": "The data folder cannot be written: name one that can with --data.",
    "full": "The disk is full: make room, then start again.",
    "broken": "The tables in this data folder cannot be read: put a backup in their place.",
}
"""What a store that does not open says to the person who runs the server."""


@contextlib.contextmanager
def _stopped() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise AdminError(STORE_SENTENCES.get(error.code, f"The store says: {error.code}.")) from error
