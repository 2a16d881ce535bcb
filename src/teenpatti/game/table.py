"""A table: seats and their chips, deal after deal (R5, R18, R19).

The table wraps its deals: while one runs, the deal owns the stacks of those dealt in and its last event returns them. A
table is as immutable as a deal. It is told what to do by commands; persons are names (any text the caller uses to tell
people apart). A *tab* table has unlimited stacks: everybody can always bet, and the scores may fall below zero.

>>> from teenpatti.game.cards import CARDS
>>> from teenpatti.game.rules import Rules
>>> table = Table.open(Rules(), seats=4).play(Join(0, "Asha", 100)).play(Join(2, "Ben", 100))
>>> table = table.play(StartDeal(CARDS, first_dealer=2))
>>> table.dealt_in, table.deal.turn, table.bank
((0, 2), 0, -200)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Self

from teenpatti.game.actions import Action, Leave
from teenpatti.game.cards import Card, check_distinct, deal_hands, quote
from teenpatti.game.commands import (
    Act,
    ChangePlaces,
    Command,
    Depart,
    GiveChips,
    Join,
    SetRules,
    SitIn,
    SitOut,
    StartDeal,
)
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, IllegalAction, InvalidCard, InvalidRules
from teenpatti.game.events import DealEnded, DealStarted
from teenpatti.game.once import once
from teenpatti.game.rules import Rules
from teenpatti.game.table_events import (
    ChipsGiven,
    DealOpened,
    Departed,
    InDeal,
    Joined,
    Leaving,
    PlacesChanged,
    RulesSet,
    SatIn,
    SatOut,
    TableEvent,
)


class Seat(NamedTuple):
    """A person's place: his chips (at a tab: his score, which may be below zero) and whether he is dealt in."""

    person: str
    chips: int
    sitting_out: bool = False
    leaving: bool = False


class Account(NamedTuple):
    """One person's line of the ledger: chips the host gave him less chips he handed back, and won less paid in
    deals."""

    given: int = 0
    net: int = 0
    deals: int = 0


class _Fields(NamedTuple):
    rules: Rules
    seats: tuple[Seat | None, ...]
    tab: bool = False
    dealer: int | None = None
    """The last dealer's seat."""
    deals: int = 0
    """Deals begun so far."""
    deal: Deal | None = None
    """The running deal, or the last one."""
    dealt_in: tuple[int | None, ...] = ()
    """Seats of that deal's players: player i of the deal sits at ``dealt_in[i]``, None once he is gone."""
    ledger: tuple[tuple[str, Account], ...] = ()
    """Accounts of all who ever sat here, in the order they came."""


class Table(_Fields):
    """One table as it stands."""

    @classmethod
    def open(cls, rules: Rules, seats: int, *, tab: bool = False) -> Table:
        """An empty table of ``seats`` places. Raises InvalidRules for a number of seats against R5."""
        if type(seats) is not int or not 2 <= seats <= rules.max_players:
            raise InvalidRules(
                Code.BAD_PLAYER_COUNT, f"A table of {quote(seats)} seats: expected 2 to {rules.max_players} (R5)."
            )
        return cls(rules, (None,) * seats, tab)

    @property
    def running(self) -> bool:
        """Whether a deal runs."""
        return self.deal is not None and not self.deal.over

    @once
    def accounts(self) -> dict[str, Account]:
        """The ledger by person."""
        return dict(self.ledger)

    @property
    def bank(self) -> int:
        """Chips the bank holds: zero before anybody came, less what is out. Bank, seats and pots always sum to zero."""
        return -sum(account.given for account in self.accounts.values())

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that would be dealt in now: sitting in, and with the boot (R18)."""
        return tuple(
            i
            for i, seat in enumerate(self.seats)
            if seat and not seat.sitting_out and not seat.leaving and (self.tab or seat.chips >= self.rules.boot)
        )

    def seat_of(self, person: str) -> int | None:
        """The seat of ``person``, None if he has none."""
        return next((i for i, seat in enumerate(self.seats) if seat and seat.person == person), None)

    def player_of(self, seat: int) -> int | None:
        """Which player of the running or last deal sits at ``seat``, None if he was not dealt in."""
        return self.dealt_in.index(seat) if seat in self.dealt_in else None

    def play(self, command: Command) -> Table:
        """The table after ``command``. Raises IllegalAction (InvalidCard, InvalidRules), and then nothing has
        changed."""
        table = self
        for event in self.decide(command):
            table = table.evolve(event)
        return table

    def decide(self, command: Command) -> tuple[TableEvent, ...]:
        """The events that ``command`` makes happen. Raises like :meth:`play`."""
        decider = _DECIDERS.get(type(command))
        if decider is None:
            raise IllegalAction(Code.UNREADABLE, f"{quote(command)} is no command of a table.", action=command)
        return tuple(decider(self, command))

    def evolve(self, event: TableEvent) -> Self:
        """The table after ``event``, which must be the next event of this table."""
        return self._replace(**_CHANGES[type(event)](self, event))


# --- decide -----------------------------------------------------------------------------------------------------------


def _refuse(code: Code, command: object, message: str) -> IllegalAction:
    return IllegalAction(code, message, action=command)


def _check_seat(table: Table, seat: object, command: object) -> None:
    if type(seat) is not int or not 0 <= seat < len(table.seats):
        raise _refuse(
            Code.NO_SUCH_SEAT, command, f"There is no seat {quote(seat)}: expected 0 to {len(table.seats) - 1}."
        )


def _occupied(table: Table, seat: int, command: object) -> Seat:
    _check_seat(table, seat, command)
    found = table.seats[seat]
    if found is None:
        raise _refuse(Code.SEAT_EMPTY, command, f"Nobody sits at seat {seat}.")
    return found


def _between_deals(table: Table, command: object) -> None:
    if table.running:
        raise _refuse(Code.DEAL_RUNNING, command, "This waits until the deal is over.")


def _join(table: Table, command: Join) -> list[TableEvent]:
    _check_seat(table, command.seat, command)
    if table.seats[command.seat] is not None:
        raise _refuse(Code.SEAT_TAKEN, command, f"Seat {command.seat} is taken.")
    if type(command.person) is not str or not command.person:
        raise _refuse(Code.UNREADABLE, command, f"{quote(command.person)} is no name: expected some text.")
    if table.seat_of(command.person) is not None:
        raise _refuse(Code.ALREADY_SEATED, command, f"{quote(command.person)} has a seat already.")
    _check_chips(command.chips, 0, command)
    return [Joined(command.seat, command.person, command.chips)]


def _check_chips(chips: object, least: int, command: object) -> None:
    if type(chips) is not int or chips < least:
        raise _refuse(
            Code.BAD_AMOUNT, command, f"{quote(chips)} chips: expected a whole number of at least {quote(least)}."
        )


def _depart(table: Table, command: Depart) -> list[TableEvent]:
    seat = _occupied(table, command.seat, command)
    if seat.leaving:
        raise _refuse(Code.ALREADY_LEAVING, command, f"Seat {command.seat} is being left at the end of this deal.")
    player = table.player_of(command.seat)
    if not table.running or player is None:
        return [Departed(command.seat, seat.person, seat.chips)]
    assert table.deal is not None
    events: list[TableEvent] = [Leaving(command.seat)]
    if table.deal.legal(player).leave:
        events += _played(table.evolve(events[0]), Leave(player))
    return events


def _sit_out(table: Table, command: SitOut) -> list[TableEvent]:
    if _occupied(table, command.seat, command).sitting_out:
        raise _refuse(Code.ALREADY_SITTING_OUT, command, f"Seat {command.seat} sits out already.")
    return [SatOut(command.seat)]


def _sit_in(table: Table, command: SitIn) -> list[TableEvent]:
    if not _occupied(table, command.seat, command).sitting_out:
        raise _refuse(Code.NOT_SITTING_OUT, command, f"Seat {command.seat} does not sit out.")
    return [SatIn(command.seat)]


def _change_places(table: Table, command: ChangePlaces) -> list[TableEvent]:
    _between_deals(table, command)
    _occupied(table, command.seat, command)
    _check_seat(table, command.other, command)
    return [PlacesChanged(command.seat, command.other)]


def _give_chips(table: Table, command: GiveChips) -> list[TableEvent]:
    _between_deals(table, command)
    seat = _occupied(table, command.seat, command)
    _check_chips(command.chips, 0 if table.tab else -seat.chips, command)
    return [ChipsGiven(command.seat, command.chips)]


def _set_rules(table: Table, command: SetRules) -> list[TableEvent]:
    _between_deals(table, command)
    if not isinstance(command.rules, Rules):
        raise _refuse(Code.UNREADABLE, command, f"{quote(command.rules)} are no rules.")
    if command.rules.max_players < len(table.seats):
        raise _refuse(
            Code.BAD_PLAYER_COUNT,
            command,
            f"These rules allow {command.rules.max_players} players, fewer than seats (R5).",
        )
    return [RulesSet(command.rules)]


def _start_deal(table: Table, command: StartDeal) -> list[TableEvent]:
    _between_deals(table, command)
    ready = table.ready
    if len(ready) < 2:
        raise _refuse(
            Code.TOO_FEW_TO_DEAL, command, f"{len(ready)} seats can post the boot: expected two or more (R19)."
        )
    dealer = _next_dealer(table, command, ready)
    # Clockwise from the dealer's left; the dealer himself, dealt in, comes last.
    dealt_in = (*(i for i in ready if i > dealer), *(i for i in ready if i <= dealer))
    hands = deal_hands(_checked_deck(command), len(dealt_in), table.rules.cards_dealt)
    stacks = [None if table.tab else seat.chips for i in dealt_in if (seat := table.seats[i])]
    deal = Deal.start(table.rules, stacks, hands)
    return [DealOpened(table.deals + 1, dealer, dealt_in), *map(InDeal, deal.events)]


def _next_dealer(table: Table, command: StartDeal, ready: Sequence[int]) -> int:
    """The lot's for the first deal; then clockwise from the last dealer's seat to the first seat dealt in (R19)."""
    if (table.dealer is None) != (command.first_dealer is not None) or (
        table.dealer is None and (type(command.first_dealer) is not int or command.first_dealer not in ready)
    ):
        raise _refuse(
            Code.DEALER_DUE,
            command,
            f"The first dealer is drawn by lot among those dealt in, here seats {', '.join(map(str, ready))}; later "
            f"the "
            "place moves by itself (R19).",
        )
    if command.first_dealer is not None:
        return command.first_dealer
    assert table.dealer is not None
    count, last = len(table.seats), table.dealer
    return min(ready, key=lambda seat: (seat - last - 1) % count)


def _checked_deck(command: StartDeal) -> list[Card]:
    try:
        deck = [Card(card) for card in command.deck]
        check_distinct(deck)
    except (TypeError, InvalidCard) as error:
        raise _refuse(Code.BAD_DECK, command, f"This is no deck of 52 different cards: {error}") from error
    if len(deck) != 52:
        raise _refuse(Code.BAD_DECK, command, f"A deck of {len(deck)} cards: expected 52 different ones.")
    return deck


def _act(table: Table, command: Act) -> list[TableEvent]:
    if table.deal is None:
        raise _refuse(Code.NO_DEAL_RUNNING, command, "No deal has been dealt yet.")
    return _played(table, command.action)


def _played(table: Table, action: Action) -> list[TableEvent]:
    """The events of ``action``; who waited for the end of the deal to leave goes with the chips it left him."""
    assert table.deal is not None
    was_running = table.running
    events: list[TableEvent] = [InDeal(event) for event in table.deal.decide(action)]
    for event in events:
        table = table.evolve(event)
    if was_running and not table.running:
        events += [Departed(i, seat.person, seat.chips) for i, seat in enumerate(table.seats) if seat and seat.leaving]
    return events


_DECIDERS: Final[dict[type[Command], Callable[[Table, Any], list[TableEvent]]]] = {
    Join: _join,
    Depart: _depart,
    SitOut: _sit_out,
    SitIn: _sit_in,
    ChangePlaces: _change_places,
    GiveChips: _give_chips,
    SetRules: _set_rules,
    StartDeal: _start_deal,
    Act: _act,
}

# --- evolve -----------------------------------------------------------------------------------------------------------


def _with_seat(table: Table, i: int, seat: Seat | None) -> tuple[Seat | None, ...]:
    return (*table.seats[:i], seat, *table.seats[i + 1 :])


def _seat(table: Table, i: int) -> Seat:
    seat = table.seats[i]
    assert seat is not None
    return seat


def _booked(
    table: Table, person: str, *, given: int = 0, net: int = 0, deals: int = 0
) -> tuple[tuple[str, Account], ...]:
    old = table.accounts.get(person, Account())
    return tuple((table.accounts | {person: Account(old.given + given, old.net + net, old.deals + deals)}).items())


def _joined(table: Table, event: Joined) -> dict[str, Any]:
    return {
        "seats": _with_seat(table, event.seat, Seat(event.person, event.chips)),
        "ledger": _booked(table, event.person, given=event.chips),
    }


def _leaving(table: Table, event: Leaving) -> dict[str, Any]:
    return {"seats": _with_seat(table, event.seat, _seat(table, event.seat)._replace(leaving=True))}


def _departed(table: Table, event: Departed) -> dict[str, Any]:
    return {
        "seats": _with_seat(table, event.seat, None),
        # Whoever sits here next must not be taken for the player of the last deal.
        "dealt_in": tuple(None if seat == event.seat else seat for seat in table.dealt_in),
        "ledger": _booked(table, event.person, given=-event.chips),
    }


def _sat_out(table: Table, event: SatOut) -> dict[str, Any]:
    return {"seats": _with_seat(table, event.seat, _seat(table, event.seat)._replace(sitting_out=True))}


def _sat_in(table: Table, event: SatIn) -> dict[str, Any]:
    return {"seats": _with_seat(table, event.seat, _seat(table, event.seat)._replace(sitting_out=False))}


def _places_changed(table: Table, event: PlacesChanged) -> dict[str, Any]:
    seats = list(table.seats)
    seats[event.seat], seats[event.other] = seats[event.other], seats[event.seat]
    moved = {event.seat: event.other, event.other: event.seat}
    dealt_in = tuple(seat if seat is None else moved.get(seat, seat) for seat in table.dealt_in)
    return {"seats": tuple(seats), "dealt_in": dealt_in}


def _chips_given(table: Table, event: ChipsGiven) -> dict[str, Any]:
    seat = _seat(table, event.seat)
    return {
        "seats": _with_seat(table, event.seat, seat._replace(chips=seat.chips + event.chips)),
        "ledger": _booked(table, seat.person, given=event.chips),
    }


def _rules_set(table: Table, event: RulesSet) -> dict[str, Any]:
    return {"rules": event.rules}


def _deal_opened(table: Table, event: DealOpened) -> dict[str, Any]:
    return {"deals": event.number, "dealer": event.dealer, "dealt_in": event.dealt_in, "deal": None}


def _in_deal(table: Table, event: InDeal) -> dict[str, Any]:
    inner = event.event
    if isinstance(inner, DealStarted):
        return {"deal": Deal.started(inner)}
    assert table.deal is not None
    changes: dict[str, Any] = {"deal": table.deal.evolve(inner)}
    if isinstance(inner, DealEnded):
        seats, accounts = list(table.seats), table
        for i, net in zip(table.dealt_in, inner.net, strict=True):
            assert i is not None
            seat = _seat(table, i)
            seats[i] = seat._replace(chips=seat.chips + net)
            accounts = accounts._replace(ledger=_booked(accounts, seat.person, net=net, deals=1))
        changes |= {"seats": tuple(seats), "ledger": accounts.ledger}
    return changes


_CHANGES: Final[dict[type[TableEvent], Callable[[Table, Any], dict[str, Any]]]] = {
    Joined: _joined,
    Leaving: _leaving,
    Departed: _departed,
    SatOut: _sat_out,
    SatIn: _sat_in,
    PlacesChanged: _places_changed,
    ChipsGiven: _chips_given,
    RulesSet: _rules_set,
    DealOpened: _deal_opened,
    InDeal: _in_deal,
}
