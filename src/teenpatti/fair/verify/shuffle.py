"""From a seed to a deck and its root: docs/deck.md and docs/fairness.md, followed step by step."""

from __future__ import annotations

from teenpatti.fair.verify.hashes import Keyed, expand, leaf, tree_root

CARDS = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
"""All cards in order, by number."""

NUMBERS = {name: number for number, name in enumerate(CARDS)}


def order(seed: bytes) -> list[int]:
    """The numbers of the cards in the order that a seed shuffles them."""
    keyed = Keyed(seed)
    deck = list(range(52))
    block, stream, at = 0, b"", 0
    for last in range(51, 0, -1):
        choices = last + 1
        limit = 256 - 256 % choices
        while True:
            if at == len(stream):
                stream, at = keyed.mac(b"teenpatti/deck/1\0" + block.to_bytes(8, "big")), 0
                block += 1
            byte = stream[at]
            at += 1
            if byte < limit:
                break
        other = byte % choices
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def root_of(server_seed: bytes, transcript: bytes) -> bytes:
    """The root of the deck that a server's seed and a transcript give."""
    deck = order(expand(server_seed, transcript, "teenpatti/deck/1"))
    keyed = Keyed(expand(server_seed, transcript, "teenpatti/salts/1"))
    salts: list[bytes] = []
    for block in range(26):
        two = keyed.mac(b"teenpatti/salt/1\0" + bytes([block]))
        salts += (two[:16], two[16:])
    return tree_root([leaf(transcript, place, card, salts[place]) for place, card in enumerate(deck)])
