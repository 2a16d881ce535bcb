"""Decks from seeds: the frozen vectors, and proof that every order comes from the draws with equal chance."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import islice, permutations
from pathlib import Path

import pytest

from teenpatti.fair import deck as module
from teenpatti.fair.deck import SEED_BYTES, VERSION, deck, draw, new_seed, sampler
from teenpatti.game.cards import CARDS, Card, deal_hands, format_hand, parse_hand
from teenpatti.game.errors import InvalidCard

# Frozen for ever: a change here is a change of version 1.
VECTORS = {
    bytes(32): (
        "Ad6h7h7s3hJd6cQc8c2cKc9dAs2hKh3s9cQsTs9hQd2s3dJsAc6s5c3cJh4sJc4h9sTc6d4dKd8s5sQh7c4cKsAh2dTh8d5d5hTd8h7d"
    ),
    bytes(range(32)): (
        "7h5h7cKhKs6d7dQd2hAh2cAd2s5cKdJh8c7s2d6s9h8h5sJd8d6hAs9d3s4dKcQh4hQc4c6cTs3hJc8s3c5d3d4sQsJsTdAcTc9cTh9s"
    ),
    b"\xff" * 32: (
        "Jd2c7sAs6s2d9h7hAcQd3dQs6h2h7dTc4dJcJsKcKdThQc9sQh9c6d3h2sTd3c4h9d5s5h8h3sKsJh7c8s5d4s8d8cKh5cAh4c6cTsAd"
    ),
}
WITHOUT = parse_hand("AsAhAd")
VECTOR_WITHOUT = "7h6c8cKh9sTdKsTsQc8s3c8d6dTcQh6h3hQd4c3d9c3s5h4s2s4h9hJd2c7c2hJsKc5s2d9d7sAcKd5c5dQs4dTh6s8hJcJh7d"


@pytest.mark.parametrize("seed", VECTORS)
def test_the_decks_of_version_1_never_change(seed: bytes) -> None:
    """Three seeds and their decks."""
    assert VERSION == 1
    assert format_hand(deck(seed)) == VECTORS[seed]


def test_the_vectors_stand_in_the_docs() -> None:
    """Who ports the shuffle reads them there."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "deck.md").read_text(encoding="utf-8")
    for seed, cards in VECTORS.items():
        assert seed.hex() in page
        assert cards in page
    assert VECTOR_WITHOUT in page


def test_an_independent_reading_gives_the_same_decks() -> None:
    """The description, followed step by step with other means."""
    for seed, cards in VECTORS.items():
        stream = b"".join(
            hmac.new(seed, b"teenpatti/deck/1\x00" + bytes(7) + bytes([block]), hashlib.sha256).digest()
            for block in range(10)
        )
        order = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
        at = 0
        for i in range(51, 0, -1):
            while stream[at] >= 256 - 256 % (i + 1):
                at += 1
            j = stream[at] % (i + 1)
            at += 1
            order[i], order[j] = order[j], order[i]
        assert "".join(order) == cards


@pytest.mark.parametrize("n", range(2, 53))
def test_each_number_comes_from_equally_many_bytes(n: int) -> None:
    """Exact: of the 256 values of a byte, as many are accepted for one number as for any other, and most are."""
    counts = Counter(sampler(n, byte) for byte in range(256))
    rejected = counts.pop(None, 0)
    assert sorted(number for number in counts if number is not None) == list(range(n))
    assert set(counts.values()) == {256 // n}
    assert rejected == 256 % n < 128


def test_draw_takes_bytes_until_one_is_accepted() -> None:
    """A rejected byte is used up, an accepted one ends the draw."""
    stream = iter([255, 254, 7, 9])
    assert draw(52, stream) == 7
    assert list(stream) == [9]


def test_equal_draws_give_equally_likely_orders() -> None:
    """Fisher-Yates from the top: each choice of draws gives another order, shown whole for five cards."""
    orders = set()
    for a, b, c, d in ((a, b, c, d) for a in range(5) for b in range(4) for c in range(3) for d in range(2)):
        cards = list("vwxyz")
        for i, j in zip(range(4, 0, -1), (a, b, c, d), strict=True):
            cards[i], cards[j] = cards[j], cards[i]
        orders.add(tuple(cards))
    assert orders == set(permutations("vwxyz"))


def test_a_deck_is_all_cards_once() -> None:
    """R5: 52 cards, no jokers."""
    assert sorted(deck(bytes([7]) * 32)) == list(CARDS)


def test_cards_left_out() -> None:
    """Kept hands are not in the deck; the order in which they are named does not matter."""
    assert format_hand(deck(bytes(32), WITHOUT)) == VECTOR_WITHOUT
    assert deck(bytes(32), WITHOUT[::-1]) == deck(bytes(32), WITHOUT)
    assert sorted([*deck(bytes(32), WITHOUT), *WITHOUT]) == list(CARDS)
    assert deck(bytes(32), CARDS) == ()
    assert deck(bytes(32), CARDS[1:]) == CARDS[:1]


def test_cards_go_round() -> None:
    """R5: card k of the deck goes to the k-th player from the dealer's left, round and round."""
    cards = deck(bytes(32))
    for i, hand in enumerate(deal_hands(cards, 5)):
        assert hand == (cards[i], cards[5 + i], cards[10 + i])


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), "0" * 32, bytearray(32), None, 7])
def test_a_seed_is_32_bytes(seed: object) -> None:
    """Nothing else, also nothing that can change."""
    with pytest.raises(ValueError, match="32 bytes"):
        deck(seed)  # type: ignore[arg-type]


def test_only_different_cards_can_be_left_out() -> None:
    """A mistake in the kept hands must not go unnoticed."""
    with pytest.raises(InvalidCard):
        deck(bytes(32), [Card(1), Card(1)])
    with pytest.raises(InvalidCard):
        deck(bytes(32), [52])  # type: ignore[list-item]


def test_new_seeds_are_new() -> None:
    """Fresh ones from the operating system."""
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {SEED_BYTES}


def test_the_stream_runs_on_over_blocks() -> None:
    """Block after block, 32 bytes each, none twice."""
    data = bytes(islice(module._stream(bytes(32)), 32 * 300))
    blocks = [data[i : i + 32] for i in range(0, len(data), 32)]
    assert len(set(blocks)) == 300
    assert blocks[256] == hmac.digest(bytes(32), b"teenpatti/deck/1\0" + (256).to_bytes(8, "big"), "sha256")


def test_places_look_uniform() -> None:
    """Where each card lands under 4,000 fixed seeds. Chi-square of 51 x 51 degrees is 2,601, give or take 72."""
    decks = 4_000
    counts = [[0] * 52 for _ in range(52)]
    for number in range(decks):
        for place, card in enumerate(deck(number.to_bytes(32, "big"))):
            counts[place][card] += 1
    expected = decks / 52
    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    assert abs(chi_square - 51 * 51) < 4 * 72
