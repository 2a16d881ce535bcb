"""Stored events stay readable for ever; stored nonsense is refused in a word that tells no card."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

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
