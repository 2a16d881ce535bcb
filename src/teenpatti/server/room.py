"""The state of one room, a table with its people: immutable, without clock or I/O.

Only assignments from events change it (evolve.py); what may happen is decided in the modules decide_*.py.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules
from teenpatti.game.table import Seat, Table
from teenpatti.server.fairness import Fairness, Proven, Shuffling
from teenpatti.server.room_events import EndedBy
from teenpatti.server.settings import Settings

Phase: TypeAlias = Literal["waiting", "shuffling", "playing", "between", "closed"]

BANK_MS = 30_000
"""A player's time bank at most: what he may use beyond the clock."""
BANK_REFILL_MS = 5_000
"""What the bank gains with each deal."""
PAUSE_AFTER_PACK_MS = 8_000
PAUSE_AFTER_SHOW_MS = 12_000
WAIT_FOR_LOST_MS = 10_000
"""How long a deal waits for a player who is not connected."""
COMMIT_MS = 1_500
"""How long a shuffle waits for pages that may sleep; a deal goes on without them."""
REVEAL_MS = 8_000
"""How long it waits for what a page has committed to: long enough to load the page again."""
NUDGE_AFTER_MS = 20_000
PACK_FOR_AFTER_MS = 60_000
"""How long a player must have been gone before the host may pack him, on a table without clock."""
HOST_AWAY_MS = 300_000
MISSED_TURNS = 2
"""Turns missed one after the other that make a player away."""
KEPT_ANSWERS = 32
"""Command ids remembered for each guest."""
KEPT_LINES = 30
"""Lines of chat that a newcomer gets."""
MAX_MEMBERS = 120
"""People at one table, spectators too."""


class Member(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person or bot at the table."""

    guest: str
    """The browser he is known by; changes if he lost it."""
    person: str
    """His lasting name at the table and in its ledger."""
    name: str
    avatar: str = ""
    bot: str | None = None
    online: bool = False
    online_at: int = 0
    """When he was last connected or disconnected."""
    waiting: bool = False
    wants_seat: bool = False
    away: bool = False
    missed: int = 0
    seated_at: int = 0
    """When he took his seat, as a number that counts up; 0 without."""
    claims: int | None = None
    gone: bool = False
    """Has left for good, but his seat is his until the deal is over."""


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of chat."""

    guest: str
    name: str
    text: str


class Room(Struct, frozen=True, kw_only=True):
    """A room as it stands."""

    id: str
    settings: Settings
    table: Table
    host: str
    owner: str
    """To whom the host's place returns."""
    seq: int = 0
    """Entries so far."""
    phase: Phase = "waiting"
    paused: bool = False
    since: int = 0
    """When the clock in force (turn, pause, wait) began or went on."""
    spent: int = 0
    """What it had run before."""
    pause_ms: int = 0
    turn_number: int = 0
    nudged_at: int = 0
    members: dict[str, Member] = {}
    """By guest, in the order they came."""
    kicked: frozenset[str] = frozenset()
    counter: int = 0
    """Numbers given so far, for seats taken and bots."""
    banks: dict[str, int] = {}
    """Time banks by person, in milliseconds."""
    purses: dict[str, int] = {}
    """What persons took along when they stood up."""
    names: dict[str, tuple[str, str]] = {}
    """Guest and name of every person of the ledger."""
    won: dict[str, int] = {}
    """Chips paid out of pots to persons of the ledger, over all deals."""
    deal_guests: tuple[str, ...] = ()
    """Who was dealt in, in playing order; these alone know the cards of the deal."""
    deal_names: tuple[str, ...] = ()
    deal_seats: tuple[int, ...] = ()
    looked: frozenset[str] = frozenset()
    """Guests who looked at their cards after the deal."""
    ended_by: EndedBy | None = None
    called_off: Deal | None = None
    """The last deal, if it was called off; the table itself has none then."""
    ready: frozenset[str] = frozenset()
    call_off: frozenset[str] = frozenset()
    last_deals: int | None = None
    closing: bool = False
    next_rules: Rules | None = None
    grants: tuple[tuple[str, str], ...] = ()
    """Seats promised while a deal runs: from whom, to whom."""
    chat: tuple[Line, ...] = ()
    fairness: Fairness | None = None
    """The seeds and proofs of its decks; None: none have been fixed yet."""
    shuffle: Shuffling | None = None
    """The shuffle under way."""
    answers: dict[str, tuple[tuple[str, int], ...]] = {}
    """Committed commands by guest: id and entry, the latest last."""

    # --- people -------------------------------------------------------------------------------------------------------

    def member_of(self, person: str) -> Member | None:
        """The member who is that person of the table."""
        return next((member for member in self.members.values() if member.person == person), None)

    def seat_of(self, guest: str) -> int | None:
        """The seat of a guest."""
        member = self.members.get(guest)
        return None if member is None else self.table.seat_of(member.person)

    def at(self, seat: int) -> Member | None:
        """Who sits at ``seat``."""
        found = self.seat(seat)
        return None if found is None else self.member_of(found.person)

    def seat(self, seat: int) -> Seat | None:
        """What is at ``seat``; None if it is empty or there is none."""
        return self.table.seats[seat] if 0 <= seat < len(self.table.seats) else None

    @property
    def free_seat(self) -> int | None:
        """The first empty seat."""
        return next((i for i, seat in enumerate(self.table.seats) if seat is None), None)

    def is_person(self, guest: str) -> bool:
        """Whether that guest is a human member, let in and not gone."""
        member = self.members.get(guest)
        return member is not None and member.bot is None and not member.waiting and not member.gone

    # --- the deal -----------------------------------------------------------------------------------------------------

    @property
    def deal(self) -> Deal | None:
        """The running or last deal."""
        return self.called_off or self.table.deal

    @property
    def proven(self) -> Proven | None:
        """How the deck of the running or last deal came about."""
        found = None if self.fairness is None else self.fairness.proven
        return found if found is not None and found.deal == self.table.deals else None

    def player_of(self, guest: str) -> int | None:
        """Which player of the running or last deal the guest is."""
        return self.deal_guests.index(guest) if guest in self.deal_guests else None

    @property
    def actor(self) -> str | None:
        """The guest who is to act."""
        deal = self.table.deal
        if self.phase != "playing" or deal is None or deal.turn is None:
            return None
        return self.deal_guests[deal.turn]

    def sees_deal(self, guest: str) -> bool:
        """Whether the guest may look on."""
        member = self.members.get(guest)
        if member is None or member.waiting:
            return False
        return self.settings.spectators or guest in self.deal_guests or self.seat_of(guest) is not None

    # --- time ---------------------------------------------------------------------------------------------------------

    def elapsed(self, at: int) -> int:
        """What the clock in force has run at the moment ``at``, in milliseconds."""
        return self.spent + (0 if self.paused else max(0, at - self.since))

    @property
    def turn_clock(self) -> int | None:
        """The clock of this turn without the time bank, in milliseconds; None without clock."""
        deal = self.table.deal
        if self.actor is None or deal is None:
            return None
        if deal.side is not None:
            return self.settings.answer_clock * 1000
        return self.settings.clock * 1000 or None

    @property
    def turn_bank(self) -> int:
        """What the player to act may use beyond his clock, in milliseconds."""
        deal, actor = self.table.deal, self.actor
        if actor is None or deal is None or deal.side is not None or not self.settings.clock:
            return 0
        member = self.members.get(actor)
        return 0 if member is None or member.bot is not None else self.banks.get(member.person, BANK_MS)

    @property
    def lost(self) -> tuple[str, ...]:
        """Guests who would be dealt in but are not connected."""
        found = [self.at(seat) for seat in self.table.ready]
        return tuple(member.guest for member in found if member and member.bot is None and not member.online)

    @property
    def can_deal(self) -> bool:
        """Whether a deal can begin: two or more with the boot, and a human being to see it."""
        return len(self.table.ready) >= 2 and any(
            member.online and self.is_person(member.guest) for member in self.members.values()
        )
