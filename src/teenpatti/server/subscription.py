"""One reader of a room: a bounded queue of frames that are encoded already.

The room never waits for a reader. One that falls behind is ended with a :class:`Bye` ``too_slow``; he connects again
and gets the
room as it is then.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from teenpatti.server.protocol import Bye, ServerMessage

MAX_FRAMES: Final = 64
"""Frames that may wait for a reader."""
MAX_BYTES: Final = 512 * 1024
"""Bytes that may wait for a reader."""

_ENCODER: Final = msgspec.json.Encoder()


class Subscription:
    """Frames for one socket, in order. The room writes; one reader takes them, by :meth:`next` or when it is called."""

    __slots__ = ("_bytes", "_frames", "_ready", "bye", "guest", "language", "on_frames", "room")

    def __init__(self, room: str, guest: str, language: str) -> None:
        self.room = room
        self.guest = guest
        self.language = language
        self.bye: Bye | None = None
        """Why it has ended, once it has."""
        self.on_frames: Callable[[], None] | None = None
        """Called when a frame waits; must not take it at once, since more of the same moment may follow."""
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()

    def push(self, message: ServerMessage) -> None:
        """Queue a message of one's own among the frames, such as an Ack; so one task does all the sending."""
        self.push_frame(_ENCODER.encode(message))

    def push_frame(self, frame: bytes) -> None:
        """Queue an encoded frame; ends the subscription if too many wait."""
        if self.bye is not None:
            return
        if len(self._frames) >= MAX_FRAMES or self._bytes + len(frame) > MAX_BYTES:
            self._frames.clear()
            self._bytes = 0
            self.end(Bye("too_slow", again=True))
            return
        self._bytes += len(frame)
        self._add(frame)

    def end(self, bye: Bye) -> None:
        """No more frames: those that wait are still read, then the Bye, then None."""
        if self.bye is None:
            self.bye = bye
            self._add(_ENCODER.encode(bye))

    def _add(self, frame: bytes) -> None:
        self._frames.append(frame)
        self._ready.set()
        if self.on_frames is not None:
            self.on_frames()

    @property
    def has_frames(self) -> bool:
        """Whether a frame waits."""
        return bool(self._frames)

    async def next(self) -> bytes | None:
        """The next frame, waiting for it; None once the subscription has ended and all is read."""
        while not self._frames:
            if self.bye is not None:
                return None
            self._ready.clear()
            await self._ready.wait()
        return self._pop()

    def waiting(self) -> list[bytes]:
        """All frames that wait, without waiting for more."""
        frames = list(self._frames)
        self._frames.clear()
        self._bytes = 0
        return frames

    def _pop(self) -> bytes:
        frame = self._frames.popleft()
        self._bytes = max(0, self._bytes - len(frame))
        return frame
