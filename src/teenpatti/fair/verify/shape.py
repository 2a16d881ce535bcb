"""What a proof must look like, field by field, before anything is worked out from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from teenpatti.fair.verify.faults import BadProof
from teenpatti.fair.verify.shuffle import NUMBERS

DECKS = 8
MOST = 2**53
MOST_SEATS = 17
"""Seats that a table can have."""
MOST_VOIDED = 100

Check = Callable[[Any, str], None]


def _hex(length: int) -> Check:
    pattern = re.compile(f"[0-9a-f]{{{2 * length}}}")

    def check(value: Any, name: str) -> None:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise BadProof("shape", name, f"expected {2 * length} signs of 0-9 and a-f, not {_short(value)}")

    return check


def _whole(least: int, most: int) -> Check:
    def check(value: Any, name: str) -> None:
        if type(value) is not int or not least <= value <= most:
            raise BadProof("shape", name, f"expected a whole number from {least} to {most}, not {_short(value)}")

    return check


def _one_of(*values: str) -> Check:
    def check(value: Any, name: str) -> None:
        if value not in values:
            raise BadProof("shape", name, f"expected {' or '.join(values)}, not {_short(value)}")

    return check


def _text(value: Any, name: str) -> None:
    if not isinstance(value, str) or not 0 < len(value) <= 100 or not value.isascii() or not value.isprintable():
        raise BadProof("shape", name, f"expected a short text, not {_short(value)}")


def _null_or(check: Check) -> Check:
    return lambda value, name: None if value is None else check(value, name)


def _many(check: Check, least: int = 0, most: int = MOST_SEATS + 1) -> Check:
    def check_all(value: Any, name: str) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            raise BadProof("shape", name, f"expected a list of {wanted}, not {_short(value)}")
        for i, one in enumerate(value):
            check(one, f"{name}[{i}]")

    return check_all


def _table(**fields: Check) -> Check:
    def check(value: Any, name: str) -> None:
        if not isinstance(value, dict):
            raise BadProof("shape", name or "file", f"expected an object, not {_short(value)}")
        at = f"{name}." if name else ""
        for key in fields:
            if key not in value:
                raise BadProof("shape", f"{at}{key}", "is missing")
        for unknown in sorted(value.keys() - fields.keys()):
            raise BadProof("shape", f"{at}{unknown}", "is no field of a proof")
        for key, one in fields.items():
            one(value[key], f"{at}{key}")

    return check


def _rules(value: Any, name: str) -> None:
    if not isinstance(value, dict) or not 0 < len(value) <= 100:
        raise BadProof("shape", name, f"expected the options of the rules, not {_short(value)}")
    for key, one in value.items():
        if not re.fullmatch("[a-z_0-9]{1,40}", key):
            raise BadProof("shape", f"{name}.{key[:40]}", "is no name of an option")
        if type(one) is int:
            _whole(0, MOST)(one, f"{name}.{key}")
        elif type(one) is not bool:
            _text(one, f"{name}.{key}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


_HASH = _hex(32)
_SEAT = _whole(1, MOST_SEATS)
_PLACE = _whole(0, 51)
_PART = _table(
    seat=_whole(0, MOST_SEATS),
    kind=_one_of("house", "bot", "person"),
    commits=_null_or(_many(_HASH, 2, 2)),
    value=_null_or(_HASH),
    choice=_null_or(_HASH),
)
_SHUFFLE = {
    "deal": _whole(1, MOST),
    "chain": _HASH,
    "number": _whole(1, 256),
    "link": _HASH,
    "commitments": _many(_HASH, DECKS, DECKS),
    "next_link": _HASH,
    "parts": _many(_PART, 1),
}
_VOIDED = _table(
    **_SHUFFLE,
    roots=_many(_HASH, 0, DECKS),
    stage=_one_of("commit", "value", "choice"),
    withheld=_many(_SEAT),
)
_RECORD = _table(
    format=_one_of("teenpatti/record/1"),
    version=_text,
    table=_HASH,
    previous=_null_or(_HASH),
    rules=_rules,
    rules_hash=_HASH,
    voided=_many(_VOIDED, 0, MOST_VOIDED),
    shuffle=_table(**_SHUFFLE, roots=_many(_HASH, DECKS, DECKS)),
    chosen=_whole(0, DECKS - 1),
    opened=_many(_null_or(_HASH), DECKS, DECKS),
    players=_many(_SEAT, 2, MOST_SEATS),
    kept=_many(_PLACE, 0, 52),
)
_OPENING = _table(place=_PLACE, card=_one_of(*NUMBERS), salt=_hex(16), path=_many(_HASH, 1, 6))


def _sums(value: Any, name: str) -> None:
    if not isinstance(value, str) or not re.fullmatch("(?:[0-9a-f]{8})+", value):
        raise BadProof("shape", name, "expected 8 signs of 0-9 and a-f for each field")


check_shape: Check = _table(
    format=_one_of("teenpatti/proof/1"),
    record=_RECORD,
    fingerprint=_HASH,
    openings=_many(_OPENING, 0, 52),
    sums=_sums,
)
"""Raises BadProof for the first field that is missing, unknown, or of another form than it must have."""
