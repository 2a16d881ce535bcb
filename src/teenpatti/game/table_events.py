"""Everything that happens at a table. The events of its deals are wrapped in :class:`InDeal`; with them the list
rebuilds the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from teenpatti.game.actions import Which
from teenpatti.game.events import Event
from teenpatti.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Joined:
    """A person took a seat; his chips came from the bank."""

    seat: int
    person: str
    chips: int


@dataclass(frozen=True, slots=True)
class Leaving:
    """The person at the seat goes when the deal is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Departed:
    """The seat is free again; its chips went back to the bank."""

    seat: int
    person: str
    chips: int


@dataclass(frozen=True, slots=True)
class SatOut:
    """The seat is not dealt in."""

    seat: int


@dataclass(frozen=True, slots=True)
class SatIn:
    """The seat is dealt in again."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlacesChanged:
    """Two seats changed their persons; one of them may have been empty."""

    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class ChipsGiven:
    """The bank gave chips to the seat, or took some back."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class RulesSet:
    """The rules of the deals to come."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class HandNamed:
    """Of two hands the seat keeps this one for the next deal; the other is folded (R20)."""

    seat: int
    which: Which


@dataclass(frozen=True, slots=True)
class PotTaken:
    """The pot carried over goes to the seat after all: it leaves, lacks the boot, or there is no deal for it (R20)."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class DealOpened:
    """Deal ``number`` (from 1) begins; ``dealt_in`` are the seats in playing order, the dealer being the last or not
    in it."""

    number: int
    dealer: int
    dealt_in: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InDeal:
    """An event of the running deal."""

    event: Event


TableEvent: TypeAlias = (
    Joined
    | Leaving
    | Departed
    | SatOut
    | SatIn
    | PlacesChanged
    | ChipsGiven
    | RulesSet
    | HandNamed
    | PotTaken
    | DealOpened
    | InDeal
)
