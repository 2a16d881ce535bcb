"""The public part of a room, as all who may look on know it. It is built and encoded once for each change."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from teenpatti.game.cards import Hand, format_hand
from teenpatti.game.deal import Deal
from teenpatti.game.ranking import Ranking, classify
from teenpatti.game.rules import OPTIONS, PRESETS, Rules
from teenpatti.server import protocol as p
from teenpatti.server.room import Member, Room

Sight: TypeAlias = Literal["all", "no_deal", "waiting"]
"""How much of the room somebody sees: all; the people but no deal; or, before the host has let him in, its name."""


def sight_of(room: Room, guest: str) -> Sight:
    """How much of the room that member sees."""
    member = room.members.get(guest)
    if member is None or member.waiting:
        return "waiting"
    return "all" if room.sees_deal(guest) else "no_deal"


def room_state(room: Room, at: int, sight: Sight) -> p.RoomState:
    """The room at the moment ``at`` (milliseconds since 1970)."""
    if sight == "waiting":
        return _outside(room)
    table = room.table
    next_deal = None
    if room.phase == "between" and room.can_deal and not room.paused:
        next_deal = max(0, room.pause_ms - room.elapsed(at))
    return p.RoomState(
        room=room.id,
        host=room.host,
        phase=room.phase,
        paused=room.paused,
        settings=_settings(room),
        preset=preset_of(table.rules),
        rules=options_of(table.rules),
        next_rules=None if room.next_rules is None else options_of(room.next_rules),
        closing=room.closing,
        members=[_member(room, member) for member in room.members.values()],
        seats=_seats(room),
        dealer=table.dealer,
        deal=None if sight == "no_deal" else deal_state(room, at),
        next_deal_ms=next_deal,
        ready=sorted(seat for guest in room.ready if (seat := room.seat_of(guest)) is not None),
        last_deals=room.last_deals,
        score=score_lines(room),
    )


def _outside(room: Room) -> p.RoomState:
    """What one sees who waits to be let in: the table's name and its host, and the seats, in case one was his."""
    host = room.members.get(room.host)
    return p.RoomState(
        room=room.id,
        host=room.host,
        phase="closed" if room.phase == "closed" else "waiting",
        paused=False,
        settings=_settings(room),
        preset=preset_of(room.table.rules),
        rules=options_of(room.table.rules),
        members=[] if host is None else [_member(room, host)],
        seats=[p.SeatState(seat=i) for i in range(len(room.table.seats))],
        dealer=None,
        deal=None,
        next_deal_ms=None,
        ready=[],
        last_deals=None,
        score=[],
    )


def _settings(room: Room) -> p.SettingsState:
    settings = room.settings
    return p.SettingsState(
        name=settings.name,
        tab=settings.tab,
        starting_chips=settings.starting_chips,
        clock=settings.clock,
        answer_clock=settings.answer_clock,
        spectators=settings.spectators,
        approval=settings.approval,
        rebuy=settings.rebuy,
        call_link=settings.call_link,
    )


@lru_cache(maxsize=1024)
def preset_of(rules: Rules) -> str | None:
    """The preset that gives exactly these rules at their boot."""
    return next((name for name in PRESETS if Rules.preset(name, boot=rules.boot) == rules), None)


@lru_cache(maxsize=1024)
def options_of(rules: Rules) -> dict[str, bool | int | str]:
    """Every option with its value. The answer is shared: do not change it."""
    return {name: getattr(rules, name) for name in OPTIONS}


def _member(room: Room, member: Member) -> p.Member:
    seat = room.table.seat_of(member.person)
    return p.Member(
        guest=member.guest,
        name=member.name,
        avatar=member.avatar,
        bot=member.bot,
        online=member.online,
        role="waiting" if member.waiting else "spectator" if seat is None else "player",
        seat=seat,
        away=member.away,
        claims=member.claims,
    )


def _seats(room: Room) -> list[p.SeatState]:
    states = []
    deal = room.table.deal if room.table.running else None
    for i, seat in enumerate(room.table.seats):
        if seat is None:
            states.append(p.SeatState(seat=i))
            continue
        member = room.member_of(seat.person)
        chips = seat.chips
        player = room.table.player_of(i)
        if deal is not None and player is not None:
            chips += deal.players[player].won - deal.players[player].paid
        states.append(
            p.SeatState(
                seat=i,
                guest=None if member is None else member.guest,
                chips=chips,
                sitting_out=seat.sitting_out,
                leaving=seat.leaving,
            )
        )
    return states


def deal_state(room: Room, at: int) -> p.DealState | None:
    """The running or last deal."""
    deal = room.deal
    if deal is None:
        return None
    seats = room.deal_seats
    clock = None if room.paused else room.turn_clock
    over = room.phase != "playing"
    return p.DealState(
        number=room.table.deals,
        turn_number=room.turn_number,
        turn=None if over or deal.turn is None else seats[deal.turn],
        left_ms=None if clock is None else max(0, clock - room.elapsed(at)),
        clock_ms=room.turn_clock,
        bank_ms=room.turn_bank
        if clock is None
        else room.turn_bank - max(0, min(room.turn_bank, room.elapsed(at) - clock)),
        players=_players(deal, seats),
        pot=deal.chips_in,
        covers=[(seats[cover.player], cover.amount) for cover in deal.covers],
        price=deal.price,
        side=None if deal.side is None else p.SideState(seats[deal.side.asker], seats[deal.side.target]),
        over=over,
        ended_by=room.ended_by,
        winners=[seats[i] for i, player in enumerate(deal.players) if player.won] if over else [],
        call_off=sorted(seats[i] for i, guest in enumerate(room.deal_guests) if guest in room.call_off),
    )


def _players(deal: Deal, seats: tuple[int, ...]) -> list[p.PlayerState]:
    ranking = deal.rules.ranking
    return [
        p.PlayerState(
            seat=seat,
            stack=player.stack,
            paid=player.paid,
            seen=player.seen,
            packed=player.packed,
            covered=player.covered,
            shown=None if player.shown is None else format_hand(player.shown),
            hand_class=None if player.shown is None else class_of(player.shown, ranking),
            won=player.won,
        )
        for seat, player in zip(seats, deal.players, strict=True)
    ]


@lru_cache(maxsize=4096)
def class_of(hand: Hand, ranking: Ranking) -> str:
    """The class of a hand, as the protocol names it."""
    return str(classify(hand, ranking))


def score_lines(room: Room) -> list[p.ScoreLine]:
    """This table's score sheet."""
    lines = []
    for person, account in room.table.ledger:
        guest, name = room.names.get(person, (person, "?"))
        lines.append(p.ScoreLine(guest=guest, name=name, given=account.given, net=account.net, deals=account.deals))
    return lines
