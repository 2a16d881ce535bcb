"""Finished deals: the full record for the store, and what one viewer may read of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from teenpatti.game import codec
from teenpatti.game.deal import Deal
from teenpatti.game.errors import InvalidHistory
from teenpatti.game.handfile import HandFile
from teenpatti.game.record import hand_file
from teenpatti.game.view import look_after
from teenpatti.server.fairness import Proven
from teenpatti.server.room import Room
from teenpatti.server.room_codec import Unreadable
from teenpatti.server.room_events import EndedBy
from teenpatti.server.store import DealRecord

_ENCODER: Final = msgspec.json.Encoder()


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished deal, all its cards included. Stored sealed."""

    number: int
    at: int
    guests: list[str]
    names: list[str]
    seats: list[int]
    bots: list[str | None]
    ended_by: EndedBy
    pot: int
    net: list[int]
    """Won less paid, in playing order; nothing if the deal was called off."""
    winners: list[int]
    """Players paid anything."""
    looked: list[str] = []
    """Guests who looked at their cards after the deal."""
    deal: Any
    """The engine's events."""
    proof: Proven | None = None
    """How its deck came about."""

    def play(self) -> Deal:
        """The deal itself. Raises Unreadable."""
        try:
            return codec.decode(Deal, self.deal)
        except InvalidHistory as error:
            raise Unreadable(str(error.code)) from None


class HistoryLine(NamedTuple):
    """One finished deal in the list of a table."""

    deal: int
    at: int
    """When it ended, in milliseconds since 1970."""
    players: list[str]
    """Names in playing order."""
    winners: list[str]
    pot: int
    ended_by: str
    net: int | None
    """The viewer's own; None if he was not dealt in."""


class ScoreStep(NamedTuple):
    """What one deal did to the score sheet."""

    deal: int
    at: int
    """When it ended, in milliseconds since 1970."""
    net: dict[str, int]
    """Won less paid, by guest."""


_DECODER: Final = msgspec.json.Decoder(Record)


def record_of(room: Room, at: int) -> DealRecord | None:
    """The record of the room's last deal, once it is over."""
    deal = room.deal
    if deal is None or room.ended_by is None:
        return None
    members = [room.members.get(guest) for guest in room.deal_guests]
    counts = room.called_off is None
    record = Record(
        number=room.table.deals,
        at=at,
        guests=list(room.deal_guests),
        names=list(room.deal_names),
        seats=list(room.deal_seats),
        bots=[None if member is None else member.bot for member in members],
        ended_by=room.ended_by,
        pot=deal.chips_in,
        net=[player.won - player.paid if counts else 0 for player in deal.players],
        winners=[i for i, player in enumerate(deal.players) if player.won and counts],
        looked=sorted(room.looked),
        deal=codec.encode(deal),
        proof=room.proven,
    )
    return DealRecord(record.number, at, encode(record))


def encode(record: Record) -> bytes:
    """The bytes for the store."""
    return _ENCODER.encode(record)


def decode(body: bytes) -> Record:
    """The record. Raises Unreadable."""
    try:
        return _DECODER.decode(body)
    except msgspec.MsgspecError as error:
        raise Unreadable(type(error).__name__) from None


def line(record: Record, guest: str) -> HistoryLine:
    """What the list of deals tells a viewer."""
    net = record.net[record.guests.index(guest)] if guest in record.guests else None
    winners = [record.names[i] for i in record.winners]
    return HistoryLine(record.number, record.at, record.names, winners, record.pot, record.ended_by, net)


def masked(record: Record, guest: str, event: str = "") -> HandFile:
    """The deal as a hand file with only what ``guest`` may know: a player's own view, or a spectator's."""
    deal = record.play()
    player = record.guests.index(guest) if guest in record.guests else None
    if player is not None and guest in record.looked:
        # Looking after the deal (R8) is no event of it; so the file tells his cards, and nothing else.
        players = list(deal.players)
        players[player] = players[player]._replace(shown=look_after(deal, player))
        deal = deal._replace(players=tuple(players))
    extra: dict[str, Any] = {"_deal": record.number, "_seats": record.seats, "_ended_by": record.ended_by}
    if any(record.bots):
        extra["_bots"] = [bot or "" for bot in record.bots]
    if event:
        extra["event"] = event
    return hand_file(deal, record.names, player, extra=extra)


def forget(body: bytes, guest: str) -> bytes | None:
    """The record without the guest's name; None if he has no part in it."""
    record = decode(body)
    if guest not in record.guests:
        return None
    names = ["?" if who == guest else name for who, name in zip(record.guests, record.names, strict=True)]
    return encode(msgspec.structs.replace(record, names=names))
