"""Reading a solution: every decision with how often each action is taken and what it wins, by strength.

Hands of one strength that differ in suits are played almost alike; here they are taken together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from teenpatti.game.actions import Action, Bet
from teenpatti.game.cards import CARDS, format_hand
from teenpatti.game.deal import Deal
from teenpatti.game.ranking import HandClass
from teenpatti.lab.classes import HandClasses
from teenpatti.lab.solution import Choice, Solution
from teenpatti.lab.terminal import Floats
from teenpatti.lab.tree import Tree
from teenpatti.lab.walk import Tables, desk, inspect


@dataclass(frozen=True)
class Decision:
    """One decision after a first look. Strengths run from the weakest; values are boots a deal for who decides."""

    situation: int
    """The situation whose look leads here."""
    node: int
    """Its place in that tree."""
    deal: Deal
    line: tuple[Action, ...]
    """Everything done so far."""
    moves: tuple[Action, ...]
    chance: float
    """That a deal in which the first look is taken comes here."""
    arrives: Floats
    """[strengths] how many of the hands the player's own strategy brings here."""
    frequency: Floats
    """[moves, strengths]; blind players have one column for all hands."""
    value: Floats
    """[moves, strengths] what each action wins on average; NaN where the other never lets it come so far."""

    @property
    def player(self) -> int:
        """Who decides, 0 or 1."""
        assert self.deal.turn is not None
        return self.deal.turn

    @property
    def looked(self) -> bool:
        """Whether he has looked."""
        return self.deal.players[self.player].seen


class Inside(NamedTuple):
    """A tree looked into; arrays as in :mod:`teenpatti.lab.walk`, strategies as chances."""

    tree: Tree
    deals: list[Deal]
    seen: NDArray[np.float32]
    blind: Floats
    worth: NDArray[np.float32]
    blind_worth: Floats
    arrives: NDArray[np.float32]
    chance: Floats


@lru_cache(maxsize=64)
def look_into(solution: Solution, number: int) -> Inside:
    """The tree that follows the look in a situation, with everything that its strategies win. Lately asked ones are
    kept."""
    situation = solution.situations[number]
    root = solution.graph.after(situation.deal)[1][0]
    tree = solution.graph.tree(root)
    stored = solution.strategy(number)
    seen, blind = _chances(tree, stored.seen.astype(np.float32), stored.blind)
    classes = solution.classes.count
    held = Tables(np.zeros((0, classes), dtype=np.float32), seen, np.zeros(0), blind)
    worth, blind_worth = np.zeros_like(seen), np.zeros_like(blind)
    arrives = np.zeros((tree.decisions, classes), dtype=np.float32)
    chance = np.zeros(tree.decisions)
    room = desk(tree, classes)
    for me in (0, 1):
        inspect(me, tree, solution.classes.sweep, held, room, worth, blind_worth, arrives, chance)
    deals = [deal for deal, _, _ in solution.graph.decisions(root)]
    return Inside(tree, deals, seen, blind, worth, blind_worth, arrives, chance)


@lru_cache(maxsize=64)
def settled(solution: Solution) -> list[Choice]:
    """The choices of a solution that does not change any more."""
    return solution.choices


def _chances(tree: Tree, seen: NDArray[np.float32], blind: Floats) -> tuple[NDArray[np.float32], Floats]:
    """Stored rows as chances; even where nothing is stored."""
    seen, blind = seen.copy(), blind.copy()
    looked = tree.seen[np.arange(tree.decisions), tree.player]
    for n in range(tree.decisions):
        rows = slice(tree.row[n], tree.row[n] + tree.first[n + 1] - tree.first[n])
        for table in (seen,) if looked[n] else (blind,):
            part = table[rows]
            whole = part.sum(axis=0)
            table[rows] = np.where(whole > 0, part / np.where(whole > 0, whole, 1), 1 / len(part))
    return seen, blind


def decisions(solution: Solution, number: int, least: float = 0.0) -> Iterator[Decision]:
    """The decisions after the look in a situation, in the order of the tree; only those with a chance of ``least``."""
    inside = look_into(solution, number)
    tree = inside.tree
    merge = Merge(solution.classes)
    situation = solution.situations[number]
    lines: list[tuple[Action, ...]] = []
    for n, (deal, depth, via) in enumerate(solution.graph.decisions(inside.deals[0])):
        del lines[depth:]
        if depth:
            before = n if n == 0 else _before(tree, n)
            lines.append((*lines[-1], solution.graph.after(inside.deals[before])[0][via]))
        else:
            lines.append((*situation.line, situation.moves[0]))
        if inside.chance[n] < least:
            continue
        moves = tuple(solution.graph.after(deal)[0])
        rows = slice(int(tree.row[n]), int(tree.row[n]) + len(moves))
        if tree.seen[n, tree.player[n]]:
            frequency, value = merge.mean(inside.seen[rows]), merge.mean(inside.worth[rows])
        else:
            frequency, value = inside.blind[rows, None], inside.blind_worth[rows, None]
        yield Decision(
            number, n, deal, lines[-1], moves, float(inside.chance[n]), merge.mean(inside.arrives[n]), frequency, value
        )


def _before(tree: Tree, n: int) -> int:
    """The decision before ``n``."""
    return int(np.flatnonzero(tree.depth[:n] == tree.depth[n] - 1)[-1])


class Merge:
    """Takes hands of one strength together."""

    def __init__(self, classes: HandClasses) -> None:
        group = classes.sweep.group
        self._starts = group[:-1]
        self._size = classes.sweep.size
        self._sizes = np.add.reduceat(self._size, self._starts)

    def mean(self, rows: NDArray[np.float32]) -> Floats:
        """[..., classes] to [..., strengths], weighed by how many hands a class has."""
        known = np.isfinite(rows)
        weight = np.where(known, self._size, 0.0)
        total = np.add.reduceat(np.where(known, rows, 0.0) * self._size, self._starts, axis=-1)
        whole = np.add.reduceat(weight, self._starts, axis=-1)
        return np.asarray(np.where(whole > 0, total / np.where(whole > 0, whole, 1), np.nan), dtype=np.float64)

    @property
    def sizes(self) -> Floats:
        """[strengths] hands of each strength."""
        return self._sizes


class Band(NamedTuple):
    """Neighbouring strengths that people speak of together."""

    name: str
    first: int
    """Index of the weakest strength."""
    last: int
    """One past the strongest."""
    weakest: str
    """A hand of its weakest strength."""


_NAMES = {
    HandClass.HIGH_CARD: "high card",
    HandClass.PAIR: "pair",
    HandClass.COLOUR: "colour",
    HandClass.SEQUENCE: "sequence",
    HandClass.PURE_SEQUENCE: "pure sequence",
    HandClass.TRAIL: "trail",
}
_HIGH = {12: "ace high", 11: "king high", 10: "queen high"}


def bands(solution: Solution) -> list[Band]:
    """All strengths in bands, weakest first: the six classes, high cards by their highest card."""
    classes = solution.classes
    evaluator = solution.game.rules.ranking.evaluator
    found: list[Band] = []
    for i, start in enumerate(classes.sweep.group[:-1].tolist()):
        hand = [CARDS[card] for card in classes.cards[start].tolist()]
        name = _NAMES[evaluator.classify(hand)]
        if name == "high card":
            name = _HIGH.get(max(card.rank for card in hand), "jack high or less")
        if found and found[-1].name == name:
            found[-1] = found[-1]._replace(last=i + 1)
        else:
            found.append(Band(name, i, i + 1, example(classes, i)))
    return found


def example(classes: HandClasses, strength: int) -> str:
    """A hand of the strength with that index, its highest card first."""
    cards = classes.cards[classes.sweep.group[strength]].tolist()
    return format_hand(CARDS[card] for card in sorted(cards, reverse=True))


def words(action: Action, boot: int = 1) -> str:
    """An action without its player, amounts in boots: ``bet 2``."""
    verb = str(action).split()[1]
    return f"bet {action.amount / boot:g}" if isinstance(action, Bet) else {"see": "look"}.get(verb, verb)
