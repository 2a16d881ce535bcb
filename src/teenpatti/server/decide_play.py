"""What players do in a deal and just after it."""

from __future__ import annotations

from typing import Final

from teenpatti.game.actions import Accept, Action, Bet, Cover, Leave, Pack, Refuse, See, Show, ShowHand, Side
from teenpatti.game.commands import Act
from teenpatti.game.errors import Code
from teenpatti.server import protocol as p
from teenpatti.server.authority import is_late
from teenpatti.server.draft import Draft, refuse
from teenpatti.server.errors import RoomCode
from teenpatti.server.room import MISSED_TURNS, NUDGE_AFTER_MS, PACK_FOR_AFTER_MS
from teenpatti.server.room_commands import BotActs, TurnTimeOut
from teenpatti.server.room_events import CallOffVoted, IsReady, LookedAfter, Nudged, PackedFor, TimedOut

MAX_BET: Final = 10**12
"""Nobody raises above this, whatever the rules: browsers count no chips beyond 2**53."""

_BARE: Final[dict[type[p.Command], type[See | Pack | Show | Accept | Refuse | Cover]]] = {
    p.See: See,
    p.Pack: Pack,
    p.Show: Show,
    p.Accept: Accept,
    p.Refuse: Refuse,
    p.Cover: Cover,
}


def on_turn(draft: Draft, guest: str, command: p.OnTurn) -> None:
    """An action of the player to act (or a look)."""
    room = draft.room
    if is_late(room, command):
        refuse(RoomCode.LATE)
    player = room.player_of(guest)
    assert player is not None
    action: Action
    if isinstance(command, p.Bet):
        action = _bet(draft, player, command.amount)
    elif isinstance(command, p.Side):
        action = Side(player, _player_at(draft, command.seat))
    else:
        action = _BARE[type(command)](player)
    draft.table(Act(action))


def _bet(draft: Draft, player: int, amount: int) -> Bet:
    deal = draft.room.table.deal
    assert deal is not None
    legal = deal.legal(player).bet
    if legal is not None and amount > max(MAX_BET, legal.lowest):
        refuse(Code.BET_TOO_HIGH)
    return Bet(player, amount)


def _player_at(draft: Draft, seat: int) -> int:
    """The player of the running deal at a seat."""
    if seat not in draft.room.deal_seats:
        refuse(Code.NO_SUCH_PLAYER)
    return draft.room.deal_seats.index(seat)


def leave_deal(draft: Draft, guest: str, command: p.LeaveDeal) -> None:
    """Packing out of turn (R18)."""
    _of_running_deal(draft, command)
    player = draft.room.player_of(guest)
    assert player is not None
    draft.table(Act(Leave(player)))


def _of_running_deal(draft: Draft, command: p.OfDeal) -> None:
    if draft.room.phase != "playing" or command.deal != draft.room.table.deals:
        refuse(RoomCode.LATE)


def _of_last_deal(draft: Draft, guest: str, command: p.OfDeal) -> int:
    """The player that the guest was in the deal that is just over."""
    room = draft.room
    if room.table.deal is None or command.deal != room.table.deals:
        refuse(RoomCode.LATE)
    if room.table.running:
        refuse(Code.DEAL_NOT_OVER)
    player = room.player_of(guest)
    if player is None:
        refuse(RoomCode.NOT_ALLOWED)
    return player


def show_hand(draft: Draft, guest: str, command: p.ShowHand) -> None:
    """Show one's hand to all (R8)."""
    player = _of_last_deal(draft, guest, command)
    deal = draft.room.table.deal
    assert deal is not None
    if deal.players[player].shown is not None:
        refuse(RoomCode.NOTHING_CHANGED)
    draft.table(Act(ShowHand(player)))


def look_after(draft: Draft, guest: str, command: p.LookAfter) -> None:
    """Look at one's own cards in private (R8)."""
    player = _of_last_deal(draft, guest, command)
    deal = draft.room.table.deal
    assert deal is not None
    if deal.players[player].seen or guest in draft.room.looked:
        refuse(Code.ALREADY_SEEN)
    draft.add(LookedAfter(guest))


def ready(draft: Draft, guest: str, command: p.Ready) -> None:
    """Enough seen."""
    room = draft.room
    if room.phase != "between" or command.deal != room.table.deals:
        refuse(RoomCode.LATE)
    if guest not in room.ready:
        draft.add(IsReady(guest))


def call_off(draft: Draft, guest: str, command: p.CallOff) -> None:
    """Agree to call the deal off. Whether all do is found out in flow.py."""
    _of_running_deal(draft, command)
    if command.agree != (guest in draft.room.call_off):
        draft.add(CallOffVoted(guest, command.agree))


def nudge(draft: Draft, guest: str, command: p.Nudge) -> None:
    """Remind the player to act."""
    room = draft.room
    if is_late(room, command) or room.actor is None:
        refuse(RoomCode.LATE)
    if room.elapsed(draft.at) < NUDGE_AFTER_MS or draft.at - room.nudged_at < NUDGE_AFTER_MS:
        refuse(RoomCode.TOO_EARLY)
    draft.add(Nudged(guest, room.deal_seats[room.deal_guests.index(room.actor)]))


def pack_for(draft: Draft, guest: str, command: p.PackFor) -> None:
    """The host packs a player who is long gone, on a table without clock."""
    room = draft.room
    actor = room.actor
    if actor is None or command.deal != room.table.deals or command.turn != room.turn_number:
        refuse(RoomCode.LATE)
    if room.settings.clock:
        refuse(RoomCode.NOT_NOW)
    member = room.members.get(actor)
    if member is not None and (member.bot or member.online):
        refuse(RoomCode.STILL_THERE)
    if member is not None and draft.at - member.online_at < PACK_FOR_AFTER_MS:
        refuse(RoomCode.TOO_EARLY)
    _give_up(draft, actor)
    draft.add(PackedFor(actor, room.deal_seats[room.deal_guests.index(actor)]))


def _give_up(draft: Draft, actor: str) -> None:
    """Silence: a refusal of a side show, else a pack (R18)."""
    deal = draft.room.table.deal
    player = draft.room.player_of(actor)
    assert deal is not None
    assert player is not None
    draft.table(Act(Pack(player) if deal.side is None else Refuse(player)))


def turn_time_out(draft: Draft, guest: str, command: TurnTimeOut) -> None:
    """A clock has run out. Only the turn it was set for, and only if it really has."""
    room = draft.room
    actor, clock = room.actor, room.turn_clock
    if actor is None or command.deal != room.table.deals or command.turn != room.turn_number:
        refuse(RoomCode.LATE)
    if clock is None or room.paused or room.elapsed(draft.at) < clock + room.turn_bank:
        refuse(RoomCode.TOO_EARLY)
    member = room.members.get(actor)
    seat = room.deal_seats[room.deal_guests.index(actor)]
    missed = 0 if member is None else member.missed
    answering = room.table.deal is not None and room.table.deal.side is not None
    _give_up(draft, actor)
    if member is None or member.bot is not None:
        return
    # Not answering a side show is a refusal, and no turn missed.
    missed += not answering
    draft.add(TimedOut(actor, seat, missed))
    if missed >= MISSED_TURNS:
        draft.away(actor, "missed")


def bot_acts(draft: Draft, guest: str, command: BotActs) -> None:
    """What a bot chose is checked like a person's action; if it is no good, the bot packs."""
    room = draft.room
    deal = room.table.deal
    if room.actor != guest or command.deal != room.table.deals or command.turn != room.turn_number or deal is None:
        refuse(RoomCode.LATE)
    player = room.player_of(guest)
    if command.action is None or getattr(command.action, "player", None) != player:
        _give_up(draft, guest)
        return
    if isinstance(command.action, Bet):
        _bet(draft, command.action.player, command.action.amount)
    draft.table(Act(command.action))
