"""Cards and their notation."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from teenpatti.game.cards import CARDS, Card, check_distinct, format_hand, parse_hand, quote
from teenpatti.game.errors import Code, InvalidCard


def test_fifty_two_cards_from_2c_to_as() -> None:
    """The number is 4 * rank + suit, and the text gives the card back."""
    assert [str(card) for card in CARDS[:5]] == ["2c", "2d", "2h", "2s", "3c"]
    assert str(CARDS[51]) == "As"
    for number, card in enumerate(CARDS):
        assert card == number == 4 * card.rank + card.suit
        assert Card.parse(str(card)) == card
        assert repr(card) == f"Card('{card}')"


@pytest.mark.parametrize("turned", [pickle.loads(pickle.dumps(CARDS[7])), copy.copy(CARDS[7]), copy.deepcopy(CARDS[7])])
def test_a_card_stays_a_card(turned: Card) -> None:
    """Saved or copied."""
    assert type(turned) is Card
    assert turned == CARDS[7]


@pytest.mark.parametrize(
    "number", [-1, 52, 10**5000, -(10**5000), True, False, 1.0, "As", None, float("nan"), b"As", ()], ids=quote
)
def test_what_is_no_number_of_a_card(number: Any) -> None:
    """A bool or float is none."""
    with pytest.raises(InvalidCard, match="is no card: expected a whole number from 0 to 51") as caught:
        Card(number)
    assert caught.value.code is Code.BAD_CARD


@pytest.mark.parametrize(
    "text", ["", "A", "as", "AS", "sA", "10s", "1s", "As ", " As", "Ax", "??", "🂡", "Ａs", b"As", 51, None]
)
def test_what_is_no_text_of_a_card(text: Any) -> None:
    """Case and blanks matter."""
    with pytest.raises(InvalidCard, match="is no card: expected a rank of 23456789TJQKA and a suit of cdhs"):
        Card.parse(text)


@pytest.mark.parametrize(
    ("text", "size", "code"),
    [
        ("", None, Code.BAD_CARD),
        ("AsK", None, Code.BAD_CARD),
        ("AsKsQ", 3, Code.BAD_CARD),
        ("AsKs", 3, Code.WRONG_CARD_COUNT),
        ("AsKsQsJs", 3, Code.WRONG_CARD_COUNT),
        ("AsKsXx", 3, Code.BAD_CARD),
        ("AsKsAs", 3, Code.DUPLICATE_CARD),
        ("??????", 3, Code.BAD_CARD),
        ("As Ks Qs", None, Code.BAD_CARD),
        (b"AsKsQs", 3, Code.BAD_CARD),
        (None, 3, Code.BAD_CARD),
        (["As", "Ks"], 2, Code.BAD_CARD),
    ],
)
def test_what_is_no_hand(text: Any, size: int | None, code: Code) -> None:
    """Each with its own code."""
    with pytest.raises(InvalidCard) as caught:
        parse_hand(text, size)
    assert caught.value.code is code


def test_hands_are_written_as_they_are_read() -> None:
    """In the order dealt, of any size."""
    for text in ("As", "Td2c", "AsTd2c", "2c3d4h5s"):
        assert format_hand(parse_hand(text)) == text
    assert parse_hand("AsTd2c", 3) == (CARDS[51], CARDS[33], CARDS[0])


def test_the_first_card_that_comes_twice_is_named() -> None:
    """Also of what can be read only once."""
    with pytest.raises(InvalidCard, match="The card Td comes twice"):
        check_distinct(iter([*parse_hand("AsTd2c"), Card.parse("Td")]))
    check_distinct(CARDS)
    check_distinct([])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12, "12"),
        (True, "True"),
        (10**40 - 1, "9" * 40),
        (10**40, "a number of more than 40 digits"),
        (-(10**5000), "a number of more than 40 digits"),
        ("x" * 100, "'" + "x" * 46 + "..."),
        (b"ab", "b'ab'"),
        ([10**5000], "something of type list"),
        ({"a": (10**5000,)}, "something of type dict"),
    ],
    ids=quote,
)
def test_quote_is_short_whatever_was_given(value: object, text: str) -> None:
    """For error messages: no flood, no failure."""
    assert quote(value) == text


def test_quote_of_what_is_nested_too_deeply() -> None:
    """Deeper than Python can print."""
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    assert quote(value) == "something of type list"
    while value:  # taken apart, since freeing it at once would go as deep
        value = value.pop()
