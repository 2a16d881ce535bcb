"""Summaries of many deals."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from teenpatti.game.notation import parse_json
from teenpatti.game.replay import replay
from teenpatti.game.rules import Rules
from teenpatti.lab.charts import save, simulation_chart
from teenpatti.lab.kernel import play_deals
from teenpatti.lab.kernel_state import ENDINGS
from teenpatti.lab.simulate import Summary, hand_files, simulate

pytestmark = pytest.mark.usefixtures("compiled_kernel")


def test_figures_are_those_of_the_deals() -> None:
    """Added up over batches, against numpy on all of them."""
    rules = Rules.preset("club", boot=5)
    policies = ["random", "tight", "loose"]
    deals = play_deals(rules, [500] * 3, 3_000, policies=policies, seed=2)
    summary = Summary(rules, tuple(policies), 500, 2)
    for first in (0, 1_000, 2_500):
        summary.add(
            play_deals(
                rules, [500] * 3, {0: 1_000, 1_000: 1_500, 2_500: 500}[first], policies=policies, seed=2, first=first
            )
        )
    assert summary.deals == 3_000
    for fact, values in enumerate((deals.pot / 5, deals.actions, deals.bets, deals.blind_bets, deals.raises)):
        found = summary.mean(fact)
        assert found.mean == pytest.approx(values.mean())
        assert found.margin == pytest.approx(1.959964 * values.std() / 3_000**0.5)
    for player in range(3):
        assert summary.net_of(player).mean == pytest.approx(deals.net[:, player].mean() / 5)
    assert summary.share(1).mean == pytest.approx((deals.ending == 1).mean())
    assert summary.pot_histogram.sum() == summary.action_histogram.sum() == summary.endings.sum() == 3_000
    ratio = deals.blind_bets.sum() / deals.bets.sum()
    residue = deals.blind_bets - ratio * deals.bets
    assert summary.blind_share.mean == pytest.approx(ratio)
    assert summary.blind_share.margin == pytest.approx(
        1.959964 * residue.std() * 3_000**0.5 / deals.bets.sum(), rel=1e-6
    )


def test_a_simulation_as_text_json_and_picture(tmp_path: Path) -> None:
    """The same for the same seed."""
    found = simulate(Rules(), ["random"] * 5, 30_000, seed=1)
    assert found.to_json() == simulate(Rules(), ["random"] * 5, 30_000, seed=1).to_json()
    data = json.loads(found.to_json())
    assert data["deals"] == 30_000
    assert set(data["endings"]) == set(ENDINGS[1:])
    assert sum(mean for mean, _ in data["net"]) == pytest.approx(0, abs=1e-9)
    assert sum(mean for mean, _ in data["endings"].values()) == pytest.approx(1)
    assert "p5 random" in found.to_text()
    save(simulation_chart(found), tmp_path / "all.png")
    long = simulate(Rules(), ["blind"] * 9, 200, stack=1_000)
    assert long.action_histogram[-1] > 0
    save(simulation_chart(long), tmp_path / "long.svg")
    assert simulate(Rules(), ["blind"] * 2, 0).mean(0) == (0, 0)


def test_an_interrupted_simulation_keeps_what_was_played() -> None:
    """Whole batches."""

    def interrupt(share: float) -> None:
        raise KeyboardInterrupt

    found = simulate(Rules(), ["random", "random"], 500_000, progress=interrupt)
    assert not found.whole
    assert found.deals == 200_000


def test_deals_are_written_as_hand_files() -> None:
    """They replay to the chips that were counted."""
    rules = Rules.preset("club", boot=2)
    summary = simulate(rules, ["loose", "random", "blind"], 40, stack=80, seed=9)
    lines = hand_files(summary, 1_000).splitlines()
    assert len(lines) == 40
    net = np.zeros(3)
    for line in lines:
        *_, last = replay(parse_json(line))
        assert last.deal.over
        net += [player.won - player.paid for player in last.deal.players]
    assert net / 2 == pytest.approx(summary.net)
    assert len(hand_files(summary, 7).splitlines()) == 7
