"""``teenpatti rules``: the rules sheet of exactly one table, in five languages."""

from __future__ import annotations

import shutil
from typing import Annotated

import typer

from teenpatti.cli.options import PresetOption, RuleOption, rules_from_flags
from teenpatti.game.cards import quote
from teenpatti.texts.catalogue import LANGUAGES
from teenpatti.texts.render import to_html, to_text
from teenpatti.texts.sheet import sheet

MAX_WIDTH = 100
"""Longer lines are hard to read, however wide the terminal is."""


def rules(
    *,
    preset: PresetOption = "classic",
    rule: RuleOption = None,
    lang: Annotated[str, typer.Option("--lang", help=f"Language: {', '.join(LANGUAGES)}.")] = "en",
    printable: Annotated[bool, typer.Option("--print", help="A page to print (HTML), with the price card.")] = False,
) -> None:
    """Print the rules of exactly the table that the flags describe, with its price card."""
    if lang not in LANGUAGES:
        raise typer.BadParameter(f"There are no texts in {quote(lang)}: expected one of {', '.join(LANGUAGES)}.")
    page = sheet(rules_from_flags(preset, rule), lang)
    width = min(shutil.get_terminal_size().columns, MAX_WIDTH)
    text = to_html(page) if printable else to_text(page, width)
    # As bytes: a pipe must carry Hindi whatever encoding the system has set for it.
    typer.echo(text.encode(), nl=False)
