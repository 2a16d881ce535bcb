"""The messages on a table's socket, as tagged JSON objects (field ``t``).

A browser sends *commands*; the server answers each with an :class:`Ack` once it is committed, or a :class:`Refusal`,
and sends an :class:`Update` to all at the table after each change. An update carries what happened (``events``, for
animation and the live region) and the whole room as this viewer may know it, so that a page that missed anything is
right again with the next one.

Seats count from 0. Chips are whole numbers; amounts above 2**53 are refused, since browsers cannot count them. Cards
are written ``As``, hands ``AsTd2c``. Durations are milliseconds left, never clock times, since phones' clocks differ.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

VERSION = 1
"""Raised when an old page can no longer talk to a new server; such a page is told to reload."""

CommandId: TypeAlias = Annotated[str, Meta(min_length=8, max_length=36, pattern=r"^[A-Za-z0-9_-]+$")]
GuestId: TypeAlias = Annotated[str, Meta(max_length=24, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=16)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Chips: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Option: TypeAlias = bool | int | str
Language: TypeAlias = Literal["en", "hi", "de", "ru", "id"]

# --- commands ---------------------------------------------------------------------------------------------------------


class Command(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True, kw_only=True):
    """Made by the browser; ``id`` is its own, and a command sent twice gets the first answer."""

    needs_host: ClassVar[bool] = False
    id: CommandId


class OnTurn(Command, frozen=True, kw_only=True):
    """Of one deal and one turn; late, it is refused and changes nothing."""

    deal: Count
    turn: Count


class See(OnTurn, frozen=True, tag="see"):
    """Look at one's cards (R7). Under look any_time ``turn`` is not minded."""


class Bet(OnTurn, frozen=True, tag="bet"):
    """Put chips in now."""

    amount: Count


class Pack(OnTurn, frozen=True, tag="pack"):
    """Give up the hand."""


class Show(OnTurn, frozen=True, tag="show"):
    """Pay for the show (R9)."""


class Side(OnTurn, frozen=True, tag="side"):
    """Pay and ask the player at ``seat`` for a side show (R13)."""

    seat: SeatNumber


class Accept(OnTurn, frozen=True, tag="accept"):
    """Accept a side show."""


class Refuse(OnTurn, frozen=True, tag="refuse"):
    """Refuse a side show."""


class Cover(OnTurn, frozen=True, tag="cover"):
    """Put in all one has (R16)."""


class OfDeal(Command, frozen=True, kw_only=True):
    """Of one deal, at any of its turns."""

    deal: Count


class LeaveDeal(OfDeal, frozen=True, tag="leave_deal"):
    """Leave the running deal, keeping the seat (R18)."""


class ShowHand(OfDeal, frozen=True, tag="show_hand"):
    """After the deal show one's own hand to all (R8)."""


class LookAfter(OfDeal, frozen=True, tag="look_after"):
    """After the deal look at one's own cards, in private (R8)."""


class Ready(OfDeal, frozen=True, tag="ready"):
    """Seen enough of the result of ``deal``; when all have tapped, the next begins at once."""


class CallOff(OfDeal, frozen=True, tag="call_off"):
    """Agree, or no longer, to call the deal off; all left must, then each gets back what he paid."""

    agree: bool = True


class Nudge(OnTurn, frozen=True, tag="nudge"):
    """Remind the player to act, 20 s into his turn at the earliest."""


class Sit(Command, frozen=True, tag="sit"):
    """Take an empty seat, or between deals change to it."""

    seat: SeatNumber


class Stand(Command, frozen=True, tag="stand"):
    """Give up the seat; in a deal this packs at once (R18)."""


class SitOut(Command, frozen=True, tag="sit_out"):
    """Not to be dealt in until further notice."""


class SitIn(Command, frozen=True, tag="sit_in"):
    """To be dealt in again."""


class Rebuy(Command, frozen=True, tag="rebuy"):
    """Between deals take chips up to the starting chips, where the host allows it."""


class Say(Command, frozen=True, tag="say"):
    """A line of chat."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]


class React(Command, frozen=True, tag="react"):
    """One of the quick reactions."""

    reaction: Literal["clap", "laugh", "wow", "cry", "think", "fire", "heart", "namaste"]


class Rename(Command, frozen=True, tag="rename"):
    """Another name, avatar (one emoji, or empty for initials) and language at this table."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    avatar: Annotated[str, Meta(max_length=24)] = ""
    language: Language = "en"


class Claim(Command, frozen=True, tag="claim"):
    """«I was here»: ask for the seat of a person who lost his browser."""

    seat: SeatNumber


class HostCommand(Command, frozen=True, kw_only=True):
    """For the host alone."""

    needs_host: ClassVar[bool] = True


class Start(HostCommand, frozen=True, tag="start"):
    """Begin the first deal; others follow by themselves."""


class Pause(HostCommand, frozen=True, tag="pause"):
    """Stop the clocks; no deal begins."""


class Resume(HostCommand, frozen=True, tag="resume"):
    """Go on."""


class Approve(HostCommand, frozen=True, tag="approve"):
    """Let a waiting guest in, or not."""

    guest: GuestId
    yes: bool = True


class AnswerClaim(HostCommand, frozen=True, tag="answer_claim"):
    """Give a claimed seat to the guest who claims it, or not; all see it."""

    guest: GuestId
    yes: bool = True


class Kick(HostCommand, frozen=True, tag="kick"):
    """Remove a guest; he cannot come back by the link."""

    guest: GuestId


class AddBot(HostCommand, frozen=True, tag="add_bot"):
    """Seat a bot of a style; always labelled."""

    style: Annotated[str, Meta(max_length=24)]
    seat: SeatNumber | None = None


class RemoveBot(HostCommand, frozen=True, tag="remove_bot"):
    """Remove the bot at a seat; in a deal it packs at once."""

    seat: SeatNumber


class GiveChips(HostCommand, frozen=True, tag="give_chips"):
    """Between deals give a seat chips, or take some back."""

    seat: SeatNumber
    chips: Chips


class SetRules(HostCommand, frozen=True, tag="set_rules"):
    """Other house rules from the next deal."""

    rules: dict[Annotated[str, Meta(max_length=40)], Option]


class SetSettings(HostCommand, frozen=True, tag="set_settings"):
    """Change settings; absent ones stay."""

    name: Annotated[str, Meta(min_length=1, max_length=60)] | None = None
    clock: Literal[0, 15, 20, 30, 60] | None = None
    spectators: bool | None = None
    approval: bool | None = None
    starting_chips: Annotated[int, Meta(ge=1, le=10**12)] | None = None
    rebuy: bool | None = None
    call_link: Annotated[str, Meta(max_length=300)] | None = None


class ChangePlaces(HostCommand, frozen=True, tag="change_places"):
    """Between deals exchange two seats."""

    seat: SeatNumber
    other: SeatNumber


class HandOver(HostCommand, frozen=True, tag="hand_over"):
    """Make another guest the host."""

    guest: GuestId


class LastDeals(HostCommand, frozen=True, tag="last_deals"):
    """Announce how many more deals will be dealt; 0 takes it back."""

    count: Annotated[int, Meta(ge=0, le=100)]


class PackFor(HostCommand, frozen=True, tag="pack_for"):
    """On a table without clock, pack the player on turn who has been disconnected for 60 s."""

    deal: Count
    turn: Count


class Close(HostCommand, frozen=True, tag="close"):
    """Close the table when the running deal is over; it can be opened again."""


class Hello(Struct, frozen=True, tag_field="t", tag="hello", forbid_unknown_fields=True):
    """The first message of a socket: which room, and the protocol the page speaks."""

    room: Annotated[str, Meta(max_length=40)]
    version: int = VERSION
    language: Language = "en"
    shuffles: bool = False
    """The page takes part in shuffles (:class:`Commit`, :class:`Reveal`), so they wait a moment for it."""


class Ping(Struct, frozen=True, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Asks for a :class:`Pong` with the same number, so that a page can tell a dead socket."""

    n: Count = 0


Hash: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class Commit(Struct, frozen=True, tag_field="t", tag="commit", forbid_unknown_fields=True):
    """A page's first part in a shuffle: hashes of the value and of the choice that it has drawn for it.

    This and :class:`Reveal` are of the page and not of its person. They get no answer; a page that does not see its
    part in the next :class:`ShuffleState` may send it again.
    """

    deal: Count
    number: Count
    value: Hash
    choice: Hash


class Reveal(Struct, frozen=True, tag_field="t", tag="reveal", forbid_unknown_fields=True):
    """What a page has committed to: its value, when all have committed; its choice, when the roots are published."""

    deal: Count
    number: Count
    kind: Literal["value", "choice"]
    secret: Hash


Contribution: TypeAlias = Commit | Reveal
RoomCommand: TypeAlias = (
    See
    | Bet
    | Pack
    | Show
    | Side
    | Accept
    | Refuse
    | Cover
    | LeaveDeal
    | ShowHand
    | LookAfter
    | Ready
    | CallOff
    | Nudge
    | Sit
    | Stand
    | SitOut
    | SitIn
    | Rebuy
    | Say
    | React
    | Rename
    | Claim
    | Start
    | Pause
    | Resume
    | Approve
    | AnswerClaim
    | Kick
    | AddBot
    | RemoveBot
    | GiveChips
    | SetRules
    | SetSettings
    | ChangePlaces
    | HandOver
    | LastDeals
    | PackFor
    | Close
)
ClientMessage: TypeAlias = Hello | Ping | Contribution | RoomCommand

# --- what the server sends --------------------------------------------------------------------------------------------


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to a ping."""

    n: int


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """The command ``id`` is committed; ``seq`` is the update that shows it."""

    id: str
    seq: int


class Refusal(Struct, frozen=True, tag_field="t", tag="refusal"):
    """The command ``id`` (None: a message that could not be read) changed nothing. ``message`` is in the reader's
    language."""

    id: str | None
    code: str
    message: str


class Bye(Struct, frozen=True, tag_field="t", tag="bye"):
    """The server ends this socket. ``again``: the page should try again by itself."""

    reason: Literal["kicked", "closed", "replaced", "restarting", "too_slow", "too_many", "not_a_member", "old_page"]
    again: bool


class Member(Struct, frozen=True, kw_only=True):
    """A person or bot at the table."""

    guest: str
    name: str
    avatar: str
    bot: str | None = None
    """The style of a bot; None for a person."""
    online: bool = False
    role: Literal["player", "spectator", "waiting"] = "spectator"
    seat: int | None = None
    away: bool = False
    """Missed two turns, or disconnected when a deal began; any tap brings him back."""
    claims: int | None = None
    """The seat he says was his."""


class SeatState(Struct, frozen=True, kw_only=True):
    """One seat of the table."""

    seat: int
    guest: str | None = None
    chips: int = 0
    sitting_out: bool = False
    leaving: bool = False


class PlayerState(Struct, frozen=True, kw_only=True):
    """One player of the deal, as all may know him, in playing order."""

    seat: int
    stack: int | None
    paid: int
    seen: bool
    packed: bool
    covered: bool
    shown: str | None = None
    """His hand, once all have seen it."""
    hand_class: str | None = None
    won: int = 0


class SideState(Struct, frozen=True):
    """An open side show."""

    asker: int
    target: int


class DealState(Struct, frozen=True, kw_only=True):
    """The running or last deal, as all may know it."""

    number: int
    turn_number: int
    """Counts up with every change of who is to act; on-turn commands name it."""
    turn: int | None
    """The seat to act."""
    left_ms: int | None
    """What is left of the clock; None without clock or when paused."""
    clock_ms: int | None
    """The whole of that clock."""
    bank_ms: int = 0
    """What the player to act may use beyond his clock; it runs once ``left_ms`` is 0."""
    players: list[PlayerState]
    pot: int
    covers: list[tuple[int, int]]
    """Covered pots, oldest first: seat and chips."""
    price: int
    """P: twice the stake."""
    side: SideState | None
    over: bool
    ended_by: Literal["pack", "show", "limit", "cover", "called_off"] | None = None
    winners: list[int] = []
    call_off: list[int] = []
    """Seats that agree to call the deal off."""


class ScoreLine(Struct, frozen=True, kw_only=True):
    """One line of the score sheet."""

    guest: str
    name: str
    given: int
    """Chips that the host gave, less those handed back."""
    won: int
    """Chips paid out of pots."""
    net: int
    """Won, less what was paid into pots."""
    deals: int


class SettingsState(Struct, frozen=True, kw_only=True):
    """What the host decided for the table."""

    name: str
    tab: bool
    starting_chips: int
    clock: int
    answer_clock: int
    spectators: bool
    approval: bool
    rebuy: bool = True
    call_link: str = ""


class ShufflePart(Struct, frozen=True, kw_only=True):
    """What one of those who take part in a shuffle has published so far."""

    seat: int
    """From 1, as in proof files; 0: the house."""
    kind: Literal["house", "bot", "person"]
    commits: tuple[str, str] | None
    value: str | None
    choice: str | None


class ShuffleState(Struct, frozen=True, kw_only=True):
    """A shuffle under way. Its fields are those of ``record.shuffle`` in the proof file; see docs/fairness.md."""

    deal: int
    chain: str
    number: int
    link: str
    commitments: list[str]
    next_link: str
    parts: list[ShufflePart]
    roots: list[str]
    stage: Literal["commit", "value", "choice"]
    """What is waited for."""


class FairState(Struct, frozen=True, kw_only=True):
    """What a page keeps to compare proofs with."""

    table: str
    """Tip of the table's first chain of seeds, published when it opened."""
    tip: str
    """Of the chain in force."""
    deal: int | None = None
    """The last deal that has a proof."""
    fingerprint: str | None = None
    """Of its record."""


class RoomState(Struct, frozen=True, kw_only=True):
    """The room as everybody in it may know it."""

    room: str
    host: str
    phase: Literal["waiting", "shuffling", "playing", "between", "closed"]
    paused: bool
    settings: SettingsState
    preset: str | None
    rules: dict[str, Option]
    """All options with their values."""
    next_rules: dict[str, Option] | None = None
    """Other rules announced for the next deal, all options with their values."""
    closing: bool = False
    """The table closes when the running deal is over."""
    members: list[Member]
    seats: list[SeatState]
    dealer: int | None
    deal: DealState | None
    next_deal_ms: int | None
    ready: list[int]
    """Seats that have tapped for the next deal."""
    last_deals: int | None
    score: list[ScoreLine]
    shuffle: ShuffleState | None = None
    """The shuffle under way, in which pages take part by themselves."""
    fair: FairState | None = None


class LegalState(Struct, frozen=True, kw_only=True):
    """What you may do now; prices in chips."""

    see: bool = False
    pack: bool = False
    bet: tuple[int, int | None] | None = None
    steps: list[int] | None = None
    """The legal bets one by one where they double."""
    show: int | None = None
    side: int | None = None
    side_seats: list[int] = []
    cover: int | None = None
    accept: bool = False
    refuse: bool = False
    leave: bool = False


class You(Struct, frozen=True, kw_only=True):
    """What belongs to this viewer alone."""

    guest: str
    host: bool
    seat: int | None
    hand: str | None = None
    """Your cards, once you have looked."""
    hand_class: str | None = None
    knows: list[tuple[int, str]] = []
    """Hands that a side show let you see: seat and cards."""
    legal: LegalState | None = None
    may_look_after: bool = False
    may_show_hand: bool = False
    invite: str | None = None
    """The table's link, for those who may share it."""


class ChatLine(Struct, frozen=True):
    """A line of chat said before."""

    guest: str
    name: str
    text: str


class Update(Struct, frozen=True, tag_field="t", tag="update", kw_only=True):
    """What happened, and the room after it. The first update of a socket has no events.

    ``seq`` only grows, but not always by one: what is private to others takes a number too.
    """

    seq: int
    events: list[dict[str, Any]]
    """Room events, each with its ``kind``. Those of a deal are the engine's JSON events, with seats where those have
    players (``player``, ``players``, ``turn``, ``target`` ...); ``deal_started`` has ``seats`` in playing order."""
    room: RoomState | msgspec.Raw
    you: You
    chat: list[ChatLine] = []
    """In the first update of a socket, the latest lines of chat."""


ServerMessage: TypeAlias = Update | Ack | Refusal | Pong | Bye
