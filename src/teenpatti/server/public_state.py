"""The public part of a room, as all who may look on know it. It is built once for each change.

What seldom changes (people, rules, settings, scores) is encoded once and kept; see :class:`Parts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

import msgspec

from teenpatti.game.cards import Hand, format_hand
from teenpatti.game.deal import Deal
from teenpatti.game.ranking import Ranking, classify
from teenpatti.game.rules import OPTIONS, PRESETS, Rules
from teenpatti.game.table import Account, Seat
from teenpatti.server import protocol as p
from teenpatti.server.fairness import Fairness, Shuffling
from teenpatti.server.kept import Kept
from teenpatti.server.room import Member, Room
from teenpatti.server.settings import Settings

_ENCODER: Final = msgspec.json.Encoder()
Seats: TypeAlias = tuple[Seat | None, ...]
Ledger: TypeAlias = tuple[tuple[str, Account], ...]
Names: TypeAlias = Mapping[str, tuple[str, str]]

Sight: TypeAlias = Literal["all", "no_deal", "waiting"]
"""How much of the room somebody sees: all; the people but no deal; or, before the host has let him in, its name."""


def sight_of(room: Room, guest: str) -> Sight:
    """How much of the room that member sees."""
    member = room.members.get(guest)
    if member is None or member.waiting:
        return "waiting"
    return "all" if room.sees_deal(guest) else "no_deal"


class Parts:
    """What of one room's public state seldom changes, encoded.

    A method gives the bytes of a part. They stand in a protocol.RoomState in the place of the part itself, hence Any.
    """

    def __init__(self) -> None:
        self._settings = Kept(_settings)
        self._preset = Kept(preset_of)
        self._rules = Kept(_rules)
        self._next_rules = Kept(_rules)
        self._members = Kept(_members)
        self._score = Kept(_score)
        self._guests = Kept(_guests)
        self._fair = Kept(_fair)

    def settings(self, room: Room) -> Any:
        """What the host decided."""
        return self._settings.of(room.settings)

    def preset(self, room: Room) -> str | None:
        """The preset in force; not encoded."""
        return self._preset.of(room.table.rules)

    def rules(self, room: Room) -> Any:
        """All options."""
        return self._rules.of(room.table.rules)

    def next_rules(self, room: Room) -> Any:
        """All options announced for the next deal."""
        return self._next_rules.of(room.next_rules)

    def members(self, room: Room) -> Any:
        """The people."""
        return self._members.of(room.members, room.table.seats)

    def score(self, room: Room) -> Any:
        """The score sheet."""
        return self._score.of(room.table.ledger, room.names, room.won)

    def fair(self, room: Room) -> Any:
        """What proofs are compared with."""
        return self._fair.of(room.fairness)

    def guests(self, room: Room) -> dict[str, str]:
        """Guests by person; not encoded."""
        return self._guests.of(room.members)


def room_state(room: Room, at: int, sight: Sight, parts: Parts) -> p.RoomState:
    """The room at the moment ``at`` (milliseconds since 1970)."""
    if sight == "waiting":
        return _outside(room, parts)
    table = room.table
    next_deal = None
    if room.phase == "between" and room.can_deal and not room.paused:
        next_deal = max(0, room.pause_ms - room.elapsed(at))
    return p.RoomState(
        room=room.id,
        host=room.host,
        phase=room.phase,
        paused=room.paused,
        settings=parts.settings(room),
        preset=parts.preset(room),
        rules=parts.rules(room),
        next_rules=parts.next_rules(room),
        closing=room.closing,
        members=parts.members(room),
        seats=_seats(room, parts.guests(room)),
        dealer=table.dealer,
        deal=None if sight == "no_deal" else deal_state(room, at),
        next_deal_ms=next_deal,
        ready=sorted(seat for guest in room.ready if (seat := room.seat_of(guest)) is not None),
        last_deals=room.last_deals,
        score=parts.score(room),
        shuffle=None if room.shuffle is None else _shuffle(room.shuffle),
        fair=parts.fair(room),
    )


def _outside(room: Room, parts: Parts) -> p.RoomState:
    """What one sees who waits to be let in: the table's name and its host, and the seats, in case one was his."""
    host = room.members.get(room.host)
    return p.RoomState(
        room=room.id,
        host=room.host,
        phase="closed" if room.phase == "closed" else "waiting",
        paused=False,
        settings=parts.settings(room),
        preset=parts.preset(room),
        rules=parts.rules(room),
        members=[] if host is None else [_member(host, room.seat_of(room.host))],
        seats=[p.SeatState(seat=i) for i in range(len(room.table.seats))],
        dealer=None,
        deal=None,
        next_deal_ms=None,
        ready=[],
        last_deals=None,
        score=[],
    )


def _raw(part: object) -> msgspec.Raw:
    return msgspec.Raw(_ENCODER.encode(part))


def _settings(settings: Settings) -> msgspec.Raw:
    state = p.SettingsState(
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
    return _raw(state)


@lru_cache(maxsize=1024)
def preset_of(rules: Rules) -> str | None:
    """The preset that gives exactly these rules at their boot."""
    return next((name for name in PRESETS if Rules.preset(name, boot=rules.boot) == rules), None)


@lru_cache(maxsize=1024)
def options_of(rules: Rules) -> dict[str, bool | int | str]:
    """Every option with its value. The answer is shared: do not change it."""
    return {name: getattr(rules, name) for name in OPTIONS}


def _rules(rules: Rules | None) -> msgspec.Raw:
    return _raw(None if rules is None else options_of(rules))


def _guests(members: Mapping[str, Member]) -> dict[str, str]:
    return {member.person: guest for guest, member in members.items()}


def _members(members: Mapping[str, Member], seats: Seats) -> msgspec.Raw:
    places = {seat.person: i for i, seat in enumerate(seats) if seat is not None}
    return _raw([_member(member, places.get(member.person)) for member in members.values()])


def _member(member: Member, seat: int | None) -> p.Member:
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


def _seats(room: Room, guests: Mapping[str, str]) -> list[p.SeatState]:
    states = []
    deal = room.table.deal if room.table.running else None
    for i, seat in enumerate(room.table.seats):
        if seat is None:
            states.append(p.SeatState(seat=i))
            continue
        chips = seat.chips
        player = room.table.player_of(i)
        if deal is not None and player is not None:
            chips += deal.players[player].won - deal.players[player].paid
        states.append(
            p.SeatState(
                seat=i,
                guest=guests.get(seat.person),
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
            shown=None if player.shown is None else text_of(player.shown),
            hand_class=None if player.shown is None else class_of(player.shown, ranking),
            won=player.won,
        )
        for seat, player in zip(seats, deal.players, strict=True)
    ]


@lru_cache(maxsize=4096)
def text_of(hand: Hand) -> str:
    """A hand, as the protocol writes it."""
    return format_hand(hand)


@lru_cache(maxsize=4096)
def class_of(hand: Hand, ranking: Ranking) -> str:
    """The class of a hand, as the protocol names it."""
    return str(classify(hand, ranking))


def _shuffle(shuffle: Shuffling) -> p.ShuffleState:
    public = shuffle.transcript.to_json()
    parts = [p.ShufflePart(**part) for part in public.pop("parts")]
    return p.ShuffleState(**public, parts=parts, stage=shuffle.stage)


def _fair(known: Fairness | None) -> msgspec.Raw:
    if known is None:
        return _raw(None)
    deal = None if known.proven is None else known.proven.deal
    return _raw(p.FairState(table=known.table, tip=known.tip, deal=deal, fingerprint=known.previous))


def _score(ledger: Ledger, names: Names, won: Mapping[str, int]) -> msgspec.Raw:
    return _raw(score_lines(ledger, names, won))


def score_lines(ledger: Ledger, names: Names, won: Mapping[str, int]) -> list[p.ScoreLine]:
    """A table's score sheet; ``names`` are guest and name of every person of its ledger, ``won`` their winnings."""
    lines = []
    for person, account in ledger:
        guest, name = names.get(person, (person, "?"))
        given, net, deals = account
        lines.append(p.ScoreLine(guest=guest, name=name, given=given, won=won.get(person, 0), net=net, deals=deals))
    return lines
