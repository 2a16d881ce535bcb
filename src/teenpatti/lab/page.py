"""A solution as one page that needs nothing from anywhere else."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from teenpatti.game.rules import format_value
from teenpatti.lab.reading import Decision, bands, decisions, example, words
from teenpatti.lab.solution import Solution
from teenpatti.lab.strategy import looks_to_read, main_line

_TEMPLATE: Final = Path(__file__).parent / "page.html"
_NOTHING: Final = -32768


def page(solution: Solution, other: Solution | None = None, *, most: int = 40, least: float = 0.002) -> str:
    """The page: every situation before a look, and after each look on the main line the likeliest ``most`` decisions.

    ``other`` is a second solution to compare with; its decisions stand below those of the first with the same line.
    """
    both = [solution] if other is None else [solution, other]
    # Looks that one of them takes are shown of the other as well.
    lines = [_line(one, number) for one in both for number in looks_to_read(one)[:4]]
    told = [_told(one, lines, most, least) for one in both]
    # A closing tag in a text would end the script that holds it.
    data = json.dumps({"solutions": told}, separators=(",", ":")).replace("</", "<\\/")
    return _TEMPLATE.read_text(encoding="utf-8").replace("/*DATA*/", data)


def _line(solution: Solution, number: int) -> tuple[str, ...]:
    boot = solution.game.rules.boot
    return tuple(_said(action, boot) for action in solution.situations[number].line)


def _told(solution: Solution, lines: list[tuple[str, ...]], most: int, least: float) -> dict[str, Any]:
    game, choices = solution.game, solution.choices
    boot = game.rules.boot
    found: list[dict[str, Any]] = []
    places = {_line(solution, number): number for number in solution.looks}
    for number in dict.fromkeys(places[line] for line in lines if line in places):
        likeliest = sorted(decisions(solution, number, least), key=lambda decision: -decision.chance)[:most]
        found += [_decision(decision, boot) for decision in sorted(likeliest, key=lambda decision: decision.node)]
    return {
        "title": f"{game.stack} boots each",
        "options": {name: format_value(value) for name, value in game.rules.to_options().items()},
        "sizes": list(game.sizes),
        "quality": solution.quality,
        "exploitability": solution.exploitability,
        "value": choices[0].value,
        "version": solution.version,
        "main": main_line(solution),
        "situations": [
            {
                "line": [_said(action, boot) for action in situation.line],
                "player": situation.deal.turn,
                "pot": situation.deal.chips_in / boot,
                "price": situation.deal.price / boot,
                "moves": [words(move, boot) for move in situation.moves],
                "values": [round(value, 4) for value in choice.values],
                "choice": choice.move,
            }
            for situation, choice in zip(solution.situations, choices, strict=True)
        ],
        "bands": [[band.name, band.first, band.last] for band in bands(solution)],
        "hands": [example(solution.classes, s) for s in range(len(solution.classes.sweep.group) - 1)],
        "decisions": found,
    }


def _said(action: Any, boot: int) -> str:
    return f"{str(action).split()[0]} {words(action, boot)}"


def _decision(decision: Decision, boot: int) -> dict[str, Any]:
    value = np.where(np.isfinite(decision.value), np.clip(np.round(decision.value * 100), -32000, 32000), _NOTHING)
    return {
        "line": [_said(action, boot) for action in decision.line],
        "player": decision.player,
        "looked": decision.looked,
        "chance": round(decision.chance, 5),
        "pot": decision.deal.chips_in / boot,
        "price": decision.deal.price / boot,
        "moves": [words(move, boot) for move in decision.moves],
        "frequency": _packed(np.round(decision.frequency * 255).astype(np.uint8)),
        "value": _packed(value.astype("<i2")),
        "arrives": _packed(np.round(np.clip(decision.arrives, 0, 1) * 255).astype(np.uint8)),
    }


def _packed(array: Any) -> str:
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode("ascii")
