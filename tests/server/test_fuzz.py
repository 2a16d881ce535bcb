"""Any bytes at all: a message, or a typed refusal, and a table that goes on."""

from __future__ import annotations

import asyncio
import gc
import json
import tracemalloc
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
from websockets.exceptions import ConnectionClosed

from teenpatti.game.rules import Rules
from teenpatti.server import protocol
from teenpatti.server.people import Guest
from teenpatti.server.reading import Unreadable, read
from teenpatti.server.rooms import Rooms
from teenpatti.server.settings import Settings
from teenpatti.server.store_memory import MemoryStore
from tests.server.live import WIDE, QuickBots, live, run

COMMANDS = get_args(protocol.RoomCommand)
INTS = [-1, 0, 1, 2, 3, 16, 17, 99, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, 10**40, 1.5, 1e308]
TEXTS = [
    "",
    "x",
    "tight",
    "random",
    "hi",
    "en",
    "12345678",
    "<script>",
    "\u202e",
    "\ud83d",
    "नमस्ते",
    "🏴‍☠️" * 9,
    "x" * 500,
]
OTHERS: list[Any] = [None, True, False, [], {}, [1], {"a": 1}, {"boot": 20}, {"boot": "x"}, {"lowball": True}]
KINDS: list[list[Any]] = [INTS, INTS, TEXTS, OTHERS]


def value(rng: Random) -> Any:
    """Something that may stand in a field."""
    values: list[Any] = rng.choice(KINDS)
    return rng.choice(values)


def message(rng: Random, guests: list[str]) -> dict[str, Any]:
    """A command that is right in most things."""
    struct = rng.choice(COMMANDS)
    found: dict[str, Any] = {"t": struct.__struct_config__.tag, "id": f"fuzz-{rng.getrandbits(40):010x}"}
    for field in msgspec.structs.fields(struct)[1:]:
        if field.name == "guest":
            found["guest"] = rng.choice([*guests, "nobody"])
        elif field.name in ("deal", "turn", "seat", "other", "count", "chips", "amount"):
            found[field.name] = rng.choice([0, 1, 2, 3, 10, 20, value(rng)])
        elif field.required or rng.random() < 0.5:
            found[field.name] = value(rng)
    if rng.random() < 0.1:
        found[rng.choice(list(found))] = value(rng)
    if rng.random() < 0.05:
        found["extra"] = value(rng)
    return found


def frame(rng: Random, guests: list[str]) -> str:
    """A text that may or may not be a message."""
    text = json.dumps(message(rng, guests), ensure_ascii=rng.random() < 0.5)
    for _ in range(rng.choice([0, 0, 0, 1, 3])):
        place = rng.randrange(len(text) + 1)
        match rng.randrange(4):
            case 0:
                text = text[:place] + text[place + rng.randint(1, 8) :]
            case 1:
                text = (
                    text[:place] + chr(rng.choice([rng.randrange(128), rng.randrange(0xD800), 0x10FFFF])) + text[place:]
                )
            case 2:
                text = text[:place] + text[rng.randrange(len(text) + 1) :]
            case _:
                text = text[:place] + rng.choice(["[" * 500, "{", '"', "\\u0000", "1e999", "-0", "null"]) + text[place:]
    return text


async def forget(rooms: Rooms, store: MemoryStore, room: str) -> None:
    """Let go of a table, in memory and in the store that stands for the disk."""
    runner = rooms._roster._runners.pop(room)
    runner._stop_timer()
    for kept in (store.entries, store.snapshots, store.records, store.invites, store.sheets, store.closed):
        kept.pop(room, None)
    for names in store.guests.values():
        names[:] = [name for name in names if name != room]
    await asyncio.sleep(0)
    gc.collect()


def test_frames_in_process(long: bool) -> None:
    """Through decoding, authority and the rooms themselves, from every kind of sender; memory stays what it was."""
    frames = 200_000 if long else 8_000

    async def main() -> None:
        rng = Random(5)
        store = MemoryStore()
        async with Rooms.open(store, chooser=QuickBots()) as rooms:
            people = [Guest(f"guest-{number}", f"Guest {number}") for number in range(4)]
            names = [person.id for person in people]

            async def table() -> str:
                made = await rooms.create(people[0], Settings(seats=4), Rules.preset("club", boot=10))
                for person in people[1:3]:
                    await rooms.join(made.room, person)
                return made.room

            room, read_well, done = await table(), 0, 0
            objects: list[int] = []
            for number in range(frames):
                if number % 500 == 0:
                    # Rooms do get closed and everybody kicked, so begin anew now and then.
                    await forget(rooms, store, room)
                    objects.append(len(gc.get_objects()))
                    room = await table()
                try:
                    found = read(frame(rng, names))
                except Unreadable:
                    continue
                if isinstance(found, (protocol.Hello, protocol.Ping)):
                    continue
                if isinstance(found, (protocol.Commit, protocol.Reveal)):
                    rooms.contribute(room, rng.choice(names), found)
                    continue
                read_well += 1
                answer = await rooms.submit(room, rng.choice(names), found)
                assert isinstance(answer, protocol.Ack | protocol.Refusal)
                done += isinstance(answer, protocol.Ack)
            assert read_well > frames / 4
            assert done > frames / 200
            # The caches are full by half time; after that nothing is kept of what was sent.
            half = len(objects) // 2
            assert max(objects[half:]) < max(objects[:half]) * 1.05 + 1_000

    run(main(), 4_000 if long else 300)


def test_reading_keeps_nothing() -> None:
    """Memory is steady, whatever was read."""
    rng = Random(7)
    frames = [frame(rng, ["guest-1"]) for _ in range(2_000)]

    def read_all() -> None:
        for text in frames:
            with suppress(Unreadable):
                read(text)

    read_all()
    tracemalloc.start()
    try:
        read_all()
        assert tracemalloc.get_traced_memory()[0] < 50_000
    finally:
        tracemalloc.stop()


def test_frames_over_sockets(tmp_path: Path) -> None:
    """5,000 of them: the socket may be ended, the server goes on and has nothing to say in its log."""

    async def main() -> None:
        rng = Random(6)
        async with live(tmp_path, limits=WIDE._replace(bad_messages=100)) as server, server.browser() as browser:
            await browser.come()
            sent = 0
            while sent < 5_000:
                room = (await browser.post("/api/tables", bots=["random"]))["room"]
                async with browser.page(room) as page:
                    while sent < 5_000 and page.bye is None and not page.closed:
                        sent += 1
                        try:
                            await page.socket.send(
                                frame(rng, [browser.guest, "bot:2"]).encode("utf-8", "replace").decode()
                            )
                        except ConnectionClosed:
                            break
            other = (await browser.post("/api/tables"))["room"]
            async with browser.page(other) as page:
                assert (await page.send(t="say", text="still here"))["t"] == "ack"

    run(main(), 300)
