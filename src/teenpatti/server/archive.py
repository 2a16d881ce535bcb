"""What was: finished deals, score sheets and saved rules, for those who may read them."""

from __future__ import annotations

import logging
from typing import Final

import msgspec

from teenpatti.game.handfile import HandFile
from teenpatti.server import history, sheets
from teenpatti.server.decide_host import read_rules
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.history import HistoryLine, Record, ScoreStep
from teenpatti.server.proofs import proof_file
from teenpatti.server.protocol import ScoreLine
from teenpatti.server.room import Room
from teenpatti.server.room_codec import Unreadable
from teenpatti.server.roster import Roster
from teenpatti.server.store import DealRecord, Store, StoreError
from teenpatti.server.words import clean

log: Final = logging.getLogger("teenpatti.rooms")

RULES_NAME_SIGNS: Final = 40
MAX_SAVED_RULES: Final = 50
MOST_LINES: Final = 200
MOST_STEPS: Final = 1_000
EVERY_DEAL: Final = 2**62


class Archive:
    """Reads the store for people. Every method raises Refused."""

    def __init__(self, store: Store, roster: Roster) -> None:
        self._store = store
        self._roster = roster

    async def history(self, room: str, guest: str, before: int | None, limit: int) -> list[HistoryLine]:
        """Finished deals that the guest may see, the latest first."""
        known = await self._known_to(room, guest)
        try:
            rows = await self._store.deals(
                room, EVERY_DEAL if before is None else before, max(1, min(limit, MOST_LINES))
            )
        except StoreError as error:
            raise self._roster.unavailable() from error
        lines = []
        for row in rows:
            try:
                record = history.decode(row.body)
                if _may_see(known, record, guest):
                    lines.append(history.line(record, guest))
            except Unreadable:
                log.error("deal %d cannot be read", row.number, extra={"room": room})
        return lines

    async def hand_file(self, room: str, deal: int, guest: str) -> HandFile:
        """One deal, masked for the guest."""
        known = await self._known_to(room, guest)
        record = await self._record(known, deal, guest)
        try:
            return history.masked(record, guest, known.settings.name)
        except Unreadable:
            raise Refused(RoomCode.NO_SUCH_DEAL) from None

    async def proof(self, room: str, deal: int, guest: str) -> str:
        """How the deck of a finished or the running deal came about, with the cards that the guest may know."""
        known = await self._known_to(room, guest)
        running = known.table.deal if known.phase == "playing" and deal == known.table.deals else None
        if running is not None and known.proven is not None:
            if not known.sees_deal(guest):
                raise Refused(RoomCode.NO_SUCH_DEAL)
            return proof_file(known.proven, running, known.player_of(guest), looked=False)
        record = await self._record(known, deal, guest)
        if record.proof is None:
            raise Refused(RoomCode.NO_SUCH_DEAL)
        player = record.guests.index(guest) if guest in record.guests else None
        try:
            return proof_file(record.proof, record.play(), player, looked=guest in record.looked)
        except Unreadable:
            raise Refused(RoomCode.NO_SUCH_DEAL) from None

    async def look(self, room: str, deal: int, guest: str) -> None:
        """Note that the guest looked at his own cards (R8)."""
        known = await self._known_to(room, guest)
        record = await self._record(known, deal, guest)
        if guest not in record.guests:
            raise Refused(RoomCode.NO_SUCH_DEAL)
        if guest in record.looked:
            return
        looked = msgspec.structs.replace(record, looked=sorted({*record.looked, guest}))
        try:
            await self._store.save_deal(room, DealRecord(record.number, record.at, history.encode(looked)))
        except StoreError as error:
            raise self._roster.unavailable() from error

    async def score(self, room: str, guest: str) -> list[ScoreLine]:
        """The score sheet over all tables that share it."""
        known = await self._known_to(room, guest)
        rooms = [known]
        if known.settings.sheet:
            try:
                names = await self._store.rooms_of_sheet(known.settings.sheet)
            except StoreError as error:
                raise self._roster.unavailable() from error
            others = [(await self._roster.get(name)).room for name in names if name != room]
            # A sheet belongs to one host; a name guessed by another joins nothing.
            rooms += [other for other in others if other.owner == known.owner]
        return sheets.total(rooms)

    async def score_steps(self, room: str, guest: str) -> list[ScoreStep]:
        """The same over time, for one table: what each deal did, the first deal first."""
        await self._known_to(room, guest)
        try:
            rows = await self._store.deals(room, EVERY_DEAL, MOST_STEPS)
        except StoreError as error:
            raise self._roster.unavailable() from error
        steps = []
        for row in reversed(rows):
            try:
                record = history.decode(row.body)
            except Unreadable:
                continue
            steps.append(ScoreStep(record.number, record.at, dict(zip(record.guests, record.net, strict=True))))
        return steps

    async def save_rules(self, guest: str, name: str, rules: dict[str, bool | int | str]) -> None:
        """Keep house rules under a name, or take them away. Raises InvalidRules too."""
        title = clean(name, RULES_NAME_SIGNS)
        if not title:
            raise Refused(RoomCode.BAD_TEXT)
        body = None
        if rules:
            body = msgspec.json.encode(dict(read_rules(dict(rules)).to_options()) or {"preset": "classic"})
        try:
            if body is not None and len(await self._store.saved_rules(guest)) >= MAX_SAVED_RULES:
                raise Refused(RoomCode.TOO_MANY)
            await self._store.save_rules(guest, title, body)
        except StoreError as error:
            raise self._roster.unavailable() from error

    async def saved_rules(self, guest: str) -> dict[str, dict[str, bool | int | str]]:
        """House rules by name."""
        try:
            return {name: msgspec.json.decode(body) for name, body in await self._store.saved_rules(guest)}
        except StoreError as error:
            raise self._roster.unavailable() from error

    async def _known_to(self, room: str, guest: str) -> Room:
        """The room, for who is or was one of its people."""
        known = (await self._roster.get(room)).room
        person = known.is_person(guest) or any(guest == name for name, _ in known.names.values())
        if not person or guest in known.kicked:
            raise Refused(RoomCode.NO_SUCH_ROOM)
        return known

    async def _record(self, room: Room, deal: int, guest: str) -> Record:
        try:
            found = await self._store.deal(room.id, deal)
            record = None if found is None else history.decode(found.body)
        except StoreError as error:
            raise self._roster.unavailable() from error
        except Unreadable:
            record = None
        if record is None or not _may_see(room, record, guest):
            raise Refused(RoomCode.NO_SUCH_DEAL)
        return record


def _may_see(room: Room, record: Record, guest: str) -> bool:
    """Its players see a deal; where spectators are allowed, so do the other people of the table."""
    return guest in record.guests or room.settings.spectators
