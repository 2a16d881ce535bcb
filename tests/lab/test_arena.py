"""Matches between bots: duplicate deals, honest intervals, the same by seed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import pytest

from teenpatti.bots import CALLER, MANIAC, RANDOM, TIGHT
from teenpatti.game.actions import Action, Bet, Pack, Show
from teenpatti.game.rules import Rules
from teenpatti.game.view import View
from teenpatti.lab.arena import Arena, ArenaError, tournament
from teenpatti.lab.charts import arena_chart, save


@dataclass(frozen=True)
class Payer:
    """Pays for a show at once, blind."""

    name: str
    style: str = "Wants to see."

    def choose(self, view: View, rng: Random) -> Action:
        """A show, or a bet while more than two are left and there are chips."""
        assert view.viewer is not None
        if view.legal.show is not None:
            return Show(view.viewer)
        return Pack(view.viewer) if view.legal.bet is None else Bet(view.viewer, view.legal.bet.lowest)


@dataclass(frozen=True)
class Packer(Payer):
    """Packs at once."""

    def choose(self, view: View, rng: Random) -> Action:
        """Pack."""
        assert view.viewer is not None
        return Pack(view.viewer)


@dataclass(frozen=True)
class Cheat(Payer):
    """Bets what it has not."""

    def choose(self, view: View, rng: Random) -> Action:
        """Too much."""
        assert view.viewer is not None
        return Bet(view.viewer, 10**9)


def test_equal_bots_are_exactly_equal() -> None:
    """Rotation takes out all luck of cards and places when the bots play alike, at two seats and at five."""
    bots = [Payer(f"payer {i}") for i in range(5)]
    for together in (False, True):
        found = tournament(bots, Rules(show_tie="split", boot=2), 60, stack=8, together=together)
        assert all(np.abs(match.net).max() < 1e-12 for match in found.matches)
        assert found.deals() == (60 if together else 600)


def test_a_bot_that_packs_loses_its_boot() -> None:
    """First to act it loses one; second it never gets to act, and wins two or loses one with even chances."""
    rules = Rules(boot=3)
    found = tournament([Packer("packer"), Payer("payer")], rules, 4_000)
    score = found.against(0, 1)
    assert score is not None
    assert abs(score.mean + 25) < 2 * score.margin
    other = found.against(1, 0)
    assert other is not None
    assert other.mean == pytest.approx(-score.mean)
    assert found.total(0) == score


def test_the_seed_alone_decides() -> None:
    """Not the number of processes; another seed gives other deals."""
    bots = (RANDOM, TIGHT, MANIAC)
    one, two = (tournament(bots, Rules.preset("club"), 90, seed=3, processes=n) for n in (1, 2))
    assert one.to_json() == two.to_json()
    assert one.to_text() == two.to_text()
    assert one.to_json() != tournament(bots, Rules.preset("club"), 90, seed=4).to_json()


def test_the_interval_covers() -> None:
    """Of 60 matches between bots that differ by nothing, the 95 % intervals hold 0 in nearly all."""
    bots = (Payer("a"), Payer("b"))
    held = 0
    for seed in range(60):
        # Payer loses ties, so nets differ from deal to deal only by who pays.
        score = tournament(bots, Rules(), 60, seed=seed).against(0, 1)
        assert score is not None
        held += abs(score.mean) <= score.margin + 1e-9
    assert held >= 52


def test_results_as_text_json_and_picture(tmp_path: Path) -> None:
    """The cross table is antisymmetric, the totals are means."""
    found = tournament((RANDOM, TIGHT, CALLER), Rules(), 60, stack=30)
    data = json.loads(found.to_json())
    assert data["whole"] is True
    assert data["stack"] == 30
    assert len(data["cross"]) == 6
    cross = {(row["bot"], row["against"]): row["mean"] for row in data["cross"]}
    assert cross["random", "tight"] == pytest.approx(-cross["tight", "random"])
    totals = {row["bot"]: row["mean"] for row in data["totals"]}
    assert totals["tight"] == pytest.approx((cross["tight", "random"] + cross["tight", "caller"]) / 2)
    lines = found.to_text().splitlines()
    assert len(lines) == 4
    assert "±" in lines[1]
    for name, arena in (("pairs.png", found), ("table.svg", tournament((RANDOM, TIGHT), Rules(), 10, together=True))):
        save(arena_chart(arena), tmp_path / name)
        assert (tmp_path / name).stat().st_size > 5_000


def test_what_was_not_played_is_not_made_up() -> None:
    """After an interruption there may be tables without a deal."""
    found = tournament((RANDOM, TIGHT, CALLER), Rules(), 4)
    parts = [found.matches[0], *(type(match)(match.bots, match.net[:0]) for match in found.matches[1:])]
    part = Arena(found.names, tuple(parts), found.rules, found.stack, found.seed, whole=False)
    assert part.total(2) is None
    assert part.against(0, 2) is None
    assert "?" in part.to_text()
    arena_chart(part)


def test_an_interrupted_match_keeps_what_was_played() -> None:
    """As Ctrl-C does."""

    def interrupt(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    found = tournament((RANDOM, TIGHT), Rules(), 400, progress=interrupt)
    assert not found.whole
    assert 100 < found.deals() < 400


@pytest.mark.parametrize(
    ("names", "options", "words"),
    [
        (["a"], {}, "two bots"),
        (["a", "a"], {}, "twice"),
        ([str(i) for i in range(18)], {"together": True}, "room"),
        (["a", "b"], {"stack": 0}, "boot"),
        (["a", "b"], {"deals": 0}, "deals"),
    ],
)
def test_matches_that_cannot_be(names: list[str], options: dict[str, int], words: str) -> None:
    """With a sentence."""
    deals = options.pop("deals", 10)
    with pytest.raises(ArenaError, match=words):
        tournament([Payer(name) for name in names], Rules(), deals, **options)  # type: ignore[arg-type]


def test_a_bot_against_the_rules_is_named() -> None:
    """Here or in another process."""
    for processes in (1, 2):
        with pytest.raises(ArenaError, match="cheat"):
            tournament([Payer("payer"), Cheat("cheat")], Rules(), 100, processes=processes)
