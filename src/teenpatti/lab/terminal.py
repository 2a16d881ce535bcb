"""What a hand meets at the end of a deal: the sorted sweep, exact in every card that the two hands take away.

Reach vectors hold, class by class, how far the other player's strategy lets one hand of that class come.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from teenpatti.lab.compiled import compiled

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]


class Sweep(NamedTuple):
    """What the sweep needs, one row a class, weakest class first.

    On the way it keeps a sum for each rank and for each kind of pair of cards (ranks, suited or not): of the reach of
    hands with one given card of that rank, counted negative, and with one given pair of that kind.
    """

    size: Floats
    """[classes] hands in the class."""
    slot: NDArray[np.uint32]
    """[classes, 6] the sums that the hand's three cards and three pairs belong to."""
    weight: Floats
    """[classes, 6] what one unit of the class's reach adds to each of these."""
    sums: Floats
    """[sums] zeros, to begin with."""
    group: Integers
    """[strengths + 1] where each strength begins, then the number of classes."""
    fours: NDArray[np.bool_]
    """[strengths] whether its classes are the four of three ranks in more than one suit: none of the three pairs of
    cards suited, the first, second, third suited."""
    quad: NDArray[np.uint32]
    """[strengths, 9] of such a strength the sums of its cards, of its pairs unsuited, and suited."""
    suits: float
    """Suits in the deck."""
    own: float
    """Times the class's own reach, the last term of inclusion and exclusion."""
    disjoint: float
    """Hands that share no card with a given one."""
    below: Floats
    """[classes] how many of these are weaker."""
    above: Floats
    """[classes] how many are stronger."""


@compiled
def _met(sums: Floats, slot: NDArray[np.uint32], c: int) -> Any:
    return (sums[slot[c, 0]] + sums[slot[c, 1]] + sums[slot[c, 2]]) + (
        sums[slot[c, 3]] + sums[slot[c, 4]] + sums[slot[c, 5]]
    )


@compiled
def _met_by_four(total: float, sums: Floats, quad: NDArray[np.uint32], first: int, met: Floats) -> None:
    first_off, second_off, third_off = sums[quad[3]], sums[quad[4]], sums[quad[5]]
    base = total + (sums[quad[0]] + sums[quad[1]] + sums[quad[2]]) + (first_off + second_off + third_off)
    met[first] = base
    met[first + 1] = base - first_off + sums[quad[6]]
    met[first + 2] = base - second_off + sums[quad[7]]
    met[first + 3] = base - third_off + sums[quad[8]]


@compiled
def _sweep(reach: Floats, sweep: Sweep, sums: Floats, upwards: bool, met: Floats, want: bool) -> float:
    """Add ``reach`` up into ``sums``, strength by strength; the whole of it.

    ``met``, if wanted, gets the sums over the hands that were there before each strength, so never its own. Two thirds
    of the classes come in fours that share their ranks, and are done four at a time.
    """
    slot, weight, group = sweep.slot, sweep.weight, sweep.group
    total = 0.0
    for_suited = 1.0 / sweep.suits
    for_unsuited = 1.0 / (sweep.suits * (sweep.suits - 1.0)) if sweep.suits > 1.0 else 0.0
    strengths = len(group) - 1
    for i in range(strengths):
        g = i if upwards else strengths - 1 - i
        first, last = group[g], group[g + 1]
        if sweep.fours[g]:
            quad = sweep.quad[g]
            if want:
                _met_by_four(total, sums, quad, first, met)
            none = reach[first] * sweep.size[first]
            one = reach[first + 1] * sweep.size[first + 1]
            two = reach[first + 2] * sweep.size[first + 2]
            three = reach[first + 3] * sweep.size[first + 3]
            added = none + one + two + three
            if added != 0.0:
                total += added
                share = added * for_suited
                sums[quad[0]] -= share
                sums[quad[1]] -= share
                sums[quad[2]] -= share
                sums[quad[3]] += (added - one) * for_unsuited
                sums[quad[4]] += (added - two) * for_unsuited
                sums[quad[5]] += (added - three) * for_unsuited
                sums[quad[6]] += one * for_suited
                sums[quad[7]] += two * for_suited
                sums[quad[8]] += three * for_suited
        else:
            if want:
                for c in range(first, last):
                    met[c] = total + _met(sums, slot, c)
            for c in range(first, last):
                r = reach[c]
                if r != 0.0:
                    total += r * sweep.size[c]
                    for k in range(6):
                        sums[slot[c, k]] += r * weight[c, k]
    return total


@compiled
def compare(
    reach: Floats, sweep: Sweep, below: Floats, above: Floats, every: Floats, want_below: bool, want_above: bool
) -> None:
    """Sums of ``reach`` over the hands that share no card with a hand of each class, all arrays [classes].

    ``below``: over weaker hands, ``above``: over stronger ones, if wanted; ``every``: over all.
    """
    group = sweep.group
    sums = sweep.sums.copy()
    if want_below and want_above:
        _sweep(reach, sweep, sums, False, above, True)
        sums[:] = 0.0
    total = _sweep(
        reach, sweep, sums, want_below or not want_above, below if want_below else above, want_below or want_above
    )
    for g in range(len(group) - 1):
        if sweep.fours[g]:
            _met_by_four(total, sums, sweep.quad[g], group[g], every)
        else:
            for c in range(group[g], group[g + 1]):
                every[c] = total + _met(sums, sweep.slot, c)
    if sweep.own != 0.0:
        for c in range(len(reach)):
            every[c] += sweep.own * reach[c]
