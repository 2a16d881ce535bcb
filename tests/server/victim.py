"""A process to be killed: one table with two scripted people and three bots, on a real disk.

It says on standard output, line by line, what it has acked, and what it dealt as a digest; so whoever killed it knows
what must
still be there.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from teenpatti.game.codec import encode
from teenpatti.game.rules import Rules
from teenpatti.game.table import Table
from teenpatti.server import protocol as p
from teenpatti.server.people import Guest
from teenpatti.server.room import Room
from teenpatti.server.rooms import Rooms
from teenpatti.server.settings import Settings
from teenpatti.server.store_sqlite import sqlite_store
from tests.server.driver import random_step
from tests.server.shuffles import Sharer
from tests.server.world import InlineChooser

PEOPLE = ("g0", "g1")


def say(**what: Any) -> None:
    """A line for the parent."""
    print(json.dumps(what), flush=True)


def digest(table: Table) -> str:
    """Stands for the cards of the running deal."""
    assert table.deal is not None
    return hashlib.sha256(json.dumps(encode(table.deal.events[0])).encode()).hexdigest()


async def play(rooms: Rooms, name: str, guest: str, rng: Random) -> None:
    """One person: acts whenever he can, and says what was acked."""
    socket = await rooms.connect(name, guest, shuffles=True)
    sharer = Sharer(rng.getrandbits(32))
    while await socket.next() is not None:
        room: Room = rooms._roster._runners[name].room
        if room.shuffle is not None:
            public = room.shuffle.transcript.to_json() | {"stage": room.shuffle.stage}
            part = sharer.answer(public, room.seat_of(guest))
            if part is not None:
                rooms.contribute(name, guest, part)
        kind: type[p.Command] | None = None
        fields: dict[str, Any] = {}
        if room.phase == "between" and guest not in room.ready:
            kind, fields = p.Ready, {"deal": room.table.deals}
        elif room.actor == guest:
            fields = random_step(room, rng) | {"deal": room.table.deals, "turn": room.turn_number}
            kind = fields.pop("kind")
            if kind is p.Pack and rng.random() < 0.7:
                kind = p.See if room.table.deal and room.table.deal.legal().see else p.Pack
        if kind is None:
            continue
        command: Any = kind(id=f"k{rng.getrandbits(60):015x}", **fields)
        answer = await rooms.submit(name, guest, command)
        if isinstance(answer, p.Ack) and rooms._roster._runners[name].room.seq >= answer.seq:
            say(acked=command.id, guest=guest, seq=answer.seq, kind=kind.__name__)


async def watch(rooms: Rooms, name: str) -> None:
    """Say which cards were dealt, as soon as they can be seen."""
    socket = await rooms.connect(name, "look")
    last = 0
    while await socket.next() is not None:
        table = rooms._roster._runners[name].room.table
        if table.deal is not None and table.deals != last:
            last = table.deals
            say(deal=last, cards=digest(table))


async def main(folder: Path, seed: int) -> None:
    """Open what is there, or begin, and play until killed."""
    rng = Random(seed)
    async with sqlite_store(folder) as store, Rooms.open(store, chooser=InlineChooser(seed, delay=2)) as rooms:
        known = await store.rooms()
        if known:
            name = known[0].room
        else:
            rules = Rules.preset("club", boot=10)
            new = await rooms.create(Guest("g0", "Host"), Settings(starting_chips=2_000), rules)
            name = new.room
            await rooms.join(name, Guest("g1", "Guest"))
            await rooms.join(name, Guest("look", "Looker"), play=False)
            for number in range(3):
                await rooms.submit(name, "g0", p.AddBot(id=f"addbot-{number}", style="caller"))
        state = rooms._roster._runners[name].room
        say(ready=True, room=name, deals=state.table.deals, cards=digest(state.table) if state.table.deal else "")
        people = [asyncio.ensure_future(play(rooms, name, guest, Random(rng.random()))) for guest in PEOPLE]
        people.append(asyncio.ensure_future(watch(rooms, name)))
        for number in range(10**9):
            room = rooms._roster._runners[name].room
            for guest in PEOPLE:
                if room.seat_of(guest) is not None and room.phase != "playing":
                    await rooms.submit(name, guest, p.Rebuy(id=f"rb{seed:04}{guest}{number:012}"))
            if room.phase == "waiting":
                await rooms.submit(name, "g0", p.Start(id=f"st{seed:04}{number:012}"))
            await asyncio.sleep(0.05)
            for person in people:
                if person.done():
                    person.result()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
