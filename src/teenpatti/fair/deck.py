"""A shuffled deck from a 256-bit seed, the same on every machine and in every language.

Version 1, final. Any change that gives another deck for the same seed is a new version beside this one.

1. **Seed**: 32 bytes, uniformly random and secret until the deal is over.
2. **Stream of bytes**: block 0, block 1, block 2 ... one after the other. Block c is HMAC-SHA256 with the seed as
   key; the message is the 16 ASCII bytes ``teenpatti/deck/1``, a zero byte, and c as 8 bytes, most significant first.
3. **A number from 0 to n - 1** (n from 2 to 52): take the next byte b of the stream. If b < 256 - 256 mod n, the
   number is b mod n; if not, take the next byte and try again. So each number comes from equally many bytes.
4. **Cards in order**: 2c 2d 2h 2s 3c ... As, as numbers 0 to 51, without those that are not to be shuffled (hands
   kept from an earlier deal).
5. **Shuffle** (Fisher-Yates from the top): for i from the last place down to 1, draw j from 0 to i and exchange the
   cards at places i and j.

The card at place 0 is dealt first: player i of n gets the cards at places i, n + i and 2n + i, and a joker to be turned
up is the card after all hands. A seed of 256 bits can reach every order: 52! is less than 2 to the 226.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection, Iterator
from functools import cache
from itertools import count
from typing import Final

from teenpatti.game.cards import CARDS, Card, check_distinct

VERSION: Final = 1
"""Version of the way from a seed to a deck."""

SEED_BYTES: Final = 32
"""Length of a seed."""

_LABEL: Final = b"teenpatti/deck/1\0"


def new_seed() -> bytes:
    """A fresh secret seed from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def deck(seed: bytes, without: Collection[Card] = ()) -> tuple[Card, ...]:
    """The cards in the order that ``seed`` shuffles them, first card dealt first; ``without`` stay out of it.

    >>> [str(card) for card in deck(bytes(32))[:5]]
    ['Ad', '6h', '7h', '7s', '3h']

    Raises ValueError unless the seed is 32 bytes, InvalidCard if ``without`` holds what is no card or one card twice.
    """
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise ValueError(f"A seed is {SEED_BYTES} bytes.")
    out = [Card(card) for card in without]
    check_distinct(out)
    cards = [card for card in CARDS if card not in out]
    stream = _stream(seed)
    for i in range(len(cards) - 1, 0, -1):
        j = draw(i + 1, stream)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def draw(n: int, stream: Iterator[int]) -> int:
    """A number from 0 to n - 1, taking as many bytes from ``stream``, which does not end, as it needs."""
    numbers = _numbers(n)
    while (number := numbers[next(stream)]) is None:
        pass
    return number


def sampler(n: int, byte: int) -> int | None:
    """The number from 0 to n - 1 that one byte of the stream stands for, or None: take the next byte."""
    return byte % n if byte < 256 - 256 % n else None


@cache
def _numbers(n: int) -> tuple[int | None, ...]:
    """What :func:`sampler` gives for every byte."""
    return tuple(sampler(n, byte) for byte in range(256))


def _stream(seed: bytes) -> Iterator[int]:
    for block in count():
        yield from hmac.digest(seed, _LABEL + block.to_bytes(8, "big"), hashlib.sha256)
