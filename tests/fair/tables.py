"""Whole tables in a few lines: deal after deal with seeded values, and their proofs, as an honest server makes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any

from teenpatti.fair import chain
from teenpatti.fair.proof import joker_place, places_of, proof
from teenpatti.fair.record import Dealt, Voided, fingerprint, record
from teenpatti.fair.salted import SaltedDeck, eight_decks
from teenpatti.fair.transcript import HOUSE, Part, Reveal, Transcript, commit, outcome
from teenpatti.game.rules import OPTIONS, Rules

RULES: dict[str, bool | int | str] = {name: getattr(Rules.preset("club", boot=10), name) for name in OPTIONS}


class FairTable:
    """Deals at one table. Everything follows from the seed."""

    def __init__(self, seed: int = 0, *, start: int = 1) -> None:
        self.random = Random(seed)
        self.secret = self.random.randbytes(32)
        self.number = start - 1
        self.deals = 0
        self.dealer = 0
        self.previous: str | None = None
        self.table = chain.link(self.secret, 1).hex()
        self.deck: SaltedDeck
        self.record: dict[str, Any]

    def begin(self, seats: Iterable[int], *, asleep: Iterable[int] = (), bots: Iterable[int] = ()) -> Transcript:
        """A shuffle whose commits are there."""
        self.number += 1
        if self.number > chain.LENGTH:
            self.secret, self.number = self.random.randbytes(32), 1
        tip = chain.link(self.secret, 1).hex()
        self.drawn = {seat: (self.random.randbytes(32).hex(), self.random.randbytes(32).hex()) for seat in range(18)}
        parts = [self._part(HOUSE, "house", tip)]
        for seat in seats:
            if seat in asleep:
                parts.append(Part(seat, "person"))
            else:
                parts.append(self._part(seat, "bot" if seat in bots else "person", tip))
        return Transcript(
            self.deals + 1,
            tip,
            self.number,
            chain.link(self.secret, self.number).hex(),
            tuple(one.hex() for one in chain.commitments(self.secret, self.number)),
            chain.link(self.secret, self.number + 1).hex(),
            tuple(parts),
        )

    def _part(self, seat: int, kind: Any, tip: str) -> Part:
        value, choice = self.drawn[seat]
        return Part(
            seat,
            kind,
            (commit("value", tip, self.number, seat, value), commit("choice", tip, self.number, seat, choice)),
        )

    def reveal(self, transcript: Transcript, stage: Reveal, withheld: Iterable[int] = ()) -> Transcript:
        """All values, or all choices, are there, but those withheld; after the values, the roots too."""
        shown = [
            (part.seat, self.drawn[part.seat][stage == "choice"])
            for part in transcript.parts
            if part.commits and part.seat not in withheld
        ]
        transcript = transcript.shown(stage, shown)
        if stage == "value" and not withheld:
            self.decks = eight_decks(self.secret, transcript)
            transcript = replace(transcript, roots=tuple(deck.root for deck in self.decks))
        return transcript

    def deal(
        self,
        seats: Iterable[int] = (1, 2, 4),
        *,
        asleep: Iterable[int] = (),
        bots: Iterable[int] = (),
        voided: tuple[Voided, ...] = (),
        rules: dict[str, bool | int | str] = RULES,
        cheat: Callable[[FairTable, Transcript], Transcript] | None = None,
    ) -> dict[str, Any]:
        """A deal from its shuffle to its record; ``cheat`` may change the decks and the transcript once values are
        revealed."""
        seats = tuple(seats)
        transcript = self.reveal(self.begin(seats, asleep=asleep, bots=bots), "value")
        if cheat is not None:
            transcript = cheat(self, transcript)
        transcript = self.reveal(transcript, "choice")
        came = outcome(transcript)
        order = sorted(seats)
        if self.deals == 0:
            self.dealer = order[came.lot * len(order) >> 64]
        else:
            self.dealer = next((seat for seat in order if seat > self.dealer), order[0])
        at = order.index(self.dealer) + 1
        players = (*order[at:], *order[:at])
        seeds = tuple(chain.seed(self.secret, self.number, number) for number in range(chain.DECKS))
        dealt = Dealt(self.table, self.previous, rules, players, (), voided)
        self.deck = self.decks[came.chosen]
        self.record = record("0.1.0", dealt, transcript, seeds)
        self.previous = fingerprint(self.record)
        self.deals += 1
        return self.record

    def proof(self, players: Iterable[int] = (0,), *, joker: bool = False) -> str:
        """The last deal's file for who saw those players' hands."""
        count = len(self.record["players"])
        places = [place for player in players for place in places_of(player, count, 3)]
        if joker:
            places.append(joker_place(count, 3))
        return proof(self.record, self.deck, places)


def evening(deals: int, seed: int = 0) -> list[str]:
    """The proofs of a table with people, bots, sleepers and a withheld value now and then."""
    table = FairTable(seed)
    rng = Random(seed + 1)
    lines = []
    for _ in range(deals):
        seats = sorted(rng.sample(range(1, 8), rng.randint(2, 6)))
        bots = [seat for seat in seats if rng.random() < 0.2]
        asleep = [seat for seat in seats if seat not in bots and rng.random() < 0.2]
        voided: tuple[Voided, ...] = ()
        awake = [seat for seat in seats if seat not in bots and seat not in asleep]
        if len(seats) > 2 and awake and rng.random() < 0.2:
            stage: Reveal = rng.choice(("value", "choice"))
            bad = rng.choice(awake)
            started = table.begin(seats, asleep=asleep, bots=bots)
            if stage == "choice":
                started = table.reveal(started, "value")
            voided = (Voided(table.reveal(started, stage, [bad]), stage, (bad,)),)
            seats.remove(bad)
            bots = [seat for seat in bots if seat != bad]
        table.deal(seats, asleep=asleep, bots=bots, voided=voided)
        lines.append(table.proof(rng.sample(range(len(seats)), rng.randint(0, len(seats)))))
    return lines


def resum(line: str) -> str:
    """The same file with sums that fit again, as a careful forger would leave it."""
    from teenpatti.fair.hashing import canonical
    from teenpatti.fair.proof import sums

    body = json.loads(line)
    body.pop("sums", None)
    return (canonical(body | {"sums": sums(body)}) + b"\n").decode()
