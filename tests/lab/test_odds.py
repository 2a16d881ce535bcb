"""The odds are those of the game: by brute force, by known totals, and by random deals."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from teenpatti.game.cards import CARDS, Hand, parse_hand
from teenpatti.game.errors import InvalidCard
from teenpatti.game.ranking import CLASSIC, STRENGTHS, Ranking
from teenpatti.lab.charts import odds_chart, save
from teenpatti.lab.hands import HANDS, suit_classes
from teenpatti.lab.odds import InvalidOdds, one_opponent, win_tie_loss
from teenpatti.lab.odds_exact import count
from teenpatti.lab.odds_sample import sample
from teenpatti.lab.odds_table import odds_table

RANKINGS = (CLASSIC, Ranking("second"), Ranking("lowest", "three"), Ranking("none", lowball=True))


pytestmark = pytest.mark.usefixtures("compiled_odds")

table_of = cache(odds_table)


def by_force(hand: Hand, opponents: int, ranking: Ranking, deck: list[int]) -> tuple[int, int, int]:
    """Wins, ties and all deals, one by one."""
    strength = ranking.evaluator.strength
    mine = strength(hand)

    def below(cards: list[int], more: int, highest: int) -> tuple[int, int, int]:
        if not more:
            return mine > highest, mine == highest, 1
        found = [0, 0, 0]
        for other in combinations(cards, 3):
            rest = [card for card in cards if card not in other]
            for place, part in enumerate(below(rest, more - 1, max(highest, strength(other)))):
                found[place] += part
        return found[0], found[1], found[2]

    return below(deck, opponents, 0)


@pytest.mark.parametrize(("opponents", "cards"), [(1, 49), (1, 9), (2, 14), (2, 6), (3, 11), (3, 9), (4, 12)])
def test_counting_is_brute_force(opponents: int, cards: int) -> None:
    """On decks made small by dead cards, in every ranking."""
    rng = Random(f"{opponents} {cards}")
    for ranking in RANKINGS[2:] if opponents < 4 else RANKINGS[2:3]:
        # Few ranks, so that hands of all classes and ties come up.
        near = [card for card in CARDS if card.rank in (0, 1, 10, 11, 12)]
        deck = rng.sample(near if cards < 17 else CARDS, cards + 3)
        hand, rest = tuple(deck[:3]), deck[3:]
        dead = tuple(card for card in CARDS if card not in deck)
        expected = by_force(hand, opponents, ranking, [int(card) for card in rest])
        assert count(hand, opponents, ranking, dead) == expected
        found = win_tie_loss(hand, opponents, ranking=ranking, dead=dead, exact=True)
        assert (found.wins, found.ties, found.deals, found.exact) == (*expected, True)
        assert found.win + found.tie + found.loss == pytest.approx(1)
        assert found.win_error == found.tie_error == found.loss_error == 0


def test_the_small_count_is_the_large_one() -> None:
    """With the standard library alone, or in arrays."""
    rng = Random(1)
    for ranking in RANKINGS:
        cards = rng.sample(CARDS, 6)
        found = one_opponent(cards[:3], ranking, cards[3:])
        assert (found.wins, found.ties, found.deals) == count(tuple(cards[:3]), 1, ranking, tuple(cards[3:]))


@pytest.mark.parametrize("ranking", RANKINGS)
def test_the_mean_over_all_hands(ranking: Ranking) -> None:
    """Of 407,170,400 ordered pairs of hands 450,528 tie (R4), so one wins 0.499447 of the deals."""
    table = table_of(1, ranking)
    assert table.mean_win == pytest.approx(0.499447, abs=5e-7)
    assert table.mean_tie == pytest.approx(0.001106, abs=5e-7)
    assert round(table.mean_tie * 407_170_400) == 450_528
    assert table.hands.sum() == HANDS
    assert table.strength.tolist() == list(range(STRENGTHS, 0, -1))
    assert np.allclose(table.win + table.tie + table.loss, 1)


def test_two_opponents_share_what_is_not_tied() -> None:
    """Somebody of three is best alone unless the best tie, which two or three of them share."""
    table = table_of(2)
    rows = [win_tie_loss(parse_hand(cards), 2) for cards in ("AsAhAd", "5s3d2c")]
    assert table.win[0] == rows[0].win == 1
    assert rows[1].win == 0
    # In 3 * mean_tie each deal tied by two is counted twice.
    tied_at_most, tied_at_least = 3 * table.mean_tie / 2, table.mean_tie
    assert 1 - tied_at_most < 3 * table.mean_win < 1 - tied_at_least
    assert table.exact
    assert not table.win_error.any()


def test_sampling_agrees_with_counting() -> None:
    """Within 4 standard errors on 200 random hands, some with dead cards, against one to four opponents."""
    rng = Random("sampling")
    for number in range(200):
        ranking = RANKINGS[number % 4]
        cards = rng.sample(CARDS, 3 + rng.choice((0, 0, 1, 5)))
        hand, dead = tuple(cards[:3]), tuple(cards[3:])
        opponents = rng.choice((1, 2)) if number % 50 else 3 + number // 50 % 2
        exact = win_tie_loss(hand, opponents, ranking=ranking, dead=dead, exact=True)
        wins, ties = sample([hand], opponents, ranking, dead, 40_000, seed=number)
        found = type(exact)(hand, opponents, dead, wins, ties, 40_000, exact=False)
        assert abs(found.win - exact.win) < 4 * found.win_error
        assert abs(found.tie - exact.tie) < 4 * found.tie_error
        assert abs(found.loss - exact.loss) < 4 * found.loss_error


def test_samples_are_the_same_in_any_number_of_threads() -> None:
    """And for the same seed only."""
    hand = parse_hand("QsJh9d")
    one, three = (sample([hand], 6, CLASSIC, (), 250_001, 5, threads=threads) for threads in (1, 3))
    assert one == three
    assert one != sample([hand], 6, CLASSIC, (), 250_001, 6)


def test_progress_reaches_the_end() -> None:
    """Whether by counting or sampling."""
    hand = parse_hand("QsJh9d")
    dead = tuple(card for card in CARDS[:32] if card not in hand)
    for exact in (True, False):
        told: list[float] = []
        win_tie_loss(hand, 3, dead=dead, exact=exact, samples=150_000, progress=told.append)
        assert told == sorted(told)
        assert told[-1] == 1


def test_classes_of_suits() -> None:
    """1,755 of them hold all hands."""
    classes = suit_classes()
    assert len(classes.hand) == len(classes.size) == 1_755
    assert classes.size.sum() == HANDS


def test_a_sampled_table_says_its_error() -> None:
    """Against many opponents the table is sampled."""
    table = odds_table(6, samples=2_000)
    assert not table.exact
    assert (table.win_error > 0).all()
    # 2,000 deals for each of the 741 strengths.
    assert table.mean_win == pytest.approx(1 / 7, abs=0.002)
    assert "win_error" in table.rows()[0]


def test_the_table_as_text(tmp_path: Path) -> None:
    """Three formats of the same numbers, and a picture."""
    table = table_of(2)
    rows = list(csv.DictReader(io.StringIO(table.to_text("csv"))))
    data = json.loads(table.to_text("json"))
    lines = table.to_text("markdown").splitlines()
    assert len(rows) == len(data["rows"]) == len(lines) - 2 == STRENGTHS
    assert data["exact"] is True
    for row, plain in zip(rows, data["rows"], strict=True):
        assert float(row["win"]) == pytest.approx(plain["win"], abs=1e-6)
        assert row["example"] == plain["example"]
    assert rows[0]["class"] == "trail"
    for name in ("odds.png", "odds.svg", "odds.pdf"):
        save(odds_chart(table), tmp_path / name)
        assert (tmp_path / name).stat().st_size > 5_000
    save(odds_chart(table_of(1, RANKINGS[3])), tmp_path / "low.png")


@pytest.mark.parametrize("opponents", [0, -1, 17, True, 2.0])
def test_impossible_opponents(opponents: int) -> None:
    """One to sixteen can be dealt."""
    with pytest.raises(InvalidOdds):
        win_tie_loss(parse_hand("AsKsQs"), opponents)


def test_what_cannot_be_asked() -> None:
    """Cards twice, too few cards, too many dead ones, too many opponents to count, no samples."""
    hand = parse_hand("AsKsQs")
    with pytest.raises(InvalidCard):
        win_tie_loss((*hand[:2], hand[0]))
    with pytest.raises(InvalidCard):
        win_tie_loss(hand[:2])
    with pytest.raises(InvalidCard):
        win_tie_loss(hand, dead=hand[:1])
    with pytest.raises(InvalidOdds, match="dead"):
        win_tie_loss(hand, 4, dead=tuple(CARDS[:38]))
    with pytest.raises(InvalidOdds, match="fewer"):
        win_tie_loss(hand, 1, dead=tuple(card for card in CARDS if card not in hand)[:47])
    with pytest.raises(InvalidOdds, match="count"):
        win_tie_loss(hand, 5, exact=True)
    for samples in (0, -5):
        with pytest.raises(InvalidOdds, match="samples"):
            win_tie_loss(hand, 5, samples=samples)
        with pytest.raises(InvalidOdds, match="samples"):
            odds_table(5, samples=samples)


def test_one_opponent_needs_no_package() -> None:
    """What the practice table asks for loads neither numpy nor numba."""
    code = (
        "import sys; from teenpatti.lab.odds import one_opponent; one_opponent([51, 50, 49]);"
        "assert not {'numpy', 'numba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
