"""``teenpatti advise``: what the solution does in a situation."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from teenpatti.cli.files import read_deals
from teenpatti.cli.lab import lab_packages
from teenpatti.cli.options import PresetOption, RuleOption, rules_from_flags
from teenpatti.game.cards import Hand, parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.errors import TeenPattiError
from teenpatti.game.replay import replay
from teenpatti.game.words import read_action, split

if TYPE_CHECKING:
    from teenpatti.lab.advise import Advice


def advise(
    file: Annotated[
        str | None, typer.Argument(help="A .tph file of the deal so far; or say it with the flags.")
    ] = None,
    *,
    did: Annotated[
        str, typer.Option("--did", help='Everything done so far, such as "p1 bet 1, p2 see, p2 bet 2".')
    ] = "",
    cards: Annotated[str | None, typer.Option("--cards", help="Cards of the player to act, such as AsKd2c.")] = None,
    stack: Annotated[int, typer.Option("--stack", min=1, help="Boots that each began with.")] = 10,
    solution: Annotated[
        Path | None, typer.Option("--solution", help="A file of `teenpatti solve`; the nearest shipped if left out.")
    ] = None,
    preset: PresetOption = "classic",
    rule: RuleOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Tell the mix of actions and what each wins, for the player to act in a deal of two."""
    try:
        hand = None if cards is None else parse_hand(cards.replace(" ", ""), 3)
        deal = _from_flags(did, stack, preset, rule) if file is None else _from_file(file)
        _check_hand(deal, hand)
    except TeenPattiError as error:
        raise typer.BadParameter(str(error)) from error
    with lab_packages():
        from teenpatti.lab.advise import advise as ask
        from teenpatti.lab.follow import OffTree
        from teenpatti.lab.shelf import nearest, opened, shipped
        from teenpatti.lab.solution import BadSolution

        try:
            boots = min(((p.stack or 0) + p.paid) / deal.rules.boot for p in deal.players)
            limit = None if any(p.stack is None for p in deal.players) else boots
            used = nearest(deal.rules, limit, shipped()) if solution is None else opened(solution)
            found = ask(used, deal, hand)
        except (OffTree, BadSolution, ValueError) as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(1) from error
        said = f"{used.game.stack} boots each, exploitability {used.exploitability:.5f}"
    _tell(found, said, as_json)


def _tell(found: Advice, said: str, as_json: bool) -> None:
    if as_json:
        actions = [
            {"action": a.action, "frequency": a.frequency, "value": None if math.isnan(a.value) else a.value}
            for a in found.actions
        ]
        answer = {"player": found.player + 1, "looked": found.looked, "exact": found.exact, "actions": actions}
        typer.echo(json.dumps(answer))
        return
    typer.echo(f"p{found.player + 1}, {'seen' if found.looked else 'blind'}; by the solution for {said}:")
    for a in found.actions:
        worth = "never comes here" if math.isnan(a.value) else f"{a.value:+.3f} boots"
        typer.echo(f"  {a.action:<14} {a.frequency:7.1%}   {worth}")
    if not found.exact:
        typer.echo("Stacks or bets differ from the solution's: this is its nearest situation.")


def _from_flags(did: str, stack: int, preset: str, rule: list[str] | None) -> Deal:
    rules = rules_from_flags(preset, rule)
    deal = Deal.start(rules, [stack * rules.boot] * 2)
    for words in did.split(","):
        if words.strip():
            deal = deal.play(read_action(split(words.strip())))
    return deal


def _from_file(name: str) -> Deal:
    found = list(read_deals(name))
    if len(found) != 1:
        raise typer.BadParameter(f"{name} holds {len(found)} deals: expected the one deal so far.")
    if isinstance(found[0], TeenPattiError):
        raise found[0]
    *_, last = replay(found[0])
    return last.deal


def _check_hand(deal: Deal, hand: Hand | None) -> None:
    if hand is None or deal.turn is None:
        return
    held = deal.players[deal.turn].hand
    if held is not None and set(held) != set(hand):
        raise typer.BadParameter("--cards differ from the cards in the file.")
    other = deal.players[1 - deal.turn].hand if len(deal.players) == 2 else None
    if set(hand) & set(other or ()):
        raise typer.BadParameter("--cards holds a card that the other player has.")
