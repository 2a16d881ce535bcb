"""The JSON form of actions, commands, events and states.

An event, action or command is an object with its ``kind``, which stays readable for ever, and its fields by name. Cards
are written ``"As"``, hands ``"AsTd2c"`` (null when unknown), rules as a ``rules`` table. A deal is saved as its list of
events, a table as its fields with the deal inside. :func:`decode` is exact: what it accepts encodes back to the same
JSON, but for a ``rules`` table that says more than it must.

What was saved once stays readable: a kind or field is never taken away, renamed or given another meaning. A field that
comes later stands in :data:`ADDED` with what its absence means, and is written only where it says more than that. A
field or kind that this version does not know was written by a newer one, and is refused rather than lost.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from teenpatti.game import actions, commands, events, table_events
from teenpatti.game.cards import Card, Hand, format_hand, parse_hand, quote
from teenpatti.game.carry import Carried
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, InvalidHistory
from teenpatti.game.rules import Rules
from teenpatti.game.table import Account, Seat, Table

KINDS: Final[dict[str, type]] = {
    # actions
    "see": actions.See,
    "bet": actions.Bet,
    "pack": actions.Pack,
    "leave": actions.Leave,
    "show": actions.Show,
    "side": actions.Side,
    "accept": actions.Accept,
    "refuse": actions.Refuse,
    "cover": actions.Cover,
    "best": actions.Best,
    "show_hand": actions.ShowHand,
    "keep": actions.Keep,
    "drop": actions.Drop,
    # commands
    "join": commands.Join,
    "depart": commands.Depart,
    "sit_out": commands.SitOut,
    "sit_in": commands.SitIn,
    "change_places": commands.ChangePlaces,
    "give_chips": commands.GiveChips,
    "set_rules": commands.SetRules,
    "start_deal": commands.StartDeal,
    "act": commands.Act,
    "name_hand": commands.NameHand,
    "take_pot": commands.TakePot,
    # events of a deal
    "deal_started": events.DealStarted,
    "saw": events.Saw,
    "bet_made": events.BetMade,
    "packed": events.Packed,
    "left_covering": events.LeftCovering,
    "covered": events.Covered,
    "show_paid": events.ShowPaid,
    "side_asked": events.SideAsked,
    "side_refused": events.SideRefused,
    "side_accepted": events.SideAccepted,
    "compared": events.Compared,
    "best_named": events.BestNamed,
    "pot_won": events.PotWon,
    "deal_ended": events.DealEnded,
    "hand_shown": events.HandShown,
    "hand_kept": events.HandKept,
    "hand_dropped": events.HandDropped,
    "payer_exposed": events.PayerExposed,
    "pot_carried": events.PotCarried,
    # events of a table
    "joined": table_events.Joined,
    "leaving": table_events.Leaving,
    "departed": table_events.Departed,
    "sat_out": table_events.SatOut,
    "sat_in": table_events.SatIn,
    "places_changed": table_events.PlacesChanged,
    "chips_given": table_events.ChipsGiven,
    "rules_set": table_events.RulesSet,
    "deal_opened": table_events.DealOpened,
    "in_deal": table_events.InDeal,
    "hand_named": table_events.HandNamed,
    "pot_taken": table_events.PotTaken,
}
"""Every kind by its name in JSON. A name is never taken away or given another meaning."""

ADDED: Final[dict[type, dict[str, object]]] = {
    actions.See: {"which": None},
    commands.StartDeal: {"rules": None},
    events.DealStarted: {"joker": None, "carried": 0, "keeper": None, "kept": None},
    events.Saw: {"which": None},
    Table: {"carried": None},
}
"""Fields that came after a class was first saved, by class, with their values where the data do not have them."""

_NAMES: Final = {cls: kind for kind, cls in KINDS.items()}
_RECORDS: Final = (Seat, Account, Carried)
_MAX_HAND: Final = 4
_PLAIN: Final = frozenset({int, bool, str, types.NoneType})
"""What is JSON already. Asked first, since most values are."""
T = TypeVar("T")


def encode(value: object) -> Any:
    """The JSON form (dicts, lists, strings, numbers, null) of an action, command, event, deal, table or a part of
    one."""
    cls: Any = type(value)
    if cls in _PLAIN:
        return value
    if cls in _NAMES:
        return {"kind": _NAMES[cls]} | _encode_fields(value, _hints(cls))
    if isinstance(value, Deal):
        return [encode(event) for event in value.events]
    if isinstance(value, (Table, *_RECORDS)):
        return _encode_fields(value, value._fields)
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        # A hand, but not a deck, which is far longer even where hands were kept out of it.
        if value and all(isinstance(item, Card) for item in value) and len(value) <= _MAX_HAND:
            return format_hand(value)
        return [encode(item) for item in value]
    return value.to_options() if isinstance(value, Rules) else value


def _encode_fields(value: object, names: Iterable[str]) -> dict[str, Any]:
    added = ADDED.get(type(value))
    if added is None:
        return {name: encode(getattr(value, name)) for name in names}
    found = {name: getattr(value, name) for name in names}
    return {name: encode(item) for name, item in found.items() if name not in added or item != added[name]}


def decode(cls: type[T], data: object) -> T:
    """The ``cls`` (Deal, Table, or a class or union of kinds) whose JSON form is ``data``. Raises InvalidHistory."""
    try:
        return cast("T", _decode(cls, data))
    except InvalidHistory:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, AssertionError, RecursionError) as error:
        raise InvalidHistory(Code.BAD_EVENTS, f"This JSON is no {cls}: {error}") from error


def _wrong(data: object, expected: str) -> InvalidHistory:
    return InvalidHistory(Code.BAD_EVENTS, f"{quote(data)} in saved JSON: expected {expected}.")


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


def _decode(hint: Any, data: object) -> Any:
    origin = get_origin(hint)
    if hint in (int, bool, str):
        if type(data) is not hint:
            raise _wrong(data, hint.__name__)
        return data
    if origin is Literal:
        if data not in get_args(hint):
            raise _wrong(data, " or ".join(map(str, get_args(hint))))
        return data
    if origin in (Union, types.UnionType):
        return _decode_union(get_args(hint), data)
    if hint == Hand:
        return _decode_cards(data)
    if origin is tuple:
        return _decode_tuple(get_args(hint), data)
    if hint is Card:
        return Card.parse(cast("str", data))
    if hint is Rules:
        if not isinstance(data, dict):
            raise _wrong(data, "a table of rules")
        return Rules.from_options(data)
    if hint is Deal:
        return Deal.replay(_decode(tuple[events.Event, ...], data))
    return _decode_fields(hint, data)


def _decode_union(hints: tuple[Any, ...], data: object) -> Any:
    if data is None and type(None) in hints:
        return None
    choices = [hint for hint in hints if hint is not type(None)]
    if len(choices) == 1:
        return _decode(choices[0], data)
    kind = data.get("kind") if isinstance(data, dict) else None
    cls = KINDS.get(kind) if isinstance(kind, str) else None
    if cls not in choices:
        raise _wrong(data, "an object of a known kind")
    return _decode_fields(cls, data)


def _decode_cards(data: object) -> Hand:
    """A hand, which is text, or a whole deck, which is a list."""
    if isinstance(data, str) and len(data) <= 2 * _MAX_HAND:
        return parse_hand(data)
    if isinstance(data, list) and (not data or len(data) > _MAX_HAND):
        return tuple(Card.parse(card) for card in data)
    raise _wrong(data, "cards")


def _decode_tuple(hints: tuple[Any, ...], data: object) -> tuple[Any, ...]:
    if not isinstance(data, list) or (hints[-1] is not Ellipsis and len(data) != len(hints)):
        raise _wrong(data, "a list")
    items = [hints[0]] * len(data) if hints[-1] is Ellipsis else hints
    return tuple(_decode(hint, item) for hint, item in zip(items, data, strict=True))


def _decode_fields(cls: Any, data: object) -> Any:
    hints = _hints(cls)
    kind = {"kind": _NAMES[cls]} if cls in _NAMES else {}
    names, added = kind.keys() | hints.keys(), ADDED.get(cls, {})
    if not (isinstance(data, dict) and names - added.keys() <= data.keys() <= names) or (
        data.get("kind") != kind.get("kind")
    ):
        raise _wrong(data, f"an object with the fields {', '.join([*kind, *hints])}")
    values = {name: _decode(hint, data[name]) for name, hint in hints.items() if name in data}
    for name in added.keys() & values.keys():
        if values[name] == added[name]:
            raise _wrong(data[name], f"no {name} where it says nothing")
    return cls(**added | values)
