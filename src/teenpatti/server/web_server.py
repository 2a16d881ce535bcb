"""The HTTP server: uvicorn, with the patience of its connections bounded and an orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from teenpatti.server.app import services_of
from teenpatti.server.config import DEFAULT_PORT, Config, InvalidConfig
from teenpatti.server.outlet import OUTLET

MAX_MESSAGE: Final = 8 * 1024
"""No command is near it."""
SEND_BUFFER: Final = 64 * 1024
PORTS_TRIED: Final = 20
_NO_IPV6: Final = frozenset({errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL})
GOODBYE_SECONDS: Final = 2.0
"""How long pages may take to hear that the server stops."""


class _Http(H11Protocol):
    """HTTP that does not wait for ever for the head of a request."""

    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        super().connection_lost(exc)

    def _watch_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_watching()
        elif self._head_timer is None:
            seconds = services_of(_application(self.config)).gates.limits.head_seconds
            self._head_timer = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        if self.conn.their_state is h11.IDLE:
            self.transport.abort()

    def _stop_watching(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


def _application(config: uvicorn.Config) -> FastAPI:
    assert isinstance(config.app, FastAPI)
    return config.app


class _WebSocket(WebSocketsSansIOProtocol):
    """A socket that takes many frames at once, encoded already, and gives its messages at once, without queue or task.

    Both would be most of what a table's frame costs. See :class:`teenpatti.server.outlet.Outlet`.
    """

    on_message: Callable[[str | bytes], None] | None = None
    on_writable: Callable[[], None] | None = None
    is_writable = True

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            # What a page does not read must not pile up in the system, where nothing counts it.
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            extensions: dict[str, Any] = self.scope["extensions"] or {}
            extensions[OUTLET] = self

    def send_receive_event_to_app(self) -> None:
        if self.on_message is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data: bytes = b"".join(self.frames)
        try:
            message = data.decode() if self.curr_msg_data_type == "text" else data
        except UnicodeDecodeError:
            # Which closes the socket, as the protocol demands.
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.on_message(message)

    def read_no_more(self) -> None:
        """Leave what the peer sends where it is."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def read_on(self) -> None:
        """Read again."""
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.is_writable = False

    def resume_writing(self) -> None:
        super().resume_writing()
        self.is_writable = True
        if self.on_writable is not None:
            self.on_writable()

    def send_texts(self, texts: list[bytes]) -> None:
        """Send messages, in one write; nothing if the socket is closed."""
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return
        parts: list[bytes] = []
        for text in texts:
            parts += (_head(len(text)), text)
        self.transport.write(b"".join(parts))

    def cut(self) -> None:
        """End it without a word."""
        self.transport.abort()


def _head(size: int) -> bytes:
    """What stands before a text message of ``size`` bytes, without extensions or mask (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


class WebServer(uvicorn.Server):
    """One server."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=_Http,
                ws=_WebSocket,
                loop="auto",
                lifespan="on",
                ws_max_size=MAX_MESSAGE,
                ws_per_message_deflate=False,
                ws_ping_interval=20,
                ws_ping_timeout=20,
                limit_concurrency=services_of(app).gates.limits.connections,
                timeout_keep_alive=15,
                timeout_graceful_shutdown=5,
                # Ours, see peers.py: uvicorn would believe anybody on this machine.
                proxy_headers=False,
                server_header=False,
                access_log=False,
                log_config=None,
            )
        )
        self._app = app
        self.started_up: Callable[[], Awaitable[None]] | None = None
        """Awaited once it listens."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in order on Ctrl-C and on being told to end. A signal is not raised again: what runs beside must end."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {sig: signal.signal(sig, self.handle_exit) for sig in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen."""
        await super().startup(sockets=sockets)
        if self.started and self.started_up is not None:
            await self.started_up()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell every page, finish what was begun, and stop."""
        services = services_of(self._app)
        services.stopping = True
        if services.rooms is not None:
            await services.rooms.drain()
        services.sockets.end_all()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(services.sockets.all_gone(), GOODBYE_SECONDS)
        services.sockets.cut_all()
        await super().shutdown(sockets=sockets)


def listen(config: Config) -> socket.socket:
    """A socket that listens where ``config`` says. Raises InvalidConfig when that cannot be."""
    if config.port is not None:
        try:
            return _bind(config.host, config.port)
        except OSError as error:
            raise InvalidConfig(_why(config, config.port, error)) from error
    for port in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        with contextlib.suppress(OSError):
            return _bind(config.host, port)
    raise InvalidConfig(
        f"The ports from {DEFAULT_PORT} to {DEFAULT_PORT + PORTS_TRIED - 1} are all taken: name another with --port."
    )


def _why(config: Config, port: int, error: OSError) -> str:
    where = f"port {port}" + (f" of {config.host}" if config.host else "")
    if isinstance(error, PermissionError):
        return f"This user may not listen on {where}: name a port above 1023 with --port."
    # Failures to look up a name have numbers of their own, below zero.
    if error.errno is None or error.errno < 0 or error.errno == errno.EADDRNOTAVAIL:
        return f"{config.host} is no address of this machine: name one with --host, or leave it out."
    return f"Cannot listen on {where}, {os.strerror(error.errno).lower()}: name another with --port."


def _bind(host: str, port: int) -> socket.socket:
    if not host and socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=512)
        except OSError as error:
            # Without IPv6 in the running system its addresses do not exist; any other failure is about the port.
            if error.errno not in _NO_IPV6:
                raise
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=512)
