"""What a command does to a room: the events it makes happen, or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from teenpatti.game.errors import TeenPattiError
from teenpatti.server import authority, decide_host, decide_play, decide_seats, decide_shuffle, flow
from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.draft import Draft
from teenpatti.server.errors import Refused
from teenpatti.server.room import Room


def decide(room: Room, sent: c.Sent) -> tuple[e.RoomEvent, ...]:
    """The events of a command, none if all is so already. Raises Refused, and then nothing has changed."""
    return decided(room, sent)[0]


def decided(room: Room, sent: c.Sent) -> tuple[tuple[e.RoomEvent, ...], Room]:
    """The events of a command, and the room after them. Raises Refused."""
    authority.check(room, sent)
    draft = Draft(room, sent.at)
    try:
        if sent.by is c.By.GUEST:
            draft.back(sent.guest)
        _DECIDERS[type(sent.command)](draft, sent.guest, sent.command)
        flow.settle(draft)
    except TeenPattiError as error:
        # The engine's message may tell the refused action, but never a card that is hidden.
        raise Refused(error.code, str(error)) from error
    return tuple(draft.events), draft.room


def _restart(draft: Draft, guest: str, command: c.Restart) -> None:
    draft.add(e.Restarted())


def _forget(draft: Draft, guest: str, command: c.Forget) -> None:
    draft.add(e.Forgotten(command.guest))


_DECIDERS: Final[dict[type, Callable[[Draft, str, Any], None]]] = {
    p.See: decide_play.on_turn,
    p.Bet: decide_play.on_turn,
    p.Pack: decide_play.on_turn,
    p.Show: decide_play.on_turn,
    p.Side: decide_play.on_turn,
    p.Accept: decide_play.on_turn,
    p.Refuse: decide_play.on_turn,
    p.Cover: decide_play.on_turn,
    p.LeaveDeal: decide_play.leave_deal,
    p.ShowHand: decide_play.show_hand,
    p.LookAfter: decide_play.look_after,
    p.Ready: decide_play.ready,
    p.CallOff: decide_play.call_off,
    p.Nudge: decide_play.nudge,
    p.PackFor: decide_play.pack_for,
    p.Sit: decide_seats.sit,
    p.Stand: decide_seats.stand,
    p.SitOut: decide_seats.sit_out,
    p.SitIn: decide_seats.sit_in,
    p.Rebuy: decide_seats.rebuy,
    p.Say: decide_seats.say,
    p.React: decide_seats.react,
    p.Rename: decide_seats.rename,
    p.Claim: decide_seats.claim,
    p.Start: decide_host.start,
    p.Pause: decide_host.pause,
    p.Resume: decide_host.resume,
    p.Approve: decide_host.approve,
    p.AnswerClaim: decide_host.answer_claim,
    p.Kick: decide_host.kick,
    p.AddBot: decide_host.add_bot,
    p.RemoveBot: decide_host.remove_bot,
    p.GiveChips: decide_host.give_chips,
    p.SetRules: decide_host.set_rules,
    p.SetSettings: decide_host.set_settings,
    p.ChangePlaces: decide_host.change_places,
    p.HandOver: decide_host.hand_over,
    p.LastDeals: decide_host.last_deals,
    p.Close: decide_host.close_table,
    c.Came: decide_seats.came,
    c.Went: decide_seats.went,
    c.SocketOpened: decide_seats.socket_opened,
    c.SocketsGone: decide_seats.sockets_gone,
    c.TurnTimeOut: decide_play.turn_time_out,
    c.NextDealDue: flow.next_deal_due,
    c.ChainMade: decide_shuffle.chain_made,
    c.ShuffleStarts: decide_shuffle.starts,
    c.Contributions: decide_shuffle.contributions,
    c.Shuffled: flow.shuffled,
    c.NoRandomness: flow.no_randomness,
    c.HostAway: decide_host.host_away,
    c.Reopen: decide_host.reopen,
    c.Restart: _restart,
    c.Forget: _forget,
    c.BotActs: decide_play.bot_acts,
}
