"""Hashes of the fairness steps: SHA-256 under a label of their own, HKDF, and the one way to write down JSON.

A label keeps a hash made for one purpose from standing for another. Numbers are written big-endian, eight bytes long.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Final

HASH_BYTES: Final = 32
"""Length of every hash, seed, value and salt."""


def tagged(label: str, *parts: bytes) -> bytes:
    """SHA-256 of the label, a zero byte, and the parts. All parts but the last have a fixed length."""
    return hashlib.sha256(label.encode("ascii") + b"\0" + b"".join(parts)).digest()


def hkdf(key: bytes, salt: bytes, info: str) -> bytes:
    """32 bytes by HKDF-SHA256 (RFC 5869): extract from ``key`` under ``salt``, expand for the purpose ``info``."""
    return hmac.digest(hmac.digest(salt, key, "sha256"), info.encode("ascii") + b"\1", "sha256")


def number_bytes(number: int) -> bytes:
    """A number as 8 bytes."""
    return number.to_bytes(8, "big")


def canonical(value: object) -> bytes:
    """JSON with sorted names, no blanks and ASCII alone, so that the same content is always the same bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")
