"""Which hand is better (R1-R4, R21).

A :class:`Ranking` is the part of the rules that orders hands. Its evaluator turns three cards into their strength with
one look-up in a flat table of all ordered triples, so the order of the cards cannot matter and nothing is computed at
play; wild cards are in the table. Of four cards the best three count: four look-ups.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, Literal, TypeAlias

from teenpatti.game.cards import CARDS, Card, check_distinct, quote
from teenpatti.game.errors import Code, InvalidCard
from teenpatti.game.wild import Wild, wild_table

AceRun: TypeAlias = Literal["top", "second", "lowest", "none"]
TopTrail: TypeAlias = Literal["ace", "three"]

STRENGTHS: Final = 741
"""Distinct strengths among the 22,100 hands of three cards without wild ones (R4); no other order has more."""

_ACE, _THREE, _TWO = 12, 1, 0
_ACE_RUN = (_ACE, _THREE, _TWO)
# Any other run is ordered by its highest card, 432 being 2 and AKQ being 12.
_ACE_RUN_ORDER: Final[dict[AceRun, float]] = {"top": 13, "second": 11.5, "lowest": 1}


class HandClass(StrEnum):
    """The six classes, lowest first (R1)."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    COLOUR = "colour"
    SEQUENCE = "sequence"
    PURE_SEQUENCE = "pure_sequence"
    TRAIL = "trail"


_CLASS_ORDER: Final = {hand_class: order for order, hand_class in enumerate(HandClass)}


@dataclass(frozen=True)
class Ranking:
    """The order of hands: place of A-2-3 (``ace_run``), the highest trail (``top_trail``), reversed or not
    (``lowball``), wild cards, and how many ``cards`` a hand has (3, or 4 of which the best three count).

    Where ``wild`` is joker, ``joker_rank`` (0 for a two up to 12 for an ace) is the rank turned up; while it is None no
    card is wild.
    """

    ace_run: AceRun = "top"
    top_trail: TopTrail = "ace"
    lowball: bool = False
    wild: Wild = "none"
    joker_rank: int | None = None
    cards: Literal[3, 4] = 3

    @cached_property
    def evaluator(self) -> Evaluator:
        """The evaluator of this order; made once per order and process, as long as it is in use."""
        return _evaluator(self)


class Evaluator:
    """Strengths and classes of hands in one order. Input is not checked; :func:`strength` and :func:`classify`
    check."""

    __slots__ = ("_classes", "_places", "_strengths", "most")

    def __init__(self, ranking: Ranking) -> None:
        natural, classes = _natural(ranking.ace_run, ranking.top_trail, ranking.lowball)
        table = natural if ranking.wild == "none" else wild_table(natural, ranking.wild, ranking.joker_rank)
        self._strengths = table
        # Dense from 1: places that no hand reaches, be it for wild cards or for a fourth, take no number.
        reached = self._places = sorted({self.strength(hand) for hand in _up_to_suits(ranking.cards)})
        self.most = len(reached)
        """Distinct strengths in this order; the best hand has this one."""
        self._classes = {number: classes[place] for number, place in enumerate(reached, 1)}
        if len(reached) < STRENGTHS:
            number_of, number = [], 0
            for place in range(STRENGTHS + 1):
                number += number < len(reached) and reached[number] <= place
                number_of.append(number)
            self._strengths = array("H", [number_of[place] for place in table])

    def strength(self, hand: Sequence[int]) -> int:
        """1..``most`` for three different cards: larger wins, equal ties."""
        a, b, c = hand
        return self._strengths[(a * 52 + b) * 52 + c]

    def classify(self, hand: Sequence[int]) -> HandClass:
        """The class of different cards, as they count."""
        return self._classes[self.strength(hand)]

    def natural(self, hand: Sequence[int]) -> int:
        """What the best three cards that the hand can make are worth where no card is wild: 1..741."""
        return self._places[self.strength(hand) - 1]


class BestOfFour(Evaluator):
    """The evaluator of hands of four cards, of which the best three count (R21)."""

    __slots__ = ()

    def strength(self, hand: Sequence[int]) -> int:
        """1..``most`` for four different cards: larger wins, equal ties."""
        a, b, c, d = hand
        table = self._strengths
        ab, cd = 52 * (52 * a + b), 52 * (52 * c + d)
        return max(table[ab + c], table[ab + d], table[cd + a], table[cd + b])


@lru_cache(maxsize=64)
def _evaluator(ranking: Ranking) -> Evaluator:
    return Evaluator(ranking) if ranking.cards == 3 else BestOfFour(ranking)


@cache
def _natural(ace_run: AceRun, top_trail: TopTrail, lowball: bool) -> tuple[array[int], dict[int, HandClass]]:
    """The strengths of all ordered triples of cards, and the class of each strength, without wild cards."""
    ranking = Ranking(ace_run, top_trail, lowball)
    ranks = range(13)
    mixed = {r: _key(r, False, ranking) for r in product(ranks, ranks, ranks)}
    pure = mixed | {r: _key(r, True, ranking) for r in mixed if len(set(r)) == 3}
    order = sorted({*mixed.values(), *pure.values()}, reverse=lowball)
    dense = {key: place for place, key in enumerate(order, 1)}
    # For each two first cards a row of the 52 third ones; those of their suit stand in every fourth place.
    rows = {r: [dense[mixed[*r, third]] for third in ranks for _ in range(4)] for r in product(ranks, ranks)}
    pure_rows = {r: [dense[pure[*r, third]] for third in ranks] for r in product(ranks, ranks)}
    strengths = array("H")
    for a, b in product(CARDS, CARDS):
        row = rows[a.rank, b.rank]
        if a.suit == b.suit:
            row = row.copy()
            row[a.suit :: 4] = pure_rows[a.rank, b.rank]
        strengths.extend(row)
    return strengths, {place: _CLASSES[key[0]] for key, place in dense.items()}


def _up_to_suits(size: int) -> Iterator[tuple[int, ...]]:
    """Hands of ``size`` cards, at least one of each kind that differs by more than the names of its suits."""
    for ranks in combinations_with_replacement(range(13), size):
        for suits in _suits(size):
            hand = tuple(4 * rank + suit for rank, suit in zip(ranks, suits, strict=True))
            if len(set(hand)) == size:
                yield hand


@cache
def _suits(size: int) -> tuple[tuple[int, ...], ...]:
    """The suits of ``size`` cards, each new one taking the first that is free."""
    if size == 1:
        return ((0,),)
    return tuple((*suits, suit) for suits in _suits(size - 1) for suit in range(max(suits) + 2))


_CLASSES: Final = tuple(HandClass)
_Key: TypeAlias = tuple[int, float, int, int]


def _key(ranks: tuple[int, int, int], pure: bool, ranking: Ranking) -> _Key:
    """Sorts like the hands themselves: class, then what decides within the class (R2, R3). ``pure``: of one suit."""
    high, middle, low = sorted(ranks, reverse=True)
    if high == low:
        crowned = ranking.top_trail == "three" and high == _THREE
        return _CLASS_ORDER[HandClass.TRAIL], _ACE + 1 if crowned else high, 0, 0
    if (high, middle, low) == _ACE_RUN:
        run = _ACE_RUN_ORDER.get(ranking.ace_run)
    else:
        run = high if high == middle + 1 == low + 2 else None
    if run is not None:
        return _CLASS_ORDER[HandClass.PURE_SEQUENCE if pure else HandClass.SEQUENCE], run, 0, 0
    if pure:
        return _CLASS_ORDER[HandClass.COLOUR], high, middle, low
    if middle in (high, low):
        return _CLASS_ORDER[HandClass.PAIR], middle, low if middle == high else high, 0
    return _CLASS_ORDER[HandClass.HIGH_CARD], high, middle, low


CLASSIC: Final = Ranking()
"""The order of the sources."""


def strength(cards: Sequence[Card], ranking: Ranking = CLASSIC) -> int:
    """Strength of a hand, dense from 1 (weakest) to 741 for three cards without wild ones; larger wins, equal ties
    (R1-R4, R21).

    >>> from teenpatti.game.cards import parse_hand
    >>> strength(parse_hand("AsAhAd")), strength(parse_hand("5s3d2c"))
    (741, 1)

    Raises InvalidCard unless the cards are as many different cards as ``ranking`` counts.
    """
    return ranking.evaluator.strength(checked_hand(cards, ranking))


def classify(cards: Sequence[Card], ranking: Ranking = CLASSIC) -> HandClass:
    """The class of a hand as it counts (R1, R21); ace_run decides whether A-2-3 is a run. Raises InvalidCard like
    :func:`strength`."""
    return ranking.evaluator.classify(checked_hand(cards, ranking))


def checked_hand(cards: Sequence[Card], ranking: Ranking) -> list[Card]:
    """``cards`` as the cards of one hand. Raises InvalidCard."""
    try:
        hand = [Card(card) for card in cards]
    except TypeError as error:
        raise InvalidCard(Code.BAD_CARD, f"{quote(cards)} is no hand: expected {ranking.cards} cards.") from error
    if len(hand) != ranking.cards:
        raise InvalidCard(
            Code.WRONG_CARD_COUNT, f"A hand of {len(hand)} cards cannot be ranked: expected {ranking.cards}."
        )
    check_distinct(hand)
    return hand
