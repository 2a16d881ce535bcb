"""Wild cards (R21): which cards of a hand are wild, and the best that a hand can make with them.

A wild card may stand for any card, also itself, but not for one already in the hand. Suits matter for a hand only where
all three are alike, so a card that would come twice never makes more than another of its rank does, and tables need not
leave it out.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import groupby, product
from typing import Final, Literal, TypeAlias

Wild: TypeAlias = Literal["none", "ak47", "joker", "lowest", "highest"]

AK47: Final = frozenset({12, 11, 2, 5})
"""The ranks A, K, 4 and 7."""


def wild_ranks(wild: Wild, joker_rank: int | None, ranks: Sequence[int]) -> frozenset[int]:
    """The ranks that are wild in a hand of ``ranks``; ``joker_rank`` is that of the card turned up, None if there is
    none.

    >>> wild_ranks("lowest", None, [12, 3, 3]), wild_ranks("joker", 3, [12, 3, 5]), wild_ranks("none", 3, [12, 3, 5])
    (frozenset({3}), frozenset({3}), frozenset())
    """
    match wild:
        case "ak47":
            return AK47
        case "joker" if joker_rank is not None:
            return frozenset({joker_rank})
        case "lowest":
            return frozenset({min(ranks)})
        case "highest":
            return frozenset({max(ranks)})
    return frozenset()


def wild_table(natural: array[int], wild: Wild, joker_rank: int | None) -> array[int]:
    """``natural``, the strengths of all ordered triples of cards as they are, with what wild cards make of them."""
    rows = [natural[start : start + 52] for start in range(0, 52**3, 52)]
    # The best with two given cards, with one, and with none.
    with_two = array("H", map(max, rows))
    two_rows = [with_two[start : start + 52] for start in range(0, 52 * 52, 52)]
    with_one = array("H", map(max, two_rows))
    with_none = max(with_one)
    plans = {ranks: _plan(wild, joker_rank, *ranks) for ranks in product(range(13), repeat=2)}
    table = array("H")
    for a, b in product(range(52), range(52)):
        for (a_wild, b_wild, third_wild), cards in plans[a >> 2, b >> 2]:
            if third_wild:
                best = with_none if a_wild and b_wild else with_two[52 * a + b]
                if a_wild != b_wild:
                    best = with_one[b if a_wild else a]
                table.extend([best] * (cards.stop - cards.start))
            elif a_wild or b_wild:
                table.extend((with_one if a_wild and b_wild else two_rows[b if a_wild else a])[cards])
            else:
                table.extend(rows[52 * a + b][cards])
    return table


def _plan(wild: Wild, joker_rank: int | None, a: int, b: int) -> list[tuple[tuple[bool, bool, bool], slice]]:
    """Which of three cards are wild, the first two having ranks ``a`` and ``b``, for each stretch of third cards."""
    wilds = [wild_ranks(wild, joker_rank, (a, b, third)) for third in range(13)]
    kinds = [(a in found, b in found, third in found) for third, found in enumerate(wilds)]
    plan, start = [], 0
    for kind, ranks in groupby(kinds):
        stop = start + len(list(ranks))
        plan.append((kind, slice(4 * start, 4 * stop)))
        start = stop
    return plan
