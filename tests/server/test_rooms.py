"""Tables found, listed, remembered: links, history, score sheets, saved rules, deleting a guest's data, recovery."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from teenpatti.game.errors import InvalidRules
from teenpatti.game.notation import parse_tph, to_tph
from teenpatti.game.replay import replay
from teenpatti.game.rules import Rules
from teenpatti.server import protocol as p
from teenpatti.server.errors import Refused
from teenpatti.server.people import Guest
from teenpatti.server.rooms import Preview, RoomLine, Rooms
from teenpatti.server.settings import Settings
from teenpatti.server.store_memory import MemoryStore
from teenpatti.server.store_sqlite import sqlite_store
from tests.server.test_runner import Table, run
from tests.server.world import world


async def one_deal(table: Table) -> None:
    """Dealt and packed to the end."""
    if table.room.phase == "waiting":
        await table.start()
    else:
        await table.it.clock.advance(12_000)
    for guest in table.sockets:
        table.read(guest)
    while table.room.phase == "playing":
        await table.act(p.Pack)


def test_links() -> None:
    """Found by their secret alone; a new one puts an end to the old; only the host makes it."""

    async def test() -> None:
        async with world() as it:
            new = await it.rooms.create(Guest("g0", "Asha"), Settings(name="Diwali"), Rules(boot=10))
            assert await it.rooms.find_invite(new.invite) == new.room
            assert await it.rooms.find_invite(new.room) is None
            assert await it.rooms.preview(new.invite) == Preview("Diwali", "Asha")
            assert await it.rooms.preview("nothing") is None
            assert await it.rooms.preview_of("nothing") is None
            assert await it.rooms.invite(new.room, "g0") == new.invite
            for refused in (it.rooms.invite(new.room, "x"), it.rooms.renew_invite(new.room, "x")):
                with pytest.raises(Refused):
                    await refused
            other = await it.rooms.renew_invite(new.room, "g0")
            assert await it.rooms.find_invite(new.invite) is None
            assert await it.rooms.find_invite(other) == new.room
            assert len({len(new.invite), len(other), 22}) == 1

    run(test())


def test_a_link_is_shown_as_the_server_makes_it() -> None:
    """And again when its address has changed."""

    async def test() -> None:
        base = ["http://one.example/"]
        async with Rooms.open(MemoryStore(), link=lambda token: base[0] + token) as rooms:
            new = await rooms.create(Guest("g0", "Asha"), Settings(), Rules(boot=10))
            socket = await rooms.connect(new.room, "g0")
            assert f"http://one.example/{new.invite}".encode() in (await socket.next() or b"")
            base[0] = "https://two.example/"
            rooms.refresh()
            frames = [await socket.next() or b""]
            frames += socket.waiting()
            assert f"https://two.example/{new.invite}".encode() in frames[-1]

    run(test())


@pytest.mark.parametrize(
    ("name", "table", "rules", "error"),
    [
        ("\u200b", "Table", Rules(), Refused),
        ("Asha", "\u202e", Rules(), Refused),
        ("Asha", "Table", Rules(boot=10**12), Refused),
    ],
)
def test_what_cannot_be_created(name: str, table: str, rules: Rules, error: type[Exception]) -> None:
    """Without a readable name, or with chips that cannot be counted."""

    async def test() -> None:
        async with world() as it:
            with pytest.raises(error):
                await it.rooms.create(Guest("g0", name), Settings(name=table), rules)
            with pytest.raises(InvalidRules):
                await it.rooms.create(Guest("g0", "Asha"), Settings(seats=17), Rules(boot=0))

    run(test())


def test_my_tables() -> None:
    """Those a guest is or was at; not those he was thrown out of."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it, 3)
            await table.do("g0", p.Kick, guest="g2")
            assert await it.rooms.rooms_of("g0") == [RoomLine(table.id, "Teen Patti", "Asha", "waiting", 0, True)]
            assert [line.is_host for line in await it.rooms.rooms_of("g1")] == [False]
            assert await it.rooms.rooms_of("g2") == []
            await it.rooms.leave(table.id, "g1")
            assert table.sockets["g1"].bye == p.Bye("not_a_member", again=False)
            assert len(await it.rooms.rooms_of("g1")) == 1

    run(test())


def test_closed_tables_come_back_with_their_people() -> None:
    """After a restart too, which does not load them before somebody asks."""

    async def test() -> None:
        store = MemoryStore()
        async with world(store) as it:
            table = await Table.open(it)
            await one_deal(table)
            await table.do("g0", p.Close)
        async with world(store) as it:
            assert it.rooms.counters()["rooms"] == 0
            with pytest.raises(Refused, match="no_such_room"):
                await it.rooms.join(table.id, Guest("new", "New"))
            with pytest.raises(Refused, match="host_only"):
                await it.rooms.reopen(table.id, "g1")
            await it.rooms.reopen(table.id, "g0")
            again = Table(it, table.id)
            again.ids = table.ids
            assert again.room.phase == "waiting"
            assert sorted(seat.chips for seat in again.room.table.seats if seat) == [4990, 5010]
            for guest in ("g0", "g1"):
                await again.connect(guest)
            await again.start()

    run(test())


def test_quiet_tables_leave_memory_and_come_back() -> None:
    """In the middle of a deal as it stood; not while somebody is there, nor while a clock runs."""
    minutes = 60_000

    async def test() -> None:
        async with world() as it:
            untimed, watched = await Table.open(it), await Table.open(it)
            timed = await Table.open(it, settings=Settings(clock=60))
            for table in (untimed, timed, watched):
                await table.start()
            await untimed.act(p.Bet, amount=10)
            for table in (untimed, timed):
                for socket in table.sockets.values():
                    await it.rooms.disconnect(socket)
            await it.clock.advance(0)
            before = untimed.room
            assert not any(member.online for member in before.members.values())
            await it.clock.advance(9 * minutes)
            assert it.rooms.counters()["rooms"] == 3
            # The clock has packed the one who did not play, and nobody is there to deal for.
            await it.clock.advance(5 * minutes)
            assert [it.rooms._roster.here(table.id) is None for table in (untimed, timed, watched)] == [1, 1, 0]
            assert it.rooms.counters()["rooms"] == 1

            await untimed.connect("g0")
            again = untimed.room
            assert (again.table, again.turn_number, again.since) == (before.table, before.turn_number, before.since)
            assert again.seq == before.seq + 1
            assert isinstance(await untimed.act(p.Bet, amount=10), p.Ack)
            assert (await it.rooms.history(timed.id, "g1"))[0].ended_by == "pack"
            assert it.rooms.counters()["rooms"] == 3

    run(test())


# --- history ----------------------------------------------------------------------------------------------------------


def test_history_and_hand_files() -> None:
    """Each finished deal, with what its reader may know; the file replays to the same chips."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it, 3)
            await table.start()
            await table.act(p.See)
            looker = table.room.actor
            await table.act(p.Bet, amount=20)
            await table.act(p.Pack)
            await table.act(p.Pack)
            await one_deal(table)
            lines = await it.rooms.history(table.id, "g0")
            assert [line.deal for line in lines] == [2, 1]
            assert (lines[1].pot, lines[1].ended_by, lines[1].net) == (50, "pack", -10)
            assert lines[1].winners == ["Name 1" if looker == "g1" else lines[1].winners[0]]
            assert [line.deal for line in await it.rooms.history(table.id, "g0", before=2)] == [1]
            hands = {}
            for guest in ("g0", "g1", "g2"):
                file = await it.rooms.hand_file(table.id, 1, guest)
                assert parse_tph(to_tph(file)).players == file.players
                steps = list(replay(file))
                assert [player.stack for player in steps[-1].deal.players] == list(file.finishing_stacks or ())
                hands[guest] = [line for line in file.actions if line.startswith("d dh") and "?" not in line]
            assert {guest: len(known) for guest, known in hands.items()} == {"g0": 0, "g1": 0, "g2": 0} | {
                str(looker): 1
            }
            replayed = await it.rooms.steps(table.id, 1, "g0")
            assert replayed["error"] is None
            assert sorted(replayed["file"]["_seats"]) == [0, 1, 2]
            assert replayed["steps"][-1]["over"]

    run(test())


def test_history_knows_what_was_shown_and_looked_at_afterwards() -> None:
    """A hand shown is everybody's; one looked at is its owner's (R8)."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it, 3)
            await one_deal(table)
            await table.do("g0", p.LookAfter)
            await table.do("g1", p.ShowHand)

            async def known(guest: str) -> int:
                file = await it.rooms.hand_file(table.id, 1, guest)
                return sum("?" not in line for line in file.actions if line.startswith("d dh"))

            assert [await known(guest) for guest in ("g0", "g1", "g2")] == [2, 1, 1]
            await one_deal(table)
            await it.rooms.look(table.id, 1, "g2")
            await it.rooms.look(table.id, 1, "g2")
            assert [await known(guest) for guest in ("g0", "g1", "g2")] == [2, 1, 2]

    run(test())


def test_who_may_read_history() -> None:
    """The people of the table; where nobody may look on, only those dealt in; nobody else, nobody kicked."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it, 2, Settings(spectators=False))
            await one_deal(table)
            await it.rooms.join(table.id, Guest("late", "Late"))
            assert await it.rooms.history(table.id, "late") == []
            for guest, deal, code in (("late", 1, "no_such_deal"), ("g0", 9, "no_such_deal"), ("x", 1, "no_such_room")):
                with pytest.raises(Refused, match=code):
                    await it.rooms.hand_file(table.id, deal, guest)
            await table.do("g0", p.SetSettings, spectators=True)
            assert len(await it.rooms.history(table.id, "late")) == 1
            file = await it.rooms.hand_file(table.id, 1, "late")
            assert all("?" in line for line in file.actions if line.startswith("d dh"))
            with pytest.raises(Refused, match="no_such_deal"):
                await it.rooms.look(table.id, 1, "late")
            await it.rooms.leave(table.id, "g1")
            assert len(await it.rooms.history(table.id, "g1")) == 1
            await it.rooms.join(table.id, Guest("g1", "Ben"))
            await table.do("g0", p.Kick, guest="g1")
            with pytest.raises(Refused, match="no_such_room"):
                await it.rooms.history(table.id, "g1")

    run(test())


def test_a_new_device_does_not_get_the_old_ones_cards() -> None:
    """Not those of the deals before it took the seat either."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            await table.start()
            while table.room.actor != "g1":
                await table.act(p.Bet, amount=10)
            await table.act(p.See)
            await table.act(p.Pack)
            await it.rooms.disconnect(table.sockets.pop("g1"))
            await it.rooms.join(table.id, Guest("new", "Ben"), play=False)
            await table.connect("new")
            await table.do("new", p.Claim, seat=1)
            await table.do("g0", p.AnswerClaim, guest="new")
            assert table.room.seat_of("new") == 1
            file = await it.rooms.hand_file(table.id, 1, "new")
            assert all("?" in line for line in file.actions if line.startswith("d dh"))

    run(test())


def test_called_off_deals_stand_in_history() -> None:
    """With what was paid, and that nobody won or lost by it."""

    async def test() -> None:
        async with world() as it:
            table = await Table.open(it)
            await table.start()
            for guest in ("g0", "g1"):
                await table.do(guest, p.CallOff)
            (line,) = await it.rooms.history(table.id, "g0")
            assert (line.ended_by, line.net, line.winners) == ("called_off", 0, [])
            assert (await it.rooms.steps(table.id, 1, "g0"))["error"] is None

    run(test())


# --- score and rules --------------------------------------------------------------------------------------------------


def test_score_over_several_tables() -> None:
    """Those of one host that name the same sheet; somebody else's sheet of that name is another."""

    async def test() -> None:
        async with world() as it:
            tables = [await Table.open(it, 2, Settings(sheet="family")) for _ in range(2)]
            for table in tables:
                await one_deal(table)
            stranger = await it.rooms.create(Guest("s", "Stranger"), Settings(sheet="family"), Rules(boot=10))
            lines = {line.guest: line for line in await it.rooms.score(tables[0].id, "g0")}
            assert set(lines) == {"g0", "g1"}
            assert (lines["g0"].deals, lines["g0"].given) == (2, 10_000)
            assert sum(line.net for line in lines.values()) == 0
            assert [line.guest for line in await it.rooms.score(stranger.room, "s")] == ["s"]
            await one_deal(tables[0])
            steps = await it.rooms.score_steps(tables[0].id, "g0")
            assert [step.deal for step in steps] == [1, 2]
            assert [sum(step.net.values()) for step in steps] == [0, 0]
            assert sum(step.net["g0"] for step in steps) == tables[0].room.table.accounts["g0"].net
            with pytest.raises(Refused):
                await it.rooms.score(tables[0].id, "s")

    run(test())


def test_saved_rules() -> None:
    """By name; checked; an empty table takes them away."""

    async def test() -> None:
        async with world() as it:
            await it.rooms.save_rules("g0", " Sunday ", {"preset": "club", "boot": 20})
            await it.rooms.save_rules("g0", "Plain", {"preset": "classic"})
            saved = await it.rooms.saved_rules("g0")
            assert Rules.from_options(saved["Sunday"]) == Rules.preset("club", boot=20)
            assert Rules.from_options(saved["Plain"]) == Rules()
            assert await it.rooms.saved_rules("g1") == {}
            await it.rooms.save_rules("g0", "Plain", {})
            assert set(await it.rooms.saved_rules("g0")) == {"Sunday"}
            with pytest.raises(InvalidRules):
                await it.rooms.save_rules("g0", "Bad", {"boot": 0})
            with pytest.raises(Refused, match="bad_text"):
                await it.rooms.save_rules("g0", "\u200b", {"boot": 1})
            for number in range(49):
                await it.rooms.save_rules("g0", f"r{number}", {"boot": 1})
            with pytest.raises(Refused, match="too_many"):
                await it.rooms.save_rules("g0", "one more", {"boot": 1})

    run(test())


def test_deleting_a_guests_data() -> None:
    """Name and words are gone from the table, its history and its log; the deals stay."""

    async def test() -> None:
        store = MemoryStore()
        async with world(store) as it:
            table = await Table.open(it)
            await it.rooms.save_rules("g1", "Mine", {"boot": 1})
            await table.do("g1", p.Rename, name="Benedikta")
            await table.do("g1", p.Say, text="a private matter")
            await one_deal(table)
            assert await it.rooms.forget("g1") == 1
            held = repr([store.entries, store.snapshots, store.records, store.rules])
            assert "Benedikta" not in held
            assert "private" not in held
            assert await it.rooms.rooms_of("g1") == []
            assert (await it.rooms.hand_file(table.id, 1, "g0")).players.count("?") == 1
            await one_deal(table)
        async with world(store) as it:
            assert (await it.rooms.history(table.id, "g0"))[0].deal == 2

    run(test())


# --- recovery ---------------------------------------------------------------------------------------------------------


def test_a_table_that_cannot_be_read_does_not_keep_the_others_away(caplog: pytest.LogCaptureFixture) -> None:
    """It is said in the log, and asked for it is refused."""

    async def test() -> None:
        store = MemoryStore()
        async with world(store) as it:
            good, bad = await Table.open(it), await Table.open(it)
        store.entries[bad.id][3] = store.entries[bad.id][3]._replace(body=b'[{"kind":"unheard_of"}]')
        async with world(store) as it:
            assert it.rooms.counters()["rooms"] == 1
            assert "a table cannot be read" in caplog.text
            assert (await it.rooms.preview_of(good.id)) is not None
            with pytest.raises(Refused, match="no_such_room"):
                await it.rooms.connect(bad.id, "g0")

    run(test())


def test_long_chat_makes_no_long_recovery() -> None:
    """Between deals a room is saved whole now and then."""

    async def test() -> None:
        store = MemoryStore()
        async with world(store) as it:
            table = await Table.open(it)
            for _ in range(450):
                await table.do("g0", p.React, reaction="fire")
            (stored,) = await store.load([table.id])
            assert stored.snapshot is not None
            assert len(stored.entries) <= 250
        async with world(store) as it:
            assert (await it.rooms._roster.get(table.id)).room.seq >= stored.snapshot.seq

    run(test())


def test_1000_tables_come_back(tmp_path: Path) -> None:
    """In under 5 s of work, in the middle of their deals."""

    async def fill() -> list[str]:
        async with sqlite_store(tmp_path) as store, Rooms.open(store) as rooms:

            async def one(number: int) -> str:
                new = await rooms.create(Guest(f"h{number}", "Host"), Settings(), Rules.preset("club", boot=10))
                for i in range(4):
                    await rooms.join(new.room, Guest(f"h{number}g{i}", f"Guest {i}"))
                for guest in (f"h{number}", *(f"h{number}g{i}" for i in range(4))):
                    await rooms.connect(new.room, guest)
                answer = await rooms.submit(new.room, f"h{number}", p.Start(id="start-0001"))
                assert isinstance(answer, p.Ack)
                return new.room

            made: list[str] = []
            for batch in range(10):
                made += await asyncio.gather(*(one(100 * batch + i) for i in range(100)))
            while rooms.counters()["rooms_playing"] < 1_000:  # noqa: ASYNC110 - the store has its own thread
                await asyncio.sleep(0.01)
            return made

    async def again() -> dict[str, int]:
        async with sqlite_store(tmp_path) as store, Rooms.open(store) as rooms:
            return rooms.counters()

    made = asyncio.run(fill())
    assert len(set(made)) == 1_000
    assert asyncio.run(again())["rooms_playing"] == 1_000
