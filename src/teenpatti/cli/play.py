"""``teenpatti play``: you against bots in the terminal, drawn, or in sentences over a pipe and for a screen reader."""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TextIO

import typer

from teenpatti.bots import BOTS, Bot
from teenpatti.bots import bot as find_bot
from teenpatti.cli.options import PresetOption, RuleOption, rules_from_flags
from teenpatti.cli.terminal.game import ME, Front, Game, labels
from teenpatti.cli.terminal.luck import FairLuck, Luck, SeededLuck
from teenpatti.cli.terminal.plain import PlainFront
from teenpatti.game.cards import quote
from teenpatti.game.notation import to_json
from teenpatti.game.record import hand_file
from teenpatti.game.rules import MAX_DIGITS, Rules
from teenpatti.game.table import Table

_LONGEST_NAME: Final = 20
_SLOWEST: Final = 60
_DUMB: Final = ("dumb", "unknown")


def play(
    *,
    bots: Annotated[
        str, typer.Option("--bots", metavar="STYLE,STYLE...", help=f"Who plays against you: {', '.join(BOTS)}.")
    ] = "tight,maniac,caller,blind-lover",
    stack: Annotated[str, typer.Option("--stack", metavar="CHIPS", help="Chips that everybody begins with.")] = "1000",
    preset: PresetOption = "classic",
    rule: RuleOption = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Makes cards, lot and bots the same each time. Without it: fair decks.")
    ] = None,
    deals: Annotated[int | None, typer.Option("--deals", min=1, help="Stop after so many deals.")] = None,
    name: Annotated[str, typer.Option("--name", help="Your name at the table and in the file.")] = "You",
    plain: Annotated[bool, typer.Option("--plain", help="Sentences only, for a screen reader or a pipe.")] = False,
    four_colours: Annotated[bool, typer.Option("--four-colours", help="A colour for each suit.")] = False,
    pace: Annotated[float, typer.Option("--pace", min=0, help="Seconds to see what a bot does.")] = 0.6,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE.tphs", help="Append each deal, as you know it, to this file.")
    ] = None,
) -> None:
    """Play against bots with play chips, deal after deal."""
    rules = rules_from_flags(preset, rule)
    found = _bots(bots, rules)
    person = _name(name, found)
    chips = _stack(stack, rules)
    luck: Luck = FairLuck() if seed is None else SeededLuck(seed)
    with ExitStack() as cleanup:
        file = None if save is None else cleanup.enter_context(_opened(save))
        front: Front = PlainFront(_write, _read_line)
        if not plain and sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in _DUMB:
            front = _screen(cleanup, pace if pace <= _SLOWEST else 0, four_colours=four_colours)
        Game(rules, person, found, chips, luck, front).play(deals, partial(_record, file))


def _screen(cleanup: ExitStack, pace: float, *, four_colours: bool) -> Front:
    """The drawn game; ``cleanup`` gives the terminal back as it was, also after a mistake of ours."""
    # Other commands need not wait for these.
    from rich.console import Console

    from teenpatti.cli.terminal.screen import ScreenFront

    console = Console()
    cleanup.callback(lambda: console.is_alt_screen and console.set_alt_screen(False))
    return ScreenFront(console, _read_line, partial(time.sleep, pace), four_colours=four_colours)


def _bots(text: str, rules: Rules) -> list[Bot]:
    try:
        found = [find_bot(name.strip()) for name in text.split(",")]
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    if len(found) >= rules.max_seats:
        raise typer.BadParameter(
            f"{len(found)} bots and you cannot be dealt in: expected at most {rules.max_seats - 1} bots (R5)."
        )
    return found


def _stack(text: str, rules: Rules) -> int:
    # As text, so that a number of any size can be given.
    digits = text.replace(",", "").replace("_", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS and int(digits) >= rules.boot):
        raise typer.BadParameter(
            f"{quote(text)} is no stack: expected a whole number of chips, at least the boot of "
            f"{quote(rules.boot)} (R18)."
        )
    return int(digits)


def _name(text: str, bots: list[Bot]) -> str:
    name = text.strip()
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        raise typer.BadParameter(f"{quote(text)} is no name: expected 1 to {_LONGEST_NAME} printable characters.")
    if name in labels(bots):
        raise typer.BadParameter(f"{quote(name)} is the name of a bot at this table.")
    return name


def _write(line: str) -> None:
    typer.echo(line)


def _read_line() -> str | None:
    """A line of standard input, None at its end. Bytes that are no text are read as what cannot be understood."""
    stream: TextIO = sys.stdin
    try:
        line = stream.readline(100_000)
    except UnicodeDecodeError:
        return "?" * 3
    return line.rstrip("\n") if line else None


def _opened(path: Path) -> TextIO:
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise typer.BadParameter(f"{path} cannot be written: {error.strerror or error}.") from error


def _record(file: TextIO | None, table: Table) -> None:
    """Append the deal that has just ended, as the person may know it."""
    if file is None or table.deal is None:
        return
    names = [seat.person for i in table.dealt_in if i is not None and (seat := table.seats[i])]
    file.write(to_json(hand_file(table.deal, names, table.player_of(ME))) + "\n")
    file.flush()
