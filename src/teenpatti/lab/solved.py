"""The bot that plays what the solver found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from teenpatti.bots import TIGHT, Bot, register
from teenpatti.game.actions import Action, Refuse
from teenpatti.game.rules import Rules
from teenpatti.game.view import View
from teenpatti.lab.shelf import nearest, opened, shipped


@dataclass(frozen=True)
class SolvedBot:
    """Plays the nearest solution between two players; what that does not cover is left to another bot.

    A bet that the solution does not think of counts as the nearest that it does. With more players, with wild or four
    cards or pots that carry over, and where real stacks go on beyond the solution's, ``other`` plays.
    """

    name: str = "solved"
    style: str = "Plays the equilibrium that the solver found against one other; like tight in all else."
    files: tuple[Path, ...] = ()
    """The solutions to play from; those that come with the package if empty."""
    other: Bot = TIGHT

    def choose(self, view: View, rng: Random) -> Action:
        """What the viewer does; see :class:`~teenpatti.bots.registry.Bot`."""
        if view.viewer is None or view.viewer != view.turn:
            raise ValueError("A bot is asked when it is its turn.")
        if len(view.seats) == 2 and _is_covered(view.rules):
            found = self._by_the_solution(view, rng)
            if found is not None:
                return found
        return self.other.choose(view, rng)

    def _by_the_solution(self, view: View, rng: Random) -> Action | None:
        from teenpatti.lab.follow import OffTree, actual, follow

        me = view.viewer
        assert me is not None
        stacks = [(seat.stack + seat.paid) / view.rules.boot for seat in view.seats if seat.stack is not None]
        solution = nearest(view.rules, min(stacks, default=None), self.files or shipped())
        try:
            place = follow(solution, view.events)
        except OffTree:
            return None
        if view.legal.refuse and not any(isinstance(move, Refuse) for move in place.moves):
            # Two players gain nothing from a side show at the lowest bet's price unless the other accepts.
            return Refuse(me)
        frequency, _ = place.mix(view.own_hand)
        (move,) = rng.choices(place.moves, weights=frequency.tolist())
        return actual(move, view.legal, view.rules.boot, place)


def _is_covered(rules: Rules) -> bool:
    """Whether solutions know such cards and endings (R20, R21)."""
    return rules.wild == "none" and rules.cards_dealt == 3 and not rules.carries


def solved(path: Path) -> SolvedBot:
    """The bot that plays the solution in a file. Raises BadSolution."""
    opened(path)
    return SolvedBot(files=(path,))


SOLVED = SolvedBot()
register(SOLVED)
