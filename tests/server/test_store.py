"""What a store must do, held against each of them; and what SQLite's must besides."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from teenpatti.game.cards import parse_hand
from teenpatti.game.rules import Rules
from teenpatti.server import protocol as p
from teenpatti.server import store_sqlite
from teenpatti.server.people import Guest
from teenpatti.server.rooms import Rooms
from teenpatti.server.seal import Seal, SealBroken, make_key
from teenpatti.server.settings import Settings
from teenpatti.server.store import Batch, DealRecord, Entry, RoomRow, Snapshot, Store, Stored, StoreError
from teenpatti.server.store_memory import MemoryStore
from teenpatti.server.store_sqlite import DATABASE, KEY, SqliteStore, connect, migrations, sqlite_store
from tests.server.world import FakeClock, FakeDealer, InlineChooser, settle

Test = Callable[[Store], Awaitable[None]]


def entry(seq: int, body: bytes = b"[]", guest: str = "", command: str = "") -> Entry:
    """An entry."""
    return Entry(seq, 1_000 + seq, guest, command, body)


async def room(store: Store, name: str = "r", invite: str = "token", sheet: str = "") -> None:
    """A room with its first entry."""
    await store.create(name, invite, sheet, Batch(name, entry(1), guests=("g0",)))


@pytest.fixture(params=["memory", "sqlite"], name="run")
def _run(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Test], None]:
    """Runs a test on a fresh store of each kind."""

    def run(test: Test) -> None:
        async def on_sqlite() -> None:
            async with sqlite_store(tmp_path) as store:
                await test(store)

        async def on_memory() -> None:
            await test(MemoryStore())

        asyncio.run(on_sqlite() if request.param == "sqlite" else on_memory())

    return run


def test_entries(run: Callable[[Test], None]) -> None:
    """They come back as they went in, in order, after any place."""

    async def test(store: Store) -> None:
        await room(store)
        more = [entry(2, b'[{"kind":"paused"}]', "g0", "c1"), entry(3)]
        for one in more:
            await store.append(Batch("r", one))
        assert await store.load(["r"]) == [Stored("r", "token", None, [entry(1), *more])]
        assert await store.tail("r", 2) == [entry(3)]
        assert await store.load(["other"]) == []
        assert await store.rooms() == [RoomRow("r", False, "")]

    run(test)


def test_a_snapshot_shortens_recovery(run: Callable[[Test], None]) -> None:
    """It is saved in the transaction of its entry, with the deal's record."""

    async def test(store: Store) -> None:
        await room(store)
        await store.append(Batch("r", entry(2), Snapshot(2, b"whole"), DealRecord(1, 5, b"deal")))
        await store.append(Batch("r", entry(3)))
        assert await store.load(["r"]) == [Stored("r", "token", Snapshot(2, b"whole"), [entry(3)])]
        assert await store.deal("r", 1) == DealRecord(1, 5, b"deal")
        assert await store.deal("r", 2) is None
        await store.save_deal("r", DealRecord(1, 5, b"again"))
        for number in (2, 3):
            await store.append(Batch("r", entry(2 + number), deal=DealRecord(number, 5, b"d")))
        assert [deal.number for deal in await store.deals("r", 3, 10)] == [2, 1]
        assert [deal.number for deal in await store.deals("r", 9, 2)] == [3, 2]

    run(test)


def test_two_writers_never_both_succeed(run: Callable[[Test], None]) -> None:
    """The same number twice is a conflict; the first entry stands."""

    async def test(store: Store) -> None:
        await room(store)
        await store.append(Batch("r", entry(2, b"first")))
        with pytest.raises(StoreError, match="conflict"):
            await store.append(Batch("r", entry(2, b"second")))
        with pytest.raises(StoreError, match="conflict"):
            await room(store)
        assert await store.tail("r", 1) == [entry(2, b"first")]
        await store.append(Batch("r", entry(3)))

    run(test)


def test_invites(run: Callable[[Test], None]) -> None:
    """Found by their secret, replaced by another."""

    async def test(store: Store) -> None:
        await room(store)
        assert await store.find_invite("token") == "r"
        assert await store.find_invite("Token") is None
        assert (await store.load(["r"]))[0].invite == "token"
        await store.set_invite("r", "other")
        assert await store.find_invite("token") is None
        assert await store.find_invite("other") == "r"

    run(test)


def test_lists(run: Callable[[Test], None]) -> None:
    """A guest's rooms, a sheet's rooms, closed rooms, saved rules."""

    async def test(store: Store) -> None:
        await room(store, "a", "t1", "sheet")
        await room(store, "b", "t2", "sheet")
        await store.append(Batch("a", Entry(2, 9_999, "", "", b"[]"), guests=("g1",), closed=True))
        assert set(await store.rooms_of("g0")) == {"a", "b"}
        assert await store.rooms_of("g1") == ["a"]
        assert set(await store.rooms_of_sheet("sheet")) == {"a", "b"}
        assert await store.rooms_of_sheet("none") == []
        assert {row.room: row.closed for row in await store.rooms()} == {"a": True, "b": False}
        await store.save_rules("g0", "Sunday", b"{}")
        await store.save_rules("g0", "Sunday", b'{"boot":2}')
        assert await store.saved_rules("g0") == [("Sunday", b'{"boot":2}')]
        await store.save_rules("g0", "Monday", b"{}")
        await store.save_rules("g0", "Monday", None)
        await store.forget("g0")
        assert await store.saved_rules("g0") == []
        assert await store.rooms_of("g0") == []

    run(test)


def test_rewriting(run: Callable[[Test], None]) -> None:
    """A snapshot takes the place of the entries before it; the next entry follows on."""

    async def test(store: Store) -> None:
        await room(store)
        await store.append(Batch("r", entry(2), deal=DealRecord(1, 5, b"with a name")))
        await store.rewrite("r", Snapshot(2, b"whole"), [DealRecord(1, 5, b"without")])
        assert await store.load(["r"]) == [Stored("r", "token", Snapshot(2, b"whole"), [])]
        assert await store.deal("r", 1) == DealRecord(1, 5, b"without")
        await store.append(Batch("r", entry(3)))
        await store.probe()
        assert await store.load(["r"]) == [Stored("r", "token", Snapshot(2, b"whole"), [entry(3)])]

    run(test)


# --- SQLite -----------------------------------------------------------------------------------------------------------


def test_group_commit(tmp_path: Path) -> None:
    """What arrives together waits for the disk once; one that does not fit does not spoil the others."""

    async def test() -> None:
        async with sqlite_store(tmp_path) as store:
            for i in range(50):
                await store.create(f"r{i}", f"t{i}", "", Batch(f"r{i}", entry(1)))
            before = store._writer.groups
            work = [store.append(Batch(f"r{i}", entry(1 if i == 7 else 2))) for i in range(50)]
            results = await asyncio.gather(*work, return_exceptions=True)
            assert [str(result) for result in results if result is not None] == ["conflict"]
            assert store._writer.groups - before < 10

    asyncio.run(test())


def test_the_key_is_its_owners_alone(tmp_path: Path) -> None:
    """A file of its own, made on the first start; a lost one is said, not replaced."""

    async def open_again() -> None:
        async with sqlite_store(tmp_path):
            raise AssertionError("opened without its key")

    async def test() -> None:
        async with sqlite_store(tmp_path) as store:
            await room(store)
        if sys.platform != "win32":
            assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600
        (tmp_path / KEY).rename(tmp_path / "elsewhere")
        with pytest.raises(StoreError, match="key_missing"):
            await open_again()
        (tmp_path / KEY).write_bytes(b"short")
        with pytest.raises(StoreError, match="key_missing"):
            await open_again()
        (tmp_path / KEY).write_bytes(bytes(32))
        async with sqlite_store(tmp_path) as store:
            with pytest.raises(StoreError, match="broken"):
                await store.load(["r"])

    asyncio.run(test())


def test_one_server_for_one_folder(tmp_path: Path) -> None:
    """The second is told so; once the first has ended it may."""

    async def second() -> None:
        async with sqlite_store(tmp_path):
            raise AssertionError("two servers in one folder")

    async def test() -> None:
        async with sqlite_store(tmp_path):
            with pytest.raises(StoreError, match="locked"):
                await second()
        async with sqlite_store(tmp_path) as store:
            assert await store.rooms() == []

    asyncio.run(test())


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    """Rather than harmed."""

    async def test() -> None:
        async with sqlite_store(tmp_path) as store:
            assert await store.rooms() == []
        db = connect(tmp_path / DATABASE)
        assert db.execute("PRAGMA user_version").fetchone() == (len(migrations()),)
        db.execute(f"PRAGMA user_version = {len(migrations()) + 1}")
        db.close()
        with pytest.raises(StoreError, match="newer"):
            SqliteStore(tmp_path)

    asyncio.run(test())


@pytest.mark.parametrize("fault", ["full", "locked", "read_only"])
def test_the_disk_fails_and_heals(tmp_path: Path, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk, a locked file, a file that became read-only: an error each time, and work again afterwards."""
    monkeypatch.setattr(store_sqlite, "BUSY_SECONDS", 0.05)

    async def test() -> None:
        async with sqlite_store(tmp_path) as store:
            await room(store)
            with monkeypatch.context() as patch:
                await _next_connection(store)
                mend = _break(fault, tmp_path, patch)
                if fault != "locked":
                    await _next_connection(store)
                for _ in range(2):
                    with pytest.raises(StoreError, match=fault):
                        await store.append(Batch("r", entry(2, b"x" * 50_000)))
                assert await store.tail("r", 0) == [entry(1)]
                mend()
            await _next_connection(store)
            await store.append(Batch("r", entry(2)))
            assert await store.tail("r", 1) == [entry(2)]

    asyncio.run(test())


async def _next_connection(store: SqliteStore) -> None:
    """Make the writer connect anew, as it does after any error."""

    def fail(_: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("for the test")

    with pytest.raises(StoreError):
        await store._writer.do(fail)


def _break(fault: str, folder: Path, patch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Let the disk fail in one way; the answer mends it."""
    if fault == "locked":
        other = connect(folder / DATABASE)
        other.execute("BEGIN IMMEDIATE")
        return other.close

    def limited(path: Path) -> sqlite3.Connection:
        db = connect(path)
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}" if fault == "full" else "PRAGMA query_only = ON")
        return db

    patch.setattr(store_sqlite, "connect", limited)
    return lambda: None


def test_sealing() -> None:
    """Bound to key, room and place; a changed byte does not open; equal bytes look different."""
    seal, other = Seal(bytes(32)), Seal(bytes([1] * 32))
    sealed = seal.close("r", "entry 1", b"AsKsQs")
    assert seal.open("r", "entry 1", sealed) == b"AsKsQs"
    assert sealed != seal.close("r", "entry 1", b"AsKsQs")
    assert b"AsKsQs" not in sealed
    changed = sealed[:-1] + bytes([sealed[-1] ^ 1])
    for opener, name, place, body in (
        (other, "r", "entry 1", sealed),
        (seal, "s", "entry 1", sealed),
        (seal, "r", "entry 2", sealed),
        (seal, "r", "entry 1", changed),
        (seal, "r", "entry 1", b""),
    ):
        with pytest.raises(SealBroken):
            opener.open(name, place, body)


def test_a_key_is_made_once(tmp_path: Path) -> None:
    """Whole, or not there; what a start that was cut off left behind does not matter."""
    (tmp_path / "key.new").write_bytes(b"half")
    key = make_key(tmp_path / "key")
    assert (tmp_path / "key").read_bytes() == key
    assert len(key) == 32
    assert os.listdir(tmp_path) == ["key"]  # noqa: PTH208


def test_the_file_holds_no_readable_card(tmp_path: Path) -> None:
    """Of a deal that runs, of names and of links: nothing in the clear, in any file of the folder."""

    async def test() -> None:
        clock = FakeClock()
        async with (
            sqlite_store(tmp_path) as store,
            Rooms.open(store, clock=clock, dealer=FakeDealer(3), chooser=InlineChooser()) as rooms,
        ):
            new = await rooms.create(Guest("g0", "Ashalata"), Settings(name="Velvet"), Rules.preset("club", boot=10))
            await rooms.join(new.room, Guest("g1", "Benedikt"))
            for guest in ("g0", "g1"):
                await rooms.connect(new.room, guest)
            assert isinstance(await rooms.submit(new.room, "g0", p.Start(id="start-01")), p.Ack)
            await clock.advance(0)
            while rooms._roster._runners[new.room].room.phase != "playing":
                await settle()
            state = rooms._roster._runners[new.room].room
            deal = state.table.deal
            assert deal is not None
            assert state.actor is not None
            await rooms.submit(new.room, state.actor, p.See(id="see-0001", deal=1, turn=1))
            hands = ["".join(map(str, player.hand or ())) for player in deal.players]
            held = _held(tmp_path)
            for secret in (*hands, "deal_started", "hands", "Ashalata", "Velvet", new.invite):
                assert secret.encode() not in held
            for text in hands:
                assert bytes(int(card) for card in parse_hand(text)) not in held

    asyncio.run(test())


def _held(folder: Path) -> bytes:
    """All that the files of the folder hold."""
    return b"".join(path.read_bytes() for path in folder.iterdir())
