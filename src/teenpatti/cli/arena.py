"""``teenpatti arena``: bots against each other, with error bars."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from teenpatti.bots import BOTS, bot
from teenpatti.cli.lab import lab_packages, picture_file, progress, writing
from teenpatti.cli.options import PresetOption, RuleOption, rules_from_flags


def arena(
    bots: Annotated[
        list[str], typer.Argument(help=f"Two or more bots, such as {', '.join(BOTS)}.", show_default=False)
    ],
    *,
    deals: Annotated[int, typer.Option("--deals", min=1, help="Deals at each table.")] = 4_000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed, the same result.")] = 0,
    together: Annotated[bool, typer.Option("--together", help="All at one table, in place of each pair.")] = False,
    stack: Annotated[int, typer.Option("--stack", min=1, help="What everybody begins each deal with, in boots.")] = 100,
    picture: Annotated[Path | None, typer.Option("--picture", help="Draw into a .png, .svg or .pdf file.")] = None,
    processes: Annotated[int, typer.Option("--processes", min=0, help="0: one a processor.")] = 0,
    preset: PresetOption = "classic",
    rule: RuleOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Let bots play duplicate deals: boots won per 100 deals, with 95 % intervals. Ctrl-C keeps what is played."""
    rules = rules_from_flags(preset, rule)
    picture_file(picture)
    with lab_packages():
        from teenpatti.lab.arena import ArenaError, tournament

        if any(name not in BOTS for name in bots):
            import teenpatti.lab.solved  # noqa: F401 - registers its bot
        try:
            players = [bot(name) for name in bots]
        except ValueError as error:
            raise typer.BadParameter(str(error)) from error
        try:
            with progress("Playing") as tell:
                found = tournament(
                    players,
                    rules,
                    deals,
                    seed=seed,
                    stack=stack * rules.boot,
                    together=together,
                    processes=processes or os.cpu_count() or 1,
                    progress=tell,
                )
        except ArenaError as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(1) from error
        if as_json:
            typer.echo(found.to_json())
        else:
            typer.echo(f"Boots won per 100 deals, ± half the 95 % interval; {found.deals():,} deals, seed {seed}.\n")
            typer.echo(found.to_text())
        if picture is not None:
            from teenpatti.lab.charts import arena_chart, save

            with writing(picture):
                save(arena_chart(found), picture)
    if not found.whole:
        typer.echo("Interrupted: these are the deals played so far.", err=True)
        raise typer.Exit(130)
