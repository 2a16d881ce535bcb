"""Pictures of what the lab found. Drawn without a display, with the fonts that matplotlib brings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from teenpatti.game.ranking import HandClass
from teenpatti.lab.arrays import Floats, Ints
from teenpatti.lab.kernel_state import ENDINGS

if TYPE_CHECKING:
    from teenpatti.lab.arena import Arena
    from teenpatti.lab.odds_table import OddsTable
    from teenpatti.lab.simulate import Summary

INK: Final = "#2b2433"
PAPER: Final = "#fffaf2"
BLUE, MARIGOLD, GREEN, RED, GREY = "#2f6690", "#d98a00", "#2e7d4f", "#a63446", "#8a8391"
CLASS_NAMES: Final = {
    HandClass.HIGH_CARD: "high card",
    HandClass.PAIR: "pair",
    HandClass.COLOUR: "colour",
    HandClass.SEQUENCE: "sequence",
    HandClass.PURE_SEQUENCE: "pure sequence",
    HandClass.TRAIL: "trail",
}


def save(figure: Figure, path: Path) -> None:
    """Write ``figure`` as a PNG, SVG or PDF, by the name of the file; the same figure gives the same file."""
    nothing = {"Date": None} if path.suffix.lower() == ".svg" else {"CreationDate": None}
    with rc_context({"svg.hashsalt": "teenpatti", "svg.fonttype": "none"}):
        figure.savefig(path, dpi=150, facecolor=PAPER, metadata=None if path.suffix.lower() == ".png" else nothing)


def new_figure(width: float = 9, height: float = 5.2) -> Figure:
    """An empty picture; sizes are inches."""
    return Figure(figsize=(width, height), layout="constrained", facecolor=PAPER)


def plain(axes: Axes, title: str, across: str, up: str) -> None:
    """Name what is drawn, and take away what says nothing."""
    axes.set_facecolor(PAPER)
    axes.set_title(title, loc="left", color=INK, fontsize=11, fontweight="bold")
    axes.set_xlabel(across, color=INK)
    axes.set_ylabel(up, color=INK)
    axes.tick_params(colors=INK, labelsize=9)
    axes.grid(axis="y", color=GREY, alpha=0.25, linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def odds_chart(table: OddsTable) -> Figure:
    """The probability to win by strength. Across: the share of hands that are weaker, so that equal widths are equally
    many hands."""
    figure = new_figure()
    axes = figure.add_subplot()
    hands = table.hands[::-1]
    edges = np.concatenate([[0], np.cumsum(hands)]) / hands.sum()
    axes.stairs(table.win[::-1], edges, baseline=None, color=BLUE, linewidth=1.6)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.13)
    classes = np.array(table.hand_class[::-1])
    starts = [0, *(np.flatnonzero(classes[1:] != classes[:-1]) + 1), len(classes)]
    rare = []
    for number, (start, stop) in enumerate(pairwise(starts)):
        left, right = edges[start], edges[stop]
        name = CLASS_NAMES[HandClass(classes[start])]
        axes.axvspan(left, right, color=MARIGOLD if number % 2 else GREY, alpha=0.10, linewidth=0)
        if right - left > 0.1:
            axes.text((left + right) / 2, 1.06, name, ha="center", color=INK, size=9)
        else:
            rare.append(name)
    # The classes too narrow for their names stand together, at the strong end or, reversed by lowball, at the weak one.
    side, place = ("left", 0.015) if table.ranking.lowball else ("right", 0.985)
    axes.text(place, 0.03, "\n".join(reversed(rare)), ha=side, va="bottom", color=INK, size=9)
    ticks = np.linspace(0, 1, 6)
    axes.set_xticks(ticks, [f"{round(100 * tick)} %" for tick in ticks])
    axes.set_yticks(ticks, [f"{round(100 * tick)} %" for tick in ticks])
    one = table.opponents == 1
    who = "one random hand" if one else f"{table.opponents} random hands"
    how = "exact" if table.exact else "sampled"
    plain(axes, f"How often a hand beats {who} ({how})", "hands that are weaker", "wins")
    return figure


def arena_chart(arena: Arena) -> Figure:
    """What each bot won in all with its 95 % interval, and from whom."""
    places = [a for a in range(len(arena.names)) if arena.total(a) is not None]
    scores = {a: score for a in places if (score := arena.total(a)) is not None}
    places.sort(key=lambda a: scores[a].mean)
    names = [arena.names[a] for a in places]
    pairs = len(places) > 2 and any(len(match.bots) == 2 for match in arena.matches)
    figure = new_figure(11 if pairs else 7, 1.6 + 0.6 * max(3, len(places)))
    grid = figure.subplots(1, 2, width_ratios=(5, 6), squeeze=False)[0] if pairs else [figure.add_subplot()]
    axes = grid[0]
    means = [scores[a].mean for a in places]
    margins = [scores[a].margin for a in places]
    colours = [
        GREEN if mean > margin else RED if mean < -margin else GREY for mean, margin in zip(means, margins, strict=True)
    ]
    axes.barh(names, means, xerr=margins, color=colours, ecolor=INK, capsize=3, height=0.6)
    axes.axvline(0, color=INK, linewidth=0.8)
    plain(axes, "In all", "boots per 100 deals, with 95 % interval", "")
    axes.grid(visible=False, axis="y")
    axes.grid(axis="x", color=GREY, alpha=0.25, linewidth=0.6)
    if pairs:
        _cross(grid[1], arena, places[::-1])
    return figure


def _cross(axes: Axes, arena: Arena, places: Sequence[int]) -> None:
    """Each line's bot against each column's."""
    found = [[arena.against(a, b) for b in places] for a in places]
    means = np.array([[np.nan if score is None else score.mean for score in row] for row in found])
    reach = float(np.nanmax(np.abs(means), initial=1))
    names = [arena.names[a] for a in places]
    axes.imshow(means, cmap="RdYlGn", vmin=-1.6 * reach, vmax=1.6 * reach, aspect="auto")
    for i, row in enumerate(found):
        for j, score in enumerate(row):
            if score is not None:
                axes.text(j, i, f"{score.mean:+.0f}\n±{score.margin:.0f}", ha="center", va="center", color=INK, size=9)
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(names)), names)
    plain(axes, "From whom", "against", "")
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0)


def simulation_chart(summary: Summary) -> Figure:
    """Pots, lengths, endings and what each place wins."""
    from teenpatti.lab.simulate import ACTION_BINS, ENDING_WORDS

    figure = new_figure(11, 7.4)
    (pots, lengths), (endings, nets) = figure.subplots(2, 2)
    bins = _histogram(pots, summary.pot_histogram / summary.deals, 0.5)
    ticks = np.arange(bins[0], bins[-1] + 2, max(1, len(bins) // 8))
    pots.set_xticks(ticks, [f"{2**tick:,}" for tick in ticks.tolist()])
    plain(pots, "Pot", "boots", "% of deals")
    _histogram(lengths, summary.action_histogram / summary.deals, 0)
    # The last bar holds all that is longer.
    if summary.action_histogram[-1]:
        ticks = np.arange(0, ACTION_BINS, 20)
        lengths.set_xticks(ticks, [*map(str, ticks[:-1]), f"{ticks[-1]}+"])
    plain(lengths, "Length", "actions", "% of deals")
    names = [name for i, name in enumerate(ENDINGS) if name and summary.endings[i]]
    shares = [100 * summary.share(ENDINGS.index(name)).mean for name in names]
    bars = endings.barh([ENDING_WORDS[name] for name in names], shares, color=MARIGOLD, height=0.6)
    endings.bar_label(bars, fmt=" %.1f %%", color=INK, fontsize=9)
    endings.set_xlim(0, 1.18 * max(shares))
    endings.invert_yaxis()
    plain(endings, "Endings", "% of deals", "")
    endings.grid(visible=False)
    estimates = [summary.net_of(player) for player in range(len(summary.policies))]
    places = [f"p{player}\n{policy}"[:14] for player, policy in enumerate(summary.policies, 1)]
    colours = [GREEN if net.mean > 0 else RED for net in estimates]
    errors = [net.margin for net in estimates]
    nets.bar(range(len(places)), [net.mean for net in estimates], yerr=errors, color=colours, ecolor=INK, capsize=3)
    nets.set_xticks(range(len(places)), places if len(places) <= 8 else [place.partition("\n")[0] for place in places])
    nets.axhline(0, color=INK, linewidth=0.8)
    plain(nets, "Net by place at the table", "", "boots a deal")
    return figure


def _histogram(axes: Axes, shares: Floats, middle: float) -> Ints:
    """A bar for each bin from the first to the last that holds anything, its middle so far right of its number; the
    bins."""
    held = np.flatnonzero(shares)
    bins = np.arange(held[0], held[-1] + 1)
    axes.bar(bins + middle, 100 * shares[bins], 0.92, color=BLUE)
    return bins
