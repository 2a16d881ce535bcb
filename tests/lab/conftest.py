"""Compiling takes longer than many tests, so one process does it and the others wait and then load the result."""

from __future__ import annotations

import fcntl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from teenpatti.game.cards import CARDS, parse_hand
from teenpatti.game.rules import Rules
from teenpatti.lab import kernel, kernel_play
from teenpatti.lab.hands import strengths
from teenpatti.lab.kernel_state import MAX_PLAYERS, STATE_SIZE, kernel_rules
from teenpatti.lab.odds import win_tie_loss


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Hold a lock that all test processes of this machine share."""
    with (Path(tempfile.gettempdir()) / f"teenpatti-test-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def compiled_kernel() -> None:
    """The kernel's functions, ready to run."""
    with one_at_a_time("kernel"):
        kernel.play_deals(Rules(), [10, 10], 1)
        kernel_play.deal_and_compare(np.uint64(0), 0, 1, 2, strengths(Rules().ranking).triples)
        state = np.zeros(STATE_SIZE, np.int64)
        state[0] = 2
        nothing = np.zeros((0, 2), np.int64)
        steps = np.zeros((1, kernel_play.STEP_SIZE), np.int64)
        kernel_play.drive(kernel_rules(Rules()), state, nothing, steps, np.zeros((1, MAX_PLAYERS), np.int64))


@pytest.fixture(scope="session")
def compiled_odds() -> None:
    """What counts and samples odds, ready to run."""
    with one_at_a_time("odds"):
        hand = parse_hand("AsKsQs")
        win_tie_loss(hand, 3, dead=CARDS[:40], exact=True)
        win_tie_loss(hand, 5, samples=1)


@pytest.fixture(scope="session")
def compiled_solver() -> None:
    """The solver's functions, ready to run."""
    from teenpatti.lab.reading import look_into
    from teenpatti.lab.solver import solve
    from teenpatti.lab.tree import Game

    with one_at_a_time("solver"):
        look_into(solve(Game(Rules(short_stack="cover"), 2, deck=(3, 2)), 1.0, threads=1), 0)
