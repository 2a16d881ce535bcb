"""Everything that happens in a room. The list of events alone rebuilds it, its table and deals included.

Each class has its ``kind``, which is never taken away or given another meaning; a field added later has a default that
says what its absence means, so that old events stay readable for ever. A field that this version does not know was
written by a newer one, and is refused rather than lost. Kinds differ from those of the engine's events, which travel
inside :class:`AtTable` and follow the same rule (teenpatti.game.codec.ADDED).
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from teenpatti.fair.transcript import Kind, Reveal
from teenpatti.server.settings import Settings

EndedBy: TypeAlias = Literal["pack", "show", "limit", "cover", "called_off"]


class _Event(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    pass


class AtTable(_Event, frozen=True, tag="at_table"):
    """An event of the table or of its running deal. Clients get the inner event, redacted."""

    event: Any
    """A teenpatti.game.table_events.TableEvent; the engine's own codec reads and writes it."""


class RoomOpened(_Event, frozen=True, tag="room_opened"):
    """The table was made. ``rules`` are the options that differ from classic."""

    room: str
    settings: Settings
    rules: dict[str, Any]
    host: str


class MemberCame(_Event, frozen=True, tag="member_came"):
    """A guest entered; ``person`` is his lasting name in the ledger."""

    guest: str
    person: str
    name: str
    avatar: str
    waiting: bool = False
    """For the host's leave."""
    wants_seat: bool = False
    bot: str | None = None


class MemberLeft(_Event, frozen=True, tag="member_left"):
    """A member went for good."""

    guest: str
    kicked: bool = False


class Approved(_Event, frozen=True, tag="approved"):
    """The host let a guest in."""

    guest: str


class TurnedAway(_Event, frozen=True, tag="turned_away"):
    """The host did not let a guest in."""

    guest: str


class Connected(_Event, frozen=True, tag="connected"):
    """The first socket of a member is there."""

    guest: str


class Disconnected(_Event, frozen=True, tag="disconnected"):
    """The last socket of a member is gone. No fault: his clock runs."""

    guest: str


class Renamed(_Event, frozen=True, tag="renamed"):
    """A member has another name or avatar."""

    guest: str
    name: str
    avatar: str


class WentAway(_Event, frozen=True, tag="went_away"):
    """A player is not dealt in until he taps: two turns missed, disconnected when a deal began, or a value withheld
    that he had committed to."""

    guest: str
    why: Literal["missed", "disconnected", "withheld"]


class CameBack(_Event, frozen=True, tag="came_back"):
    """A player who was away is back."""

    guest: str


class Claimed(_Event, frozen=True, tag="claimed"):
    """A guest says that the seat is his."""

    guest: str
    seat: int


class ClaimAnswered(_Event, frozen=True, tag="claim_answered"):
    """The host's answer; the seat changes hands when no deal runs."""

    guest: str
    seat: int
    yes: bool


class SeatGiven(_Event, frozen=True, tag="seat_given"):
    """The person of ``seat`` is ``guest`` from now on, and no longer ``old``."""

    guest: str
    old: str
    seat: int


class GrantLapsed(_Event, frozen=True, tag="grant_lapsed"):
    """A promised seat was not given after all: its person is back, or it is gone."""

    guest: str
    old: str


class HostPassed(_Event, frozen=True, tag="host_passed"):
    """Another member is the host."""

    host: str
    old: str
    why: Literal["handed_over", "away", "returned"]


class Paused(_Event, frozen=True, tag="paused"):
    """The clocks stand."""


class Resumed(_Event, frozen=True, tag="resumed"):
    """The clocks go on."""


class SettingsChanged(_Event, frozen=True, tag="settings_changed"):
    """The host changed settings."""

    settings: Settings


class RulesAnnounced(_Event, frozen=True, tag="rules_announced"):
    """Other rules from the next deal on; the options that differ from classic."""

    rules: dict[str, Any]


class LastDealsSet(_Event, frozen=True, tag="last_deals_set"):
    """So many deals are still dealt; None: no end announced."""

    count: int | None


class Closing(_Event, frozen=True, tag="closing"):
    """The table closes when the running deal is over."""


class Closed(_Event, frozen=True, tag="closed"):
    """The table is closed."""


class Reopened(_Event, frozen=True, tag="reopened"):
    """The table is open again, with its people, chips and scores."""


class ShufflingBegan(_Event, frozen=True, tag="shuffling_began"):
    """Deal ``deal`` is being prepared."""

    deal: int


class ChainOpened(_Event, frozen=True, tag="chain_opened"):
    """The server's seeds for the next shuffles are fixed; see teenpatti.fair.chain."""

    secret: str
    """From which they follow. Never sent to anybody."""
    tip: str


class Taker(Struct, frozen=True):
    """One who is asked to take part in a shuffle."""

    seat: int
    """From 1, as in all files; 0: the house."""
    kind: Kind
    guest: str
    """Empty for the house."""


class ShuffleBegan(_Event, frozen=True, tag="shuffle_began"):
    """A shuffle for ``deal``, the server's seeds for it published. Pages may commit to their values now."""

    deal: int
    number: int
    """Of the chain in force, from 1."""
    link: str
    commitments: tuple[str, ...]
    next_link: str
    takers: tuple[Taker, ...]
    secret: tuple[tuple[int, str, str], ...]
    """What the server draws for the house and its bots: seat, value, choice. Not sent; published when all reveal."""


class Committed(_Event, frozen=True, tag="committed"):
    """No more commits are taken. Pages that have committed reveal their values now."""

    commits: tuple[tuple[int, str, str], ...]
    """Seat, hash of the value, hash of the choice; the server's own among them."""


class Revealed(_Event, frozen=True, tag="revealed"):
    """All values are there, and the roots of the eight decks. Pages reveal their choices now."""

    values: tuple[tuple[int, str], ...]
    roots: tuple[str, ...]


class ShuffleVoided(_Event, frozen=True, tag="shuffle_voided"):
    """Some withheld what they had committed to; all is done again without them."""

    stage: Reveal
    withheld: tuple[int, ...]
    shown: tuple[tuple[int, str], ...]
    """What the others have revealed at this stage."""


class DealProven(_Event, frozen=True, tag="deal_proven"):
    """The choices are there, and with them the deck; the deal follows."""

    deal: int
    choices: tuple[tuple[int, str], ...]
    chosen: int
    fingerprint: str
    record: Any
    """The whole public record. It goes out in proof files, and not in every frame."""
    seed: str
    """The server's seed for the deck that is dealt. Never sent to anybody."""


class DealDropped(_Event, frozen=True, tag="deal_dropped"):
    """The deal being prepared is not dealt."""

    deal: int
    why: Literal["too_few", "no_randomness"]


class DealFinished(_Event, frozen=True, tag="deal_finished"):
    """A deal is over; the next begins after ``pause_ms``, or when all have tapped."""

    deal: int
    ended_by: EndedBy
    pause_ms: int


class CalledOff(_Event, frozen=True, tag="called_off"):
    """All agreed to call the deal off; each has back what he paid."""

    deal: int


class CallOffVoted(_Event, frozen=True, tag="call_off_voted"):
    """A player agrees, or no longer, to call the deal off."""

    guest: str
    agree: bool


class TimedOut(_Event, frozen=True, tag="timed_out"):
    """A player's time was up; ``missed``: turns missed one after the other."""

    guest: str
    seat: int
    missed: int


class PackedFor(_Event, frozen=True, tag="packed_for"):
    """The host packed a player who has long been disconnected."""

    guest: str
    seat: int


class Nudged(_Event, frozen=True, tag="nudged"):
    """Somebody reminded the player at ``seat``."""

    guest: str
    seat: int


class IsReady(_Event, frozen=True, tag="is_ready"):
    """A player has seen enough of the last deal."""

    guest: str


class LookedAfter(_Event, frozen=True, tag="looked_after"):
    """A player looked at his own cards after the deal. Private: only he gets it."""

    guest: str


class Said(_Event, frozen=True, tag="said"):
    """A line of chat."""

    guest: str
    text: str


class Reacted(_Event, frozen=True, tag="reacted"):
    """A quick reaction."""

    guest: str
    reaction: str


class Restarted(_Event, frozen=True, tag="restarted"):
    """The server came back: nobody is connected, and the clock in force begins anew."""


class Forgotten(_Event, frozen=True, tag="forgotten"):
    """A guest's name and words were deleted on request."""

    guest: str


RoomEvent: TypeAlias = (
    AtTable
    | RoomOpened
    | MemberCame
    | MemberLeft
    | Approved
    | TurnedAway
    | Connected
    | Disconnected
    | Renamed
    | WentAway
    | CameBack
    | Claimed
    | ClaimAnswered
    | SeatGiven
    | GrantLapsed
    | HostPassed
    | Paused
    | Resumed
    | SettingsChanged
    | RulesAnnounced
    | LastDealsSet
    | Closing
    | Closed
    | Reopened
    | ShufflingBegan
    | ChainOpened
    | ShuffleBegan
    | Committed
    | Revealed
    | ShuffleVoided
    | DealProven
    | DealDropped
    | DealFinished
    | CalledOff
    | CallOffVoted
    | TimedOut
    | PackedFor
    | Nudged
    | IsReady
    | LookedAfter
    | Said
    | Reacted
    | Restarted
    | Forgotten
)
"""Every event of a room."""
