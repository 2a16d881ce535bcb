"""Everything that happens in a deal. The list of events alone rebuilds the deal.

An event carries its result (amount, price after, whose turn it is next), so that replaying assigns and no rule is
computed twice. ``turn`` is the player who is to act next, None when the deal waits for the dealer's word or betting has
ended. Players count from 0, amounts are chips. Hands in an event are those that somebody came to know by it; ``redact``
(view.py) takes out what a viewer may not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from teenpatti.game.actions import Which
from teenpatti.game.cards import Card, Hand
from teenpatti.game.rules import Rules

Contest: TypeAlias = Literal["side", "show", "forced", "cover"]
"""Why hands are compared: side show (R14), paid show (R12), pot limit (R17), or for a covered pot (R16)."""

PackCause: TypeAlias = Literal["pack", "leave", "side"]
"""Why a player packed: by himself, by leaving (R18), or as the lower hand of a side show (R14)."""


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The cards are dealt and the boots posted (R5). ``stacks`` are before the boots, None for an unlimited one.

    ``joker`` is the card turned up for all to see (R21), None if none is or it is not known. ``carried`` are the chips
    of the pot carried over, and ``keeper`` the player who kept the hand ``kept`` beside the one dealt to him (R20).
    """

    rules: Rules
    stacks: tuple[int | None, ...]
    hands: tuple[Hand | None, ...]
    price: int
    turn: int | None
    joker: Card | None = None
    carried: int = 0
    keeper: int | None = None
    kept: Hand | None = None


@dataclass(frozen=True, slots=True)
class Saw:
    """A player looked at his hand (R7), or at ``which`` of his two, about which he must decide at once (R20)."""

    player: int
    hand: Hand | None
    which: Which | None = None


@dataclass(frozen=True, slots=True)
class HandKept:
    """A player keeps the hand he looked at and folds his other one; he is seen (R20).

    ``chosen`` is false where all others had left before he could choose.
    """

    player: int
    which: Which
    chosen: bool


@dataclass(frozen=True, slots=True)
class HandDropped:
    """A player folds the hand he looked at; the other one is his and he is still blind (R20)."""

    player: int
    which: Which


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
    """Hands are compared. All hands of a contest that is not a side show are revealed (R12, R16, R17), but at a show of
    rules by which a pot can carry over not the payer's (R20).

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
class PayerExposed:
    """The payer of a show was not beaten, so he exposes his hand after the player asked (R20)."""

    player: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class PotCarried:
    """All others packed to the blind ``player``: the pot carries over to the next deal, and he keeps his hand (R20)."""

    player: int
    amount: int


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
    | HandKept
    | HandDropped
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
    | PayerExposed
    | PotCarried
    | PotWon
    | DealEnded
    | HandShown
)
"""Every event of a deal."""
