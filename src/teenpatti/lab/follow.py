"""Where a deal stands in a solution: the line of play followed through the solution's own tree.

A bet that the solution does not think of counts as the nearest that it does. Where the deal goes on but the tree does
not, as when real stacks are deeper than the solution's, there is no place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

from teenpatti.game.actions import Action, Bet, Cover, Refuse, See, Side
from teenpatti.game.cards import Hand
from teenpatti.game.deal import Deal
from teenpatti.game.events import BetMade, Covered, DealStarted, Event, Saw, SideAsked, SideRefused
from teenpatti.game.legal import Legal
from teenpatti.lab.reading import look_into, settled
from teenpatti.lab.solution import Solution
from teenpatti.lab.terminal import Floats


class OffTree(LookupError):
    """The deal has come where the solution does not reach, in a sentence."""


@dataclass(frozen=True)
class Place:
    """A decision of the solution."""

    solution: Solution
    situation: int
    node: int | None
    """None while neither has looked."""
    deal: Deal
    """The solution's own deal there; its chips count in the solution's boots."""
    exact: bool
    """Whether every bet so far was one that the solution thinks of, to the chip."""

    @property
    def moves(self) -> tuple[Action, ...]:
        """What the solution thinks of doing here, in its own chips."""
        return tuple(self.solution.graph.after(self.deal)[0])

    def mix(self, hand: Hand | None) -> tuple[Floats, Floats]:
        """How often each move is made with ``hand``, and what it wins on average in boots (NaN: never comes here).

        A blind player's does not depend on a hand. Raises ValueError if a seen player's hand is missing.
        """
        import numpy as np

        if self.node is None:
            choice = settled(self.solution)[self.situation]
            return np.eye(len(choice.values))[choice.move], np.array(choice.values)
        inside = look_into(self.solution, self.situation)
        rows = slice(int(inside.tree.row[self.node]), int(inside.tree.row[self.node]) + len(self.moves))
        assert self.deal.turn is not None
        if not self.deal.players[self.deal.turn].seen:
            return inside.blind[rows], inside.blind_worth[rows]
        if hand is None:
            raise ValueError("The player to act has looked, so his cards are needed.")
        kind = self.solution.classes.of(hand)
        return inside.seen[rows, kind].astype(np.float64), inside.worth[rows, kind].astype(np.float64)


def follow(solution: Solution, events: Iterable[Event]) -> Place:
    """The decision that a deal of two players has come to. Raises OffTree."""
    place = Place(solution, 0, None, solution.situations[0].deal, exact=True)
    boot = 1
    for event in events:
        match event:
            case DealStarted():
                if len(event.stacks) != 2:
                    raise OffTree("The solution is for two players.")
                boot = event.rules.boot
            case Saw(player=player):
                place = _moved(place, See(player))
            case BetMade(player=player, amount=amount):
                place = _bet(place, player, amount / boot)
            case Covered(player=player):
                place = _moved(place, Cover(player))
            case SideAsked(player=player, target=target, amount=amount):
                asked = Side(player, target)
                place = _moved(place, asked) if asked in place.moves else _bet(place, player, amount / boot)
            case SideRefused(player=player) if Refuse(player) in place.moves:
                place = _moved(place, Refuse(player))
    return place


def _moved(place: Place, move: Action, exact: bool = True) -> Place:
    moves, states = place.solution.graph.after(place.deal)
    if move not in moves:
        raise OffTree(f"The solution does not come to {move} here.")
    i = moves.index(move)
    state = states[i]
    if state.turn is None:
        raise OffTree("The deal is over in the solution.")
    exact = place.exact and exact
    if place.node is not None:
        tree = look_into(place.solution, place.situation).tree
        node = int(tree.child[tree.first[place.node] + i])
        return Place(place.solution, place.situation, node, state, exact)
    follows = place.solution.situations[place.situation].follows[i]
    if isinstance(follows, int):
        return Place(place.solution, follows, None, state, exact)
    return Place(place.solution, place.situation, 0, state, exact)


def _bet(place: Place, player: int, boots: float) -> Place:
    boot = place.solution.game.rules.boot
    bets = [move for move in place.moves if isinstance(move, Bet) and move.player == player]
    if not bets:
        raise OffTree("The solution's stacks are too short for a bet here.")
    nearest = min(bets, key=lambda move: abs(log(move.amount / boot / boots)))
    return _moved(place, nearest, exact=nearest.amount == boots * boot)


def actual(move: Action, legal: Legal, boot: int, place: Place) -> Action | None:
    """``move`` of a solution as an action at the real table with what is ``legal`` there, None if it has no like."""
    if isinstance(move, Bet):
        bet = legal.bet
        if bet is None:
            return None
        bets = [m.amount for m in place.moves if isinstance(m, Bet)]
        if move.amount == min(bets):
            return Bet(move.player, bet.lowest)
        wanted = round(move.amount * boot / place.solution.game.rules.boot)
        if bet.steps is not None:
            return Bet(move.player, min(bet.steps, key=lambda amount: abs(amount - wanted)))
        if bet.doubling:
            times = max(1, wanted // bet.lowest)
            return Bet(move.player, bet.lowest << (times.bit_length() - 1))
        highest = wanted if bet.highest is None else bet.highest
        return Bet(move.player, max(bet.lowest, min(wanted, highest)))
    allowed = {
        "see": legal.see,
        "show": legal.show is not None,
        "side": legal.side is not None,
        "cover": legal.cover is not None,
        "accept": legal.accept,
        "refuse": legal.refuse,
        "pack": legal.pack,
    }
    return move if allowed[str(move).split()[1]] else None
