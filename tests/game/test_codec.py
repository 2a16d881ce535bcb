"""The JSON form of everything that is saved."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teenpatti.game.actions import (
    Accept,
    Action,
    Best,
    Bet,
    Cover,
    Drop,
    Keep,
    Leave,
    Pack,
    Refuse,
    See,
    Show,
    ShowHand,
    Side,
)
from teenpatti.game.cards import CARDS, Card, parse_hand
from teenpatti.game.codec import ADDED, KINDS, decode, encode
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
from teenpatti.game.errors import Code, InvalidHistory
from teenpatti.game.events import (
    BestNamed,
    BetMade,
    Compared,
    Covered,
    DealEnded,
    DealStarted,
    Event,
    HandDropped,
    HandKept,
    HandShown,
    LeftCovering,
    Packed,
    PayerExposed,
    PotCarried,
    PotWon,
    Saw,
    ShowPaid,
    SideAccepted,
    SideAsked,
    SideRefused,
)
from teenpatti.game.rules import Rules
from teenpatti.game.table import Account, Seat, Table
from teenpatti.game.table_events import (
    ChipsGiven,
    DealOpened,
    Departed,
    HandNamed,
    InDeal,
    Joined,
    Leaving,
    PlacesChanged,
    PotTaken,
    RulesSet,
    SatIn,
    SatOut,
    TableEvent,
)
from teenpatti.game.view import redact
from tests.game.dealing import play, start
from tests.game.journeys import journey
from tests.game.test_table import wishes
from tests.helpers import random_deal, random_rules

HAND, OTHER = parse_hand("AsTd2c"), parse_hand("3h4h5h")

ACTIONS: list[Action] = [
    *(kind(1) for kind in (See, Keep, Drop, Pack, Leave, Show, Accept, Refuse, Cover)),
    *(See(1, "old"), Bet(0, 5), Bet(0, 10**30), Side(2, 1), Best((0,)), Best((0, 2)), ShowHand(1), ShowHand(1, HAND)),
]
COMMANDS: list[Command] = [
    *(
        Join(0, "Asha", 5),
        Depart(1),
        SitOut(1),
        SitIn(1),
        ChangePlaces(0, 1),
        GiveChips(1, -5),
        SetRules(Rules(boot=2)),
    ),
    *(
        StartDeal(CARDS, 3),
        StartDeal(CARDS),
        StartDeal(CARDS[:49], rules=Rules(boot=2)),
        NameHand(1, "new"),
        TakePot(),
        Act(See(0)),
        Act(Best((0, 1))),
    ),
]
EVENTS: list[Event] = [
    DealStarted(Rules.preset("club"), (5, None), (HAND, None), 2, None),
    DealStarted(Rules.preset("joker"), (5, None), (HAND, None), 2, 0, CARDS[0]),
    DealStarted(Rules.preset("brag"), (5, 5), (HAND, None), 2, 0, None, 12, 1, OTHER),
    *(Saw(1, HAND, "old"), HandKept(1, "old", chosen=True), HandDropped(1, "new"), PotCarried(0, 5)),
    *(
        PayerExposed(1, HAND),
        Saw(0, HAND),
        Saw(0, None),
        BetMade(0, 5, blind=True, raised=False, price=10, turn=1),
        Packed(1, "side", None),
    ),
    *(Packed(1, "pack", 0), Packed(1, "leave", 0), LeftCovering(2), Covered(1, 0, 7, 0), ShowPaid(0, 1, 4)),
    *(
        SideAsked(0, 1, 2, None),
        SideRefused(1, 0, 2),
        SideAccepted(1, 0, (None, HAND)),
        SideAccepted(1, 0, (HAND, OTHER)),
    ),
    *(Compared("side", (0, 1), (), word_due=True), Compared("cover", (0, 1), (HAND, None), word_due=True)),
    *(BestNamed((1, 2)), PotWon((0, 1), (5, 4), None), DealEnded((-1, 1), (4, None)), HandShown(0, HAND)),
]
TABLE_EVENTS: list[TableEvent] = [
    *(Joined(0, "Asha", 5), Leaving(0), Departed(0, "Asha", 5), SatOut(0), SatIn(0), PlacesChanged(0, 1)),
    *(
        ChipsGiven(0, -5),
        RulesSet(Rules()),
        HandNamed(0, "new"),
        PotTaken(1, 12),
        DealOpened(3, 1, (0, 1)),
        InDeal(Saw(0, HAND)),
    ),
]
EVERY: list[tuple[Any, Any]] = [
    *((Action, value) for value in ACTIONS),
    *((Command, value) for value in COMMANDS),
    *((Event, value) for value in EVENTS),
    *((TableEvent, value) for value in TABLE_EVENTS),
]


def test_every_kind_is_tried() -> None:
    """And none is forgotten."""
    assert {type(value) for _, value in EVERY} == set(KINDS.values())


@pytest.mark.parametrize(("union", "value"), EVERY, ids=lambda value: type(value).__name__)
def test_round_trip_of_every_kind(union: Any, value: Any) -> None:
    """Over real JSON text, by the union or by the class itself."""
    text = json.dumps(encode(value))
    data = json.loads(text)
    assert KINDS[data["kind"]] is type(value)
    for hint in (union, type(value)):
        again = decode(hint, data)
        assert again == value
        assert type(again) is type(value)
        assert json.dumps(encode(again)) == text


def test_the_kinds_and_their_fields_are_frozen() -> None:
    """What was once written stays readable for ever: a line may be added to the snapshot, never changed."""
    lines = sorted({f"{encode(value)['kind']}: {' '.join(encode(value))}" for _, value in EVERY})
    assert lines == Path(__file__).with_name("kinds.txt").read_text("utf-8").splitlines()


def test_how_the_parts_are_written() -> None:
    """Cards as text, unknown hands as null, rules as a table, decks as lists."""
    assert encode(EVENTS[0]) == {
        "kind": "deal_started",
        "rules": Rules.preset("club").to_options(),
        "stacks": [5, None],
        "hands": ["AsTd2c", None],
        "price": 2,
        "turn": None,
    }
    assert encode(StartDeal(CARDS))["deck"][:2] == ["2c", "2d"]
    assert encode(CARDS[51]) == "As"
    assert encode(Rules()) == {}
    assert encode(Seat("A", 5)) == {"person": "A", "chips": 5, "sitting_out": False, "leaving": False}
    assert decode(Seat, encode(Seat("A", 5, sitting_out=True))) == Seat("A", 5, sitting_out=True)
    assert decode(Card, "Td") == CARDS[33]
    assert decode(Account, {"given": 1, "net": 2, "deals": 3}) == Account(1, 2, 3)
    assert decode(Rules, {"preset": "club"}) == Rules.preset("club")


def test_deals_at_every_moment() -> None:
    """A deal is its events; what it becomes after is the same."""
    rng = Random(5)
    for _ in range(15):
        for deal in journey(random_deal(rng, unknown=rng.choice((0, 0.5))), rng):
            again = decode(Deal, json.loads(json.dumps(encode(deal))))
            assert again == deal
            assert type(again) is Deal
            for viewer in (None, 0):
                for event in deal.events:
                    hidden = redact(event, viewer)
                    assert decode(Event, json.loads(json.dumps(encode(hidden)))) == hidden  # type: ignore[arg-type]


def test_tables_at_every_moment() -> None:
    """With the deal inside, and every event and command on the way."""
    rng = Random(6)
    table = Table.open(random_rules(rng), 5)
    for _ in range(120):
        for command in wishes(table, rng):
            assert decode(Command, json.loads(json.dumps(encode(command)))) == command  # type: ignore[arg-type]
            try:
                events = table.decide(command)
            except ValueError:
                continue
            for event in events:
                assert decode(TableEvent, json.loads(json.dumps(encode(event)))) == event  # type: ignore[arg-type]
            table = table.play(command)
        assert decode(Table, json.loads(json.dumps(encode(table)))) == table
    assert table.deals > 3


GOOD = encode(EVENTS[0])


@pytest.mark.parametrize(
    ("hint", "data"),
    [
        (Event, None),
        (Event, []),
        (Event, "saw"),
        (Event, {}),
        (Event, {"kind": None}),
        (Event, {"kind": ["saw"]}),
        (Event, {"kind": "saw"}),
        (Event, {"kind": "sawn", "player": 0, "hand": None}),
        (Event, {"kind": "see", "player": 0}),
        (Event, {"kind": "saw", "player": 0, "hand": None, "which": None}),
        (Event, {"kind": "saw", "player": 0, "hand": None, "which": "both"}),
        (Event, {"kind": "joined", "seat": 0, "person": "A", "chips": 1}),
        (Saw, {"kind": "packed", "player": 0, "hand": None}),
        (Event, {"kind": "saw", "player": 0, "hand": None, "more": 1}),
        (Event, {"kind": "saw", "player": "0", "hand": None}),
        (Event, {"kind": "saw", "player": True, "hand": None}),
        (Event, {"kind": "saw", "player": 0.0, "hand": None}),
        (Event, {"kind": "saw", "player": None, "hand": None}),
        (Event, {"kind": "saw", "player": 0, "hand": ""}),
        (Event, {"kind": "saw", "player": 0, "hand": "AsA"}),
        (Event, {"kind": "saw", "player": 0, "hand": "AsAs2c"}),
        (Event, {"kind": "saw", "player": 0, "hand": ["As", "Td", "2c"]}),
        (Event, {"kind": "saw", "player": 0, "hand": 5}),
        (Event, {"kind": "packed", "player": 0, "cause": "bored", "turn": None}),
        (Event, {"kind": "packed", "player": 0, "cause": ["pack"], "turn": None}),
        (Event, {"kind": "side_accepted", "player": 0, "asker": 1, "hands": [None]}),
        (Event, {"kind": "side_accepted", "player": 0, "asker": 1, "hands": {"0": None}}),
        (Event, {"kind": "best_named", "players": "0"}),
        (Event, GOOD | {"rules": [1]}),
        (Event, GOOD | {"rules": None}),
        (Event, GOOD | {"rules": {"boot": 0}}),
        (Event, GOOD | {"rules": {"joker": 1}}),
        (Command, {"kind": "start_deal", "deck": "".join(map(str, CARDS)), "first_dealer": None}),
        (Command, {"kind": "start_deal", "deck": [None] * 52, "first_dealer": None}),
        (Command, {"kind": "start_deal", "deck": ["As"], "first_dealer": None}),
        (Command, {"kind": "act", "action": {"kind": "act", "action": {}}}),
        (Deal, []),
        (Deal, {}),
        (Deal, [{"kind": "saw", "player": 0, "hand": None}]),
        (Deal, [GOOD, GOOD]),
        (Deal, [GOOD | {"hands": [None]}]),
        (Deal, [GOOD, {"kind": "saw", "player": 7, "hand": None}]),
        (Deal, [GOOD, {"kind": "best_named", "players": [0]}]),
        (Deal, [GOOD, {"kind": "pot_won", "players": [0], "shares": [], "covered_by": None}]),
        (Card, "10d"),
        (Card, 33),
        (Table, {}),
        (Table, encode(Table.open(Rules(), 2)) | {"seats": [None, {"person": 5}]}),
        (Table, encode(Table.open(Rules(), 2)) | {"deal": 5}),
        (Seat, {"person": "A", "chips": 5}),
    ],
    ids=lambda value: getattr(value, "__name__", None) or str(value)[:60],
)
def test_bad_json_is_refused(hint: Any, data: Any) -> None:
    """With one error, whatever is wrong."""
    with pytest.raises(InvalidHistory) as caught:
        decode(hint, data)
    assert caught.value.code is Code.BAD_EVENTS
    assert str(caught.value)


def test_json_nested_too_deeply() -> None:
    """Deeper than any event."""
    data: Any = {}
    for _ in range(5000):
        data = {"kind": "act", "action": data}
    with pytest.raises(InvalidHistory):
        decode(Command, data)  # type: ignore[arg-type]


texts = st.sampled_from(["As", "AsTd2c", "pack", ""])
keys = st.sampled_from(["kind", "player", "hand"])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=4,
)


@given(st.sampled_from(EVERY), st.data())
def test_what_is_decoded_encodes_to_the_same(pair: tuple[Any, Any], data: st.DataObject) -> None:
    """Good JSON with one part exchanged is refused, or is exact."""
    union, value = pair
    encoded = encode(value)
    name = data.draw(st.sampled_from(sorted(encoded)))
    changed = encoded | {name: data.draw(json_values)}
    try:
        decoded = decode(union, changed)
    except InvalidHistory:
        return
    assert json.dumps(encode(decoded)) == json.dumps(changed) or name == "rules"


def test_events_of_a_deal_rebuild_it() -> None:
    """Only if they begin with its start."""
    deal = play(start(2), "p1 bet 2, p2 see")
    assert Deal.replay(deal.events) == deal
    for events in ((), deal.events[1:]):
        with pytest.raises(InvalidHistory, match="The events of a deal begin with its start"):
            Deal.replay(events)


def test_fields_that_come_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Older data lack them and mean what is written down for that; a field that nobody knows is refused."""
    account = encode(Account(given=100, net=-20, deals=3))
    old = {name: value for name, value in account.items() if name != "deals"}
    with pytest.raises(InvalidHistory):
        decode(Account, old)
    monkeypatch.setitem(ADDED, Account, {"deals": 7})
    assert decode(Account, old) == Account(given=100, net=-20, deals=7)
    assert decode(Account, account) == Account(given=100, net=-20, deals=3)
    for wrong in (account | {"newer": 1}, old | {"newer": 1}, {"given": 100, "deals": 3}):
        with pytest.raises(InvalidHistory):
            decode(Account, wrong)
    # What is written down is JSON of fields that there are.
    for cls, fields in ADDED.items():
        for name, value in fields.items():
            assert encode(decode(get_type_hints(cls)[name], value)) == value
