"""The solver finds equilibria: against other programs, against an independent check, and by its own best response."""

from __future__ import annotations

import threading
from importlib import import_module
from pathlib import Path
from random import Random

import numpy as np
import pytest

from teenpatti.game.ranking import Ranking
from teenpatti.game.rules import Rules
from teenpatti.lab import solver
from teenpatti.lab.check import check
from teenpatti.lab.classes import hand_classes
from teenpatti.lab.solution import Solution, load
from teenpatti.lab.solver import Progress, TreeSolver, check_memory, discount, measure, plan, solve
from teenpatti.lab.tree import CannotSolve, Game, Tree
from tests.lab.small_games import GAMES, RANKS, SUITS, VALUES, Writer, rules
from tests.lab.test_tree import random_game

pytestmark = pytest.mark.usefixtures("compiled_solver")

SMALL = (RANKS, SUITS)


def kuhn() -> Tree:
    """Kuhn's poker: check or bet; then check or bet; fold or call. Player 0's outcomes."""
    fold_0, fold_1, small, large = (-1.0,) * 3, (1.0,) * 3, (1.0, 0.0, -1.0), (2.0, 0.0, -2.0)
    open_ = (0.0, 0.0, 0.0)
    return Tree(
        player=np.array([0, 1, 0, 1], dtype=np.int8),
        seen=np.ones((4, 2), dtype=np.bool_),
        depth=np.array([0, 1, 2, 1], dtype=np.int32),
        via=np.array([0, 0, 1, 1], dtype=np.int32),
        end=np.array([4, 3, 3, 4], dtype=np.int32),
        first=np.array([0, 2, 4, 6, 8], dtype=np.int32),
        child=np.array([1, 3, -1, 2, -1, -1, -1, -1], dtype=np.int32),
        pay=np.array([open_, open_, small, open_, fold_0, large, fold_1, large]),
        row=np.array([0, 2, 4, 6], dtype=np.int32),
        seen_rows=8,
        blind_rows=0,
    )


def test_kuhn_poker_is_worth_what_it_is_worth() -> None:
    """-1/18 for the first player, as OpenSpiel's linear program says too (-0.055556)."""
    sweep = hand_classes(Ranking(), 3, 1, 1).sweep
    found = TreeSolver(kuhn(), sweep)
    found.iterate(5_000)
    assert found.exploitability() < 1e-4
    value, best = measure(found.tree, sweep, found.strategy(np.uint16))
    assert value == pytest.approx(-1 / 18, abs=2e-4)
    assert best[0] >= -1 / 18 - 1e-9
    assert best[1] >= 1 / 18 - 1e-9


@pytest.mark.parametrize("name", GAMES)
def test_small_decks_are_worth_what_open_spiel_says(name: str) -> None:
    """Teen Patti with eight cards; the value is off by no more than both can gain together."""
    solution = solve(Game(rules(name), GAMES[name][1], deck=SMALL), 2e-5, threads=1)
    assert solution.exploitability <= 2e-5
    assert solution.choices[0].value == pytest.approx(VALUES[name], abs=2 * solution.exploitability + 1e-8)


def test_open_spiel_solves_the_same_game_to_the_same_value() -> None:
    """Its own CFR+ on the game written out for it; a value is off by no more than both can gain together."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_efg_game(Writer("classic").text())
    cfr = pyspiel.CFRPlusSolver(game)
    for _ in range(120):
        cfr.evaluate_and_update_policy()
    policy = cfr.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
    gap = pyspiel.nash_conv(game, policy)
    ours = solve(Game(rules("classic"), GAMES["classic"][1], deck=SMALL), 2e-5, threads=1)
    assert gap < 0.005
    assert ours.choices[0].value == pytest.approx(value, abs=gap + 2 * ours.exploitability)


def test_side_shows_at_the_lowest_bets_price_change_nothing() -> None:
    """So they are left out (R13-R15): with them in the tree the value is the same."""
    rule = Rules(short_stack="cover")
    without = solve(Game(rule, 4, deck=SMALL), 1e-5, threads=1)
    within = solve(Game(rule, 4, keep_side_shows=True, deck=SMALL), 1e-5, threads=1)
    assert sum(look.decisions for look in within.looks.values()) > sum(
        look.decisions for look in without.looks.values()
    )
    gap = 2 * (without.exploitability + within.exploitability)
    assert within.choices[0].value == pytest.approx(without.choices[0].value, abs=gap)


@pytest.mark.parametrize("seed", range(4))
def test_an_independent_check_agrees(seed: int, tmp_path: Path, long: bool) -> None:
    """All 22,100 hands in plain numpy find what the file says, whatever the rules and however far it is solved."""
    rng = Random(seed)
    for _ in range(10 if long else 1):
        game = random_game(rng)
        small = Game(game.rules, 3, ("lowest", "highest"), keep_side_shows=seed == 0)
        solution = solve(small, rng.choice((0.3, 0.02, 0.0003)), threads=1)
        solution.save(tmp_path / "small.npz")
        report = check(str(tmp_path / "small.npz"))
        assert report.claimed == solution.exploitability
        assert report.exploitability == pytest.approx(report.claimed, abs=1e-6)
        assert report.best == pytest.approx(solution.choices[0].best, abs=1e-6)


def test_the_check_sees_a_worse_strategy(tmp_path: Path) -> None:
    """Otherwise it would prove nothing."""
    solution = solve(Game(Rules(short_stack="cover"), 3), 0.01, threads=1)
    for number, look in solution.looks.items():
        strategy = solution.strategy(number)
        look.put(strategy._replace(seen=strategy.seen[::-1].copy()))
    solution.save(tmp_path / "worse.npz")
    report = check(str(tmp_path / "worse.npz"))
    assert report.exploitability > report.claimed + 0.05


def test_progress_is_told_and_the_target_met() -> None:
    """Exploitability falls to the target; nothing is left to do in the end."""
    told: list[Progress] = []
    solution = solve(Game(Rules(short_stack="cover"), 4), 0.002, threads=2, tell=told.append)
    assert told[-1].trees_done == told[-1].trees == len(solution.looks)
    assert told[-1].seconds_left == 0
    assert told[-1].exploitability == solution.exploitability <= 0.002
    assert solution.quality == "working"
    assert all(look.exploitability <= 0.002 for look in solution.looks.values())


class Interrupted:
    """Stops the solver as Ctrl-C does, once."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, progress: Progress) -> None:
        self.calls += 1
        if self.calls == 1:
            raise KeyboardInterrupt


def test_an_interruption_keeps_what_there_is(tmp_path: Path) -> None:
    """Ctrl-C gives a whole solution with an honest figure; going on from the file reaches the target."""
    game = Game(Rules(short_stack="cover"), 5)
    partial = solve(game, 0.002, threads=2, tell=Interrupted())
    assert partial.exploitability > 0.002
    partial.save(tmp_path / "partial.npz")
    assert check(str(tmp_path / "partial.npz")).exploitability == pytest.approx(partial.exploitability, abs=1e-6)
    kept = load(tmp_path / "partial.npz")
    whole = solve(game, 0.002, threads=2, started=kept)
    assert whole.exploitability <= 0.002
    whole.save(tmp_path / "partial.npz")
    assert load(tmp_path / "partial.npz").exploitability == pytest.approx(whole.exploitability, abs=1e-12)


def test_tables_that_do_not_fit_wait_in_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for none in memory the result is the same to the last bit, and the solution is kept on the way."""
    game = Game(Rules(short_stack="cover"), 4)
    roomy = solve(game, 0.002, threads=1)
    monkeypatch.setattr(solver, "_FRUGAL", 0)
    monkeypatch.setattr(solver, "_KEEP_EVERY", 0.0)
    kept: list[float] = []
    tight = solve(game, 0.002, threads=1, keep=lambda found: kept.append(found.exploitability))
    assert plan(tight, 1).parked == 0
    assert kept
    for number, look in roomy.looks.items():
        assert look.packed == tight.looks[number].packed
        assert look.iterations == tight.looks[number].iterations


def test_an_event_stops_it_too() -> None:
    """What asks for a solution may be another thread."""
    stop = threading.Event()
    stop.set()
    solution = solve(Game(Rules(short_stack="cover"), 4), 0.001, threads=1, stop=stop)
    assert solution.quality == "unfinished"
    assert all(look.iterations == 0 for look in solution.looks.values())


def test_too_little_memory_is_said_before_it_starts() -> None:
    """And how much it would take."""
    game = Game(Rules(short_stack="cover", side_show_multiplier=2), 18)
    with pytest.raises(CannotSolve, match=r"Solving takes [\d.]+ GB with 2 threads"):
        solve(game, threads=2, memory=1_000_000_000)
    check_memory(plan(Solution(Game(Rules(short_stack="cover"), 3)), 1), None)


@pytest.mark.parametrize("target", [0.0, -1.0, float("nan")])
def test_a_target_is_above_zero(target: float) -> None:
    """In a sentence."""
    with pytest.raises(CannotSolve, match="expected a number above 0"):
        solve(Game(Rules(short_stack="cover"), 3), target)


def test_another_game_cannot_be_gone_on_with() -> None:
    """A solution is of one game."""
    with pytest.raises(CannotSolve, match="another game"):
        solve(Game(Rules(short_stack="cover"), 3), started=Solution(Game(Rules(short_stack="cover"), 4)))


def test_discounts() -> None:
    """Of DCFR with 1.5, 0 and 3: nothing before the first iteration counts."""
    assert discount(1).tolist() == [0, 0.5, 0]
    assert discount(2).tolist() == pytest.approx([0.5, 0.5, 1 / 8])


def test_the_check_of_the_whole_deck_agrees(long: bool, tmp_path: Path) -> None:
    """By its own route over all hands; with 10 boots by ``--long``."""
    solution = solve(Game.like(Rules.preset("classic"), 10 if long else 4), 0.001, threads=2)
    assert solution.quality == "solved"
    solution.save(tmp_path / "solved.npz")
    assert check(str(tmp_path / "solved.npz")).exploitability == pytest.approx(solution.exploitability, abs=1e-6)
