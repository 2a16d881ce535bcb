"""Shuffles that are wrong, each in a way that has been seen in the world, many decks at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Decks: TypeAlias = NDArray[np.uint8]
"""One deck in each row, the card dealt first in front."""


def in_order(count: int) -> Decks:
    """Decks that nobody has shuffled."""
    return np.tile(np.arange(52, dtype=np.uint8), (count, 1))


def exchange(decks: Decks, place: int, other: NDArray[np.int64]) -> None:
    """Exchange the card at ``place`` with that at ``other``, which differs from deck to deck."""
    rows = np.arange(len(decks))
    held = decks[rows, other].copy()
    decks[rows, other] = decks[:, place]
    decks[:, place] = held


def from_the_top(count: int, draw: Callable[[int], NDArray[np.int64]], last: int = 1) -> Decks:
    """Fisher-Yates with draws of some kind; ``draw(n)`` gives one number below n for each deck."""
    decks = in_order(count)
    for place in range(51, last - 1, -1):
        exchange(decks, place, draw(place + 1))
    return decks


def right(count: int, rng: np.random.Generator) -> Decks:
    """The same algorithm as ours, without a fault."""
    return from_the_top(count, lambda n: rng.integers(0, n, count))


def every_place_with_any(count: int, rng: np.random.Generator) -> Decks:
    """Each place exchanged with any place: n**n ways that cannot fall evenly on n! orders."""
    decks = in_order(count)
    for place in range(52):
        exchange(decks, place, rng.integers(0, 52, count))
    return decks


def off_by_one(count: int, rng: np.random.Generator) -> Decks:
    """Never with itself, so that only single cycles come out."""
    return from_the_top(count, lambda n: rng.integers(0, n - 1, count))


def last_swap_skipped(count: int, rng: np.random.Generator) -> Decks:
    """The loop ends one too soon."""
    return from_the_top(count, lambda n: rng.integers(0, n, count), last=2)


def byte_modulo(count: int, rng: np.random.Generator) -> Decks:
    """A byte modulo n, without drawing again."""
    return from_the_top(count, lambda n: rng.integers(0, 256, count) % n)


def two_byte_modulo(count: int, rng: np.random.Generator) -> Decks:
    """Two bytes modulo n: too little amiss for any count of decks that one can wait for."""
    return from_the_top(count, lambda n: rng.integers(0, 65_536, count) % n)


def by_random_key(count: int, rng: np.random.Generator) -> Decks:
    """Sorted by a random byte each: equal keys leave cards in order."""
    keys = rng.integers(0, 256, (count, 52))
    return np.argsort(keys, axis=1, kind="stable").astype(np.uint8)


def one_short(count: int, rng: np.random.Generator) -> Decks:
    """Each card exchanged with one of the first 51, as an online card room once did."""
    decks = in_order(count)
    for place in range(52):
        exchange(decks, place, rng.integers(0, 51, count))
    return decks


def shuffled_on(count: int, rng: np.random.Generator) -> Decks:
    """Each deck is the last one with twenty exchanges: fair places, but a deck tells much of the next."""
    decks = in_order(count)
    deck = np.arange(52, dtype=np.uint8)
    swaps = rng.integers(0, 52, (count, 20, 2))
    for row in range(count):
        for one, other in swaps[row]:
            deck[one], deck[other] = deck[other], deck[one]
        decks[row] = deck
    return decks


Shuffle: TypeAlias = Callable[[int, np.random.Generator], Decks]

WRONG: Final[tuple[Shuffle, ...]] = (
    every_place_with_any,
    off_by_one,
    last_swap_skipped,
    byte_modulo,
    by_random_key,
    one_short,
)
"""Those that counting decks can tell; :func:`two_byte_modulo` is the seventh, for the exact test."""
