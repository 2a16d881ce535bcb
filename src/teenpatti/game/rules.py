"""House rules as data: one frozen, validated :class:`Rules`, and the presets.

Option names and values are those of the rules, of files, flags and forms. Amounts are chips. Code that plays asks the
option; nothing anywhere asks which preset it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias, cast, get_args, get_origin, get_type_hints

from teenpatti.game.cards import Card, quote
from teenpatti.game.errors import Code, InvalidRules
from teenpatti.game.ranking import AceRun, Ranking, TopTrail
from teenpatti.game.wild import Wild

Value: TypeAlias = int | bool | str

MAX_DIGITS: Final = 200
"""Longest number read from text. Far beyond any chip count; keeps hostile input from costing time."""

_NUMBER = re.compile(r"0|[1-9][0-9]*", re.ASCII)


def _option(default: Any, *, least: int | None = None, zero: bool = False) -> Any:
    """A field with its limits: numbers of at least ``least``, and 0 (none) where ``zero``."""
    return field(default=default, metadata={"least": least, "zero": zero})


@dataclass(frozen=True)
class Rules:
    """The rules of one table. The defaults are what the sources say.

    Raises InvalidRules for an unknown option, a value an option does not take, or options that cannot stand together.
    """

    boot: int = _option(1, least=1)
    """The ante of every player, in chips; also the first stake (R5)."""
    ace_run: AceRun = _option("top")
    """Place of A-2-3 among the runs (R2): top, second (below A-K-Q), lowest (below 4-3-2), or none (no run)."""
    top_trail: TopTrail = _option("ace")
    """The highest trail (R1): A-A-A, or 3-3-3 as in Brag."""
    lowball: bool = _option(False)
    """Muflis: the exact reverse of the order."""
    wild: Wild = _option("none")
    """Wild cards (R21): none, all aces, kings, fours and sevens, the rank of a card turned up, or the holder's own
    lowest or highest rank."""
    cards_dealt: Literal[3, 4] = _option(3)
    """Cards dealt to each player; the best three of four count (R21)."""
    raise_factor: int = _option(2, least=2, zero=True)
    """Highest bet as a multiple of the price (P); 0: no limit."""
    bet_steps: Literal["any", "double"] = _option("any")
    """any amount in the range, or double: the lowest bet times 1, 2, 4 ..."""
    blind_limit: int = _option(0, least=1, zero=True)
    """After so many blind bets of his own a blind player can only look or pack; 0: none."""
    max_seen_bet: int = _option(0, least=1, zero=True)
    """Highest seen bet in chips, even; blind bets at most half; 0: none."""
    pot_limit: int = _option(0, least=1, zero=True)
    """A pot of so many chips ends the deal with all hands left shown (R17); 0: none."""
    max_raises: int = _option(0, least=1, zero=True)
    """After so many raises every bet is the lowest legal one; 0: none."""
    look: Literal["own_turn", "any_time"] = _option("own_turn")
    """When a player may look: on his own turn, or at any moment before the deal ends."""
    seen_may_show_blind: bool = _option(False)
    """Whether a seen player may ask a blind one for a show (R10)."""
    show_multiplier: Literal[1, 2] = _option(1)
    """Price of a show as a multiple (R9)."""
    show_tie: Literal["payer_loses", "split"] = _option("payer_loses")
    """Equal hands at a paid show (R12)."""
    side_show: bool = _option(True)
    """Whether there are side shows (R13)."""
    side_show_with: Literal["previous", "any"] = _option("previous")
    """Whom a side show may be asked of: the previous player left, or any."""
    side_show_all_seen: bool = _option(True)
    """Whether all players left must be seen for a side show, or only the two."""
    side_show_min_players: Literal[2, 3] = _option(2)
    """Fewest players left for a side show."""
    side_show_multiplier: Literal[1, 2] = _option(1)
    """Price of a side show as a multiple of P (R13)."""
    short_stack: Literal["pack", "cover"] = _option("pack")
    """What a player who cannot pay the lowest bet may do (R16)."""
    lone_blind: Literal["wins", "carries"] = _option("wins")
    """What happens when all others pack to a blind player: he wins, or the pot carries over to the next deal, for which
    he keeps his hand (R20)."""

    def __post_init__(self) -> None:
        for name in OPTIONS:
            _check(name, getattr(self, name))
        if self.max_seen_bet and (self.max_seen_bet % 2 or self.max_seen_bet < 2 * self.boot):
            raise InvalidRules(
                Code.OPTIONS_CONFLICT,
                f"max_seen_bet {quote(self.max_seen_bet)} does not fit boot {quote(self.boot)}: expected 0 (none) or "
                "an even number of at least twice the boot.",
            )
        if self.cards_dealt == 4 and self.wild in ("lowest", "highest"):
            raise InvalidRules(
                Code.OPTIONS_CONFLICT,
                f"cards_dealt 4 does not go with wild {self.wild}: expected 3 cards, or other wild cards (R21).",
            )

    @classmethod
    def preset(cls, name: str = "classic", boot: int = 1, **overrides: Value) -> Rules:
        """The rules of preset ``name`` at a ``boot`` in chips, with single options overridden.

        A preset's own amounts grow with the boot; overrides are chips as they stand.

        >>> Rules.preset("club", boot=10).max_seen_bet, Rules.preset("club", boot=10, max_seen_bet=400).max_seen_bet
        (1280, 400)
        """
        if not isinstance(name, str) or name not in PRESETS:
            raise InvalidRules(
                Code.UNKNOWN_PRESET, f"There is no preset {quote(name)}: expected one of {', '.join(PRESETS)}."
            )
        _check("boot", boot)
        options = {
            option: value * boot if option in IN_BOOTS else value for option, value in PRESETS[name].items()
        } | overrides
        _check_names(options)
        return cls(**cast("dict[str, Any]", {"boot": boot} | options))

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> Rules:
        """The rules of a ``rules`` table: ``preset`` (classic if absent) and options. Raises InvalidRules."""
        overrides = {name: cast("Value", value) for name, value in options.items() if name not in ("preset", "boot")}
        _check_names(overrides)
        return cls.preset(
            cast("str", options.get("preset", "classic")), cast("int", options.get("boot", 1)), **overrides
        )

    def to_options(self) -> dict[str, Value]:
        """The shortest ``rules`` table that gives these rules back: what differs from classic; may be empty."""
        return {name: getattr(self, name) for name in OPTIONS if getattr(self, name) != OPTIONS[name].default}

    @cached_property
    def ranking(self) -> Ranking:
        """The order of hands under these rules. Where a joker is turned up, no card is wild before it is
        (:meth:`ranking_with`)."""
        return Ranking(self.ace_run, self.top_trail, self.lowball, self.wild, None, self.cards_dealt)

    def ranking_with(self, joker: Card | None) -> Ranking:
        """The order of hands in a deal whose joker is the card ``joker``, None where none is turned up."""
        return self.ranking if joker is None else replace(self.ranking, joker_rank=joker.rank)

    @property
    def turns_up(self) -> bool:
        """Whether a joker is turned up after the hands."""
        return self.wild == "joker"

    @property
    def carries(self) -> bool:
        """Whether a pot can carry over to the next deal (R20)."""
        return self.lone_blind == "carries"

    def most_players(self, kept: int = 0) -> int:
        """Most players that one deck can deal in beside ``kept`` hands kept from the deal before (R5)."""
        return (52 - self.turns_up) // self.cards_dealt - kept

    @property
    def max_players(self) -> int:
        """Most players of one deal (R5)."""
        return self.most_players()

    @property
    def max_seats(self) -> int:
        """Most seats of a table, so that all can be dealt in whatever is kept (R5, R20)."""
        return self.most_players(kept=int(self.carries))


@dataclass(frozen=True)
class Option:
    """What one option takes: ``choices`` (None: any whole number of at least ``least``, or 0 too where ``zero``)."""

    name: str
    default: Value
    choices: tuple[Value, ...] | None
    least: int = 0
    zero: bool = False

    @property
    def expected(self) -> str:
        """What the option takes, in words for an error message."""
        if self.choices is not None:
            return ("one of " if len(self.choices) > 1 else "") + ", ".join(format_value(c) for c in self.choices)
        return ("0 (none) or " if self.zero else "") + f"a whole number of at least {self.least}"

    def accepts(self, value: object) -> bool:
        """Whether ``value`` is of the right type and in range; 1 is no boolean and True no number."""
        if self.choices is not None:
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        return type(value) is int and (value >= self.least or (self.zero and value == 0))

    def parse(self, text: str) -> Value:
        """The value written as ``text`` in a flag or form. Raises InvalidRules."""
        value: Value = text
        if text in ("true", "false"):
            value = text == "true"
        elif _NUMBER.fullmatch(text) and len(text) <= MAX_DIGITS:
            value = int(text)
        _check(self.name, value)
        return value


def format_value(value: Value) -> str:
    """A value as files, flags and forms write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _options() -> dict[str, Option]:
    hints = get_type_hints(Rules)
    found = {}
    for item in fields(Rules):
        hint = hints[item.name]
        choices = get_args(hint) if get_origin(hint) is Literal else (False, True) if hint is bool else None
        found[item.name] = Option(
            item.name, cast("Value", item.default), choices, item.metadata["least"] or 0, item.metadata["zero"]
        )
    return found


OPTIONS: Final[dict[str, Option]] = _options()
"""Every option by name, in the order of the rules sheet."""

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "classic": {},
    "club": {
        "ace_run": "second",
        "bet_steps": "double",
        "look": "any_time",
        "blind_limit": 4,
        "max_seen_bet": 128,
        "pot_limit": 1024,
        "side_show_all_seen": False,
        "side_show_min_players": 3,
        "short_stack": "cover",
    },
    "brag": {
        "top_trail": "three",
        "raise_factor": 0,
        "show_multiplier": 2,
        "side_show": False,
        "short_stack": "cover",
        "lone_blind": "carries",
    },
    "muflis": {"lowball": True},
    "ak47": {"wild": "ak47"},
    "joker": {"wild": "joker"},
    "lowest": {"wild": "lowest"},
    "highest": {"wild": "highest"},
    "best-of-four": {"cards_dealt": 4},
}
"""What each preset changes; amounts in boots."""

IN_BOOTS: Final = frozenset({"max_seen_bet", "pot_limit"})
"""Options whose amounts a preset gives in boots."""


def _check_names(options: Mapping[str, object]) -> None:
    for name in options:
        if name not in OPTIONS:
            raise InvalidRules(
                Code.UNKNOWN_OPTION, f"There is no option {quote(name)}: expected one of {', '.join(OPTIONS)}."
            )


def _check(name: str, value: object) -> None:
    option = OPTIONS[name]
    if not option.accepts(value):
        raise InvalidRules(Code.BAD_OPTION_VALUE, f"{name} is {quote(value)}: expected {option.expected}.")
