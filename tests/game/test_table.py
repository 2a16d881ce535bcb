"""R18, R19: a table, deal after deal; and that no chip is lost."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from teenpatti.game.actions import Action
from teenpatti.game.cards import CARDS, Card
from teenpatti.game.commands import (
    Act,
    ChangePlaces,
    Command,
    Depart,
    GiveChips,
    Join,
    NameHand,
    SetRules,
    SitIn,
    SitOut,
    StartDeal,
    TakePot,
)
from teenpatti.game.errors import Code, IllegalAction, InvalidRules
from teenpatti.game.rules import Rules
from teenpatti.game.table import Account, Seat, Table
from teenpatti.game.table_events import DealOpened, Departed, InDeal, Leaving
from tests.game.dealing import action
from tests.helpers import random_action, random_rules


def sit(chips: dict[int, int], seats: int = 6, rules: Rules | None = None, *, tab: bool = False) -> Table:
    """A table with persons named after their seats."""
    table = Table.open(rules or Rules(), seats, tab=tab)
    for seat, amount in chips.items():
        table = table.play(Join(seat, f"s{seat}", amount))
    return table


def deal(table: Table, first: int | None = None) -> Table:
    """The table after the cards are dealt."""
    return table.play(StartDeal(CARDS, first))


def act(table: Table, *lines: str) -> Table:
    """The table after the actions."""
    for line in ",".join(lines).split(","):
        table = table.play(Act(action(line)))
    return table


def refused(table: Table, command: Any) -> Code:
    """The code with which the table refuses; nothing changes."""
    before = table[:]
    with pytest.raises(IllegalAction) as caught:
        table.play(command)
    assert table[:] == before
    assert str(caught.value)
    return caught.value.code


def check(table: Table) -> None:
    """Chips are conserved: bank and seats sum to zero, and in a deal stacks and pots to what it began with."""
    seats = [seat for seat in table.seats if seat is not None]
    carried = table.carried.chips if table.carried else 0
    assert table.bank + sum(seat.chips for seat in seats) + carried == 0
    assert sum(account.net for account in table.accounts.values()) + carried == 0
    for seat in seats:
        account = table.accounts[seat.person]
        assert seat.chips == account.given + account.net
        assert table.tab or seat.chips >= 0
    if table.running:
        assert table.deal is not None
        players = table.deal.players
        pots = table.deal.pot + sum(cover.amount for cover in table.deal.covers)
        held = [table.seats[i].chips for i in table.dealt_in if i is not None and table.seats[i] is not None]  # type: ignore[union-attr]
        if table.tab:
            assert pots == sum(player.paid for player in players) + carried
        else:
            assert pots + sum(player.stack or 0 for player in players) == sum(held) + carried
    people = [seat.person for seat in seats]
    assert len(people) == len(set(people))


def test_r05_an_empty_table() -> None:
    """From two seats to seventeen."""
    table = Table.open(Rules(), 17)
    assert table.seats == (None,) * 17
    assert not table.running
    assert table.bank == 0
    assert table.ready == ()
    check(table)


@pytest.mark.parametrize("seats", [0, 1, 18, -1, True, 4.0, "4", None, 10**5000], ids=lambda seats: str(type(seats)))
def test_r05_no_such_table(seats: Any) -> None:
    """A float or bool is no number of seats."""
    with pytest.raises(InvalidRules, match=r"expected 2 to 17 \(R5\)") as caught:
        Table.open(Rules(), seats)
    assert caught.value.code is Code.BAD_PLAYER_COUNT


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Join(6, "x", 1), Code.NO_SUCH_SEAT),
        (Join(-1, "x", 1), Code.NO_SUCH_SEAT),
        (Join(True, "x", 1), Code.NO_SUCH_SEAT),
        (Join(None, "x", 1), Code.NO_SUCH_SEAT),  # type: ignore[arg-type]
        (Join(0, "x", 1), Code.SEAT_TAKEN),
        (Join(5, "s0", 1), Code.ALREADY_SEATED),
        (Join(5, "", 1), Code.UNREADABLE),
        (Join(5, 7, 1), Code.UNREADABLE),  # type: ignore[arg-type]
        (Join(5, "x", -1), Code.BAD_AMOUNT),
        (Join(5, "x", 1.0), Code.BAD_AMOUNT),  # type: ignore[arg-type]
        (Join(5, "x", True), Code.BAD_AMOUNT),
        (Depart(5), Code.SEAT_EMPTY),
        (Depart(9), Code.NO_SUCH_SEAT),
        (SitOut(5), Code.SEAT_EMPTY),
        (SitIn(0), Code.NOT_SITTING_OUT),
        (ChangePlaces(5, 0), Code.SEAT_EMPTY),
        (ChangePlaces(0, 6), Code.NO_SUCH_SEAT),
        (GiveChips(5, 1), Code.SEAT_EMPTY),
        (GiveChips(0, -51), Code.BAD_AMOUNT),
        (GiveChips(0, 0.5), Code.BAD_AMOUNT),  # type: ignore[arg-type]
        (SetRules(None), Code.UNREADABLE),  # type: ignore[arg-type]
        (Act(action("p1 see")), Code.NO_DEAL_RUNNING),
        (StartDeal(CARDS), Code.DEALER_DUE),
        (StartDeal(CARDS, 5), Code.DEALER_DUE),
        (StartDeal(CARDS, True), Code.DEALER_DUE),
        (StartDeal(CARDS, 1.0), Code.DEALER_DUE),  # type: ignore[arg-type]
        (StartDeal(CARDS[:51], 0), Code.BAD_DECK),
        (StartDeal((*CARDS[:51], CARDS[0]), 0), Code.BAD_DECK),
        (StartDeal((*CARDS[:51], 52), 0), Code.BAD_DECK),  # type: ignore[arg-type]
        (StartDeal(None, 0), Code.BAD_DECK),  # type: ignore[arg-type]
        (StartDeal("As", 0), Code.BAD_DECK),  # type: ignore[arg-type]
        (None, Code.UNREADABLE),
        ("join", Code.UNREADABLE),
        (action("p1 see"), Code.UNREADABLE),
        (10**5000, Code.UNREADABLE),
    ],
    ids=lambda value: str(value) if isinstance(value, Code) else type(value).__name__,
)
def test_what_a_table_refuses_between_deals(command: Any, code: Code) -> None:
    """Seats 0 and 1 are taken."""
    assert refused(sit({0: 50, 1: 50}), command) is code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ChangePlaces(0, 5), Code.DEAL_RUNNING),
        (GiveChips(0, 5), Code.DEAL_RUNNING),
        (SetRules(Rules()), Code.DEAL_RUNNING),
        (StartDeal(CARDS), Code.DEAL_RUNNING),
        (Act(action("p2 see")), Code.NOT_YOUR_TURN),
        (Act(None), Code.UNREADABLE),  # type: ignore[arg-type]
        (Act("p1 see"), Code.UNREADABLE),  # type: ignore[arg-type]
    ],
)
def test_what_a_table_refuses_in_a_deal(command: Any, code: Code) -> None:
    """It waits until the deal is over."""
    assert refused(deal(sit({0: 50, 1: 50}), 0), command) is code


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 17),
        ({"wild": "joker"}, 17),
        ({"cards_dealt": 4}, 13),
        ({"cards_dealt": 4, "wild": "joker"}, 12),
        ({"lone_blind": "carries"}, 16),
        ({"lone_blind": "carries", "wild": "joker"}, 16),
        ({"lone_blind": "carries", "cards_dealt": 4}, 12),
        ({"lone_blind": "carries", "cards_dealt": 4, "wild": "joker"}, 11),
    ],
)
def test_r05_most_seats(options: Any, most: int) -> None:
    """52 less the card turned up and a hand kept, divided by the cards each; rules for fewer are refused."""
    rules = Rules(**options)
    assert rules.max_seats == most
    assert len(Table.open(rules, most).seats) == most
    with pytest.raises(InvalidRules):
        Table.open(rules, most + 1)
    assert sit({}, most).play(SetRules(rules)).rules == rules
    if most < 17:
        assert refused(sit({}, most + 1), SetRules(rules)) is Code.BAD_PLAYER_COUNT


def test_r18_less_than_the_boot_is_not_dealt_in() -> None:
    """Nor who sits out or is leaving."""
    table = sit({0: 50, 1: 4, 2: 5, 3: 50, 4: 50}, rules=Rules(boot=5)).play(SitOut(3))
    assert table.ready == (0, 2, 4)
    table = deal(table, 4)
    assert table.dealt_in == (0, 2, 4)
    assert table.deal is not None
    assert [player.stack for player in table.deal.players] == [45, 0, 45]
    assert table.player_of(2) == 1
    assert table.player_of(1) is None
    assert table.seat_of("s4") == 4
    assert table.seat_of("nobody") is None


def test_r19_fewer_than_two_with_the_boot_no_deal() -> None:
    """Whoever else sits there."""
    table = sit({0: 50, 1: 4, 2: 50}, rules=Rules(boot=5)).play(SitOut(2))
    assert refused(table, StartDeal(CARDS, 0)) is Code.TOO_FEW_TO_DEAL
    assert deal(table.play(SitIn(2)), 0).running


def test_r19_the_first_dealer_is_drawn_by_lot_then_the_place_moves_clockwise() -> None:
    """p1 is left of the dealer, the dealer the last."""
    table = deal(sit({0: 50, 2: 50, 5: 50}), 2)
    assert table.dealer == 2
    assert table.dealt_in == (5, 0, 2)
    for dealer, dealt_in in [(5, (0, 2, 5)), (0, (2, 5, 0)), (2, (5, 0, 2)), (5, (0, 2, 5))]:
        table = act(table, "p1 pack, p2 pack")
        assert refused(table, StartDeal(CARDS, 0)) is Code.DEALER_DUE
        table = deal(table)
        assert table.dealer == dealer
        assert table.dealt_in == dealt_in
        check(table)


def test_r19_from_the_last_dealers_seat_even_if_now_empty() -> None:
    """To the first seat dealt in."""
    table = act(deal(sit({0: 50, 2: 50, 3: 1, 5: 50}), 2), "p1 pack, p2 pack, p3 pack").play(Depart(2))
    assert table.seats[3] == Seat("s3", 0)
    assert deal(table).dealer == 5


def test_r19_the_place_does_not_move_with_the_person() -> None:
    """It is a seat."""
    table = act(deal(sit({0: 50, 2: 50, 5: 50}), 2), "p1 pack, p2 pack").play(ChangePlaces(2, 1))
    table = deal(table)
    assert table.dealer == 5
    assert table.dealt_in == (0, 1, 5)


def test_r05_the_deck_is_dealt_from_the_dealers_left() -> None:
    """Card k to the k-th player."""
    deck = tuple(Random(1).sample(CARDS, 52))
    table = sit({0: 50, 2: 50, 5: 50}).play(StartDeal(deck, 0))
    assert table.deal is not None
    for i, seat in enumerate((2, 5, 0)):
        assert table.dealt_in[i] == seat
        assert table.deal.players[i].hand == (deck[i], deck[3 + i], deck[6 + i])


def test_a_table_and_its_ledger() -> None:
    """Chips given, and won less paid; kept for those who have gone."""
    table = act(deal(sit({0: 50, 1: 30}), 0), "p1 bet 2, p2 pack")
    assert table.ledger == (("s0", Account(50, -1, 1)), ("s1", Account(30, 1, 1)))
    assert table.bank == -80
    table = table.play(GiveChips(0, 10)).play(GiveChips(1, -31))
    assert table.accounts == {"s0": Account(60, -1, 1), "s1": Account(-1, 1, 1)}
    assert table.seats[1] == Seat("s1", 0)
    table = table.play(Depart(0))
    assert table.accounts["s0"] == Account(1, -1, 1)
    table = table.play(Join(3, "s0", 5))
    assert table.accounts["s0"] == Account(6, -1, 1)
    assert [name for name, _ in table.ledger] == ["s0", "s1"]
    assert table.bank + sum(seat.chips for seat in table.seats if seat) == 0


def test_joining_in_a_deal() -> None:
    """Dealt in next."""
    table = deal(sit({0: 50, 1: 50}), 0).play(Join(3, "new", 20))
    assert table.dealt_in == (1, 0)
    table = deal(act(table, "p1 pack"))
    assert table.dealt_in == (3, 0, 1)
    check(table)


def test_sitting_out_in_a_deal_changes_nothing_in_it() -> None:
    """Only the next one."""
    table = deal(sit({0: 50, 1: 50, 2: 50}), 0).play(SitOut(1))
    assert refused(table, SitOut(1)) is Code.ALREADY_SITTING_OUT
    assert table.deal is not None
    assert table.deal.turn == 0
    table = deal(act(table, "p1 bet 1, p2 pack, p3 pack"))
    assert table.dealt_in == (0, 2)
    assert table.seats[1] == Seat("s1", 52, sitting_out=True)


def test_r18_leaving_in_a_deal_is_packing_and_the_chips_go_with_the_leaver() -> None:
    """What was paid stays; the seat is free when the deal is over."""
    table = act(deal(sit({0: 50, 1: 50, 2: 50}), 0), "p1 bet 2")
    events = table.decide(Depart(1))
    assert events[0] == Leaving(1)
    table = table.play(Depart(1))
    assert refused(table, Depart(1)) is Code.ALREADY_LEAVING
    assert table.seats[1] == Seat("s1", 50, leaving=True)
    assert refused(table, Join(1, "new", 5)) is Code.SEAT_TAKEN
    check(table)
    table = act(table, "p2 pack")
    assert table.seats[1] is None
    assert table.accounts["s1"] == Account(3, -3, 1)
    assert table.dealt_in == (None, 2, 0)
    assert table.bank == -103
    check(table)


def test_r18_leaving_that_ends_the_deal() -> None:
    """All in one command: the leave, the pot, and who goes."""
    table = deal(sit({0: 50, 1: 50}), 0)
    events = table.decide(Depart(0))
    assert isinstance(events[-1], Departed)
    assert events[-1] == Departed(0, "s0", 49)
    table = table.play(Depart(0))
    assert not table.running
    assert table.seats == (None, Seat("s1", 51), None, None, None, None)
    check(table)


@pytest.mark.parametrize("before", ["p1 pack", "p1 cover"])
def test_r18_leaving_after_packing_or_covering(before: str) -> None:
    """He stays in the books until the end; a covered hand may still win, and the chips go with him."""
    table = deal(sit({0: 50, 1: 1, 2: 50}, rules=Rules(short_stack="cover")), 0)
    table = act(table, before).play(Depart(1))
    assert table.seats[1] == Seat("s1", 1, leaving=True)
    table = act(table, "p2 pack")
    assert table.seats[1] is None
    # The deck in order deals him the lowest cards, so he wins nothing.
    assert table.accounts["s1"] == Account(1, -1, 1)
    check(table)


def test_r18_leaving_while_the_last_comparison_is_due_waits() -> None:
    """A table knows all cards, so this needs a deal whose cards were taken away."""
    table = deal(sit({0: 50, 1: 50}), 0)
    assert table.deal is not None
    blank = tuple(player._replace(hand=None) for player in table.deal.players)
    table = act(table._replace(deal=table.deal._replace(players=blank)), "p1 show").play(Depart(0))
    assert table.seats[0] == Seat("s0", 50, leaving=True)
    assert table.running
    table = act(table, "d best p2")
    assert table.seats[0] is None
    check(table)


def test_leaving_without_having_been_dealt_in() -> None:
    """At once, in a deal too."""
    table = deal(sit({0: 50, 1: 50}), 0).play(Join(4, "late", 7))
    table = table.play(Depart(4))
    assert table.seats[4] is None
    assert table.accounts["late"] == Account(0, 0, 0)
    assert table.running


def test_a_new_person_on_a_freed_seat_is_not_the_old_player() -> None:
    """Though the deal's players are still known after it."""
    table = deal(sit({0: 50, 1: 50, 2: 50}), 0)
    table = act(table.play(Depart(1)), "p2 pack")
    assert table.player_of(1) is None
    table = table.play(Join(1, "new", 9))
    assert table.player_of(1) is None
    assert table.player_of(2) == 1
    table = table.play(Depart(2)).play(Join(2, "s1", 9))
    assert table.player_of(2) is None
    assert table.accounts["s1"].deals == 1


def test_changing_places() -> None:
    """With somebody, or to an empty seat; the deal's players move along."""
    table = act(deal(sit({0: 50, 1: 40, 2: 30}), 0), "p1 pack, p2 pack")
    table = table.play(ChangePlaces(0, 4))
    assert table.seats[4] == Seat("s0", 52)
    assert table.seats[0] is None
    assert table.dealt_in == (1, 2, 4)
    table = table.play(ChangePlaces(1, 2))
    assert (table.seats[1], table.seats[2]) == (Seat("s2", 29), Seat("s1", 39))
    assert table.dealt_in == (2, 1, 4)
    assert table.play(ChangePlaces(1, 1)) == table
    check(table)


def test_rules_change_between_deals() -> None:
    """From the next deal on."""
    table = act(deal(sit({0: 50, 1: 50}), 0), "p1 pack").play(SetRules(Rules(boot=3)))
    table = deal(table)
    assert table.deal is not None
    assert table.deal.chips_in == 6
    assert table.deal.rules == Rules(boot=3)


def test_a_tab_has_unlimited_stacks_and_scores_below_zero() -> None:
    """Nobody needs chips to be dealt in."""
    table = deal(sit({0: 0, 1: 0}, tab=True), 0)
    assert table.deal is not None
    assert [player.stack for player in table.deal.players] == [None, None]
    table = act(table, "p1 bet 2, p2 bet 4, p1 pack")
    assert [seat.chips for seat in table.seats if seat] == [3, -3]
    assert refused(table, GiveChips(1, -1)) is Code.BAD_AMOUNT
    table = deal(table)
    check(table)
    table = table.play(Depart(1))
    assert table.bank + sum(seat.chips for seat in table.seats if seat) == 0


def test_hands_can_be_shown_after_the_deal() -> None:
    """By an action of the last deal (R8)."""
    table = act(deal(sit({0: 50, 1: 50}), 0), "p1 pack, p1 sm 2c2h3c")
    assert table.deal is not None
    assert table.deal.players[0].shown is not None
    assert refused(table, Act(action("p2 bet 1"))) is Code.DEAL_OVER


def test_deals_are_counted() -> None:
    """From 1."""
    table = deal(sit({0: 50, 1: 50}), 0)
    assert table.deals == 1
    table = act(table, "p1 pack")
    opened = table.decide(StartDeal(CARDS))[0]
    assert opened == DealOpened(2, 1, (0, 1))
    assert deal(table).deals == 2


def wishes(table: Table, rng: Random) -> Iterator[Command]:
    """Commands of all kinds, most of them possible."""
    seats = range(len(table.seats))
    taken = [i for i in seats if table.seats[i]]
    free = [i for i in seats if not table.seats[i]]
    if free and rng.random() < 0.2:
        chips = 0 if table.tab else rng.choice((0, 5, 60))
        yield Join(rng.choice(free), f"guest {rng.randrange(12)}", chips)
    if taken and rng.random() < 0.1:
        seat, other, chips = rng.choice(taken), rng.choice(seats), rng.randint(-9, 20)
        yield rng.choice((Depart(seat), SitOut(seat), SitIn(seat), ChangePlaces(seat, other), GiveChips(seat, chips)))
    if table.running:
        assert table.deal is not None
        yield Act(random_action(table.deal, rng))
    else:
        if rng.random() < 0.1:
            yield SetRules(random_rules(rng))
        if table.carried is not None and rng.random() < 0.3:
            yield rng.choice((NameHand(table.carried.seat, rng.choice(("old", "new"))), TakePot()))
        first = rng.choice(table.ready) if table.ready and table.dealer is None else None
        deck = [card for card in CARDS if card not in table.kept]
        yield StartDeal(tuple(rng.sample(deck, len(deck))), first)


@pytest.mark.parametrize("tab", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_chips_are_conserved_over_everything(seed: int, tab: bool) -> None:
    """Bank, seats, stacks and pots, after every single event; and the events alone rebuild the table."""
    rng = Random(seed)
    table = rebuilt = Table.open(random_rules(rng), 6, tab=tab)
    deals = 0
    for _ in range(500):
        for command in wishes(table, rng):
            try:
                events = table.decide(command)
            except IllegalAction:
                continue
            for event in events:
                table = table.evolve(event)
                if not isinstance(event, (DealOpened, InDeal)) or not table.running:
                    check(table)
            rebuilt = rebuilt.play(command)
            assert rebuilt == table
            check(table)
            deals = table.deals
    assert deals > 15


def test_the_cards_of_a_running_deal_are_different() -> None:
    """Whoever sits in."""
    table = deal(sit(dict.fromkeys(range(6), 50)), 3)
    assert table.deal is not None
    cards: list[Card] = [card for player in table.deal.players for card in player.hand or ()]
    assert len(set(cards)) == 18


def test_an_action_of_the_table_names_the_command() -> None:
    """For whoever asked."""
    with pytest.raises(IllegalAction) as caught:
        sit({0: 5}).play(Depart(3))
    assert caught.value.action == Depart(3)
    wish: Action = action("p1 see")
    assert Act(wish).action == wish
