"""The odds of hands by random deals."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from teenpatti.game.cards import Hand
from teenpatti.game.ranking import Ranking
from teenpatti.lab.arrays import Bytes, StrengthTable
from teenpatti.lab.compiled import compiled
from teenpatti.lab.hands import strengths
from teenpatti.lab.kernel_random import below, deal_three, seed_deal, strength_of
from teenpatti.lab.odds import Progress

_CHUNK: Final = 100_000


def sample(
    hands: Sequence[Hand],
    opponents: int,
    ranking: Ranking,
    dead: Hand = (),
    samples: int = 1_000_000,
    seed: int = 0,
    progress: Progress | None = None,
    threads: int | None = None,
) -> tuple[int, int]:
    """How often one of ``hands``, each equally likely, beats all opponents, and ties for best, in ``samples`` deals.

    The same for the same seed, in any number of threads.
    """
    cards = np.array(hands, np.uint8)
    out = np.array(dead, np.uint8)
    triples = strengths(ranking).triples
    word = np.uint64(seed & (2**64 - 1))

    def play(first: int) -> tuple[int, int]:
        return sample_range(cards, opponents, out, triples, word, first, min(_CHUNK, samples - first))

    wins = ties = 0
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for done, (won, tied) in enumerate(pool.map(play, range(0, samples, _CHUNK)), 1):
            wins += won
            ties += tied
            if progress is not None:
                progress(min(1.0, done * _CHUNK / samples))
    return wins, ties


@compiled
def sample_range(
    hands: Bytes, opponents: int, dead: Bytes, triples: StrengthTable, seed: np.uint64, first: int, samples: int
) -> tuple[int, int]:
    """Wins and ties in deals ``first`` on of ``seed``."""
    rng = np.zeros(4, np.uint64)
    taken = np.zeros(52, np.bool_)
    deck = np.zeros(52, np.uint8)
    for card in dead:
        taken[card] = True
    wins = 0
    ties = 0
    for number in range(first, first + samples):
        seed_deal(rng, seed, np.uint64(number))
        hand = hands[below(rng, len(hands))]
        mine = strength_of(hand, 0, triples)
        for card in hand:
            taken[card] = True
        cards = 0
        for card in range(52):
            if not taken[card]:
                deck[cards] = card
                cards += 1
        for card in hand:
            taken[card] = False
        highest = 0
        for i in range(opponents):
            deal_three(rng, deck, 3 * i, cards)
            highest = max(highest, strength_of(deck, 3 * i, triples))
            if highest > mine:
                break
        wins += mine > highest
        ties += mine == highest
    return wins, ties
