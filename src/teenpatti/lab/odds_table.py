"""The odds of all 741 strengths, each the mean over the hands of that strength."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from teenpatti.game.cards import CARDS, format_hand
from teenpatti.game.ranking import CLASSIC, STRENGTHS, Ranking
from teenpatti.lab.arrays import Floats, Ints
from teenpatti.lab.hands import all_hands, strengths, suit_classes
from teenpatti.lab.odds import InvalidOdds, Progress, check

FORMATS: Final = ("csv", "json", "markdown")

_COLUMNS: Final = ("strength", "example", "class", "hands", "win", "tie", "loss")


@dataclass(frozen=True)
class OddsTable:
    """One row a strength, strongest first; every array has shape (741,), probabilities run from 0 to 1."""

    opponents: int
    ranking: Ranking
    strength: Ints
    """741 to 1."""
    example: tuple[str, ...]
    """One hand of the strength, its highest card first."""
    hand_class: tuple[str, ...]
    hands: Ints
    """How many of the 22,100 hands are of this strength."""
    win: Floats
    """The probability to beat all opponents."""
    tie: Floats
    """The probability to be best together with others."""
    loss: Floats
    """The probability that an opponent has a better hand."""
    win_error: Floats
    """The standard error of ``win``; 0 if exact."""
    exact: bool

    @property
    def mean_win(self) -> float:
        """The mean of ``win`` over all hands."""
        return float(self.win @ self.hands / self.hands.sum())

    @property
    def mean_tie(self) -> float:
        """The mean of ``tie`` over all hands."""
        return float(self.tie @ self.hands / self.hands.sum())

    def rows(self) -> list[dict[str, Any]]:
        """The table as plain values, by column."""
        columns = (
            self.strength.tolist(),
            self.example,
            self.hand_class,
            self.hands.tolist(),
            *(np.round(column, 6).tolist() for column in (self.win, self.tie, self.loss)),
        )
        names: tuple[str, ...] = _COLUMNS
        if not self.exact:
            columns = (*columns, np.round(self.win_error, 6).tolist())
            names = (*names, "win_error")
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]

    def to_text(self, form: str) -> str:
        """The table as ``csv``, ``json`` or ``markdown``."""
        rows = self.rows()
        if form == "json":
            head = {"opponents": self.opponents, "against": "random hands", "exact": self.exact}
            return json.dumps(head | {"rows": rows}, indent=1) + "\n"
        if form == "markdown":
            lines = [" | ".join(rows[0]), " | ".join("---" for _ in rows[0])]
            lines += [" | ".join(_plain(value) for value in row.values()) for row in rows]
            return "".join(f"| {line} |\n" for line in lines)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(rows[0])
        writer.writerows([_plain(value) for value in row.values()] for row in rows)
        return text.getvalue()


def _plain(value: object) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value).replace("_", " ")


def odds_table(
    opponents: int = 1,
    ranking: Ranking = CLASSIC,
    *,
    samples: int = 20_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> OddsTable:
    """The odds of all strengths: exact for one and two opponents, else from ``samples`` random deals a strength.

    Raises InvalidOdds for opponents that cannot be dealt.
    """
    check((0, 1, 2), opponents, ())
    if samples < 1:
        raise InvalidOdds(f"{samples} samples: expected at least 1.")
    of_hands = strengths(ranking).hands
    exact = opponents <= 2
    if exact:
        wins, ties, deals = _counted(opponents, ranking, progress)
    else:
        wins, ties, deals = _sampled(opponents, ranking, samples, seed, progress)
    counts = np.bincount(of_hands, minlength=STRENGTHS + 1)[1:]
    order = np.arange(STRENGTHS)[::-1]
    _, first = np.unique(of_hands, return_index=True)
    examples = [tuple(CARDS[card] for card in sorted(hand, reverse=True)) for hand in all_hands()[first].tolist()]
    share = (wins + 1) / (deals + 2)
    error = np.zeros(STRENGTHS) if exact else np.sqrt(share * (1 - share) / (deals + 2))
    win, tie = wins / deals, ties / deals
    return OddsTable(
        opponents=opponents,
        ranking=ranking,
        strength=order + 1,
        example=tuple(format_hand(examples[i]) for i in order),
        hand_class=tuple(str(ranking.evaluator.classify(examples[i])) for i in order),
        hands=counts[order],
        win=win[order],
        tie=tie[order],
        loss=1 - win[order] - tie[order],
        win_error=error[order],
        exact=exact,
    )


def _counted(opponents: int, ranking: Ranking, progress: Progress | None) -> tuple[Floats, Floats, Floats]:
    """Wins, ties and deals by strength, counted for one hand of each class of hands that differ only in suits."""
    from teenpatti.lab.odds_exact import count

    found = np.zeros((3, STRENGTHS))
    classes = suit_classes()
    for done, (hand, size) in enumerate(zip(classes.hand.tolist(), classes.size.tolist(), strict=True), 1):
        cards = tuple(CARDS[card] for card in all_hands()[hand].tolist())
        row = ranking.evaluator.strength(cards) - 1
        found[:, row] += size * np.array(count(cards, opponents, ranking), np.float64)
        if progress is not None and done % 50 == 0:
            progress(done / len(classes.hand))
    return found[0], found[1], found[2]


def _sampled(
    opponents: int, ranking: Ranking, samples: int, seed: int, progress: Progress | None
) -> tuple[Floats, Floats, Floats]:
    from teenpatti.lab.odds_sample import sample

    found = np.zeros((3, STRENGTHS))
    of_hands = strengths(ranking).hands
    for row in range(STRENGTHS):
        hands = [tuple(CARDS[card] for card in hand) for hand in all_hands()[of_hands == row + 1].tolist()]
        wins, ties = sample(hands, opponents, ranking, (), samples, seed * STRENGTHS + row)
        found[:, row] = wins, ties, samples
        if progress is not None:
            progress((row + 1) / STRENGTHS)
    return found[0], found[1], found[2]
