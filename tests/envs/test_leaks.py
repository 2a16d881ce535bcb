"""Nothing that an agent is told depends on cards that he may not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from teenpatti.envs import observation, teen_patti_v0
from teenpatti.envs.choices import NOTHING, Choice
from teenpatti.envs.setting import Setting
from teenpatti.envs.text import drawn
from teenpatti.game import view
from teenpatti.game.cards import CARDS, parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.state import State
from tests.envs.leaks import fresh, leaks
from tests.game.dealing import TRAILS, start


@pytest.mark.parametrize("seed", range(8))
def test_nothing_leaks(seed: int, long: bool) -> None:
    """2,000 deals of random rules, each at a random moment, for each player."""
    assert leaks(2_500 if long else 250, seed) == []


def _all_hands(deal: State, viewer: int) -> dict[int, Any]:
    return {i: player.hand for i, player in enumerate(deal.players)}


def _own_hand_though_blind(deal: State, viewer: int) -> dict[int, Any]:
    return {**view.known_hands(deal, viewer), viewer: deal.players[viewer].hand}


def _others_who_looked(deal: State, viewer: int) -> dict[int, Any]:
    return {i: player.hand for i, player in enumerate(deal.players) if player.seen}


@pytest.mark.parametrize("leak", [_all_hands, _own_hand_though_blind, _others_who_looked])
def test_a_planted_leak_of_cards_is_found(monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    """Otherwise the test above would prove nothing."""
    monkeypatch.setattr(observation, "hands_known", leak)
    assert leaks(60, 1)


def test_a_planted_leak_in_a_derived_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A price that knows who holds the better cards."""
    honest = observation.Observation.row

    def row(self: Any, deal: State, viewer: int, *rest: Any) -> observation.Row:
        found = honest(self, deal, viewer, *rest)
        worth = [p.hand and deal.rules.ranking.evaluator.strength(p.hand) for p in deal.players]
        found[1] += worth[viewer] == max(w or 0 for w in worth)
        return found

    monkeypatch.setattr(observation.Observation, "row", row)
    assert leaks(60, 2)


def test_a_planted_leak_in_the_mask_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice that is listed only for some hands of another player."""
    honest: Any = teen_patti_v0.raw_env.observe

    def observe(self: Any, agent: str) -> Any:
        found = honest(self, agent)
        found["action_mask"][Choice.COVER] = self.deal.players[0].hand[0] % 2
        return found

    monkeypatch.setattr(teen_patti_v0.raw_env, "observe", observe)
    assert leaks(60, 3)


def test_a_planted_leak_in_the_picture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text that people look at, too."""
    monkeypatch.setattr(teen_patti_v0, "drawn", lambda deal, *rest: drawn(deal, *rest) + str(deal.players[-1].hand))
    assert leaks(30, 4)


def test_cards_stand_where_the_table_says() -> None:
    """Own ones once looked at, another's once shown, and nothing else."""
    from teenpatti.envs.choices import Choice

    env = fresh(Setting(players=3), start(3))
    table = env.table

    def cards(agent: str, name: str) -> set[int]:
        return set(np.flatnonzero(table.part(env.observe(agent)["observation"], name)).tolist())

    mine = [set(map(int, parse_hand(text))) for text in TRAILS[:3]]
    assert cards("player_0", "own_cards") == set()
    for choice in (Choice.SEE, Choice.BET_LOWEST) * 3 + (Choice.SIDE_SHOW,):
        env.step(choice)
    assert cards("player_0", "own_cards") == mine[0]
    assert cards("player_0", "seat2.cards") == set()
    env.step(Choice.ACCEPT)
    assert cards("player_0", "seat1.cards") == set()
    assert cards("player_0", "seat2.cards") == mine[2]
    assert cards("player_2", "seat1.cards") == mine[0]
    assert cards("player_1", "seat1.cards") == cards("player_1", "seat2.cards") == set()
    assert cards("player_1", "joker") == set()


class TurnedUp(Deal):
    """A deal in which a card has been turned up for all."""

    joker = CARDS[20]


def test_a_card_turned_up_is_shown_to_all() -> None:
    """In places of its own."""
    setting = Setting(players=3)
    table = observation.Observation(setting)
    deal = TurnedUp(*start(3))
    for viewer in range(3):
        row = table.row(deal, viewer, NOTHING)
        assert np.flatnonzero(table.part(row, "joker")).tolist() == [20]
        assert not table.part(row, "own_cards").any()
