"""Hands that differ only in suits, and sums over the hands that share no card with a given one.

Suits never rank (R3) and are dealt alike, so two hands that a renaming of the suits turns into each other have the same
value in every situation: 22,100 hands fall into 1,755 such classes, and a strategy for the classes loses nothing. The
cards that a hand takes out of the deck stay exact: the hands that share no card with ``{a, b, c}`` are all hands, less
those with a, b or c, plus those with two of them, less the hand itself. By symmetry the hands with a given card are as
many as those with any other card of its rank, and those with a given pair of cards as many as those with any like pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teenpatti.game.ranking import Ranking
from teenpatti.lab.terminal import Integers, Sweep, compare


@dataclass(frozen=True, eq=False)
class HandClasses:
    """The classes of one order of hands, weakest first; within a strength by which cards share a suit."""

    cards: NDArray[np.uint8]
    """[classes, cards each] one hand of the class, its cards ascending."""
    strength: Integers
    """[classes] strength as the ranking counts it."""
    sweep: Sweep
    index: dict[tuple[int, ...], int]
    """The class of every hand, by its cards ascending."""

    @property
    def count(self) -> int:
        """The number of classes."""
        return len(self.cards)

    def of(self, hand: Any) -> int:
        """The class of ``hand``, its cards in any order."""
        return self.index[tuple(sorted(int(card) for card in hand))]


@cache
def hand_classes(ranking: Ranking, ranks: int = 13, suits: int = 4, cards: int = 3) -> HandClasses:
    """The classes of all hands of ``cards`` (3, or 1 whose rank is its strength) from a deck of the lowest ``ranks``.

    The smaller decks are for checks against other programs. Raises ValueError for other sizes.
    """
    if not (1 <= ranks <= 13 and 1 <= suits <= 4 and cards in (1, 3) and ranks * suits >= 2 * cards):
        raise ValueError(f"There is no deck of {ranks} ranks and {suits} suits for two hands of {cards}.")
    deck = [4 * rank + suit for rank in range(ranks) for suit in range(suits)]
    hands = np.array(list(combinations(deck, cards)), dtype=np.int64)
    codes = _canonical(hands, suits)
    _, first, code_index, sizes = np.unique(codes, return_index=True, return_inverse=True, return_counts=True)
    if cards == 3:
        evaluator = ranking.evaluator
        strengths = np.array([evaluator.strength(hand) for hand in hands[first].tolist()], dtype=np.int64)
    else:
        strengths = hands[first, 0] // 4 + 1
    order = np.lexsort((np.arange(len(first)), _suited_pair(hands[first]), strengths))
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    kept = hands[first[order]]
    index = dict(zip(map(tuple, hands.tolist()), place[code_index.reshape(-1)].tolist(), strict=True))
    sweep = _sweep(kept, sizes[order], strengths[order], ranks, suits, len(hands))
    return HandClasses(kept.astype(np.uint8), strengths[order], sweep, index)


def _canonical(hands: Integers, suits: int) -> Integers:
    """One number a hand, the same for hands that a renaming of the suits turns into each other."""
    best: Integers | None = None
    for renamed in permutations(range(suits)):
        names = np.array([*renamed, *range(suits, 4)], dtype=np.int64)
        cards = np.sort(hands // 4 * 4 + names[hands % 4], axis=1)
        code = cards @ (52 ** np.arange(hands.shape[1], dtype=np.int64))
        best = code if best is None else np.minimum(best, code)
    assert best is not None
    return best


def _suited_pair(hands: Integers) -> Integers:
    """Which of the pairs (of cards ascending: low, outer, high) is the first to be of one suit; 0 for none."""
    found = np.zeros(len(hands), dtype=np.int64)
    for number, (a, b) in reversed(list(enumerate(combinations(range(hands.shape[1]), 2), 1))):
        found[hands[:, a] % 4 == hands[:, b] % 4] = number
    return found


def _sweep(kept: Integers, sizes: Integers, strengths: Integers, ranks: int, suits: int, hands: int) -> Sweep:
    count, cards = kept.shape
    slots: dict[object, int] = {}
    slot = np.zeros((count, 6), dtype=np.uint32)
    weight = np.zeros((count, 6))
    for i, hand in enumerate(kept.tolist()):
        for k, card in enumerate(hand):
            slot[i, k] = slots.setdefault(card // 4, len(slots))
            weight[i, k] = -sizes[i] / suits
        for k, (a, b) in enumerate(combinations(hand, 2), 3):
            suited, same = a % 4 == b % 4, a // 4 == b // 4
            like = suits * (suits - 1) // 2 if same else suits if suited else suits * (suits - 1)
            slot[i, k] = slots.setdefault((a // 4, b // 4, suited), len(slots))
            weight[i, k] = sizes[i] / like
    if cards == 1:
        slot[:, 1:] = len(slots)  # a sum to which nothing is ever added
    group = np.append(np.flatnonzero(np.diff(strengths, prepend=-1)), count)
    fours = np.diff(group) == 4
    quad = np.zeros((len(fours), 9), dtype=np.uint32)
    for g in np.flatnonzero(fours).tolist():
        start = int(group[g])
        quad[g] = [*slot[start], slot[start + 1, 3], slot[start + 2, 4], slot[start + 3, 5]]
    sweep = Sweep(
        size=sizes.astype(np.float64),
        slot=slot,
        weight=weight,
        sums=np.zeros(len(slots) + 1),
        group=group,
        fours=fours,
        quad=quad,
        suits=float(suits),
        own=-1.0 if cards == 3 else 0.0,
        disjoint=float(comb(ranks * suits - cards, cards)),
        below=np.zeros(count),
        above=np.zeros(count),
    )
    below, above, every = np.zeros(count), np.zeros(count), np.zeros(count)
    compare(np.ones(count), sweep, below, above, every, True, True)
    assert np.allclose(every, sweep.disjoint)
    assert int(sizes.sum()) == hands
    return sweep._replace(below=np.rint(below), above=np.rint(above))
