"""The proof file of one deal: its public record, and the cards that its reader has seen, each opened by its leaf.

One line of canonical JSON, so that a single changed byte shows. ``sums`` holds a short hash of every field, in the
order of their names; they prove nothing, but tell a reader *which* field a damaged file has lost.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, Final

from teenpatti.fair.hashing import canonical
from teenpatti.fair.record import fingerprint
from teenpatti.fair.salted import SaltedDeck

FORMAT: Final = "teenpatti/proof/1"
SUM_SIGNS: Final = 8


def proof(record: dict[str, Any], deck: SaltedDeck, places: Iterable[int]) -> str:
    """The file, a line with its end, that opens the cards at ``places`` and no others."""
    body = {
        "format": FORMAT,
        "record": record,
        "fingerprint": fingerprint(record),
        "openings": [deck.opening(place) for place in sorted(set(places))],
    }
    return canonical(body | {"sums": sums(body)}).decode("ascii") + "\n"


def sums(body: dict[str, Any]) -> str:
    """The first signs of a hash of each field with its name."""
    return "".join(
        hashlib.sha256(f"{name}=".encode() + canonical(value)).hexdigest()[:SUM_SIGNS] for name, value in fields(body)
    )


def fields(value: object, name: str = "") -> Iterator[tuple[str, object]]:
    """Every field with its name, such as ``record.players[0]``; first, how many a list or an object holds."""
    if isinstance(value, dict):
        if name:
            yield name, len(value)
        for key in sorted(value):
            yield from fields(value[key], f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        yield name, len(value)
        for i, one in enumerate(value):
            yield from fields(one, f"{name}[{i}]")
    else:
        yield name, value


def places_of(player: int, players: int, each: int, kept: Iterable[int] = ()) -> tuple[int, ...]:
    """The places of the deck whose cards that player (from 0) was dealt, the first first (R5)."""
    free = _dealt_from(kept)
    return tuple(free[k * players + player] for k in range(each))


def joker_place(players: int, each: int, kept: Iterable[int] = ()) -> int:
    """The place of the card that is turned up after all hands."""
    return _dealt_from(kept)[players * each]


def _dealt_from(kept: Iterable[int]) -> list[int]:
    passed = set(kept)
    return [place for place in range(52) if place not in passed]
