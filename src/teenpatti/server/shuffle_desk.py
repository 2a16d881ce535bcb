"""Gathers what the pages of one room send for a shuffle, until a stage is complete or its time is up.

What lies here is lost if the process dies, and no harm is done by that: a stage that was not over begins again, and
pages that come back send their part once more.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

from teenpatti.fair.transcript import fits
from teenpatti.server import protocol as p
from teenpatti.server.clocks import ChainDue, ShuffleDue, StageDue
from teenpatti.server.dealer import Dealer
from teenpatti.server.decide_shuffle import stage_of, takers_of
from teenpatti.server.room import Room
from teenpatti.server.room_commands import ChainMade, Contributions, ServerCommand, ShuffleStarts

MISSES: Final = 1
"""Shuffles that a page may miss before the others wait for it no more."""


class ShuffleDesk:
    """One room's desk. It changes nothing itself: what it has gathered becomes a command."""

    def __init__(self) -> None:
        self._about: tuple[int, int, str] | None = None
        self._given: dict[int, tuple[str, ...]] = {}
        self._takes_part: set[str] = set()
        """Guests whose pages say that they take part in shuffles."""
        self._missed: dict[str, int] = {}

    def came(self, guest: str) -> None:
        """A page that takes part in shuffles has come, or woken up."""
        self._takes_part.add(guest)
        self._missed.pop(guest, None)

    def take(self, room: Room, guest: str, message: p.Contribution) -> bool:
        """Keep what a page sent, if it is of the stage in force and of that guest. True if it was."""
        shuffle = room.shuffle
        if shuffle is None or (seat := shuffle.seat_of(guest)) is None:
            return False
        stage = "commit" if isinstance(message, p.Commit) else message.kind
        if (message.deal, message.number, stage) != stage_of(shuffle):
            return False
        self._look_at(room)
        if isinstance(message, p.Commit):
            # The first page of a guest stands; another one has drawn other values.
            self._given.setdefault(seat, (message.value, message.choice))
            self._missed.pop(guest, None)
            return True
        part = next(part for part in shuffle.transcript.parts if part.seat == seat)
        if not fits(shuffle.transcript, part, message.kind, message.secret):
            return False
        self._given[seat] = (message.secret,)
        return True

    def complete(self, room: Room, here: Container[str]) -> bool:
        """Whether all that is waited for has come. ``here`` are the guests who are connected."""
        shuffle = room.shuffle
        if shuffle is None:
            return False
        self._look_at(room)
        if shuffle.stage == "commit":
            return not room.lost and not any(
                seat not in self._given and guest in here and self._is_waited_for(guest)
                for seat, guest in shuffle.guests.items()
            )
        waited = {part.seat for part in shuffle.transcript.missing(shuffle.stage)} & shuffle.guests.keys()
        return waited <= self._given.keys()

    def _is_waited_for(self, guest: str) -> bool:
        return guest in self._takes_part and self._missed.get(guest, 0) < MISSES

    def command(self, room: Room, due: ChainDue | ShuffleDue | StageDue, dealer: Dealer) -> ServerCommand:
        """What is due, as a command. Raises what the dealer raises."""
        if isinstance(due, ChainDue):
            return ChainMade(dealer.secret())
        if isinstance(due, ShuffleDue):
            own = sum(taker.kind != "person" for taker in takers_of(room))
            return ShuffleStarts(due.deal, tuple((dealer.secret().hex(), dealer.secret().hex()) for _ in range(own)))
        self._look_at(room)
        return Contributions(due.deal, due.number, due.stage, dict(self._given))

    def silent(self, room: Room) -> list[str]:
        """Guests whose pages should have sent something by now."""
        shuffle = room.shuffle
        if shuffle is None or shuffle.stage != "commit":
            return []
        self._look_at(room)
        guests = shuffle.guests.items()
        return [guest for seat, guest in guests if seat not in self._given and guest in self._takes_part]

    def missed(self, guests: Iterable[str]) -> None:
        """The shuffle went on without those: the next one waits for them less."""
        for guest in guests:
            self._missed[guest] = self._missed.get(guest, 0) + 1

    def _look_at(self, room: Room) -> None:
        about = None if room.shuffle is None else stage_of(room.shuffle)
        if about != self._about:
            self._about, self._given = about, {}
