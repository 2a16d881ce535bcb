"""A real server on the loopback, and browsers and pages that talk to it as the web app does."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, nullcontext
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Self, TypeVar

import httpx2
import msgspec
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from teenpatti.server.app import OpenRooms, create_app, services_of
from teenpatti.server.bot_players import Worker
from teenpatti.server.config import Config
from teenpatti.server.limits import Limits, Rate
from teenpatti.server.reach import Reach
from teenpatti.server.rooms import Rooms
from teenpatti.server.services import Services
from teenpatti.server.store_sqlite import sqlite_store
from teenpatti.server.web_server import WebServer, listen
from tests.server.shuffles import Sharer

T = TypeVar("T")

NO_LIMIT = Rate(1e9, 1e9)
WIDE = Limits(
    socket_messages=NO_LIMIT,
    guest_messages=NO_LIMIT,
    address_messages=NO_LIMIT,
    requests=NO_LIMIT,
    guest_requests=NO_LIMIT,
    sessions=NO_LIMIT,
    links=NO_LIMIT,
    codes=NO_LIMIT,
    tables=NO_LIMIT,
    sockets_of_address=10_000,
)
"""Every browser of a test comes from one address and hurries."""

PATIENCE = 20.0
"""Seconds to wait for what must happen."""


def run(main: Coroutine[Any, Any, T], seconds: float = 120) -> T:
    """Run a test's coroutine; one that hangs fails."""

    async def bounded() -> T:
        async with asyncio.timeout(seconds):
            return await main

    return asyncio.run(bounded())


class QuickBots(Worker):
    """Bots that take no time to think."""

    def delay_ms(self) -> int:
        """None."""
        return 0


@asynccontextmanager
async def quick_rooms(config: Config, link: Callable[[str], str]) -> AsyncIterator[Rooms]:
    """Rooms kept in the data folder, with quick bots."""
    async with sqlite_store(config.data) as store, Rooms.open(store, link=link, chooser=QuickBots()) as rooms:
        yield rooms


class Live:
    """A running server."""

    def __init__(self, app: FastAPI, port: int, server: WebServer) -> None:
        self.app = app
        self._server = server
        self.port = port
        self.base = f"http://127.0.0.1:{port}"

    @property
    def services(self) -> Services:
        """What the parts of the server share."""
        return services_of(self.app)

    def stop(self) -> None:
        """Tell it to stop."""
        self._server.should_exit = True

    def browser(self, **options: Any) -> Browser:
        """Another browser."""
        return Browser(self.base, **options)


@asynccontextmanager
async def live(
    data: Path,
    *,
    limits: Limits = WIDE,
    open_rooms: OpenRooms | None = quick_rooms,
    configured: Callable[[Config], Config] = lambda config: config,
) -> AsyncIterator[Live]:
    """A server that listens on a free port of the loopback."""
    config = configured(Config(data=data, host="127.0.0.1", port=0, limits=limits))
    listening = listen(config)
    port: int = listening.getsockname()[1]
    app = create_app(config, Reach(port, host=config.host, public_url=config.public_url), open_rooms=open_rooms)
    server = QuietServer(app)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        while not server.started:
            assert not serving.done(), "the server did not start"
            await asyncio.sleep(0.01)
        yield Live(app, port, server)
    finally:
        server.should_exit = True
        await serving
        listening.close()


class QuietServer(WebServer):
    """Leaves the signals to the test runner."""

    def capture_signals(self) -> Any:
        """None."""
        return nullcontext()


class Browser:
    """One person's browser: its cookies, its pages, and what these draw for shuffles."""

    _seeds = count(2_000)

    def __init__(self, base: str, *, origin: str | None = None) -> None:
        self.base = base
        self.origin = base if origin is None else origin
        self.http = httpx2.AsyncClient(base_url=base, timeout=PATIENCE, trust_env=False)
        self.guest = ""
        self.sharer = Sharer(next(self._seeds))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.http.aclose()

    async def come(self, name: str = "Asha", **more: Any) -> dict[str, Any]:
        """Take a name."""
        found: dict[str, Any] = await self.post("/api/session", name=name, **more)
        self.guest = found["guest"]
        return found

    async def post(self, path: str, **body: Any) -> Any:
        """The answer to a request that must succeed."""
        answer = await self.http.post(path, json=body)
        assert answer.is_success, (path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    async def get(self, path: str) -> Any:
        """The answer to a request that must succeed."""
        answer = await self.http.get(path)
        assert answer.is_success, (path, answer.status_code, answer.text)
        return answer.json()

    async def page_invite(self, room: str) -> str:
        """The link of a table, as its page shows it."""
        async with self.page(room) as page:
            link: str = page.you["invite"]
            return link

    @property
    def cookie(self) -> str:
        """What the browser sends with every request."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    def connect(self, **options: Any) -> connect:
        """A socket that has said nothing yet."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        url = self.base.replace("http", "ws", 1) + "/ws"
        return connect(url, origin=self.origin, additional_headers=headers, proxy=None, **options)  # type: ignore[arg-type]

    @asynccontextmanager
    async def page(self, room: str, **options: Any) -> AsyncIterator[Page]:
        """A page at a table."""
        async with self.connect(**options) as socket:
            await socket.send(json.dumps({"t": "hello", "room": room, "language": "en", "shuffles": True}))
            page = Page(socket, self.sharer)
            reading = asyncio.create_task(page.read())
            try:
                await page.until(lambda: page.bye is not None or page.is_online)
                yield page
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)


class Page:
    """One page at a table: what it was told last, and a way to ask for things."""

    _ids = count(1)

    def __init__(self, socket: ClientConnection, sharer: Sharer) -> None:
        self.socket = socket
        self._sharer = sharer
        self._shared: bytes | None = None
        self.update: dict[str, Any] | None = None
        self.events: list[dict[str, Any]] = []
        self.frames: list[str] = []
        self.bye: dict[str, Any] | None = None
        self.answers: dict[str | None, dict[str, Any]] = {}
        self.closed = False
        self._news = asyncio.Event()

    async def read(self) -> None:
        """Take what comes, until the end."""
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                self.frames.append(text)
                self._take(json.loads(text))
                await self._take_part()
        except ConnectionClosed:
            pass
        self.closed = True
        self._news.set()

    def _take(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "update":
                self.update = message
                self.events += message["events"]
            case "bye":
                self.bye = message
            case "ack" | "refusal":
                self.answers[message["id"]] = message
            case "pong":
                self.answers[f"pong {message['n']}"] = message
        self._news.set()

    async def _take_part(self) -> None:
        """Send this page's part of a shuffle, as the browser's does by itself; each part once on a socket."""
        if self.update is None:
            return
        message = self._sharer.answer(self.room["shuffle"], self.you["seat"])
        if message is None or (text := msgspec.json.encode(message)) == self._shared:
            return
        self._shared = text
        await self.socket.send(text.decode())

    async def until(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(seconds):
            while not condition():
                if self.closed:
                    raise ConnectionError(f"the socket has ended: {self.bye}")
                self._news.clear()
                await self._news.wait()

    async def send(self, **message: Any) -> dict[str, Any]:
        """Send a command; its ack or refusal."""
        message.setdefault("id", f"test-{next(self._ids):08}")
        await self.socket.send(json.dumps(message))
        await self.until(lambda: message["id"] in self.answers)
        return self.answers[message["id"]]

    async def do(self, **message: Any) -> None:
        """Send a command that must be done, and see it done."""
        answer = await self.send(**message)
        assert answer["t"] == "ack", (message, answer)
        await self.until(lambda: self.update is not None and self.update["seq"] >= answer["seq"])

    @property
    def room(self) -> dict[str, Any]:
        """The room as it was told last."""
        assert self.update is not None
        found: dict[str, Any] = self.update["room"]
        return found

    @property
    def is_online(self) -> bool:
        """Whether the room knows that this viewer is there; who waits to be let in is told little."""
        if self.update is None:
            return False
        mine = [member for member in self.room["members"] if member["guest"] == self.you["guest"]]
        return not mine or mine[0]["online"] or mine[0]["role"] == "waiting"

    @property
    def you(self) -> dict[str, Any]:
        """What belongs to this viewer."""
        assert self.update is not None
        found: dict[str, Any] = self.update["you"]
        return found


def choose(page: Page, rng: Random) -> dict[str, Any] | None:
    """Something legal to do now, or None: it is somebody else's turn."""
    deal = page.room["deal"]
    legal = page.you["legal"]
    if deal is None or deal["over"] or legal is None or page.room["phase"] != "playing":
        return None
    if deal["turn"] != page.you["seat"] and not (legal["accept"] or legal["refuse"]):
        return None
    moves: list[dict[str, Any]] = [{"t": verb} for verb in ("accept", "refuse", "see") if legal[verb]]
    moves += [{"t": verb} for verb in ("show", "cover") if legal[verb] is not None]
    if legal["bet"] is not None:
        lowest, highest = legal["bet"]
        amounts = legal["steps"] or [lowest, min(highest or 2 * lowest, 2 * lowest)]
        moves += [{"t": "bet", "amount": rng.choice(amounts)}] * 3
    if legal["side"] is not None and legal["side_seats"]:
        moves.append({"t": "side", "seat": rng.choice(legal["side_seats"])})
    if legal["pack"] and (not moves or rng.random() < 0.1):
        moves.append({"t": "pack"})
    if not moves:
        return None
    return {**rng.choice(moves), "deal": deal["number"], "turn": deal["turn_number"]}


async def play(page: Page, rng: Random, deals: int) -> None:
    """Play like a hurried person until so many deals are over."""
    while True:
        room = page.room
        deal = room["deal"]
        if deal is not None and deal["over"] and room["phase"] in ("between", "closed"):
            if deal["number"] >= deals:
                return
            if page.you["seat"] is not None and page.you["seat"] not in room["ready"] and room["phase"] == "between":
                await page.send(t="ready", deal=deal["number"])
                continue
        move = choose(page, rng)
        if move is not None:
            await page.send(**move)
            continue
        seen = page.update
        await page.until(lambda seen=seen: page.update is not seen)  # type: ignore[misc]


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
