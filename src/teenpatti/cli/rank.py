"""``teenpatti rank``: the class and the strength of hands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from teenpatti.cli.files import bounded_lines, standard_input
from teenpatti.cli.options import PresetOption, RuleOption, rules_from_flags
from teenpatti.game.cards import Card, Hand, format_hand, parse_hand
from teenpatti.game.errors import InvalidCard
from teenpatti.game.made import made
from teenpatti.game.ranking import Ranking
from teenpatti.game.rules import Rules


def rank(
    cards: Annotated[list[str], typer.Argument(help="Hands such as AsTd2c, or - for a hand a line from stdin.")],
    *,
    preset: PresetOption = "classic",
    rule: RuleOption = None,
    joker: Annotated[str | None, typer.Option("--joker", metavar="CARD", help="The card turned up.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a hand.")] = False,
) -> None:
    """Class and strength of hands as they count, strength from 1 (weakest) up. Exit status 1 if any was no hand."""
    rules = rules_from_flags(preset, rule)
    ranking = rules.ranking_with(_joker(rules, joker))
    if rules.turns_up and joker is None:
        typer.echo("No joker is turned up, so no card is wild: name it with --joker CARD.", err=True)
    bad = False
    for hand in _hands(cards):
        answer = _rank(hand, ranking)
        bad |= "error" in answer
        if as_json:
            typer.echo(json.dumps(answer))
        elif "error" in answer:
            typer.echo(answer["error"], err=True)
        else:
            said = answer["class"].replace("_", " ") + _counts_as(hand, ranking)
            typer.echo(f"{hand}  {said}, strength {answer['strength']} of {ranking.evaluator.most}")
    raise typer.Exit(1 if bad else 0)


def _hands(cards: list[str]) -> Iterator[str]:
    if cards != ["-"]:
        yield from cards
        return
    for line in bounded_lines(standard_input()):
        text = "a line beyond all bounds" if line is None else line.decode("utf-8", "backslashreplace").strip(" \t\r\n")
        if text:
            yield text


def _joker(rules: Rules, text: str | None) -> Card | None:
    """The card turned up. A wrong one is wrong usage: a sentence and exit status 2."""
    if text is None:
        return None
    if not rules.turns_up:
        raise typer.BadParameter("These rules turn up no joker; expected none, or --rule wild=joker.")
    try:
        return Card.parse(text)
    except InvalidCard as error:
        raise typer.BadParameter(str(error)) from error


def _rank(text: str, ranking: Ranking) -> dict[str, Any]:
    try:
        hand = _hand(text, ranking)
    except InvalidCard as error:
        return {"cards": text, "error": str(error)}
    evaluator = ranking.evaluator
    return {"cards": text, "class": str(evaluator.classify(hand)), "strength": evaluator.strength(hand)}


def _hand(text: str, ranking: Ranking) -> Hand:
    # Blanks may stand between cards, not inside one.
    words = text.split(" ")
    return parse_hand("".join(words) if all(len(word) % 2 == 0 for word in words) else text, ranking.cards)


def _counts_as(text: str, ranking: Ranking) -> str:
    """The three cards that count, where they are not just those of the hand."""
    hand = _hand(text, ranking)
    found = made(hand, ranking)
    return "" if found.cards == hand else f", counts as {format_hand(found.cards)}"
