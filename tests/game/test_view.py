"""What a viewer may know, and that nothing else reaches him."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from teenpatti.game import record, table_view
from teenpatti.game import view as view_module
from teenpatti.game.actions import ShowHand
from teenpatti.game.cards import CARDS, parse_hand
from teenpatti.game.codec import encode
from teenpatti.game.commands import Act, Join, StartDeal
from teenpatti.game.deal import Deal
from teenpatti.game.events import DealStarted, Saw, SideAccepted
from teenpatti.game.notation import to_json, to_tph
from teenpatti.game.record import hand_file
from teenpatti.game.rules import Rules
from teenpatti.game.table import Table
from teenpatti.game.table_events import InDeal, Joined
from teenpatti.game.table_view import redact_table, view_table
from teenpatti.game.view import Viewer, look_after, redact, view
from tests.game.dealing import TRAILS, action, play, start
from tests.game.journeys import again, exchanged, journey, known_to, names
from tests.game.test_r13_side_show import all_seen
from tests.helpers import random_deal


def told(deal: Deal, viewer: Viewer) -> dict[str, Any]:
    """Everything that leaves the engine for a viewer."""
    # Through the modules, so that a planted leak is found.
    seen = view_module.view(deal, viewer)
    events = [view_module.redact(event, viewer) for event in deal.events]
    file = record.hand_file(deal, names(deal), viewer)
    return {
        "view": seen,
        "text": repr(seen),
        "events": events,
        "json": json.dumps([encode(event) for event in events]),
        "file": file,
        "jsonl": to_json(file),
        "toml": to_tph(file),
        "legal": deal.legal(viewer) if viewer is not None else None,
    }


def leaks(deals: int, seed: int) -> list[str]:
    """Where two decks that differ only in cards a viewer may not know give him different bytes."""
    rng = Random(seed)
    found = []
    for number in range(deals):
        moments = journey(random_deal(rng, players=rng.choice((2, 3, 4, 5))), rng)
        for at in sorted({0, len(moments) - 1, *rng.sample(range(len(moments)), min(4, len(moments)))}):
            deal = moments[at]
            for viewer in (None, *range(len(deal.players))):
                other = exchanged(deal, viewer, rng)
                if other is not None and told(deal, viewer) != told(other, viewer):
                    found.append(f"deal {number}, moment {at}, viewer {viewer}")
    return found


@pytest.mark.parametrize("seed", range(4))
def test_nothing_leaks(seed: int) -> None:
    """Views, redacted events, their JSON and masked files, for each player and the spectator, at any moment."""
    assert leaks(25, seed) == []


@pytest.mark.parametrize(
    ("module", "name", "leak"),
    [
        ("view", "redact", lambda event, viewer: event),
        ("view", "redact", lambda event, viewer: event if isinstance(event, DealStarted) else redact(event, viewer)),
        ("view", "redact", lambda event, viewer: event if isinstance(event, Saw) else redact(event, viewer)),
        ("view", "redact", lambda event, viewer: event if isinstance(event, SideAccepted) else redact(event, viewer)),
        ("view", "known_hands", lambda deal, viewer: {i: p.hand for i, p in enumerate(deal.players)}),
        ("view", "looking_at", lambda me: me.second),
        ("record", "known_hands", lambda deal, viewer: {i: p.hand for i, p in enumerate(deal.players)}),
        ("view", "legal", lambda deal, viewer: str(deal.players[0].hand)),
    ],
)
def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch, module: str, name: str, leak: Any) -> None:
    """Otherwise the test above would prove nothing."""
    monkeypatch.setattr({"view": view_module, "record": record}[module], name, leak)
    assert any(leaks(25, seed) for seed in range(8))


def test_the_exchanged_decks_differ() -> None:
    """And are played to the same moment."""
    rng = Random(7)
    exchanges = 0
    for _ in range(30):
        deal = journey(random_deal(rng, players=3), rng)[-1]
        for viewer in (None, 0, 1, 2):
            other = exchanged(deal, viewer, rng)
            known = known_to(deal, viewer)
            if other is not None:
                assert len(other.events) == len(deal.events)
                changed = {p.hand for p, q in zip(deal.players, other.players, strict=True) if p.hand != q.hand}
                assert not changed & known
                exchanges += bool(changed)
    assert exchanges > 40


def test_unknown_hands_give_the_same_chips() -> None:
    """The dealer's word takes the place of the cards."""
    rng = Random(3)
    for _ in range(60):
        deal = journey(random_deal(rng), rng)[-1]
        twin = again(deal, (None,) * len(deal.players))
        assert [(p.stack, p.paid, p.won, p.packed) for p in twin.players] == [
            (p.stack, p.paid, p.won, p.packed) for p in deal.players
        ]
        assert twin.over


def test_r07_own_hand_only_once_seen() -> None:
    """A blind player's own cards are hidden from him too."""
    deal = start(2)
    assert view(deal, 0).own_hand is None
    deal = play(deal, "p1 see")
    assert view(deal, 0).own_hand == parse_hand(TRAILS[0])
    assert view(deal, 1).own_hand is None
    assert view(deal).own_hand is None
    assert view(deal, 0).events[-1] == Saw(0, parse_hand(TRAILS[0]))
    assert view(deal, 1).events[-1] == view(deal).events[-1] == Saw(0, None)


def test_r14_both_see_both_hands_nobody_else_any_card() -> None:
    """Others learn who asked whom, the answer and who packed."""
    deal = play(all_seen(4), "p1 side p4, p4 accept")
    ours, theirs = parse_hand(TRAILS[0]), parse_hand(TRAILS[3])
    assert view(deal, 0).shown == {3: theirs}
    assert view(deal, 3).shown == {0: ours}
    for viewer in (1, 2, None):
        seen = view(deal, viewer)
        assert seen.shown == {}
        assert SideAccepted(3, 0, (None, None)) in seen.events
        assert seen.events[-1] == deal.events[-1]
        assert seen.seats[3].packed
    assert SideAccepted(3, 0, (theirs, ours)) in view(deal, 0).events


def test_r14_a_side_show_of_unknown_hands_shows_nothing() -> None:
    """There is nothing to show."""
    deal = play(start("???"), *(f"p{i} see, p{i} bet 2" for i in (1, 2, 3)), "p1 side p3, p3 accept")
    assert view(deal, 0).shown == {}


def test_r12_shown_hands_are_for_all() -> None:
    """Of a blind player too, and they are in everybody's view."""
    deal = play(start(3), "p1 see, p1 pack, p2 show")
    for viewer in (None, 0, 1, 2):
        assert view(deal, viewer).shown == {1: parse_hand(TRAILS[1]), 2: parse_hand(TRAILS[2])}
    assert view(deal, 1).own_hand is None


def test_r08_a_hand_shown_after_the_deal_is_for_all() -> None:
    """By its owner's will."""
    deal = play(start(2), "p1 pack").play(ShowHand(0))
    assert view(deal).shown == {0: parse_hand(TRAILS[0])}


def test_r08_an_owner_may_look_at_his_cards_after_the_deal() -> None:
    """In private, and not before; there is nothing to see of cards the engine never knew."""
    deal = play(start([TRAILS[0], "?"]), "p1 see")
    assert look_after(deal, 0) is None
    over = play(deal, "p1 pack")
    assert look_after(over, 0) == parse_hand(TRAILS[0])
    assert look_after(over, 1) is None
    assert view(over, 1).own_hand is None
    with pytest.raises(IndexError):
        look_after(over, -1)


def test_a_view_says_how_things_stand() -> None:
    """All that is public, and what the viewer may do."""
    deal = play(start(3, stacks=[99, 2, 99], short_stack="cover"), "p1 bet 2, p2 cover")
    seen = view(deal, 2)
    assert seen.viewer == 2
    assert seen.rules == Rules(short_stack="cover")
    assert (seen.pot, seen.price, seen.raises, seen.turn, seen.over) == (6, 4, 1, 2, False)
    assert seen.covers == deal.covers
    assert seen.left == deal.left == (0, 2)
    assert [tuple(seat) for seat in seen.seats] == [
        (p.stack, p.paid, p.seen, p.packed, p.covered, p.has_bet, p.blind_bets, p.two) for p in deal.players
    ]
    assert seen.legal == deal.legal(2)
    assert view(deal, 0).legal == deal.legal(0)
    assert view(deal).legal == type(seen.legal)()
    assert view(play(all_seen(2), "p1 side p2")).asked == (0, 1)


@pytest.mark.parametrize("viewer", [-1, 3, True, 1.0, "p1", 10**5000], ids=lambda viewer: str(type(viewer)))
def test_no_such_viewer(viewer: Any) -> None:
    """Never the view of somebody else."""
    with pytest.raises(IndexError, match="is no player of this deal"):
        view(start(3), viewer)


def _table() -> Table:
    table = Table.open(Rules(), 4).play(Join(1, "A", 50)).play(Join(3, "B", 50)).play(Join(0, "C", 0))
    return table.play(StartDeal(CARDS, 1))


def test_a_table_hides_only_the_deal() -> None:
    """A seat sees its player's view; anybody else the spectator's."""
    table = _table().play(Act(action("p1 see")))
    assert table.dealt_in == (3, 1)
    assert table.deal is not None
    assert view_table(table, 3).deal == view(table.deal, 0)
    assert view_table(table, 1).deal == view(table.deal, 1)
    assert view_table(table, 0).deal == view_table(table).deal == view(table.deal)
    seen = view_table(table, 3)
    assert (seen.seat, seen.rules, seen.seats, seen.tab, seen.dealer, seen.deals, seen.dealt_in, seen.ledger) == (
        3,
        *(table.rules, table.seats, table.tab, table.dealer, table.deals, table.dealt_in, table.ledger),
    )
    assert view_table(Table.open(Rules(), 2)).deal is None


def test_events_of_a_table_are_redacted_too() -> None:
    """Those of its deal."""
    table = _table()
    assert table.deal is not None
    event = InDeal(table.deal.events[0])
    assert redact_table(event, 0) == InDeal(redact(event.event, 0)) != event
    joined = Joined(0, "A", 5)
    assert redact_table(joined, None) is joined
    assert table_view.redact_table is redact_table


def test_a_masked_file_of_a_running_deal() -> None:
    """It ends where the deal stands, with what the viewer knows."""
    deal = play(start(2), "p1 see, p1 bet 2")
    assert hand_file(deal, ["A", "B"], 0).actions[:2] == (f"d dh p1 {TRAILS[0]}", "d dh p2 ??????")
    assert hand_file(deal, ["A", "B"], 1).actions[:2] == ("d dh p1 ??????", "d dh p2 ??????")
    assert hand_file(deal, ["A", "B"]).actions == (
        f"d dh p1 {TRAILS[0]}",
        f"d dh p2 {TRAILS[1]}",
        "p1 see",
        "p1 bet 2",
    )
