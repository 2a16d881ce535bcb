"""Cards as numbers 0..51, and their notation ``As Td 2c``.

A card's number is ``4 * rank + suit`` with ranks 2..A as 0..12 and suits c, d, h, s as 0..3, so a new deck in order
runs 2c 2d 2h 2s 3c ... As. A :class:`Card` is an ``int`` and can index tables; suits never rank (R3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Self, TypeAlias

from teenpatti.game.errors import Code, InvalidCard

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"


class Card(int):
    """One of the 52 cards.

    >>> Card.parse("As"), int(Card.parse("As")), Card.parse("Td").rank
    (Card('As'), 51, 8)

    Raises InvalidCard for a number outside 0..51.
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Self:
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 52:
            raise InvalidCard(Code.BAD_CARD, f"{quote(number)} is no card: expected a whole number from 0 to 51.")
        return super().__new__(cls, number)

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as ``text``, a rank of 23456789TJQKA and a suit of cdhs. Raises InvalidCard."""
        card = _BY_NAME.get(text) if isinstance(text, str) else None
        if card is None:
            raise InvalidCard(
                Code.BAD_CARD,
                f"{quote(text)} is no card: expected a rank of {RANKS} and a suit of {SUITS}, such as As or Td.",
            )
        return card

    @property
    def rank(self) -> int:
        """0 for a two up to 12 for an ace."""
        return self >> 2

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self & 3

    def __str__(self) -> str:
        return RANKS[self >> 2] + SUITS[self & 3]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return (Card, (int(self),))


Hand: TypeAlias = tuple[Card, ...]
"""The cards of one player in the order dealt; the order never matters for a comparison."""

CARDS: Final[tuple[Card, ...]] = tuple(Card(number) for number in range(52))
"""The 52 cards in order; ``CARDS[card] is card``."""

_BY_NAME: Final = {str(card): card for card in CARDS}


def parse_hand(text: str, size: int | None = None) -> Hand:
    """The hand written without blanks, as ``AsTd2c``; ``size`` is the number of cards expected, if it matters.

    >>> parse_hand("AsTd2c")
    (Card('As'), Card('Td'), Card('2c'))

    Raises InvalidCard if a card cannot be read, comes twice, or the number of cards differs from ``size``.
    """
    if not isinstance(text, str) or not text or len(text) % 2:
        raise InvalidCard(Code.BAD_CARD, f"{quote(text)} is no hand: expected cards written like AsTd2c.")
    if size is not None and len(text) != 2 * size:
        raise InvalidCard(Code.WRONG_CARD_COUNT, f"{quote(text)} has {len(text) // 2} cards: expected {size}.")
    hand = tuple(Card.parse(text[i : i + 2]) for i in range(0, len(text), 2))
    check_distinct(hand)
    return hand


def format_hand(cards: Iterable[Card]) -> str:
    """The notation that :func:`parse_hand` reads."""
    return "".join(map(str, cards))


def check_distinct(cards: Iterable[Card]) -> None:
    """Raises InvalidCard naming the first card that comes twice."""
    cards = tuple(cards)
    if len(set(cards)) < len(cards):
        twice = next(card for i, card in enumerate(cards) if card in cards[:i])
        raise InvalidCard(Code.DUPLICATE_CARD, f"The card {twice} comes twice: a deck holds each card once.")


def deal_hands(deck: Sequence[Card], players: int, cards_each: int = 3) -> tuple[Hand, ...]:
    """The hands of a shuffled deck: card k goes to the k-th player from the dealer's left, round and round (R5).

    So player i (from 0) holds ``deck[k * players + i]`` for k = 0, 1, 2 in the order dealt. Raises InvalidCard if the
    deck is too short or holds a card twice.
    """
    needed = players * cards_each
    if len(deck) < needed:
        raise InvalidCard(Code.WRONG_CARD_COUNT, f"{players} players need {needed} cards: the deck has {len(deck)}.")
    check_distinct(deck)
    return tuple(tuple(deck[i:needed:players]) for i in range(players))


def quote(value: object) -> str:
    """``repr`` for error messages: short, whatever was given."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**40:
        return "a number of more than 40 digits"
    try:
        text = repr(value[:60] if isinstance(value, (str, bytes)) else value)
    except (ValueError, RecursionError):
        # It holds a number too long, or is nested too deeply, to be printed.
        return f"something of type {type(value).__name__}"
    return text if len(text) <= 50 else text[:47] + "..."
