"""What the host decides for a table besides its rules."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of one table; the defaults are those of hosting with one tap."""

    name: Annotated[str, Meta(min_length=1, max_length=60)] = "Teen Patti"
    seats: Annotated[int, Meta(ge=2, le=17)] = 7
    tab: bool = False
    """Unlimited stacks; scores may fall below zero."""
    starting_chips: Annotated[int, Meta(ge=1, le=10**12)] = 5_000
    """What a newcomer gets; nothing at a tab."""
    clock: Annotated[int, Meta(ge=0, le=60)] = 0
    """Seconds for a turn; 0: no clock."""
    answer_clock: Annotated[int, Meta(ge=5, le=60)] = 20
    """Seconds to answer a side show, whatever the clock."""
    spectators: bool = True
    """Whether members without a seat see the deals."""
    approval: bool = False
    """Whether the host lets each newcomer in."""
    rebuy: bool = True
    """Whether a seat may fill up to the starting chips between deals by itself."""
    call_link: Annotated[str, Meta(max_length=300)] = ""
    """An https address of a call, or empty."""
    sheet: Annotated[str, Meta(max_length=40)] = ""
    """Score sheet shared by the tables of one host that name it; empty: this table's own."""
