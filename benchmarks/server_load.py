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
import select
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
BAD = 50
BAD_SECONDS = 40.0
"""What they take to be dropped: ten seconds, once their buffers are full."""


# --- the servers, each in a process of its own ------------------------------------------------------------------------


def serve(data: Path, port: int) -> None:
    """The real server; one address may open as many sockets as it likes."""
    from teenpatti.server.config import Config
    from teenpatti.server.hosting import Host
    from teenpatti.server.limits import Limits, Rate
    from teenpatti.server.web_server import listen

    wide = Rate(1e9, 1e9)
    limits = Limits(
        socket_messages=wide, guest_messages=wide, address_messages=wide, requests=wide, sockets_of_address=100_000
    )
    config = Config(data=data, host="127.0.0.1", port=port, limits=limits)
    listening = listen(config)
    Host(config, listening, lambda _: None).run()


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


class Deal(msgspec.Struct, eq=True):
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


def upgrade(host: str, cookie: str) -> bytes:
    """The request for a socket."""
    return (
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\n"
        f"Sec-WebSocket-Version: 13\r\nCookie: teenpatti={cookie}\r\n\r\n"
    ).encode()


def masked(text: str) -> bytes:
    """A frame, masked by zeros."""
    data = text.encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + len(data).to_bytes(2, "big")
    return b"\x81" + size + b"\0\0\0\0" + data


class Socket(asyncio.Protocol):
    """A WebSocket client that does as little as can be done: it notes when frames come, and keeps the last."""

    def __init__(self, host: str, cookie: str, table: Table) -> None:
        self._request = upgrade(host, cookie)
        self._table = table
        self._data = b""
        self._open = False
        self.opened = asyncio.get_running_loop().create_future()
        self.frames = 0
        self.bytes = 0
        self.last = b""
        self.seq = 0
        self.times: dict[int, float] = {}
        """When the frame of each number came, since the last action of the table."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport: Any = transport
        transport.write(self._request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Take every frame that is whole."""
        data = self._data + data if self._data else data
        if not self._open:
            head, end, rest = data.partition(b"\r\n\r\n")
            if not end:
                self._data = data
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open, data = True, rest
            self.opened.set_result(None)
        start, length = 0, len(data)
        while length - start >= 2:
            size, body = data[start + 1] & 127, start + 2
            if size == 126:
                size, body = int.from_bytes(data[start + 2 : start + 4], "big"), start + 4
            elif size == 127:
                size, body = int.from_bytes(data[start + 2 : start + 10], "big"), start + 10
            if length < body + size:
                break
            if data[start] & 15 == 1:
                self._take(data[body : body + size])
            start = body + size
        self._data = data[start:]

    def _take(self, payload: bytes) -> None:
        if payload.startswith(b'{"t":"update","seq":'):
            self.last = payload
            self._arrived(int(payload[20 : payload.index(b",", 20)]), len(payload))
        elif payload.startswith(b"echo "):
            self._arrived(int(payload[5:15]), len(payload))
        elif payload.startswith((b'{"t":"ack"', b'{"t":"refusal"')):
            answer = msgspec.json.decode(payload)
            self._table.answered(answer.get("seq"))
        else:
            raise ConnectionError(payload[:100])

    def _arrived(self, seq: int, size: int) -> None:
        self.frames += 1
        self.bytes += size
        self.seq = seq
        self.times[seq] = time.perf_counter()
        self._table.arrived()

    def send(self, text: str) -> None:
        """Send a frame."""
        self.transport.write(masked(text))


class Table:
    """Five sockets at one table, which do one thing at a time: when it is due, and when the last has been seen by all.

    A plain state machine without tasks, so that this process is not what limits the server's.
    """

    def __init__(self, port: int, room: str, cookies: list[str], seed: int) -> None:
        self._host = f"127.0.0.1:{port}"
        self.room = room
        self._cookies = cookies
        self._rng = Random(seed)
        self._loop = asyncio.get_running_loop()
        self.sockets: list[Socket] = []
        self.took: list[float] = []
        self.actions = 0
        self._sent = 0
        self._begun = 0.0
        self._wanted: int | None = None
        """The number of the frame that shows what was done."""
        self._busy = False
        self._due = False
        self._step = 0.0
        self._at = 0.0
        self._changed = asyncio.Event()

    async def open(self) -> None:
        """Open the sockets."""
        host, port = self._host.split(":")
        for cookie in self._cookies:
            _, client = await asyncio.get_running_loop().create_connection(
                lambda cookie=cookie: Socket(self._host, cookie, self),  # type: ignore[misc]
                host,
                int(port),
            )
            await client.opened
            self.sockets.append(client)

    async def until(self, condition: Any) -> None:
        """Wait until something is so."""
        while not condition():
            self._changed.clear()
            await self._changed.wait()

    def close(self) -> None:
        """Close the sockets."""
        for one in self.sockets:
            one.transport.abort()

    # --- the course of one action -------------------------------------------------------------------------------------

    def pace(self, first: float, step: float) -> None:
        """Act once every ``step`` seconds from now on, first after ``first``."""
        self._step, self._at = step, self._loop.time() + first
        self._loop.call_at(self._at, self._on_time)

    def _on_time(self) -> None:
        if self._step:
            self._due = True
            # What could not be done in time is not made up for without bounds.
            self._at = max(self._at + self._step, self._loop.time() - self._step)
            self._go_on()

    def stop(self) -> None:
        """Act no more."""
        self._step = 0.0

    def _go_on(self) -> None:
        if self._due and not self._busy and self._act():
            self._due = False
            self._loop.call_at(self._at, self._on_time)

    def _act(self) -> bool:
        """Do one thing, if anything can be done."""
        raise NotImplementedError

    def _begin(self, number: int, text: str) -> bool:
        for one in self.sockets:
            one.times.clear()
        self._busy = True
        self._begun = time.perf_counter()
        self.sockets[number].send(text)
        return True

    def answered(self, seq: int | None) -> None:
        """What was asked for is done, as frame ``seq`` shows; None: it was refused."""
        self._wanted = seq
        self._busy = seq is not None
        self.arrived()

    def arrived(self) -> None:
        """Something has come."""
        wanted = self._wanted
        if wanted is not None and all(one.seq >= wanted for one in self.sockets):
            self._wanted, self._busy = None, False
            self.took.append(max(one.times.get(wanted, 0.0) for one in self.sockets) - self._begun)
            self.actions += 1
        self._changed.set()
        if not self._busy:
            self._go_on()


class Echo(Table):
    """A group of the bare application."""

    async def start(self) -> None:
        """Join the group."""
        await self.open()
        for one in self.sockets:
            one.send(self.room)

    def _act(self) -> bool:
        self._sent += 1
        self._wanted = self._sent
        return self._begin(self._rng.randrange(SEATS), f"echo {self._sent:010} ")


class Played(Table):
    """A table of the real server."""

    async def start(self) -> None:
        """Sit down, and begin the first deal."""
        await self.open()
        for one in self.sockets:
            one.send(json.dumps({"t": "hello", "room": self.room}))
        await self.until(lambda: all(one.last.count(b'"online":true') == SEATS for one in self.sockets))
        self._ask(0, {"t": "start"})
        await self.until(lambda: not self._busy)

    def _act(self) -> bool:
        """An action of the one on turn, or being ready for the next deal."""
        room = READ(self.sockets[0].last).room
        if room.deal is None:
            return False
        if room.phase == "between":
            waiting = [seat for seat in range(SEATS) if seat not in room.ready]
            return bool(waiting) and self._ask(waiting[0], {"t": "ready", "deal": room.deal.number})
        if room.phase != "playing" or room.deal.turn is None:
            return False
        update = READ(self.sockets[room.deal.turn].last)
        legal = update.you.legal
        if legal is None or update.room.deal != room.deal:
            return False
        move = self._choose(legal)
        return self._ask(room.deal.turn, {**move, "deal": room.deal.number, "turn": room.deal.turn_number})

    def _choose(self, legal: Legal) -> dict[str, Any]:
        if legal.accept:
            return {"t": self._rng.choice(("accept", "refuse"))}
        moves: list[dict[str, Any]] = []
        if legal.bet is not None:
            moves += [{"t": "bet", "amount": legal.bet[0]}] * 6
        moves += [{"t": "see"}] * legal.see + [{"t": "show"}] * (legal.show is not None) + [{"t": "pack"}] * legal.pack
        return self._rng.choice(moves)

    def _ask(self, number: int, message: dict[str, Any]) -> bool:
        self._sent += 1
        return self._begin(number, json.dumps({"id": f"load-{self._sent:08}", **message}))


class BadReaders:
    """Half of them further pages of guests at the tables that never read; the others send a byte a second."""

    def __init__(self, port: int, count: int) -> None:
        self._port = port
        self._deaf = [self._socket() for _ in range(count)]
        self._slow = [self._socket() for _ in range(count)]
        self._dripping: asyncio.Task[None] | None = None

    def _socket(self) -> socket.socket:
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        raw.setblocking(False)
        return raw

    async def come(self, plan: list[tuple[str, list[str]]]) -> None:
        """Connect; the deaf ones say hello at their tables."""
        loop = asyncio.get_running_loop()
        host = f"127.0.0.1:{self._port}"
        for raw, (room, cookies) in zip(self._deaf, plan, strict=False):
            await loop.sock_connect(raw, ("127.0.0.1", self._port))
            await loop.sock_sendall(raw, upgrade(host, cookies[0]))
            await loop.sock_recv(raw, 1_024)
            await loop.sock_sendall(raw, masked(json.dumps({"t": "hello", "room": room})))
        for raw in self._slow:
            await loop.sock_connect(raw, ("127.0.0.1", self._port))
        self._dripping = loop.create_task(self._drip())

    async def _drip(self) -> None:
        for byte in b"GET /ws HTTP/1.1\r\nHost: x\r\nX-Slow: " + b"x" * 1_000:
            for raw in self._slow:
                with suppress(OSError):
                    raw.send(bytes([byte]))
            await asyncio.sleep(1)

    def go(self) -> int:
        """Close all; how many the server had closed already."""
        assert self._dripping is not None
        self._dripping.cancel()
        watched = select.poll()
        for raw in (*self._deaf, *self._slow):
            watched.register(raw, select.POLLRDHUP)
        closed = len(watched.poll(0))
        for raw in (*self._deaf, *self._slow):
            raw.close()
        return closed


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
    own: float
    """Of the other core, by this process: near 1 it would measure itself."""


async def load(tables: list[Any], rate: float, seconds: float, server: Process) -> Figures:
    """Act at the given rate over all tables together, and measure."""
    step = len(tables) / rate
    for number, table in enumerate(tables):
        table.pace(step * number / len(tables), step)
    await asyncio.sleep(WARM_SECONDS)
    for table in tables:
        table.took.clear()
    before = _counts(tables), server.cpu, time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    after = _counts(tables), server.cpu, time.perf_counter(), time.process_time()
    for table in tables:
        table.stop()
    (actions, frames, size), cpu, took, own = (
        tuple(b - a for a, b in zip(before[0], after[0], strict=True)),
        after[1] - before[1],
        after[2] - before[2],
        after[3] - before[3],
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
        own / took,
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
        bad = BadReaders(port, BAD)
        await bad.come(plan)
        beside = await load(tables, options.rate, max(options.seconds, BAD_SECONDS), server)
        _tell(f"server, beside {BAD} that never read and {BAD} that send a byte a second", beside)
        print(f"of those {2 * BAD} it has dropped {bad.go()}")
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


def run(main: Any) -> None:
    """On the fast loop where there is one, as the server does."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(main)
    else:
        uvloop.run(main)


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
        f"{figures.cpu:.0f} us of the processor a frame, {figures.use:.0%} of a core "
        f"(this load itself {figures.own:.0%})"
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
            run(measure(options, Path(folder)))


if __name__ == "__main__":
    main()
