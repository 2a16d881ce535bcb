"""Comparisons of hands in the solver, against counting pair by pair."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from teenpatti.game.cards import CARDS
from teenpatti.game.ranking import STRENGTHS, Ranking
from teenpatti.lab.classes import HandClasses, hand_classes
from teenpatti.lab.terminal import Floats, compare

RANKINGS = [Ranking(), Ranking("second"), Ranking("none", "three"), Ranking(lowball=True)]


def sums(classes: HandClasses, reach: Floats) -> list[Floats]:
    """What the sweep finds: below, above, every."""
    found = [np.zeros(classes.count) for _ in range(3)]
    compare(reach, classes.sweep, found[0], found[1], found[2], True, True)
    for below, above in ((True, False), (False, True), (False, False)):
        again = [np.zeros(classes.count) for _ in range(3)]
        compare(reach, classes.sweep, again[0], again[1], again[2], below, above)
        for wanted, one, other in zip((below, above, True), found, again, strict=True):
            assert not wanted or np.allclose(one, other, rtol=0, atol=1e-9)
    return found


@pytest.mark.parametrize("ranking", RANKINGS, ids=str)
def test_classes_hold_every_hand_once(ranking: Ranking) -> None:
    """R4: 22,100 hands in 1,755 classes, each of one strength, in the order of strengths."""
    classes = hand_classes(ranking)
    assert classes.count == 1755
    assert len(classes.index) == 22_100
    assert np.array_equal(np.bincount(list(classes.index.values())), classes.sweep.size)
    evaluator = ranking.evaluator
    for hand, kind in classes.index.items():
        assert evaluator.strength(hand) == classes.strength[kind]
    assert (np.diff(classes.strength) >= 0).all()
    assert len(classes.sweep.group) == STRENGTHS + 1


@pytest.mark.parametrize("ranking", RANKINGS[:2], ids=str)
def test_the_sweep_equals_all_pairs(ranking: Ranking) -> None:
    """Every class against all 22,100 hands, to 1e-12 of the hands that a hand can meet."""
    classes = hand_classes(ranking)
    rng = np.random.default_rng(1)
    reach = rng.random(classes.count) * (rng.random(classes.count) < 0.7)
    found = sums(classes, reach)
    hands = np.array(list(classes.index), dtype=np.int64)
    kinds = np.array(list(classes.index.values()))
    masks = (np.int64(1) << hands).sum(axis=1)
    weights = reach[kinds]
    strengths = classes.strength[kinds]
    worst = 0.0
    for c in range(classes.count):
        mine = (np.int64(1) << classes.cards[c].astype(np.int64)).sum()
        met = np.where(masks & mine, 0.0, weights)
        counted = (met[strengths < classes.strength[c]].sum(), met[strengths > classes.strength[c]].sum(), met.sum())
        worst = max(worst, *(abs(float(a[c]) - b) for a, b in zip(found, counted, strict=True)))
    assert worst / classes.sweep.disjoint < 1e-12


@pytest.mark.parametrize(("ranks", "suits"), [(2, 3), (3, 2), (3, 3), (4, 4), (6, 2), (5, 3)])
def test_smaller_decks(ranks: int, suits: int) -> None:
    """The same on decks of every shape."""
    classes = hand_classes(Ranking(), ranks, suits)
    deck = [CARDS[4 * rank + suit] for rank in range(ranks) for suit in range(suits)]
    assert len(classes.index) == len(list(combinations(deck, 3)))
    reach = np.random.default_rng(2).random(classes.count)
    found = sums(classes, reach)
    for hand, kind in classes.index.items():
        counted = [0.0, 0.0, 0.0]
        for other, which in classes.index.items():
            if not {*hand} & {*other}:
                counted[0] += reach[which] * (classes.strength[which] < classes.strength[kind])
                counted[1] += reach[which] * (classes.strength[which] > classes.strength[kind])
                counted[2] += reach[which]
        assert [array[kind] for array in found] == pytest.approx(counted, abs=1e-10)


def test_a_deck_must_hold_two_hands() -> None:
    """Nonsense is refused."""
    with pytest.raises(ValueError, match="no deck of 1 ranks"):
        hand_classes(Ranking(), 1, 4)
