"""The public record of one deal: how its deck came about. Its fingerprint is shown before the first card is.

Each record names the fingerprint of the record before it, so that none can be changed or left out later. It holds no
card, no name and no chip.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from teenpatti.fair.hashing import canonical, tagged
from teenpatti.fair.transcript import Stage, Transcript, outcome, rules_hash

FORMAT: Final = "teenpatti/record/1"


@dataclass(frozen=True, slots=True)
class Voided:
    """A shuffle that came to nothing: somebody withheld what he had committed to, or the deal was given up."""

    transcript: Transcript
    stage: Stage
    """How far it had come: what was waited for."""
    withheld: tuple[int, ...] = ()
    """The seats that withheld it; none if the deal was given up, such as for want of players."""

    def to_json(self) -> dict[str, Any]:
        """The public form."""
        return self.transcript.to_json() | {"stage": self.stage, "withheld": list(self.withheld)}


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a deal is, besides its shuffle."""

    table: str
    """Tip of the table's first chain, by which the table is known."""
    previous: str | None
    """Fingerprint of the record of the deal before; None for the first."""
    rules: dict[str, bool | int | str]
    """All options of the rules in force."""
    players: tuple[int, ...]
    """The seats dealt in, from 1, in playing order: the dealer is the last."""
    kept: tuple[int, ...] = ()
    """Places of the deck passed over in dealing, since their cards are hands kept from the deal before (R20)."""
    voided: tuple[Voided, ...] = ()
    """Shuffles for this deal that came to nothing."""


def record(version: str, dealt: Dealt, transcript: Transcript, seeds: tuple[bytes, ...]) -> dict[str, Any]:
    """The record of a deal by that version of the software. ``seeds`` are the eight of the shuffle; seven get in."""
    chosen = outcome(transcript).chosen
    return {
        "format": FORMAT,
        "version": version,
        "table": dealt.table,
        "previous": dealt.previous,
        "rules": dealt.rules,
        "rules_hash": rules_hash(dealt.rules),
        "voided": [one.to_json() for one in dealt.voided],
        "shuffle": transcript.to_json(),
        "chosen": chosen,
        "opened": [None if number == chosen else one.hex() for number, one in enumerate(seeds)],
        "players": list(dealt.players),
        "kept": list(dealt.kept),
    }


def fingerprint(of: dict[str, Any]) -> str:
    """The hash by which a record is known."""
    return tagged("teenpatti/record/1", canonical(of)).hex()
