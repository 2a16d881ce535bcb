"""R21: lowball, wild cards, four cards."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, permutations
from typing import Any

import pytest

from teenpatti.game.cards import CARDS, Card, Hand, deal_hands, parse_hand
from teenpatti.game.commands import Join, StartDeal
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, InvalidCard, InvalidHistory, InvalidRules
from teenpatti.game.handfile import HandFile
from teenpatti.game.made import made, ways
from teenpatti.game.ranking import HandClass, Ranking, classify, strength
from teenpatti.game.record import hand_file
from teenpatti.game.replay import replay
from teenpatti.game.rules import PRESETS, Rules
from teenpatti.game.table import Table
from teenpatti.game.view import redact, view
from tests.game.dealing import play, refused, start, who, won

THREES = tuple(combinations(CARDS, 3))


@cache
def fours() -> tuple[Hand, ...]:
    """All hands of four cards."""
    return tuple(combinations(CARDS, 4))


def class_counts(ranking: Ranking, hands: tuple[Hand, ...] = THREES) -> list[int]:
    """How many hands count as each class, trails first."""
    found = Counter(map(ranking.evaluator.classify, hands))
    return [found[hand_class] for hand_class in reversed(HandClass)]


@pytest.mark.parametrize(
    ("wild", "counts"),
    [
        ("ak47", [5_780, 716, 2_292, 1_924, 6_528, 4_860]),
        ("lowest", [3_796, 1_952, 5_856, 2_624, 7_872, 0]),
        ("highest", [3_796, 1_936, 5_808, 2_640, 7_920, 0]),
    ],
)
def test_r21_exact_counts_of_wild_cards(wild: Any, counts: list[int]) -> None:
    """Of the 22,100 hands."""
    assert class_counts(Ranking(wild=wild)) == counts


def test_r21_exact_counts_of_the_joker() -> None:
    """Summed over its 13 ranks, each hand dealt from the 51 cards beside the one turned up: 270,725."""
    total = [0] * 6
    for rank in range(13):
        turned_up = CARDS[4 * rank]
        others = tuple(hand for hand in THREES if turned_up not in hand)
        found = class_counts(Ranking(wild="joker", joker_rank=rank), others)
        total = [a + b for a, b in zip(total, found, strict=True)]
    assert total == [5_317, 3_780, 17_100, 17_956, 62_172, 164_400]
    assert sum(total) == 270_725


def test_r21_exact_counts_of_four_cards() -> None:
    """The best three of the four, of 270,725."""
    assert class_counts(Ranking(cards=4), fours()) == [2_509, 2_308, 29_052, 41_376, 71_856, 123_624]


@pytest.mark.parametrize(("order", "size"), [(Ranking(lowball=True), 3), (Ranking(cards=4, lowball=True), 4)])
def test_r21_lowball_reverses_the_order_of_three_cards(order: Ranking, size: int) -> None:
    """Exactly; of four cards the worst three are the best."""
    usual = Ranking().evaluator.strength
    hands = THREES if size == 3 else fours()[::41]
    worth = {hand: min(usual(three) for three in combinations(hand, 3)) for hand in hands}
    places = {value: place for place, value in enumerate(sorted({*worth.values()}, reverse=True), 1)}
    found = [order.evaluator.strength(hand) for hand in hands]
    if size == 3:
        assert found == [places[worth[hand]] for hand in hands]
    else:
        by_worth = sorted(zip((-value for value in worth.values()), found, strict=True))
        assert [place for _, place in by_worth] == sorted(found)


def hand_value(ranking: Ranking, text: str) -> tuple[str, int]:
    """Class and strength of a hand."""
    return str(classify(parse_hand(text), ranking)), strength(parse_hand(text), ranking)


@pytest.mark.parametrize(
    ("ranking", "hand", "alike"),
    [
        # A wild card may stand for any card, itself, one that another holds, or the one turned up.
        (Ranking(wild="ak47"), "QsQh4d", "QsQhQd"),
        (Ranking(wild="ak47"), "QsJs7d", "QsJsKc"),
        (Ranking(wild="ak47"), "AsKhQd", "QsQhQd"),
        (Ranking(wild="ak47"), "AsAhAd", "7s4h4d"),
        (Ranking(wild="joker", joker_rank=5), "7s8s9s", "8s9sTs"),
        (Ranking(wild="joker", joker_rank=5), "2s9h5d", "2s9h5c"),
        (Ranking(wild="lowest"), "2s9hKd", "3sKh9d"),
        (Ranking(wild="lowest"), "2s2hKd", "3s3hKc"),
        (Ranking(wild="lowest"), "5s5h5d", "2s2h2c"),
        (Ranking(wild="highest"), "2s9hKd", "9s2hQd"),
        (Ranking(wild="highest"), "KsKh2d", "QsQh2c"),
        (Ranking(cards=4), "AsKsQs2d", "AhKhQh3d"),
        (Ranking(cards=4), "AsAh2d3c", "Ad2h3c9s"),
    ],
)
def test_r21_natural_and_wild_hands_of_equal_strength_tie(ranking: Ranking, hand: str, alike: str) -> None:
    """Whatever made them so."""
    assert hand_value(ranking, hand) == hand_value(ranking, alike)


@pytest.mark.parametrize(
    ("ranking", "better", "worse"),
    [
        (Ranking(wild="ak47"), "4s4h4d", "QsQhQd"),  # three wild cards are three aces
        (Ranking(wild="ak47", top_trail="three"), "3s3h4d", "QsQh4d"),
        (Ranking(wild="ak47", ace_run="second"), "2s3s4d", "QsJs4d"),
        (Ranking(wild="ak47"), "2s3s4d", "QsJs4d"),  # A-2-3 above K-Q-J
        (Ranking(wild="ak47", lowball=True), "2s3h4d", "8s3h2d"),  # the wild card makes 5-3-2
        (Ranking(wild="lowest", lowball=True), "2s2h2c", "2s4h5d"),
        (Ranking(wild="joker", joker_rank=0), "2s9hKd", "AsQhJd"),
        (Ranking(cards=4), "2s2h2d3c", "AsKsQs2c"),
        (Ranking(cards=4, lowball=True), "2s3h5d5c", "2s2h5d7c"),
        (Ranking(cards=4, wild="ak47"), "2s2h9d4c", "QsJsTs8c"),
    ],
)
def test_r21_best_by_the_order_in_force(ranking: Ranking, better: str, worse: str) -> None:
    """Of ace_run, top_trail and lowball."""
    assert strength(parse_hand(better), ranking) > strength(parse_hand(worse), ranking)


def test_r21_a_wild_card_is_none_already_in_the_hand() -> None:
    """So two suited cards with a wild one never make a colour with a card that is there: A-K-x of spades at best."""
    ranking = Ranking(wild="joker", joker_rank=0, ace_run="none")
    assert made(parse_hand("AsKs2d"), ranking).cards == parse_hand("AsKsQs")
    assert made(parse_hand("AsQs2d"), ranking).cards == parse_hand("AsQsKs")
    assert made(parse_hand("As3s2d"), ranking).cards == parse_hand("As3sKs")


@pytest.mark.parametrize(
    ("ranking", "hand", "held", "cards"),
    [
        (Ranking(), "AsKhQd", "AsKhQd", "AsKhQd"),
        (Ranking(wild="ak47"), "AsAhAd", "AsAhAd", "AsAhAd"),
        (Ranking(wild="ak47"), "QsJh4d", "QsJh4d", "QsJhKd"),
        (Ranking(wild="ak47"), "7s4h9d", "7s4h9d", "9s9h9d"),
        (Ranking(wild="lowest"), "3s8s9h", "3s8s9h", "Ts8s9h"),
        (Ranking(wild="highest", lowball=True), "2s3hKd", "2s3hKd", "2s3h5d"),
        (Ranking(cards=4), "9hAsKs2d", "9hAsKs", "9hAsKs"),
        (Ranking(cards=4), "AsAh2dAc", "AsAhAc", "AsAhAc"),
        (Ranking(cards=4, wild="joker", joker_rank=0), "2s9h9dKc", "2s9h9d", "9s9h9d"),
        (Ranking(wild="joker"), "2s9h9d", "2s9h9d", "2s9h9d"),
    ],
)
def test_r21_what_the_cards_stand_for(ranking: Ranking, hand: str, held: str, cards: str) -> None:
    """The three that play, in the order of the hand, and what each is."""
    found = made(parse_hand(hand), ranking)
    assert (found.held, found.cards) == (parse_hand(held), parse_hand(cards))
    assert found.plain == (held == cards)


@pytest.mark.parametrize("preset", PRESETS)
def test_r21_what_is_made_is_worth_what_the_hand_is(preset: str) -> None:
    """Of distinct cards, natural ones as they are, over all kinds of hands; and in any order of the cards."""
    rules = Rules.preset(preset)
    ranking = rules.ranking_with(CARDS[0] if rules.turns_up else None)
    natural = Ranking(ranking.ace_run, ranking.top_trail, ranking.lowball)
    hands = THREES[::97] if ranking.cards == 3 else fours()[::997]
    for hand in hands:
        found = made(hand, ranking)
        assert set(found.held) <= set(hand)
        assert len({*found.cards}) == len(found.cards) == 3
        assert classify(found.cards, natural) == classify(hand, ranking)
        assert strength(found.cards, natural) == ranking.evaluator.natural(hand)
        assert len({ranking.evaluator.strength(other) for other in permutations(hand)}) == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_r21_strengths_are_dense(preset: str) -> None:
    """From 1 to as many as there are different ones."""
    rules = Rules.preset(preset)
    evaluator = rules.ranking_with(CARDS[20] if rules.turns_up else None).evaluator
    hands = THREES if rules.cards_dealt == 3 else fours()
    assert {evaluator.strength(hand) for hand in hands} == set(range(1, evaluator.most + 1))


def test_r21_four_cards_are_four() -> None:
    """The checked functions say so."""
    for function in (strength, classify, made):
        with pytest.raises(InvalidCard, match="expected 4") as caught:
            function(parse_hand("AsKsQs"), Ranking(cards=4))
        assert caught.value.code is Code.WRONG_CARD_COUNT
    with pytest.raises(InvalidCard, match="expected 4 cards"):
        strength(None, Ranking(cards=4))  # type: ignore[arg-type]


def test_r05_the_joker_is_turned_up_after_the_hands() -> None:
    """Cards go round three times, and the next one is shown to all."""
    table = Table.open(Rules(wild="joker"), 3)
    for seat in range(3):
        table = table.play(Join(seat, f"s{seat}", 50))
    deck = CARDS[::-1]
    deal = table.play(StartDeal(deck, 2)).deal
    assert deal is not None
    assert [player.hand for player in deal.players] == list(deal_hands(deck, 3))
    assert deal.joker == deck[9]
    assert view(deal).joker == view(deal, 1).joker == deck[9]
    assert redact(deal.events[0], None).joker == deck[9]  # type: ignore[union-attr]
    assert deal.ranking == view(deal).ranking == Ranking(wild="joker", joker_rank=deck[9].rank)
    assert table.play(StartDeal(deck, 2)).kept == ()


def test_r05_four_cards_go_round_four_times() -> None:
    """Then the joker, where there is one."""
    table = Table.open(Rules(wild="joker", cards_dealt=4), 2)
    table = table.play(Join(0, "a", 50)).play(Join(1, "b", 50)).play(StartDeal(CARDS, 1))
    assert table.deal is not None
    assert [player.hand for player in table.deal.players] == [CARDS[0:8:2], CARDS[1:8:2]]
    assert table.deal.joker == CARDS[8]


@pytest.mark.parametrize("most", [13, 12])
def test_r05_most_players_of_four_cards(most: int) -> None:
    """Thirteen, or twelve beside a joker."""
    rules = Rules(cards_dealt=4, wild="joker" if most == 12 else "none")
    assert len(Deal.start(rules, [9] * most).players) == most
    with pytest.raises(InvalidRules, match=f"expected 2 to {most}"):
        Deal.start(rules, [9] * (most + 1))


def joker_deal(*hands: str, card: str = "2c", **options: Any) -> Deal:
    """A deal whose joker is ``card``."""
    rules = Rules(wild="joker", **options)
    return Deal.start(rules, [100] * len(hands), [parse_hand(hand) for hand in hands], joker=Card.parse(card))


def test_r21_the_rank_turned_up_wins_a_show() -> None:
    """Two deuces with a nine are three nines."""
    deal = play(joker_deal("AsKsJs", "2s2h9d"), "p1 show")
    assert won(deal) == [0, 3]
    assert won(play(joker_deal("AsKsJs", "2s2h9d", card="7c"), "p1 show")) == [3, 0]


def test_r21_equal_hands_tie_at_a_show() -> None:
    """The payer loses; split: they share."""
    assert won(play(joker_deal("2s9h9d", "2h9s9c"), "p1 show")) == [0, 3]
    assert won(play(joker_deal("2s9h9d", "2h9s9c", show_tie="split"), "p1 show")) == [2, 1]


def test_r21_four_cards_at_a_show() -> None:
    """The fourth does not break a tie."""
    rules = Rules(cards_dealt=4)
    deal = play(start(["AsKs9s2d", "AhKh9h3d"], rules=rules), "p1 show")
    assert won(deal) == [0, 3]
    assert deal.players[0].shown == parse_hand("AsKs9s2d")


@pytest.mark.parametrize(
    ("joker", "rules", "error"),
    [
        (CARDS[0], Rules(), InvalidRules),
        (CARDS[51], Rules(wild="joker"), InvalidCard),  # dealt already
        (52, Rules(wild="joker"), InvalidCard),
        ("As", Rules(wild="joker"), InvalidCard),
        (True, Rules(wild="joker"), InvalidCard),
    ],
)
def test_what_cannot_be_turned_up(joker: Any, rules: Rules, error: type[Exception]) -> None:
    """A card that there is none of, or that is in a hand."""
    with pytest.raises(error):
        Deal.start(rules, [9, 9], [parse_hand("AsKsQs"), None], joker=joker)


def test_an_unknown_joker_waits_for_the_dealers_word() -> None:
    """As unknown hands do."""
    deal = play(Deal.start(Rules(wild="joker"), [9, 9], [parse_hand("AsKsQs"), parse_hand("2s3h5d")]), "p1 show")
    assert who(deal) == "d"
    assert deal.players[0].shown == parse_hand("AsKsQs")
    assert won(play(deal, "d best p2")) == [0, 3]


def test_sm_cannot_be_the_card_turned_up() -> None:
    """It lies on the table."""
    deal = Deal.start(Rules(wild="joker"), [9, 9], joker=Card.parse("2c"))
    deal = play(deal, "p1 pack")
    assert refused(deal, "p1 sm 2c3c4c") is Code.HAND_MISMATCH
    assert play(deal, "p1 sm 2d3c4c").players[0].shown == parse_hand("2d3c4c")


def file(*actions: str, rules: Rules | None = None, players: int = 2) -> HandFile:
    """A hand file under joker rules."""
    return HandFile(tuple(f"P{i}" for i in range(players)), actions, rules or Rules(wild="joker"))


def test_a_file_names_the_joker() -> None:
    """Among the dealing lines, anywhere."""
    lines = ("d tj 2c", "d dh p1 AsKsJs", "d dh p2 2s2h9d", "p1 show")
    (*_, step) = replay(file(*lines))
    assert won(step.deal) == [0, 3]
    assert hand_file(step.deal, ["a", "b"]).actions == (lines[1], lines[2], lines[0], lines[3])
    assert hand_file(step.deal, ["a", "b"], None).actions[2] == "d tj 2c"
    (*_, step) = replay(file(*lines[1:3], "p1 show"))
    assert who(step.deal) == "d"
    assert hand_file(play(step.deal, "d best p1"), "ab").actions[-1] == "d best p1"


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (("d dh p1 AsKsJs", "d tj As"), 1),
        (("d tj As", "d dh p1 AsKsJs"), 1),
        (("d tj 2c", "d tj 2c"), 1),
        (("d tj 2c", "d tj 3c"), 1),
        (("p1 see", "d tj 2c"), 1),
        (("d tj 2c", "d dh p1 2c3c4c"), 1),
    ],
)
def test_bad_jokers_in_a_file(lines: tuple[str, ...], place: int) -> None:
    """Dealt already, twice, late."""
    with pytest.raises(InvalidHistory) as caught:
        list(replay(file(*lines)))
    assert (caught.value.code, caught.value.place) == (Code.BAD_DEALING, place)


def test_a_hand_without_wild_cards_is_only_itself() -> None:
    """There is one way to count it, and one wild card stands for any card that is not in the hand."""
    hand = parse_hand("QsJh4d")
    assert [found.cards for found in ways(hand, Ranking())] == [hand]
    queens = {found.cards for found in ways(parse_hand("QsJh5d"), Ranking(wild="highest"))}
    assert len(queens) == 50
