"""What the rooms of one server have in common."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final

from teenpatti.server.bot_players import Chooser
from teenpatti.server.bus import Bus
from teenpatti.server.clocks import Clock
from teenpatti.server.dealer import Dealer
from teenpatti.server.shuffle_desk import ShuffleDesk
from teenpatti.server.store import Store

RETRY_MS: Final = 1_000
"""When to try again what the store did not take."""
COUNTED: Final = (
    "commands",
    "acks",
    "refusals",
    "repeated",
    "commits",
    "failed_commits",
    "deals",
    "frames",
    "too_slow",
)


@dataclass
class Shared:
    """The surroundings of the rooms, and what is counted over all of them."""

    store: Store
    clock: Clock
    dealer: Dealer
    chooser: Chooser
    bus: Bus
    link: Callable[[str], str]
    desk: Callable[[], ShuffleDesk] = ShuffleDesk
    """Makes what gathers the shuffles of one room."""
    healthy: bool = True
    """Whether the store took the last write."""
    stopping: bool = False
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    """All that is going on; waited for at the end."""
    on_ill: Callable[[], None] = lambda: None

    def count(self, name: str, more: int = 1) -> None:
        """Count something for the metrics."""
        self.counts[name] += more

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """A task of its own for ``work``."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def is_ill(self) -> None:
        """The store did not take something."""
        if self.healthy:
            self.healthy = False
            self.on_ill()

    def is_well(self) -> None:
        """The store took something."""
        self.healthy = True
