"""Updates for the sockets of a room. What belongs to all is encoded once; what belongs to one viewer alone, for him.

Cards leave the server here and in the history only. Of a deal's events a viewer gets what ``redact_table`` leaves him;
of its
state, what all have seen, his own hand once he has looked, and the hands that a side show let him see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from teenpatti.game import codec
from teenpatti.game.cards import Hand
from teenpatti.game.deal import Deal
from teenpatti.game.events import DealStarted
from teenpatti.game.legal import NOTHING, Legal
from teenpatti.game.ranking import Ranking
from teenpatti.game.table_events import DealOpened, InDeal, TableEvent
from teenpatti.game.table_view import redact_table
from teenpatti.game.view import known_hands, look_after, redact
from teenpatti.server import protocol as p
from teenpatti.server import room_events as e
from teenpatti.server.kept import Kept
from teenpatti.server.public_state import Parts, Seats, Sight, class_of, room_state, sight_of, text_of
from teenpatti.server.room import MAX_MEMBERS, Member, Room

_ENCODER: Final = msgspec.json.Encoder(enc_hook=codec.encode)
_SEAT_FIELDS: Final = ("player", "other", "target", "asker", "turn", "covered_by")
_NEVER_SENT: Final = ("person", "secret", "seed", "record")
"""Fields of room events: who somebody is in the ledger; what a deck follows from; and what proof files tell."""
_OUTSIDE: Final = (e.Closed, e.Reopened, e.HostPassed)
"""The only events that one who waits to be let in gets."""


class Frames:
    """Makes the frames of one room, and keeps what of them stays the same from one to the next."""

    def __init__(self) -> None:
        self._parts = Parts()
        self._seats = Kept(_seats_of)
        self._own: dict[str, Kept[bytes]] = {}

    def first(self, room: Room, at: int, guest: str, link: str) -> bytes:
        """The room as it is, for a socket just opened."""
        sight = sight_of(room, guest)
        chat = [] if sight == "waiting" else [p.ChatLine(line.guest, line.name, line.text) for line in room.chat]
        mine = self._own_part(room, guest, link, self._seats_in(room))
        return _update(room.seq, b"[]", self._state(room, at, sight), mine, _ENCODER.encode(chat))

    def updates(
        self, room: Room, events: Sequence[e.RoomEvent], at: int, guests: Iterable[str], link: str
    ) -> dict[str, bytes]:
        """The frame of one change for each of ``guests``; none for those to whom nothing of it is shown."""
        frames: dict[str, bytes] = {}
        states: dict[Sight, bytes] = {}
        told: dict[tuple[Sight, str | None], bytes] = {}
        private = any(isinstance(event, e.LookedAfter) for event in events)
        public = [_public(room, event) for event in events]
        alike = not private and None not in public
        seats = self._seats_in(room)
        for guest in guests:
            if private and not _concerns(events, guest):
                continue
            sight = sight_of(room, guest)
            if sight not in states:
                states[sight] = self._state(room, at, sight)
            # Where all get the same of every event, those of one sight share the list.
            reader = (sight, None if alike else guest)
            if reader not in told:
                shown = [_shown(room, event, known, guest, sight) for event, known in zip(events, public, strict=True)]
                told[reader] = b"[" + b",".join([one for one in shown if one is not None]) + b"]"
            mine = self._own_part(room, guest, link, seats)
            frames[guest] = _update(room.seq, told[reader], states[sight], mine)
        return frames

    def _state(self, room: Room, at: int, sight: Sight) -> bytes:
        return _ENCODER.encode(room_state(room, at, sight, self._parts))

    def _own_part(self, room: Room, guest: str, link: str, seats: Mapping[str, int]) -> bytes:
        """A protocol.You, encoded."""
        kept = self._own.get(guest)
        if kept is None:
            if len(self._own) > 2 * MAX_MEMBERS:
                # Those of guests who have gone are dropped with all others, and made again.
                self._own.clear()
            kept = self._own[guest] = Kept(_encoded_you)
        return kept.of(*_told_to(room, guest, link, seats))

    def _seats_in(self, room: Room) -> dict[str, int]:
        return self._seats.of(room.members, room.table.seats)


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
    for name in _NEVER_SENT:
        shown.pop(name, None)
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


def _seats_of(members: Mapping[str, Member], seats: Seats) -> dict[str, int]:
    """The seats by guest."""
    places = {seat.person: i for i, seat in enumerate(seats) if seat is not None}
    return {guest: places[member.person] for guest, member in members.items() if member.person in places}


def _update(seq: int, events: bytes, room: bytes, you: bytes, chat: bytes = b"[]") -> bytes:
    """A protocol.Update of parts that are encoded already."""
    head = b'{"t":"update","seq":%d,"events":' % seq
    return b"".join((head, events, b',"room":', room, b',"you":', you, b',"chat":', chat, b"}"))


def _told_to(room: Room, guest: str, link: str, seats: Mapping[str, int]) -> tuple[object, ...]:
    """What belongs to one viewer alone, as :func:`_encoded_you` takes it."""
    member, is_host = room.members.get(guest), room.host == guest
    if member is None or member.waiting:
        return (guest, is_host)
    deal, player = room.deal, room.player_of(guest)
    if deal is None or player is None:
        return (guest, is_host, seats.get(guest), link)
    me = deal.players[player]
    closed = deal.over and room.called_off is None
    return (
        guest,
        is_host,
        seats.get(guest),
        link,
        own_hand(room, deal, guest, player),
        deal.rules.ranking,
        _knows(room, deal, player) if me.seen else (),
        deal.legal(player) if room.phase == "playing" else NOTHING,
        room.deal_seats,
        closed and not me.seen and guest not in room.looked,
        closed and me.shown is None,
    )


def _encoded_you(
    guest: str,
    is_host: bool,
    seat: int | None = None,
    link: str | None = None,
    hand: Hand | None = None,
    ranking: Ranking | None = None,
    knows: tuple[tuple[int, Hand], ...] = (),
    legal: Legal = NOTHING,
    deal_seats: tuple[int, ...] = (),
    *flags: bool,
) -> bytes:
    may_look_after, may_show_hand = flags or (False, False)
    you = p.You(
        guest=guest,
        host=is_host,
        seat=seat,
        hand=None if hand is None else text_of(hand),
        hand_class=None if hand is None or ranking is None else class_of(hand, ranking),
        knows=[(place, text_of(cards)) for place, cards in knows],
        legal=None if legal == NOTHING else legal_state(legal, deal_seats),
        may_look_after=may_look_after,
        may_show_hand=may_show_hand,
        invite=link,
    )
    return _ENCODER.encode(you)


def _knows(room: Room, deal: Deal, player: int) -> tuple[tuple[int, Hand], ...]:
    """The hands that a side show let this player see, and that not all have seen by now. A blind one had none."""
    if not deal.side_shows:
        return ()
    return tuple(
        (room.deal_seats[i], cards)
        for i, cards in sorted(known_hands(deal, player).items())
        if i != player and deal.players[i].shown is None
    )


def own_hand(room: Room, deal: Deal, guest: str, player: int) -> Hand | None:
    """The viewer's cards: once he has looked, in the deal or, having said so, after it."""
    if deal.players[player].seen:
        return deal.players[player].hand
    return look_after(deal, player) if guest in room.looked else deal.players[player].shown


@lru_cache(maxsize=1024)
def legal_state(legal: Legal, seats: tuple[int, ...]) -> p.LegalState:
    """What is legal, as the protocol has it; player i sits at ``seats[i]``. The answer is shared: do not change it."""
    bet, side = legal.bet, legal.side
    return p.LegalState(
        see=legal.see,
        pack=legal.pack,
        bet=None if bet is None else (bet.lowest, bet.highest),
        steps=None if bet is None or bet.steps is None else list(bet.steps),
        show=legal.show,
        side=None if side is None else side.price,
        side_seats=[] if side is None else [seats[i] for i in side.targets],
        cover=legal.cover,
        accept=legal.accept,
        refuse=legal.refuse,
        leave=legal.leave,
    )
