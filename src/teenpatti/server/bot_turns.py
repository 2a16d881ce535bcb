"""The turns of one room's bots: asked after a while, in a worker; what they choose comes back as a command."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from teenpatti.game.view import view
from teenpatti.server import room_commands as c
from teenpatti.server.clocks import Timer
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.room import Room
from teenpatti.server.shared import Shared

log: Final = logging.getLogger("teenpatti.rooms")


class BotTurns:
    """Sees to it that a bot to act is asked, once for each choice it has."""

    def __init__(self, shared: Shared, room: Callable[[], Room], ask: Callable[..., Awaitable[Any]]) -> None:
        self._shared = shared
        self._room = room
        self._ask = ask
        self._asked: tuple[int, int, int] | None = None
        self._timer: Timer | None = None
        self._choosing = False

    @property
    def waits(self) -> bool:
        """Whether a bot is being waited for."""
        return self._timer is not None or self._choosing

    def look(self) -> None:
        """If a bot is to act, ask it after a while drawn now, before it has looked at anything."""
        room = self._room()
        deal = room.table.deal
        member = None if room.actor is None else room.members.get(room.actor)
        if member is None or member.bot is None or deal is None or room.paused:
            return
        asked = (room.table.deals, room.turn_number, len(deal.events))
        if asked == self._asked:
            return
        self._asked = asked
        if self._timer is not None:
            self._timer.cancel()
        at = self._shared.clock.now() + self._shared.chooser.delay_ms()
        self._timer = self._shared.clock.call_at(at, lambda: self._let_choose(member.guest, asked))

    def _let_choose(self, guest: str, asked: tuple[int, int, int]) -> None:
        self._timer = None
        if not self._shared.stopping:
            self._choosing = True
            self._shared.begin(self._choose(guest, asked))

    async def _choose(self, guest: str, asked: tuple[int, int, int]) -> None:
        try:
            await self._choice(guest, asked)
        finally:
            self._choosing = False

    async def _choice(self, guest: str, asked: tuple[int, int, int]) -> None:
        room = self._room()
        deal, member = room.table.deal, room.members.get(guest)
        self._asked = None
        if room.actor != guest or deal is None or member is None or member.bot is None or room.paused:
            self.look()
            return
        number, turn = room.table.deals, room.turn_number
        action = await self._shared.chooser.choose(member.bot, view(deal, room.player_of(guest)))
        self._asked = asked
        try:
            await self._ask(c.By.BOT, guest, c.BotActs(guest, number, turn, action))
        except Refused as refused:
            if refused.code in (RoomCode.STORE_UNAVAILABLE, RoomCode.TOO_MANY):
                self._asked = None
            elif refused.code is not RoomCode.STOPPING:
                await self._give_up(guest, number, turn)

    async def _give_up(self, guest: str, number: int, turn: int) -> None:
        """Its choice was no good; if it is still its turn it packs."""
        room = self._room()
        if room.actor != guest or (room.table.deals, room.turn_number) != (number, turn):
            return
        log.warning("a bot chose what is not legal", extra={"room": room.id})
        try:
            await self._ask(c.By.BOT, guest, c.BotActs(guest, number, turn, None))
        except Refused:
            self._asked = None
