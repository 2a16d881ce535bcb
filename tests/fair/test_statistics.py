"""Counted, our decks are fair; and counted the same way, wrong shuffles are caught."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from teenpatti.fair.deck import deck, sampler
from teenpatti.fair.hashing import tagged
from tests.fair.counting import caught, hands, uneven
from tests.fair.shuffles import (
    WRONG,
    Decks,
    Shuffle,
    right,
    shuffled_on,
    two_byte_modulo,
)

COUNT, LONG_COUNT = 100_000, 442_000


def ours(run: int, start: int, end: int) -> bytes:
    """Decks of the game for seeds numbered from ``start``, as bytes: they go from one process to another."""
    return b"".join(bytes(deck(tagged(f"run {run}", number.to_bytes(8, "big")))) for number in range(start, end))


def our_decks(run: int, count: int) -> Decks:
    """Many decks of the game, made by two processes."""
    half = count // 2
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        parts = pool.map(ours, (run, run), (0, half), (half, count))
        return np.frombuffer(b"".join(parts), dtype=np.uint8).reshape(count, 52)


def test_our_decks_are_fair(long: bool) -> None:
    """100,000 decks, 442,000 with --long and then every hand of seven seats too; alpha 1e-6, one rerun."""
    count = LONG_COUNT if long else COUNT
    assert caught(lambda run: our_decks(run, count), long=long) == {}


@pytest.mark.parametrize("shuffle", WRONG, ids=lambda one: one.__name__)
def test_wrong_shuffles_are_caught(shuffle: Shuffle) -> None:
    """By counting, with the same number of decks, for two seeds one after the other."""
    assert caught(lambda run: shuffle(COUNT, np.random.default_rng(run))) != {}


def test_what_is_subtly_wrong_is_caught_exactly() -> None:
    """Two bytes modulo n stray too little to be counted, so the draw itself is looked at, over all its values."""
    assert caught(lambda run: two_byte_modulo(COUNT, np.random.default_rng(run))) == {}
    assert uneven(lambda n, value: value % n, 65_536)
    assert uneven(lambda n, value: value % n, 256)
    assert uneven(sampler, 256) == []


def test_the_counts_themselves() -> None:
    """A fair shuffle passes, one that only stirs the last deck is caught by the serial count alone."""
    assert caught(lambda run: right(COUNT, np.random.default_rng(run))) == {}
    assert set(caught(lambda run: shuffled_on(20_000, np.random.default_rng(run)))) >= {"serial"}


def test_the_count_of_hands() -> None:
    """It sees one seat that is dealt one hand too often."""
    decks = right(60_000, np.random.default_rng(4))
    assert hands(decks, 3) > 1e-6
    decks[:100, [3, 10, 17]] = (51, 50, 49)
    assert hands(decks, 3) < 1e-6
    assert hands(decks, 2) > 1e-6
