"""What the commands of the lab share: its packages may be absent, and its work takes time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import typer

PACKAGES: Final = frozenset({"llvmlite", "matplotlib", "numba", "numpy"})
PICTURES: Final = (".png", ".svg", ".pdf")


@contextmanager
def lab_packages() -> Iterator[None]:
    """Say in a sentence what to type when a package of the lab is absent, and leave with exit status 1."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in PACKAGES:
            raise
        typer.echo(
            f"This command needs the packages of the lab, and {error.name} is absent. Type: pip install "
            "'teenpatti[lab]'",
            err=True,
        )
        raise typer.Exit(1) from error


@contextmanager
def progress(title: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error, where that is a terminal; what is yielded moves it to a share of the work."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda share: bar.update(task, completed=share)


def picture_file(path: Path | None) -> Path | None:
    """``path`` if a picture can be written there, by its name. What cannot is wrong usage."""
    if path is not None and path.suffix.lower() not in PICTURES:
        raise typer.BadParameter(f"{path} is no name of a picture: expected one that ends in {', '.join(PICTURES)}.")
    return path


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A file that cannot be written is wrong usage: a sentence and exit status 2."""
    try:
        yield
    except OSError as error:
        raise typer.BadParameter(f"{path} cannot be written: {error.strerror or error}.") from error
