"""The ``teenpatti`` command: its commands by name, and what becomes of an error."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from teenpatti.cli.convert import convert
from teenpatti.cli.rank import rank
from teenpatti.cli.replay import replay

app = typer.Typer(name="teenpatti", add_completion=False, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"teenpatti {version('teenpatti')}")
        raise typer.Exit


@app.callback()
def teenpatti(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Teen Patti: play, replay and study. Play chips only."""


app.command()(replay)
app.command()(convert)
app.command()(rank)


def main() -> None:
    """Run the command line tool."""
    try:
        app(prog_name="teenpatti")
    except BrokenPipeError:
        # Whoever read our output has gone, as in `teenpatti replay ... | head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
