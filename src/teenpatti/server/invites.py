"""Personal links: the table's link with the name, the language and the view that the host chose for one guest.

Such a link opens the table as the table's own does and can be tapped on any device; it is no proof of who someone is.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from typing import Final, NamedTuple

from teenpatti.game.rules import Rules
from teenpatti.server.database import Database
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.guests import clean_name, digest

MAX_LINKS: Final = 100
"""Personal links of one table."""


class PersonalLink(NamedTuple):
    """What a personal link says."""

    room: str
    name: str
    language: str
    simple: bool
    """Show the simple view."""


class Invites:
    """All personal links of one server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, link: PersonalLink) -> str:
        """The secret of a new personal link. Raises Refused."""
        token = secrets.token_urlsafe(16)
        now = int(time.time())
        name = clean_name(link.name)
        row = (digest(token), link.room, name, link.language, int(link.simple), now)

        def work(db: sqlite3.Connection) -> None:
            (count,) = db.execute("SELECT count(*) FROM links WHERE room = ?", (link.room,)).fetchone()
            if count >= MAX_LINKS:
                raise Refused(RoomCode.TOO_MANY, f"a table has at most {MAX_LINKS} personal links")
            db.execute("INSERT INTO links VALUES (?, ?, ?, ?, ?, ?)", row)

        await self._database.run(work)
        return token

    async def find(self, token: str) -> PersonalLink | None:
        """What the link with this secret says."""
        key = digest(token)

        def work(db: sqlite3.Connection) -> PersonalLink | None:
            row = db.execute("SELECT room, name, language, simple FROM links WHERE hash = ?", (key,)).fetchone()
            return None if row is None else PersonalLink(row[0], row[1], row[2], bool(row[3]))

        return await self._database.run(work)

    async def mark_practice(self, room: str, rules: Rules) -> None:
        """Note that a table is for practice against bots, and under which rules."""
        text = json.dumps(rules.to_options())
        await self._database.run(lambda db: db.execute("INSERT OR IGNORE INTO practice VALUES (?, ?)", (room, text)))

    async def practice_rules(self, room: str) -> Rules | None:
        """The rules of a table for practice against bots; None of any other."""
        row = await self._database.run(
            lambda db: db.execute("SELECT rules FROM practice WHERE room = ?", (room,)).fetchone()
        )
        return None if row is None else Rules.from_options(json.loads(row[0]))
