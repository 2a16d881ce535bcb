"""The odds of a hand against random hands: how often it beats all of them, ties for best, or loses.

Exact for one and two opponents, exact for three and four when asked for, else by random deals with the standard error.
Cards are never put back: the hands of the opponents share no card with the hand, with the dead cards or with each
other. This module needs nothing but the standard library until the numbers of more than one opponent are asked for.

>>> from teenpatti.game.cards import parse_hand
>>> odds = win_tie_loss(parse_hand("8s8h2d"))
>>> odds.exact, odds.deals, round(odds.win, 4), round(odds.tie, 4)
(True, 18424, 0.8232, 0.0002)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from teenpatti.game.cards import Card, Hand, check_distinct, quote
from teenpatti.game.errors import Code, InvalidCard
from teenpatti.game.ranking import CLASSIC, Ranking

MAX_OPPONENTS: Final = 16
MAX_EXACT: Final = 4
"""Most opponents for which the odds can be counted."""

Progress: TypeAlias = Callable[[float], None]
"""Told now and then which share of the work is done, 0 to 1."""


class InvalidOdds(ValueError):
    """Odds that there cannot be: too many opponents for the cards, or for counting."""


@dataclass(frozen=True)
class Odds:
    """The odds of ``hand``: of ``deals``, ``wins`` times it beats all opponents, ``ties`` times it ties for best.

    ``exact``: the deals are all ways to deal to the opponents, in order; if not, they are random ones.
    """

    hand: Hand
    opponents: int
    dead: Hand
    wins: int
    ties: int
    deals: int
    exact: bool

    @property
    def win(self) -> float:
        """The probability to beat all opponents, 0 to 1."""
        return self.wins / self.deals

    @property
    def tie(self) -> float:
        """The probability to be best together with others."""
        return self.ties / self.deals

    @property
    def loss(self) -> float:
        """The probability that an opponent has a better hand."""
        return (self.deals - self.wins - self.ties) / self.deals

    @property
    def win_error(self) -> float:
        """The standard error of ``win``; 0 if exact."""
        return 0.0 if self.exact else standard_error(self.wins, self.deals)

    @property
    def tie_error(self) -> float:
        """The standard error of ``tie``; 0 if exact."""
        return 0.0 if self.exact else standard_error(self.ties, self.deals)

    @property
    def loss_error(self) -> float:
        """The standard error of ``loss``; 0 if exact."""
        return 0.0 if self.exact else standard_error(self.deals - self.wins - self.ties, self.deals)


def standard_error(hits: int, samples: int) -> float:
    """Of a share found by sampling; one more hit and one more miss keep it above 0 where all or none hit."""
    share = (hits + 1) / (samples + 2)
    return float((share * (1 - share) / (samples + 2)) ** 0.5)


def win_tie_loss(
    hand: Sequence[int],
    opponents: int = 1,
    *,
    ranking: Ranking = CLASSIC,
    dead: Iterable[int] = (),
    exact: bool = False,
    samples: int = 1_000_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Odds:
    """The odds of ``hand`` against ``opponents`` random hands, with ``dead`` cards known to be in no hand.

    Three or four opponents are counted if ``exact`` (some seconds), else ``samples`` random deals of ``seed`` decide,
    as for five and more. Raises InvalidCard for cards that cannot be, InvalidOdds for opponents that cannot be dealt.
    """
    own, out = check(hand, opponents, dead, exact)
    if opponents == 1:
        return one_opponent(own, ranking, out)
    if opponents == 2 or exact:
        from teenpatti.lab.odds_exact import count

        wins, ties, deals = count(own, opponents, ranking, out, progress)
        return Odds(own, opponents, out, wins, ties, deals, exact=True)
    from teenpatti.lab.odds_sample import sample

    if samples < 1:
        raise InvalidOdds(f"{quote(samples)} samples: expected at least 1.")
    wins, ties = sample([own], opponents, ranking, out, samples, seed, progress)
    return Odds(own, opponents, out, wins, ties, samples, exact=False)


def one_opponent(hand: Sequence[int], ranking: Ranking = CLASSIC, dead: Iterable[int] = ()) -> Odds:
    """The exact odds against one random hand, in some milliseconds and with the standard library alone."""
    own, out = check(hand, 1, dead)
    taken = {*own, *out}
    strength = ranking.evaluator.strength
    mine = strength(own)
    others = [strength(other) for other in combinations([card for card in range(52) if card not in taken], 3)]
    wins = sum(other < mine for other in others)
    return Odds(own, 1, out, wins, others.count(mine), len(others), exact=True)


def check(hand: Iterable[int], opponents: int, dead: Iterable[int], exact: bool = False) -> tuple[Hand, Hand]:
    """The hand and the dead cards as cards. Raises InvalidCard, InvalidOdds."""
    own = tuple(Card(card) for card in hand)
    out = tuple(Card(card) for card in dead)
    if len(own) != 3:
        raise InvalidCard(Code.WRONG_CARD_COUNT, f"A hand of {len(own)} cards has no odds: expected 3.")
    check_distinct((*own, *out))
    most = min(MAX_OPPONENTS, (52 - len(own) - len(out)) // 3)
    if type(opponents) is not int or not 1 <= opponents <= most:
        with_dead = f" with {len(out)} dead cards" if out else ""
        expected = f"1 to {most}" if most > 1 else "1" if most else "fewer dead cards"
        raise InvalidOdds(f"{quote(opponents)} opponents{with_dead} cannot be dealt: expected {expected}.")
    if exact and opponents > MAX_EXACT:
        raise InvalidOdds(f"{opponents} opponents are too many to count: exact odds are for 1 to {MAX_EXACT}.")
    return own, out
