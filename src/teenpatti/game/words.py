"""The words of a hand file's ``actions``: reading and writing one line.

Words are separated by blanks; a word that begins with ``#`` starts commentary. Players count from p1, numbers are ASCII
digits without a leading zero.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

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
from teenpatti.game.cards import Card, Hand, parse_hand, quote
from teenpatti.game.errors import Code, IllegalAction, InvalidCard, InvalidHistory
from teenpatti.game.rules import MAX_DIGITS, Rules

_PLAYER: Final = re.compile(r"p([1-9][0-9]{0,9})", re.ASCII)
_NUMBER: Final = re.compile(r"0|[1-9][0-9]*", re.ASCII)
_BLANKS: Final = re.compile(r"[ \t]+")

_BARE: Final[dict[str, type[See | Keep | Drop | Pack | Leave | Show | Accept | Refuse | Cover]]] = {
    "see": See,
    "pack": Pack,
    "leave": Leave,
    "show": Show,
    "accept": Accept,
    "refuse": Refuse,
    "cover": Cover,
    "keep": Keep,
    "drop": Drop,
}
_DEALING: Final = frozenset({"dh", "tj", "kh"})


@dataclass(frozen=True, slots=True)
class DealHand:
    """``d dh pN CARDS``: the cards of a player; None for unknown ones."""

    player: int
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class TurnUp:
    """``d tj CARD``: the joker, shown to all (R21)."""

    card: Card


@dataclass(frozen=True, slots=True)
class KeptHand:
    """``d kh pN CARDS``: the hand that a player kept from the deal before (R20); None for unknown cards."""

    player: int
    hand: Hand | None


Dealing: TypeAlias = DealHand | KeptHand | TurnUp
"""What a dealing line says."""


def split(line: str) -> list[str]:
    """The words of a line, without its commentary."""
    words = [word for word in _BLANKS.split(line) if word]
    comment = next((i for i, word in enumerate(words) if word.startswith("#")), len(words))
    return words[:comment]


def is_dealing(words: list[str]) -> bool:
    """Whether the words are a dealing line, good or bad."""
    return len(words) >= 2 and words[0] == "d" and words[1] in _DEALING


def read_dealing(words: list[str], rules: Rules) -> Dealing:
    """What the words of a dealing line say under ``rules``. Raises InvalidHistory without a place."""
    line = quote(" ".join(words))
    if words[1] == "tj":
        return _turn_up(words, line, rules)
    if words[1] == "kh" and not rules.carries:
        raise InvalidHistory(Code.BAD_DEALING, f"{line}: these rules keep no hands.")
    player = _player(words[2]) if len(words) == 4 else None
    if player is None:
        raise InvalidHistory(Code.BAD_DEALING, f"{line}: expected d {words[1]} pN CARDS.")
    kind = DealHand if words[1] == "dh" else KeptHand
    if words[3] == "??" * rules.cards_dealt:
        return kind(player, None)
    try:
        return kind(player, parse_hand(words[3], rules.cards_dealt))
    except InvalidCard as error:
        raise InvalidHistory(Code.BAD_DEALING, f"{line}: {error}") from error


def _turn_up(words: list[str], line: str, rules: Rules) -> TurnUp:
    if not rules.turns_up:
        raise InvalidHistory(Code.BAD_DEALING, f"{line}: these rules turn up no joker.")
    if len(words) != 3:
        raise InvalidHistory(Code.BAD_DEALING, f"{line}: expected d tj CARD.")
    try:
        return TurnUp(Card.parse(words[2]))
    except InvalidCard as error:
        raise InvalidHistory(Code.BAD_DEALING, f"{line}: {error}") from error


def read_action(words: list[str]) -> Action:
    """The action that the words say. Raises IllegalAction if they say none."""
    action = _dealer_word(words) if words[:1] == ["d"] else _player_action(words)
    if action is None:
        raise IllegalAction(
            Code.UNREADABLE,
            f"{quote(' '.join(words))} is no action: expected pN see [old|new], keep, drop, bet AMOUNT, pack, leave, "
            "show, side pM, accept, refuse, cover or sm CARDS, or d best pN [pM ...].",
        )
    return action


def _player_action(words: list[str]) -> Action | None:
    player = _player(words[0]) if len(words) in (2, 3) else None
    if player is None:
        return None
    verb = words[1]
    if len(words) == 2:
        return _BARE[verb](player) if verb in _BARE else None
    if verb == "bet":
        amount = words[2]
        readable = _NUMBER.fullmatch(amount) and len(amount) <= MAX_DIGITS
        return Bet(player, int(amount)) if readable else None
    if verb == "see":
        return See(player, "old" if words[2] == "old" else "new") if words[2] in ("old", "new") else None
    if verb == "side":
        target = _player(words[2])
        return None if target is None else Side(player, target)
    if verb == "sm":
        try:
            return ShowHand(player, parse_hand(words[2]))
        except InvalidCard:
            return None
    return None


def _dealer_word(words: list[str]) -> Action | None:
    if words[1:2] != ["best"] or len(words) < 3:
        return None
    players = [_player(word) for word in words[2:]]
    return None if None in players else Best(tuple(player for player in players if player is not None))


def _player(word: str) -> int | None:
    """The player, from 0, of a word like p3."""
    match = _PLAYER.fullmatch(word)
    return int(match[1]) - 1 if match else None
