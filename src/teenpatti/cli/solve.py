"""``teenpatti solve``: how two players should play, by the heads-up solver."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from teenpatti.cli.lab import lab_packages, writing
from teenpatti.cli.options import PresetOption, RuleOption, rules_from_flags

if TYPE_CHECKING:
    from teenpatti.lab.solution import Solution
    from teenpatti.lab.tree import Game

_A_LINE_EVERY: Final = 60.0
"""Seconds between lines of progress where nobody watches a terminal."""


def solve(
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write, such as classic-20.npz.")],
    *,
    stack: Annotated[
        int | None, typer.Option("--stack", min=2, help="Boots that each has, the boot included.", show_default=False)
    ] = None,
    preset: PresetOption = "classic",
    rule: RuleOption = None,
    sizes: Annotated[
        str, typer.Option("--sizes", help="Bets thought of: lowest, middle, highest, all, or shares from 0 to 1.")
    ] = "lowest,highest",
    target: Annotated[float, typer.Option("--target", help="Exploitability to reach, in boots a deal.")] = 0.001,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file that is there.")] = False,
    threads: Annotated[int, typer.Option("--threads", min=0, help="0: one a processor.")] = 0,
    memory: Annotated[
        float | None, typer.Option("--memory", min=0, help="Gigabytes allowed; what is free if left out.")
    ] = None,
) -> None:
    """Solve the game of two players. Ctrl-C stops and keeps what there is; --resume goes on.

    Players look on their own turn and cover when short, whatever the rules given say.
    """
    with lab_packages():
        from teenpatti.lab.solution import BadSolution, empty, load
        from teenpatti.lab.solver import check_memory, plan
        from teenpatti.lab.tree import CannotSolve

        if not output.parent.is_dir():
            raise typer.BadParameter(f"{output} cannot be written: there is no folder {output.parent}.")
        if output.exists() and not resume:
            raise typer.BadParameter(f"{output} is there already: add --resume to go on with it, or name another file.")
        try:
            found = load(output) if resume else None
            if found is None or stack is not None or rule or preset != "classic":
                wanted = _game(found, stack, preset, rule, sizes)
                if found is not None and found.game != wanted:
                    raise typer.BadParameter(f"{output} holds another game than the flags name.")
                found = found or empty(wanted, target)
            needed = plan(found, threads or None)
            typer.echo(
                f"{needed.decisions:,} decisions in {needed.trees} trees, {needed.threads} threads, at most "
                f"{needed.memory / 1e9:.1f} GB.",
                err=True,
            )
            check_memory(needed, None if memory is None else int(memory * 1e9))
            whole = _run(found, target, needed.threads, output, None if memory is None else int(memory * 1e9))
        except (BadSolution, CannotSolve) as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(1) from error
    if not whole:
        typer.echo(f"Stopped before the target; {output} holds what there is. --resume goes on.", err=True)
        raise typer.Exit(130)


def _game(found: Solution | None, stack: int | None, preset: str, rule: list[str] | None, sizes: str) -> Game:
    from teenpatti.lab.tree import Game

    if stack is None:
        if found is None:
            raise typer.BadParameter("Say how many boots each has, such as --stack 20.")
        stack = found.game.stack
    return Game.like(rules_from_flags(preset, rule), stack, tuple(size.strip() for size in sizes.split(",")))


def _run(solution: Solution, target: float, threads: int, output: Path, memory: int | None) -> bool:
    """Solve and save; whether the target was met."""
    from rich.console import Console
    from rich.live import Live

    from teenpatti.lab.solver import Progress
    from teenpatti.lab.solver import solve as run

    console = Console(stderr=True)
    told = 0.0
    with Live(console=console, transient=True, auto_refresh=False) as live:

        def tell(progress: Progress) -> None:
            nonlocal told
            left = "" if progress.seconds_left is None else f", about {_time(progress.seconds_left)} left"
            line = (
                f"{progress.trees_done} of {progress.trees} trees done, exploitability now "
                f"{progress.exploitability:.5f} boots a deal, {_time(progress.seconds)} so far{left}"
            )
            if console.is_terminal:
                live.update(line, refresh=True)
            elif progress.seconds - told >= _A_LINE_EVERY:
                told = progress.seconds
                typer.echo(line, err=True)

        def keep(unfinished: Solution) -> None:
            unfinished.save(output)

        # Being told to end is no reason to throw away an hour's work either.
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            with writing(output):
                run(solution.game, target, threads=threads, started=solution, tell=tell, keep=keep, memory=memory)
        finally:
            signal.signal(signal.SIGTERM, before)
    with writing(output):
        solution.save(output)
    values = solution.choices[0].value
    typer.echo(
        f"{output}: {solution.quality}, exploitability {solution.exploitability:.6f} boots a deal, value of p1 "
        f"{values:+.4f}, of p2 {-values:+.4f}, {_time(solution.seconds)}."
    )
    return all(look.exploitability <= target for look in solution.looks.values())


def _time(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole} s" if whole < 120 else f"{whole // 60} min {whole % 60:02} s"
