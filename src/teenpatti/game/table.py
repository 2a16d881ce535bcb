"""A table: seats and their chips, deal after deal (R5, R18, R19), and pots that carry over (R20).

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
from teenpatti.game.cards import Card, Hand, check_distinct, deal_hands, quote
from teenpatti.game.carry import Carried, carried_from
from teenpatti.game.commands import (
    Act,
    ChangePlaces,
    Command,
    Depart,
    GiveChips,
    Join,
    NameHand,
    SetRules,
    SitIn,
    SitOut,
    StartDeal,
    TakePot,
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
    HandNamed,
    InDeal,
    Joined,
    Leaving,
    PlacesChanged,
    PotTaken,
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
    carried: Carried | None = None
    """The pot carried over to the next deal, or to the running one until it is over."""


class Table(_Fields):
    """One table as it stands."""

    @classmethod
    def open(cls, rules: Rules, seats: int, *, tab: bool = False) -> Table:
        """An empty table of ``seats`` places. Raises InvalidRules for a number of seats against R5."""
        if type(seats) is not int or not 2 <= seats <= rules.max_seats:
            raise InvalidRules(
                Code.BAD_PLAYER_COUNT, f"A table of {quote(seats)} seats: expected 2 to {rules.max_seats} (R5)."
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
        """Chips the bank holds: zero before anybody came, less what is out. Bank, seats and pots, carried ones too,
        always sum to zero."""
        return -sum(account.given for account in self.accounts.values())

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that would be dealt in now: sitting in, and with the boot (R18)."""
        return tuple(
            i
            for i, seat in enumerate(self.seats)
            if seat and not seat.sitting_out and not seat.leaving and (self.tab or seat.chips >= self.rules.boot)
        )

    @property
    def next_dealer(self) -> int | None:
        """The seat that deals next, as things stand; None before the first deal, or if none can be dealt in (R19)."""
        ready = self.ready
        if self.dealer is None or not ready:
            return None
        last, count = self.dealer, len(self.seats)
        return min(ready, key=lambda seat: (seat - last - 1) % count)

    @property
    def kept(self) -> Hand:
        """The hand that stays out of the next deal's deck by the table's rules; empty if none is kept."""
        return self.carried.kept if self.carried and self.carries_on(self.rules) else ()

    def carries_on(self, rules: Rules) -> bool:
        """Whether the pot carried over stays for a deal by ``rules``: who keeps a hand for it can be dealt in."""
        return self.carried is not None and self.carried.fits(rules) and self.carried.seat in self.ready

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
        events: list[TableEvent] = []
        chips = seat.chips
        if table.carried is not None and table.carried.seat == command.seat and not table.running:
            events, chips = [_pot_to_keeper(table.carried)], chips + table.carried.chips
        return [*events, Departed(command.seat, seat.person, chips)]
    assert table.deal is not None
    events = [Leaving(command.seat)]
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
    _check_rules(table, command.rules, command)
    if table.carried is not None and not table.carried.fits(command.rules):
        return [_pot_to_keeper(table.carried), RulesSet(command.rules)]
    return [RulesSet(command.rules)]


def _check_rules(table: Table, rules: object, command: object) -> None:
    if not isinstance(rules, Rules):
        raise _refuse(Code.UNREADABLE, command, f"{quote(rules)} are no rules.")
    if rules.max_seats < len(table.seats):
        raise _refuse(
            Code.BAD_PLAYER_COUNT, command, f"These rules allow {rules.max_seats} players, fewer than seats (R5)."
        )


def _pot_to_keeper(carried: Carried) -> PotTaken:
    return PotTaken(carried.seat, carried.chips)


def _name_hand(table: Table, command: NameHand) -> list[TableEvent]:
    _between_deals(table, command)
    _occupied(table, command.seat, command)
    carried = table.carried
    if carried is None or carried.seat != command.seat or len(carried.hands) < 2:
        raise _refuse(Code.NO_HAND_TO_NAME, command, f"Seat {command.seat} does not keep one of two hands (R20).")
    if command.which not in ("old", "new"):
        raise _refuse(Code.UNREADABLE, command, f"{quote(command.which)} is no hand: expected old or new.")
    return [HandNamed(command.seat, command.which)]


def _take_pot(table: Table, command: TakePot) -> list[TableEvent]:
    _between_deals(table, command)
    carried = table.carried
    if carried is None or (table.carries_on(table.rules) and len(table.ready) >= 2):
        raise _refuse(
            Code.NO_POT_TO_TAKE, command, "No pot is carried over, or the next deal can be dealt for it (R20)."
        )
    return [_pot_to_keeper(carried)]


def _start_deal(table: Table, command: StartDeal) -> list[TableEvent]:
    _between_deals(table, command)
    rules = table.rules
    if command.rules is not None:
        rules = _rules_of_deal(table, command)
    events: list[TableEvent] = []
    if table.carried is not None and not table.carries_on(rules):
        events = [_pot_to_keeper(table.carried)]
        table = table.evolve(events[0])
    ready = table.ready
    if len(ready) < 2:
        raise _refuse(
            Code.TOO_FEW_TO_DEAL, command, f"{len(ready)} seats can post the boot: expected two or more (R19)."
        )
    dealer = _next_dealer(table, command, ready)
    # Clockwise from the dealer's left; the dealer himself, dealt in, comes last.
    dealt_in = (*(i for i in ready if i > dealer), *(i for i in ready if i <= dealer))
    carried = table.carried
    deck = _checked_deck(command, carried.kept if carried else ())
    hands = deal_hands(deck, len(dealt_in), rules.cards_dealt)
    joker = deck[len(dealt_in) * rules.cards_dealt] if rules.turns_up else None
    stacks = [None if table.tab else seat.chips for i in dealt_in if (seat := table.seats[i])]
    deal = Deal.start(
        rules,
        stacks,
        hands,
        joker=joker,
        carried=carried.chips if carried else 0,
        keeper=dealt_in.index(carried.seat) if carried else None,
        kept=carried.kept if carried else None,
    )
    return [*events, DealOpened(table.deals + 1, dealer, dealt_in), *map(InDeal, deal.events)]


def _rules_of_deal(table: Table, command: StartDeal) -> Rules:
    """The rules of this deal alone, which must fit the table."""
    rules = command.rules
    _check_rules(table, rules, command)
    assert rules is not None
    if rules.boot != table.rules.boot:
        raise _refuse(
            Code.OPTIONS_CONFLICT,
            command,
            f"The boot of this deal is {quote(rules.boot)}: expected that of the table, {quote(table.rules.boot)}.",
        )
    return rules


def _next_dealer(table: Table, command: StartDeal, ready: Sequence[int]) -> int:
    """The lot's for the first deal; then clockwise from the last dealer's seat to the first seat dealt in (R19)."""
    if (table.dealer is None) != (command.first_dealer is not None) or (
        table.dealer is None and (type(command.first_dealer) is not int or command.first_dealer not in ready)
    ):
        raise _refuse(
            Code.DEALER_DUE,
            command,
            f"The first dealer is drawn by lot among those dealt in, here seats {', '.join(map(str, ready))}; later "
            "the place moves by itself (R19).",
        )
    if command.first_dealer is not None:
        return command.first_dealer
    dealer = table.next_dealer
    assert dealer is not None
    return dealer


def _checked_deck(command: StartDeal, kept: Hand) -> list[Card]:
    """The deck as cards: all there are but for those ``kept`` from the deal before."""
    expected = 52 - len(kept)
    try:
        deck = [Card(card) for card in command.deck]
        check_distinct([*deck, *kept])
    except (TypeError, InvalidCard) as error:
        raise _refuse(Code.BAD_DECK, command, f"This is no deck of {expected} different cards: {error}") from error
    if len(deck) != expected:
        raise _refuse(Code.BAD_DECK, command, f"A deck of {len(deck)} cards: expected {expected} different ones.")
    return deck


def _act(table: Table, command: Act) -> list[TableEvent]:
    if table.deal is None:
        raise _refuse(Code.NO_DEAL_RUNNING, command, "No deal has been dealt yet.")
    return _played(table, command.action)


def _played(table: Table, action: Action) -> list[TableEvent]:
    """The events of ``action``; who waited for the end of the deal to leave goes with the chips it left him."""
    assert table.deal is not None
    deal_events = table.deal.decide(action)
    events: list[TableEvent] = [InDeal(event) for event in deal_events]
    if not any(isinstance(event, DealEnded) for event in deal_events):
        return events
    for event in events:
        table = table.evolve(event)
    return [
        *events,
        *(Departed(i, seat.person, seat.chips) for i, seat in enumerate(table.seats) if seat and seat.leaving),
    ]


_DECIDERS: Final[dict[type[Command], Callable[[Table, Any], list[TableEvent]]]] = {
    Join: _join,
    Depart: _depart,
    SitOut: _sit_out,
    SitIn: _sit_in,
    ChangePlaces: _change_places,
    GiveChips: _give_chips,
    SetRules: _set_rules,
    StartDeal: _start_deal,
    NameHand: _name_hand,
    TakePot: _take_pot,
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
    carried = table.carried
    if carried is not None:
        carried = carried._replace(seat=moved.get(carried.seat, carried.seat))
    return {"seats": tuple(seats), "dealt_in": dealt_in, "carried": carried}


def _chips_given(table: Table, event: ChipsGiven) -> dict[str, Any]:
    seat = _seat(table, event.seat)
    return {
        "seats": _with_seat(table, event.seat, seat._replace(chips=seat.chips + event.chips)),
        "ledger": _booked(table, seat.person, given=event.chips),
    }


def _rules_set(table: Table, event: RulesSet) -> dict[str, Any]:
    return {"rules": event.rules}


def _hand_named(table: Table, event: HandNamed) -> dict[str, Any]:
    assert table.carried is not None
    old, new = table.carried.hands
    return {"carried": table.carried._replace(hands=(old if event.which == "old" else new,))}


def _pot_taken(table: Table, event: PotTaken) -> dict[str, Any]:
    seat = _seat(table, event.seat)
    return {
        "seats": _with_seat(table, event.seat, seat._replace(chips=seat.chips + event.chips)),
        "ledger": _booked(table, seat.person, net=event.chips),
        "carried": None,
    }


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
        changes |= {"seats": tuple(seats), "ledger": accounts.ledger, "carried": _carried_on(table)}
    return changes


def _carried_on(table: Table) -> Carried | None:
    """What carries over from the deal that ends."""
    deal = table.deal
    if deal is None or deal.carries is None:
        return None
    seat = table.dealt_in[deal.carries.player]
    assert seat is not None
    return carried_from(deal, seat)


_CHANGES: Final[dict[type[TableEvent], Callable[[Table, Any], dict[str, Any]]]] = {
    Joined: _joined,
    Leaving: _leaving,
    Departed: _departed,
    SatOut: _sat_out,
    SatIn: _sat_in,
    PlacesChanged: _places_changed,
    ChipsGiven: _chips_given,
    RulesSet: _rules_set,
    HandNamed: _hand_named,
    PotTaken: _pot_taken,
    DealOpened: _deal_opened,
    InDeal: _in_deal,
}
