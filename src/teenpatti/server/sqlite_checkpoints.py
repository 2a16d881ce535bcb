"""Brings what was committed from SQLite's write-ahead log into the database file, beside the writer.

Left to itself SQLite does it within some commit, which then takes long, and every table waits for it. Here a thread
does most of it while the writer goes on; what little came since is left for the writer, now and then, when the log is
long.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

log: Final = logging.getLogger("teenpatti.store")

EVERY: Final = 300
"""Pieces of work after which the log is looked at; each is a page or a few."""
LOG_PAGES: Final = 4_000
"""Pages of the log (16 MB) after which the writer does what is left, so that the log begins anew."""


class Checkpoints:
    """The thread, begun when there is something to do."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store-log")
        self._work: Future[None] | None = None
        self._pieces = 0

    def committed(self, pieces: int) -> None:
        """So much more is in the log. Called by the writer; never waits."""
        self._pieces += pieces
        if self._pieces >= EVERY and (self._work is None or self._work.done()):
            self._pieces = 0
            self._work = self._thread.submit(self._checkpoint)

    def _checkpoint(self) -> None:
        try:
            self._connection = self._connection or self._connect()
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except sqlite3.Error as error:
            # Nothing is lost: it stays in the log, and the writer has the same trouble and tells it.
            log.warning("the log stays as it is: %s", getattr(error, "sqlite_errorname", ""))
            self._close()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        """Finish what was begun."""
        self._thread.shutdown(wait=True)
        self._close()
