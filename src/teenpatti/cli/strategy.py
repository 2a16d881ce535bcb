"""``teenpatti strategy``: a solution in words, as a page, a table, or pictures."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from teenpatti.cli.lab import lab_packages, picture_file, writing


def strategy(
    file: Annotated[
        Path | None, typer.Argument(help="A file of `teenpatti solve`; the one for stack 10 of classic if left out.")
    ] = None,
    *,
    every: Annotated[
        bool, typer.Option("--all", help="Every situation in which neither has looked; with --csv every decision.")
    ] = False,
    most: Annotated[int, typer.Option("--most", min=0, help="Decisions told after the first look.")] = 12,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page that needs nothing else.")] = None,
    compare: Annotated[Path | None, typer.Option("--compare", help="A second solution beside it on the page.")] = None,
    table: Annotated[Path | None, typer.Option("--csv", help="Write decisions by strength; - for output.")] = None,
    chart: Annotated[Path | None, typer.Option("--chart", help="Draw the likeliest decisions.")] = None,
    look_chart: Annotated[Path | None, typer.Option("--look-chart", help="Draw what looking is worth.")] = None,
) -> None:
    """Read a solution: value of each seat, when to look, what each hand does."""
    picture_file(chart)
    picture_file(look_chart)
    if compare is not None and html is None:
        raise typer.BadParameter("Two solutions are compared on a page: name one with --html.")
    with lab_packages():
        from teenpatti.lab.shelf import FOLDER
        from teenpatti.lab.solution import BadSolution, load
        from teenpatti.lab.strategy import describe, describe_situations, write_csv

        try:
            solution = load(file or FOLDER / "classic-10.npz")
            other = load(compare) if compare is not None else None
            if html is not None:
                from teenpatti.lab.page import page

                with writing(html):
                    html.write_text(page(solution, other), encoding="utf-8")
            if table is not None and str(table) != "-":
                with writing(table), table.open("w", encoding="utf-8", newline="") as stream:
                    write_csv(solution, stream, every=every)
            elif table is not None:
                write_csv(solution, sys.stdout, every=every)
            for path, name in ((chart, "strategy_chart"), (look_chart, "look_chart")):
                if path is not None:
                    from teenpatti.lab import pictures
                    from teenpatti.lab.charts import save

                    with writing(path):
                        save(getattr(pictures, name)(solution), path)
            if every and table is None:
                for line in describe_situations(solution):
                    typer.echo(line)
            elif html is table is chart is look_chart is None:
                for line in describe(solution, most=most):
                    typer.echo(line)
        except BadSolution as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(1) from error
