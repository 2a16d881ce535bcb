"""What one page says and hears at a table, from its hello to its bye.

Each message is decoded and counted in the moment it comes, and handed to the room one at a time: a page that floods
waits for itself. What the room sends waits in the subscription's bounded queue; all that one moment brought leaves in
one write.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias

from teenpatti.server.errors import RoomCode
from teenpatti.server.http_problems import sentence
from teenpatti.server.limits import Bucket
from teenpatti.server.logs import log
from teenpatti.server.outlet import Outlet
from teenpatti.server.peers import Peer
from teenpatti.server.protocol import Ack, Bye, Commit, Hello, Ping, Pong, Refusal, Reveal
from teenpatti.server.reading import Unreadable, read
from teenpatti.server.rooms import Rooms
from teenpatti.server.services import Services
from teenpatti.server.subscription import Subscription

Message: TypeAlias = str | bytes


class Talk:
    """One page at one table. ``ended`` is called once, when its bye has been sent."""

    __slots__ = (
        "_busy",
        "_ended",
        "_flushing",
        "_loop",
        "_messages",
        "_outlet",
        "_peer",
        "_rooms",
        "_services",
        "_waiting",
        "bad",
        "sending_since",
        "subscription",
    )

    def __init__(
        self,
        services: Services,
        peer: Peer,
        outlet: Outlet,
        subscription: Subscription,
        ended: Callable[[Bye], None],
    ) -> None:
        self._services = services
        self._rooms: Rooms = services.open_rooms
        self._peer = peer
        self._outlet = outlet
        self._ended: Callable[[Bye], None] | None = ended
        self._loop = asyncio.get_running_loop()
        self._messages = Bucket(services.gates.limits.socket_messages)
        self._waiting: deque[Message] = deque()
        self._busy = False
        """Whether a command is being done."""
        self._flushing = False
        self.subscription = subscription
        self.sending_since = 0.0
        """Since when a frame has waited for the page to read; 0: none does."""
        self.bad = 0
        """Messages refused for their form or number."""
        subscription.on_frames = self._frames_wait
        outlet.on_writable = self._flush
        self._frames_wait()

    def close(self) -> None:
        """Nobody is there any more. A command that was begun is done all the same."""
        self.subscription.on_frames = self._outlet.on_message = self._outlet.on_writable = self._ended = None
        self._waiting.clear()

    # --- what it says -------------------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Take messages as they come."""
        self._outlet.on_message = self.heard

    def heard(self, message: Message) -> None:
        """A message has come. One that comes while a command is being done waits, and no more are read."""
        if self._busy:
            self._waiting.append(message)
            self._outlet.read_no_more()
            return
        try:
            self._take(message)
        except Exception as error:  # noqa: BLE001 - a defect of ours ends this socket and no other
            log("socket failed", logging.ERROR, failure=error)
            self._outlet.cut()

    def _take(self, message: Message) -> None:
        subscription = self.subscription
        if subscription.bye is not None or self._ended is None:
            # Frames that wait, the Bye among them, are still written, and then the socket is closed.
            return
        answer = self._check(message)
        if isinstance(answer, Ping):
            subscription.push(Pong(answer.n))
        elif isinstance(answer, Refusal):
            self._refuse(answer)
        elif isinstance(answer, Commit | Reveal):
            self._rooms.contribute(subscription.room, subscription.guest, answer)
        else:
            self._busy = True
            self._rooms.put(subscription, answer, self._answered)

    def _answered(self, answer: Ack | Refusal) -> None:
        self.subscription.push(answer)
        self._busy = False
        if self._waiting:
            self._loop.call_soon(self._next)

    def _next(self) -> None:
        while self._waiting and not self._busy:
            self.heard(self._waiting.popleft())
        if not self._waiting:
            self._outlet.read_on()

    def _check(self, text: Message) -> Any:
        """The command in a message, or its refusal."""
        try:
            message = read(text)
        except Unreadable as error:
            return self._refusal(error.id, RoomCode.BAD_MESSAGE)
        gates, peer = self._services.gates, self._peer
        allowed = self._messages.allow() and gates.guest_messages.allow(self.subscription.guest)
        if not (allowed and (peer.shared or gates.address_messages.allow(peer.address))):
            return self._refusal(getattr(message, "id", None), RoomCode.TOO_MANY)
        if isinstance(message, Hello):
            return self._refusal(None, RoomCode.BAD_MESSAGE)
        return message

    def _refusal(self, command: str | None, code: RoomCode) -> Refusal:
        return Refusal(command, str(code), sentence(self.subscription.language, code))

    def _refuse(self, refusal: Refusal) -> None:
        self.bad += 1
        self._services.metrics.count("messages_refused", code=refusal.code)
        if self.bad > self._services.gates.limits.bad_messages:
            self.subscription.end(Bye("too_many", again=False))
        else:
            self.subscription.push(refusal)

    # --- what it hears ------------------------------------------------------------------------------------------------

    def _frames_wait(self) -> None:
        """Send them soon: what else this moment brings goes with them."""
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Send what the room has for this page; once that has ended, say so."""
        self._flushing = False
        if self._ended is None:
            return
        if not self._outlet.is_writable:
            self.sending_since = self.sending_since or self._loop.time()
            return
        self.sending_since = 0.0
        self._outlet.send_texts(self.subscription.waiting())
        if self.subscription.bye is not None:
            ended, self._ended = self._ended, None
            ended(self.subscription.bye)
