"""The hashes that a proof is made of."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Final

_JSON: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False)
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))


def canonical(value: object) -> bytes:
    """The one way to write a value as JSON."""
    return _JSON.encode(value).encode("ascii")


def labelled(label: str, *parts: bytes) -> bytes:
    """SHA-256 over a label, a zero byte and the parts."""
    return hashlib.sha256(b"\0".join((label.encode("ascii"), b"".join(parts)))).digest()


def number(value: int) -> bytes:
    """A number as 8 bytes, most significant first."""
    return value.to_bytes(8, "big")


def expand(secret: bytes, salt: bytes, purpose: str) -> bytes:
    """The first 32 bytes of HKDF-SHA256."""
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(extracted, purpose.encode("ascii") + b"\x01", hashlib.sha256).digest()


class Keyed:
    """HMAC-SHA256 under one key, for many messages: the two halves of the key are hashed once."""

    def __init__(self, key: bytes) -> None:
        block = key.ljust(64, b"\0")
        self._inner = hashlib.sha256(block.translate(_INNER))
        self._outer = hashlib.sha256(block.translate(_OUTER))

    def mac(self, message: bytes) -> bytes:
        """The code of a message."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


def leaf(transcript: bytes, place: int, card: int, salt: bytes) -> bytes:
    """The hash of one card at its place."""
    return hashlib.sha256(b"\x00" + transcript + bytes((place, card)) + salt).digest()


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """The root over leaves: neighbours are hashed together, one left over goes up as it is."""
    row = list(leaves)
    while len(row) > 1:
        pairs = [hashlib.sha256(b"\x01" + row[i] + row[i + 1]).digest() for i in range(0, len(row) - 1, 2)]
        row = pairs + row[2 * len(pairs) :]
    return row[0]


def climb(start: bytes, place: int, path: Sequence[bytes], width: int) -> bytes | None:
    """The root that a leaf at ``place`` of ``width`` and its neighbours lead to; None for too few or too many."""
    at, neighbours = start, iter(path)
    try:
        while width > 1:
            if place ^ 1 < width:
                other = next(neighbours)
                left, right = (other, at) if place & 1 else (at, other)
                at = hashlib.sha256(b"\x01" + left + right).digest()
            place, width = place >> 1, (width + 1) >> 1
    except StopIteration:
        return None
    return at if next(neighbours, None) is None else None
