"""Everything that happens in a deal. The list of events alone rebuilds the deal.

An event carries its result (amount, price after, whose turn it is next), so that replaying assigns and no rule is
computed twice. ``turn`` is the player who is to act next, None when the deal waits for the dealer's word or betting has
ended. Players count from 0, amounts are chips. Hands in an event are those that somebody came to know by it; ``redact``
(view.py) takes out what a viewer may not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from teenpatti.game.cards import Hand
from teenpatti.game.rules import Rules

Contest: TypeAlias = Literal["side", "show", "forced", "cover"]
"""Why hands are compared: side show (R14), paid show (R12), pot limit (R17), or for a covered pot (R16)."""

PackCause: TypeAlias = Literal["pack", "leave", "side"]
"""Why a player packed: by himself, by leaving (R18), or as the lower hand of a side show (R14)."""


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The cards are dealt and the boots posted (R5). ``stacks`` are before the boots, None for an unlimited one."""

    rules: Rules
    stacks: tuple[int | None, ...]
    hands: tuple[Hand | None, ...]
    price: int
    turn: int | None


@dataclass(frozen=True, slots=True)
class Saw:
    """A player looked at his hand (R7)."""

    player: int
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class BetMade:
    """A bet, blind or seen; ``raised``: above the lowest legal for that player at that moment."""

    player: int
    amount: int
    blind: bool
    raised: bool
    price: int
    turn: int | None


@dataclass(frozen=True, slots=True)
class Packed:
    """A player gave up his hand, or lost it in a side show."""

    player: int
    cause: PackCause
    turn: int | None


@dataclass(frozen=True, slots=True)
class LeftCovering:
    """A covering player left the deal; his hand stays in it (R16)."""

    player: int


@dataclass(frozen=True, slots=True)
class Covered:
    """A player put in all he had; ``pot`` is what he plays for from now on (R16)."""

    player: int
    amount: int
    pot: int
    turn: int | None


@dataclass(frozen=True, slots=True)
class ShowPaid:
    """A player paid for the comparison of the last two (R9)."""

    player: int
    other: int
    amount: int


@dataclass(frozen=True, slots=True)
class SideAsked:
    """A player paid for a side show and asked ``target`` (R13). ``turn`` is None if the payment filled the pot
    (R17)."""

    player: int
    target: int
    amount: int
    turn: int | None


@dataclass(frozen=True, slots=True)
class SideRefused:
    """The player asked refused (R15)."""

    player: int
    asker: int
    turn: int | None


@dataclass(frozen=True, slots=True)
class SideAccepted:
    """The player asked accepted; the two, and nobody else, see both hands (R14)."""

    player: int
    asker: int
    hands: tuple[Hand | None, Hand | None]
    """The asked player's, then the asker's."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Hands are compared. All hands of a contest that is not a side show are revealed (R12, R16, R17).

    ``hands`` goes with ``players``; it is empty for a side show. ``word_due``: some hand is unknown, so the dealer says
    who is best.
    """

    contest: Contest
    players: tuple[int, ...]
    hands: tuple[Hand | None, ...]
    word_due: bool


@dataclass(frozen=True, slots=True)
class BestNamed:
    """The dealer's word: these are best of those compared."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PotWon:
    """One pot goes to ``players``, each getting his part of ``shares``.

    ``covered_by`` is the player whose covered pot it was, None for the newest pot. The winners go on to the covered
    pots.
    """

    players: tuple[int, ...]
    shares: tuple[int, ...]
    covered_by: int | None


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over. ``net`` is won less paid; ``stacks`` go back to the table (None: unlimited)."""

    net: tuple[int, ...]
    stacks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class HandShown:
    """A player showed his hand of his own will (R8)."""

    player: int
    hand: Hand


Event: TypeAlias = (
    DealStarted
    | Saw
    | BetMade
    | Packed
    | LeftCovering
    | Covered
    | ShowPaid
    | SideAsked
    | SideRefused
    | SideAccepted
    | Compared
    | BestNamed
    | PotWon
    | DealEnded
    | HandShown
)
"""Every event of a deal."""
