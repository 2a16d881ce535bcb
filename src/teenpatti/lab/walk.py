"""One walk over a tree: an update of regrets, a best response, or the value of two strategies.

Values are boots per deal, weighed by how far the other player lets a hand come; a blind player's are the mean over all
hands, since he has one decision for all of them. The walk goes down and up the preorder with one row of working memory
per depth, so what it needs at a time stays in the processor's cache.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from teenpatti.lab.compiled import compiled
from teenpatti.lab.terminal import Floats, Sweep, compare
from teenpatti.lab.tree import Tree

UPDATE: Final = 0
BEST_RESPONSE: Final = 1
EVALUATE: Final = 2


class Tables(NamedTuple):
    """Regrets and summed strategies, changed in place."""

    regret: NDArray[np.float32]
    """[seen rows, classes]."""
    total: NDArray[np.float32]
    """[seen rows, classes] not normalised; a strategy read from a file may stand here."""
    blind_regret: Floats
    """[blind rows]."""
    blind_total: Floats
    """[blind rows]."""


class Desk(NamedTuple):
    """Working memory of one walk, by depth."""

    reach: Floats
    """[2, depths, classes]."""
    sigma: Floats
    """[depths, actions, classes] what is done at the decision open there."""
    value: Floats
    """[depths, actions, classes] what each action is worth."""
    every: Floats
    """[depths, classes] reach of the other player over all hands that share no card."""
    rest: Floats
    """[depths, classes] the part of it that is not yet in another action than packing."""
    spare: Floats
    """[4, classes]."""
    open: NDArray[np.int32]
    """[depths] the decision open there."""


def desk(tree: Tree, classes: int) -> Desk:
    """Working memory for walks over ``tree``."""
    depths = int(tree.depth.max()) + 1
    actions = int(np.diff(tree.first).max())
    return Desk(
        np.zeros((2, depths, classes)),
        np.zeros((depths, actions, classes)),
        np.zeros((depths, actions, classes)),
        np.zeros((depths, classes)),
        np.zeros((depths, classes)),
        np.zeros((4, classes)),
        np.zeros(depths, dtype=np.int32),
    )


def tables(tree: Tree, classes: int, *, regrets: bool = True) -> Tables:
    """Empty tables for ``tree``; without regrets for a strategy that is only measured."""
    rows = tree.seen_rows if regrets else 0
    return Tables(
        np.zeros((rows, classes), dtype=np.float32),
        np.zeros((tree.seen_rows, classes), dtype=np.float32),
        np.zeros(tree.blind_rows),
        np.zeros(tree.blind_rows),
    )


@compiled
def _choose(n: int, mode: int, tree: Tree, tables: Tables, sigma: Floats) -> None:
    """The strategy at decision ``n``: by positive regrets, or the average; even where there is nothing to go by."""
    actions = tree.first[n + 1] - tree.first[n]
    row = tree.row[n]
    if not tree.seen[n, tree.player[n]]:
        source = tables.blind_regret if mode == 0 else tables.blind_total
        whole = 0.0
        for a in range(actions):
            whole += max(source[row + a], 0.0)
        for a in range(actions):
            sigma[a, :] = max(source[row + a], 0.0) / whole if whole > 0.0 else 1.0 / actions
        return
    table = tables.regret if mode == 0 else tables.total
    classes = table.shape[1]
    even = np.float32(1.0 / actions)
    wholes = np.zeros(classes, dtype=np.float32)
    for a in range(actions):
        rows = table[row + a]
        for c in range(classes):
            wholes[c] += max(rows[c], np.float32(0.0))
    for c in range(classes):
        wholes[c] = np.float32(1.0) / wholes[c] if wholes[c] > 0.0 else np.float32(-1.0)
    for a in range(actions):
        rows = table[row + a]
        line = sigma[a]
        for c in range(classes):
            line[c] = max(rows[c], np.float32(0.0)) * wholes[c] if wholes[c] > 0.0 else even


@compiled
def _mean(values: Floats, sweep: Sweep) -> float:
    """The mean over all hands."""
    total = 0.0
    hands = 0.0
    for c in range(len(values)):
        total += values[c] * sweep.size[c]
        hands += sweep.size[c]
    return total / hands


@compiled
def _met(reach: Floats, better: float, equal: float, worse: float, sweep: Sweep) -> float:
    """The mean over all hands of a blind player who meets ``reach``."""
    every = below = above = hands = 0.0
    for c in range(len(reach)):
        weight = reach[c] * sweep.size[c]
        every += weight
        # The other's hand is below mine where mine is above his.
        below += weight * sweep.above[c]
        above += weight * sweep.below[c]
        hands += sweep.size[c]
    return (equal * every + ((better - equal) * below + (worse - equal) * above) / sweep.disjoint) / hands


@compiled
def _enter(n: int, mode: int, me: int, tree: Tree, sweep: Sweep, tables: Tables, desk: Desk) -> None:
    d = tree.depth[n]
    other = 1 - me
    desk.open[d] = n
    if d == 0:
        desk.reach[:, 0, :] = 1.0
    else:
        before = desk.open[d - 1]
        for q in range(2):
            reach, above = desk.reach[q, d], desk.reach[q, d - 1]
            if tree.player[before] == q:
                chances = desk.sigma[d - 1, tree.via[n]]
                for c in range(len(reach)):
                    reach[c] = above[c] * chances[c]
            else:
                reach[:] = above
    mine = tree.player[n] == me
    if not (mine and mode == 1):
        _choose(n, mode, tree, tables, desk.sigma[d])
    first, last = tree.first[n], tree.first[n + 1]
    classes = desk.reach.shape[2]
    both = tree.seen[n, 0] and tree.seen[n, 1]
    sign = 1.0 if me == 0 else -1.0
    want_below = want_above = False
    if both and mine:
        for a in range(first, last):
            if tree.child[a] < 0:
                want_below |= tree.pay[a, 0 if me == 0 else 2] != tree.pay[a, 1]
                want_above |= tree.pay[a, 2 if me == 0 else 0] != tree.pay[a, 1]
        if want_below or want_above:
            compare(desk.reach[other, d], sweep, desk.spare[1], desk.spare[2], desk.every[d], want_below, want_above)
    if both and not want_below and not want_above:
        _every(n, me, tree, sweep, desk)
        if not mine:
            desk.rest[d] = desk.every[d]
    for a in range(first, last):
        if tree.child[a] >= 0:
            continue
        better = sign * tree.pay[a, 0 if me == 0 else 2]
        equal = sign * tree.pay[a, 1]
        worse = sign * tree.pay[a, 2 if me == 0 else 0]
        value = desk.value[d, a - first]
        if not tree.seen[n, other]:
            reach = desk.reach[other, d, 0]
            if not mine:
                reach *= desk.sigma[d, a - first, 0]
            for c in range(classes):
                won = (better - equal) * sweep.below[c] + (worse - equal) * sweep.above[c]
                value[c] = reach * (equal + won / sweep.disjoint)
        elif not tree.seen[n, me]:
            if mine:
                value[:] = _met(desk.reach[other, d], better, equal, worse, sweep)
            else:
                desk.spare[0] = desk.reach[other, d] * desk.sigma[d, a - first]
                value[:] = _met(desk.spare[0], better, equal, worse, sweep)
        elif mine:
            _compared(better, equal, worse, desk.spare[1], desk.spare[2], desk.every[d], sweep, value)
        elif better != equal or equal != worse:
            for c in range(classes):
                desk.spare[0, c] = desk.reach[other, d, c] * desk.sigma[d, a - first, c]
            compare(desk.spare[0], sweep, desk.spare[1], desk.spare[2], desk.spare[3], better != equal, equal != worse)
            _compared(better, equal, worse, desk.spare[1], desk.spare[2], desk.spare[3], sweep, value)
            for c in range(classes):
                desk.rest[d, c] -= desk.spare[3, c]


@compiled
def _compared(
    better: float, equal: float, worse: float, below: Floats, above: Floats, every: Floats, sweep: Sweep, value: Floats
) -> None:
    """What a comparison wins; ``below`` and ``above`` count only where they differ from an equal hand."""
    scale = 1.0 / sweep.disjoint
    by_all, by_below, by_above = equal * scale, (better - equal) * scale, (worse - equal) * scale
    if by_above == 0.0:
        for c in range(len(value)):
            value[c] = by_all * every[c] + by_below * below[c]
    elif by_below == 0.0:
        for c in range(len(value)):
            value[c] = by_all * every[c] + by_above * above[c]
    else:
        for c in range(len(value)):
            value[c] = by_all * every[c] + by_below * below[c] + by_above * above[c]


@compiled
def _every(n: int, me: int, tree: Tree, sweep: Sweep, desk: Desk) -> None:
    """Fill ``every`` where both have looked; between two of the other player's actions it stays as it is."""
    d = tree.depth[n]
    other = 1 - me
    if d == 0 or not tree.seen[desk.open[d - 1], other]:
        desk.every[d, :] = desk.reach[other, d, 0] * sweep.disjoint
    elif tree.player[desk.open[d - 1]] == me and tree.seen[desk.open[d - 1], me]:
        desk.every[d] = desk.every[d - 1]
    else:
        compare(desk.reach[other, d], sweep, desk.spare[1], desk.spare[2], desk.every[d], False, False)


@compiled
def _leave(n: int, mode: int, me: int, tree: Tree, sweep: Sweep, tables: Tables, desk: Desk, discount: Floats) -> None:
    d = tree.depth[n]
    first = tree.first[n]
    actions = tree.first[n + 1] - first
    value, sigma = desk.value[d], desk.sigma[d]
    classes = value.shape[1]
    mine = tree.player[n] == me
    whole = desk.spare[0]
    whole[:] = 0.0
    if not mine:
        if tree.seen[n, 0] and tree.seen[n, 1]:
            for a in range(first, first + actions):
                if tree.child[a] < 0 and tree.pay[a, 0] == tree.pay[a, 1] and tree.pay[a, 0] == tree.pay[a, 2]:
                    gain = tree.pay[a, 0] if me == 0 else -tree.pay[a, 0]
                    for c in range(classes):
                        value[a - first, c] = gain * desk.rest[d, c] / sweep.disjoint
        for a in range(actions):
            for c in range(classes):
                whole[c] += value[a, c]
    elif not tree.seen[n, me]:
        row = tree.row[n]
        worth = 0.0
        for a in range(actions):
            value[a, 0] = _mean(value[a], sweep)
            if mode == 1:
                worth = value[a, 0] if a == 0 else max(worth, value[a, 0])
            else:
                worth += sigma[a, 0] * value[a, 0]
        whole[:] = worth
        if mode == 0:
            for a in range(actions):
                old = tables.blind_regret[row + a]
                old *= discount[0] if old > 0.0 else discount[1]
                tables.blind_regret[row + a] = old + value[a, 0] - worth
                old = tables.blind_total[row + a] * discount[2]
                tables.blind_total[row + a] = old + desk.reach[me, d, 0] * sigma[a, 0]
    elif mode == 1:
        whole[:] = value[0]
        for a in range(1, actions):
            for c in range(classes):
                whole[c] = max(whole[c], value[a, c])
    else:
        for a in range(actions):
            for c in range(classes):
                whole[c] += sigma[a, c] * value[a, c]
        if mode == 0:
            row = tree.row[n]
            up, down, fade = np.float32(discount[0]), np.float32(discount[1]), np.float32(discount[2])
            reach = desk.reach[me, d]
            for a in range(actions):
                regret, total = tables.regret[row + a], tables.total[row + a]
                for c in range(classes):
                    old = regret[c]
                    regret[c] = old * (up if old > 0.0 else down) + np.float32(value[a, c] - whole[c])
                    total[c] = total[c] * fade + np.float32(reach[c] * sigma[a, c])
    if d > 0:
        desk.value[d - 1, tree.via[n]] = whole
        if tree.player[desk.open[d - 1]] != me and tree.seen[n, 0] and tree.seen[n, 1]:
            for c in range(classes):
                desk.rest[d - 1, c] -= desk.every[d, c]
    else:
        desk.value[0, 0] = whole


@compiled
def _comes(n: int, me: int, tree: Tree, desk: Desk) -> bool:
    """Whether the other player ever lets the deal come to decision ``n``, its path being open."""
    d = tree.depth[n] - 1
    if tree.player[desk.open[d]] == me:
        return True
    reach, chances = desk.reach[1 - me, d], desk.sigma[d, tree.via[n]]
    for c in range(len(reach)):  # noqa: SIM110 - compiled code has no generators
        if reach[c] != 0.0 and chances[c] != 0.0:
            return True
    return False


@compiled
def _average(root: int, me: int, tree: Tree, tables: Tables, desk: Desk, fade: float) -> None:
    """Add the strategy of ``me`` below ``root`` to his average, and do nothing else."""
    slow = np.float32(fade)
    n = root
    while n < tree.end[root]:
        d = tree.depth[n]
        desk.open[d] = n
        before = desk.open[d - 1]
        reach = desk.reach[me, d]
        above, chances = desk.reach[me, d - 1], desk.sigma[d - 1, tree.via[n]]
        comes = False
        if tree.player[before] == me:
            for c in range(len(reach)):
                reach[c] = above[c] * chances[c]
                comes |= reach[c] != 0.0
        else:
            for c in range(len(reach)):
                reach[c] = above[c]
                comes |= reach[c] != 0.0
        if not comes:
            n = tree.end[n]
            continue
        if tree.player[n] == me:
            sigma = desk.sigma[d]
            _choose(n, 0, tree, tables, sigma)
            row = tree.row[n]
            for a in range(tree.first[n + 1] - tree.first[n]):
                if tree.seen[n, me]:
                    total = tables.total[row + a]
                    for c in range(len(reach)):
                        total[c] = total[c] * slow + np.float32(reach[c] * sigma[a, c])
                else:
                    tables.blind_total[row + a] = tables.blind_total[row + a] * fade + reach[0] * sigma[a, 0]
        n += 1


@compiled
def walk(mode: int, me: int, tree: Tree, sweep: Sweep, tables: Tables, desk: Desk, discount: Floats) -> float:
    """Walk ``tree`` for player ``me``; his mean value in boots. UPDATE changes his part of ``tables``.

    ``discount`` [3] multiplies positive regrets, negative ones and summed strategies before they are added to.
    """
    depth = -1
    n = 0
    while n < len(tree.player):
        for d in range(depth, tree.depth[n] - 1, -1):
            _leave(desk.open[d], mode, me, tree, sweep, tables, desk, discount)
        depth = tree.depth[n]
        if depth > 0 and not _comes(n, me, tree, desk):
            # Nothing can be won or lost there in this walk; but one's own strategy there counts for the average.
            if mode == 0:
                _average(n, me, tree, tables, desk, discount[2])
            depth -= 1
            desk.value[depth, tree.via[n], :] = 0.0
            n = tree.end[n]
            continue
        _enter(n, mode, me, tree, sweep, tables, desk)
        n += 1
    for d in range(depth, -1, -1):
        _leave(desk.open[d], mode, me, tree, sweep, tables, desk, discount)
    return _mean(desk.value[0, 0], sweep)


@compiled
def inspect(
    me: int,
    tree: Tree,
    sweep: Sweep,
    tables: Tables,
    desk: Desk,
    worth: NDArray[np.float32],
    blind_worth: Floats,
    arrives: NDArray[np.float32],
    chance: Floats,
) -> float:
    """Look into every decision of player ``me`` when both play by ``tables.total``; his mean value in boots.

    Fills his rows of ``worth`` [seen rows, classes] and ``blind_worth`` [blind rows]: what each action wins on average
    given that the deal has come so far, NaN where the other never lets it; and for his decisions ``arrives``
    [decisions, classes], how far his own strategy lets a hand come, and ``chance`` [decisions] that a deal comes there.
    """
    depth = -1
    still = np.ones(3)
    other = 1 - me
    hands = sweep.size.sum()
    for n in range(len(tree.player) + 1):
        upto = tree.depth[n] if n < len(tree.player) else 0
        for d in range(depth, upto - 1, -1):
            m = desk.open[d]
            if tree.player[m] == me:
                actions = tree.first[m + 1] - tree.first[m]
                row = tree.row[m]
                mine = desk.reach[me, d]
                arrives[m] = mine.astype(np.float32)
                met = 0.0
                for c in range(len(mine)):
                    met += desk.reach[other, d, c] * sweep.size[c]
                met /= hands
                if not tree.seen[m, me]:
                    for a in range(actions):
                        blind_worth[row + a] = _mean(desk.value[d, a], sweep) / met if met > 0.0 else np.nan
                    chance[m] = met * mine[0]
                else:
                    for c in range(len(mine)):
                        every = desk.every[d, c] / sweep.disjoint if tree.seen[m, other] else met
                        chance[m] += every * mine[c] * sweep.size[c] / hands
                        for a in range(actions):
                            worth[row + a, c] = desk.value[d, a, c] / every if every > 1e-9 else np.nan
            _leave(m, EVALUATE, me, tree, sweep, tables, desk, still)
        if n < len(tree.player):
            depth = tree.depth[n]
            _enter(n, EVALUATE, me, tree, sweep, tables, desk)
    return _mean(desk.value[0, 0], sweep)
