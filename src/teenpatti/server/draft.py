"""A decision in the making: events are added one by one, and the room as it would be then is at hand."""

from __future__ import annotations

from typing import Literal, NoReturn

from teenpatti.game.commands import Command as TableCommand
from teenpatti.game.commands import SitIn, SitOut
from teenpatti.game.errors import Code
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.evolve import evolve
from teenpatti.server.room import Member, Room
from teenpatti.server.room_events import AtTable, CameBack, RoomEvent, WentAway


class Draft:
    """Collects the events of one command. The room it began with is untouched."""

    def __init__(self, room: Room, at: int) -> None:
        self.room = room
        self.at = at
        self.events: list[RoomEvent] = []

    def add(self, event: RoomEvent) -> None:
        """``event`` happens."""
        self.room = evolve(self.room, event, self.at)
        self.events.append(event)

    def table(self, command: TableCommand) -> None:
        """The table does what it is told. Raises IllegalAction."""
        for event in self.room.table.decide(command):
            self.add(AtTable(event))

    def away(self, guest: str, why: Literal["missed", "disconnected", "withheld"]) -> None:
        """The player is not dealt in until he taps."""
        seat = self.room.seat_of(guest)
        found = None if seat is None else self.room.seat(seat)
        if seat is None or found is None or found.leaving or found.sitting_out:
            return
        self.add(WentAway(guest, why))
        self.table(SitOut(seat))

    def back(self, guest: str) -> None:
        """A player who was away is here again."""
        member = self.room.members.get(guest)
        if member is None or not member.away:
            return
        self.add(CameBack(guest))
        seat = self.room.seat_of(guest)
        found = None if seat is None else self.room.seat(seat)
        if seat is not None and found is not None and found.sitting_out:
            self.table(SitIn(seat))

    def member(self, guest: str) -> Member:
        """The member of that id, still there. Raises Refused."""
        member = self.room.members.get(guest)
        if member is None or member.gone:
            refuse(RoomCode.NO_SUCH_GUEST)
        return member

    def own_seat(self, guest: str) -> int:
        """The seat of the guest. Raises Refused."""
        seat = self.room.seat_of(guest)
        if seat is None:
            refuse(RoomCode.NOT_ALLOWED, "This is for people with a seat.")
        return seat


def refuse(code: RoomCode | Code, detail: str = "") -> NoReturn:
    """Nothing happens."""
    raise Refused(code, detail)
