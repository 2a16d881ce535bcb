"""How each event changes a room. Only assignments: the events carry their results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from teenpatti.game.deal import Deal
from teenpatti.game.events import DealEnded, DealStarted
from teenpatti.game.rules import Rules
from teenpatti.game.table import Table
from teenpatti.game.table_events import DealOpened, Departed, InDeal, Joined, PlacesChanged, RulesSet, TableEvent
from teenpatti.server import evolve_shuffle
from teenpatti.server import room_events as e
from teenpatti.server.evolve_shuffle import given_up
from teenpatti.server.room import BANK_MS, BANK_REFILL_MS, KEPT_ANSWERS, KEPT_LINES, Line, Member, Room

Changes = dict[str, Any]


def opened(event: e.RoomOpened, at: int) -> Room:
    """The room that its first event makes."""
    rules = Rules.from_options(event.rules)
    table = Table.open(rules, event.settings.seats, tab=event.settings.tab)
    return Room(id=event.room, settings=event.settings, table=table, host=event.host, owner=event.host, since=at)


def evolve(room: Room, event: e.RoomEvent, at: int) -> Room:
    """The room after ``event``, which happened at ``at``."""
    return replace(room, **_CHANGES[type(event)](room, event, at))


def evolve_entry(
    room: Room | None, seq: int, at: int, guest: str, command: str, events: tuple[e.RoomEvent, ...]
) -> Room:
    """The room after a whole entry. The first entry of all begins with RoomOpened."""
    for event in events:
        if isinstance(event, e.RoomOpened):
            room = opened(event, at)
        else:
            assert room is not None
            room = evolve(room, event, at)
    assert room is not None
    room = replace(room, seq=seq)
    return remember(room, guest, command, seq) if command else room


def remember(room: Room, guest: str, command: str, seq: int) -> Room:
    """The room, knowing that ``command`` of ``guest`` was committed as entry ``seq``."""
    if guest not in room.members:
        return room
    kept = (*room.answers.get(guest, ()), (command, seq))[-KEPT_ANSWERS:]
    return replace(room, answers=room.answers | {guest: kept})


# --- the table --------------------------------------------------------------------------------------------------------


def _at_table(room: Room, event: e.AtTable, at: int) -> Changes:
    inner: TableEvent = event.event
    changes: Changes = {"table": room.table.evolve(inner)}
    if isinstance(inner, InDeal):
        return changes | _in_deal(room, changes["table"], inner, at)
    if isinstance(inner, DealOpened):
        return changes | _deal_opened(room, inner)
    if isinstance(inner, Joined):
        member = room.member_of(inner.person)
        assert member is not None
        changes["counter"] = room.counter + 1
        changes["members"] = room.members | {
            member.guest: replace(member, seated_at=room.counter + 1, wants_seat=False, claims=None)
        }
        changes["names"] = room.names | {inner.person: (member.guest, member.name)}
    elif isinstance(inner, Departed):
        changes |= _departed(room, inner)
    elif isinstance(inner, PlacesChanged):
        # A claim follows the person it is about.
        moved = {inner.seat: inner.other, inner.other: inner.seat}
        changes["members"] = {
            guest: member if member.claims not in moved else replace(member, claims=moved[member.claims])
            for guest, member in room.members.items()
        }
    elif isinstance(inner, RulesSet):
        changes["next_rules"] = None
    return changes


def _departed(room: Room, inner: Departed) -> Changes:
    member = room.member_of(inner.person)
    members = {
        guest: replace(one, claims=None) if one.claims == inner.seat else one for guest, one in room.members.items()
    }
    if member is None:
        return {"members": members}
    if member.bot:
        return {"members": _without(members, member.guest)}
    purses = room.purses | {inner.person: inner.chips}
    if member.gone:
        return {"members": _without(members, member.guest), "purses": purses}
    members[member.guest] = replace(members[member.guest], seated_at=0, away=False, missed=0)
    return {"members": members, "purses": purses}


def _deal_opened(room: Room, inner: DealOpened) -> Changes:
    people = [member for seat in inner.dealt_in if (member := room.at(seat)) is not None]
    banks = {member.person: min(BANK_MS, room.banks.get(member.person, BANK_MS) + BANK_REFILL_MS) for member in people}
    return {
        "phase": "playing",
        "turn_number": 0,
        "deal_guests": tuple(member.guest for member in people),
        "deal_names": tuple(member.name for member in people),
        "deal_seats": inner.dealt_in,
        "banks": room.banks | banks,
        "looked": frozenset(),
        "ready": frozenset(),
        "call_off": frozenset(),
        "called_off": None,
        "ended_by": None,
    }


def _in_deal(room: Room, table: Table, inner: InDeal, at: int) -> Changes:
    before, after = room.table.deal, table.deal
    assert after is not None
    changes: Changes = {}
    player = getattr(inner.event, "player", None)
    actor = None if player is None else room.members.get(room.deal_guests[player])
    if actor is not None and actor.missed:
        changes["members"] = room.members | {actor.guest: replace(actor, missed=0)}
    if isinstance(inner.event, DealEnded):
        changes["won"] = room.won | _paid_out(room, after)
    started = isinstance(inner.event, DealStarted)
    if started or before is None or (before.turn, before.side) != (after.turn, after.side):
        changes |= {"turn_number": room.turn_number + 1, "since": at, "spent": 0, "nudged_at": 0}
        used = 0 if started or room.turn_clock is None else room.elapsed(at) - room.turn_clock
        if used > 0 and room.turn_bank:
            person = room.members[room.actor].person if room.actor in room.members else ""
            changes["banks"] = room.banks | {person: max(0, room.turn_bank - used)}
    return changes


def _paid_out(room: Room, deal: Deal) -> dict[str, int]:
    """What those who were paid anything have won so far, this deal included."""
    won = {}
    for seat, player in zip(room.deal_seats, deal.players, strict=True):
        found = room.seat(seat)
        if player.won and found is not None:
            won[found.person] = room.won.get(found.person, 0) + player.won
    return won


# --- people -----------------------------------------------------------------------------------------------------------


def _without(members: dict[str, Member], guest: str) -> dict[str, Member]:
    return {name: member for name, member in members.items() if name != guest}


def _member(room: Room, guest: str, **changes: Any) -> Changes:
    member = room.members.get(guest)
    return {} if member is None else {"members": room.members | {guest: replace(member, **changes)}}


def _came(room: Room, event: e.MemberCame, at: int) -> Changes:
    member = Member(
        guest=event.guest,
        person=event.person,
        name=event.name,
        avatar=event.avatar,
        bot=event.bot,
        online=event.bot is not None,
        online_at=at,
        waiting=event.waiting,
        wants_seat=event.wants_seat,
    )
    counter = room.counter + 1 if event.bot else room.counter
    return {"members": room.members | {event.guest: member}, "counter": counter}


def _left(room: Room, event: e.MemberLeft, at: int) -> Changes:
    changes: Changes = {"kicked": room.kicked | {event.guest}} if event.kicked else {}
    changes["answers"] = {guest: kept for guest, kept in room.answers.items() if guest != event.guest}
    if room.seat_of(event.guest) is not None:
        # His seat is his until the deal is over.
        return changes | _member(room, event.guest, gone=True, online=False)
    return changes | {"members": _without(room.members, event.guest)}


def _turned_away(room: Room, event: e.TurnedAway, at: int) -> Changes:
    return {"members": _without(room.members, event.guest)}


def _renamed(room: Room, event: e.Renamed, at: int) -> Changes:
    changes = _member(room, event.guest, name=event.name, avatar=event.avatar)
    member = room.members.get(event.guest)
    if member is not None and member.person in room.names:
        changes["names"] = room.names | {member.person: (event.guest, event.name)}
    return changes


def _claim_answered(room: Room, event: e.ClaimAnswered, at: int) -> Changes:
    changes = _member(room, event.guest, claims=None)
    old = room.at(event.seat)
    if event.yes and old is not None:
        changes["grants"] = (*room.grants, (old.guest, event.guest))
    return changes


def _seat_given(room: Room, event: e.SeatGiven, at: int) -> Changes:
    old, new = room.members[event.old], room.members[event.guest]
    heir = replace(
        new,
        person=old.person,
        waiting=False,
        wants_seat=False,
        claims=None,
        away=old.away,
        missed=0,
        seated_at=old.seated_at,
    )
    names = room.names | {old.person: (event.guest, new.name)}
    return {
        "members": _without(room.members, event.old) | {event.guest: heir},
        "names": names,
        "host": event.guest if room.host == event.old else room.host,
        "owner": event.guest if room.owner == event.old else room.owner,
        "grants": tuple(grant for grant in room.grants if event.old not in grant and event.guest not in grant),
    }


def _host_passed(room: Room, event: e.HostPassed, at: int) -> Changes:
    return {"host": event.host, "owner": event.host if event.why == "handed_over" else room.owner}


def _forgotten(room: Room, event: e.Forgotten, at: int) -> Changes:
    changes = _member(room, event.guest, name="?", avatar="")
    changes["chat"] = tuple(line for line in room.chat if line.guest != event.guest)
    changes["names"] = {
        person: (guest, "?" if guest == event.guest else name) for person, (guest, name) in room.names.items()
    }
    changes["deal_names"] = tuple(
        "?" if guest == event.guest else name for guest, name in zip(room.deal_guests, room.deal_names, strict=True)
    )
    return changes


# --- the flow of deals ------------------------------------------------------------------------------------------------


def _paused(room: Room, event: e.Paused, at: int) -> Changes:
    return {"paused": True, "spent": room.elapsed(at), "since": at}


def _deal_dropped(room: Room, event: e.DealDropped, at: int) -> Changes:
    phase = "between" if room.table.deals else "waiting"
    return {**given_up(room, lifted=True), "phase": phase, "since": at, "spent": 0, "pause_ms": 0}


def _finished(room: Room, event: e.DealFinished, at: int) -> Changes:
    last = None if room.last_deals is None else room.last_deals - 1
    return {
        "phase": "between" if last is None or last > 0 else "waiting",
        "last_deals": last or None,
        "ended_by": event.ended_by,
        "pause_ms": event.pause_ms,
        "since": at,
        "spent": 0,
        "ready": frozenset(),
        "call_off": frozenset(),
        "turn_number": room.turn_number + 1,
    }


def _called_off(room: Room, event: e.CalledOff, at: int) -> Changes:
    # The table's seats hold their chips from before the deal until its last event; so forgetting the deal is enough.
    return {"called_off": room.table.deal, "table": room.table._replace(deal=None, dealt_in=())}


def _restarted(room: Room, event: e.Restarted, at: int) -> Changes:
    members = {
        guest: member if member.bot else replace(member, online=False, online_at=at)
        for guest, member in room.members.items()
    }
    return {"members": members, "since": at, "spent": 0}


def _call_off_voted(room: Room, event: e.CallOffVoted, at: int) -> Changes:
    return {"call_off": room.call_off | {event.guest} if event.agree else room.call_off - {event.guest}}


def _said(room: Room, event: e.Said, at: int) -> Changes:
    member = room.members.get(event.guest)
    name = "" if member is None else member.name
    return {"chat": (*room.chat, Line(event.guest, name, event.text))[-KEPT_LINES:]}


def _nothing(room: Room, event: object, at: int) -> Changes:
    return {}


_CHANGES: Final[dict[type, Callable[[Room, Any, int], Changes]]] = {
    e.AtTable: _at_table,
    e.MemberCame: _came,
    e.MemberLeft: _left,
    e.Approved: lambda room, event, at: _member(room, event.guest, waiting=False),
    e.TurnedAway: _turned_away,
    e.Connected: lambda room, event, at: _member(room, event.guest, online=True, online_at=at),
    e.Disconnected: lambda room, event, at: _member(room, event.guest, online=False, online_at=at),
    e.Renamed: _renamed,
    e.WentAway: lambda room, event, at: _member(room, event.guest, away=True),
    e.CameBack: lambda room, event, at: _member(room, event.guest, away=False, missed=0),
    e.Claimed: lambda room, event, at: _member(room, event.guest, claims=event.seat),
    e.ClaimAnswered: _claim_answered,
    e.SeatGiven: _seat_given,
    e.GrantLapsed: lambda room, event, at: {"grants": tuple(g for g in room.grants if g != (event.old, event.guest))},
    e.HostPassed: _host_passed,
    e.Paused: _paused,
    e.Resumed: lambda room, event, at: {"paused": False, "since": at},
    e.SettingsChanged: lambda room, event, at: {"settings": event.settings},
    e.RulesAnnounced: lambda room, event, at: {"next_rules": Rules.from_options(event.rules)},
    e.LastDealsSet: lambda room, event, at: {"last_deals": event.count},
    e.Closing: lambda room, event, at: {"closing": True},
    e.Closed: lambda room, event, at: {**given_up(room), "phase": "closed", "closing": False, "paused": False},
    e.Reopened: lambda room, event, at: {"phase": "waiting", "since": at, "spent": 0},
    e.ShufflingBegan: lambda room, event, at: {"phase": "shuffling", "since": at, "spent": 0},
    e.DealDropped: _deal_dropped,
    e.DealFinished: _finished,
    e.CalledOff: _called_off,
    e.CallOffVoted: _call_off_voted,
    e.TimedOut: lambda room, event, at: _member(room, event.guest, missed=event.missed),
    e.PackedFor: _nothing,
    e.Nudged: lambda room, event, at: {"nudged_at": at},
    e.IsReady: lambda room, event, at: {"ready": room.ready | {event.guest}},
    e.LookedAfter: lambda room, event, at: {"looked": room.looked | {event.guest}},
    e.Said: _said,
    e.Reacted: _nothing,
    e.Restarted: _restarted,
    e.Forgotten: _forgotten,
    **evolve_shuffle.CHANGES,
}
