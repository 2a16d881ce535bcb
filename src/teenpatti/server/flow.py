"""How deals follow each other, and what follows by itself from anything that has happened."""

from __future__ import annotations

from teenpatti.game.cards import Card
from teenpatti.game.commands import GiveChips, SetRules, StartDeal
from teenpatti.game.deal import Deal
from teenpatti.game.events import Compared
from teenpatti.game.table_events import Departed, TableEvent
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.draft import Draft, refuse
from teenpatti.server.errors import RoomCode
from teenpatti.server.room import PAUSE_AFTER_PACK_MS, PAUSE_AFTER_SHOW_MS, WAIT_FOR_LOST_MS, Room


def begin_shuffling(draft: Draft) -> None:
    """The next deal is prepared."""
    draft.add(e.ShufflingBegan(draft.room.table.deals + 1))


def next_deal_due(draft: Draft, guest: str, command: c.NextDealDue) -> None:
    """The pause is over."""
    room = draft.room
    if room.phase != "between" or command.deal != room.table.deals:
        refuse(RoomCode.LATE)
    if room.paused or not room.can_deal or room.elapsed(draft.at) < room.pause_ms:
        refuse(RoomCode.TOO_EARLY)
    begin_shuffling(draft)


def shuffled(draft: Draft, guest: str, command: c.Shuffled) -> None:
    """A deck from elsewhere is dealt; such a deal has no proof."""
    for event in deal_events(draft, command.deal, command.deck, command.lot) or ():
        draft.add(e.AtTable(event))


def deal_events(draft: Draft, deal: int, deck: tuple[Card, ...], lot: int) -> tuple[TableEvent, ...] | None:
    """What dealing that deck will make happen, once all are here or have been waited for; None: the deal is dropped."""
    room = draft.room
    if room.phase != "shuffling" or deal != room.table.deals + 1:
        refuse(RoomCode.LATE)
    if room.paused or (room.lost and room.elapsed(draft.at) < WAIT_FOR_LOST_MS):
        refuse(RoomCode.TOO_EARLY)
    send_lost_away(draft)
    if not draft.room.can_deal:
        draft.add(e.DealDropped(deal, "too_few"))
        return None
    ready = draft.room.table.ready
    # The bias of this draw is below 2**-59.
    dealer = ready[lot * len(ready) >> 64] if room.table.dealer is None else None
    kept = draft.room.table.kept
    return draft.room.table.decide(StartDeal(tuple(card for card in deck if card not in kept), dealer))


def send_lost_away(draft: Draft) -> None:
    """Who is not connected when a deal begins is not dealt in, unless nobody would be left."""
    if draft.room.can_deal:
        for lost in draft.room.lost:
            draft.away(lost, "disconnected")


def no_randomness(draft: Draft, guest: str, command: c.NoRandomness) -> None:
    """No deal starts, and all are told."""
    if draft.room.phase != "shuffling" or command.deal != draft.room.table.deals + 1:
        refuse(RoomCode.LATE)
    draft.add(e.DealDropped(command.deal, "no_randomness"))
    if not draft.room.paused:
        draft.add(e.Paused())


def close(draft: Draft) -> None:
    """The table is closed."""
    draft.add(e.Closed())


def settle(draft: Draft) -> None:
    """What follows from what has just happened."""
    if draft.room.phase == "playing" and draft.room.table.running and _all_call_off(draft.room):
        _call_off(draft)
    elif draft.room.phase == "playing" and draft.room.table.deal is not None and not draft.room.table.running:
        _finish(draft, ended_by(draft.room.table.deal))
    _hand_out_seats(draft)
    room = draft.room
    if room.host not in room.members or room.members[room.host].gone:
        _find_host(draft)
    if room.phase == "between" and not room.paused and room.can_deal and all_ready(room):
        begin_shuffling(draft)


def _all_call_off(room: Room) -> bool:
    """Whether every person who still has a hand in the deal, covering or not, agrees to call it off.

    Bots do what people want. Where one who covers has gone for good, nobody can agree for him, and the deal is played.
    """
    deal = room.table.deal
    assert deal is not None
    if not room.call_off:
        return False
    people = {
        guest
        for guest, player in zip(room.deal_guests, deal.players, strict=True)
        if not player.packed and not ((member := room.members.get(guest)) and member.bot)
    }
    return bool(people) and people <= room.call_off


def _call_off(draft: Draft) -> None:
    table = draft.room.table
    draft.add(e.CalledOff(table.deals))
    for seat, found in enumerate(table.seats):
        if found is not None and found.leaving:
            draft.add(e.AtTable(Departed(seat, found.person, found.chips)))
    _finish(draft, "called_off")


def ended_by(deal: Deal) -> e.EndedBy:
    """What ended a deal: a paid show, a full pot, a covered pot, or all others packed."""
    contests = {event.contest for event in deal.events if isinstance(event, Compared)}
    if "show" in contests:
        return "show"
    if "forced" in contests:
        return "limit"
    return "cover" if "cover" in contests else "pack"


def _finish(draft: Draft, by: e.EndedBy) -> None:
    pause = PAUSE_AFTER_PACK_MS if by in ("pack", "called_off") else PAUSE_AFTER_SHOW_MS
    draft.add(e.DealFinished(draft.room.table.deals, by, pause))
    room = draft.room
    if room.next_rules is not None:
        draft.table(SetRules(room.next_rules))
    _fill_up_bots(draft)
    if room.closing:
        close(draft)


def _fill_up_bots(draft: Draft) -> None:
    room = draft.room
    if room.settings.tab or not room.settings.rebuy:
        return
    for seat, found in enumerate(room.table.seats):
        member = room.at(seat)
        if found and member and member.bot and found.chips < room.table.rules.boot <= room.settings.starting_chips:
            draft.table(GiveChips(seat, room.settings.starting_chips - found.chips))


def _hand_out_seats(draft: Draft) -> None:
    """Seats promised to people who lost their browser change hands once no deal runs."""
    for old, new in draft.room.grants:
        if draft.room.phase == "playing":
            return
        owner, heir = draft.room.members.get(old), draft.room.members.get(new)
        seat = draft.room.seat_of(old)
        if owner and heir and seat is not None and not owner.online and draft.room.seat_of(new) is None:
            draft.add(e.SeatGiven(new, old, seat))
        else:
            draft.add(e.GrantLapsed(new, old))


def _find_host(draft: Draft) -> None:
    """The host has gone for good: the longest seated, or whoever is here."""
    room = draft.room
    people = [member for member in room.members.values() if room.is_person(member.guest)]
    if people:
        heir = min(people, key=lambda member: (not member.online, not member.seated_at, member.seated_at))
        draft.add(e.HostPassed(heir.guest, room.host, "handed_over"))


def all_ready(room: Room) -> bool:
    """Whether all who could be dealt in and are here have tapped."""
    people = {
        member.guest
        for seat in room.table.ready
        if (member := room.at(seat)) is not None and member.bot is None and member.online
    }
    return bool(people) and people <= room.ready
