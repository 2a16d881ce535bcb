"""What a table can be told to do. Seats count from 0; chips are whole numbers.

A command is a wish, like an action in a deal: it says nothing about whether the table will take it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from teenpatti.game.actions import Action, Which
from teenpatti.game.cards import Card
from teenpatti.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Join:
    """``person`` takes ``seat`` with ``chips`` given by the host (0 at a tab). Allowed at any moment; dealt in next."""

    seat: int
    person: str
    chips: int = 0


@dataclass(frozen=True, slots=True)
class Depart:
    """The person at ``seat`` leaves. In a deal he packs at once (R18) and takes his chips when the deal is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class SitOut:
    """``seat`` is not dealt in until it sits in again. A running deal goes on for it."""

    seat: int


@dataclass(frozen=True, slots=True)
class SitIn:
    """``seat`` is dealt in again from the next deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChangePlaces:
    """Between deals the person at ``seat`` moves to ``other``; if somebody sits there, the two change places."""

    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class GiveChips:
    """The host gives ``seat`` some chips between deals; a negative amount takes back chips the seat has."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class SetRules:
    """Other house rules from the next deal; allowed between deals."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class StartDeal:
    """Deal the shuffled ``deck`` (the first card dealt first) to all seats that can post the boot.

    The deck has 52 cards but for those of a hand kept from the deal before (Table.kept). ``first_dealer`` is the seat
    drawn by lot for the first deal (R19); later deals take none. ``rules`` are those of this deal alone, where the
    dealer chose a variant; their boot is the table's.
    """

    deck: tuple[Card, ...]
    first_dealer: int | None = None
    rules: Rules | None = None


@dataclass(frozen=True, slots=True)
class NameHand:
    """Which of the two hands ``seat`` keeps for the next deal, unseen; who names none keeps the old one (R20)."""

    seat: int
    which: Which


@dataclass(frozen=True, slots=True)
class TakePot:
    """The pot carried over goes to who keeps a hand for it: he lacks the boot, or nobody else can be dealt in (R20)."""


@dataclass(frozen=True, slots=True)
class Act:
    """An action of the running deal, its players counted as the deal counts them."""

    action: Action


Command: TypeAlias = (
    Join | Depart | SitOut | SitIn | ChangePlaces | GiveChips | SetRules | StartDeal | NameHand | TakePot | Act
)
