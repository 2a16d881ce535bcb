"""Pictures of a solution: single decisions as strips over the strengths, and what looking is worth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from teenpatti.game.actions import Action, Bet
from teenpatti.lab.charts import BLUE, GREEN, GREY, INK, MARIGOLD, RED, new_figure, plain
from teenpatti.lab.reading import Decision, Merge, bands, decisions, words
from teenpatti.lab.solution import Solution
from teenpatti.lab.strategy import first_look

_COLOURS = {"pack": GREY, "show": BLUE, "side": "#7a4fa3", "cover": "#1f8a8a", "see": "#c9a227"}
_BETS = (GREEN, MARIGOLD, RED, "#7d1f3d")


def _colour(moves: Sequence[Action], i: int) -> str:
    if isinstance(moves[i], Bet):
        lower = sum(isinstance(move, Bet) for move in moves[:i])
        return _BETS[min(lower, len(_BETS) - 1)]
    return _COLOURS.get(str(moves[i]).split()[1], INK)


def draw_decision(axes: Axes, solution: Solution, decision: Decision) -> None:
    """How often each action is taken, over the share of hands that are weaker."""
    boot = solution.game.rules.boot
    sizes = Merge(solution.classes).sizes
    edges = np.concatenate([[0.0], np.cumsum(sizes)]) / sizes.sum()
    floor = np.zeros(len(sizes))
    for i, move in enumerate(decision.moves):
        top = floor + decision.frequency[i]
        axes.stairs(top, edges, baseline=floor, fill=True, color=_colour(decision.moves, i), label=words(move, boot))
        floor = top
    for band in bands(solution)[1:]:
        axes.axvline(edges[band.first], color="white", linewidth=0.7)
    line = ", ".join(f"{str(action).split()[0]} {words(action, boot)}" for action in decision.line)
    plain(axes, f"p{decision.player + 1} after {line}", "", "")
    axes.grid(visible=False)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_yticks([0, 0.5, 1], ["0 %", "50 %", "100 %"])
    axes.set_xticks(np.linspace(0, 1, 6), [f"{round(100 * tick)} %" for tick in np.linspace(0, 1, 6)])
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=9, reverse=True)


def strategy_chart(solution: Solution, most: int = 5) -> Figure:
    """The likeliest seen decisions after the first look that the solution takes, or would take at the start."""
    found = first_look(solution)
    number = 0 if found is None else found
    seen = [decision for decision in decisions(solution, number, 0.001) if decision.looked]
    likeliest = sorted(sorted(seen, key=lambda decision: -decision.chance)[:most], key=lambda decision: decision.node)
    figure = new_figure(9.5, 0.6 + 1.75 * len(likeliest))
    for axes, decision in zip(np.atleast_1d(figure.subplots(len(likeliest), 1)), likeliest, strict=True):
        draw_decision(axes, solution, decision)
    figure.axes[-1].set_xlabel("hands that are weaker (white lines: queen, king, ace high, pair, colour ... begin)")
    return figure


def look_chart(solution: Solution) -> Figure:
    """What each way to go on is worth while both are blind and bet the lowest, situation by situation."""
    boot = solution.game.rules.boot
    choices = solution.choices
    path = _lowest_line(solution)
    figure = new_figure(9, 4.6)
    axes = figure.add_subplot()
    kinds = ("look", "lowest bet", "highest bet", "show")
    for kind, colour in zip(kinds, ("#c9a227", GREEN, RED, BLUE), strict=True):
        across, up = [], []
        for place, number in enumerate(path):
            value = _worth(solution, number, kind, choices[number].values)
            if value is not None:
                across.append(place)
                up.append(value)
        axes.plot(across, up, marker="o", color=colour, label=kind)
    axes.axhline(0, color=INK, linewidth=0.6)
    labels = [
        f"{deal.players[0].paid // boot}:{deal.players[1].paid // boot}\np{(deal.turn or 0) + 1}"
        for deal in (solution.situations[number].deal for number in path)
    ]
    axes.set_xticks(range(len(path)), labels)
    plain(axes, "Nobody has looked: what each way is worth", "boots paid by p1 : p2, and who is to act", "boots a deal")
    axes.legend(frameon=False, fontsize=9)
    return figure


def _lowest_line(solution: Solution) -> list[int]:
    """The situations that follow when both go on with the lowest blind bet."""
    path = [0]
    while True:
        situation = solution.situations[path[-1]]
        bets = [i for i, move in enumerate(situation.moves) if isinstance(move, Bet)]
        after = situation.follows[bets[0]] if bets else None
        if not isinstance(after, int):
            return path
        path.append(after)


def _worth(solution: Solution, number: int, kind: str, values: Sequence[float]) -> float | None:
    moves = solution.situations[number].moves
    bets = [i for i, move in enumerate(moves) if isinstance(move, Bet)]
    named = {"lowest bet": bets[:1], "highest bet": bets[-1:] if len(bets) > 1 else []}
    named["look"] = [i for i, move in enumerate(moves) if str(move).endswith(" see")]
    named["show"] = [i for i, move in enumerate(moves) if str(move).endswith(" show")]
    return values[named[kind][0]] if named[kind] else None
