"""Numbered choices in place of the engine's actions with their amounts and players.

A choice is a number that means the same in every deal: one of four sizes names a bet, and a side show is asked of the
nearest previous player who may be asked. Sizes that come to the same amount are one choice, the first of them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, SupportsIndex, TypeAlias

from teenpatti.game.actions import Accept, Action, Bet, Cover, Pack, Refuse, See, Show, Side
from teenpatti.game.cards import quote
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, IllegalAction
from teenpatti.game.legal import BetRange, Legal
from teenpatti.game.prices import lowest_bet


class Choice(IntEnum):
    """What a player can do; the number is the action of an environment."""

    PACK = 0
    SEE = 1
    BET_LOWEST = 2
    BET_HIGHEST = 3
    BET_DOUBLE = 4
    """Twice the lowest bet."""
    BET_MIDDLE = 5
    """Half way from the lowest to the highest bet; of doubling steps, the middle one."""
    SHOW = 6
    SIDE_SHOW = 7
    """Asked of the nearest previous player (anticlockwise) who may be asked."""
    ACCEPT = 8
    REFUSE = 9
    COVER = 10


CHOICES: Final = len(Choice)
"""Number of choices."""

Costs: TypeAlias = list[int | None]
"""For every choice what it costs in chips, None if it is not legal."""

NOTHING: Final[Costs] = [None] * CHOICES
"""Nothing is legal."""


def costs(legal: Legal) -> Costs:
    """What each choice costs whom ``legal`` speaks of."""
    found = NOTHING.copy()
    if legal.pack:
        found[0] = 0
    if legal.see:
        found[1] = 0
    if legal.bet is not None:
        _bets(legal.bet, found)
    if legal.show is not None:
        found[6] = legal.show
    if legal.side is not None:
        found[7] = legal.side.price
    if legal.accept:
        found[8] = 0
    if legal.refuse:
        found[9] = 0
    found[10] = legal.cover
    return found


def _bets(bet: BetRange, found: Costs) -> None:
    lowest, highest = bet.lowest, bet.highest
    # Stacks are limited here, so there is a highest bet.
    assert highest is not None
    found[2] = lowest
    if highest == lowest:
        return
    found[3] = highest
    if 2 * lowest < highest:
        found[4] = 2 * lowest
    steps = bet.steps
    middle = lowest + round((highest - lowest) / 2) if steps is None else steps[round((len(steps) - 1) / 2)]
    if middle not in (lowest, highest, found[4]):
        found[5] = middle


def action(deal: Deal, choice: SupportsIndex, now: Costs) -> Action:
    """The action that ``choice`` is for whoever is to act, ``now`` being the costs. Raises IllegalAction."""
    me = deal.turn
    assert me is not None
    try:
        number = choice.__index__()
        cost = now[number] if number >= 0 else None
    except (AttributeError, IndexError):
        raise _refusal(deal, me, choice, now) from None
    if cost is None:
        raise _refusal(deal, me, number, now)
    if 2 <= number <= 5:
        return Bet(me, cost)
    if number == Choice.SIDE_SHOW:
        return Side(me, _nearest(deal, me))
    bare: Action = _BARE[number](me)
    return bare


def _nearest(deal: Deal, me: int) -> int:
    side = deal.legal().side
    assert side is not None
    return min(side.targets, key=lambda target: (me - target) % len(deal.players))


_BARE: Final[dict[int, Any]] = {0: Pack, 1: See, 6: Show, 8: Accept, 9: Refuse, 10: Cover}


def number_of(deal: Deal, wanted: Action, now: Costs) -> Choice | None:
    """The choice that comes to ``wanted``, None if no choice does."""
    for choice in Choice:
        if now[choice] is not None and action(deal, choice, now) == wanted:
            return choice
    return None


def in_words(now: Costs) -> str:
    """What is legal, with the numbers and what is paid: ``0 pack, 2 bet_lowest (1)``."""
    return ", ".join(
        f"{choice} {choice.name.lower()}" + (f" ({cost})" if cost else "")
        for choice, cost in zip(Choice, now, strict=True)
        if cost is not None
    )


def _refusal(deal: Deal, me: int, choice: object, now: Costs) -> IllegalAction:
    """The error for a choice that is not legal: the engine's own reason where it has one."""
    if type(choice) is not int or not 0 <= choice < CHOICES:
        return IllegalAction(
            Code.UNREADABLE,
            f"{quote(choice)} is no action: expected a whole number from 0 to {CHOICES - 1}.",
            player=me,
            action=choice,
            legal=in_words(now),
        )
    code, reason = Code.UNREADABLE, "no bet of its own, it comes to the same as another size."
    try:
        deal.play(_attempt(deal, me, choice))
    except IllegalAction as refused:
        code, reason = refused.code, str(refused).partition(" Legal now: ")[0]
    return IllegalAction(
        code,
        f"Action {choice} ({Choice(choice).name.lower()}) is not legal: {reason}",
        player=me,
        action=choice,
        legal=in_words(now),
    )


def _attempt(deal: Deal, me: int, choice: int) -> Action:
    """What the player seems to have meant."""
    if 2 <= choice <= 5:
        return Bet(me, lowest_bet(deal.price, deal.players[me].seen))
    if choice == Choice.SIDE_SHOW:
        players = len(deal.players)
        others = [(me - step) % players for step in range(1, players)]
        return Side(me, next((i for i in others if deal.players[i].left), others[0]))
    bare: Action = _BARE[choice](me)
    return bare
