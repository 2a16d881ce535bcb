"""Chances at practice tables, from the lab where that is installed. It is loaded at the first question only."""

from __future__ import annotations

import asyncio
from typing import Final

from teenpatti.game.cards import Hand, parse_hand
from teenpatti.game.errors import InvalidCard
from teenpatti.game.ranking import Ranking
from teenpatti.game.rules import Rules
from teenpatti.server.http_bodies import Odds

SAMPLES: Final = 200_000
"""Random deals where chances are sampled: an answer within a second, and right to a third of a percent."""


class NoOdds(Exception):
    """This server cannot tell: the hand is none, or there is no lab."""


async def odds_of(hand: str, opponents: int, rules: Rules) -> Odds:
    """Chances of ``hand`` against so many random hands under ``rules``. Raises NoOdds."""
    if rules.wild != "none" or rules.cards_dealt != 3:
        raise NoOdds
    try:
        cards = parse_hand(hand)
    except InvalidCard as error:
        raise NoOdds from error
    return await asyncio.to_thread(_ask_the_lab, cards, opponents, rules.ranking)


def _ask_the_lab(cards: Hand, opponents: int, ranking: Ranking) -> Odds:
    try:
        from teenpatti.lab.odds import win_tie_loss
    except ImportError as error:
        raise NoOdds from error
    found = win_tie_loss(cards, opponents, ranking=ranking, samples=SAMPLES)
    win, tie = found.wins / found.deals, found.ties / found.deals
    return Odds(win=win, tie=tie, lose=1 - win - tie, exact=found.exact)
