"""How frames get from the process that runs a room to those that hold its sockets. Here they are one process.

A bus over several machines (Redis, NATS) would carry the same few messages; frames are bytes for one guest of one room.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from teenpatti.server.protocol import Bye
from teenpatti.server.subscription import Subscription

MAX_SOCKETS: Final = 6
"""Sockets of one guest at one table; the oldest gives way."""


class Bus(Protocol):
    """Carries frames to the readers of rooms."""

    def attach(self, subscription: Subscription) -> None:
        """A reader of its room, from now on."""

    def detach(self, subscription: Subscription) -> None:
        """No reader any more."""

    def guests(self, room: str) -> list[str]:
        """The guests with a reader of that room, in the order they came."""

    def send(self, room: str, frames: Mapping[str, bytes]) -> int:
        """A frame for all readers of each guest; how many of them were dropped for being too slow."""

    def end(self, room: str, guest: str, bye: Bye) -> None:
        """End all readers of one guest."""

    def readers(self, room: str) -> int:
        """How many readers the room has."""


class LocalBus:
    """Readers in this process."""

    def __init__(self) -> None:
        self._rooms: dict[str, dict[str, list[Subscription]]] = {}

    def attach(self, subscription: Subscription) -> None:
        """A reader of its room; one too many of its guest takes the oldest's place."""
        readers = self._rooms.setdefault(subscription.room, {}).setdefault(subscription.guest, [])
        readers.append(subscription)
        if len(readers) > MAX_SOCKETS:
            readers.pop(0).end(Bye("replaced", again=False))

    def detach(self, subscription: Subscription) -> None:
        """No reader any more; it may be none already."""
        guests = self._rooms.get(subscription.room, {})
        readers = guests.get(subscription.guest, [])
        if subscription in readers:
            readers.remove(subscription)
        if not readers:
            guests.pop(subscription.guest, None)
        if not guests:
            self._rooms.pop(subscription.room, None)

    def guests(self, room: str) -> list[str]:
        """The guests with a reader of that room."""
        return list(self._rooms.get(room, ()))

    def send(self, room: str, frames: Mapping[str, bytes]) -> int:
        """A frame for all readers of each guest."""
        guests = self._rooms.get(room, {})
        slow = []
        for guest, frame in frames.items():
            for subscription in guests.get(guest, ()):
                subscription.push_frame(frame)
                if subscription.bye is not None:
                    slow.append(subscription)
        for subscription in slow:
            self.detach(subscription)
        return len(slow)

    def end(self, room: str, guest: str, bye: Bye) -> None:
        """End all readers of one guest."""
        for subscription in list(self._rooms.get(room, {}).get(guest, ())):
            subscription.end(bye)
            self.detach(subscription)

    def readers(self, room: str) -> int:
        """How many readers the room has."""
        return sum(map(len, self._rooms.get(room, {}).values()))
