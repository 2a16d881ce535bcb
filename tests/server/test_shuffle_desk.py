"""Shuffles on a running server: pages that take part, sleep, load again and withhold, in time that is told to pass."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

import pytest

from teenpatti.fair.verify import Checked, check_files
from teenpatti.game.rules import Rules
from teenpatti.server import protocol as p
from teenpatti.server.errors import Refused
from teenpatti.server.people import Guest
from teenpatti.server.room import COMMIT_MS, REVEAL_MS, Room
from teenpatti.server.settings import Settings
from teenpatti.server.store_memory import MemoryStore
from teenpatti.server.subscription import Subscription
from tests.server.shuffles import Sharer
from tests.server.world import FakeClock, World, settle, world


class Phone:
    """A page that takes part in shuffles, while it is awake."""

    def __init__(self, here: World, room: str, guest: str, seed: int) -> None:
        self.here = here
        self.room = room
        self.guest = guest
        self.sharer = Sharer(seed)
        self.socket: Subscription | None = None
        self.state: dict[str, Any] = {}
        self.silent_at: set[str] = set()
        """Stages of which it says nothing."""
        self.kinds: list[str] = []

    async def open(self, *, shuffles: bool = True) -> None:
        """The page is loaded."""
        self.socket = await self.here.rooms.connect(self.room, self.guest, shuffles=shuffles)

    async def close(self) -> None:
        """The page is gone."""
        assert self.socket is not None
        await self.here.rooms.disconnect(self.socket)
        self.socket = None

    def look(self) -> bool:
        """Read what has come and answer it; whether anything had."""
        if self.socket is None:
            return False
        frames = [json.loads(body) for body in self.socket.waiting()]
        for frame in frames:
            self.state = frame
            self.kinds += [event["kind"] for event in frame["events"]]
            shuffle = frame["room"]["shuffle"]
            message = self.sharer.answer(shuffle, frame["you"]["seat"])
            if message is not None and shuffle["stage"] not in self.silent_at:
                self.here.rooms.contribute(self.room, self.guest, message)
        return bool(frames)


class Table:
    """A table with three phones on a server in memory."""

    def __init__(self, here: World, name: str, phones: list[Phone]) -> None:
        self.here = here
        self.name = name
        self.phones = phones

    @classmethod
    async def open(cls, here: World, *, shuffles: bool = True) -> Table:
        """The first deal is asked for."""
        new = await here.rooms.create(Guest("g0", "Host"), Settings(), Rules.preset("club", boot=10))
        for number in (1, 2):
            await here.rooms.join(new.room, Guest(f"g{number}", f"Guest {number}"))
        phones = [Phone(here, new.room, f"g{number}", 100 + number) for number in range(3)]
        for phone in phones:
            await phone.open(shuffles=shuffles)
        await settle()
        return cls(here, new.room, phones)

    @property
    def room(self) -> Room:
        """As the server has it."""
        return self.here.rooms._roster._runners[self.name].room

    @property
    def phase(self) -> str:
        """Of the room."""
        return self.room.phase

    async def start(self) -> None:
        """The host starts, and all goes on as far as it can in this moment."""
        assert isinstance(await self.here.rooms.submit(self.name, "g0", p.Start(id="start-01")), p.Ack)
        await self.go_on()

    async def go_on(self, ms: int = 0) -> None:
        """So much time passes; the phones answer what they get."""
        await self.here.clock.advance(ms)
        for _ in range(50):
            if not [phone for phone in self.phones if phone.look()]:
                return
            await settle()
        raise AssertionError("no end of frames")

    async def pack(self) -> None:
        """All but one pack, and the pause goes by."""
        number = 0
        while self.phase == "playing":
            number += 1
            assert self.room.actor is not None
            deal, turn = self.room.table.deals, self.room.turn_number
            pack = p.Pack(id=f"pack-{deal:04}-{number:04}", deal=deal, turn=turn)
            await self.here.rooms.submit(self.name, self.room.actor, pack)
        await self.go_on(8_000)

    async def proof(self, guest: str = "g0", deal: int | None = None) -> Checked:
        """The checked proof of a deal; it must hold."""
        text = await self.here.rooms.proof(self.name, deal or self.room.table.deals, guest)
        (one,) = check_files([("proof", text.encode())])
        assert one.fault is None
        return one

    def parts(self) -> dict[int, Any]:
        """Values of the last deal by seat from 1."""
        assert self.room.proven is not None
        return {part["seat"]: part["value"] for part in self.room.proven.record["shuffle"]["parts"]}


def run(test: Coroutine[Any, Any, None]) -> None:
    """In a loop of its own."""
    asyncio.run(test)


def test_phones_shuffle_by_themselves() -> None:
    """At once, with no time passing; every one's value is in, and the proof opens nothing that has not been seen."""

    async def test() -> None:
        async with world() as here:
            table = await Table.open(here)
            began = here.clock.now()
            await table.start()
            assert table.phase == "playing"
            assert here.clock.now() == began
            assert all(table.parts()[seat] for seat in (0, 1, 2, 3))
            chain = table.room.proven.record["shuffle"]["chain"]  # type: ignore[union-attr]
            for seat, phone in enumerate(table.phones, 1):
                assert phone.sharer.drawn[chain, 1][0] == table.parts()[seat]
                assert phone.state["room"]["fair"]["fingerprint"] == (await table.proof()).proof["fingerprint"]  # type: ignore[index]
            assert (await table.proof()).cards() == {}
            await table.pack()
            assert table.room.table.deals == 2
            assert (await table.proof(deal=1)).deal == 1

    run(test())


def test_the_tip_is_published_when_the_table_opens() -> None:
    """Before anybody has drawn anything, to every page; and the first deal uses that chain."""

    async def test() -> None:
        async with world() as here:
            table = await Table.open(here)
            await table.go_on()
            tip = table.phones[2].state["room"]["fair"]["tip"]
            await table.start()
            assert (await table.proof()).proof["record"]["table"] == tip  # type: ignore[index]

    run(test())


def test_pages_that_do_not_take_part_are_not_waited_for() -> None:
    """Scripts, and pages of long ago: the deal goes on at once and says so."""

    async def test() -> None:
        async with world() as here:
            table = await Table.open(here, shuffles=False)
            for phone in table.phones:
                phone.silent_at = {"commit"}
            await table.start()
            assert table.phase == "playing"
            assert any("the server alone" in note for note in (await table.proof()).notes)

    run(test())


def test_a_sleeping_phone() -> None:
    """It is waited for a moment once, and then no more until it wakes."""

    async def test() -> None:
        async with world() as here:
            table = await Table.open(here)
            sleeper = table.phones[1]
            sleeper.silent_at = {"commit"}
            await table.start()
            assert table.phase == "shuffling"
            await table.go_on(COMMIT_MS - 1)
            assert table.phase == "shuffling"
            await table.go_on(1)
            assert table.phase == "playing"
            assert table.parts()[2] is None
            assert table.room.player_of("g1") is not None
            await table.pack()
            assert table.phase == "playing"
            assert table.room.table.deals == 2
            # It wakes: a fresh socket, and it is waited for again, and in.
            sleeper.silent_at = set()
            await sleeper.close()
            await sleeper.open()
            await table.go_on()
            await table.pack()
            assert table.room.table.deals == 3
            assert table.parts()[2] is not None

    run(test())


@pytest.mark.parametrize("stage", ["value", "choice"])
def test_a_withholding_player(stage: str) -> None:
    """He commits and then says nothing: after 8 s the shuffle is void, and the deal goes on without him, before any
    boot."""

    async def test() -> None:
        async with world() as here:
            table = await Table.open(here)
            cheat = table.phones[2]
            cheat.silent_at = {stage}
            await table.start()
            await table.go_on(REVEAL_MS - 1)
            assert table.phase == "shuffling"
            assert [seat.chips for seat in table.room.table.seats if seat] == [5_000] * 3
            await table.go_on(1)
            assert table.phase == "playing"
            assert "shuffle_voided" in table.phones[0].kinds
            assert table.room.player_of("g2") is None
            notes = (await table.proof()).notes
            assert f"a shuffle for this deal was void: seat 3 withheld its {stage}" in notes
            cheat.silent_at = set()
            await here.rooms.submit(table.name, "g2", p.SitIn(id="sit-in-01"))
            await table.pack()
            assert table.room.player_of("g2") is not None
            assert table.parts()[3] is not None

    run(test())


@pytest.mark.parametrize("stage", ["value", "choice"])
def test_a_page_that_loads_again(stage: str) -> None:
    """It has kept what it drew, and sends it from its new socket; nothing is void."""

    async def test() -> None:
        async with world() as here:
            table = await Table.open(here)
            phone = table.phones[1]
            phone.silent_at = {stage}
            await table.start()
            await phone.close()
            await table.go_on(2_000)
            phone.silent_at = set()
            await phone.open()
            await table.go_on(1_000)
            assert table.phase == "playing"
            assert table.parts()[2] is not None
            assert (await table.proof()).notes == ()

    run(test())


@pytest.mark.parametrize("stage", ["commit", "value", "choice"])
def test_the_server_dies_in_mid_shuffle(stage: str) -> None:
    """What lay on the desk is gone; the stage begins again with the same seeds, and pages send their part once more."""

    async def test() -> None:
        store, clock = MemoryStore(), FakeClock()
        async with world(store, clock=clock) as here:
            table = await Table.open(here)
            for phone in table.phones:
                phone.silent_at = {stage}
            await table.start()
            assert table.room.shuffle is not None
            before = table.room.shuffle
        clock.forget()
        async with world(store, clock=clock, seed=9) as here:
            for phone in table.phones:
                phone.here, phone.silent_at = here, set()
                await phone.open()
            table.here = here
            assert table.room.shuffle == before
            await table.go_on(100)
            assert table.phase == "playing"
            assert all(table.parts()[seat] for seat in (1, 2, 3))
            record = (await table.proof()).proof["record"]  # type: ignore[index]
            assert record["voided"] == []
            assert record["shuffle"]["link"] == before.transcript.link

    run(test())


def test_what_fits_no_shuffle_is_let_go_by() -> None:
    """Late, early, of another shuffle, of somebody who has no seat, a value that was not committed to, a second try."""

    async def test() -> None:
        async with world() as here:
            table = await Table.open(here)
            await here.rooms.join(table.name, Guest("look", "Looker"), play=False)
            commit = p.Commit(1, 1, "00" * 32, "11" * 32)
            reveal = p.Reveal(1, 1, "value", "22" * 32)
            for message in (commit, reveal):
                for guest in ("g0", "look", "nobody"):
                    here.rooms.contribute(table.name, guest, message)
                    here.rooms.contribute("no such room", guest, message)
            for phone in table.phones[:2]:
                phone.silent_at = {"value"}
            table.phones[2].silent_at = {"commit"}
            await table.start()
            here.rooms.contribute(table.name, "look", commit)
            # A second page of one guest draws other values; the first one stands.
            here.rooms.contribute(table.name, "g0", commit)
            here.rooms.contribute(table.name, "g2", p.Commit(1, 7, "00" * 32, "11" * 32))
            await table.go_on(COMMIT_MS)
            assert table.room.shuffle is not None
            parts = {part.seat: part for part in table.room.shuffle.transcript.parts}
            assert parts[1].commits != ("00" * 32, "11" * 32)
            assert parts[3].commits is None
            for wrong in (commit, reveal, p.Reveal(1, 1, "choice", "22" * 32), p.Reveal(2, 1, "value", "22" * 32)):
                here.rooms.contribute(table.name, "g0", wrong)
            for phone in table.phones:
                phone.silent_at = set()
                await phone.close()
                await phone.open()
            await table.go_on()
            assert table.phase == "playing"
            assert (await table.proof()).notes == ("took no part in the shuffle: seat 3",)

    run(test())


def test_no_randomness() -> None:
    """No table without seeds, and no deal without fresh values for the house; people are told."""

    async def test() -> None:
        async with world() as here:
            table = await Table.open(here)
            here.dealer.fails = True
            with pytest.raises(Refused, match="no_randomness"):
                await here.rooms.create(Guest("g0", "Host"), Settings(), Rules())
            await table.start()
            assert table.phase == "waiting"
            assert table.room.paused
            assert table.phones[1].kinds[-2:] == ["deal_dropped", "paused"]

    run(test())


def test_proofs_are_for_people_of_the_table() -> None:
    """A stranger, an onlooker where none may look, a deal that is not there: no such deal or room."""

    async def test() -> None:
        async with world() as here:
            table = await Table.open(here)
            await here.rooms.join(table.name, Guest("look", "Looker"), play=False)
            await table.start()
            assert (await table.proof("look")).cards() == {}
            for guest, deal, code in (("nobody", 1, "no_such_room"), ("g0", 2, "no_such_deal")):
                with pytest.raises(Refused, match=code):
                    await here.rooms.proof(table.name, deal, guest)
            await here.rooms.submit(table.name, "g0", p.SetSettings(id="set-00001", spectators=False))
            with pytest.raises(Refused, match="no_such_deal"):
                await here.rooms.proof(table.name, 1, "look")

    run(test())
