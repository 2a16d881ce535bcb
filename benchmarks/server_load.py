"""The server under load: tables of five sockets that play real deals, from a second process, into a durable store.

scripts/bench server_load [--tables 200] [--rate 1000] [--seconds 20]

Prints the time from an action to every viewer, the processor time for each frame beside that of a bare Starlette
application which sends frames of the same size to the same number of sockets, the memory of a connected seat, and how
long stored tables take to come back. All of it in one run on one machine, over the loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.request import urlopen

import msgspec

SEATS = 5
WARM_SECONDS = 3.0


# --- the servers, each in a process of its own ------------------------------------------------------------------------


def serve(data: Path, port: int) -> None:
    """The real server; one address may open as many sockets as it likes."""
    from teenpatti.server.app import create_app
    from teenpatti.server.config import Config
    from teenpatti.server.limits import Limits, Rate
    from teenpatti.server.reach import Reach
    from teenpatti.server.web_server import WebServer, listen

    wide = Rate(1e9, 1e9)
    limits = Limits(
        socket_messages=wide, guest_messages=wide, address_messages=wide, requests=wide, sockets_of_address=100_000
    )
    config = Config(data=data, host="127.0.0.1", port=port, limits=limits)
    listening = listen(config)
    WebServer(create_app(config, Reach(port, host="127.0.0.1"))).run(sockets=[listening])


def serve_echo(port: int, size: int) -> None:
    """A bare application: what one socket of a group says makes a frame for each socket of the group."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route, WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    groups: dict[str, set[WebSocket]] = {}
    body = "x" * size

    async def fan_out(ws: WebSocket) -> None:
        await ws.accept()
        group = groups.setdefault(await ws.receive_text(), set())
        group.add(ws)
        with suppress(WebSocketDisconnect):
            while True:
                text = await ws.receive_text()
                for other in group:
                    await other.send_text(text + body)
        group.discard(ws)

    async def ready(_: Any) -> PlainTextResponse:
        return PlainTextResponse("ready")

    app = Starlette(routes=[Route("/readyz", ready), WebSocketRoute("/ws", fan_out)])
    uvicorn.run(app, host="127.0.0.1", port=port, ws="websockets-sansio", ws_per_message_deflate=False, log_config=None)


class Process:
    """A server process, and what it uses."""

    def __init__(self, *arguments: str, port: int) -> None:
        begun = time.perf_counter()
        self.process = subprocess.Popen([sys.executable, __file__, *arguments])
        while True:
            assert self.process.poll() is None, "the server has ended"
            with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
                if answer.status == 200:
                    break
            time.sleep(0.01)
        self.seconds = time.perf_counter() - begun

    @property
    def cpu(self) -> float:
        """Seconds of the processor so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Bytes of memory that it holds."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def end(self) -> None:
        """Stop it in order."""
        self.process.terminate()
        self.process.wait(30)


@contextmanager
def process(*arguments: str, port: int) -> Iterator[Process]:
    """A server process while in the block."""
    server = Process(*arguments, port=port)
    try:
        yield server
    finally:
        server.end()


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# --- tables and guests, made before the server starts -----------------------------------------------------------------


async def prepare(data: Path, tables: int, played: int) -> list[tuple[str, list[str]]]:
    """So many stored tables of five guests each; the rooms and cookies of the first ``played`` of them."""
    from teenpatti.game.rules import Rules
    from teenpatti.server.app import PEOPLE
    from teenpatti.server.database import Database
    from teenpatti.server.guests import Guests
    from teenpatti.server.rooms import Rooms
    from teenpatti.server.settings import Settings
    from teenpatti.server.store_sqlite import sqlite_store

    database = Database(data / PEOPLE)
    guests = Guests(database)
    found = []
    async with sqlite_store(data) as store, Rooms.open(store) as rooms:
        for number in range(tables):
            people = [await guests.create(f"Guest {seat}", "", "en") for seat in range(SEATS)]
            rules = Rules.preset("club", boot=10)
            made = await rooms.create(people[0][0], Settings(seats=SEATS, starting_chips=10**9), rules)
            for guest, _ in people[1:]:
                await rooms.join(made.room, guest)
            if number < played:
                found.append((made.room, [token for _, token in people]))
    await database.close()
    return found


# --- the load ---------------------------------------------------------------------------------------------------------


class Legal(msgspec.Struct):
    """What the one on turn may do, of all that he is told."""

    see: bool
    pack: bool
    bet: tuple[int, int | None] | None
    show: int | None
    cover: int | None
    accept: bool
    refuse: bool


class You(msgspec.Struct):
    """One's own part."""

    seat: int | None
    legal: Legal | None


class Deal(msgspec.Struct):
    """The deal's part."""

    number: int
    turn_number: int
    turn: int | None
    over: bool


class Room(msgspec.Struct):
    """The room's part."""

    phase: str
    deal: Deal | None
    ready: list[int]


class Update(msgspec.Struct):
    """A frame, as far as a player of this load looks at it."""

    room: Room
    you: You


READ = msgspec.json.Decoder(Update).decode


class Socket(asyncio.Protocol):
    """A WebSocket client that does as little as can be done: it notes when frames come, and keeps the last."""

    def __init__(self, host: str, cookie: str, changed: asyncio.Event) -> None:
        self._request = (
            f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: teenpatti={cookie}\r\n\r\n"
        ).encode()
        self._changed = changed
        self._data = bytearray()
        self._open = False
        self.opened = asyncio.get_running_loop().create_future()
        self.frames = 0
        self.bytes = 0
        self.last = b""
        self.seq = 0
        self.times: dict[int, float] = {}
        """When the frame of each number came, of late ones."""
        self.acks: dict[str, int] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._open:
            head, end, rest = bytes(self._data).partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open, self._data = True, bytearray(rest)
            self.opened.set_result(None)
        while (payload := self._next()) is not None:
            self._take(payload)

    def _next(self) -> bytes | None:
        data = self._data
        if len(data) < 2:
            return None
        size, start = data[1] & 127, 2
        if size == 126:
            size, start = int.from_bytes(data[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(data[2:10], "big"), 10
        if len(data) < start + size:
            return None
        payload, opcode = bytes(data[start : start + size]), data[0] & 15
        del data[: start + size]
        return payload if opcode == 1 else b""

    def _take(self, payload: bytes) -> None:
        if payload.startswith(b'{"t":"update","seq":'):
            self.frames += 1
            self.bytes += len(payload)
            self.seq = int(payload[20 : payload.index(b",", 20)])
            self.times[self.seq] = time.perf_counter()
            self.last = payload
        elif payload.startswith(b'{"t":"ack"'):
            ack = msgspec.json.decode(payload)
            self.acks[ack["id"]] = ack["seq"]
        elif payload.startswith(b'{"t":"refusal"'):
            refusal = msgspec.json.decode(payload)
            self.acks[refusal["id"]] = -1
        elif payload.startswith(b"echo "):
            self.frames += 1
            self.times[int(payload[5:15])] = time.perf_counter()
            self.seq = int(payload[5:15])
        elif payload:
            raise ConnectionError(payload[:100])
        self._changed.set()

    def send(self, text: str) -> None:
        """Send a frame, masked by zeros."""
        data = text.encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + len(data).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + data)


class Table:
    """Five sockets at one table."""

    def __init__(self, port: int, room: str, cookies: list[str], seed: int) -> None:
        self._host = f"127.0.0.1:{port}"
        self.room = room
        self._cookies = cookies
        self._rng = Random(seed)
        self.changed = asyncio.Event()
        self.sockets: list[Socket] = []
        self.took: list[float] = []
        self.actions = 0
        self._sent = 0

    async def open(self) -> None:
        """Open the sockets."""
        host, port = self._host.split(":")
        for cookie in self._cookies:
            _, client = await asyncio.get_running_loop().create_connection(
                lambda cookie=cookie: Socket(self._host, cookie, self.changed),  # type: ignore[misc]
                host,
                int(port),
            )
            await client.opened
            self.sockets.append(client)

    async def until(self, condition: Any) -> None:
        """Wait until something is so."""
        while not condition():
            self.changed.clear()
            await self.changed.wait()

    def close(self) -> None:
        """Close the sockets."""
        for one in self.sockets:
            one.transport.abort()

    async def act(self) -> None:
        """One action, and its time to the last viewer."""
        raise NotImplementedError


class Echo(Table):
    """A group of the bare application."""

    async def start(self) -> None:
        """Join the group."""
        await self.open()
        for one in self.sockets:
            one.send(self.room)

    async def act(self) -> None:
        """One message to all."""
        self._sent += 1
        begun = time.perf_counter()
        self._rng.choice(self.sockets).send(f"echo {self._sent:010} ")
        await self.until(lambda: all(one.seq >= self._sent for one in self.sockets))
        self.took.append(max(one.times.pop(self._sent) for one in self.sockets) - begun)
        self.actions += 1


class Played(Table):
    """A table of the real server."""

    async def start(self) -> None:
        """Sit down, and begin the first deal."""
        await self.open()
        for one in self.sockets:
            one.send(json.dumps({"t": "hello", "room": self.room}))
        await self.until(lambda: all(one.last.count(b'"online":true') == SEATS for one in self.sockets))
        await self._send(0, {"t": "start"})

    async def act(self) -> None:
        """Whatever is to be done next: an action of the one on turn, or being ready for the next deal."""
        while True:
            for number, one in enumerate(self.sockets):
                update = READ(one.last)
                move = self._move(update)
                if move is not None:
                    begun = time.perf_counter()
                    seq = await self._send(number, move)
                    if seq >= 0:
                        await self.until(lambda seq=seq: all(other.seq >= seq for other in self.sockets))
                        self.took.append(max(self._arrival(other, seq) for other in self.sockets) - begun)
                        self.actions += 1
                    return
            self.changed.clear()
            await self.changed.wait()

    @staticmethod
    def _arrival(one: Socket, seq: int) -> float:
        # Frames that wait for a slow moment are of one command each, so the number is there.
        found = min((at for number, at in one.times.items() if number >= seq), default=0.0)
        one.times = {number: at for number, at in one.times.items() if number > seq}
        return found

    def _move(self, update: Update) -> dict[str, Any] | None:
        room, you = update.room, update.you
        if room.deal is None or you.seat is None:
            return None
        if room.phase == "between" and room.deal.over and you.seat not in room.ready:
            return {"t": "ready", "deal": room.deal.number}
        legal = you.legal
        if room.phase != "playing" or room.deal.over or legal is None or room.deal.turn != you.seat:
            return None
        on_turn = {"deal": room.deal.number, "turn": room.deal.turn_number}
        if legal.accept:
            return {"t": self._rng.choice(("accept", "refuse")), **on_turn}
        moves: list[dict[str, Any]] = []
        if legal.bet is not None:
            moves += [{"t": "bet", "amount": legal.bet[0]}] * 6
        moves += [{"t": "see"}] * legal.see + [{"t": "show"}] * (legal.show is not None) + [{"t": "pack"}] * legal.pack
        return {**self._rng.choice(moves), **on_turn} if moves else None

    async def _send(self, number: int, message: dict[str, Any]) -> int:
        self._sent += 1
        name = f"load-{self._sent:08}"
        one = self.sockets[number]
        one.send(json.dumps({"id": name, **message}))
        await self.until(lambda: name in one.acks)
        return one.acks.pop(name)


class Figures(NamedTuple):
    """What a load came to."""

    actions: float
    """A second."""
    frames: float
    """A second."""
    size: int
    """Bytes of a frame."""
    p50: float
    p99: float
    cpu: float
    """Of the server's processor time for a frame, in microseconds."""
    use: float
    """Of one core."""


async def load(tables: list[Any], rate: float, seconds: float, server: Process) -> Figures:
    """Act at the given rate over all tables together, and measure."""

    async def pace(table: Any, offset: float) -> None:
        loop = asyncio.get_running_loop()
        step = len(tables) / rate
        due = loop.time() + offset * step
        while True:
            await asyncio.sleep(max(0.0, due - loop.time()))
            await table.act()
            due = max(due + step, loop.time() - 2 * step)

    pacing = [asyncio.create_task(pace(table, number / len(tables))) for number, table in enumerate(tables)]
    await asyncio.sleep(WARM_SECONDS)
    for table in tables:
        table.took.clear()
    before = _counts(tables), server.cpu, time.perf_counter()
    await asyncio.sleep(seconds)
    after = _counts(tables), server.cpu, time.perf_counter()
    failed = [task.exception() for task in pacing if task.done()]
    for task in pacing:
        task.cancel()
    await asyncio.gather(*pacing, return_exceptions=True)
    assert not failed, failed[0]
    (actions, frames, size), cpu, took = (
        tuple(b - a for a, b in zip(before[0], after[0], strict=True)),
        after[1] - before[1],
        after[2] - before[2],
    )
    times = sorted(time for table in tables for time in table.took)
    return Figures(
        actions / took,
        frames / took,
        size // max(1, frames),
        statistics.median(times),
        times[int(len(times) * 0.99)],
        cpu / max(1, frames) * 1e6,
        cpu / took,
    )


def _counts(tables: list[Any]) -> tuple[int, int, int]:
    return (
        sum(table.actions for table in tables),
        sum(one.frames for table in tables for one in table.sockets),
        sum(one.bytes for table in tables for one in table.sockets),
    )


# --- the whole --------------------------------------------------------------------------------------------------------


async def measure(options: argparse.Namespace, data: Path) -> None:
    """Everything in one run."""
    plan = await prepare(data, options.stored, options.tables)
    port = free_port()
    with process("--serve", str(data), "--port", str(port), port=port) as server:
        print(f"start with {options.stored} stored tables, ready after {server.seconds:.2f} s (imports included)")
        idle = server.memory
        tables = [Played(port, room, cookies, number) for number, (room, cookies) in enumerate(plan)]
        for table in tables:
            await table.start()
        seated = server.memory
        print(f"memory of a connected seat {(seated - idle) / (SEATS * len(tables)) / 1000:.1f} kB")
        real = await load(tables, options.rate, options.seconds, server)
        _tell("server", real)
        for table in tables:
            table.close()
    port = free_port()
    with process("--echo", str(real.size), "--port", str(port), port=port) as server:
        groups = [Echo(port, f"group {number}", [""] * SEATS, number) for number in range(options.tables)]
        for group in groups:
            await group.start()
        bare = await load(groups, real.actions, options.seconds, server)
        _tell("bare fan-out", bare)
        for group in groups:
            group.close()
    print(f"processor time of a frame: {real.cpu / bare.cpu:.2f} times the bare fan-out's")
    begun = time.perf_counter()
    seconds = await recover(data)
    whole = time.perf_counter() - begun
    print(f"{options.stored} stored tables recovered in {seconds:.2f} s ({whole:.2f} s with closing)")


async def recover(data: Path) -> float:
    """How long the rooms alone take to come back."""
    from teenpatti.server.rooms import Rooms
    from teenpatti.server.store_sqlite import sqlite_store

    begun = time.perf_counter()
    async with sqlite_store(data) as store, Rooms.open(store):
        return time.perf_counter() - begun


def _tell(name: str, figures: Figures) -> None:
    print(
        f"{name}: {figures.actions:,.0f} actions/s, {figures.frames:,.0f} frames/s of {figures.size:,} bytes, "
        f"to every viewer in {figures.p50 * 1000:.1f} ms (p50), {figures.p99 * 1000:.1f} ms (p99), "
        f"{figures.cpu:.0f} us of the processor a frame, {figures.use:.0%} of a core"
    )


def main() -> None:
    """Measure, or be one of the servers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--stored", type=int, default=1_000)
    parser.add_argument("--rate", type=float, default=1_000, help="actions a second over all tables")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--echo", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve is not None:
        serve(options.serve, options.port)
    elif options.echo is not None:
        serve_echo(options.port, options.echo)
    else:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure(options, Path(folder)))


if __name__ == "__main__":
    main()
