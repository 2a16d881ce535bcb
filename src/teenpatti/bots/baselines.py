"""The five bots that everybody can play against or measure theirs by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from teenpatti.bots.policy import Policy
from teenpatti.bots.registry import Bot, register
from teenpatti.game.actions import Accept, Action, Bet, Cover, Drop, Keep, Pack, Refuse, See, Show, Side
from teenpatti.game.legal import BetRange
from teenpatti.game.view import View


@dataclass(frozen=True)
class RandomBot:
    """Chooses evenly among what is legal: first what to do, then whom to ask or how much to bet."""

    name: str = "random"
    style: str = "Does anything that is legal, with no thought."

    def choose(self, view: View, rng: Random) -> Action:
        """What the viewer does; see :class:`~teenpatti.bots.registry.Bot`."""
        me = view.viewer
        if me is None or me != view.turn:
            raise ValueError("A bot is asked when it is its turn.")
        legal = view.legal
        choices: list[Callable[[], Action]] = []
        bet, side = legal.bet, legal.side
        if legal.see:
            choices.append(lambda: See(me))
        if legal.see_one:
            choices.append(lambda: See(me, rng.choice(("old", "new"))))
        if legal.keep:
            choices += [lambda: Keep(me), lambda: Drop(me)]
        if bet is not None:
            choices.append(lambda: Bet(me, _any_amount(bet, view.pot, rng)))
        if legal.show is not None:
            choices.append(lambda: Show(me))
        if side is not None:
            choices.append(lambda: Side(me, rng.choice(side.targets)))
        if legal.cover is not None:
            choices.append(lambda: Cover(me))
        if legal.accept:
            choices += [lambda: Accept(me), lambda: Refuse(me)]
        if legal.pack:
            choices.append(lambda: Pack(me))
        return rng.choice(choices)()


def _any_amount(bet: BetRange, pot: int, rng: Random) -> int:
    """Any legal amount; where there is no limit but the stack, none above the pot and twice the lowest bet."""
    sane = max(2 * bet.lowest, pot)
    highest = sane if bet.highest is None else min(bet.highest, sane)
    if bet.doubling:
        return bet.lowest << rng.randrange((highest // bet.lowest).bit_length())
    return rng.randint(bet.lowest, highest)


RANDOM: Final = RandomBot()

TIGHT: Final = Policy(
    name="tight",
    style="Looks at once, packs most hands, and bets when it has something.",
    blind_bets=0,
    blind_raises=0.0,
    caution=1.3,
    respect=0.5,
    raises_from=0.7,
    bluffs=0.02,
    size=0.5,
    patience=3,
    accepts_from=0.0,
)

BLIND_LOVER: Final = Policy(
    name="blind-lover",
    style="Plays blind as long as it can and lets the others pay double.",
    blind_bets=7,
    blind_raises=0.25,
    caution=0.9,
    respect=0.35,
    raises_from=0.75,
    bluffs=0.05,
    size=0.5,
    patience=6,
    accepts_from=0.5,
)

MANIAC: Final = Policy(
    name="maniac",
    style="Raises with anything and bluffs a lot.",
    blind_bets=2,
    blind_raises=0.7,
    caution=0.5,
    respect=0.15,
    raises_from=0.3,
    bluffs=0.45,
    size=1.0,
    patience=5,
    accepts_from=0.6,
)

CALLER: Final = Policy(
    name="caller",
    style="Pays the lowest price to see how it ends, and hardly ever raises.",
    blind_bets=1,
    blind_raises=0.0,
    caution=0.35,
    respect=0.1,
    raises_from=0.97,
    bluffs=0.0,
    size=0.5,
    patience=4,
    accepts_from=0.0,
)

BASELINES: Final[tuple[Bot, ...]] = (RANDOM, TIGHT, BLIND_LOVER, MANIAC, CALLER)
"""In the order in which people meet them."""

for _bot in BASELINES:
    register(_bot)
