"""Rooms and their events as bytes for the store, and back. What the engine owns goes through the engine's codec.

What an older version stored is read for ever, a field that came later with its default; what a newer one stored and
this one does not know is refused whole, since leaving it out could lose chips.
"""

from __future__ import annotations

from typing import Any, Final, cast, get_type_hints

import msgspec

from teenpatti.game import codec
from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules
from teenpatti.game.table import Table
from teenpatti.game.table_events import TableEvent
from teenpatti.server.room import Room
from teenpatti.server.room_events import AtTable, RoomEvent

_ENCODER: Final = msgspec.json.Encoder(enc_hook=codec.encode)
_EVENTS: Final[msgspec.json.Decoder[list[RoomEvent]]] = msgspec.json.Decoder(list[RoomEvent])


class Unreadable(Exception):
    """Stored bytes that are no events or no room of this version. Tells no content."""


def encode_events(events: tuple[RoomEvent, ...]) -> bytes:
    """The bytes of an entry."""
    return _ENCODER.encode([_wire(event) for event in events])


def _wire(event: RoomEvent) -> RoomEvent:
    return AtTable(codec.encode(event.event)) if isinstance(event, AtTable) else event


def decode_events(body: bytes) -> tuple[RoomEvent, ...]:
    """The events of an entry. Raises Unreadable."""
    try:
        return tuple(
            AtTable(codec.decode(cast("type[TableEvent]", TableEvent), event.event))
            if isinstance(event, AtTable)
            else event
            for event in _EVENTS.decode(body)
        )
    except (msgspec.MsgspecError, ValueError) as error:
        # What the error says may quote a card.
        raise Unreadable(type(error).__name__) from None


# --- a whole room -----------------------------------------------------------------------------------------------------

_ENGINE: Final[dict[str, Any]] = {"table": Table, "next_rules": Rules, "called_off": Deal}
"""Fields of a room that are the engine's."""
_FIELDS: Final = tuple(field.name for field in msgspec.structs.fields(Room))
_Wire: Final = msgspec.defstruct(
    "_Wire",
    [
        (name, Any if name in _ENGINE else hint, msgspec.structs.fields(Room)[place].default)
        if msgspec.structs.fields(Room)[place].default is not msgspec.NODEFAULT
        else (name, Any if name in _ENGINE else hint)
        for place, (name, hint) in enumerate(get_type_hints(Room).items())
    ],
    kw_only=True,
    forbid_unknown_fields=True,
)
_ROOM: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(_Wire)


def encode_room(room: Room) -> bytes:
    """The bytes of a snapshot."""
    fields = {name: getattr(room, name) for name in _FIELDS}
    for name in _ENGINE:
        fields[name] = codec.encode(fields[name])
    return _ENCODER.encode(fields)


def decode_room(body: bytes) -> Room:
    """The room of a snapshot. Raises Unreadable."""
    try:
        wire = _ROOM.decode(body)
        fields = {name: getattr(wire, name) for name in _FIELDS}
        for name, kind in _ENGINE.items():
            fields[name] = None if fields[name] is None else codec.decode(kind, fields[name])
        return Room(**fields)
    except (msgspec.MsgspecError, ValueError) as error:
        raise Unreadable(type(error).__name__) from None
