"""A shuffled deck under one root, so that each card can be opened alone and the others stay secret for ever."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, NamedTuple

from teenpatti.fair import merkle
from teenpatti.fair.chain import DECKS, seed
from teenpatti.fair.deck import deck
from teenpatti.fair.hashing import hkdf
from teenpatti.fair.transcript import Transcript
from teenpatti.game.cards import Card


class SaltedDeck(NamedTuple):
    """A deck of 52, a salt for each of its cards, and the tree over both."""

    cards: tuple[Card, ...]
    salts: tuple[bytes, ...]
    tree: merkle.Levels

    @property
    def root(self) -> str:
        """What is published of the whole deck."""
        return merkle.root(self.tree).hex()

    def opening(self, place: int) -> dict[str, Any]:
        """What proves to its reader, and tells him, the card at ``place`` (from 0, dealt first)."""
        return {
            "place": place,
            "card": str(self.cards[place]),
            "salt": self.salts[place].hex(),
            "path": [one.hex() for one in merkle.path(self.tree, place)],
        }


def salted_deck(server_seed: bytes, transcript: bytes) -> SaltedDeck:
    """The deck that a server's seed and the digest of a shuffle's transcript give."""
    cards = deck(hkdf(server_seed, transcript, "teenpatti/deck/1"))
    salts = _salts(hkdf(server_seed, transcript, "teenpatti/salts/1"))
    head = b"\0" + transcript
    leaves = [
        hashlib.sha256(head + bytes((place, card)) + salt).digest()
        for place, (card, salt) in enumerate(zip(cards, salts, strict=True))
    ]
    return SaltedDeck(cards, salts, merkle.levels(leaves))


def _salts(key: bytes) -> tuple[bytes, ...]:
    """A salt of 16 bytes for each of 52 places, two from each block."""
    start = hmac.new(key, b"teenpatti/salt/1\0", "sha256")
    stream = b""
    for block in range(26):
        one = start.copy()
        one.update(bytes([block]))
        stream += one.digest()
    return tuple(stream[at : at + 16] for at in range(0, len(stream), 16))


def eight_decks(secret: bytes, transcript: Transcript) -> tuple[SaltedDeck, ...]:
    """The decks of a shuffle whose values are all revealed, from the secret of its chain."""
    digest = transcript.digest()
    return tuple(salted_deck(seed(secret, transcript.number, number), digest) for number in range(DECKS))
