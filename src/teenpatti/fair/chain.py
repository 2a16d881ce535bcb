"""The server's seeds of one table, all fixed before anybody sits down.

A table's secret of 32 bytes gives :data:`DECKS` seeds for each of its next :data:`LENGTH` shuffles. Each seed has a
*commitment*, its hash. The commitments of a shuffle and the link of the next shuffle, hashed together, are the *link*
of that shuffle; the link of the first one is the *tip*. The tip is published when the table opens, and with it every
seed is fixed, though none is known. At each shuffle its commitments and the next link are published, and anybody
can see that they give the link known before.

When a chain is used up the table goes on with another secret.
"""

from __future__ import annotations

import hmac
import secrets
from functools import lru_cache
from typing import Final

from teenpatti.fair.hashing import HASH_BYTES, number_bytes, tagged

LENGTH: Final = 256
"""Shuffles of one chain."""

DECKS: Final = 8
"""Decks prepared for each shuffle: one is dealt, the others are opened. A power of two: a byte chooses fairly."""

END: Final = bytes(HASH_BYTES)
"""Stands for the link after the last one."""


def new_secret() -> bytes:
    """A fresh secret from the operating system. Raises OSError or NotImplementedError if it has none."""
    return secrets.token_bytes(HASH_BYTES)


def seed(secret: bytes, number: int, deck: int) -> bytes:
    """The server's seed for one deck of shuffle ``number``, counted from 1."""
    return hmac.digest(secret, b"teenpatti/seed/1\0" + number_bytes(number) + bytes([deck]), "sha256")


def commitment(of: bytes) -> bytes:
    """What is published of a seed."""
    return tagged("teenpatti/commitment/1", of)


def commitments(secret: bytes, number: int) -> tuple[bytes, ...]:
    """The commitments of shuffle ``number``."""
    return tuple(commitment(seed(secret, number, deck)) for deck in range(DECKS))


def link_of(committed: tuple[bytes, ...], next_link: bytes) -> bytes:
    """The link that commits to the seeds of one shuffle and of all later ones."""
    return tagged("teenpatti/link/1", *committed, next_link)


def link(secret: bytes, number: int) -> bytes:
    """The link of shuffle ``number``, from 1 to LENGTH + 1; that of shuffle 1 is the tip."""
    at = (number - 1) * HASH_BYTES
    return _links(secret)[at : at + HASH_BYTES]


@lru_cache(maxsize=1024)
def _links(secret: bytes) -> bytes:
    """All links, the tip first. They follow from the secret; remembered, since they are made from the end."""
    links = [END]
    for number in range(LENGTH, 0, -1):
        links.append(link_of(commitments(secret, number), links[-1]))
    return b"".join(reversed(links))
