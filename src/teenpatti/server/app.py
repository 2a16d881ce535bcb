"""The web application of one server: REST, pages and sockets over the rooms of one store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from typing import Final, TypeAlias

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send

from teenpatti.server import (
    http_guests,
    http_history,
    http_pages,
    http_rules,
    http_running,
    http_tables,
)
from teenpatti.server.config import Config
from teenpatti.server.database import Database
from teenpatti.server.guests import Guests
from teenpatti.server.http_pages import WebApp
from teenpatti.server.http_problems import REFUSALS, add_handlers
from teenpatti.server.invites import Invites
from teenpatti.server.metrics import Metrics
from teenpatti.server.peers import Peers
from teenpatti.server.reach import Reach
from teenpatti.server.rooms import Rooms
from teenpatti.server.security import BodyLimit, SecurityHeaders
from teenpatti.server.services import Gates, Services
from teenpatti.server.sockets import OpenSockets, serve_socket, watch_sockets
from teenpatti.server.store_sqlite import sqlite_store
from teenpatti.server.tunnel import Tunnel

OpenRooms: TypeAlias = Callable[[Config, Callable[[str], str]], AbstractAsyncContextManager[Rooms]]
"""Opens the rooms of a server, given what makes a link of an invite."""

ROUTERS: Final = tuple(part.router for part in (http_guests, http_tables, http_history, http_rules, http_running))
"""The parts of the REST API."""

PEOPLE: Final = "people.sqlite3"
"""The file of guests in the data folder."""


def create_app(
    config: Config,
    reach: Reach | None = None,
    *,
    tunnel: Tunnel | None = None,
    open_rooms: OpenRooms | None = None,
    web: WebApp | None = None,
) -> FastAPI:
    """The application. Its rooms are there once its lifespan has begun, and drained at its end."""
    reach = reach or Reach(config.port or 0, host=config.host, public_url=config.public_url)
    config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    database = Database(config.data / PEOPLE)
    services = Services(
        config=config,
        reach=reach,
        guests=Guests(database),
        invites=Invites(database),
        metrics=Metrics(),
        gates=Gates(config.limits),
        web=web or WebApp(),
        sockets=OpenSockets(),
        tunnel=tunnel,
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(database.close)
            try:
                services.rooms = await stack.enter_async_context((open_rooms or stored_rooms)(config, reach.link))
            except Exception as error:
                services.failure = error
                raise
            watching = asyncio.create_task(watch_sockets(services))
            stack.callback(watching.cancel)
            try:
                yield
            finally:
                services.stopping = True

    app = FastAPI(
        title="teenpatti",
        version=version("teenpatti"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        middleware=[
            Middleware(Peers, reach=reach, trusted=config.trusted_proxies),
            Middleware(_SocketsFirst, services=services),
            Middleware(SecurityHeaders),
            Middleware(BodyLimit),
        ],
    )
    app.state.services = services
    add_handlers(app)

    for router in ROUTERS:
        app.include_router(router, responses=REFUSALS)
    # Last, since it answers every path that is left.
    app.include_router(http_pages.router)
    return app


@asynccontextmanager
async def stored_rooms(config: Config, link: Callable[[str], str]) -> AsyncIterator[Rooms]:
    """The rooms kept in the data folder."""
    async with sqlite_store(config.data) as store, Rooms.open(store, link=link) as rooms:
        yield rooms


class _SocketsFirst:
    """Middleware that takes the tables' sockets out before the layers that are made for requests."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await serve_socket(self._services, scope, receive, send)
        else:
            await self._app(scope, receive, send)


def services_of(app: FastAPI) -> Services:
    """What the parts of an application share."""
    services: Services = app.state.services
    return services
