"""Every action somebody might wish for, and which of them the legal moves list."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import pytest

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
from teenpatti.game.deal import Deal
from teenpatti.game.errors import IllegalAction

BARE: dict[type[Any], str] = {
    See: "see",
    Keep: "keep",
    Drop: "drop",
    Pack: "pack",
    Leave: "leave",
    Show: "show",
    Accept: "accept",
    Refuse: "refuse",
    Cover: "cover",
}


def universe(deal: Deal) -> Iterator[Action]:
    """Every verb of every player, amounts about each limit, every target, every word of the dealer."""
    everybody = range(len(deal.players))
    for player in everybody:
        yield from (kind(player) for kind in BARE)
        yield ShowHand(player)
        yield from (See(player, which) for which in ("old", "new"))
        yield from (Bet(player, amount) for amount in sorted(_amounts(deal, player)))
        yield Bet(player, True)
        yield from (Side(player, target) for target in range(-1, len(deal.players) + 1))
    for outsider in (-1, len(deal.players)):
        yield from (kind(outsider) for kind in BARE)
        yield from (Bet(outsider, 1), Side(outsider, 0), ShowHand(outsider))
    named = everybody[:6]
    yield from map(Best, chain.from_iterable(combinations(named, size) for size in range(len(named) + 1)))
    yield Best((0, 0))


def _amounts(deal: Deal, player: int) -> set[int]:
    price, stack = deal.price, deal.players[player].stack
    near = {0, price // 2, price, 2 * price, 4 * price, deal.rules.raise_factor * price, deal.rules.max_seen_bet}
    near |= set() if stack is None else {stack}
    bet = deal.legal(player).bet
    if bet is not None:
        near |= {bet.lowest, 3 * bet.lowest} | (set() if bet.highest is None else {bet.highest})
    return {amount + by for amount in near for by in (-1, 0, 1)}


def listed(deal: Deal, action: Action) -> bool:
    """Whether the legal moves list the action."""
    if isinstance(action, Best):
        candidates = deal.legal().best
        if candidates is None or not action.players or len(set(action.players)) < len(action.players):
            return False
        assert deal.comparing is not None
        tied = set(deal.winners) if deal.comparing.contest == "cover" else set()
        return set(action.players) <= set(candidates) and set(action.players) & tied in (set(), tied)
    if not 0 <= action.player < len(deal.players):
        return False
    legal = deal.legal(action.player)
    if isinstance(action, Bet):
        return legal.bet is not None and type(action.amount) is int and legal.bet.allows(action.amount)
    if isinstance(action, Side):
        return legal.side is not None and action.target in legal.side.targets
    if isinstance(action, ShowHand):
        me = deal.players[action.player]
        keeps = deal.carries is not None and deal.carries.player == action.player
        known = (me.hand or me.shown) is not None
        return (deal.over or deal.legal().best is not None) and known and not keeps
    if isinstance(action, See) and action.which is not None:
        return legal.see_one
    value = getattr(legal, BARE[type(action)])
    return value is not None and value is not False


def check_agreement(deal: Deal) -> list[Action]:
    """Each action listed is accepted, each other refused with the state unchanged. Returns those listed."""
    before = deal[:]
    good = []
    for action in universe(deal):
        if listed(deal, action):
            assert deal.decide(action)
            good.append(action)
        else:
            try:
                deal.play(action)
            except IllegalAction:
                pass
            else:
                pytest.fail(f"{action!r} is not listed in {deal.legal()}, and was not refused")
        assert deal[:] == before
    if not deal.over:
        # One is to act: the player on turn, or the dealer with his word.
        assert (deal.turn is None) == (deal.legal().best is not None)
        on_turn = [
            i for i in range(len(deal.players)) if deal.legal(i).pack or deal.legal(i).accept or deal.legal(i).keep
        ]
        assert on_turn == ([] if deal.turn is None else [deal.turn])
    return good
