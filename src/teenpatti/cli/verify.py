"""``teenpatti verify``: whether the proof files of deals hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import typer

from teenpatti.cli.files import standard_input
from teenpatti.fair.verify import Checked, check_lines

MOST_BYTES: Final = (1 << 20) + 1
"""Read of one line; a proof is far shorter, and the checker refuses one this long."""

CHECKED: Final = (
    "the file is as the server wrote it, and its record is the one that its fingerprint names",
    "the server's seeds are those that it had committed to before anybody drew a value",
    "each seat's value and choice are those that the seat had committed to",
    "the choices, unknown until the decks were fixed, say which of the eight decks was dealt",
    "the seven decks that were not dealt were shuffled from those seeds and values as described",
    "each card opened here lay at its place before the deal began, and went to the seat it had to go to",
    "deals that follow each other in these files fit together: none is missing, changed or dealt twice",
)
UNCHECKED: Final = (
    "the deck that was dealt: it stays closed for ever, so that packed hands stay secret",
    "that no deck of its own was among the eight: a server that puts one there is caught in seven deals of eight",
    "whether the host, whose machine deals, looked at cards: it can, in this mode",
    "whether a value came from the person at the seat: your own page knows yours, and compares it after each deal",
    "whether players told each other their cards",
    "what was bet and won: the hand history tells it",
)


def verify(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Proof files of deals, or - for standard input.")
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a deal.")] = False,
) -> None:
    """Check that deals were fair, from the proof files that players download. Exit status 1 if any does not hold."""
    found = check_lines(line for name in files for line in _lines(name))
    for one in found:
        if as_json:
            typer.echo(json.dumps(_answer(one)))
        else:
            _tell(one)
    bad = sum(one.fault is not None for one in found)
    if not as_json:
        _sum_up(len(found), bad)
    raise typer.Exit(1 if bad else 0)


def _lines(name: str) -> Iterator[tuple[str, bytes]]:
    if name == "-":
        yield from _numbered("standard input", standard_input())
        return
    try:
        with Path(name).open("rb") as stream:
            yield from _numbered(name, stream)
    except OSError as error:
        raise typer.BadParameter(f"{name} cannot be read: {error.strerror or error}.") from error


def _numbered(name: str, stream: BinaryIO) -> Iterator[tuple[str, bytes]]:
    first = stream.readline(MOST_BYTES)
    line = stream.readline(MOST_BYTES)
    if not line:
        yield name, first
        return
    yield f"{name}:1", first
    number = 2
    while line:
        yield f"{name}:{number}", line
        line = stream.readline(MOST_BYTES)
        number += 1


def _tell(one: Checked) -> None:
    if one.fault is not None:
        typer.echo(f"{one.source}: DOES NOT HOLD\n  {one.fault}")
        return
    assert one.proof is not None
    typer.echo(f"{one.source}: holds")
    typer.echo(f"  deal {one.deal} of table {one.proof['record']['table'][:8]}, fingerprint {_grouped(one)}")
    for owner, cards in one.cards().items():
        typer.echo(f"  {owner}: {' '.join(cards)}")
    for note in one.notes:
        typer.echo(f"  note: {note}")


def _grouped(one: Checked) -> str:
    assert one.proof is not None
    start = one.proof["fingerprint"][:16]
    return " ".join(start[at : at + 4] for at in range(0, 16, 4))


def _answer(one: Checked) -> dict[str, Any]:
    if one.fault is not None:
        return {"source": one.source, "holds": False, "field": one.fault.field, "reason": one.fault.reason}
    assert one.proof is not None
    return {
        "source": one.source,
        "holds": True,
        "table": one.proof["record"]["table"],
        "deal": one.deal,
        "fingerprint": one.proof["fingerprint"],
        "cards": one.cards(),
        "notes": list(one.notes),
    }


def _sum_up(count: int, bad: int) -> None:
    typer.echo()
    if bad:
        typer.echo(f"{bad} of {count} do not hold.")
        return
    typer.echo("All hold." if count > 1 else "It holds.")
    for title, lines in (("Checked", CHECKED), ("Cannot be checked", UNCHECKED)):
        typer.echo(f"{title}:")
        for line in lines:
            typer.echo(f"- {line}")
