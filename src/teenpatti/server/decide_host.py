"""What the host does. Every act is an event that all see, and none of them reads a card or changes a running deal."""

from __future__ import annotations

import re
from itertools import count
from typing import Any, Final

from teenpatti.bots import BOTS
from teenpatti.game import commands as table
from teenpatti.game.errors import Code
from teenpatti.game.rules import Rules
from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.decide_seats import remove, seat_at
from teenpatti.server.draft import Draft, refuse
from teenpatti.server.errors import RoomCode
from teenpatti.server.flow import begin_shuffling, close
from teenpatti.server.room import HOST_AWAY_MS, Room
from teenpatti.server.words import clean

MAX_CHIPS: Final = 10**15
"""Nobody is given more than this; browsers count exactly up to 9 * 10**15."""
MAX_OPTION: Final = 10**9
"""The largest number a house rule takes here."""
TABLE_SIGNS: Final = 40
_HTTPS: Final = re.compile(r"https://[^\s\"'<>\\^`{|}]{3,280}", re.ASCII)


def start(draft: Draft, guest: str, command: p.Start) -> None:
    """The first deal; later ones follow by themselves."""
    room = draft.room
    if room.phase != "waiting" or room.paused:
        refuse(RoomCode.NOT_NOW)
    if not room.can_deal:
        refuse(Code.TOO_FEW_TO_DEAL)
    begin_shuffling(draft)


def pause(draft: Draft, guest: str, command: p.Pause) -> None:
    """The clocks stand, and no deal begins."""
    if draft.room.paused:
        refuse(RoomCode.NOTHING_CHANGED)
    draft.add(e.Paused())


def resume(draft: Draft, guest: str, command: p.Resume) -> None:
    """Go on."""
    if not draft.room.paused:
        refuse(RoomCode.NOTHING_CHANGED)
    draft.add(e.Resumed())


def approve(draft: Draft, guest: str, command: p.Approve) -> None:
    """Let a waiting guest in, or not."""
    member = draft.member(command.guest)
    if not member.waiting:
        refuse(RoomCode.NOTHING_CHANGED)
    if not command.yes:
        draft.add(e.TurnedAway(command.guest))
        return
    draft.add(e.Approved(command.guest))
    seat = draft.room.free_seat
    if member.wants_seat and seat is not None:
        seat_at(draft, command.guest, seat)


def answer_claim(draft: Draft, guest: str, command: p.AnswerClaim) -> None:
    """Give the claimed seat, or not. It changes hands in flow.py, once no deal runs."""
    member = draft.member(command.guest)
    if member.claims is None:
        refuse(RoomCode.NOTHING_CHANGED)
    other = draft.room.at(member.claims)
    if command.yes and (other is None or other.bot is not None or other.online or other.gone):
        refuse(RoomCode.STILL_THERE)
    draft.add(e.ClaimAnswered(command.guest, member.claims, command.yes))


def kick(draft: Draft, guest: str, command: p.Kick) -> None:
    """Remove a guest for good."""
    member = draft.member(command.guest)
    if member.bot is not None or command.guest == guest:
        refuse(RoomCode.NO_SUCH_GUEST)
    remove(draft, command.guest, kicked=True)


def add_bot(draft: Draft, guest: str, command: p.AddBot) -> None:
    """Seat a bot."""
    room = draft.room
    if command.style not in BOTS:
        refuse(RoomCode.NO_SUCH_STYLE)
    seat = room.free_seat if command.seat is None else command.seat
    if seat is None:
        refuse(RoomCode.NO_SEAT_FREE)
    if room.seat(seat) is not None:
        refuse(Code.SEAT_TAKEN)
    if seat >= len(room.table.seats):
        refuse(Code.NO_SUCH_SEAT)
    # A colon stands in no guest's id, so no browser can be taken for a bot.
    bot = f"bot:{room.counter + 1}"
    names = {member.name for member in room.members.values()}
    name = next(name for number in count(1) if (name := f"Bot {number}") not in names)
    draft.add(e.MemberCame(guest=bot, person=bot, name=name, avatar="", bot=command.style))
    seat_at(draft, bot, seat)


def remove_bot(draft: Draft, guest: str, command: p.RemoveBot) -> None:
    """A bot goes; in a deal it packs at once."""
    member = draft.room.at(command.seat)
    if member is None or member.bot is None:
        refuse(Code.SEAT_EMPTY)
    draft.table(table.Depart(command.seat))


def give_chips(draft: Draft, guest: str, command: p.GiveChips) -> None:
    """Chips from the bank, or back to it."""
    found = draft.room.seat(command.seat)
    if found is not None and abs(found.chips + command.chips) > MAX_CHIPS:
        refuse(Code.BAD_AMOUNT)
    draft.table(table.GiveChips(command.seat, command.chips))


def set_rules(draft: Draft, guest: str, command: p.SetRules) -> None:
    """Other rules from the next deal on."""
    rules = read_rules(command.rules)
    if rules.max_players < len(draft.room.table.seats):
        refuse(Code.BAD_PLAYER_COUNT)
    if draft.room.phase == "playing":
        draft.add(e.RulesAnnounced(dict(rules.to_options())))
    else:
        draft.table(table.SetRules(rules))


def read_rules(options: dict[str, Any]) -> Rules:
    """The rules of a form, within what a browser can count. Raises Refused, InvalidRules."""
    if any(type(value) is int and abs(value) > MAX_OPTION for value in options.values()):
        refuse(Code.BAD_OPTION_VALUE)
    rules = Rules.from_options(options)
    # A preset's own amounts grow with the boot.
    if any(type(value) is int and value > MAX_OPTION * 10_000 for value in rules.to_options().values()):
        refuse(Code.BAD_OPTION_VALUE)
    return rules


def set_settings(draft: Draft, guest: str, command: p.SetSettings) -> None:
    """Change what is not absent."""
    changes = {
        name: value
        for name in ("name", "clock", "spectators", "approval", "starting_chips", "rebuy", "call_link")
        if (value := getattr(command, name)) is not None
    }
    if "name" in changes:
        changes["name"] = clean(changes["name"], TABLE_SIGNS)
        if not changes["name"]:
            refuse(RoomCode.BAD_TEXT)
    if changes.get("call_link") and not _HTTPS.fullmatch(changes["call_link"]):
        refuse(RoomCode.BAD_LINK)
    settings = draft.room.settings
    changed = type(settings)(
        **{name: changes.get(name, getattr(settings, name)) for name in settings.__struct_fields__}
    )
    if changed != settings:
        draft.add(e.SettingsChanged(changed))


def change_places(draft: Draft, guest: str, command: p.ChangePlaces) -> None:
    """Exchange two seats between deals."""
    draft.table(table.ChangePlaces(command.seat, command.other))


def hand_over(draft: Draft, guest: str, command: p.HandOver) -> None:
    """Another host."""
    room = draft.room
    if not room.is_person(command.guest):
        refuse(RoomCode.NO_SUCH_GUEST)
    if command.guest == room.host:
        refuse(RoomCode.NOTHING_CHANGED)
    draft.add(e.HostPassed(command.guest, room.host, "handed_over"))


def last_deals(draft: Draft, guest: str, command: p.LastDeals) -> None:
    """Announce the end. While a deal runs it counts as one of them."""
    draft.add(e.LastDealsSet(command.count or None))


def close_table(draft: Draft, guest: str, command: p.Close) -> None:
    """Close, now or when the running deal is over."""
    if draft.room.phase != "playing":
        close(draft)
    elif not draft.room.closing:
        draft.add(e.Closing())


def reopen(draft: Draft, guest: str, command: c.Reopen) -> None:
    """Open a closed table again."""
    room = draft.room
    if command.guest not in (room.host, room.owner):
        refuse(RoomCode.HOST_ONLY)
    if room.phase != "closed":
        refuse(RoomCode.NOTHING_CHANGED)
    draft.add(e.Reopened())
    if command.guest != room.host:
        draft.add(e.HostPassed(command.guest, room.host, "returned"))


def next_host(room: Room) -> str | None:
    """The longest seated person who is here, the host excepted."""
    here = [
        member
        for member in room.members.values()
        if room.is_person(member.guest) and member.online and member.seated_at and member.guest != room.host
    ]
    return min(here, key=lambda member: member.seated_at).guest if here else None


def host_away(draft: Draft, guest: str, command: c.HostAway) -> None:
    """The host has been gone for long: his place passes on."""
    room = draft.room
    member = room.members.get(room.host)
    heir = next_host(room)
    gone = member is None or member.gone or (not member.online and draft.at - member.online_at >= HOST_AWAY_MS)
    if command.host != room.host or heir is None or not gone:
        refuse(RoomCode.TOO_EARLY)
    draft.add(e.HostPassed(heir, room.host, "away"))
