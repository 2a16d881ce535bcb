"""Bots against each other, with luck taken out as far as it can be.

**Duplicate deals**: the same cards are played once for every rotation of the bots over the seats, so nobody profits
from better cards or a better place. Such a group of deals is one observation: a bot's result in it is its mean net win
over the rotations, in boots. Intervals come from the spread of the groups.

**Round robin**: every pair of bots meets at a table for two; or all of them sit at one table. Every deal begins with
the same stacks. The same seed gives the same result, in any number of processes.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from teenpatti.bots.registry import Bot
from teenpatti.game.cards import CARDS, deal_hands
from teenpatti.game.deal import Deal
from teenpatti.game.errors import IllegalAction
from teenpatti.game.rules import Rules
from teenpatti.game.view import view
from teenpatti.lab.arrays import Floats
from teenpatti.lab.odds import Progress

_CHUNK: Final = 20
"""Groups that one process plays at a time."""


class ArenaError(ValueError):
    """A match that cannot be played, or a bot that plays against the rules."""


class Score(NamedTuple):
    """Boots won per 100 deals, and half the width of the 95 % interval around it."""

    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:+.1f} ±{self.margin:.1f}"


@dataclass(frozen=True)
class Match:
    """What the bots at one table did."""

    bots: tuple[int, ...]
    """Their places in ``Arena.names``."""
    net: Floats
    """Mean net win over the rotations, in boots a deal; shape (groups, bots at the table)."""

    def score(self, bot: int) -> Score:
        """Of the bot at place ``bot`` of ``Arena.names``."""
        return _score(self.net[:, self.bots.index(bot)])


@dataclass(frozen=True)
class Arena:
    """The result of a tournament."""

    names: tuple[str, ...]
    matches: tuple[Match, ...]
    """One for each pair in order, or the one table of all."""
    rules: Rules
    stack: int
    seed: int
    whole: bool
    """Whether all was played, or it was interrupted."""

    def deals(self) -> int:
        """Deals played in all."""
        return sum(match.net.size for match in self.matches)

    def against(self, bot: int, other: int) -> Score | None:
        """How ``bot`` did against ``other``; None if they met with others at one table, or not at all."""
        for match in self.matches:
            if set(match.bots) == {bot, other} and len(match.net) > 1:
                return match.score(bot)
        return None

    def total(self, bot: int) -> Score | None:
        """The mean over the bot's matches; None if it has played none."""
        scores = [match.score(bot) for match in self.matches if bot in match.bots and len(match.net) > 1]
        if not scores:
            return None
        mean = sum(score.mean for score in scores) / len(scores)
        # Matches are played with different cards, so their errors are independent.
        return Score(mean, sum(score.margin**2 for score in scores) ** 0.5 / len(scores))

    def to_json(self) -> str:
        """The result as one JSON object; amounts are boots per 100 deals."""
        places = range(len(self.names))
        cross = [
            {"bot": self.names[a], "against": self.names[b], "mean": score.mean, "margin": score.margin}
            for a in places
            for b in places
            if a != b and (score := self.against(a, b)) is not None
        ]
        totals = [
            {"bot": self.names[a], "mean": score.mean, "margin": score.margin}
            for a in places
            if (score := self.total(a)) is not None
        ]
        answer: dict[str, Any] = {
            "rules": self.rules.to_options(),
            "stack": self.stack,
            "seed": self.seed,
            "deals": self.deals(),
            "whole": self.whole,
            "unit": "boots per 100 deals, with half the 95 % interval",
            "totals": totals,
            "cross": cross,
        }
        return json.dumps(answer)

    def to_text(self) -> str:
        """A table for people: a line a bot, what it won from each and in all."""
        places = sorted(range(len(self.names)), key=lambda a: -_mean(self.total(a)))
        pairs = len(self.names) > 2 and any(len(match.bots) == 2 for match in self.matches)
        head = ["", *([f"v {self.names[b]}" for b in places] if pairs else []), "all" if pairs else "boots / 100"]
        rows = [head]
        for a in places:
            cells = [_cell(a, b, self.against(a, b)) for b in places] if pairs else []
            rows.append([self.names[a], *cells, _cell(a, -1, self.total(a))])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(
                [row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))]
            ).rstrip()
            for row in rows
        )


def _mean(score: Score | None) -> float:
    return float("-inf") if score is None else score.mean


def _cell(bot: int, other: int, score: Score | None) -> str:
    return "" if bot == other else "?" if score is None else str(score)


def _score(net: Floats) -> Score:
    count = len(net)
    # Student's t for 95 %, by its expansion around the normal distribution.
    z, freedom = 1.959964, max(count - 1, 1)
    t = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return Score(100 * float(net.mean()), 100 * t * float(net.std(ddof=1)) / count**0.5)


class _Setting(NamedTuple):
    bots: tuple[Bot, ...]
    rules: Rules
    stack: int
    seed: int


class _Task(NamedTuple):
    bots: tuple[int, ...]
    first: int
    groups: int


def tournament(
    bots: Sequence[Bot],
    rules: Rules,
    deals: int,
    *,
    seed: int = 0,
    stack: int | None = None,
    together: bool = False,
    processes: int = 1,
    progress: Progress | None = None,
) -> Arena:
    """Play about ``deals`` deals at each table, whole groups, and at least two of them.

    ``stack`` is in chips, 100 boots if None; ``together`` seats all bots at one table. With more than one process the
    bots must be such as can be pickled, and the main module of the program importable. Interrupted from the keyboard
    it gives what has been played so far. Raises ArenaError.
    """
    chips = 100 * rules.boot if stack is None else stack
    names = tuple(bot.name for bot in bots)
    _check(names, rules, chips, deals, together)
    tables = [tuple(range(len(bots)))] if together else list(combinations(range(len(bots)), 2))
    groups = {table: max(2, -(-deals // len(table))) for table in tables}
    # Tables take turns, so that an interruption leaves something of each.
    most = max(groups.values())
    tasks = [
        _Task(table, first, min(_CHUNK, groups[table] - first))
        for first in range(0, most, _CHUNK)
        for table in tables
        if first < groups[table]
    ]
    found: dict[tuple[int, ...], list[Floats]] = {table: [] for table in tables}
    setting = _Setting(tuple(bots), rules, chips, seed)
    done = 0
    whole = True
    with _players(setting, min(processes, len(tasks))) as play:
        try:
            for task, net in zip(tasks, play(tasks), strict=True):
                found[task.bots].append(net)
                done += 1
                if progress is not None:
                    progress(done / len(tasks))
        except KeyboardInterrupt:
            whole = False
    matches = [Match(table, np.concatenate([np.empty((0, len(table))), *parts])) for table, parts in found.items()]
    return Arena(names, tuple(matches), rules, chips, seed, whole)


def _check(names: Sequence[str], rules: Rules, stack: int, deals: int, together: bool) -> None:
    if len(names) < 2:
        raise ArenaError(f"A match needs at least two bots: {len(names)} given.")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ArenaError(f"The bot {twice} is named twice.")
    if together and len(names) > rules.max_players:
        raise ArenaError(f"{len(names)} bots at one table: there is room for {rules.max_players} (R5).")
    if rules.carries:
        raise ArenaError("lone_blind carries: every deal of the arena stands alone, so no pot can carry over.")
    if stack < rules.boot:
        raise ArenaError(f"A stack of {stack} chips is under the boot of {rules.boot} (R18).")
    if deals < 1:
        raise ArenaError(f"{deals} deals: expected at least 1.")


_Player = Callable[[Sequence[_Task]], Iterator[Floats]]


@contextmanager
def _players(setting: _Setting, processes: int) -> Iterator[_Player]:
    """What plays tasks and gives their results in order, here or in other processes."""
    if processes <= 1:
        yield lambda tasks: (_play(setting, task) for task in tasks)
        return
    # Spawned, for forking a process that has threads is not safe.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(setting,))
    try:
        yield lambda tasks: pool.map(_play_here, tasks)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_here: list[_Setting] = []


def _begin(setting: _Setting) -> None:
    # Ctrl-C is for the process that collects the results.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _here[:] = [setting]


def _play_here(task: _Task) -> Floats:
    return _play(_here[0], task)


def _play(setting: _Setting, task: _Task) -> Floats:
    return np.array([_group(setting, task.bots, task.first + i) for i in range(task.groups)])


def _group(setting: _Setting, table: tuple[int, ...], number: int) -> list[float]:
    """The mean net win of each bot at ``table`` over the rotations of one deal, in boots."""
    count = len(table)
    names = " ".join(setting.bots[bot].name for bot in table)
    place = f"{setting.seed} {names} {number}"
    rules = setting.rules
    deck = Random(f"{place} cards").sample(CARDS, 52)
    hands = deal_hands(deck, count, rules.cards_dealt)
    joker = deck[count * rules.cards_dealt] if rules.turns_up else None
    net = [0] * count
    for rotation in range(count):
        # Player p of the deal is the bot at place (p + rotation) of the table.
        seated = [(player + rotation) % count for player in range(count)]
        deal = Deal.start(rules, [setting.stack] * count, hands, joker=joker)
        rng = Random(f"{place} {rotation}")
        while not deal.over:
            player = deal.turn
            assert player is not None
            bot = setting.bots[table[seated[player]]]
            action = bot.choose(view(deal, player), rng)
            try:
                deal = deal.play(action)
            except IllegalAction as error:
                raise ArenaError(f"The bot {bot.name} plays against the rules: {error}") from error
        for player, seat in enumerate(deal.players):
            net[seated[player]] += seat.won - seat.paid
    return [chips / (count * rules.boot) for chips in net]
