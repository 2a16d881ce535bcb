"""Guests: people as their browsers are known, without any account.

A browser holds a random token in a cookie; only its hash is kept here. A recovery code, known to the guest alone,
gives a new
browser the same guest.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import time
from typing import Final, NamedTuple

from teenpatti.server.database import Database
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.people import Guest
from teenpatti.server.words import clean

MAX_NAME: Final = 24
"""Signs of a name, as people count them."""
_DAY: Final = 86_400
_CODE_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are misread or spell words."""
_CODE_LENGTH: Final = 26
"""130 bits."""


class GuestRow(NamedTuple):
    """A guest as the person who runs the server may see him."""

    id: str
    name: str
    language: str
    made: int
    seen: int


def digest(token: str) -> bytes:
    """What is kept of a token. It is random and long, so a plain hash cannot be reversed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def clean_name(text: str) -> str:
    """A name that can be shown. Raises Refused if nothing readable is left."""
    name = clean(text, MAX_NAME)
    if not name:
        raise Refused(RoomCode.BAD_TEXT, "nothing readable is left of the name")
    return name


def clean_avatar(text: str) -> str:
    """One emoji, or nothing; what could pass for a letter of a name is none."""
    sign = clean(text, 1)
    return "" if len(sign) == 1 and sign.isalnum() else sign


class Guests:
    """All guests of one server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, name: str, avatar: str, language: str) -> tuple[Guest, str]:
        """A new guest, and the token for his browser. Raises Refused."""
        guest = Guest(secrets.token_urlsafe(12), clean_name(name), clean_avatar(avatar), language)
        token = secrets.token_urlsafe(32)
        now = int(time.time())

        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO guests (id, name, avatar, language, made, seen) VALUES (?, ?, ?, ?, ?, ?)",
                (guest.id, guest.name, guest.avatar, guest.language, now, now),
            )
            db.execute("INSERT INTO sessions VALUES (?, ?, ?)", (digest(token), guest.id, now))

        await self._database.run(work)
        return guest, token

    async def by_token(self, token: str) -> Guest | None:
        """The guest whose browser holds ``token``."""
        key = digest(token)
        now = int(time.time())

        def work(db: sqlite3.Connection) -> Guest | None:
            row = db.execute(
                "SELECT id, name, avatar, language, seen FROM guests "
                "WHERE id = (SELECT guest FROM sessions WHERE hash = ?)",
                (key,),
            ).fetchone()
            if row is None:
                return None
            if now - row[4] > _DAY:
                db.execute("UPDATE guests SET seen = ? WHERE id = ?", (now, row[0]))
            return Guest(*row[:4])

        return await self._database.run(work)

    async def by_id(self, guest: str) -> Guest | None:
        """The guest of that id."""

        def work(db: sqlite3.Connection) -> Guest | None:
            row = db.execute("SELECT id, name, avatar, language FROM guests WHERE id = ?", (guest,)).fetchone()
            return None if row is None else Guest(*row)

        return await self._database.run(work)

    async def change(
        self, guest: Guest, *, name: str | None = None, avatar: str | None = None, language: str | None = None
    ) -> Guest:
        """The guest with what is not None changed. Raises Refused."""
        changed = Guest(
            guest.id,
            guest.name if name is None else clean_name(name),
            guest.avatar if avatar is None else clean_avatar(avatar),
            language or guest.language,
        )
        await self._database.run(
            lambda db: db.execute(
                "UPDATE guests SET name = ?, avatar = ?, language = ? WHERE id = ?",
                (changed.name, changed.avatar, changed.language, changed.id),
            )
        )
        return changed

    async def new_code(self, guest: str) -> str:
        """A recovery code; any earlier one is worth nothing now."""
        letters = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
        await self._database.run(
            lambda db: db.execute("UPDATE guests SET recovery = ? WHERE id = ?", (digest(letters), guest))
        )
        return "-".join(letters[i : i + 5] for i in range(0, _CODE_LENGTH, 5))

    async def recover(self, code: str) -> tuple[Guest, str] | None:
        """The guest of a recovery code and a token for his new browser; his other browsers are known no more.

        The code is spent: whoever reads it later over a shoulder has nothing.
        """
        key = digest(_plain_code(code))
        token = secrets.token_urlsafe(32)
        now = int(time.time())

        def work(db: sqlite3.Connection) -> Guest | None:
            row = db.execute("SELECT id, name, avatar, language FROM guests WHERE recovery = ?", (key,)).fetchone()
            if row is None:
                return None
            db.execute("DELETE FROM sessions WHERE guest = ?", (row[0],))
            db.execute("UPDATE guests SET recovery = NULL, seen = ? WHERE id = ?", (now, row[0]))
            db.execute("INSERT INTO sessions VALUES (?, ?, ?)", (digest(token), row[0], now))
            return Guest(*row)

        guest = await self._database.run(work)
        return None if guest is None else (guest, token)

    async def forget_token(self, token: str) -> None:
        """This browser is known no more."""
        key = digest(token)
        await self._database.run(lambda db: db.execute("DELETE FROM sessions WHERE hash = ?", (key,)))

    async def all(self) -> list[GuestRow]:
        """Everybody, the one seen last first."""

        def work(db: sqlite3.Connection) -> list[GuestRow]:
            rows = db.execute("SELECT id, name, language, made, seen FROM guests ORDER BY seen DESC, id")
            return [GuestRow(*row) for row in rows]

        return await self._database.run(work)

    async def delete(self, guest: str) -> bool:
        """Delete all that is known of a guest here, his browsers too; whether there was one."""

        def work(db: sqlite3.Connection) -> bool:
            return db.execute("DELETE FROM guests WHERE id = ?", (guest,)).rowcount > 0

        found = await self._database.run(work)
        await self._database.run(_forget_old_pages)
        return found


def _forget_old_pages(db: sqlite3.Connection) -> None:
    """What was deleted still stands in the write-ahead log until that is emptied."""
    db.commit()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _plain_code(code: str) -> str:
    """A code as it was made, from one as people type it."""
    letters = "".join(c for c in code.upper() if c.isascii() and c.isalnum())
    return letters.translate(str.maketrans("ILOU", "110V"))
