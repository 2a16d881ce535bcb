"""A machine that plays table and deal over random rules and checks everything after each step."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from teenpatti.game.actions import Best
from teenpatti.game.cards import CARDS
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
from teenpatti.game.deal import Deal
from teenpatti.game.errors import IllegalAction
from teenpatti.game.notation import parse_json, to_json
from teenpatti.game.record import hand_file
from teenpatti.game.rules import OPTIONS, Rules
from teenpatti.game.table import Table
from teenpatti.game.view import Viewer
from tests.game.journeys import again, beginning, exchanged, names
from tests.game.test_record import last, standing
from tests.game.test_table import check
from tests.game.test_view import told
from tests.game.universe import check_agreement
from tests.helpers import random_action, random_deal

SEATS = 5
seats = st.integers(0, SEATS - 1)


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """Any rules, of small numbers so that limits are met."""
    options: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        if option.choices is not None:
            options[name] = draw(st.sampled_from(option.choices))
        elif name == "pot_limit":
            options[name] = draw(st.sampled_from([0, 0, 4, 15, 40, 200]))
        elif name == "max_seen_bet":
            options[name] = draw(st.sampled_from([0, 0, 1, 2, 5])) * 2 * options["boot"]
        elif name == "boot":
            options[name] = draw(st.sampled_from([1, 1, 2, 3]))
        else:
            options[name] = draw(st.sampled_from([0, 0, option.least, option.least + 1]))
    if options["cards_dealt"] == 4 and options["wild"] in ("lowest", "highest"):
        options["cards_dealt"] = 3
    return Rules(**options)


class TableMachine(RuleBasedStateMachine):
    """A table of five seats, any commands in any order."""

    table: Table
    rebuilt: Table

    @initialize(rules=house_rules(), tab=st.booleans(), chips=st.lists(st.integers(0, 60), min_size=2, max_size=SEATS))
    def open(self, rules: Rules, tab: bool, chips: list[int]) -> None:
        """A table with some people."""
        self.table = self.rebuilt = Table.open(rules, SEATS, tab=tab)
        for seat, amount in enumerate(chips):
            self.command(Join(seat, f"p{seat}", 0 if tab else amount))

    def command(self, command: Command) -> bool:
        """Give a command; check after every event, and that a refusal changes nothing."""
        before = self.table[:]
        try:
            events = self.table.decide(command)
        except IllegalAction:
            assert self.table[:] == before
            return False
        for event in events:
            self.rebuilt = self.rebuilt.evolve(event)
        self.table = self.table.play(command)
        return True

    @rule(seat=seats, person=st.integers(0, 8), chips=st.integers(0, 40))
    def join(self, seat: int, person: int, chips: int) -> None:
        """A person may come back, too."""
        self.command(Join(seat, f"p{person}", chips))

    @rule(seat=seats, other=seats, chips=st.integers(-20, 40), which=st.integers(0, 4))
    def sit(self, seat: int, other: int, chips: int, which: int) -> None:
        """What a seat can do besides playing."""
        self.command(
            (Depart(seat), SitOut(seat), SitIn(seat), ChangePlaces(seat, other), GiveChips(seat, chips))[which]
        )

    @rule(rules=house_rules())
    def set_rules(self, rules: Rules) -> None:
        """Other rules from the next deal."""
        self.command(SetRules(rules))

    @precondition(lambda self: not self.table.running)
    @rule(shuffle=st.integers(0, 2**32))
    def deal(self, shuffle: int) -> None:
        """Between deals."""
        rng = Random(shuffle)
        table = self.table
        if table.carried is not None and rng.random() < 0.3:
            self.command(NameHand(table.carried.seat, rng.choice(("old", "new"))))
        if table.carried is not None and not table.carries_on(table.rules):
            assert self.command(TakePot())
        ready = self.table.ready
        first = rng.choice(ready) if self.table.dealer is None and ready else None
        deck = [card for card in CARDS if card not in self.table.kept]
        assert self.command(StartDeal(tuple(rng.sample(deck, len(deck))), first)) == (len(ready) >= 2)

    @precondition(lambda self: self.table.running)
    @rule(data=st.data(), often=st.just(None))
    def act(self, data: st.DataObject, often: None) -> None:
        """One of the legal actions, up to six times, for deals have many."""
        for _ in range(data.draw(st.integers(1, 6))):
            assert self.table.deal is not None
            actions = check_agreement(self.table.deal)
            if not self.table.running:
                return
            assert self.command(Act(data.draw(st.sampled_from(actions))))
            self.holds()

    @precondition(lambda self: self.table.deal is not None)
    @rule(seed=st.integers(0, 2**32))
    def looked_at(self, seed: int) -> None:
        """Views and files of the deal as it stands."""
        assert self.table.deal is not None
        check_doors(self.table.deal, Random(seed))

    @invariant()
    def holds(self) -> None:
        """Chips, cards, and that the events rebuild the state."""
        table = self.table
        check(table)
        assert self.rebuilt == table
        deal = table.deal
        if deal is not None:
            check_deal(deal)


def check_deal(deal: Deal) -> None:
    """What holds of every deal at every moment."""
    assert Deal.replay(deal.events) == deal
    began = beginning(deal)
    hands = [hand for hand in (*began.hands, began.kept) if hand is not None]
    cards = {card for hand in hands for card in hand} | ({began.joker} - {None})
    assert cards <= set(CARDS)
    assert len(cards) == deal.rules.cards_dealt * len(hands) + (began.joker is not None)
    pots = deal.pot + sum(cover.amount for cover in deal.covers) + (deal.carries.amount if deal.carries else 0)
    assert pots + sum(player.won for player in deal.players) == deal.chips_in
    for before, player in zip(beginning(deal).stacks, deal.players, strict=True):
        if before is not None:
            assert player.stack == before - player.paid + player.won
            assert player.stack >= 0
    if deal.over:
        assert pots == (deal.carries.amount if deal.carries else 0)
        assert not deal.legal().leave
    else:
        assert len(deal.left) >= 2 or deal.comparing is not None


def check_doors(deal: Deal, rng: Random) -> None:
    """Views and masked files leak nothing; files replay to the same."""
    viewer: Viewer = rng.choice((None, *range(len(deal.players))))
    other = exchanged(deal, viewer, rng)
    if other is not None:
        assert told(other, viewer) == told(deal, viewer)
    whole = parse_json(to_json(hand_file(deal, names(deal))))
    masked = parse_json(to_json(hand_file(deal, names(deal), viewer)))
    unknown = again(deal, (None,) * len(deal.players))
    assert standing(last(whole)) == standing(last(masked)) == standing(deal)
    assert standing(last(hand_file(unknown, names(deal)))) == standing(deal)


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=settings().max_examples // 2, stateful_step_count=30)


def test_legal_and_decide_agree_with_unknown_hands() -> None:
    """Tables know all cards; here the dealer's word is asked for, too."""
    rng = Random(9)
    words = 0
    for _ in range(60):
        deal = random_deal(rng, players=rng.choice((2, 3, 4)), unknown=rng.choice((0.3, 1)))
        while not deal.over:
            check_deal(deal)
            words += any(isinstance(action, Best) for action in check_agreement(deal))
            deal = deal.play(random_action(deal, rng))
        check_agreement(deal)
    assert words > 20
