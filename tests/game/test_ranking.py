"""R1-R4: which hand is better, checked against a second, plain reading of the rules."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import pytest

from teenpatti.game.cards import CARDS, Card, Hand, parse_hand
from teenpatti.game.errors import Code, InvalidCard
from teenpatti.game.ranking import STRENGTHS, HandClass, Ranking, classify, strength
from teenpatti.game.rules import Rules

HANDS = tuple(combinations(CARDS, 3))
CLASSES = ["high_card", "pair", "colour", "sequence", "pure_sequence", "trail"]
RUNS = ["432", "543", "654", "765", "876", "987", "T98", "JT9", "QJT", "KQJ", "AKQ"]
"""The runs without A-2-3, lowest first."""

ORDERS = list(product(("top", "second", "lowest", "none"), ("ace", "three"), (False, True)))


@cache
def evaluate(order: tuple[Any, ...]) -> list[int]:
    """The strength of all hands in an order."""
    evaluator = Ranking(*order).evaluator
    return [evaluator.strength(hand) for hand in HANDS]


@cache
def runs(ace_run: str) -> list[frozenset[str]]:
    """All runs as sets of ranks, the lowest first, with A-2-3 where the option puts it."""
    names = list(RUNS)
    if ace_run != "none":
        names.insert({"top": 11, "second": 10, "lowest": 0}[ace_run], "A23")
    return [frozenset(name) for name in names]


def plain(hand: Hand, ace_run: str, top_trail: str) -> tuple[Any, ...]:
    """A hand's worth by reading R1-R3 word for word, from the text of its cards alone."""
    texts = [str(card) for card in hand]
    ranks = [text[0] for text in texts]
    values = tuple(sorted(("23456789TJQKA".index(rank) for rank in ranks), reverse=True))
    one_suit = len({text[1] for text in texts}) == 1
    kinds = frozenset(ranks)
    if len(kinds) == 1:
        crowned = top_trail == "three" and "3" in kinds
        return CLASSES.index("trail"), crowned, values
    if kinds in runs(ace_run) and len(kinds) == 3:
        return CLASSES.index("pure_sequence" if one_suit else "sequence"), runs(ace_run).index(kinds)
    if one_suit:
        return CLASSES.index("colour"), values
    if len(kinds) == 2:
        (pair,) = (value for value in set(values) if values.count(value) == 2)
        (third,) = (value for value in set(values) if values.count(value) == 1)
        return CLASSES.index("pair"), pair, third
    return CLASSES.index("high_card"), values


@cache
def read(ace_run: str, top_trail: str) -> list[tuple[Any, ...]]:
    """All hands by the plain reading."""
    return [plain(hand, ace_run, top_trail) for hand in HANDS]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "-".join(map(str, order)))
def test_r01_r02_r03_every_hand_against_a_plain_reading(order: tuple[Any, ...]) -> None:
    """Both put all 22,100 hands in the same order, ties included, whatever the options."""
    ace_run, top_trail, lowball = order
    worths = read(ace_run, top_trail)
    dense = {worth: place for place, worth in enumerate(sorted({*worths}, reverse=lowball), 1)}
    assert evaluate(order) == [dense[worth] for worth in worths]
    ranking = Ranking(*order)
    classes = [CLASSES[worth[0]] for worth in worths]
    assert [str(ranking.evaluator.classify(hand)) for hand in HANDS] == classes


def test_r04_class_counts() -> None:
    """52, 48, 720, 1,096, 3,744, 16,440 of 22,100."""
    counts = Counter(classify(hand) for hand in HANDS)
    assert sum(counts.values()) == len(HANDS) == 22_100
    assert [counts[HandClass(name)] for name in reversed(CLASSES)] == [52, 48, 720, 1_096, 3_744, 16_440]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "-".join(map(str, order)))
def test_r04_distinct_strengths(order: tuple[Any, ...]) -> None:
    """741 in every order, dense from 1; lowball is the exact reverse."""
    strengths = evaluate(order)
    assert set(strengths) == set(range(1, STRENGTHS + 1))
    assert STRENGTHS == 741
    ace_run, top_trail, lowball = order
    reverse = evaluate((ace_run, top_trail, not lowball))
    assert all(a + b == STRENGTHS + 1 for a, b in zip(strengths, reverse, strict=True))


def test_r04_tying_pairs_of_disjoint_hands() -> None:
    """450,528 of the 407,170,400 ordered pairs, found among the hands of equal strength."""
    alike: dict[int, list[int]] = {}
    for hand, worth in zip(HANDS, evaluate(("top", "ace", False)), strict=True):
        alike.setdefault(worth, []).append(sum(1 << card for card in hand))
    ties = 2 * sum(not a & b for masks in alike.values() for a, b in combinations(masks, 2))
    assert ties == 450_528
    assert len(HANDS) * (49 * 48 * 47 // 6) == 407_170_400


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AsAhAd", "KsKhKd"),  # R1
        ("2s2h2d", "As2s3s"),
        ("4s3s2s", "Ad2s3s"),
        ("4d3s2s", "AsKsJs"),
        ("5s3s2s", "AsAhKd"),
        ("2s2h3d", "AsKhJd"),
        ("As2s3s", "AsKsQs"),  # R2: A-2-3 highest, then A-K-Q, K-Q-J ... 4-3-2
        ("AsKsQs", "KsQsJs"),
        ("KsQsJs", "QsJsTs"),
        ("QsJsTs", "JsTs9s"),
        ("JsTs9s", "Ts9s8s"),
        ("Ts9s8s", "9s8s7s"),
        ("5s4s3s", "4s3s2s"),
        ("As2h3d", "AsKhQd"),
        ("9s8h7d", "8s7h6d"),
        ("4s3h2d", "2sAsKs"),  # 2-A-K is no sequence
        ("AsKsJs", "AsKs9s"),  # R3
        ("AsKs2s", "AsQsJs"),
        ("6s3s2s", "5s4s2s"),
        ("5s4s2s", "5s3s2s"),
        ("AsAhKd", "AsAhQd"),
        ("3s3h2d", "2s2hAd"),
        ("2s2h4d", "2s2h3d"),
        ("AsKhJd", "AsKh9d"),
        ("5s4h2d", "5s3h2d"),
    ],
)
def test_r01_r02_r03_named_hands(better: str, worse: str) -> None:
    """Highest and lowest of each class, and what decides between neighbours."""
    assert strength(parse_hand(better)) > strength(parse_hand(worse))
    muflis = Ranking(lowball=True)
    assert strength(parse_hand(better), muflis) < strength(parse_hand(worse), muflis)


@pytest.mark.parametrize(
    ("hand", "hand_class"),
    [
        ("AsAhAd", "trail"),
        ("As2s3s", "pure_sequence"),
        ("3h2dAs", "sequence"),
        ("2sAsKs", "colour"),
        ("2sAhKd", "high_card"),
        ("8sTs9s", "pure_sequence"),
        ("8sTh9d", "sequence"),
        ("AsKhAd", "pair"),
        ("KsAhAd", "pair"),
    ],
)
def test_r01_classes(hand: str, hand_class: str) -> None:
    """Whatever order the cards come in."""
    assert {str(classify(cards)) for cards in permutations(parse_hand(hand))} == {hand_class}


@pytest.mark.parametrize(
    ("hands", "extreme"),
    [("trail", ("AsAhAd", "2s2h2d")), ("colour", ("AsKsJs", "5s3s2s")), ("pair", ("AsAhKd", "2s2h3d"))],
)
def test_r03_best_and_worst_of_a_class(hands: str, extreme: tuple[str, str]) -> None:
    """As the rules name them."""
    worths = [strength(hand) for hand in HANDS if classify(hand) == hands]
    assert (max(worths), min(worths)) == tuple(strength(parse_hand(text)) for text in extreme)


@pytest.mark.parametrize("hand", ["AsKhJd", "9s9h2d", "As2s3s", "7s7h7d"])
def test_r03_suits_never_rank(hand: str) -> None:
    """Equal ranks tie, if the suits are alike or not the same way."""
    turned = hand.translate(str.maketrans("cdhs", "dhsc"))
    assert strength(parse_hand(hand)) == strength(parse_hand(turned))


@pytest.mark.parametrize(
    ("ace_run", "above", "below"),
    [
        ("top", None, "AsKsQs"),
        ("second", "AsKsQs", "KsQsJs"),
        ("lowest", "4s3s2s", "AsKhQd"),
        ("none", "As4s2s", "KsQsJd"),
    ],
)
def test_r02_option_ace_run(ace_run: Any, above: str | None, below: str) -> None:
    """The place of A-2-3: between these two."""
    ranking = Ranking(ace_run=ace_run)
    worth = strength(parse_hand("As2s3s"), ranking)
    if above is not None:
        assert worth < strength(parse_hand(above), ranking)
    if ace_run == "none":
        assert classify(parse_hand("As2s3s"), ranking) == "colour"
        assert classify(parse_hand("As2h3s"), ranking) == "high_card"
    else:
        assert worth > strength(parse_hand(below), ranking)


@pytest.mark.parametrize(("top_trail", "best"), [("ace", "AsAhAd"), ("three", "3s3h3d")])
def test_r01_option_top_trail(top_trail: Any, best: str) -> None:
    """three: 3-3-3 above A-A-A, the others as they were."""
    ranking = Ranking(top_trail=top_trail)
    assert strength(parse_hand(best), ranking) == STRENGTHS
    assert strength(parse_hand("AsAhAd"), ranking) > strength(parse_hand("KsKhKd"), ranking)
    assert strength(parse_hand("4s4h4d"), ranking) > strength(parse_hand("2s2h2d"), ranking)


def test_the_rules_give_their_ranking() -> None:
    """By the three options."""
    rules = Rules(ace_run="lowest", top_trail="three", lowball=True)
    assert rules.ranking == Ranking("lowest", "three", lowball=True)
    assert rules.ranking.evaluator is Ranking("lowest", "three", lowball=True).evaluator


def test_the_order_of_cards_does_not_matter() -> None:
    """Nor is the input changed; sampled over all classes."""
    evaluator = Ranking().evaluator
    for hand in HANDS[::37]:
        assert len({evaluator.strength(cards) for cards in permutations(hand)}) == 1
    cards = [CARDS[40], CARDS[3], CARDS[17]]
    before = list(cards)
    strength(cards)
    classify(cards)
    assert cards == before


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ([], Code.WRONG_CARD_COUNT),
        ([0, 1], Code.WRONG_CARD_COUNT),
        ([0, 1, 2, 3], Code.WRONG_CARD_COUNT),
        ([0, 0, 1], Code.DUPLICATE_CARD),
        ([0, 1, 52], Code.BAD_CARD),
        ([0, 1, -1], Code.BAD_CARD),
        ([0, 1, True], Code.BAD_CARD),
        ([0, 1, 2.0], Code.BAD_CARD),
        ([0, 1, None], Code.BAD_CARD),
        ("AsKsQs", Code.BAD_CARD),
        ([[0], 1, 2], Code.BAD_CARD),
        (None, Code.BAD_CARD),
        (7, Code.BAD_CARD),
    ],
)
@pytest.mark.parametrize("function", [strength, classify])
def test_what_is_no_hand(function: Any, cards: Any, code: Code) -> None:
    """The public functions check what they are given."""
    with pytest.raises(InvalidCard) as caught:
        function(cards)
    assert caught.value.code is code


def test_plain_numbers_are_taken_as_cards() -> None:
    """So tables of numbers can be ranked without making cards first."""
    assert strength([48, 49, 50]) == strength([Card(48), Card(49), Card(50)]) == STRENGTHS  # type: ignore[list-item]
