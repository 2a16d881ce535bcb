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

from teenpatti.fair.transcript import Stage
from teenpatti.server.decide_host import next_host
from teenpatti.server.decide_shuffle import stage_ms
from teenpatti.server.flow import all_ready
from teenpatti.server.room import HOST_AWAY_MS, WAIT_FOR_LOST_MS, Room
from teenpatti.server.room_commands import HostAway, NextDealDue, TurnTimeOut


@dataclass(frozen=True, slots=True)
class ChainDue:
    """Seeds for the next shuffles are wanted from whoever has the randomness."""

    deal: int


@dataclass(frozen=True, slots=True)
class ShuffleDue:
    """A shuffle for ``deal`` is to begin; it wants fresh values for the house and the bots."""

    deal: int


@dataclass(frozen=True, slots=True)
class StageDue:
    """A stage of a shuffle is over, whoever is still silent. It is over sooner when all have sent their part."""

    deal: int
    number: int
    stage: Stage


Due: TypeAlias = TurnTimeOut | NextDealDue | HostAway | ChainDue | ShuffleDue | StageDue


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
    if room.phase != "shuffling":
        return []
    deal, shuffle = room.table.deals + 1, room.shuffle
    if shuffle is not None:
        return [Deadline(begun + stage_ms(room), StageDue(deal, shuffle.transcript.number, shuffle.stage))]
    chained = room.fairness is not None and not room.fairness.used_up
    wait = WAIT_FOR_LOST_MS if room.lost else 0
    return [Deadline(begun + wait, ShuffleDue(deal) if chained else ChainDue(deal))]


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
