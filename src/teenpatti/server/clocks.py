"""Deadlines, as a pure function of a room, and the clock that the rooms share.

A deadline names the deal and turn it was set for, so that one that comes late cannot hit anybody else; the room checks
besides
that its time has really come.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from teenpatti.server.decide_host import next_host
from teenpatti.server.flow import all_ready
from teenpatti.server.room import HOST_AWAY_MS, WAIT_FOR_LOST_MS, Room
from teenpatti.server.room_commands import HostAway, NextDealDue, TurnTimeOut


@dataclass(frozen=True, slots=True)
class DeckDue:
    """The deck for ``deal`` is wanted; whoever has the randomness makes a Shuffled of it."""

    deal: int


Due: TypeAlias = TurnTimeOut | NextDealDue | HostAway | DeckDue


class Deadline(NamedTuple):
    """What is due, and when (milliseconds since 1970)."""

    at: int
    due: Due


def deadlines(room: Room) -> list[Deadline]:
    """All that the passing of time will bring, in no order. A paused room's clocks stand; only its host is missed."""
    found = [] if room.paused else [*_of_phase(room)]
    host = room.members.get(room.host)
    if room.phase != "closed" and host is not None and not host.online and next_host(room) is not None:
        found.append(Deadline(host.online_at + HOST_AWAY_MS, HostAway(room.host)))
    return found


def _of_phase(room: Room) -> list[Deadline]:
    begun = room.since - room.spent
    if room.phase == "playing" and room.turn_clock is not None:
        due = TurnTimeOut(room.table.deals, room.turn_number)
        return [Deadline(begun + room.turn_clock + room.turn_bank, due)]
    if room.phase == "between" and room.can_deal:
        wait = 0 if all_ready(room) else room.pause_ms
        return [Deadline(begun + wait, NextDealDue(room.table.deals))]
    if room.phase == "shuffling":
        return [Deadline(begun + (WAIT_FOR_LOST_MS if room.lost else 0), DeckDue(room.table.deals + 1))]
    return []


class Timer(Protocol):
    """Something that will be called, unless it is cancelled."""

    def cancel(self) -> None:
        """Do not call it."""


class Clock(Protocol):
    """The time, and calls at a time."""

    def now(self) -> int:
        """Milliseconds since 1970; never goes back while the process runs."""

    def call_at(self, at: int, call: Callable[[], None]) -> Timer:
        """Call at ``at`` or a little later, in the event loop."""


class SystemClock:
    """The machine's clock. It goes on steadily when somebody sets the time, and stands while a laptop sleeps."""

    def __init__(self) -> None:
        self._start = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._start + time.monotonic_ns() // 1_000_000

    def call_at(self, at: int, call: Callable[[], None]) -> Timer:
        """Call at ``at``."""
        return asyncio.get_running_loop().call_later(max(0, at - self.now()) / 1000, call)
