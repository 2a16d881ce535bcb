"""The flags that give rules, the same for every command."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from teenpatti.game.cards import quote
from teenpatti.game.errors import InvalidRules
from teenpatti.game.rules import OPTIONS, PRESETS, Rules, Value

PresetOption: TypeAlias = Annotated[str, typer.Option("--preset", help=f"House rules: {', '.join(PRESETS)}.")]
RuleOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--rule", metavar="OPTION=VALUE", help="One option of the rules; may be given many times."),
]


def rules_from_flags(preset: str, rule: list[str] | None) -> Rules:
    """The rules of ``--preset P --rule option=value ...``. A wrong one is wrong usage: a sentence and exit status 2."""
    options: dict[str, Value] = {}
    try:
        for text in rule or ():
            name, equals, value = text.partition("=")
            if not equals:
                raise typer.BadParameter(f"{quote(text)} is no rule: expected option=value, such as boot=10.")
            if name not in OPTIONS:
                raise typer.BadParameter(f"There is no option {quote(name)}: expected one of {', '.join(OPTIONS)}.")
            if name in options:
                raise typer.BadParameter(f"The option {name} stands twice.")
            options[name] = OPTIONS[name].parse(value)
        return Rules.from_options({"preset": preset, **options})
    except InvalidRules as error:
        raise typer.BadParameter(str(error)) from error
