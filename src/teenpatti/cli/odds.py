"""``teenpatti odds``: how a hand does against random hands."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from teenpatti.cli.lab import lab_packages, picture_file, progress, writing
from teenpatti.cli.options import PresetOption, RuleOption, rules_from_flags
from teenpatti.game.cards import Hand, format_hand, parse_hand
from teenpatti.game.errors import InvalidCard
from teenpatti.game.rules import Rules

if TYPE_CHECKING:
    from teenpatti.lab.odds import Odds


def odds(
    cards: Annotated[str | None, typer.Argument(help="A hand such as AsTd2c.")] = None,
    *,
    opponents: Annotated[int, typer.Option("--opponents", "-n", help="Opponents with random hands, 1 to 16.")] = 1,
    exact: Annotated[bool, typer.Option("--exact", help="Count 3 or 4 opponents too, in place of sampling.")] = False,
    dead: Annotated[str, typer.Option("--dead", help="Cards known to be in no other hand, such as KsKd.")] = "",
    table: Annotated[bool, typer.Option("--table", help="The odds of all 741 strengths.")] = False,
    form: Annotated[str, typer.Option("--format", help="Of the table: csv, json or markdown.")] = "csv",
    chart: Annotated[
        Path | None, typer.Option("--chart", help="Draw the table into a .png, .svg or .pdf file.")
    ] = None,
    samples: Annotated[
        int | None, typer.Option("--samples", min=1, help="Random deals, where they are sampled.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of the random deals.")] = 0,
    preset: PresetOption = "classic",
    rule: RuleOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON in place of sentences.")] = False,
) -> None:
    """Win, tie and loss of a hand against random hands: exact for 1 and 2 opponents."""
    rules = rules_from_flags(preset, rule)
    for name, played in (("wild", "none"), ("cards_dealt", 3)):
        if getattr(rules, name) != played:
            raise typer.BadParameter(f"{name} {getattr(rules, name)}: there are odds for {name} {played} only.")
    picture_file(chart)
    with lab_packages():
        if table or chart:
            if cards is not None or dead or exact:
                raise typer.BadParameter("A table is of all hands: it takes no hand, no --dead and no --exact.")
            _table(rules, opponents, "json" if as_json else form, chart, table, samples or 20_000, seed)
        elif cards is None:
            raise typer.BadParameter("Give a hand such as AsTd2c, or --table.")
        else:
            found = _odds(cards, dead, rules, opponents, exact, samples or 1_000_000, seed)
            typer.echo(json.dumps(_json(found)) if as_json else _sentences(found))


def _odds(cards: str, dead: str, rules: Rules, opponents: int, exact: bool, samples: int, seed: int) -> Odds:
    from teenpatti.lab.odds import InvalidOdds, win_tie_loss

    try:
        hand = _cards(cards, 3)
        out = _cards(dead, None) if dead else ()
        if exact and opponents in (3, 4):
            typer.echo(f"Counting {opponents} opponents takes about 2 seconds, 10 the first time.", err=True)
        with progress(f"{opponents} opponents") as tell:
            return win_tie_loss(
                hand,
                opponents,
                ranking=rules.ranking,
                dead=out,
                exact=exact,
                samples=samples,
                seed=seed,
                progress=tell,
            )
    except InvalidOdds as error:
        raise typer.BadParameter(str(error)) from error
    except InvalidCard as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


def _cards(text: str, size: int | None) -> Hand:
    return parse_hand(text.replace(" ", "").replace(",", ""), size)


def _json(found: Odds) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "cards": format_hand(found.hand),
        "opponents": found.opponents,
        "against": "random hands",
        "dead": format_hand(found.dead),
        "win": found.win,
        "tie": found.tie,
        "loss": found.loss,
        "exact": found.exact,
        "wins": found.wins,
        "ties": found.ties,
        "deals": found.deals,
    }
    if not found.exact:
        answer |= {"win_error": found.win_error, "tie_error": found.tie_error, "loss_error": found.loss_error}
    return answer


def _sentences(found: Odds) -> str:
    one = found.opponents == 1
    against = "1 random hand" if one else f"{found.opponents} random hands"
    dead = f", {format_hand(found.dead)} dead" if found.dead else ""
    names = ("beats it", "ties", "loses") if one else ("beats all", "ties for best", "loses")
    shares = ((found.win, found.win_error), (found.tie, found.tie_error), (found.loss, found.loss_error))
    how = "all ways to deal counted" if found.exact else f"{found.deals:,} random deals, with standard errors"
    lines = [f"{format_hand(found.hand)} against {against}{dead} ({how}):"]
    for name, (share, error) in zip(names, shares, strict=True):
        give_or_take = "" if found.exact else f"  ±{100 * error:.4f}"
        lines.append(f"  {name:<14}{100 * share:8.4f} %{give_or_take}")
    return "\n".join(lines)


def _table(rules: Rules, opponents: int, form: str, chart: Path | None, wanted: bool, samples: int, seed: int) -> None:
    from teenpatti.lab.odds import InvalidOdds
    from teenpatti.lab.odds_table import FORMATS, odds_table

    if form not in FORMATS:
        raise typer.BadParameter(f"There is no format {form!r:.40}: expected one of {', '.join(FORMATS)}.")
    try:
        with progress(f"All hands, {opponents} opponents") as tell:
            found = odds_table(opponents, rules.ranking, samples=samples, seed=seed, progress=tell)
    except InvalidOdds as error:
        raise typer.BadParameter(str(error)) from error
    if chart is not None:
        from teenpatti.lab.charts import odds_chart, save

        with writing(chart):
            save(odds_chart(found), chart)
    if wanted:
        sys.stdout.write(found.to_text(form))
