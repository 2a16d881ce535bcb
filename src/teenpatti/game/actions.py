"""What a player, or the dealer, can do in a deal. Players count from 0.

An action is a wish: it says who and what, and nothing about whether it is legal. ``str`` gives the action as hand files
write it, counted from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from teenpatti.game.cards import Hand, format_hand

Which: TypeAlias = Literal["old", "new"]
"""One of two hands: the one kept from the deal before, or the one dealt in this deal (R20)."""


@dataclass(frozen=True, slots=True)
class See:
    """Look at one's cards; the turn stays where it is (R7). Who holds two hands says at ``which`` he looks (R20)."""

    player: int
    which: Which | None = None

    def __str__(self) -> str:
        return f"p{self.player + 1} see" + (f" {self.which}" if self.which else "")


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the hand just looked at, of two; the other is folded and the player is seen (R20)."""

    player: int

    def __str__(self) -> str:
        return f"p{self.player + 1} keep"


@dataclass(frozen=True, slots=True)
class Drop:
    """Fold the hand just looked at, of two; the other is the player's, and he is still blind (R20)."""

    player: int

    def __str__(self) -> str:
        return f"p{self.player + 1} drop"


@dataclass(frozen=True, slots=True)
class Bet:
    """Put ``amount`` chips into the pot now, blind or seen, and stay in (R7)."""

    player: int
    amount: int

    def __str__(self) -> str:
        return f"p{self.player + 1} bet {self.amount}"


@dataclass(frozen=True, slots=True)
class Pack:
    """Give up the hand and what was paid (R7)."""

    player: int

    def __str__(self) -> str:
        return f"p{self.player + 1} pack"


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the deal at any moment, out of turn too; packing at once (R18)."""

    player: int

    def __str__(self) -> str:
        return f"p{self.player + 1} leave"


@dataclass(frozen=True, slots=True)
class Show:
    """Pay for the comparison of the last two (R9)."""

    player: int

    def __str__(self) -> str:
        return f"p{self.player + 1} show"


@dataclass(frozen=True, slots=True)
class Side:
    """Pay for a side show and ask ``target`` to compare in private (R13)."""

    player: int
    target: int

    def __str__(self) -> str:
        return f"p{self.player + 1} side p{self.target + 1}"


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept the side show one was asked for (R14)."""

    player: int

    def __str__(self) -> str:
        return f"p{self.player + 1} accept"


@dataclass(frozen=True, slots=True)
class Refuse:
    """Refuse the side show one was asked for (R15)."""

    player: int

    def __str__(self) -> str:
        return f"p{self.player + 1} refuse"


@dataclass(frozen=True, slots=True)
class Cover:
    """Put in all one has, even nothing, when it is less than the lowest bet (R16)."""

    player: int

    def __str__(self) -> str:
        return f"p{self.player + 1} cover"


@dataclass(frozen=True, slots=True)
class Best:
    """The dealer's word who is best of those compared, when the engine does not know the cards."""

    players: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["d best", *(f"p{player + 1}" for player in self.players)])


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show one's own hand to all once the deal is over, or while the dealer's word is awaited (R8).

    ``hand`` may be None where the engine knows the cards.
    """

    player: int
    hand: Hand | None = None

    def __str__(self) -> str:
        return f"p{self.player + 1} sm {format_hand(self.hand or ())}".rstrip()


Action: TypeAlias = See | Keep | Drop | Bet | Pack | Leave | Show | Side | Accept | Refuse | Cover | Best | ShowHand
"""Every action of a deal."""
