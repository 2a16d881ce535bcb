"""Chances at practice tables: of the hand that a player has looked at, against as many random ones as are left.

Counted by the lab against one, and against more found by playing random deals here: that is quick from the first
question on, and the lab's compiled code would cost this process more memory than all its tables.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final, NamedTuple

from teenpatti.game.cards import CARDS, Hand
from teenpatti.game.ranking import Ranking
from teenpatti.server.frames import own_hand
from teenpatti.server.room import Room

SAMPLES: Final = 10_000
"""Random deals against more than one hand: half a second, and right to one and a half percent."""


class Question(NamedTuple):
    """What chances are asked for."""

    hand: Hand
    opponents: int
    ranking: Ranking


def question_of(room: Room, guest: str) -> Question | None:
    """The guest's own hand in the running deal once he has looked, if only bots play against him."""
    deal, player = room.table.deal, room.player_of(guest)
    if room.phase != "playing" or deal is None or player is None:
        return None
    others = [member for member in room.members.values() if member.guest != guest]
    hand = own_hand(room, deal, guest, player)
    opponents = sum(not other.packed for i, other in enumerate(deal.players) if i != player)
    if hand is None or not opponents or any(member.bot is None for member in others):
        return None
    if deal.rules.wild != "none" or deal.rules.cards_dealt != 3:
        return None
    return Question(hand, opponents, deal.rules.ranking)


class Chances(NamedTuple):
    """Shares of all deals, 0 to 1; ``exact`` if they were counted and not sampled."""

    opponents: int
    win: float
    tie: float
    lose: float
    exact: bool


async def odds_of(question: Question) -> Chances:
    """The chances, found in a worker."""
    return await asyncio.to_thread(_count if question.opponents == 1 else play_random_deals, question)


def _count(question: Question) -> Chances:
    from teenpatti.lab.odds import one_opponent

    found = one_opponent(question.hand, question.ranking)
    return Chances(1, found.win, found.tie, found.loss, exact=True)


def play_random_deals(question: Question, samples: int = SAMPLES) -> Chances:
    """The chances in so many random deals, the same for the same question."""
    hand, opponents, ranking = question
    strength = ranking.evaluator.strength
    random = Random(0)  # noqa: S311 - no card of any deal comes from it
    rest = [card for card in CARDS if card not in hand]
    mine = strength(hand)
    wins = ties = 0
    for _ in range(samples):
        dealt = random.sample(rest, 3 * opponents)
        best = max(strength(dealt[i : i + 3]) for i in range(0, len(dealt), 3))
        wins += mine > best
        ties += mine == best
    return Chances(opponents, wins / samples, ties / samples, 1 - (wins + ties) / samples, exact=False)
