"""An independent check of a solution file: how exploitable it is, found anew from the file alone.

This shares nothing with the solver but the reference engine. It plays the rules' engine through the whole tree, hand by
hand (all 22,100 of them, no classes), in plain numpy. It is slow and short, so that it can be read.

Use: ``python -m teenpatti.lab.check FILE``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from teenpatti.game.actions import Accept, Action, Best, Bet, Cover, Pack, Refuse, See, Show, Side
from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules
from teenpatti.game.words import read_action, split

Vector = NDArray[np.float64]
DISJOINT = 18_424  # hands of the 49 cards that a hand leaves


class Report(NamedTuple):
    """What was found, in boots a deal."""

    best: tuple[float, float]
    """What each player wins by a best response."""
    exploitability: float
    claimed: float
    """The exploitability that the file states."""


class Hands:
    """All 22,100 hands, weakest first, and sums over those that share no card with a hand."""

    def __init__(self, rules: Rules) -> None:
        hands = np.array(list(combinations(range(52), 3)))
        strengths = np.array([rules.ranking.evaluator.strength(hand) for hand in hands.tolist()])
        order = np.argsort(strengths, kind="stable")
        self.cards, strengths = hands[order], strengths[order]
        bounds = [np.searchsorted(strengths, strengths, side) for side in ("left", "right")]
        pairs = {pair: i for i, pair in enumerate(combinations(range(52), 2))}
        pair = np.array([[pairs[a, b], pairs[a, c], pairs[b, c]] for a, b, c in self.cards.tolist()])
        self.bounds = bounds
        # For cards and for pairs: the places of the hands with each, and of every hand how many of these are weaker.
        self.lists, self.counts, self.groups = [], [], [self.cards, pair]
        for groups, each in zip(self.groups, (1275, 50), strict=True):
            keys = np.sort((groups * len(hands) + np.arange(len(hands))[:, None]).ravel())
            self.lists.append((keys % len(hands)).reshape(-1, each))
            ends = [groups * len(hands) + bound[:, None] for bound in bounds]
            self.counts.append([np.searchsorted(keys, end) - groups * each for end in ends])

    def sums(self, reach: Vector) -> tuple[Vector, Vector, Vector]:
        """Of ``reach`` over weaker hands, weaker or equal ones, and all, that share no card with each hand."""
        total = np.concatenate([[0.0], np.cumsum(reach)])
        below, upto, every = total[self.bounds[0]], total[self.bounds[1]], np.full(len(reach), total[-1])
        for sign, members, group, counts in zip((-1, 1), self.lists, self.groups, self.counts, strict=True):
            running = np.zeros((len(members), members.shape[1] + 1))
            np.cumsum(reach[members], axis=1, out=running[:, 1:])
            below = below + sign * running[group, counts[0]].sum(axis=1)
            upto = upto + sign * running[group, counts[1]].sum(axis=1)
            every = every + sign * running[group, -1].sum(axis=1)
        return below, upto - reach, every - reach


class Checker:
    """One file."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.header = json.loads(bytes(file["header"]))
        self.rules = Rules.from_options(self.header["rules"])
        self.hands = Hands(self.rules)
        kinds = {code: i for i, code in enumerate(_alike(file["classes"].astype(np.int64)).tolist())}
        self.kind = np.array([kinds[code] for code in _alike(self.hands.cards).tolist()])
        stack = self.header["stack"] * self.rules.boot
        self.known: dict[tuple[object, ...], int] = {}
        self.deals: list[Deal] = []
        for number, entry in enumerate(self.header["situations"]):
            deal = Deal.start(self.rules, [stack, stack])
            for line in entry["line"]:
                deal = deal.play(read_action(split(line)))
            self.deals.append(deal)
            self.known[self._key(deal)] = number

    def _key(self, deal: Deal) -> tuple[object, ...]:
        blind = tuple(p.blind_bets for p in deal.players) if self.rules.blind_limit else ()
        raises = deal.raises if self.rules.max_raises else 0
        return deal.turn, deal.price, deal.players[0].paid, deal.players[1].paid, blind, raises

    def run(self) -> Report:
        """The best responses of both against the file's strategies."""
        best = (self._blind(0), self._blind(1))
        return Report(best, sum(best) / 2, self.header["exploitability"])

    def _blind(self, me: int) -> float:
        """What ``me`` wins by a best response, settled from the last situation to the first."""
        worth: dict[int, float] = {}
        entries = self.header["situations"]
        for number in sorted(range(len(entries)), key=lambda i: self.deals[i].chips_in, reverse=True):
            deal = self.deals[number]
            moves = self._moves(deal)
            assert [str(move) for move in moves] == entries[number]["moves"]
            wanted = range(len(moves)) if deal.turn == me else [entries[number]["choice"]]
            worth[number] = max(self._blind_move(number, deal.play(moves[i]), me, worth) for i in wanted)
        return worth[next(i for i, entry in enumerate(entries) if not entry["line"])]

    def _blind_move(self, number: int, after: Deal, me: int, worth: dict[int, float]) -> float:
        if after.turn is None:
            return float(self._end(after, me, np.ones(len(self.kind))).mean())
        if not any(player.seen for player in after.players):
            return worth[self.known[self._key(after)]]
        self.seen, self.blind = self.file[f"seen_{number}"], self.file[f"blind_{number}"]
        self.rows = {True: 0, False: 0}
        value = self._best(after, me, np.ones(len(self.kind)))
        assert self.rows == {True: len(self.seen), False: len(self.blind)}
        return float(value.mean())

    def _best(self, deal: Deal, me: int, reach: Vector) -> Vector:
        """What ``me`` can win with each hand, times the chance that the other's strategy comes so far."""
        player = deal.turn
        if player is None:
            return self._end(deal, me, reach)
        moves = self._moves(deal)
        looked = deal.players[player].seen
        first = self.rows[looked]
        self.rows[looked] += len(moves)
        rows = self.seen[first : self.rows[True], self.kind] if looked else self.blind[first : self.rows[False], None]
        chances = rows[: len(moves)].astype(np.float64)
        whole = chances.sum(axis=0)
        chances = np.where(whole > 0, chances / np.where(whole > 0, whole, 1), 1 / len(moves))
        values = [
            self._best(deal.play(move), me, reach if player == me else reach * chance)
            for move, chance in zip(moves, chances, strict=True)
        ]
        if player != me:
            return np.asarray(np.sum(values, axis=0))
        if looked:
            return np.asarray(np.max(values, axis=0))
        return np.full(len(reach), max(value.mean() for value in values))

    def _end(self, deal: Deal, me: int, reach: Vector) -> Vector:
        below, upto, every = self.hands.sums(reach)
        better, equal, worse = (self._net(deal, me, best) for best in ((me,), (0, 1), (1 - me,)))
        return (better * below + equal * (upto - below) + worse * (every - upto)) / DISJOINT

    def _net(self, deal: Deal, me: int, best: tuple[int, ...]) -> float:
        while not deal.over:
            deal = deal.play(Best(best))
        return (deal.players[me].won - deal.players[me].paid) / self.rules.boot

    def _moves(self, deal: Deal) -> list[Action]:
        me, legal = deal.turn, deal.legal()
        assert me is not None
        bets: Sequence[int] = ()
        if legal.bet is not None:
            assert legal.bet.highest is not None
            bets = legal.bet.steps or range(legal.bet.lowest, legal.bet.highest + 1)
            if "all" not in self.header["sizes"]:
                named = {"lowest": 0.0, "middle": 0.5, "highest": 1.0}
                shares = [named[s] if s in named else float(s) for s in self.header["sizes"]]
                bets = sorted({bets[round(share * (len(bets) - 1))] for share in shares})
        asks = self.header["keep_side_shows"] or self.rules.side_show_multiplier == 2
        moves: list[tuple[object, Action]] = [
            (legal.see, See(me)),
            *((True, Bet(me, amount)) for amount in bets),
            (legal.show is not None, Show(me)),
            (legal.side and asks, Side(me, 1 - me)),
            (legal.cover is not None, Cover(me)),
            (legal.accept, Accept(me)),
            (legal.refuse, Refuse(me)),
            (legal.pack, Pack(me)),
        ]
        return [move for allowed, move in moves if allowed]


def _alike(hands: NDArray[Any]) -> NDArray[Any]:
    """One number a hand, equal for hands that differ by a renaming of the suits."""
    renamed = [np.sort(hands // 4 * 4 + np.array(names)[hands % 4], axis=1) for names in permutations(range(4))]
    return np.asarray(np.min([cards @ np.array([2704, 52, 1]) for cards in renamed], axis=0))


def check(path: str) -> Report:
    """Recompute the exploitability of the file at ``path``."""
    with np.load(path, allow_pickle=False) as file:
        return Checker(file).run()


if __name__ == "__main__":
    found = check(sys.argv[1])
    print(f"exploitability {found.exploitability:.9f} boots a deal, the file says {found.claimed:.9f}")  # noqa: T201
    sys.exit(0 if abs(found.exploitability - found.claimed) < 1e-6 else 1)
