"""Who may send what: one table of every command against every role. What is not in it is denied.

A cell says that the command is for someone in that place at all; whether it fits the moment (turn, prices, seats) is
for the
deciders.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from teenpatti.game.errors import Code
from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.room import Room


class Role(StrEnum):
    """A sender's place at the table. Being the host comes on top."""

    TURN = "turn"
    """In the running deal and to act, or asked for a side show."""
    LEFT = "left"
    """In the running deal, others to act."""
    COVERING = "covering"
    PACKED = "packed"
    SEATED = "seated"
    """With a seat, and in no running deal."""
    SPECTATOR = "spectator"
    WAITING = "waiting"
    """For the host's leave to enter."""
    STRANGER = "stranger"
    """Not a member, or not any more."""
    KICKED = "kicked"
    BOT = "bot"
    SERVER = "server"


_IN_DEAL: Final = frozenset({Role.TURN, Role.LEFT, Role.COVERING, Role.PACKED})
_SEATS: Final = _IN_DEAL | {Role.SEATED}
_MEMBERS: Final = _SEATS | {Role.SPECTATOR}
_TURN: Final = frozenset({Role.TURN})
_HOLDING: Final = frozenset({Role.TURN, Role.LEFT, Role.COVERING})
_AFTER: Final = frozenset({Role.SEATED, Role.SPECTATOR})
_SERVER: Final = frozenset({Role.SERVER})

MAY: Final[dict[type, frozenset[Role]]] = {
    p.See: frozenset({Role.TURN, Role.LEFT}),
    p.Bet: _TURN,
    p.Pack: _TURN,
    p.Show: _TURN,
    p.Side: _TURN,
    p.Accept: _TURN,
    p.Refuse: _TURN,
    p.Cover: _TURN,
    p.LeaveDeal: _HOLDING,
    p.ShowHand: _AFTER,
    p.LookAfter: _AFTER,
    p.Ready: frozenset({Role.SEATED}),
    p.CallOff: _HOLDING,
    p.Nudge: _MEMBERS - {Role.TURN},
    p.Sit: _AFTER,
    p.Stand: _SEATS,
    p.SitOut: _SEATS,
    p.SitIn: _SEATS,
    p.Rebuy: frozenset({Role.SEATED}),
    p.Say: _MEMBERS,
    p.React: _MEMBERS,
    p.Rename: _MEMBERS | {Role.WAITING},
    p.Claim: frozenset({Role.SPECTATOR, Role.WAITING}),
    p.Start: _MEMBERS,
    p.Pause: _MEMBERS,
    p.Resume: _MEMBERS,
    p.Approve: _MEMBERS,
    p.AnswerClaim: _MEMBERS,
    p.Kick: _MEMBERS,
    p.AddBot: _MEMBERS,
    p.RemoveBot: _MEMBERS,
    p.GiveChips: _MEMBERS,
    p.SetRules: _MEMBERS,
    p.SetSettings: _MEMBERS,
    p.ChangePlaces: _MEMBERS,
    p.HandOver: _MEMBERS,
    p.LastDeals: _MEMBERS,
    p.PackFor: _MEMBERS,
    p.Close: _MEMBERS,
    c.Came: _SERVER,
    c.Went: _SERVER,
    c.SocketOpened: _SERVER,
    c.SocketsGone: _SERVER,
    c.TurnTimeOut: _SERVER,
    c.NextDealDue: _SERVER,
    c.ChainMade: _SERVER,
    c.ShuffleStarts: _SERVER,
    c.Contributions: _SERVER,
    c.Shuffled: _SERVER,
    c.NoRandomness: _SERVER,
    c.HostAway: _SERVER,
    c.Reopen: _SERVER,
    c.Restart: _SERVER,
    c.Forget: _SERVER,
    c.BotActs: frozenset({Role.BOT}),
}
"""Who may send each command. Those with ``needs_host`` are for the host alone besides."""

WHEN_CLOSED: Final[frozenset[type]] = frozenset(
    {p.ShowHand, p.LookAfter, p.Say, p.React, p.Rename, c.Came, c.Went, c.SocketOpened, c.SocketsGone, c.Reopen}
    | {c.Restart, c.Forget}
)
"""What a closed table still takes."""


def role_of(room: Room, by: c.By, guest: str) -> Role:
    """The place of a sender."""
    if by is c.By.SERVER:
        return Role.SERVER
    member = room.members.get(guest)
    if member is None or member.gone:
        return Role.KICKED if guest in room.kicked else Role.STRANGER
    if member.bot is not None or by is c.By.BOT:
        # A browser cannot speak for a bot, nor a bot for a person.
        return Role.BOT if member.bot is not None and by is c.By.BOT else Role.STRANGER
    if member.waiting:
        return Role.WAITING
    if room.seat_of(guest) is None:
        return Role.SPECTATOR
    player, deal = room.player_of(guest), room.table.deal
    if player is None or deal is None or not room.table.running:
        return Role.SEATED
    state = deal.players[player]
    if state.packed:
        return Role.PACKED
    if state.covered:
        return Role.COVERING
    return Role.TURN if deal.turn == player else Role.LEFT


def check(room: Room, sent: c.Sent) -> None:
    """Raises Refused unless the sender may send that."""
    kind = type(sent.command)
    role = role_of(room, sent.by, sent.guest)
    if role not in MAY.get(kind, ()):
        raise _why(room, sent, role)
    if getattr(kind, "needs_host", False) and sent.guest != room.host:
        raise Refused(RoomCode.HOST_ONLY)
    if room.phase == "closed" and kind not in WHEN_CLOSED:
        raise Refused(RoomCode.CLOSED)


def _why(room: Room, sent: c.Sent, role: Role) -> Refused:
    """The most helpful code for a denied command."""
    command = sent.command
    if role not in _SEATS:
        return Refused(RoomCode.NOT_ALLOWED)
    if isinstance(command, p.OnTurn) and is_late(room, command):
        return Refused(RoomCode.LATE)
    if isinstance(command, p.OnTurn):
        codes = {Role.LEFT: Code.NOT_YOUR_TURN, Role.COVERING: Code.NOT_LEFT, Role.PACKED: Code.NOT_LEFT}
        return Refused(codes.get(role, RoomCode.NOT_ALLOWED))
    if isinstance(command, p.LeaveDeal | p.CallOff) and role is Role.SEATED:
        return Refused(RoomCode.LATE)
    if Role.SEATED in MAY.get(type(command), ()):
        return Refused(Code.DEAL_RUNNING)
    return Refused(RoomCode.NOT_ALLOWED)


def is_late(room: Room, command: p.OnTurn) -> bool:
    """Whether the command is of another deal or turn than the one in force."""
    if room.phase != "playing" or command.deal != room.table.deals:
        return True
    # Where looking is free at any time, a look is of no turn.
    looks = isinstance(command, p.See) and room.table.rules.look == "any_time"
    return not looks and command.turn != room.turn_number
