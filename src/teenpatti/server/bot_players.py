"""Bots at tables: they are asked in a worker, so that the loop never waits, and take a person's time to answer.

The time is drawn before the bot looks at anything, so it tells nothing about its hand.
"""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import Executor, ThreadPoolExecutor
from random import Random
from typing import Final, Protocol

from teenpatti.bots import bot
from teenpatti.game.actions import Action
from teenpatti.game.view import View

FASTEST_MS: Final = 700
SLOWEST_MS: Final = 3_200


class Chooser(Protocol):
    """Asks bots."""

    def delay_ms(self) -> int:
        """How long a bot takes for its next choice, whatever it is."""

    async def choose(self, style: str, view: View) -> Action | None:
        """What a bot of that style does; None if it could not choose."""

    def close(self) -> None:
        """No more questions."""


def ask(style: str, view: View, seed: int) -> Action | None:
    """The choice itself, in a worker: a bot's failure is its own."""
    try:
        return bot(style).choose(view, Random(seed))
    except Exception:  # noqa: BLE001 - a bot from anywhere may raise anything; the table packs for it
        return None


class Worker:
    """Asks bots in a worker of its own."""

    def __init__(self, executor: Executor | None = None) -> None:
        self._executor = executor or ThreadPoolExecutor(max_workers=1, thread_name_prefix="bots")
        self._random = Random(secrets.randbits(128))

    def delay_ms(self) -> int:
        """Mostly quick, now and then thoughtful."""
        return round(min(SLOWEST_MS, FASTEST_MS + self._random.expovariate(1 / 600)))

    async def choose(self, style: str, view: View) -> Action | None:
        """Ask in the worker."""
        seed = self._random.getrandbits(64)
        return await asyncio.get_running_loop().run_in_executor(self._executor, ask, style, view, seed)

    def close(self) -> None:
        """Let the worker end."""
        self._executor.shutdown(wait=False, cancel_futures=True)
