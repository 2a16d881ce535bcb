"""Pages that take part in shuffles, for rooms without a runner and for servers in memory."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from teenpatti.fair.transcript import commit
from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.fairness import Shuffling
from tests.server.driver import Play


class Sharer:
    """The part of a page that takes part in shuffles, as the browser's does it."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.drawn: dict[tuple[str, int], tuple[str, str]] = {}
        """Value and choice for each shuffle, by chain and number: kept, since a page may load again."""

    def secrets(self, chain: str, number: int) -> tuple[str, str]:
        """What is drawn for a shuffle, once."""
        if (chain, number) not in self.drawn:
            self.drawn[chain, number] = (self._random.randbytes(32).hex(), self._random.randbytes(32).hex())
        return self.drawn[chain, number]

    def commit(self, shuffle: dict[str, Any], seat: int) -> p.Commit:
        """Its first part, for a seat from 1."""
        place = shuffle["chain"], shuffle["number"], seat
        value, choice = self.secrets(*place[:2])
        return p.Commit(
            shuffle["deal"], shuffle["number"], commit("value", *place, value), commit("choice", *place, choice)
        )

    def reveal(self, shuffle: dict[str, Any], kind: Any) -> p.Reveal:
        """What it had committed to."""
        value, choice = self.secrets(shuffle["chain"], shuffle["number"])
        return p.Reveal(shuffle["deal"], shuffle["number"], kind, value if kind == "value" else choice)

    def answer(self, shuffle: dict[str, Any] | None, seat: int | None) -> p.Contribution | None:
        """What a page sends when it sees that state of a shuffle; ``seat`` is its person's, from 0."""
        if shuffle is None or seat is None:
            return None
        mine = next((part for part in shuffle["parts"] if part["seat"] == seat + 1), None)
        if mine is None:
            return None
        if shuffle["stage"] == "commit":
            return self.commit(shuffle, seat + 1)
        if mine["commits"] is None or mine[shuffle["stage"]] is not None:
            return None
        return self.reveal(shuffle, shuffle["stage"])


class FairPlay(Play):
    """A room whose decks come from fair shuffles. Everybody's page takes part, but those ``asleep``."""

    def __init__(self, people: int = 3, *, seed: int = 0, **more: Any) -> None:
        self.sharers: dict[str, Sharer] = {}
        self.random = Random(seed)
        super().__init__(people, **more)
        self.server(c.ChainMade(self.random.randbytes(32)))

    @property
    def shuffle(self) -> Shuffling:
        """The shuffle under way."""
        assert self.room.shuffle is not None
        return self.room.shuffle

    def begin(self) -> tuple[e.RoomEvent, ...]:
        """The shuffle begins."""
        if self.room.phase == "waiting":
            self.do("g0", p.Start)
        own = 1 + sum(member.bot is not None for member in self.room.members.values())
        pairs = tuple((self.random.randbytes(32).hex(), self.random.randbytes(32).hex()) for _ in range(own))
        return self.server(c.ShuffleStarts(self.room.table.deals + 1, pairs))

    def stage(self, asleep: Iterable[str] = (), **odd: str) -> tuple[e.RoomEvent, ...]:
        """A stage ends; guests ``asleep`` have sent nothing, those of ``odd`` have revealed that instead."""
        shuffle = self.shuffle
        public = shuffle.transcript.to_json() | {"stage": shuffle.stage}
        given: dict[int, tuple[str, ...]] = {}
        for seat, guest in shuffle.guests.items():
            sharer = self.sharers.setdefault(guest, Sharer(1000 + len(self.sharers)))
            message = None if guest in asleep else sharer.answer(public, seat - 1)
            if isinstance(message, p.Commit):
                given[seat] = (message.value, message.choice)
            elif isinstance(message, p.Reveal):
                given[seat] = (odd.get(guest, message.secret),)
        transcript = shuffle.transcript
        return self.server(c.Contributions(transcript.deal, transcript.number, shuffle.stage, given))

    def fair_deal(self, asleep: Iterable[str] = ()) -> None:
        """From the start of a shuffle to the deal."""
        self.begin()
        for _ in range(3):
            self.stage(asleep)

    def next_fair_deal(self, asleep: Iterable[str] = ()) -> None:
        """The pause goes by, and the next deal is shuffled and dealt."""
        self.at += self.room.pause_ms
        self.server(c.NextDealDue(self.room.table.deals))
        self.fair_deal(asleep)
