"""All hands in arrays: their cards, and their strengths under an order of hands."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

import numpy as np

from teenpatti.game.ranking import Ranking
from teenpatti.lab.arrays import Bytes, Ints, StrengthTable

HANDS: Final = 22_100
"""Hands of three cards out of 52."""


class Strengths(NamedTuple):
    """The strengths of all hands under one order, 1 (weakest) to 741."""

    hands: StrengthTable
    """By hand, in the order of :func:`all_hands`; shape (22100,)."""
    triples: StrengthTable
    """By ordered triple of cards, ``(a * 52 + b) * 52 + c``; shape (140608,), 0 where a card comes twice."""


@cache
def all_hands() -> Bytes:
    """The cards of all hands, rising within a hand, hands in the order of ``itertools.combinations``; shape
    (22100, 3)."""
    hands = np.array(list(combinations(range(52), 3)), np.uint8)
    hands.setflags(write=False)
    return hands


@cache
def masks() -> Ints:
    """The cards of all hands as bits, bit c for card c; shape (22100,)."""
    bits: Ints = (np.int64(1) << all_hands().astype(np.int64)).sum(axis=1)
    bits.setflags(write=False)
    return bits


@cache
def strengths(ranking: Ranking) -> Strengths:
    """The strengths under ``ranking``; made once per order and process."""
    strength = ranking.evaluator.strength
    hands = np.array([strength(hand) for hand in all_hands().tolist()], np.uint16)
    triples = np.zeros(52**3, np.uint16)
    for a, b, c in permutations(all_hands().astype(np.int64).T):
        triples[(a * 52 + b) * 52 + c] = hands
    hands.setflags(write=False)
    triples.setflags(write=False)
    return Strengths(hands, triples)


class SuitClasses(NamedTuple):
    """The 1,755 classes of hands that a renaming of the suits turns into each other; such hands have the same odds."""

    hand: Ints
    """One hand of each class, by its place in :func:`all_hands`; shape (1755,)."""
    size: Ints
    """The hands in each class; shape (1755,)."""


@cache
def suit_classes() -> SuitClasses:
    """The classes, for every order of hands, as suits never rank (R3)."""
    cards = all_hands().astype(np.int64)
    best = np.full(len(cards), 52**3)
    for suits in permutations(range(4)):
        renamed = np.sort(cards // 4 * 4 + np.array(suits)[cards % 4], axis=1)
        best = np.minimum(best, (renamed[:, 0] * 52 + renamed[:, 1]) * 52 + renamed[:, 2])
    _, hand, size = np.unique(best, return_index=True, return_counts=True)
    return SuitClasses(hand, size)
