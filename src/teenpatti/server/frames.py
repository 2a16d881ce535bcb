"""Updates for the sockets of a room. What belongs to all is encoded once; what belongs to one viewer alone, for him.

Cards leave the server here and in the history only. Of a deal's events a viewer gets what ``redact_table`` leaves him;
of its
state, what all have seen, his own hand once he has looked, and the hands that a side show let him see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from teenpatti.game import codec
from teenpatti.game.cards import Hand, format_hand
from teenpatti.game.deal import Deal
from teenpatti.game.events import DealStarted
from teenpatti.game.legal import NOTHING
from teenpatti.game.table_events import DealOpened, InDeal, TableEvent
from teenpatti.game.table_view import redact_table
from teenpatti.game.view import known_hands, look_after, redact
from teenpatti.server import protocol as p
from teenpatti.server import room_events as e
from teenpatti.server.public_state import Sight, class_of, room_state, sight_of
from teenpatti.server.room import Room

_ENCODER: Final = msgspec.json.Encoder(enc_hook=codec.encode)
_SEAT_FIELDS: Final = ("player", "other", "target", "asker", "turn", "covered_by")
_OUTSIDE: Final = (e.Closed, e.Reopened, e.HostPassed)
"""The only events that one who waits to be let in gets."""


class _Update(msgspec.Struct, frozen=True, tag_field="t", tag="update"):
    """A protocol.Update whose parts are encoded already."""

    seq: int
    events: msgspec.Raw
    room: msgspec.Raw
    you: p.You
    chat: tuple[p.ChatLine, ...] = ()


def first_update(room: Room, at: int, guest: str, link: str) -> bytes:
    """The room as it is, for a socket just opened."""
    sight = sight_of(room, guest)
    chat = () if sight == "waiting" else tuple(p.ChatLine(line.guest, line.name, line.text) for line in room.chat)
    state = msgspec.Raw(_ENCODER.encode(room_state(room, at, sight)))
    return _ENCODER.encode(_Update(room.seq, msgspec.Raw(b"[]"), state, you(room, guest, link, seats_of(room)), chat))


def updates(room: Room, events: Sequence[e.RoomEvent], at: int, guests: Iterable[str], link: str) -> dict[str, bytes]:
    """The frame of one change for each of ``guests``; none for those to whom nothing of it is shown."""
    frames: dict[str, bytes] = {}
    states: dict[Sight, msgspec.Raw] = {}
    told: dict[tuple[Sight, int | None], msgspec.Raw] = {}
    private = any(isinstance(event, e.LookedAfter) for event in events)
    public = [_public(room, event) for event in events]
    seats = seats_of(room)
    for guest in guests:
        if private and not _concerns(events, guest):
            continue
        sight = sight_of(room, guest)
        if sight not in states:
            states[sight] = msgspec.Raw(_ENCODER.encode(room_state(room, at, sight)))
        player = room.player_of(guest)
        if private or (sight, player) not in told:
            shown = [_shown(room, event, known, guest, sight) for event, known in zip(events, public, strict=True)]
            told[sight, player] = msgspec.Raw(b"[" + b",".join(one for one in shown if one is not None) + b"]")
        mine = you(room, guest, link, seats)
        frames[guest] = _ENCODER.encode(_Update(room.seq, told[sight, player], states[sight], mine))
    return frames


def _concerns(events: Sequence[e.RoomEvent], guest: str) -> bool:
    """Whether anything of it is for ``guest``: others need not even know that something happened."""
    return any(not isinstance(event, e.LookedAfter) or event.guest == guest for event in events)


def _public(room: Room, event: e.RoomEvent) -> bytes | None:
    """An event encoded for all who look on, if all of them get the same of it."""
    if isinstance(event, e.AtTable):
        inner: TableEvent = event.event
        same = not isinstance(inner, InDeal) or redact(inner.event, None) is inner.event
        return _ENCODER.encode(_table_event(room, inner)) if same else None
    shown = msgspec.to_builtins(event)
    shown.pop("person", None)
    return _ENCODER.encode(shown)


def _shown(room: Room, event: e.RoomEvent, public: bytes | None, guest: str, sight: Sight) -> bytes | None:
    """One event as ``guest`` may know it; None if not at all. ``room`` is the room after it."""
    if sight == "waiting" and not isinstance(event, _OUTSIDE):
        return None
    if isinstance(event, e.LookedAfter) and event.guest != guest:
        return None
    if not isinstance(event, e.AtTable):
        return public
    inner: TableEvent = event.event
    if sight == "no_deal" and isinstance(inner, InDeal | DealOpened):
        return None
    return public or _ENCODER.encode(_table_event(room, redact_table(inner, room.player_of(guest))))


def _table_event(room: Room, redacted: TableEvent) -> dict[str, Any]:
    """The JSON of an event that holds only what its reader may know, with seats and guests for players and persons."""
    if not isinstance(redacted, InDeal):
        shown: dict[str, Any] = codec.encode(redacted)
        if "person" in shown:
            person = shown.pop("person")
            shown["guest"] = room.names.get(person, (person, ""))[0]
        return shown
    inner = redacted.event
    seats = room.deal_seats
    if isinstance(inner, DealStarted):
        turn = None if inner.turn is None else seats[inner.turn]
        return {"kind": "deal_started", "price": inner.price, "turn": turn, "seats": list(seats)}
    shown = codec.encode(inner)
    for name in _SEAT_FIELDS:
        if shown.get(name) is not None:
            shown[name] = seats[shown[name]]
    if "players" in shown:
        shown["players"] = [seats[i] for i in shown["players"]]
    return shown


def seats_of(room: Room) -> dict[str, int]:
    """The seats by guest."""
    places = {seat.person: i for i, seat in enumerate(room.table.seats) if seat is not None}
    return {guest: places[member.person] for guest, member in room.members.items() if member.person in places}


def you(room: Room, guest: str, link: str, seats: dict[str, int]) -> p.You:
    """What belongs to one viewer alone."""
    member = room.members.get(guest)
    if member is None or member.waiting:
        return p.You(guest=guest, host=room.host == guest, seat=None)
    deal, player = room.deal, room.player_of(guest)
    if deal is None or player is None:
        return p.You(guest=guest, host=room.host == guest, seat=seats.get(guest), invite=link)
    hand = own_hand(room, deal, guest, player)
    closed = deal.over and room.called_off is None
    me = deal.players[player]
    return p.You(
        guest=guest,
        host=room.host == guest,
        seat=seats.get(guest),
        hand=None if hand is None else format_hand(hand),
        hand_class=None if hand is None else class_of(hand, deal.rules.ranking),
        knows=_knows(room, deal, player) if me.seen else [],
        legal=_legal(room, deal, player),
        may_look_after=closed and not me.seen and guest not in room.looked,
        may_show_hand=closed and me.shown is None,
        invite=link,
    )


def _knows(room: Room, deal: Deal, player: int) -> list[tuple[int, str]]:
    """The hands that a side show let this player see, and that not all have seen by now. A blind one had none."""
    return [
        (room.deal_seats[i], format_hand(cards))
        for i, cards in sorted(known_hands(deal, player).items())
        if i != player and deal.players[i].shown is None
    ]


def own_hand(room: Room, deal: Deal, guest: str, player: int) -> Hand | None:
    """The viewer's cards: once he has looked, in the deal or, having said so, after it."""
    if deal.players[player].seen:
        return deal.players[player].hand
    return look_after(deal, player) if guest in room.looked else deal.players[player].shown


def _legal(room: Room, deal: Deal, player: int) -> p.LegalState | None:
    legal = NOTHING if room.phase != "playing" else deal.legal(player)
    if legal == NOTHING:
        return None
    bet, side = legal.bet, legal.side
    return p.LegalState(
        see=legal.see,
        pack=legal.pack,
        bet=None if bet is None else (bet.lowest, bet.highest),
        steps=None if bet is None or bet.steps is None else list(bet.steps),
        show=legal.show,
        side=None if side is None else side.price,
        side_seats=[] if side is None else [room.deal_seats[i] for i in side.targets],
        cover=legal.cover,
        accept=legal.accept,
        refuse=legal.refuse,
        leave=legal.leave,
    )
