"""The heads-up solver: vector DCFR over all hands, tree by tree, with exact best responses.

Every tree that follows a first look is a game of its own and solved alone, several at a time in threads (the compiled
walks hold no lock); where neither has looked the game is then settled backwards. A line of play meets only one of these
trees, so a best response gains no more against the whole than in the tree that it steers for.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from teenpatti.lab.solution import SOLVED, Look, Row, Solution, Strategy, empty
from teenpatti.lab.terminal import Floats, Sweep
from teenpatti.lab.tree import CannotSolve, Game, Tree
from teenpatti.lab.walk import BEST_RESPONSE, EVALUATE, UPDATE, Desk, Tables, desk, tables, walk

ALPHA: Final = 1.5
GAMMA: Final = 3.0
_FIRST_CHECK: Final = 60
_MOST_ITERATIONS: Final = 20_000
_USUAL: Final = 300.0
"""Iterations that a tree takes to 0.001 boots, before any has shown."""
_STILL: Final = np.ones(3)
_RESERVE: Final = 350_000_000
"""Bytes taken by the program, its libraries and the engine's states."""
_FRUGAL: Final = 1_900_000_000
"""Bytes up to which tables stay in memory between the first pass, to ten times the target, and the second. What does
not fit waits in files in the folder for temporary ones; without room there a tree is begun anew."""
_KEEP_EVERY: Final = 300.0
"""Seconds between calls of what keeps an unfinished solution."""


def discount(iteration: int) -> Floats:
    """What DCFR multiplies positive regrets, negative regrets (beta 0) and summed strategies by before an iteration."""
    before = float(iteration - 1)
    return np.array([before**ALPHA / (before**ALPHA + 1), 0.5, (before / iteration) ** GAMMA])


class TreeSolver:
    """DCFR on one tree."""

    def __init__(self, tree: Tree, sweep: Sweep) -> None:
        self.tree, self.sweep = tree, sweep
        self.classes = len(sweep.size)
        self.tables: Tables = tables(tree, self.classes)
        self.iterations = 0
        self._desk: Desk | None = None

    @property
    def desk(self) -> Desk:
        """Working memory, made when needed."""
        if self._desk is None:
            self._desk = desk(self.tree, self.classes)
        return self._desk

    def park(self) -> int:
        """Give back the working memory until it is needed again; the bytes that stay."""
        self._desk = None
        return self.tables.regret.nbytes + self.tables.total.nbytes

    def write(self, path: Path) -> None:
        """Write the tables to a file for :meth:`read`."""
        np.savez(path, iterations=self.iterations, **self.tables._asdict())

    def read(self, path: Path) -> None:
        """Go on from the tables in a file."""
        with np.load(path, allow_pickle=False) as file:
            self.tables = Tables(*(file[name] for name in Tables._fields))
            self.iterations = int(file["iterations"])

    def exploitability(self) -> float:
        """Of the average strategy, in boots; exact."""
        best = [walk(BEST_RESPONSE, me, self.tree, self.sweep, self.tables, self.desk, _STILL) for me in (0, 1)]
        return sum(best) / 2

    def iterate(self, times: int) -> None:
        """``times`` iterations, each an update of one player's regrets and then of the other's."""
        for _ in range(times):
            self.iterations += 1
            faded = discount(self.iterations)
            for me in (0, 1):
                walk(UPDATE, me, self.tree, self.sweep, self.tables, self.desk, faded)

    def strategy(self, kind: type[Row]) -> Strategy:
        """The average strategy, in 255ths or 65,535ths as ``kind`` is."""
        return Strategy(_rounded(self.tables.total, self.tree, kind), self.tables.blind_total.copy())


def _rounded(total: NDArray[np.float32], tree: Tree, kind: type[Row]) -> NDArray[Row]:
    """Each decision's rows as shares of the largest number of ``kind``; the likeliest action takes what rounding
    leaves."""
    rounded = np.empty(total.shape, dtype=kind)
    whole_steps = int(np.iinfo(kind).max)
    counts = np.diff(tree.first)
    for n in np.flatnonzero(tree.seen[np.arange(tree.decisions), tree.player]).tolist():
        rows = slice(tree.row[n], tree.row[n] + counts[n])
        part = total[rows].astype(np.float64)
        whole = part.sum(axis=0)
        shares = np.where(whole > 0, part / np.where(whole > 0, whole, 1), 1 / counts[n])
        steps = np.rint(whole_steps * shares).astype(np.int64)
        np.put_along_axis(
            steps,
            (top := steps.argmax(axis=0))[None],
            np.take_along_axis(steps, top[None], axis=0) + whole_steps - steps.sum(axis=0),
            axis=0,
        )
        rounded[rows] = steps
    return rounded


def measure(tree: Tree, sweep: Sweep, strategy: Strategy) -> tuple[float, tuple[float, float]]:
    """What player 0 wins by ``strategy``, and what each wins by a best response to it, in boots; exact."""
    room = desk(tree, len(sweep.size))
    held = Tables(
        np.zeros((0, len(sweep.size)), dtype=np.float32), strategy.seen.astype(np.float32),
        np.zeros(0), strategy.blind,
    )  # fmt: skip
    value = walk(EVALUATE, 0, tree, sweep, held, room, _STILL)
    best = [walk(BEST_RESPONSE, me, tree, sweep, held, room, _STILL) for me in (0, 1)]
    return value, (best[0], best[1])


class Progress(NamedTuple):
    """How far solving has come."""

    trees_done: int
    trees: int
    exploitability: float
    """Of the whole as it would be saved now, in boots a deal."""
    seconds: float
    seconds_left: float | None
    """An estimate; None while there is nothing to go by."""


@dataclass(frozen=True)
class Plan:
    """What solving will take."""

    decisions: int
    trees: int
    threads: int
    memory: int
    """Bytes at most."""
    parked: int
    """Bytes of these for tables between the passes."""


def plan(solution: Solution, threads: int | None = None) -> Plan:
    """What solving ``solution`` to its target will take with ``threads`` (default: one a core)."""
    threads = threads or os.cpu_count() or 1
    classes = solution.classes.count
    looks = solution.looks.values()
    # Regrets, sums and the measured strategy as float32, working memory by depth, and what is kept of each tree.
    at_work = sorted((look.rows * classes * 14 + 600 * classes * 60 for look in looks), reverse=True)
    rows = sum(look.rows for look in looks)
    kept = rows * classes * np.dtype(solution.kind).itemsize
    memory = _RESERVE + sum(at_work[:threads]) + kept
    parked = max(0, min(_FRUGAL - memory, 8 * rows * classes))
    return Plan(sum(look.decisions for look in looks), len(looks), threads, memory + parked, parked)


def available_memory() -> int | None:
    """Bytes that can be had without swapping, None where the system does not tell."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def check_memory(needed: Plan, limit: int | None = None) -> None:
    """Raises CannotSolve if ``needed`` does not fit into ``limit`` bytes (default: what is available)."""
    limit = available_memory() if limit is None else limit
    if limit is not None and needed.memory > limit:
        raise CannotSolve(
            f"Solving takes {needed.memory / 1e9:,.1f} GB with {needed.threads} threads ({needed.decisions:,} "
            f"decisions), {limit / 1e9:,.1f} GB are there: take a smaller stack, fewer bet sizes or fewer threads."
        )


def solve(
    game: Game,
    target: float = SOLVED,
    *,
    threads: int | None = None,
    started: Solution | None = None,
    tell: Callable[[Progress], None] | None = None,
    keep: Callable[[Solution], None] | None = None,
    stop: threading.Event | None = None,
    memory: int | None = None,
) -> Solution:
    """Solve ``game`` until its exploitability is at most ``target`` boots a deal, in every tree and as a whole.

    ``started`` is an unfinished solution of the same game, whose finished trees are kept. ``keep`` is called every five
    minutes with the solution as it is, to save it. Once ``stop`` is set, or on
    Ctrl-C, the solution is returned as it is by then. Raises CannotSolve if ``memory`` bytes (default: what is
    available) do not hold it.
    """
    if not target > 0:
        raise CannotSolve(f"A target of {target} boots cannot be met: expected a number above 0.")
    solution = empty(game, target) if started is None else started
    if solution.game != game:
        raise CannotSolve("The solution to go on with is of another game.")
    solution.target = target
    needed = plan(solution, threads)
    check_memory(needed, memory)
    if solution.source is not None:
        for number, look in solution.looks.items():
            look.put(solution.strategy(number))
        solution.source = None
    work = _Work(solution, needed, tell, keep, stop or threading.Event())
    work.run()
    return solution


class _Work:
    """One run of the solver."""

    def __init__(
        self,
        solution: Solution,
        needed: Plan,
        tell: Callable[[Progress], None] | None,
        keep: Callable[[Solution], None] | None,
        stop: threading.Event,
    ) -> None:
        self.solution, self.tell, self.keep, self.stop = solution, tell, keep, stop
        self.threads, self.room = needed.threads, needed.parked
        self.sweep = solution.classes.sweep
        self.lock = threading.Lock()
        self.begun = monotonic()
        self.before = solution.seconds
        self.passes = 0.0
        """Decisions walked so far, times iterations."""
        self.parked: dict[int, TreeSolver] = {}
        self.parked_bytes = 0
        self.waiting: dict[int, Path] = {}
        self.kept = self.begun
        # Before the threads start: growing a tree is the interpreter's work, done by one at a time.
        _ = solution.situations

    def run(self) -> None:
        looks = self.solution.looks
        for number in looks:
            if not looks[number].iterations:
                self._measure(number, looks[number])
        try:
            with TemporaryDirectory(prefix="teenpatti-solve-") as folder:
                self.folder = Path(folder)
                # First all trees roughly, so that whatever is kept after a stop can be used everywhere.
                self._pass(10 * self.solution.target)
                self._pass(self.solution.target)
                if not self.stop.is_set() and self.solution.exploitability > self.solution.target:
                    # The two players may steer for different trees, and each gain there.
                    self._pass(self.solution.target / 2)
        except KeyboardInterrupt:
            self.stop.set()
        finally:
            self.solution.seconds = self.before + monotonic() - self.begun
        self._report()

    def _pass(self, target: float) -> None:
        looks = self.solution.looks
        order = sorted(
            (number for number in looks if looks[number].exploitability > target),
            key=lambda number: looks[number].decisions,
            reverse=True,
        )
        pool = ThreadPoolExecutor(self.threads)
        waiting: set[Future[None]] = {pool.submit(self._solve, number, target) for number in order}
        try:
            while waiting:
                done, waiting = wait(waiting, timeout=1.0, return_when=FIRST_COMPLETED)
                for future in done:
                    future.result()
                self._report()
        finally:
            if waiting:
                self.stop.set()
            pool.shutdown(wait=True, cancel_futures=True)

    def _grow(self, number: int) -> Tree:
        with self.lock:
            return self.solution.tree(number)

    def _measure(self, number: int, look: Look) -> None:
        look.value, look.best = measure(self._grow(number), self.sweep, self.solution.strategy(number))

    def _solve(self, number: int, target: float) -> None:
        if self.stop.is_set():
            return
        look = self.solution.looks[number]
        solver = self.parked.get(number) or TreeSolver(self._grow(number), self.sweep)
        if number in self.waiting:
            solver.read(self.waiting[number])
        check = max(_FIRST_CHECK, solver.iterations + 1)
        while not self.stop.is_set() and solver.iterations < _MOST_ITERATIONS:
            solver.iterate(1)
            self.passes += look.decisions
            if solver.iterations < check:
                continue
            check = solver.iterations + max(20, solver.iterations // 8)
            if solver.exploitability() <= 0.95 * target and self._keep(look, solver) <= target:
                break
        else:
            self._keep(look, solver)
        self._park(number, solver, target)

    def _keep(self, look: Look, solver: TreeSolver) -> float:
        """Keep the strategy as a file holds it if it is better than the one there was; how exploitable that is."""
        strategy = solver.strategy(self.solution.kind)
        value, best = measure(solver.tree, self.sweep, strategy)
        if sum(best) / 2 < look.exploitability:
            with self.lock:
                look.put(strategy)
                look.value, look.best, look.iterations = value, best, solver.iterations
        return look.exploitability

    def _park(self, number: int, solver: TreeSolver, target: float) -> None:
        size = solver.park()
        with self.lock:
            if number in self.parked or target <= self.solution.target:
                self.parked.pop(number, None)
                self.waiting.pop(number, self.folder / "none").unlink(missing_ok=True)
                return
            if self.parked_bytes + size <= self.room:
                self.parked[number] = solver
                self.parked_bytes += size
                return
        if self.stop.is_set():
            return
        path = self.folder / f"{number}.npz"
        if disk_usage(self.folder).free > 2 * size:
            with suppress(OSError):
                solver.write(path)
                self.waiting[number] = path

    def _report(self) -> None:
        if self.keep is not None and monotonic() - self.kept > _KEEP_EVERY:
            with self.lock:
                self.solution.seconds = self.before + monotonic() - self.begun
                self.keep(self.solution)
            self.kept = monotonic()
        if self.tell is None:
            return
        looks, target = self.solution.looks, self.solution.target
        done = [number for number, look in looks.items() if look.exploitability <= target]
        seconds = monotonic() - self.begun
        left: float | None = 0.0
        if len(done) < len(looks):
            finished = sum(looks[number].decisions for number in done)
            walked = sum(looks[number].decisions * looks[number].iterations for number in done)
            # The first trees to be done are the easy ones.
            usual = max(_USUAL, walked / finished if finished else 0.0)
            needed = sum(
                look.decisions * max(0.0, usual - look.iterations * (number in self.parked or number in self.waiting))
                for number, look in looks.items()
                if look.exploitability > target
            )
            left = needed * seconds / self.passes if self.passes else None
        self.tell(Progress(len(done), len(looks), self.solution.exploitability, self.before + seconds, left))
