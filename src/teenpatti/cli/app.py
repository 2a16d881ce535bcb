"""The ``teenpatti`` command: its commands by name, and what becomes of an error."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from typing import Annotated, NoReturn

import typer

from teenpatti.cli.admin import admin
from teenpatti.cli.advise import advise
from teenpatti.cli.arena import arena
from teenpatti.cli.convert import convert
from teenpatti.cli.odds import odds
from teenpatti.cli.play import play
from teenpatti.cli.rank import rank
from teenpatti.cli.replay import replay
from teenpatti.cli.rules import rules
from teenpatti.cli.serve import serve
from teenpatti.cli.simulate import simulate
from teenpatti.cli.solve import solve
from teenpatti.cli.strategy import strategy
from teenpatti.cli.verify import verify

app = typer.Typer(name="teenpatti", add_completion=False, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"teenpatti {version('teenpatti')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def teenpatti(
    context: typer.Context,
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Teen Patti: play, replay and study. Without a command it starts a game. Play chips only."""
    if context.invoked_subcommand is None:
        play()


app.command()(play)
app.command()(replay)
app.command()(convert)
app.command()(rank)
app.command()(rules)
app.command()(verify)
app.command()(serve)
app.add_typer(admin, name="admin")
app.command()(odds)
app.command()(simulate)
app.command()(arena)
app.command()(solve)
app.command()(strategy)
app.command()(advise)


def main() -> None:
    """Run the command line tool."""
    try:
        # Bare `teenpatti` hosts tables.
        app(args=sys.argv[1:] or ["serve"], prog_name="teenpatti")
    except BrokenPipeError:
        # Whoever read our output has gone, as in `teenpatti replay ... | head`.
        _give_up_on_output()
    except OSError as error:
        # A full disk, say. What may be wrong with files named by the user has been answered by then.
        sys.stderr.write(f"teenpatti: the output could not be written: {error.strerror or error}.\n")
        _give_up_on_output()


def _give_up_on_output() -> NoReturn:
    # Python would try to write the rest at its end, and fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)
