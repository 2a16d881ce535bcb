"""A room at work: answers, sockets, clocks, bots, and a store that fails."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Coroutine
from random import Random
from typing import Any

import pytest

from teenpatti.bots import BOTS
from teenpatti.game.actions import Action, Bet
from teenpatti.game.codec import encode
from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules
from teenpatti.game.view import View
from teenpatti.game.view import view as view_of
from teenpatti.server import protocol as p
from teenpatti.server.bot_players import FASTEST_MS, SLOWEST_MS, Worker
from teenpatti.server.clocks import SystemClock
from teenpatti.server.dealer import SecretDealer
from teenpatti.server.errors import Refused
from teenpatti.server.people import Guest
from teenpatti.server.room import Room
from teenpatti.server.rooms import Rooms
from teenpatti.server.runner import RoomRunner
from teenpatti.server.settings import Settings
from teenpatti.server.store import Batch, StoreError
from teenpatti.server.store_memory import MemoryStore
from teenpatti.server.subscription import MAX_FRAMES, Subscription
from tests.server.driver import random_step
from tests.server.world import FakeClock, FakeDealer, FaultyStore, InlineChooser, World, settle, world


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test's coroutine, complaining about anything left behind."""
    asyncio.run(test, debug=False)


class Table:
    """One table in a world, with people connected."""

    def __init__(self, it: World, room: str) -> None:
        self.it = it
        self.id = room
        self.ids = 0
        self.sockets: dict[str, Subscription] = {}

    @classmethod
    async def open(cls, it: World, people: int = 2, settings: Settings | None = None, **rules: Any) -> Table:
        """A table of ``g0``, its host, and others."""
        new = await it.rooms.create(Guest("g0", "Asha"), settings or Settings(), Rules(**({"boot": 10} | rules)))
        table = cls(it, new.room)
        for i in range(people):
            await it.rooms.join(new.room, Guest(f"g{i}", f"Name {i}"))
            await table.connect(f"g{i}")
        return table

    async def connect(self, guest: str) -> Subscription:
        """Another socket of the guest."""
        self.sockets[guest] = await self.it.rooms.connect(self.id, guest)
        await settle()
        return self.sockets[guest]

    @property
    def room(self) -> Room:
        """As it stands."""
        return self.it.rooms._roster._runners[self.id].room

    async def do(self, guest: str, kind: type[p.Command], /, **fields: Any) -> p.Ack | p.Refusal:
        """The answer to a command."""
        return await self.it.rooms.submit(self.id, guest, self.command(kind, **fields))

    def command(self, kind: type[p.Command], /, **fields: Any) -> Any:
        """A command with an id of its own."""
        self.ids += 1
        known: dict[str, Any] = {
            "id": f"id-{self.ids:06}",
            "deal": self.room.table.deals,
            "turn": self.room.turn_number,
        }
        return kind(**{name: value for name, value in known.items() if name in kind.__struct_fields__} | fields)

    async def start(self) -> None:
        """Until the cards are dealt."""
        assert isinstance(await self.do("g0", p.Start), p.Ack)
        await self.it.clock.advance(0)
        assert self.room.phase == "playing"

    async def act(self, kind: type[p.Command], /, **fields: Any) -> p.Ack | p.Refusal:
        """By whoever is to act."""
        assert self.room.actor is not None
        return await self.do(self.room.actor, kind, **fields)

    def read(self, guest: str) -> list[dict[str, Any]]:
        """All that waits for the guest."""
        return [json.loads(frame) for frame in self.sockets[guest].waiting()]


def test_an_ack_names_the_update_that_shows_it() -> None:
    """The frame is in the queue before the ack is given, with all events of the command."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            await table.start()
            table.read("g0")
            answer = await table.act(p.Pack)
            assert isinstance(answer, p.Ack)
            (frame,) = table.read("g0")
            assert frame["seq"] == answer.seq
            kinds = [event["kind"] for event in frame["events"]]
            assert kinds == ["packed", "pot_won", "deal_ended", "deal_finished"]

    run(test())


def test_the_first_answer_again() -> None:
    """Acks, refusals and acks of nothing: the same to each repetition, whatever has happened since."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            await table.start()
            assert table.room.actor is not None
            actor = table.room.actor
            bet = table.command(p.Bet, amount=10)
            low = table.command(p.Bet, amount=1)
            pause = table.command(p.Pause)
            first = [await it.rooms.submit(table.id, actor, low), await it.rooms.submit(table.id, actor, bet)]
            first.append(await it.rooms.submit(table.id, "g0", pause))
            await table.do("g0", p.Resume)
            seq = table.room.seq
            again = [await it.rooms.submit(table.id, actor, low), await it.rooms.submit(table.id, actor, bet)]
            again.append(await it.rooms.submit(table.id, "g0", pause))
            assert again == first
            assert table.room.seq == seq
            assert not table.room.paused

    run(test())


def test_the_first_answer_after_a_restart() -> None:
    """What was acked is known for ever; nothing is applied twice."""

    async def test() -> None:
        store = MemoryStore()
        async with world(store) as it:
            table = await Table.open(it)
            await table.start()
            actor = table.room.actor
            assert actor is not None
            bet = table.command(p.Bet, amount=10)
            first = await it.rooms.submit(table.id, actor, bet)
        async with world(store) as it:
            seq = (await it.rooms._roster.get(table.id)).room.seq
            assert await it.rooms.submit(table.id, actor, bet) == first
            assert (await it.rooms._roster.get(table.id)).room.seq == seq

    run(test())


def test_5000_duplicate_and_late_commands() -> None:
    """None changes anything; duplicates get the first answer."""

    async def test() -> None:
        rng = Random(1)
        async with world() as it:
            table = await Table.open(it, 4)
            await table.start()
            answered: list[tuple[str, Any, Any]] = []
            repeated = 0
            while repeated < 5_000:
                for guest in table.sockets:
                    table.read(guest)
                if table.room.phase != "playing":
                    await it.clock.advance(13_000)
                    continue
                actor = table.room.actor
                deal = table.room.table.deal
                assert actor is not None
                assert deal is not None
                legal = deal.legal()
                kind = p.See if legal.see and rng.random() < 0.2 else p.Pack if rng.random() < 0.1 else p.Bet
                fields = {"amount": legal.bet.lowest} if kind is p.Bet and legal.bet else {}
                if kind is p.Bet and not legal.bet:
                    kind = p.Pack
                command = table.command(kind, **fields)
                answered.append((actor, command, await it.rooms.submit(table.id, actor, command)))
                seq = table.room.seq
                state = table.room
                for guest, old, answer in rng.choices(answered[-20:], k=8):
                    assert await it.rooms.submit(table.id, guest, old) == answer
                    late = type(old)(
                        **{name: getattr(old, name) for name in old.__struct_fields__} | {"id": f"l{repeated:09}"}
                    )
                    refused = await it.rooms.submit(table.id, guest, late)
                    repeated += 2
                    if kind is not p.See:
                        assert isinstance(refused, p.Refusal)
                        assert refused.code in ("late", "not_your_turn", "already_seen", "not_left")
                    elif isinstance(refused, p.Ack):
                        break
                else:
                    assert table.room.seq == seq
                    assert table.room is state

    run(test())


def test_turns_time_out_by_the_clock() -> None:
    """The player to act packs; two missed turns make him away."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it, 3, Settings(clock=15))
            await table.start()
            first = table.room.actor
            await it.clock.advance(44_999)
            assert table.room.actor == first
            await it.clock.advance(1)
            assert table.room.actor not in (None, first)
            assert table.room.members[str(first)].missed == 1
            for _ in range(20):
                await it.clock.advance(15_000)
                for guest in table.sockets:
                    table.read(guest)
            assert any(member.away for member in table.room.members.values())

    run(test())


def test_deals_follow_each_other() -> None:
    """After the pause, or at once when all have tapped."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            await table.start()
            await table.act(p.Pack)
            await it.clock.advance(7_999)
            assert table.room.phase == "between"
            await it.clock.advance(1)
            assert (table.room.phase, table.room.table.deals) == ("playing", 2)
            await table.act(p.Pack)
            for guest in ("g0", "g1"):
                await table.do(guest, p.Ready)
            await settle()
            assert table.room.table.deals == 3

    run(test())


def test_a_lost_player_is_waited_for_and_comes_back() -> None:
    """Ten seconds; by connecting he is dealt in again."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it, 3)
            await it.rooms.disconnect(table.sockets["g2"])
            await table.do("g0", p.Start)
            await it.clock.advance(9_999)
            assert table.room.table.deals == 0
            await it.clock.advance(1)
            assert table.room.table.deals == 1
            assert table.room.members["g2"].away
            await table.connect("g2")
            assert not table.room.members["g2"].away

    run(test())


def test_bots_play() -> None:
    """Whole deals, at their own pace; a bot that fails packs."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it, 1)
            for style in ("tight", "caller", "maniac"):
                await table.do("g0", p.AddBot, style=style)
            await table.start()
            await table.do("g0", p.LeaveDeal)
            assert table.room.phase == "playing"
            await it.clock.advance(499)
            assert it.chooser.asked == 0
            for _ in range(20):
                await it.clock.advance(3_000)
                table.read("g0")
            assert it.chooser.asked > 5
            assert table.room.table.deals >= 2
            it.chooser.fails = True
            before = table.room.table.deals
            for _ in range(10):
                if table.room.actor == "g0":
                    await table.act(p.Pack)
                await it.clock.advance(20_000)
            assert table.room.table.deals > before

    run(test())


def test_bots_wait_while_paused() -> None:
    """And go on afterwards."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it, 1)
            for _ in range(2):
                await table.do("g0", p.AddBot, style="caller")
            await table.start()
            while table.room.actor == "g0":
                await table.act(p.Bet, amount=10)
            await table.do("g0", p.Pause)
            turn = table.room.turn_number
            await it.clock.advance(10_000)
            assert table.room.turn_number == turn
            await table.do("g0", p.Resume)
            await it.clock.advance(10_000)
            assert table.room.turn_number > turn

    run(test())


def test_slow_readers_are_dropped() -> None:
    """Told why, and nobody waits for them; they may come again."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            slow = table.sockets["g1"]
            for _ in range(MAX_FRAMES + 5):
                await table.do("g0", p.React, reaction="clap")
                table.read("g0")
            assert slow.bye == p.Bye("too_slow", again=True)
            assert [json.loads(frame)["t"] for frame in slow.waiting()] == ["bye"]
            assert await slow.next() is None
            assert it.rooms.counters()["too_slow"] == 1
            await it.rooms.disconnect(slow)
            await settle()
            assert not table.room.members["g1"].online
            again = await table.connect("g1")
            assert json.loads(await again.next() or b"")["t"] == "update"

    run(test())


def test_too_many_sockets_of_one_guest() -> None:
    """The oldest gives way; several devices at once are fine."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            oldest = table.sockets["g1"]
            for _ in range(6):
                await table.connect("g1")
            assert oldest.bye == p.Bye("replaced", again=False)
            assert table.room.members["g1"].online

    run(test())


def test_kicked_guests_are_told() -> None:
    """Their sockets end, and they cannot connect again."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            await table.do("g0", p.Kick, guest="g1")
            assert table.sockets["g1"].bye == p.Bye("kicked", again=False)
            with pytest.raises(Refused, match="no_such_room"):
                await table.connect("g1")
            with pytest.raises(Refused, match="no_such_room"):
                await it.rooms.join(table.id, Guest("g1", "Ben"))

    run(test())


def test_strangers_and_unknown_rooms() -> None:
    """Answer alike; nothing is raised at a browser."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            answer = await table.do("nobody", p.Say, text="hello")
            assert isinstance(answer, p.Refusal)
            assert answer.code == "not_allowed"
            missing = await it.rooms.submit("no-such-room", "g0", table.command(p.Start), "de")
            assert missing == p.Refusal(
                missing.id, "no_such_room", "Hier ist kein Tisch für dich. Bitte um einen neuen Link."
            )
            for room, guest in ((table.id, "nobody"), ("no-such-room", "g0")):
                with pytest.raises(Refused, match="no_such_room"):
                    await it.rooms.connect(room, guest)

    run(test())


def test_bad_command_ids() -> None:
    """An id is what the protocol says, also for who goes past the decoder."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            for bad in ("", "short", "x" * 37, "späße-und-so", "with space"):
                answer = await table.do("g0", p.Pause, id=bad)
                assert isinstance(answer, p.Refusal)
                assert answer.code == "bad_message"

    run(test())


def test_a_full_queue_refuses() -> None:
    """Bounded: the rest is told so at once."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            answers = await asyncio.gather(*(table.do("g0", p.React, reaction="wow") for _ in range(300)))
            codes = [answer.code for answer in answers if isinstance(answer, p.Refusal)]
            assert codes == ["too_many"] * 44
            assert isinstance(await table.do("g0", p.React, reaction="wow"), p.Ack)

    run(test())


def test_a_defect_does_not_take_the_table_down(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The command is refused, the log says so, and the table goes on."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            from teenpatti.server import runner

            with monkeypatch.context() as broken:
                broken.setattr(runner, "decided", lambda room, sent: 1 // 0)
                answer = await table.do("g0", p.Pause)
            assert isinstance(answer, p.Refusal)
            assert "a command failed" in caplog.text
            assert isinstance(await table.do("g0", p.Pause), p.Ack)

    run(test())


# --- a store that fails -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["full", "read_only", "locked", "broken"])
def test_no_ack_without_a_commit(code: str) -> None:
    """Nothing changes, people are told; it heals by itself, clocks, presence and all."""

    async def test() -> None:
        clock = FakeClock()
        store = FaultyStore(clock, Random(0))
        async with world(store, clock=clock) as it:
            table = await Table.open(it, 2, Settings(clock=15))
            await table.start()
            before = table.room
            store.down = code
            pack = table.command(p.Pack)
            assert before.actor is not None
            answer = await it.rooms.submit(table.id, before.actor, pack, "en")
            assert isinstance(answer, p.Refusal)
            assert answer.code == "store_unavailable"
            assert table.room is before
            assert not it.rooms.healthy
            await it.rooms.disconnect(table.sockets["g1"])
            await clock.advance(120_000)
            assert table.room is before
            shown = await table.connect("g1")
            assert json.loads(await shown.next() or b"")["room"]["phase"] == "playing"
            await it.rooms.disconnect(shown)
            store.down = ""
            await clock.advance(2_000)
            assert it.rooms.healthy
            assert table.room.phase == "between"
            assert not table.room.members["g1"].online

    run(test())


def test_the_same_command_again_once_the_store_is_well() -> None:
    """A refusal by the store is no answer to keep."""

    async def test() -> None:
        clock = FakeClock()
        store = FaultyStore(clock, Random(0))
        async with world(store, clock=clock) as it:
            table = await Table.open(it)
            pause = table.command(p.Pause)
            store.down = "full"
            assert isinstance(await it.rooms.submit(table.id, "g0", pause), p.Refusal)
            store.down = ""
            assert isinstance(await it.rooms.submit(table.id, "g0", pause), p.Ack)
            assert table.room.paused

    run(test())


def test_a_commit_whose_answer_was_lost() -> None:
    """The entry is there: acked once, applied once."""

    async def test() -> None:
        clock = FakeClock()
        store = FaultyStore(clock, Random(0))
        async with world(store, clock=clock) as it:
            table = await Table.open(it)
            store.mumbles = 1.0
            pause = table.command(p.Pause)
            seq = table.room.seq
            assert await it.rooms.submit(table.id, "g0", pause) == p.Ack(pause.id, seq + 1)
            assert table.room.paused
            assert await it.rooms.submit(table.id, "g0", pause) == p.Ack(pause.id, seq + 1)
            assert [entry.command for entry in store.entries[table.id]].count(pause.id) == 1

    run(test())


def test_creating_and_finding_while_the_store_is_down() -> None:
    """A typed refusal everywhere."""

    async def test() -> None:
        clock = FakeClock()
        store = FaultyStore(clock, Random(0))
        async with world(store, clock=clock) as it:
            store.down = "full"
            with pytest.raises(Refused, match="store_unavailable"):
                await it.rooms.create(Guest("g0", "Asha"), Settings(), Rules())

    run(test())


def test_no_randomness() -> None:
    """No deal starts, all are told, the table is paused."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            it.dealer.fails = True
            await table.do("g0", p.Start)
            await it.clock.advance(0)
            assert table.room.paused
            assert any(event["kind"] == "deal_dropped" for frame in table.read("g1") for event in frame["events"])
            it.dealer.fails = False
            await table.do("g0", p.Resume)
            await table.start()

    run(test())


def test_drain() -> None:
    """Sockets hear of it, what was begun is finished, the rest is refused."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            rooms: Rooms = it.rooms
            going = asyncio.ensure_future(table.do("g0", p.Pause))
            await asyncio.sleep(0)
            await rooms.drain()
            assert isinstance(await going, p.Ack)
            assert table.sockets["g0"].bye == p.Bye("restarting", again=True)
            refused = await table.do("g0", p.Resume)
            assert isinstance(refused, p.Refusal)
            assert refused.code == "stopping"
            with pytest.raises(Refused, match="stopping"):
                await rooms.create(Guest("g0", "Asha"), Settings(), Rules())

    run(test())


async def leaked(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Cards and secrets that stand in the log, at any level, while all sorts of things go wrong."""
    clock = FakeClock()
    store = FaultyStore(clock, Random(0))
    async with world(store, clock=clock) as it:
        table = await Table.open(it, 3, Settings(clock=15))
        await table.start()
        deal = table.room.table.deal
        assert deal is not None
        cards = {str(card) for player in deal.players for card in player.hand or ()}
        await table.act(p.See)
        await table.act(p.Bet, amount=1)
        store.down = "full"
        await table.act(p.Pack)
        store.down = ""
        await clock.advance(200_000)
        invite = it.rooms._roster._runners[table.id].invite
    text = caplog.text + "".join(str(vars(record)) for record in caplog.records)
    assert "the store did not take an entry" in text
    found = [card for card in cards if re.search(rf"(?<![A-Za-z]){card}(?![A-Za-z])|{card}[2-9TJQKA]", text)]
    return found + [invite] * (invite in text)


def test_logs_hold_no_cards(caplog: pytest.LogCaptureFixture) -> None:
    """Nor tokens."""
    caplog.set_level(logging.DEBUG, "teenpatti")
    assert asyncio.run(leaked(caplog)) == []


@pytest.mark.parametrize("what", ["events", "room", "invite"])
def test_a_leak_into_the_log_is_found(
    what: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line too many turns the test above red."""
    batch = RoomRunner._batch

    def talkative(runner: RoomRunner, after: Room, events: Any, *rest: Any) -> Batch:
        said = {"events": [encode(getattr(event, "event", None)) for event in events], "room": encode(after.table.deal)}
        logging.getLogger("teenpatti.rooms").debug("committed %s", said.get(what, runner.invite))
        return batch(runner, after, events, *rest)

    monkeypatch.setattr(RoomRunner, "_batch", talkative)
    caplog.set_level(logging.DEBUG, "teenpatti")
    assert asyncio.run(leaked(caplog))


# --- coming back ------------------------------------------------------------------------------------------------------


async def seen_by_one(steps: int, cut: int | None = None) -> list[dict[str, Any]]:
    """What one player's page shows after each message of a game; his only socket is cut and resumed after ``cut``."""
    rng = Random(11)
    async with world(seed=4) as it:
        table = await Table.open(it, 4, Settings(clock=20), look="any_time")
        await table.start()
        shown: list[dict[str, Any]] = []
        frames = table.read("g1")
        while len(shown) < steps:
            if len(shown) == cut:
                await it.rooms.disconnect(table.sockets["g1"])
                await it.clock.advance(0)
                assert not table.room.members["g1"].online
                await table.connect("g1")
                frames = table.read("g1")
                # The resumed page has at once what the uncut one had.
                shown[-1:] = [page_of(frames[-1])] if shown else []
            if table.room.phase == "playing":
                fields = random_step(table.room, rng)
                await table.act(fields.pop("kind"), **fields)
            elif table.room.phase == "between":
                waiting = next(guest for guest in table.sockets if guest not in table.room.ready)
                await table.do(waiting, p.Ready, deal=table.room.table.deals)
            else:
                await it.clock.advance(0)
            frames = {guest: table.read(guest) for guest in table.sockets}["g1"] or frames
            shown.append(page_of(frames[-1]))
        return shown


def page_of(frame: dict[str, Any]) -> dict[str, Any]:
    """What a page shows of an update: the whole room and the viewer's own part."""
    return {"room": frame["room"], "you": frame["you"]}


def test_cut_at_every_message_and_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view equals the uncut one, in that moment and ever after."""
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: "x" * size)
    steps = 60
    uncut = asyncio.run(seen_by_one(steps))
    assert uncut[-1]["room"]["deal"]["number"] > 2
    assert len({json.dumps(one) for one in uncut}) > steps / 2
    for cut in range(steps):
        assert asyncio.run(seen_by_one(steps, cut)) == uncut, cut


class Stubborn(InlineChooser):
    """Bots that want what is not legal."""

    async def choose(self, style: str, view: View) -> Action | None:
        """A bet that no table takes."""
        self.asked += 1
        assert view.viewer is not None
        return Bet(view.viewer, 1)


def test_a_bot_that_wants_what_is_not_legal_packs(caplog: pytest.LogCaptureFixture) -> None:
    """It is no reason for people to wait."""

    async def test() -> None:
        clock = FakeClock()
        async with Rooms.open(MemoryStore(), clock=clock, dealer=FakeDealer(), chooser=Stubborn()) as rooms:
            it = World(rooms, MemoryStore(), clock, InlineChooser(), FakeDealer())
            table = await Table.open(it, 1)
            for _ in range(2):
                await table.do("g0", p.AddBot, style="caller")
            await table.start()
            while table.room.actor == "g0":
                await table.act(p.Bet, amount=10)
            await clock.advance(2_000)
            assert "a bot chose what is not legal" in caplog.text
            assert table.room.table.deal is not None
            assert any(player.packed for player in table.room.table.deal.players)

    run(test())


def test_bots_are_asked_again_once_the_store_is_well() -> None:
    """Their turn is not forgotten while the disk is full."""

    async def test() -> None:
        clock = FakeClock()
        store = FaultyStore(clock, Random(0))
        async with world(store, clock=clock) as it:
            table = await Table.open(it, 1)
            for _ in range(2):
                await table.do("g0", p.AddBot, style="caller")
            await table.start()
            while table.room.actor == "g0":
                await table.act(p.Bet, amount=10)
            turn = table.room.turn_number
            store.down = "full"
            await clock.advance(5_000)
            assert table.room.turn_number == turn
            store.down = ""
            await clock.advance(5_000)
            assert table.room.turn_number > turn

    run(test())


def test_bots_choose_in_a_worker() -> None:
    """In another thread, with a delay that is drawn before; a bot that raises is no choice."""

    class Broken:
        """A bot that fails."""

        name = "broken"
        style = "fails"

        def choose(self, view: View, rng: Random) -> Action:
            """Raise."""
            raise RuntimeError

    async def test() -> None:
        worker = Worker()
        view = deal_view()
        try:
            assert await worker.choose("caller", view) is not None
            assert await worker.choose("no such style", view) is None
            with pytest.MonkeyPatch.context() as patch:
                patch.setitem(BOTS, "broken", Broken())
                assert await worker.choose("broken", view) is None
            delays = [worker.delay_ms() for _ in range(200)]
            assert FASTEST_MS <= min(delays) < max(delays) <= SLOWEST_MS
        finally:
            worker.close()

    run(test())


def deal_view() -> View:
    """What the player to act of some deal sees."""
    deal = Deal.start(Rules(), [100, 100])
    return view_of(deal, deal.turn)


def test_the_system_clock() -> None:
    """Wall time that only goes forward; a call that is due comes in the loop."""

    async def test() -> None:
        clock = SystemClock()
        called = asyncio.Event()
        assert clock.now() > 1_600_000_000_000
        cancelled = clock.call_at(clock.now(), lambda: pytest.fail("was cancelled"))
        cancelled.cancel()
        clock.call_at(clock.now() - 5, called.set)
        await asyncio.wait_for(called.wait(), 5)
        dealer = SecretDealer()
        assert len(dealer.secret()) == 32
        assert dealer.secret() != dealer.secret()

    run(test())


class Deaf(FaultyStore):
    """A store that neither takes nor gives anything while it is down."""

    def __getattribute__(self, name: str) -> Any:
        methods = (
            "rooms load find_invite set_invite rooms_of rooms_of_sheet deals deal save_deal save_rules saved_rules"
        )
        if name in methods.split() and object.__getattribute__(self, "down"):

            async def fail(*_: object) -> None:
                raise StoreError("broken")

            return fail
        return super().__getattribute__(name)


def test_every_door_says_so_when_the_store_is_down() -> None:
    """A typed refusal each; and all is well again afterwards, tables that could not be read at the start included."""

    async def test() -> None:
        clock = FakeClock()
        store = Deaf(clock, Random(0))
        async with world(store, clock=clock) as it:
            table = await Table.open(it, settings=Settings(sheet="s"))
            await table.start()
            await table.act(p.Pack)
            store.down = "full"
            rooms, room = it.rooms, table.id
            for door in (
                rooms.create(Guest("x", "X"), Settings(), Rules()),
                rooms.find_invite("token"),
                rooms.renew_invite(room, "g0"),
                rooms.rooms_of("g0"),
                rooms.join(room, Guest("x", "X")),
                rooms.history(room, "g0"),
                rooms.hand_file(room, 1, "g0"),
                rooms.look(room, 1, "g0"),
                rooms.score(room, "g0"),
                rooms.save_rules("g0", "Name", {"boot": 2}),
                rooms.saved_rules("g0"),
                rooms.forget("g0"),
                rooms.connect("another", "g0"),
            ):
                with pytest.raises(Refused, match="store_unavailable"):
                    await door
        clock.forget()
        async with world(store, clock=clock) as it:
            assert it.rooms.counters()["rooms"] == 0
            store.down = ""
            await clock.advance(2_000)
            assert it.rooms.counters()["rooms"] == 1

    run(test())
