"""What a room is told besides the commands of browsers: by the sessions layer, its clocks, the dealer and its bots.

Time and randomness enter a room only as data of commands; a room itself has neither clock nor dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from teenpatti.fair.transcript import Stage
from teenpatti.game.actions import Action
from teenpatti.game.cards import Card
from teenpatti.server import protocol
from teenpatti.server.people import Guest


class By(StrEnum):
    """Who can send a command."""

    GUEST = "guest"
    SERVER = "server"
    """Its clocks, its dealer, and the sessions layer on behalf of a guest."""
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Came:
    """A guest entered by the link."""

    guest: Guest
    play: bool = True
    """Whether he takes a free seat."""


@dataclass(frozen=True, slots=True)
class Went:
    """A guest goes for good."""

    guest: str


@dataclass(frozen=True, slots=True)
class SocketOpened:
    """The first socket of a member."""

    guest: str


@dataclass(frozen=True, slots=True)
class SocketsGone:
    """The last socket of a member is gone."""

    guest: str


@dataclass(frozen=True, slots=True)
class TurnTimeOut:
    """The time of that turn is up, be it to act or to answer a side show."""

    deal: int
    turn: int


@dataclass(frozen=True, slots=True)
class NextDealDue:
    """The pause after ``deal`` is over."""

    deal: int


@dataclass(frozen=True, slots=True)
class ChainMade:
    """A secret for the seeds of the next shuffles, fresh from the operating system."""

    secret: bytes


@dataclass(frozen=True, slots=True)
class ShuffleStarts:
    """A shuffle for ``deal`` can begin. ``own``: values and choices for the house and each bot, fresh."""

    deal: int
    own: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Contributions:
    """What the pages have sent for one stage of a shuffle: a hash pair for ``commit``, else one secret, by seat."""

    deal: int
    number: int
    stage: Stage
    given: dict[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A deck for ``deal`` from elsewhere than a fair shuffle; such a deal has no proof, and pages say so.

    ``lot`` (below 2**64, uniform) draws the first dealer (R19).
    """

    deal: int
    deck: tuple[Card, ...]
    lot: int


@dataclass(frozen=True, slots=True)
class NoRandomness:
    """No deck can be made for ``deal``."""

    deal: int


@dataclass(frozen=True, slots=True)
class HostAway:
    """The host has been gone for long."""

    host: str


@dataclass(frozen=True, slots=True)
class BotActs:
    """What the bot on turn chose; None if it could not choose."""

    guest: str
    deal: int
    turn: int
    action: Action | None


@dataclass(frozen=True, slots=True)
class Reopen:
    """The host opens the closed table again."""

    guest: str


@dataclass(frozen=True, slots=True)
class Restart:
    """The server has come back."""


@dataclass(frozen=True, slots=True)
class Forget:
    """A guest wants his data deleted."""

    guest: str


ServerCommand: TypeAlias = (
    Came
    | Went
    | SocketOpened
    | SocketsGone
    | TurnTimeOut
    | NextDealDue
    | ChainMade
    | ShuffleStarts
    | Contributions
    | Shuffled
    | NoRandomness
    | HostAway
    | Reopen
    | Restart
    | Forget
)
AnyCommand: TypeAlias = protocol.RoomCommand | ServerCommand | BotActs


@dataclass(frozen=True, slots=True)
class Sent:
    """A command as it reaches a room: when (milliseconds since 1970), by whom, and what."""

    at: int
    by: By
    guest: str
    """Who; empty for the server."""
    command: AnyCommand
