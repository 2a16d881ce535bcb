"""A solution in words, and as a table."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TextIO

import numpy as np

from teenpatti.game.actions import Action
from teenpatti.game.rules import format_value
from teenpatti.lab.reading import Band, Decision, Merge, bands, decisions, example, words
from teenpatti.lab.solution import Choice, Solution
from teenpatti.lab.terminal import Floats

_OFTEN: Final = ((0.97, "always"), (0.7, "mostly"), (0.35, "often"), (0.1, "sometimes"), (0.03, "rarely"))


def main_line(solution: Solution) -> list[int]:
    """The situations that blind play comes through when nobody strays, in order."""
    choices = solution.choices
    line = [0]
    while isinstance(after := solution.situations[line[-1]].follows[choices[line[-1]].move], int):
        line.append(after)
    return line


def first_look(solution: Solution) -> int | None:
    """The situation in which somebody looks first when nobody strays, None if nobody ever does."""
    last = main_line(solution)[-1]
    found = solution.situations[last].follows[solution.choices[last].move]
    return last if found is None else None


def describe(solution: Solution, *, least: float = 0.02, most: int = 12) -> Iterator[str]:
    """The solution in lines of plain words.

    After the first look at most ``most`` decisions are told, likeliest first, each with a chance of at least ``least``.
    """
    game, choices = solution.game, solution.choices
    options = (
        ", ".join(f"{name} {format_value(value)}" for name, value in game.rules.to_options().items()) or "no others"
    )
    yield f"Two players with {game.stack} boots each, the boot included. Rules: classic with {options}."
    yield f"Bets thought of: {', '.join(game.sizes)}. Everything below is in boots."
    yield (
        f"Quality: {solution.quality}; who knows these strategies gains at most {solution.exploitability:.5f} boots a "
        f"deal against them."
    )
    value = choices[0].value
    yield ""
    yield f"Value: p1, who acts first, {value:+.3f} a deal; p2, the dealer, {-value:+.3f}."
    yield ""
    yield "Before anybody has looked"
    for number in main_line(solution):
        situation = solution.situations[number]
        done = _blind(situation.moves, choices[number], game.rules.boot)
        yield f"  {_where(situation.line, game.rules.boot)}: {done}"
    strayed = len(solution.situations) - len(main_line(solution))
    found = first_look(solution)
    if found is None:
        yield "  Nobody looks."
        return
    yield f"  ({strayed} more situations follow when somebody strays from this; --all tells them.)"
    yield ""
    yield "After the first look"
    told = sorted(decisions(solution, found, least), key=lambda decision: -decision.chance)[:most]
    for decision in told:
        yield from describe_decision(solution, decision)
        yield ""


def describe_situations(solution: Solution) -> Iterator[str]:
    """What is done in every situation in which neither has looked."""
    boot = solution.game.rules.boot
    for situation, choice in zip(solution.situations, solution.choices, strict=True):
        yield f"  {_where(situation.line, boot)}: {_blind(situation.moves, choice, boot)}"


def describe_decision(solution: Solution, decision: Decision) -> Iterator[str]:
    """One decision in plain words."""
    boot = solution.game.rules.boot
    deal = decision.deal
    state = "seen" if decision.looked else "blind"
    yield (
        f"p{decision.player + 1} ({state}) after {_line(decision.line, boot)}; pot {deal.chips_in / boot:g}, "
        f"price {deal.price / boot:g}; {decision.chance:.0%} of these deals"
    )
    names = [words(move, boot) for move in decision.moves]
    if not decision.looked:
        yield "    " + _mix(names, decision.frequency[:, 0], decision.value[:, 0])
        return
    sizes = Merge(solution.classes).sizes
    for band in reversed(bands(solution)):
        frequency = band_mean(decision.frequency, sizes, band)
        worth = band_mean(decision.value, sizes, band)
        yield f"    {band.name + ':':<21}{_mix(names, frequency, worth)}"
    edge = packing_edge(solution, decision)
    if edge:
        yield f"    The weakest hands that are mostly played: {edge}."


def packing_edge(solution: Solution, decision: Decision) -> str | None:
    """The hand from which on packing is the smaller part of what every better hand does; None if there is no edge."""
    packs = [i for i, move in enumerate(decision.moves) if str(move).endswith(" pack")]
    if not packs or not decision.looked:
        return None
    packed = np.flatnonzero(decision.frequency[packs[0]] > 0.5)
    if not len(packed) or packed[-1] + 1 >= decision.frequency.shape[1]:
        return None
    return example(solution.classes, int(packed[-1]) + 1)


def band_mean(rows: Floats, sizes: Floats, band: Band) -> Floats:
    """[moves] the mean of ``rows`` [moves, strengths] over a band's hands; NaN where nothing is known."""
    part, weight = rows[:, band.first : band.last], sizes[band.first : band.last]
    known = np.isfinite(part)
    whole = (known * weight).sum(axis=1)
    total = (np.where(known, part, 0.0) * weight).sum(axis=1)
    return np.asarray(np.where(whole > 0, total / np.where(whole > 0, whole, 1), np.nan))


def _mix(names: Sequence[str], frequency: Floats, value: Floats) -> str:
    said = []
    for i in np.argsort(-frequency, kind="stable").tolist():
        often = next((word for least, word in _OFTEN if frequency[i] >= least), None)
        if often:
            share = "" if often == "always" else f" {frequency[i]:.0%}"
            worth = "" if np.isnan(value[i]) else f" ({value[i]:+.2f})"
            said.append(f"{often} {names[i]}{share}{worth}")
    return ", ".join(said)


def _blind(moves: Sequence[Action], choice: Choice, boot: int) -> str:
    others = ", ".join(
        f"{words(move, boot)} {value:+.3f}"
        for i, (move, value) in enumerate(zip(moves, choice.values, strict=True))
        if i != choice.move
    )
    return f"{words(moves[choice.move], boot)} ({choice.values[choice.move]:+.3f}; {others})"


def _where(line: Sequence[Action], boot: int) -> str:
    return f"after {_line(line, boot)}" if line else "at the start"


def _line(line: Iterable[Action], boot: int) -> str:
    return ", ".join(f"{str(action).split()[0]} {words(action, boot)}" for action in line)


def looks_to_read(solution: Solution) -> list[int]:
    """The situations whose first look is worth reading: the one that is taken, then those on the way to it."""
    found = first_look(solution)
    taken = [] if found is None else [found]
    return taken + [number for number in main_line(solution) if number in solution.looks and number not in taken]


def write_csv(solution: Solution, stream: TextIO, *, every: bool = False, least: float = 0.001) -> int:
    """Decisions by strength as CSV, an action a line; the number of lines. Values are boots a deal.

    After the first looks that are worth reading, the decisions with a chance of ``least``; or really every one.
    """
    writer = csv.writer(stream)
    writer.writerow(
        ["line", "player", "looked", "chance", "strength", "class", "hand", "arrives", "action", "frequency", "value"]
    )
    boot = solution.game.rules.boot
    found = bands(solution)
    name_of = [band.name for band in found for _ in range(band.first, band.last)]
    lines = 0
    for situation, choice in zip(solution.situations, solution.choices, strict=True):
        said = "; ".join(map(str, situation.line))
        for i, move in enumerate(situation.moves):
            share = int(i == choice.move)
            player = str(move).split()[0]
            row = [said, player, "no", "", "", "", "", "", words(move, boot), share, f"{choice.values[i]:.5f}"]
            writer.writerow(row)
            lines += 1
    for number in solution.looks if every else looks_to_read(solution):
        for decision in decisions(solution, number, 0.0 if every else least):
            said = "; ".join(map(str, decision.line))
            who = [said, f"p{decision.player + 1}", "yes" if decision.looked else "no", f"{decision.chance:.6f}"]
            for s in range(decision.frequency.shape[1]):
                hand = (
                    [s + 1, name_of[s], example(solution.classes, s), f"{decision.arrives[s]:.4f}"]
                    if decision.looked
                    else ["", "", "", ""]
                )
                for i, move in enumerate(decision.moves):
                    value = decision.value[i, s]
                    worth = "" if np.isnan(value) else f"{value:.5f}"
                    writer.writerow([*who, *hand, words(move, boot), f"{decision.frequency[i, s]:.4f}", worth])
                    lines += 1
    return lines
