"""How fast the engine is, beside PokerKit's no-limit hold'em in the same run.

Both play at random: a verb uniformly among the legal ones, then an amount uniformly in its range; five players with
100 boots (big blinds at hold'em). Prints rates, ratios and gates, and writes them as JSON with ``--json FILE``.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from teenpatti.game.actions import Accept, Action, Bet, Cover, Pack, Refuse, See, Show, Side
from teenpatti.game.cards import CARDS, deal_hands
from teenpatti.game.deal import Deal
from teenpatti.game.ranking import CLASSIC
from teenpatti.game.rules import Rules

PLAYERS, STACK = 5, 100
GATES = {"actions_per_second": 30_000, "evaluations_per_second": 1_200_000, "times_pokerkit": 8, "import_seconds": 0.1}

_BARE: dict[str, type[See | Pack | Show | Cover | Accept | Refuse]] = {
    "see": See,
    "pack": Pack,
    "show": Show,
    "cover": Cover,
    "accept": Accept,
    "refuse": Refuse,
}


def teenpatti_actions(rng: Random) -> Iterator[None]:
    """Yields after each action of random deals, for ever."""
    rules = Rules()
    while True:
        deal = Deal.start(rules, [STACK] * PLAYERS, deal_hands(rng.sample(CARDS, 3 * PLAYERS), PLAYERS))
        while not deal.over:
            deal = deal.play(_random_action(deal, rng))
            yield


def _random_action(deal: Deal, rng: Random) -> Action:
    legal, player = deal.legal(), deal.turn
    assert player is not None
    choices = []
    if legal.see:
        choices.append("see")
    if legal.pack:
        choices.append("pack")
    if legal.bet is not None:
        choices.append("bet")
    if legal.show is not None:
        choices.append("show")
    if legal.side is not None:
        choices.append("side")
    if legal.accept:
        choices += ("accept", "refuse")
    verb = choices[int(rng.random() * len(choices))]
    if verb == "bet":
        assert legal.bet is not None
        assert legal.bet.highest is not None
        lowest, highest = legal.bet.lowest, legal.bet.highest
        return Bet(player, lowest + int(rng.random() * (highest - lowest + 1)))
    if verb == "side":
        assert legal.side is not None
        return Side(player, legal.side.targets[0])
    return _BARE[verb](player)


def pokerkit_actions(rng: Random) -> Iterator[None]:
    """Yields after each action of random hands of no-limit hold'em."""
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(Automation)
    while True:
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, (2 * STACK,) * PLAYERS, PLAYERS)
        while state.status:
            choices: list[str] = []
            if state.can_fold():
                choices.append("fold")
            if state.can_check_or_call():
                choices.append("call")
            if state.can_complete_bet_or_raise_to():
                choices.append("raise")
            verb = choices[int(rng.random() * len(choices))]
            if verb == "fold":
                state.fold()
            elif verb == "call":
                state.check_or_call()
            else:
                lowest = state.min_completion_betting_or_raising_to_amount
                highest = state.max_completion_betting_or_raising_to_amount
                assert lowest is not None
                assert highest is not None
                state.complete_bet_or_raise_to(lowest + int(rng.random() * (highest - lowest + 1)))
            yield


def rate(make: Callable[[Random], Iterator[None]], seconds: float, rounds: int) -> list[float]:
    """Actions per second of processor time, once for each of ``rounds`` runs."""
    rates = []
    for seed in range(rounds):
        actions = make(Random(seed))
        for _ in range(50):
            next(actions)
        gc.collect()
        count, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            for _ in range(100):
                next(actions)
            count += 100
        rates.append(count / spent)
    return rates


def evaluations(rounds: int) -> list[float]:
    """Evaluations per second through the evaluator."""
    rng = Random(1)
    hands = [tuple(rng.sample(CARDS, 3)) for _ in range(20_000)]
    strength = CLASSIC.evaluator.strength
    rates = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(10):
            for hand in hands:
                strength(hand)
        rates.append(200_000 / (time.process_time() - start))
    return rates


def import_seconds(rounds: int) -> list[float]:
    """Processor seconds of ``import teenpatti`` in a new process, the start of Python apart."""
    code = "import time; t = time.process_time(); import teenpatti; print(time.process_time() - t)"
    return [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout)
        for _ in range(rounds)
    ]


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="a run's length")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each; medians are printed")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    args = parser.parse_args()
    CLASSIC.evaluator  # noqa: B018 - made once, not to be timed
    ours: list[float] = []
    theirs: list[float] = []
    # In turn, so that a drift of the machine's speed meets both alike.
    for _ in range(args.rounds):
        ours += rate(teenpatti_actions, args.seconds, 1)
        theirs += rate(pokerkit_actions, args.seconds, 1)
    figures: dict[str, Any] = {
        "actions_per_second": statistics.median(ours),
        "pokerkit_actions_per_second": statistics.median(theirs),
        "times_pokerkit": statistics.median(a / b for a, b in zip(ours, theirs, strict=True)),
        "evaluations_per_second": statistics.median(evaluations(args.rounds)),
        "import_seconds": statistics.median(import_seconds(2 * args.rounds + 1)),
    }
    for name, value in figures.items():
        gate = f"   gate {GATES[name]:,}" if name in GATES else ""
        print(f"{name:<28} {value:>14,.3f}{gate}")
    if args.json:
        about = {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()}
        args.json.write_text(json.dumps({**about, **figures, "gates": GATES}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
