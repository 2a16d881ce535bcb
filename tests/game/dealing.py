"""Deals written in the words of hand files, so that a test reads like the rule it proves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from teenpatti.game.actions import Action
from teenpatti.game.cards import RANKS, Hand, parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, IllegalAction
from teenpatti.game.legal import Legal
from teenpatti.game.rules import Rules
from teenpatti.game.words import read_action, split

TRAILS = tuple(f"{rank}s{rank}h{rank}d" for rank in reversed(RANKS))
"""Thirteen hands, the best first: where nothing else is said p1 beats p2, p2 beats p3 and so on."""

TIED = ("AsKh9d", "AhKd9c", "AdKc9s", "AcKs9h")
"""Four equal hands, above any pair of numbers but below every trail."""


def hand(text: str) -> Hand | None:
    """The hand written so, None for ``?``."""
    return None if text == "?" else parse_hand(text)


def start(
    players: int | Sequence[str],
    stacks: int | Sequence[int | None] | None = 100,
    rules: Rules | None = None,
    **options: Any,
) -> Deal:
    """A deal of so many players, or with these hands; one stack for all or one each."""
    hands = TRAILS[:players] if isinstance(players, int) else players
    if stacks is None or isinstance(stacks, int):
        stacks = [stacks] * len(hands)
    return Deal.start(rules or Rules(**options), stacks, [hand(text) for text in hands])


def action(line: str) -> Action:
    """The action that a line of a hand file says."""
    return read_action(split(line))


def play(deal: Deal, *lines: str) -> Deal:
    """The deal after the lines; each may hold several actions, between commas."""
    for line in lines:
        for part in line.split(","):
            deal = deal.play(action(part))
    return deal


def refused(deal: Deal, wish: str | Action) -> Code:
    """The code with which the deal refuses. The message names the action and what is legal, and nothing changes."""
    before, events = deal[:], deal.events
    wanted = action(wish) if isinstance(wish, str) else wish
    with pytest.raises(IllegalAction) as caught:
        deal.play(wanted)
    with pytest.raises(IllegalAction):
        deal.decide(wanted)
    assert deal[:] == before
    assert deal.events is events
    error = caught.value
    assert error.action == wanted
    if isinstance(wish, str):
        assert str(error).startswith(wish)
    assert ("Legal now: " in str(error)) == bool(error.legal)
    return error.code


def who(deal: Deal) -> str | None:
    """Who is to act: p1, p2 ..., ``d`` for the dealer's word, None when the deal is over."""
    if deal.over:
        return None
    return "d" if deal.turn is None else f"p{deal.turn + 1}"


def options(legal: Legal) -> set[str]:
    """The names of what is legal; leaving is possible to nearly everybody and not counted."""
    return {
        name
        for name, value in zip(legal._fields, legal, strict=True)
        if name != "leave" and value is not None and value is not False
    }


def bets(deal: Deal) -> tuple[int, int | None] | None:
    """The lowest and highest bet of whoever is on turn."""
    bet = deal.legal().bet
    return None if bet is None else (bet.lowest, bet.highest)


def paid(deal: Deal) -> list[int]:
    """What each player has put in."""
    return [player.paid for player in deal.players]


def won(deal: Deal) -> list[int]:
    """What each player has been paid; only of a deal that is over and whose chips add up."""
    assert deal.over
    got = [player.won for player in deal.players]
    assert sum(got) == deal.chips_in == sum(paid(deal))
    return got


def shown(deal: Deal) -> list[int]:
    """The players, from 1, whose hands all have seen."""
    return [i for i, player in enumerate(deal.players, 1) if player.shown is not None]
