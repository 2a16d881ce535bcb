"""What the person at one seat, or a spectator, may know of a table. Only its deal holds anything hidden."""

from __future__ import annotations

from typing import NamedTuple

from teenpatti.game.rules import Rules
from teenpatti.game.table import Account, Seat, Table
from teenpatti.game.table_events import InDeal, TableEvent
from teenpatti.game.view import View, Viewer, redact, view


class CarriedView(NamedTuple):
    """A pot carried over: its ``chips``, who keeps a hand for it, and whether he has ``two`` and may name one (R20)."""

    seat: int
    chips: int
    two: bool


class TableView(NamedTuple):
    """A table as the person at ``seat`` (None: a spectator) may know it. Seats and ledger are public."""

    seat: int | None
    rules: Rules
    seats: tuple[Seat | None, ...]
    tab: bool
    dealer: int | None
    deals: int
    dealt_in: tuple[int | None, ...]
    deal: View | None
    ledger: tuple[tuple[str, Account], ...]
    carried: CarriedView | None


def view_table(table: Table, seat: int | None = None) -> TableView:
    """``table`` as ``seat`` may know it: of the deal what its player there may know."""
    carried = table.carried
    player = None if seat is None else table.player_of(seat)
    return TableView(
        seat=seat,
        rules=table.rules,
        seats=table.seats,
        tab=table.tab,
        dealer=table.dealer,
        deals=table.deals,
        dealt_in=table.dealt_in,
        deal=None if table.deal is None else view(table.deal, player),
        ledger=table.ledger,
        carried=carried and CarriedView(carried.seat, carried.chips, len(carried.hands) > 1),
    )


def redact_table(event: TableEvent, player: Viewer) -> TableEvent:
    """``event`` without the cards that ``player`` of the running deal (None: anybody else) may not know."""
    return InDeal(redact(event.event, player)) if isinstance(event, InDeal) else event
