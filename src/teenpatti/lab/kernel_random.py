"""Random numbers of the kernel, the same for a seed on every machine and in any number of threads.

Every deal has a generator of its own: xoshiro256** whose four words are the next four outputs of splitmix64 started at
``splitmix64(seed) + deal number``. Numbers below a limit come by rejection (Lemire), so each is exactly as likely.
"""

from __future__ import annotations

import numpy as np

from teenpatti.lab.arrays import Bytes, StrengthTable, Words
from teenpatti.lab.compiled import apart, inlined

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)
_RANGE_32 = np.uint64(1 << 32)
_U0, _U1, _U2, _U5, _U7, _U9, _U11, _U17, _U27, _U30, _U31, _U32, _U45 = (
    np.uint64(n) for n in (0, 1, 2, 5, 7, 9, 11, 17, 27, 30, 31, 32, 45)
)
_TO_UNIT = 1.0 / (1 << 53)


@inlined
def mix(word: np.uint64) -> np.uint64:
    """The output function of splitmix64."""
    word = (word ^ (word >> _U30)) * _MIX_1
    word = (word ^ (word >> _U27)) * _MIX_2
    return word ^ (word >> _U31)


@inlined
def seed_deal(rng: Words, seed: np.uint64, number: np.uint64) -> None:
    """Start ``rng``, four words, for deal ``number`` of ``seed``."""
    word = mix(seed + _GOLDEN) + number
    for i in range(4):
        word += _GOLDEN
        rng[i] = mix(word)


@inlined
def draw(rng: Words) -> np.uint64:
    """The next 64 bits of xoshiro256**."""
    s0, s1, s2, s3 = rng[0], rng[1], rng[2], rng[3]
    word = s1 * _U5
    word = ((word << _U7) | (word >> np.uint64(57))) * _U9
    s2 ^= s0
    s3 ^= s1
    rng[0] = s0 ^ s3
    rng[1] = s1 ^ s2
    rng[2] = s2 ^ (s1 << _U17)
    rng[3] = (s3 << _U45) | (s3 >> np.uint64(19))
    return word


@inlined
def below(rng: Words, limit: int) -> int:
    """A number from 0 to ``limit`` - 1, each equally likely; ``limit`` is at least 1."""
    if limit <= 1 << 32:
        size = np.uint64(limit)
        product = (draw(rng) >> _U32) * size
        if product & _LOW < size:
            threshold = _RANGE_32 % size
            while product & _LOW < threshold:
                product = (draw(rng) >> _U32) * size
        return np.int64(product >> _U32)  # type: ignore[return-value]
    return _below_wide(rng, limit)


@apart
def _below_wide(rng: Words, limit: int) -> int:
    mask = np.uint64(limit - 1)
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> np.uint64(shift)
    while True:
        word = np.int64(draw(rng) & mask)
        if word < limit:
            return word  # type: ignore[return-value]


@inlined
def unit(rng: Words) -> float:
    """A number from 0 to 1, 1 excluded, in steps of 2**-53."""
    return np.int64(draw(rng) >> _U11) * _TO_UNIT


@inlined
def new_deck(deck: Bytes) -> int:
    """Put 52 cards in order into ``deck``; the number of cards."""
    for i in range(52):
        deck[i] = i
    return 52


@inlined
def deal_three(rng: Words, deck: Bytes, place: int, cards: int) -> None:
    """Shuffle three of the cards from ``place`` to ``cards`` - 1 to the places from ``place`` on.

    Three steps of Fisher-Yates from one draw of 32 bits: each product's upper half is one number below its limit, its
    lower half goes on to the next, and the last is rejected if too low, as for one number below the product of limits.
    """
    left = np.uint64(cards - place)
    size = left * (left - _U1) * (left - _U2)
    while True:
        product = (draw(rng) >> _U32) * left
        i = np.int64(product >> _U32)
        product = (product & _LOW) * (left - _U1)
        j = np.int64(product >> _U32)
        product = (product & _LOW) * (left - _U2)
        k = np.int64(product >> _U32)
        rest = product & _LOW
        if rest >= size or rest >= _RANGE_32 % size:
            break
    deck[place], deck[place + i] = deck[place + i], deck[place]
    deck[place + 1], deck[place + 1 + j] = deck[place + 1 + j], deck[place + 1]
    deck[place + 2], deck[place + 2 + k] = deck[place + 2 + k], deck[place + 2]


@inlined
def strength_of(deck: Bytes, place: int, strengths: StrengthTable) -> int:
    """The strength of the three cards from ``place`` on, by the table of all ordered triples."""
    return strengths[(np.int64(deck[place]) * 52 + deck[place + 1]) * 52 + deck[place + 2]]
