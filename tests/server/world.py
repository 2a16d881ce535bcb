"""A server's surroundings under a test's control: its clock, its dealer, its bots, and a store that fails."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from random import Random

from teenpatti.bots import bot
from teenpatti.game.actions import Action
from teenpatti.game.view import View
from teenpatti.server.rooms import Rooms
from teenpatti.server.store import Batch, Entry, Store, StoreError
from teenpatti.server.store_memory import MemoryStore

START = 1_700_000_000_000


class FakeTimer:
    """A call that waits for its time."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        """Do not call it."""
        self.call = None


class FakeClock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.time = START
        self._timers: list[tuple[int, int, FakeTimer]] = []
        self._count = count()

    def now(self) -> int:
        """Milliseconds."""
        return self.time

    def call_at(self, at: int, call: Callable[[], None]) -> FakeTimer:
        """Call once the time is there."""
        timer = FakeTimer(call)
        heapq.heappush(self._timers, (at, next(self._count), timer))
        return timer

    def forget(self) -> None:
        """Nobody is called any more: the process has died."""
        self._timers.clear()

    async def advance(self, ms: int) -> None:
        """Let time pass, call what is due in its order, and let the loop do what follows."""
        end = self.time + ms
        await settle()
        while self._timers and self._timers[0][0] <= end:
            at, _, timer = heapq.heappop(self._timers)
            self.time = max(self.time, at)
            if timer.call is not None:
                timer.call()
                await settle()
        self.time = end
        await settle()


async def settle(turns: int = 30) -> None:
    """Let everything in the loop go on that can."""
    for _ in range(turns):
        await asyncio.sleep(0)


class FakeDealer:
    """Secrets from a seed; or none, when the system's randomness is said to fail."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)
        self.fails = False

    def secret(self) -> bytes:
        """The next secret."""
        if self.fails:
            raise OSError("no randomness")
        return self.random.randbytes(32)


class InlineChooser:
    """Bots that choose at once, in the loop."""

    def __init__(self, seed: int = 0, delay: int = 500) -> None:
        self.random = Random(seed)
        self.delay = delay
        self.asked = 0
        self.fails = False

    def delay_ms(self) -> int:
        """Always the same."""
        return self.delay

    async def choose(self, style: str, view: View) -> Action | None:
        """Ask the bot."""
        self.asked += 1
        return None if self.fails else bot(style).choose(view, self.random)

    def close(self) -> None:
        """Nothing is open."""


class FaultyStore(MemoryStore):
    """A store that refuses, forgets to answer, and dawdles, by chance or on demand."""

    def __init__(self, clock: FakeClock, random: Random) -> None:
        super().__init__()
        self.clock = clock
        self.random = random
        self.refuses = 0.0
        """Share of writes not taken."""
        self.mumbles = 0.0
        """Share of writes that are taken, though it says they are not."""
        self.dawdles = 0.0
        """Share of writes that take their time."""
        self.dead = False
        self.down = ""
        """A code: nothing works any more."""

    async def append(self, batch: Batch) -> None:
        """Commit, perhaps."""
        if self.random.random() < self.dawdles:
            done = asyncio.Event()
            self.clock.call_at(self.clock.now() + self.random.randint(1, 3_000), done.set)
            await done.wait()
        if self.down or self.random.random() < self.refuses:
            raise StoreError(self.down or "full")
        await super().append(batch)
        if self.random.random() < self.mumbles:
            raise StoreError("broken")

    async def tail(self, room: str, after: int) -> list[Entry]:
        """Read, perhaps."""
        if self.down or self.random.random() < self.refuses:
            raise StoreError(self.down or "broken")
        return await super().tail(room, after)

    async def probe(self) -> None:
        """Try."""
        if self.down:
            raise StoreError(self.down)


class World:
    """A server in memory."""

    def __init__(
        self, rooms: Rooms, store: Store, clock: FakeClock, chooser: InlineChooser, dealer: FakeDealer
    ) -> None:
        self.rooms = rooms
        self.store = store
        self.clock = clock
        self.chooser = chooser
        self.dealer = dealer


@asynccontextmanager
async def world(store: Store | None = None, *, seed: int = 0, clock: FakeClock | None = None) -> AsyncIterator[World]:
    """A server that runs, until the block ends."""
    time = clock or FakeClock()
    kept = store or MemoryStore()
    chooser, dealer = InlineChooser(seed), FakeDealer(seed)
    async with Rooms.open(kept, clock=time, chooser=chooser, dealer=dealer) as rooms:
        await settle()
        yield World(rooms, kept, time, chooser, dealer)
