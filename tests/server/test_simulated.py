"""A whole server in simulated time: a network that drops, repeats and reorders, a store that fails, and crashes.

Everything that happens follows from a seed. After each run: no acked command is lost, none was applied twice, chips are
conserved, the cards of a deal never change, and once all is well again the table plays on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from teenpatti.game.codec import encode
from teenpatti.game.rules import Rules
from teenpatti.server import protocol as p
from teenpatti.server import room_events as e
from teenpatti.server.errors import Refused
from teenpatti.server.evolve import evolve_entry
from teenpatti.server.people import Guest
from teenpatti.server.room import Room
from teenpatti.server.room_codec import decode_events
from teenpatti.server.rooms import Rooms
from teenpatti.server.settings import Settings
from teenpatti.server.subscription import Subscription
from tests.server.driver import Play, random_step
from tests.server.world import FakeClock, FakeDealer, FaultyStore, InlineChooser, settle

FAILED = Path(__file__).with_name("failed_seeds.json")
"""Seeds that once failed; each is run for ever."""
STEPS = 60
NO_ANSWER = ("stopping", "store_unavailable", "too_many")
"""Refusals that say: not decided, try again."""


class Person:
    """Somebody with a phone: what he last saw, what he has sent and was answered."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.socket: Subscription | None = None
        self.sent: list[Any] = []
        self.answers: dict[str, p.Ack | p.Refusal] = {}
        self.last_seq = 0


class Simulation:
    """One seed's table."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.clock = FakeClock()
        self.store = FaultyStore(self.clock, self.random)
        self.dealer = FakeDealer(seed)
        self.people = [Person(f"g{i}") for i in range(self.random.randint(2, 4))]
        self.room = ""
        self.ids = 0
        self.hands: dict[int, Any] = {}
        self.context: Any = None
        self.rooms: Rooms
        self.flying: list[asyncio.Task[None]] = []
        self.is_well = False

    async def run(self) -> None:
        """Play, break things, mend them, and look at what is left."""
        await self.boot()
        rng = self.random
        settings = Settings(clock=rng.choice((0, 15)), starting_chips=rng.choice((200, 5_000)))
        new = await self.rooms.create(Guest("g0", "Host"), settings, Rules.preset("club", boot=10))
        self.room = new.room
        for person in self.people:
            await self.rooms.join(self.room, Guest(person.guest, person.guest))
        for person in self.people:
            await self.connect(person)
        if rng.random() < 0.5:
            self.send(self.people[0], p.AddBot, style=rng.choice(("caller", "maniac")))
        self.send(self.people[0], p.Start)
        await self.clock.advance(100)
        self.store.refuses, self.store.mumbles, self.store.dawdles = rng.choice(((0, 0, 0), (0.05, 0.05, 0.1)))
        for _ in range(STEPS):
            await self.step()
            self.look()
        await self.mend()
        self.check()

    # --- the server -----------------------------------------------------------------------------------------------

    async def boot(self) -> None:
        """The server starts."""
        chooser = InlineChooser(self.random.randint(0, 2**32))
        self.context = Rooms.open(self.store, clock=self.clock, dealer=self.dealer, chooser=chooser)
        self.rooms = await self.context.__aenter__()
        await settle()

    async def crash(self) -> None:
        """The process is gone in the middle of whatever it did; then it starts again."""
        self.clock.forget()
        shared = self.rooms._shared
        shared.stopping = True
        doomed = [*shared.tasks, *self.flying]
        for task in doomed:
            task.cancel()
        for task in doomed:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self.flying.clear()
        await self.context.__aexit__(None, None, None)
        logged = {(entry.guest, entry.command) for entry in self.store.entries.get(self.room, ())}
        for person in self.people:
            person.socket = None
            # What changed nothing, a refusal above all, is known as long as the process lives.
            person.answers = {name: answer for name, answer in person.answers.items() if (person.guest, name) in logged}
        await self.boot()

    @property
    def state(self) -> Room | None:
        """The room as the server has it."""
        runner = self.rooms._roster._runners.get(self.room)
        return None if runner is None else runner.room

    # --- the network ----------------------------------------------------------------------------------------------

    def send(self, person: Person, kind: type[p.Command], /, **fields: Any) -> None:
        """A command sets out."""
        self.ids += 1
        known: dict[str, Any] = {"id": f"id{self.ids:08}", "deal": 0, "turn": 0}
        command = kind(**{name: value for name, value in known.items() if name in kind.__struct_fields__} | fields)
        person.sent.append(command)
        self.deliver(person, command)

    def deliver(self, person: Person, command: Any) -> None:
        """It arrives: not at all, once or twice, now or later; and the answer may get lost."""
        for _ in range(1 if self.is_well else self.random.choice((0, 1, 1, 1, 2))):
            lost = not self.is_well and self.random.random() < 0.1
            task = asyncio.get_running_loop().create_task(
                self.carry(person, command, self.random.choice((0, 0, 5)), lost)
            )
            self.flying.append(task)

    async def carry(self, person: Person, command: Any, turns: int, lost: bool) -> None:
        """Bring a command to the server and the answer back."""
        await settle(turns)
        answer = await self.rooms.submit(self.room, person.guest, command)
        first = person.answers.get(command.id)
        if isinstance(answer, p.Refusal) and answer.code in NO_ANSWER:
            return
        if first is not None:
            assert answer == first
        elif not lost:
            person.answers[command.id] = answer

    async def connect(self, person: Person) -> None:
        """A fresh socket."""
        if person.socket is not None:
            await self.rooms.disconnect(person.socket)
        with contextlib.suppress(Refused):
            person.socket = await self.rooms.connect(self.room, person.guest)
            person.last_seq = 0
        await settle()

    def read(self, person: Person) -> None:
        """What a page does with its frames: the numbers only grow."""
        if person.socket is None:
            return
        for body in person.socket.waiting():
            frame = json.loads(body)
            if frame["t"] == "update":
                assert frame["seq"] >= person.last_seq
                person.last_seq = frame["seq"]

    # --- what happens ---------------------------------------------------------------------------------------------

    async def step(self) -> None:
        """Something, by chance."""
        rng = self.random
        person = rng.choice(self.people)
        chance = rng.random()
        if chance < 0.50:
            self.play()
        elif chance < 0.60 and person.sent:
            self.deliver(person, rng.choice(person.sent[-6:]))
        elif chance < 0.66:
            self.send(person, p.React, reaction="clap")
        elif chance < 0.72:
            await self.connect(person)
        elif chance < 0.76 and person.socket is not None:
            await self.rooms.disconnect(person.socket)
            person.socket = None
        elif chance < 0.79:
            await self.crash()
        elif chance < 0.83:
            self.send(person, rng.choice((p.Stand, p.SitOut, p.SitIn, p.Rebuy)))
        elif chance < 0.86:
            self.send(person, p.Sit, seat=rng.randrange(7))
        elif chance < 0.88:
            self.send(self.people[0], rng.choice((p.Pause, p.Resume, p.Start)))
        else:
            await self.clock.advance(rng.choice((10, 500, 4_000, 15_000)))
        await settle(rng.choice((0, 2, 30)))
        for one in self.people:
            self.read(one)
        self.flying = [task for task in self.flying if not task.done() or task.result() is not None]

    def play(self) -> None:
        """Whoever is to act does something legal; or all tap."""
        room = self.state
        if room is None:
            return
        people = {person.guest: person for person in self.people}
        if room.phase == "between":
            for person in self.people:
                self.send(person, p.Ready, deal=room.table.deals)
        elif room.actor in people:
            fields = random_step(room, self.random)
            kind = fields.pop("kind")
            self.send(people[room.actor], kind, deal=room.table.deals, turn=room.turn_number, **fields)

    # --- what must hold -------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Chips are conserved and the cards of a deal are what they were."""
        room = self.state
        if room is None:
            return
        Play.check(room)
        if room.table.deal is not None:
            hands = encode(room.table.deal.events[0])
            assert self.hands.setdefault(room.table.deals, hands) == hands

    async def mend(self) -> None:
        """All is well again: every command that had no answer is sent once more, and the table plays on."""
        self.is_well = True
        self.store.refuses = self.store.mumbles = self.store.dawdles = 0.0
        await self.clock.advance(10_000)
        if self.random.random() < 0.5:
            await self.crash()
        for person in self.people:
            await self.connect(person)
            for command in person.sent:
                if command.id not in person.answers:
                    await self.carry(person, command, 0, lost=False)
                    self.read(person)
        await asyncio.gather(*self.flying)
        for person in self.people:
            for kind in (p.Resume, p.SitIn, p.Rebuy):
                self.send(person, kind)
            self.send(person, p.Sit, seat=self.people.index(person))
        await self.clock.advance(1_000)
        room = self.state
        assert room is not None
        deals = room.table.deals
        for _ in range(400):
            room = self.state
            assert room is not None
            if room.table.deals > deals + 1 or len(room.table.ready) < 2:
                return
            if room.phase == "waiting":
                self.send(self.people[0], p.Start)
            self.play()
            await self.clock.advance(1_000)
            for person in self.people:
                if person.socket is None or person.socket.bye is not None:
                    await self.connect(person)
                self.read(person)
            self.look()
        raise AssertionError(f"the table does not play on: {room.phase}, {deals}, {room.table.seats}")

    def check(self) -> None:
        """The log: what was acked stands in it once, at the place the ack named; and it rebuilds the room."""
        entries = self.store.entries[self.room]
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        commands = Counter((entry.guest, entry.command) for entry in entries if entry.command)
        assert [command for command, count in commands.items() if count > 1] == []
        place = {(entry.guest, entry.command): entry.seq for entry in entries}
        for person in self.people:
            for command_id, answer in person.answers.items():
                if isinstance(answer, p.Ack) and (person.guest, command_id) in place:
                    assert place[person.guest, command_id] == answer.seq
                elif isinstance(answer, p.Ack):
                    # It was so already when it came; such an ack changes nothing.
                    assert type(next(one for one in person.sent if one.id == command_id)) is p.Ready
                else:
                    assert (person.guest, command_id) not in place
        room: Room | None = None
        for entry in entries:
            events = decode_events(entry.body)
            room = evolve_entry(room, entry.seq, entry.at, entry.guest, entry.command, events)
            assert isinstance(events[0], e.RoomOpened) == (entry.seq == 1)
        assert room == self.state


def simulate(seed: int) -> None:
    """One run."""
    asyncio.run(Simulation(seed).run())


def failing(seeds: range) -> list[tuple[int, str]]:
    """The seeds that fail, with what went wrong."""
    found = []
    for seed in seeds:
        try:
            simulate(seed)
        except Exception as error:  # noqa: BLE001
            found.append((seed, repr(error)))
    return found


@pytest.mark.parametrize("part", range(10))
def test_simulated_server(part: int, long: bool) -> None:
    """500 seeds here, 20,000 with --long."""
    count = 2_000 if long else 50
    assert failing(range(part * count, (part + 1) * count)) == []


@pytest.mark.parametrize("seed", json.loads(FAILED.read_text()) if FAILED.exists() else [])
def test_seeds_that_once_failed(seed: int) -> None:
    """They stay well."""
    simulate(seed)
