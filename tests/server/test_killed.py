"""Killed in the middle of deals, over and over: nothing acked is lost, nothing happens twice, the same cards go on."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from teenpatti.fair.verify import check_files
from teenpatti.server.evolve import evolve_entry
from teenpatti.server.proofs import proof_file
from teenpatti.server.room import Room
from teenpatti.server.room_codec import decode_events, decode_room
from teenpatti.server.store_sqlite import sqlite_store
from tests.server.driver import Play
from tests.server.victim import digest

ROOT = Path(__file__).resolve().parents[2]
READY_SECONDS = 4.0


def live_and_die(folder: Path, seed: int, rng: Random) -> tuple[list[dict[str, Any]], float]:
    """Run the victim, kill it after a while; what it said, and how long it took to be ready."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "tests.server.victim", str(folder), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as victim:
        assert victim.stdout is not None
        said = [json.loads(victim.stdout.readline())]
        ready = time.monotonic() - begun
        # So many lines are heard before it dies; what it says meanwhile counts too.
        said += [json.loads(victim.stdout.readline()) for _ in range(rng.randint(5, 40))]
        victim.send_signal(signal.SIGKILL)
        said += [json.loads(line) for line in victim.stdout if line.endswith("\n")]
    return said, ready


async def stored(folder: Path) -> tuple[str, list[Any], Room]:
    """The room as the disk has it: all its entries, and the state that a snapshot and its tail give."""
    async with sqlite_store(folder) as store:
        (row,) = await store.rooms()
        entries = await store.tail(row.room, 0)
        (whole,) = await store.load([row.room])
        room = None if whole.snapshot is None else decode_room(whole.snapshot.body)
        for entry in whole.entries:
            room = evolve_entry(room, entry.seq, entry.at, entry.guest, entry.command, decode_events(entry.body))
        assert room is not None
        return row.room, entries, room


def rebuilt(entries: list[Any]) -> Room:
    """The room from its first entry on."""
    room = None
    for entry in entries:
        room = evolve_entry(room, entry.seq, entry.at, entry.guest, entry.command, decode_events(entry.body))
    assert room is not None
    return room


def check_committed(room: Room) -> None:
    """The cards of the deal are those that its proof commits to."""
    if room.proven is None or room.deal is None:
        return
    for player, state in enumerate(room.deal.players):
        file = proof_file(room.proven, room.deal, player, looked=True)
        (one,) = check_files([("file", file.encode())])
        assert one.fault is None
        assert one.cards()[f"seat {room.deal_seats[player] + 1}"] == [str(card) for card in state.hand or ()]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_kill_9(tmp_path: Path, long: bool) -> None:
    """Ten times, 1,000 with --long; the whole server is killed in test_crash.py."""
    rng = Random(9)
    acked: dict[tuple[str, str], int] = {}
    cards: dict[int, str] = {}
    slowest = 0.0
    in_deal = 0
    for cycle in range(1_000 if long else 10):
        said, ready = live_and_die(tmp_path, cycle, rng)
        slowest = max(slowest, ready)
        for line in said:
            if "acked" in line and line["kind"] != "Ready":
                acked[line["guest"], line["acked"]] = line["seq"]
            if line.get("cards"):
                number = line.get("deal") or line["deals"]
                assert cards.setdefault(number, line["cards"]) == line["cards"]
        _, entries, room = asyncio.run(stored(tmp_path))
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        place = Counter((entry.guest, entry.command) for entry in entries if entry.command)
        assert not [command for command, times in place.items() if times > 1]
        where = {(entry.guest, entry.command): entry.seq for entry in entries}
        assert {command: where.get(command) for command in acked} == acked
        Play.check(room)
        check_committed(room)
        if cycle % 10 == 0:
            assert rebuilt(entries) == room
        if room.table.running:
            in_deal += 1
            assert cards.setdefault(room.table.deals, digest(room.table)) == digest(room.table)
    assert in_deal > 3
    assert len(acked) > 50
    assert slowest < READY_SECONDS or long
