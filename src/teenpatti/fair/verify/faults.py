"""What is wrong with a proof."""

from __future__ import annotations

from typing import Literal, TypeAlias

Fault: TypeAlias = Literal[
    "file",
    "shape",
    "changed",
    "rules",
    "seeds",
    "value",
    "void",
    "chosen",
    "deck",
    "players",
    "card",
    "record",
    "twice",
]
"""Kinds of faults: bytes that are no proof; a field missing, unknown or of another form; a field changed since the file
was written; rules that do not fit their hash; seeds, values or a deck that are not those committed to; a void shuffle
told wrongly; another deck than the one chosen; players or a dealer out of order; a card that was not there; a record
that does not follow the one before; a deal dealt twice."""


class BadProof(ValueError):
    """A proof that does not hold. ``field`` is what does not fit, such as ``record.shuffle.parts[2].value``."""

    def __init__(self, code: Fault, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.code = code
        self.field = field
        self.reason = reason
