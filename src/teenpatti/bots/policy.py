"""One way to play, with the character in its traits.

A policy player thinks as most people at a table do: it looks after some blind bets, guesses its chance to hold the best
hand from its cards and from what the others did, weighs the chance against the price, and asks for a show or side show
when it has bet long enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from teenpatti.bots.hands import share_beaten
from teenpatti.game.actions import Accept, Action, Bet, Cover, Drop, Keep, Pack, Refuse, See, Show, Side
from teenpatti.game.events import BetMade, SideAsked
from teenpatti.game.legal import BetRange
from teenpatti.game.view import SeatView, View

_HIGHEST_RAISE: Final = 128
"""In boots: nobody raises to more than this. Above it prices are followed, not driven."""


@dataclass(frozen=True)
class Policy:
    """A bot by its traits. Shares, chances and frequencies run from 0 to 1."""

    name: str
    style: str
    blind_bets: int
    """Blind bets it makes before it looks."""
    blind_raises: float
    """How often it raises while blind."""
    caution: float
    """How many times the price must be worth before a seen hand is played: 1 is even, above 1 careful."""
    respect: float
    """How strong it takes those to be who bet after looking: the share of weak hands they would not have bet."""
    raises_from: float
    """The chance from which it raises."""
    bluffs: float
    """How often it raises with a hand that is not worth the price."""
    size: float
    """How far a raise goes, from the lowest bet (0) to the highest sensible one (1)."""
    patience: int
    """Bets of its own after which it wants the hands compared."""
    accepts_from: float
    """The share of hands its own must beat for it to accept a side show."""

    def choose(self, view: View, rng: Random) -> Action:
        """What the viewer does; see :class:`~teenpatti.bots.registry.Bot`."""
        me = view.viewer
        if me is None or me != view.turn:
            raise ValueError("A bot is asked when it is its turn.")
        legal = view.legal
        if legal.accept:
            accepts = _share(view) >= self.accepts_from or _payments(view, me) >= self.patience
            return Accept(me) if accepts else Refuse(me)
        if legal.keep:
            return Keep(me) if self._keeps(view) else Drop(me)
        if (legal.see or legal.see_one) and self._looks(view, view.seats[me], rng):
            return See(me, rng.choice(("old", "new")) if legal.see_one else None)
        if legal.bet is None:
            covers = legal.cover is not None and self._worth(view, legal.cover, self._chance(view), bets=0)
            return Cover(me) if covers else Pack(me)
        if not view.seats[me].seen:
            return self._play_blind(view, me, legal.bet, rng)
        return self._play_seen(view, me, legal.bet, rng)

    def _looks(self, view: View, me: SeatView, rng: Random) -> bool:
        # Looking costs nothing when there is nothing left to bet blind.
        bet = view.legal.bet
        if bet is None or me.blind_bets >= self.blind_bets:
            return True
        dear = me.stack is not None and me.stack < 4 * bet.lowest
        return dear or rng.random() < 0.05

    def _keeps(self, view: View) -> bool:
        """Whether the hand looked at, of two, is better than playing the other one blind at half the price (R20)."""
        looking = view.looking
        return looking is None or looking.hand is None or share_beaten(looking.hand, view.ranking) >= 0.5

    def _play_blind(self, view: View, me: int, bet: BetRange, rng: Random) -> Action:
        if view.legal.show is not None and view.seats[me].blind_bets >= self.patience:
            return Show(me)
        raises = rng.random() < self.blind_raises
        return Bet(me, self._raise(view, bet) if raises else bet.lowest)

    def _play_seen(self, view: View, me: int, bet: BetRange, rng: Random) -> Action:
        show, side = view.legal.show, view.legal.side
        chance = self._chance(view)
        bets = _payments(view, me)
        cornered = _is_cornered(view, view.seats[me], bet)
        pressed = cornered or bets >= self.patience
        if chance >= self.raises_from and not pressed:
            return Bet(me, self._raise(view, bet))
        if show is not None and self._worth(view, show, chance, bets=0) and (pressed or rng.random() < 0.5):
            return Show(me)
        if side is not None and self._worth(view, side.price, chance, bets) and (pressed or rng.random() < 0.3):
            return Side(me, rng.choice(side.targets))
        if self._worth(view, 2 * bet.lowest if cornered else bet.lowest, chance, bets):
            return Bet(me, bet.lowest)
        if not pressed and rng.random() < self.bluffs:
            return Bet(me, self._raise(view, bet))
        return Pack(me)

    def _raise(self, view: View, bet: BetRange) -> int:
        """A raise as large as the traits want and good sense allows; the lowest bet if none is sensible."""
        assert view.viewer is not None
        stack = view.seats[view.viewer].stack
        most = min(max(2 * bet.lowest, view.pot), max(bet.lowest, _HIGHEST_RAISE * view.rules.boot))
        if stack is not None:
            # Enough must be left to see the deal through at the new price.
            most = min(most, stack // 3)
        if bet.highest is not None:
            most = min(most, bet.highest)
        if most <= bet.lowest:
            return bet.lowest
        wanted = bet.lowest + -(-(most - bet.lowest) * round(100 * self.size) // 100)
        if not bet.doubling:
            return wanted
        # The next doubling above what it wants, or the last that is sensible.
        doublings = min((most // bet.lowest).bit_length() - 1, ((wanted - 1) // bet.lowest).bit_length())
        return bet.lowest << doublings

    def _worth(self, view: View, price: int, chance: float, bets: int) -> bool:
        """Whether ``chance`` is worth ``price``; every bet beyond its patience makes it ask for more."""
        if price == 0:
            return True
        weary = 1.25 ** min(max(0, bets - self.patience), 1000)
        return chance >= self.caution * weary * (price / (view.pot + price))

    def _chance(self, view: View) -> float:
        """A guess at the chance that no other hand left is better."""
        share = _share(view)
        chance = 1.0
        for player in view.left:
            if player != view.viewer:
                floor = self._floor(view, player)
                chance *= max(0.02, (share - floor) / (1 - floor))
        return chance

    def _floor(self, view: View, player: int) -> float:
        """The share of weak hands that ``player`` is taken not to hold, from his bets after looking."""
        if not view.seats[player].seen:
            return 0.0
        bets = [event for event in view.events if isinstance(event, BetMade) and event.player == player]
        raises = [event.raised for event in bets if not event.blind]
        if not raises:
            return 0.0
        return self.respect * (1.4 if any(raises) else 1.0)


def _is_cornered(view: View, me: SeatView, bet: BetRange) -> bool:
    """Whether, after this bet, the next one could not be paid; so now is the time to compare."""
    return view.rules.short_stack == "pack" and me.stack is not None and me.stack < 2 * bet.lowest


def _payments(view: View, me: int) -> int:
    """How often ``me`` has paid in this deal, the boot not counted."""
    return sum(isinstance(event, (BetMade, SideAsked)) and event.player == me for event in view.events)


def _share(view: View) -> float:
    """The share of hands that the viewer's own beats; half of them while he does not know it."""
    return 0.5 if view.own_hand is None else share_beaten(view.own_hand, view.ranking)
