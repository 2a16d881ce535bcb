"""What many decks must look like: how often each card lies at each place, pairs, and a deck after a deck.

Each count gives the chance that fair decks would stray as far or farther.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import erfc, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tests.fair.shuffles import Decks

ALPHA: Final = 1e-6
PAIRS: Final = ((0, 1), (20, 21), (50, 51))


def chance(counts: NDArray[np.int64], freedom: int, scale: float = 1.0) -> float:
    """The chance of a chi-square this large, when every cell is as likely as any other."""
    expected = counts.mean()
    stray = float(((counts - expected) ** 2 / expected).sum()) * scale
    # Wilson and Hilferty: the cube root of a chi-square is as good as normal with thousands of degrees of freedom.
    spread = 2 / (9 * freedom)
    return erfc(((stray / freedom) ** (1 / 3) - (1 - spread)) / sqrt(2 * spread)) / 2


def places(decks: Decks) -> float:
    """How often each card lies at each place. A deck is a permutation, so 52 x 52 cells vary in 51 x 51 ways."""
    counts = np.stack([np.bincount(decks[:, place], minlength=52) for place in range(52)])
    return chance(counts, 51 * 51, 51 / 52)


def pair(decks: Decks, one: int, other: int) -> float:
    """How often each card lies at ``one`` with each other card at ``other``."""
    counts = np.bincount(decks[:, one].astype(np.int64) * 52 + decks[:, other], minlength=52 * 52)
    return chance(counts[np.arange(52 * 52) // 52 != np.arange(52 * 52) % 52], 52 * 51 - 1)


def serial(decks: Decks) -> float:
    """From which place to which each card moves between a deck and the next: for fair decks a permutation again."""
    where = np.argsort(decks, axis=1)
    counts = np.zeros((52, 52), dtype=np.int64)
    for card in range(52):
        counts += np.bincount(where[:-1, card] * 52 + where[1:, card], minlength=52 * 52).reshape(52, 52)
    return chance(counts, 51 * 51, 51 / 52)


def hands(decks: Decks, seat: int, seats: int = 7) -> float:
    """How often that seat is dealt each of the 22,100 hands."""
    cards = np.sort(decks[:, [seat, seats + seat, 2 * seats + seat]], axis=1).astype(np.int64)
    counts = np.unique(cards @ np.array([52 * 52, 52, 1]), return_counts=True)[1]
    return chance(np.concatenate([counts, np.zeros(22_100 - len(counts), dtype=np.int64)]), 22_099)


def strays(decks: Decks, *, long: bool = False) -> dict[str, float]:
    """The counts that fair decks would hardly ever give, with their chance."""
    found = {"places": places(decks), "serial": serial(decks)}
    found |= {f"pair {one}, {other}": pair(decks, one, other) for one, other in PAIRS}
    if long:
        found |= {f"hands of seat {seat}": hands(decks, seat) for seat in range(7)}
    return {name: p for name, p in found.items() if p < ALPHA}


def caught(make: Callable[[int], Decks], *, long: bool = False) -> dict[str, float]:
    """What strays for one seed, and again for a fresh one; ``make`` gives the decks of a seed."""
    first = strays(make(0), long=long)
    if not first:
        return {}
    again = strays(make(1), long=long)
    return {name: p for name, p in first.items() if name in again}


def uneven(draw: Callable[[int, int], int | None], values: int) -> list[int]:
    """The exact test: the n for which not every number below n comes from equally many of all ``values``."""
    found = []
    for n in range(2, 53):
        counts = Counter(draw(n, value) for value in range(values))
        counts.pop(None, None)
        if set(counts) != set(range(n)) or len(set(counts.values())) != 1:
            found.append(n)
    return found
