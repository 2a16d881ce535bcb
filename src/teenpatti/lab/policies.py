"""Ways to play in simulations: a table of weights by situation and strength of the hand.

**The table** is a float64 array of shape (``SITUATIONS``, ``BUCKETS``, ``CHOICES``). A player who is to act takes the
row of his situation and bucket, and makes one of the choices that are legal, by their weights there. If all legal ones
weigh nothing he makes the mildest: the lowest bet, else refuse, see, cover, pack.

- The **situation** is ``((seen * 3 + left) * 4 + price) * 2 + blind``: ``seen`` 1 if he has looked; ``left`` 0 with two
  players left, 1 with three, 2 with more; ``price`` 0 while P is at most 2 boots, 1 up to 8, 2 up to 32, 3 above;
  ``blind`` 1 if another player left is blind.
- The **bucket** is the share of all hands that his own beats (ties half) in twentieths, 0 for the weakest. A blind
  player does not know his hand and is always in bucket 0.
- The **choices** are see, pack, bet (the lowest), raise (to twice the lowest bet, or to the highest legal one if that
  is less), show, side (any of those who may be asked), cover, accept, refuse.

**As JSON** a policy is a list of lines, a later one overriding what an earlier one says of the same rows::

    [{"weights": {"see": 1, "bet": 3}},
     {"seen": true, "weights": {"pack": 1, "refuse": 1}},
     {"seen": true, "from": 0.6, "weights": {"bet": 1, "accept": 1}},
     {"seen": true, "from": 0.6, "left": [2], "price": [1, 2, 3], "weights": {"show": 1}}]

A line is for the rows that fit all its conditions: ``seen`` and ``blind`` (true or false), ``left`` and ``price``
(lists of the numbers above), ``from`` and ``to`` (shares of hands beaten, 0 to 1; only where he has looked).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from teenpatti.game.cards import quote
from teenpatti.game.ranking import STRENGTHS, Ranking
from teenpatti.lab.arrays import Bytes, Floats
from teenpatti.lab.hands import strengths

CHOICE_NAMES: Final = ("see", "pack", "bet", "raise", "show", "side", "cover", "accept", "refuse")
(
    CHOICE_SEE,
    CHOICE_PACK,
    CHOICE_BET,
    CHOICE_RAISE,
    CHOICE_SHOW,
    CHOICE_SIDE,
    CHOICE_COVER,
    CHOICE_ACCEPT,
    CHOICE_REFUSE,
) = range(9)
CHOICES: Final = 9
LEFT_STEPS: Final = 3
PRICE_STEPS: Final = 4
SITUATIONS: Final = 2 * LEFT_STEPS * PRICE_STEPS * 2
BUCKETS: Final = 20
SHAPE: Final = (SITUATIONS, BUCKETS, CHOICES)

RANDOM: Final = "random"
"""The policy that needs no table: each legal verb equally likely, then each of its amounts or players."""

BUILT_IN: Final[dict[str, list[dict[str, Any]]]] = {
    "blind": [
        {"weights": {"bet": 1}},
        {"left": [0], "weights": {"bet": 2, "show": 1}},
        {"seen": True, "weights": {"pack": 1, "refuse": 1}},
        {"seen": True, "from": 0.5, "weights": {"bet": 2, "show": 2, "cover": 1, "accept": 1}},
    ],
    "tight": [
        {"weights": {"see": 1}},
        {"seen": True, "weights": {"pack": 1, "refuse": 1}},
        {"seen": True, "from": 0.6, "weights": {"bet": 3, "show": 2, "side": 1, "cover": 1, "accept": 1}},
        {"seen": True, "from": 0.6, "to": 0.8, "price": [2, 3], "weights": {"pack": 1, "show": 1, "accept": 1}},
        {"seen": True, "from": 0.85, "weights": {"bet": 2, "raise": 1, "show": 1, "cover": 1, "accept": 1}},
    ],
    "loose": [
        {"weights": {"see": 1, "bet": 3}},
        {"seen": True, "weights": {"pack": 3, "bet": 1, "refuse": 1}},
        {"seen": True, "from": 0.3, "weights": {"bet": 4, "show": 2, "side": 1, "cover": 1, "accept": 1, "refuse": 1}},
        {"seen": True, "from": 0.8, "weights": {"bet": 3, "raise": 1, "show": 1, "cover": 1, "accept": 1}},
    ],
    "maniac": [
        {"weights": {"see": 1, "raise": 3, "bet": 1}},
        {"seen": True, "weights": {"pack": 2, "raise": 2, "refuse": 1}},
        {"seen": True, "from": 0.4, "weights": {"raise": 4, "bet": 1, "show": 1, "cover": 1, "accept": 1}},
    ],
}
"""The policies that come with the package, by name."""

_CONDITIONS: Final = frozenset({"seen", "blind", "left", "price", "from", "to", "weights"})


class InvalidPolicy(ValueError):
    """A policy that there is not, or that cannot be read."""


def policy(name: str) -> Floats | None:
    """The table of a policy that comes with the package, or of a JSON file (a name that ends in ``.json``); None for
    random play. Raises InvalidPolicy."""
    if name == RANDOM:
        return None
    if name.endswith(".json"):
        try:
            lines = json.loads(Path(name).read_text(encoding="utf-8"))
        except OSError as error:
            raise InvalidPolicy(f"The policy {name} cannot be read: {error.strerror or error}.") from error
        except ValueError as error:
            raise InvalidPolicy(f"The policy {name} is no JSON: {error}.") from error
        return table(lines, name)
    if name not in BUILT_IN:
        known = ", ".join((RANDOM, *BUILT_IN))
        raise InvalidPolicy(f"There is no policy {quote(name)}: expected one of {known}, or a file NAME.json.")
    return table(BUILT_IN[name], name)


def table(lines: Sequence[object], name: str = "policy") -> Floats:
    """The table that ``lines`` describe, of shape SHAPE. Raises InvalidPolicy naming the line and what was expected."""
    weights = np.zeros(SHAPE)
    rows = weights.reshape(2, LEFT_STEPS, PRICE_STEPS, 2, BUCKETS, CHOICES)
    if not isinstance(lines, list):
        raise InvalidPolicy(f"{name}: expected a list of lines.")
    for number, line in enumerate(lines, 1):
        try:
            _write(rows, line)
        except InvalidPolicy as error:
            raise InvalidPolicy(f"{name}, line {number}: {error}") from None
    return weights


def _write(rows: Floats, line: object) -> None:
    if not isinstance(line, dict) or not line.keys() <= _CONDITIONS or "weights" not in line:
        raise InvalidPolicy(
            f"{quote(line)} is no line: expected weights and any of seen, blind, left, price, from, to."
        )
    row = np.zeros(CHOICES)
    for choice, weight in _weights(line["weights"]):
        row[CHOICE_NAMES.index(choice)] = weight
    low, high = (_bucket(line, word, default) for word, default in (("from", 0.0), ("to", 1.0)))
    by_strength = low > 0 or high < BUCKETS
    for seen in _truths(line, "seen"):
        if by_strength and not seen:
            continue
        for blind in _truths(line, "blind"):
            for left in _numbers(line, "left", LEFT_STEPS):
                for price in _numbers(line, "price", PRICE_STEPS):
                    rows[seen, left, price, blind, low:high] = row


def _weights(weights: object) -> list[tuple[str, float]]:
    good = isinstance(weights, dict) and all(
        choice in CHOICE_NAMES and type(weight) in (int, float) and 0 <= weight < 1e9
        for choice, weight in weights.items()
    )
    if not good:
        raise InvalidPolicy(f"weights are {quote(weights)}: expected numbers from 0 up for {', '.join(CHOICE_NAMES)}.")
    assert isinstance(weights, dict)
    return list(weights.items())


def _bucket(line: dict[str, Any], word: str, default: float) -> int:
    share = line.get(word, default)
    if type(share) not in (int, float) or not 0 <= share <= 1:
        raise InvalidPolicy(f"{word} is {quote(share)}: expected a share of hands, 0 to 1.")
    return int(share * BUCKETS + 0.5)


def _truths(line: dict[str, Any], word: str) -> tuple[int, ...]:
    value = line.get(word)
    if value is not None and type(value) is not bool:
        raise InvalidPolicy(f"{word} is {quote(value)}: expected true or false.")
    return (0, 1) if value is None else (int(value),)


def _numbers(line: dict[str, Any], word: str, steps: int) -> list[int]:
    value = line.get(word, list(range(steps)))
    if not isinstance(value, list) or not all(type(n) is int and 0 <= n < steps for n in value):
        raise InvalidPolicy(f"{word} is {quote(value)}: expected a list of numbers from 0 to {steps - 1}.")
    return value


@cache
def buckets(ranking: Ranking) -> Bytes:
    """The bucket by strength, of shape (742,); place 0 is no strength."""
    counts = np.bincount(strengths(ranking).hands, minlength=STRENGTHS + 1)
    share = (np.cumsum(counts) - counts / 2) / counts.sum()
    number: Bytes = np.minimum(share * BUCKETS, BUCKETS - 1).astype(np.uint8)
    return number
