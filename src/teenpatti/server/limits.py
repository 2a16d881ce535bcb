"""Rate limits: buckets that fill by time, each for one socket, guest or address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

MAX_KEYS: Final = 20_000
"""Buckets kept; the one not asked for longest goes first, so nobody fills the memory with new addresses."""


class Rate(NamedTuple):
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


class Limits(NamedTuple):
    """What one server takes. A whole family comes from one address, so that has the widest limits."""

    socket_messages: Rate = Rate(40, 10)
    guest_messages: Rate = Rate(80, 20)
    address_messages: Rate = Rate(600, 200)
    requests: Rate = Rate(200, 40)
    """REST requests of an address."""
    guest_requests: Rate = Rate(80, 10)
    sessions: Rate = Rate(40, 0.2)
    """New guests of an address."""
    links: Rate = Rate(60, 1)
    """Links tried by an address, and by a guest."""
    codes: Rate = Rate(10, 1 / 60)
    """Recovery codes tried by an address."""
    tables: Rate = Rate(20, 1 / 30)
    """Tables opened by a guest."""
    reports: Rate = Rate(20, 1 / 30)
    """Errors of pages reported from an address."""
    sockets_of_address: int = 200
    sockets_of_guest: int = 8
    sockets: int = 5_000
    connections: int = 8_000
    hello_seconds: float = 10
    """How long a socket may take to say who it is."""
    send_seconds: float = 10
    """How long one frame may take to leave before the reader counts as gone."""
    head_seconds: float = 10
    """How long the head of a request may take."""
    bad_messages: int = 30
    """Refusals for unreadable or too many messages before a socket is ended."""


class Bucket:
    """One rate for one thing."""

    __slots__ = ("_clock", "_left", "_rate", "_then")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = rate.burst
        self._then = clock()

    def allow(self) -> bool:
        """Whether one more is allowed now; counts it if so."""
        now = self._clock()
        self._left = min(self._rate.burst, self._left + (now - self._then) * self._rate.per_second)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Limiter:
    """One rate for many keys."""

    __slots__ = ("_buckets", "_clock", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, key: str) -> bool:
        """Whether one more is allowed now; counts it if so."""
        now = self._clock()
        burst, per_second = self._rate
        left, then = self._buckets.pop(key, (burst, now))
        left = min(burst, left + (now - then) * per_second)
        allowed = left >= 1
        self._buckets[key] = (left - 1 if allowed else left, now)
        if len(self._buckets) > MAX_KEYS:
            self._buckets.popitem(last=False)
        return allowed


class Counter:
    """How many of each key there are at once."""

    __slots__ = ("_counts", "total")

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self.total = 0

    def __getitem__(self, key: str) -> int:
        return self._counts.get(key, 0)

    def add(self, key: str) -> None:
        """One more."""
        self._counts[key] = self._counts.get(key, 0) + 1
        self.total += 1

    def remove(self, key: str) -> None:
        """One less."""
        left = self._counts[key] - 1
        self.total -= 1
        if left:
            self._counts[key] = left
        else:
            del self._counts[key]
