"""How good a hand is: the share of all hands that it beats under the order in force."""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice

from teenpatti.game.cards import CARDS, Hand
from teenpatti.game.ranking import Ranking


def share_beaten(hand: Hand, ranking: Ranking) -> float:
    """The share of all hands that ``hand`` beats, ties counting half: above 0 and below 1.

    All 22,100 hands of three cards are counted; of the 270,725 of four cards every eleventh, which is right to within
    half a percent.

    >>> from teenpatti.game.cards import parse_hand
    >>> [round(share_beaten(parse_hand(cards), Ranking()), 3) for cards in ("AsAhAd", "8s8h2d", "Js7h2d")]
    [1.0, 0.823, 0.238]
    """
    return _shares(ranking)[ranking.evaluator.strength(hand)]


@cache
def _shares(ranking: Ranking) -> tuple[float, ...]:
    """The share by strength; counted once per order."""
    strength = ranking.evaluator.strength
    counts = [0] * (ranking.evaluator.most + 1)
    for hand in islice(combinations(CARDS, ranking.cards), 0, None, 1 if ranking.cards == 3 else 11):
        counts[strength(hand)] += 1
    total = sum(counts)
    shares = []
    below = 0
    for count in counts:
        shares.append((below + count / 2) / total)
        below += count
    return tuple(shares)
