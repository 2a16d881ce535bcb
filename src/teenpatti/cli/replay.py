"""``teenpatti replay``: play hand files step by step, for people or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from teenpatti.cli.files import read_deals
from teenpatti.game.deal import Deal
from teenpatti.game.errors import IllegalAction, InvalidHistory, TeenPattiError
from teenpatti.game.handfile import HandFile
from teenpatti.game.replay import error_json, replay_json
from teenpatti.game.replay import replay as play_file


def replay(
    file: Annotated[str, typer.Argument(help="A .tph or .tphs file, or - for JSON Lines from standard input.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a deal.")] = False,
) -> None:
    """Play hand files step by step. Exit status 1 if any deal was bad."""
    bad = False
    for number, found in enumerate(read_deals(file), 1):
        if as_json:
            answer = _json(found)
            bad |= answer["error"] is not None
            typer.echo(json.dumps(answer))
        else:
            bad |= not _tell(found, number)
    raise typer.Exit(1 if bad else 0)


def _json(found: HandFile | InvalidHistory) -> dict[str, Any]:
    if isinstance(found, InvalidHistory):
        return {"steps": [], "error": error_json(found)}
    return replay_json(found)


def _tell(found: HandFile | InvalidHistory, number: int) -> bool:
    """Print one deal for people; whether it was good."""
    if isinstance(found, InvalidHistory):
        typer.echo(f"Deal {number}: {_sentence(found)}", err=True)
        return False
    typer.echo(f"Deal {number}: " + ", ".join(f"p{i} {_printable(name)}" for i, name in enumerate(found.players, 1)))
    try:
        for line in _lines(found):
            typer.echo(line)
    except (IllegalAction, InvalidHistory) as error:
        typer.echo(f"Deal {number}: {_sentence(error)}", err=True)
        return False
    return True


def _printable(name: str) -> str:
    """A name out of a file, without what would steer the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def _sentence(error: TeenPattiError) -> str:
    place = "" if error.place is None else f"action {error.place}: "
    return f"{place}{error} ({error.code})"


def _lines(found: HandFile) -> Iterator[str]:
    for action, deal in play_file(found):
        yield f"  {'boots' if action is None else str(action):<14} {_standing(deal)}"
        if deal.over:
            yield from _ending(deal)


def _standing(deal: Deal) -> str:
    price = f"pot {deal.chips_in}, P {deal.price}"
    if deal.over:
        return f"{price}, over"
    who = "the dealer" if deal.turn is None else f"p{deal.turn + 1}"
    return f"{price}, {who}: {deal.legal()}"


def _ending(deal: Deal) -> Iterator[str]:
    yield f"pot {deal.chips_in}"
    yield "paid " + " ".join(str(player.paid) for player in deal.players)
    yield "net " + " ".join(f"{player.won - player.paid:+d}" for player in deal.players)
    yield "won by " + ", ".join(f"p{i}" for i, player in enumerate(deal.players, 1) if player.won)
