"""The rooms at work in this process: brought back from the store, one by one or all at the start, and put away again.

A table at which nobody is and nothing can happen lives in the store alone, however many there are of them.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from teenpatti.game.errors import TeenPattiError
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.evolve import evolve_entry
from teenpatti.server.room import Room
from teenpatti.server.room_codec import Unreadable, decode_events, decode_room
from teenpatti.server.runner import RoomRunner
from teenpatti.server.shared import RETRY_MS, Shared
from teenpatti.server.store import Stored, StoreError

log: Final = logging.getLogger("teenpatti.rooms")

LOADED_AT_ONCE: Final = 50
QUIET_MS: Final = 600_000
"""How long a table is kept in memory after everybody has gone and nothing can happen by itself."""
LOOK_EVERY_MS: Final = 60_000
"""How often tables that long have been quiet are looked for."""


class Roster:
    """Finds the runner of a room, and brings it back if it is not at work."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._store = shared.store
        self._runners: dict[str, RoomRunner] = {}
        self._loading: dict[str, asyncio.Task[RoomRunner]] = {}
        self._all_back = True
        self._put_away: set[str] = set()
        """Rooms that went on living in the store alone while this process ran."""
        shared.on_ill = self._watch

    @property
    def runners(self) -> list[RoomRunner]:
        """All that are at work."""
        return list(self._runners.values())

    def here(self, room: str) -> RoomRunner | None:
        """The runner of a room that is at work."""
        return self._runners.get(room)

    def add(self, room: Room, invite: str) -> RoomRunner:
        """Run a room."""
        runner = RoomRunner(room, invite, self._shared)
        self._runners[room.id] = runner
        return runner

    async def get(self, room: str) -> RoomRunner:
        """The runner of a room. Raises Refused."""
        runner = self._runners.get(room)
        if runner is not None:
            return runner
        loading = self._loading.get(room)
        if loading is None:
            loading = asyncio.get_running_loop().create_task(self._load(room))
            self._loading[room] = loading
            loading.add_done_callback(lambda _: self._loading.pop(room, None))
        return await asyncio.shield(loading)

    def unavailable(self) -> Refused:
        """The refusal for what the store did not do."""
        self._shared.is_ill()
        return Refused(RoomCode.STORE_UNAVAILABLE)

    async def _load(self, room: str) -> RoomRunner:
        try:
            found = await self._store.load([room])
        except StoreError as error:
            raise self.unavailable() from error
        runner = self._bring_back(found[0]) if found else None
        if runner is None:
            raise Refused(RoomCode.NO_SUCH_ROOM)
        return runner

    def _bring_back(self, stored: Stored) -> RoomRunner | None:
        """Run a stored room; None if it cannot be read, which must not keep the others from coming back."""
        if stored.room in self._runners:
            return self._runners[stored.room]
        try:
            state = None if stored.snapshot is None else decode_room(stored.snapshot.body)
            for entry in stored.entries:
                state = evolve_entry(state, entry.seq, entry.at, entry.guest, entry.command, decode_events(entry.body))
            assert state is not None
        except (Unreadable, TeenPattiError, AssertionError, LookupError, TypeError) as error:
            # Without what the error says, which may tell cards.
            log.error("a table cannot be read: %s", type(error).__name__, extra={"room": stored.room})
            return None
        runner = self.add(state, stored.invite)
        if stored.room in self._put_away:
            # For the people of the table nothing was ever away.
            self._put_away.discard(stored.room)
            runner.go_on()
        else:
            runner.restart()
        return runner

    # --- quiet tables -------------------------------------------------------------------------------------------------

    def look_for_quiet(self) -> None:
        """Put quiet tables away now and then: the store has all of them, and they come back when asked for."""
        if self._shared.stopping:
            return
        for room, runner in list(self._runners.items()):
            quiet = runner.quiet_ms()
            if quiet is not None and quiet >= QUIET_MS:
                del self._runners[room]
                self._put_away.add(room)
        clock = self._shared.clock
        clock.call_at(clock.now() + LOOK_EVERY_MS, self.look_for_quiet)

    async def bring_all_back(self) -> None:
        """Every table that is open, some at a time; those the store cannot give now follow when it is well again."""
        try:
            wanted = [row.room for row in await self._store.rooms() if not row.closed]
            for start in range(0, len(wanted), LOADED_AT_ONCE):
                for stored in await self._store.load(wanted[start : start + LOADED_AT_ONCE]):
                    self._bring_back(stored)
        except StoreError as error:
            log.warning("tables could not be brought back yet: %s", error.code)
            self._all_back = False
            self._shared.is_ill()
        else:
            self._all_back = True

    # --- a store that has failed --------------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Try it until it takes something again."""
        if not self._shared.stopping:
            clock = self._shared.clock
            clock.call_at(clock.now() + RETRY_MS, lambda: self._shared.begin(self._probe()))

    async def _probe(self) -> None:
        try:
            await self._store.probe()
        except StoreError:
            self._watch()
            return
        self._shared.is_well()
        if not self._all_back:
            await self.bring_all_back()
