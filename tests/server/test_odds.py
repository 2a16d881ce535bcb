"""Chances at practice tables: one's own hand, once it has been looked at, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from teenpatti.game.cards import parse_hand
from teenpatti.game.ranking import CLASSIC
from teenpatti.game.rules import Rules
from teenpatti.lab.odds import win_tie_loss
from teenpatti.server.odds import Question, odds_of, play_random_deals
from tests.server.live import live, run


def test_chances_are_of_ones_own_seen_hand(tmp_path: Path) -> None:
    """A blind player gets none, and nobody gets those of another table."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as asha, server.browser() as other:
            await asha.come("Asha")
            await other.come("Ben")
            room = (await asha.post("/api/practice", style="caller", bots=1))["room"]
            async with asha.page(room) as page:
                await page.until(lambda: page.you["legal"] and page.you["legal"]["see"])
                blind = await asha.http.get(f"/api/odds?room={room}")
                assert (blind.status_code, blind.json()["code"]) == (404, "no_odds")
                deal = page.room["deal"]
                await page.do(t="see", deal=deal["number"], turn=deal["turn_number"])
                found = await asha.get(f"/api/odds?room={room}")
                exact = win_tie_loss(parse_hand(page.you["hand"]), 1, ranking=Rules.preset("club").ranking)
                assert found == {
                    "opponents": 1,
                    "win": pytest.approx(exact.win),
                    "tie": pytest.approx(exact.tie),
                    "lose": pytest.approx(exact.loss),
                    "exact": True,
                }
                assert (await other.http.get(f"/api/odds?room={room}")).status_code == 404
                assert (await asha.http.get("/api/odds?room=none")).status_code == 404

    run(main())


def test_against_more_than_one_random_deals_are_played() -> None:
    """The answer is then an estimate, and says so."""
    question = Question(parse_hand("KsKdQh"), 3, CLASSIC)
    exact = win_tie_loss(question.hand, 3, exact=True)
    found = run(odds_of(question))
    assert not found.exact
    assert found == play_random_deals(question)
    assert found.win == pytest.approx(exact.win, abs=0.015)
    assert found.win + found.tie + found.lose == pytest.approx(1)
