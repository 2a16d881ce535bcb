"""Rooms without a runner, for tests: commands go in, the state and what happened come out."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from teenpatti.fair.deck import deck
from teenpatti.game.cards import Card
from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.decide import decided
from teenpatti.server.errors import Refused
from teenpatti.server.evolve import evolve_entry, remember
from teenpatti.server.people import Guest
from teenpatti.server.room import Room
from teenpatti.server.room_codec import decode_events, encode_events
from teenpatti.server.settings import Settings

DECK = deck(bytes(32))
NAMES = ("Asha", "Ben", "Chitra", "Dmitri", "Eka", "Farid", "Gita")


class Play:
    """One room and its time. Guests are ``g0`` (the host), ``g1`` and so on."""

    def __init__(self, people: int = 3, *, settings: Settings | None = None, **rules: Any) -> None:
        self.at = 1_000_000
        self.ids = 0
        self.events: tuple[e.RoomEvent, ...] = ()
        self.entries: list[bytes] = []
        opened = e.RoomOpened("room", settings or Settings(), {"boot": 10} | rules, "g0")
        first = (opened, e.MemberCame("g0", "g0", NAMES[0], ""))
        self.room = evolve_entry(None, 1, self.at, "", "", first)
        for i in range(people):
            self.come(f"g{i}", NAMES[i % len(NAMES)])

    def come(self, guest: str, name: str = "Guest", *, play: bool = True, online: bool = True) -> None:
        """A guest enters, and his socket opens."""
        self.server(c.Came(Guest(guest, name), play))
        if online:
            self.server(c.SocketOpened(guest))

    def server(self, command: c.ServerCommand) -> tuple[e.RoomEvent, ...]:
        """A command of the server."""
        return self.send(c.By.SERVER, "", command)

    def do(self, guest: str, kind: type[p.Command], /, **fields: Any) -> tuple[e.RoomEvent, ...]:
        """A command of a browser; deal and turn are those in force unless said."""
        return self.send(c.By.GUEST, guest, self.command(kind, **fields))

    def command(self, kind: type[p.Command], /, **fields: Any) -> Any:
        """The command, with an id of its own."""
        self.ids += 1
        wanted = kind.__struct_fields__
        defaults: dict[str, Any] = {
            "id": f"c{self.ids:08}",
            "deal": self.room.table.deals,
            "turn": self.room.turn_number,
        }
        return kind(**{name: value for name, value in defaults.items() if name in wanted} | fields)

    def send(self, by: c.By, guest: str, command: c.AnyCommand) -> tuple[e.RoomEvent, ...]:
        """Decide and evolve; every event also survives its way through the store."""
        events, after = decided(self.room, c.Sent(self.at, by, guest, command))
        body = encode_events(events)
        assert decode_events(body) == events
        again = evolve_entry(self.room, after.seq, self.at, "", "", decode_events(body))
        assert again == after
        self.check(after)
        if events:
            self.entries.append(body)
            after = replace(after, seq=self.room.seq + 1)
            if by is c.By.GUEST:
                after = remember(after, guest, getattr(command, "id", ""), after.seq)
        self.room, self.events = after, events
        return events

    def refused(self, guest: str, kind: type[p.Command], /, **fields: Any) -> str:
        """The code with which a browser's command is refused; nothing changes."""
        return self.refused_command(c.By.GUEST, guest, self.command(kind, **fields))

    def refused_command(self, by: c.By, guest: str, command: c.AnyCommand) -> str:
        """The code with which a command is refused."""
        before = self.room
        try:
            events, _ = decided(before, c.Sent(self.at, by, guest, command))
        except Refused as refused:
            assert self.room is before
            return str(refused.code)
        raise AssertionError(f"not refused: {events}")

    @staticmethod
    def check(room: Room) -> None:
        """Chips are conserved: bank, seats and pots sum to zero."""
        table = room.table
        held = sum(seat.chips for seat in table.seats if seat)
        assert held + table.bank == sum(account.net for account in table.accounts.values())
        if table.running and table.deal is not None:
            deal = table.deal
            pots = deal.pot + sum(cover.amount for cover in deal.covers)
            assert pots == deal.chips_in - sum(player.won for player in deal.players)

    # --- deals --------------------------------------------------------------------------------------------------------

    def start(self, cards: tuple[Card, ...] = DECK, lot: int = 0) -> None:
        """The host starts and the cards are dealt."""
        if self.room.phase == "waiting":
            self.do("g0", p.Start)
        self.deal(cards, lot)

    def deal(self, cards: tuple[Card, ...] = DECK, lot: int = 0) -> None:
        """The deck is there."""
        self.server(c.Shuffled(self.room.table.deals + 1, cards, lot))

    def next_deal(self, cards: tuple[Card, ...] = DECK) -> None:
        """The pause goes by, and the next cards are dealt."""
        self.at += self.room.pause_ms
        self.server(c.NextDealDue(self.room.table.deals))
        self.deal(cards)

    @property
    def actor(self) -> str:
        """Who is to act."""
        assert self.room.actor is not None
        return self.room.actor

    def act(self, kind: type[p.Command], /, **fields: Any) -> tuple[e.RoomEvent, ...]:
        """The player to act does it."""
        return self.do(self.actor, kind, **fields)

    def bet(self) -> None:
        """The player to act bets the least."""
        deal = self.room.table.deal
        assert deal is not None
        bet = deal.legal().bet
        assert bet is not None
        self.act(p.Bet, amount=bet.lowest)

    def pack_all(self) -> None:
        """All but one pack."""
        while self.room.phase == "playing":
            self.act(p.Pack)

    def step(self, rng: Random) -> None:
        """A legal action at random by whoever is to act."""
        fields = random_step(self.room, rng)
        self.do(self.actor, fields.pop("kind"), **fields)


def random_step(room: Room, rng: Random) -> dict[str, Any]:
    """A legal action of the player to act, as kind and fields."""
    deal = room.table.deal
    assert deal is not None
    legal = deal.legal()
    choices: list[dict[str, Any]] = [{"kind": p.Pack}] if legal.pack else []
    if legal.see:
        choices.append({"kind": p.See})
    if legal.bet is not None:
        highest = legal.bet.highest or 4 * legal.bet.lowest
        amounts = legal.bet.steps or (legal.bet.lowest, highest)
        choices += [{"kind": p.Bet, "amount": rng.choice(amounts)}] * 3
    if legal.show is not None:
        choices.append({"kind": p.Show})
    if legal.side is not None:
        choices.append({"kind": p.Side, "seat": room.deal_seats[rng.choice(legal.side.targets)]})
    if legal.cover is not None:
        choices.append({"kind": p.Cover})
    if legal.accept:
        choices += [{"kind": p.Accept}, {"kind": p.Refuse}]
    return dict(rng.choice(choices))


def kinds(events: tuple[e.RoomEvent, ...]) -> list[str]:
    """The names of the classes of events; of an event of a deal, the engine's."""
    names = []
    for event in events:
        inner = event.event if isinstance(event, e.AtTable) else event
        names.append(type(getattr(inner, "event", inner) if type(inner).__name__ == "InDeal" else inner).__name__)
    return names
