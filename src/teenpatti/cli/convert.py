"""``teenpatti convert``: hand files from TOML to JSON Lines and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from teenpatti.cli.files import read_deals
from teenpatti.game.errors import InvalidHistory
from teenpatti.game.handfile import HandFile
from teenpatti.game.notation import to_tph, to_tphs


def convert(
    source: Annotated[str, typer.Argument(help="A .tph or .tphs file, or - for JSON Lines from standard input.")],
    target: Annotated[
        Path, typer.Argument(help="A .tphs file for all deals, a .tph file for one, or a folder for one .tph a deal.")
    ],
) -> None:
    """Convert hand files between the two forms. Nothing is written unless every deal is good."""
    deals: list[HandFile] = []
    for number, found in enumerate(read_deals(source), 1):
        if isinstance(found, InvalidHistory):
            typer.echo(f"Deal {number}: {found} ({found.code})", err=True)
            raise typer.Exit(1)
        deals.append(found)
    try:
        for path, text in _texts(deals, target).items():
            path.write_text(text, encoding="utf-8")
    except InvalidHistory as error:
        typer.echo(f"{error} ({error.code})", err=True)
        raise typer.Exit(1) from error
    except OSError as error:
        raise typer.BadParameter(f"{target} cannot be written: {error.strerror or error}.") from error


def _texts(deals: list[HandFile], target: Path) -> dict[Path, str]:
    if target.suffix == ".tphs":
        return {target: to_tphs(deals)}
    if target.is_dir():
        width = max(4, len(str(len(deals))))
        return {target / f"{number:0{width}}.tph": to_tph(deal) for number, deal in enumerate(deals, 1)}
    if target.suffix != ".tph":
        raise typer.BadParameter(f"{target} is no place for hand files: expected a .tph or .tphs file, or a folder.")
    if len(deals) != 1:
        raise typer.BadParameter(f"{target} holds one deal, here are {len(deals)}: name a .tphs file or a folder.")
    return {target: to_tph(deals[0])}
