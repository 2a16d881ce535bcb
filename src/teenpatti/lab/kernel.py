"""Playing whole deals by the million: the compiled second engine of the game.

All options of the betting are played; ``wild``, ``cards_dealt`` and ``lone_blind`` are refused by name. Under ``look``
``any_time`` players look on their own turn. A deal is the same for the same seed and number, whatever else is played,
in whatever order and in however many threads.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from teenpatti.game.actions import Accept, Action, Bet, Cover, Pack, Refuse, See, Show, Side
from teenpatti.game.cards import CARDS, Hand
from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules
from teenpatti.lab import kernel_play
from teenpatti.lab.arrays import Bytes, Floats, Ints
from teenpatti.lab.hands import strengths
from teenpatti.lab.kernel_state import BET, SIDE, KernelRules, check_players, check_stack, kernel_rules
from teenpatti.lab.policies import SHAPE, buckets, policy

_CHUNK: Final = 20_000
"""Deals that one thread plays at a time."""

_NO_LOG: Final = np.zeros((0, 3), np.int64)

_BARE: Final = (See, Pack, None, Show, None, Cover, Accept, Refuse)


@dataclass(frozen=True)
class Deals:
    """What became of deals: one row, or number, a deal; chips and counts are int64."""

    net: Ints
    """Won less paid, in chips, by player (0 is left of the dealer); shape (deals, players)."""
    pot: Ints
    """All chips put in; shape (deals,), as all that follow."""
    actions: Ints
    """Actions of players, looks too."""
    ending: Ints
    """How it ended: a number of ``kernel_state.ENDINGS``."""
    bets: Ints
    """Bets made, blind or seen."""
    blind_bets: Ints
    """Bets made blind."""
    raises: Ints
    """Bets above the lowest legal."""


@dataclass(frozen=True)
class Players:
    """Who plays how: the tables of the policies in use, and by seat which one, -1 for random play."""

    policies: Floats
    seats: Ints

    @classmethod
    def named(cls, names: Sequence[str]) -> Players:
        """One policy a seat, by name (see ``policies.py``). Raises InvalidPolicy."""
        return cls.of([policy(name) for name in names])

    @classmethod
    def of(cls, tables: Sequence[Floats | None]) -> Players:
        """One table a seat, None for random play. Raises ValueError for a table of another shape."""
        used = [table for table in tables if table is not None]
        for table in used:
            if table.shape != SHAPE:
                raise ValueError(f"A policy has shape {table.shape}: expected {SHAPE}.")
        numbers = np.cumsum([table is not None for table in tables]) - 1
        seats = np.where([table is None for table in tables], -1, numbers).astype(np.int64)
        return cls(np.array(used or [np.zeros(SHAPE)], np.float64), seats)


class Kernel:
    """Deals under ``rules`` from ``stacks`` (chips before the boot, in playing order) to ``players``.

    Raises InvalidRules for what the kernel does not play, and for stacks or a number of players against the rules.
    """

    def __init__(self, rules: Rules, stacks: Sequence[int], players: Players | None = None) -> None:
        check_players(len(stacks))
        self.rules = rules
        self._rules: KernelRules = kernel_rules(rules)
        self.stacks: Ints = np.array([check_stack(rules, stack) for stack in stacks], np.int64)
        self._players = players or Players.of([None] * len(stacks))
        if len(self._players.seats) != len(stacks):
            raise ValueError(f"{len(self._players.seats)} policies for {len(stacks)} stacks: expected one each.")
        self._strengths = strengths(rules.ranking).triples
        self._buckets = buckets(rules.ranking)

    def play(self, deals: int, seed: int = 0, first: int = 0, threads: int | None = None) -> Deals:
        """Play deals ``first`` to ``first + deals - 1`` of ``seed`` (its lowest 64 bits count)."""
        net = np.empty((deals, len(self.stacks)), np.int64)
        facts = np.empty((deals, 6), np.int64)

        def play_chunk(start: int) -> None:
            rows = slice(start, start + _CHUNK)
            self._play(seed, first + start, net[rows], facts[rows], _NO_LOG)

        starts = range(0, deals, _CHUNK)
        workers = min(threads or os.cpu_count() or 1, len(starts))
        if workers <= 1:
            for start in starts:
                play_chunk(start)
        else:
            with ThreadPoolExecutor(workers) as pool:
                list(pool.map(play_chunk, starts))
        pot, actions, ending, bets, blind_bets, raises = facts.T
        return Deals(net, pot, actions, ending, bets, blind_bets, raises)

    def record(self, number: int, seed: int = 0) -> tuple[tuple[Hand, ...], list[Action]]:
        """The hands and the actions of deal ``number`` of ``seed``, as :meth:`play` plays it."""
        net = np.empty((1, len(self.stacks)), np.int64)
        facts = np.empty((1, 6), np.int64)
        log = np.zeros((256, 3), np.int64)
        deck = self._play(seed, number, net, facts, log)
        count = int(facts[0, 1])
        if count > len(log):
            log = np.zeros((count, 3), np.int64)
            self._play(seed, number, net, facts, log)
        hands = tuple(_hand(deck[3 * i : 3 * i + 3]) for i in range(len(self.stacks)))
        return hands, [_action(*row) for row in log[:count].tolist()]

    def _play(self, seed: int, first: int, net: Ints, facts: Ints, log: Ints) -> Bytes:
        deck = np.zeros(52, np.uint8)
        kernel_play.play_range(
            self._rules,
            np.uint64(seed & (2**64 - 1)),
            first,
            self.stacks,
            self._strengths,
            self._players.policies,
            self._players.seats,
            self._buckets,
            net,
            facts,
            deck,
            log,
        )
        return deck

    def replay(self, number: int, seed: int = 0) -> Deal:
        """Deal ``number`` of ``seed``, played again by the readable engine."""
        hands, actions = self.record(number, seed)
        deal = Deal.start(self.rules, self.stacks.tolist(), hands)
        for action in actions:
            deal = deal.play(action)
        return deal


def play_deals(
    rules: Rules,
    stacks: Sequence[int],
    deals: int,
    *,
    policies: Sequence[str] | None = None,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
) -> Deals:
    """Play ``deals`` deals, each from the same ``stacks``; ``policies`` are names, one a seat (None: all at random).

    So ``play_deals(Rules(), [100] * 5, 1_000_000).net.mean(axis=0)`` is what each place at the table is worth.
    """
    players = None if policies is None else Players.named(policies)
    return Kernel(rules, stacks, players).play(deals, seed, first, threads)


def _hand(cards: Bytes) -> Hand:
    return tuple(CARDS[card] for card in cards.tolist())


def _action(player: int, verb: int, value: int) -> Action:
    if verb == BET:
        return Bet(player, value)
    if verb == SIDE:
        return Side(player, value)
    bare = _BARE[verb]
    assert bare is not None
    return bare(player)
