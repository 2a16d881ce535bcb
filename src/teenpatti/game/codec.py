"""The JSON form of actions, commands, events and states.

An event, action or command is an object with its ``kind``, which stays readable for ever, and its fields by name. Cards
are written ``"As"``, hands ``"AsTd2c"`` (null when unknown), rules as a ``rules`` table. A deal is saved as its list of
events, a table as its fields with the deal inside. :func:`decode` is exact: what it accepts encodes back to the same
JSON, but for a ``rules`` table that says more than it must.
"""

from __future__ import annotations

import types
from functools import cache
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from teenpatti.game import actions, commands, events, table_events
from teenpatti.game.cards import Card, Hand, format_hand, parse_hand, quote
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
}
"""Every kind by its name in JSON. A name is never taken away or given another meaning."""

_NAMES: Final = {cls: kind for kind, cls in KINDS.items()}
_RECORDS: Final = (Seat, Account)
T = TypeVar("T")


def encode(value: object) -> Any:
    """The JSON form (dicts, lists, strings, numbers, null) of an action, command, event, deal, table or a part of
    one."""
    if isinstance(value, Deal):
        return [encode(event) for event in value.events]
    if isinstance(value, (Table, *_RECORDS)):
        return {name: encode(item) for name, item in zip(value._fields, value, strict=True)}
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        # A hand, but not a deck: decks are told apart by their length of 52.
        if value and all(isinstance(item, Card) for item in value) and len(value) < 52:
            return format_hand(value)
        return [encode(item) for item in value]
    if isinstance(value, Rules):
        return value.to_options()
    kind = _NAMES.get(type(value))
    if kind is None:
        return value
    return {"kind": kind} | {name: encode(getattr(value, name)) for name in _hints(KINDS[kind])}


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
    if isinstance(data, str) and len(data) < 2 * 52:
        return parse_hand(data)
    if isinstance(data, list) and (not data or len(data) >= 52):
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
    if not isinstance(data, dict) or data.keys() != kind.keys() | hints.keys() or data.get("kind") != kind.get("kind"):
        raise _wrong(data, f"an object with the fields {', '.join([*kind, *hints])}")
    return cls(**{name: _decode(hint, data[name]) for name, hint in hints.items()})
