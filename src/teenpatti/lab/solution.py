"""A solved game: what each player does everywhere, and the file that holds it.

The file is a numpy ``.npz`` without pickled objects, so reading it runs nobody's code:

- ``header``: JSON as bytes (uint8): format, version, rules, stack, sizes, target, seconds, exploitability, values, and
  the situations in which neither has looked, each with the line of play that leads there, what is done in it, and the
  figures of the tree that follows the first look;
- ``classes`` [classes, 3] uint8: one hand of each class, cards 0..51 as the engine counts them;
- for situation number i, where its player may look: ``seen_i`` [rows, classes] uint8 or uint16 and ``blind_i`` [rows]
  float64. Decisions are in preorder, each with one row an action, actions in the order of
  :mod:`teenpatti.lab.tree`; a seen player's rows in ``seen_i``, a blind player's in ``blind_i``. The chance of an
  action is its share of the decision's rows, even where these are all zero.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray

from teenpatti.game.errors import TeenPattiError
from teenpatti.game.rules import Rules
from teenpatti.lab.classes import HandClasses, hand_classes
from teenpatti.lab.terminal import Floats
from teenpatti.lab.tree import CannotSolve, Game, Graph, Situation, Tree

FORMAT: Final = "teenpatti-solution/1"
SOLVED: Final = 0.001
"""Exploitability in boots a deal up to which a solution may be called solved."""
WORKING: Final = 0.01
"""And working."""


_COARSE: Final = 0.0005


class BadSolution(ValueError):
    """A file that is no solution, or not the one that is needed, in a sentence."""


Row: TypeAlias = np.uint8 | np.uint16
"""What chances are stored in."""


class Strategy(NamedTuple):
    """What is done after one first look, as stored; see the module."""

    seen: NDArray[Row]
    blind: Floats


@dataclass
class Look:
    """The tree that follows a first look: its strategy, compressed, and how good it is. Figures in boots."""

    decisions: int
    rows: int
    blind_rows: int
    packed: bytes = b""
    kind: type[Row] = np.uint8
    """The seen rows by zlib; empty while nothing is known, which means even chances."""
    blind: Floats = field(default_factory=lambda: np.zeros(0))
    iterations: int = 0
    value: float = 0.0
    """What player 0 wins by these strategies."""
    best: tuple[float, float] = (0.0, 0.0)
    """What each wins by a best response to the other's."""

    @property
    def exploitability(self) -> float:
        """Half of what both together gain by best responses."""
        return (self.best[0] + self.best[1]) / 2

    def put(self, strategy: Strategy) -> None:
        """Keep ``strategy``."""
        self.packed = zlib.compress(strategy.seen.tobytes(), 1)
        self.kind = np.uint8 if strategy.seen.dtype == np.uint8 else np.uint16
        self.blind = strategy.blind


class Choice(NamedTuple):
    """A situation in which neither has looked, settled."""

    move: int
    """What is done."""
    values: tuple[float, ...]
    """What each move is worth to the player to act, in boots."""
    value: float
    """What player 0 wins."""
    best: tuple[float, float]
    """What each wins by a best response."""


@dataclass(eq=False)
class Solution:
    """What each player does everywhere in ``game``. Classes are those of the game's ranking."""

    game: Game
    target: float = SOLVED
    seconds: float = 0.0
    looks: dict[int, Look] = field(default_factory=dict)
    """By situation."""
    version: str = field(default_factory=lambda: version("teenpatti"))
    source: NpzFile | None = None
    """The open file that strategies are read from when asked for."""

    @property
    def kind(self) -> type[Row]:
        """What chances are stored in: bytes, or two of them where bytes would be too coarse for the target."""
        return np.uint8 if self.target >= _COARSE else np.uint16

    @cached_property
    def graph(self) -> Graph:
        """All states."""
        return Graph(self.game)

    @cached_property
    def situations(self) -> list[Situation]:
        """Where neither has looked, the first deal's start first."""
        return self.graph.situations()

    @cached_property
    def classes(self) -> HandClasses:
        """The hands."""
        return hand_classes(self.game.rules.ranking, *self.game.deck)

    def tree(self, number: int) -> Tree:
        """The tree that follows the look in a situation."""
        situation = self.situations[number]
        return self.graph.tree(self.graph.after(situation.deal)[1][0])

    def strategy(self, number: int) -> Strategy:
        """The strategy in that tree. Raises BadSolution if the file's does not fit."""
        look, classes = self.looks[number], self.classes.count
        if self.source is not None:
            try:
                seen, blind = self.source[f"seen_{number}"], self.source[f"blind_{number}"]
            except (KeyError, ValueError, OSError, zlib.error, zipfile.BadZipFile) as error:
                raise BadSolution(f"The strategy of situation {number} cannot be read: {error}.") from error
            if seen.shape != (look.rows, classes) or seen.dtype not in (np.uint8, np.uint16):
                raise BadSolution(f"seen_{number} holds {seen.shape} {seen.dtype}: expected {(look.rows, classes)}.")
            if blind.shape != (look.blind_rows,) or blind.dtype != np.float64 or not np.isfinite(blind).all():
                raise BadSolution(f"blind_{number} holds {blind.shape}: expected {look.blind_rows} numbers.")
            return Strategy(seen, blind)
        if not look.packed:
            return Strategy(np.zeros((look.rows, classes), dtype=np.uint8), np.zeros(look.blind_rows))
        seen = np.frombuffer(zlib.decompress(look.packed), dtype=look.kind).reshape(look.rows, classes)
        return Strategy(cast("NDArray[Row]", seen), look.blind)

    @property
    def choices(self) -> list[Choice]:
        """Every situation settled, backwards from the last; each by the value of its moves."""
        sweep = self.classes.sweep
        wins = float(sweep.size @ sweep.below / (sweep.size.sum() * sweep.disjoint))
        found: list[Choice | None] = [None] * len(self.situations)
        for number in range(len(found) - 1, -1, -1):
            situation = self.situations[number]
            values: list[float] = []
            bests: list[tuple[float, float]] = []
            for follow in situation.follows:
                if follow is None:
                    look = self.looks[number]
                    values.append(look.value)
                    bests.append(look.best)
                elif isinstance(follow, int):
                    after = found[follow]
                    assert after is not None
                    values.append(after.value)
                    bests.append(after.best)
                else:
                    better, equal, worse = follow
                    values.append(wins * better + (1 - 2 * wins) * equal + wins * worse)
                    bests.append((values[-1], -values[-1]))
            me = situation.deal.turn
            assert me is not None
            mine = tuple(value if me == 0 else -value for value in values)
            move = mine.index(max(mine))
            best = list(bests[move])
            best[me] = max(each[me] for each in bests)
            found[number] = Choice(move, mine, values[move], (best[0], best[1]))
        return [choice for choice in found if choice is not None]

    @property
    def exploitability(self) -> float:
        """Half of what both players together gain by best responses, in boots a deal (NashConv / 2)."""
        best = self.choices[0].best
        return (best[0] + best[1]) / 2

    @property
    def quality(self) -> str:
        """``solved``, ``working`` or ``unfinished``."""
        found = self.exploitability
        return "solved" if found <= SOLVED else "working" if found <= WORKING else "unfinished"

    def header(self) -> dict[str, Any]:
        """The file's header."""
        choices = self.choices
        said = []
        for number, (situation, choice) in enumerate(zip(self.situations, choices, strict=True)):
            entry: dict[str, Any] = {
                "line": [str(action) for action in situation.line],
                "moves": [str(move) for move in situation.moves],
                "choice": choice.move,
                "values": list(choice.values),
            }
            look = self.looks.get(number)
            if look is not None:
                entry["look"] = {
                    "decisions": look.decisions,
                    "rows": look.rows,
                    "blind_rows": look.blind_rows,
                    "iterations": look.iterations,
                    "value": look.value,
                    "best": list(look.best),
                }
            said.append(entry)
        return {
            "format": FORMAT,
            "version": self.version,
            "rules": self.game.rules.to_options(),
            "stack": self.game.stack,
            "sizes": list(self.game.sizes),
            "keep_side_shows": self.game.keep_side_shows,
            "target": self.target,
            "seconds": round(self.seconds, 1),
            "exploitability": self.exploitability,
            "values": [choices[0].value, -choices[0].value],
            "situations": said,
        }

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        assert self.game.deck == (13, 4), "a file is of the whole deck"
        part = path.with_name(path.name + ".part")
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:

            def put(name: str, array: NDArray[Any]) -> None:
                # The same content always gives the same file.
                info = zipfile.ZipInfo(name + ".npy", (1980, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                with archive.open(info, "w", force_zip64=True) as stream:
                    np.lib.format.write_array(stream, np.ascontiguousarray(array), allow_pickle=False)

            put("header", np.frombuffer(json.dumps(self.header()).encode(), dtype=np.uint8))
            put("classes", self.classes.cards)
            for number in self.looks:
                strategy = self.strategy(number)
                put(f"seen_{number}", strategy.seen)
                put(f"blind_{number}", strategy.blind)
        part.replace(path)


def empty(game: Game, target: float = SOLVED) -> Solution:
    """A solution of which nothing is known yet but how large it is."""
    solution = Solution(game, target)
    for number, situation in enumerate(solution.situations):
        if None in situation.follows:
            decisions, rows, blind = solution.graph.size(solution.graph.after(situation.deal)[1][0])
            solution.looks[number] = Look(decisions, rows, blind)
    return solution


def load(path: Path) -> Solution:
    """The solution in a file; strategies are read when asked for. Raises BadSolution in a sentence."""
    try:
        with path.open("rb") as stream:
            if not zipfile.is_zipfile(stream):
                raise BadSolution(f"{path.name} is no solution of this program, or it is damaged.")
        source: NpzFile = np.load(path, allow_pickle=False)
        header = json.loads(bytes(source["header"]))
        cards = source["classes"]
    except OSError as error:
        raise BadSolution(f"{path} cannot be read: {error.strerror or error}.") from error
    except BadSolution:
        raise
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise BadSolution(f"{path.name} is no solution of this program, or it is damaged.") from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        found = header.get("format") if isinstance(header, dict) else None
        raise BadSolution(f"{path.name} has format {found!r:.40}: this version reads {FORMAT}.")
    try:
        game = Game(
            Rules.from_options(header["rules"]), header["stack"], tuple(header["sizes"]), header["keep_side_shows"]
        )
        solution = Solution(game, float(header["target"]), float(header["seconds"]), {}, header["version"], source)
        entries = header["situations"]
        for number, entry in enumerate(entries):
            if "look" in entry:
                figures = entry["look"]
                solution.looks[number] = Look(
                    int(figures["decisions"]),
                    int(figures["rows"]),
                    int(figures["blind_rows"]),
                    iterations=int(figures["iterations"]),
                    value=float(figures["value"]),
                    best=(float(figures["best"][0]), float(figures["best"][1])),
                )
        lines = [entry["line"] for entry in entries]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, TeenPattiError, CannotSolve) as error:
        raise BadSolution(f"{path.name} has a header that cannot be used: {error}.") from error
    same = lines == [[str(action) for action in situation.line] for situation in solution.situations]
    if not same or not np.array_equal(cards, solution.classes.cards):
        raise BadSolution(
            f"{path.name} was made by version {solution.version} of the program, whose game differs from this one's. "
            f"Solve it anew."
        )
    return solution
