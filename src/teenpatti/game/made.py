"""What a hand counts as: which three of its cards, and what the wild ones among them stand for (R21)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from teenpatti.game.cards import CARDS, Card, Hand
from teenpatti.game.ranking import CLASSIC, Ranking, checked_hand
from teenpatti.game.wild import wild_ranks


class Made(NamedTuple):
    """The three cards ``held`` that play, in the order of the hand, and the ``cards`` they stand for, one for one."""

    held: Hand
    cards: Hand

    @property
    def plain(self) -> bool:
        """Whether every card stands for itself."""
        return self.held == self.cards


def made(cards: Sequence[Card], ranking: Ranking = CLASSIC) -> Made:
    """The best three different cards that a hand makes (R21).

    Where several are equal, as few cards as can be stand for others, and for such of their own suit where they can.

    >>> from teenpatti.game.cards import parse_hand
    >>> made(parse_hand("QsQh4d"), Ranking(wild="ak47")).cards
    (Card('Qs'), Card('Qh'), Card('Qd'))

    Raises InvalidCard unless the cards are as many different cards as ``ranking`` counts.
    """
    return _made(tuple(checked_hand(cards, ranking)), ranking)


@lru_cache(maxsize=4096)
def _made(hand: Hand, ranking: Ranking) -> Made:
    value = Ranking(ranking.ace_run, ranking.top_trail, ranking.lowball).evaluator.strength
    best = ranking.evaluator.natural(hand)
    return next(filter(lambda found: value(found.cards) == best, ways(hand, ranking)))


def ways(hand: Hand, ranking: Ranking) -> Iterator[Made]:
    """Everything that the hand can be made to be, the fewest changes first."""
    wild = wild_ranks(ranking.wild, ranking.joker_rank, [card.rank for card in hand])
    for changes in range(4):
        for held in combinations(hand, 3):
            for changed in combinations([card for card in held if card.rank in wild], changes):
                stands = [_stand_ins(card, ranking.lowball) if card in changed else (card,) for card in held]
                yield from (Made(held, cards) for cards in product(*stands) if len(set(cards)) == 3)


@lru_cache(maxsize=104)
def _stand_ins(card: Card, lowball: bool) -> Hand:
    """What a wild card may stand for, its own suit first and the best ranks first."""
    return tuple(sorted(CARDS, key=lambda other: (other.suit != card.suit, other.rank if lowball else -other.rank)))
