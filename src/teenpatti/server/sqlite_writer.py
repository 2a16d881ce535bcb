"""The one thread that writes to SQLite. What arrives together is committed together, with one wait for the disk."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from teenpatti.server.sqlite_checkpoints import Checkpoints
from teenpatti.server.store import Batch, StoreError

MAX_GROUP: Final = 512
"""Pieces of work in one transaction."""
GATHER_SECONDS: Final = 0.004
"""How long a transaction waits for company, if the one before had some: a busy server then waits for the disk less
often."""

Work = Callable[[sqlite3.Connection], Any]


class _Task(NamedTuple):
    work: Work | Batch
    done: asyncio.Future[Any]


def store_error(error: sqlite3.Error) -> StoreError:
    """What SQLite's error means to us."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if isinstance(error, sqlite3.IntegrityError):
        return StoreError("conflict")
    for prefix, code in (
        ("SQLITE_FULL", "full"),
        ("SQLITE_READONLY", "read_only"),
        ("SQLITE_CANTOPEN", "read_only"),
        ("SQLITE_BUSY", "locked"),
        ("SQLITE_LOCKED", "locked"),
    ):
        if name.startswith(prefix):
            return StoreError(code)
    return StoreError("broken")


class Writer:
    """Runs pieces of work in transactions, in the order they came.

    Batches, which are most of it, go to ``append`` first, all those of a transaction at once. No two of them are of one
    room, since a room waits for its own.
    """

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        append: Callable[[sqlite3.Connection, Sequence[Batch]], None],
    ) -> None:
        self._connect = connect
        self._append = append
        self._checkpoints = Checkpoints(connect)
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self.groups = 0
        """Transactions so far."""
        self._is_busy = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def do(self, work: Work | Batch) -> Any:
        """The result of ``work``, once it is on the disk. Raises StoreError."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._tasks.put(_Task(work, done))
        return await done

    async def close(self) -> None:
        """Finish what was asked for, then end."""
        self._tasks.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        connection: sqlite3.Connection | None = None
        ending = False
        while not ending:
            group, ending = self._next_group()
            if not group:
                continue
            try:
                connection = connection or self._connect()
                results = self._commit(connection, [task.work for task in group])
                self.groups += 1
                self._checkpoints.committed(len(group))
            except sqlite3.Error as error:
                # A broken connection is made anew; a transaction that failed is undone with it.
                if connection is not None:
                    _close(connection)
                connection = None
                results = [store_error(error)] * len(group)
            _deliver(group, results)
        self._checkpoints.close()
        if connection is not None:
            _close(connection)

    def _next_group(self) -> tuple[list[_Task], bool]:
        """The tasks that wait, at least one; and whether the end was asked for."""
        first = self._tasks.get()
        if first is None:
            return [], True
        if self._is_busy:
            time.sleep(GATHER_SECONDS)
        group = [first]
        while len(group) < MAX_GROUP:
            try:
                task = self._tasks.get_nowait()
            except queue.Empty:
                break
            if task is None:
                return group, True
            group.append(task)
        self._is_busy = len(group) > 1
        return group, False

    def _commit(self, connection: sqlite3.Connection, group: list[Work | Batch]) -> list[Any]:
        """The result or StoreError of each piece of work, all committed. Raises sqlite3.Error if nothing was."""
        try:
            return _in_transaction(connection, lambda: self._together(connection, group))
        except sqlite3.IntegrityError:
            # One of them does not fit, and must not spoil the others.
            return _in_transaction(connection, lambda: [self._alone(connection, work) for work in group])

    def _together(self, connection: sqlite3.Connection, group: list[Work | Batch]) -> list[Any]:
        batches = [work for work in group if isinstance(work, Batch)]
        if batches:
            self._append(connection, batches)
        return [None if isinstance(work, Batch) else work(connection) for work in group]

    def _alone(self, connection: sqlite3.Connection, work: Work | Batch) -> Any:
        """The result of one piece of work, or, with all that it did undone, that it does not fit."""
        connection.execute("SAVEPOINT one")
        try:
            (result,) = self._together(connection, [work])
        except sqlite3.IntegrityError as error:
            connection.execute("ROLLBACK TO one")
            result = store_error(error)
        connection.execute("RELEASE one")
        return result


def _in_transaction(connection: sqlite3.Connection, do: Callable[[], list[Any]]) -> list[Any]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        results = do()
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return results


def _deliver(group: list[_Task], results: list[Any]) -> None:
    """Wake all who wait in each loop at once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for task, result in zip(group, results, strict=True):
        by_loop.setdefault(task.done.get_loop(), []).append((task.done, result))
    for loop, done in by_loop.items():
        try:
            loop.call_soon_threadsafe(_set_all, done)
        except RuntimeError:
            # The loop has ended; nobody waits any more.
            continue


def _set_all(done: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in done:
        if future.done():
            continue
        if isinstance(result, StoreError):
            future.set_exception(result)
        else:
            future.set_result(result)


def _close(connection: sqlite3.Connection) -> None:
    try:
        connection.close()
    except sqlite3.Error:
        return
