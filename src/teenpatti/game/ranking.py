"""Which hand is better (R1-R4).

A :class:`Ranking` is the part of the rules that orders hands. Its evaluator turns three cards into their strength with
one look-up in a flat table of all ordered triples, so the order of the cards cannot matter and nothing is computed at
play.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from itertools import product
from typing import Final, Literal, TypeAlias

from teenpatti.game.cards import CARDS, Card, check_distinct, quote
from teenpatti.game.errors import Code, InvalidCard

AceRun: TypeAlias = Literal["top", "second", "lowest", "none"]
TopTrail: TypeAlias = Literal["ace", "three"]

STRENGTHS: Final = 741
"""Distinct strengths among the 22,100 hands, in every ranking (R4)."""

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
    (``lowball``)."""

    ace_run: AceRun = "top"
    top_trail: TopTrail = "ace"
    lowball: bool = False

    @cached_property
    def evaluator(self) -> Evaluator:
        """The evaluator of this order; made once per order and process."""
        return _evaluator(self)


class Evaluator:
    """Strengths and classes of hands in one order. Input is not checked; :func:`strength` and :func:`classify`
    check."""

    __slots__ = ("_classes", "_strengths")

    def __init__(self, ranking: Ranking) -> None:
        ranks = range(13)
        mixed = {r: _key(r, False, ranking) for r in product(ranks, ranks, ranks)}
        pure = mixed | {r: _key(r, True, ranking) for r in mixed if len(set(r)) == 3}
        order = sorted({*mixed.values(), *pure.values()}, reverse=ranking.lowball)
        dense = {key: place for place, key in enumerate(order, 1)}
        self._classes = {place: _CLASSES[key[0]] for key, place in dense.items()}
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
        self._strengths = strengths

    def strength(self, hand: Sequence[int]) -> int:
        """1..741 for three different cards: larger wins, equal ties."""
        a, b, c = hand
        return self._strengths[(a * 52 + b) * 52 + c]

    def classify(self, hand: Sequence[int]) -> HandClass:
        """The natural class of three different cards."""
        return self._classes[self.strength(hand)]


@cache
def _evaluator(ranking: Ranking) -> Evaluator:
    return Evaluator(ranking)


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
    """Strength of three cards, dense from 1 (weakest) to 741; larger wins, equal ties (R1-R4).

    >>> from teenpatti.game.cards import parse_hand
    >>> strength(parse_hand("AsAhAd")), strength(parse_hand("5s3d2c"))
    (741, 1)

    Raises InvalidCard unless the cards are three different cards.
    """
    return ranking.evaluator.strength(_checked(cards))


def classify(cards: Sequence[Card], ranking: Ranking = CLASSIC) -> HandClass:
    """The class of three cards (R1); ace_run decides whether A-2-3 is a run. Raises InvalidCard like
    :func:`strength`."""
    return ranking.evaluator.classify(_checked(cards))


def _checked(cards: Sequence[Card]) -> list[Card]:
    try:
        hand = [Card(card) for card in cards]
    except TypeError as error:
        raise InvalidCard(Code.BAD_CARD, f"{quote(cards)} is no hand: expected 3 cards.") from error
    if len(hand) != 3:
        raise InvalidCard(Code.WRONG_CARD_COUNT, f"A hand of {len(hand)} cards cannot be ranked: expected 3.")
    check_distinct(hand)
    return hand
