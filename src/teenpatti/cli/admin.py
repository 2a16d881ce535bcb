"""``teenpatti admin``: work on a data folder, for the person who runs the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

admin = typer.Typer(help="Work on the data of a server.", no_args_is_help=True)

DataOption: TypeAlias = Annotated[
    Path | None, typer.Option("--data", envvar="TEENPATTI_DATA", help="The folder for tables and guests.")
]


def _folder(data: Path | None) -> Path:
    from teenpatti.server.config import data_folder

    return data or data_folder()


@contextlib.contextmanager
def _sentences() -> Iterator[None]:
    """What could not be done is a sentence and exit status 1."""
    from teenpatti.server.admin import AdminError

    try:
        yield
    except AdminError as error:
        typer.echo(f"teenpatti: {error}", err=True)
        raise typer.Exit(1) from error
    except OSError as error:
        typer.echo(f"teenpatti: {error.filename or 'the file'}: {error.strerror or error}.", err=True)
        raise typer.Exit(1) from error


@admin.command("list")
def list_(
    *,
    guests: Annotated[bool, typer.Option("--guests", help="Guests in place of tables.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    data: DataOption = None,
) -> None:
    """List tables, or guests. The server may be running."""
    from teenpatti.server import admin as work

    with _sentences():
        if guests:
            for guest in asyncio.run(work.guests(_folder(data))):
                _line(guest._asdict(), f"{guest.id}  {guest.name}, last seen {_day(guest.seen)}", as_json=as_json)
            return
        for table in work.tables(_folder(data)):
            state = "closed" if table.closed else "open"
            line = f"{table.room}  {state}, {table.guests} guests, {table.deals} deals"
            _line(table._asdict(), line, as_json=as_json)


def _line(values: dict[str, object], line: str, *, as_json: bool) -> None:
    typer.echo(json.dumps(values, ensure_ascii=False) if as_json else line)


def _day(seconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


@admin.command()
def export(
    room: Annotated[str, typer.Argument(help="A table, as 'list' names it.")],
    target: Annotated[Path, typer.Argument(help="The .tphs file to write.")],
    *,
    data: DataOption = None,
) -> None:
    """Write a table's finished deals as a hand file, with the cards that all saw. Stop the server first."""
    from teenpatti.server import admin as work

    with _sentences():
        text, count = asyncio.run(work.deals(_folder(data), room))
        target.write_text(text, encoding="utf-8")
        typer.echo(f"{count} deals written to {target}.")


@admin.command()
def backup(
    target: Annotated[Path, typer.Argument(help="The .zip file to write; keep it secret.")], *, data: DataOption = None
) -> None:
    """Write everything into one file. The server may be running."""
    from teenpatti.server import admin as work

    with _sentences():
        work.backup(_folder(data), target)
        typer.echo(f"Written to {target}. It holds the key to all cards: keep it secret.")


@admin.command("import")
def import_(
    source: Annotated[Path, typer.Argument(help="A file that 'backup' wrote.")], *, data: DataOption = None
) -> None:
    """Fill an empty data folder from a backup."""
    from teenpatti.server import admin as work

    with _sentences():
        work.restore(_folder(data), source)
        typer.echo(f"Restored into {_folder(data)}.")


@admin.command("delete-guest")
def delete_guest(
    guest: Annotated[str, typer.Argument(help="A guest, as 'list --guests' names him.")], *, data: DataOption = None
) -> None:
    """Delete a guest's name, chat, browsers and saved rules. Stop the server first."""
    from teenpatti.server import admin as work

    with _sentences():
        tables = asyncio.run(work.delete_guest(_folder(data), guest))
        typer.echo(f"Deleted, at {tables} tables too.")
