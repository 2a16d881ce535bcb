"""``teenpatti rank``: the class and the strength of hands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from teenpatti.cli.files import bounded_lines, standard_input
from teenpatti.cli.options import PresetOption, RuleOption, rules_from_flags
from teenpatti.game.cards import parse_hand
from teenpatti.game.errors import InvalidCard
from teenpatti.game.ranking import STRENGTHS, Ranking


def rank(
    cards: Annotated[list[str], typer.Argument(help="Hands such as AsTd2c, or - for a hand a line from stdin.")],
    *,
    preset: PresetOption = "classic",
    rule: RuleOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a hand.")] = False,
) -> None:
    """Class and strength of hands, strength from 1 (weakest) up. Exit status 1 if any was no hand."""
    rules = rules_from_flags(preset, rule)
    bad = False
    for hand in _hands(cards):
        answer = _rank(hand, rules.ranking, rules.cards_dealt)
        bad |= "error" in answer
        if as_json:
            typer.echo(json.dumps(answer))
        elif "error" in answer:
            typer.echo(answer["error"], err=True)
        else:
            hand_class = answer["class"].replace("_", " ")
            typer.echo(f"{hand}  {hand_class}, strength {answer['strength']} of {STRENGTHS}")
    raise typer.Exit(1 if bad else 0)


def _hands(cards: list[str]) -> Iterator[str]:
    if cards != ["-"]:
        yield from cards
        return
    for line in bounded_lines(standard_input()):
        text = "a line beyond all bounds" if line is None else line.decode("utf-8", "backslashreplace").strip(" \t\r\n")
        if text:
            yield text


def _rank(text: str, ranking: Ranking, size: int) -> dict[str, Any]:
    # Blanks may stand between cards, not inside one.
    words = text.split(" ")
    try:
        hand = parse_hand("".join(words) if all(len(word) % 2 == 0 for word in words) else text, size)
    except InvalidCard as error:
        return {"cards": text, "error": str(error)}
    evaluator = ranking.evaluator
    return {"cards": text, "class": str(evaluator.classify(hand)), "strength": evaluator.strength(hand)}
