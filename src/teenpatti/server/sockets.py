"""The sockets of tables: one for each open page. Who may open one, what it says first, and how it ends.

A socket belongs to one guest at one table; what happens there is in :mod:`teenpatti.server.talk`. A page that does not
read is dropped and never waited for.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final, TypeAlias

import msgspec
from starlette.types import Receive, Scope, Send

from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.http_access import ANYBODY
from teenpatti.server.logs import log
from teenpatti.server.outlet import OUTLET, Outlet
from teenpatti.server.peers import Peer, peer_of
from teenpatti.server.people import Guest
from teenpatti.server.protocol import VERSION, Bye, Hello, ServerMessage, Start
from teenpatti.server.reading import Unreadable, read
from teenpatti.server.services import Services
from teenpatti.server.sessions import token_of
from teenpatti.server.talk import Talk

Text: TypeAlias = str

_CODES: Final = {"restarting": 1012, "too_slow": 1008, "too_many": 1008, "old_page": 1008}
"""Close codes; 1000 for others."""


class OpenSockets:
    """All sockets that are open, to count them, to end them, and to cut those that do not read."""

    def __init__(self) -> None:
        self._open: dict[Socket, None] = {}
        """The oldest first."""
        self._none_open = asyncio.Event()
        self._none_open.set()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._open)

    def add(self, socket: Socket) -> None:
        """One more."""
        self._open[socket] = None
        self._none_open.clear()

    def remove(self, socket: Socket) -> None:
        """One less."""
        self._open.pop(socket, None)
        if not self._open:
            self._none_open.set()

    async def all_gone(self) -> None:
        """Wait until none is open."""
        await self._none_open.wait()

    def end_guest(self, guest: str) -> None:
        """End the sockets of a guest whose browsers are known no more."""
        for socket in self._open:
            if socket.talk is not None and socket.talk.subscription.guest == guest:
                socket.talk.subscription.end(Bye("replaced", again=False))

    def keep_newest(self, guest: str, most: int) -> None:
        """End the oldest sockets of a guest beyond so many."""
        his = [socket.talk for socket in self._open if socket.talk and socket.talk.subscription.guest == guest]
        for talk in his[: max(0, len(his) - most)]:
            talk.subscription.end(Bye("replaced", again=False))

    def end_all(self) -> None:
        """Tell every page that the server stops."""
        for socket in list(self._open):
            if socket.talk is None:
                socket.cut()
            else:
                socket.talk.subscription.end(Bye("restarting", again=True))

    def cut_all(self) -> None:
        """Wait for nobody any more."""
        for socket in list(self._open):
            socket.cut()

    def cut_slow(self, now: float, seconds: float) -> int:
        """Cut those that have not taken a frame for so long; returns how many."""
        slow = [
            socket
            for socket in self._open
            if socket.talk and socket.talk.sending_since and now - socket.talk.sending_since > seconds
        ]
        for socket in slow:
            socket.cut()
        return len(slow)


async def watch_sockets(services: Services) -> None:
    """Cut sockets that do not read, for ever."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(min(1.0, services.gates.limits.send_seconds / 2))
        if count := services.sockets.cut_slow(loop.time(), services.gates.limits.send_seconds):
            log("sockets cut", logging.INFO, reason="not reading", count=count)


class Socket:
    """One socket."""

    __slots__ = ("_closing", "_outlet", "_peer", "_receive", "_send", "_services", "talk")

    def __init__(self, services: Services, scope: Scope, receive: Receive, send: Send) -> None:
        self._services = services
        self._peer: Peer = peer_of(scope)
        self._receive = receive
        self._send = send
        self._outlet: Outlet = scope["extensions"][OUTLET]
        self._closing: asyncio.Task[None] | None = None
        self.talk: Talk | None = None
        """Once the page is at its table."""

    def cut(self) -> None:
        """End it without a word."""
        self._outlet.cut()

    # --- the course of a socket ---------------------------------------------------------------------------------------

    async def run(self, scope: Scope) -> None:
        """From the first byte to the last. Leaves nothing behind, however it ends."""
        gates, peer = self._services.gates, self._peer
        if (await self._receive())["type"] != "websocket.connect":
            return
        if not self._services.reach.allows(peer.origin, peer.host, https=peer.https):
            self._services.metrics.count("sockets_refused", reason="origin")
            await self._refuse(HTTPStatus.FORBIDDEN)
            return
        key = ANYBODY if peer.shared else peer.address
        full = not peer.shared and gates.sockets_of_address[key] >= gates.limits.sockets_of_address
        if full or gates.sockets_of_address.total >= gates.limits.sockets or self._services.stopping:
            self._services.metrics.count("sockets_refused", reason="too_many")
            await self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        gates.sockets_of_address.add(key)
        self._services.sockets.add(self)
        try:
            await self._serve(token_of(scope))
        except OSError:
            pass  # The page has gone; what it had is given back below.
        finally:
            self._services.sockets.remove(self)
            gates.sockets_of_address.remove(key)

    async def _refuse(self, status: HTTPStatus) -> None:
        await self._send({"type": "websocket.http.response.start", "status": int(status), "headers": []})
        await self._send({"type": "websocket.http.response.body", "body": b""})

    async def _serve(self, token: str | None) -> None:
        guest = None if token is None else await self._services.guests.by_token(token)
        await self._send({"type": "websocket.accept"})
        hello = await self._hello()
        if hello is None:
            return
        if hello.version != VERSION:
            await self._bye(Bye("old_page", again=False))
        elif guest is None:
            await self._bye(Bye("not_a_member", again=False))
        else:
            # A page that woke opens another socket, and its dead ones linger: the oldest make room.
            self._services.sockets.keep_newest(guest.id, self._services.gates.limits.sockets_of_guest - 1)
            await self._at_table(hello, guest)

    async def _hello(self) -> Hello | None:
        """The first message; a socket that says anything else, or nothing for long, is closed."""
        try:
            async with asyncio.timeout(self._services.gates.limits.hello_seconds):
                text = await self._read()
        except TimeoutError:
            await self._close(1002)
            return None
        if text is None:
            return None
        try:
            message = read(text)
        except Unreadable:
            message = None
        if isinstance(message, Hello):
            return message
        await self._close(1002)
        return None

    async def _at_table(self, hello: Hello, guest: Guest) -> None:
        rooms = self._services.open_rooms
        try:
            subscription = await rooms.connect(hello.room, guest.id, hello.language, shuffles=hello.shuffles)
        except Refused as error:
            again = error.code in (RoomCode.STORE_UNAVAILABLE, RoomCode.STOPPING)
            await self._bye(Bye("restarting" if again else "not_a_member", again=again))
            return
        self.talk = Talk(self._services, self._peer, self._outlet, subscription, self._end)
        try:
            if await self._services.invites.practice_rules(hello.room) is not None:
                # Refused unless the table still waits for its first deal.
                await rooms.submit(hello.room, guest.id, Start(id=secrets.token_urlsafe(12)), hello.language)
            self.talk.listen()
            # What came before it listened is still here; after that only that the page has gone.
            while (text := await self._read()) is not None:
                self.talk.heard(text)
        finally:
            self.talk.close()
            self.talk = None
            await rooms.disconnect(subscription)

    async def _read(self) -> Text | bytes | None:
        """The next message; None once the page has gone."""
        message: Any = await self._receive()
        if message["type"] == "websocket.disconnect":
            return None
        text: Text | None = message.get("text")
        data: bytes | None = message.get("bytes")
        return text if text is not None else data

    def _end(self, bye: Bye) -> None:
        """The last word has been sent: close, and hear of it by ASGI as of any end."""
        self._closing = asyncio.get_running_loop().create_task(self._close(_CODES.get(bye.reason, 1000)))

    async def _bye(self, bye: Bye) -> None:
        message: ServerMessage = bye
        self._outlet.send_texts([msgspec.json.encode(message)])
        await self._close(_CODES.get(bye.reason, 1000))

    async def _close(self, code: int) -> None:
        with suppress(OSError):  # It has gone already.
            await self._send({"type": "websocket.close", "code": code})


async def serve_socket(services: Services, scope: Scope, receive: Receive, send: Send) -> None:
    """One socket, as an ASGI application."""
    try:
        await Socket(services, scope, receive, send).run(scope)
    except Exception as error:
        log("socket failed", logging.ERROR, failure=error)
        raise
