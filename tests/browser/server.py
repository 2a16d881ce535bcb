"""A server as ``teenpatti serve`` runs it, whose cards, clock and bots do as a test says.

python -m tests.browser.server DATA PORT [PUBLIC_URL]

Orders come on standard input, a JSON object a line, each answered by a line. ``do`` is
``cards`` with ``hands`` (one more deal has these, in playing order), ``forget`` (what was ordered), ``fair`` (from now
on decks come from fair shuffles, as they do for people, until ``forget``), ``advance`` with ``ms`` (so much time passes
at once), ``hold`` and ``go`` (time stands still, and goes on). Nothing of this is part of the package.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from teenpatti.fair.deck import deck
from teenpatti.game.cards import CARDS, Card, parse_hand
from teenpatti.server.bot_players import Worker
from teenpatti.server.clocks import ChainDue, ShuffleDue, StageDue, SystemClock
from teenpatti.server.config import Config
from teenpatti.server.dealer import Dealer
from teenpatti.server.hosting import Host
from teenpatti.server.room import Room
from teenpatti.server.room_commands import ServerCommand, Shuffled
from teenpatti.server.rooms import Rooms
from teenpatti.server.shuffle_desk import ShuffleDesk
from teenpatti.server.store_sqlite import sqlite_store
from teenpatti.server.web_server import listen
from tests.server.live import WIDE

SEED = 4


class OrderedDealer:
    """Decks that were ordered, else from a seed. The lot makes the lowest seat the first dealer."""

    def __init__(self) -> None:
        self._random = Random(SEED)
        self.fair = False
        self._ordered: deque[tuple[Card, ...]] = deque()

    def order(self, hands: list[str]) -> None:
        """The next deal has these hands, the first left of the dealer."""
        held = [parse_hand(hand) for hand in hands]
        dealt = tuple(hand[lap] for lap in range(len(held[0])) for hand in held)
        self._ordered.append(dealt + tuple(card for card in CARDS if card not in dealt))

    def forget(self) -> None:
        """What was ordered for a deal that never came."""
        self._ordered.clear()
        self.fair = False

    def deck(self) -> tuple[Card, ...]:
        """The next deck."""
        return self._ordered.popleft() if self._ordered else deck(self._random.randbytes(32))

    def lot(self) -> int:
        """The lowest."""
        return 0

    def secret(self) -> bytes:
        """What a fair shuffle asks for."""
        return self._random.randbytes(32)


class OrderedDesk(ShuffleDesk):
    """Puts an ordered deck in the place of a shuffle."""

    def __init__(self, dealer: OrderedDealer) -> None:
        super().__init__()
        self._ordered = dealer

    def command(self, room: Room, due: ChainDue | ShuffleDue | StageDue, dealer: Dealer) -> ServerCommand:
        """The deck at once, unless shuffles are to be fair."""
        if isinstance(due, ShuffleDue) and not self._ordered.fair:
            return Shuffled(due.deal, self._ordered.deck(), self._ordered.lot())
        return super().command(room, due, dealer)


class Call:
    """A call at a time, which may come sooner than it was thought to."""

    def __init__(self, clock: LeapingClock, at: int, call: Callable[[], None]) -> None:
        self._clock = clock
        self.at = at
        self._call = call
        self.set()

    def set(self) -> None:
        """Wait for what is left of it."""
        seconds = max(0, self.at - self._clock.now()) / 1000
        self._handle = asyncio.get_running_loop().call_later(seconds, self._now)

    def _now(self) -> None:
        self._clock.calls.discard(self)
        self._call()

    def cancel(self) -> None:
        """Do not call it."""
        self._handle.cancel()
        self._clock.calls.discard(self)

    def again(self) -> None:
        """The time has leapt."""
        self._handle.cancel()
        self.set()


class LeapingClock(SystemClock):
    """The machine's clock, which leaps forward when told to."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead = 0
        self._held: int | None = None
        self.calls: set[Call] = set()

    def now(self) -> int:
        """Milliseconds."""
        return super().now() + self._ahead if self._held is None else self._held

    def hold(self) -> None:
        """Time stands still."""
        self._held = self.now()

    def go(self) -> None:
        """Time goes on from where it stands."""
        self._ahead = self.now() - super().now()
        self._held = None
        for call in list(self.calls):
            call.again()

    def call_at(self, at: int, call: Callable[[], None]) -> Call:
        """Call at ``at``."""
        found = Call(self, at, call)
        self.calls.add(found)
        return found

    def advance(self, ms: int) -> None:
        """So much later now."""
        self._ahead += ms
        for call in list(self.calls):
            call.again()


class SteadyBots(Worker):
    """Bots that take no time, and choose the same each time."""

    def __init__(self) -> None:
        super().__init__()
        self._random = Random(SEED)

    def delay_ms(self) -> int:
        """None."""
        return 0


class World:
    """What a test may order."""

    def __init__(self) -> None:
        self.dealer = OrderedDealer()
        self.clock = LeapingClock()

    def do(self, order: dict[str, Any]) -> None:
        """Carry it out."""
        match order["do"]:
            case "cards":
                self.dealer.order(order["hands"])
            case "forget":
                self.dealer.forget()
            case "fair":
                self.dealer.fair = True
            case "hold":
                self.clock.hold()
            case "go":
                self.clock.go()
            case "advance":
                self.clock.advance(order["ms"])
            case other:
                raise ValueError(other)

    async def listen(self) -> None:
        """Take orders until there are none."""
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            self.do(json.loads(line))
            print("done", flush=True)

    @asynccontextmanager
    async def rooms(self, config: Config, link: Callable[[str], str]) -> AsyncIterator[Rooms]:
        """Rooms kept in the data folder, in this world."""
        listening = asyncio.create_task(self.listen())
        try:
            async with (
                sqlite_store(config.data) as store,
                Rooms.open(
                    store,
                    link=link,
                    clock=self.clock,
                    dealer=self.dealer,
                    chooser=SteadyBots(),
                    desk=lambda: OrderedDesk(self.dealer),
                ) as rooms,
            ):
                yield rooms
        finally:
            listening.cancel()


if __name__ == "__main__":
    data, port, *public = sys.argv[1:]
    config = Config(
        data=Path(data),
        host="127.0.0.1",
        port=int(port),
        public_url=public[0] if public else None,
        trusted_proxies=(),
        limits=WIDE,
    )
    Host(config, listen(config), lambda line: None, open_rooms=World().rooms).run()
