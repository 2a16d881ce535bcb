"""One server from start to stop, as ``teenpatti serve`` runs it: what it tells the host, its tunnel, its addresses."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from typing import Final

from teenpatti.server.admin import STORE_SENTENCES
from teenpatti.server.app import OpenRooms, create_app, services_of
from teenpatti.server.config import Config, InvalidConfig
from teenpatti.server.logs import log, set_up
from teenpatti.server.machine import allow_many_files, interrupt_rarely
from teenpatti.server.reach import Reach
from teenpatti.server.store import StoreError
from teenpatti.server.tunnel import Tunnel, program_of
from teenpatti.server.web_server import WebServer

ADDRESS_SECONDS: Final = 10
"""How often this machine's addresses are looked at: a laptop changes its network."""


class Host:
    """Runs one server on a socket that listens already. ``tell`` shows a line to the person who runs it."""

    def __init__(
        self,
        config: Config,
        listening: socket.socket,
        tell: Callable[[str], None],
        *,
        ready: Callable[[Reach], None] = lambda reach: None,
        open_rooms: OpenRooms | None = None,
    ) -> None:
        port: int = listening.getsockname()[1]
        self.reach = Reach(port, host=config.host, public_url=config.public_url)
        self._listening = listening
        self._tell = tell
        self._ready = ready
        self._tunnel = None
        if config.tunnel is not None:
            self._tunnel = Tunnel(program_of(config.tunnel), port, self._tunnel_changed)
        self.app = create_app(config, self.reach, tunnel=self._tunnel, open_rooms=open_rooms)
        self._config = config

    def run(self) -> None:
        """Serve until told to stop."""
        set_up(self._config.log_format)
        allow_many_files()
        server = WebServer(self.app)
        loops = server.config.get_loop_factory()
        services = services_of(self.app)
        # What kept it from starting is told once, by us.
        logging.getLogger("uvicorn.error").addFilter(lambda record: services.failure is None)
        try:
            with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=loops) as runner:
                runner.run(self._serve(server))
        except SystemExit:
            if services.failure is None:
                raise
            raise InvalidConfig(_why(services.failure)) from services.failure

    async def _serve(self, server: WebServer) -> None:
        beside: set[asyncio.Task[None]] = set()

        async def started() -> None:
            interrupt_rarely()
            log("started", port=self.reach.port)
            self._ready(self.reach)
            beside.add(asyncio.create_task(self._watch_addresses()))
            if self._tunnel is not None:
                beside.add(asyncio.create_task(self._tunnel.run()))

        server.started_up = started
        try:
            await server.serve(sockets=[self._listening])
        finally:
            for task in beside:
                task.cancel()
            # The tunnel is ended by then: its guests have been told.
            await asyncio.gather(*beside, return_exceptions=True)
        log("stopped")

    async def _watch_addresses(self) -> None:
        while True:
            await asyncio.sleep(ADDRESS_SECONDS)
            before = self.reach.base
            await asyncio.to_thread(self.reach.refresh)
            if self.reach.base != before:
                self._tell_address()

    def _tunnel_changed(self, tunnel: Tunnel) -> None:
        before = self.reach.base
        self.reach.tunnel_url = tunnel.url
        log("tunnel", state=tunnel.state)
        self._tell(tunnel.message)
        if self.reach.base != before:
            self._tell_address()

    def _tell_address(self) -> None:
        log("address changed")
        rooms = services_of(self.app).rooms
        if rooms is not None:
            # Pages show the link; what stood there before may lead nowhere now.
            rooms.refresh()
        self._tell(f"The address for friends is now {self.reach.base} . Links shared before may no longer work.")


def _why(failure: Exception) -> str:
    if isinstance(failure, StoreError) and failure.code in STORE_SENTENCES:
        return STORE_SENTENCES[failure.code]
    log("start failed", logging.ERROR, failure=failure)
    return "The server could not start; the line above says where it failed."
