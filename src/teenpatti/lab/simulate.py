"""Many deals at once, and what they come to: means with 95 % intervals, and histograms."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np

from teenpatti.game.notation import to_tphs
from teenpatti.game.record import hand_file
from teenpatti.game.rules import Rules
from teenpatti.lab.arrays import Floats, Ints
from teenpatti.lab.kernel import Deals, Kernel, Players
from teenpatti.lab.kernel_state import ENDINGS
from teenpatti.lab.odds import Progress

_BATCH: Final = 200_000
"""Deals played before they are added up; an interruption loses at most these."""
_Z: Final = 1.959964

ENDING_WORDS: Final = {
    "pack": "all others packed",
    "side": "lost the last side show",
    "show": "show",
    "forced": "pot limit",
    "cover": "the last other covered",
}
POT_BINS: Final = 40
"""Bins of the pot, in boots: bin k is from 2**k to 2**(k + 1)."""
ACTION_BINS: Final = 101
"""Bins of actions: 0 to 99, and 100 or more."""


class Estimate(NamedTuple):
    """A mean, and half the width of the 95 % interval around it."""

    mean: float
    margin: float


@dataclass
class Summary:
    """What deals came to, added up batch by batch. Chips are counted in boots."""

    rules: Rules
    policies: tuple[str, ...]
    stack: int
    seed: int
    deals: int = 0
    whole: bool = True
    """Whether all was played, or it was interrupted."""
    sums: Floats = field(default_factory=lambda: np.zeros(5))
    """Of pot, actions, bets, blind bets and raises."""
    products: Floats = field(default_factory=lambda: np.zeros((5, 5)))
    """Of each two of them."""
    net: Floats = field(default_factory=lambda: np.zeros(0))
    net_squares: Floats = field(default_factory=lambda: np.zeros(0))
    endings: Ints = field(default_factory=lambda: np.zeros(len(ENDINGS), np.int64))
    """Deals by how they ended; shape (6,)."""
    pot_histogram: Ints = field(default_factory=lambda: np.zeros(POT_BINS, np.int64))
    action_histogram: Ints = field(default_factory=lambda: np.zeros(ACTION_BINS, np.int64))

    def add(self, deals: Deals) -> None:
        """Count ``deals`` in."""
        boot = self.rules.boot
        facts = np.array([deals.pot / boot, deals.actions, deals.bets, deals.blind_bets, deals.raises], np.float64)
        self.sums += facts.sum(axis=1)
        self.products += facts @ facts.T
        net = deals.net / boot
        if not self.net.size:
            self.net, self.net_squares = np.zeros((2, net.shape[1]))
        self.net += net.sum(axis=0)
        self.net_squares += (net**2).sum(axis=0)
        self.endings += np.bincount(deals.ending, minlength=len(ENDINGS))
        pots = np.minimum(np.log2(facts[0]).astype(np.int64), POT_BINS - 1)
        self.pot_histogram += np.bincount(pots, minlength=POT_BINS)
        self.action_histogram += np.bincount(np.minimum(deals.actions, ACTION_BINS - 1), minlength=ACTION_BINS)
        self.deals += len(net)

    def mean(self, fact: int) -> Estimate:
        """Of pot, actions, bets, blind bets or raises a deal, by number."""
        return _estimate(self.sums[fact], self.products[fact, fact], self.deals)

    def net_of(self, player: int) -> Estimate:
        """What the player wins a deal, less what he pays, in boots."""
        return _estimate(self.net[player], self.net_squares[player], self.deals)

    def share(self, ending: int) -> Estimate:
        """The share of deals that end so."""
        hits = self.endings[ending]
        return _estimate(hits, hits, self.deals)

    @property
    def blind_share(self) -> Estimate:
        """The share of bets that are made blind. Of a ratio of sums, so by the delta method."""
        bets, blind = self.sums[2], self.sums[3]
        if not bets or self.deals < 2:
            return Estimate(0.0, 0.0)
        ratio = float(blind / bets)
        spread = self.products[3, 3] - 2 * ratio * self.products[2, 3] + ratio**2 * self.products[2, 2]
        return Estimate(ratio, _Z * float(max(0.0, spread) ** 0.5 / bets))

    def to_json(self) -> str:
        """The summary as one JSON object."""
        answer: dict[str, Any] = {
            "rules": self.rules.to_options(),
            "players": len(self.policies),
            "policies": list(self.policies),
            "stack": self.stack,
            "seed": self.seed,
            "deals": self.deals,
            "whole": self.whole,
            "unit": "boots a deal; every figure is [mean, half the 95 % interval]",
            "pot": self.mean(0),
            "actions": self.mean(1),
            "bets": self.mean(2),
            "raises": self.mean(4),
            "blind_share": self.blind_share,
            "endings": {name: self.share(i) for i, name in enumerate(ENDINGS) if name},
            "net": [self.net_of(player) for player in range(len(self.net))],
            "pot_histogram": {str(2**i): n for i, n in enumerate(self.pot_histogram.tolist()) if n},
            "action_histogram": {str(i): n for i, n in enumerate(self.action_histogram.tolist()) if n},
        }
        return json.dumps(answer)

    def to_text(self) -> str:
        """The summary for people."""
        table = f"{len(self.policies)} players with {self.stack / self.rules.boot:g} boots"
        lines = [
            f"{self.deals:,} deals, {table}, seed {self.seed}; ± half the 95 % interval",
            _line("pot, boots", self.mean(0)),
            _line("actions a deal", self.mean(1)),
            _line("bets a deal", self.mean(2)),
            _line("raises a deal", self.mean(4)),
            _line("bets made blind, %", self.blind_share, 100),
            "deals end, %",
        ]
        lines += [
            _line("  " + ENDING_WORDS[name], self.share(i), 100)
            for i, name in enumerate(ENDINGS)
            if name and self.endings[i]
        ]
        lines.append("net by place at the table, boots a deal")
        lines += [
            _line(f"  p{player} {policy}", self.net_of(player - 1)) for player, policy in enumerate(self.policies, 1)
        ]
        return "\n".join(lines)


def _estimate(total: float, squares: float, count: int) -> Estimate:
    if not count:
        return Estimate(0.0, 0.0)
    mean = float(total / count)
    variance = max(0.0, float(squares) / count - mean**2)
    return Estimate(mean, _Z * (variance / count) ** 0.5)


def _line(name: str, estimate: Estimate, times: float = 1) -> str:
    return f"{name:<28}{times * estimate.mean:>12.4f} ±{times * estimate.margin:.4f}"


def simulate(
    rules: Rules,
    policies: Sequence[str],
    deals: int,
    *,
    stack: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Summary:
    """Play ``deals`` deals, one policy a player by name, each from the same ``stack`` in chips (100 boots if None).

    Interrupted from the keyboard it gives what has been played so far. Raises InvalidRules, InvalidPolicy.
    """
    chips = 100 * rules.boot if stack is None else stack
    kernel = Kernel(rules, [chips] * len(policies), Players.named(policies))
    summary = Summary(rules, tuple(policies), chips, seed)
    try:
        while summary.deals < deals:
            summary.add(kernel.play(min(_BATCH, deals - summary.deals), seed, first=summary.deals))
            if progress is not None:
                progress(summary.deals / deals)
    except KeyboardInterrupt:
        summary.whole = False
    return summary


def hand_files(summary: Summary, count: int) -> str:
    """The first ``count`` deals as a ``.tphs`` file, each played again by the readable engine."""
    policies = summary.policies
    kernel = Kernel(summary.rules, [summary.stack] * len(policies), Players.named(policies))
    names = [f"{policy} {player}" for player, policy in enumerate(policies, 1)]
    deals = range(min(count, summary.deals))
    return to_tphs(
        hand_file(kernel.replay(number, summary.seed), names, extra={"_seed": summary.seed, "_deal": number})
        for number in deals
    )
