"""Counting the ways in which a hand beats two, three or four others, exact in every card.

Whether the hand wins asks how many ways there are to deal hands of a set to all opponents: of the hands below it, and
of those not above it for a win or a tie. Two hands of a set that share no card are counted by inclusion and exclusion
over the cards they could share: ``sum over S of (-1)**|S| * n(S)**2``, with n(S) the hands of the set that hold all
cards of S.

For four opponents the same is done one level up. A set of six cards can be dealt to two opponents in f ways, the number
of its ordered splits into two hands of the set. Two such sets that share no card are counted by the same sum with
n(S) = the total of f over the sets of six that hold all of S. For three opponents a set of six meets a hand.
"""

from __future__ import annotations

from functools import cache
from math import comb, prod

import numpy as np

from teenpatti.game.cards import Hand
from teenpatti.game.ranking import Ranking
from teenpatti.lab.arrays import Bytes, Ints
from teenpatti.lab.compiled import apart, compiled, inlined
from teenpatti.lab.hands import all_hands, masks, strengths
from teenpatti.lab.odds import Progress


def count(
    hand: Hand, opponents: int, ranking: Ranking, dead: Hand = (), progress: Progress | None = None
) -> tuple[int, int, int]:
    """Wins, ties and all ways to deal to one to four opponents, in order."""
    cards = 52 - len(hand) - len(dead)
    deals = prod(comb(cards - 3 * i, 3) for i in range(opponents))
    free = np.ones(52, np.bool_)
    free[[*hand, *dead]] = False
    others = (masks() & sum(1 << card for card in (*hand, *dead))) == 0
    found = strengths(ranking).hands[others]
    mine = ranking.evaluator.strength(hand)
    if opponents == 1:
        return int(np.count_nonzero(found < mine)), int(np.count_nonzero(found == mine)), deals
    # The free cards by number among themselves, so that sets of them can be ranked.
    place = np.cumsum(free) - 1
    hands = place[all_hands()[others]]
    below = ways(hands[found < mine], opponents, cards, _part(progress, 0))
    upto = ways(hands[found <= mine], opponents, cards, _part(progress, 1))
    return below, upto - below, deals


def _part(progress: Progress | None, part: int) -> Progress:
    def tell(share: float) -> None:
        if progress is not None:
            progress((part + share) / 2)

    return tell


def ways(hands: Ints, opponents: int, cards: int, progress: Progress = lambda share: None) -> int:
    """How many ways there are to deal one of ``hands`` to each of 2 to 4 opponents; shape (hands, 3), cards below
    ``cards`` and rising in each hand."""
    if opponents == 2:
        return ways_for_two(hands, cards)
    binomials = _binomials()
    held = np.zeros(comb(cards, 3), np.uint8)
    held[_ranks(hands)] = 1
    fives = np.zeros(comb(cards, 5), np.int64)
    squares = 0
    for top in range(5, cards):
        squares += int(add_sixes(held, binomials, top, fives))
        progress(comb(top + 1, 6) / comb(cards, 6))
    levels = {5: fives}
    for size in (5, 4, 3, 2, 1):
        levels[size - 1] = _one_less(levels[size], size, cards, 7 - size)
    if opponents == 4:
        total: int = squares + sum((-1) ** size * int(level @ level) for size, level in levels.items())
        return total
    single = {3: held.astype(np.int64)}
    for size in (3, 2, 1):
        single[size - 1] = _one_less(single[size], size, cards, 4 - size)
    crossed: int = sum((-1) ** size * int(levels[size] @ level) for size, level in single.items())
    return crossed


def ways_for_two(hands: Ints, cards: int) -> int:
    """The ordered pairs of ``hands`` that share no card."""
    one: Ints = np.bincount(hands.reshape(-1), minlength=cards)
    pairs = np.concatenate([hands[:, a] * cards + hands[:, b] for a, b in ((0, 1), (0, 2), (1, 2))])
    two = np.bincount(pairs, minlength=cards * cards)
    return int(len(hands) ** 2 - one @ one + two @ two - len(hands))


def _ranks(hands: Ints) -> Ints:
    """The numbers of sets of three in colexicographic order: all sets of cards below c come before those with c."""
    binomials = _binomials()
    ranks: Ints = binomials[hands[:, 0], 1] + binomials[hands[:, 1], 2] + binomials[hands[:, 2], 3]
    return ranks


@cache
def _binomials() -> Ints:
    table = np.array([[comb(n, k) for k in range(7)] for n in range(53)], np.int64)
    table.setflags(write=False)
    return table


def _one_less(level: Ints, size: int, cards: int, times: int) -> Ints:
    """From the totals for sets of ``size`` those for one card less; each is found ``times`` times, once a card."""
    lower = np.zeros(comb(cards, size - 1), np.int64)
    add_subsets(level, size, cards, _binomials(), lower)
    return lower // times


@inlined
def _split(held: Bytes, binomials: Ints, a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """Whether both ``abc`` and ``def`` are held."""
    one = held[a + binomials[b, 2] + binomials[c, 3]]
    two = held[d + binomials[e, 2] + binomials[f, 3]]
    return np.int64(one & two)  # type: ignore[return-value]


@apart
def _splits(held: Bytes, t: Ints, a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The ordered splits of six rising cards into two hands that are held."""
    return 2 * (
        _split(held, t, a, b, c, d, e, f)
        + _split(held, t, a, b, d, c, e, f)
        + _split(held, t, a, b, e, c, d, f)
        + _split(held, t, a, b, f, c, d, e)
        + _split(held, t, a, c, d, b, e, f)
        + _split(held, t, a, c, e, b, d, f)
        + _split(held, t, a, c, f, b, d, e)
        + _split(held, t, a, d, e, b, c, f)
        + _split(held, t, a, d, f, b, c, e)
        + _split(held, t, a, e, f, b, c, d)
    )


@compiled
def add_sixes(held: Bytes, binomials: Ints, top: int, fives: Ints) -> int:
    """For all sets of six whose highest card is ``top``: add their splits to each of their sets of five; the sum of the
    squares of the splits."""
    t = binomials
    squares = 0
    for e in range(4, top):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        splits = _splits(held, t, a, b, c, d, e, top)
                        if splits == 0:
                            continue
                        squares += splits * splits
                        # The five without a, without b, and so on: the cards above move one place down.
                        high = t[top, 5]
                        fives[b + t[c, 2] + t[d, 3] + t[e, 4] + high] += splits
                        fives[a + t[c, 2] + t[d, 3] + t[e, 4] + high] += splits
                        fives[a + t[b, 2] + t[d, 3] + t[e, 4] + high] += splits
                        fives[a + t[b, 2] + t[c, 3] + t[e, 4] + high] += splits
                        fives[a + t[b, 2] + t[c, 3] + t[d, 4] + high] += splits
                        fives[a + t[b, 2] + t[c, 3] + t[d, 4] + t[e, 5]] += splits
    return squares


@compiled
def add_subsets(level: Ints, size: int, cards: int, binomials: Ints, lower: Ints) -> None:
    """Add the value of each set of ``size`` cards to each of its sets of one less; both in colexicographic order."""
    chosen = np.arange(size)
    for number in range(len(level)):
        above = 0
        for i in range(1, size):
            above += binomials[chosen[i], i]
        under = 0
        for i in range(size):
            lower[under + above] += level[number]
            under += binomials[chosen[i], i + 1]
            if i + 1 < size:
                above -= binomials[chosen[i + 1], i + 1]
        # The next set: raise the lowest card that has room and put all below it back to the start.
        i = 0
        while i + 1 < size and chosen[i] + 1 == chosen[i + 1]:
            chosen[i] = i
            i += 1
        chosen[i] += 1
