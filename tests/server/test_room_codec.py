"""Stored events stay readable for ever; stored nonsense is refused in a word that tells no card."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from teenpatti.server import protocol as p
from teenpatti.server import room_events as e
from teenpatti.server.room_codec import Unreadable, decode_events, decode_room, encode_events, encode_room
from tests.server.driver import Play

EXAMPLES = Path(__file__).with_name("stored_events.jsonl")
"""One event of every kind as it was first stored. Lines are added, never changed."""
LINES = EXAMPLES.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=lambda line: json.loads(line)["kind"])
def test_old_events_are_read(line: str) -> None:
    """And written as they were."""
    (event,) = decode_events(f"[{line}]".encode())
    written = json.loads(encode_events((event,)))[0]
    assert is_within(json.loads(line), written)


def is_within(old: Any, new: Any) -> bool:
    """Whether all of ``old`` stands in ``new``, which may have fields that were added later."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(name in new and is_within(value, new[name]) for name, value in old.items())
    return bool(old == new)


def with_field(body: bytes, *path: str | int, value: Any) -> bytes:
    """The same JSON with one more field somewhere inside."""
    data = inner = msgspec.json.decode(body)
    for step in path[:-1]:
        inner = inner[step]
    assert path[-1] not in inner
    inner[path[-1]] = value
    return msgspec.json.encode(data)


def test_what_a_newer_version_stored_is_refused() -> None:
    """Rather than read without what this one does not know: in events, in a room, in its people, table and deal."""
    play = Play(2)
    play.do("g0", p.Say, text="hello")
    play.start()
    entry, room = play.entries[-1], encode_room(play.room)
    assert decode_room(room) == play.room
    for body in (
        with_field(play.entries[0], 0, "new", value=1),
        with_field(entry, 0, "event", "new", value=None),
        with_field(entry, 1, "event", "event", "new", value=0),
    ):
        with pytest.raises(Unreadable):
            decode_events(body)
    for path in (("new",), ("settings", "new"), ("members", "g0", "new"), ("chat", 0, "new"), ("table", "new")):
        with pytest.raises(Unreadable):
            decode_room(with_field(room, *path, value=0))


def test_what_an_older_version_stored_is_read() -> None:
    """Fields that came later have what their absence means."""
    play = Play(2)
    came = next(event for body in play.entries for event in decode_events(body) if isinstance(event, e.MemberCame))
    old = {"kind": "member_came", "guest": came.guest, "person": came.person, "name": came.name, "avatar": ""}
    assert decode_events(msgspec.json.encode([old])) == (msgspec.structs.replace(came, wants_seat=False),)
    room = msgspec.json.decode(encode_room(play.room))
    for name in ("grants", "looked", "next_rules", "closing"):
        del room[name]
    assert decode_room(msgspec.json.encode(room)) == play.room
    del room["table"]
    with pytest.raises(Unreadable):
        decode_room(msgspec.json.encode(room))


def test_every_kind_has_its_example() -> None:
    """A new event needs its line."""
    tags = {cls.__struct_config__.tag for cls in get_args(e.RoomEvent)}
    assert {json.loads(line)["kind"] for line in LINES} == tags


def test_a_room_survives() -> None:
    """In every phase, with a deal in it, called off, closed, paused."""
    play = Play(3)
    play.come("look", play=False)
    for seed in range(3):
        rng = Random(seed)
        play.start() if play.room.phase == "waiting" else play.next_deal()
        while play.room.phase == "playing":
            assert decode_room(encode_room(play.room)) == play.room
            play.step(rng)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[1]",
        b'[{"kind":"at_table","event":{"kind":"in_deal","event":{"kind":"saw","player":0,"hand":"AsAsAs"}}}]',
        b'[{"kind":"at_table","event":null}]',
        b'[{"kind":"said","guest":"g"}]',
        b"\xff",
    ],
)
def test_nonsense(body: bytes) -> None:
    """A typed error without its content."""
    for decode in (decode_events, decode_room):
        with pytest.raises(Unreadable) as caught:
            decode(body)
        assert "As" not in str(caught.value)


def test_changed_bytes() -> None:
    """Whatever byte of a stored room or entry is changed: read as something, or refused as unreadable."""
    play = Play(2)
    play.start()
    bodies = [encode_room(play.room), *play.entries]
    rng = Random(5)
    for _ in range(3_000):
        body = bytearray(rng.choice(bodies))
        body[rng.randrange(len(body))] = rng.randrange(256)
        for decode in (decode_events, decode_room):
            try:
                decode(bytes(body))
            except Unreadable:
                continue
    assert msgspec.json.decode(bodies[0])
