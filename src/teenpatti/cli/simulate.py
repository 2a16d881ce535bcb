"""``teenpatti simulate``: what many deals come to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from teenpatti.cli.lab import lab_packages, picture_file, progress, writing
from teenpatti.cli.options import PresetOption, RuleOption, rules_from_flags
from teenpatti.game.errors import InvalidRules


def simulate(
    *,
    players: Annotated[int | None, typer.Option("--players", "-n", help="2 to 17; 5 if not given.")] = None,
    deals: Annotated[int, typer.Option("--deals", min=1, help="How many.")] = 1_000_000,
    policy: Annotated[
        list[str] | None,
        typer.Option("--policy", help="random, blind, tight, loose, maniac or a .json file; one for all, or one each."),
    ] = None,
    stack: Annotated[int, typer.Option("--stack", min=1, help="What everybody begins each deal with, in boots.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="The same seed, the same deals.")] = 0,
    picture: Annotated[Path | None, typer.Option("--picture", help="Draw into a .png, .svg or .pdf file.")] = None,
    save: Annotated[Path | None, typer.Option("--save", help="Write the first deals into a .tphs file.")] = None,
    save_deals: Annotated[int, typer.Option("--save-deals", min=1, max=100_000, help="How many of them.")] = 1_000,
    preset: PresetOption = "classic",
    rule: RuleOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Play many deals quickly: pots, lengths, endings and winnings with 95 % intervals. Ctrl-C keeps what is played."""
    rules = rules_from_flags(preset, rule)
    picture_file(picture)
    if save is not None and save.suffix != ".tphs":
        raise typer.BadParameter(f"{save} is no name for many hands: expected one that ends in .tphs.")
    policies = policy or ["random"]
    count = players if players is not None else len(policies) if len(policies) > 1 else 5
    if len(policies) == 1:
        policies = policies * count
    if len(policies) != count:
        raise typer.BadParameter(f"{len(policies)} policies for {count} players: expected one, or one each.")
    with lab_packages():
        from teenpatti.lab.policies import InvalidPolicy
        from teenpatti.lab.simulate import hand_files
        from teenpatti.lab.simulate import simulate as play

        try:
            with progress("Playing") as tell:
                found = play(rules, policies, deals, stack=stack * rules.boot, seed=seed, progress=tell)
        except (InvalidRules, InvalidPolicy) as error:
            raise typer.BadParameter(str(error)) from error
        typer.echo(found.to_json() if as_json else found.to_text())
        if picture is not None and found.deals:
            from teenpatti.lab.charts import save as save_picture
            from teenpatti.lab.charts import simulation_chart

            with writing(picture):
                save_picture(simulation_chart(found), picture)
        if save is not None:
            with writing(save):
                save.write_text(hand_files(found, save_deals), encoding="utf-8")
    if not found.whole:
        typer.echo("Interrupted: these are the deals played so far.", err=True)
        raise typer.Exit(130)
