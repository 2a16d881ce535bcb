"""Hand files as data: what stands in one, checked field by field. Reading and writing text is in notation.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from teenpatti.game.cards import quote
from teenpatti.game.errors import Code, InvalidHistory, InvalidRules
from teenpatti.game.rules import MAX_DIGITS, Rules, Value

FORMAT: Final = "tph/1"
VARIANT: Final = "TP"

MAX_ACTIONS: Final = 20_000
"""Most actions read. Far beyond any real deal; keeps hostile input from costing time."""

FIELDS: Final = (
    "format",
    "variant",
    "author",
    "event",
    "date",
    "rules",
    "players",
    "starting_stacks",
    "carried",
    "actions",
    "finishing_stacks",
)
"""All fields but a user's own, in the order in which they are written."""


@dataclass(frozen=True)
class HandFile:
    """One deal as a hand file holds it. ``options`` is the ``rules`` table as it was written, None if absent.

    ``actions`` are the lines as they stand; :func:`teenpatti.game.replay.replay` plays them. ``carried`` are the chips
    of a pot carried over from the deal before. ``extra`` holds author, event, date and the user fields that start with
    an underscore.
    """

    players: tuple[str, ...]
    actions: tuple[str, ...]
    rules: Rules = field(default_factory=Rules)
    options: Mapping[str, Value] | None = None
    starting_stacks: tuple[int, ...] | None = None
    carried: int = 0
    finishing_stacks: tuple[int, ...] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def to_fields(self) -> dict[str, Any]:
        """The fields of the file, in order."""
        fields: dict[str, Any] = {"format": FORMAT, "variant": VARIANT}
        fields |= {name: self.extra[name] for name in ("author", "event", "date") if name in self.extra}
        options = self.rules.to_options() if self.options is None else dict(self.options)
        if options:
            fields["rules"] = options
        fields["players"] = list(self.players)
        if self.starting_stacks is not None:
            fields["starting_stacks"] = list(self.starting_stacks)
        if self.carried:
            fields["carried"] = self.carried
        fields["actions"] = list(self.actions)
        if self.finishing_stacks is not None:
            fields["finishing_stacks"] = list(self.finishing_stacks)
        return fields | {name: value for name, value in self.extra.items() if name.startswith("_")}


def from_fields(data: object) -> HandFile:
    """The hand file whose fields are ``data``. Raises InvalidHistory naming the field and what was expected."""
    if not isinstance(data, dict):
        raise InvalidHistory(Code.BAD_SYNTAX, f"{quote(data)} is no hand file: expected a table of fields.")
    for name in data:
        if name not in FIELDS and not (isinstance(name, str) and name.startswith("_")):
            raise InvalidHistory(
                Code.UNKNOWN_FIELD,
                f"There is no field {quote(name)}: expected one of {', '.join(FIELDS)}, or a name that begins with _.",
            )
    for name, expected in (("format", FORMAT), ("variant", VARIANT)):
        if data.get(name) != expected:
            raise _bad(data, name, f'"{expected}"')
    rules = _rules(data)
    players = _strings(data, "players")
    if not 2 <= len(players) <= rules.max_players:
        raise _bad(data, "players", f"2 to {rules.max_players} names (R5)")
    actions = _strings(data, "actions")
    if len(actions) > MAX_ACTIONS:
        raise InvalidHistory(Code.TOO_LONG, f"{len(actions):,} actions: no deal takes more than {MAX_ACTIONS:,}.")
    starting = _stacks(data, "starting_stacks", len(players))
    for i, stack in enumerate(starting or ()):
        if stack < rules.boot:
            raise InvalidHistory(
                Code.BAD_STACK,
                f"starting_stacks: p{i + 1} has {quote(stack)}, which is under the boot of {quote(rules.boot)} (R18).",
            )
    for name, kinds in (("author", str), ("event", str), ("date", (str, date, datetime))):
        if name in data and not isinstance(data[name], kinds):
            raise _bad(data, name, "a date" if name == "date" else "text")
    return HandFile(
        players=players,
        actions=actions,
        rules=rules,
        options=data.get("rules"),
        starting_stacks=starting,
        carried=_carried(data, rules),
        finishing_stacks=_stacks(data, "finishing_stacks", len(players), least=0 if starting else None),
        extra={name: data[name] for name in data if name in ("author", "event", "date") or name.startswith("_")},
    )


def _bad(data: dict[str, Any], name: str, expected: str) -> InvalidHistory:
    if name not in data:
        return InvalidHistory(Code.MISSING_FIELD, f"The field {name} is missing: expected {expected}.")
    return InvalidHistory(Code.BAD_FIELD, f"{name} is {quote(data[name])}: expected {expected}.")


def _rules(data: dict[str, Any]) -> Rules:
    options = data.get("rules", {})
    if not isinstance(options, dict):
        raise _bad(data, "rules", "a table of options")
    for value in options.values():
        if type(value) is int and abs(value) >= 10**MAX_DIGITS:
            raise _bad(data, "rules", f"numbers of at most {MAX_DIGITS} digits")
    try:
        return Rules.from_options(options)
    except InvalidRules as error:
        raise InvalidHistory(error.code, f"rules: {error}") from error


def _carried(data: dict[str, Any], rules: Rules) -> int:
    """The chips of the pot that was carried over to this deal."""
    if "carried" not in data:
        return 0
    if not rules.carries:
        raise _bad(data, "carried", "no such field under these rules (lone_blind wins)")
    value = data["carried"]
    if type(value) is not int or not 0 <= value < 10**MAX_DIGITS:
        raise _bad(data, "carried", f"a whole number of chips of at most {MAX_DIGITS} digits")
    return value


def _strings(data: dict[str, Any], name: str) -> tuple[str, ...]:
    value = data.get(name)
    if not isinstance(value, list) or not all(type(item) is str for item in value):
        raise _bad(data, name, "a list of texts")
    return tuple(value)


def _stacks(data: dict[str, Any], name: str, count: int, least: int | None = 0) -> tuple[int, ...] | None:
    if name not in data:
        return None
    value = data[name]
    if not isinstance(value, list) or len(value) != count:
        raise _bad(data, name, f"a list of {count} whole numbers of chips, one a player")
    for item in value:
        if type(item) is not int or abs(item) >= 10**MAX_DIGITS or (least is not None and item < least):
            raise _bad(data, name, f"whole numbers of chips of at most {MAX_DIGITS} digits")
    return tuple(value)
