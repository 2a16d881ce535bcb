"""R20: a pot carried over between the deals of a table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from teenpatti.game.actions import Pack
from teenpatti.game.cards import CARDS, Card
from teenpatti.game.carry import Carried
from teenpatti.game.commands import (
    Act,
    ChangePlaces,
    Command,
    Depart,
    GiveChips,
    Join,
    NameHand,
    SetRules,
    SitOut,
    StartDeal,
    TakePot,
)
from teenpatti.game.errors import Code
from teenpatti.game.rules import PRESETS, Rules
from teenpatti.game.table import Table
from teenpatti.game.table_events import DealOpened, Departed, HandNamed, InDeal, PotTaken, RulesSet
from teenpatti.game.table_view import CarriedView, redact_table, view_table
from tests.game.test_table import act, check, refused, sit
from tests.helpers import random_action

BRAG = Rules.preset("brag")


def deck(table: Table, seed: int = 1) -> tuple[Card, ...]:
    """A shuffled deck without the hand kept."""
    cards = [card for card in CARDS if card not in table.kept]
    return tuple(Random(seed).sample(cards, len(cards)))


def carrying(chips: dict[int, int] | None = None, rules: Rules = BRAG, *, tab: bool = False) -> Table:
    """Three seats; seat 0 stayed blind while the others packed."""
    table = sit(chips or {0: 50, 1: 50, 2: 50}, 4, rules, tab=tab)
    table = table.play(StartDeal(deck(table), 2))
    return act(table, "p1 bet 1, p2 pack, p3 pack")


def test_r20_the_pot_lies_on_the_table() -> None:
    """Nobody has it, and no chip is lost."""
    table = carrying()
    assert table.carried is not None
    assert table.deal is not None
    assert table.carried == Carried(0, 4, (table.deal.players[0].hand,))  # type: ignore[arg-type]
    assert [seat.chips for seat in table.seats if seat] == [48, 49, 49]
    assert table.kept == table.carried.kept
    check(table)
    assert view_table(table).carried == view_table(table, 0).carried == CarriedView(0, 4, two=False)
    assert str(table.carried.kept) not in repr(view_table(table, 0))


def test_r20_all_are_dealt_in_again() -> None:
    """The keeper too; his hand is not in the new deck."""
    table = carrying()
    kept = table.kept
    assert refused(table, StartDeal(CARDS)) is Code.BAD_DECK
    assert refused(table, StartDeal(CARDS[:49])) is Code.BAD_DECK or kept == CARDS[49:]
    table = table.play(StartDeal(deck(table)))
    assert table.deal is not None
    assert table.dealt_in == (1, 2, 0)
    assert table.deal.carried == 4
    assert table.deal.chips_in == 7
    assert (table.deal.players[2].hand, table.deal.players[2].two) == (kept, True)
    check(table)
    table = act(table, "p1 see, p1 bet 2, p2 pack, p3 pack")
    assert table.carried is None
    assert [seat.chips for seat in table.seats if seat] == [47, 55, 48]
    check(table)


def test_r20_he_names_one_of_two_hands() -> None:
    """Unseen; silence keeps the older."""
    table = carrying()
    table = act(table.play(StartDeal(deck(table))), "p1 pack, p2 pack")
    assert table.carried is not None
    old, new = table.carried.hands
    assert table.deal is not None
    assert (old, new) == (table.deal.players[2].hand, table.deal.players[2].second)
    assert view_table(table).carried == CarriedView(0, 7, two=True)
    assert table.kept == old
    assert table.decide(NameHand(0, "new")) == (HandNamed(0, "new"),)
    named = table.play(NameHand(0, "new"))
    assert named.kept == new
    assert table.play(NameHand(0, "old")).kept == old
    assert refused(named, NameHand(0, "old")) is Code.NO_HAND_TO_NAME
    assert refused(table, NameHand(1, "new")) is Code.NO_HAND_TO_NAME
    assert refused(table, NameHand(0, "both")) is Code.UNREADABLE  # type: ignore[arg-type]
    assert refused(table, NameHand(3, "new")) is Code.SEAT_EMPTY
    following = named.play(StartDeal(deck(named)))
    assert refused(following, NameHand(0, "old")) is Code.DEAL_RUNNING
    assert following.deal is not None
    assert following.deal.players[following.player_of(0) or 0].hand == new


def test_r20_if_he_leaves_he_takes_the_pot() -> None:
    """Between deals; in the next deal leaving is packing."""
    table = carrying()
    assert table.decide(Depart(0)) == (PotTaken(0, 4), Departed(0, "s0", 52))
    left = table.play(Depart(0))
    assert left.carried is None
    check(left)
    assert table.play(Depart(1)).carried == table.carried
    running = table.play(StartDeal(deck(table))).play(Depart(0))
    assert running.deal is not None
    assert running.deal.players[2].packed
    check(running)


def test_r20_if_he_lacks_the_boot_he_takes_the_pot() -> None:
    """And can post it from the pot."""
    table = carrying({0: 2, 1: 50, 2: 50})
    assert table.seats[0].chips == 0  # type: ignore[union-attr]
    assert table.kept == ()
    events = table.decide(StartDeal(CARDS))
    assert events[0] == PotTaken(0, 4)
    assert isinstance(events[1], DealOpened)
    assert events[1].dealt_in == (1, 2, 0)
    after = table.play(StartDeal(CARDS))
    assert after.deal is not None
    assert (after.deal.carried, after.deal.players[2].two, after.carried) == (0, False, None)
    check(after)


def test_r20_if_he_sits_out_he_takes_the_pot() -> None:
    """He is not dealt in."""
    table = carrying().play(SitOut(0))
    assert table.kept == ()
    events = table.decide(StartDeal(CARDS))
    assert events[0] == PotTaken(0, 4)
    assert events[1].dealt_in == (2, 1)  # type: ignore[union-attr]


def test_r20_if_nobody_else_can_be_dealt_in_he_takes_the_pot() -> None:
    """Only then; else the next deal is dealt for it."""
    table = carrying()
    assert refused(table, TakePot()) is Code.NO_POT_TO_TAKE
    alone = table.play(SitOut(1)).play(Depart(2))
    assert refused(alone, StartDeal(deck(alone))) is Code.TOO_FEW_TO_DEAL
    taken = alone.play(TakePot())
    assert taken.seats[0].chips == 52  # type: ignore[union-attr]
    check(taken)
    assert refused(taken, TakePot()) is Code.NO_POT_TO_TAKE
    assert refused(table.play(StartDeal(deck(table))), TakePot()) is Code.DEAL_RUNNING
    assert table.play(SitOut(0)).play(TakePot()).carried is None


def test_r20_the_pot_goes_along_when_places_are_changed() -> None:
    """It is his, not the seat's."""
    table = carrying().play(ChangePlaces(0, 3))
    assert table.carried is not None
    assert table.carried.seat == 3
    assert table.play(ChangePlaces(1, 2)).carried == table.carried
    table = table.play(StartDeal(deck(table)))
    assert table.deal is not None
    assert table.deal.players[table.dealt_in.index(3)].two


@pytest.mark.parametrize(
    ("rules", "stays"),
    [
        (Rules.preset("brag", boot=2), True),
        (Rules.preset("brag", wild="joker"), True),
        (Rules.preset("brag", cards_dealt=4), False),
        (Rules(), False),
    ],
)
def test_r20_other_rules_between_the_deals(rules: Rules, stays: bool) -> None:
    """Where they have no place for the pot and the hand, he takes the pot first."""
    table = carrying()
    events = table.decide(SetRules(rules))
    assert events == ((RulesSet(rules),) if stays else (PotTaken(0, 4), RulesSet(rules)))
    table = table.play(SetRules(rules))
    check(table)
    table = table.play(StartDeal(deck(table)))
    assert table.deal is not None
    assert table.deal.carried == (4 if stays else 0)
    check(table)


def test_the_rules_of_one_deal_alone() -> None:
    """Where the dealer chose; the table's own stay. They must fit the table, and a pot carried over."""
    table = sit({0: 50, 1: 50, 2: 50}, 4)
    deal = table.play(StartDeal(CARDS, 2, Rules(wild="joker")))
    assert deal.rules == Rules()
    assert deal.deal is not None
    assert deal.deal.rules == Rules(wild="joker")
    assert deal.deal.joker == CARDS[9]
    assert refused(table, StartDeal(CARDS, 2, Rules(boot=2))) is Code.OPTIONS_CONFLICT
    assert refused(table, StartDeal(CARDS, 2, "joker")) is Code.UNREADABLE  # type: ignore[arg-type]
    assert refused(sit({0: 5, 1: 5}, 14), StartDeal(CARDS, 1, Rules(cards_dealt=4))) is Code.BAD_PLAYER_COUNT
    events = carrying().decide(StartDeal(CARDS, rules=Rules(lowball=True)))
    assert events[0] == PotTaken(0, 4)


def test_the_next_dealer_is_known_before_the_deal() -> None:
    """R19: clockwise from the last dealer to the first seat dealt in."""
    table = sit({0: 50, 1: 50, 2: 50}, 4)
    assert table.next_dealer is None
    table = carrying()
    assert (table.dealer, table.next_dealer) == (2, 0)
    assert table.play(SitOut(0)).next_dealer == 1
    empty = table.play(Depart(0)).play(Depart(1)).play(Depart(2))
    assert empty.next_dealer is None


def test_events_of_a_carried_pot_are_for_all() -> None:
    """Which hand is named, not its cards."""
    for event in (HandNamed(0, "new"), PotTaken(0, 4)):
        assert redact_table(event, None) is event


def run(table: Table, rng: Random, deals: int) -> tuple[int, int]:
    """Deals played at random on a table of one sort, with pots carried and taken; how many of each."""
    carried = taken = 0
    for _ in range(deals):
        for seat, found in enumerate(table.seats):
            if found and not table.tab and found.chips < 3 * table.rules.boot:
                table = table.play(GiveChips(seat, 20))
        if table.carried is not None:
            carried += 1
            command: Command = SitOut(table.carried.seat) if rng.random() < 0.1 and len(table.ready) > 2 else TakePot()
            if isinstance(command, SitOut):
                table = table.play(command).play(TakePot())
                taken += 1
            check(table)
        first = rng.choice(table.ready) if table.dealer is None else None
        table = table.play(StartDeal(deck(table, rng.randrange(2**32)), first))
        while table.running:
            assert table.deal is not None
            for event in table.decide(act_of(table, rng)):
                table = table.evolve(event)
                if not isinstance(event, InDeal) or not table.running:
                    check(table)
    check(table)
    return carried, taken


def act_of(table: Table, rng: Random) -> Any:
    """A random action, packing often, so that pots carry over."""
    assert table.deal is not None
    legal = table.deal.legal()
    if legal.pack and table.deal.turn is not None and rng.random() < 0.4:
        return Act(Pack(table.deal.turn))
    return Act(random_action(table.deal, rng))


@pytest.mark.parametrize("preset", PRESETS)
def test_chips_are_conserved_at_every_number_of_seats(preset: str) -> None:
    """Over carried pots and covers, every preset, from two seats to as many as can be dealt in."""
    rng = Random(preset)
    rules = Rules.preset(preset, short_stack="cover")
    carried = 0
    for seats in range(2, rules.max_seats + 1):
        table = Table.open(rules, seats, tab=seats % 5 == 0)
        for seat in range(seats):
            table = table.play(Join(seat, f"s{seat}", 0 if table.tab else rng.randint(1, 30)))
        carried += run(table, rng, 5)[0]
    assert (carried > 5) == rules.carries
