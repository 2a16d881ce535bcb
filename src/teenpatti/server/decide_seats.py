"""Coming, sitting, standing, chips, and talking."""

from __future__ import annotations

from teenpatti.game.commands import ChangePlaces, Depart, GiveChips, Join, SitIn, SitOut
from teenpatti.game.errors import Code
from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.draft import Draft, refuse
from teenpatti.server.errors import RoomCode
from teenpatti.server.room import MAX_MEMBERS, Room
from teenpatti.server.words import clean

NAME_SIGNS = 24
AVATAR_SIGNS = 1
CHAT_SIGNS = 200


def came(draft: Draft, guest: str, command: c.Came) -> None:
    """Somebody enters by the link; who is a member already just stays one."""
    room, person = draft.room, command.guest
    member = room.members.get(person.id)
    if person.id in room.kicked:
        refuse(RoomCode.NO_SUCH_ROOM)
    if member is not None and not member.gone:
        wants_seat = command.play and not member.waiting and room.seat_of(person.id) is None
        if wants_seat and room.free_seat is not None and room.phase != "closed":
            seat_at(draft, person.id, room.free_seat)
        return
    if room.phase == "closed":
        refuse(RoomCode.NO_SUCH_ROOM)
    if member is not None:
        refuse(RoomCode.NOT_NOW)
    full = room.free_seat is None and not room.settings.spectators
    if len(room.members) >= MAX_MEMBERS or (full and not _could_claim(room)):
        refuse(RoomCode.NO_SUCH_ROOM)
    name = clean(person.name, NAME_SIGNS)
    if not name:
        refuse(RoomCode.BAD_TEXT)
    draft.add(
        e.MemberCame(
            guest=person.id,
            person=free_person(room, person.id),
            name=name,
            avatar=clean(person.avatar, AVATAR_SIGNS),
            waiting=room.settings.approval,
            wants_seat=command.play,
        )
    )
    if command.play and not room.settings.approval and draft.room.free_seat is not None:
        seat_at(draft, person.id, draft.room.free_seat)


def _could_claim(room: Room) -> bool:
    """Whether some seat's person may have come with another browser."""
    return any(member.bot is None and not member.online and member.seated_at for member in room.members.values())


def free_person(room: Room, guest: str) -> str:
    """A name for the ledger: the guest's own, or another if somebody took it over with a seat."""
    taken = {member.person for member in room.members.values()}
    known = room.names.get(guest)
    if guest not in taken and (known is None or known[0] == guest):
        return guest
    number = 2
    while f"{guest}.{number}" in taken or f"{guest}.{number}" in room.names:
        number += 1
    return f"{guest}.{number}"


def seat_at(draft: Draft, guest: str, seat: int) -> None:
    """The guest takes a seat with the chips of a newcomer, or those he stood up with."""
    room = draft.room
    person = room.members[guest].person
    chips = 0 if room.settings.tab else room.settings.starting_chips
    draft.table(Join(seat, person, chips if room.settings.tab else room.purses.get(person, chips)))


def went(draft: Draft, guest: str, command: c.Went) -> None:
    """A guest goes for good."""
    draft.member(command.guest)
    remove(draft, command.guest)


def remove(draft: Draft, guest: str, *, kicked: bool = False) -> None:
    """No member any more; in a deal he packs at once (R18) and keeps the seat until it is over."""
    seat = draft.room.seat_of(guest)
    leaving = seat is not None and (found := draft.room.seat(seat)) is not None and found.leaving
    draft.add(e.MemberLeft(guest, kicked=kicked))
    if seat is not None and not leaving:
        draft.table(Depart(seat))


def sit(draft: Draft, guest: str, command: p.Sit) -> None:
    """Take a seat, or between deals change to it."""
    room = draft.room
    if room.seat(command.seat) is not None:
        refuse(Code.SEAT_TAKEN)
    own = room.seat_of(guest)
    if own is None:
        seat_at(draft, guest, command.seat)
    else:
        draft.table(ChangePlaces(own, command.seat))


def stand(draft: Draft, guest: str, command: p.Stand) -> None:
    """Give up the seat."""
    draft.table(Depart(draft.own_seat(guest)))


def sit_out(draft: Draft, guest: str, command: p.SitOut) -> None:
    """Not dealt in from the next deal on."""
    draft.table(SitOut(draft.own_seat(guest)))


def sit_in(draft: Draft, guest: str, command: p.SitIn) -> None:
    """Dealt in again."""
    seat = draft.own_seat(guest)
    # Who was away is back by this very tap.
    if not draft.events:
        draft.table(SitIn(seat))


def rebuy(draft: Draft, guest: str, command: p.Rebuy) -> None:
    """Fill up to the starting chips between deals."""
    room = draft.room
    seat = draft.own_seat(guest)
    found = room.seat(seat)
    assert found is not None
    if not room.settings.rebuy or room.settings.tab:
        refuse(RoomCode.NO_REBUY)
    if found.chips >= room.settings.starting_chips:
        refuse(RoomCode.ENOUGH_CHIPS)
    draft.table(GiveChips(seat, room.settings.starting_chips - found.chips))


def claim(draft: Draft, guest: str, command: p.Claim) -> None:
    """«I was here»: the host decides."""
    other = draft.room.at(command.seat)
    if other is None or other.bot is not None or other.online or other.gone or other.guest == guest:
        refuse(RoomCode.STILL_THERE)
    if draft.member(guest).claims != command.seat:
        draft.add(e.Claimed(guest, command.seat))


def rename(draft: Draft, guest: str, command: p.Rename) -> None:
    """Another name or avatar."""
    name, avatar = clean(command.name, NAME_SIGNS), clean(command.avatar, AVATAR_SIGNS)
    if not name:
        refuse(RoomCode.BAD_TEXT)
    member = draft.member(guest)
    if (member.name, member.avatar) != (name, avatar):
        draft.add(e.Renamed(guest, name, avatar))


def say(draft: Draft, guest: str, command: p.Say) -> None:
    """A line of chat."""
    text = clean(command.text, CHAT_SIGNS)
    if not text:
        refuse(RoomCode.BAD_TEXT)
    draft.add(e.Said(guest, text))


def react(draft: Draft, guest: str, command: p.React) -> None:
    """A quick reaction."""
    draft.add(e.Reacted(guest, command.reaction))


def socket_opened(draft: Draft, guest: str, command: c.SocketOpened) -> None:
    """A member is here; the host's place returns with its owner."""
    member = draft.member(command.guest)
    if not member.online:
        draft.add(e.Connected(command.guest))
    draft.back(command.guest)
    room = draft.room
    if command.guest == room.owner and room.host != room.owner and not member.waiting:
        draft.add(e.HostPassed(room.owner, room.host, "returned"))


def sockets_gone(draft: Draft, guest: str, command: c.SocketsGone) -> None:
    """A member is not here."""
    member = draft.room.members.get(command.guest)
    if member is not None and member.online:
        draft.add(e.Disconnected(command.guest))
