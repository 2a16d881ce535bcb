"""One shuffle in public: what the server and each seat put in, and which deck came of it.

1. The server publishes the commitments of its eight seeds (see :mod:`teenpatti.fair.chain`).
2. Each seat draws a *value* and a *choice*, 32 random bytes each, and publishes their hashes. So does the house, with
   fresh ones, and the server for its bots.
3. All reveal their values. Server seeds and values together give eight decks, and their roots are published.
4. All reveal their choices. Together they say which of the eight is dealt; the seeds of the other seven are published,
   so that anybody can see that they were shuffled as they should have been.

The server cannot know which deck will be chosen when it publishes the roots, and no seat knows any deck. A seat whose
phone sleeps takes no part. Everything is kept as text, hashes and values in lower-case hexadecimal.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from teenpatti.fair.chain import DECKS
from teenpatti.fair.hashing import canonical, number_bytes, tagged

Kind: TypeAlias = Literal["house", "bot", "person"]
Reveal: TypeAlias = Literal["value", "choice"]
Stage: TypeAlias = Literal["commit"] | Reveal

HOUSE: Final = 0
"""The house, which is no seat. Seats count from 1 here, as everywhere in files."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one of those who take part has published so far."""

    seat: int
    """From 1; HOUSE for the house."""
    kind: Kind
    commits: tuple[str, str] | None = None
    """Hashes of the value and of the choice; None: takes no part."""
    value: str | None = None
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class Transcript:
    """A shuffle as far as it has come."""

    deal: int
    """The deal that is prepared, from 1."""
    chain: str
    """Tip of the chain in force."""
    number: int
    """Shuffle of that chain, from 1."""
    link: str
    commitments: tuple[str, ...]
    next_link: str
    parts: tuple[Part, ...]
    roots: tuple[str, ...] = ()

    def with_parts(self, changed: dict[int, Part]) -> Transcript:
        """The same with other parts at those seats."""
        return replace(self, parts=tuple(changed.get(part.seat, part) for part in self.parts))

    def shown(self, kind: Reveal, revealed: Iterable[tuple[int, str]]) -> Transcript:
        """The same with the values or choices that those seats have revealed."""
        known = dict(revealed)
        parts = [part for part in self.parts if part.seat in known]
        if kind == "value":
            return self.with_parts({part.seat: replace(part, value=known[part.seat]) for part in parts})
        return self.with_parts({part.seat: replace(part, choice=known[part.seat]) for part in parts})

    def missing(self, stage: Stage) -> tuple[Part, ...]:
        """Those who have committed and not revealed what the stage is about."""
        return tuple(part for part in self.parts if part.commits and getattr(part, stage) is None)

    def to_json(self) -> dict[str, Any]:
        """The public form, as it stands in a record."""
        parts = [_part(part) | {"choice": part.choice} for part in self.parts]
        return self._before_roots(parts) | {"roots": list(self.roots)}

    @classmethod
    def from_json(cls, public: dict[str, Any]) -> Transcript:
        """The shuffle of a public form."""
        parts = [
            Part(
                part["seat"],
                part["kind"],
                None if part["commits"] is None else (part["commits"][0], part["commits"][1]),
                part["value"],
                part["choice"],
            )
            for part in public["parts"]
        ]
        lists = {name: tuple(public[name]) for name in ("commitments", "roots")}
        return cls(**{**public, **lists, "parts": tuple(parts)})

    def digest(self) -> bytes:
        """The hash that goes into every deck: all that was published before the decks were made."""
        return tagged("teenpatti/transcript/1", canonical(self._before_roots([_part(part) for part in self.parts])))

    def _before_roots(self, parts: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "deal": self.deal,
            "chain": self.chain,
            "number": self.number,
            "link": self.link,
            "commitments": list(self.commitments),
            "next_link": self.next_link,
            "parts": parts,
        }


def _part(part: Part) -> dict[str, Any]:
    return {
        "seat": part.seat,
        "kind": part.kind,
        "commits": None if part.commits is None else list(part.commits),
        "value": part.value,
    }


def commit(kind: Reveal, chain: str, number: int, seat: int, secret: str) -> str:
    """The hash that fixes a value or a choice for one seat of one shuffle. Raises ValueError for what is no hex."""
    shuffle = bytes.fromhex(chain) + number_bytes(number)
    return tagged(f"teenpatti/{kind}/1", shuffle, bytes([seat]), bytes.fromhex(secret)).hex()


def fits(transcript: Transcript, part: Part, kind: Reveal, revealed: str) -> bool:
    """Whether ``revealed`` is what the part committed to."""
    if part.commits is None:
        return False
    made = commit(kind, transcript.chain, transcript.number, part.seat, revealed)
    return hmac.compare_digest(made, part.commits[kind == "choice"])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the choices came to."""

    chosen: int
    """The deck that is dealt, 0 to 7."""
    lot: int
    """Uniform below 2**64: draws the first dealer of a table (R19)."""


def outcome(transcript: Transcript) -> Outcome:
    """Which deck is dealt. Anybody can work it out once the choices are known, and nobody before."""
    drawn = tagged(
        "teenpatti/chosen/1",
        transcript.digest(),
        *map(bytes.fromhex, transcript.roots),
        *(bytes.fromhex(part.choice) for part in transcript.parts if part.choice is not None),
    )
    return Outcome(drawn[0] % DECKS, int.from_bytes(drawn[8:16], "big"))


def rules_hash(options: dict[str, bool | int | str]) -> str:
    """The fingerprint of a table's rules, all options with their values."""
    return hashlib.sha256(b"teenpatti/rules/1\0" + canonical(options)).hexdigest()
